//! Runs command lines: pipelines, redirections, `cd`, `env`, `export` and `not`.

use super::parse::{self, Command, Pipeline, Redirect, Stream, When, Word};
use super::{builtins, process};
use crate::config::Suite;
use crate::tool::{self, ToolOutput};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Called with the arguments and the standard input of each `FileCheck`; used to regenerate `CHECK` lines.
pub type CheckHook<'a> = &'a dyn Fn(&[String], &[u8]) -> ToolOutput;

/// A shell with its state.
pub struct Shell<'a> {
    suite: &'a Suite,
    cwd: PathBuf,
    env: Vec<(String, Option<String>)>,
    deadline: Instant,
    hook: Option<CheckHook<'a>>,
    /// A log of the commands and their results, shown if the test fails.
    pub log: String,
}

/// The reason why a command line did not finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The text is no command line.
    Syntax(String),
    /// The time limit was reached.
    Timeout,
}

/// The deepest nesting of `not` and `env`.
const MAX_NESTING: usize = 20;

impl<'a> Shell<'a> {
    /// A shell in a folder.
    pub fn new(suite: &'a Suite, cwd: PathBuf, deadline: Instant, hook: Option<CheckHook<'a>>) -> Self {
        let env = suite.env.iter().map(|(n, v)| (n.clone(), Some(v.clone()))).collect();
        Self { suite, cwd, env, deadline, hook, log: String::new() }
    }

    /// Runs a command line and returns its exit code.
    ///
    /// # Errors
    /// Fails when the text cannot be parsed and when the time limit is reached.
    pub fn run(&mut self, text: &str) -> Result<i32, Stop> {
        let list = parse::parse(text).map_err(Stop::Syntax)?;
        let mut code = 0;
        for pipeline in &list {
            let wanted = match pipeline.when {
                When::Always => true,
                When::Success => code == 0,
                When::Failure => code != 0,
            };
            if wanted {
                code = self.pipeline(pipeline)?;
                if pipeline.negated {
                    code = i32::from(code == 0);
                }
            }
        }
        Ok(code)
    }

    /// Runs a pipeline; the last failing command decides, as with `pipefail`.
    fn pipeline(&mut self, pipeline: &Pipeline) -> Result<i32, Stop> {
        let mut code = 0;
        let mut data = Vec::new();
        let mut shown_stdout = Vec::new();
        for (i, command) in pipeline.commands.iter().enumerate() {
            let words = self.words(&command.words);
            let (output, to_pipe) = self.command(command, &words, &data)?;
            let is_last = i + 1 == pipeline.commands.len();
            self.log.push_str(&format!("# executed command: {}\n", shown(&words)));
            if is_last {
                shown_stdout = to_pipe.clone();
            }
            data = to_pipe;
            log_stream(&mut self.log, "stderr", &output.stderr);
            if output.exit_code != 0 {
                self.log
                    .push_str(&format!("# error: command failed with exit status: {}\n", output.exit_code));
                code = output.exit_code;
            }
        }
        log_stream(&mut self.log, "stdout", &shown_stdout);
        Ok(code)
    }

