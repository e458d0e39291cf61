//! The reasons of a review, one after the other: a general statement is told once, and later moves refer
//! to it.

use std::collections::HashMap;

use duel_numbers::Budget;
use duel_solver::{Claim, Depth};

use super::ReviewedMove;

/// What has been told so far, and with which move.
#[derive(Clone, Debug, Default)]
pub struct ReasonTeller {
    told: HashMap<String, usize>,
}

impl ReasonTeller {
    /// Why the position before a move had its value, without the general statements that were told
    /// with another move; it names those moves.
    pub fn tell(&mut self, line: &ReviewedMove, depth: Depth, budget: Budget<'_>) -> String {
        let mut text = String::new();
        let mut earlier: Vec<usize> = Vec::new();
        for claim in line.why.claims_within(&line.before, depth, budget) {
            let words = claim.words_after(&text, &line.before);
            let mut between = match claim {
                Claim::Told(_) | Claim::LostNumbers(_) | Claim::PartOfPlan => "\n",
                _ => " ",
            };
            for (part, is_general) in parts(&claim, &words) {
                if is_general {
                    // A proof may go on from another one.
                    let said = part.trim_start_matches("Proof: ").to_lowercase();
                    let first = *self.told.entry(said).or_insert(line.ply);
                    if first != line.ply {
                        earlier.push(first);
                        continue;
                    }
                }
                if !text.is_empty() {
                    text.push_str(between);
                }
                text.push_str(part);
                between = " ";
            }
        }
        earlier.sort_unstable();
        earlier.dedup();
        if let Some((last, others)) = earlier.split_last() {
            let others: Vec<String> = others.iter().map(|ply| format!("{ply} and ")).collect();
            let word = if others.is_empty() { "move" } else { "moves" };
            let space = if text.is_empty() { "" } else { " " };
            text.push_str(&format!("{space}(Why: see {word} {}{last}.)", others.concat()));
        }
        text
    }
}

/// The parts of a claim in words, and which of them are general statements. What says something about
/// this position has a number of it, or comes first.
fn parts<'w>(claim: &Claim, words: &'w str) -> Vec<(&'w str, bool)> {
    match claim {
        Claim::Theorem(_)
        | Claim::Proof(_)
        | Claim::SearchProof
        | Claim::CompleteSearch
        | Claim::LostNumbers(_) => {
            vec![(words, true)]
        }
        Claim::LeavesPrime { .. }
        | Claim::LeavesTwoPrimes { .. }
        | Claim::IsTwoPrimes(_)
        | Claim::LeavesPrimeByOne { .. }
        | Claim::LeavesUnlucky { .. }
        | Claim::Unlucky { .. }
        | Claim::LeavesOdd { .. }
        | Claim::Odd { .. }
        | Claim::Halves { .. }
        | Claim::OddPowerOfTwo { .. }
        | Claim::Parts { .. }
        | Claim::LostAlone { .. }
        | Claim::Balance { .. }
        | Claim::BalanceMisere { .. } => {
            let has_number = |part: &str| part.contains(|c: char| c.is_ascii_digit());
            let is_general =
                |(place, part): (usize, &'w str)| (part, place > 0 && !has_number(part));
            sentences(words).into_iter().enumerate().map(is_general).collect()
        }
        _ => vec![(words, false)],
    }
}

fn sentences(words: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = words;
    while let Some(end) = rest.find(". ") {
        found.push(&rest[..=end]);
        rest = &rest[end + 2..];
    }
    found.push(rest);
    found
}
