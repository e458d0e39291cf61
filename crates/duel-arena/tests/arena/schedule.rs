//! Whatever the event: each pair of entrants plays each start once on each side.

use std::collections::{BTreeSet, HashMap};

use duel_arena::schedule::{Format, schedule};
use proptest::prelude::*;

proptest! {
    #[test]
    fn each_pair_plays_each_start_once_on_each_side(
        entrants in 2..9_usize,
        starts in 0..12_usize,
        gauntlet in any::<bool>(),
    ) {
        let format = if gauntlet { Format::Gauntlet } else { Format::RoundRobin };
        let encounters = schedule(format, entrants, starts);
        let mut seen: HashMap<(usize, usize, usize), u32> = HashMap::new();
        let mut numbers = BTreeSet::new();
        for (place, encounter) in encounters.iter().enumerate() {
            prop_assert_eq!(encounter.place, place);
            for game in encounter.games() {
                let seats = game.seats();
                prop_assert_eq!(seats[game.seat_of_one()], encounter.entrants[0]);
                *seen.entry((encounter.start, seats.first, seats.second)).or_default() += 1;
                prop_assert!(numbers.insert(game.number()));
            }
        }
        let meet = |one: usize, other: usize| {
            one != other && (!gauntlet || one == 0 || other == 0)
        };
        let mut games = 0;
        for start in 0..starts {
            for one in 0..entrants {
                for other in (0..entrants).filter(|other| meet(one, *other)) {
                    prop_assert_eq!(seen.get(&(start, one, other)), Some(&1));
                    games += 1;
                }
            }
        }
        prop_assert_eq!(seen.len(), games);
        // Games are numbered from 1 without a gap.
        prop_assert_eq!(numbers, (1..=games).collect());
        // Whatever part of the event has been played, nobody is more than a start ahead.
        let in_order = encounters.is_sorted_by_key(|encounter| encounter.start);
        prop_assert!(in_order);
    }
}
