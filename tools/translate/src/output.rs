//! Output files, which appear under their name when they are complete.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::Outcome;

/// Writes a result to the file `to`, or to the standard output for `-`.
pub(crate) fn emit(to: &Path, cwd: &Path, bytes: &[u8], out: &mut Outcome) -> Result<(), String> {
    if to.as_os_str() == "-" {
        out.stdout.extend_from_slice(bytes);
        return Ok(());
    }
    replace(&cwd.join(to), |partial| std::fs::write(partial, bytes)).map_err(|e| cannot_write(to, &e))
}

/// The message for a file that cannot be written.
pub(crate) fn cannot_write(path: &Path, e: &io::Error) -> String {
    format!("strata-translate: cannot open output file '{}': {}\n", path.display(), describe(e))
}

/// Calls `write` to make a file beside `path`, and renames it to `path` on success.
pub(crate) fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    // A link stays a link; the file that it points to is replaced.
    let path: PathBuf = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // Devices and pipes are written to directly: a file must not take their name.
    if path.metadata().is_ok_and(|m| !m.is_file()) {
        return write(&path);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (_, partial) = strata_process::create_new(folder, &format!(".{name}"), "part")?;
    let written = write(&partial).and_then(|()| Ok(std::fs::rename(&partial, &path)?));
    if written.is_err() {
        let _ = std::fs::remove_file(&partial);
    }
    written
}

/// The text of an IO error in the form that LLVM's tools use.
pub(crate) fn describe(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::NotFound => "No such file or directory".into(),
        io::ErrorKind::PermissionDenied => "Permission denied".into(),
        io::ErrorKind::IsADirectory => "Is a directory".into(),
        _ => e.to_string(),
    }
}
