//! What a link to a page shows of itself elsewhere: a title, a sentence and a picture, as Open Graph tags.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, header, uri::PathAndQuery},
    middleware::Next,
    response::Response,
};
use duel_books::{goal::GameGoal, short_name};
use duel_core::Position;

use super::{card, files};
use crate::{app::App, reach};

/// How many letters of an assignment's title are shown: as many as on its page.
const LONGEST_TITLE: usize = 60;

/// A page as it was rendered, which its answer carries to [`insert`].
#[derive(Clone)]
pub(super) struct Rendered {
    /// The page.
    pub(super) html: String,
    /// What is shown of it, if that is not its own title and description.
    pub(super) sharing: Option<Sharing>,
}

/// What is shown of a page instead of its own title and description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sharing {
    /// The title.
    pub(super) title: String,
    /// A sentence.
    pub(super) text: String,
    /// The path of the picture, from the front page.
    pub(super) picture: String,
    /// Whether it belongs to the query of the address, and not to its path alone.
    pub(super) is_of_query: bool,
}

impl Sharing {
    /// That of a position; its title ends with this question.
    pub(super) fn of_position(position: &Position, question: &str) -> Sharing {
        let shown = card::numbers(position);
        let name = short_name(position.rules());
        let title = if shown.is_empty() {
            format!("{name}. {question}")
        } else {
            format!("{name}: {shown}. {question}")
        };
        let text = GameGoal::of_position(position).brief();
        Sharing { title, text, picture: card::address(position), is_of_query: false }
    }

    /// That of an assignment, which may have a title of its own: how many positions of which games.
    pub(super) fn of_assignment(title: &str, positions: &[Position]) -> Option<Sharing> {
        let picture = card::address(positions.first()?);
        let mut games: Vec<(&str, usize)> = Vec::new();
        for position in positions {
            let name = short_name(position.rules());
            match games.iter_mut().find(|(game, _)| *game == name) {
                Some((_, count)) => *count += 1,
                None => games.push((name, 1)),
            }
        }
        let games: Vec<_> =
            games.into_iter().map(|(name, count)| format!("{count} of {name}")).collect();
        let plural = if positions.len() == 1 { "" } else { "s" };
        let task = format!("{} position{plural} to win", positions.len());
        let title: String = title.chars().take(LONGEST_TITLE).collect();
        Some(Sharing {
            title: if title.is_empty() { task } else { format!("{title}: {task}") },
            text: format!("{}. Win each of them against the computer.", games.join(", ")),
            picture,
            is_of_query: true,
        })
    }
}

/// Inserts the tags into pages. Only here the address is known under which one was asked for.
pub(super) async fn insert(State(app): State<App>, request: Request, next: Next) -> Response {
    let origin = origin(&app, request.headers());
    let uri = request.uri().clone();
    let mut response = next.run(request).await;
    let rendered = response.extensions_mut().remove::<Rendered>();
    if let Some(Rendered { html, sharing }) = rendered
        && response.status().is_success()
    {
        let is_of_query = sharing.as_ref().is_some_and(|sharing| sharing.is_of_query);
        let address = uri.path_and_query().filter(|_| is_of_query);
        let address = address.map_or(uri.path(), PathAndQuery::as_str);
        *response.body_mut() = Body::from(with_tags(&html, &origin, address, sharing));
    }
    response
}

/// The public address, or that of the request. Where that is a name of this machine which other devices
/// would take for themselves, it is the address under which they reach it.
pub(super) fn origin(app: &App, headers: &HeaderMap) -> String {
    if let Some(public) = &app.config.public {
        return public.trim_end_matches('/').to_owned();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_host = |host: &&str| {
        host.len() <= 255
            && host.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b))
    };
    let host = host.filter(is_host).unwrap_or("localhost");
    let listening = app.listening.get().filter(|_| reach::is_own_machine(host));
    match listening.and_then(|listening| reach::by_others(*listening)) {
        Some(address) => format!("http://{address}"),
        None => format!("http://{host}"),
    }
}

