//! What the weaker levels overlook: by the law that their definition states, and always the same for
//! the same seed and position.

use duel_core::{Move, Outcome, Position};
use duel_numbers::Budget;
use duel_play::{Bot, Level, bot::Horizon};
use duel_solver::{Limits, Solver, Value};

/// How many seeds are tried. Seeds are fixed, so the shares never vary.
const SEEDS: u64 = 2_000;

/// How far a share of so many seeds may be from its law, in percent: more than three standard
/// deviations of a fair coin.
const BOUND: f64 = 3.5;

/// Rules of each kind of game, and a number of positions of each.
fn positions() -> Vec<Vec<Position>> {
    let numbers = |rules: &str| -> Vec<Position> {
        (6..90).map(|number| duel_books::position(&format!("{rules}{number}")).unwrap()).collect()
    };
    let digits = (10..99).filter_map(|number| {
        let text = format!("digits+no-leading-zero+cap-second=18:22,25,31,34:{number}");
        duel_books::position(&text).ok()
    });
    vec![
        // With a single number there is always a win, with a second one threats.
        [numbers("divide:"), numbers("divide:30,")].concat(),
        numbers("dilemma+prime-steps:"),
        numbers("subtract+no-echo:"),
        numbers("factor+root+no-whole:"),
        digits.collect(),
    ]
}

fn moves(position: &Position) -> Vec<(Move, Position)> {
    let moves = position.moves(Budget::PROMPT);
    moves.iter().map(|made| (made.clone(), position.after(&made).unwrap())).collect()
}

fn wins_at_once(position: &Position) -> bool {
    let won = Some(Outcome::Won(position.turn()));
    moves(position).iter().any(|(_, after)| after.outcome() == won)
}

fn percent(count: u64) -> f64 {
    100.0 * f64::from(u32::try_from(count).unwrap()) / f64::from(u32::try_from(SEEDS).unwrap())
}

/// Whether a position has one move that wins, which does so at once, and others.
fn has_one_win(position: &Position) -> bool {
    let mut solver = Solver::default();
    let lost = |(_, after): &(Move, Position)| {
        Solver::solve_value(&mut solver, after, Limits::NONE) == Some(Value::Loss)
    };
    !position.is_over()
        && wins_at_once(position)
        && moves(position).len() > 1
        && moves(position).into_iter().filter(lost).count() == 1
}

#[test]
fn a_win_is_overlooked_as_often_as_the_level_says() {
    // With prime steps the winning last move is the only one there is.
    let with_one_win: Vec<Position> =
        positions().into_iter().filter_map(|all| all.into_iter().find(has_one_win)).collect();
    assert_eq!(with_one_win.len(), 4, "{with_one_win:?}");
    for here in with_one_win {
        for level in [Level::Easy, Level::Medium, Level::Hard] {
            let overlooks = |seed: &u64| {
                let thought = Bot::new(level, *seed).think(&here, Horizon::default(), Limits::NONE);
                thought.known.value != Some(Value::Win)
            };
            let share = percent((0..SEEDS).filter(overlooks).count() as u64);
            let law = f64::from(level.sight().overlooks.percent(here.rules()));
            assert!((share - law).abs() < BOUND, "{level} in {here}: {share} instead of {law}");
            assert!(law > 0.0 || share == 0.0, "{level} in {here}: {share}");
        }
    }
}

/// How likely a losing move is played where so many lose at once and the others are open, if each is
/// overlooked with this probability: those that are overlooked are drawn from together with the open
/// ones.
fn share_of_losing(losing: u32, open: u32, overlooked: f64) -> f64 {
    let mut share = 0.0;
    let mut chance = (1.0 - overlooked).powi(losing.cast_signed());
    for unseen in 0..=losing {
        share += chance * f64::from(unseen) / f64::from(unseen + open);
        let left = f64::from(losing - unseen) / f64::from(unseen + 1);
        chance *= left * overlooked / (1.0 - overlooked);
    }
    share
}

/// The moves that let the opponent win at once, if the others leave everything open for two plies.
fn losing_at_once(here: &Position) -> Option<Vec<Move>> {
    let next = moves(here);
    let (losing, open): (Vec<_>, Vec<_>) = next.into_iter().partition(|(_, to)| wins_at_once(to));
    let is_open = |(_, to): &(Move, Position)| moves(to).iter().any(|(_, last)| !last.is_over());
    let suits = !here.is_over()
        && !wins_at_once(here)
        && !losing.is_empty()
        && !open.is_empty()
        && open.iter().all(is_open);
    suits.then(|| losing.into_iter().map(|(made, _)| made).collect())
}

#[test]
fn a_threat_is_overlooked_as_often_as_the_level_says() {
    for all in positions() {
        let suitable = all.iter().filter_map(|here| Some((here, losing_at_once(here)?)));
        let mut tried = 0;
        for (here, losing) in suitable.take(3) {
            tried += 1;
            let falls = |seed: &u64| {
                let made = Bot::new(Level::Easy, *seed).pick(here, Limits::NONE);
                made.is_some_and(|made| losing.contains(&made))
            };
            let count = |many: usize| u32::try_from(many).unwrap();
            let open = moves(here).len() - losing.len();
            let overlooked = f64::from(Level::Easy.sight().overlooks.percent(here.rules())) / 100.0;
            let law = 100.0 * share_of_losing(count(losing.len()), count(open), overlooked);
            let found = percent((0..SEEDS).filter(falls).count() as u64);
            assert!((found - law).abs() < BOUND, "{here}: {found} instead of {law}");
            let careful = Bot::new(Level::Hard, 1).pick(here, Limits::NONE).unwrap();
            assert!(!losing.contains(&careful), "{here}");
        }
        assert!(tried > 0, "no position suits, such as {}", all[0]);
    }
}

#[test]
fn the_same_seed_overlooks_the_same_in_the_same_position() {
    for level in [Level::Easy, Level::Medium] {
        let mut before = Bot::new(level, 5);
        let mut different = false;
        for here in positions().into_iter().flatten().filter(|here| !here.is_over()) {
            let made = Bot::new(level, 5).pick(&here, Limits::NONE);
            // A bot that has thought about all the positions before this one.
            assert_eq!(before.pick(&here, Limits::NONE), made, "{level} in {here}");
            different |= Bot::new(level, 6).pick(&here, Limits::NONE) != made;
        }
        assert!(different, "{level}");
    }
}

/// The table of `docs/opponents.md` is the definition in the code.
#[test]
fn the_documentation_has_the_figures() {
    let document = include_str!("../../../docs/opponents.md");
    for level in Level::ALL {
        let sight = level.sight();
        let (dividing, subtracting, appending) =
            (sight.overlooks.dividing, sight.overlooks.subtracting, sight.overlooks.appending);
        let positions = match sight.positions {
            0 => String::new(),
            positions => format!("{},{:03}", positions / 1_000, positions % 1_000),
        };
        let row = format!(
            "| `{level}` | {} | {} | {positions} | {dividing} % | {subtracting} % | {appending} % |",
            level.summary(),
            sight.plies,
        );
        assert!(document.contains(&row), "docs/opponents.md lacks: {row}");
    }
}
