//! The key of an entry of a compile cache: a hash of everything that code depends on.

use std::{fmt::Write as _, io, path::PathBuf};

use strata_codegen_llvm::Target;

use super::size::SUFFIX;

/// Bytes of a key, and of the sum of an entry.
pub(super) const HASH: usize = 32;

/// The name of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub(super) [u8; HASH]);

impl Key {
    /// The bytes of the key.
    pub(crate) fn bytes(&self) -> &[u8; HASH] {
        &self.0
    }
    /// The key with these bytes.
    pub(crate) fn from_bytes(bytes: [u8; HASH]) -> Self {
        Self(bytes)
    }
    pub(super) fn file_name(&self) -> String {
        let mut name = String::with_capacity(2 * HASH + SUFFIX.len());
        for byte in self.0 {
            // Writing to a string does not fail.
            _ = write!(name, "{byte:02x}");
        }
        name + SUFFIX
    }
}

/// Hashes what code depends on. The versions of Strata, of this very build of it and of LLVM, and the settings of the code
/// generator, are in every key.
pub struct KeyBuilder(blake3::Hasher);

impl KeyBuilder {
    /// The key of something compiled for `target`.
    #[must_use]
    pub fn new(target: &Target) -> Self {
        let mut this = Self(blake3::Hasher::new());
        this.add("strata", env!("CARGO_PKG_VERSION").as_bytes());
        this.add("build", build().as_bytes());
        for (name, fact) in target.facts() {
            this.add(name, &fact);
        }
        this
    }
    /// Adds something that has a name.
    pub fn add(&mut self, name: &str, value: &[u8]) -> &mut Self {
        // Lengths keep two values apart from one that looks like both.
        for part in [name.as_bytes(), value] {
            self.0.update(&(part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
        self
    }
    /// Adds what is written, which is nowhere as a whole.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn add_written(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<&mut Self> {
        let mut hasher = blake3::Hasher::new();
        write(&mut hasher)?;
        Ok(self.add(name, hasher.finalize().as_bytes()))
    }
    /// The key.
    #[must_use]
    pub fn finish(&self) -> Key {
        Key(*self.0.finalize().as_bytes())
    }
}

/// Tells builds of the compiler apart that have the same version: size and time of the file that it is in, a program or a shared library.
fn build() -> String {
    let file = own_file().map_or_else(std::env::current_exe, Ok).and_then(std::fs::metadata);
    let time = |m: &std::fs::Metadata| m.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok();
    file.map(|m| format!("{} {:?}", m.len(), time(&m))).unwrap_or_default()
}

/// The file that this code was loaded from, where the system tells.
fn own_file() -> Option<PathBuf> {
    let here = (build as fn() -> String as usize) as u64;
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    // `start-end permissions offset device inode path`
    maps.lines().find_map(|line| {
        let (start, rest) = line.split_once('-')?;
        let (end, rest) = rest.split_once(' ')?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        let inside = (number(start)?..number(end)?).contains(&here);
        inside.then(|| rest.find('/').map(|at| PathBuf::from(&rest[at..]))).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_this_code_is_the_test() {
        assert_eq!(own_file().map(std::fs::canonicalize).and_then(Result::ok), std::env::current_exe().ok());
    }
}
