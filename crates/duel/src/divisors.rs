//! `duel divisors`: the divisors of numbers, all of them or a part, ascending.
//!
//! However many there are, they are written as they are made.

use std::{io::Write as _, ops::Range};

use duel_books::listing::grouped;
use duel_numbers::{Divisors, Natural, Run};

use crate::{
    cli::DivisorsOptions,
    console, decimal,
    factor::ErrorForm,
    factoring,
    options::{number, usage},
    prompt::parse_range,
    solve::{CountForm, budget, to_line},
    stop::Stop,
    words::{self, Out},
};

/// How many divisors of a page are made at a time.
const CHUNK: u64 = 1 << 16;
/// How much text is gathered before it is written.
const BLOCK: usize = 1 << 16;

/// Which divisors are asked for.
enum Part {
    All,
    /// None, only how many there are.
    Count,
    /// Those at these places, counted from 0.
    Page(Range<Natural>),
    /// Those around a value, up to so many on either side.
    Around(Natural, u64),
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Each divisor on a line of its own.
    Lines,
    /// All on one line, behind the number and a colon.
    Labelled,
    /// One object a line.
    Json,
}

/// `duel divisors`.
pub(crate) fn divisors(options: &DivisorsOptions) -> Result<(), Stop> {
    let limit = options.budget.as_deref().map(budget).transpose()?;
    let part = Part::of(options)?;
    let form = match options.numbers.as_slice() {
        _ if options.json => Form::Json,
        [only] if only != "-" => Form::Lines,
        _ => Form::Labelled,
    };
    let mut all_good = true;
    words::each(&options.numbers, |word, out| {
        let number = match word {
            Ok(number) => number,
            Err(bad) => {
                all_good = false;
                let error = if form == Form::Json { bad.error.to_string() } else { bad.message() };
                return refuse(out, form, bad.word, error);
            }
        };
        // What may take long is not waited for with answers in hand.
        if number.bits() > 64 {
            out.flush()?;
        }
        let factors = factoring::factor(&number, limit);
        let divisors = Divisors::new(&factors);
        let quarrel = if factors.is_complete() || options.known {
            part.quarrel(&divisors)
        } else {
            let shortfall = factoring::shortfall(&factors);
            Some(format!("{shortfall} --known lists the divisors known so far."))
        };
        if let Some(error) = quarrel {
            all_good = false;
            return refuse(out, form, number.to_string(), error);
        }
        if !factors.is_complete() {
            console::note(&factoring::shortfall(&factors));
        }
        part.write(&divisors, form, out)
    })?;
    if all_good { Ok(()) } else { Err(Stop::Told) }
}

fn refuse(out: &mut Out, form: Form, number: String, error: String) -> Result<(), Stop> {
    if form == Form::Json {
        writeln!(out, "{}", to_line(&ErrorForm { number, error })?)?;
    } else {
        out.flush()?;
        console::refuse(&error);
    }
    Ok(())
}

impl Part {
    fn of(options: &DivisorsOptions) -> Result<Part, Stop> {
        if options.count {
            return Ok(Part::Count);
        }
        if let Some(text) = &options.page {
            let (from, to) = parse_range(text)
                .ok_or_else(|| usage("--page", "places such as 1..100 are wanted, from 1 up"))?;
            return Ok(Part::Page(&from - &Natural::one()..to));
        }
        if let Some(text) = &options.around {
            let value = Natural::parse(text).map_err(|error| usage("--around", error))?;
            return Ok(Part::Around(value, number("--radius", &options.radius, 1, CHUNK)?));
        }
        Ok(Part::All)
    }

    /// Why this part of these divisors cannot be shown, if so.
    fn quarrel(&self, divisors: &Divisors) -> Option<String> {
        let out_of_reach = match self {
            Part::All | Part::Count => false,
            Part::Page(places) => {
                let count = divisors.count();
                if count <= places.start {
                    return Some(format!("There are only {} divisors.", grouped(&count)));
                }
                match places_of(places, &count) {
                    Places::FromStart(places) => {
                        let reaches = |place: u64| divisors.page(place..place + 1).is_some();
                        !reaches(places.start) || !reaches(places.end - 1)
                    }
                    Places::FromEnd { deep, .. } => {
                        deep.to_u64().is_none_or(|deep| deep > Divisors::DEPTH)
                    }
                }
            }
            Part::Around(value, radius) => divisors.around(value, *radius).is_none(),
        };
        out_of_reach.then(|| {
            let count = grouped(&divisors.count());
            format!("Of {count} divisors only the first and the last million can be shown.")
        })
    }

