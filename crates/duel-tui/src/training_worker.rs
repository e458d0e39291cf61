//! The thread that owns the training: it looks for won positions that were thrown away in kept games,
//! brings them back when they are due, and judges answers. It is a thread of its own because it asks
//! the solver and writes to the disk.

use duel_books::explain::sentence;
use duel_core::Record;
use duel_numbers::Budget;
use duel_play::{Date, HintStep, Store, hint};
use duel_solver::{Limits, Solver};
use duel_teach::{
    KeptProgress, Training,
    moves::NODES,
    puzzle::{rules_in_words, table_in_words},
    training::{Card, GameKey, TIMES, entries, mistakes},
};

use crate::{
    analysis_worker::Listing,
    exercise_screen::{ExerciseAction, ExerciseEnding, ExerciseSaid, ExerciseSnapshot},
    message::Msg,
};

/// How many games are looked at for one count; the others come with the next.
const GAMES: usize = 20;

/// Something to do with training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrainingJob {
    /// Look at new games, and tell how much there is to train.
    Count,
    /// Show the positions that are due, one after the other.
    Open,
    /// Do what follows from this at the position that is shown.
    Act(ExerciseAction),
}

/// How much there is to train.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrainingCount {
    /// How many positions are due.
    pub due: usize,
    /// How many are not learnt yet.
    pub open: usize,
    /// How many there are.
    pub all: usize,
}

/// A position that is shown.
struct OpenCard {
    card: Card,
    /// Whether an answer has counted; the first one does.
    counted: bool,
    step: HintStep,
    /// Whether it was said what a hint costs.
    is_warned: bool,
    /// Whether the answer was found or shown.
    over: bool,
}

/// What the thread works on.
pub struct TrainingWorker {
    store: Option<Store>,
    kept: KeptProgress<Training>,
    open: Option<OpenCard>,
    /// How many positions were shown since the training was opened.
    shown: usize,
    solver: Solver,
}

impl TrainingWorker {
    /// Trains on the games of this store, and keeps progress beside them.
    pub fn new(store: Option<&Store>) -> TrainingWorker {
        TrainingWorker {
            store: store.cloned(),
            kept: KeptProgress::beside(store),
            open: None,
            shown: 0,
            solver: Solver::default(),
        }
    }

    /// Does a job.
    pub fn run(&mut self, job: TrainingJob) -> Option<Msg> {
        match job {
            TrainingJob::Count => {
                self.look_at_games();
                Some(Msg::TrainingCount(self.count()))
            }
            TrainingJob::Open => {
                self.kept.reload();
                self.shown = 0;
                Some(self.next().unwrap_or_else(|| Msg::NotOpened(self.summary())))
            }
            TrainingJob::Act(action) => self.act(&action),
        }
    }

    /// Looks at kept games, as far as that was not done before, the newest first.
    fn look_at_games(&mut self) {
        self.kept.reload();
        let games = self.store.as_ref().and_then(|store| store.games().ok()).unwrap_or_default();
        let training = self.kept.value();
        let is_new = |(_, record): &(String, Record)| {
            // What was thrown away in a game that still goes on would be a hint.
            record.game.ending().is_some()
                && entries(record) > training.looked_at(GameKey::of(record))
        };
        let games = games.into_iter().filter_map(|game| Some((game.id, game.record.ok()?.0)));
        let found: Vec<_> = games
            .filter(is_new)
            .take(GAMES)
            .map(|(name, record)| {
                let key = GameKey::of(&record);
                let found = mistakes(&record, training.looked_at(key));
                (key, name, entries(&record), found)
            })
            .collect();
        if !found.is_empty() {
            let today = Date::today();
            self.kept.change(|training| {
                for (key, name, moves, found) in &found {
                    training.learn_from(*key, name, *moves, found, today);
                }
            });
        }
    }

    fn count(&self) -> TrainingCount {
        let training = self.kept.value();
        let due = training.due(Date::today()).len();
        TrainingCount { due, open: training.count_open(), all: training.cards.len() }
    }

    /// How much there is, and when it goes on.
    fn summary(&self) -> String {
        let TrainingCount { due, open, all } = self.count();
        match self.kept.value().next_due() {
            _ if all == 0 => {
                "There is nothing to train: no kept game has a win that you threw away."
            }
            None => "All is learnt.",
            Some(_) if due > 0 => return format!("{}.", due_in_words(due)),
            Some(next) => {
                return format!("Nothing is due today. {open} in training, the next on {next}.");
            }
        }
        .to_owned()
    }

