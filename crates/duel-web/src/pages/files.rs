//! Scripts, styles and pictures, out of the binary.

use axum::{
    body::Body,
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::books::SCRIPT;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// A file of `static/`.
pub(super) async fn serve(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

/// The script that makes the daily duel work offline; its place says which pages it may serve.
pub(super) async fn worker(headers: HeaderMap) -> Response {
    file("worker.js", &headers)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let (data, hash) = if path == "books.js" {
        (SCRIPT.as_bytes().into(), *blake3::hash(SCRIPT.as_bytes()).as_bytes())
    } else if let Some(EmbeddedFile { data, metadata }) = Files::get(path) {
        (data, metadata.sha256_hash())
    } else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let hash: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{hash}\"");
    let cached = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if known {
        return (StatusCode::NOT_MODIFIED, cached).into_response();
    }
    let kind = match path.rsplit_once('.').map(|(_, end)| end) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    (cached, [(header::CONTENT_TYPE, kind)], Body::from(data)).into_response()
}
