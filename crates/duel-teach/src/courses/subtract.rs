//! The course of `subtract`: a first game, odd numbers, and the game in which nothing is repeated.

use crate::course::{Course, Fact, Goal, LessonOption, LessonStep, Remark, Task};

/// The course.
pub(crate) const COURSE: Course = Course {
    book: "subtract",
    about: "a first game, and the secret of odd numbers",
    first: FIRST,
    small: "subtract+no-echo:36",
    steps: STEPS,
    ending: "Now try a real one: duel play subtract --fair --p2 bot:easy",
};

const FIRST: &[LessonStep] = &[
    LessonStep {
        name: "first-six",
        title: "Leave a prime",
        text: "Take away a divisor, but not 1 and not the number. Nothing can be taken from a prime.",
        position: "subtract:6",
        task: Task::Move {
            ask: "Tap a divisor. Leave a prime.",
            goal: Goal::OnlyMove,
            remarks: &[],
            learnt: "Whoever cannot move has lost.",
        },
        facts: &[Fact::Winning("subtract:6", &["3"])],
    },
    LessonStep {
        name: "first-twelve",
        title: "A whole game",
        text: "Now your opponent answers. Leave odd numbers: nothing but even ones can be made of them.",
        position: "subtract:12",
        task: Task::PlayToEnd {
            ask: "Leave a prime in the end.",
            learnt: "You know the whole game.",
        },
        facts: &[Fact::Winning("subtract:12", &["3", "4"])],
    },
    LessonStep {
        name: "first-echo",
        title: "No repeating",
        text: "The fair game has one more rule: nobody may take what was taken just before.",
        position: "subtract+no-echo:18",
        task: Task::PlayToEnd {
            ask: "Leave your opponent without a move.",
            learnt: "That was the fair game.",
        },
        facts: &[Fact::Winning("subtract+no-echo:18", &["3", "9"])],
    },
];

