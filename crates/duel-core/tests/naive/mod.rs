//! The rules once more, as plainly as they can be said: all numbers are tried from 1 up, nothing
//! is clever, and nothing is shared with the library. Slow, and only for small numbers.

/// What may be done with a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Act {
    /// Divide by 1.
    Pass,
    /// `/` or `-`, with a divisor, on the number at this place.
    Take(usize, char, u64),
    /// Append a digit.
    Append(u64),
}

/// A game: the book's name, the names of its house rules, and the state.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) book: &'static str,
    pub(crate) house: Vec<&'static str>,
    pub(crate) cap: u64,
    pub(crate) numbers: Vec<u64>,
    pub(crate) targets: Vec<u64>,
    pub(crate) digits: Vec<u64>,
    pub(crate) chosen: Vec<u64>,
    pub(crate) seat: u64,
}

impl Game {
    pub(crate) fn has(&self, rule: &str) -> bool {
        self.house.contains(&rule)
    }

    /// The signs of the operations that the rules know.
    fn signs(&self) -> &'static [char] {
        match self.book {
            _ if self.has("either") || self.has("prime-steps") => &['/', '-'],
            "divide" | "dilemma" => &['/'],
            _ => &['-'],
        }
    }

    fn is_barred(&self, d: u64) -> bool {
        let used = self.chosen.contains(&d);
        used && (self.has("once") || self.book == "factor")
            || self.has("no-echo") && self.chosen.last() == Some(&d)
    }

    fn may_take(&self, n: u64, sign: char, d: u64) -> bool {
        let divides = d >= 1 && d <= n && n.is_multiple_of(d);
        let kind = if self.has("prime-steps") {
            if sign == '/' { d < n && is_prime(d) } else { d == 1 && n > 1 }
        } else if self.book == "factor" {
            !(self.has("no-whole") && d == n && n > 1)
        } else {
            1 < d && d < n
        };
        divides && kind && !(self.has("root") && d * d > n) && !self.is_barred(d)
    }

    fn may_append(&self, digit: u64) -> bool {
        let over = self.is_divisible() || self.is_full();
        let leading = self.digits.is_empty() && digit == 0;
        let forbidden = self.has("no-leading-zero") && leading
            || self.has("once") && self.digits.contains(&digit);
        !over && !forbidden
    }

    fn is_divisible(&self) -> bool {
        let remainder = |d: u64| self.digits.iter().fold(0, |rest, digit| (rest * 10 + digit) % d);
        !self.digits.is_empty() && self.targets.iter().any(|d| remainder(*d) == 0)
    }

    fn is_full(&self) -> bool {
        (self.has("cap-draw") || self.has("cap-second")) && self.digits.len() as u64 >= self.cap
    }

    /// All legal moves.
    pub(crate) fn acts(&self) -> Vec<Act> {
        if self.book == "digits" {
            return (0..10).filter(|d| self.may_append(*d)).map(Act::Append).collect();
        }
        let mut acts = Vec::new();
        if self.has("one") && !self.chosen.contains(&1) {
            acts.push(Act::Pass);
        }
        for (place, n) in self.numbers.iter().enumerate() {
            for d in 1..=*n {
                let signs = self.signs().iter().filter(|sign| self.may_take(*n, **sign, d));
                acts.extend(signs.map(|sign| Act::Take(place, *sign, d)));
            }
        }
        acts
    }

    /// The game after a legal move.
    pub(crate) fn after(&self, act: Act) -> Game {
        let mut game = self.clone();
        game.seat = 3 - self.seat;
        match act {
            Act::Pass => game.chosen.push(1),
            Act::Append(digit) => game.digits.push(digit),
            Act::Take(place, sign, d) => {
                let n = self.numbers[place];
                game.numbers[place] = if sign == '/' { n / d } else { n - d };
                game.chosen.push(d);
            }
        }
        game
    }

    /// Whose win it is once nobody can go on: 1, 2, or 0 for nobody's.
    pub(crate) fn winner(&self) -> Option<u64> {
        let other = 3 - self.seat;
        match self.acts().is_empty() {
            false => None,
            true if self.is_full() && !self.is_divisible() => {
                Some(if self.has("cap-draw") { 0 } else { 2 })
            }
            true => Some(if self.has("misere") { self.seat } else { other }),
        }
    }

    /// How a move is written.
    pub(crate) fn write(&self, act: Act) -> String {
        match act {
            Act::Pass => "1".to_owned(),
            Act::Append(digit) => digit.to_string(),
            Act::Take(place, sign, d) => {
                let several = self.numbers.len() > 1;
                let place = if several { format!("{}:", place + 1) } else { String::new() };
                let sign = if self.signs().len() > 1 { sign.to_string() } else { String::new() };
                format!("{place}{sign}{d}")
            }
        }
    }

    /// How the game is written.
    pub(crate) fn text(&self) -> String {
        let mut text = self.book.to_owned();
        for rule in &self.house {
            text += &format!("+{rule}");
            if rule.starts_with("cap") {
                text += &format!("={}", self.cap);
            }
        }
        if self.book == "digits" {
            let digits: String = self.digits.iter().map(u64::to_string).collect();
            text += &format!(":{}:{digits}", list(&self.targets));
        } else {
            let mut barred = self.chosen.clone();
            let latest = barred.len().saturating_sub(1);
            let mut place = 0;
            barred.retain(|d| {
                place += 1;
                self.has("one") && *d == 1
                    || self.is_barred(*d) && (self.has("once") || self.book == "factor")
                    || self.has("no-echo") && place - 1 == latest
            });
            text += &format!(":{}", list(&self.numbers));
            if !barred.is_empty() {
                text += &format!("~{}", list(&barred));
            }
        }
        text + if self.seat == 2 { "/2" } else { "" }
    }
}

fn is_prime(n: u64) -> bool {
    n > 1 && (2..n).all(|d| !n.is_multiple_of(d))
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Every house rule, in the order in which they are written, with its books.
const HOUSE: [(&str, &[&str]); 11] = [
    ("misere", &["divide", "dilemma", "subtract", "digits", "factor"]),
    ("one", &["divide", "dilemma"]),
    ("either", &["divide", "dilemma", "subtract"]),
    ("prime-steps", &["divide", "dilemma"]),
    ("no-echo", &["divide", "dilemma", "subtract"]),
    ("once", &["divide", "dilemma", "subtract", "digits"]),
    ("root", &["divide", "dilemma", "subtract", "factor"]),
    ("no-whole", &["factor"]),
    ("no-leading-zero", &["digits"]),
    ("cap-draw", &["digits"]),
    ("cap-second", &["digits"]),
];

/// All sets of house rules that a book can be played with.
pub(crate) fn combinations(book: &str) -> Vec<Vec<&'static str>> {
    let fitting: Vec<&str> =
        HOUSE.iter().filter(|(_, books)| books.contains(&book)).map(|(rule, _)| *rule).collect();
    let conflicts = [("one", "prime-steps"), ("either", "prime-steps"), ("cap-draw", "cap-second")];
    (0..1_u32 << fitting.len())
        .map(|set| {
            let mut place = 0;
            let mut rules = fitting.clone();
            rules.retain(|_| {
                place += 1;
                set & (1 << (place - 1)) != 0
            });
            rules
        })
        .filter(|rules| !conflicts.iter().any(|(a, b)| rules.contains(a) && rules.contains(b)))
        .collect()
}
