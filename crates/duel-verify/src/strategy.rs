//! Strategies, played through against everything the opponent can do.
//!
//! A section gives one player a reply in every position that can arise on that player's turn. To
//! prove a win, each entry also has a rank, the number of plies to the end under the strategy if
//! the opponent holds out as long as possible. Ranks fall along every line, so the game ends. To
//! prove that a player need not lose, ranks are not needed: the player never leaves the section
//! except by an end that is no loss.

use std::{collections::HashMap, io::BufRead};

use duel_core::{Board, Outcome, Position, Rules, Seat};
use duel_numbers::Budget;

use crate::{
    Claim, Value,
    fault::{Fault, VerifyError},
    form::{StateReader, form},
    lines::{self, Lines},
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Win,
    NotLose,
}

struct StrategyEntry {
    line: usize,
    state: Box<str>,
    reply: Box<str>,
    rank: u32,
    reached: bool,
}

/// The entries for one player.
struct Section<'a, C> {
    game: StateReader<'a, C>,
    seat: Seat,
    goal: Goal,
    entries: Vec<StrategyEntry>,
    places: HashMap<String, usize>,
    queue: Vec<usize>,
}

/// Checks the strategy of the player who is said to win; how many entries it has.
pub(crate) fn win<R: BufRead, C: Fn(&str) -> Option<Rules>>(
    claim: &Claim,
    lines: &mut Lines<R>,
    catalogue: &C,
) -> Result<usize, VerifyError> {
    let turn = claim.position.turn();
    let winner = if claim.value == Value::Win { turn } else { turn.other() };
    let first = lines.line();
    let mut section = Section::new(&claim.position, catalogue, winner, Goal::Win);
    section.read(lines, None)?;
    let plies = section.check(&claim.position, first)?;
    let plies = u32::try_from(plies).ok();
    claim.agrees(claim.value, plies).map_err(|fault| VerifyError { line: first, fault })?;
    Ok(section.entries.len())
}

/// Checks the strategies of both players not to lose; how many entries they have.
pub(crate) fn stay<R: BufRead, C: Fn(&str) -> Option<Rules>>(
    claim: &Claim,
    lines: &mut Lines<R>,
    catalogue: &C,
) -> Result<usize, VerifyError> {
    let mut entries = 0;
    for (seat, until) in [(Seat::First, Some("stay 2")), (Seat::Second, None)] {
        let first = lines.line();
        let mut section = Section::new(&claim.position, catalogue, seat, Goal::NotLose);
        section.read(lines, until)?;
        section.check(&claim.position, first)?;
        entries += section.entries.len();
    }
    Ok(entries)
}

impl<'a, C: Fn(&str) -> Option<Rules>> Section<'a, C> {
    fn new(root: &'a Position, catalogue: &'a C, seat: Seat, goal: Goal) -> Self {
        let game = StateReader::new(root, catalogue);
        Section { game, seat, goal, entries: Vec::new(), places: HashMap::new(), queue: Vec::new() }
    }

    /// Reads entries until the end, or until a line that must come.
    fn read<R: BufRead>(
        &mut self,
        lines: &mut Lines<R>,
        until: Option<&str>,
    ) -> Result<(), VerifyError> {
        loop {
            let line = match until {
                None => lines.next()?,
                Some(_) => Some(lines.required()?),
            };
            match line {
                None => return Ok(()),
                Some(line) if until == Some(&line) => return Ok(()),
                Some(line) => {
                    self.enter(&line, lines.line()).map_err(|fault| lines.fault(fault))?;
                }
            }
        }
    }

    fn enter(&mut self, text: &str, line: usize) -> Result<(), Fault> {
        let mut words = text.split(' ');
        let (Some(state), Some(reply)) = (words.next(), words.next()) else {
            return Err(Fault::Entry);
        };
        let rank = match (self.goal, words.next()) {
            (Goal::Win, Some(rank)) => lines::number(rank).ok_or(Fault::Number)?,
            (Goal::NotLose, None) => 0,
            _ => return Err(Fault::Entry),
        };
        if words.next().is_some() {
            return Err(Fault::Entry);
        }
        let form = form(&self.game.read(state, self.seat)?);
        if let Some(place) = self.places.insert(form, self.entries.len()) {
            return Err(Fault::Twice(self.entries[place].line));
        }
        self.entries.push(StrategyEntry {
            line,
            state: state.into(),
            reply: reply.into(),
            rank,
            reached: false,
        });
        Ok(())
    }

    /// Plays everything through; how many plies the game can last from the root.
    fn check(&mut self, root: &Position, first: usize) -> Result<u64, VerifyError> {
        let at_first = |fault| VerifyError { line: first, fault };
        if let Board::Numbers { numbers, .. } = root.board()
            && numbers.iter().any(|number| number.to_u64().is_none())
        {
            return Err(at_first(Fault::TooLarge));
        }
        let plies = if root.turn() == self.seat { self.mine(root) } else { self.theirs(root) };
        let plies = plies.map_err(at_first)?;
        while let Some(place) = self.queue.pop() {
            let line = self.entries[place].line;
            self.check_entry(place).map_err(|fault| VerifyError { line, fault })?;
        }
        match self.entries.iter().find(|entry| !entry.reached) {
            None => Ok(plies),
            Some(entry) => Err(VerifyError { line: entry.line, fault: Fault::Unreachable }),
        }
    }

    fn check_entry(&mut self, place: usize) -> Result<(), Fault> {
        let StrategyEntry { state, reply, rank, .. } = &self.entries[place];
        let rank = u64::from(*rank);
        let position = self.game.read(state, self.seat)?;
        if position.is_over() {
            return Err(Fault::Over);
        }
        let reply = position.read_move(reply).map_err(|_| Fault::Illegal)?;
        let after = position.after(&reply).map_err(|_| Fault::Illegal)?;
        let plies = self.theirs(&after)? + 1;
        if self.goal == Goal::Win && rank != plies {
            return Err(Fault::Rank(plies));
        }
        Ok(())
    }

    /// The plies from a position in which this player is to move: it must be over in this player's
    /// favour, or have an entry.
    fn mine(&mut self, position: &Position) -> Result<u64, Fault> {
        if self.is_well_over(position)? {
            return Ok(0);
        }
        match self.places.get(&form(position)) {
            None => Err(Fault::Unanswered(position.to_string())),
            Some(place) => {
                let entry = &mut self.entries[*place];
                if !entry.reached {
                    entry.reached = true;
                    self.queue.push(*place);
                }
                Ok(u64::from(entry.rank))
            }
        }
    }

    /// The plies from a position in which the opponent is to move: whatever the opponent plays.
    fn theirs(&mut self, position: &Position) -> Result<u64, Fault> {
        if self.is_well_over(position)? {
            return Ok(0);
        }
        let moves = position.moves(Budget::UNLIMITED);
        if !moves.is_complete() {
            return Err(Fault::TooLarge);
        }
        let mut longest = 0;
        for made in moves.iter() {
            let after = position.after(&made).map_err(|_| Fault::Illegal)?;
            longest = longest.max(self.mine(&after)?);
        }
        Ok(longest + 1)
    }

    /// Whether the game is over; an error if it ended badly for this player.
    fn is_well_over(&self, position: &Position) -> Result<bool, Fault> {
        match position.outcome() {
            None => Ok(false),
            Some(Outcome::Won(seat)) if seat == self.seat => Ok(true),
            Some(Outcome::Nobody) if self.goal == Goal::NotLose => Ok(true),
            Some(_) => Err(Fault::Bad(position.to_string())),
        }
    }
}
