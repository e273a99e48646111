//! Running other programs: finds the repository, and runs a command with its output shown, captured or both.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

/// The result of a command: an error is the sentence to print after `error: `.
pub type Outcome = Result<(), String>;

/// The repository's root: the parent of this crate's folder.
pub fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    here.parent().map(Path::to_path_buf).unwrap_or(here)
}

/// The folder of cargo's build outputs.
pub fn target_dir() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// A command in the repository's root.
pub fn command(program: impl AsRef<Path>, args: &[&str]) -> Command {
    let mut command = Command::new(program.as_ref());
    command.args(args).current_dir(root());
    command
}

/// The cargo that runs this program.
pub fn cargo(args: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    command(program, args)
}

/// Whether `program` is on `PATH`.
pub fn on_path(program: &str) -> bool {
    let Some(path) = std::env::var_os("PATH") else { return false };
    std::env::split_paths(&path).any(|dir| dir.join(program).is_file())
}

/// Runs `command` with its output passed through.
pub fn run(command: &mut Command) -> Outcome {
    let shown = show(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed: {status}")),
        Err(why) => Err(format!("`{shown}` did not start: {why}")),
    }
}

/// Runs `command` silently and returns its standard output, or `None` when it could not run or failed.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs `command`, shows both of its streams as they are written, and returns them together with the outcome.
pub fn run_captured(command: &mut Command) -> (Outcome, String) {
    let shown = show(command);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(why) => return (Err(format!("`{shown}` did not start: {why}")), String::new()),
    };
    let seen = Arc::new(Mutex::new(String::new()));
    let readers = [
        child.stdout.take().map(|stream| tee(stream, std::io::stdout(), &seen)),
        child.stderr.take().map(|stream| tee(stream, std::io::stderr(), &seen)),
    ];
    let status = child.wait();
    let mut outcome = match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed: {status}")),
        Err(why) => Err(format!("`{shown}` could not be waited for: {why}")),
    };
    for reader in readers.into_iter().flatten() {
        if reader.join().is_err() {
            outcome = Err(format!("the output of `{shown}` could not be read"));
        }
    }
    let text = seen.lock().map(|text| text.clone()).unwrap_or_default();
    (outcome, text)
}

fn tee(
    from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
    seen: &Arc<Mutex<String>>,
) -> std::thread::JoinHandle<()> {
    let seen = Arc::clone(seen);
    std::thread::spawn(move || {
        let mut reader = BufReader::new(from);
        let mut line = Vec::new();
        while matches!(reader.read_until(b'\n', &mut line), Ok(n) if n > 0) {
            // The tally is needed even if the terminal is closed.
            let _ = to.write_all(&line);
            if let Ok(mut seen) = seen.lock() {
                seen.push_str(&String::from_utf8_lossy(&line));
            }
            line.clear();
        }
    })
}

fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    let args = command.get_args().map(|arg| arg.to_string_lossy().into_owned());
    std::iter::once(name).chain(args).collect::<Vec<_>>().join(" ")
}

/// All files below `dir` (relative to it), sorted, without build outputs and hidden folders.
pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let hidden = name.to_string_lossy().starts_with('.');
            // `file_type` does not follow links, so a link to a parent cannot make this loop.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !hidden && name != "target" && name != "Output" => {
                    open.push(path)
                }
                Ok(kind) if kind.is_file() => found.push(path),
                _ => {}
            }
        }
    }
    let mut relative: Vec<PathBuf> =
        found.iter().filter_map(|path| path.strip_prefix(dir).ok()).map(Path::to_path_buf).collect();
    relative.sort();
    relative
}
