//! Opponents: legal, in time, reproducible, and as strong as they say.

use std::{convert::Infallible, sync::atomic::AtomicBool, time::Duration};

use duel_books::BOOKS;
use duel_core::{Ending, HouseRule, Move, Outcome, Position, Rules, Seat, Seats};
use duel_numbers::{Budget, Natural};
use duel_play::{
    Bot, BotChoice, Dice, Draw, Event, Level, Player, PlayerKind, PlayerSpec, Session, Terms, Turn,
    command_line::{CommandError, CommandLine},
    opponent,
};
use duel_solver::{Limits, Solver, Value};

fn position(text: &str) -> Position {
    duel_books::position(text).unwrap()
}

/// Rules of a book with every house rule of a random set that fits.
fn some_rules(dice: &mut Dice) -> Rules {
    let book = BOOKS[usize::try_from(dice.roll(0..=4)).unwrap()];
    let length = Some(u32::try_from(dice.roll(1..=12)).unwrap());
    HouseRule::ALL.into_iter().fold(book.rules, |rules, rule| {
        if dice.roll(0..=2) == 0 { rules.with(&[rule], length).unwrap_or(rules) } else { rules }
    })
}

fn some_start(dice: &mut Dice, largest: u64) -> Position {
    let rules = some_rules(dice);
    loop {
        let count = dice.roll(1..=3);
        let numbers: Vec<Natural> =
            (0..count).map(|_| Natural::from(dice.roll(2..=largest))).collect();
        let turn = if dice.toss() { Seat::First } else { Seat::Second };
        let start = Position::numbers(rules, numbers.clone(), turn)
            .or_else(|_| Position::digits(rules, numbers, &[], turn));
        if let Ok(start) = start {
            return start;
        }
    }
}

fn fair_starts(slug: &str, seeds: std::ops::Range<u64>) -> Vec<Position> {
    let book = duel_books::find(slug).unwrap();
    let fair = Terms { fair: true, ..Terms::default() }.agree(book).unwrap();
    seeds.map(|seed| fair.first_position(fair.deal(seed, 1).numbers).unwrap()).collect()
}

/// Who wins a game between two opponents, and after how many plies.
fn play(start: &Position, first: &mut Bot, second: &mut Bot) -> (Outcome, usize) {
    let mut session = Session::between(["first", "second"], start.clone());
    let store = |_: &Session, _: &Event| Ok::<(), Infallible>(());
    opponent::play(&mut session, Seats::new(first, second), || Limits::NONE, store).unwrap();
    let game = session.game();
    (game.ending().map_or(Outcome::Nobody, Ending::outcome), game.played().len())
}

#[test]
fn players_are_named_by_options() {
    let spec = |text: &str| text.parse::<PlayerSpec>();
    let bot = |name: Option<&str>, level| {
        Ok(PlayerSpec { name: name.map(str::to_owned), kind: PlayerKind::Bot(level) })
    };
    assert_eq!(spec("bot:easy"), bot(None, Level::Easy));
    assert_eq!(spec("Ada=bot:swindler"), bot(Some("Ada"), Level::Swindler));
    assert_eq!(spec("a=b=bot:hard"), bot(Some("a=b"), Level::Hard));
    let person = spec("Ada Bot").unwrap();
    assert_eq!((person.shown("Player 1"), person.kind), ("Ada Bot".to_owned(), PlayerKind::Human));
    assert_eq!(spec("bot:perfect").unwrap().shown("Player 1"), "Bot (perfect)");
    let error = spec("bot:godlike").unwrap_err().to_string();
    for level in Level::ALL {
        assert!(error.contains(level.name()), "{error}");
        assert_eq!(level.name().parse(), Ok(level));
    }
    let command = |text: &str| match spec(text).unwrap() {
        PlayerSpec { name, kind: PlayerKind::Command(line) } => (name, line.to_string()),
        other => panic!("{other:?}"),
    };
    assert_eq!(command("cmd:./bot --x=1"), (None, "./bot --x=1".to_owned()));
    let named = (Some("Ada".to_owned()), "./bot a=cmd:b".to_owned());
    assert_eq!(command("Ada=cmd:./bot a=cmd:b"), named);
    assert_eq!(spec("cmd:./bot").unwrap().kind.word().as_deref(), Some("cmd"));
    assert_eq!(spec("cmd:./bot x").unwrap().shown("Player 1"), "./bot x");
    assert!(spec("cmd:").is_err());
    assert!(spec("cmd:'./bot").is_err());
    assert!(spec("Ada=bot:").is_err());
    assert!(spec("=bot:easy").is_err());
    assert!(spec("\u{1b}").is_err());
}

