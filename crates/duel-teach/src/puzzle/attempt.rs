//! A person at a puzzle: answers are judged and explained, one after the other.
//!
//! Whether a puzzle counts as solved is decided by the first of these: the right answer (solved), a
//! wrong one, a hint, or giving up (not solved). What comes after that is practice.

use duel_books::{
    explain,
    hear::{Unclear, hear},
};
use duel_core::{Fault, Input, Outcome, Position, Step};
use duel_play::{HintStep, hint};
use duel_solver::{Analysis, Depth, Limits, Solver, Value};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    mistake::{Worth, judge, why_it_wins},
    moves::{NODES, best_step, judged_moves},
    puzzle::{Kind, Puzzle, difficulty::winning},
    telling::{self, Who},
    text_form,
};

/// A puzzle and how far a person has come with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The position now, which moves on while a win is played out.
    #[serde(with = "text_form")]
    pub position: Position,
    /// Whether it counts as solved, once that is decided.
    pub solved: Option<bool>,
    /// Whether there is nothing left to answer.
    pub over: bool,
    /// How many hints were given in the position now.
    pub hints: u32,
    /// The first move of a win that is played out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Whether the answer was right.
    pub right: bool,
    /// What is said about it.
    pub words: String,
    /// The computer's move, where it answered one.
    #[serde(rename = "move")]
    pub made: Option<String>,
    /// Whether nothing of the answer was wrong, but something is missing.
    #[serde(default)]
    pub incomplete: bool,
}

/// Why a line is no answer. It does not count as one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnswerError {
    /// The puzzle is over.
    #[error("this puzzle is over")]
    Over,
    /// Not a move, by its form.
    #[error(transparent)]
    Unclear(#[from] Unclear),
    /// Not a move that the rules allow.
    #[error("{0}")]
    Illegal(String),
    /// Not one of the two answers.
    #[error("answer win if you win, or loss if you lose")]
    WinOrLoss,
    /// The move could not be judged.
    #[error("it could not be settled whether that move wins; try another")]
    Unsettled,
}

impl Attempt {
    /// The beginning of an attempt.
    pub fn new(puzzle: Puzzle) -> Attempt {
        let position = puzzle.position.clone();
        Attempt { puzzle, position, solved: None, over: false, hints: 0, first: None }
    }

    /// Judges what a person has typed.
    pub fn answer(&mut self, line: &str, solver: &mut Solver) -> Result<Reply, AnswerError> {
        if self.over {
            return Err(AnswerError::Over);
        }
        let reply = match self.puzzle.kind {
            Kind::Win => self.play(&read_step(&self.position, line)?, solver)?,
            Kind::OnlyMove => self.find(&read_step(&self.position, line)?, solver)?,
            Kind::AllMoves => self.list(&read_steps(&self.position, line)?, solver)?,
            Kind::WhoWins => self.tell(read_value(line)?, solver),
        };
        if !reply.right {
            self.solved.get_or_insert(false);
        } else if self.over {
            self.solved.get_or_insert(true);
        }
        Ok(reply)
    }

    /// A hint: a nudge at first, then how many moves win, where that is neither said by the puzzle nor
    /// its answer, and then what to do. With it the puzzle is not solved any more.
    pub fn hint(&mut self, solver: &mut Solver) -> String {
        self.solved.get_or_insert(false);
        self.hints += 1;
        let step = match (self.puzzle.kind, self.hints) {
            (_, ..=1) => HintStep::Nudge,
            (Kind::Win | Kind::AllMoves, 2) => HintStep::Count,
            _ => HintStep::Move,
        };
        match (self.puzzle.kind, step) {
            (Kind::WhoWins, HintStep::Nudge) => {
                "You win if one of your moves leaves your opponent a position that is lost. Try \
                 them one after the other."
                    .to_owned()
            }
            (Kind::WhoWins | Kind::AllMoves, HintStep::Move) => solution(&self.puzzle, solver),
            _ => hint(&self.position, solver, Limits::nodes(NODES)).words(step),
        }
    }

