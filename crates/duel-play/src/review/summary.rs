//! A review in two or three sentences: who threw away what and when, which move decided the game, and
//! who made no mistake. It is data first; the words say nothing else.

use duel_books::explain::capital;
use duel_core::{Seat, Seats};
use duel_solver::Value;

use super::{GivenAway, Label, Resignation, Review};

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How many moves were made.
    pub moves: usize,
    /// Who could win at the start.
    pub start: Ahead,
    /// The moves that made it worse for the player who made them, in order.
    pub mistakes: Vec<Mistake>,
    /// The last move that changed who could win.
    pub turning_point: Option<TurningPoint>,
    /// How a game that was not lost was given away without a move: that is the turning point then.
    pub given_away: Option<Resignation>,
    /// Who made moves, all of them judged and none of them a mistake, and did not resign a position
    /// that was not lost.
    pub flawless: Seats<bool>,
    /// Who could have won sooner than by a move that kept the win.
    pub slower: Seats<bool>,
    /// Who could have held out longer than after a move in a lost position.
    pub sooner: Seats<bool>,
    /// How many moves could not be judged.
    pub unjudged: usize,
}

/// Who can force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// This seat.
    Seat(Seat),
    /// Neither.
    Nobody,
    /// It is not known.
    Unknown,
}

/// A move that made it worse for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Which move, from 1.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// What was thrown away.
    pub lost: Lost,
}

/// What a mistake throws away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// A win: now the other player can win.
    Win,
    /// A win: now neither can force one.
    WinForNothing,
    /// Neither could force a win: now the other player can.
    Balance,
}

/// The last move that changed who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// Which move, from 1.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// Who could win from then on.
    pub after: Ahead,
    /// Whether that is known of every later position.
    pub to_the_end: bool,
}

/// How many moves a sentence lists.
const LISTED: usize = 4;

impl Ahead {
    /// The sign that the balance of a review has for it.
    pub fn sign(self) -> char {
        match self {
            Ahead::Seat(Seat::First) => '+',
            Ahead::Seat(Seat::Second) => '-',
            Ahead::Nobody => '=',
            Ahead::Unknown => '?',
        }
    }

    fn of(value: Option<Value>, seat: Seat) -> Ahead {
        match value {
            Some(Value::Win) => Ahead::Seat(seat),
            Some(Value::Loss) => Ahead::Seat(seat.other()),
            Some(Value::Draw | Value::Endless) => Ahead::Nobody,
            None => Ahead::Unknown,
        }
    }
}

impl Summary {
    /// The summary of a review.
    pub fn of(review: &Review) -> Summary {
        let moves = &review.moves;
        let start =
            moves.first().map_or(Ahead::Unknown, |first| Ahead::of(first.value_before, first.seat));
        let mistakes: Vec<Mistake> = moves
            .iter()
            .filter(|line| line.label.is_mistake())
            .map(|line| {
                let lost = match (line.label, line.value_before) {
                    (Label::ThrewItAway, _) => Lost::Win,
                    (_, Some(Value::Win)) => Lost::WinForNothing,
                    _ => Lost::Balance,
                };
                Mistake { ply: line.ply, seat: line.seat, lost }
            })
            .collect();
        let turning_point = mistakes.last().map(|last| {
            let after = Ahead::of(moves[last.ply - 1].value_after, last.seat);
            let to_the_end = review.balance.chars().skip(last.ply).all(|sign| sign == after.sign());
            TurningPoint { ply: last.ply, seat: last.seat, after, to_the_end }
        });
        let flawless = |seat: Seat| {
            let mut own = moves.iter().filter(|line| line.seat == seat).peekable();
            let is_good = |label: Label| !label.is_mistake() && label != Label::Unknown;
            let resigned = review.resigned.filter(|resigned| resigned.seat == seat);
            own.peek().is_some()
                && own.all(|line| is_good(line.label))
                && resigned.is_none_or(|resigned| resigned.value == Some(Value::Loss))
        };
        let has = |seat: Seat, is: fn(Label) -> bool| {
            moves.iter().any(|line| line.seat == seat && is(line.label))
        };
        let both = |is| Seats::new(has(Seat::First, is), has(Seat::Second, is));
        Summary {
            slower: both(|label| matches!(label, Label::Slower(_))),
            sooner: both(|label| matches!(label, Label::AlreadyLost { sooner: Some(1..) })),
            moves: moves.len(),
            start,
            turning_point,
            given_away: review
                .resigned
                .filter(|resigned| resigned.value.is_some_and(|value| value != Value::Loss)),
            mistakes,
            flawless: Seats::new(flawless(Seat::First), flawless(Seat::Second)),
            unjudged: moves.iter().filter(|line| line.label == Label::Unknown).count(),
        }
    }

