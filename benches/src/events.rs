//! How many games a second `duel match` plays, and what it adds to the cost of the pipes.
//!
//! Two programs that answer at once play a game of known moves, first under the runner, then at
//! the other end of bare pipes: the same lines, written and read by a loop that does nothing else,
//! once line by line and once with as few system calls as there can be.
//! What is more than that is the runner's own: its rules, clocks and care. They all take turns.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    error::Error,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use duel_arena::{Entrant, Folder, Format, Pace, Plan, Runner, runner::Judging, starts};
use duel_core::Position;

use crate::{
    options::Options,
    table::{Table, median, rounded},
};

/// The start: it can be divided by 2 this often, less one.
const POWER: u32 = 40;
/// How many starts a measurement plays, each twice.
const STARTS: usize = 20;
/// How many measurements each takes.
const ROUNDS: usize = 41;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bot.c");

pub(crate) fn run(_options: &Options) -> Result<String, Box<dyn Error>> {
    let folder = std::env::current_exe()?.parent().map(Path::to_owned).unwrap_or_default();
    let bot = compile(&folder)?;
    let own = in_process()?;
    let piped = through_pipes(&bot)?;
    Ok(format!("{own}\n{piped}"))
}

/// Opponents in the same process, kept on disk and not, judged and not.
fn in_process() -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(
        "games a second on one core, subtract:60..260, sides changed; medians of 3",
        ["", "played only", "judged", "kept on disk"],
    );
    for level in ["random", "easy", "perfect"] {
        let entry = format!("bot:{level}");
        let plan = plan(&[&entry, &entry], starts::range("subtract:60..260")?)?;
        let mut cells = vec![format!("{entry} against itself")];
        for (judging, kept) in
            [(Judging::None, false), (Judging::Exact, false), (Judging::None, true)]
        {
            let mut rates = Vec::new();
            for _ in 0..3 {
                let home = std::env::temp_dir().join(format!("duel-bench-{}", std::process::id()));
                let folder = if kept { Some(Folder::take(&home)?.0) } else { None };
                let time = play(&plan, folder.as_ref(), judging)?;
                if kept {
                    std::fs::remove_dir_all(&home)?;
                }
                rates.push(games(&plan) / time.as_secs_f64());
            }
            cells.push(rounded(median(&rates)));
        }
        table.rows.push(cells);
    }
    table.notes.push("on disk: every game is waited for until it is there".to_owned());
    Ok(table)
}

/// The runner beside bare pipes.
fn through_pipes(bot: &Path) -> Result<Table, Box<dyn Error>> {
    let start = duel_books::position(&format!("divide:{}", 1_u64 << POWER))?;
    let entrant = format!("cmd:'{}'", bot.display());
    let plan = plan(&[&entrant, &entrant], vec![start; STARTS])?;
    let moves = games(&plan) * f64::from(POWER - 1);
    let mut times: [Vec<f64>; 3] = Default::default();
    let runner = runner(&plan, None, Judging::None);
    let mut pipes = [Pipes::open(bot)?, Pipes::open(bot)?];
    for round in 0..=ROUNDS {
        let turns = [
            bare(&mut pipes, 2 * STARTS, Writing::LineByLine)?,
            bare(&mut pipes, 2 * STARTS, Writing::AtOnce)?,
            timed_run(&runner)?,
        ];
        // The first round starts programs and fills caches.
        if round > 0 {
            times.iter_mut().zip(turns).for_each(|(all, time)| all.push(time.as_secs_f64()));
        }
    }
    let mut table = Table::new(
        format!(
            "two programs that answer at once, {} games of {} moves; medians of {ROUNDS} turns each",
            rounded(games(&plan)),
            POWER - 1
        ),
        ["", "games a second", "microseconds a move", "ratio"],
    );
    let names = ["bare pipes, line by line", "bare pipes, fewest calls", "duel match"];
    for (name, own) in names.iter().zip(&times) {
        let time = median(own);
        table.row([
            (*name).to_owned(),
            rounded(games(&plan) / time),
            format!("{:.1}", time / moves * 1e6),
            format!("{:.2}", time / median(&times[0])),
        ]);
    }
    let added = |peer: usize| {
        let ratios: Vec<f64> =
            times[2].iter().zip(&times[peer]).map(|(ours, bare)| ours / bare).collect();
        100.0 * (median(&ratios) - 1.0)
    };
    table.notes.push(format!(
        "the runner adds {:.0} % to the pipes' own cost line by line, {:.0} % to the fewest calls \
         (medians of the turns); the goal is less than 20 %",
        added(0),
        added(1)
    ));
    Ok(table)
}

