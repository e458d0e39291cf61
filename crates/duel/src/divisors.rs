//! `duel divisors`: the divisors of numbers, all of them or a part, ascending.
//!
//! They are written as they are generated, however many there are.

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

/// How many divisors of a page are generated at a time.
const CHUNK: u64 = 1 << 16;
/// How much text is buffered before it is written.
const BLOCK: usize = 1 << 16;

/// Which divisors are requested.
enum Selection {
    All,
    /// None, only how many there are.
    Count,
    /// Those at these places, counted from 0.
    Page(Range<Natural>),
    /// Those around a value, up to so many on either side.
    Around(Natural, u64),
}

/// How the divisors are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Each divisor on a line of its own.
    Lines,
    /// All on one line, after the number and a colon.
    Labelled,
    /// One object a line.
    Json,
}

pub(crate) fn divisors(options: &DivisorsOptions) -> Result<(), Stop> {
    let limit = options.budget.as_deref().map(budget).transpose()?;
    let selection = Selection::of(options)?;
    let layout = match options.numbers.as_slice() {
        _ if options.json => Layout::Json,
        [only] if only != "-" => Layout::Lines,
        _ => Layout::Labelled,
    };
    let mut all_good = true;
    words::each(&options.numbers, |word, out| {
        let number = match word {
            Ok(number) => number,
            Err(bad) => {
                all_good = false;
                let error =
                    if layout == Layout::Json { bad.error.to_string() } else { bad.message() };
                return refuse(out, layout, bad.word, error);
            }
        };
        // Flush before work that may take long.
        if number.bits() > 64 {
            out.flush()?;
        }
        let factors = factoring::factor(&number, limit);
        let divisors = Divisors::new(&factors);
        let error = if factors.is_complete() || options.known {
            selection.error(&divisors)
        } else {
            let shortfall = factoring::shortfall(&factors);
            Some(format!("{shortfall} --known lists the divisors known so far."))
        };
        if let Some(error) = error {
            all_good = false;
            return refuse(out, layout, number.to_string(), error);
        }
        if !factors.is_complete() {
            console::note(&factoring::shortfall(&factors));
        }
        selection.write(&divisors, layout, out)
    })?;
    if all_good { Ok(()) } else { Err(Stop::Reported) }
}

fn refuse(out: &mut Out, layout: Layout, number: String, error: String) -> Result<(), Stop> {
    if layout == Layout::Json {
        writeln!(out, "{}", to_line(&ErrorForm { number, error })?)?;
    } else {
        out.flush()?;
        console::refuse(&error);
    }
    Ok(())
}

impl Selection {
    fn of(options: &DivisorsOptions) -> Result<Selection, Stop> {
        if options.count {
            return Ok(Selection::Count);
        }
        if let Some(text) = &options.page {
            let (from, to) = parse_range(text)
                .ok_or_else(|| usage("--page", "places such as 1..100 are wanted, from 1 up"))?;
            return Ok(Selection::Page(&from - &Natural::one()..to));
        }
        if let Some(text) = &options.around {
            let value = Natural::parse(text).map_err(|error| usage("--around", error))?;
            return Ok(Selection::Around(value, number("--radius", &options.radius, 1, CHUNK)?));
        }
        Ok(Selection::All)
    }

    /// Why these divisors cannot be listed, if so.
    fn error(&self, divisors: &Divisors) -> Option<String> {
        let out_of_reach = match self {
            Selection::All | Selection::Count => false,
            Selection::Page(places) => {
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
            Selection::Around(value, radius) => divisors.around(value, *radius).is_none(),
        };
        out_of_reach.then(|| {
            let count = grouped(&divisors.count());
            format!("Of {count} divisors only the first and the last million can be shown.")
        })
    }

    fn write(&self, divisors: &Divisors, layout: Layout, out: &mut Out) -> Result<(), Stop> {
        let mut list = ListWriter { out, text: Vec::new(), layout, empty: true };
        list.begin(divisors, self)?;
        match self {
            Selection::Count => {}
            Selection::All => {
                for run in divisors.runs() {
                    list.run(run)?;
                }
            }
            Selection::Page(places) => match places_of(places, &divisors.count()) {
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
            Selection::Around(value, radius) => {
                list.run(Run::Naturals(divisors.around(value, *radius).unwrap_or_default()))?;
            }
        }
        list.end(self)
    }
}

/// Places within a list of divisors, from the end where there are more than 2^64.
enum Places {
    FromStart(Range<u64>),
    /// `deep` is counted from the first of them to the end of the list.
    FromEnd {
        deep: Natural,
        length: Natural,
    },
}

/// Places within a list of this length; the first must be within it.
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

/// Writes a list.
struct ListWriter<'a> {
    out: &'a mut Out,
    text: Vec<u8>,
    layout: Layout,
    empty: bool,
}

impl ListWriter<'_> {
    fn begin(&mut self, divisors: &Divisors, selection: &Selection) -> Result<(), Stop> {
        let (number, count) = (divisors.number(), divisors.count());
        match (self.layout, selection) {
            (Layout::Lines, Selection::Count) => decimal::push(&mut self.text, &count),
            (Layout::Lines, _) => {}
            (Layout::Labelled, Selection::Count) => {
                self.text.extend_from_slice(format!("{number}: {count}").as_bytes());
            }
            (Layout::Labelled, _) => self.text.extend_from_slice(format!("{number}:").as_bytes()),
            (Layout::Json, _) => {
                let (complete, count) = (divisors.is_complete(), to_line(&CountForm::of(&count))?);
                let head =
                    format!("{{\"number\":\"{number}\",\"complete\":{complete},\"count\":{count}");
                self.text.extend_from_slice(head.as_bytes());
                if !matches!(selection, Selection::Count) {
                    self.text.extend_from_slice(b",\"divisors\":[");
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, selection: &Selection) -> Result<(), Stop> {
        match (self.layout, selection) {
            (Layout::Lines, Selection::Count) | (Layout::Labelled, _) => self.text.push(b'\n'),
            (Layout::Lines, _) => {}
            (Layout::Json, Selection::Count) => self.text.extend_from_slice(b"}\n"),
            (Layout::Json, _) => self.text.extend_from_slice(b"]}\n"),
        }
        self.out.write_all(&self.text)?;
        Ok(())
    }

    fn run(&mut self, run: Run) -> Result<(), Stop> {
        match run {
            Run::Words(list) => self.entries(&list, |text, d| decimal::push_word(text, *d)),
            Run::DoubleWords(list) => self.entries(&list, |text, d| decimal::push_word(text, *d)),
            Run::Naturals(list) => self.entries(&list, decimal::push),
        }
    }

    fn entries<T>(&mut self, list: &[T], push: impl Fn(&mut Vec<u8>, &T)) -> Result<(), Stop> {
        let (before, after): (&[u8], &[u8]) = match self.layout {
            Layout::Lines => (b"", b"\n"),
            Layout::Labelled => (b" ", b""),
            Layout::Json => (b",\"", b"\""),
        };
        for divisor in list {
            let skipped = usize::from(self.empty && self.layout == Layout::Json);
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
