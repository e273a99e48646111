//! Where the tools are that a tool runs.

use std::path::{Path, PathBuf};

/// The tool of a name in the folder of this program, or above that folder where cargo put this program there as a test.
///
/// # Errors
/// If it is not there.
pub fn tool_beside(name: &str) -> Result<PathBuf, String> {
    let program =
        std::env::current_exe().map_err(|e| format!("the path of this program is not known: {e}"))?;
    let tool = program.with_file_name(name).with_extension(std::env::consts::EXE_EXTENSION);
    let folder = program.parent().filter(|folder| folder.ends_with("deps")).and_then(Path::parent);
    let above = folder.and_then(|folder| Some(folder.join(tool.file_name()?)));
    let found = [Some(tool.clone()), above].into_iter().flatten().find(|path| path.is_file());
    found.ok_or_else(|| format!("'{}' is not there", tool.display()))
}
