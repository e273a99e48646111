//! The files of the page.

use std::path::{Component, Path};

use super::http::Response;

/// The types of the files that are served; no others are.
const KINDS: [(&str, &str); 6] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("mlir", "text/plain; charset=utf-8"),
    ("map", "application/json"),
];

/// A file below a folder.
pub fn file(folder: &Path, path: &str) -> Response {
    let missing = || Response::text(404, "there is no such file");
    let inside = path.trim_start_matches('/');
    let inside = Path::new(if inside.is_empty() { "index.html" } else { inside });
    if !inside.components().all(|part| matches!(part, Component::Normal(_))) {
        return missing();
    }
    let kind = inside.extension().and_then(|end| KINDS.iter().find(|kind| end == kind.0));
    let Some((_, kind)) = kind else { return missing() };
    match std::fs::read(folder.join(inside)) {
        Ok(body) => Response { status: 200, kind, body },
        Err(_) => missing(),
    }
}
