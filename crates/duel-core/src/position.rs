//! A state of a game, and the one way on: [`Position::play`].

use std::{
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use duel_numbers::Natural;

use crate::{
    board::Board,
    rules::{Cap, LastMover, Pass, Rules},
    seat::Seat,
    step::{Illegal, Move, Outcome, Step},
};

/// A state of a game: the rules, what is on the table, and who is to move.
///
/// Constructors refuse what the rules cannot produce, so a `Position` is always playable or over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    turn: Seat,
    board: Board,
    settled: Settled,
}

/// The outcome, cached on first use: deciding it can take a primality test. It follows from the rest
/// of a position, so it has no part in equality.
#[derive(Clone, Debug, Default)]
struct Settled(OnceLock<Option<Outcome>>);

impl PartialEq for Settled {
    fn eq(&self, _other: &Settled) -> bool {
        true
    }
}

impl Eq for Settled {}

impl Hash for Settled {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

impl Position {
    /// A position that the caller has checked.
    pub(crate) fn assemble(rules: Rules, turn: Seat, board: Board) -> Position {
        Position { rules, turn, board, settled: Settled::default() }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who is to move (or would be, if the game were not over).
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// What is on the table.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a move, if it is legal. This position stays as it is.
    pub fn play(&self, played: &Move) -> Result<Step, Illegal> {
        let after = self.after(played)?;
        Ok(Step { before: self.clone(), played: played.clone(), after })
    }

    /// The position that a legal move leads to.
    pub fn after(&self, played: &Move) -> Result<Position, Illegal> {
        let mut after = self.clone();
        after.advance(played)?;
        Ok(after)
    }

    /// Goes on to the position that a legal move leads to; after an illegal one nothing has changed.
    pub fn advance(&mut self, played: &Move) -> Result<(), Illegal> {
        if self.board.is_complete() || self.board.is_full() {
            return Err(Illegal::Over);
        }
        match (&mut self.board, played) {
            (Board::Numbers { take, numbers, barred }, Move::Take { index, op, divisor }) => {
                let number = numbers.get_mut(*index).ok_or(Illegal::NoSuchNumber)?;
                *number = take.apply(number, *op, divisor, barred)?;
                take.bar(barred, divisor.clone());
            }
            (Board::Numbers { take, barred, .. }, Move::Pass) => match take.pass {
                Pass::Never => return Err(Illegal::NoPass),
                Pass::OncePerGame if barred.contains(&Natural::one()) => {
                    return Err(Illegal::Barred);
                }
                Pass::OncePerGame => take.bar(barred, Natural::one()),
            },
            (Board::Digits { .. }, Move::Append(digit)) => self.board.append(*digit)?,
            _ => return Err(Illegal::WrongKind),
        }
        self.turn = self.turn.other();
        self.settled = Settled::default();
        Ok(())
    }

    /// Whether dividing by 1 is allowed here.
    pub fn can_pass(&self) -> bool {
        match &self.board {
            Board::Numbers { take, barred, .. } => {
                take.pass == Pass::OncePerGame && !barred.contains(&Natural::one())
            }
            Board::Digits { .. } => false,
        }
    }

    /// Whether the player to move has a move. Nothing is factored for this.
    pub fn can_move(&self) -> bool {
        self.outcome().is_none()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Who has won, once the game has ended.
    ///
    /// One ending covers every book: a player who is to move and cannot loses. The move that makes
    /// the number divisible ends a game of digits, so there too the player to move has lost.
    pub fn outcome(&self) -> Option<Outcome> {
        *self.settled.0.get_or_init(|| self.settle())
    }

    /// Finds out whether the game has ended, and asks before it looks at a number and those that are
    /// barred. After a refusal it is not known.
    pub(crate) fn settle_asking<E>(
        &self,
        mut ask: impl FnMut(&Natural, &[Natural]) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Board::Numbers { take, numbers, barred } = &self.board {
            let mut can_move = self.can_pass();
            for number in numbers {
                if can_move {
                    break;
                }
                ask(number, barred)?;
                can_move = take.has_choice(number, barred);
            }
            self.settled.0.get_or_init(|| self.outcome_if(can_move));
        }
        Ok(())
    }

    fn settle(&self) -> Option<Outcome> {
        let can_move = match &self.board {
            Board::Numbers { take, numbers, barred } => {
                self.can_pass() || numbers.iter().any(|number| take.has_choice(number, barred))
            }
            Board::Digits { .. } => {
                !self.board.is_complete() && !self.board.is_full() && !self.board.is_worn_out()
            }
        };
        self.outcome_if(can_move)
    }

    fn outcome_if(&self, can_move: bool) -> Option<Outcome> {
        if can_move {
            return None;
        }
        if let Board::Digits { append, .. } = &self.board
            && !self.board.is_complete()
            && self.board.is_full()
        {
            return Some(match append.cap {
                Cap::Second(_) => Outcome::Won(Seat::Second),
                Cap::Draw(_) | Cap::Open => Outcome::Nobody,
            });
        }
        Some(Outcome::Won(match self.rules.last_mover() {
            LastMover::Wins => self.turn.other(),
            LastMover::Loses => self.turn,
        }))
    }
}