    fn write(&self, divisors: &Divisors, form: Form, out: &mut Out) -> Result<(), Stop> {
        let mut list = List { out, text: Vec::new(), form, empty: true };
        list.begin(divisors, self)?;
        match self {
            Part::Count => {}
            Part::All => {
                for run in divisors.runs() {
                    list.run(run)?;
                }
            }
            Part::Page(places) => match places_of(places, &divisors.count()) {
                Places::FromStart(places) => {
                    let mut from = places.start;
                    while from < places.end {
                        let to = places.end.min(from.saturating_add(CHUNK));
                        list.run(Run::Naturals(divisors.page(from..to).unwrap_or_default()))?;
                        from = to;
                    }
                }
                Places::FromEnd { deep, length } => {
                    let mut found = divisors.largest(size(&deep));
                    found.truncate(size(&length));
                    list.run(Run::Naturals(found))?;
                }
            },
            Part::Around(value, radius) => {
                list.run(Run::Naturals(divisors.around(value, *radius).unwrap_or_default()))?;
            }
        }
        list.end(self)
    }
}

/// Places within a list of divisors, from the end where there are more than 2^64.
enum Places {
    FromStart(Range<u64>),
    /// The first of them has this many from it to the end; this many are wanted.
    FromEnd {
        deep: Natural,
        length: Natural,
    },
}

/// The places of a list of this length, which begins before its end.
fn places_of(places: &Range<Natural>, count: &Natural) -> Places {
    let end = (&places.end).min(count);
    match (places.start.to_u64(), end.to_u64()) {
        (Some(start), Some(end)) => Places::FromStart(start..end),
        _ => Places::FromEnd { deep: count - &places.start, length: end - &places.start },
    }
}

fn size(number: &Natural) -> usize {
    number.to_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(usize::MAX)
}

/// A list being written.
struct List<'a> {
    out: &'a mut Out,
    text: Vec<u8>,
    form: Form,
    empty: bool,
}

impl List<'_> {
    fn begin(&mut self, divisors: &Divisors, part: &Part) -> Result<(), Stop> {
        let (number, count) = (divisors.number(), divisors.count());
        match (self.form, part) {
            (Form::Lines, Part::Count) => decimal::push(&mut self.text, &count),
            (Form::Lines, _) => {}
            (Form::Labelled, Part::Count) => {
                self.text.extend_from_slice(format!("{number}: {count}").as_bytes());
            }
            (Form::Labelled, _) => self.text.extend_from_slice(format!("{number}:").as_bytes()),
            (Form::Json, _) => {
                let (complete, count) = (divisors.is_complete(), to_line(&CountForm::of(&count))?);
                let head =
                    format!("{{\"number\":\"{number}\",\"complete\":{complete},\"count\":{count}");
                self.text.extend_from_slice(head.as_bytes());
                if !matches!(part, Part::Count) {
                    self.text.extend_from_slice(b",\"divisors\":[");
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, part: &Part) -> Result<(), Stop> {
        match (self.form, part) {
            (Form::Lines, Part::Count) | (Form::Labelled, _) => self.text.push(b'\n'),
            (Form::Lines, _) => {}
            (Form::Json, Part::Count) => self.text.extend_from_slice(b"}\n"),
            (Form::Json, _) => self.text.extend_from_slice(b"]}\n"),
        }
        self.out.write_all(&self.text)?;
        Ok(())
    }

    fn run(&mut self, run: Run) -> Result<(), Stop> {
        match run {
            Run::Words(list) => self.entries(&list, |text, d| decimal::push_word(text, *d)),
            Run::DoubleWords(list) => {
                self.entries(&list, |text, d| decimal::push_double_word(text, *d))
            }
            Run::Naturals(list) => self.entries(&list, decimal::push),
        }
    }

    fn entries<T>(&mut self, list: &[T], push: impl Fn(&mut Vec<u8>, &T)) -> Result<(), Stop> {
        let (before, after): (&[u8], &[u8]) = match self.form {
            Form::Lines => (b"", b"\n"),
            Form::Labelled => (b" ", b""),
            Form::Json => (b",\"", b"\""),
        };
        for divisor in list {
            let skipped = usize::from(self.empty && self.form == Form::Json);
            self.empty = false;
            self.text.extend_from_slice(&before[skipped..]);
            push(&mut self.text, divisor);
            self.text.extend_from_slice(after);
            if self.text.len() >= BLOCK {
                self.out.write_all(&self.text)?;
                self.text.clear();
            }
        }
        Ok(())
    }
}
