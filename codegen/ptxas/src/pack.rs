//! Code in several forms as one file, of which the driver takes what fits the device.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    find::{Missing, Program, find},
    run::AssembleError,
};

/// NVIDIA's program that packs code.
#[derive(Clone, Debug)]
pub struct Packer {
    path: PathBuf,
}

impl Packer {
    /// Finds the program: beside the assembler that is named, or as [`find`] does.
    ///
    /// # Errors
    /// If it is not there.
    pub fn find(assembler: Option<&Path>) -> Result<Self, Missing> {
        let beside = assembler.map(|path| path.with_file_name(Program::Fatbinary.name()));
        find(Program::Fatbinary, beside.as_deref()).map(|path| Self { path })
    }

    /// A file with a cubin for an architecture and the PTX that it was made of.
    ///
    /// # Errors
    /// If the program cannot be started or fails.
    pub fn pack(&self, ptx: &str, cubin: &[u8], arch: &str) -> Result<Vec<u8>, AssembleError> {
        let io = |e| AssembleError::Io(self.path.clone(), e);
        let folder = tempfile::tempdir().map_err(io)?;
        let [text, code, packed] =
            ["kernels.ptx", "kernels.cubin", "kernels.fatbin"].map(|name| folder.path().join(name));
        std::fs::write(&text, ptx).map_err(io)?;
        std::fs::write(&code, cubin).map_err(io)?;
        let number = arch.strip_prefix("sm_").unwrap_or(arch);
        let image =
            |kind: &str, file: &Path| format!("--image3=kind={kind},sm={number},file={}", file.display());
        let mut command = Command::new(&self.path);
        command.args(["-64", &image("elf", &code), &image("ptx", &text)]);
        command.arg(format!("--create={}", packed.display()));
        let output = command.stdin(Stdio::null()).output().map_err(io)?;
        if !output.status.success() {
            let messages = [output.stderr, output.stdout].concat();
            let messages = String::from_utf8_lossy(&messages).trim().to_owned();
            return Err(AssembleError::NotPacked(format!("{}: {messages}", output.status)));
        }
        std::fs::read(&packed).map_err(io)
    }
}