    /// Runs one command with its redirections; the second result is its output to the pipe.
    fn command(
        &mut self,
        command: &Command,
        words: &[String],
        piped: &[u8],
    ) -> Result<(ToolOutput, Vec<u8>), Stop> {
        let mut stdin = piped.to_vec();
        for redirect in &command.redirects {
            if let Redirect::File { stream: Stream::In, path, .. } = redirect {
                match fs::read(self.cwd.join(&path.text)) {
                    Ok(bytes) => stdin = bytes,
                    Err(e) => {
                        return Ok((ToolOutput::failure(1, format!("{}: {e}\n", path.text)), Vec::new()));
                    }
                }
            }
        }
        let mut output = self.call(words, &stdin, 0)?;
        let mut stdout = std::mem::take(&mut output.stdout);
        let mut stderr = std::mem::take(&mut output.stderr);
        let mut to_pipe = Vec::new();
        // Each stream goes to the target of the last redirection.
        let (mut out, mut err) = (Target::Pipe, Target::Log);
        for redirect in &command.redirects {
            match redirect {
                Redirect::ErrToOut => err = out.clone(),
                Redirect::OutToErr => out = err.clone(),
                Redirect::File { stream, path, append } => {
                    let path = self.cwd.join(&path.text);
                    if *stream == Stream::In {
                        continue;
                    }
                    if path == Path::new("/dev/null") {
                        assign(*stream, &Target::Nowhere, &mut out, &mut err);
                        continue;
                    }
                    let created = if *append {
                        fs::OpenOptions::new().create(true).append(true).open(&path).map(|_| ())
                    } else {
                        fs::write(&path, b"")
                    };
                    if let Err(e) = created {
                        return Ok((
                            ToolOutput::failure(1, format!("{}: {e}\n", path.display())),
                            Vec::new(),
                        ));
                    }
                    assign(*stream, &Target::File(path), &mut out, &mut err);
                }
            }
        }
        for (target, bytes) in [(err, &mut stderr), (out, &mut stdout)] {
            match target {
                Target::Pipe => to_pipe.append(bytes),
                Target::Log => output.stderr.append(bytes),
                Target::Nowhere => {}
                Target::File(path) => {
                    let written =
                        fs::OpenOptions::new().append(true).open(&path).and_then(|mut f| f.write_all(bytes));
                    if let Err(e) = written {
                        return Ok((
                            ToolOutput::failure(1, format!("{}: {e}\n", path.display())),
                            Vec::new(),
                        ));
                    }
                }
            }
        }
        Ok((output, to_pipe))
    }

    /// Runs a command by its words.
    fn call(&mut self, words: &[String], stdin: &[u8], depth: usize) -> Result<ToolOutput, Stop> {
        if depth > MAX_NESTING {
            return Err(Stop::Syntax("commands nested too deeply".to_string()));
        }
        let Some((name, args)) = words.split_first() else { return Ok(ToolOutput::default()) };
        match name.as_str() {
            "cd" => return Ok(self.change_dir(args)),
            "export" => {
                self.env.extend(
                    args.iter().filter_map(|a| a.split_once('=')).map(|(n, v)| (n.into(), Some(v.into()))),
                );
                return Ok(ToolOutput::default());
            }
            "not" => return self.not(args, stdin, depth),
            "env" => return self.env(args, stdin, depth),
            "FileCheck" if let Some(hook) = self.hook => return Ok(hook(args, stdin)),
            _ => {}
        }
        if let Some(output) = builtins::run(name, args, stdin, &self.cwd) {
            return Ok(output);
        }
        if let Some(found) = self.suite.tools.find(name) {
            return Ok(tool::call(found, name, args, stdin, &self.cwd));
        }
        let program =
            if name.contains('/') { Some(self.cwd.join(name)) } else { self.suite.find_program(name) };
        let Some(program) = program else {
            return Ok(ToolOutput::failure(127, format!("'{name}': command not found\n")));
        };
        match process::run(&program, args, stdin, &self.cwd, &self.env, self.deadline) {
            Ok(output) => Ok(output),
            Err(None) => Err(Stop::Timeout),
            Err(Some(message)) => Ok(ToolOutput::failure(127, message + "\n")),
        }
    }

    fn change_dir(&mut self, args: &[String]) -> ToolOutput {
        let [dir] = args else { return ToolOutput::failure(1, "cd: one directory expected\n") };
        let dir = self.cwd.join(dir);
        if !dir.is_dir() {
            return ToolOutput::failure(1, format!("cd: {}: no such directory\n", dir.display()));
        }
        self.cwd = dir;
        ToolOutput::default()
    }

