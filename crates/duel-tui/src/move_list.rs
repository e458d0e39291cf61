//! The moves of a position as one long list, of which only what is looked at is ever made.
//!
//! What a player types filters it: divisors that begin with these digits are in a few ranges of the
//! ascending list, whose ends are found without making what is between them. Where several numbers
//! have moves, each number's begin with a heading; sorted by value, all are one list.

use duel_core::{Group, Move, Moves};
use duel_numbers::Natural;

/// The longest list of one number that can be narrowed and gone through whole.
const LONGEST: u64 = 2_000_000;

/// How much of a longer one is shown at either end.
const ENDS: u64 = 1_000;

/// The longest list that is sorted.
const SORTED: u64 = 2_000;

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
    /// The moves in another order, if they are sorted.
    sorted: Option<Vec<Move>>,
    /// The place of the first move of each number, and which number that is; empty unless several
    /// have moves here.
    headings: Vec<(u64, usize)>,
    /// Whether the middle of a very long list is left out.
    pub(crate) is_cut: bool,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListRow {
    /// The moves of the number at this place come next.
    Heading(usize),
    /// The move at this place of the list.
    Move(u64, Move),
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
            let first = list.count;
            list.add_group(ListSection::Group(place), group, digits);
            if list.count > first {
                list.headings.push((first, group.index()));
            }
        }
        if list.headings.len() < 2 {
            list.headings.clear();
        }
        list
    }

    /// Sorts the moves, unless they are too many; whether they are sorted now.
    pub(crate) fn sort<K: Ord>(&mut self, moves: &Moves, key: impl Fn(&Move) -> K) -> bool {
        if self.count > SORTED {
            return false;
        }
        let mut sorted = self.page(moves, 0, self.count);
        sorted.sort_by_cached_key(key);
        self.sorted = Some(sorted);
        self.headings.clear();
        true
    }

    /// Whether the moves are sorted.
    pub(crate) fn is_sorted(&self) -> bool {
        self.sorted.is_some()
    }

    /// The row of the move at this place.
    pub(crate) fn row_of(&self, place: u64) -> u64 {
        place + self.headings.iter().filter(|(first, _)| *first <= place).count() as u64
    }

    /// How many rows there are, headings included.
    pub(crate) fn row_count(&self) -> u64 {
        self.count + self.headings.len() as u64
    }

    /// So many rows from this one on.
    pub(crate) fn rows(&self, moves: &Moves, from: u64, length: u64) -> Vec<ListRow> {
        let is_before = |place: usize, first: u64| first + (place as u64) < from;
        let passed = self.headings.iter().enumerate();
        let passed = passed.filter(|(place, (first, _))| is_before(*place, *first)).count();
        let mut headings = self.headings[passed..].iter().peekable();
        let mut place = from - passed as u64;
        let mut page = self.page(moves, place, length).into_iter();
        let mut rows = Vec::new();
        while (rows.len() as u64) < length {
            if let Some((_, number)) = headings.next_if(|(first, _)| *first == place) {
                rows.push(ListRow::Heading(*number));
            } else if let Some(made) = page.next() {
                rows.push(ListRow::Move(place, made));
                place += 1;
            } else {
                break;
            }
        }
        rows
    }

    /// The place of the first move of the next number that has any, or of the one before, round and
    /// round.
    pub(crate) fn next_number(&self, place: u64, number: usize, back: bool) -> Option<u64> {
        if let Some(sorted) = &self.sorted {
            let index = |made: &Move| match made {
                Move::Take { index, .. } => Some(*index),
                Move::Append(_) | Move::Pass => None,
            };
            let mut numbers: Vec<usize> = sorted.iter().filter_map(index).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let at = numbers.iter().position(|other| *other == number)?;
            let to = numbers[(at + if back { numbers.len() - 1 } else { 1 }) % numbers.len()];
            return sorted.iter().position(|made| index(made) == Some(to)).map(|it| it as u64);
        }
        let count = self.headings.len();
        let at = self.headings.iter().rposition(|(first, _)| *first <= place);
        let to = match (at, back) {
            (None, _) => 0,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        };
        self.headings.get(to).map(|(first, _)| *first)
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
        if let Some(sorted) = &self.sorted {
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            return sorted.iter().skip(from).take(length).cloned().collect();
        }
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
    fn the_moves_of_each_number_have_a_heading() {
        let position = duel_books::position("divide:15,7,12").unwrap();
        let moves = position.moves(Budget::PROMPT);
        let list = MoveList::of(&moves, "");
        let shown = |from, length| -> Vec<String> {
            let rows = list.rows(&moves, from, length);
            rows.iter()
                .map(|row| match row {
                    ListRow::Heading(number) => format!("number {}", number + 1),
                    ListRow::Move(place, made) => format!("{place} {}", position.write_move(made)),
                })
                .collect()
        };
        let all = shown(0, 99);
        assert_eq!(
            all,
            ["number 1", "0 1:3", "1 1:5", "number 3", "2 3:2", "3 3:3", "4 3:4", "5 3:6"]
        );
        assert_eq!(list.row_count(), 8);
        for from in 0..8 {
            let to = (from + 3).min(8);
            assert_eq!(shown(from as u64, 3), all[from..to]);
        }
        for (row, text) in all.iter().enumerate().filter(|(_, text)| !text.starts_with('n')) {
            let place: u64 = text.split(' ').next().unwrap().parse().unwrap();
            assert_eq!(list.row_of(place), row as u64);
        }
        assert_eq!(list.next_number(1, 0, false), Some(2));
        assert_eq!(list.next_number(4, 2, false), Some(0));
        assert_eq!(list.next_number(1, 0, true), Some(2));
        let narrowed = MoveList::of(&moves, "3:");
        assert_eq!(narrowed.row_count(), narrowed.count(), "one number needs no heading");
    }

    #[test]
    fn sorted_moves_are_one_list() {
        let position = duel_books::position("divide:15,12").unwrap();
        let moves = position.moves(Budget::PROMPT);
        let mut list = MoveList::of(&moves, "");
        let divisor = |made: &Move| match made {
            Move::Take { divisor, .. } => divisor.clone(),
            _ => Natural::default(),
        };
        assert!(list.sort(&moves, |made| std::cmp::Reverse(divisor(made))));
        let page = list.page(&moves, 0, 99);
        let written: Vec<String> = page.iter().map(|made| position.write_move(made)).collect();
        assert_eq!(written, ["2:6", "1:5", "2:4", "1:3", "2:3", "2:2"]);
        assert_eq!(list.next_number(0, 1, false), Some(1));
        assert_eq!(list.next_number(1, 0, false), Some(0));
        let long = duel_books::position("divide:18401055938125660800").unwrap();
        let moves = long.moves(Budget::PROMPT);
        assert!(!MoveList::of(&moves, "").sort(&moves, |_| 0));
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
