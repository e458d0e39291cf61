//! The course of `factor`: the whole number, used factors, and the game that the last mover loses.

use crate::course::{Course, Fact, Goal, LessonOption, LessonStep, Remark, Task};

/// The course.
pub(crate) const COURSE: Course = Course {
    book: "factor",
    about: "factors that are used up, and a game in which being stuck wins",
    first: FIRST,
    small: "factor+no-whole+root+misere:48",
    steps: STEPS,
    ending: "Now try a real one: duel play factor --fair --p2 bot:easy",
};

const FIRST: &[LessonStep] = &[
    LessonStep {
        name: "first-stuck",
        title: "Being stuck wins",
        text: "Take away 1 or 2, but nothing twice. Not 3, for 3 x 3 = 9 is more than 6. Here whoever \
               cannot move wins!",
        position: "factor+no-whole+root+misere:6",
        task: Task::PlayToEnd {
            ask: "Be the first without a move.",
            learnt: "You ran out of moves, and that wins.",
        },
        facts: &[
            Fact::Moves("factor+no-whole+root+misere:6", &["1", "2"]),
            Fact::Winning("factor+no-whole+root+misere:6", &["2"]),
        ],
    },
    LessonStep {
        name: "next-stuck",
        title: "Leave one move",
        text: "As long as 1 is free, nobody is stuck. Let your opponent be the one who takes it.",
        position: "factor+no-whole+root+misere:16",
        task: Task::PlayToEnd {
            ask: "Be the first without a move.",
            learnt: "Leave just one move, and your opponent has to make it.",
        },
        facts: &[Fact::Winning("factor+no-whole+root+misere:16", &["2", "4"])],
    },
    LessonStep {
        name: "longer-stuck",
        title: "A longer game",
        text: "Small factors are those that are at most the number when multiplied by themselves.",
        position: "factor+no-whole+root+misere:24",
        task: Task::PlayToEnd {
            ask: "Be the first without a move.",
            learnt: "That was the fair game.",
        },
        facts: &[Fact::Winning("factor+no-whole+root+misere:24", &["3", "4"])],
    },
];

const STEPS: &[LessonStep] = &[
    LessonStep {
        name: "book-rules",
        title: "As the book says",
        text: "A factor goes into a number without a remainder; 1 and the number itself count. On your \
               turn you take away a factor that nobody has used. Whoever cannot move loses.",
        position: "factor:12",
        task: Task::Move {
            ask: "You have 12. One move wins at once. Which?",
            goal: Goal::OnlyMove,
            remarks: &[Remark { made: "6", words: "Half is not enough." }],
            learnt: "Taking the whole number wins at once. That is too easy, so there is a fairer game.",
        },
        facts: &[Fact::Winning("factor:12", &["12"])],
    },
    LessonStep {
        name: "small-factors",
        title: "Only small factors",
        text: "The fair game allows only small factors. Multiply the factor by itself: that may not be \
               more than the number. From 30 you may take 5, for 5 x 5 = 25. You may not take 6, for 6 \
               x 6 = 36.",
        position: "factor+no-whole+root+misere:30",
        task: Task::Move {
            ask: "Take away a small factor of 30.",
            goal: Goal::Legal,
            remarks: &[],
            learnt: "This factor is used now. Neither of you may take it again.",
        },
        facts: &[Fact::Moves("factor+no-whole+root+misere:30", &["1", "2", "3", "5"])],
    },
    LessonStep {
        name: "stuck-wins",
        title: "Being stuck wins",
        text: "In the fair game everything is upside down: whoever cannot move wins! So leave your \
               opponent a move, and try to have none yourself.",
        position: "factor+no-whole+root+misere:5~1",
        task: Task::Choose {
            ask: "The number is 5, and 1 is used. It is your turn. What happens?",
            options: &[
                LessonOption {
                    text: "You take 5.",
                    is_right: false,
                    because: "5 is not a small factor of 5, for 5 x 5 = 25.",
                },
                LessonOption {
                    text: "You cannot move, and lose.",
                    is_right: false,
                    because: "You cannot move, but in the fair game that wins.",
                },
                LessonOption {
                    text: "You cannot move, and win.",
                    is_right: true,
                    because: "The only small factor of 5 is 1, and it is used.",
                },
            ],
            learnt: "Whoever has no move left wins.",
        },
        facts: &[
            Fact::Over("factor+no-whole+root+misere:5~1"),
            Fact::Won("factor+no-whole+root+misere:5~1"),
        ],
    },
    LessonStep {
        name: "one-move-left",
        title: "Leave just one move",
        text: "You have 6, and nothing is used. You may take 1 or 2. After 2, 4 is left, and 2 is used. \
               After 1, 5 is left, and 1 is used.",
        position: "factor+no-whole+root+misere:6",
        task: Task::Move {
            ask: "Find the only move that wins.",
            goal: Goal::OnlyMove,
            remarks: &[],
            learnt: "Your opponent has to take 1. Then 3 is left, you are stuck, and you win.",
        },
        facts: &[
            Fact::Moves("factor+no-whole+root+misere:6", &["1", "2"]),
            Fact::Winning("factor+no-whole+root+misere:6", &["2"]),
            Fact::Moves("factor+no-whole+root+misere:4~2", &["1"]),
            Fact::Over("factor+no-whole+root+misere:5~1"),
            Fact::Over("factor+no-whole+root+misere:3~1,2"),
        ],
    },
    LessonStep {
        name: "count-moves",
        title: "Count the moves that are left",
        text: "From here on, write down what is used. 1 goes into every number. As long as 1 is free, \
               nobody is stuck.",
        position: "factor+no-whole+root+misere:10",
        task: Task::Move {
            ask: "You have 10. Find the only move that wins.",
            goal: Goal::OnlyMove,
            remarks: &[Remark {
                made: "1",
                words: "1 was the move that your opponent should make.",
            }],
            learnt: "Your opponent has to take 1. Then you are stuck, and you win.",
        },
        facts: &[
            Fact::Winning("factor+no-whole+root+misere:10", &["2"]),
            Fact::Moves("factor+no-whole+root+misere:8~2", &["1"]),
        ],
    },
    LessonStep {
        name: "middle-game",
        title: "A longer way",
        text: "Now 30. The small factors are 1, 2, 3 and 5. Look for moves that leave your opponent \
               little choice.",
        position: "factor+no-whole+root+misere:30",
        task: Task::PlayToEnd {
            ask: "Be the one who cannot move.",
            learnt: "You used up the factors so that nothing was left for you.",
        },
        facts: &[
            Fact::Moves("factor+no-whole+root+misere:30", &["1", "2", "3", "5"]),
            Fact::Winning("factor+no-whole+root+misere:30", &["2", "3"]),
        ],
    },
    LessonStep {
        name: "fair-game",
        title: "A fair game",
        text: "Take 2 from 120: 120 - 2 = 118. The small factors of 118 are 1 and 2, and 2 is used. So \
               your opponent can only take 1. Moves that leave no choice are easy to think through.",
        position: "factor+no-whole+root+misere:120",
        task: Task::PlayToEnd {
            ask: "Be the one who cannot move.",
            learnt: "Leave no choice, and count what is used: that is how this game is won.",
        },
        facts: &[
            Fact::Moves("factor+no-whole+root+misere:118~2", &["1"]),
            Fact::Lost("factor+no-whole+root+misere:118~2"),
        ],
    },
];
