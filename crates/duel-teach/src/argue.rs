//! Arguing with a reason: a person takes the side of the loser, tries anything, and is shown the answer
//! and why, until convinced.

use duel_core::{Illegal, Move, Position};
use duel_solver::{
    Claim, Depth, Limits, Solver, Strategy,
    claim::{arithmetic, end_in_words, leading_to},
    strategy::{Then, Why},
};

/// An argument about one position.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Where it began, and where the loser can return to: the last one is now.
    steps: Vec<Step>,
    /// The winner's first move, in words, where the winner began.
    pub opening: Option<String>,
}

/// A position in which the loser is to move, and what is known about it.
#[derive(Clone, Debug)]
struct Step {
    position: Position,
    strategy: Strategy,
    entry: usize,
    /// Why it is lost, told to the loser.
    why: String,
}

impl Step {
    fn new(
        position: Position,
        (strategy, entry): (Strategy, usize),
        solver: &mut Solver,
        limits: Limits<'_>,
    ) -> Step {
        let why = match &strategy.entries[entry].why {
            Why::Theorem => in_general(&position, solver, limits),
            why => Claim::Named { lost: position.clone(), why: why.in_position(&position) }
                .words(&position),
        };
        Step { position, strategy, entry, why }
    }
}

/// What a theorem says about a lost position, without an example.
fn in_general(lost: &Position, solver: &mut Solver, limits: Limits<'_>) -> String {
    let claims = solver.explain(lost, limits).reason.claims(lost, Depth::Child);
    let said = claims.iter().filter(|claim| !matches!(claim, Claim::Line { .. }));
    let words: Vec<String> = said.map(|claim| claim.words(lost)).collect();
    words.join(" ")
}

/// What is answered to a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The try and the answer, with the numbers that arise.
    pub words: String,
    /// Whether the game is over: the loser has lost.
    pub is_over: bool,
}

/// A try of the loser in this position and the winner's answer, with the numbers that arise, and the
/// position after both. There is no answer where the try has ended the game.
pub fn exchange(
    position: &Position,
    tried: &Move,
    answer: Option<&Move>,
) -> Result<(Answered, Position), Illegal> {
    let mut after = position.after(tried)?;
    let mut words = format!("You play {}.", arithmetic(position, tried));
    if let Some(answer) = answer {
        words.push_str(&format!(" The answer is {}.", leading_to(&after, answer)));
        after = after.after(answer)?;
    }
    let is_over = after.is_over();
    if is_over {
        words = format!("{words} {}", end_in_words(position, &after));
    }
    Ok((Answered { words, is_over }, after))
}

impl Argument {
    /// An argument about a position that is won or lost; `None` if there is nothing to argue about:
    /// nobody wins, the game is over at once, or who wins was not found within the limits.
    pub fn new(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Option<Argument> {
        let explanation = solver.explain(position, limits);
        let strategy = explanation.strategy()?.clone();
        strategy.entries.first()?;
        let root = match &strategy.first {
            Some(first) => position.after(first).ok()?,
            None => position.clone(),
        };
        let first = strategy.first.clone();
        let opening = first.map(|first| Claim::plays(first, &root).words(position));
        Some(Argument { steps: vec![Step::new(root, (strategy, 0), solver, limits)], opening })
    }

    /// Where the loser is to move.
    pub fn position(&self) -> &Position {
        &self.now().position
    }

    /// Why that is lost, told to the loser.
    pub fn why(&self) -> String {
        self.now().why.clone()
    }

    /// Answers a try of the loser. Where the plan has no answer at hand, it is looked for within the
    /// limits; `Ok(None)` means that it was not found.
    pub fn answer(
        &mut self,
        tried: &Move,
        solver: &mut Solver,
        limits: Limits<'_>,
    ) -> Result<Option<Answered>, Illegal> {
        let Step { position, strategy, entry, .. } = self.now();
        let to = position.after(tried)?;
        let known = strategy.entries[*entry].replies.iter().find(|reply| reply.tried == *tried);
        let Some(reply) = known.cloned() else { return Ok(None) };
        // An entry serves for greater lengths than its own, at which a try may end the game.
        let answer = reply.answer.as_ref().filter(|_| !to.is_over());
        let Ok((answered, after)) = exchange(position, tried, answer) else {
            return Ok(None);
        };
        if answered.is_over {
            return Ok(Some(answered));
        }
        let next = match reply.then {
            Then::Entry(next) => Some((strategy.clone(), next)),
            Then::Over | Then::Theorem | Then::Untold => {
                let explanation = solver.explain(&after, limits);
                explanation
                    .strategy()
                    .filter(|found| !found.entries.is_empty())
                    .map(|found| (found.clone(), 0))
            }
        };
        let Some(next) = next else { return Ok(None) };
        self.steps.push(Step::new(after, next, solver, limits));
        Ok(Some(answered))
    }

    /// Takes the last try and its answer back; whether there was one.
    pub fn back(&mut self) -> bool {
        let can = self.steps.len() > 1;
        if can {
            self.steps.pop();
        }
        can
    }

    /// Begins again.
    pub fn again(&mut self) {
        self.steps.truncate(1);
    }

    fn now(&self) -> &Step {
        self.steps.last().unwrap_or_else(|| unreachable!("the first step stays"))
    }
}