const STEPS: &[LessonStep] = &[
    LessonStep {
        name: "rules",
        title: "How it goes",
        text: "Two players share one number. A divisor goes into a number without a remainder. On \
               your turn you take away a divisor, but not 1 and not the number itself. From 12 you \
               may take 2, 3, 4 or 6.",
        position: "subtract:12",
        task: Task::Read,
        facts: &[Fact::Moves("subtract:12", &["2", "3", "4", "6"])],
    },
    LessonStep {
        name: "first-move",
        title: "Your first move",
        text: "Every move makes the number smaller. What is left is your opponent's number.",
        position: "subtract:12",
        task: Task::Move {
            ask: "Take away a divisor of 12: 2, 3, 4 or 6.",
            goal: Goal::Legal,
            remarks: &[],
            learnt: "That is a move. Now your opponent would take a divisor of what is left.",
        },
        facts: &[Fact::Moves("subtract:12", &["2", "3", "4", "6"])],
    },
    LessonStep {
        name: "stuck",
        title: "Who wins",
        text: "Some numbers above 1 have no divisors but 1 and themselves. They are called primes. \
               Nothing can be taken from a prime. Whoever cannot move has lost.",
        position: "subtract:7",
        task: Task::Choose {
            ask: "Which number would you like to leave to your opponent?",
            options: &[
                LessonOption {
                    text: "8",
                    is_right: false,
                    because: "2 and 4 divide 8, so your opponent can go on. Look for a prime.",
                },
                LessonOption {
                    text: "9",
                    is_right: false,
                    because: "3 divides 9, because 3 x 3 = 9. So your opponent can take 3 and leave 6.",
                },
                LessonOption { text: "7", is_right: true, because: "7 is a prime." },
            ],
            learnt: "Leave a prime, and your opponent cannot move.",
        },
        facts: &[
            Fact::Moves("subtract:8", &["2", "4"]),
            Fact::Moves("subtract:9", &["3"]),
            Fact::Won("subtract:6"),
            Fact::Over("subtract:7"),
        ],
    },
    LessonStep {
        name: "last-move",
        title: "The last move",
        text: "You have 6. You may take 2 or 3. Look at what each of them leaves.",
        position: "subtract:6",
        task: Task::Move {
            ask: "Find the move that wins at once.",
            goal: Goal::OnlyMove,
            remarks: &[Remark { made: "2", words: "That leaves 4, and 4 is not a prime." }],
            learnt: "You have won your first game!",
        },
        facts: &[
            Fact::Moves("subtract:6", &["2", "3"]),
            Fact::Winning("subtract:6", &["3"]),
            Fact::Moves("subtract:4", &["2"]),
        ],
    },
    LessonStep {
        name: "whole-game",
        title: "A whole game",
        text: "Now play from 12 to the end. The computer makes it as hard as it can. If a move \
               loses, you will see why, and you try another.",
        position: "subtract:12",
        task: Task::PlayToEnd {
            ask: "Win this game.",
            learnt: "That was a whole game, and you won it. Next you will see why it worked.",
        },
        facts: &[Fact::Winning("subtract:12", &["3", "4"])],
    },
    LessonStep {
        name: "odd",
        title: "The secret of odd numbers",
        text: "All divisors of an odd number are odd. Odd minus odd is even. So from an odd number \
               you can only leave an even one. Look at 15: it leaves 12 or 10.",
        position: "subtract:15",
        task: Task::Choose {
            ask: "Which of these numbers is lost for the player who must move?",
            options: &[
                LessonOption {
                    text: "20",
                    is_right: false,
                    because: "From 20 you can take 5: 20 - 5 = 15. Then your opponent has the odd number.",
                },
                LessonOption {
                    text: "15",
                    is_right: true,
                    because: "15 leaves 12 or 10. From both, your opponent can leave an odd number again.",
                },
                LessonOption {
                    text: "18",
                    is_right: false,
                    because: "From 18 you can take 9: 18 - 9 = 9. Then your opponent has the odd number.",
                },
            ],
            learnt: "Odd numbers lose here. So give your opponent odd numbers.",
        },
        facts: &[
            Fact::Moves("subtract:15", &["3", "5"]),
            Fact::Lost("subtract:15"),
            Fact::Lost("subtract:9"),
            Fact::Won("subtract:20"),
            Fact::Won("subtract:18"),
            Fact::Won("subtract:12"),
            Fact::Won("subtract:10"),
            Fact::LostUpTo {
                rules: "subtract",
                to: 34,
                lost: &[1, 2, 3, 5, 7, 8, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 32, 33],
            },
        ],
    },
    LessonStep {
        name: "leave-odd",
        title: "Leave an odd number",
        text: "To leave an odd number, take an odd divisor from an even number.",
        position: "subtract:20",
        task: Task::Move {
            ask: "You have 20. Find the only move that wins.",
            goal: Goal::OnlyMove,
            remarks: &[
                Remark { made: "10", words: "Half of the number looks big, but 10 is even." },
                Remark { made: "4", words: "4 is even, and so is what it leaves." },
            ],
            learnt: "15 is odd. Go on like this, and the last odd number will be a prime.",
        },
        facts: &[
            Fact::Moves("subtract:20", &["2", "4", "5", "10"]),
            Fact::Winning("subtract:20", &["5"]),
            Fact::Lost("subtract:15"),
        ],
    },
    LessonStep {
        name: "powers",
        title: "When there is no odd divisor",
        text: "2, 4, 8, 16 and 32 have no odd divisor but 1. Here every second one is lost: 2, 8 \
               and 32. From 4 and 16 you can halve the number and leave one of them.",
        position: "subtract:16",
        task: Task::Move {
            ask: "You have 16. Find the only move that wins.",
            goal: Goal::OnlyMove,
            remarks: &[Remark { made: "4", words: "That leaves 12, which has the odd divisor 3." }],
            learnt: "Lost are the odd numbers, and 2, 8, 32 and so on. That is the whole secret.",
        },
        facts: &[
            Fact::Winning("subtract:16", &["8"]),
            Fact::Winning("subtract:4", &["2"]),
            Fact::Lost("subtract:2"),
            Fact::Lost("subtract:8"),
            Fact::Lost("subtract:32"),
            Fact::Winning("subtract:12", &["3", "4"]),
        ],
    },
    LessonStep {
        name: "no-echo",
        title: "A new rule: no repeating",
        text: "Whoever knows the secret sees at once who wins. So the fair game has one more rule: you \
               may not take what was taken just before. Now odd numbers can win. If you take 7 from \
               21, 14 is left. From 14 only 7 would win, and nobody may repeat it.",
        position: "subtract+no-echo:21",
        task: Task::Move {
            ask: "You have 21. Find the only move that wins.",
            goal: Goal::OnlyMove,
            remarks: &[Remark {
                made: "3",
                words: "From 18 two moves win, so barring one is not enough.",
            }],
            learnt: "Leave a number whose only good move you have just used up.",
        },
        facts: &[
            Fact::Winning("subtract+no-echo:21", &["7"]),
            Fact::Winning("subtract+no-echo:14", &["7"]),
            Fact::Lost("subtract+no-echo:14~7"),
            Fact::Winning("subtract+no-echo:18", &["3", "9"]),
        ],
    },
    LessonStep {
        name: "fair-game",
        title: "A fair game",
        text: "Some numbers have a key: one single move that wins. The key of 35 is 7. The key of 20 \
               is 5. Leave such a number by taking its key.",
        position: "subtract+no-echo:42",
        task: Task::PlayToEnd {
            ask: "Win this game.",
            learnt: "You won a fair game. Look for keys, and use them up yourself.",
        },
        facts: &[
            Fact::Winning("subtract+no-echo:35", &["7"]),
            Fact::Winning("subtract+no-echo:20", &["5"]),
            Fact::Winning("subtract+no-echo:42", &["7"]),
            Fact::Lost("subtract+no-echo:35~7"),
        ],
    },
];
