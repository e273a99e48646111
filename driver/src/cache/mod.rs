//! A compile cache in a directory: compiled programs, found by a hash of everything that their code depends on.
//!
//! ```text
//! DIR/<64 hexadecimal digits of the key>.strata
//!   "STRATAC1" · the key, 32 bytes · number of files, u32 · length of each, u64 … · the files · BLAKE3 of all before, 32 bytes
//! ```
//! - The key is a hash of the program and of all that decides about its code ([`KeyBuilder`]), so that nothing is ever out of date.
//! - An entry appears under its name when it is complete. Several processes may use one folder: who writes an entry that
//!   another one writes too replaces it by the same bytes.
//! - No problem with the cache is an error: an entry that is not whole, or not ours, is a warning and is written again; a
//!   folder that cannot be written is a warning.
//! - Entries become machine code of the process. A folder that others own or may write to is refused, with a warning
//!   (`folder.rs`).
//! - The entries that were not used for longest are removed when the folder grows over a limit (`size.rs`). Anybody may
//!   remove files, at any time.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
};

mod folder;
mod key;
mod size;

pub use key::{Key, KeyBuilder};

use key::HASH;

const MAGIC: &[u8; 8] = b"STRATAC1";
/// Object files of an entry at most; more is not ours.
const MOST_FILES: u32 = 1 << 16;

/// The environment variable with the size limit of all entries in bytes.
const MAX_SIZE: &str = "STRATA_COMPILE_CACHE_MAX_SIZE";

/// A folder of compiled programs.
#[derive(Debug)]
pub struct CompileCache {
    folder: PathBuf,
    warnings: Mutex<Vec<String>>,
    hits: AtomicUsize,
    /// Whether the directory must not be used and the warning was given.
    refused: AtomicBool,
    /// The size limit of all entries in bytes; 0 is no limit.
    limit: u64,
    /// The approximate size of all entries: their size at the last scan of the directory, plus that of entries written since. Before the
    /// first scan it exceeds any limit.
    size: AtomicU64,
}

impl CompileCache {
    /// The cache in a directory, which is created for the first entry. The size limit of its entries is `STRATA_COMPILE_CACHE_MAX_SIZE`, or
    /// 5 GiB if that is not set or invalid.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let mut this = Self {
            folder: folder.into(),
            warnings: Mutex::default(),
            hits: AtomicUsize::new(0),
            refused: AtomicBool::new(false),
            limit: size::DEFAULT,
            size: AtomicU64::new(u64::MAX),
        };
        if let Some(text) = std::env::var_os(MAX_SIZE).filter(|text| !text.is_empty()) {
            match size::parse(&text.to_string_lossy()) {
                Some(limit) => this.limit = limit,
                None => this.note(format!("{MAX_SIZE}={}: not a size, as 500M", text.to_string_lossy())),
            }
        }
        this
    }
    /// The same with another size limit of all entries in bytes; 0 is no limit.
    #[must_use]
    pub fn with_max_size(self, bytes: u64) -> Self {
        Self { limit: bytes, ..self }
    }
    /// The cache in the directory named by `STRATA_COMPILE_CACHE_DIR`, or `STRATA_CACHE_DIR`; `None` without them.
    #[must_use]
    pub fn from_env() -> Option<Self> {
        let folder = |name| std::env::var_os(name).filter(|f| !f.is_empty());
        folder("STRATA_COMPILE_CACHE_DIR").or_else(|| folder("STRATA_CACHE_DIR")).map(Self::new)
    }
    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
    /// The number of entries that were found and used.
    #[must_use]
    pub fn hits(&self) -> usize {
        self.hits.load(Ordering::Relaxed)
    }
    /// Takes the warnings since the last call, each a line without `warning:`.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }
    fn warn(&self, path: &Path, why: impl std::fmt::Display) {
        self.note(format!("{}: {why}", path.display()));
    }
    fn note(&self, text: String) {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        warnings.push(format!("compile cache: {text}"));
    }

    /// Whether other users control the directory. The reason is a warning, given once.
    fn is_refused(&self) -> bool {
        let Some(why) = folder::refused(&self.folder) else { return false };
        if !self.refused.swap(true, Ordering::Relaxed) {
            self.warn(&self.folder, why);
        }
        true
    }

    /// The files of an entry.
    pub fn load(&self, key: &Key) -> Option<Vec<Vec<u8>>> {
        if self.is_refused() {
            return None;
        }
        let path = self.folder.join(key.file_name());
        let bytes = match folder::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return None,
            Err(e) => {
                self.warn(&path, format!("cannot be read: {e}"));
                return None;
            }
        };
        match decode(&bytes, key) {
            Ok(files) => {
                self.hits.fetch_add(1, Ordering::Relaxed);
                Some(files)
            }
            Err(why) => {
                self.warn(&path, format!("{why}; the program is compiled again"));
                None
            }
        }
    }

    /// Writes or replaces an entry, and removes old ones if the cache is too large.
    pub fn store(&self, key: &Key, files: &[Vec<u8>]) {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        if let Err(e) = folder::create(&self.folder) {
            return self.warn(&self.folder, format!("the folder cannot be made: {e}"));
        }
        if self.is_refused() {
            return;
        }
        let path = self.folder.join(key.file_name());
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let head = head(key, files);
        let bytes = (head.len() + files.iter().map(Vec::len).sum::<usize>() + HASH) as u64;
        if self.limit != 0 && bytes > self.limit {
            // Alone it would exceed the limit, and the next entry would remove it.
            return;
        }
        let partial = self.folder.join(format!(".{}.{}-{number}", key.file_name(), process::id()));
        let written = write(&partial, &head, files).and_then(|()| std::fs::rename(&partial, &path));
        if let Err(e) = written {
            // The file may not exist.
            _ = std::fs::remove_file(&partial);
            return self.warn(&path, format!("cannot be written: {e}"));
        }
        let before = self.size.load(Ordering::Relaxed);
        if self.limit == 0 {
            return;
        }
        let size = before.saturating_add(bytes);
        let size = if size > self.limit {
            match size::shrink(&self.folder, self.limit, &path) {
                Ok(size) => size,
                Err(e) => return self.warn(&self.folder, format!("old entries cannot be removed: {e}")),
            }
        } else {
            size
        };
        self.size.store(size, Ordering::Relaxed);
    }

    /// The files of an entry, which is compiled and stored if it is missing.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn load_or<E>(
        &self,
        key: &Key,
        make: impl FnOnce() -> Result<Vec<Vec<u8>>, E>,
    ) -> Result<Vec<Vec<u8>>, E> {
        if let Some(files) = self.load(key) {
            return Ok(files);
        }
        let files = make()?;
        self.store(key, &files);
        Ok(files)
    }
}

