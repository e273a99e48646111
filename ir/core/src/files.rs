//! [`Files`]: what passes read, as far as the tool lets them; they do no IO themselves.

use std::io;

/// The files that options of passes may name.
pub trait Files: Send + Sync {
    /// The text of a file.
    fn read(&self, path: &str) -> io::Result<String>;
    /// The paths of the files directly in a folder, sorted; `None` for what is no folder.
    fn list(&self, path: &str) -> Option<Vec<String>>;
    /// Whether there is a file of this name.
    fn is_file(&self, path: &str) -> bool;
}
