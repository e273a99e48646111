//! Links object files into a shared library with the system's linker.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{CodegenError, Result};

/// Linkers in order of preference. `cc` invokes the system's linker.
const CANDIDATES: &[&str] = &["ld.lld-22", "ld.lld", "cc"];
/// Directories of LLVM's tools that may not be on the search path.
const EXTRA_DIRECTORIES: &[&str] = &["/usr/lib/llvm-22/bin"];
/// Directories of the C library for a machine, given by its number in ELF headers.
const LIBRARY_DIRECTORIES: &[(u16, &[&str])] = &[
    (62, &["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/x86_64-linux-gnu/lib"]),
    (183, &["/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/aarch64-linux-gnu/lib"]),
];
/// Directories of the C library on systems with one architecture.
const HOST_DIRECTORIES: &[&str] = &["/lib64", "/usr/lib64", "/usr/lib"];
/// The ELF machine number of this process.
pub(crate) const HOST_MACHINE: u16 = if cfg!(target_arch = "x86_64") { 62 } else { 183 };

/// The ELF machine number of an object file.
fn machine(object: &[u8]) -> u16 {
    object.get(18..20).map_or(HOST_MACHINE, |b| u16::from_le_bytes([b[0], b[1]]))
}

/// A linker program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linker {
    path: PathBuf,
    /// Whether it is a compiler driver, which needs `-Wl,` in front of linker flags.
    driver: bool,
}

impl Linker {
    /// Searches for `ld.lld-22`, `ld.lld` and `cc` on the search path.
    pub fn find() -> Result<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self::find_in(std::env::split_paths(&path).chain(EXTRA_DIRECTORIES.iter().map(PathBuf::from)))
    }

    /// Searches for the same programs in the given directories.
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

    fn arguments(&self, machine: u16, libraries: &[PathBuf]) -> Vec<OsString> {
        let mut args: Vec<OsString> = Vec::new();
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
        // Symbols from archives are private to the library: two libraries in one process have separate runtimes.
        flag("--exclude-libs=ALL");
        for keyword in ["-znoexecstack", "-zrelro", "-znow"] {
            flag(keyword);
        }
        if self.driver {
            args.push("-nostdlib".into());
        }
        args.extend(libraries.iter().map(OsString::from));
        if self.driver {
            args.extend(["-lm".into(), "-lc".into(), "-lgcc_s".into()]);
        } else {
            let names = ["libm.so.6", "libc.so.6", "libgcc_s.so.1"];
            args.extend(names.iter().filter_map(|name| system_library(machine, name)));
        }
        args
    }

    /// Runs the linker on object files.
    fn run(&self, objects: &[&[u8]], output: &Path, before: &[&str], after: Vec<OsString>) -> Result<()> {
        let failed = |what: &str, path: &Path, e: std::io::Error| {
            CodegenError::Link(format!("{what} {}: {e}", path.display()))
        };
        let directory = tempfile::tempdir()
            .map_err(|e| failed("cannot create a directory in", &std::env::temp_dir(), e))?;
        let mut files = Vec::with_capacity(objects.len());
        for (i, object) in objects.iter().enumerate() {
            let file = directory.path().join(format!("{i}.o"));
            std::fs::write(&file, object).map_err(|e| failed("cannot write", &file, e))?;
            files.push(file);
        }
        let result = Command::new(&self.path)
            .args(before)
            .arg("-o")
            .arg(output)
            .args(files)
            .args(after)
            .output()
            .map_err(|e| failed("cannot run", &self.path, e))?;
        if result.status.success() {
            return Ok(());
        }
        Err(CodegenError::Link(format!(
            "{} failed ({}): {}",
            self.path.display(),
            result.status,
            String::from_utf8_lossy(&result.stderr).trim()
        )))
    }

    /// Checks that a compiler driver links for its own machine, the only one that it supports.
    fn check_machine(&self, machine: u16) -> Result<()> {
        if self.driver && machine != HOST_MACHINE {
            return Err(CodegenError::Link(format!(
                "{} cannot link for another machine; install lld 22",
                self.path.display()
            )));
        }
        Ok(())
    }
}

/// The path of a system library, so that the result depends on it without an installed development package.
fn system_library(machine: u16, name: &str) -> Option<OsString> {
    let own = LIBRARY_DIRECTORIES.iter().filter(|(m, _)| *m == machine).flat_map(|(_, dirs)| dirs.iter());
    let host = HOST_DIRECTORIES.iter().filter(|_| machine == HOST_MACHINE);
    own.chain(host).map(|dir| Path::new(dir).join(name)).find(|p| p.is_file()).map(Into::into)
}

/// Links object files (as bytes) and further libraries or archives into the shared library `output`.
///
/// Symbols that remain undefined are looked up when the library is loaded. It exports the symbols of the object files, but not those of the
/// archives.
///
/// Programs that are linked with the library look for it by the name `soname`, or, without one, by the path that it had then.
pub fn link_shared(
    linker: &Linker,
    objects: &[&[u8]],
    libraries: &[PathBuf],
    output: &Path,
    soname: Option<&str>,
) -> Result<()> {
    let Some(first) = objects.first() else {
        return Err(CodegenError::Link("there is no object file to link".to_owned()));
    };
    linker.check_machine(machine(first))?;
    let mut arguments = linker.arguments(machine(first), libraries);
    if let Some(name) = soname {
        let before = if linker.driver { "-Wl," } else { "" };
        arguments.push(format!("{before}-soname={name}").into());
    }
    linker.run(objects, output, &["-shared"], arguments)
}

/// Links object files into one. A single one is returned unchanged, without a linker.
pub fn link_relocatable(objects: &[&[u8]]) -> Result<Vec<u8>> {
    match objects {
        [] => Err(CodegenError::Link("there is no object file to link".to_owned())),
        [one] => Ok(one.to_vec()),
        [first, ..] => {
            let linker = Linker::find()?;
            linker.check_machine(machine(first))?;
            let failed = |e: std::io::Error| CodegenError::Link(format!("cannot link into one file: {e}"));
            let folder = tempfile::tempdir().map_err(failed)?;
            let output = folder.path().join("all.o");
            let nothing = if linker.driver { vec!["-nostdlib".into()] } else { Vec::new() };
            linker.run(objects, &output, &["-r"], nothing)?;
            std::fs::read(&output).map_err(failed)
        }
    }
}
