//! Strategies of a winner who can wait: at the maximum length that player wins, so it is enough not to
//! be beaten before.
//!
//! Such a strategy is a set of remainders at which the loser may have to move, with an answer to every
//! digit that ends the game or leads back into the set. How long the number is does not matter: an entry
//! serves for its own length and all greater ones. The set is found by adding, for each reply without an
//! answer, the remainder that needs the fewest others; then each entry is left out on trial, and for good
//! where that makes the set smaller.

use duel_core::{Append, Digit, LeadingZero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::choose::{Chosen, ChosenAnswer, ChosenEntry, Label, MOST_ENTRIES};
use crate::{
    limits::Meter,
    residues::{Layers, Wheel},
    value::Value,
};

/// How often an entry is left out on trial.
const TRIALS: usize = 400;

/// How many first moves of the winner are compared.
const FIRST_MOVES: usize = 3;

/// Where the loser is to move. At the empty number a digit may be barred that is legal later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    Empty,
    Remainder(u64),
}

/// What is answered to a digit of the loser.
#[derive(Clone)]
enum Answer {
    /// Nothing: the digit has ended the game.
    Over,
    Ends(Digit),
    /// One of these digits, which lead to these places.
    Goes(Vec<(Digit, Place)>),
}

/// A game of digits with a maximum length, seen from the player who wins there.
pub(crate) struct Waiting<'s, 'm, 'l> {
    pub(crate) wheel: &'s Wheel,
    pub(crate) append: Append,
    pub(crate) completing: Value,
    pub(crate) layers: &'s mut Layers,
    /// The length of the number at the first entry, or the next one if that is empty: every remainder
    /// of a strategy is lost at this length, and so at all greater ones.
    pub(crate) length: u32,
    pub(crate) meter: &'m mut Meter<'l>,
    known: FxHashMap<Place, Vec<(Digit, Answer)>>,
}

impl<'s, 'm, 'l> Waiting<'s, 'm, 'l> {
    pub(crate) fn new(
        (wheel, append, completing): (&'s Wheel, Append, Value),
        layers: &'s mut Layers,
        length: u32,
        meter: &'m mut Meter<'l>,
    ) -> Self {
        let known = FxHashMap::default();
        Waiting { wheel, append, completing, layers, length, meter, known }
    }

    /// The strategy with the fewest entries that is found against the player to move at one of these
    /// places, which are reached by these first moves of the winner.
    pub(crate) fn choose(&mut self, roots: &[(Option<Digit>, Place)]) -> Option<Chosen> {
        let mut best: Option<(Option<Digit>, Vec<Place>)> = None;
        for (first, root) in roots.iter().take(FIRST_MOVES) {
            if let Some(entries) = self.smallest(*root)
                && best.as_ref().is_none_or(|(_, before)| entries.len() < before.len())
            {
                best = Some((*first, entries));
            }
        }
        let (first, entries) = best?;
        Some(self.extract(first, &entries))
    }

    fn smallest(&mut self, root: Place) -> Option<Vec<Place>> {
        let mut best = self.complete(root, &FxHashSet::default(), None)?;
        let mut kept = 0;
        for _ in 0..TRIALS {
            let Some(leave_out) = best.iter().rev().nth(kept).copied().filter(|out| *out != root)
            else {
                break;
            };
            let others = best.iter().copied().filter(|place| *place != leave_out).collect();
            match self.complete(root, &others, Some(leave_out)) {
                Some(shorter) if shorter.len() < best.len() => {
                    best = shorter;
                    kept = 0;
                }
                _ => kept += 1,
            }
            if !self.meter.goes_on(1) {
                break;
            }
        }
        Some(best)
    }

    /// A set of places that has an answer to every reply, in the order in which they are met: preferably
    /// of these places, and without a certain one.
    fn complete(
        &mut self,
        root: Place,
        preferred: &FxHashSet<Place>,
        without: Option<Place>,
    ) -> Option<Vec<Place>> {
        // Places at which a reply has no answer.
        let mut refuted: FxHashSet<Place> = without.into_iter().collect();
        'again: loop {
            let mut met = vec![root];
            let mut next = 0;
            while let Some(place) = met.get(next).copied() {
                next += 1;
                for (_, answer) in self.replies(place)? {
                    let Answer::Goes(goes) = answer else { continue };
                    if goes.iter().any(|(_, to)| met.contains(to)) {
                        continue;
                    }
                    let mut best: Option<(usize, Place)> = None;
                    for (_, to) in goes.iter().filter(|(_, to)| !refuted.contains(to)) {
                        let open =
                            if preferred.contains(to) { 0 } else { 1 + self.open(*to, &met)? };
                        if best.is_none_or(|(fewest, _)| open < fewest) {
                            best = Some((open, *to));
                        }
                    }
                    let Some((_, to)) = best else {
                        if place == root {
                            return None;
                        }
                        refuted.insert(place);
                        continue 'again;
                    };
                    met.push(to);
                    if met.len() > MOST_ENTRIES {
                        return None;
                    }
                }
            }
            return Some(met);
        }
    }

