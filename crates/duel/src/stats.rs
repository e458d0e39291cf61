//! `duel stats`: what the kept games say about a player.

use std::collections::BTreeMap;

use duel_core::{Record, Seat};
use duel_play::{Store, StoredGame};
use duel_solver::{Limits, Solver, Value};
use serde::Serialize;

use crate::{
    busy::Busy,
    cli::{GameResult, StatsOptions},
    console::{self, Tone},
    games::{self, Viewpoint},
    solve::budget,
    stop::Stop,
};

/// The length of the longest bar of the chart.
const BAR: usize = 20;

/// How many of the last games are shown one by one.
const RECENT: usize = 40;

/// Games counted by their results, and moves by what they did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Count {
    won: usize,
    lost: usize,
    /// Over without a winner.
    nobody: usize,
    unfinished: usize,
    moves: Moves,
}

/// Moves that a player made where there was something to lose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Moves {
    /// Those that kept the value of the position.
    kept: usize,
    /// Those whose positions the solver knows, and that were not lost already.
    judged: usize,
    /// Those for which the time was too short.
    unjudged: usize,
}

#[derive(Serialize)]
struct Named {
    name: String,
    #[serde(flatten)]
    count: Count,
}

/// Wins or losses one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Streaks {
    /// Wins at the end of the finished games.
    current: usize,
    /// The most wins in a row.
    longest: usize,
}

#[derive(Serialize)]
struct Stats {
    games: usize,
    /// Games that are not seen from anybody's side.
    not_counted: usize,
    total: Count,
    books: Vec<Named>,
    opponents: Vec<Named>,
    streaks: Streaks,
    /// The last finished games, oldest first: W, L or - for each.
    recent: String,
}

pub(crate) fn run(options: &StatsOptions) -> Result<(), Stop> {
    let time = budget(&options.judging)?;
    let store = Store::of_user().map_err(Stop::failed)?;
    let is_wanted = games::parse(&options.filter)?;
    let viewpoint = match &options.player {
        Some(name) => Viewpoint::Named(name.clone()),
        None => Viewpoint::of_user(),
    };
    let mut counted: Vec<(Record, Seat)> = Vec::new();
    let mut not_counted = 0;
    for StoredGame { record, .. } in store.games().map_err(Stop::failed)? {
        let Ok((record, _)) = record else { continue };
        let own = viewpoint.seat(&record);
        match own.filter(|_| is_wanted(&record, own)) {
            Some(own) => counted.push((record, own)),
            None if own.is_none() && is_wanted(&record, None) => not_counted += 1,
            None => {}
        }
    }
    let stats = Stats::of(&counted, not_counted, Limits::time(time));
    if options.json {
        return console::say_json(&stats);
    }
    if counted.is_empty() {
        console::note(if not_counted == 0 {
            "No such games are kept yet; `duel play BOOK --p2 bot:medium` begins one."
        } else {
            "None of these games is yours by name; --player NAME says whose are counted."
        });
        return Ok(());
    }
    console::say(&stats.readable())
}

impl Stats {
    /// Counts games, newest first, and judges moves until the time is up.
    fn of(games: &[(Record, Seat)], not_counted: usize, limits: Limits<'_>) -> Stats {
        let mut solver = Solver::default();
        let busy = Busy::new("Judging moves", "moves");
        let mut total = Count::default();
        let (mut books, mut opponents) = (BTreeMap::new(), BTreeMap::new());
        let mut results = Vec::new();
        for (record, own) in games {
            let result = games::result_for(record, *own);
            results.extend(result);
            let mut count = Count::of(result);
            count.moves = judged(record, *own, &mut solver, limits);
            let book = duel_books::of(record.game.start().rules()).slug;
            total.add(count);
            busy.set((total.moves.judged + total.moves.unjudged) as u64);
            books.entry(book.to_owned()).or_insert_with(Count::default).add(count);
            let opponent = games::opponent(record, *own);
            opponents.entry(opponent).or_insert_with(Count::default).add(count);
        }
        results.reverse();
        let named = |counts: BTreeMap<String, Count>| {
            let mut counts: Vec<Named> =
                counts.into_iter().map(|(name, count)| Named { name, count }).collect();
            counts.sort_by_key(|named| std::cmp::Reverse(named.count.games()));
            counts
        };
        Stats {
            games: games.len(),
            not_counted,
            total,
            books: named(books),
            opponents: named(opponents),
            streaks: Streaks::of(&results),
            recent: results[results.len().saturating_sub(RECENT)..]
                .iter()
                .copied()
                .map(letter)
                .collect(),
        }
    }

    fn readable(&self) -> String {
        let Stats { games, not_counted, total, streaks, .. } = self;
        let games = if *games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        let mut text = format!(
            "{games}: {} won, {} lost, {} without a winner, {} unfinished\n",
            total.won, total.lost, total.nobody, total.unfinished
        );
        text.push_str(&total.moves.sentence());
        text.push_str(&format!(
            "Wins in a row: {} now, {} at most\n",
            streaks.current, streaks.longest
        ));
        if !self.recent.is_empty() {
            let letter = |letter: char| match letter {
                'W' => console::painted("W", Tone::Good),
                'L' => console::painted("L", Tone::Bad),
                other => other.to_string(),
            };
            let recent: String = self.recent.chars().map(letter).collect();
            text.push_str(&format!("The last games: {recent}\n"));
        }
        for (title, counts) in [("Books", &self.books), ("Opponents", &self.opponents)] {
            text.push_str(&format!("\n{title:<16} won  lost  else   good moves   share won\n"));
            for named in counts {
                text.push_str(&named.line());
            }
        }
        if *not_counted > 0 {
            text.push_str(&format!(
                "\nNot counted: {not_counted} between people of other names (--player NAME)\n"
            ));
        }
        text
    }
}

