//! Search for NVIDIA's programs.

use std::{
    env,
    ffi::OsString,
    fmt,
    path::{Path, PathBuf},
};

/// A program of NVIDIA's toolkit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// The assembler.
    Ptxas,
    /// The disassembler.
    Nvdisasm,
    /// The one that packs code for several devices.
    Fatbinary,
}

impl Program {
    /// The file's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Program::Ptxas => "ptxas",
            Program::Nvdisasm => "nvdisasm",
            Program::Fatbinary => "fatbinary",
        }
    }

    /// The environment variable with the path of the file.
    #[must_use]
    pub fn variable(self) -> &'static str {
        match self {
            Program::Ptxas => "STRATA_PTXAS",
            Program::Nvdisasm => "STRATA_NVDISASM",
            Program::Fatbinary => "STRATA_FATBINARY",
        }
    }

    fn package(self) -> &'static str {
        match self {
            Program::Ptxas | Program::Fatbinary => "nvidia-cuda-nvcc",
            Program::Nvdisasm => "nvidia-cuda-nvdisasm",
        }
    }
}

/// The error for a program that was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    program: Program,
    /// The source of an explicit path that does not exist, and the path.
    named: Option<(String, PathBuf)>,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, variable, package) =
            (self.program.name(), self.program.variable(), self.program.package());
        match &self.named {
            Some((who, path)) => write!(f, "{who} names '{}', which is not a file", path.display()),
            None => write!(
                f,
                "{name} was not found: it is looked for in {variable}, in CUDA_HOME/bin, in the active virtual environment of Python \
                 (pip install {package}) and in PATH"
            ),
        }
    }
}

impl std::error::Error for Missing {}

/// Finds a program: `explicit`, the path in its environment variable, `CUDA_HOME/bin`, packages of PyPI in the active virtual environment,
/// and `PATH`, in this order. An explicit path that does not exist is an error, so that no other program is used instead.
pub fn find(program: Program, explicit: Option<&Path>) -> Result<PathBuf, Missing> {
    find_in(program, explicit, |name| env::var_os(name).filter(|v| !v.is_empty()))
}

fn find_in(
    program: Program,
    explicit: Option<&Path>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, Missing> {
    let named = explicit
        .map(|path| (format!("--{}", program.name()), path.to_owned()))
        .or_else(|| variable(program.variable()).map(|v| (program.variable().to_owned(), v.into())));
    if let Some((who, path)) = named {
        return if path.is_file() { Ok(path) } else { Err(Missing { program, named: Some((who, path)) }) };
    }
    let toolkits = ["CUDA_HOME", "CUDA_PATH"].into_iter().filter_map(&variable).map(PathBuf::from);
    let python = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(&variable);
    let path = variable("PATH").unwrap_or_default();
    toolkits
        .map(|folder| folder.join("bin"))
        .chain(python.flat_map(|folder| in_python(Path::new(&folder))))
        .chain(env::split_paths(&path))
        .chain([PathBuf::from("/usr/local/cuda/bin")])
        .map(|folder| folder.join(program.name()))
        .find(|path| path.is_file())
        .ok_or(Missing { program, named: None })
}

/// The program that a package of PyPI installed into a Python environment.
#[must_use]
pub fn in_environment(program: Program, environment: &Path) -> Option<PathBuf> {
    in_python(environment).into_iter().map(|folder| folder.join(program.name())).find(|path| path.is_file())
}

/// The directories of programs of PyPI packages in an environment: `lib/python3.11/site-packages/nvidia/cu13/bin`.
fn in_python(environment: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for version in folders(&environment.join("lib")) {
        for package in folders(&version.join("site-packages/nvidia")) {
            found.push(package.join("bin"));
        }
    }
    // The newest package comes first.
    found.sort();
    found.reverse();
    found
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(of).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(path: &Path) {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(path, "").expect("the file is written");
    }

    #[test]
    fn the_order_of_places() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| root.path().join(name);
        let all = [
            "named",
            "cuda/bin/ptxas",
            "venv/lib/python3.11/site-packages/nvidia/cu13/bin/ptxas",
            "path/ptxas",
        ];
        for file in all {
            touch(&at(file));
        }
        let variables =
            [("STRATA_PTXAS", "named"), ("CUDA_HOME", "cuda"), ("VIRTUAL_ENV", "venv"), ("PATH", "path")];
        for (i, file) in all.iter().enumerate() {
            let variable = |name: &str| {
                variables[i..].iter().find(|(n, _)| *n == name).map(|(_, to)| at(to).into_os_string())
            };
            assert_eq!(find_in(Program::Ptxas, None, variable), Ok(at(file)));
            let explicit = at("named");
            assert_eq!(find_in(Program::Ptxas, Some(&explicit), variable), Ok(explicit));
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        let nothing = |_: &str| None;
        if !Path::new("/usr/local/cuda/bin/ptxas").exists() {
            let missing = find_in(Program::Ptxas, None, nothing).unwrap_err().to_string();
            assert!(missing.contains("STRATA_PTXAS") && missing.contains("pip install nvidia-cuda-nvcc"));
        }
        let named = find_in(Program::Ptxas, Some(Path::new("/nowhere/ptxas")), nothing).unwrap_err();
        assert_eq!(named.to_string(), "--ptxas names '/nowhere/ptxas', which is not a file");
        let variable = |name: &str| (name == "STRATA_NVDISASM").then(|| "/nowhere/x".into());
        let named = find_in(Program::Nvdisasm, None, variable).unwrap_err();
        assert_eq!(named.to_string(), "STRATA_NVDISASM names '/nowhere/x', which is not a file");
    }
}
