//! The recipes of CONTRIBUTING.md, followed: a sixth book (`classic`) and a new house rule
//! (`no-half`) go through all that a book and a house rule go through. They exist only where the
//! feature `recipes` is switched on, as `./test` does for this file alone.

mod serving;
mod sitting;

use std::{
    collections::{BTreeSet, HashMap},
    env, fs,
    path::Path,
};

use duel_books::{BOOKS, house, position, rules_text};
use duel_core::{HouseRule, Illegal, Move, Op, Position};
use duel_numbers::Budget;
use duel_solver::{
    Limits, Solver, Value,
    certificate::{prove, prove_by_play},
};
use duel_testing::{PATIENCE, wait_until};
use rexpect::session::spawn_command;
use serde_json::{Value as Json, json};
use serving::{GENEROUS, Plan, folder};
use sitting::Home;

/// The rules under test: a book, and what its house rules do.
const GAMES: [&str; 10] = [
    "classic",
    "classic+misere",
    "classic+no-echo",
    "classic+once",
    "classic+root",
    "classic+no-half",
    "classic+misere+root+no-half",
    "subtract+no-half",
    "factor+no-half",
    "factor+no-whole+no-half",
];

/// A second implementation of these rules, which knows nothing of the first.
struct Naive<'a> {
    book: &'a str,
    house: Vec<&'a str>,
    memo: HashMap<(u64, Vec<u64>), (bool, u32)>,
}

