//! A whole game as a graph in memory: every position that can be reached from a start, numbered,
//! with the positions that its moves lead to.
//!
//! Building it asks the rules about every move once. Afterwards random games are walks on it
//! and cost a few nanoseconds a move. Positions are distinguished by what matters to the game: all
//! numbers and the whole list of barred ones, or the remainders of the digits (with the length and
//! the used digits where rules ask for them); not by whose turn it is.

use std::collections::HashMap;

use duel_core::{Board, Outcome, Position, Reuse};
use duel_numbers::{Budget, Natural};

/// How many games are walked side by side, so that one waits for memory while another moves.
const LANES: usize = 8;

/// A position: which part of the list has its moves, or how the game ended.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    /// The number of moves; a finished position has one, back to the start.
    moves: u32,
    end: End,
}

/// How a game ends at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum End {
    /// It goes on.
    Not = 0,
    /// The player to move has won.
    Won = 1,
    /// The player to move has lost.
    Lost = 2,
    /// There is no winner.
    Nobody = 3,
}

/// A whole game.
#[derive(Clone, Debug)]
pub(crate) struct Atlas {
    nodes: Vec<Node>,
    /// Where the moves lead, node after node.
    leads: Vec<u32>,
}

/// What random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Games played to their end.
    pub(crate) games: u64,
    /// Moves made in them.
    pub(crate) moves: u64,
    /// Games won by the player who began.
    pub(crate) first: u64,
    /// Games won by the other one.
    pub(crate) second: u64,
}

/// What distinguishes the positions of one game.
#[derive(PartialEq, Eq, Hash)]
enum PositionKey {
    Numbers(Vec<Natural>, Vec<Natural>),
    Digits { residues: Vec<Natural>, empty: bool, length: usize, used: u16 },
}

impl PositionKey {
    fn of(position: &Position) -> PositionKey {
        match position.board() {
            Board::Numbers { numbers, barred, .. } => {
                let mut barred = barred.clone();
                barred.sort_unstable();
                PositionKey::Numbers(numbers.clone(), barred)
            }
            Board::Digits { append, digits, residues, .. } => PositionKey::Digits {
                residues: residues.clone(),
                empty: digits.is_empty(),
                length: append.cap.length().map_or(0, |_| digits.len()),
                used: match append.reuse {
                    Reuse::Free => 0,
                    Reuse::Once => digits.iter().fold(0, |used, digit| used | 1 << digit.value()),
                },
            },
        }
    }
}

impl Atlas {
    /// Maps a game, or gives up if it has more positions than `most`.
    ///
    /// The end of a game capped in favour of the second seat depends on whose turn it is, so such
    /// games are drawn for the turns as they are at the start.
    pub(crate) fn of(start: &Position, most: usize) -> Option<Atlas> {
        let mut numbers: HashMap<PositionKey, u32> = HashMap::from([(PositionKey::of(start), 0)]);
        let mut open = vec![start.clone()];
        let mut atlas = Atlas { nodes: Vec::new(), leads: Vec::new() };
        let mut next = 0;
        while next < open.len() {
            let position = open[next].clone();
            next += 1;
            let first = u32::try_from(atlas.leads.len()).ok()?;
            let end = match position.outcome() {
                None => End::Not,
                Some(Outcome::Won(seat)) if seat == position.turn() => End::Won,
                Some(Outcome::Won(_)) => End::Lost,
                Some(Outcome::Nobody) => End::Nobody,
            };
            if end == End::Not {
                for made in position.moves(Budget::UNLIMITED).iter() {
                    let after = position.after(&made).ok()?;
                    let number = u32::try_from(open.len()).ok()?;
                    let number = *numbers.entry(PositionKey::of(&after)).or_insert_with(|| {
                        open.push(after);
                        number
                    });
                    atlas.leads.push(number);
                }
            } else {
                atlas.leads.push(0);
            }
            if open.len() > most {
                return None;
            }
            let moves = u32::try_from(atlas.leads.len()).ok()? - first;
            atlas.nodes.push(Node { first, moves, end });
        }
        Some(atlas)
    }

    /// Plays random games, every legal move equally likely, for so many steps in all.
    pub(crate) fn play(&self, steps: u64, seed: u64) -> Tally {
        let mut dice: [u64; LANES] = std::array::from_fn(|lane| {
            seed.wrapping_add(lane as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
        });
        let mut at = [0_u32; LANES];
        let mut ply = [0_u64; LANES];
        let mut tally = Tally::default();
        // What each end is worth to the player who began, by whose turn it is there.
        let mut ends = [[0_u64; 2]; 4];
        for _ in 0..steps / LANES as u64 {
            for lane in 0..LANES {
                let node = self.nodes[at[lane] as usize];
                // A multiplicative generator; its upper half is good enough for games.
                dice[lane] = dice[lane].wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                let pick = ((dice[lane] >> 32) * u64::from(node.moves)) >> 32;
                at[lane] = self.leads[node.first as usize + usize::try_from(pick).unwrap_or(0)];
                let ended = u64::from(node.end != End::Not);
                ends[node.end as usize][usize::from(ply[lane] % 2 == 1)] += 1;
                tally.moves += ply[lane] * ended;
                ply[lane] = (ply[lane] + 1) * (1 - ended);
            }
        }
        let [_, won, lost, nobody] = ends;
        tally.first = won[0] + lost[1];
        tally.second = won[1] + lost[0];
        tally.games = tally.first + tally.second + nobody[0] + nobody[1];
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atlas(text: &str) -> Atlas {
        Atlas::of(&duel_books::position(text).unwrap(), 1 << 20).unwrap()
    }

    #[test]
    fn the_map_of_factor_with_the_whole_used_list() {
        let map = atlas("factor+no-whole:100");
        let finished = map.nodes.iter().filter(|node| node.end != End::Not).count();
        assert_eq!((map.nodes.len(), finished), (145_303, 48_335));
    }

    #[test]
    fn a_map_that_is_too_large_is_not_drawn() {
        let start = duel_books::position("factor+no-whole:100").unwrap();
        assert!(Atlas::of(&start, 1_000).is_none());
    }

    #[test]
    fn random_games_come_out_as_they_should() {
        // From 12 the moves lead to 6, 4, 3 and 2; 6 leads to 3 and 2, 4 to 2. The player who
        // begins wins by 4 and 6 (to 3 and 2): two of four first moves.
        let tally = atlas("divide:12").play(4_000_000, 7);
        assert_eq!(tally.first + tally.second, tally.games);
        assert!(tally.games > 1_000_000, "{tally:?}");
        let about = |part: u64, whole: u64| part.abs_diff(whole) < whole / 50;
        assert!(about(2 * tally.first, tally.games), "{tally:?}");
        assert!(about(2 * tally.moves, 3 * tally.games), "{tally:?}");
    }

    #[test]
    fn digits_are_mapped_by_their_remainders() {
        // The empty number, six remainders that go on, and the one that ends the game.
        assert_eq!(atlas("digits:7:").nodes.len(), 8);
        let tally = atlas("digits+no-leading-zero+cap-draw=2:97:").play(1_000_000, 1);
        assert!(tally.games > tally.first + tally.second, "most are drawn");
    }
}
