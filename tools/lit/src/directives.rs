//! The directives of a test file: `RUN:`, `REQUIRES:`, `UNSUPPORTED:`, `XFAIL:` and `END.`.

use std::collections::BTreeSet;

/// One command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunLine {
    /// The line (from 1) it starts on.
    pub line: usize,
    /// The text, continuations joined.
    pub text: String,
}

/// The directives of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// The commands.
    pub run: Vec<RunLine>,
    /// All have to hold.
    pub requires: Vec<String>,
    /// None may hold.
    pub unsupported: Vec<String>,
    /// If one holds, the test has to fail.
    pub xfail: Vec<String>,
}

const KEYWORDS: [&str; 4] = ["RUN:", "REQUIRES:", "UNSUPPORTED:", "XFAIL:"];

impl Directives {
    /// Reads the directives of a text.
    ///
    /// # Errors
    /// Fails on a continuation that is not continued, and without any `RUN` line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut all = Self::default();
        let mut open = false;
        for (i, line) in text.lines().enumerate() {
            let line_number = i + 1;
            let found = KEYWORDS.iter().filter_map(|k| keyword_at(line, k).map(|at| (at, *k))).min();
            let Some((at, keyword)) = found else {
                if keyword_at(line, "END.").is_some_and(|at| line[at + 4..].trim().is_empty()) {
                    break;
                }
                continue;
            };
            let value = line[at + keyword.len()..].trim();
            if keyword == "RUN:" {
                let continues = value.ends_with('\\');
                let value = value.strip_suffix('\\').unwrap_or(value);
                let value = with_line_numbers(value, line_number);
                match all.run.last_mut() {
                    Some(last) if open => last.text.push_str(&value),
                    _ => all.run.push(RunLine { line: line_number, text: value }),
                }
                open = continues;
                continue;
            }
            let list = match keyword {
                "REQUIRES:" => &mut all.requires,
                "UNSUPPORTED:" => &mut all.unsupported,
                _ => &mut all.xfail,
            };
            list.extend(value.split(',').map(|v| v.trim().to_string()).filter(|v| !v.is_empty()));
        }
        if open {
            return Err("Test has unterminated 'RUN:' lines (with '\\')".to_string());
        }
        if all.run.is_empty() {
            return Err("Test has no 'RUN:' line".to_string());
        }
        Ok(all)
    }
}

/// Where a keyword stands in a line, when it is not the end of a longer word.
fn keyword_at(line: &str, keyword: &str) -> Option<usize> {
    line.match_indices(keyword)
        .map(|(at, _)| at)
        .find(|&at| !line[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_'))
}

/// Replaces `%(line)`, `%(line+N)` and `%(line-N)`.
fn with_line_numbers(text: &str, line: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("%(line") {
        let after = &rest[at + 6..];
        let Some(end) = after.find(')') else { break };
        let offset = after[..end].replace(' ', "");
        let value = match offset.strip_prefix('-') {
            Some(n) => n.parse().ok().and_then(|n| line.checked_sub(n)),
            None if offset.is_empty() => Some(line),
            None => offset.strip_prefix('+').and_then(|n| n.parse().ok()).and_then(|n| line.checked_add(n)),
        };
        out.push_str(&rest[..at]);
        match value {
            Some(value) => out.push_str(&value.to_string()),
            None => out.push_str(&rest[at..at + 7 + end]),
        }
        rest = &after[end + 1..];
    }
    out + rest
}

/// How deep a condition may nest.
const MAX_NESTING: usize = 100;

/// Evaluates a condition such as `mlir-opt && !(windows || asan)` over the features.
///
/// # Errors
/// Fails when the text is no condition.
pub fn condition(text: &str, features: &BTreeSet<String>) -> Result<bool, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let operator = ["&&", "||", "!", "(", ")"].into_iter().find(|t| rest.starts_with(t));
        let length = match operator {
            Some(token) => token.len(),
            None => rest.find(|c: char| !c.is_alphanumeric() && !"-_+=.:*".contains(c)).unwrap_or(rest.len()),
        };
        if length == 0 {
            return Err(format!("couldn't parse text: '{rest}' in expression: '{text}'"));
        }
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    let mut parser = Condition { tokens: &tokens, at: 0, features, text, depth: 0 };
    let value = parser.any()?;
    if parser.at < tokens.len() {
        return Err(format!(
            "expected: <end of expression>, have: '{}' in expression: '{text}'",
            tokens[parser.at]
        ));
    }
    Ok(value)
}

struct Condition<'a> {
    tokens: &'a [&'a str],
    at: usize,
    features: &'a BTreeSet<String>,
    text: &'a str,
    depth: usize,
}

impl Condition<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at) == Some(&token);
        self.at += usize::from(found);
        found
    }

    fn any(&mut self) -> Result<bool, String> {
        let mut value = self.all()?;
        while self.eat("||") {
            value |= self.all()?;
        }
        Ok(value)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut value = self.not()?;
        while self.eat("&&") {
            value &= self.not()?;
        }
        Ok(value)
    }

    fn not(&mut self) -> Result<bool, String> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            return Err("condition nested too deeply".to_string());
        }
        let value = self.not_inner();
        self.depth -= 1;
        value
    }

    fn not_inner(&mut self) -> Result<bool, String> {
        if self.eat("!") {
            return Ok(!self.not()?);
        }
        if self.eat("(") {
            let value = self.any()?;
            if !self.eat(")") {
                return Err(format!("expected: ')' in expression: '{}'", self.text));
            }
            return Ok(value);
        }
        match self.tokens.get(self.at) {
            Some(&name) if !["&&", "||", ")"].contains(&name) => {
                self.at += 1;
                Ok(matches!(name, "true" | "*") || self.features.contains(name))
            }
            other => Err(format!(
                "expected: '!', '(', '{{{{', or identifier, have: '{}' in expression: '{}'",
                other.unwrap_or(&"<end of expression>"),
                self.text
            )),
        }
    }
}
