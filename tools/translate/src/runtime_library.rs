//! The static library of the runtime, which shared libraries are linked with: a file, or a part of this program.
//!
//! ```text
//! strata-translate ── --embed-runtime ──► the program, the library, its length in 8 bytes, MARK
//! ```
//! A program with the library at its end needs no other file. `strip` removes it.

use std::{
    fs::{File, Permissions},
    io::{self, Read, Seek, SeekFrom},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use strata_codegen_llvm::Target;
use tempfile::TempDir;

use crate::output;

/// The name of the file.
const NAME: &str = "libstrata_runtime_cpu.a";
/// The end of a program that contains the library.
const MARK: &[u8; 16] = b"\0strata-runtime\0";
/// The bytes behind the library: its length, and the mark.
const TRAILER: u64 = 8 + MARK.len() as u64;

/// A file with the library; the one in a temporary folder is removed with the value.
pub(crate) struct RuntimeLibrary {
    /// The file.
    pub path: PathBuf,
    _folder: Option<TempDir>,
}

impl RuntimeLibrary {
    /// Finds the library: the file in `STRATA_RUNTIME_LIBRARY`, the end of this program, or a file beside it or in `../lib`. For another
    /// machine it is a file in a folder with the name of Rust's target, inside of one of these folders or beside it, as cargo builds it.
    ///
    /// # Errors
    /// If it is nowhere, or cannot be read.
    pub(crate) fn find(target: &Target) -> Result<Self, String> {
        if let Some(path) = std::env::var_os("STRATA_RUNTIME_LIBRARY") {
            return Ok(Self { path: path.into(), _folder: None });
        }
        let program = std::env::current_exe().map_err(failed)?;
        if target.foreign_rust_target().is_none() {
            let mut file = File::open(&program).map_err(failed)?;
            if let Some((start, length)) = embedded(&mut file).map_err(failed)? {
                return Self::unpack(&mut file, start, length).map_err(failed);
            }
        }
        let places = places(&program, target.foreign_rust_target());
        let path = places.into_iter().find(|p| p.is_file()).ok_or_else(|| missing(target))?;
        Ok(Self { path, _folder: None })
    }

    /// Writes the library at the end of a program to a temporary file.
    fn unpack(program: &mut File, start: u64, length: u64) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(NAME);
        program.seek(SeekFrom::Start(start))?;
        io::copy(&mut program.take(length), &mut File::create(&path)?)?;
        Ok(Self { path, _folder: Some(folder) })
    }
}

/// Writes a copy of this program that contains the library.
///
/// # Errors
/// If there is no library, or a file cannot be read or written.
pub(crate) fn embed(to: &Path, cwd: &Path) -> Result<(), String> {
    let target = Target::host().map_err(|e| format!("error: {e}\n"))?;
    let library = std::fs::read(RuntimeLibrary::find(&target)?.path).map_err(failed)?;
    let program = std::env::current_exe().map_err(failed)?;
    let mut file = File::open(&program).map_err(failed)?;
    let own =
        embedded(&mut file).and_then(|place| Ok(place.map_or(file.metadata()?.len(), |(start, _)| start)));
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    file.take(own.map_err(failed)?).read_to_end(&mut bytes).map_err(failed)?;
    bytes.extend_from_slice(&library);
    bytes.extend_from_slice(&(library.len() as u64).to_le_bytes());
    bytes.extend_from_slice(MARK);
    let written = output::replace(&cwd.join(to), |partial| {
        std::fs::write(partial, &bytes)?;
        std::fs::set_permissions(partial, Permissions::from_mode(0o755))
    });
    written.map_err(|e| output::cannot_write(to, &e))
}

/// The start and the length of the library at the end of a program, if there is one.
fn embedded(program: &mut File) -> io::Result<Option<(u64, u64)>> {
    let Some(end) = program.metadata()?.len().checked_sub(TRAILER) else { return Ok(None) };
    program.seek(SeekFrom::Start(end))?;
    let (mut length, mut mark) = ([0; 8], [0; MARK.len()]);
    program.read_exact(&mut length)?;
    program.read_exact(&mut mark)?;
    let length = u64::from_le_bytes(length);
    Ok(end.checked_sub(length).filter(|_| mark == *MARK).map(|start| (start, length)))
}

/// The files that may be the library, the first ones first.
fn places(program: &Path, foreign: Option<&str>) -> Vec<PathBuf> {
    let folders: Vec<&Path> = program.ancestors().skip(1).take(2).collect();
    match foreign {
        None => folders.iter().flat_map(|f| [f.join(NAME), f.join("lib").join(NAME)]).collect(),
        Some(rust) => {
            let profile = folders.first().and_then(|f| f.file_name()).unwrap_or_default();
            let inside = folders.iter().flat_map(|f| [f.join(rust), f.join("lib").join(rust)]);
            let cargo = folders.last().map(|f| f.join(rust).join(profile));
            inside.chain(cargo).map(|f| f.join(NAME)).collect()
        }
    }
}

fn missing(target: &Target) -> String {
    let build = target.foreign_rust_target().map(|rust| format!(" --target {rust}")).unwrap_or_default();
    format!(
        "error: the program needs {NAME}, which is not in or beside strata-translate (cargo build -p strata-runtime-cpu{build} makes \
         it); STRATA_RUNTIME_LIBRARY may name it\n"
    )
}

fn failed(e: io::Error) -> String {
    format!("error: {e}\n")
}
