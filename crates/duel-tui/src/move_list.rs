//! The moves of a position as one long list, of which only what is looked at is ever made.
//!
//! What a player types filters it: divisors that begin with these digits are in a few ranges of the
//! ascending list, whose ends are found without making what is between them.

use duel_core::{Group, Move, Moves};
use duel_numbers::Natural;

/// The longest list of one number that can be narrowed and gone through whole.
const LONGEST: u64 = 2_000_000;

/// How much of a longer one is shown at either end.
const ENDS: u64 = 1_000;

/// A section of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListSection {
    Pass,
    Digits,
    Group(usize),
}

/// Some consecutive moves of one section.
#[derive(Clone, Copy, Debug)]
struct SectionRange {
    section: ListSection,
    from: u64,
    to: u64,
}

/// The moves that are shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveList {
    ranges: Vec<SectionRange>,
    count: u64,
    /// Whether the middle of a very long list is left out.
    pub(crate) is_cut: bool,
}

/// What a player has typed, as far as it says which moves are meant.
struct MoveFilter<'a> {
    index: Option<usize>,
    digits: &'a str,
}

impl MoveList {
    /// The moves that begin as typed; all of them where that says nothing about moves.
    pub(crate) fn of(moves: &Moves, typed: &str) -> MoveList {
        let filter = read(typed);
        let mut list = MoveList::default();
        if moves.has_pass() && filter.as_ref().is_none_or(|it| "1".starts_with(it.digits)) {
            list.push(ListSection::Pass, 0, 1);
        }
        for (place, digit) in (0..).zip(moves.digits()) {
            let meant = |it: &MoveFilter<'_>| {
                it.digits.is_empty() || it.digits.chars().eq([digit.to_char()])
            };
            if filter.as_ref().is_none_or(meant) {
                list.push(ListSection::Digits, place, place + 1);
            }
        }
        for (place, group) in moves.groups().iter().enumerate() {
            let digits = match &filter {
                Some(MoveFilter { index: Some(index), .. }) if *index != group.index() => continue,
                Some(filter) => filter.digits,
                None => "",
            };
            list.add_group(ListSection::Group(place), group, digits);
        }
        list
    }

    fn add_group(&mut self, section: ListSection, group: &Group, digits: &str) {
        let count = group.count().to_u64();
        let Some(count) = count.filter(|count| *count <= LONGEST) else {
            self.is_cut = true;
            self.push(section, 0, ENDS);
            if let Some(count) = count {
                self.push(section, count - ENDS, count);
            }
            return;
        };
        if digits.is_empty() {
            return self.push(section, 0, count);
        }
        let Ok(prefix) = Natural::parse(digits) else { return };
        let (one, ten) = (Natural::one(), Natural::from(10_u8));
        let (mut low, mut above) = (prefix.clone(), &prefix + &one);
        while low <= *group.number() {
            let (from, to) = (group.rank(&(&low - &one)), group.rank(&(&above - &one)));
            if let (Some(from), Some(to)) = (from, to) {
                self.push(section, from, to);
            }
            (low, above) = (&low * &ten, &above * &ten);
        }
    }

    fn push(&mut self, section: ListSection, from: u64, to: u64) {
        if from < to {
            self.ranges.push(SectionRange { section, from, to });
            self.count += to - from;
        }
    }

    /// How many moves are shown.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The moves at these places.
    pub(crate) fn page(&self, moves: &Moves, from: u64, length: u64) -> Vec<Move> {
        let (mut skip, mut left) = (from, length);
        let mut page = Vec::new();
        for range in &self.ranges {
            let size = range.to - range.from;
            if skip >= size {
                skip -= size;
                continue;
            }
            let start = range.from + skip;
            let end = range.to.min(start.saturating_add(left));
            range.read(moves, start, end, &mut page);
            left -= end - start;
            skip = 0;
            if left == 0 {
                break;
            }
        }
        page
    }

    /// The move at this place.
    pub(crate) fn at(&self, moves: &Moves, place: u64) -> Option<Move> {
        self.page(moves, place, 1).into_iter().next()
    }
}

impl SectionRange {
    fn read(&self, moves: &Moves, from: u64, to: u64, page: &mut Vec<Move>) {
        match self.section {
            ListSection::Pass => page.push(Move::Pass),
            ListSection::Digits => {
                let digit = usize::try_from(from).ok().and_then(|from| moves.digits().get(from));
                page.extend(digit.map(|digit| Move::Append(*digit)));
            }
            ListSection::Group(place) => {
                let Some(group) = moves.groups().get(place) else { return };
                let found = group.page(from..to).unwrap_or_default();
                let index = group.index();
                page.extend(found.into_iter().map(|(op, divisor)| Move::Take {
                    index,
                    op,
                    divisor,
                }));
            }
        }
    }
}

/// Reads `[INDEX:][/|-]DIGITS`; `None` for anything else.
fn read(typed: &str) -> Option<MoveFilter<'_>> {
    let (index, rest) = match typed.split_once(':') {
        None => (None, typed),
        Some((index, rest)) => (Some(index.parse::<usize>().ok()?.checked_sub(1)?), rest),
    };
    let digits = rest.strip_prefix(['/', '-']).unwrap_or(rest);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(MoveFilter { index, digits })
}

#[cfg(test)]
mod tests {
    use duel_numbers::Budget;

    use super::*;

    fn written(position: &str, typed: &str) -> Vec<String> {
        let position = duel_books::position(position).unwrap();
        let moves = position.moves(Budget::PROMPT);
        let list = MoveList::of(&moves, typed);
        let page = list.page(&moves, 0, u64::MAX);
        assert_eq!(page.len() as u64, list.count());
        page.iter().map(|made| position.write_move(made)).collect()
    }

    #[test]
    fn typing_narrows_the_list() {
        assert_eq!(written("divide:60", "1"), ["10", "12", "15"]);
        assert_eq!(written("divide:60", "12"), ["12"]);
        assert_eq!(written("divide:60", "7"), [""; 0]);
        assert_eq!(written("divide:60", "divide by").len(), 10);
        assert_eq!(written("divide:60,84", "2:1"), ["2:12", "2:14"]);
        assert_eq!(written("divide:60,84", "1"), ["1:10", "1:12", "1:15", "2:12", "2:14"]);
        assert_eq!(written("divide+either:12", "-6"), ["/6", "-6"]);
        assert_eq!(written("digits:7:", "3"), ["3"]);
        assert_eq!(written("divide+one:12", ""), ["1", "2", "3", "4", "6"]);
    }

    #[test]
    fn a_long_list_is_never_made_whole() {
        let position = duel_books::position("divide:18401055938125660800").unwrap();
        let moves = position.moves(Budget::PROMPT);
        let list = MoveList::of(&moves, "");
        assert_eq!(list.count(), 184_318);
        let narrowed = MoveList::of(&moves, "9999");
        let all = moves.iter().filter(|made| position.write_move(made).starts_with("9999"));
        assert_eq!(narrowed.count(), all.count() as u64);
    }

    #[test]
    fn places_are_counted_across_all_stretches() {
        let position = duel_books::position("divide:720720,5040").unwrap();
        let moves = position.moves(Budget::PROMPT);
        let list = MoveList::of(&moves, "1");
        let all = list.page(&moves, 0, u64::MAX);
        for (place, made) in (0..).zip(&all) {
            assert_eq!(list.at(&moves, place).as_ref(), Some(made));
        }
        assert_eq!(list.page(&moves, 3, 20), all[3..23]);
    }
}
