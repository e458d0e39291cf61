//! Values that completions offer where more than those are accepted, because the libraries read them.

use std::ffi::OsStr;

use clap::{
    Arg, Command,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
    error::Error,
};
use duel_books::BOOKS;
use duel_core::HouseRule;
use duel_play::{Difficulty, Level};
use duel_teach::puzzle::{Kind, sets};
use duel_tui::Theme;

/// Takes any text, and offers some.
#[derive(Clone)]
struct Offered(Vec<String>);

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// Offers what is known: books, house rules, players, levels, kinds and sets of puzzles, themes.
pub(crate) fn offer(program: Command) -> Command {
    let books = || BOOKS.iter().map(|book| book.slug.to_owned()).collect::<Vec<_>>();
    let players = || Level::ALL.map(|level| format!("bot:{level}")).to_vec();
    let rules = HouseRule::ALL.map(|rule| rule.name().to_owned()).to_vec();
    let levels = Difficulty::ALL.map(|level| level.name().to_owned()).to_vec();
    let kinds = Kind::ALL.map(|kind| kind.name().to_owned()).to_vec();
    let sets = sets().into_iter().map(|set| set.name.to_owned()).collect();
    let themes = Theme::ALL.map(|theme| theme.name().to_owned()).to_vec();
    let offers = [
        ("play", "game", books()),
        ("play", "p1", players()),
        ("play", "p2", players()),
        ("play", "house", rules),
        ("tui", "game", books()),
        ("tui", "p1", players()),
        ("tui", "p2", players()),
        ("tui", "theme", themes),
        ("rules", "book", books()),
        ("learn", "book", books()),
        ("puzzle", "book", books()),
        ("puzzle", "kind", kinds),
        ("puzzle", "set", sets),
        ("discover", "game", books()),
        ("deal", "book", books()),
        ("deal", "level", levels),
        ("games", "book", books()),
        ("games", "opponent", players()),
        ("stats", "book", books()),
        ("stats", "opponent", players()),
        ("match", "entrants", players()),
        ("match", "deal", books()),
    ];
    // `mut_arg` and `mut_subcommand` would move what they change to the end.
    program.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_args(|argument| {
            let is_meant = |(command, id, _): &&(&str, &str, Vec<String>)| {
                *command == name && argument.get_id() == *id
            };
            match offers.iter().find(is_meant) {
                Some((_, _, values)) => {
                    argument.value_parser(Offered(values.clone())).hide_possible_values(true)
                }
                None => argument,
            }
        })
    })
}