impl<'a> Naive<'a> {
    fn of(game: &'a str) -> Naive<'a> {
        let mut words = game.split('+');
        let book = words.next().expect("a book");
        Naive { book, house: words.collect(), memo: HashMap::new() }
    }

    fn has(&self, rule: &str) -> bool {
        self.house.contains(&rule)
    }

    fn choices(&self, n: u64, barred: &[u64]) -> Vec<u64> {
        let is_allowed = |d: u64| match self.book {
            "classic" => d < n,
            "subtract" => 1 < d && d < n,
            _ => !self.has("no-whole") || d < n || n == 1,
        };
        (1..=n)
            .filter(|d| n.is_multiple_of(*d) && is_allowed(*d) && !barred.contains(d))
            .filter(|d| !(self.has("root") && d * d > n || self.has("no-half") && 2 * d == n))
            .collect()
    }

    fn barred_after(&self, barred: &[u64], chosen: u64) -> Vec<u64> {
        if self.book == "factor" || self.has("once") {
            let mut barred = [barred, &[chosen]].concat();
            barred.sort_unstable();
            return barred;
        }
        if self.has("no-echo") { vec![chosen] } else { Vec::new() }
    }

    /// Whether the player to move wins, and in how many plies: the winner hurries, the loser delays.
    fn solve(&mut self, n: u64, barred: &[u64]) -> (bool, u32) {
        let key = (n, barred.to_vec());
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        let choices = self.choices(n, barred);
        let replies: Vec<(bool, u32)> =
            choices.iter().map(|d| self.solve(n - d, &self.barred_after(barred, *d))).collect();
        let lost = replies.iter().filter(|(wins, _)| !wins).map(|(_, plies)| plies + 1).min();
        let longest = replies.iter().map(|(_, plies)| plies + 1).max();
        let solved = match (lost, longest) {
            (Some(plies), _) => (true, plies),
            (None, Some(plies)) => (false, plies),
            (None, None) => (self.has("misere"), 0),
        };
        self.memo.insert(key, solved);
        solved
    }
}

fn divisors(position: &Position) -> Vec<u64> {
    let moves = position.moves(Budget::PROMPT);
    let divisor = |made: Move| match made {
        Move::Take { divisor, .. } => divisor.to_u64().expect("a small one"),
        Move::Append(_) | Move::Pass => panic!("{made:?} in {position}"),
    };
    moves.iter().map(divisor).collect()
}

#[test]
fn positions_are_written_and_read() {
    for text in GAMES.iter().flat_map(|game| [format!("{game}:12"), format!("{game}:30,8/2")]) {
        assert_eq!(position(&text).unwrap().to_string(), text);
    }
    let text = "classic+no-half+root+misere:12";
    assert_eq!(position(text).unwrap().to_string(), "classic+misere+root+no-half:12");
    for outside in ["divide+no-half:12", "digits+no-half:7:", "subtract+either+no-half:12"] {
        assert!(position(outside).is_err(), "{outside}");
    }
    assert!(position("classic:0").is_err());
    assert_eq!(house::books_of(HouseRule::NoHalf), ["subtract", "factor", "classic"]);
}

#[test]
fn moves_are_those_of_a_second_implementation() {
    for game in GAMES {
        let naive = Naive::of(game);
        for n in 1..=200 {
            let position = position(&format!("{game}:{n}")).unwrap();
            let choices = naive.choices(n, &[]);
            assert_eq!(divisors(&position), choices, "{position}");
            assert_eq!(position.is_over(), choices.is_empty(), "{position}");
            for d in 1..=n + 1 {
                let is_legal = position.after(&Move::take(Op::Subtract, d)).is_ok();
                assert_eq!(is_legal, choices.contains(&d), "{d} in {position}");
            }
        }
    }
    let why = position("classic+no-half:12").unwrap().after(&Move::take(Op::Subtract, 6_u64));
    assert_eq!(why.err(), Some(Illegal::Half));
}

#[test]
fn the_solver_and_the_verifier_agree_with_brute_force() {
    for game in GAMES {
        let (mut naive, mut solver) = (Naive::of(game), Solver::default());
        for n in 1..=40 {
            let position = position(&format!("{game}:{n}")).unwrap();
            let (wins, plies) = naive.solve(n, &[]);
            let value = if wins { Value::Win } else { Value::Loss };
            let known = solver.solve_fully(&position, Limits::NONE);
            assert_eq!((known.value, known.plies), (Some(value), Some(plies)), "{position}");
            let proofs = [
                prove(&mut solver, &position, Limits::NONE),
                prove_by_play(&mut solver, &position, Limits::NONE),
            ];
            for proof in proofs {
                let text = proof.unwrap_or_else(|error| panic!("{position}: {error}")).to_string();
                let verified = duel_verify::verify(text.as_bytes(), duel_books::catalogue)
                    .unwrap_or_else(|error| panic!("{error} in\n{text}"));
                let found = (verified.position, format!("{:?}", verified.value));
                assert_eq!(found, (position.clone(), format!("{value:?}")), "{text}");
            }
        }
    }
}

#[test]
fn theorems_about_other_rules_are_not_believed() {
    let mut solver = Solver::default();
    for (proved, other) in [("subtract:12", "subtract+no-half:12"), ("subtract:12", "classic:12")] {
        let proof = prove(&mut solver, &position(proved).unwrap(), Limits::NONE).unwrap();
        let text = proof.to_string();
        assert!(text.contains("argument subtract"), "{text}");
        let changed = text.replace(proved, other);
        assert!(
            duel_verify::verify(changed.as_bytes(), duel_books::catalogue).is_err(),
            "{changed}"
        );
    }
}

#[test]
fn rules_are_told_in_words() {
    let told = |text: &str| rules_text::of_position(&position(text).unwrap()).replace('\n', " ");
    let classic = told("classic:12");
    assert!(classic.contains("a divisor of the number that is less than the number; 1 counts"));
    assert!(classic.contains("because the number is 1, loses"), "{classic}");
    let half = told("classic+no-half:12");
    assert!(half.contains("Half of the number may not be chosen."), "{half}");
    assert!(half.contains("A player who cannot move loses."), "{half}");
}

#[test]
fn the_lessons_teach_the_book() {
    let run = Home::new().run("learn classic", "2\n1\n").expect_code(0);
    run.expect_out("Not yet. 6 - 2 = 4.");
    run.expect_out("Right. 6 - 1 = 5. Your opponent can only leave an even number again.");
    run.expect_out("You have done every step of this course.");
}

#[test]
fn the_prompt_plays_them() {
    let home = Home::new();
    let run = home.run("play classic --start 4", "1\nSubtract 1\n1\n").expect_code(0);
    run.expect_lines(&[
        "Current N: 4",
        "Smaller Divisors: 1, 2",
        "Player 1 subtracts 1. New N is 3.",
        "Smaller Divisors: 1",
        "Current N: 1",
        "Smaller Divisors: None",
        "Player 2 cannot make a valid move. Player 1 wins the game!",
    ]);
    let run = home.run("play classic --start 4 --house no-half", "2\n1\n1\n").expect_code(0);
    run.expect_out("Smaller Divisors: 1 (2 is half of the number)");
    run.expect_out("Player 1 cannot make a valid move. Player 2 wins the game!");
    let refused = format!("{}{}", run.out, run.err);
    assert!(refused.contains("2 is half of 4, which may not be chosen. Valid: 1"), "{refused}");
    home.run("play classic --fair --seed 1", "").expect_out("Initial N: ");
    for (arguments, part) in [
        ("books", "The Divisor Game"),
        ("rules classic", "no-half"),
        ("rules --help", "digits, factor or classic"),
        ("deal classic --seed 1", "classic+no-half:"),
        ("solve classic:12", "wins"),
    ] {
        home.run(arguments, "").expect_code(0).expect_out(part);
    }
    let menu = home.run("tui --screen-reader", "7\n6\nq\n");
    let said = format!("{}{}", menu.out, menu.err);
    assert!(said.contains("a number from 1 to 6, or d, l, z, m, e, t or q."), "{said}");
    assert!(said.contains("one number of 40 to 200"), "{said}");
}

#[test]
fn the_full_screen_plays_them() {
    for game in [
        // 3, 2, 1: the computer makes the last move.
        "classic:3",
        // 4, 3, 2: 1 is half of 2, so that no move is left.
        "classic+no-half:4",
    ] {
        let home = Home::new();
        let mut command = home.command("sh");
        let script = "stty cols 80 rows 24; exec \"$0\" tui --still \"$1\"";
        command.args(["-c", script, sitting::DUEL, game]).env("LC_ALL", "C.UTF-8");
        let patience = u64::try_from(PATIENCE.as_millis()).expect("a short time");
        let mut terminal = spawn_command(command, Some(patience)).expect("a terminal");
        let kept = || home.kept().first().map(|game| fs::read_to_string(game).expect("a record"));
        // The program asks where the cursor is.
        terminal.exp_string("\u{1b}[6n").expect("a question to the terminal");
        terminal.send("\u{1b}[1;1R").expect("an answer");
        terminal.flush().expect("an answer");
        terminal.exp_string("The Divisor Game").expect("the game on the screen");
        terminal.send("1\r").expect("a move");
        terminal.flush().expect("a move");
        let is_over = || kept().is_some_and(|record| record.contains("result 0-1 played"));
        wait_until(|| format!("the end of {:?}", kept()), is_over);
        terminal.send("q").expect("a key");
        terminal.flush().expect("a key");
    }
}

#[test]
fn the_server_and_its_pages_know_them() {
    let folder = folder();
    let server = Plan::in_folder(folder.path(), GENEROUS).start();
    let pair = server.pair(r#"{"position":"classic+no-half:4"}"#);
    pair[0].play(&mut server.http(), "2").expect(422);
    pair[0].play(&mut server.http(), "1").expect(200);
    pair[1].play(&mut server.http(), "1").expect(200);
    let game = server.game(&pair[0].id);
    assert_eq!(
        (&game["book"], &game["result"]["winner"]),
        (&"classic".into(), &2.into()),
        "{game}"
    );
    server.begin(r#"{"book":"classic","fair":true,"opponent":"computer"}"#);

    let description = server.get("/api/v1/openapi.json").expect(200).text();
    assert!(description.contains("^(divide|dilemma|subtract|digits|factor|classic)$"));
    let front = server.get("/").expect(200).text();
    assert!(front.contains(r#"value="classic" data-fair-short="Classic""#), "{front}");
    assert!(front.contains("Six quick number games"), "{front}");
    let rules = server.get("/rules/classic").expect(200).text();
    assert!(rules.contains("Half of the number may not be chosen."), "{rules}");
    let script = server.get("/static/books.js").expect(200).text();
    assert!(script.contains(r#""classic":{"#) && script.contains(r#""no-half":{"#), "{script}");
}

/// The engine of the pages is the same code: what it needs is only to be built anew.
#[test]
fn the_engine_of_the_pages_plays_them() {
    let ask = |request: Json| -> Json {
        let reply = duel_wasm::answer(&request.to_string());
        serde_json::from_str(&reply).expect("JSON")
    };
    let begun = ask(json!({
        "ask": "begin", "position": "classic+no-half:4", "opponent": "person", "seed": "1",
        "date": "2026-11-16T12:00:00Z",
    }));
    let act = |made: &str| {
        let record = &begun["answer"]["record"];
        ask(json!({ "ask": "act", "record": record, "action": "move", "move": made }))
    };
    assert!(act("2")["problem"]["detail"].is_string(), "{}", act("2"));
    assert_eq!(act("1")["answer"]["game"]["position"], "classic+no-half:3/2");
    let analysis = ask(json!({ "ask": "analysis", "position": "classic+no-half:4" }));
    assert_eq!(analysis["answer"]["value"], "loss", "{analysis}");
}

#[test]
fn past_days_have_the_books_that_they_had() {
    let day = duel_play::daily::parse_date("2026-01-06").unwrap();
    assert_eq!(duel_play::daily::daily(day).unwrap().book.slug, "divide");
    assert_eq!(BOOKS.len(), 6);
}

/// The files that hold what the feature switches on are those that the recipes name.
#[test]
fn the_recipes_name_every_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut changed = BTreeSet::from([
        "crates/duel-books/src/classic.rs".to_owned(),
        "crates/duel-teach/src/courses/classic.rs".to_owned(),
    ]);
    let mut folders = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && path.components().any(|part| part.as_os_str() == "src")
                && fs::read_to_string(&path).expect("a file").contains("feature = \"recipes\"")
            {
                let path = path.strip_prefix(&root).expect("inside").display().to_string();
                changed.insert(path);
            }
        }
    }
    let text = fs::read_to_string(root.join("CONTRIBUTING.md")).expect("the recipes");
    let named: BTreeSet<String> = text
        .split("\n## ")
        .filter(|section| {
            section.starts_with("Adding a house rule") || section.starts_with("Adding a book")
        })
        .flat_map(|section| section.split('`'))
        .filter(|word| word.starts_with("crates/") && word.contains("/src/"))
        .map(str::to_owned)
        .collect();
    for file in &named {
        assert!(root.join(file).is_file(), "{file} does not exist");
    }
    assert_eq!(named, changed);
}
