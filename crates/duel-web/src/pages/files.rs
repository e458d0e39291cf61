//! Scripts, styles and images, embedded in the binary; compressed once, at the first request.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
    sync::LazyLock,
};

use axum::{
    body::{Body, Bytes},
    extract::Path,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use rust_embed::RustEmbed;

use super::books;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// A file as it is sent.
struct Asset {
    kind: &'static str,
    caching: &'static str,
    tag: HeaderValue,
    plain: Bytes,
    /// Compressed, where that is shorter: the coding and the bytes, the best first.
    packed: Vec<(&'static str, Bytes)>,
}

/// What the name of a file ends with that is another one, compressed when it was built: better than
/// gzip, and too slow to be done when the server starts.
const BROTLI: &str = ".br";

static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let file = |path: &str| Some(Bytes::from(Files::get(path)?.data.into_owned()));
    let paths = Files::iter().filter(|path| !path.ends_with(BROTLI));
    let files = paths.filter_map(|path| Some((path.to_string(), file(&path)?)));
    let made = [("books.js".to_owned(), Bytes::from(books::script()))];
    let served = |(path, bytes): (String, Bytes)| {
        let mut served = Asset::new(&path, bytes)?;
        if let Some(packed) = file(&format!("{path}{BROTLI}")) {
            served.packed.insert(0, ("br", packed));
        }
        Some((path, served))
    };
    files.chain(made).filter_map(served).collect()
});

impl Asset {
    fn new(path: &str, plain: Bytes) -> Option<Asset> {
        let hash = blake3::hash(&plain).to_hex();
        let packed = packed(&plain).filter(|packed| packed.len() < plain.len());
        let packed = packed.map(|packed| ("gzip", packed)).into_iter().collect();
        let kind = match path.rsplit_once('.').map(|(_, end)| end) {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("wasm") => "application/wasm",
            Some("webmanifest") => "application/manifest+json",
            _ => "application/octet-stream",
        };
        // The name of the engine holds a hash of what is in it.
        let caching = if kind == "application/wasm" {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let tag = format!("W/\"{}\"", &hash[..24]).parse().ok()?;
        Some(Asset { kind, caching, tag, plain, packed })
    }
}

fn packed(plain: &[u8]) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(plain).ok()?;
    packer.finish().ok().map(Bytes::from)
}

