//! Training on one's own mistakes: the cards travel as a [`Training`], which the page keeps.

use duel_play::{Date, hint};
use duel_solver::Limits;
use duel_teach::{
    Training,
    moves::NODES,
    puzzle::Reply,
    training::{Card, GameKey, TIMES, entries, mistakes},
};
use serde::Serialize;

use super::puzzle::{ShownForm, kept, no_such_action, shown, today};
use crate::{Request, game, needed, position, problem::Problem};

/// What was found in a game.
#[derive(Serialize)]
pub(crate) struct MistakesForm {
    training: Training,
    /// How many moves threw a win away that were not looked at before.
    found: usize,
}

/// What there is to train.
#[derive(Serialize)]
pub(crate) struct TrainingForm {
    /// How many cards are due today, are not learnt yet, and are learnt.
    due: usize,
    open: usize,
    learnt: usize,
    /// When the next card is due.
    next: Option<String>,
    /// How many times a win has to be found.
    times: u32,
    /// The card that has been due longest.
    card: Option<CardForm>,
}

/// A card to be answered.
#[derive(Serialize)]
pub(crate) struct CardForm {
    position: String,
    /// The name of its game, and in what its rules differ from the book's.
    title: String,
    /// The moves that threw the win away.
    played: Vec<String>,
    /// How many times in a row a winning move was found.
    found: u32,
    #[serde(flatten)]
    shown: ShownForm,
}

/// What came of an answer, a hint or giving up.
#[derive(Serialize)]
pub(crate) struct TrainedForm {
    training: Training,
    /// What is said about it.
    words: String,
    /// Whether the answer was right, if it was an answer.
    right: Option<bool>,
    /// Whether it counts: the first answer of a day does.
    counted: bool,
    found: u32,
    learnt: bool,
    /// When it comes back.
    due: String,
}

/// Looks at the game of a `record` for wins that were thrown away, and makes cards of them in
/// `training`, on this `date`. The page calls the game by its `name`.
pub(crate) fn find_mistakes(r: &Request) -> Result<MistakesForm, Problem> {
    let (mut training, today): (Training, Date) = (kept(r.training.as_ref())?, today(r)?);
    let record = game::read_record(r.record()?)?;
    let key = GameKey::of(&record);
    let (moves, looked_at) = (entries(&record), training.looked_at(key));
    if moves <= looked_at {
        return Ok(MistakesForm { training, found: 0 });
    }
    let found = mistakes(&record, looked_at);
    let name = needed(r.name.as_ref(), "name")?;
    training.learn_from(key, name, moves, &found, today);
    Ok(MistakesForm { training, found: found.len() })
}

/// What there is to train, with `training` and `date`.
pub(crate) fn show(r: &Request) -> Result<TrainingForm, Problem> {
    let (training, today): (Training, Date) = (kept(r.training.as_ref())?, today(r)?);
    let due = training.due(today);
    let card = due.first().map(|place| CardForm::of(&training.cards[*place]));
    let open = training.count_open();
    Ok(TrainingForm {
        due: due.len(),
        open,
        learnt: training.cards.len() - open,
        next: training.next_due().map(|day| day.to_string()),
        times: TIMES,
        card,
    })
}

impl CardForm {
    fn of(card: &Card) -> CardForm {
        CardForm {
            position: card.position.to_string(),
            title: duel_books::house::name_with_rules(card.position.rules()),
            played: card.played.clone(),
            found: card.found,
            shown: shown(&card.position),
        }
    }
}

/// Answers the card of a `position`: `action` is `answer` (with the `answer` as it would be typed),
/// `hint` (with the `count` of hints that were given before) or `give-up`. The first one counts, on this
/// `date`.
pub(crate) fn train(r: &Request) -> Result<TrainedForm, Problem> {
    let (mut training, today): (Training, Date) = (kept(r.training.as_ref())?, today(r)?);
    let wanted = position::read(r.position()?)?;
    let place = training.cards.iter().position(|card| card.position == wanted);
    let no_card = || Problem::new("no-such-card", "this position is not trained");
    let card = &training.cards[place.ok_or_else(no_card)?];
    let solver = &mut position::solver();
    let (words, right) = match r.action.as_deref() {
        Some("answer") => {
            let reply = card.judge(needed(r.answer.as_ref(), "answer")?, solver);
            let Reply { right, words, .. } =
                reply.map_err(|error| Problem::new("not-an-answer", &error.to_string()))?;
            (words, Some(right))
        }
        Some("hint") => {
            let hint = hint(&card.position, solver, Limits::nodes(NODES));
            let words = if r.count.unwrap_or(0) == 0 { hint.nudge } else { hint.advice };
            (words, None)
        }
        Some("give-up") => (card.solution(solver), None),
        _ => return Err(no_such_action()),
    };
    let counted = card.is_due(today);
    let after = card.after(right == Some(true), today);
    let (found, learnt, due) = (after.found, after.is_learnt(), after.due.to_string());
    for known in training.cards.iter_mut().filter(|card| card.position == wanted) {
        *known = after.clone();
    }
    Ok(TrainedForm { training, words, right, counted, found, learnt, due })
}
