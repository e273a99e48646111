//! The size limit of a compile cache: the least recently used entries are removed when it is exceeded.
//!
//! An entry was used when its file was changed last: a hit sets that time. Whoever writes an entry looks at the folder and
//! removes the oldest entries until a tenth of the space is free again, so that this is not needed for each entry. Several
//! processes may do so at the same time: they remove the same ones first, an entry that was used meanwhile stays, and who
//! reads a file that is removed reads it to its end.

use std::{
    fs::Metadata,
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The default limit in bytes.
pub(crate) const DEFAULT: u64 = 5 << 30;

/// The suffix of an entry's file name.
pub(crate) const SUFFIX: &str = ".strata";

/// Files that a process left behind when it ended in the middle are removed after this time.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Parses a number of bytes, such as `1000000`, `512K`, `200M`, or `2G`, with units that are powers of 1024.
pub(crate) fn parse(text: &str) -> Option<u64> {
    let text = text.trim();
    let (digits, shift) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 10),
        (at, 'm' | 'M') => (&text[..at], 20),
        (at, 'g' | 'G') => (&text[..at], 30),
        _ => (text, 0),
    };
    // `parse` would accept a sign.
    let digits = digits.trim_end();
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

/// A file of the cache.
struct Found {
    used: SystemTime,
    path: PathBuf,
    bytes: u64,
}

/// Removes entries until a folder has at most `limit` bytes, and some space; `new` stays. Returns the bytes that are left.
pub(crate) fn shrink(folder: &Path, limit: u64, new: &Path) -> io::Result<u64> {
    let now = SystemTime::now();
    let mut found: Vec<Found> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        let Some(name) = name.to_str() else { continue };
        // A file that went away meanwhile takes no space.
        let Ok(data) = entry.metadata() else { continue };
        let used = modified(&data);
        if is_partial(name) {
            if now.duration_since(used).is_ok_and(|age| age > ABANDONED) {
                _ = std::fs::remove_file(&path);
            }
        } else if data.is_file() && is_entry(name) {
            found.push(Found { used, path, bytes: data.len() });
        }
    }
    let mut total: u64 = found.iter().map(|f| f.bytes).sum();
    if total <= limit {
        return Ok(total);
    }
    found.sort_by(|a, b| a.used.cmp(&b.used).then_with(|| a.path.cmp(&b.path)));
    let goal = limit - limit / 10;
    for Found { used, path, bytes } in found.into_iter().filter(|f| f.path != new) {
        if total <= goal {
            break;
        }
        match std::fs::metadata(&path) {
            // It was used since the scan.
            Ok(data) if modified(&data) > used => continue,
            Ok(_) => std::fs::remove_file(&path).or_else(|e| match e.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(e),
            })?,
            Err(_) => (),
        }
        total -= bytes;
    }
    Ok(total)
}

fn modified(data: &Metadata) -> SystemTime {
    data.modified().unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Whether a name is that of an entry; other files are not touched.
fn is_entry(name: &str) -> bool {
    name.strip_suffix(SUFFIX).is_some_and(|key| key.len() == 64 && key.bytes().all(|c| c.is_ascii_hexdigit()))
}

/// An entry that is being written: `.KEY.strata.PROCESS-NUMBER`.
fn is_partial(name: &str) -> bool {
    let rest = name.strip_prefix('.').and_then(|name| name.split_at_checked(64 + SUFFIX.len()));
    rest.is_some_and(|(entry, rest)| is_entry(entry) && rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        let sizes = ["0", "1000", "1k", "2M", " 3 G ", "18446744073709551615"];
        assert_eq!(sizes.map(parse), [0, 1000, 1 << 10, 2 << 20, 3 << 30, u64::MAX].map(Some));
        for text in ["", "G", "-1", "+1", "1.5G", "1T", "ten", "99999999999999999999", "99999999999999999G"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn only_names_of_entries_are_entries() {
        let key = "0123456789abcdef".repeat(4);
        assert!(is_entry(&format!("{key}.strata")) && !is_entry(&key));
        assert!(!is_entry("notes.strata") && !is_entry(&format!("{key}0.strata")));
        assert!(is_partial(&format!(".{key}.strata.77-1")) && !is_partial(&format!("{key}.strata.77-1")));
        assert!(!is_partial(".strata") && !is_partial(".gitignore"));
    }
}
