//! The course of `digits`: remainders, safe digits, and four targets.

use crate::course::{Course, Fact, Goal, LessonOption, LessonStep, Remark, Task};

/// The course.
pub(crate) const COURSE: Course = Course {
    book: "digits",
    about: "remainders, safe digits, and four targets at once",
    first: FIRST,
    small: "digits+no-leading-zero+cap-second=18:24,25,28,34:",
    steps: STEPS,
    ending: "Now try a real one: duel play digits --fair --p2 bot:easy",
};

const FIRST: &[LessonStep] = &[
    LessonStep {
        name: "first-multiple",
        title: "Make a multiple",
        text: "Put one digit at the end of the number. Whoever makes a multiple of 7 wins.",
        position: "digits:7:1",
        task: Task::Move {
            ask: "Make a multiple of 7.",
            goal: Goal::OnlyMove,
            remarks: &[],
            learnt: "That is how it goes.",
        },
        facts: &[Fact::Winning("digits:7:1", &["4"])],
    },
    LessonStep {
        name: "next-multiple",
        title: "What is missing?",
        text: "In your head put a 0 at the end: 30 = 7 x 4 + 2. How much is missing to 7?",
        position: "digits:7:3",
        task: Task::Move {
            ask: "Make a multiple of 7.",
            goal: Goal::OnlyMove,
            remarks: &[],
            learnt: "What is missing is the digit.",
        },
        facts: &[Fact::Winning("digits:7:3", &["5"])],
    },
    LessonStep {
        name: "first-targets",
        title: "Four targets",
        text: "The real game has four targets, and each of them wins. Your opponent began with 2.",
        position: "digits+no-leading-zero+cap-second=18:24,25,28,34:2/2",
        task: Task::Move {
            ask: "Make a multiple of 24, 25, 28 or 34.",
            goal: Goal::Win,
            remarks: &[],
            learnt: "Now you know the whole game.",
        },
        facts: &[Fact::Winning(
            "digits+no-leading-zero+cap-second=18:24,25,28,34:2/2",
            &["4", "5", "8"],
        )],
    },
];

