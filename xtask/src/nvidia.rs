//! NVIDIA's assembler and disassembler from PyPI, for the tests that assemble kernels. They are proprietary, so this repository does not
//! contain them; they are optional, and without them these tests report that they are skipped.

use crate::python::own_python;
use crate::shell::{self, Outcome};
use std::path::Path;

/// The packages. Their dependencies, such as a compiler for CUDA C++, are not needed.
const PACKAGES: [&str; 2] = ["nvidia-cuda-nvcc==13.5.37", "nvidia-cuda-nvdisasm==13.5.37"];

/// The programs, and the environment variables that name them.
const PROGRAMS: [(&str, &str); 2] = [("ptxas", "STRATA_PTXAS"), ("nvdisasm", "STRATA_NVDISASM")];

/// Installs missing packages into `.venv`.
pub fn install() -> Outcome {
    if PROGRAMS.iter().all(|(name, variable)| is_there(name, variable)) {
        println!("setup: ptxas and nvdisasm are there");
        return Ok(());
    }
    let python = own_python()?;
    println!("setup: installing ptxas and nvdisasm from PyPI");
    let arguments = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    shell::run(&mut shell::command(&python, &[&arguments[..], &PACKAGES[..]].concat()))
        .map_err(|why| format!("{why}; kernels for GPUs are not assembled"))
}

/// Whether a program is found where `strata-translate` and the tests look for it.
fn is_there(name: &str, variable: &str) -> bool {
    let toolkit = std::env::var_os("CUDA_HOME").map(|folder| Path::new(&folder).join("bin").join(name));
    std::env::var_os(variable).is_some()
        || toolkit.is_some_and(|path| path.is_file())
        || shell::on_path(name)
        || in_venv(&shell::root().join(".venv"), name)
}

/// Whether a package of the environment contains the program: `lib/python3.11/site-packages/nvidia/cu13/bin/ptxas`.
fn in_venv(folder: &Path, name: &str) -> bool {
    let entries = |folder: &Path| {
        let list = std::fs::read_dir(folder).into_iter().flatten().flatten();
        list.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    entries(&folder.join("lib"))
        .iter()
        .flat_map(|version| entries(&version.join("site-packages/nvidia")))
        .any(|package| package.join("bin").join(name).is_file())
}
