//! Every puzzle is what it says: generated ones over hundreds of seeds, and those picked by hand,
//! against brute force where that is possible and against the solver where it is not.

mod checks;

use std::collections::{HashMap, HashSet};

use duel_books::BOOKS;
use duel_core::{Board, Move, Outcome, Position};
use duel_numbers::Budget;
use duel_solver::{Limits, Solver, Value};
use duel_teach::{
    Attempt, Kind, Puzzle,
    mistake::{Worth, judge, why_it_wins},
    moves::NODES,
    puzzle::{
        AnswerError, Wanted,
        attempt::{answers, solution},
        difficulty::{LEAST, MOST},
        generate::{draw_kind, generate},
        sets, without_seat,
    },
};

/// Knows which positions are won: by the rules alone where that can be done, by the solver elsewhere.
#[derive(Default)]
struct Oracle {
    known: HashMap<String, bool>,
    solver: Solver,
}

impl Oracle {
    /// Whether the player to move loses: not the opposite of winning where a game can go on for ever.
    fn loses(&mut self, position: &Position) -> bool {
        if is_small(position) {
            return !self.wins_by_brute_force(position);
        }
        self.solver.solve_value(position, Limits::NONE) == Some(Value::Loss)
    }

    fn wins_by_brute_force(&mut self, position: &Position) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Won(position.turn());
        }
        let key = without_seat(position).to_string();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let wins = moves(position).iter().any(|made| {
            let after = position.after(made).unwrap();
            !self.wins_by_brute_force(&after)
        });
        self.known.insert(key, wins);
        wins
    }

    fn winning(&mut self, position: &Position) -> Vec<Move> {
        let mut winning = moves(position);
        winning.retain(|made| self.loses(&position.after(made).unwrap()));
        winning
    }
}

fn is_small(position: &Position) -> bool {
    match position.board() {
        Board::Digits { .. } => false,
        Board::Numbers { numbers, barred, .. } => {
            let product: u64 = numbers.iter().filter_map(duel_numbers::Natural::to_u64).product();
            product <= if barred.is_empty() { 20_000 } else { 120 }
        }
    }
}

fn moves(position: &Position) -> Vec<Move> {
    position.moves(Budget::PROMPT).iter().collect()
}

fn puzzle(kind: Kind, position: &str) -> Puzzle {
    let position = duel_books::position(position).unwrap();
    Puzzle::of(kind, &position, &mut Solver::default(), Limits::NONE).unwrap()
}

/// Whether a puzzle keeps what its kind promises, its answer is right, and every other one is refused
/// for a reason that holds.
fn check(puzzle: &Puzzle, oracle: &mut Oracle) {
    let key = puzzle.key();
    let Puzzle { kind, position, difficulty, features } = puzzle;
    assert!((LEAST..=MOST).contains(difficulty), "{key}");
    assert_eq!(*difficulty, features.difficulty(*kind), "{key}");
    let all = moves(position);
    let winning = oracle.winning(position);
    assert_eq!((features.choices as usize, features.winning as usize), (all.len(), winning.len()));
    match kind {
        Kind::OnlyMove => assert_eq!(winning.len(), 1, "{key}"),
        Kind::AllMoves => assert!(winning.len() > 1 && winning.len() < all.len(), "{key}"),
        Kind::Win => assert!(!winning.is_empty() && winning.len() < all.len(), "{key}"),
        Kind::WhoWins => assert_eq!(winning.is_empty(), oracle.loses(position), "{key}"),
    }
    let mut solver = Solver::default();
    let right = answers(puzzle, &mut solver).join(" ");
    assert!(!solution(puzzle, &mut solver).is_empty(), "{key}");
    let expected: Vec<String> = winning.iter().map(|made| position.write_move(made)).collect();
    if *kind == Kind::WhoWins {
        assert_eq!(right, if winning.is_empty() { "loss" } else { "win" }, "{key}");
        let mut attempt = Attempt::new(puzzle.clone());
        let wrong = if winning.is_empty() { "win" } else { "loss" };
        assert!(!attempt.answer(wrong, &mut solver).unwrap().right && attempt.over, "{key}");
        assert_eq!(attempt.solved, Some(false));
    } else {
        assert_eq!(right.split(' ').collect::<Vec<_>>(), expected, "{key}");
        for made in &winning {
            let step = position.play(made).unwrap();
            if let Some(found) = why_it_wins(&step, &mut solver, Limits::nodes(NODES)) {
                checks::check_success(&found, &mut solver);
            }
        }
        for made in all.iter().filter(|made| !winning.contains(made)) {
            let step = position.play(made).unwrap();
            let judged = judge(&step, &mut solver, Limits::nodes(NODES));
            let Worth::Fails(mistake) = judged else { panic!("{key} {made:?}: {judged:?}") };
            checks::check(&mistake, &mut solver);
            let mut attempt = Attempt::new(puzzle.clone());
            let reply = attempt.answer(&position.write_move(made), &mut solver).unwrap();
            assert_eq!(reply.words, mistake.words(), "{key}");
            assert!(!reply.right && !attempt.over, "{key}");
            assert_eq!((attempt.solved, &attempt.position), (Some(false), position), "{key}");
        }
    }
    let mut attempt = Attempt::new(puzzle.clone());
    if *kind == Kind::Win {
        play_out(&mut attempt, oracle, &mut solver);
    } else {
        assert!(attempt.answer(&right, &mut solver).unwrap().right, "{key}");
    }
    assert_eq!((attempt.over, attempt.solved), (true, Some(true)), "{key}");
}

