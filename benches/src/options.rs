//! What a run of the benchmarks is asked for.

use std::{error::Error, time::Duration};

/// What a run is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Which benchmark; all if none is named.
    pub(crate) name: Option<String>,
    /// How long the search of `factor` may take.
    pub(crate) time: Duration,
    /// How many starts of each book `levels` plays.
    pub(crate) starts: u64,
    /// Whether `numbers` and `web` are to be short rather than exact.
    pub(crate) is_quick: bool,
    /// Whether `web` measures moves alone.
    pub(crate) only_moves: bool,
}

impl Options {
    /// Reads the arguments of the command line.
    pub(crate) fn read(
        mut arguments: impl Iterator<Item = String>,
    ) -> Result<Options, Box<dyn Error>> {
        let mut options = Options {
            name: None,
            time: Duration::from_mins(1),
            starts: 60,
            is_quick: false,
            only_moves: false,
        };
        while let Some(argument) = arguments.next() {
            let mut number = || -> Result<u64, Box<dyn Error>> {
                let wanted = || format!("{argument} takes a whole number above 0");
                let number: u64 =
                    arguments.next().and_then(|n| n.parse().ok()).ok_or_else(wanted)?;
                if number == 0 { Err(wanted().into()) } else { Ok(number) }
            };
            match argument.as_str() {
                "--seconds" => options.time = Duration::from_secs(number()?),
                "--starts" => options.starts = number()?,
                "--quick" => options.is_quick = true,
                "--moves" => options.only_moves = true,
                _ if argument.starts_with('-') || options.name.is_some() => {
                    return Err(format!("{argument} is not understood; see ./bench --help").into());
                }
                _ => options.name = Some(argument),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, String> {
        Options::read(line.split_whitespace().map(str::to_owned)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_and_options_come_in_any_order() {
        let options = read("--seconds 5 factor").unwrap();
        assert_eq!(options, read("factor --seconds 5").unwrap());
        assert_eq!(options.name.as_deref(), Some("factor"));
        assert_eq!(options.time, Duration::from_secs(5));
        assert_eq!(read("").unwrap().name, None);
        assert!(read("numbers --quick").unwrap().is_quick);
        assert!(read("web --moves").unwrap().only_moves);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for line in ["factor levels", "--minutes 3", "--seconds", "--seconds x", "--starts 0"] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
