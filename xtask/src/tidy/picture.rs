//! The dependency picture of ARCHITECTURE.md, derived from the manifests.
//!
//! Folders, the crates of the framework and the dialects are sorted into layers: the layer of each is one more than the highest layer
//! that it uses. The lists are compared with those in the document; `cargo xtask bless` writes them there.

use super::manifest::{self, Kind};
use crate::tree::{Problem, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

const DOCUMENT: &str = "ARCHITECTURE.md";
const START: &str = "<!-- dependencies: cargo xtask bless writes this from the manifests -->\n";
const END: &str = "<!-- end of dependencies -->\n";
/// Longer lists continue on the next line.
const WIDTH: usize = 118;

/// Nodes, each with the nodes that it uses.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// Checks that the document shows the current dependencies.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    match current(tree) {
        Ok((text, written)) if text == written => {}
        Ok((text, _)) => {
            let line = text.find(START).map_or(1, |at| text[..at].matches('\n').count() + 1);
            let message = "the dependency picture differs from the manifests; `cargo xtask bless` writes it";
            problems.push(Problem::new(DOCUMENT, line, message));
        }
        Err(why) => problems.push(Problem::new(DOCUMENT, 1, why)),
    }
}

/// Writes the picture into the document; returns whether it changed.
pub fn write(tree: &Tree) -> Result<bool, String> {
    let (text, written) = current(tree)?;
    if text == written {
        return Ok(false);
    }
    let path = tree.root().join(DOCUMENT);
    std::fs::write(&path, written).map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(true)
}

/// The current document, and the document with the picture generated from the manifests.
fn current(tree: &Tree) -> Result<(String, String), String> {
    let text = tree.read(Path::new(DOCUMENT));
    let missing = || format!("the lines `{}` and `{}` are not there", START.trim(), END.trim());
    let (before, rest) = text.split_once(START).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    let written = format!("{before}{START}{}{END}{after}", draw(tree)?);
    Ok((text, written))
}

fn draw(tree: &Tree) -> Result<String, String> {
    let crates = crates(tree);
    let inside = |folder: &str| -> Edges {
        let name =
            |path: &str| path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).map(str::to_owned);
        let uses = |used: &BTreeSet<String>| used.iter().filter_map(|path| name(path)).collect();
        crates.iter().filter_map(|(path, used)| Some((name(path)?, uses(used)))).collect()
    };
    let mut folders = Edges::new();
    for (path, used) in &crates {
        let from = folders.entry(top(path)).or_default();
        from.extend(used.iter().map(|path| top(path)).filter(|to| *to != top(path)));
    }
    let mut out = String::new();
    for (title, edges) in
        [("The folders", folders), ("`dialects/`", inside("dialects")), ("`ir/`", inside("ir"))]
    {
        let layers =
            layers(&edges).map_err(|circle| format!("{title}: {} use each other", circle.join(", ")))?;
        // Writing to a string cannot fail.
        let _ = write!(out, "\n{title}:\n\n```text\n");
        for (number, layer) in layers.iter().enumerate().rev() {
            for name in layer {
                line(&mut out, number, name, &edges[name]);
            }
        }
        out.push_str("```\n");
    }
    out.push('\n');
    Ok(out)
}

/// `  2 arith ► builtin ub`, wrapped into as many lines as needed.
fn line(out: &mut String, layer: usize, name: &str, uses: &BTreeSet<String>) {
    let mut text = format!("{layer:>3} {name:<14}");
    if !uses.is_empty() {
        text.push_str(" ►");
    }
    let mut length = text.chars().count();
    for used in uses {
        if length + 1 + used.len() > WIDTH {
            text.push_str("\n                    ");
            length = 20;
        }
        text.push(' ');
        text.push_str(used);
        length += 1 + used.len();
    }
    out.push_str(text.trim_end());
    out.push('\n');
}

