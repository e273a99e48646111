//! Errors of the verifier that follow from errors of syntax: about ops around a part that was not read, and about symbols whose
//! definition was not read.

use rustc_hash::FxHashSet;
use strata_core::{Context, Diagnostic, Location};

use crate::extents::{Extents, Span};

/// The parts of a text that could not be read.
pub(super) struct Consequences<'a> {
    cx: &'a Context,
    /// The lines of the isolated ops that hold an error.
    lines: Vec<(u32, u32)>,
    /// Names of symbols in the parts that were skipped.
    names: FxHashSet<&'a str>,
}

impl<'a> Consequences<'a> {
    pub(super) fn new(cx: &'a Context, text: &'a str, extents: &Extents, syntax: &[Diagnostic]) -> Self {
        let starts: Vec<usize> =
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i + 1)).collect();
        let line_of = |offset: u32| starts.partition_point(|&s| s <= offset as usize) as u32;
        let place = |loc: Location| {
            let (_, line, column) = loc.file_line_col(cx)?;
            Some(starts.get(line.checked_sub(1)? as usize)? + column as usize - 1)
        };
        let broken: Vec<usize> = syntax.iter().filter_map(|d| place(d.loc)).collect();
        let isolated = |offset: &usize| {
            let region = extents.isolated(extents.region_at(*offset))?;
            let op = extents.ops.get(extents.regions.get(region as usize)?.op as usize)?;
            // In a table of symbols, the others do not depend on the one with an error.
            let is_table = op.info.is_some_and(|i| i.has(strata_core::Trait::SymbolTable));
            (!is_table).then(|| (line_of(op.span.start), line_of(op.span.end)))
        };
        let skipped = extents.skipped.iter().copied();
        let unread = extents.ops.iter().filter(|op| !op.complete).map(|op| op.span).chain(skipped);
        Self {
            cx,
            lines: broken.iter().filter_map(isolated).collect(),
            names: unread.flat_map(|span| symbols_in(text, span)).collect(),
        }
    }
    /// Whether an error of the verifier is one.
    pub(super) fn has(&self, error: &Diagnostic) -> bool {
        let line = error.loc.file_line_col(self.cx).map_or(0, |(_, line, _)| line);
        self.lines.iter().any(|&(first, last)| first <= line && line <= last)
            || error.notes.iter().any(|n| n.message == "operand is not defined")
            || words(&error.message).any(|word| self.names.contains(word))
    }
}

/// The names after `@`.
fn symbols_in(text: &str, span: Span) -> impl Iterator<Item = &str> {
    let text = text.get(span.range()).unwrap_or_default();
    text.split('@').skip(1).filter_map(|rest| words(rest).next())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
    text.split(move |c| !is_part(c)).filter(|w| !w.is_empty())
}
