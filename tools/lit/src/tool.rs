//! Tools that run in process.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// The output of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOutput {
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// Its exit code; [`PANIC_EXIT_CODE`] after a panic, above 128 for a signal.
    pub exit_code: i32,
}

impl ToolOutput {
    /// Output with exit code 0.
    pub fn success(stdout: impl Into<Vec<u8>>) -> Self {
        Self { stdout: stdout.into(), stderr: Vec::new(), exit_code: 0 }
    }

    /// A message on standard error with an exit code.
    pub fn failure(exit_code: i32, stderr: impl Into<Vec<u8>>) -> Self {
        Self { stdout: Vec::new(), stderr: stderr.into(), exit_code }
    }

    /// Whether the tool crashed: a panic, or a signal of an external process.
    pub fn crashed(&self) -> bool {
        self.exit_code == PANIC_EXIT_CODE || self.exit_code > 128
    }
}

/// The exit code of a tool that panicked.
pub const PANIC_EXIT_CODE: i32 = 3;

/// A tool: arguments without its name, standard input, and the working directory.
pub type Tool = Arc<dyn Fn(&[String], &[u8], &Path) -> ToolOutput + Send + Sync>;

/// The in-process tools by command name.
#[derive(Clone, Default)]
pub struct Registry(BTreeMap<String, Tool>);

impl Registry {
    /// Adds a tool.
    pub fn add<F>(&mut self, name: &str, tool: F)
    where
        F: Fn(&[String], &[u8], &Path) -> ToolOutput + Send + Sync + 'static,
    {
        self.0.insert(name.to_string(), Arc::new(tool));
    }

    /// The tool with this name.
    pub fn find(&self, name: &str) -> Option<&Tool> {
        self.0.get(name)
    }
}

/// Calls a tool; a panic is turned into a message and [`PANIC_EXIT_CODE`].
pub fn call(tool: &Tool, name: &str, args: &[String], stdin: &[u8], cwd: &Path) -> ToolOutput {
    match catch_unwind(AssertUnwindSafe(|| tool(args, stdin, cwd))) {
        Ok(output) => output,
        Err(payload) => {
            let reason = payload
                .downcast_ref::<&str>()
                .map(|s| s.to_string())
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "unknown reason".to_string());
            ToolOutput::failure(PANIC_EXIT_CODE, format!("{name}: panicked: {reason}\n"))
        }
    }
}
