//! The commands that run in process and are no tools of the suite: `cat`, `echo`, `diff`, `grep`, `split-file` and the file commands.
//! Each returns `None` for unknown options, so that an installed program is used instead.

use super::diff;
use crate::filecheck;
use crate::filecheck::posix;
use crate::tool::ToolOutput;
use std::fs;
use std::path::Path;

/// Runs a built-in command; `None` if there is none of this name, or it does not support the options.
pub fn run(name: &str, args: &[String], stdin: &[u8], cwd: &Path) -> Option<ToolOutput> {
    Some(match name {
        "true" | ":" => ToolOutput::default(),
        "false" => ToolOutput::failure(1, ""),
        "FileCheck" => filecheck::main_with(args, stdin, cwd),
        "echo" => echo(args),
        "cat" => return cat(args, stdin, cwd),
        "mkdir" => return mkdir(args, cwd),
        "rm" => return rm(args, cwd),
        "cp" => return cp(args, cwd),
        "touch" if !args.iter().any(|a| a.starts_with('-')) => each(args, "touch", |path| {
            fs::OpenOptions::new().create(true).append(true).open(cwd.join(path)).map(|_| ())
        }),
        "diff" => return diff_files(args, stdin, cwd),
        "grep" => return grep(args, stdin, cwd),
        "split-file" => split_file(args, cwd),
        _ => return None,
    })
}

/// Applies an action to each path; the first failure is the result.
fn each(paths: &[String], name: &str, action: impl Fn(&str) -> std::io::Result<()>) -> ToolOutput {
    for path in paths {
        if let Err(e) = action(path) {
            return ToolOutput::failure(1, format!("{name}: {path}: {e}\n"));
        }
    }
    ToolOutput::default()
}

fn echo(args: &[String]) -> ToolOutput {
    let mut args = args;
    let (mut newline, mut escapes) = (true, false);
    while let Some((first, rest)) = args.split_first() {
        match first.as_str() {
            "-n" => newline = false,
            "-e" => escapes = true,
            _ => break,
        }
        args = rest;
    }
    let mut text = args.join(" ");
    if escapes {
        text = text.replace("\\\\", "\u{0}").replace("\\n", "\n").replace("\\t", "\t").replace('\u{0}', "\\");
    }
    if newline {
        text.push('\n');
    }
    ToolOutput::success(text)
}

fn cat(args: &[String], stdin: &[u8], cwd: &Path) -> Option<ToolOutput> {
    if args.iter().any(|a| a.len() > 1 && a.starts_with('-')) {
        return None;
    }
    if args.is_empty() {
        return Some(ToolOutput::success(stdin));
    }
    let mut output = ToolOutput::default();
    for path in args {
        match if path == "-" { Ok(stdin.to_vec()) } else { fs::read(cwd.join(path)) } {
            Ok(bytes) => output.stdout.extend(bytes),
            Err(e) => {
                output.stderr.extend(format!("cat: {path}: {e}\n").bytes());
                output.exit_code = 1;
            }
        }
    }
    Some(output)
}

/// Splits off the one-letter options; `None` when one of them is not in `known`.
fn flags<'a>(args: &'a [String], known: &str) -> Option<(String, Vec<&'a String>)> {
    let mut flags = String::new();
    let mut rest = Vec::new();
    for arg in args {
        match arg.strip_prefix('-') {
            Some(letters) if !letters.is_empty() => {
                if !letters.chars().all(|c| known.contains(c)) {
                    return None;
                }
                flags.push_str(letters);
            }
            _ => rest.push(arg),
        }
    }
    Some((flags, rest))
}

fn mkdir(args: &[String], cwd: &Path) -> Option<ToolOutput> {
    let (flags, paths) = flags(args, "p")?;
    let paths: Vec<String> = paths.into_iter().cloned().collect();
    Some(each(&paths, "mkdir", |path| {
        let path = cwd.join(path);
        if flags.contains('p') { fs::create_dir_all(path) } else { fs::create_dir(path) }
    }))
}

