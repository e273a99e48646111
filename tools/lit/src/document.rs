//! Documents whose commands run: the output shown in a Markdown file is checked.
//!
//! Words after the language of a fenced block give its kind:
//!
//! | block | meaning |
//! |---|---|
//! | ```` ```sh ```` | its lines run, in a folder of the document's own; a command that fails is a failure |
//! | ```` ```sh fails ```` | the same, and the last command must fail |
//! | ```` ```LANG file=NAME ```` | its text is written to that file of the folder |
//! | ```` ```LANG output=NAME ```` | the file has these lines |
//! | ```` ```LANG output ```` | the last command printed these lines |
//! | ```` ```LANG source=PATH ```` | the file of the repository has these lines |
//! | anything else | prose |
//!
//! Lines are compared without surrounding whitespace and must be consecutive; a line `…` (or a comment that is only that) stands for any
//! number of lines.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::Suite;
use crate::shell::exec::Shell;

/// The file that receives the standard output.
const OUTPUT: &str = "printed.txt";

/// A fenced block.
#[derive(Debug, PartialEq, Eq)]
struct Block<'a> {
    /// The 1-based line of its fence.
    line: usize,
    kind: Kind<'a>,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    Commands { fails: bool },
    File(&'a str),
    Output(&'a str),
    Source(&'a str),
    Prose,
}

/// Runs the document `text` in the empty folder `folder`; sources are below `root`. The error names the block that differs.
pub fn run(suite: &Suite, text: &str, root: &Path, folder: &Path) -> Result<(), String> {
    let deadline = Instant::now() + suite.timeout;
    for Block { line, kind, text } in blocks(text)? {
        let at = |why: String| format!("line {line}: {why}");
        match kind {
            Kind::Prose => {}
            Kind::File(name) => {
                std::fs::write(folder.join(name), text).map_err(|why| at(format!("{name}: {why}")))?;
            }
            Kind::Commands { fails } => commands(suite, &text, fails, folder, deadline).map_err(at)?,
            Kind::Output(name) => compare(&folder.join(name), &text).map_err(at)?,
            Kind::Source(path) => compare(&root.join(path), &text).map_err(at)?,
        }
    }
    Ok(())
}

/// The number of blocks of the document that are checked.
pub fn n_checked(text: &str) -> Result<usize, String> {
    Ok(blocks(text)?.iter().filter(|block| block.kind != Kind::Prose).count())
}

fn blocks(text: &str) -> Result<Vec<Block<'_>>, String> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let kind = kind(info).map_err(|why| format!("line {}: {why}", index + 1))?;
                open = Some(Block { line: index + 1, kind, text: String::new() });
            }
            (Some(_), Some("")) => found.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    match open {
        Some(block) => Err(format!("line {}: the block has no end", block.line)),
        None => Ok(found),
    }
}

fn kind(info: &str) -> Result<Kind<'_>, String> {
    let mut words = info.split_whitespace();
    let language = words.next().unwrap_or("");
    let kind = match words.next() {
        None if language == "sh" => Kind::Commands { fails: false },
        Some("fails") if language == "sh" => Kind::Commands { fails: true },
        None => Kind::Prose,
        Some("output") => Kind::Output(OUTPUT),
        Some(word) => match word.split_once('=') {
            Some(("file", name)) => Kind::File(name),
            Some(("output", name)) => Kind::Output(name),
            Some(("source", path)) => Kind::Source(path),
            _ => return Err(format!("`{word}` is no word for a block")),
        },
    };
    match words.next() {
        Some(word) => Err(format!("`{word}` is one word too many for a block")),
        None => Ok(kind),
    }
}

