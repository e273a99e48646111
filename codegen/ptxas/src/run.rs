//! Runs the assembler.

use std::{
    fmt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    find::{Missing, Program, find},
    relax::with_all_registers,
    report::{KernelUse, Report},
};

/// The assembler.
#[derive(Clone, Debug)]
pub struct Assembler {
    path: PathBuf,
    options: Vec<String>,
}

/// Assembled code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembled {
    /// The ELF file for the device.
    pub cubin: Vec<u8>,
    /// The resources of its kernels.
    pub report: Report,
}

/// The reasons for a failure.
#[derive(Debug)]
pub enum AssembleError {
    /// The assembler cannot be started, or a temporary file cannot be written.
    Io(PathBuf, std::io::Error),
    /// It rejects the text: its messages.
    Refused(String),
    /// The program that packs code fails: its messages.
    NotPacked(String),
}

impl fmt::Display for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssembleError::Io(path, e) => write!(f, "cannot run '{}': {e}", path.display()),
            AssembleError::Refused(messages) => write!(f, "ptxas refuses the PTX\n{messages}"),
            AssembleError::NotPacked(messages) => write!(f, "fatbinary fails\n{messages}"),
        }
    }
}

impl std::error::Error for AssembleError {}

impl Assembler {
    /// Finds the assembler; see [`find`].
    pub fn find(explicit: Option<&Path>) -> Result<Self, Missing> {
        find(Program::Ptxas, explicit).map(|path| Self { path, options: Vec::new() })
    }

    /// The same with further options.
    #[must_use]
    pub fn with_options(self, options: &[String]) -> Self {
        Self { options: [self.options, options.to_vec()].concat(), ..self }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A string that identifies this assembler: its path, its size, and its modification time.
    #[must_use]
    pub fn identity(&self) -> String {
        let file = std::fs::metadata(&self.path);
        let facts = file.map(|m| format!("{} bytes, {:?}", m.len(), m.modified().ok())).unwrap_or_default();
        format!("{}: {facts}", self.path.display())
    }

    /// Assembles PTX for an architecture, `sm_90a` for example; `level` is 0 to 3. With `line_info` the code keeps the line information of
    /// `.loc`. Kernels that spill although more registers are available are assembled again with all of them.
    ///
    /// # Errors
    /// If the assembler cannot be started, or rejects the text.
    pub fn assemble(
        &self,
        ptx: &str,
        arch: &str,
        level: u8,
        line_info: bool,
    ) -> Result<Assembled, AssembleError> {
        let first = self.assemble_once(ptx, arch, level, line_info)?;
        let spills = |k: &&KernelUse| k.spill_stores + k.spill_loads > 0;
        let names: Vec<&str> = first.report.kernels.iter().filter(spills).map(|k| k.name.as_str()).collect();
        let Some(ptx) = with_all_registers(ptx, &names) else { return Ok(first) };
        let second = self.assemble_once(&ptx, arch, level, line_info)?;
        let bytes =
            |a: &Assembled| a.report.kernels.iter().map(|k| k.spill_stores + k.spill_loads).sum::<u32>();
        Ok(if bytes(&second) < bytes(&first) { second } else { first })
    }

    fn assemble_once(
        &self,
        ptx: &str,
        arch: &str,
        level: u8,
        line_info: bool,
    ) -> Result<Assembled, AssembleError> {
        let io = |e| AssembleError::Io(self.path.clone(), e);
        let folder = tempfile::tempdir().map_err(io)?;
        let (source, code) = (folder.path().join("kernels.ptx"), folder.path().join("kernels.cubin"));
        std::fs::write(&source, ptx).map_err(io)?;
        let mut command = Command::new(&self.path);
        command.arg(format!("-arch={arch}")).arg("-v").arg(format!("-O{}", level.min(3)));
        if line_info {
            command.arg("-lineinfo");
        }
        command.args(&self.options);
        let output = command.arg(&source).arg("-o").arg(&code).stdin(Stdio::null()).output().map_err(io)?;
        // Names of temporary files are removed from the messages.
        let text = [output.stderr, output.stdout].concat();
        let text = String::from_utf8_lossy(&text).replace(&*source.to_string_lossy(), "kernels.ptx");
        let report = Report::parse(&text);
        if !output.status.success() || !report.errors.is_empty() {
            let messages = if report.errors.is_empty() {
                format!("{}: {}", output.status, text.trim())
            } else {
                report.errors.join("\n")
            };
            return Err(AssembleError::Refused(messages));
        }
        Ok(Assembled { cubin: std::fs::read(&code).map_err(io)?, report })
    }
}
