//! The readable form of a record: tags, numbered moves with their times, and the result.
//!
//! It grows by whole lines, so a game can be kept while it is played: [`Record::opening`] first,
//! then one line for each thing that happens. A line counts once its line feed is there.

use std::{fmt::Write as _, str::FromStr, time::Duration};

use crate::{
    clock::Clock,
    name::clean_name,
    notation::parse_length,
    position::Position,
    record::{
        MAX_BYTES, MAX_STEPS, MatchTags, Problem, Record, RecordError, VERSION, WrittenResult,
    },
    referee::{Conduct, Ending, OnIllegal, Played, Referee},
    rules::Rules,
    seat::{Seat, Seats},
    work::{Ahead, Work, look_ahead},
};

impl Record {
    /// The whole record.
    pub fn to_text(&self) -> String {
        let mut text = self.opening();
        let mut position = self.game.start().clone();
        for (place, played) in self.game.played().iter().enumerate() {
            text.push_str(&Record::move_line(place + 1, &position, played));
            // These moves were legal when they were made.
            let _ = position.advance(&played.made);
        }
        if let Some(ending) = self.game.ending() {
            text.push_str(&Record::result_line(ending, &position));
        }
        text
    }

    /// The tags, and the empty line after them.
    pub fn opening(&self) -> String {
        let mut text = String::new();
        for (tag, value) in self.tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{tag} \"{value}\"]");
        }
        text.push('\n');
        text
    }

    /// The line of one move, `place` counted from 1, made in `position`.
    pub fn move_line(place: usize, position: &Position, played: &Played) -> String {
        let (seconds, milliseconds) = (played.took.as_secs(), played.took.subsec_millis());
        let made = position.write_move(&played.made);
        format!("{place}. {made} {{{seconds}.{milliseconds:03}}}\n")
    }

    /// The line that takes move `place` back.
    pub fn undo_line(place: usize) -> String {
        format!("undo {place}\n")
    }

    /// The line that ends the game in `position`.
    pub fn result_line(ending: &Ending, position: &Position) -> String {
        let WrittenResult { score, why, entry } = WrittenResult::of(ending, position);
        let entry = entry.map(|entry| format!(" {entry}")).unwrap_or_default();
        format!("result {score} {why}{entry}\n")
    }

    /// Reads a record and replays it. `catalogue` knows the books by name.
    pub fn parse(
        text: &[u8],
        catalogue: impl Fn(&str) -> Option<Rules>,
    ) -> Result<Record, RecordError> {
        Record::parse_within(text, catalogue, MAX_STEPS)
    }

    /// The same, where the replay may be this much work instead of [`MAX_STEPS`].
    pub fn parse_within(
        text: &[u8],
        catalogue: impl Fn(&str) -> Option<Rules>,
        steps: u64,
    ) -> Result<Record, RecordError> {
        let mut work = Work::at_most(steps);
        if text.len() > MAX_BYTES {
            return Err(Problem::TooLarge.at_line(1));
        }
        let text = std::str::from_utf8(text).map_err(|error| {
            let before = text[..error.valid_up_to()].split(|byte| *byte == b'\n');
            Problem::NotText.at_line(before.count())
        })?;
        let mut lines = Lines { text, number: 0 };
        let mut record = parse_tags(&mut lines, catalogue, &mut work)?;
        while let Some(line) = lines.next()? {
            if !line.is_empty() {
                parse_line(line, &mut record.game, &mut work)
                    .and_then(|()| record.check_failure())
                    .map_err(|problem| problem.at_line(lines.number))?;
            }
        }
        Ok(record)
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = vec![
            ("Record", VERSION.to_string()),
            ("Start", self.game.start().to_string()),
            ("First", self.names.first.clone()),
            ("Second", self.names.second.clone()),
        ];
        let conduct = self.game.conduct();
        tags.extend(self.kinds.first.as_ref().map(|kind| ("FirstIs", kind.clone())));
        tags.extend(self.kinds.second.as_ref().map(|kind| ("SecondIs", kind.clone())));
        tags.extend(self.seed.map(|seed| ("Seed", seed.to_string())));
        tags.extend(self.date.as_ref().map(|date| ("Date", date.clone())));
        tags.extend(conduct.clock.map(|clock| ("Clock", clock.to_string())));
        tags.extend(conduct.announced_length.map(|length| ("Announce", length.to_string())));
        if conduct.on_illegal == OnIllegal::Forfeit {
            tags.push(("Illegal", "forfeit".to_owned()));
        }
        if let Some(of_match) = &self.of_match {
            tags.push(("Round", of_match.round.to_string()));
            tags.extend(of_match.rounds.map(|rounds| ("Rounds", rounds.to_string())));
            tags.extend(of_match.to.map(|to| ("To", to.to_string())));
            tags.push(("Points", of_match.points.to_string()));
            let Seats { first, second } = of_match.score;
            tags.push(("Score", format!("{first}-{second}")));
            tags.push(("Player1", of_match.player_one.number().to_string()));
            tags.extend(of_match.deal.map(|seed| ("Deal", seed.to_string())));
            if of_match.swap {
                tags.push(("Swap", "yes".to_owned()));
            }
        }
        tags
    }
}