    /// How many replies at a place have no answer that leads to these places.
    fn open(&mut self, place: Place, met: &[Place]) -> Option<usize> {
        let replies = self.replies(place)?;
        let open = replies.iter().filter(|(_, answer)| match answer {
            Answer::Goes(goes) => !goes.iter().any(|(_, to)| met.contains(to) || *to == place),
            Answer::Over | Answer::Ends(_) => false,
        });
        Some(open.count())
    }

    fn replies(&mut self, place: Place) -> Option<Vec<(Digit, Answer)>> {
        if let Some(known) = self.known.get(&place) {
            return Some(known.clone());
        }
        if !self.meter.visit() {
            return None;
        }
        let (from, residue) = match place {
            Place::Empty => (usize::from(self.append.leading_zero == LeadingZero::Barred), 0),
            Place::Remainder(residue) => (0, residue),
        };
        let mut replies = Vec::with_capacity(Digit::ALL.len());
        for tried in Digit::ALL.into_iter().skip(from) {
            let to = self.wheel.append(residue, u64::from(tried.value()));
            let answer = if self.wheel.completes(to) { Answer::Over } else { self.answer(to)? };
            replies.push((tried, answer));
        }
        self.known.insert(place, replies.clone());
        Some(replies)
    }

    fn answer(&mut self, residue: u64) -> Option<Answer> {
        let mut goes = Vec::new();
        for digit in Digit::ALL {
            let to = self.wheel.append(residue, u64::from(digit.value()));
            if self.wheel.completes(to) {
                if self.completing == Value::Win {
                    return Some(Answer::Ends(digit));
                }
            } else if self.layers.at(self.length, to, self.meter)?.0 == Value::Loss {
                goes.push((digit, Place::Remainder(to)));
            }
        }
        Some(Answer::Goes(goes))
    }

    fn extract(&self, first: Option<Digit>, entries: &[Place]) -> Chosen {
        let answer = |answer: &Answer| match answer {
            Answer::Over => ChosenAnswer::Over,
            Answer::Ends(digit) => ChosenAnswer::Ends(Label::Append(*digit)),
            Answer::Goes(goes) => {
                let places = goes.iter().map(|(digit, to)| {
                    (Label::Append(*digit), entries.iter().position(|entry| entry == to))
                });
                let (label, next) = places
                    .min_by_key(|(_, next)| next.unwrap_or(usize::MAX))
                    .unwrap_or((Label::Append(Digit::ALL[0]), None));
                ChosenAnswer::Goes(label, next)
            }
        };
        let entry = |place: &Place| ChosenEntry {
            general: false,
            replies: self.known[place]
                .iter()
                .map(|(tried, found)| (Label::Append(*tried), answer(found)))
                .collect(),
        };
        Chosen {
            first: first.map(Label::Append),
            entries: entries.iter().map(entry).collect(),
            complete: true,
        }
    }
}
