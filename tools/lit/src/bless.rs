//! Generates the `CHECK` lines of a test from the output of its tools.
//!
//! A file takes part with a line `// BLESS`, or `// BLESS: PREFIX` for a `FileCheck --check-prefix=PREFIX`. The
//! directives of that prefix directly below the line are replaced by one for each line of output.

use crate::filecheck::{Request, parse_command};
use crate::tool::ToolOutput;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const MARKER: &str = "// BLESS";

/// The prefix that a line asks to be written, if it is a `BLESS` line.
fn prefix_of(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix(MARKER)?;
    match rest.strip_prefix(':') {
        Some(prefix) if !prefix.trim().is_empty() => Some(prefix.trim()),
        None if rest.is_empty() => Some("CHECK"),
        _ => None,
    }
}

/// Says whether a file takes part.
pub fn is_blessed(text: &str) -> bool {
    text.lines().any(|line| prefix_of(line).is_some())
}

/// Records the input of the `FileCheck` commands of a test.
pub struct Recorder {
    path: PathBuf,
    inputs: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Recorder {
    /// A recorder for a test file.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf(), inputs: Mutex::new(BTreeMap::new()) }
    }

    /// Replaces `FileCheck`: keeps the input and reports success.
    pub fn record(&self, args: &[String], stdin: &[u8]) -> ToolOutput {
        let command = match parse_command(args) {
            Ok(Request::Check(command)) => command,
            Ok(_) => return ToolOutput::default(),
            Err(message) => return ToolOutput::failure(1, message + "\n"),
        };
        let input = match command.input_file.as_str() {
            "-" => stdin.to_vec(),
            name => match std::fs::read(name) {
                Ok(bytes) => bytes,
                Err(e) => return ToolOutput::failure(2, format!("{name}: {e}\n")),
            },
        };
        if Path::new(&command.check_file) == self.path {
            let prefix = command.options.prefixes.first().map_or("CHECK", String::as_str).to_string();
            self.inputs.lock().unwrap_or_else(PoisonError::into_inner).entry(prefix).or_insert(input);
        }
        ToolOutput::default()
    }

    /// Rewrites the file.
    ///
    /// # Errors
    /// Fails when a `BLESS` line has no `FileCheck` command, or the file cannot be written.
    pub fn write(&self, text: &str) -> Result<(), String> {
        let inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let blessed = rewrite(text, &inputs)?;
        if blessed == text {
            return Ok(());
        }
        // A file appears as a whole or not at all.
        let partial = self.path.with_extension("bless-tmp");
        std::fs::write(&partial, blessed)
            .and_then(|()| std::fs::rename(&partial, &self.path))
            .map_err(|e| format!("{}: {e}\n", self.path.display()))
    }
}

fn rewrite(text: &str, inputs: &BTreeMap<String, Vec<u8>>) -> Result<String, String> {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(prefix) = prefix_of(line) else { continue };
        let input = inputs.get(prefix).ok_or_else(|| {
            format!("'{line}': no FileCheck command checks this file with prefix '{prefix}'\n")
        })?;
        while lines.next_if(|l| is_directive(l, prefix)).is_some() {}
        out.push_str(&block(prefix, &String::from_utf8_lossy(input)));
    }
    Ok(out)
}

fn is_directive(line: &str, prefix: &str) -> bool {
    let rest = line.trim_start().strip_prefix("//").map(str::trim_start).and_then(|l| l.strip_prefix(prefix));
    rest.is_some_and(|rest| rest.starts_with([':', '{', '-']))
}

/// One directive for each line of an output.
fn block(prefix: &str, input: &str) -> String {
    let mut out = String::new();
    let mut first = true;
    for line in input.trim_end().lines() {
        let line = line.trim_end();
        if line.is_empty() {
            // An empty line before anything else cannot be checked.
            if !first {
                out.push_str(&format!("// {prefix}-EMPTY:\n"));
            }
            continue;
        }
        let suffix = if first { "" } else { "-NEXT" };
        let literal = if line.contains("[[") || line.contains("{{") { "{LITERAL}" } else { "" };
        out.push_str(&format!("// {prefix}{suffix}{literal}: {line}\n"));
        first = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_only_the_block_below_the_marker() {
        let text = "// RUN: x\n// BLESS\n// CHECK: old\n// CHECK-NEXT: old\nop\n// CHECK: kept\n";
        let inputs = BTreeMap::from([("CHECK".to_string(), b"\na [[b]]\n\n  c\n".to_vec())]);
        assert_eq!(
            rewrite(text, &inputs).expect("the prefix was recorded"),
            "// RUN: x\n// BLESS\n// CHECK{LITERAL}: a [[b]]\n// CHECK-EMPTY:\n// CHECK-NEXT:   c\nop\n// CHECK: kept\n"
        );
        assert!(rewrite("// BLESS: OTHER\n", &inputs).is_err());
    }
}
