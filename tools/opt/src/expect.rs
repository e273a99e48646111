//! `--verify-diagnostics`: comparing diagnostics with `expected-error {{…}}` lines, as `mlir-opt` does.

use strata_ir::core::{Context, Diagnostic, Location, Severity};

/// One expectation.
struct Expected {
    kind: Severity,
    /// The line that the diagnostic must be on; 0 for an unknown location.
    line: usize,
    /// The line and column of the expectation.
    at: (usize, usize),
    text: String,
    regex: Option<regex::Regex>,
    matched: bool,
}

impl Expected {
    fn matches(&self, message: &str) -> bool {
        match &self.regex {
            Some(r) => r.is_match(message),
            None => message.contains(&self.text),
        }
    }
}

/// The expectations of one input, and the errors found.
pub struct Expectations<'t> {
    file: &'t str,
    first_line: usize,
    lines: Vec<&'t str>,
    expected: Vec<Expected>,
    only_expected: bool,
    /// The errors to report at the end.
    pub errors: String,
}

fn word(kind: Severity) -> &'static str {
    match kind {
        Severity::Note => "note",
        Severity::Remark => "remark",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// A designator in a line: its column, kind, whether it is a regular expression, line number and text.
struct Designator<'t> {
    column: usize,
    kind: Severity,
    is_regex: bool,
    place: Option<&'t str>,
    text: &'t str,
}

/// The first designator in a line, which ends at the end of the line.
fn designator(line: &str) -> Option<Designator<'_>> {
    let line = line.trim_end();
    let mut from = 0;
    while let Some(found) = line[from..].find("expected-") {
        let column = from + found;
        from = column + 1;
        if let Some(mut d) = designator_at(&line[column + "expected-".len()..]) {
            d.column = column;
            return Some(d);
        }
    }
    None
}

fn designator_at(rest: &str) -> Option<Designator<'_>> {
    let kinds = [
        ("error", Severity::Error),
        ("note", Severity::Note),
        ("remark", Severity::Remark),
        ("warning", Severity::Warning),
    ];
    let (rest, kind) = kinds.iter().find_map(|&(w, k)| Some((rest.strip_prefix(w)?, k)))?;
    let (rest, is_regex) = rest.strip_prefix("-re").map_or((rest, false), |r| (r, true));
    let mut rest = rest.trim_start_matches(' ');
    let mut place = None;
    if let Some(after) = rest.strip_prefix('@') {
        let signed = after.strip_prefix(['+', '-']);
        let len = match signed {
            Some(digits) => 1 + digits.find(|c: char| !c.is_ascii_digit()).filter(|&n| n > 0)?,
            None => ["above", "below", "unknown"].iter().find(|w| after.starts_with(**w))?.len(),
        };
        place = Some(&after[..len]);
        rest = after[len..].trim_start_matches(' ');
    }
    let text = rest.strip_prefix("{{")?.strip_suffix("}}")?;
    Some(Designator { column: 0, kind, is_regex, place, text })
}

/// The pattern of an `expected-error-re`: literal text with `{{regular expressions}}` in it.
fn pattern(text: &str) -> Result<regex::Regex, String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((literal, after)) = rest.split_once("{{") {
        out.push_str(&regex::escape(literal));
        let (inner, after) = after.split_once("}}").ok_or("found start of regex with no end '}}'")?;
        regex::Regex::new(inner).map_err(|e| format!("invalid regex: {e}"))?;
        out.push_str(&format!("({inner})"));
        rest = after;
    }
    out.push_str(&regex::escape(rest));
    regex::Regex::new(&out).map_err(|e| format!("invalid regex: {e}"))
}

