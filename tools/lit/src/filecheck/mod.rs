//! The FileCheck engine: directives, variables and numeric expressions of LLVM's `FileCheck`, as a library.
//!
//! ```
//! use strata_lit::filecheck::{Options, check};
//! let verdict = check(&Options::default(), "t.mlir", b"// CHECK: b\n", "<stdin>", b"a\nb\n");
//! assert_eq!(verdict.exit_code, 0);
//! ```
pub mod backtrack;
pub mod checker;
pub mod directive;
pub mod numeric;
pub mod options;
pub mod pattern;
pub mod posix;
pub mod script;
pub mod source;

use crate::tool::ToolOutput;
pub use options::{Command, Options, Request, parse_command};
use script::Script;
use source::{Source, canonicalize};
use std::path::Path;

/// The result of a check: 0 if it holds, 1 if it does not, 2 if it could not be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The exit code.
    pub exit_code: i32,
    /// The messages, empty when the check holds.
    pub messages: String,
}

/// Checks an input against the directives of a check file. The names only occur in messages.
pub fn check(
    options: &Options,
    check_name: &str,
    check_text: &[u8],
    input_name: &str,
    input: &[u8],
) -> Verdict {
    let unusable = |messages: String| Verdict { exit_code: 2, messages };
    let text = canonicalize(check_text, options.strict_whitespace);
    let mut script = match Script::read(options, check_name, text) {
        Ok(script) => script,
        Err(messages) => return unusable(messages),
    };
    if input.is_empty() && !options.allow_empty {
        return unusable(format!("FileCheck error: '{input_name}' is empty.\n"));
    }
    let input = Source::new(input_name, canonicalize(input, options.strict_whitespace));
    let values = std::mem::take(&mut script.values);
    let (ok, mut messages) = checker::run(&script, values, options, &input);
    if ok {
        return Verdict { exit_code: 0, messages: String::new() };
    }
    if options.dump_input {
        messages.push_str(&dump(check_name, &input));
    }
    Verdict { exit_code: 1, messages }
}

/// The most lines of input that a failure shows.
const DUMP_LINES: usize = 400;

fn dump(check_name: &str, input: &Source) -> String {
    let text = String::from_utf8_lossy(&input.text);
    let mut out = format!("\nInput file: {}\nCheck file: {check_name}\n\nInput was:\n<<<<<<\n", input.name);
    for (i, line) in text.lines().enumerate() {
        if i == DUMP_LINES {
            out.push_str("           .\n           .\n");
            break;
        }
        out.push_str(&format!("{:>12}: {line}\n", i + 1));
    }
    out + ">>>>>>\n"
}

/// Runs the `FileCheck` command line (without the program's name) in a directory.
pub fn main_with(args: &[String], stdin: &[u8], cwd: &Path) -> ToolOutput {
    let command = match parse_command(args) {
        Ok(Request::Check(command)) => command,
        Ok(Request::Help) => return ToolOutput::success(options::HELP),
        Ok(Request::Version) => {
            return ToolOutput::success("strata-filecheck, LLVM FileCheck syntax of version 22\n");
        }
        Err(message) => return ToolOutput::failure(1, format!("FileCheck: {message}\n")),
    };
    let read = |name: &str, kind: &str| {
        std::fs::read(cwd.join(name)).map_err(|e| {
            ToolOutput::failure(2, format!("Could not open {kind} file '{name}': {}\n", reason(&e)))
        })
    };
    let is_stdin = command.check_file == "-";
    let check_text = if is_stdin { Ok(stdin.to_vec()) } else { read(&command.check_file, "check") };
    let check_text = match check_text {
        Ok(text) => text,
        Err(output) => return output,
    };
    let (input_name, input) = match command.input_file.as_str() {
        "-" => ("<stdin>", Ok(stdin.to_vec())),
        name => (name, read(name, "input")),
    };
    let input = match input {
        Ok(input) => input,
        Err(output) => return output,
    };
    let mut verdict = check(&command.options, &command.check_file, &check_text, input_name, &input);
    if verdict.exit_code == 2 && verdict.messages.ends_with("is empty.\n") {
        verdict.messages.push_str(&format!("FileCheck command line:  FileCheck {}\n", args.join(" ")));
    }
    ToolOutput { stdout: Vec::new(), stderr: verdict.messages.into_bytes(), exit_code: verdict.exit_code }
}

/// The reason of an I/O error without the error number that Rust appends.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}