    /// Shows the position that waits longest; nothing, where none is due.
    fn next(&mut self) -> Option<Msg> {
        let place = *self.kept.value().due(Date::today()).first()?;
        let card = self.kept.value().cards[place].clone();
        self.shown += 1;
        self.open = Some(OpenCard {
            card,
            counted: false,
            step: HintStep::Nudge,
            is_warned: false,
            over: false,
        });
        self.snapshot(None)
    }

    fn act(&mut self, action: &ExerciseAction) -> Option<Msg> {
        let open = self.open.as_mut()?;
        let said = match action {
            ExerciseAction::Back => return None,
            ExerciseAction::GoOn if open.over => return self.next().or_else(|| self.end()),
            ExerciseAction::GoOn => {
                open.over = true;
                let solution = open.card.solution(&mut self.solver);
                self.count_answer(false, ExerciseSaid::Note(solution))
            }
            ExerciseAction::Hint
                if !open.counted && !std::mem::replace(&mut open.is_warned, true) =>
            {
                ExerciseSaid::Note(
                    "A hint starts this position over: it comes back tomorrow. Tab again gives it."
                        .to_owned(),
                )
            }
            ExerciseAction::Hint => {
                let hint = hint(&open.card.position, &mut self.solver, Limits::nodes(NODES));
                let words = hint.words(open.step);
                open.step = open.step.next();
                self.count_answer(false, ExerciseSaid::Note(words))
            }
            ExerciseAction::Answer(line) => match open.card.judge(line, &mut self.solver) {
                Err(error) => ExerciseSaid::Refused(sentence(&error.to_string())),
                Ok(reply) if reply.right => {
                    open.over = true;
                    let said = ExerciseSaid::Right(format!("Right. {}", reply.words));
                    self.count_answer(true, said)
                }
                Ok(reply) => {
                    let words = format!("Wrong. {} Try again, or skip it.", reply.words);
                    self.count_answer(false, ExerciseSaid::Wrong(words))
                }
            },
        };
        self.snapshot(Some(said))
    }

    /// Counts the first answer, and says when the position comes back.
    fn count_answer(&mut self, right: bool, said: ExerciseSaid) -> ExerciseSaid {
        let Some(open) = self.open.as_mut().filter(|open| !open.counted) else { return said };
        open.counted = true;
        let (before, today) = (open.card.clone(), Date::today());
        let after = self.kept.change(|training| {
            let known = |card: &&mut Card| card.position == before.position;
            let card = training.cards.iter_mut().find(known)?;
            *card = card.after(right, today);
            Some(card.clone())
        });
        // What is not kept does not come back on a day.
        let after = after.filter(|_| self.kept.is_kept());
        said.with_more(after.map(|after| came_of(&before, &after, right)))
    }

    /// After the last position that is due.
    fn end(&mut self) -> Option<Msg> {
        let ending = ExerciseEnding {
            heading: "Training: done for today".to_owned(),
            words: self.summary(),
            next: None,
        };
        let mut msg = self.snapshot(None)?;
        if let Msg::Training(snapshot) = &mut msg {
            (snapshot.ending, snapshot.done) = (Some(ending), true);
        }
        Some(msg)
    }

    fn snapshot(&mut self, said: Option<ExerciseSaid>) -> Option<Msg> {
        let said = match (said, self.kept.take_untold()) {
            (Some(said), more) => Some(said.with_more(more)),
            (None, told) => told.map(ExerciseSaid::Note),
        };
        let OpenCard { card, counted, over, .. } = self.open.as_ref()?;
        // One that was answered is not due any more.
        let left = self.count().due + usize::from(*counted);
        let position = &card.position;
        let book = duel_books::of(position.rules()).short;
        let of = self.shown + left.saturating_sub(1);
        let table = table_in_words(position).join("\n");
        Some(Msg::Training(Box::new(ExerciseSnapshot {
            heading: format!("Training: {book}, position {} of {of}", self.shown),
            text: rules_in_words(position),
            ask: format!("{table}\nHere you threw a win away. Find a move that wins."),
            options: Vec::new(),
            wants_several: false,
            listing: Listing::of(position, Budget::PROMPT),
            position: position.clone(),
            said,
            done: *over,
            ending: None,
        })))
    }
}

/// "2 positions are due".
pub(crate) fn due_in_words(due: usize) -> String {
    if due == 1 { "1 position is due".to_owned() } else { format!("{due} positions are due") }
}

/// What came of an answer: when the position comes back.
pub fn came_of(before: &Card, after: &Card, right: bool) -> String {
    if after.is_learnt() {
        format!("Found {TIMES} times: this position is learnt.")
    } else if right {
        format!("Found {} of {TIMES} times. It comes back on {}.", after.found, after.due)
    } else {
        let over = if before.found > 0 { "It starts over, and comes" } else { "It comes" };
        format!("{over} back on {}.", after.due)
    }
}