/// Whole lines, counted from 1.
struct Lines<'a> {
    text: &'a str,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<Option<&'a str>, RecordError> {
        if self.text.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let (line, rest) =
            self.text.split_once('\n').ok_or_else(|| Problem::CutOff.at_line(self.number))?;
        self.text = rest;
        Ok(Some(line.strip_suffix('\r').unwrap_or(line)))
    }
}

/// One tag as it was read.
struct Tag<'a> {
    name: &'a str,
    value: String,
    line: usize,
}

impl Tag<'_> {
    fn read<T>(
        &self,
        wanted: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, RecordError> {
        read(&self.value).ok_or_else(|| Problem::Value(wanted).at_line(self.line))
    }

    fn number<T: FromStr + ToString>(&self) -> Result<T, RecordError> {
        self.read("a number", |value| parse_number(value))
    }
}

/// A number in its one canonical form.
pub(crate) fn parse_number<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

const TAGS: [&str; 19] = [
    "Record", "Start", "First", "Second", "FirstIs", "SecondIs", "Seed", "Date", "Clock",
    "Announce", "Illegal", "Round", "Rounds", "To", "Points", "Score", "Player1", "Deal", "Swap",
];

/// The tags that say nothing without a round.
const OF_MATCH: [&str; 7] = ["Rounds", "To", "Points", "Score", "Player1", "Deal", "Swap"];

fn parse_tags(
    lines: &mut Lines<'_>,
    catalogue: impl Fn(&str) -> Option<Rules>,
    work: &mut Work,
) -> Result<Record, RecordError> {
    let mut tags: Vec<Tag<'_>> = Vec::new();
    loop {
        let line = lines.next()?;
        let number = lines.number.max(1);
        match line {
            Some("") if !tags.is_empty() => break,
            Some(line) => {
                let (name, value) = parse_tag(line).ok_or_else(|| {
                    let problem =
                        if tags.is_empty() { Problem::NotARecord } else { Problem::Shape };
                    problem.at_line(number)
                })?;
                let tag = Tag { name, value, line: number };
                if tags.is_empty() {
                    check_version(&tag)?;
                }
                if !TAGS.contains(&name) {
                    return Err(Problem::UnknownTag.at_line(number));
                }
                if tags.iter().any(|earlier| earlier.name == name) {
                    return Err(Problem::Twice.at_line(number));
                }
                tags.push(tag);
            }
            None if tags.is_empty() => return Err(Problem::NotARecord.at_line(1)),
            None => return Err(Problem::CutOff.at_line(number)),
        }
    }
    build(&tags, lines, catalogue, work)
}

fn check_version(tag: &Tag<'_>) -> Result<(), RecordError> {
    let version = parse_number(&tag.value).filter(|_| tag.name == "Record");
    match version {
        None => Err(Problem::NotARecord.at_line(tag.line)),
        Some(VERSION) => Ok(()),
        Some(version) => Err(Problem::Version(version).at_line(tag.line)),
    }
}

/// Reads `[Name "value"]`.
fn parse_tag(line: &str) -> Option<(&str, String)> {
    let (name, quoted) = line.strip_prefix('[')?.split_once(' ')?;
    let mut value = String::new();
    let mut characters = quoted.strip_prefix('"')?.strip_suffix("\"]")?.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => value.push(characters.next().filter(|c| matches!(c, '\\' | '"'))?),
            '"' => return None,
            other => value.push(other),
        }
    }
    Some((name, value))
}

fn build(
    tags: &[Tag<'_>],
    lines: &Lines<'_>,
    catalogue: impl Fn(&str) -> Option<Rules>,
    work: &mut Work,
) -> Result<Record, RecordError> {
    let find = |name: &str| tags.iter().find(|tag| tag.name == name);
    let need =
        |name: &'static str| find(name).ok_or_else(|| Problem::Missing(name).at_line(lines.number));
    let name = |tag: &Tag<'_>| match clean_name(&tag.value) {
        Some(clean) if clean == tag.value => Ok(clean),
        _ => Err(Problem::Name.at_line(tag.line)),
    };
    let start = need("Start")?;
    let position = Position::parse(&start.value, catalogue)
        .map_err(|error| Problem::Start(error).at_line(start.line))?;
    let conduct = Conduct {
        clock: find("Clock")
            .map(|tag| tag.value.parse::<Clock>().map_err(|e| Problem::Clock(e).at_line(tag.line)))
            .transpose()?,
        announced_length: find("Announce")
            .map(|tag| tag.read("a length", parse_length))
            .transpose()?,
        on_illegal: match find("Illegal") {
            None => OnIllegal::Ask,
            Some(tag) => {
                tag.read("forfeit", |value| (value == "forfeit").then_some(OnIllegal::Forfeit))?
            }
        },
    };
    let names = Seats::new(name(need("First")?)?, name(need("Second")?)?);
    let kind = |name| find(name).map(|tag| tag.read("a kind of player", parse_kind)).transpose();
    let kinds = Seats::new(kind("FirstIs")?, kind("SecondIs")?);
    let seed = find("Seed").map(Tag::number).transpose()?;
    let date = find("Date").map(|tag| tag.read("a UTC time", parse_date)).transpose()?;
    let of_match = find("Round").map(|round| parse_match(round, find, need)).transpose()?;
    if let (None, Some(tag)) = (&of_match, tags.iter().find(|tag| OF_MATCH.contains(&tag.name))) {
        return Err(Problem::Missing("Round").at_line(tag.line));
    }
    look_ahead(&position, lines.text.lines().map(ahead), work.left())
        .map_err(|place| place.map_or(start.line, |place| lines.number + 1 + place))
        .map_err(|line| Problem::TooMuchWork.at_line(line))?;
    work.settle(&position).map_err(|problem| problem.at_line(start.line))?;
    Ok(Record { date, kinds, seed, of_match, ..Record::new(names, position, conduct) })
}

