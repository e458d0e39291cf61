//! Scripts, styles and images, embedded in the binary; made smaller once, at the first request, and
//! compressed when each is first asked for.
//!
//! Pages name files under a folder that holds a hash of all of them, `/static/v-HASH/table/table.js`,
//! and browsers keep those for good. One folder for all, and not a hash in each name: imports between
//! scripts stay as they are written, without a build step and without an import map, which would have
//! to be inline and is refused by the security policy. So a release that changes one script lets
//! browsers fetch all of them once more, about 100 KB; the engines, the larger part, have names of
//! their own, which stay while they do.
//!
//! The same file answers without the folder and under that of another version, but is not kept then:
//! a page that was open during an update finds what it still needs.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::Path,
    sync::{LazyLock, OnceLock},
};

use axum::{
    body::{Body, Bytes},
    extract,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};

use super::{
    books, card,
    compact::{Language, compact},
    first, imports,
};
use crate::guard::POLICY;

/// The files of `static/`, by their paths, as they were when the program was built.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/static_files.rs"));

/// What is in a file. A debug build reads it from the tree, if that is still there: scripts and styles can
/// be changed without building.
fn source(path: &str, built: &'static [u8]) -> Bytes {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("static").join(path);
    match fs::read(tree) {
        Ok(bytes) if cfg!(debug_assertions) => Bytes::from(bytes),
        _ => Bytes::from_static(built),
    }
}

/// A file as it is sent.
struct Asset {
    kind: &'static str,
    tag: HeaderValue,
    plain: Bytes,
    /// Compressed by the codings of [`CODINGS`], in that order; `None` where that is not shorter.
    packed: [OnceLock<Option<Bytes>>; 2],
}

/// A name of HTTP for a way to compress, and what does it.
type Coding = (&'static str, fn(&[u8]) -> io::Result<Vec<u8>>);

/// How files are compressed, the shortest first. Browsers take brotli over HTTPS and from their own
/// machine, and gzip everywhere.
const CODINGS: [Coding; 2] = [("br", brotli), ("gzip", gzip)];

/// What the name of a file ends with that is another one, compressed by brotli when it was built: an
/// engine takes seconds.
const BROTLI: &str = ".br";

/// What begins the name of the folder of a version.
const VERSIONED: &str = "v-";

/// For files whose address changes with what is in them.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// For all others: kept, but asked for again each time.
const REVALIDATED: &str = "no-cache";

static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let sources: BTreeMap<&str, Bytes> =
        FILES.iter().map(|(path, built)| (*path, source(path, built))).collect();
    let files = sources.iter().filter(|(path, _)| !path.ends_with(BROTLI));
    let files = files.map(|(path, bytes)| ((*path).to_owned(), bytes.clone()));
    let made = [("books.js", books::script()), ("first.js", first::script())];
    let made = made.map(|(path, script)| (path.to_owned(), Bytes::from(script)));
    let served = |(path, bytes): (String, Bytes)| {
        let mut served = Asset::new(&path, bytes)?;
        if let Some(packed) = sources.get(format!("{path}{BROTLI}").as_str()) {
            served.packed[0] = OnceLock::from(Some(packed.clone()));
        }
        Some((path, served))
    };
    files.chain(made).filter_map(served).collect()
});

/// Pictures, which are drawn when one of them is asked for first. No page needs them: they are for home
/// screens, and for sites that show links.
static PICTURES: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let pictures = card::files().filter_map(|(path, bytes)| {
        let served = Asset::new(&path, bytes)?;
        Some((path, served))
    });
    pictures.collect()
});

/// A hash of all files that pages load.
static VERSION: LazyLock<String> = LazyLock::new(|| version(&ASSETS));

fn version(assets: &BTreeMap<String, Asset>) -> String {
    let mut hash = blake3::Hasher::new();
    for (path, asset) in assets {
        hash.update(path.as_bytes()).update(&[0]).update(asset.tag.as_bytes());
    }
    hash.finalize().to_hex()[..8].to_owned()
}