/// Plays any winning moves to the end: the first of each turn.
fn play_out(attempt: &mut Attempt, oracle: &mut Oracle, solver: &mut Solver) {
    for _ in 0..40 {
        let before = attempt.position.clone();
        let made = oracle.winning(&before).swap_remove(0);
        let reply = attempt.answer(&before.write_move(&made), solver).unwrap();
        assert!(reply.right, "{before}");
        if let Some(answer) = &reply.made {
            let middle = before.after(&made).unwrap();
            let answer = middle.read_move(answer).unwrap();
            assert_eq!(attempt.position, middle.after(&answer).unwrap());
        }
        if attempt.over {
            assert_eq!(attempt.position.outcome(), Some(Outcome::Won(before.turn())));
            return;
        }
        assert_eq!(attempt.position.turn(), before.turn());
    }
    panic!("{} does not end", attempt.puzzle.key());
}

fn check_book(slug: &str) {
    let book = duel_books::find(slug).unwrap();
    let mut oracle = Oracle::default();
    let mut different = HashSet::new();
    for kind in Kind::ALL {
        for difficulty in [600, 950, 1_300, 1_700, 2_200] {
            for seed in 0..4 {
                let wanted = Wanted { kind, difficulty, seed };
                let puzzle = generate(book, wanted).unwrap_or_else(|e| panic!("{wanted:?}: {e}"));
                assert_eq!((puzzle.kind, puzzle.book().slug), (kind, slug));
                check(&puzzle, &mut oracle);
                different.insert(puzzle.key());
            }
        }
    }
    assert!(different.len() > 44, "{slug}: {} of 80 are different", different.len());
}

#[test]
fn puzzles_of_divide_are_what_they_say() {
    check_book("divide");
}

#[test]
fn puzzles_of_dilemma_are_what_they_say() {
    check_book("dilemma");
}

#[test]
fn puzzles_of_subtract_are_what_they_say() {
    check_book("subtract");
}

#[test]
fn puzzles_of_digits_are_what_they_say() {
    check_book("digits");
}

#[test]
fn puzzles_of_factor_are_what_they_say() {
    check_book("factor");
}

/// Where a game has few positions of a difficulty, others that are a little easier or harder are drawn
/// before the same come again.
#[test]
fn different_seeds_give_different_puzzles() {
    let sessions = [
        ("dilemma", Kind::Win, 1_200),
        ("subtract", Kind::Win, 900),
        ("divide", Kind::OnlyMove, 600),
        ("dilemma", Kind::WhoWins, 1_600),
    ];
    for (book, kind, difficulty) in sessions {
        let book = duel_books::find(book).unwrap();
        let draw = |seed| generate(book, Wanted { kind, difficulty, seed }).unwrap();
        let puzzles: Vec<Puzzle> = (1..=20).map(draw).collect();
        let different: HashSet<String> = puzzles.iter().map(Puzzle::key).collect();
        assert!(different.len() >= 12, "{} {kind}: {}", book.slug, different.len());
        let far = puzzles.iter().map(|puzzle| puzzle.difficulty.abs_diff(difficulty)).max();
        assert!(far.unwrap() <= 180, "{} {kind}: {far:?}", book.slug);
    }
}

