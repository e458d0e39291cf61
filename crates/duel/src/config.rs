//! Settings from the environment and from the configuration file, as defaults of options: what is typed
//! comes first, then the environment, then the file. `docs/configuration.md` describes them.
//!
//! The file is a small part of TOML: `key = "text"` and `key = true`, one on a line, and remarks
//! behind `#`.

use std::{
    collections::BTreeMap,
    env, io,
    path::{Path, PathBuf},
};

use clap::{ArgAction, Command, builder::FalseyValueParser};
use duel_play::plain_file;
use duel_tui::Theme;
use etcetera::BaseStrategy as _;

use crate::{nearest, options, serve, solve};

/// The environment variable that names another configuration file.
const FILE: &str = "DUEL_CONFIG";

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 10;

/// A setting: its key in the file, its environment variable, and the option whose default it is.
pub(crate) struct Setting {
    pub(crate) key: &'static str,
    pub(crate) variable: &'static str,
    /// The commands with this option; none for an option of the program itself.
    pub(crate) commands: &'static [&'static str],
    /// The option, as the parser knows it.
    pub(crate) argument: &'static str,
}

const fn setting(
    key: &'static str,
    variable: &'static str,
    commands: &'static [&'static str],
    argument: &'static str,
) -> Setting {
    Setting { key, variable, commands, argument }
}

const PLAYING: &[&str] = &["play", "tui"];
const ASKING: &[&str] = &["solve", "explain", "hint", "review"];

/// All settings.
pub(crate) const SETTINGS: [Setting; 13] = [
    setting("color", "DUEL_COLOR", &[], "color"),
    setting("menu", "DUEL_MENU", &[], "menu"),
    setting("theme", "DUEL_THEME", &["tui"], "theme"),
    setting("ascii", "DUEL_ASCII", &["tui"], "ascii"),
    setting("still", "DUEL_STILL", &["tui"], "still"),
    setting("p1", "DUEL_P1", PLAYING, "p1"),
    setting("p2", "DUEL_P2", PLAYING, "p2"),
    setting("on-illegal", "DUEL_ON_ILLEGAL", &["play"], "on_illegal"),
    setting("budget", "DUEL_BUDGET", ASKING, "budget"),
    setting("why", "DUEL_WHY", ASKING, "why"),
    setting("listen", "DUEL_LISTEN", &["serve"], "listen"),
    setting("database", "DUEL_DATABASE", &["serve"], "database"),
    setting("public", "DUEL_PUBLIC", &["serve"], "public"),
];

/// The defaults that are set, by key: a value, and where it comes from.
#[derive(Debug, Default)]
pub(crate) struct Config {
    values: BTreeMap<&'static str, (String, String)>,
}

impl Config {
    /// Reads the file and the environment.
    pub(crate) fn load() -> Result<Config, String> {
        let mut config = Config::default();
        if let Some((path, text)) = file_text()? {
            config = Config::parse(&text, &path.display().to_string())?;
        }
        for Setting { key, variable, .. } in &SETTINGS {
            match env::var(variable) {
                Ok(value) if value.is_empty() => {}
                Ok(value) => {
                    config.values.insert(key, (value, (*variable).to_owned()));
                }
                Err(env::VarError::NotPresent) => {}
                Err(env::VarError::NotUnicode(_)) => return Err(format!("{variable} is not text")),
            }
        }
        Ok(config)
    }

    /// The value of a setting, if it is set.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(|(value, _)| value.as_str())
    }

    fn parse(text: &str, file: &str) -> Result<Config, String> {
        let mut config = Config::default();
        // Some editors begin a file with a mark that nobody sees.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in text.lines().enumerate() {
            let location = format!("{file}, line {}", number + 1);
            let Some((key, value)) =
                parse_line(line).map_err(|why| format!("{location}: {why}"))?
            else {
                continue;
            };
            let setting = SETTINGS.iter().find(|setting| setting.key == key).ok_or_else(|| {
                let known = SETTINGS.map(|setting| setting.key);
                let (names, remark) = (known.join(", "), nearest::remark(key, known));
                format!(
                    "{location}: there is no setting \"{key}\"; the settings are {names}{remark}"
                )
            })?;
            if config.values.insert(setting.key, (value, location.clone())).is_some() {
                return Err(format!("{location}: {key} was set before"));
            }
        }
        Ok(config)
    }

    /// Makes the values the defaults of their options.
    pub(crate) fn apply(&self, mut program: Command) -> Result<Command, String> {
        for setting in &SETTINGS {
            let value = self.values.get(setting.key);
            if let Some((value, location)) = value {
                check(&program, setting, value).map_err(|why| format!("{location}: {why}"))?;
            }
            let value = value.map(|(value, _)| value.as_str());
            program = if setting.commands.is_empty() {
                with_default(program, setting, value)
            } else {
                program.mut_subcommands(|command| {
                    if setting.commands.contains(&command.get_name()) {
                        with_default(command, setting, value)
                    } else {
                        command
                    }
                })
            };
        }
        Ok(program)
    }
}

