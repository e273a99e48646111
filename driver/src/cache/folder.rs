//! The files that a compile cache may trust: its entries become machine code, so that only its user, or root, may have written them.
//!
//! Other users control the names in a directory that they own or may write to. A link, a pipe or a device under the name of an entry is
//! never used as one, and opening it does not block.

use std::{
    fs::{DirBuilder, File, Metadata, OpenOptions},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::Path,
};

use strata_process::user_id;

/// Bytes of an entry at most; objects do not get that large.
const LONGEST: u64 = 4 << 30;
/// Write permissions of group and others.
const OTHERS_WRITE: u32 = 0o022;

fn is_own(data: &Metadata) -> bool {
    data.uid() == user_id() || data.uid() == 0
}

/// Creates a directory that only the user may write to.
pub(crate) fn create(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The reason why entries of a directory must not be used; `None` if they may, or if there is no directory.
pub(crate) fn refused(folder: &Path) -> Option<String> {
    let data = folder.metadata().ok()?;
    let mode = data.mode() & 0o7777;
    if !is_own(&data) {
        return Some(format!(
            "the folder is refused: it belongs to user {}, not to {}",
            data.uid(),
            user_id()
        ));
    }
    let open = mode & OTHERS_WRITE != 0;
    open.then(|| format!("the folder is refused: others may write to it (mode {mode:o}); see chmod go-w"))
}

/// The bytes of an entry; it is an error if it is not a regular file of the user.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let mut file =
        OpenOptions::new().read(true).custom_flags(flags).open(path).map_err(|e| match e.raw_os_error() {
            Some(libc::ELOOP) => io::Error::other("it is a link"),
            _ => e,
        })?;
    let data = file.metadata()?;
    let wrong = match data {
        _ if !data.is_file() => Some("it is no file"),
        _ if !is_own(&data) => Some("it belongs to somebody else"),
        _ if data.len() > LONGEST => Some("it is too long"),
        _ => None,
    };
    if let Some(wrong) = wrong {
        return Err(io::Error::other(wrong));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(data.len() as usize)?;
    file.by_ref().take(data.len()).read_to_end(&mut bytes)?;
    // In a directory that cannot be written, the times of entries are not updated.
    _ = file.set_modified(std::time::SystemTime::now());
    Ok(bytes)
}

/// Creates a new file for writing.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}