    /// `not` succeeds on a failure that is no crash; `not --crash` succeeds on a crash.
    fn not(&mut self, args: &[String], stdin: &[u8], depth: usize) -> Result<ToolOutput, Stop> {
        let (crash, args) = match args.split_first() {
            Some((first, rest)) if first == "--crash" => (true, rest),
            _ => (false, args),
        };
        if args.is_empty() {
            return Ok(ToolOutput::failure(1, "not: command expected\n"));
        }
        let mut output = self.call(args, stdin, depth + 1)?;
        // An external program may end with 3 regularly; only a signal or a caught panic is a crash.
        let is_internal = self.suite.tools.find(&args[0]).is_some();
        let crashed = output.exit_code > 128 || is_internal && output.exit_code == tool::PANIC_EXIT_CODE;
        if crashed && !crash {
            output.stderr.extend(b"not: the command crashed\n");
        }
        let holds = if crash { crashed } else { output.exit_code != 0 && !crashed };
        output.exit_code = i32::from(!holds);
        Ok(output)
    }

    fn env(&mut self, args: &[String], stdin: &[u8], depth: usize) -> Result<ToolOutput, Stop> {
        let before = self.env.clone();
        let mut args = args;
        loop {
            match args {
                [option, name, rest @ ..] if option == "-u" => {
                    self.env.push((name.clone(), None));
                    args = rest;
                }
                [first, rest @ ..] if first.contains('=') => {
                    let (name, value) = first.split_once('=').unwrap_or((first, ""));
                    self.env.push((name.to_string(), Some(value.to_string())));
                    args = rest;
                }
                _ => break,
            }
        }
        let output = if args.is_empty() {
            let lines = self.env.iter().filter_map(|(n, v)| v.as_ref().map(|v| format!("{n}={v}\n")));
            Ok(ToolOutput::success(lines.collect::<String>()))
        } else {
            self.call(args, stdin, depth + 1)
        };
        self.env = before;
        output
    }

    /// The words with file patterns replaced by the matching files, if there are any.
    fn words(&self, words: &[Word]) -> Vec<String> {
        let mut out = Vec::new();
        for word in words {
            let found = if word.glob { self.glob(&word.text) } else { Vec::new() };
            if found.is_empty() {
                out.push(word.text.clone());
            }
            out.extend(found);
        }
        out
    }

    /// The files that match a pattern with `*` and `?` in its last part.
    fn glob(&self, pattern: &str) -> Vec<String> {
        let (dir, name) = pattern.rsplit_once('/').map_or(("", pattern), |(d, n)| (d, n));
        let folder =
            if pattern.starts_with('/') { PathBuf::from(format!("{dir}/")) } else { self.cwd.join(dir) };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut found: Vec<String> = entries
            .filter_map(|e| e.ok().map(|e| e.file_name().to_string_lossy().into_owned()))
            .filter(|n| {
                (name.starts_with('.') || !n.starts_with('.')) && matches(name.as_bytes(), n.as_bytes())
            })
            .map(|n| if pattern.contains('/') { format!("{dir}/{n}") } else { n })
            .collect();
        found.sort();
        found
    }
}

#[derive(Clone)]
enum Target {
    Pipe,
    Log,
    Nowhere,
    File(PathBuf),
}

fn assign(stream: Stream, target: &Target, out: &mut Target, err: &mut Target) {
    if matches!(stream, Stream::Out | Stream::Both) {
        *out = target.clone();
    }
    if matches!(stream, Stream::Err | Stream::Both) {
        *err = target.clone();
    }
}

/// Matches a name against `*` and `?`, backtracking only to the last star.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == b'?' || *c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, n) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == b'*')
}

/// The most bytes of a stream in the log of a failure.
const LOG_LIMIT: usize = 64 << 10;

fn log_stream(log: &mut String, name: &str, bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOG_LIMIT)]);
    log.push_str(&format!("# .---command {name}------------\n"));
    for line in text.lines() {
        log.push_str(&format!("# | {line}\n"));
    }
    if bytes.len() > LOG_LIMIT {
        log.push_str("# | ... (the rest is left out)\n");
    }
    log.push_str("# `-----------------------------\n");
}

fn shown(words: &[String]) -> String {
    let quote = |w: &String| {
        let plain =
            !w.is_empty() && w.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_=+./,:@%".contains(&b));
        if plain { w.clone() } else { format!("'{}'", w.replace('\'', "'\\''")) }
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}