/// Whether the name of a file changes with what is in it.
fn is_named_by_content(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == "wasm")
}

/// Whether a file keeps its address: what asks for these outlives a version.
fn is_stable(path: &str) -> bool {
    path == "manifest.webmanifest" || Path::new(path).extension().is_some_and(|end| end == "png")
}

/// The address of a file, from the front page.
pub(super) fn address(path: &str) -> String {
    if is_named_by_content(path) || is_stable(path) {
        format!("static/{path}")
    } else {
        format!("static/{VERSIONED}{}/{path}", &*VERSION)
    }
}

impl Asset {
    fn new(path: &str, source: Bytes) -> Option<Asset> {
        let (kind, language) = match path.rsplit_once('.').map(|(_, end)| end) {
            Some("js") => ("text/javascript; charset=utf-8", Some(Language::Script)),
            Some("css") => ("text/css; charset=utf-8", Some(Language::Style)),
            Some("svg") => ("image/svg+xml", None),
            Some("png") => ("image/png", None),
            Some("wasm") => ("application/wasm", None),
            Some("webmanifest") => ("application/manifest+json", None),
            _ => ("application/octet-stream", None),
        };
        let plain = match language {
            Some(language) => Bytes::from(compact(language, str::from_utf8(&source).ok()?)),
            None => source,
        };
        let tag = format!("W/\"{}\"", &blake3::hash(&plain).to_hex()[..24]).parse().ok()?;
        Some(Asset { kind, tag, plain, packed: Default::default() })
    }

    /// Compressed by the first coding that a browser takes and that makes it shorter.
    fn packed(&self, headers: &HeaderMap) -> Option<(&'static str, Bytes)> {
        CODINGS.iter().zip(&self.packed).filter(|((name, _), _)| takes(name, headers)).find_map(
            |((name, pack), packed)| {
                let packed = packed.get_or_init(|| {
                    let packed = pack(&self.plain).ok()?;
                    (packed.len() < self.plain.len()).then(|| Bytes::from(packed))
                });
                Some((*name, packed.clone()?))
            },
        )
    }
}

fn gzip(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(plain)?;
    packer.finish()
}

fn brotli(mut plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut plain, &mut packed, &brotli::enc::BrotliEncoderParams::default())?;
    Ok(packed)
}

/// A file of `static/`.
pub(super) async fn serve(
    extract::Path(path): extract::Path<String>,
    headers: HeaderMap,
) -> Response {
    file(&path, &headers)
}