/// A page with its tags, which are those of its own title and description unless others are given.
pub(super) fn with_tags(
    page: &str,
    origin: &str,
    address: &str,
    sharing: Option<Sharing>,
) -> String {
    let Some((head, body)) = page.split_once("</head>") else { return page.to_owned() };
    // Both are escaped already, as text and as an attribute.
    let between = |begin: &str, end: &str| {
        let text = head.split_once(begin)?.1.split_once(end)?.0;
        Some(text.replace('"', "&quot;"))
    };
    let own_title = || between("<title>", "</title>").unwrap_or_default();
    let own_text = || between("<meta name=\"description\" content=\"", "\"").unwrap_or_default();
    let (title, text, picture) = if let Some(Sharing { title, text, picture, .. }) = sharing {
        (escaped(&title), escaped(&text), picture)
    } else {
        let title = own_title();
        let title = title.strip_suffix(" · Divisor Duel").unwrap_or(&title).to_owned();
        (title, own_text(), files::address(card::WELCOME))
    };
    let (width, height) = card::SIZE;
    format!(
        "{head}<meta property=\"og:site_name\" content=\"Divisor Duel\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{text}\">\n\
         <meta property=\"og:url\" content=\"{origin}{}\">\n\
         <meta property=\"og:image\" content=\"{origin}/{}\">\n\
         <meta property=\"og:image:width\" content=\"{width}\">\n\
         <meta property=\"og:image:height\" content=\"{height}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n\
         </head>{body}",
        escaped(address),
        escaped(&picture)
    )
}

/// A text as it may stand in an attribute.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head><title>Solver \"1\" · Divisor Duel</title>\n\
        <meta name=\"description\" content=\"Who wins &amp; why.\"></head><body></head>";

    #[test]
    fn a_page_is_shown_by_its_own_title_and_sentence() {
        let page = with_tags(PAGE, "https://duel.example", "/solve/\"<", None);
        for tag in [
            "\"og:title\" content=\"Solver &quot;1&quot;\">",
            "\"og:description\" content=\"Who wins &amp; why.\">",
            "\"og:url\" content=\"https://duel.example/solve/&quot;&lt;\">",
            "\"og:image\" content=\"https://duel.example/static/card.png\">",
            "\"og:image:width\" content=\"1200\">",
        ] {
            assert_eq!(page.matches(tag).count(), 1, "{tag} in {page}");
        }
        assert!(page.ends_with("</head><body></head>"));
    }

    #[test]
    fn a_page_is_shown_as_it_asks() {
        let sharing = Sharing {
            title: "Divide: \"360\"".to_owned(),
            text: "a < b".to_owned(),
            picture: "card/divide:360".to_owned(),
            is_of_query: false,
        };
        let page = with_tags(PAGE, "http://localhost:8080", "/", Some(sharing));
        for tag in [
            "\"og:title\" content=\"Divide: &quot;360&quot;\">",
            "\"og:description\" content=\"a &lt; b\">",
            "\"og:image\" content=\"http://localhost:8080/card/divide:360\">",
        ] {
            assert_eq!(page.matches(tag).count(), 1, "{tag} in {page}");
        }
    }

    #[test]
    fn an_assignment_tells_how_many_positions_of_which_games() {
        let positions = ["divide:360", "subtract:24", "divide:60"];
        let positions = positions.map(|text| duel_books::position(text).unwrap());
        let shown = Sharing::of_assignment("", &positions).unwrap();
        assert_eq!(shown.title, "3 positions to win");
        assert!(shown.text.starts_with("2 of Divide, 1 of Subtract. "), "{}", shown.text);
        assert_eq!(shown.picture, card::address(&positions[0]));
        let shown = Sharing::of_assignment("Homework", &positions[..1]).unwrap();
        assert_eq!(shown.title, "Homework: 1 position to win");
        assert_eq!(Sharing::of_assignment("Homework", &[]), None);
    }
}
