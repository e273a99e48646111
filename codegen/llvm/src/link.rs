//! Links object files into a shared library with the system's linker.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{CodegenError, Result};

/// The linkers that are looked for, best first. `cc` drives whatever linker the system has.
const CANDIDATES: &[&str] = &["ld.lld-22", "ld.lld", "cc"];
/// Where LLVM's own tools may be installed off the search path.
const EXTRA_DIRECTORIES: &[&str] = &["/usr/lib/llvm-22/bin"];
/// Where the C library may be installed.
const LIBRARY_DIRECTORIES: &[&str] = &[
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/usr/lib",
];

/// A linker program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linker {
    path: PathBuf,
    /// Whether it is a compiler driver, which wants `-Wl,` in front of linker flags.
    driver: bool,
}

impl Linker {
    /// Looks for `ld.lld-22`, `ld.lld` and `cc` on the search path.
    pub fn find() -> Result<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self::find_in(std::env::split_paths(&path).chain(EXTRA_DIRECTORIES.iter().map(PathBuf::from)))
    }

    /// Looks for the same programs in the given directories.
    pub fn find_in(directories: impl IntoIterator<Item = PathBuf>) -> Result<Self> {
        let directories: Vec<PathBuf> = directories.into_iter().collect();
        for name in CANDIDATES {
            for directory in &directories {
                let path = directory.join(name);
                if path.is_file() {
                    return Ok(Self { path, driver: *name == "cc" });
                }
            }
        }
        Err(CodegenError::Link(format!(
            "no linker found: install lld 22 or a C compiler ({} were looked for on PATH)",
            CANDIDATES.join(", ")
        )))
    }

    /// The program's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn arguments(&self, objects: &[PathBuf], libraries: &[PathBuf], output: &Path) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["-shared".into(), "-o".into(), output.into()];
        let mut flag = |text: &str| {
            args.push(if self.driver {
                format!("-Wl,{}", text.replace(' ', ",")).into()
            } else {
                text.into()
            });
        };
        flag("--gc-sections");
        flag("--strip-debug");
        flag("--as-needed");
        for keyword in ["-znoexecstack", "-zrelro", "-znow"] {
            flag(keyword);
        }
        if self.driver {
            args.push("-nostdlib".into());
        }
        args.extend(objects.iter().map(OsString::from));
        args.extend(libraries.iter().map(OsString::from));
        if self.driver {
            args.extend(["-lm".into(), "-lc".into(), "-lgcc_s".into()]);
        } else {
            args.extend(
                ["libm.so.6", "libc.so.6", "libgcc_s.so.1"].iter().filter_map(|name| system_library(name)),
            );
        }
        args
    }
}

/// A system library by its file, so that the result names it as needed without a development package being installed.
fn system_library(name: &str) -> Option<OsString> {
    LIBRARY_DIRECTORIES.iter().map(|dir| Path::new(dir).join(name)).find(|p| p.is_file()).map(Into::into)
}

/// Links object files (as bytes) and further libraries or archives into the shared library `output`.
///
/// Symbols that stay undefined are looked up when the library is loaded.
pub fn link_shared(linker: &Linker, objects: &[&[u8]], libraries: &[PathBuf], output: &Path) -> Result<()> {
    if objects.is_empty() {
        return Err(CodegenError::Link("there is no object file to link".to_owned()));
    }
    let failed = |what: &str, path: &Path, e: std::io::Error| {
        CodegenError::Link(format!("{what} {}: {e}", path.display()))
    };
    let directory =
        tempfile::tempdir().map_err(|e| failed("cannot create a directory in", &std::env::temp_dir(), e))?;
    let mut files = Vec::with_capacity(objects.len());
    for (i, object) in objects.iter().enumerate() {
        let file = directory.path().join(format!("{i}.o"));
        std::fs::write(&file, object).map_err(|e| failed("cannot write", &file, e))?;
        files.push(file);
    }
    let result = Command::new(&linker.path)
        .args(linker.arguments(&files, libraries, output))
        .output()
        .map_err(|e| failed("cannot run", &linker.path, e))?;
    if result.status.success() {
        return Ok(());
    }
    Err(CodegenError::Link(format!(
        "{} failed ({}): {}",
        linker.path.display(),
        result.status,
        String::from_utf8_lossy(&result.stderr).trim()
    )))
}