impl<'t> Expectations<'t> {
    /// Reads the expectations in `text`, which begins at line `first_line` (counted from 0) of `file`.
    pub fn new(file: &'t str, text: &'t str, first_line: usize, only_expected: bool) -> Self {
        let lines: Vec<&str> = text.split('\n').collect();
        let mut this =
            Self { file, first_line, lines, expected: Vec::new(), only_expected, errors: String::new() };
        let mut last_plain = first_line;
        let mut waiting: Vec<usize> = Vec::new();
        let end = first_line + this.lines.len();
        for i in 0..this.lines.len() {
            let number = first_line + i + 1;
            let Some(d) = designator(this.lines[i]) else {
                for w in waiting.drain(..) {
                    this.expected[w].line = number;
                }
                last_plain = number;
                continue;
            };
            let at = (number, d.column + 1);
            let regex = match d.is_regex.then(|| pattern(d.text)).transpose() {
                Ok(regex) => regex,
                Err(e) => {
                    this.report(Some((i, at)), &e);
                    continue;
                }
            };
            let line = match d.place {
                None => number,
                Some("unknown") => 0,
                Some("above") => last_plain,
                Some("below") => {
                    waiting.push(this.expected.len());
                    end
                }
                Some(offset) => {
                    let n: usize = offset[1..].parse().unwrap_or(usize::MAX / 2);
                    if offset.starts_with('+') { number.saturating_add(n) } else { number.saturating_sub(n) }
                }
            };
            this.expected.push(Expected {
                kind: d.kind,
                line,
                at,
                text: d.text.to_owned(),
                regex,
                matched: false,
            });
        }
        this
    }
    /// Adds `file:line:col: error: message` with the source line.
    fn report(&mut self, place: Option<(usize, (usize, usize))>, message: &str) {
        match place {
            Some((index, (line, column))) => {
                let source = self.lines.get(index).copied().unwrap_or_default();
                let indent: String =
                    source.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
                self.errors.push_str(&format!(
                    "{}:{line}:{column}: error: {message}\n{source}\n{indent}^\n",
                    self.file
                ));
            }
            None => self.errors.push_str(&format!("<unknown>:0: error: {message}\n")),
        }
    }
    /// Compares one diagnostic, and its notes, with the expectations.
    pub fn see(&mut self, cx: &Context, d: &Diagnostic) {
        self.one(cx, d.loc, d.severity, &d.message);
        for note in &d.notes {
            self.one(cx, note.loc, note.severity, &note.message);
        }
    }
    fn one(&mut self, cx: &Context, loc: Location, kind: Severity, message: &str) {
        let place = loc.file_line_col(cx);
        // A location in another file matches no line here.
        let line = match place {
            Some((file, line, _)) if file == self.file => Some(line as usize),
            Some(_) => None,
            None => Some(0),
        };
        let mut near = None;
        for e in self.expected.iter_mut().filter(|e| Some(e.line) == line) {
            if e.matches(message) {
                if e.kind == kind {
                    e.matched = true;
                    return;
                }
                near = Some((e.at, e.kind));
            }
        }
        if self.only_expected {
            return;
        }
        match near {
            Some((at, expected)) => {
                let message =
                    format!("'{}' diagnostic emitted when expecting a '{}'", word(kind), word(expected));
                let index = self.index_of(at.0);
                self.report(Some((index, at)), &message);
            }
            None => {
                let d = Diagnostic::error(loc, format!("unexpected {}: {message}", word(kind)));
                self.errors.push_str(&d.render(cx));
            }
        }
    }
    /// The index of a line of the file in this part.
    fn index_of(&self, line: usize) -> usize {
        line.saturating_sub(self.first_line + 1)
    }
    /// Reports expectations that no diagnostic matched; returns whether there were no errors.
    pub fn finish(&mut self) -> bool {
        let missing: Vec<(usize, (usize, usize), String)> = self
            .expected
            .iter()
            .filter(|e| !e.matched)
            .map(|e| (e.line, e.at, format!("expected {} \"{}\" was not produced", word(e.kind), e.text)))
            .collect();
        for (line, at, message) in missing {
            let index = self.index_of(at.0);
            self.report((line != 0).then_some((index, at)), &message);
        }
        self.errors.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designators_are_found_at_the_end_of_a_line() {
        let d = designator("  op // expected-error-re @+2 {{a {{.*}} b}}  ").expect("found");
        assert_eq!((d.column, d.is_regex, d.place, d.text), (8, true, Some("+2"), "a {{.*}} b"));
        assert!(designator("// expected-error {{a}} tail").is_none());
        assert!(designator("// expected-errors {{a}}").is_none());
        assert_eq!(designator("// expected-note@below {{}}").and_then(|d| d.place), Some("below"));
        assert_eq!(designator("expected-x expected-remark@unknown{{a}}").map(|d| d.column), Some(11));
    }

    #[test]
    fn patterns_mix_text_and_regular_expressions() {
        let r = pattern("a(b) {{[0-9]+}} c").expect("valid");
        assert!(r.is_match("xx a(b) 17 c yy") && !r.is_match("a(b) x c"));
        assert_eq!(pattern("a {{b").expect_err("open"), "found start of regex with no end '}}'");
    }
}
