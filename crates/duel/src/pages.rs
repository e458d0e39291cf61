//! Pages of text: the books, their rules, help and completions.

use clap_complete::Shell;
use duel_books::{BOOKS, Book, house, rulings};
use duel_core::HouseRule;
use duel_tui::paragraphs::of_prose;
use serde::Serialize;

use crate::{cli, config::Config, console, nearest, stop::Stop};

/// The book of this name, or a refusal that lists the names.
pub(crate) fn find_book(slug: &str) -> Result<&'static Book, Stop> {
    duel_books::find(slug).ok_or_else(|| {
        let slugs = BOOKS.map(|book| book.slug).join(", ");
        let asked: String = slug.chars().take(40).collect();
        let meant = nearest::remark(&asked, BOOKS.map(|book| book.slug));
        Stop::usage(format!("there is no book \"{asked}\"; the books are {slugs}{meant}"))
    })
}

/// The help, printed by `duel` without a command where there is no terminal for the menu.
pub(crate) fn help() -> Result<(), Stop> {
    console::say(&program()?.render_long_help().to_string())
}

/// `duel positions`, which is `duel help positions`.
pub(crate) fn positions() -> Result<(), Stop> {
    let mut program = program()?;
    program.build();
    let page = program.find_subcommand_mut("positions").map(clap::Command::render_long_help);
    console::say(&page.map(|page| page.to_string()).unwrap_or_default())
}

/// The program as it is without any settings.
pub(crate) fn program() -> Result<clap::Command, Stop> {
    cli::command(&Config::default()).map_err(Stop::usage)
}

#[derive(Serialize)]
struct BookForm {
    slug: &'static str,
    title: &'static str,
    idea: String,
    start: String,
    house: Vec<&'static str>,
    fair: Vec<&'static str>,
}

/// `duel books`.
pub(crate) fn books(json: bool) -> Result<(), Stop> {
    if json {
        let books: Vec<BookForm> = BOOKS
            .iter()
            .map(|book| BookForm {
                slug: book.slug,
                title: book.title,
                idea: book.goal().aim(),
                start: book.start.to_string(),
                house: house::fitting(book).map(HouseRule::name).collect(),
                fair: book.fair.house.iter().map(|rule| rule.name()).collect(),
            })
            .collect();
        return console::say_json(&books);
    }
    let lines =
        BOOKS.map(|book| format!("{:<9} {:<26} {}\n", book.slug, book.title, book.goal().aim()));
    console::say(&lines.concat())
}

/// `duel rules [BOOK]`.
pub(crate) fn rules(slug: Option<&str>) -> Result<(), Stop> {
    if let Some(slug) = slug {
        return console::say(&rules_page(find_book(slug)?));
    }
    books(false)?;
    console::note("`duel rules BOOK` explains one of them, `duel play BOOK` plays it.");
    Ok(())
}

fn rules_page(book: &Book) -> String {
    // On a terminal lines are broken where it ends, and nowhere else.
    let text = match console::columns() {
        Some(_) => of_prose(book.text),
        None => book.text.to_owned(),
    };
    let mut page = format!("{}\n\n{text}\n\nHouse rules (--house NAME,...):\n", book.title);
    for rule in house::fitting(book) {
        page.push_str(&format!("  {:<16} {}\n", rule.name(), house::meaning(rule)));
    }
    page.push_str(&format!(
        "\nThe fair variant (--fair): {}\n\nRulings:\n",
        house::fair_in_words(book)
    ));
    for ruling in rulings::of_book(book) {
        page.push_str(&format!("  {:<4} {}\n", ruling.id, ruling.text));
    }
    page
}

/// `duel completions SHELL`.
pub(crate) fn completions(shell: Shell) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program()?, "duel", &mut script);
    let script = with_games(shell, String::from_utf8_lossy(&script).into_owned());
    console::say_exactly(&script)
}

