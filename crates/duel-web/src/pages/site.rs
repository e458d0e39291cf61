//! The pages that need no server, as files for any web space.

use askama::Template;
use duel_books::BOOKS;

use super::{
    AssignmentPage, BookLine, CalendarPage, DailyPage, DiscoverPage, FirstPage, Front, LearnPage,
    NotFound, OfflinePage, PuzzlesPage, Rulebook, RulesPage, SheetPage, SolvePage, TablePage,
    TrainPage, files,
};

/// The addresses of the pages that work without a server, from the front page.
pub(super) fn pages() -> Vec<String> {
    let pages = [
        "",
        "play",
        "solve",
        "daily",
        "calendar",
        "discover",
        "puzzles",
        "train",
        "sheet",
        "rules",
        "learn",
        "assignment",
        "offline",
    ];
    let pages = pages.map(str::to_owned);
    let of_books = |page: &'static str| BOOKS.map(|book| format!("{page}/{}", book.slug));
    pages.into_iter().chain(["rules", "learn", "first"].into_iter().flat_map(of_books)).collect()
}

/// Pages that need a server: where there is none, they say so.
const WITH_SERVER: [&str; 3] = ["class", "join", "people"];

fn render(page: &str) -> Result<String, askama::Error> {
    match page {
        "" => Front::new().render(),
        "play" => TablePage::local().render(),
        "solve" => SolvePage.render(),
        "daily" => DailyPage.render(),
        "puzzles" => PuzzlesPage.render(),
        "train" => TrainPage.render(),
        "calendar" => CalendarPage.render(),
        "discover" => DiscoverPage.render(),
        "sheet" => SheetPage.render(),
        "assignment" => AssignmentPage.render(),
        "offline" => OfflinePage.render(),
        "rules" => RulesPage { books: BookLine::all() }.render(),
        "learn" => LearnPage.render(),
        page if page.starts_with("learn/") => LearnPage.render(),
        page if WITH_SERVER.contains(&page) => {
            let words = "Classrooms and games with people elsewhere need a server, and this site has none. \
                         Whoever has the program starts one: duel serve.";
            NotFound { words: words.into() }.render()
        }
        page => match page.split_once('/').map(|(page, book)| (page, duel_books::find(book))) {
            Some(("rules", Some(book))) => Rulebook::of(book).render(),
            Some(("first", Some(book))) => FirstPage::of(book).render(),
            _ => NotFound { words: "No page has this address.".into() }.render(),
        },
    }
}

/// Everything that needs no server, as files: their paths, and what is in them. Links are relative, so
/// they work under any path.
pub fn site() -> Result<Vec<(String, Vec<u8>)>, askama::Error> {
    let mut all = Vec::new();
    for page in pages().iter().map(String::as_str).chain(WITH_SERVER).chain(["404"]) {
        let html = files::link(&render(page)?);
        let (path, depth) = match page {
            "" => ("index.html".to_owned(), 0),
            "404" => ("404.html".to_owned(), 0),
            page => (format!("{page}/index.html"), page.split('/').count()),
        };
        all.push((path, relative(&html, &"../".repeat(depth)).into_bytes()));
    }
    all.extend(files::all().map(|(path, bytes)| (path, bytes.to_vec())));
    all.push(("worker.js".to_owned(), files::worker_script().into_bytes()));
    Ok(all)
}

/// Makes the links of a page relative to it, and marks the page as one without a server.
fn relative(html: &str, to_front: &str) -> String {
    let html = html.replacen("<html ", "<html data-site=\"files\" ", 1);
    let mut parts = html.split("=\"/");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once('"').unwrap_or((part, ""));
        let is_file = path.starts_with("static/");
        let path = match path {
            "" => {
                if to_front.is_empty() {
                    "./".to_owned()
                } else {
                    to_front.to_owned()
                }
            }
            path if is_file || path.starts_with('?') => format!("{to_front}{path}"),
            page => format!("{to_front}{page}/"),
        };
        text.push_str(&format!("=\"{path}\"{rest}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative() {
        let html = "<html lang=\"en\"><a href=\"/\"></a><a href=\"/rules\"><link href=\"/static/a.css\"><a href=\"/?book=x\">";
        assert_eq!(
            relative(html, "../"),
            "<html data-site=\"files\" lang=\"en\"><a href=\"../\"></a><a href=\"../rules/\"><link href=\"../static/a.css\"><a href=\"../?book=x\">"
        );
        assert!(relative(html, "").contains("<a href=\"./\">"));
        for (path, bytes) in site().unwrap() {
            let text = String::from_utf8_lossy(&bytes);
            assert!(path.starts_with("static/") || !text.contains("=\"/"), "{path}");
        }
    }
}
