//! A library or program without tests in its sources says `test = false` in its manifest, so that it is not compiled a second time
//! for them; one that has tests does not, so that they are run.

use crate::tree::{Problem, Tree};
use std::path::{Path, PathBuf};

/// A section of a manifest that is about a target: the line of its header, and its keys with their values.
struct Section<'t> {
    line: usize,
    keys: Vec<(&'t str, &'t str)>,
}

impl Section<'_> {
    fn value(&self, key: &str) -> Option<&str> {
        self.keys.iter().find(|row| row.0 == key).map(|row| row.1)
    }

    fn is_tested(&self) -> bool {
        self.value("test") != Some("false")
    }
}

/// Compares every manifest with the sources beside it. A crate that examples show as one of somebody else is left alone.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let manifests = tree.files().filter(|file| file.ends_with("Cargo.toml"));
    for manifest in manifests.filter(|file| !file.starts_with("examples") && !file.starts_with("fuzz")) {
        let text = tree.read(manifest);
        let folder = manifest.parent().unwrap_or(Path::new(""));
        let library = folder.join("src/lib.rs");
        if !tree.files().any(|file| file == library) {
            continue;
        }
        let programs: Vec<(PathBuf, Section<'_>)> = sections(&text, "[[bin]]")
            .filter_map(|section| Some((folder.join(section.value("path")?.trim_matches('"')), section)))
            .collect();
        let is_program = |file: &Path| {
            file.starts_with(folder.join("src/bin"))
                || file == folder.join("src/main.rs")
                || programs.iter().any(|row| row.0 == file)
        };
        let sources = tree.rust().filter(|file| file.starts_with(folder.join("src")) && !is_program(file));
        let has_tests = sources.into_iter().any(|file| tests(&tree.read(file)));
        let section = sections(&text, "[lib]").next();
        let (line, is_tested) = section.map_or((1, true), |section| (section.line, section.is_tested()));
        report(manifest, line, "the library", has_tests, is_tested, problems);
        for (file, section) in programs {
            let name = format!("`{}`", section.value("name").unwrap_or("?").trim_matches('"'));
            report(manifest, section.line, &name, tests(&tree.read(&file)), section.is_tested(), problems);
        }
    }
}

fn report(
    manifest: &Path,
    line: usize,
    target: &str,
    has_tests: bool,
    is_tested: bool,
    problems: &mut Vec<Problem>,
) {
    let message = match (has_tests, is_tested) {
        (true, false) => format!("{target} has tests, which `test = false` leaves out"),
        (false, true) => format!("{target} has no tests: it needs `test = false`"),
        _ => return,
    };
    problems.push(Problem::new(manifest, line, message));
}

/// Whether a source has tests.
fn tests(text: &str) -> bool {
    text.lines().map(str::trim_start).any(|line| line.starts_with("#[test]") || line.starts_with("proptest!"))
}

/// The sections with a header.
fn sections<'t>(text: &'t str, header: &str) -> impl Iterator<Item = Section<'t>> {
    let starts: Vec<usize> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.split('#').next().is_some_and(|line| line.trim() == header))
        .map(|(index, _)| index)
        .collect();
    starts.into_iter().map(move |start| {
        let lines = text.lines().skip(start + 1).take_while(|line| !line.starts_with('['));
        let keys = lines.filter_map(|line| line.split('#').next()?.split_once('='));
        Section { line: start + 1, keys: keys.map(|(key, value)| (key.trim(), value.trim())).collect() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    const TEST: &str = "//! A.\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n";

    #[test]
    fn manifests_and_sources_agree() {
        let program = "[lib]\ntest = false\n[[bin]]\nname = \"p\"\npath = \"src/main.rs\"\n";
        let fixture = Fixture::new(&[
            ("a/Cargo.toml", "[package]\n"),
            ("a/src/lib.rs", "//! A.\n"),
            ("b/Cargo.toml", "[package]\n[lib]\ntest = false # why\n"),
            ("b/src/lib.rs", "//! B.\nmod c;\n"),
            ("b/src/c.rs", TEST),
            ("c/Cargo.toml", program),
            ("c/src/lib.rs", "//! C.\n"),
            ("c/src/main.rs", "//! P.\n"),
            ("d/Cargo.toml", "[package]\n"),
            ("d/src/lib.rs", TEST),
            ("examples/e/Cargo.toml", "[package]\n"),
            ("examples/e/src/lib.rs", "//! E.\n"),
        ]);
        assert_eq!(
            fixture.problems(check),
            [
                "a/Cargo.toml:1: the library has no tests: it needs `test = false`",
                "b/Cargo.toml:2: the library has tests, which `test = false` leaves out",
                "c/Cargo.toml:3: `p` has no tests: it needs `test = false`",
            ]
        );
    }
}
