//! The files that options of passes name, relative to the folder in which the tool runs.

use std::{io, path::PathBuf};

use strata_ir::core::Files;

/// The files below a folder, and those with absolute paths.
pub struct FilesIn(pub PathBuf);

impl Files for FilesIn {
    fn read(&self, path: &str) -> io::Result<String> {
        std::fs::read_to_string(self.0.join(path))
    }
    fn list(&self, path: &str) -> Option<Vec<String>> {
        let entries = std::fs::read_dir(self.0.join(path)).ok()?;
        let files = entries.filter_map(Result::ok).filter(|entry| entry.path().is_file());
        let names = files.filter_map(|entry| Some(format!("{path}/{}", entry.file_name().to_str()?)));
        let mut names: Vec<String> = names.collect();
        names.sort();
        Some(names)
    }
    fn is_file(&self, path: &str) -> bool {
        self.0.join(path).is_file()
    }
}