/// A puzzle that was sent to somebody by its seed is the same there.
#[test]
fn a_seed_gives_the_same_puzzle_on_every_machine() {
    let recorded = [
        (0, 600, "600 all-moves divide:75"),
        (1, 750, "735 who-wins digits:16:452/2"),
        (4, 1200, "1090 win dilemma+prime-steps:368"),
        (5, 1350, "1300 who-wins divide:14,684,35"),
        (7, 1650, "1331 who-wins factor+misere+root+no-whole:266~2"),
        (8, 1800, "1905 win dilemma+prime-steps:166"),
        (12, 900, "964 all-moves divide:72"),
        (14, 1200, "1167 only-move subtract+no-echo:48~6"),
        (18, 1800, "1874 all-moves digits+no-leading-zero+cap-second=18:22,25,30,32:973/2"),
        (23, 1050, "1018 who-wins subtract:50"),
    ];
    for (seed, difficulty, expected) in recorded {
        let words: Vec<&str> = expected.split([' ', ':', '+']).collect();
        let (kind, book) = (words[1].parse().unwrap(), duel_books::find(words[2]).unwrap());
        let puzzle = generate(book, Wanted { kind, difficulty, seed }).unwrap();
        assert_eq!(format!("{} {}", puzzle.difficulty, puzzle.key()), expected, "seed {seed}");
    }
}

#[test]
fn a_seed_draws_every_book_and_every_kind() {
    let drawn: HashSet<(&str, Kind)> = (0..400)
        .map(|seed| {
            let (book, kind) = draw_kind(None, None, 1_200, seed);
            (book.slug, kind)
        })
        .collect();
    assert_eq!(drawn.len(), BOOKS.len() * Kind::ALL.len());
}

/// Whoever has just begun is not asked about a game that only house rules make a puzzle.
#[test]
fn newcomers_meet_the_books_as_they_are_written() {
    let drawn: HashSet<&str> =
        (0..200).map(|seed| draw_kind(None, None, 600, seed).0.slug).collect();
    assert_eq!(drawn, HashSet::from(["divide", "dilemma", "subtract", "digits"]));
    // What they get is easy, also where few starts bring that.
    for seed in 0..100 {
        let (book, kind) = draw_kind(None, None, 600, seed);
        let puzzle = generate(book, Wanted { kind, difficulty: 600, seed }).unwrap();
        assert!(puzzle.difficulty < 900, "{}: {}", puzzle.position, puzzle.difficulty);
    }
    // A book that is asked for is had.
    let factor = duel_books::find("factor");
    assert_eq!(draw_kind(factor, None, 600, 1).0.slug, "factor");
}

#[test]
fn who_wins_has_both_answers() {
    for book in BOOKS {
        let wins = (0..12).filter(|seed| {
            let wanted = Wanted { kind: Kind::WhoWins, difficulty: 1_100, seed: *seed };
            generate(book, wanted).unwrap().features.winning > 0
        });
        let wins = wins.count();
        assert!((2..=10).contains(&wins), "{}: {wins} of 12 are won", book.slug);
    }
}

/// The difficulty that comes out follows the one that is wanted.
#[test]
fn harder_puzzles_are_had_by_asking_for_them() {
    for book in BOOKS {
        for kind in Kind::ALL {
            let average = |difficulty| {
                let drawn = (0..4).map(|seed| {
                    generate(book, Wanted { kind, difficulty, seed }).unwrap().difficulty
                });
                drawn.sum::<u32>() / 4
            };
            let averages = [700, 1_100, 1_500].map(average);
            let [easy, middle, hard] = averages;
            let rises = easy < middle && middle < hard + 50 && easy + 150 < hard;
            assert!(rises, "{} {kind}: {averages:?}", book.slug);
        }
    }
}