fn with_default(command: Command, setting: &Setting, value: Option<&str>) -> Command {
    command.mut_args(|argument| {
        if argument.get_id() != setting.argument {
            return argument;
        }
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let argument = argument.help(format!("{help} [env: {}]", setting.variable));
        let is_flag = matches!(argument.get_action(), ArgAction::SetTrue);
        match value {
            None => argument,
            Some(value) if is_flag => {
                argument.value_parser(FalseyValueParser::new()).default_value(value.to_owned())
            }
            // The value may be a secret, or long.
            Some(value) => argument.default_value(value.to_owned()).hide_default_value(true),
        }
    })
}

/// Refuses a value that the option does not have. What the libraries read, they refuse.
fn check(program: &Command, setting: &Setting, value: &str) -> Result<(), String> {
    let parsed = match setting.key {
        "p1" | "p2" => options::player(value).map(drop),
        "theme" => value.parse::<Theme>().map(drop).map_err(|error| error.to_string()),
        "budget" => solve::parse_time(value).map(drop).ok_or_else(|| solve::BAD_TIME.to_owned()),
        "listen" => serve::address(value).map(drop).map_err(str::to_owned),
        _ => Ok(()),
    };
    parsed.map_err(|why| format!("{}: {why}", setting.key))?;
    let command = setting.commands.first().and_then(|name| program.find_subcommand(name));
    let command = command.unwrap_or(program);
    let argument = command.get_arguments().find(|argument| argument.get_id() == setting.argument);
    let Some(argument) = argument.filter(|argument| !argument.is_hide_possible_values_set()) else {
        return Ok(());
    };
    let values: Vec<String> = if matches!(argument.get_action(), ArgAction::SetTrue) {
        vec!["true".to_owned(), "false".to_owned()]
    } else {
        let values = argument.get_possible_values();
        values.iter().map(|value| value.get_name().to_owned()).collect()
    };
    if values.is_empty() || values.iter().any(|known| known == value) {
        return Ok(());
    }
    Err(format!("{} cannot be \"{value}\"; it is one of {}", setting.key, values.join(", ")))
}

/// The file that holds the settings.
fn file_text() -> Result<Option<(PathBuf, String)>, String> {
    let named = env::var_os(FILE).filter(|name| !name.is_empty()).map(PathBuf::from);
    let is_named = named.is_some();
    let Some(path) = named.or_else(user_file) else { return Ok(None) };
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = match plain_file::read(&path, MOST_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !is_named => return Ok(None),
        bytes => bytes.map_err(|error| problem(&error))?,
    };
    let text = String::from_utf8(bytes).map_err(|_| problem(&"this is not text"))?;
    Ok(Some((path, text)))
}

/// Where the file is, as a rule.
fn user_file() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.config_dir().join(Path::new("divisor-duel/config.toml")))
}

/// Reads `key = "text"`, `key = true`, or nothing.
fn parse_line(line: &str) -> Result<Option<(&str, String)>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let wrong = || "a setting is written like this: theme = \"dark\", or: ascii = true".to_owned();
    let (key, rest) = line.split_once('=').ok_or_else(wrong)?;
    let (key, rest) = (key.trim_end(), rest.trim_start());
    let (value, rest) = if let Some(quoted) = rest.strip_prefix('"') {
        parse_text(quoted).ok_or_else(wrong)?
    } else {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (value, rest) = rest.split_at(end);
        if !matches!(value, "true" | "false") {
            return Err(wrong());
        }
        (value.to_owned(), rest)
    };
    let rest = rest.trim_start();
    if rest.is_empty() || rest.starts_with('#') { Ok(Some((key, value))) } else { Err(wrong()) }
}

/// Reads a text up to its closing quotation mark; what comes after it.
fn parse_text(quoted: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((place, character)) = characters.next() {
        match character {
            '"' => return Some((value, &quoted[place + 1..])),
            '\\' => {
                let (_, escaped) = characters.next()?;
                value.push(Some(escaped).filter(|c| matches!(c, '"' | '\\'))?);
            }
            other => value.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_line_by_line() {
        let text =
            "# mine\n\ntheme = \"light\" # bright\n  ascii=true\np1 = \"A \\\"B\\\" \\\\\"\n";
        let config = Config::parse(text, "f").unwrap();
        let value = |key: &str| config.values.get(key).map(|(value, _)| value.as_str());
        assert_eq!(value("theme"), Some("light"));
        assert_eq!(value("ascii"), Some("true"));
        assert_eq!(value("p1"), Some("A \"B\" \\"));
        assert_eq!(value("p2"), None);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = Config::parse("\ntheem = \"dark\"", "f").unwrap_err();
        assert!(error.starts_with("f, line 2: there is no setting \"theem\""), "{error}");
        assert!(error.contains("theme, ascii"), "{error}");
        assert!(error.ends_with("(did you mean theme?)"), "{error}");
        let config = Config::parse("\u{feff}ascii = true", "f").unwrap();
        assert_eq!(config.value("ascii"), Some("true"));
        for line in ["theme", "theme = dark", "[tui]", "p1 = \"A", "p1 = \"A\" B", "p1 = \"\\n\""] {
            let error = Config::parse(line, "f").unwrap_err();
            assert!(error.contains("f, line 1: "), "{line}: {error}");
        }
        assert!(Config::parse("p1 = \"A\"\np1 = \"B\"", "f").unwrap_err().contains("set before"));
    }
}
