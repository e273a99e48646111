//! Substitutions in command lines: `%s`, `%t`, `%{name}`, `%if` and the suite's own.

use crate::config::Suite;
use std::path::{Path, PathBuf};

/// The paths of one test.
#[derive(Clone, Debug)]
pub struct TestPaths {
    /// The test file.
    pub source: PathBuf,
    /// The folder of the test file.
    pub source_dir: PathBuf,
    /// The folder of its temporary files, which is also the working directory.
    pub temp_dir: PathBuf,
    /// The base name of its temporary files.
    pub base_name: String,
}

impl TestPaths {
    /// The paths of a test of a suite.
    pub fn new(suite: &Suite, source: &Path) -> Self {
        let source_dir = source.parent().unwrap_or(Path::new(".")).to_path_buf();
        let relative = source_dir.strip_prefix(&suite.root).unwrap_or(Path::new(""));
        let base_name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self {
            source: source.to_path_buf(),
            temp_dir: suite.exec_root.join(relative).join("Output"),
            source_dir,
            base_name,
        }
    }

    /// The value of `%t`.
    pub fn temp(&self) -> PathBuf {
        self.temp_dir.join(format!("{}.tmp", self.base_name))
    }
}

/// The most rounds in which substitutions produce new ones.
const MAX_ROUNDS: usize = 10;

/// Expands one command line.
///
/// # Errors
/// Fails on an unterminated `%if` and on substitutions that never end.
pub fn expand(text: &str, suite: &Suite, paths: &TestPaths) -> Result<String, String> {
    let text = conditionals(text, suite, 0)?;
    let mut table: Vec<(String, String)> = suite.substitutions.clone();
    let show = |p: &Path| p.to_string_lossy().into_owned();
    let (source, temp) = (show(&paths.source), show(&paths.temp()));
    let stem = |p: &Path| p.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let fixed = [
        ("%basename_t", paths.base_name.clone()),
        ("%{pathsep}", ":".to_string()),
        ("%{fs-sep}", "/".to_string()),
        ("%{s:basename}", paths.base_name.clone()),
        ("%{t:basename}", format!("{}.tmp", paths.base_name)),
        ("%{s:stem}", stem(&paths.source)),
        ("%{t:stem}", stem(&paths.temp())),
        ("%/s", source.clone()),
        ("%/S", show(&paths.source_dir)),
        ("%/p", show(&paths.source_dir)),
        ("%/t", temp.clone()),
        ("%/T", show(&paths.temp_dir)),
        ("%s", source),
        ("%S", show(&paths.source_dir)),
        ("%p", show(&paths.source_dir)),
        ("%t", temp),
        ("%T", show(&paths.temp_dir)),
    ];
    // A longer name takes precedence over its prefix, such as `%shared` over `%s`.
    table.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    table.extend(fixed.map(|(name, value)| (name.to_string(), value)));
    let mut current = text;
    for _ in 0..MAX_ROUNDS {
        let (next, changed) = one_round(&current, &table);
        current = next;
        if !changed {
            return Ok(current.replace("%%", "%"));
        }
    }
    Err("substitutions do not come to an end".to_string())
}

/// Replaces each name once, from left to right; `%%` is replaced at the end.
fn one_round(text: &str, table: &[(String, String)]) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    let mut rest = text;
    'text: while let Some(c) = rest.chars().next() {
        if rest.starts_with("%%") {
            out.push_str("%%");
            rest = &rest[2..];
            continue;
        }
        for (name, value) in table {
            if !name.is_empty() && rest.starts_with(name.as_str()) {
                out.push_str(value);
                rest = &rest[name.len()..];
                changed = true;
                continue 'text;
            }
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    (out, changed)
}

/// Resolves `%if CONDITION %{ … %} %else %{ … %}`.
fn conditionals(text: &str, suite: &Suite, depth: usize) -> Result<String, String> {
    if depth > MAX_ROUNDS {
        return Err("%if nested too deeply".to_string());
    }
    let Some(at) = text.find("%if ") else { return Ok(text.to_string()) };
    let head = &text[..at];
    let body = &text[at + 4..];
    let open = body.find("%{").ok_or("'%{' is missing for %if substitution")?;
    let holds = crate::directives::condition(&body[..open], &suite.features)?;
    let (then, mut rest) = braced(&body[open + 2..])?;
    let mut otherwise = "";
    let after = rest.trim_start();
    if let Some(tail) = after.strip_prefix("%else") {
        let inner = tail.trim_start().strip_prefix("%{").ok_or("'%{' is missing for %else substitution")?;
        (otherwise, rest) = braced(inner)?;
    }
    let chosen = if holds { then } else { otherwise };
    Ok(format!(
        "{head}{}{}",
        conditionals(chosen.trim(), suite, depth + 1)?,
        conditionals(rest, suite, depth + 1)?
    ))
}

/// Splits a text at the `%}` that closes an open `%{`.
fn braced(text: &str) -> Result<(&str, &str), String> {
    let mut depth = 0;
    for (i, _) in text.match_indices('%') {
        if text[i..].starts_with("%}") {
            if depth == 0 {
                return Ok((&text[..i], &text[i + 2..]));
            }
            depth -= 1;
        } else if text[i..].starts_with("%{ ") {
            // With a blank it opens a branch of an inner `%if`; a name such as `%{t:stem}` has none.
            depth += 1;
        }
    }
    Err("'%}' is missing for %if substitution".to_string())
}
