//! The licences of all packages that are built are among those that `deny.toml` accepts. `cargo deny`, which `cargo xtask release` runs, also
//! looks at the texts of licences and at advisories; it takes longer to build than this project's tests may.

use crate::shell;
use crate::tree::{Problem, Tree};
use std::path::Path;

/// The file that says which licences are accepted.
const ACCEPTED: &str = "deny.toml";
/// The arguments of cargo that print `NAME VERSION|LICENCE` for each package of this repository and of others, with ` (*)` behind one that was
/// printed before.
const LIST: [&str; 8] = [
    "tree",
    "--workspace",
    "--prefix=none",
    "--format={p}|{l}",
    "--edges=all",
    "--target=x86_64-unknown-linux-gnu",
    "--quiet",
    "--locked",
];

/// Checks the packages that cargo lists.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    match shell::output(&mut shell::cargo(&LIST)) {
        Some(list) => check_list(tree, &list, problems),
        None => problems.push(Problem::new("Cargo.toml", 1, "`cargo tree` does not list the packages")),
    }
}

fn check_list(tree: &Tree, list: &str, problems: &mut Vec<Problem>) {
    let file = Path::new(ACCEPTED);
    let text = tree.read(file);
    let accepted = accepted(&text);
    let mut packages: Vec<(&str, &str)> =
        list.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('|')).collect();
    packages.sort_unstable();
    packages.dedup();
    // Packages of this repository have a path; those that are not published need no licence. `cargo deny` reads the file of a package that has a
    // file only.
    let others =
        packages.into_iter().filter(|(package, licence)| !package.contains("(/") && !licence.is_empty());
    for (package, licence) in others {
        if !accepts(&accepted, licence) {
            let name = package.split_whitespace().next().unwrap_or(package);
            problems.push(Problem::new(file, 1, format!("`{name}` has the licence `{licence}`")));
        }
    }
}

/// The names in the list `allow` of the section `licenses`.
fn accepted(text: &str) -> Vec<&str> {
    let section = text.split("[licenses]").nth(1).unwrap_or_default();
    let list = section.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']'));
    let items = list.map_or("", |(items, _)| items).split(',');
    items.map(|item| item.trim().trim_matches('"')).filter(|item| !item.is_empty()).collect()
}

/// Whether a licence expression of SPDX, or one with `/` as older packages have it, can be met: each part of a conjunction has an accepted
/// alternative. Parentheses are ignored, which refuses some expressions that could be met, and accepts none that cannot.
fn accepts(accepted: &[&str], licence: &str) -> bool {
    licence
        .replace(['(', ')'], "")
        .split(" AND ")
        .all(|part| part.replace('/', " OR ").split(" OR ").any(|name| accepted.contains(&name.trim())))
}

#[cfg(test)]
mod tests {
    use super::{accepts, check_list};
    use crate::tree::fixture::Fixture;

    #[test]
    fn expressions_are_met_by_accepted_licences() {
        let accepted = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
        for met in [
            "MIT",
            "Apache-2.0/MIT",
            "Apache-2.0 / MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
        ] {
            assert!(accepts(&accepted, met), "{met}");
        }
        for unmet in ["", "GPL-3.0", "Apache-2.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND ISC"] {
            assert!(!accepts(&accepted, unmet), "{unmet}");
        }
    }

    #[test]
    fn packages_of_others_are_checked() {
        let fixture = Fixture::new(&[("deny.toml", "[licenses]\nallow = [\n    \"MIT\",\n]\n")]);
        let list =
            "a v1.0.0|MIT\nfile v1.0.0|\nb v1.0.0|GPL-3.0\nb v1.0.0|GPL-3.0 (*)\nours v0.1.0 (/x/ours)|\n";
        let problems = fixture.problems(|tree, problems| check_list(tree, list, problems));
        assert_eq!(problems, ["deny.toml:1: `b` has the licence `GPL-3.0`"]);
    }
}