const STEPS: &[LessonStep] = &[
    LessonStep {
        name: "rules",
        title: "How it goes",
        text: "Two players write one number together. On your turn you put one digit at its end. \
               Whoever makes the number divisible by the target wins. Here the target is 7. So 14 = 7 \
               x 2 would win, and 15 would not.",
        position: "digits:7:1",
        task: Task::Move {
            ask: "The number is 1. Win with one digit.",
            goal: Goal::OnlyMove,
            remarks: &[Remark { made: "7", words: "17 ends with 7, but that is not what counts." }],
            learnt: "A number is divisible if the target goes into it without a remainder.",
        },
        facts: &[
            Fact::Winning("digits:7:1", &["4"]),
            Fact::Over("digits:7:14"),
            Fact::Won("digits:7:15/2"),
            Fact::Won("digits:7:17/2"),
        ],
    },
    LessonStep {
        name: "remainder",
        title: "The trick with the remainder",
        text: "The number is 31. Its remainder is 3, for 31 = 7 x 4 + 3. Now put a 0 at its end in \
               your head: 310 = 7 x 44 + 2 has the remainder 2. How much is missing to 7? Append that.",
        position: "digits:7:31",
        task: Task::Move {
            ask: "Win with one digit.",
            goal: Goal::OnlyMove,
            remarks: &[Remark {
                made: "2",
                words: "2 is the remainder of 310. You need what is missing.",
            }],
            learnt: "Remainder and digit together make the target, for 2 + 5 = 7.",
        },
        facts: &[Fact::Winning("digits:7:31", &["5"])],
    },
    LessonStep {
        name: "first-digit",
        title: "Why 0 may not come first",
        text: "As the book says, any digit may come first. But 0 = 7 x 0 is divisible by everything.",
        position: "digits:7:",
        task: Task::Move {
            ask: "The number is empty. Win at once.",
            goal: Goal::Win,
            remarks: &[],
            learnt: "That is too easy. In the fair game 0 may not come first, and targets are larger.",
        },
        facts: &[Fact::Winning("digits:7:", &["0", "7"])],
    },
    LessonStep {
        name: "safe",
        title: "Safe digits",
        text: "Now the target is 25, and 0 may not come first. No first digit wins at once. But some \
               digits let your opponent win, such as 2, because 25 = 25 x 1.",
        position: "digits+no-leading-zero:25:",
        task: Task::Move {
            ask: "Begin with a digit that is safe.",
            goal: Goal::Safe,
            remarks: &[],
            learnt: "With one large target there is always a safe digit. So nobody has to lose.",
        },
        facts: &[
            Fact::Open("digits+no-leading-zero:25:"),
            Fact::Winning("digits+no-leading-zero:25:2/2", &["5"]),
        ],
    },
    LessonStep {
        name: "four-targets",
        title: "Four targets",
        text: "The fair game has four targets, and each of them wins. Here they are 24, 25, 28 and 34. \
               If nobody wins within 18 digits, the player who did not begin wins.",
        position: "digits+no-leading-zero+cap-second=18:24,25,28,34:2/2",
        task: Task::Move {
            ask: "Your opponent began with 2. Win at once.",
            goal: Goal::Win,
            remarks: &[],
            learnt: "With four targets there is often a digit that wins at once. Look for it first.",
        },
        facts: &[Fact::Winning(
            "digits+no-leading-zero+cap-second=18:24,25,28,34:2/2",
            &["4", "5", "8"],
        )],
    },
    LessonStep {
        name: "begin",
        title: "The first digit",
        text: "Now you begin. A first digit is bad if your opponent wins at once. 2 is bad, and 3 is bad \
               because of 34.",
        position: "digits+no-leading-zero+cap-second=18:24,25,28,34:",
        task: Task::Move {
            ask: "Find the only first digit that wins.",
            goal: Goal::OnlyMove,
            remarks: &[
                Remark { made: "2", words: "You have just won against this digit yourself." },
                Remark { made: "3", words: "34 is a target." },
            ],
            learnt: "After 1 your opponent cannot win at once. And nearly every answer lets you win soon.",
        },
        facts: &[
            Fact::Winning("digits+no-leading-zero+cap-second=18:24,25,28,34:", &["1"]),
            Fact::Winning("digits+no-leading-zero+cap-second=18:24,25,28,34:3/2", &["4"]),
            Fact::Lost("digits+no-leading-zero+cap-second=18:24,25,28,34:1/2"),
        ],
    },
    LessonStep {
        name: "finish",
        title: "Find the multiple",
        text: "Your opponent answered 1 with 6. In your head put a 0 at the end: 160 = 24 x 6 + 16. \
               16 + 8 = 24, so 8 is missing. Check the other targets like this.",
        position: "digits+no-leading-zero+cap-second=18:24,25,28,34:16",
        task: Task::Choose {
            ask: "Which digit makes 16 a multiple?",
            options: &[
                LessonOption {
                    text: "5",
                    is_right: false,
                    because: "165 ends with 5, but 25 x 6 = 150 and 25 x 7 = 175.",
                },
                LessonOption { text: "8", is_right: true, because: "168 = 24 x 7." },
                LessonOption {
                    text: "6",
                    is_right: false,
                    because: "166 is even, but 34 x 4 = 136 and 34 x 5 = 170.",
                },
            ],
            learnt: "The remainder tells you which digit is missing.",
        },
        facts: &[
            Fact::Over("digits+no-leading-zero+cap-second=18:24,25,28,34:168/2"),
            Fact::Won("digits+no-leading-zero+cap-second=18:24,25,28,34:165/2"),
            Fact::Won("digits+no-leading-zero+cap-second=18:24,25,28,34:166/2"),
        ],
    },
    LessonStep {
        name: "fair-game",
        title: "A fair game",
        text: "Play it from the beginning. The best answer to 1 is 8, for then no digit wins at once. \
               Leave a number from which your opponent cannot win at once, whatever comes.",
        position: "digits+no-leading-zero+cap-second=18:24,25,28,34:",
        task: Task::PlayToEnd {
            ask: "Win this game.",
            learnt: "You kept your opponent away from every multiple, and found one yourself.",
        },
        facts: &[
            Fact::Winning("digits+no-leading-zero+cap-second=18:24,25,28,34:", &["1"]),
            Fact::Winning("digits+no-leading-zero+cap-second=18:24,25,28,34:18", &["8"]),
        ],
    },
];
