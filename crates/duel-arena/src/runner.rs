//! Plays an event: several encounters at a time, each on a thread of its own.
//!
//! A game is on the disk before it is reported. What an earlier run kept is not played again. Which
//! games count never depends on which was over first: a test that ends a match looks at the
//! encounters in the order of the plan, and those after its end are left out.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use duel_core::{Clock, Conduct, Ending, Outcome, Record, Seat, Seats};
use duel_play::{Agreed, Event, Match, Person, Player, Scoreboard, Session, opponent};
use duel_solver::Limits;
use duel_ugi::ChildBot;

use crate::{
    blunders::{Judged, judge},
    folder::{Folder, FolderError},
    plan::{Entrant, Pace, Plan},
    programs::{EventPlayer, ProgramPool},
    schedule::{Encounter, PlannedGame},
    sprt::Accepted,
    statistics::Pairs,
    tally::half_points,
};

/// A game that is over, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Which game it was.
    pub game: PlannedGame,
    /// Who won.
    pub outcome: Outcome,
    /// The result and its reason, as the record writes them.
    pub result: String,
    /// Who lost it by a fault or on time.
    pub fault: Option<Seat>,
    /// How many moves were made.
    pub plies: usize,
    /// What became of won positions; `None` if they were not judged.
    pub judged: Option<Seats<Judged>>,
}

impl GameSummary {
    fn of(game: PlannedGame, record: &Record, judging: Judging) -> GameSummary {
        let ending = record.game.ending();
        let line = ending.map(|it| Record::result_line(it, record.game.position()));
        let result = line.unwrap_or_default();
        GameSummary {
            game,
            outcome: ending.map_or(Outcome::Nobody, Ending::outcome),
            result: result.trim_start_matches("result ").trim_end().to_owned(),
            fault: match ending {
                Some(
                    Ending::Failed(seat, _) | Ending::TimedOut(seat) | Ending::Forfeited(seat, _),
                ) => Some(*seat),
                _ => None,
            },
            plies: record.game.played().len(),
            judged: match judging {
                Judging::Exact => Some(judge(record)),
                Judging::None => None,
            },
        }
    }
}

/// Whether moves are judged by the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Judging {
    /// They are.
    #[default]
    Exact,
    /// They are not.
    None,
}

/// What is reported when a game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameReport {
    /// The game that is over.
    pub finished: GameSummary,
    /// What exactly went wrong, in words fit to be shown.
    pub fault: Option<String>,
    /// Whether it was played by an earlier run.
    pub kept: bool,
}

/// Why an event was not played to its end.
#[derive(Debug)]
pub enum RunError<E> {
    /// It cannot be kept.
    Folder(FolderError),
    /// The callback returned this error.
    Callback(E),
}

/// An event that is about to be played.
pub struct Runner<'a> {
    plan: &'a Plan,
    folder: Option<&'a Folder>,
    programs: ProgramPool<'a>,
    /// How many encounters are played at the same time.
    pub concurrency: usize,
    /// Whether moves are judged.
    pub judging: Judging,
}

/// A match of two under a test: where it is decided.
struct SprtWatch<'a> {
    plan: &'a Plan,
    /// Half points of encounters that wait for an earlier one, by place: for each game, if over.
    waiting: BTreeMap<usize, [Option<usize>; 2]>,
    next: usize,
    pairs: Pairs,
    decided: Option<(usize, Accepted)>,
}

/// What a worker thread sends to the thread that called [`Runner::run`].
type WorkerMessage = Result<GameReport, FolderError>;

/// The event is over before this game is.
struct Stopped;