#[test]
fn every_move_is_legal_under_any_rules() {
    let mut dice = Dice::seeded(11);
    let mut asked = 0;
    for game in 0..400_u64 {
        let mut bots: Vec<Bot> = Level::ALL.map(|level| Bot::new(level, game)).into();
        let mut here = some_start(&mut dice, 120);
        for _ in 0..12 {
            if here.is_over() {
                break;
            }
            let place = usize::try_from(dice.roll(0..=5)).unwrap();
            let made = match bots[place].choose(&Turn::new(&here, Limits::nodes(2_000))) {
                Ok(BotChoice::Move(made)) => made,
                other => panic!("{other:?} in {here}"),
            };
            here = here.after(&made).unwrap_or_else(|why| panic!("{made:?} in {here}: {why:?}"));
            asked += 1;
        }
    }
    assert!(asked > 1_000, "{asked}");
}

#[test]
fn random_games_are_legal_under_any_rules() {
    let mut dice = Dice::seeded(12);
    let mut asked = 0;
    for game in 0..1_500_u64 {
        let mut bot = Bot::new(Level::Random, game);
        let mut here = some_start(&mut dice, 5_000);
        for _ in 0..20 {
            if here.is_over() {
                break;
            }
            let made = bot.pick(&here, Limits::NONE).unwrap();
            here = here.after(&made).unwrap();
            asked += 1;
        }
    }
    assert!(asked > 5_000, "{asked}");
}

#[test]
fn random_draws_every_move_equally_often() {
    let here = position("divide+either:60,8");
    let moves: Vec<Move> = here.moves(Budget::PROMPT).iter().collect();
    let mut counts = vec![0_u32; moves.len()];
    for seed in 0..6_000 {
        let made = Bot::new(Level::Random, seed).pick(&here, Limits::NONE).unwrap();
        counts[moves.iter().position(|other| *other == made).unwrap()] += 1;
    }
    let fair = 6_000 / u32::try_from(moves.len()).unwrap();
    assert!(counts.iter().all(|count| (fair * 3 / 4..fair * 5 / 4).contains(count)), "{counts:?}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for book in BOOKS {
        let start = &fair_starts(book.slug, 3..4)[0];
        for level in Level::ALL {
            let game = |seed: u64| {
                let mut players = [Bot::new(level, seed), Bot::new(Level::Random, seed + 1)];
                let mut here = start.clone();
                let mut moves = Vec::new();
                while !here.is_over() {
                    let player = &mut players[moves.len() % 2];
                    let made = player.pick(&here, Limits::NONE).unwrap();
                    here = here.after(&made).unwrap();
                    moves.push(made);
                }
                moves
            };
            assert_eq!(game(5), game(5), "{level} from {start}");
            assert!((6..20).any(|seed| game(seed) != game(5)), "{level} from {start}");
        }
    }
}

#[test]
fn numbers_of_any_size_are_answered_in_time() {
    let semiprime = "1000000000000000000000000000057000000000000000000000000000702099999999999999\
                     999999999640989";
    let many_divisors = Natural::from(30_030_u64).pow(9).to_string();
    let starts = [
        format!("subtract:{}", Natural::from(6_u64).pow(1_200)),
        format!("divide:{}", Natural::from(6_u64).pow(1_200)),
        format!("subtract:{many_divisors}"),
        format!("factor+no-whole:{many_divisors}"),
        format!("divide+either:{many_divisors},{many_divisors}"),
        format!("divide:{semiprime}"),
        format!("factor+no-whole:{semiprime}"),
        "subtract+no-echo:897612484786617600".to_owned(),
        "divide+once:897612484786617600,897612484786617600".to_owned(),
        format!("digits:{semiprime},{many_divisors}:123"),
        "digits+no-leading-zero+cap-second=1000:9973,9967,9949:1".to_owned(),
    ];
    for text in starts {
        let here = position(&text);
        for level in Level::ALL {
            let limits = Limits::time(Duration::from_millis(100));
            match Bot::new(level, 1).choose(&Turn::new(&here, limits)) {
                Ok(BotChoice::Move(made)) => {
                    assert!(here.after(&made).is_ok(), "{level} in {text}");
                }
                choice => {
                    assert_eq!(choice, Ok(BotChoice::Resign));
                    assert!(text.contains(semiprime), "{level} resigns {text}");
                }
            }
        }
    }
}