fn rm(args: &[String], cwd: &Path) -> Option<ToolOutput> {
    let (flags, paths) = flags(args, "rRf")?;
    let (recursive, force) = (flags.contains(['r', 'R']), flags.contains('f'));
    let paths: Vec<String> = paths.into_iter().cloned().collect();
    Some(each(&paths, "rm", |path| {
        let path = cwd.join(path);
        let is_dir = fs::symlink_metadata(&path).is_ok_and(|m| m.is_dir());
        let result = if is_dir && recursive { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        match result {
            Err(e) if force && e.kind() == std::io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }))
}

fn cp(args: &[String], cwd: &Path) -> Option<ToolOutput> {
    let (flags, paths) = flags(args, "rRfp")?;
    let (target, sources) = paths.split_last()?;
    let target = cwd.join(target);
    let sources: Vec<String> = sources.iter().map(|s| s.to_string()).collect();
    Some(each(&sources, "cp", |source| {
        let source = cwd.join(source);
        let to = if target.is_dir() {
            target.join(source.file_name().unwrap_or_default())
        } else {
            target.clone()
        };
        if source.is_dir() && flags.contains(['r', 'R']) {
            copy_tree(&source, &to)
        } else {
            fs::copy(source, to).map(|_| ())
        }
    }))
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut pending = vec![(from.to_path_buf(), to.to_path_buf())];
    while let Some((from, to)) = pending.pop() {
        fs::create_dir_all(&to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                pending.push((entry.path(), target));
            } else {
                fs::copy(entry.path(), target)?;
            }
        }
    }
    Ok(())
}

fn diff_files(args: &[String], stdin: &[u8], cwd: &Path) -> Option<ToolOutput> {
    if args.iter().any(|a| a == "--strip-trailing-cr") {
        return None;
    }
    let (flags, paths) = flags(args, "uqbw")?;
    let &[old, new] = paths.as_slice() else { return None };
    let read = |path: &String| if path == "-" { Ok(stdin.to_vec()) } else { fs::read(cwd.join(path)) };
    let mut texts = Vec::new();
    for path in [old, new] {
        match read(path) {
            Ok(bytes) => texts.push(String::from_utf8_lossy(&bytes).into_owned()),
            Err(e) => return Some(ToolOutput::failure(2, format!("diff: {path}: {e}\n"))),
        }
    }
    if flags.contains(['b', 'w']) {
        let separator = if flags.contains('w') { "" } else { " " };
        for text in &mut texts {
            *text = text
                .lines()
                .map(|l| l.split_whitespace().collect::<Vec<_>>().join(separator) + "\n")
                .collect();
        }
    }
    if texts[0] == texts[1] {
        return Some(ToolOutput::default());
    }
    let shown = if flags.contains('q') {
        format!("Files {old} and {new} differ\n")
    } else {
        diff::unified(old, new, &texts[0], &texts[1])
    };
    Some(ToolOutput { stdout: shown.into_bytes(), stderr: Vec::new(), exit_code: 1 })
}

fn grep(args: &[String], stdin: &[u8], cwd: &Path) -> Option<ToolOutput> {
    let (flags, rest) = flags(args, "vqciEFn")?;
    let (pattern, files) = rest.split_first()?;
    let extended = if flags.contains('E') { pattern.to_string() } else { basic_to_extended(pattern) };
    let node = if flags.contains('F') {
        posix::Node::literal(pattern.as_bytes())
    } else {
        posix::parse(extended.as_bytes(), &mut 1).ok()?
    };
    if node.has_backref() {
        return None;
    }
    let mut syntax = String::new();
    node.write_syntax(&mut syntax, &|_| false);
    let regex = regex_automata::meta::Builder::new()
        .syntax(
            regex_automata::util::syntax::Config::new()
                .unicode(false)
                .utf8(false)
                .case_insensitive(flags.contains('i')),
        )
        .build(&syntax)
        .ok()?;
    let mut output = ToolOutput::default();
    let mut n_total = 0;
    let stdin_name = ["-".to_string()];
    let files: Vec<&String> = if files.is_empty() { stdin_name.iter().collect() } else { files.to_vec() };
    for file in &files {
        let bytes = match if *file == "-" { Ok(stdin.to_vec()) } else { fs::read(cwd.join(file)) } {
            Ok(bytes) => bytes,
            Err(e) => return Some(ToolOutput::failure(2, format!("grep: {file}: {e}\n"))),
        };
        let text = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let mut n_lines = 0;
        for (i, line) in text.split(|b| *b == b'\n').enumerate() {
            if bytes.is_empty() || regex.is_match(line) == flags.contains('v') {
                continue;
            }
            n_lines += 1;
            if !flags.contains(['q', 'c']) {
                if files.len() > 1 {
                    output.stdout.extend(format!("{file}:").bytes());
                }
                if flags.contains('n') {
                    output.stdout.extend(format!("{}:", i + 1).bytes());
                }
                output.stdout.extend(line);
                output.stdout.push(b'\n');
            }
        }
        if flags.contains('c') {
            output.stdout.extend(format!("{n_lines}\n").bytes());
        }
        n_total += n_lines;
    }
    output.exit_code = i32::from(n_total == 0);
    Some(output)
}

/// In the basic syntax `+ ? | ( ) { }` are ordinary without a backslash and special with one.
fn basic_to_extended(pattern: &str) -> String {
    let mut out = String::new();
    let mut chars = pattern.chars();
    let mut in_bracket = false;
    while let Some(c) = chars.next() {
        match c {
            ']' => in_bracket = false,
            '[' => in_bracket = true,
            _ if in_bracket => {}
            '+' | '?' | '|' | '(' | ')' | '{' | '}' => out.push('\\'),
            '\\' => {
                match chars.next() {
                    Some(next @ ('+' | '?' | '|' | '(' | ')' | '{' | '}')) => out.push(next),
                    Some(next) => out.extend(['\\', next]),
                    None => out.push('\\'),
                }
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Splits a file at lines such as `//--- name` into files of a folder.
fn split_file(args: &[String], cwd: &Path) -> ToolOutput {
    let keep_lines = args.iter().any(|a| a.trim_start_matches('-') == "leading-lines");
    let paths: Vec<&String> = args.iter().filter(|a| !a.starts_with('-')).collect();
    let [file, dir] = paths.as_slice() else {
        return ToolOutput::failure(1, "split-file: expected a file and an output directory\n");
    };
    let text = match fs::read_to_string(cwd.join(file)) {
        Ok(text) => text,
        Err(e) => return ToolOutput::failure(1, format!("split-file: {file}: {e}\n")),
    };
    let mut parts: Vec<(String, String)> = Vec::new();
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let name = line.find("--- ").filter(|&at| {
            let comment = &line[..at];
            comment.len() <= 3
                && comment.bytes().all(|b| !b.is_ascii_alphanumeric() && !b.is_ascii_whitespace())
        });
        if let Some(at) = name {
            let name = line[at + 4..].trim();
            if name.is_empty() || parts.iter().any(|(n, _)| n == name) {
                return ToolOutput::failure(
                    1,
                    format!("split-file: {file}:{}: bad part name '{name}'\n", i + 1),
                );
            }
            parts.push((name.to_string(), if keep_lines { "\n".repeat(i + 1) } else { String::new() }));
        } else if let Some((_, text)) = parts.last_mut() {
            text.push_str(line);
        }
    }
    if parts.is_empty() {
        return ToolOutput::failure(1, format!("split-file: {file}: no part separator was found\n"));
    }
    let dir = cwd.join(dir);
    if dir.is_dir()
        && let Err(e) = fs::remove_dir_all(&dir)
    {
        return ToolOutput::failure(1, format!("split-file: {}: {e}\n", dir.display()));
    }
    for (name, text) in parts {
        // A part stays inside the folder.
        if Path::new(&name).components().any(|c| !matches!(c, std::path::Component::Normal(_))) {
            return ToolOutput::failure(1, format!("split-file: bad part name '{name}'\n"));
        }
        let path = dir.join(name);
        let parent = path.parent().unwrap_or(&dir);
        if let Err(e) = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text)) {
            return ToolOutput::failure(1, format!("split-file: {}: {e}\n", path.display()));
        }
    }
    ToolOutput::default()
}