/// The commands, one per line; `\` at the end of a line continues it.
fn commands(suite: &Suite, text: &str, fails: bool, folder: &Path, deadline: Instant) -> Result<(), String> {
    let joined = text.replace("\\\n", " ");
    let lines: Vec<&str> = joined.lines().filter(|line| !line.trim().is_empty()).collect();
    for (index, line) in lines.iter().enumerate() {
        let mut shell = Shell::new(suite, PathBuf::from(folder), deadline, None);
        // A command with its own redirection prints nothing.
        let printed = if line.contains('>') { String::new() } else { format!(" > {OUTPUT}") };
        let outcome = shell.run(&format!("{line}{printed}"));
        let must_fail = fails && index + 1 == lines.len();
        let failed = !matches!(outcome, Ok(0));
        if failed != must_fail {
            let how = if failed { "failed" } else { "did not fail" };
            let shown = std::fs::read_to_string(folder.join(OUTPUT)).unwrap_or_default();
            return Err(format!("`{line}` {how}\n{}{shown}", shell.log));
        }
    }
    Ok(())
}

fn compare(file: &Path, wanted: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()))?;
    match missing(&text, wanted) {
        None => Ok(()),
        Some(piece) => {
            let mut message = format!("{} has no such lines:\n", file.display());
            for line in piece {
                // Writing to a string cannot fail.
                let _ = writeln!(message, "  {line}");
            }
            Err(message + "it is\n" + &text)
        }
    }
}

/// The first piece between two `…` of `wanted` that does not follow the pieces before it in `text`.
fn missing<'a>(text: &str, wanted: &'a str) -> Option<Vec<&'a str>> {
    let text: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let lines: Vec<&str> = wanted.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut at = 0;
    for piece in lines.split(|line| line.trim_start_matches(['/', '#', ' ']) == "…") {
        if piece.is_empty() {
            continue;
        }
        match text[at..].windows(piece.len()).position(|window| window == piece) {
            Some(found) => at += found + piece.len(),
            None => return Some(piece.to_vec()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ToolOutput;

    fn check(text: &str) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("temp is writable");
        let suite = Suite::new(folder.path()).tool("twice", |args, _, cwd| {
            match std::fs::read_to_string(cwd.join(&args[0])) {
                Ok(text) => ToolOutput::success(format!("{text}{text}")),
                Err(_) => ToolOutput::failure(1, "twice: no file\n"),
            }
        });
        run(&suite, text, folder.path(), folder.path())
    }

    const FILE: &str = "```text file=a.txt\none\ntwo\n```\n";

    #[test]
    fn commands_run_and_their_output_is_compared() {
        let good = format!("{FILE}prose\n```sh\ntwice a.txt\n```\n```text output\none\n…\ntwo\n```\n");
        assert_eq!(check(&good), Ok(()));
        let elsewhere =
            format!("{FILE}```sh\ntwice a.txt > b.txt\n```\n```text output=b.txt\ntwo\none\n```\n");
        assert_eq!(check(&elsewhere), Ok(()));
        assert_eq!(n_checked(&good), Ok(3));
    }

    #[test]
    fn other_output_is_an_error() {
        let wrong = format!("{FILE}```sh\ntwice a.txt\n```\n```text output\ntwo\ntwo\n```\n");
        let why = check(&wrong).expect_err("two does not follow two");
        assert!(why.starts_with("line 8: ") && why.contains("has no such lines:\n  two\n  two\n"), "{why}");
    }

    #[test]
    fn commands_that_must_fail() {
        assert!(check("```sh\ntwice b.txt\n```\n").is_err());
        assert_eq!(check("```sh fails\ntwice b.txt\n```\n"), Ok(()));
        assert!(check(&format!("{FILE}```sh fails\ntwice a.txt\n```\n")).is_err());
    }

    #[test]
    fn blocks_must_be_understood() {
        assert!(check("```sh sometimes\nx\n```\n").is_err());
        assert!(check("```text output a\nx\n```\n").is_err());
        assert!(check("```sh\nx\n").is_err());
        assert_eq!(check("```\nnothing\n```\n"), Ok(()));
    }
}
