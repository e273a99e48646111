//! `cargo xtask tidy`: the project's own rules, each in one file of this folder.
//!
//! A rule looks at a tree of files and appends [problems](crate::tree::Problem), so the tests run it on small trees in temporary folders.

mod circles;
mod closures;
mod deps;
mod dialects;
mod files;
mod functions;
mod licences;
pub mod manifest;
mod modules;
mod packages;
mod picture;
mod test_targets;
mod words;

use crate::coverage;
use crate::ops;
use crate::ops_table;
use crate::shell::{self, Outcome};
use crate::tree::Tree;

/// Checks the repository; prints the violations and a few figures. With `UPDATE_PICTURE=1` it first writes the dependency picture.
pub fn run() -> Outcome {
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        write_documents()?;
    }
    let tree = Tree::open(&shell::root());
    let mut problems = Vec::new();
    deps::check(&tree, &mut problems);
    picture::check(&tree, &mut problems);
    let lengths = files::check(&tree, &mut problems);
    functions::check(&tree, &mut problems);
    modules::check(&tree, &mut problems);
    packages::check(&tree, &mut problems);
    licences::check(&tree, &mut problems);
    circles::check(&tree, &mut problems);
    closures::check(&tree, &mut problems);
    words::check(&tree, &mut problems);
    test_targets::check(&tree, &mut problems);
    dialects::check(&tree, &mut problems);
    let ops = ops::find(&tree);
    let table = ops_table::OpsTable::read(&tree);
    ops_table::check(&ops, &table, &mut problems);
    coverage::check(&tree, &mut problems);
    for problem in &problems {
        eprintln!("{problem}");
    }
    println!("tidy: {} Rust files; lines: {lengths}", tree.rust().count());
    println!("tidy: {} ops; {}", table.len(), table.summary());
    if problems.is_empty() { Ok(()) } else { Err(format!("tidy found {} problems", problems.len())) }
}

/// Writes the parts of documents that are generated from the manifests.
pub fn write_documents() -> Outcome {
    if picture::write(&Tree::open(&shell::root()))? {
        println!("changed ARCHITECTURE.md");
    }
    Ok(())
}
