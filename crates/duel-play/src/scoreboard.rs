//! The score of a match of several rounds: who begins which round, and when it is decided.

use duel_core::{MatchTags, Outcome, Seat, Seats};

use crate::dice::Dice;

/// One of the two people who play a match. Their seats change from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    /// The one who was named first.
    One,
    /// The other one.
    Two,
}

impl Person {
    /// Whom a coin lets begin; how it falls is in the seed.
    pub fn tossed(seed: u64) -> Person {
        if Dice::seeded(seed).toss() { Person::Two } else { Person::One }
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Person {
        match self {
            Person::One => Person::Two,
            Person::Two => Person::One,
        }
    }
}

/// The state of a match after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is another round.
    GoesOn,
    /// One person won.
    Champion(Person),
    /// It is over, and the score is level.
    Tied,
}

/// How a match stands after a round, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The score; `None` for a single game.
    pub score: Option<String>,
    /// The end of the match.
    pub verdict: Option<String>,
    /// Whether there is another round.
    pub goes_on: bool,
}

impl Standing {
    /// The same, a line each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let score = self.score.as_ref().map(|score| format!("Score: {score}"));
        score.into_iter().chain(self.verdict.clone())
    }
}

/// The names and the score of a match of several rounds, or of a single game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoreboard {
    /// The names, first named first.
    pub names: [String; 2],
    /// How many rounds are played, if that was agreed.
    pub rounds: Option<u32>,
    /// The score that ends it, if that was agreed.
    pub to: Option<u32>,
    /// What a win is worth.
    pub points: u32,
    round: u32,
    begins: Person,
    score: [u32; 2],
}

impl Scoreboard {
    /// A match that is about to begin. Without rounds and score it is a single game.
    pub fn new(names: [String; 2], begins: Person) -> Scoreboard {
        Scoreboard { names, rounds: None, to: None, points: 1, round: 1, begins, score: [0, 0] }
    }

    /// The score after this verdict in words: `Ann 2, Ben 1`, and the end of the match.
    pub fn standing(&self, verdict: Verdict) -> Standing {
        let ends = match verdict {
            Verdict::GoesOn => None,
            Verdict::Champion(person) => Some(format!("{} is the champion!", self.name(person))),
            Verdict::Tied => Some("The match is tied.".to_owned()),
        };
        let score = [Person::One, Person::Two]
            .map(|person| format!("{} {}", self.name(person), self.score(person)))
            .join(", ");
        let is_match = self.is_match();
        Standing {
            score: is_match.then_some(score),
            verdict: ends.filter(|_| is_match),
            goes_on: verdict == Verdict::GoesOn,
        }
    }

    /// The match that a kept game belongs to, at that game.
    pub fn resumed(names: &Seats<String>, tags: &MatchTags) -> Scoreboard {
        let (one, two) = (tags.player_one, tags.player_one.other());
        Scoreboard {
            names: [names[one].clone(), names[two].clone()],
            rounds: tags.rounds,
            to: tags.to,
            points: tags.points,
            round: tags.round,
            begins: if one == Seat::First { Person::One } else { Person::Two },
            score: [tags.score[one], tags.score[two]],
        }
    }

    /// What a record says about this round. `deal` and `swap` are how the next start is found.
    pub fn tags(&self, deal: Option<u64>, swap: bool) -> MatchTags {
        MatchTags {
            round: self.round,
            rounds: self.rounds,
            to: self.to,
            points: self.points,
            score: self.seated_score(),
            player_one: self.seat(Person::One),
            deal,
            swap,
        }
    }

    /// Whether more than one game may be played.
    pub fn is_match(&self) -> bool {
        self.rounds.is_some() || self.to.is_some()
    }

    /// Which round this is, from 1.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Who begins this round.
    pub fn begins(&self) -> Person {
        self.begins
    }

    /// Who sets the start of this round, where one player does and the other chooses who begins:
    /// the two take turns.
    pub fn setter(&self) -> Person {
        if self.round % 2 == 1 { Person::One } else { Person::Two }
    }

    /// Lets a person begin this round.
    pub fn let_begin(&mut self, person: Person) {
        self.begins = person;
    }

    /// The names as they sit in this round.
    pub fn seats(&self) -> Seats<String> {
        self.seated(self.names.clone())
    }

    /// Gives the person in this seat another name.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        name.clone_into(&mut self.names[self.person(seat) as usize]);
    }

    /// The score as the two sit in this round.
    pub fn seated_score(&self) -> Seats<u32> {
        self.seated(self.score)
    }

    /// A person's name.
    pub fn name(&self, person: Person) -> &str {
        &self.names[person as usize]
    }

    /// A person's score.
    pub fn score(&self, person: Person) -> u32 {
        self.score[person as usize]
    }

    /// Counts the outcome of this round.
    pub fn count(&mut self, outcome: Outcome) -> Verdict {
        if let Outcome::Won(seat) = outcome {
            let score = &mut self.score[self.person(seat) as usize];
            *score = score.saturating_add(self.points);
        }
        self.verdict()
    }

    /// Goes on to the next round, where the other person begins.
    pub fn next_round(&mut self) {
        self.round = self.round.saturating_add(1);
        self.begins = self.begins.other();
    }

    /// The same match once more from its first round, which the other person begins.
    #[must_use]
    pub fn rematch(&self) -> Scoreboard {
        let fresh = Scoreboard::new(self.names.clone(), self.begins.other());
        Scoreboard { rounds: self.rounds, to: self.to, points: self.points, ..fresh }
    }

    fn verdict(&self) -> Verdict {
        let reached = self.to.is_some_and(|to| self.score.iter().any(|score| *score >= to));
        let all_played = match (self.rounds, self.to) {
            (Some(rounds), _) => self.round >= rounds,
            (None, Some(_)) => false,
            (None, None) => true,
        };
        match self.score[0].cmp(&self.score[1]) {
            _ if !reached && !all_played => Verdict::GoesOn,
            std::cmp::Ordering::Greater => Verdict::Champion(Person::One),
            std::cmp::Ordering::Less => Verdict::Champion(Person::Two),
            std::cmp::Ordering::Equal => Verdict::Tied,
        }
    }

    /// Who sits in this seat in this round.
    pub fn person(&self, seat: Seat) -> Person {
        if seat == Seat::First { self.begins } else { self.begins.other() }
    }

    fn seat(&self, person: Person) -> Seat {
        if person == self.begins { Seat::First } else { Seat::Second }
    }

    /// What belongs to the two people, first named first, as they sit in this round.
    pub fn seated<T>(&self, [one, two]: [T; 2]) -> Seats<T> {
        let seats = Seats::new(one, two);
        if self.begins == Person::One { seats } else { seats.swapped() }
    }
}
