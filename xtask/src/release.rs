//! `cargo xtask release`: whether the packages could be published now, their documentation has no broken links, and their licences, sources
//! and advisories are accepted.

use crate::explorer;
use crate::shell::{self, Outcome};

/// The checks of `cargo deny` that need no network.
const OFFLINE: [&str; 3] = ["licenses", "sources", "bans"];

/// Packs all published packages in the order of their dependencies, without uploading them, documents them, builds the explorer's module, and
/// runs `cargo deny` (`deny.toml`).
pub fn run() -> Outcome {
    println!("release: the packages, in the order of their dependencies");
    shell::run(&mut shell::cargo(&["publish", "--workspace", "--dry-run", "--no-verify", "--allow-dirty"]))?;
    println!("release: the documentation");
    shell::run(
        shell::cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-Dwarnings"),
    )?;
    println!("release: the module of the explorer, whose size is limited");
    explorer::run(&[])?;
    if shell::output(&mut shell::cargo(&["deny", "--version"])).is_none() {
        println!("release: installing cargo-deny from crates.io");
        shell::run(&mut shell::cargo(&["install", "--locked", "--quiet", "cargo-deny"]))?;
    }
    println!("release: licences, sources and versions of the dependencies");
    shell::run(&mut shell::cargo(&[&["deny", "check"][..], &OFFLINE].concat()))?;
    // The database of advisories is a repository of its own.
    if shell::output(&mut shell::cargo(&["deny", "fetch", "db"])).is_none() {
        println!(
            "release: the database of advisories cannot be fetched here, so that advisories are not checked"
        );
        return Ok(());
    }
    shell::run(&mut shell::cargo(&["deny", "check", "advisories"]))
}
