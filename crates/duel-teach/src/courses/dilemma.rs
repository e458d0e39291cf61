//! The course of `dilemma`: leave a prime, and then primes as cages.

use crate::course::{Course, Fact, Goal, LessonOption, LessonStep, Remark, Task};

/// The course.
pub(crate) const COURSE: Course = Course {
    book: "dilemma",
    about: "divide by a prime or take 1: numbers that are cages",
    first: FIRST,
    small: "dilemma+prime-steps:36",
    steps: STEPS,
    ending: "Now try a real one: duel play dilemma --fair --p2 bot:easy",
};

const FIRST: &[LessonStep] = &[
    LessonStep {
        name: "first-cage",
        title: "Leave 1",
        text: "Divide by a prime that is smaller than the number, or take 1. Whoever gets 1 is stuck.",
        position: "dilemma+prime-steps:4",
        task: Task::PlayToEnd {
            ask: "Leave 1 to your opponent.",
            learnt: "Whoever gets 1 has lost.",
        },
        facts: &[
            Fact::Moves("dilemma+prime-steps:4", &["-1", "/2"]),
            Fact::Winning("dilemma+prime-steps:4", &["-1"]),
            Fact::Lost("dilemma+prime-steps:3"),
            Fact::Over("dilemma+prime-steps:1"),
        ],
    },
    LessonStep {
        name: "next-cage",
        title: "Into the cage",
        text: "3, 5 and 7 are cages: taking 1 is the only way out of them. Leave one of them.",
        position: "dilemma+prime-steps:15",
        task: Task::PlayToEnd { ask: "Leave a cage.", learnt: "From cage to cage, down to 1." },
        facts: &[
            Fact::Winning("dilemma+prime-steps:15", &["/3", "/5"]),
            Fact::Moves("dilemma+prime-steps:3", &["-1"]),
            Fact::Moves("dilemma+prime-steps:5", &["-1"]),
            Fact::Moves("dilemma+prime-steps:7", &["-1"]),
            Fact::Lost("dilemma+prime-steps:3"),
            Fact::Lost("dilemma+prime-steps:5"),
            Fact::Lost("dilemma+prime-steps:7"),
        ],
    },
    LessonStep {
        name: "first-chase",
        title: "From cage to cage",
        text: "11 is a cage, too. Go from cage to cage until 1 is left.",
        position: "dilemma+prime-steps:22",
        task: Task::PlayToEnd {
            ask: "Leave 1 to your opponent.",
            learnt: "That was a whole game.",
        },
        facts: &[
            Fact::Winning("dilemma+prime-steps:22", &["/2"]),
            Fact::Moves("dilemma+prime-steps:11", &["-1"]),
            Fact::Lost("dilemma+prime-steps:11"),
        ],
    },
];

