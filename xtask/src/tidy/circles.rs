//! Files of a crate must not import each other cyclically: common code belongs in a file below both.
//!
//! Only `use` declarations count, except for those of tests at the end of a file; a file may use items of the `mod.rs` above it.

use crate::rust_text;
use crate::tree::{Problem, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The modules of a crate: the path of each, as in `use crate::…`, with the paths that it imports.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Reports the largest cycle of each crate that has one.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let mut crates: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    for file in tree.rust() {
        let text = file.to_string_lossy();
        if let Some((name, _)) = text.split_once("/src/") {
            crates.entry(name.to_owned()).or_default().push(file);
        }
    }
    for (name, files) in &crates {
        let graph = graph(tree, name, files);
        let circle = largest_circle(&graph);
        if circle.is_empty() {
            continue;
        }
        let message = format!("{} files import each other in a circle: {}", circle.len(), circle.join(", "));
        problems.push(Problem::new(format!("{name}/src"), 1, message));
    }
}

/// The imports among files of a crate. The root of the crate is omitted: it re-exports items that all files use.
fn graph(tree: &Tree, name: &str, files: &[&Path]) -> Graph {
    let modules: BTreeMap<String, &Path> = files.iter().map(|&file| (module(name, file), file)).collect();
    let mut graph = Graph::new();
    for (module, file) in &modules {
        let mut text = rust_text::without_comments(&tree.read(file));
        if let Some(end) = text.find("#[cfg(test)]\nmod ") {
            text.truncate(end);
        }
        let imports = imports(&text).into_iter().filter_map(|path| resolve(module, &path, &modules));
        let others = imports.filter(|other| {
            let above = module.strip_prefix(other.as_str()).is_some_and(|rest| rest.starts_with("::"));
            !above && other != module && !other.is_empty()
        });
        graph.insert(module.clone(), others.collect());
    }
    graph
}

/// `a::b` of `crate/src/a/b.rs` and of `crate/src/a/b/mod.rs`.
fn module(name: &str, file: &Path) -> String {
    let text = file.to_string_lossy();
    let inner = text.strip_prefix(name).and_then(|rest| rest.strip_prefix("/src/")).unwrap_or(&text);
    let inner = inner.trim_end_matches(".rs");
    let inner = inner.strip_suffix("/mod").unwrap_or(inner);
    if ["lib", "main", "mod"].contains(&inner) { String::new() } else { inner.replace('/', "::") }
}

/// The paths of the `use` declarations of a text, one for each name.
fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("use ") {
        let before = text[..at].trim_end_matches(' ');
        let starts = before.is_empty() || before.ends_with(['\n', '{', ')']) || before.ends_with("pub");
        if let Some((tree, _)) = text[at + 4..].split_once(';').filter(|_| starts) {
            expand("", tree, &mut found);
        }
    }
    found
}

/// Adds the paths of a tree such as `a::{b, c::{d, e}}`.
fn expand(prefix: &str, tree: &str, found: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((head, list)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree);
        found.push(format!("{prefix}{}", path.trim()));
        return;
    };
    let prefix = format!("{prefix}{head}");
    let (mut depth, mut start) = (0usize, 0);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth > 0 => depth -= 1,
            b',' | b'}' if depth == 0 => {
                if !list[start..at].trim().is_empty() {
                    expand(&prefix, &list[start..at], found);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The module that a path of a `use` in `module` refers to; `None` for other crates.
fn resolve(module: &str, path: &str, modules: &BTreeMap<String, &Path>) -> Option<String> {
    let mut parts: Vec<&str> = path.split("::").collect();
    let mut place: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    match parts[0] {
        "crate" => {
            place.clear();
            parts.remove(0);
        }
        "self" => {
            parts.remove(0);
        }
        "super" => {
            while parts.first() == Some(&"super") {
                place.pop()?;
                parts.remove(0);
            }
        }
        first => {
            let child = place.iter().copied().chain([first]).collect::<Vec<_>>().join("::");
            modules.get(&child)?;
        }
    }
    place.extend(parts);
    while !place.is_empty() && !modules.contains_key(&place.join("::")) {
        place.pop();
    }
    Some(place.join("::"))
}

/// The files of the largest set in which all files import each other, directly or not; empty if there is no such set.
fn largest_circle(graph: &Graph) -> Vec<&str> {
    let mut largest: Vec<&str> = Vec::new();
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|from| (from.as_str(), reachable(graph, from))).collect();
    for (&from, seen) in &reached {
        if !seen.contains(from) || largest.contains(&from) {
            continue;
        }
        let circle: Vec<&str> = seen.iter().copied().filter(|&to| reached[to].contains(from)).collect();
        if circle.len() > largest.len() {
            largest = circle;
        }
    }
    largest
}

/// The modules that a module imports, directly or indirectly.
fn reachable<'g>(graph: &'g Graph, from: &str) -> BTreeSet<&'g str> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        for to in graph.get(module).into_iter().flatten() {
            if graph.contains_key(to) && seen.insert(to.as_str()) {
                next.push(to);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn circles_are_told() {
        let fixture = Fixture::new(&[
            ("a/src/lib.rs", "mod one;\nmod two;\nmod three;\nuse one::X;\n"),
            ("a/src/one.rs", "use crate::{other, two::{self, Y}};\n"),
            ("a/src/two/mod.rs", "mod inner;\npub(super) use inner::Z;\n"),
            ("a/src/two/inner.rs", "use super::helper;\nuse super::super::one::X;\n"),
            ("a/src/three.rs", "//! use crate::one\nuse super::one::X;\n#[cfg(test)]\nmod tests {}\n"),
            ("b/src/lib.rs", "mod x;\nmod y;\n"),
            ("b/src/x.rs", "use super::y::Y;\n"),
            ("b/src/y.rs", "use std::x::X;\n#[cfg(test)]\nmod tests {\n    use crate::x::X;\n}\n"),
        ]);
        assert_eq!(
            fixture.problems(check),
            ["a/src:1: 3 files import each other in a circle: one, two, two::inner"]
        );
    }
}