/// The script that makes the pages work offline, with the list of what it keeps; its place says
/// which pages it may serve.
pub(super) async fn worker(headers: HeaderMap) -> Response {
    static WORKER: LazyLock<Option<Asset>> =
        LazyLock::new(|| Asset::new("worker.js", Bytes::from(worker_script())));
    match &*WORKER {
        Some(worker) => respond(worker, REVALIDATED, &headers),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The service worker: the script of `static/`, after the addresses of the files and pages it keeps and
/// the version of them all.
pub(super) fn worker_script() -> String {
    let script = ASSETS.get("worker.js").map_or(Bytes::new(), |asset| asset.plain.clone());
    let kept: Vec<String> = loaded().map(|(path, _)| address(path)).collect();
    format!(
        "self.FILES = {};\nself.PAGES = {};\nself.VERSION = \"{}\";\n{}",
        serde_json::json!(kept),
        serde_json::json!(super::site::pages()),
        &*VERSION,
        String::from_utf8_lossy(&script)
    )
}

/// The files that pages load, by their paths.
fn loaded() -> impl Iterator<Item = (&'static String, &'static Asset)> {
    ASSETS.iter().filter(|(path, _)| *path != "worker.js")
}

/// All files but the service worker: their addresses from the front page, and what is in them.
pub(super) fn all() -> impl Iterator<Item = (String, Bytes)> {
    loaded().chain(&*PICTURES).map(|(path, asset)| (address(path), asset.plain.clone()))
}

/// Answers for a path below `/static/`.
fn file(path: &str, headers: &HeaderMap) -> Response {
    let versioned = path.strip_prefix(VERSIONED).and_then(|path| path.split_once('/'));
    let (version, path) = versioned.map_or((None, path), |(version, path)| (Some(version), path));
    let picture = || if is_stable(path) { PICTURES.get(path) } else { None };
    let Some(served) = ASSETS.get(path).or_else(picture) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let is_current = version == Some(&**VERSION) || is_named_by_content(path);
    let mut response = respond(served, if is_current { IMMUTABLE } else { REVALIDATED }, headers);
    if runs_alone(path) {
        let policy = HeaderValue::from_static(POLICY);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Whether a file runs without a document, whose policy it would be under: a worker, and a drawing that is
/// opened as a page.
fn runs_alone(path: &str) -> bool {
    path.ends_with("worker.js") || Path::new(path).extension().is_some_and(|end| end == "svg")
}

fn respond(served: &Asset, caching: &'static str, headers: &HeaderMap) -> Response {
    let cached = [
        (header::ETAG, served.tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static(caching)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| *known == served.tag) {
        return (StatusCode::NOT_MODIFIED, cached).into_response();
    }
    let kind = [(header::CONTENT_TYPE, served.kind)];
    match served.packed(headers) {
        Some((coding, packed)) => {
            let coding = [(header::CONTENT_ENCODING, coding)];
            (cached, kind, coding, Body::from(packed)).into_response()
        }
        None => (cached, kind, Body::from(served.plain.clone())).into_response(),
    }
}

/// Whether a browser takes what is compressed in this way.
fn takes(wanted: &str, headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    accepted.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(
        |coding| {
            let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
            let refused = quality.trim().trim_end_matches(['0', '.']).eq_ignore_ascii_case("q=");
            name.trim().eq_ignore_ascii_case(wanted) && !refused
        },
    )
}

/// How a page names its script.
const SCRIPT: &str = "<script type=\"module\" src=\"/static/";

/// How a page names a file.
const NAMED: &str = "=\"/static/";

/// For each script, links to all that it imports.
static PRELOADS: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let text = |path: &str| str::from_utf8(&ASSETS.get(path)?.plain).ok();
    let is_script = |path: &&String| Path::new(path).extension().is_some_and(|end| end == "js");
    let links = |path: &'static String| {
        let imported = imports::closure(path, &text);
        let link = |path: String| format!("<link rel=\"modulepreload\" href=\"/static/{path}\">\n");
        (path.as_str(), imported.into_iter().map(link).collect())
    };
    ASSETS.keys().filter(is_script).map(links).collect()
});

/// A page as it is sent: with links to all that its script imports, and files by their addresses.
/// Templates name a file by its path in `static/`.
pub(super) fn link(page: &str) -> String {
    let preloaded = page.split_once(SCRIPT).and_then(|(before, after)| {
        let links = PRELOADS.get(after.split('"').next()?)?;
        Some(format!("{before}{links}{SCRIPT}{after}"))
    });
    let page = preloaded.as_deref().unwrap_or(page);
    let mut parts = page.split(NAMED);
    let mut linked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once('"').unwrap_or((part, ""));
        linked.push_str(&format!("=\"/{}\"{rest}", address(path)));
    }
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &'static str, value: &HeaderValue) -> HeaderMap {
        HeaderMap::from_iter([(header::HeaderName::from_static(name), value.clone())])
    }

    fn caching(path: &str) -> String {
        let response = file(path, &HeaderMap::new());
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        response.headers()[header::CACHE_CONTROL].to_str().unwrap().to_owned()
    }

    #[test]
    fn a_page_preloads_what_its_script_imports() {
        let page = link(&format!("<head>{SCRIPT}table.js\"></script></head>"));
        for path in ["api.js", "pictures.js", "pictures/spot.js", "table/moves.js"] {
            let link = format!("<link rel=\"modulepreload\" href=\"/{}\">", address(path));
            assert_eq!(page.matches(&link).count(), 1, "{path}: {page}");
        }
        assert_eq!(link("<head></head>"), "<head></head>");
    }

    #[test]
    fn what_runs_without_a_document_has_a_policy_of_its_own() {
        for (path, wanted) in [("engine/worker.js", true), ("icon.svg", true), ("table.js", false)]
        {
            let response = file(path, &HeaderMap::new());
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            let policy = response.headers().contains_key(header::CONTENT_SECURITY_POLICY);
            assert_eq!(policy, wanted, "{path}");
        }
    }

    #[test]
    fn what_a_version_names_is_kept_for_good_and_everything_else_is_asked_for_again() {
        let engine = ASSETS.keys().find(|path| is_named_by_content(path)).unwrap();
        assert_eq!(address("table.js"), format!("static/v-{}/table.js", &*VERSION));
        assert_eq!(address(engine), format!("static/{engine}"), "its name has a hash of its own");
        assert_eq!(address("manifest.webmanifest"), "static/manifest.webmanifest");
        assert_eq!(caching(&format!("v-{}/table/table.js", &*VERSION)), IMMUTABLE);
        assert_eq!(caching(engine), IMMUTABLE);
        // A page from before an update, and one of a server that is updated already.
        for path in ["table/table.js", "v-0123456789abcdef/table/table.js", "manifest.webmanifest"]
        {
            assert_eq!(caching(path), "no-cache", "{path}");
        }
        for path in ["v-", "v-/", "v-0123456789abcdef", "v-0123456789abcdef/none.js", "none.js"] {
            let response = file(path, &HeaderMap::new());
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
            assert!(!response.headers().contains_key(header::CACHE_CONTROL), "{path}");
        }
    }

    #[test]
    fn every_change_of_a_file_changes_the_version() {
        let file = |path: &str, text: &'static str| {
            (path.to_owned(), Asset::new(path, Bytes::from_static(text.as_bytes())).unwrap())
        };
        let of = |files: [(String, Asset); 2]| version(&files.into_iter().collect());
        let before = of([file("a.js", "f();"), file("b.css", "")]);
        assert_eq!(before, of([file("b.css", ""), file("a.js", "f();")]));
        assert_eq!(before, of([file("b.css", ""), file("a.js", "f(); // a comment")]));
        for other in [
            [file("a.js", "g();"), file("b.css", "")],
            [file("a.js", ""), file("b.css", "f();")],
            [file("a.js", "f();"), file("c.css", "")],
        ] {
            assert_ne!(before, of(other));
        }
    }

    #[test]
    fn files_are_packed_for_those_who_take_it() {
        let with =
            |accepted: &'static str| asked("accept-encoding", &HeaderValue::from_static(accepted));
        for (accepted, coding) in [
            ("gzip", "gzip"),
            ("deflate, GZIP;q=0.5", "gzip"),
            ("gzip, br;q=0", "gzip"),
            ("gzip, deflate, br, zstd", "br"),
            ("BR", "br"),
        ] {
            let response = file("table.js", &with(accepted));
            assert_eq!(response.headers()[header::CONTENT_ENCODING], coding, "{accepted}");
        }
        for accepted in ["br", "gzip;q=0", "gzip; q=0.0", "identity"] {
            assert!(!takes("gzip", &with(accepted)), "{accepted}");
        }
        let plain = file("table.js", &HeaderMap::new());
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        let known = asked("if-none-match", &plain.headers()[header::ETAG]);
        assert_eq!(file("table.js", &known).status(), StatusCode::NOT_MODIFIED);
    }
}
