//! From text to a [`Conjecture`]: words and signs first, then conditions by recursive descent.
//!
//! Every mistake has its place in the text, what was found there, and what would be right.

use duel_core::{is_shown, shown};
use thiserror::Error;

use super::conjecture::{Comparison, Conjecture, Formula, Kind, Quantity, Term};

/// The longest text that is read, in characters.
pub const LONGEST: usize = 2_000;

/// How many brackets and `not`s may stand within each other.
pub const DEEPEST: u32 = 50;

/// The largest number that can be written.
const LARGEST: u64 = 1_000_000_000_000;

/// What may stand where a condition is expected.
const CONDITION: &str = "a condition such as `odd` or `n mod 4 = 1`";

/// Why a text is not a conjecture, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {}: {problem}", at + 1)]
pub struct ConjectureError {
    /// How many characters stand before the place.
    pub at: usize,
    /// How many characters the place has; 0 at the end of the text.
    pub length: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// Nothing but white space.
    #[error("there is nothing here; {CONDITION} is wanted")]
    Empty,
    /// Longer than [`LONGEST`].
    #[error("the conjecture is too long; at most {LONGEST} characters are read")]
    TooLong,
    /// Deeper than [`DEEPEST`].
    #[error("too many brackets and `not`s within each other; at most {DEEPEST} are read")]
    TooDeep,
    /// A character of no word, number or sign.
    #[error("{} has no meaning here; {}", quoted(&.0.to_string()), instead(*.0))]
    Character(char),
    /// A number that is too large.
    #[error("this number is too large; numbers go up to {LARGEST}")]
    TooLarge,
    /// A remainder by 0.
    #[error("nothing can be divided by 0; a remainder is that of 1 or more, as in `n mod 4`")]
    Modulus,
    /// The powers of 0 or 1.
    #[error("{0} has no powers of its own; 2 or more is wanted, as in `power of 2`")]
    Base(u64),
    /// A word that is none of the language.
    #[error("{} is no word of this language; {}", quoted(.word), advice(*.near, .wanted))]
    UnknownWord {
        /// The word.
        word: String,
        /// A word that may be meant.
        near: Option<&'static str>,
        /// What would be right there.
        wanted: &'static str,
    },
    /// Something that does not belong there.
    #[error("found {found}, where {wanted} is wanted")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What would be right.
        wanted: &'static str,
    },
}

fn quoted(text: &str) -> String {
    if text.chars().all(is_shown) {
        format!("`{}`", duel_core::shortened(text, 30))
    } else {
        "a character that cannot be seen".to_owned()
    }
}

fn advice(near: Option<&'static str>, wanted: &str) -> String {
    match near {
        Some(near) => format!("is `{near}` meant?"),
        None => format!("{wanted} is wanted"),
    }
}

/// What would be right instead of a character: the word for a sign of programming languages.
fn instead(character: char) -> &'static str {
    match character {
        '%' => "is `mod` meant, as in `n mod 4 = 1`?",
        '|' => "is `or` meant?",
        '&' => "is `and` meant?",
        '!' | '~' => "is `not` meant?",
        _ => "words, numbers, commas, brackets and = != < <= > >= have",
    }
}

impl ConjectureError {
    /// The part of the text around the place, and below it a line that marks the place.
    pub fn marked(&self, text: &str) -> String {
        /// How much of a long text is shown before the place, and in all.
        const BEFORE: usize = 40;
        const WIDTH: usize = 70;
        let start = if self.at + self.length > WIDTH { self.at.saturating_sub(BEFORE) } else { 0 };
        let part = |from: usize, to: usize| {
            let taken: String = text.chars().skip(from).take(to.saturating_sub(from)).collect();
            shown(&taken)
        };
        let dots = if start > 0 { "..." } else { "" };
        let after = if text.chars().count() > start + WIDTH { "..." } else { "" };
        let line = part(start, start + WIDTH);
        let indent = dots.len() + part(start, self.at).chars().count();
        let end = (self.at + self.length).min(start + WIDTH);
        let carets = part(self.at, end).chars().count().max(1);
        format!("{dots}{line}{after}\n{}{}", " ".repeat(indent), "^".repeat(carets))
    }
}

