//! Published packages say what they are, the changelog has a section for their version, and packages of others come from crates.io only
//! (`deny.toml` says more, for `cargo deny`).

use crate::tree::{Problem, Tree};
use std::path::Path;

/// The longest description, in characters: crates.io shows the first lines of it.
const LONGEST: usize = 250;
/// The file that tells what changed.
const CHANGELOG: &str = "CHANGELOG.md";
/// The source of packages of others in `Cargo.lock`.
const REGISTRY: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

/// Checks the manifests and the lock files.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    for file in tree.files().filter(|file| file.ends_with("Cargo.toml")) {
        let text = tree.read(file);
        if let Some(why) = description_problem(&text) {
            problems.push(Problem::new(file, 1, why));
        }
    }
    if let Some(why) =
        changelog_problem(&tree.read(Path::new("Cargo.toml")), &tree.read(Path::new(CHANGELOG)))
    {
        problems.push(Problem::new(CHANGELOG, 1, why));
    }
    for file in tree.files().filter(|file| file.ends_with("Cargo.lock")) {
        let text = tree.read(file);
        let sources = text.lines().enumerate().filter(|(_, line)| line.starts_with("source ="));
        for (index, _) in sources.filter(|(_, line)| *line != REGISTRY) {
            problems.push(Problem::new(file, index + 1, "a package comes from elsewhere than crates.io"));
        }
    }
}

/// A version that the changelog does not tell about.
fn changelog_problem(workspace: &str, changelog: &str) -> Option<String> {
    let version =
        workspace.lines().find_map(|line| line.strip_prefix("version = ")).map(|v| v.trim_matches('"'))?;
    let heading = format!("## {version}");
    let found = changelog.lines().any(|line| {
        line.strip_prefix(&heading).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
    });
    (!found).then(|| format!("there is no section `{heading}`"))
}

/// The problem with the description of a package that is published.
fn description_problem(manifest: &str) -> Option<String> {
    let value = |key: &str| {
        let mut found =
            manifest.lines().filter_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
        found.next().map(str::trim)
    };
    let is_package = manifest.lines().any(|line| line == "[package]");
    if !is_package || value("publish") == Some("false") {
        return None;
    }
    match value("description").map(|text| text.trim_matches('"')) {
        None | Some("") => Some("a published package has a `description`".to_owned()),
        Some(text) if text.chars().count() > LONGEST => {
            Some(format!("the description has more than {LONGEST} characters"))
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tree::fixture::Fixture;

    #[test]
    fn published_packages_are_described() {
        let fixture = Fixture::new(&[
            ("a/Cargo.toml", "[package]\nname = \"a\"\n"),
            ("b/Cargo.toml", "[package]\nname = \"b\"\ndescription = \"Does b\"\n"),
            ("c/Cargo.toml", "[package]\nname = \"c\"\npublish = false\n"),
            ("Cargo.toml", "[workspace]\n"),
        ]);
        assert_eq!(fixture.problems(check), ["a/Cargo.toml:1: a published package has a `description`"]);
    }

    #[test]
    fn the_changelog_has_the_version() {
        let workspace = "[workspace.package]\nversion = \"0.2.0\"\n";
        let fixture =
            |log: &str| Fixture::new(&[("Cargo.toml", workspace), ("CHANGELOG.md", log)]).problems(check);
        assert_eq!(fixture("## 0.2.0, not published yet\n"), Vec::<String>::new());
        assert_eq!(fixture("## 0.2.01\n## 0.1.0\n"), ["CHANGELOG.md:1: there is no section `## 0.2.0`"]);
    }

    #[test]
    fn packages_come_from_the_registry() {
        let registry = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        let lock = format!("[[package]]\n{registry}[[package]]\nsource = \"git+https://example.org/x\"\n");
        let fixture = Fixture::new(&[("Cargo.lock", &lock)]);
        assert_eq!(fixture.problems(check), ["Cargo.lock:4: a package comes from elsewhere than crates.io"]);
    }
}
