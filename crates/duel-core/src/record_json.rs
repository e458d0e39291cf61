//! The JSON form of a record: the same facts, for programs.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{
    name::clean_name,
    notation::parse_length,
    position::Position,
    record::{
        MAX_BYTES, MAX_STEPS, MatchTags, Problem, Record, RecordError, VERSION, WrittenResult,
    },
    record_text::{parse_date, parse_kind, parse_number},
    referee::{Conduct, OnIllegal},
    rules::Rules,
    seat::{Seat, Seats},
    work::{Ahead, Work, look_ahead},
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    record: u32,
    start: String,
    first: String,
    second: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_is: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_is: Option<String>,
    /// As a string: it may be above 2^53.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    announce: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<Forfeit>,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    of_match: Option<MatchForm>,
    moves: Vec<MoveForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<WrittenResult>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Forfeit {
    Forfeit,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchForm {
    round: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u32>,
    points: u32,
    score: [u32; 2],
    player1: u8,
    /// As a string: it may be above 2^53.
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    swap: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveForm {
    #[serde(rename = "move")]
    made: String,
    ms: u64,
}

#[derive(Deserialize)]
struct VersionForm {
    record: u32,
}

impl Record {
    /// The whole record as one JSON object.
    pub fn to_json(&self) -> String {
        let game = &self.game;
        let conduct = game.conduct();
        let moves = game
            .steps()
            .zip(game.played())
            .map(|(step, played)| MoveForm {
                made: step.before.write_move(&played.made),
                ms: u64::try_from(played.took.as_millis()).unwrap_or(u64::MAX),
            })
            .collect();
        let form = Form {
            record: VERSION,
            start: game.start().to_string(),
            first: self.names.first.clone(),
            second: self.names.second.clone(),
            first_is: self.kinds.first.clone(),
            second_is: self.kinds.second.clone(),
            seed: self.seed.map(|seed| seed.to_string()),
            date: self.date.clone(),
            clock: conduct.clock.map(|clock| clock.to_string()),
            announce: conduct.announced_length,
            illegal: (conduct.on_illegal == OnIllegal::Forfeit).then_some(Forfeit::Forfeit),
            of_match: self.of_match.as_ref().map(|of_match| MatchForm {
                round: of_match.round,
                rounds: of_match.rounds,
                to: of_match.to,
                points: of_match.points,
                score: [of_match.score.first, of_match.score.second],
                player1: of_match.player_one.number(),
                deal: of_match.deal.map(|seed| seed.to_string()),
                swap: of_match.swap,
            }),
            moves,
            result: game.ending().map(|ending| WrittenResult::of(ending, game.position())),
        };
        serde_json::to_string_pretty(&form).unwrap_or_default()
    }

    /// Reads the JSON form and replays it. `catalogue` knows the books by name.
    pub fn parse_json(
        text: &[u8],
        catalogue: impl Fn(&str) -> Option<Rules>,
    ) -> Result<Record, RecordError> {
        Record::parse_json_within(text, catalogue, MAX_STEPS)
    }

    /// The same, where the replay may be this much work instead of [`MAX_STEPS`].
    pub fn parse_json_within(
        text: &[u8],
        catalogue: impl Fn(&str) -> Option<Rules>,
        steps: u64,
    ) -> Result<Record, RecordError> {
        if text.len() > MAX_BYTES {
            return Err(Problem::TooLarge.at_line(1));
        }
        let malformed = |error: serde_json::Error| {
            Problem::Json(crate::name::shown(&error.to_string())).at_line(error.line().max(1))
        };
        let version: VersionForm = serde_json::from_slice(text).map_err(malformed)?;
        if version.record != VERSION {
            return Err(Problem::Version(version.record).at_member("record"));
        }
        let form: Form = serde_json::from_slice(text).map_err(malformed)?;
        form.record(catalogue, Work::at_most(steps))
    }
}

impl Form {
    fn record(
        self,
        catalogue: impl Fn(&str) -> Option<Rules>,
        mut work: Work,
    ) -> Result<Record, RecordError> {
        let name = |member: &str, name: String| match clean_name(&name) {
            Some(clean) if clean == name => Ok(clean),
            _ => Err(Problem::Name.at_member(member)),
        };
        let names = Seats::new(name("first", self.first)?, name("second", self.second)?);
        let start = Position::parse(&self.start, catalogue)
            .map_err(|error| Problem::Start(error).at_member("start"))?;
        let clock = self.clock.map(|clock| clock.parse()).transpose();
        let announced = self.announce.map(|length| {
            parse_length(&length.to_string())
                .ok_or_else(|| Problem::Value("a length").at_member("announce"))
        });
        let conduct = Conduct {
            clock: clock.map_err(|error| Problem::Clock(error).at_member("clock"))?,
            announced_length: announced.transpose()?,
            on_illegal: if self.illegal.is_some() { OnIllegal::Forfeit } else { OnIllegal::Ask },
        };
        let date = self.date.map(|date| {
            parse_date(&date).ok_or_else(|| Problem::Value("a UTC time").at_member("date"))
        });
        let kind = |member: &str, kind: Option<String>| {
            let wrong = || Problem::Value("a kind of player").at_member(member);
            kind.map(|kind| parse_kind(&kind).ok_or_else(wrong)).transpose()
        };
        let ahead = self.moves.iter().map(|it| Ahead::Move(&it.made));
        look_ahead(&start, ahead, work.left())
            .map_err(|place| place.map_or("start".to_owned(), |it| format!("move {}", it + 1)))
            .map_err(|member| Problem::TooMuchWork.at_member(member))?;
        work.settle(&start).map_err(|problem| problem.at_member("start"))?;
        let mut record = Record {
            date: date.transpose()?,
            kinds: Seats::new(kind("first_is", self.first_is)?, kind("second_is", self.second_is)?),
            seed: self.seed.map(|seed| number_in_string("seed", &seed)).transpose()?,
            of_match: self.of_match.map(MatchForm::tags).transpose()?,
            ..Record::new(names, start, conduct)
        };
        for (place, MoveForm { made, ms }) in self.moves.into_iter().enumerate() {
            record
                .game
                .replay_move(&made, Duration::from_millis(ms), &mut work)
                .map_err(|problem| problem.at_member(format!("move {}", place + 1)))?;
        }
        if let Some(result) = self.result {
            record
                .game
                .replay_result(&result)
                .and_then(|()| record.check_failure())
                .map_err(|problem| problem.at_member("result"))?;
        }
        Ok(record)
    }
}

impl MatchForm {
    fn tags(self) -> Result<MatchTags, RecordError> {
        let [first, second] = self.score;
        Ok(MatchTags {
            round: self.round,
            rounds: self.rounds,
            to: self.to,
            points: self.points,
            score: Seats::new(first, second),
            player_one: Seat::from_number(self.player1)
                .ok_or_else(|| Problem::Value("1 or 2").at_member("player1"))?,
            deal: self.deal.map(|seed| number_in_string("deal", &seed)).transpose()?,
            swap: self.swap,
        })
    }
}

fn number_in_string(member: &str, text: &str) -> Result<u64, RecordError> {
    parse_number(text).ok_or_else(|| Problem::Value("a number in a string").at_member(member))
}