impl<'a> Runner<'a> {
    /// An event that is kept in this folder, if any.
    pub fn new(plan: &'a Plan, folder: Option<&'a Folder>) -> Runner<'a> {
        let programs = ProgramPool::new(&plan.entrants);
        Runner { plan, folder, programs, concurrency: 1, judging: Judging::Exact }
    }

    /// Adds a program of an entrant that has been started already.
    pub fn add_program(&self, number: usize, bot: ChildBot) {
        self.programs.keep(number, bot);
    }

    /// Checks that games which were kept are games of this event, and finished.
    pub fn check(&self, kept: &BTreeMap<usize, Record>) -> Result<(), FolderError> {
        for encounter in self.plan.encounters() {
            let names = self.names(encounter);
            for game in encounter.games() {
                let Some(record) = kept.get(&game.number()) else { continue };
                let is_ours = record.names == game.seated(names.clone())
                    && record.game.start() == &self.plan.starts[encounter.start]
                    && record.seed == Some(self.plan.seed_of(&encounter))
                    && record.game.ending().is_some();
                if let (false, Some(folder)) = (is_ours, self.folder) {
                    return Err(FolderError::Foreign(folder.file(game.number())));
                }
            }
        }
        Ok(())
    }

    /// Whether anything is left to be played.
    pub fn is_complete(&self, kept: &BTreeMap<usize, Record>) -> bool {
        self.pending(kept).iter().all(|it| is_kept(kept, it))
    }

    /// The encounters that count, as far as the kept games decide.
    fn pending(&self, kept: &BTreeMap<usize, Record>) -> Vec<Encounter> {
        let mut encounters = self.plan.encounters();
        let mut watch = SprtWatch::new(self.plan);
        for encounter in &encounters {
            for game in encounter.games() {
                if let Some(record) = kept.get(&game.number()) {
                    watch.add(&GameSummary::of(game, record, Judging::None));
                }
            }
        }
        if let Some((last, _)) = watch.decided {
            encounters.truncate(last + 1);
        }
        encounters
    }

    /// Plays what has not been played, and calls `report` for every game. Gives the games that
    /// count, in their order.
    pub fn run<E>(
        &self,
        kept: &BTreeMap<usize, Record>,
        mut report: impl FnMut(&GameReport) -> Result<(), E>,
    ) -> Result<Vec<GameSummary>, RunError<E>> {
        let encounters = self.pending(kept);
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut finished = BTreeMap::new();
        let mut watch = SprtWatch::new(self.plan);
        let mut halt = None;
        thread::scope(|scope| {
            let (send, received) = mpsc::channel::<WorkerMessage>();
            for _ in 0..self.concurrency.clamp(1, encounters.len().max(1)) {
                let send = send.clone();
                let (encounters, next, stop) = (&encounters, &next, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && let Some(encounter) =
                            encounters.get(next.fetch_add(1, Ordering::Relaxed))
                        && self.play_encounter(encounter, kept, stop, &send).is_ok()
                    {
                    }
                });
            }
            drop(send);
            for message in received {
                let handled = message.map_err(RunError::Folder).and_then(|it| {
                    report(&it).map_err(RunError::Callback)?;
                    watch.add(&it.finished);
                    finished.insert(it.finished.game.number(), it.finished);
                    Ok(())
                });
                if let Err(why) = handled {
                    halt.get_or_insert(why);
                }
                if halt.is_some() || watch.decided.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(why) = halt {
            return Err(why);
        }
        let last = watch.decided.map_or(usize::MAX, |(last, _)| last);
        Ok(finished.into_values().filter(|it| it.game.encounter.place <= last).collect())
    }

    /// Plays the games of an encounter that have not been played.
    fn play_encounter(
        &self,
        encounter: &Encounter,
        kept: &BTreeMap<usize, Record>,
        stop: &AtomicBool,
        send: &mpsc::Sender<WorkerMessage>,
    ) -> Result<(), Stopped> {
        let mut scoreboard = Scoreboard::new(self.names(*encounter), Person::One);
        scoreboard.rounds = Some(2);
        for game in encounter.games() {
            let message = match kept.get(&game.number()) {
                Some(record) => {
                    let finished = GameSummary::of(game, record, self.judging);
                    Ok(GameReport { finished, fault: None, kept: true })
                }
                None => self.play_game(game, &scoreboard, stop)?,
            };
            scoreboard.count(message.as_ref().map_or(Outcome::Nobody, |it| it.finished.outcome));
            scoreboard.next_round();
            send.send(message).map_err(|_| Stopped)?;
        }
        Ok(())
    }

    /// Plays one game and keeps it.
    fn play_game(
        &self,
        game: PlannedGame,
        scoreboard: &Scoreboard,
        stop: &AtomicBool,
    ) -> Result<WorkerMessage, Stopped> {
        let mut session = self.session(game, scoreboard.clone());
        let entrants = game.encounter.entrants;
        let player = |person: Person| -> EventPlayer {
            match session.of_match().bot(person) {
                Some(bot) => Ok(Box::new(bot)),
                None => self.programs.checkout(entrants[person as usize]),
            }
        };
        let mut players = [Person::One, Person::Two].map(player);
        let seated = players.each_mut().map(|player| player as &mut dyn Player);
        // A game is kept whole, once it is over.
        let store = |_: &Session, _: &Event| {
            if stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
        };
        let decisive =
            opponent::play(&mut session, scoreboard.seated(seated), || self.limits(), store);
        for (number, player) in entrants.into_iter().zip(players) {
            self.programs.checkin(number, player);
        }
        let fault = decisive.map_err(|_| Stopped)?;
        let record = session.record();
        // Programs that were killed because this process exits have not lost.
        if duel_ugi::is_leaving() {
            return Err(Stopped);
        }
        if let Some(Err(error)) = self.folder.map(|folder| folder.keep(game.number(), record)) {
            return Ok(Err(error));
        }
        let finished = GameSummary::of(game, record, self.judging);
        Ok(Ok(GameReport { finished, fault: fault.map(|fault| fault.why), kept: false }))
    }

    fn session(&self, game: PlannedGame, scoreboard: Scoreboard) -> Session {
        let start = self.plan.starts[game.encounter.start].clone();
        let of = Match {
            kinds: game.encounter.entrants.map(|it| self.entrant(it).entry.player.kind.clone()),
            agreed: Agreed::at(start.clone()),
            conduct: Conduct { clock: self.clock(), ..Conduct::default() },
            seed: self.plan.seed_of(&game.encounter),
            scoreboard,
        };
        let mut record = of.record(start);
        record.seed = Some(of.seed);
        Session::resume(of, record)
    }

    fn clock(&self) -> Option<Clock> {
        match self.plan.pace {
            Pace::Clock(clock) => Some(clock),
            Pace::Free | Pace::MoveTime(_) => None,
        }
    }

    fn names(&self, encounter: Encounter) -> [String; 2] {
        encounter.entrants.map(|number| self.entrant(number).name.clone())
    }

    fn entrant(&self, number: usize) -> &Entrant {
        &self.plan.entrants[number]
    }

    fn limits(&self) -> Limits<'static> {
        match self.plan.pace {
            Pace::MoveTime(time) => Limits::time(time),
            Pace::Free | Pace::Clock(_) => Limits::NONE,
        }
    }
}

fn is_kept(kept: &BTreeMap<usize, Record>, encounter: &Encounter) -> bool {
    encounter.games().iter().all(|game| kept.contains_key(&game.number()))
}

impl SprtWatch<'_> {
    fn new(plan: &Plan) -> SprtWatch<'_> {
        let (waiting, pairs) = (BTreeMap::new(), Pairs::default());
        SprtWatch { plan, waiting, next: 0, pairs, decided: None }
    }

    fn add(&mut self, finished: &GameSummary) {
        let Some(sprt) = self.plan.sprt else { return };
        let place = finished.game.encounter.place;
        let round = finished.game.round as usize - 1;
        self.waiting.entry(place).or_default()[round] = Some(half_points(finished));
        while self.decided.is_none()
            && let Some([Some(one), Some(other)]) = self.waiting.get(&self.next).copied()
        {
            self.waiting.remove(&self.next);
            self.pairs.add(one + other);
            self.decided = sprt.verdict(&self.pairs).map(|accepted| (self.next, accepted));
            self.next += 1;
        }
    }
}