const STEPS: &[LessonStep] = &[
    LessonStep {
        name: "book-rules",
        title: "As the book says",
        text: "Divide the number by a divisor, but not by 1 and not by the number itself. Whoever has \
               no such divisor loses. Primes have none. So leave a prime.",
        position: "dilemma:16",
        task: Task::Move {
            ask: "You have 16. Leave a prime.",
            goal: Goal::OnlyMove,
            remarks: &[Remark { made: "4", words: "4 = 2 x 2 is not a prime yet." }],
            learnt: "Whoever begins can win like this, unless the start is 1 or a prime. So there is a fairer game.",
        },
        facts: &[Fact::Winning("dilemma:16", &["8"]), Fact::Over("dilemma:2")],
    },
    LessonStep {
        name: "prime-steps",
        title: "The fair rules",
        text: "On your turn divide by a prime that is smaller than the number, or take away 1. \
               Whoever gets 1 cannot move and loses. From 12 you may divide by 2 or 3, or take 1. \
               That is written /2, /3 and -1.",
        position: "dilemma+prime-steps:12",
        task: Task::Move {
            ask: "Make a move.",
            goal: Goal::Legal,
            remarks: &[],
            learnt: "Now there are two kinds of moves: dividing by a prime, and taking 1.",
        },
        facts: &[
            Fact::Moves("dilemma+prime-steps:12", &["-1", "/2", "/3"]),
            Fact::Over("dilemma+prime-steps:1"),
        ],
    },
    LessonStep {
        name: "cages",
        title: "Primes are cages",
        text: "A prime has no smaller prime to divide by. So there is just one move: take 1. With 3 \
               you must leave 2. Then your opponent takes 1 and leaves 1.",
        position: "dilemma+prime-steps:3",
        task: Task::Choose {
            ask: "Which number is lost for the player who must move?",
            options: &[
                LessonOption {
                    text: "2",
                    is_right: false,
                    because: "With 2 you take 1, and your opponent has 1 and cannot move.",
                },
                LessonOption {
                    text: "5",
                    is_right: true,
                    because: "With 5 you must leave 4. Your opponent takes 1 and leaves you 3.",
                },
                LessonOption {
                    text: "6",
                    is_right: false,
                    because: "With 6 you divide by 2: 6 / 2 = 3. Then your opponent is in the cage.",
                },
            ],
            learnt: "1, 3, 5 and 7 are lost. Leave one of them to your opponent.",
        },
        facts: &[
            Fact::Moves("dilemma+prime-steps:3", &["-1"]),
            Fact::Moves("dilemma+prime-steps:5", &["-1"]),
            Fact::Winning("dilemma+prime-steps:2", &["-1"]),
            Fact::Winning("dilemma+prime-steps:4", &["-1"]),
            Fact::Won("dilemma+prime-steps:6"),
            Fact::LostUpTo { rules: "dilemma+prime-steps", to: 10, lost: &[1, 3, 5, 7] },
        ],
    },
    LessonStep {
        name: "into-the-cage",
        title: "Into the cage",
        text: "You have 10. You may divide by 2 or by 5, or take 1. One of these leaves a lost number.",
        position: "dilemma+prime-steps:10",
        task: Task::Move {
            ask: "Find the only move that wins.",
            goal: Goal::OnlyMove,
            remarks: &[
                Remark { made: "/5", words: "2 is a prime, but whoever has it wins by taking 1." },
                Remark { made: "-1", words: "9 is odd, but not a prime." },
            ],
            learnt: "5 is a cage: your opponent must leave 4, and you leave 3, the next cage.",
        },
        facts: &[
            Fact::Moves("dilemma+prime-steps:10", &["-1", "/2", "/5"]),
            Fact::Winning("dilemma+prime-steps:10", &["/2"]),
            Fact::Moves("dilemma+prime-steps:5", &["-1"]),
            Fact::Lost("dilemma+prime-steps:3"),
            Fact::Winning("dilemma+prime-steps:2", &["-1"]),
            Fact::Won("dilemma+prime-steps:9"),
            Fact::Winning("dilemma+prime-steps:4", &["-1"]),
        ],
    },
    LessonStep {
        name: "lost-numbers",
        title: "A list to remember",
        text: "Lost up to 31 are 1, 3, 5, 7, 11, 13, 16, 18, 20, 23, 27, 29 and 31. Most \
               of them are primes. But 2, 17 and 19 are primes and not lost: taking 1 wins there.",
        position: "dilemma+prime-steps:17",
        task: Task::Choose {
            ask: "Why is 17 not lost?",
            options: &[
                LessonOption {
                    text: "It can be divided.",
                    is_right: false,
                    because: "17 is a prime, so the only move is to take 1.",
                },
                LessonOption {
                    text: "Taking 1 leaves 16, which is lost.",
                    is_right: true,
                    because: "17 - 1 = 16.",
                },
                LessonOption {
                    text: "It is too big.",
                    is_right: false,
                    because: "Size does not matter: 29 and 31 are lost.",
                },
            ],
            learnt: "A number is won if one of its moves leaves a lost number.",
        },
        facts: &[
            Fact::LostUpTo {
                rules: "dilemma+prime-steps",
                to: 31,
                lost: &[1, 3, 5, 7, 11, 13, 16, 18, 20, 23, 27, 29, 31],
            },
            Fact::Winning("dilemma+prime-steps:17", &["-1"]),
            Fact::Winning("dilemma+prime-steps:19", &["-1"]),
            Fact::Winning("dilemma+prime-steps:2", &["-1"]),
        ],
    },
    LessonStep {
        name: "use-the-list",
        title: "Use the list",
        text: "You have 60. Divide by 2, 3 or 5, or take 1. Compare with the list: 16, 18, 20 and 23 \
               are lost.",
        position: "dilemma+prime-steps:60",
        task: Task::Move {
            ask: "Make a move that wins.",
            goal: Goal::Win,
            remarks: &[
                Remark { made: "/2", words: "30 is not on the list." },
                Remark {
                    made: "-1",
                    words: "59 is lost too: it only leaves 58, and then you leave 29.",
                },
            ],
            learnt: "Look at each number you can leave, and ask whether it is lost.",
        },
        facts: &[
            Fact::Moves("dilemma+prime-steps:60", &["-1", "/2", "/3", "/5"]),
            Fact::Winning("dilemma+prime-steps:60", &["/3", "-1"]),
            Fact::Lost("dilemma+prime-steps:16"),
            Fact::Lost("dilemma+prime-steps:18"),
            Fact::Lost("dilemma+prime-steps:20"),
            Fact::Lost("dilemma+prime-steps:23"),
            Fact::Won("dilemma+prime-steps:30"),
            Fact::Moves("dilemma+prime-steps:59", &["-1"]),
            Fact::Winning("dilemma+prime-steps:58", &["/2"]),
            Fact::Lost("dilemma+prime-steps:29"),
        ],
    },
    LessonStep {
        name: "fair-game",
        title: "A fair game",
        text: "77 = 7 x 11. Both 7 and 11 are cages. Lead your opponent from one cage to the next.",
        position: "dilemma+prime-steps:77",
        task: Task::PlayToEnd {
            ask: "Win this game.",
            learnt: "From cage to cage, down to 1: that is how this game is won.",
        },
        facts: &[
            Fact::Winning("dilemma+prime-steps:77", &["/7", "/11"]),
            Fact::Moves("dilemma+prime-steps:7", &["-1"]),
            Fact::Moves("dilemma+prime-steps:11", &["-1"]),
            Fact::Over("dilemma+prime-steps:1"),
        ],
    },
];
