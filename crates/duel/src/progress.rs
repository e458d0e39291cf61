//! How an event goes, while it goes.
//!
//! At a terminal a bar and a table are drawn and drawn again; otherwise each finished game is one
//! line. Where results go to a file and a person watches the terminal, both happen.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, IsTerminal as _},
    time::{Duration, Instant},
};

use duel_arena::{GameReport, GameSummary, Plan, Tally, table::standings};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rustix::termios::tcgetwinsize;

use crate::{console, stop::Stop};

/// How often the table is counted anew.
const EVERY: Duration = Duration::from_millis(250);

const BAR: &str =
    "{pos} of {len} games [{wide_bar}] {rate} a second, {elapsed} gone, {eta} to go\n{msg}";

/// What is shown of an event.
pub(crate) struct Progress<'a> {
    plan: &'a Plan,
    finished: BTreeMap<usize, GameSummary>,
    bar: Option<ProgressBar>,
    lines: bool,
    /// Whether a line has been said.
    told: bool,
    drawn: Option<Instant>,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Progress<'a> {
        let dumb = std::env::var_os("TERM").is_none_or(|terminal| terminal == "dumb");
        let live = io::stderr().is_terminal() && !dumb;
        Progress {
            plan,
            finished: BTreeMap::new(),
            bar: live.then(|| bar(plan.games() as u64)),
            lines: !(live && io::stdout().is_terminal()),
            told: false,
            drawn: None,
        }
    }

    /// Shows that a game is over.
    pub(crate) fn add(&mut self, report: &GameReport) -> Result<(), Stop> {
        self.finished.insert(report.finished.game.number(), report.finished.clone());
        if self.lines && !report.kept {
            self.told = true;
            console::say(&self.line(report))?;
        }
        if let Some(bar) = &self.bar {
            if report.kept {
                // What was played before says nothing about how fast it goes now.
                bar.set_position(self.finished.len() as u64);
                bar.reset_eta();
            } else {
                bar.inc(1);
            }
            if self.drawn.is_none_or(|drawn| drawn.elapsed() >= EVERY) {
                self.drawn = Some(Instant::now());
                bar.set_message(self.table());
            }
        }
        Ok(())
    }

    /// Takes the bar and its table away, and sets lines apart from what follows.
    pub(crate) fn finish(self) -> Result<(), Stop> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.lines && self.told { console::say("\n") } else { Ok(()) }
    }

    fn line(&self, report: &GameReport) -> String {
        let finished = &report.finished;
        let seats = finished.game.seats();
        let name = |number: usize| &self.plan.entrants[number].name;
        let fault = report.fault.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        let moves = if finished.plies == 1 { "move" } else { "moves" };
        format!(
            "{}/{}  game {}  {}  {} - {}  {}, {} {moves}{fault}\n",
            self.finished.len(),
            self.plan.games(),
            finished.game.number(),
            self.plan.starts[finished.game.encounter.start],
            name(seats.first),
            name(seats.second),
            finished.result,
            finished.plies,
        )
    }

    /// The table so far, cut to the width of the terminal.
    fn table(&self) -> String {
        // Some terminals do not know how large they are.
        let size =
            tcgetwinsize(io::stderr()).ok().filter(|size| size.ws_col > 0 && size.ws_row > 0);
        let (columns, rows) = size.map_or((80, 24), |size| (size.ws_col, size.ws_row));
        let table = standings(self.plan, &Tally::of(self.plan, self.finished.values()));
        let lines = table.lines().take(usize::from(rows.saturating_sub(2)));
        let cut = |line: &str| line.chars().take(usize::from(columns)).collect::<String>();
        lines.map(cut).collect::<Vec<_>>().join("\n")
    }
}

fn bar(games: u64) -> ProgressBar {
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{:.1}", state.per_sec());
    };
    let style = ProgressStyle::with_template(BAR)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rate", rate);
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    bar.set_style(style.progress_chars("=> "));
    bar.enable_steady_tick(EVERY);
    bar
}