/// The folder of every crate, with the folders of the crates that it uses outside of tests.
fn crates(tree: &Tree) -> Edges {
    let manifests: Vec<(String, String)> = tree
        .files()
        .filter(|file| file.ends_with("Cargo.toml") && file.parent() != Some(Path::new("")))
        .map(|file| (super::deps::folder(file), tree.read(file)))
        .collect();
    let folders: BTreeMap<String, &str> = manifests
        .iter()
        .filter_map(|(folder, text)| Some((manifest::package_name(text)?, folder.as_str())))
        .collect();
    let mut edges = Edges::new();
    for (folder, text) in manifests.iter().filter(|(folder, _)| folders.values().any(|known| known == folder))
    {
        let uses = manifest::dependencies(text);
        let uses = uses.iter().filter(|dependency| dependency.kind != Kind::Dev);
        let uses = uses.filter_map(|dependency| folders.get(&dependency.name)).map(|path| (*path).to_owned());
        edges.insert(folder.clone(), uses.collect());
    }
    edges
}

fn top(path: &str) -> String {
    path.split('/').next().unwrap_or(path).to_owned()
}

/// The layers from the lowest up, or the nodes that are in a cycle or use one.
fn layers(edges: &Edges) -> Result<Vec<Vec<String>>, Vec<String>> {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    let mut layers = Vec::new();
    while done.len() < edges.len() {
        let is_next = |(name, uses): &(&String, &BTreeSet<String>)| {
            !done.contains(name.as_str()) && uses.iter().all(|used| done.contains(used.as_str()))
        };
        let layer: Vec<&String> = edges.iter().filter(is_next).map(|(name, _)| name).collect();
        if layer.is_empty() {
            return Err(edges.keys().filter(|name| !done.contains(name.as_str())).cloned().collect());
        }
        done.extend(layer.iter().map(|name| name.as_str()));
        layers.push(layer.into_iter().cloned().collect());
    }
    Ok(layers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    const EMPTY: &str = "# A\n<!-- dependencies: cargo xtask bless writes this from the manifests -->\n<!-- end of dependencies -->\nend\n";

    fn fixture(document: &str) -> Fixture {
        let package = |name: &str, rest: &str| format!("[package]\nname = \"{name}\"\n{rest}");
        Fixture::new(&[
            (DOCUMENT, document),
            ("ir/core/Cargo.toml", &package("core", "")),
            ("dialects/a/Cargo.toml", &package("a", "[dependencies]\ncore.workspace = true\n")),
            (
                "dialects/b/Cargo.toml",
                &package(
                    "b",
                    "[dependencies]\na.workspace = true\n[dev-dependencies]\nopt.workspace = true\n",
                ),
            ),
            (
                "tools/opt/Cargo.toml",
                &package("opt", "[dependencies]\nb = { workspace = true, optional = true }\n"),
            ),
        ])
    }

    #[test]
    fn layers_follow_from_the_manifests() {
        let fixture = fixture(EMPTY);
        let stale = "ARCHITECTURE.md:2: the dependency picture differs from the manifests; `cargo xtask bless` writes it";
        assert_eq!(fixture.problems(check), [stale]);
        assert_eq!(write(&fixture.tree()), Ok(true));
        assert_eq!(fixture.problems(check), Vec::<String>::new());
        assert_eq!(write(&fixture.tree()), Ok(false));
        let text = fixture.tree().read(Path::new(DOCUMENT));
        assert!(text.contains("  2 tools          ► dialects\n  1 dialects       ► ir\n  0 ir\n"), "{text}");
        assert!(text.contains("  1 b              ► a\n  0 a\n"), "{text}");
        assert!(text.starts_with("# A\n") && text.ends_with("end\n"), "{text}");
    }

    #[test]
    fn an_edge_by_hand_is_refused() {
        let fixture = fixture(EMPTY);
        write(&fixture.tree()).expect("the document can be written");
        let path = fixture.root().join(DOCUMENT);
        let text = fixture.tree().read(Path::new(DOCUMENT)).replace("  0 a\n", "  0 a              ► b\n");
        std::fs::write(path, text).expect("temp is writable");
        assert_eq!(fixture.problems(check).len(), 1);
    }

    #[test]
    fn circles_and_missing_places_are_problems() {
        let edges: Edges =
            [("a", "b"), ("b", "a")].map(|(from, to)| (from.into(), [to.into()].into())).into();
        assert_eq!(layers(&edges), Err(vec!["a".to_owned(), "b".to_owned()]));
        let problems = fixture("# A\n").problems(check);
        assert!(problems[0].contains("are not there"), "{problems:?}");
    }
}
