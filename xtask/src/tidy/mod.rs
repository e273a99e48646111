//! `cargo xtask tidy`: the project's own rules, each in one file of this folder.
//!
//! A rule looks at a tree of files and appends [`Problem`]s, so the tests run it on small trees in temporary folders.

mod circles;
mod deps;
mod dialects;
mod files;
mod manifest;
mod modules;
pub mod ops;
pub mod ops_table;
mod picture;
mod words;

use crate::coverage;
use crate::shell::{self, Outcome};
use std::fmt;
use std::path::{Path, PathBuf};

/// A violated rule and its location.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    file: PathBuf,
    line: usize,
    message: String,
}

impl Problem {
    /// A violation in a line of a file.
    pub fn new(file: impl Into<PathBuf>, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}

/// The files of a checkout, read on demand.
pub struct Tree {
    root: PathBuf,
    files: Vec<PathBuf>,
}

impl Tree {
    /// The tree at `root`.
    pub fn open(root: &Path) -> Self {
        Self { root: root.to_path_buf(), files: shell::files_below(root) }
    }

    /// Every file, relative to the root, sorted.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// The Rust files.
    pub fn rust(&self) -> impl Iterator<Item = &Path> {
        self.files().filter(|file| file.extension().is_some_and(|ending| ending == "rs"))
    }

    /// The text of a file of the tree; empty when it is no text.
    pub fn read(&self, file: &Path) -> String {
        std::fs::read_to_string(self.root.join(file)).unwrap_or_default()
    }
}

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
    modules::check(&tree, &mut problems);
    circles::check(&tree, &mut problems);
    words::check(&tree, &mut problems);
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

#[cfg(test)]
pub mod fixture {
    //! Trees in temporary folders.
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A tree that is removed when dropped.
    pub struct Fixture(PathBuf);

    impl Fixture {
        /// Writes `files`: (path, text).
        pub fn new(files: &[(&str, &str)]) -> Self {
            static NEXT: AtomicUsize = AtomicUsize::new(0);
            let unique = format!("xtask-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let root = std::env::temp_dir().join(unique);
            for (path, text) in files {
                let path = root.join(path);
                std::fs::create_dir_all(path.parent().expect("a fixture path has a folder"))
                    .expect("temp is writable");
                std::fs::write(path, text).expect("temp is writable");
            }
            Self(root)
        }

        /// The tree.
        pub fn tree(&self) -> Tree {
            Tree::open(&self.0)
        }

        /// The folder.
        pub fn root(&self) -> &Path {
            &self.0
        }

        /// The problems that `check` finds, as text.
        pub fn problems<R>(&self, check: impl Fn(&Tree, &mut Vec<Problem>) -> R) -> Vec<String> {
            let mut problems = Vec::new();
            check(&self.tree(), &mut problems);
            problems.iter().map(ToString::to_string).collect()
        }
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            // A leftover in the temporary folder does no harm.
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