/// The head of an entry.
fn head(key: &Key, files: &[Vec<u8>]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(key.0);
    out.extend((files.len() as u32).to_le_bytes());
    for file in files {
        out.extend((file.len() as u64).to_le_bytes());
    }
    out
}

/// Writes an entry, without copying its files, which may be large.
fn write(path: &Path, head: &[u8], files: &[Vec<u8>]) -> io::Result<()> {
    let mut out = folder::create_new(path)?;
    let mut hash = blake3::Hasher::new();
    for part in std::iter::once(head).chain(files.iter().map(Vec::as_slice)) {
        hash.update(part);
        out.write_all(part)?;
    }
    out.write_all(hash.finalize().as_bytes())
}

/// The files of an entry, or the reason why it is invalid.
fn decode(bytes: &[u8], key: &Key) -> Result<Vec<Vec<u8>>, &'static str> {
    if bytes.get(..MAGIC.len()) != Some(MAGIC) {
        return Err("not an entry of a compile cache of this version");
    }
    let end = bytes.len().checked_sub(HASH).ok_or("the entry is cut off")?;
    let (body, sum) = bytes.split_at(end);
    let mut rest = body.get(MAGIC.len()..).ok_or("the entry is cut off")?;
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count).ok_or("the entry is cut off")?;
        rest = tail;
        Ok(head)
    };
    if take(HASH)? != key.0 {
        return Err("the entry belongs to another program");
    }
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
    let count = word(take(4)?);
    if count > u64::from(MOST_FILES) {
        return Err("the entry is damaged");
    }
    let mut lengths = Vec::new();
    for _ in 0..count {
        lengths.push(usize::try_from(word(take(8)?)).map_err(|_| "the entry is damaged")?);
    }
    let files = lengths.into_iter().map(|n| take(n).map(<[u8]>::to_vec)).collect::<Result<Vec<_>, _>>()?;
    if !rest.is_empty() || blake3::hash(body).as_bytes() != sum {
        return Err("the entry is damaged");
    }
    Ok(files)
}