/// A file of `static/`.
pub(super) async fn serve(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

/// The script that makes the pages work offline, with the list of what it keeps; its place says
/// which pages it may serve.
pub(super) async fn worker(headers: HeaderMap) -> Response {
    static WORKER: LazyLock<Option<Asset>> =
        LazyLock::new(|| Asset::new("worker.js", Bytes::from(worker_script())));
    match &*WORKER {
        Some(worker) => respond(worker, &headers),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The service worker: the script of `static/`, after the names of the files and pages it keeps and
/// the version of them all.
pub(super) fn worker_script() -> String {
    let script = ASSETS.get("worker.js").map_or(Bytes::new(), |asset| asset.plain.clone());
    let files: Vec<String> = ASSETS.keys().map(|path| format!("static/{path}")).collect();
    let mut version = blake3::Hasher::new();
    for asset in ASSETS.values() {
        version.update(asset.tag.as_bytes());
    }
    format!(
        "self.FILES = {};\nself.PAGES = {};\nself.VERSION = \"{}\";\n{}",
        serde_json::json!(files),
        serde_json::json!(super::site::pages()),
        &version.finalize().to_hex()[..16],
        String::from_utf8_lossy(&script)
    )
}

/// All files of `static/`, with those that are made.
pub(super) fn all() -> impl Iterator<Item = (&'static str, Bytes)> {
    ASSETS.iter().map(|(path, asset)| (path.as_str(), asset.plain.clone()))
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(served) = ASSETS.get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    respond(served, headers)
}

fn respond(served: &Asset, headers: &HeaderMap) -> Response {
    let cached = [
        (header::ETAG, served.tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static(served.caching)),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| *known == served.tag) {
        return (StatusCode::NOT_MODIFIED, cached).into_response();
    }
    let kind = [(header::CONTENT_TYPE, served.kind)];
    match served.packed.iter().find(|(coding, _)| takes(coding, headers)) {
        Some((coding, packed)) => {
            let coding = [(header::CONTENT_ENCODING, *coding)];
            (cached, kind, coding, Body::from(packed.clone())).into_response()
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

const SCRIPT: &str = "<script type=\"module\" src=\"/static/";

/// For each script, links to all that it imports, so that the browser fetches them at once and not
/// one layer after the other.
static PRELOADS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let is_script = |path: &&String| path.rsplit_once('.').is_some_and(|(_, end)| end == "js");
    let scripts = ASSETS.keys().filter(is_script);
    let links = |path: &String| {
        let mut found = BTreeSet::new();
        follow_imports(path, &mut found);
        found
            .iter()
            .map(|path| format!("<link rel=\"modulepreload\" href=\"/static/{path}\">\n"))
            .collect::<String>()
    };
    scripts.map(|path| (path.clone(), links(path))).collect()
});

/// Finds what a script imports, directly and by others.
fn follow_imports(path: &str, found: &mut BTreeSet<String>) {
    let Some(served) = ASSETS.get(path) else { return };
    for import in imports(path, &String::from_utf8_lossy(&served.plain)) {
        if ASSETS.contains_key(&import) && found.insert(import.clone()) {
            follow_imports(&import, found);
        }
    }
}

/// What the text of a script imports, by path.
fn imports(path: &str, script: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let resolve = |name: &str| {
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in name.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    };
    let froms = script.lines().filter_map(|line| line.split_once(" from \"")?.1.split('"').next());
    froms.filter(|name| name.starts_with('.')).map(resolve).collect()
}

/// A page with links to what its script imports.
pub(super) fn with_preloads(page: String) -> String {
    let Some((before, after)) = page.split_once(SCRIPT) else { return page };
    match after.split('"').next().and_then(|name| PRELOADS.get(name)) {
        Some(links) if !links.is_empty() => format!("{before}{links}{SCRIPT}{after}"),
        _ => page,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_by_their_path() {
        let script = "import { a } from \"./b.js\";\nimport {\n  c,\n} from \"../d.js\";\n";
        assert_eq!(imports("table/e.js", script), ["table/b.js", "d.js"]);
        assert_eq!(imports("e.js", "import x from \"./t/b.js\"; // from \"z\""), ["t/b.js"]);
    }

    #[test]
    fn a_page_preloads_what_its_script_imports() {
        let page = with_preloads(format!("<head>{SCRIPT}table.js\"></script></head>"));
        for path in ["api.js", "pictures.js", "pictures/spot.js", "table/moves.js"] {
            let link = format!("<link rel=\"modulepreload\" href=\"/static/{path}\">");
            assert_eq!(page.matches(&link).count(), 1, "{path}: {page}");
        }
        assert_eq!(with_preloads("<head></head>".to_owned()), "<head></head>");
    }

    #[test]
    fn files_are_packed_for_those_who_take_it() {
        let with = |accepted: &'static str| {
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted))])
        };
        for accepted in ["gzip", "br, gzip", "deflate, GZIP;q=0.5"] {
            assert!(takes("gzip", &with(accepted)), "{accepted}");
            let response = file("table.js", &with(accepted));
            assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        }
        for accepted in ["br", "gzip;q=0", "gzip; q=0.0", "identity"] {
            assert!(!takes("gzip", &with(accepted)), "{accepted}");
        }
        let plain = file("table.js", &HeaderMap::new());
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        let known =
            HeaderMap::from_iter([(header::IF_NONE_MATCH, plain.headers()[header::ETAG].clone())]);
        assert_eq!(file("table.js", &known).status(), StatusCode::NOT_MODIFIED);
    }
}