/// Reads a conjecture.
pub(super) fn parse(text: &str) -> Result<Conjecture, ConjectureError> {
    let count = text.chars().count();
    if count > LONGEST {
        let length = count - LONGEST;
        return Err(ConjectureError { at: LONGEST, length, problem: Problem::TooLong });
    }
    let mut parser = Parser { tokens: tokens(text), next: 0, depth: 0 };
    if parser.token().kind == TokenKind::End {
        return Err(parser.mistake(Problem::Empty));
    }
    parser.skip_opening()?;
    let formula = parser.any()?;
    match parser.token().kind {
        TokenKind::End => Ok(Conjecture(formula)),
        TokenKind::Sign(",") => {
            Err(parser.unexpected("`and`, `or` or the end (a list comes after `in`)"))
        }
        _ => Err(parser.unexpected("`and`, `or` or the end")),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    at: usize,
    length: usize,
    kind: TokenKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TokenKind {
    /// Letters, in lower case.
    Word(String),
    Number(u64),
    /// A number above [`LARGEST`].
    TooLarge,
    Sign(&'static str),
    /// A character that begins nothing. It is the last token.
    Unreadable(char),
    End,
}

/// The signs, longer ones before those that they begin with. A sign may be written in two ways.
const SIGNS: [(&str, &str); 14] = [
    ("!=", "!="),
    ("<>", "!="),
    ("≠", "!="),
    ("<=", "<="),
    ("≤", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("==", "="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("(", "("),
    (")", ")"),
    (",", ","),
];

/// The tokens of a text, up to its end or to the first unreadable character.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut at = 0;
    loop {
        let trimmed = rest.trim_start();
        at += rest[..rest.len() - trimmed.len()].chars().count();
        rest = trimmed;
        let run = |belongs: fn(char) -> bool| {
            let bytes = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
            &rest[..bytes]
        };
        let (taken, kind) = match rest.chars().next() {
            None => ("", TokenKind::End),
            Some(first) if first.is_ascii_digit() => {
                let digits = run(|c| c.is_ascii_digit());
                let number = digits.parse().ok().filter(|number| *number <= LARGEST);
                (digits, number.map_or(TokenKind::TooLarge, TokenKind::Number))
            }
            Some(first) if first.is_alphabetic() => {
                let word = run(char::is_alphabetic);
                (word, TokenKind::Word(word.to_lowercase()))
            }
            Some(first) => match SIGNS.iter().find(|(written, _)| rest.starts_with(written)) {
                Some((written, sign)) => (*written, TokenKind::Sign(sign)),
                None => (&rest[..first.len_utf8()], TokenKind::Unreadable(first)),
            },
        };
        let length = taken.chars().count();
        let last = matches!(kind, TokenKind::End | TokenKind::Unreadable(_));
        tokens.push(Token { at, length, kind });
        if last {
            return tokens;
        }
        at += length;
        rest = &rest[taken.len()..];
    }
}

struct Parser {
    /// Never empty; the last one is the end or unreadable, and is never passed.
    tokens: Vec<Token>,
    next: usize,
    depth: u32,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.next]
    }

    fn pass(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn mistake(&self, problem: Problem) -> ConjectureError {
        let Token { at, length, .. } = *self.token();
        ConjectureError { at, length, problem }
    }

    /// What is wrong with the next token, where something else is wanted.
    fn unexpected(&self, wanted: &'static str) -> ConjectureError {
        let found = match &self.token().kind {
            TokenKind::Unreadable(character) => {
                return self.mistake(Problem::Character(*character));
            }
            TokenKind::TooLarge => return self.mistake(Problem::TooLarge),
            TokenKind::Word(word) if !WORDS.contains(&word.as_str()) => {
                let near = nearest(word);
                let word = word.clone();
                return self.mistake(Problem::UnknownWord { word, near, wanted });
            }
            TokenKind::Word(word) => quoted(word),
            TokenKind::Number(number) => format!("the number {number}"),
            TokenKind::Sign(sign) => quoted(sign),
            TokenKind::End => "the end".to_owned(),
        };
        self.mistake(Problem::Unexpected { found, wanted })
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token().kind, TokenKind::Word(found) if found == word)
    }

    /// Passes the next token, if it is this word.
    fn pass_word(&mut self, word: &str) -> bool {
        let is_word = self.is_word(word);
        if is_word {
            self.pass();
        }
        is_word
    }

    /// Passes this word, which must come next.
    fn expect_word(&mut self, word: &str, wanted: &'static str) -> Result<(), ConjectureError> {
        if self.pass_word(word) { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    fn pass_sign(&mut self, sign: &str) -> bool {
        let is_sign = matches!(self.token().kind, TokenKind::Sign(found) if found == sign);
        if is_sign {
            self.pass();
        }
        is_sign
    }

    fn number(&mut self, wanted: &'static str) -> Result<u64, ConjectureError> {
        match self.token().kind {
            TokenKind::Number(number) => {
                self.pass();
                Ok(number)
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    /// Passes "lost exactly when", which may be written and is understood otherwise.
    fn skip_opening(&mut self) -> Result<(), ConjectureError> {
        if self.pass_word("lost") {
            self.pass_word("exactly");
            if !self.pass_word("if") {
                self.expect_word("when", "`exactly when`")?;
            }
        }
        Ok(())
    }

    fn any(&mut self) -> Result<Formula, ConjectureError> {
        self.joined("or", Parser::all, Formula::Any)
    }

    fn all(&mut self) -> Result<Formula, ConjectureError> {
        self.joined("and", Parser::condition, Formula::All)
    }

    /// One part, or several with this word between them.
    fn joined(
        &mut self,
        word: &str,
        part: fn(&mut Parser) -> Result<Formula, ConjectureError>,
        join: fn(Vec<Formula>) -> Formula,
    ) -> Result<Formula, ConjectureError> {
        let first = part(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.pass_word(word) {
            parts.push(part(self)?);
        }
        Ok(join(parts))
    }

    /// Goes one level deeper for a part.
    fn deeper(
        &mut self,
        part: fn(&mut Parser) -> Result<Formula, ConjectureError>,
    ) -> Result<Formula, ConjectureError> {
        if self.depth == DEEPEST {
            return Err(self.mistake(Problem::TooDeep));
        }
        self.depth += 1;
        let formula = part(self);
        self.depth -= 1;
        formula
    }

    fn condition(&mut self) -> Result<Formula, ConjectureError> {
        if self.pass_sign("(") {
            let formula = self.deeper(Parser::any)?;
            return if self.pass_sign(")") {
                Ok(formula)
            } else {
                Err(self.unexpected("`and`, `or` or `)`"))
            };
        }
        if self.pass_word("not") {
            return Ok(Formula::Not(Box::new(self.deeper(Parser::condition)?)));
        }
        if self.pass_word("always") {
            return Ok(Formula::Always);
        }
        if self.pass_word("never") {
            return Ok(Formula::Never);
        }
        if let Some(named) = self.named()? {
            return Ok(named);
        }
        self.comparison()
    }

    /// A kind of number, or a power, if one comes next.
    fn named(&mut self) -> Result<Option<Formula>, ConjectureError> {
        if let Some(kind) = Kind::ALL.into_iter().find(|kind| self.is_word(kind.name())) {
            self.pass();
            return Ok(Some(Formula::Is(kind)));
        }
        if self.pass_word("power") {
            self.expect_word("of", "`of`, as in `power of 2`,")?;
            let place = self.next;
            let base = self.number("a number, as in `power of 2`,")?;
            if base < 2 {
                self.next = place;
                return Err(self.mistake(Problem::Base(base)));
            }
            return Ok(Some(Formula::PowerOf(base)));
        }
        Ok(None)
    }

    /// What comes after `is`: `n is odd`, `n is not a square`, `omega is 3`.
    fn what_it_is(&mut self, left: Term) -> Result<Formula, ConjectureError> {
        let is_not = self.pass_word("not");
        let _ = self.pass_word("a") || self.pass_word("an");
        if left == Term::Of(Quantity::Itself, None)
            && let Some(named) = self.named()?
        {
            return Ok(if is_not { Formula::Not(Box::new(named)) } else { named });
        }
        let wanted = match left {
            Term::Of(Quantity::Itself, None) => "`odd`, `even`, `prime` or a number",
            _ => "a number (only `n` is odd, even or prime)",
        };
        let right = Term::Number(self.number(wanted)?);
        let comparison = if is_not { Comparison::Unequal } else { Comparison::Equal };
        Ok(Formula::Compared { left, comparison, right })
    }

    fn comparison(&mut self) -> Result<Formula, ConjectureError> {
        let left = self.term(CONDITION)?;
        if self.pass_word("is") {
            return self.what_it_is(left);
        }
        if self.pass_word("in") {
            let mut list = vec![self.number("a number, as in `n in 1, 2, 8`,")?];
            while self.pass_sign(",") {
                list.push(self.number("a number, as in `n in 1, 2, 8`,")?);
            }
            return Ok(Formula::In { left, list });
        }
        let is_next = |comparison: &Comparison| matches!(self.token().kind, TokenKind::Sign(sign) if sign == comparison.sign());
        let Some(comparison) = Comparison::ALL.into_iter().find(is_next) else {
            return Err(self.unexpected("a comparison (=, !=, <, <=, >, >=, `in` or `is`)"));
        };
        self.pass();
        let right = self.term("a number or a quantity such as `n` or `omega`")?;
        Ok(Formula::Compared { left, comparison, right })
    }

    fn term(&mut self, wanted: &'static str) -> Result<Term, ConjectureError> {
        if let TokenKind::Number(number) = self.token().kind {
            self.pass();
            return Ok(Term::Number(number));
        }
        let quantity = self.quantity(wanted)?;
        if !self.pass_word("mod") {
            return Ok(Term::Of(quantity, None));
        }
        let place = self.next;
        let modulus = self.number("a number, as in `n mod 4`,")?;
        if modulus == 0 {
            self.next = place;
            return Err(self.mistake(Problem::Modulus));
        }
        Ok(Term::Of(quantity, Some(modulus)))
    }

    fn quantity(&mut self, wanted: &'static str) -> Result<Quantity, ConjectureError> {
        for quantity in Quantity::ALL {
            let mut words = quantity.name().split(' ');
            let first = words.next().unwrap_or_default();
            let plural = quantity == Quantity::DigitSum && self.pass_word("digits");
            if !plural && !self.pass_word(first) {
                continue;
            }
            if let Some(second) = words.next() {
                let wanted = match second {
                    "sum" => "`sum`, as in `digit sum`,",
                    _ => "`prime`, as in `largest prime`,",
                };
                self.expect_word(second, wanted)?;
            }
            return Ok(quantity);
        }
        Err(self.unexpected(wanted))
    }
}

/// Every word of the language.
const WORDS: [&str; 30] = [
    "odd",
    "even",
    "prime",
    "composite",
    "square",
    "power",
    "of",
    "n",
    "omega",
    "divisors",
    "largest",
    "smallest",
    "twos",
    "digit",
    "digits",
    "sum",
    "mod",
    "in",
    "is",
    "a",
    "an",
    "and",
    "or",
    "not",
    "always",
    "never",
    "lost",
    "exactly",
    "when",
    "if",
];

/// The word of the language that differs least from this one, if few letters do.
fn nearest(word: &str) -> Option<&'static str> {
    let letters = word.chars().count();
    if letters > 20 {
        return None;
    }
    let near = WORDS.into_iter().filter(|known| known.len() > 2);
    let (distance, known) = near.map(|known| (distance(word, known), known)).min()?;
    (distance <= 2 && distance * 2 < letters).then_some(known)
}

/// How many letters have to be changed, added or left out to make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = place + 1;
        for (at, same) in other.iter().enumerate() {
            let changed = before + usize::from(letter != *same);
            before = row[at + 1];
            row[at + 1] = changed.min(before + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}
