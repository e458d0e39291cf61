//! How many of the moves win, as data and in words.

use duel_numbers::Natural;
use duel_solver::{Analysis, Value};

/// How many of the moves win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// The game is over.
    Over,
    /// So many of all moves win.
    Winning {
        /// How many win.
        winning: usize,
        /// How many there are.
        of: Natural,
    },
    /// Some move wins; so many are known, and not every move was judged.
    AtLeast(usize),
    /// No move wins.
    Lost {
        /// How many moves there are, if that is known.
        of: Option<Natural>,
    },
    /// No move wins, but after some the opponent cannot force a win either.
    Open {
        /// How many these are, and how many moves there are, if every move was judged.
        kept: Option<(usize, Natural)>,
    },
    /// Whether any move wins is not known.
    Unknown,
}

impl Count {
    /// What an analysis of a position that is not over has counted.
    pub(super) fn of(analysis: &Analysis) -> Count {
        let total = analysis.total.clone();
        let judged = total.clone().filter(|_| analysis.all_judged);
        match (analysis.known.value, judged) {
            (None, _) => Count::Unknown,
            (Some(Value::Win), Some(of)) => Count::Winning { winning: analysis.winning.len(), of },
            (Some(Value::Win), None) => Count::AtLeast(analysis.winning.len()),
            (Some(Value::Loss), _) => Count::Lost { of: total },
            (Some(Value::Draw | Value::Endless), judged) => {
                // Moves that are not listed have no values here.
                let listed = Natural::from(analysis.moves.len());
                let open = analysis
                    .moves
                    .iter()
                    .filter(|line| matches!(line.known.value, Some(Value::Draw | Value::Endless)));
                let kept = judged.filter(|of| *of == listed).map(|of| (open.count(), of));
                Count::Open { kept }
            }
        }
    }

    /// The count in words.
    pub fn words(&self) -> String {
        match self {
            Count::Over => "The game is over: there is no move to count.".to_owned(),
            Count::Winning { of, .. } if of.is_one() => {
                "There is only one move, and it wins.".to_owned()
            }
            Count::Winning { winning: 1, of } => format!("Just one of {of} moves wins."),
            Count::Winning { winning, of } if Natural::from(*winning) == *of => match winning {
                2 => "Both moves win.".to_owned(),
                _ => format!("All {of} moves win."),
            },
            Count::Winning { winning, of } => format!("{winning} of {of} moves win."),
            Count::AtLeast(0) => "At least one move wins; they were not counted.".to_owned(),
            Count::AtLeast(1) => "At least one move wins; not all could be judged.".to_owned(),
            Count::AtLeast(count) => {
                format!("At least {count} moves win; not all could be judged.")
            }
            Count::Lost { of: Some(of) } if of.is_one() => {
                "There is only one move, and it loses.".to_owned()
            }
            Count::Lost { of: Some(of) } if *of == Natural::from(2_u64) => {
                "Neither of the two moves wins.".to_owned()
            }
            Count::Lost { of: Some(of) } => format!("None of the {of} moves wins."),
            Count::Lost { of: None } => "No move wins.".to_owned(),
            Count::Open { kept: None } => "No move wins, but some keep the game open.".to_owned(),
            Count::Open { kept: Some((_, of)) } if of.is_one() => {
                "There is only one move, and it keeps the game open.".to_owned()
            }
            Count::Open { kept: Some((kept, of)) } => {
                let kept = match kept {
                    1 => "just one of them keeps".to_owned(),
                    kept if Natural::from(*kept) == *of => "all of them keep".to_owned(),
                    kept => format!("{kept} of them keep"),
                };
                format!("None of {of} moves wins; {kept} the game open.")
            }
            Count::Unknown => "How many moves win is not known.".to_owned(),
        }
    }
}