#[test]
fn perfect_needs_no_factors_where_a_theorem_needs_none() {
    let large = &Natural::from(10_u64).pow(60) + &Natural::from(2_u64);
    let here = position(&format!("subtract:{large}"));
    let made = Bot::new(Level::Perfect, 1).pick(&here, Limits::NONE).unwrap();
    let after = here.after(&made).unwrap();
    assert_eq!(
        Solver::default().solve_value(&after, Limits::nodes(1)),
        Some(Value::Loss),
        "{after}"
    );
}

#[test]
fn rulings_a10_bots_abandon_at_a_thousand_digits() {
    let digits = |count: usize| position(&format!("digits:1000:{}", "1".repeat(count)));
    for level in Level::ALL {
        let mut bot = Bot::new(level, 3);
        let (short, long) = (digits(999), digits(1_000));
        let played = bot.choose(&Turn::new(&short, Limits::NONE));
        assert!(matches!(played, Ok(BotChoice::Move(_))), "{level}");
        let turn = Turn::new(&long, Limits::NONE);
        assert_eq!(bot.choose(&turn), Ok(BotChoice::Abandon));
        let played = bot.choose(&Turn { draw: Draw::Declined, ..turn });
        assert!(matches!(played, Ok(BotChoice::Move(_))), "{level} was declined and plays on");
    }
}

#[test]
fn an_endless_game_between_perfect_bots_is_abandoned() {
    let start = position("digits+no-leading-zero:97:");
    let (mut one, mut two) = (Bot::new(Level::Perfect, 1), Bot::new(Level::Perfect, 2));
    assert_eq!(play(&start, &mut one, &mut two), (Outcome::Nobody, 1_000));
}

#[test]
fn a_full_game_of_each_fair_preset_between_each_pair_of_neighbours() {
    for book in BOOKS {
        for start in fair_starts(book.slug, 0..2) {
            for pair in Level::ALL.windows(2) {
                let (mut one, mut two) = (Bot::new(pair[0], 1), Bot::new(pair[1], 2));
                let (outcome, plies) = play(&start, &mut one, &mut two);
                assert!(matches!(outcome, Outcome::Won(_)), "{start}");
                assert!(plies > 0, "{start}");
            }
        }
    }
}

#[test]
fn perfect_never_loses_a_won_position() {
    let small = ["subtract", "subtract+no-echo", "dilemma+prime-steps", "factor+no-whole+misere"];
    let mut starts: Vec<Position> = Vec::new();
    for rules in small {
        starts.extend((20..50).map(|number| position(&format!("{rules}:{number}"))));
    }
    for numbers in ["12,30,8", "60,16", "81,36,10", "6,10,15,21"] {
        starts.push(position(&format!("divide:{numbers}")));
        starts.push(position(&format!("divide+misere:{numbers}")));
    }
    starts.extend(BOOKS.iter().flat_map(|book| fair_starts(book.slug, 20..22)));
    let mut solver = Solver::default();
    for start in starts {
        let Some(value @ (Value::Win | Value::Loss)) = solver.solve_value(&start, Limits::NONE)
        else {
            panic!("{start} is not settled");
        };
        for rival in [Level::Random, Level::Swindler] {
            let (mut perfect, mut rival) = (Bot::new(Level::Perfect, 1), Bot::new(rival, 2));
            let ((outcome, _), seat) = if value == Value::Win {
                (play(&start, &mut perfect, &mut rival), Seat::First)
            } else {
                (play(&start, &mut rival, &mut perfect), Seat::Second)
            };
            assert_eq!(outcome, Outcome::Won(seat), "{start}");
        }
    }
}

#[test]
fn perfect_is_quick_and_slow_where_it_should_be() {
    let mut solver = Solver::default();
    for number in 40..80_u64 {
        let start = position(&format!("subtract+no-echo:{number}"));
        let plies = solver.solve_fully(&start, Limits::NONE).plies.unwrap();
        let (mut one, mut two) = (Bot::new(Level::Perfect, 1), Bot::new(Level::Perfect, 2));
        let (_, played) = play(&start, &mut one, &mut two);
        assert_eq!(played, plies as usize, "{start}");
    }
}