/// A completion script that also asks for the names of kept games, where the shell allows it.
fn with_games(shell: Shell, script: String) -> String {
    match shell {
        Shell::Bash => {
            let rules = HouseRule::ALL.map(HouseRule::name).join(" ");
            format!("{script}\n{}", BASH_GAMES.replace("HOUSE_RULES", &rules))
        }
        Shell::Fish => format!("{script}\n{FISH_GAMES}"),
        Shell::Zsh => {
            // Where a game or a file may stand, the generated script offers files.
            let lines = script.lines().map(|line| {
                let is_game = line.contains(":game -- ") || line.contains("::games -- ");
                if is_game && line.contains("kept game") {
                    line.replace(":_default", ":_duel_games").replace(":_files", ":_duel_games")
                } else {
                    line.to_owned()
                }
            });
            let script = lines.collect::<Vec<_>>().join("\n");
            let (head, rest) = script.split_once("\n_duel() {").unwrap_or((&script, ""));
            format!("{head}\n{ZSH_GAMES}\n_duel() {{{rest}\n")
        }
        _ => script,
    }
}

const BASH_GAMES: &str = r#"
# Around the generated completion: bash breaks words at : and =, so `bot:e` and `--p2=bot:e` are put
# together again first, and what bash has already taken of the word is left out of the answers last.
# Kept games are offered by their short names, and house rules after a comma.
_duel_and_games() {
    local -a words
    local count=0 at=0 place=0 rest="$COMP_LINE" word trimmed
    while ((place < ${#COMP_WORDS[@]})); do
        word="${COMP_WORDS[place]}"
        trimmed="${rest#"${rest%%[![:space:]]*}"}"
        if ((count > 0)) && [[ "$trimmed" == "$rest" ]]; then
            words[count-1]+="$word"
        else
            words[count]="$word"
            count=$((count + 1))
        fi
        if [[ -n "$word" ]]; then rest="${trimmed#"$word"}"; fi
        if ((place == COMP_CWORD)); then at=$((count - 1)); fi
        place=$((place + 1))
    done
    local current="${words[at]}" option=""
    # `--p2=bot:e` is completed as `--p2 bot:e`.
    if [[ "$current" == --*=* ]]; then
        option="${current%%=*}="
        words[at]="${current%%=*}"
        at=$((at + 1))
        current="${current#*=}"
        words[at]="$current"
    fi
    local -a COMP_WORDS
    COMP_WORDS=("${words[@]}")
    local COMP_CWORD=$at before="${words[at-1]}"
    if [[ "$before" == --house && "$current" == *,* ]]; then
        COMPREPLY=($(compgen -P "${current%,*}," -W "HOUSE_RULES" -- "${current##*,}"))
    else
        _duel "$1" "$current" "$before"
        case "${words[1]} ${words[2]}" in
            resume\ *|replay\ *|export\ *|review\ *|tui\ *|"games delete"|"games note")
                case "$before" in
                    --theme|--p1|--p2|--color|--format|--budget|--why) ;;
                    *)
                        if [[ "$current" != -* ]]; then
                            COMPREPLY+=($(compgen -W "$(duel games --ids 2>/dev/null) last" -- "$current"))
                        fi
                        ;;
                esac
                ;;
        esac
    fi
    local taken=""
    if [[ "$COMP_WORDBREAKS" == *:* && "$current" == *:* ]]; then
        taken="${current%"${current##*:}"}"
    elif [[ -n "$option" && "$COMP_WORDBREAKS" != *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/$option}")
    fi
    COMPREPLY=("${COMPREPLY[@]#"$taken"}")
}
complete -F _duel_and_games -o bashdefault -o default duel
"#;

const FISH_GAMES: &str = r#"
# Kept games, by their short names.
complete -c duel -n "__fish_seen_subcommand_from resume replay export review tui" -a "(duel games --ids 2>/dev/null) last"
complete -c duel -n "__fish_seen_subcommand_from games; and __fish_seen_subcommand_from delete note" -a "(duel games --ids 2>/dev/null) last"
"#;

const ZSH_GAMES: &str = r#"
# Kept games, by their short names, and files.
_duel_games() {
    local -a games
    games=(${(f)"$(duel games --ids 2>/dev/null)"} last)
    compadd -a games
    _files
}
"#;
