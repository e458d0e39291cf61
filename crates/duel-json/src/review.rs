//! A played game, judged move by move.

use duel_core::{Record, Seat, Seats};
use duel_numbers::Budget;
use duel_play::{
    ReasonTeller, Review, ReviewedMove, Summary,
    review::{Ahead, Lost, Mistake, about},
};
use duel_solver::Depth;
use serde::Serialize;

use crate::value_name;

/// A game, judged move by move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewForm {
    /// How the game went, in short.
    pub summary: SummaryForm,
    /// One sign for each position from the start: `+` the first seat is winning, `-` the second,
    /// `=` nobody, `?` not known.
    pub balance: String,
    /// The moves.
    pub moves: Vec<ReviewedForm>,
    /// Whether a position was resigned that was not lost, in words.
    pub resigned: Option<String>,
}

/// How a game went, in short.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SummaryForm {
    /// In two or three sentences.
    pub words: String,
    /// The seat that could win at the start; 0 if neither could force that, `null` if it is not known.
    pub start: Option<u8>,
    /// The moves that made it worse for the player who made them, in order.
    pub mistakes: Vec<MistakeForm>,
    /// The last move that changed who wins; `null` if there was none.
    pub turning_point: Option<usize>,
    /// The seats that made moves and threw nothing away.
    pub flawless: Vec<u8>,
    /// How many moves could not be judged.
    pub unjudged: usize,
}

/// A move that made it worse for the player who made it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MistakeForm {
    /// Which move, from 1.
    pub ply: usize,
    /// Who made it.
    pub by: u8,
    /// What was thrown away: `win` if the other player could win after it, `win-for-nothing` if
    /// neither could force that, `balance` if neither could before it.
    pub lost: &'static str,
}

/// A move that was made, and what it did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedForm {
    /// Which move, from 1.
    pub ply: usize,
    /// Who made it.
    pub by: u8,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The position before it.
    pub before: String,
    /// What that was worth to the player who made it.
    pub value_before: &'static str,
    /// What the position after it was worth to the same player.
    pub value_after: &'static str,
    /// What the move did, as one word for programs.
    pub label: String,
    /// What the move did, in words.
    pub words: String,
    /// A best move.
    pub best: Option<String>,
    /// Whether there was no other move.
    pub forced: bool,
    /// Why the position before it had its value.
    pub reason: String,
    /// The same, without what was told with an earlier move, which it refers to.
    pub why: String,
}

impl SummaryForm {
    /// The summary of a game between these players.
    pub fn of(summary: &Summary, names: &Seats<String>) -> SummaryForm {
        let mistake = |mistake: &Mistake| MistakeForm {
            ply: mistake.ply,
            by: mistake.seat.number(),
            lost: match mistake.lost {
                Lost::Win => "win",
                Lost::WinForNothing => "win-for-nothing",
                Lost::Balance => "balance",
            },
        };
        let flawless = Seat::BOTH.iter().filter(|seat| summary.flawless[**seat]);
        SummaryForm {
            words: summary.words(names),
            start: match summary.start {
                Ahead::Seat(seat) => Some(seat.number()),
                Ahead::Nobody => Some(0),
                Ahead::Unknown => None,
            },
            mistakes: summary.mistakes.iter().map(mistake).collect(),
            turning_point: summary.turning_point.map(|turning| turning.ply),
            flawless: flawless.map(|seat| seat.number()).collect(),
            unjudged: summary.unjudged,
        }
    }
}

impl ReviewForm {
    /// The review of this game. Its words name both players, but for the one who reads it, who is
    /// "you". The words about all its moves share one effort.
    pub fn of(record: &Record, review: Review, reader: Option<Seat>) -> ReviewForm {
        let each = Budget::PROMPT.share(2 * review.moves.len() as u64);
        let mut teller = ReasonTeller::default();
        let mut names = record.names.clone();
        if let Some(seat) = reader {
            "you".clone_into(&mut names[seat]);
        }
        let mut form = |reviewed: &ReviewedMove| {
            let name = &names[reviewed.seat];
            let said = |words: String| {
                if reader == Some(reviewed.seat) { words } else { about(&words, name) }
            };
            ReviewedForm::of(reviewed, &mut teller, each, said)
        };
        ReviewForm {
            summary: SummaryForm::of(&Summary::of(&review), &names),
            moves: review.moves.iter().map(&mut form).collect(),
            resigned: review.resigned.and_then(|resigned| resigned.words(&names)),
            balance: review.balance,
        }
    }
}

impl ReviewedForm {
    fn of(
        reviewed: &ReviewedMove,
        teller: &mut ReasonTeller,
        budget: Budget<'_>,
        said: impl Fn(String) -> String,
    ) -> ReviewedForm {
        ReviewedForm {
            ply: reviewed.ply,
            by: reviewed.seat.number(),
            made: reviewed.before.write_move(&reviewed.made),
            before: reviewed.before.to_string(),
            value_before: value_name(reviewed.value_before),
            value_after: value_name(reviewed.value_after),
            label: reviewed.label.name().replace(' ', "-"),
            words: reviewed.label.to_string(),
            best: reviewed.best.as_ref().map(|best| reviewed.before.write_move(best)),
            forced: reviewed.forced,
            reason: said(reviewed.why.words_within(&reviewed.before, Depth::Child, budget)),
            why: said(teller.tell(reviewed, Depth::Child, budget)),
        }
    }
}