#[test]
fn the_swindler_leaves_the_fewest_winning_replies() {
    let mut solver = Solver::default();
    let mut winning_replies = |position: &Position| {
        let replies: Vec<Move> = position.moves(Budget::PROMPT).iter().collect();
        let wins = |reply: &&Move| {
            let after = position.after(reply).unwrap();
            solver.solve_value(&after, Limits::NONE) == Some(Value::Loss)
        };
        replies.iter().filter(wins).count()
    };
    let mut lost = 0;
    for number in 40..120_u64 {
        let here = position(&format!("subtract+no-echo:{number}"));
        if here.is_over() || Solver::default().solve_value(&here, Limits::NONE) != Some(Value::Loss)
        {
            continue;
        }
        lost += 1;
        let made = Bot::new(Level::Swindler, number).pick(&here, Limits::NONE).unwrap();
        let left = winning_replies(&here.after(&made).unwrap());
        let moves: Vec<Move> = here.moves(Budget::PROMPT).iter().collect();
        let least = moves.iter().map(|made| winning_replies(&here.after(made).unwrap())).min();
        assert_eq!(Some(left), least, "{here}");
    }
    assert!(lost > 5, "{lost}");
}

#[test]
fn each_level_beats_the_one_below() {
    for pair in Level::ALL[..5].windows(2) {
        // The weaker ones are quick, and closer to each other.
        let seeds = if pair[1] <= Level::Medium { 0..40 } else { 0..8 };
        let starts: Vec<Position> = ["divide", "dilemma", "subtract"]
            .into_iter()
            .flat_map(|slug| fair_starts(slug, seeds.clone()))
            .collect();
        let mut won = 0_usize;
        for (number, start) in (0_u64..).zip(&starts) {
            let mut below = Bot::new(pair[0], 1 + number);
            let mut above = Bot::new(pair[1], 1 + number + (1 << 32));
            let (first, _) = play(start, &mut below, &mut above);
            let (second, _) = play(start, &mut above, &mut below);
            won += usize::from(first == Outcome::Won(Seat::Second));
            won += usize::from(second == Outcome::Won(Seat::First));
        }
        // More than two standard deviations above a fair coin: 31 of 48 games, 136 of 240.
        let games = 2 * starts.len();
        let above_half = (2 * won).saturating_sub(games);
        assert!(above_half.pow(2) > 4 * games, "{} beats {}: {won} of {games}", pair[1], pair[0]);
    }
}

#[test]
fn words_are_split_as_a_shell_would() {
    let words = |typed: &str| {
        let line: CommandLine = typed.parse().unwrap();
        [&[line.program().to_owned()], line.arguments()].concat()
    };
    assert_eq!(words("  a  b\tc "), ["a", "b", "c"]);
    assert_eq!(words("a'b c'd \"\" ''"), ["ab cd", "", ""]);
    assert_eq!(words(r#""a\"b\\c\d" '\'"#), [r#"a"b\c\d"#, "\\"]);
    assert_eq!(words(r"a\ b \' \\"), ["a b", "'", "\\"]);
    assert_eq!(words("Зоя\u{3000}бот"), ["Зоя", "бот"]);
}

#[test]
fn what_is_no_command_is_refused() {
    let error = |typed: &str| typed.parse::<CommandLine>().unwrap_err();
    assert_eq!(error(""), CommandError::Nothing);
    assert_eq!(error(" \t"), CommandError::Nothing);
    assert_eq!(error("''"), CommandError::Nothing);
    assert_eq!(error("a 'b"), CommandError::OpenQuote);
    assert_eq!(error("a \"b\\"), CommandError::OpenQuote);
    assert_eq!(error("a \\"), CommandError::OpenBackslash);
    assert_eq!(error("a\0b"), CommandError::Zero);
}

#[test]
fn many_hard_numbers_still_have_a_move() {
    // Products of two primes of 65 bits, and what is near: one budget for all of them finds little.
    let near = |more: u64| &Natural::from(2_u8).pow(64) + &Natural::from(more);
    let semiprime = &near(13) * &near(37);
    let numbers: Vec<Natural> = vec![semiprime; 40];
    let start = |rules: &str| {
        let rules = duel_books::position(&format!("{rules}:4")).unwrap();
        Position::numbers(*rules.rules(), numbers.clone(), Seat::First).unwrap()
    };
    for rules in ["divide", "subtract+no-echo", "factor+no-whole"] {
        let here = start(rules);
        let made = Bot::new(Level::Random, 1).pick(&here, Limits::NONE).unwrap();
        assert!(here.after(&made).is_ok());
        let stopped = AtomicBool::new(true);
        let limits = Limits { cancel: Some(&stopped), ..Limits::NONE };
        for level in Level::ALL {
            let made = Bot::new(level, 1).pick(&here, limits);
            assert!(made.is_none_or(|made| here.after(&made).is_ok()), "{level} in {here}");
        }
    }
}