    /// Gives up, and shows the solution. If nothing else has decided it, the puzzle is not solved.
    pub fn give_up(&mut self, solver: &mut Solver) -> String {
        self.solved.get_or_insert(false);
        self.over = true;
        if self.position == self.puzzle.position {
            solution(&self.puzzle, solver)
        } else {
            analyse(&self.position, solver).reason.words(&self.position, Depth::Child)
        }
    }

    /// A move of a win that is played out.
    fn play(&mut self, step: &Step, solver: &mut Solver) -> Result<Reply, AnswerError> {
        if let Some(wrong) = refuted(step, solver)? {
            return Ok(wrong);
        }
        if self.position == self.puzzle.position {
            self.first = Some(self.position.write_move(&step.played));
        }
        let player = self.position.turn();
        let mut position = step.after.clone();
        let mut words = String::new();
        let mut reply = None;
        if !position.is_over() {
            let answer = best_step(&position, Value::Loss, solver, Limits::nodes(NODES));
            let answer = answer.ok_or(AnswerError::Unsettled)?;
            words = telling::did(&answer, Who::Opponent);
            reply = Some(position.write_move(&answer.played));
            position = answer.after;
        }
        if position.outcome() == Some(Outcome::Won(player)) {
            self.over = true;
            let space = if words.is_empty() { "" } else { " " };
            words = format!("{words}{space}You have won. {}", self.why_won(solver));
        }
        self.position = position;
        self.hints = 0;
        Ok(Reply { right: true, words, made: reply, incomplete: false })
    }

    /// Why the first move that was made has won.
    fn why_won(&self, solver: &mut Solver) -> String {
        let position = &self.puzzle.position;
        let first = self.first.as_deref().and_then(|first| position.read_move(first).ok());
        match first.and_then(|first| position.play(&first).ok()) {
            Some(step) => why_right(&step, solver),
            None => solution(&self.puzzle, solver),
        }
    }

    /// The one move that wins, or another.
    fn find(&mut self, step: &Step, solver: &mut Solver) -> Result<Reply, AnswerError> {
        let reply = find_win(step, solver)?;
        self.over = reply.right;
        Ok(reply)
    }

    /// A list of the moves that win.
    fn list(&mut self, listed: &[Step], solver: &mut Solver) -> Result<Reply, AnswerError> {
        for step in listed {
            if let Some(wrong) = refuted(step, solver)? {
                return Ok(wrong);
            }
        }
        let moves = judged_moves(&self.position, solver, Limits::nodes(NODES));
        let all = winning(&moves).count();
        if listed.len() < all {
            let words =
                format!("Not all yet: you have {} of the {all} moves that win.", listed.len());
            return Ok(Reply { right: false, words, made: None, incomplete: true });
        }
        self.over = true;
        Ok(Reply {
            right: true,
            words: solution(&self.puzzle, solver),
            made: None,
            incomplete: false,
        })
    }

    /// Who wins. There is no second try: two answers are all there are.
    fn tell(&mut self, told: Value, solver: &mut Solver) -> Reply {
        self.over = true;
        let wins = self.puzzle.features.winning > 0;
        let right = (told == Value::Win) == wins;
        Reply { right, words: solution(&self.puzzle, solver), made: None, incomplete: false }
    }
}

/// Judges a move that should win, and says why it does, or what beats it.
pub(crate) fn find_win(step: &Step, solver: &mut Solver) -> Result<Reply, AnswerError> {
    if let Some(wrong) = refuted(step, solver)? {
        return Ok(wrong);
    }
    Ok(Reply { right: true, words: why_right(step, solver), made: None, incomplete: false })
}

/// Why a move wins that was found: this one, and not another that the solver would rather explain.
fn why_right(step: &Step, solver: &mut Solver) -> String {
    let reason = analyse(&step.before, solver).reason;
    let explained = reason.words(&step.before, Depth::Child);
    match reason.winning_move() {
        Some(other) if other != step.played => {
            let found = why_it_wins(step, solver, Limits::nodes(NODES));
            found.map_or_else(
                || {
                    let left = telling::left(step);
                    format!("{left} Whatever your opponent does there, you can win. Another way: {explained}")
                },
                |found| found.words(),
            )
        }
        _ => explained,
    }
}

