//! The files of a checkout, and what is wrong with them.

use crate::shell;
use std::fmt;
use std::path::{Path, PathBuf};

/// A broken rule and where.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    file: PathBuf,
    line: usize,
    message: String,
}

impl Problem {
    /// A rule that is broken in a line of a file.
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

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
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
            // A leftover in the temporary folder is harmless.
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