    /// The summary in words. The one who reads it may be called "you".
    pub fn words(&self, names: &Seats<String>) -> String {
        let mut text: Vec<String> = Vec::new();
        if self.moves == 0 {
            text.push("No move was made.".to_owned());
            text.extend(self.given_away.map(|given| given_away_words(given, names)));
            return text.join(" ");
        }
        match (self.start, self.mistakes.is_empty()) {
            (Ahead::Seat(seat), true) if self.unjudged == 0 && self.given_away.is_some() => {
                text.push(format!("From the start {} could win.", names[seat]));
            }
            (Ahead::Seat(seat), true) if self.unjudged == 0 => {
                text.push(format!("From start to end {} could win.", names[seat]));
            }
            (Ahead::Seat(seat), _) => {
                text.push(format!("At the start {} could win.", names[seat]));
            }
            (Ahead::Nobody, _) => {
                text.push("At the start neither player could force a win.".to_owned());
            }
            (Ahead::Unknown, _) => {}
        }
        // Who made the first mistake comes first.
        let begins = self.mistakes.first().map_or(Seat::First, |first| first.seat);
        let blamed: Vec<String> = [begins, begins.other()]
            .iter()
            .filter_map(|seat| self.blame(*seat, &names[*seat]))
            .collect();
        if !blamed.is_empty() {
            text.push(format!("{}.", blamed.join("; ")));
        }
        text.extend(self.turning_words(names));
        text.extend(self.given_away.map(|given| {
            format!("{} That was the turning point.", given_away_words(given, names))
        }));
        text.extend(self.flawless_words(names));
        match self.unjudged {
            0 => {}
            1 => text.push("One move could not be judged.".to_owned()),
            count => text.push(format!("{count} moves could not be judged.")),
        }
        text.iter().map(|sentence| capital(sentence)).collect::<Vec<String>>().join(" ")
    }

    /// What a player threw away, and when.
    fn blame(&self, seat: Seat, name: &str) -> Option<String> {
        let own: Vec<Mistake> =
            self.mistakes.iter().filter(|mistake| mistake.seat == seat).copied().collect();
        let first = own.first()?;
        let same = own.iter().all(|mistake| mistake.lost == first.lost);
        let did = match first.lost {
            _ if !same => "made mistakes",
            Lost::Win => "threw the win away",
            Lost::WinForNothing => "let the win slip",
            Lost::Balance => "let the game slip",
        };
        Some(format!("{name} {did} {}", when(&own)))
    }

    fn turning_words(&self, names: &Seats<String>) -> Option<String> {
        // What decided the game comes later, if it was given away.
        let TurningPoint { ply, after, to_the_end, .. } =
            self.turning_point.filter(|_| self.given_away.is_none())?;
        let state = match after {
            Ahead::Seat(seat) => format!("{} could win", names[seat]),
            Ahead::Nobody => "neither player could force a win".to_owned(),
            Ahead::Unknown => return None,
        };
        let which = match self.mistakes.len() {
            1 => "That was the turning point".to_owned(),
            _ => format!("The turning point was move {ply}"),
        };
        let since = if to_the_end { "from then on" } else { "after it" };
        Some(format!("{which}: {since} {state}."))
    }

    /// Who threw nothing away, and what such a player could have done better all the same.
    fn flawless_words(&self, names: &Seats<String>) -> Option<String> {
        let flawless: Vec<Seat> =
            Seat::BOTH.into_iter().filter(|seat| self.flawless[*seat]).collect();
        let better = |seat: &Seat| {
            let what = match (self.slower[*seat], self.sooner[*seat]) {
                (false, false) => return None,
                (true, false) => "have won sooner",
                (false, true) => "have held out longer",
                // A game without a winner in sight may be both, one after the other.
                (true, true) => "have won sooner, and held out longer",
            };
            Some((names[*seat].as_str(), what))
        };
        let better: Vec<(&str, &str)> = flawless.iter().filter_map(better).collect();
        Some(match (flawless.as_slice(), better.as_slice()) {
            ([], _) => return None,
            ([only], []) => format!("{} played without a mistake.", names[*only]),
            ([_], [(name, what), ..]) => format!("{name} threw nothing away, but could {what}."),
            (_, []) => "Neither player made a mistake.".to_owned(),
            (_, better) => {
                let could: Vec<String> =
                    better.iter().map(|(name, what)| format!("{name} could {what}")).collect();
                format!("Neither player threw anything away, but {}.", could.join(" and "))
            }
        })
    }
}

/// What was given away without a move, and how.
fn given_away_words(given: Resignation, names: &Seats<String>) -> String {
    let how = match given.how {
        GivenAway::Resigned => "by resigning",
        GivenAway::TimedOut => "by running out of time",
        GivenAway::Forfeited => "by an entry that loses, as was agreed",
    };
    let what = match given.value {
        Some(Value::Win) => "threw the win away",
        _ => "gave away a game that was not lost",
    };
    capital(&format!("{} {what} {how}.", names[given.seat]))
}

/// With which moves.
fn when(mistakes: &[Mistake]) -> String {
    let numbers: Vec<String> = mistakes.iter().map(|mistake| mistake.ply.to_string()).collect();
    match numbers.as_slice() {
        [] => String::new(),
        [only] => format!("with move {only}"),
        [.., last] if numbers.len() > LISTED => {
            format!("{} times, the last time with move {last}", numbers.len())
        }
        [others @ .., last] => format!("with moves {} and {last}", others.join(", ")),
    }
}
