//! Error boundary of the tools: internal errors, such as panics, get a message and a reproducer; errors of programs pass through.

use std::{
    any::Any,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use strata_pass::{pipeline::anchored, reproducer};
use strata_process::{FAILED, INTERNAL_ERROR, create_private, is_out_of_memory, panic_message};

/// A run of a tool, with the data for a reproducer of internal errors.
pub struct Border<'a> {
    /// The name of the tool.
    pub tool: &'a str,
    /// Its arguments.
    pub args: &'a [String],
    /// The input file as it is written in the arguments; `None` for the standard input.
    pub file: Option<&'a str>,
    /// The pipeline that the input is compiled with, if there is one.
    pub pipeline: Option<String>,
}

impl Border<'_> {
    /// Runs `work`. A panic, including one of a pass, becomes a message with the exit status of internal errors, and a reproducer file
    /// with the bytes that `input` returns.
    pub fn run<T>(
        &self,
        input: &dyn Fn() -> Vec<u8>,
        work: impl FnOnce() -> Result<T, String>,
    ) -> Result<T, (String, u8)> {
        let why = match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Err(message)) => match panic_of_pass(&message) {
                Some(_) => message,
                None => return Err((message, FAILED)),
            },
            Ok(Ok(value)) => return Ok(value),
            Err(payload) => self.internal(&*payload),
        };
        if is_out_of_memory(&why) {
            return Err((format!("{}: error: out of memory\n", self.tool), FAILED));
        }
        Err((why + &self.reproducer(&input()), INTERNAL_ERROR))
    }

    fn internal(&self, payload: &(dyn Any + Send)) -> String {
        format!("{}: internal error: {}\n", self.tool, panic_message(payload))
    }

    /// Writes a reproducer; returns a text with the command that runs it.
    fn reproducer(&self, input: &[u8]) -> String {
        let suffix = if std::str::from_utf8(input).is_ok() { "mlir" } else { "mlirbc" };
        let prefix = format!("{}-reproducer", self.tool);
        let made = create_private(&std::env::temp_dir(), &prefix, suffix).and_then(|(mut file, path)| {
            file.write_all(&self.contents(input))?;
            Ok(path)
        });
        match made {
            Ok(path) => {
                format!("to see it again run\n  {}\nplease report it with that file\n", self.command(&path))
            }
            Err(e) => format!("cannot write a reproducer: {e}\n"),
        }
    }

    /// The input; for text, the pipeline is added in the form that `strata-opt --run-reproducer` reads.
    fn contents(&self, input: &[u8]) -> Vec<u8> {
        let (Ok(text), Some(pipeline)) = (std::str::from_utf8(input), &self.pipeline) else {
            return input.to_vec();
        };
        if text.contains("{-#") {
            return input.to_vec();
        }
        reproducer::text(text, &anchored("builtin.module", pipeline), false, true).into_bytes()
    }

    /// The command line with another input file.
    fn command(&self, path: &Path) -> String {
        let path = path.display().to_string();
        let mut words = vec![self.tool.to_owned()];
        words.extend(
            self.args.iter().map(|a| if Some(a.as_str()) == self.file { path.clone() } else { a.clone() }),
        );
        if !words.contains(&path) {
            words.retain(|w| w != "-");
            words.push(path);
        }
        words.iter().map(|w| quoted(w)).collect::<Vec<_>>().join(" ")
    }
}

/// The panic message of a pass, in the error message of a pipeline.
fn panic_of_pass(message: &str) -> Option<&str> {
    message.split_once("internal error: pass '")?.1.split_once("' panicked: ").map(|(_, why)| why)
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const INPUT: &[u8] = b"module {}\n";

    fn outcome(work: impl FnOnce() -> Result<(), String>) -> (String, u8) {
        let args = ["a b.mlir", "--entry=f"].map(str::to_owned);
        let pipeline = Some("cse".to_owned());
        let border = Border { tool: "strata-test", args: &args, file: Some("a b.mlir"), pipeline };
        border.run(&|| INPUT.to_vec(), work).expect_err("it fails")
    }

    /// The file that a message refers to.
    fn file(message: &str) -> &Path {
        let command = message.lines().find(|l| l.starts_with("  strata-test ")).expect("a command");
        assert!(command.ends_with(" --entry=f"), "{command}");
        Path::new(command.split_whitespace().nth(1).expect("a file"))
    }

    #[test]
    fn errors_of_programs_stay_as_they_are() {
        assert_eq!(outcome(|| Err("error: no\n".into())), ("error: no\n".to_owned(), FAILED));
    }

    #[test]
    fn panics_leave_a_file_of_the_users_own() {
        std::panic::set_hook(Box::new(|_| ()));
        let (message, code) = outcome(|| panic!("on purpose"));
        assert!(message.starts_with("strata-test: internal error: on purpose\n"), "{message}");
        let path = file(&message);
        let text = std::fs::read_to_string(path).expect("the reproducer");
        assert!(
            text.starts_with("module {}\n") && text.contains("pipeline: \"builtin.module(cse)\""),
            "{text}"
        );
        let mode = path.metadata().expect("the reproducer").permissions().mode();
        assert_eq!((code, mode & 0o777), (INTERNAL_ERROR, 0o600));
        std::fs::remove_file(path).expect("the reproducer");
        let (message, code) = outcome(|| Err("a:1:1: error: internal error: pass 'x' panicked: y\n".into()));
        assert_eq!(code, INTERNAL_ERROR);
        std::fs::remove_file(file(&message)).expect("the reproducer");
    }

    #[test]
    fn reproducers_have_a_pipeline_that_tools_read() {
        let target = strata_codegen_llvm::Target::host().expect("this machine");
        let pipeline = crate::CompileOptions::new(target).pipeline_text(&[], None).expect("a pipeline");
        let border = Border { tool: "strata-test", args: &[], file: None, pipeline: Some(pipeline) };
        let text = String::from_utf8(border.contents(INPUT)).expect("text");
        let asked = reproducer::parse(&text).expect("a reproducer");
        let passes = std::sync::Arc::new(strata_registry::passes());
        let read = strata_pass::OpPipeline::parse(&passes, &asked.pipeline);
        assert!(read.is_ok(), "{}", read.err().unwrap_or_default());
    }

    #[test]
    fn missing_memory_is_no_internal_error() {
        let (message, code) = outcome(|| panic!("mmap failed to allocate stack: no"));
        assert_eq!((message.as_str(), code), ("strata-test: error: out of memory\n", FAILED));
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("--a=b"), "--a=b");
        assert_eq!(quoted("it's {x}"), "'it'\\''s {x}'");
        assert_eq!(quoted(""), "''");
    }
}