impl Count {
    fn of(result: Option<GameResult>) -> Count {
        let mut count = Count::default();
        let place = match result {
            Some(GameResult::Won) => &mut count.won,
            Some(GameResult::Lost) => &mut count.lost,
            Some(GameResult::Nobody) => &mut count.nobody,
            None => &mut count.unfinished,
        };
        *place = 1;
        count
    }

    fn add(&mut self, other: Count) {
        let Count { won, lost, nobody, unfinished, moves } = other;
        self.won += won;
        self.lost += lost;
        self.nobody += nobody;
        self.unfinished += unfinished;
        self.moves.kept += moves.kept;
        self.moves.judged += moves.judged;
        self.moves.unjudged += moves.unjudged;
    }

    fn games(&self) -> usize {
        self.won + self.lost + self.nobody + self.unfinished
    }
}

impl Named {
    /// A line of a table, with the share of wins as a bar.
    fn line(&self) -> String {
        let Named { name, count } = self;
        let decided = count.won + count.lost;
        let won = (count.won * BAR + decided / 2).checked_div(decided);
        let bar = won.map(|won| format!("{}{}", "#".repeat(won), ".".repeat(BAR - won)));
        let bar = bar.unwrap_or_default();
        let name: String = name.chars().take(15).collect();
        let good = count.moves.percent().map_or("-".to_owned(), |percent| format!("{percent} %"));
        let line = format!(
            "{name:<15} {:>4} {:>5} {:>5}   {good:>10}   {bar}",
            count.won,
            count.lost,
            count.nobody + count.unfinished
        );
        format!("{}\n", line.trim_end())
    }
}

impl Moves {
    fn percent(self) -> Option<usize> {
        (100 * self.kept + self.judged / 2).checked_div(self.judged)
    }

    fn sentence(self) -> String {
        let Moves { kept, judged, unjudged } = self;
        let mut text = match self.percent() {
            Some(percent) => format!(
                "Good moves: {kept} of {judged} ({percent} %) where there was something to lose\n"
            ),
            None => String::new(),
        };
        if unjudged > 0 {
            text.push_str(&format!(
                "{unjudged} moves could not be judged in time; --budget gives more\n"
            ));
        }
        text
    }
}

impl Streaks {
    /// Of results from the oldest to the newest.
    fn of(results: &[GameResult]) -> Streaks {
        let mut streaks = Streaks::default();
        for result in results {
            streaks.current = if *result == GameResult::Won { streaks.current + 1 } else { 0 };
            streaks.longest = streaks.longest.max(streaks.current);
        }
        streaks
    }
}

fn letter(result: GameResult) -> char {
    match result {
        GameResult::Won => 'W',
        GameResult::Lost => 'L',
        GameResult::Nobody => '-',
    }
}

/// What the moves of a seat did.
fn judged(record: &Record, own: Seat, solver: &mut Solver, limits: Limits<'_>) -> Moves {
    let mut moves = Moves::default();
    for step in record.game.steps().filter(|step| step.before.turn() == own) {
        let mut value = |position| {
            if limits.is_spent() { None } else { solver.solve_value(position, limits) }
        };
        let before = value(&step.before);
        if before == Some(Value::Loss) {
            continue;
        }
        // The values of the second position are those of the other player.
        let kept = match (before, value(&step.after)) {
            (Some(Value::Win), Some(after)) => Some(after == Value::Loss),
            (Some(_), Some(after)) => Some(after != Value::Win),
            _ => None,
        };
        match kept {
            Some(kept) => {
                moves.judged += 1;
                moves.kept += usize::from(kept);
            }
            None => moves.unjudged += 1,
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streaks_are_counted_to_the_end() {
        use GameResult::{Lost, Nobody, Won};
        let of = |results: &[GameResult]| {
            let Streaks { current, longest } = Streaks::of(results);
            (current, longest)
        };
        assert_eq!(of(&[]), (0, 0));
        assert_eq!(of(&[Won, Won, Lost, Won]), (1, 2));
        assert_eq!(of(&[Lost, Won, Nobody]), (0, 1));
    }

    #[test]
    fn only_moves_with_something_to_lose_are_judged() {
        // 60 is won by leaving a prime; 10 is then won as well, and 5 is lost.
        let text = "[Record \"1\"]\n[First \"A\"]\n[Second \"B\"]\n[Start \"divide:60\"]\n\n1. 6 {1.000}\n2. 2 {1.000}\n";
        let record = duel_books::record(text.as_bytes()).unwrap();
        let of = |seat| judged(&record, seat, &mut Solver::default(), Limits::NONE);
        assert_eq!(of(Seat::First), Moves { kept: 0, judged: 1, unjudged: 0 });
        assert_eq!(of(Seat::Second), Moves { kept: 1, judged: 1, unjudged: 0 });
    }
}
