//! The course of `divide`: leave a prime, count prime factors, and play with several numbers.

use crate::course::{Course, Fact, Goal, LessonOption, LessonStep, Remark, Task};

/// The course.
pub(crate) const COURSE: Course = Course {
    book: "divide",
    about: "primes, and how to play with three numbers",
    first: FIRST,
    small: "divide:36,20",
    steps: STEPS,
    ending: "Now try a real one, with three numbers: duel play divide --fair --p2 bot:easy",
};

const FIRST: &[LessonStep] = &[
    LessonStep {
        name: "first-prime",
        title: "Leave a prime",
        text: "Nothing but 1 and itself divides a prime. Leave one, and your opponent is stuck.",
        position: "divide:24",
        task: Task::Move {
            ask: "Tap a divisor. Leave a prime.",
            goal: Goal::Win,
            remarks: &[],
            learnt: "That is the whole idea.",
        },
        facts: &[Fact::Winning("divide:24", &["8", "12"])],
    },
    LessonStep {
        name: "next-prime",
        title: "Another prime",
        text: "45 = 3 x 3 x 5. A division takes some of these primes away. Leave just one.",
        position: "divide:45",
        task: Task::Move {
            ask: "Leave a prime again.",
            goal: Goal::Win,
            remarks: &[],
            learnt: "With one number that is no prime, whoever begins can win like this.",
        },
        facts: &[Fact::Winning("divide:45", &["9", "15"])],
    },
    LessonStep {
        name: "first-pair",
        title: "Two numbers",
        text: "Now there are two numbers, and a move divides one of them. 12 can be divided twice, and 6 once. Make it equal.",
        position: "divide:12,6",
        task: Task::PlayToEnd {
            ask: "Make the last move.",
            learnt: "The real game has three numbers.",
        },
        facts: &[
            Fact::Winning("divide:12,6", &["1:2", "1:3"]),
            Fact::Divisions(12, 2),
            Fact::Divisions(6, 1),
            Fact::EqualAgain("divide:6,6"),
            Fact::EqualAgain("divide:4,6"),
        ],
    },
];

