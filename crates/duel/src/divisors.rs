//! `duel divisors`: the divisors of numbers, all of them or a part, ascending.
//!
//! They are written as they are generated, however many there are.

use std::{io::Write as _, iter, ops::Range};

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
const CHUNK: usize = 1 << 16;
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
        let runs = if factors.is_complete() || options.known {
            selection.runs(&divisors)
        } else {
            let shortfall = factoring::shortfall(&factors);
            Err(format!("{shortfall} --known lists the divisors known so far."))
        };
        let runs = match runs {
            Ok(runs) => runs,
            Err(error) => {
                all_good = false;
                return refuse(out, layout, number.to_string(), error);
            }
        };
        if !factors.is_complete() {
            console::note(&factoring::shortfall(&factors));
        }
        let mut list = ListWriter { out, text: Vec::new(), layout, empty: true };
        list.begin(&divisors, &selection)?;
        for run in runs {
            list.run(run)?;
        }
        list.end(&selection)
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
            return Ok(Selection::Around(
                value,
                number("--radius", &options.radius, 1, CHUNK as u64)?,
            ));
        }
        Ok(Selection::All)
    }

    /// The divisors, generated as they are asked for; or why they cannot be listed.
    fn runs<'a>(
        &self,
        divisors: &'a Divisors,
    ) -> Result<Box<dyn Iterator<Item = Run> + 'a>, String> {
        let count = divisors.count();
        let found = match self {
            Selection::All => return Ok(Box::new(divisors.runs())),
            Selection::Count => return Ok(Box::new(iter::empty())),
            Selection::Page(places) if count <= places.start => {
                return Err(format!("There are only {} divisors.", grouped(&count)));
            }
            Selection::Page(places) => {
                let end = (&places.end).min(&count);
                if let (Some(start), Some(end)) = (places.start.to_u64(), end.to_u64()) {
                    let reaches = |place: u64| divisors.page(place..place + 1).is_some();
                    let page = move |from: u64| {
                        let to = end.min(from.saturating_add(CHUNK as u64));
                        Run::Naturals(divisors.page(from..to).unwrap_or_default())
                    };
                    if reaches(start) && reaches(end - 1) {
                        return Ok(Box::new((start..end).step_by(CHUNK).map(page)));
                    }
                    None
                } else {
                    // So far up that only the large end is near.
                    let deep = (&count - &places.start).to_u64();
                    deep.filter(|deep| *deep <= Divisors::DEPTH).map(|deep| {
                        let mut found = divisors.largest(size(&deep.into()));
                        found.truncate(size(&(end - &places.start)));
                        found
                    })
                }
            }
            Selection::Around(value, radius) => divisors.around(value, *radius),
        };
        let found = found.ok_or_else(|| {
            let count = grouped(&count);
            format!("Of {count} divisors only the first and the last million can be shown.")
        })?;
        Ok(Box::new(iter::once(Run::Naturals(found))))
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
