//! What is said about positions and games as JSON: one set of types for the API of the server, for
//! the engine in the browser and for `--json`.
//!
//! A type is called a form. Numbers of the game are strings of decimal digits, however large. New
//! members may be added to a form; none is renamed or changes its meaning.
//!
//! ```
//! use duel_json::{BoardForm, PositionForm};
//!
//! let form = PositionForm::of(&duel_books::position("divide:60").unwrap());
//! assert_eq!(form.book, "divide");
//! assert!(matches!(form.board, BoardForm::Numbers { op: "divide", .. }));
//! ```

mod analysis;
mod deal;
mod explanation;
mod game;
mod position;
mod review;

pub use self::{
    analysis::{AnalysisForm, HintForm, MoveForm, ReasonsForm, value_name},
    deal::{DailyForm, DealForm, DealsForm},
    explanation::{EntryForm, ExplanationForm, ReplyForm},
    game::{
        ClockForm, GameForm, Insight, Kind, LastForm, LineForm, LogForm, OffersForm, PastForm,
        ResultForm, SeatForm, history, log_of_record, result,
    },
    position::{
        BoardForm, CHOICES, GoalForm, GroupForm, HouseForm, LISTING, Listing, MovesForm, PageForm,
        PageQuery, PositionForm, RulesForm, StepForm, choices, page, written,
    },
    review::{MistakeForm, ReviewForm, ReviewedForm, SummaryForm},
};