fn plan(entrants: &[&str], starts: Vec<Position>) -> Result<Plan, Box<dyn Error>> {
    let entrant = |(number, text): (usize, &&str)| {
        let entry =
            text.parse().map_err(|error: duel_arena::plan::EntryError| error.to_string())?;
        Ok(Entrant { name: format!("Player {number}"), entry, settings: Vec::new() })
    };
    Ok(Plan {
        entrants: (1..).zip(entrants).map(entrant).collect::<Result<_, String>>()?,
        format: Format::RoundRobin,
        starts,
        seed: 1,
        pace: Pace::Free,
        sprt: None,
    })
}

fn games(plan: &Plan) -> f64 {
    f64::from(u32::try_from(plan.games()).unwrap_or(u32::MAX))
}

fn runner<'a>(plan: &'a Plan, folder: Option<&'a Folder>, judging: Judging) -> Runner<'a> {
    let mut runner = Runner::new(plan, folder);
    runner.judging = judging;
    runner
}

fn play(
    plan: &Plan,
    folder: Option<&Folder>,
    judging: Judging,
) -> Result<Duration, Box<dyn Error>> {
    timed_run(&runner(plan, folder, judging))
}

fn timed_run(runner: &Runner<'_>) -> Result<Duration, Box<dyn Error>> {
    let began = Instant::now();
    let finished = runner.run(&BTreeMap::new(), |_| Ok::<(), Infallible>(()));
    let time = began.elapsed();
    let finished = finished.map_err(|_| "the games could not be kept")?;
    if finished.iter().any(|game| game.fault.is_some()) {
        return Err("a program has failed".into());
    }
    Ok(time)
}

/// A program and the ends of its pipes.
struct Pipes {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    line: String,
}

impl Pipes {
    fn open(bot: &Path) -> Result<Pipes, Box<dyn Error>> {
        let mut command = Command::new(bot);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to = child.stdin.take().ok_or("no pipe")?;
        let from = BufReader::new(child.stdout.take().ok_or("no pipe")?);
        Ok(Pipes { child, to, from, line: String::new() })
    }

    fn say(&mut self, lines: &str) -> std::io::Result<()> {
        self.to.write_all(lines.as_bytes())
    }

    /// Says a line, and asks whether it has been dealt with.
    fn ready(&mut self, line: &str, writing: Writing) -> std::io::Result<()> {
        const READY: &str = "isready\n";
        match writing {
            Writing::LineByLine => self.say(line).and_then(|()| self.say(READY)),
            Writing::AtOnce => self.say(&[line, READY].concat()),
        }
    }

    fn hear(&mut self) -> std::io::Result<()> {
        self.line.clear();
        self.from.read_line(&mut self.line).map(drop)
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        let _ = self.say("quit\n");
        let _ = self.child.wait();
    }
}

/// How lines go out that the program need not answer one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writing {
    LineByLine,
    AtOnce,
}

/// The lines of so many games, and nothing else.
fn bare(
    pipes: &mut [Pipes; 2],
    games: usize,
    writing: Writing,
) -> Result<Duration, Box<dyn Error>> {
    let began = Instant::now();
    for game in 0..games {
        for pipe in &mut *pipes {
            pipe.ready("uginewgame\n", writing)?;
            pipe.hear()?;
        }
        for (turn, power) in (2..=POWER).rev().enumerate() {
            let pipe = &mut pipes[(game + turn) % 2];
            let seat = if turn % 2 == 0 { "" } else { "/2" };
            let position = format!("position fen divide:{}{seat}\n", 1_u64 << power);
            pipe.ready(&position, writing)?;
            pipe.hear()?;
            pipe.say("go movetime 10000\n")?;
            pipe.hear()?;
            if pipe.line != "bestmove 2\n" {
                return Err("the program answers something else".into());
            }
        }
    }
    Ok(began.elapsed())
}

/// Compiles the C program into this folder.
fn compile(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let program = folder.join("instant-bot");
    let status = Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(SOURCE).status()?;
    if status.success() { Ok(program) } else { Err("cc could not compile bot.c".into()) }
}
