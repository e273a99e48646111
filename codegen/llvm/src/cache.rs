//! A compile cache in a directory: compiled programs, found by a hash of everything that their code depends on.
//!
//! ```text
//! DIR/<64 hexadecimal digits of the key>.strata
//!   "STRATAC1" · the key, 32 bytes · number of files, u32 · length of each, u64 … · the files · BLAKE3 of all before, 32 bytes
//! ```
//! - The key is a hash of the program and of everything else that its code depends on ([`KeyBuilder`]), so entries are never outdated.
//! - An entry appears under its name when it is complete. Several processes may share a directory: an entry that two of them
//!   write is replaced with the same bytes.
//! - No problem with the cache is an error: an invalid entry causes a warning and is written again; a directory that cannot be
//!   written causes a warning.
//! - Entries become machine code of the process. A directory that other users own or may write to is refused, with a warning
//!   (`cache_folder.rs`).
//! - The least recently used entries are removed when the directory exceeds a size limit (`cache_size.rs`). Files may be removed
//!   externally at any time.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
};

use crate::{cache_folder, cache_size, llvm_module::llvm_version, options, target::Target};

const MAGIC: &[u8; 8] = b"STRATAC1";
const HASH: usize = 32;
/// The largest number of object files of an entry; one with more is invalid.
const MOST_FILES: u32 = 1 << 16;

/// The environment variable with the size limit of all entries in bytes.
const MAX_SIZE: &str = "STRATA_COMPILE_CACHE_MAX_SIZE";

/// The key of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; HASH]);

impl Key {
    fn file_name(&self) -> String {
        let mut name = String::with_capacity(2 * HASH + cache_size::SUFFIX.len());
        for byte in self.0 {
            // Writing to a string does not fail.
            _ = write!(name, "{byte:02x}");
        }
        name + cache_size::SUFFIX
    }
}

/// Hashes the inputs of a compilation. The versions of Strata, of its exact build and of LLVM, and the settings of the code generator, are
/// part of every key.
pub struct KeyBuilder(blake3::Hasher);

impl KeyBuilder {
    /// The key of a compilation for `target`.
    #[must_use]
    pub fn new(target: &Target) -> Self {
        let mut this = Self(blake3::Hasher::new());
        this.add("strata", env!("CARGO_PKG_VERSION").as_bytes());
        this.add("build", build().as_bytes());
        this.add("llvm", llvm_version().as_bytes());
        for option in options::OPTIONS {
            this.add("option", option.to_bytes());
        }
        this.add("triple", target.triple().as_bytes());
        this.add("cpu", target.cpu().as_bytes());
        this.add("features", target.features().as_bytes());
        this.add("level", &[target.opt() as u8]);
        this.add("passes", target.pipeline().as_bytes());
        this
    }
    /// Adds a named input.
    pub fn add(&mut self, name: &str, value: &[u8]) -> &mut Self {
        // Lengths separate values, so that different inputs cannot have the same concatenation.
        for part in [name.as_bytes(), value] {
            self.0.update(&(part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
        self
    }
    /// Adds an input that is written in pieces, without a copy of the whole.
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

/// Distinguishes builds of the compiler with the same version: size and time of the executable.
fn build() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let time = |m: &std::fs::Metadata| m.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok();
    file.map(|m| format!("{} {:?}", m.len(), time(&m))).unwrap_or_default()
}

/// A directory of compiled programs.
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
            limit: cache_size::DEFAULT,
            size: AtomicU64::new(u64::MAX),
        };
        if let Some(text) = std::env::var_os(MAX_SIZE).filter(|text| !text.is_empty()) {
            match cache_size::parse(&text.to_string_lossy()) {
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
        let Some(why) = cache_folder::refused(&self.folder) else { return false };
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
        let bytes = match cache_folder::read(&path) {
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
        if let Err(e) = cache_folder::create(&self.folder) {
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
            match cache_size::shrink(&self.folder, self.limit, &path) {
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

/// The header of an entry.
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
    let mut out = cache_folder::create_new(path)?;
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