fn parse_match<'a>(
    round: &Tag<'a>,
    find: impl Fn(&str) -> Option<&'a Tag<'a>>,
    need: impl Fn(&'static str) -> Result<&'a Tag<'a>, RecordError>,
) -> Result<MatchTags, RecordError> {
    Ok(MatchTags {
        round: round.number()?,
        rounds: find("Rounds").map(Tag::number).transpose()?,
        to: find("To").map(Tag::number).transpose()?,
        points: need("Points")?.number()?,
        score: need("Score")?.read("a score such as 2-1", |value| {
            let (first, second) = value.split_once('-')?;
            Some(Seats::new(parse_number(first)?, parse_number(second)?))
        })?,
        player_one: need("Player1")?
            .read("1 or 2", |value| Seat::from_number(parse_number(value)?))?,
        deal: find("Deal").map(Tag::number).transpose()?,
        swap: find("Swap")
            .map(|tag| tag.read("yes", |value| (value == "yes").then_some(())))
            .transpose()?
            .is_some(),
    })
}

/// Whether a text can name a kind of player: one word of a few plain characters.
pub(crate) fn parse_kind(text: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    (!text.is_empty() && text.len() <= 80 && text.chars().all(plain)).then(|| text.to_owned())
}

/// Whether a text has the shape `2026-01-31T12:00:00Z`.
pub(crate) fn parse_date(text: &str) -> Option<String> {
    let shape = "dddd-dd-ddTdd:dd:ddZ";
    let fits = text.len() == shape.len()
        && text.chars().zip(shape.chars()).all(|(character, wanted)| match wanted {
            'd' => character.is_ascii_digit(),
            other => character == other,
        });
    fits.then(|| text.to_owned())
}

/// What a line after the tags is about to do, if it is as it should be.
fn ahead(line: &str) -> Ahead<'_> {
    if line.starts_with("undo ") {
        return Ahead::Undo;
    }
    let made = line.split_once(". ").and_then(|(_, rest)| rest.split_once(' '));
    made.map_or(Ahead::Other, |(made, _)| Ahead::Move(made))
}

/// Reads a line after the tags, and does what it says.
fn parse_line(line: &str, game: &mut Referee, work: &mut Work) -> Result<(), Problem> {
    if let Some(result) = line.strip_prefix("result ") {
        let mut words = result.splitn(3, ' ').map(str::to_owned);
        return game.replay_result(&WrittenResult {
            score: words.next().ok_or(Problem::Shape)?,
            why: words.next().ok_or(Problem::Shape)?,
            entry: words.next(),
        });
    }
    let place = game.played().len();
    if let Some(undone) = line.strip_prefix("undo ") {
        return if parse_number(undone) == Some(place) {
            game.replay_undo(work)
        } else {
            Err(Problem::Numbering(place))
        };
    }
    let (number, rest) = line.split_once(". ").ok_or(Problem::Shape)?;
    let (made, took) = rest.split_once(' ').ok_or(Problem::Shape)?;
    let took = parse_took(took).ok_or(Problem::Shape)?;
    if parse_number(number) != Some(place + 1) {
        return Err(Problem::Numbering(place + 1));
    }
    game.replay_move(made, took, work)
}

/// Reads `{12.345}`: seconds and milliseconds.
fn parse_took(text: &str) -> Option<Duration> {
    let (seconds, fraction) = text.strip_prefix('{')?.strip_suffix('}')?.split_once('.')?;
    let milliseconds = if fraction.len() == 3 && fraction.bytes().all(|byte| byte.is_ascii_digit())
    {
        fraction.parse::<u64>().ok()?
    } else {
        return None;
    };
    parse_number::<u64>(seconds)?
        .checked_mul(1000)?
        .checked_add(milliseconds)
        .map(Duration::from_millis)
}
