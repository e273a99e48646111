//! The tools that need LLVM, as processes with limits.

use std::{
    io::{self, Read, Write},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::limits;

/// How often a running process is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// The form that a program is compiled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Assembly of this machine.
    Assembly,
    /// LLVM IR.
    LlvmIr,
    /// PTX of an architecture.
    Ptx(&'static str),
    /// The time that a run on this machine takes, and its parts, as JSON.
    Time,
}

impl Kind {
    /// The kind that the page names so.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "asm" => Self::Assembly,
            "llvm" => Self::LlvmIr,
            "ptx" => Self::Ptx("sm_80"),
            "ptx90" => Self::Ptx("sm_90a"),
            "time" => Self::Time,
            _ => return None,
        })
    }
    /// The tool, and its command line for a program on the standard input.
    fn command(self) -> (&'static str, Vec<String>) {
        let translate =
            |words: &[&str]| ("strata-translate", words.iter().map(|&word| word.to_owned()).collect());
        match self {
            Self::Assembly => translate(&["-", "--mlir-to-asm"]),
            Self::LlvmIr => translate(&["-", "--mlir-to-llvmir", "-O2"]),
            Self::Ptx(arch) => translate(&["-", "--mlir-to-ptx", "--line-info", &format!("--mcpu={arch}")]),
            Self::Time => {
                let words = ["-", "--random-inputs", "1", "--benchmark=50", "--profile=/dev/null", "--json"];
                ("strata-run", words.map(str::to_owned).into())
            }
        }
    }
}

/// The answer of a tool.
#[derive(Debug, PartialEq)]
pub struct Compiled {
    /// Its output.
    pub text: String,
    /// Its messages, if it failed.
    pub error: String,
    /// How long it took.
    pub milliseconds: f64,
}

/// The tools in a folder.
pub struct Tools {
    folder: PathBuf,
    running: Mutex<usize>,
    ended: Condvar,
}

impl Tools {
    /// The tools in `folder`.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, running: Mutex::new(0), ended: Condvar::new() }
    }
    /// Compiles a program; of several requests only some run at once.
    ///
    /// # Errors
    /// If the tool cannot be started.
    pub fn compile(&self, kind: Kind, program: &[u8]) -> Result<Compiled, String> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |running: &mut usize| *running >= limits::PROCESSES;
        *self.ended.wait_while(running, full).unwrap_or_else(PoisonError::into_inner) += 1;
        let result = self.run(kind, program);
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.ended.notify_one();
        result
    }
    fn run(&self, kind: Kind, program: &[u8]) -> Result<Compiled, String> {
        let (name, words) = kind.command();
        let tool = self.folder.join(name);
        if !tool.is_file() {
            let folder = self.folder.display();
            return Err(format!("{name} is not in {folder}: build it, or name its folder by --tools"));
        }
        let started = Instant::now();
        // The shell limits the memory of the process that it becomes.
        let child = Command::new("sh")
            .args(["-c", &format!("ulimit -v {}; exec \"$0\" \"$@\"", limits::MEMORY)])
            .arg(&tool)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{name} cannot be started: {e}"))?;
        let (output, messages, end) =
            finish(child, program, limits::TIME).map_err(|e| format!("{name}: {e}"))?;
        let error = match end {
            End::Success => String::new(),
            End::Failure => messages,
            End::TooLong => format!("{name} took more than {} seconds", limits::TIME.as_secs()),
        };
        Ok(Compiled { text: output, error, milliseconds: started.elapsed().as_secs_f64() * 1e3 })
    }
}

/// How a process ended.
enum End {
    Success,
    Failure,
    TooLong,
}

/// Gives a process its input, and waits until it ends, or ends it. Its output and its messages.
fn finish(mut child: Child, input: &[u8], most: Duration) -> io::Result<(String, String, End)> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A process that ends before it has read everything closes the pipe; its status says why.
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(input)));
        let output = scope.spawn(move || stdout.map_or_else(String::new, up_to_limit));
        let messages = scope.spawn(move || stderr.map_or_else(String::new, up_to_limit));
        let started = Instant::now();
        let end = loop {
            match child.try_wait()? {
                Some(status) if status.success() => break End::Success,
                Some(_) => break End::Failure,
                None if started.elapsed() > most => {
                    child.kill()?;
                    child.wait()?;
                    break End::TooLong;
                }
                None => thread::sleep(BETWEEN_LOOKS),
            }
        };
        let text = |joined: thread::Result<String>| joined.unwrap_or_default();
        Ok((text(output.join()), text(messages.join()), end))
    })
}

/// The text of a pipe, as far as it is sent; the rest is read and dropped, so that the process does not wait.
fn up_to_limit(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    // The bytes that were read before an error are all that there is.
    let _ = (&mut pipe).take(limits::OUTPUT).read_to_end(&mut bytes);
    let _ = io::copy(&mut pipe, &mut io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, input: &[u8], most: Duration) -> (String, String, End) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(command.spawn().expect("there is a shell"), input, most).expect("it is waited for")
    }

    #[test]
    fn a_process_has_input_output_and_messages() {
        let (output, messages, end) = sh("cat; echo told >&2; exit 3", b"given", Duration::from_secs(20));
        assert_eq!((output.as_str(), messages.as_str()), ("given", "told\n"));
        assert!(matches!(end, End::Failure));
    }

    #[test]
    fn a_process_that_reads_nothing_is_no_error() {
        let (output, _, end) = sh("echo done", &vec![b'x'; 1 << 20], Duration::from_secs(20));
        assert_eq!(output, "done\n");
        assert!(matches!(end, End::Success));
    }

    #[test]
    fn a_process_is_ended_when_its_time_is_over() {
        let started = Instant::now();
        let (_, _, end) = sh("exec sleep 30", b"", Duration::from_millis(50));
        assert!(matches!(end, End::TooLong));
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}
