//! Runs the checks of a script over an input.
//!
//! The `-LABEL` checks divide the input into regions; a failure inside one region does not hide those of the next.
//! All offsets are absolute, but a pattern only sees the region that is searched: its anchors `^` and `$` hold at
//! the ends of the region too.

use super::directive::Kind;
use super::options::Options;
use super::pattern::{Match, Pattern, PatternError, Values};
use super::script::{Check, Entry, Script};
use super::source::Source;
use std::ops::Range;

/// The longest distance that the search for the nearest match looks ahead.
const NEAR_LIMIT: usize = 4096;

/// A failure that has already been reported.
struct Failed;

/// Checks an input; the messages are empty when everything holds.
pub fn run(script: &Script, values: Values, options: &Options, input: &Source) -> (bool, String) {
    let mut checker = Checker { script, options, input, values, messages: String::new() };
    let ok = checker.run();
    (ok, checker.messages)
}

struct Checker<'a> {
    script: &'a Script,
    options: &'a Options,
    input: &'a Source,
    values: Values,
    messages: String,
}

impl<'a> Checker<'a> {
    fn run(&mut self) -> bool {
        let checks = &self.script.checks;
        let mut ok = true;
        let mut done = 0;
        let mut rest = 0..self.input.text.len();
        loop {
            let label = (done..checks.len()).find(|&i| {
                // The label that ends the previous region has been checked there.
                checks[i].entry.pattern.kind == Kind::Label
            });
            let (mut region, end) = match label {
                None => (rest.clone(), checks.len()),
                Some(label) => {
                    let Ok(range) = self.find_counted(&checks[label].entry, rest.clone()) else {
                        return false;
                    };
                    let region = rest.start..range.end;
                    rest.start = range.end;
                    (region, label + 1)
                }
            };
            if done > 0 && self.options.enable_var_scope {
                self.values.clear_local();
            }
            for check in &checks[done..end] {
                match self.check(check, region.clone()) {
                    Ok(end) => region.start = end,
                    Err(Failed) => {
                        ok = false;
                        break;
                    }
                }
            }
            done = end;
            if label.is_none() {
                return ok;
            }
        }
    }

    /// Checks one positive check and the directives before it; returns where its match ends.
    fn check(&mut self, check: &Check, region: Range<usize>) -> Result<usize, Failed> {
        let mut nots = Vec::new();
        let start = self.check_between(check, &region, &mut nots)?;
        let found = self.find_counted(&check.entry, start..region.end)?;
        self.check_lines(&check.entry, start..found.start)?;
        self.check_not(&nots, start..found.start)?;
        Ok(found.end)
    }

    /// Matches a check as often as its count says; returns the range from the first to the last match.
    fn find_counted(&mut self, entry: &Entry, region: Range<usize>) -> Result<Range<usize>, Failed> {
        let mut first = None;
        let mut at = region.start;
        for i in 1..=entry.pattern.count {
            let found = self.find(entry, at..region.end)?;
            let Some(found) = found else {
                self.report_missing(entry, at..region.end, i);
                return Err(Failed);
            };
            first.get_or_insert(found.start);
            at = found.end;
        }
        Ok(first.unwrap_or(at)..at)
    }

    fn find(&mut self, entry: &Entry, region: Range<usize>) -> Result<Option<Range<usize>>, Failed> {
        match entry.pattern.find(&self.input.text[region.clone()], &mut self.values) {
            Ok(found) => Ok(found.map(|Match { start, length }| {
                let start = region.start + start;
                start..start + length
            })),
            Err(errors) => {
                for PatternError { offset, message } in errors {
                    self.say(entry, offset, "error", &message);
                }
                Err(Failed)
            }
        }
    }

    /// Checks the `-DAG` groups and the `-NOT`s between them, and returns where the last group ends. The `-NOT`s
    /// after it are left in `nots`.
    fn check_between(
        &mut self,
        check: &Check,
        region: &Range<usize>,
        nots: &mut Vec<&'a Entry>,
    ) -> Result<usize, Failed> {
        let script = self.script;
        let mut start = region.start;
        // The matches of the current group in order.
        let mut taken: Vec<Range<usize>> = Vec::new();
        for (i, &index) in check.before.iter().enumerate() {
            let entry = &script.between[index];
            if entry.pattern.kind == Kind::Not {
                nots.push(entry);
                continue;
            }
            let slot = self.find_free(entry, start..region.end, &mut taken)?;
            taken.insert(slot.0, slot.1);
            let next = check.before.get(i + 1).map(|&n| &script.between[n]);
            if next.is_none_or(|n| n.pattern.kind == Kind::Not) {
                if !nots.is_empty() {
                    let first = taken.first().map_or(start, |r| r.start);
                    self.check_not(nots, start..first.max(start))?;
                    nots.clear();
                }
                start = taken.last().map_or(start, |r| r.end);
                taken.clear();
            }
        }
        Ok(start)
    }

