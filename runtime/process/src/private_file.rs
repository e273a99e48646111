//! New files in a folder that other users may write to.

use std::collections::hash_map::RandomState;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The number of names that are tried.
const ATTEMPTS: u32 = 16;

/// Creates the file `FOLDER/PREFIX-RANDOM.SUFFIX`, which only the user may read and write. Its name cannot be guessed; an existing file
/// or link of that name is not used.
///
/// # Errors
/// If the folder cannot be written.
pub fn create_private(folder: &Path, prefix: &str, suffix: &str) -> io::Result<(File, PathBuf)> {
    create(folder, prefix, suffix, 0o600)
}

/// As [`create_private`], with the default permissions of new files: for a file that is renamed when it is complete.
///
/// # Errors
/// If the folder cannot be written.
pub fn create_new(folder: &Path, prefix: &str, suffix: &str) -> io::Result<(File, PathBuf)> {
    create(folder, prefix, suffix, 0o666)
}

/// The user that the process works for, as the owner of files.
#[must_use]
pub fn user_id() -> u32 {
    // SAFETY: the call only reads a number.
    unsafe { libc::geteuid() }
}

fn create(folder: &Path, prefix: &str, suffix: &str, mode: u32) -> io::Result<(File, PathBuf)> {
    let mut outcome = Err(io::ErrorKind::AlreadyExists.into());
    for _ in 0..ATTEMPTS {
        // The keys of the hash are the system's random numbers.
        let [a, b] = [0, 1].map(|_| RandomState::new().build_hasher().finish());
        let path = folder.join(format!("{prefix}-{a:016x}{b:016x}.{suffix}"));
        outcome = OpenOptions::new().write(true).create_new(true).mode(mode).open(&path).map(|f| (f, path));
        if outcome.as_ref().err().is_none_or(|e| e.kind() != io::ErrorKind::AlreadyExists) {
            break;
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn files_are_new_and_the_users() {
        let folder = std::env::temp_dir();
        let files: Vec<PathBuf> = (0..2)
            .map(|_| {
                let (file, path) = create_private(&folder, "strata-test", "mlir").expect("a file");
                assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o600);
                path
            })
            .collect();
        assert_ne!(files[0], files[1]);
        files.iter().for_each(|f| std::fs::remove_file(f).expect("it is there"));
        assert!(create_private(&folder.join("nothing/here"), "a", "b").is_err());
    }
}
