//! The settings of a test suite, the equivalent of `lit.cfg.py`.

use crate::tool::{Registry, ToolOutput};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A test suite.
#[derive(Clone)]
pub struct Suite {
    /// The folder that contains the tests.
    pub root: PathBuf,
    /// The folder that temporary files (`%t`) go to.
    pub exec_root: PathBuf,
    /// The endings of test files, with their dot.
    pub suffixes: Vec<String>,
    /// Names of files and folders that hold no tests.
    pub excludes: Vec<String>,
    /// Replacements in `RUN` lines, such as `%roundtrip`; earlier ones take precedence.
    pub substitutions: Vec<(String, String)>,
    /// The features that `REQUIRES`, `UNSUPPORTED` and `XFAIL` may name.
    pub features: BTreeSet<String>,
    /// The tools that run in process.
    pub tools: Registry,
    /// Folders in which other commands are looked up before `PATH`.
    pub tool_dirs: Vec<PathBuf>,
    /// Additional environment of external commands.
    pub env: Vec<(String, String)>,
    /// The time one test may take.
    pub timeout: Duration,
    /// The number of concurrent tests; 0 means one for each processor.
    pub threads: usize,
}

impl Suite {
    /// The settings of this project's tests, as `test/lit.cfg.py` has them, without in-process tools.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        let root = root.canonicalize().unwrap_or(root);
        Self {
            exec_root: std::env::temp_dir().join(format!("strata-lit-{}", std::process::id())),
            root,
            suffixes: [".mlir", ".ll", ".test", ".txt", ".hlo"].map(str::to_string).to_vec(),
            excludes: [
                "e2e",
                "upstream",
                "dynamic",
                "programs",
                "filecheck",
                "Inputs",
                "Output",
                "CMakeLists.txt",
                "README.txt",
                "lit.cfg.py",
            ]
            .map(str::to_string)
            .to_vec(),
            substitutions: vec![("%roundtrip".to_string(), ROUNDTRIP.to_string())],
            features: BTreeSet::new(),
            tools: Registry::default(),
            tool_dirs: Vec::new(),
            env: Vec::new(),
            timeout: Duration::from_secs(60),
            threads: 0,
        }
    }

    /// Adds an in-process tool.
    #[must_use]
    pub fn tool<F>(mut self, name: &str, tool: F) -> Self
    where
        F: Fn(&[String], &[u8], &Path) -> ToolOutput + Send + Sync + 'static,
    {
        self.tools.add(name, tool);
        self
    }

    /// Adds a feature.
    #[must_use]
    pub fn feature(mut self, name: &str) -> Self {
        self.features.insert(name.to_string());
        self
    }

    /// Adds a substitution.
    #[must_use]
    pub fn substitution(mut self, name: &str, value: &str) -> Self {
        self.substitutions.push((name.to_string(), value.to_string()));
        self
    }

    /// Adds a folder of external tools.
    #[must_use]
    pub fn tool_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.tool_dirs.push(dir.into());
        self
    }

    /// Sets the time limit of a test.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// The path of an external command, when there is one.
    pub fn find_program(&self, name: &str) -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let dirs = self.tool_dirs.iter().cloned().chain(std::env::split_paths(&path));
        dirs.map(|dir| dir.join(name)).find(|p| p.is_file())
    }

    /// Adds the features of this machine: `mlir-opt` where LLVM 22's tools are installed, `jax` where Python has it.
    #[must_use]
    pub fn detect_features(mut self) -> Self {
        let llvm = Path::new(LLVM_BIN);
        if llvm.is_dir() {
            self.tool_dirs.push(llvm.to_path_buf());
        }
        if self.find_program("mlir-opt").is_some() {
            self.features.insert("mlir-opt".to_string());
        }
        let jax = std::process::Command::new("python3")
            .args(["-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('jax') is None)"])
            .output();
        if jax.is_ok_and(|output| output.status.success()) {
            self.features.insert("jax".to_string());
        }
        self
    }
}

/// The folder of the tools of LLVM 22 in Debian's packages.
pub const LLVM_BIN: &str = "/usr/lib/llvm-22/bin";

/// The check that printing and parsing agree.
const ROUNDTRIP: &str = "strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s";