#[test]
fn the_sets_are_graded_and_sorted_and_right() {
    let sets = sets::sets();
    let lines = include_str!("../src/puzzle/sets.txt").lines().count();
    assert_eq!(lines, sets.iter().map(|set| 1 + set.entries.len()).sum::<usize>());
    let mut oracle = Oracle::default();
    for book in BOOKS {
        for level in ["beginner", "middle", "hard"] {
            let name = format!("{}-{level}", book.slug);
            let set = sets::find(&name).unwrap_or_else(|| panic!("no set {name}"));
            assert!((8..=12).contains(&set.entries.len()), "{name}");
            assert!(set.entries.is_sorted_by_key(|entry| entry.difficulty), "{name}");
            let keys: HashSet<String> = set.entries.iter().map(sets::Entry::key).collect();
            assert_eq!(keys.len(), set.entries.len(), "{name}");
            for entry in &set.entries {
                let puzzle = entry.puzzle(&mut oracle.solver).unwrap_or_else(|| {
                    panic!("{} is no puzzle", entry.key());
                });
                assert_eq!(puzzle.difficulty, entry.difficulty, "{}", entry.key());
                assert_eq!(puzzle.book().slug, book.slug);
                check(&puzzle, &mut oracle);
            }
        }
    }
    assert_eq!(sets.len(), 3 * BOOKS.len());
}

#[test]
fn what_is_no_answer_is_refused_and_does_not_count() {
    let mut solver = Solver::default();
    let mut attempt = Attempt::new(puzzle(Kind::OnlyMove, "subtract:20"));
    for line in ["7", "20", "1", "", "divide by 3", "no valid moves", "xyz", "win"] {
        let error = attempt.answer(line, &mut solver).unwrap_err();
        assert!(!error.to_string().is_empty());
        assert_eq!((attempt.solved, attempt.over), (None, false), "{line}");
    }
    let error = attempt.answer("7", &mut solver).unwrap_err();
    assert_eq!(error, AnswerError::Illegal("7 does not divide 20.".to_owned()));
    let mut attempt = Attempt::new(puzzle(Kind::WhoWins, "subtract:15"));
    assert_eq!(attempt.answer("3", &mut solver), Err(AnswerError::WinOrLoss));
    assert!(attempt.answer("I lose.", &mut solver).unwrap().right);
    assert_eq!(attempt.answer("loss", &mut solver), Err(AnswerError::Over));
}

#[test]
fn a_hint_or_a_second_try_is_not_solved() {
    let mut solver = Solver::default();
    let only = puzzle(Kind::OnlyMove, "subtract:20");
    let right = answers(&only, &mut solver).join(" ");
    let mut attempt = Attempt::new(only.clone());
    let nudge = attempt.hint(&mut solver);
    let advice = attempt.hint(&mut solver);
    assert_ne!(nudge, advice);
    assert!(attempt.answer(&right, &mut solver).unwrap().right);
    assert_eq!((attempt.solved, attempt.over), (Some(false), true));
    let mut attempt = Attempt::new(only.clone());
    assert!(!attempt.answer("2", &mut solver).unwrap().right);
    assert!(attempt.answer(&right, &mut solver).unwrap().right);
    assert_eq!((attempt.solved, attempt.over), (Some(false), true));
    let mut attempt = Attempt::new(only);
    assert_eq!(attempt.give_up(&mut solver), nudge_free_solution(&mut solver));
    assert_eq!((attempt.solved, attempt.over), (Some(false), true));
}

fn nudge_free_solution(solver: &mut Solver) -> String {
    solution(&puzzle(Kind::OnlyMove, "subtract:20"), solver)
}

#[test]
fn lists_are_read_with_commas_spaces_and_words() {
    let mut solver = Solver::default();
    let all = puzzle(Kind::AllMoves, "divide:12");
    for line in ["4 6", "6,4", " 4, 6.", "4 and 6", "divide by 4, divide by 6", "4 4 6"] {
        let mut attempt = Attempt::new(all.clone());
        assert!(attempt.answer(line, &mut solver).unwrap().right, "{line}");
    }
    let mut attempt = Attempt::new(all.clone());
    let reply = attempt.answer("4", &mut solver).unwrap();
    assert!(!reply.right && reply.words.contains("1 of the 2"), "{}", reply.words);
    let mut attempt = Attempt::new(all);
    assert!(attempt.answer("4 5", &mut solver).is_err());
    assert_eq!(attempt.solved, None);
}

#[test]
fn puzzles_and_attempts_are_kept_as_text() {
    let mut solver = Solver::default();
    let mut attempt = Attempt::new(puzzle(Kind::Win, "subtract:20"));
    attempt.answer("4", &mut solver).unwrap();
    let text = serde_json::to_string(&attempt).unwrap();
    assert!(text.contains(r#""kind":"win","position":"subtract:20""#), "{text}");
    assert_eq!(serde_json::from_str::<Attempt>(&text).unwrap(), attempt);
}
