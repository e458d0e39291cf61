//! The progress of an event.
//!
//! A terminal shows a bar and a table, which are redrawn; otherwise each finished game is one line.
//! Where standard output is a file and standard error a terminal, both happen.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, IsTerminal as _},
    time::{Duration, Instant},
};

use duel_arena::{GameReport, GameSummary, Plan, Tally, table::standings};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::{console, stop::Stop, terminal};

/// How often the table is redrawn.
const EVERY: Duration = Duration::from_millis(250);

const BAR: &str =
    "{pos} of {len} games [{wide_bar}] {rate} a second, {elapsed} gone, {eta} to go\n{msg}";

/// The display of an event's progress.
pub(crate) struct Progress<'a> {
    plan: &'a Plan,
    finished: BTreeMap<usize, GameSummary>,
    bar: Option<ProgressBar>,
    lines: bool,
    /// Whether a line has been printed.
    printed: bool,
    drawn: Option<Instant>,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(plan: &'a Plan) -> Progress<'a> {
        let live = console::can_redraw();
        Progress {
            plan,
            finished: BTreeMap::new(),
            bar: live.then(|| bar(plan.games() as u64)),
            lines: !(live && io::stdout().is_terminal()),
            printed: false,
            drawn: None,
        }
    }

    /// Shows a finished game.
    pub(crate) fn update(&mut self, report: &GameReport) -> Result<(), Stop> {
        self.finished.insert(report.finished.game.number(), report.finished.clone());
        if self.lines && !report.kept {
            self.printed = true;
            console::say(&self.line(report))?;
        }
        if let Some(bar) = &self.bar {
            if report.kept {
                // Games of an earlier run do not count for the speed.
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

    /// Removes the bar and its table, and ends printed lines with an empty one.
    pub(crate) fn finish(self) -> Result<(), Stop> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.lines && self.printed { console::say("\n") } else { Ok(()) }
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
        let (columns, rows) = terminal::size_of_errors().unwrap_or((80, 24));
        let columns = usize::from(columns);
        let tally = Tally::of(self.plan, self.finished.values());
        let table = standings(self.plan, &tally, Some(columns));
        let lines = table.lines().take(usize::from(rows.saturating_sub(2)));
        let cut = |line: &str| line.chars().take(columns).collect::<String>();
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