/// The answer to a puzzle: the winning moves, or `win` or `loss` alone. Typed with spaces between
/// them they solve it, except that a win has to be played out.
pub fn answers(puzzle: &Puzzle, solver: &mut Solver) -> Vec<String> {
    let moves = judged_moves(&puzzle.position, solver, Limits::nodes(NODES));
    let written: Vec<String> =
        winning(&moves).map(|line| puzzle.position.write_move(&line.made)).collect();
    match puzzle.kind {
        Kind::WhoWins if written.is_empty() => vec![Value::Loss.name().to_owned()],
        Kind::WhoWins => vec![Value::Win.name().to_owned()],
        Kind::Win | Kind::OnlyMove | Kind::AllMoves => written,
    }
}

/// The answer to a puzzle and why, in words.
pub fn solution(puzzle: &Puzzle, solver: &mut Solver) -> String {
    let reason = analyse(&puzzle.position, solver).reason;
    let why = reason.words(&puzzle.position, Depth::Child);
    match puzzle.kind {
        Kind::Win | Kind::OnlyMove => why,
        Kind::AllMoves => format!("These win: {}. {why}", answers(puzzle, solver).join(", ")),
        Kind::WhoWins if puzzle.features.winning > 0 => format!("You win here. {why}"),
        Kind::WhoWins => format!("You lose here. {why}"),
    }
}

pub(crate) fn analyse(position: &Position, solver: &mut Solver) -> Analysis {
    solver.analyse_moves(position, Limits::nodes(NODES))
}

/// What is said about a move that does not win; nothing if it does.
fn refuted(step: &Step, solver: &mut Solver) -> Result<Option<Reply>, AnswerError> {
    match judge(step, solver, Limits::nodes(NODES)) {
        Worth::Unknown => Err(AnswerError::Unsettled),
        Worth::Wins => Ok(None),
        Worth::Fails(mistake) => {
            Ok(Some(Reply { right: false, words: mistake.words(), made: None, incomplete: false }))
        }
    }
}

/// Reads a legal move.
pub(crate) fn read_step(position: &Position, line: &str) -> Result<Step, AnswerError> {
    let fault = match hear(position, line)? {
        Input::Move(made) => match position.play(&made) {
            Ok(step) => return Ok(step),
            Err(illegal) => Fault::Illegal(made, illegal),
        },
        Input::Stuck => Fault::NotStuck,
        Input::Resign | Input::Garbled => Fault::Garbled,
    };
    Err(AnswerError::Illegal(explain::fault(position, &fault)))
}

/// Reads moves with commas, spaces or "and" between them. One that is written twice counts once.
fn read_steps(position: &Position, line: &str) -> Result<Vec<Step>, AnswerError> {
    let line = line.replace(" and ", ",");
    let mut steps: Vec<Step> = Vec::new();
    for part in line.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        let read = match read_step(position, part) {
            Ok(step) => vec![step],
            // Not one phrase: a word for each move.
            Err(_) => part
                .split_whitespace()
                .map(|word| read_step(position, word))
                .collect::<Result<_, _>>()?,
        };
        for step in read {
            if steps.iter().all(|known| known.played != step.played) {
                steps.push(step);
            }
        }
    }
    if steps.is_empty() { Err(Unclear::Empty.into()) } else { Ok(steps) }
}

fn read_value(line: &str) -> Result<Value, AnswerError> {
    let answer = line.trim().trim_end_matches(['.', '!']).to_lowercase();
    match answer.strip_prefix("i ").unwrap_or(&answer) {
        "win" | "w" | "won" => Ok(Value::Win),
        "loss" | "lose" | "l" | "lost" => Ok(Value::Loss),
        _ => Err(AnswerError::WinOrLoss),
    }
}
