//! NVIDIA's programs used by tests, and the tool as a library.

use std::path::{Path, PathBuf};

use strata_codegen_ptxas::{Disassembler, Program, find, in_environment};

/// The architectures that all kernels are assembled for.
pub const ARCHITECTURES: [&str; 2] = ["sm_80", "sm_90a"];

/// The installed programs.
pub struct Tools {
    pub ptxas: PathBuf,
    pub nvdisasm: Option<Disassembler>,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The programs, found where the tool looks for them or in the environment that `cargo xtask setup --jax` makes. Prints a message if
/// there is no assembler.
pub fn tools() -> Option<Tools> {
    let own = root().join(".venv");
    let search = |program| find(program, None).or_else(|why| in_environment(program, &own).ok_or(why));
    let ptxas = search(Program::Ptxas).map_err(|why| eprintln!("skipped: {why}")).ok()?;
    let nvdisasm = search(Program::Nvdisasm).and_then(|path| Disassembler::find(Some(&path)));
    if let Err(why) = &nvdisasm {
        eprintln!("skipped in part: {why}");
    }
    Some(Tools { ptxas, nvdisasm: nvdisasm.ok() })
}

/// Runs `strata-translate`; returns its output and its messages.
pub fn translate(arguments: &[&str]) -> Result<(Vec<u8>, String), String> {
    translate_text(arguments, "")
}

/// The same with a program as the standard input.
pub fn translate_text(arguments: &[&str], program: &str) -> Result<(Vec<u8>, String), String> {
    let arguments: Vec<String> = arguments.iter().map(|&a| a.to_owned()).collect();
    let out = strata_translate::run(&arguments, program.as_bytes(), Path::new(""));
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    if out.code == 0 { Ok((out.stdout, said)) } else { Err(said) }
}