    /// Finds a `-DAG` match that overlaps none of the group, and its place among them.
    fn find_free(
        &mut self,
        entry: &Entry,
        region: Range<usize>,
        taken: &mut Vec<Range<usize>>,
    ) -> Result<(usize, Range<usize>), Failed> {
        let mut at = region.start;
        let mut slot = 0;
        loop {
            let Some(found) = self.find(entry, at..region.end)? else {
                self.report_missing(entry, at..region.end, 1);
                return Err(Failed);
            };
            if self.options.allow_deprecated_dag_overlap {
                let all = taken.drain(..).fold(found, |a, b| a.start.min(b.start)..a.end.max(b.end));
                return Ok((0, all));
            }
            while slot < taken.len() && found.start >= taken[slot].end {
                slot += 1;
            }
            match taken.get(slot) {
                Some(other) if other.start < found.end => {
                    at = other.end;
                    slot += 1;
                }
                _ => return Ok((slot, found)),
            }
        }
    }

    /// Checks that a `-NEXT`, `-EMPTY` or `-SAME` match is on the right line.
    fn check_lines(&mut self, entry: &Entry, skipped: Range<usize>) -> Result<(), Failed> {
        let text = &self.input.text[skipped.clone()];
        let newlines = memchr::memchr_iter(b'\n', text).count();
        let message = match (entry.pattern.kind, newlines) {
            (Kind::Next | Kind::Empty, 0) => "is on the same line as previous match",
            (Kind::Next | Kind::Empty, 2..) => "is not on the line after the previous match",
            (Kind::Same, 1..) => "is not on the same line as the previous match",
            _ => return Ok(()),
        };
        self.say(entry, entry.pattern.offset, "error", &format!("{}: {message}", entry.described()));
        self.note(skipped.end, 0, "'next' match was here");
        self.note(skipped.start, 0, "previous match ended here");
        if entry.pattern.kind != Kind::Same
            && newlines > 1
            && let Some(first) = memchr::memchr(b'\n', text)
        {
            self.note(skipped.start + first + 1, 0, "non-matching line after previous match is here");
        }
        Err(Failed)
    }

    fn check_not(&mut self, nots: &[&Entry], region: Range<usize>) -> Result<(), Failed> {
        let mut result = Ok(());
        for entry in nots {
            match self.find(entry, region.clone()) {
                Ok(None) => {}
                Ok(Some(found)) => {
                    let message = format!("{}: excluded string found in input", entry.described());
                    self.say(entry, entry.pattern.offset, "error", &message);
                    self.note(found.start, found.len(), "found here");
                    self.note_substitutions(&entry.pattern, found.start);
                    result = Err(Failed);
                }
                Err(Failed) => result = Err(Failed),
            }
        }
        result
    }

    fn say(&mut self, entry: &Entry, offset: usize, kind: &str, message: &str) {
        self.messages.push_str(&self.script.sources[entry.source].render(offset, 0, kind, message));
    }

    fn note(&mut self, offset: usize, length: usize, message: &str) {
        self.messages.push_str(&self.input.render(offset, length, "note", message));
    }

    fn note_substitutions(&mut self, pattern: &Pattern, at: usize) {
        for (name, value) in pattern.substitutions(&self.values) {
            self.note(
                at,
                0,
                &format!("with \"{}\" equal to \"{}\"", name.escape_default(), value.escape_default()),
            );
        }
    }

    fn report_missing(&mut self, entry: &Entry, region: Range<usize>, count: u32) {
        let mut message = format!("{}: expected string not found in input", entry.described());
        if entry.pattern.count > 1 {
            message.push_str(&format!(" ({count} out of {})", entry.pattern.count));
        }
        self.say(entry, entry.pattern.offset, "error", &message);
        self.note(region.start, 0, "scanning from here");
        self.note_substitutions(&entry.pattern, region.start);
        if let Some(near) = nearest(&entry.pattern.text, &self.input.text[region.clone()]) {
            self.note(region.start + near, 0, "possible intended match here");
        }
    }
}

/// The position where a text is most similar to a pattern, if it is similar at all and not at the very start.
fn nearest(pattern: &str, text: &[u8]) -> Option<usize> {
    let pattern = pattern.as_bytes();
    let mut best: Option<(f64, usize)> = None;
    let mut lines = 0u32;
    for (i, &b) in text.iter().enumerate().take(NEAR_LIMIT) {
        if b == b'\n' {
            lines += 1;
        }
        // A match does not start with a blank.
        if matches!(b, b' ' | b'\t') {
            continue;
        }
        let rest = &text[i..(i + pattern.len()).min(text.len())];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let quality = edit_distance(pattern, line) as f64 + f64::from(lines) / 100.0;
        if best.is_none_or(|(q, _)| quality < q) {
            best = Some((quality, i));
        }
    }
    best.filter(|&(quality, at)| at != 0 && quality < 50.0).map(|(_, at)| at)
}

fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    // The search would be slow for long patterns, and their first part identifies the line.
    let (a, b) = (&a[..a.len().min(80)], &b[..b.len().min(80)]);
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