const STEPS: &[LessonStep] = &[
    LessonStep {
        name: "rules",
        title: "How it goes",
        text: "Two players share a number. A proper divisor is neither 1 nor the number, and goes into \
               it without a remainder. On your turn you divide the number by a proper divisor. From \
               12 you may divide by 2, 3, 4 or 6.",
        position: "divide:12",
        task: Task::Move {
            ask: "Divide 12 by a proper divisor.",
            goal: Goal::Legal,
            remarks: &[],
            learnt: "What is left is your opponent's number. Whoever has no proper divisor loses.",
        },
        facts: &[Fact::Moves("divide:12", &["2", "3", "4", "6"])],
    },
    LessonStep {
        name: "stuck",
        title: "Numbers without a move",
        text: "A prime has no divisors but 1 and itself. So it has no proper divisor, and nobody can \
               move on it.",
        position: "divide:13",
        task: Task::Choose {
            ask: "With which number is your opponent stuck?",
            options: &[
                LessonOption {
                    text: "9",
                    is_right: false,
                    because: "9 = 3 x 3, so your opponent can divide by 3.",
                },
                LessonOption { text: "13", is_right: true, because: "13 is a prime." },
                LessonOption {
                    text: "15",
                    is_right: false,
                    because: "15 = 3 x 5, so your opponent can divide by 3 or by 5.",
                },
            ],
            learnt: "Leave a prime, and you have won.",
        },
        facts: &[
            Fact::Over("divide:13"),
            Fact::Moves("divide:9", &["3"]),
            Fact::Moves("divide:15", &["3", "5"]),
        ],
    },
    LessonStep {
        name: "leave-a-prime",
        title: "Leave a prime",
        text: "30 = 2 x 3 x 5. Each division takes some of these primes away. Take away all but one.",
        position: "divide:30",
        task: Task::Move {
            ask: "Divide 30 so that a prime is left.",
            goal: Goal::Win,
            remarks: &[
                Remark { made: "2", words: "Dividing by a prime takes only that prime away." },
                Remark { made: "3", words: "Two primes are left, and your opponent takes one." },
                Remark { made: "5", words: "You divided by a prime. You should leave one." },
            ],
            learnt: "With one number the first player wins like this, unless it is a prime.",
        },
        facts: &[Fact::Winning("divide:30", &["6", "10", "15"])],
    },
    LessonStep {
        name: "count",
        title: "Count the primes",
        text: "Write a number as a product of primes, and count them. 60 = 2 x 2 x 3 x 5 has 4 of \
               them. A move takes away some, but never all. So 60 can be divided at most 3 times.",
        position: "divide:60",
        task: Task::Choose {
            ask: "How often can 24 = 2 x 2 x 2 x 3 be divided at most?",
            options: &[
                LessonOption {
                    text: "4 times",
                    is_right: false,
                    because: "It has 4 primes, but the last one stays. Nobody can divide a prime.",
                },
                LessonOption {
                    text: "3 times",
                    is_right: true,
                    because: "It has 4 primes, and one of them stays.",
                },
                LessonOption {
                    text: "2 times",
                    is_right: false,
                    because: "The prime 2 counts each time it appears: 2 x 2 x 2 = 8.",
                },
            ],
            learnt: "A number can be divided one time less than it has primes.",
        },
        facts: &[
            Fact::PrimeFactors(60, 4),
            Fact::Divisions(60, 3),
            Fact::PrimeFactors(24, 4),
            Fact::Divisions(24, 3),
        ],
    },
    LessonStep {
        name: "copy",
        title: "Two numbers: make them equal",
        text: "Now there are two numbers, and you change one of them. Make both divisible equally \
               often. After every answer of your opponent, make it so again. 12 can be divided \
               twice, and 10 once. 1:2 divides the first number by 2.",
        position: "divide:12,10",
        task: Task::Move {
            ask: "Make a move after which both can be divided equally often.",
            goal: Goal::Win,
            remarks: &[
                Remark {
                    made: "1:6",
                    words: "Now the first number is a prime, and one number is left.",
                },
                Remark {
                    made: "1:4",
                    words: "Now the first number is a prime, and one number is left.",
                },
            ],
            learnt: "Both can be divided once. Your opponent divides one, you divide the other.",
        },
        facts: &[
            Fact::EqualAgain("divide:6,10"),
            Fact::EqualAgain("divide:4,10"),
            Fact::Divisions(12, 2),
            Fact::Divisions(10, 1),
            Fact::Winning("divide:12,10", &["1:2", "1:3"]),
        ],
    },
    LessonStep {
        name: "two-numbers",
        title: "Play with two numbers",
        text: "60 can be divided 3 times, and 30 can be divided 2 times. Make that equal. After each \
               answer of your opponent, make it equal again.",
        position: "divide:60,30",
        task: Task::PlayToEnd {
            ask: "Win this game.",
            learnt: "Whoever makes it equal always has an answer, and makes the last move.",
        },
        facts: &[
            Fact::EqualAgain("divide:30,30"),
            Fact::EqualAgain("divide:20,30"),
            Fact::EqualAgain("divide:12,30"),
            Fact::Divisions(60, 3),
            Fact::Divisions(30, 2),
            Fact::Winning("divide:60,30", &["1:2", "1:3", "1:5"]),
        ],
    },
    LessonStep {
        name: "three-numbers",
        title: "Three numbers: remove one",
        text: "The fair game has three numbers. Here each of them can be divided 2 times. Turn one \
               into a prime, and it is out of the game. The other two are a pair.",
        position: "divide:30,12,18",
        task: Task::Move {
            ask: "Leave your opponent a pair.",
            goal: Goal::Win,
            remarks: &[],
            learnt: "Two numbers that can be divided equally often are a pair. Keep it a pair.",
        },
        facts: &[
            Fact::Divisions(30, 2),
            Fact::Divisions(12, 2),
            Fact::Divisions(18, 2),
            Fact::Won("divide:30,12,18"),
        ],
    },
    LessonStep {
        name: "one-two-three",
        title: "One, two, three",
        text: "6 can be divided once, 12 twice and 24 three times. That is lost for whoever moves. \
               After every move the other player can leave a pair.",
        position: "divide:6,12,48",
        task: Task::Move {
            ask: "48 can be divided 4 times. Leave your opponent once, twice and three times.",
            goal: Goal::Win,
            remarks: &[Remark {
                made: "3:4",
                words: "Now 12 can be divided 2 times, and so can the other 12.",
            }],
            learnt: "Once, twice and three times: remember that your opponent cannot win from there.",
        },
        facts: &[
            Fact::Lost("divide:6,12,24"),
            Fact::Divisions(6, 1),
            Fact::Divisions(12, 2),
            Fact::Divisions(24, 3),
            Fact::Divisions(48, 4),
            Fact::Winning("divide:6,12,48", &["3:2", "3:3"]),
        ],
    },
    LessonStep {
        name: "fair-game",
        title: "A fair game",
        text: "Count how often each number can be divided. 30 = 2 x 3 x 5, 60 = 2 x 2 x 3 x 5 and 84 \
               = 2 x 2 x 3 x 7. Look for a pair, or for once, twice and three times.",
        position: "divide:30,60,84",
        task: Task::PlayToEnd {
            ask: "Win this game.",
            learnt: "You can play with three numbers: count, make a pair, and keep it a pair.",
        },
        facts: &[
            Fact::Divisions(30, 2),
            Fact::Divisions(60, 3),
            Fact::Divisions(84, 3),
            Fact::Won("divide:30,60,84"),
        ],
    },
];
