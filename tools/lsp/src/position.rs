//! Positions of the protocol, which are lines and columns, and byte offsets.

use lsp_types::{Position, PositionEncodingKind, Range};
use strata_ir::text::extents::Span;

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, which every client can do.
    #[default]
    Utf16,
}

impl Encoding {
    /// The cheapest of those that a client offers.
    pub fn choose(offered: Option<&[PositionEncodingKind]>) -> Self {
        match offered {
            Some(kinds) if kinds.contains(&PositionEncodingKind::UTF8) => Self::Utf8,
            _ => Self::Utf16,
        }
    }
    /// Its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// A character outside of ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wide {
    start: u32,
    end: u32,
    /// How many more bytes than columns the text up to its end has.
    excess: u32,
}

/// The starts of the lines of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    starts: Vec<u32>,
    /// Characters that take fewer columns than bytes, so that no line is ever scanned.
    wide: Vec<Wide>,
    encoding: Encoding,
}

impl Lines {
    /// The lines of `text`.
    pub fn new(text: &str, encoding: Encoding) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, c)| *c == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect();
        let mut wide = Vec::new();
        if encoding == Encoding::Utf16 && !text.is_ascii() {
            let mut excess = 0;
            for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
                excess += (c.len_utf8() - c.len_utf16()) as u32;
                wide.push(Wide { start: at as u32, end: (at + c.len_utf8()) as u32, excess });
            }
        }
        Self { starts, wide, encoding }
    }
    /// Follows a change of the text, in which `inserted` was put in place of a range.
    pub fn change(&mut self, text: &str, range: std::ops::Range<usize>, inserted: &str) {
        let is_narrow = self.encoding == Encoding::Utf8 || self.wide.is_empty() && inserted.is_ascii();
        if !is_narrow {
            *self = Self::new(text, self.encoding);
            return;
        }
        let after = |offset: usize| self.starts.partition_point(|&s| s as usize <= offset);
        let (first, last) = (after(range.start), after(range.end));
        let newlines = inserted.bytes().enumerate().filter(|(_, c)| *c == b'\n');
        let new: Vec<u32> = newlines.map(|(i, _)| (range.start + i + 1) as u32).collect();
        let rest = first + new.len();
        self.starts.splice(first..last, new);
        // Offsets grow by what is longer, modulo 2^32 where the text became shorter.
        let grown = (inserted.len() as u32).wrapping_sub(range.len() as u32);
        for start in self.starts.iter_mut().skip(rest) {
            *start = start.wrapping_add(grown);
        }
    }
    /// How many more bytes than columns the text before an offset has; `at` is the number of wide characters before it.
    fn excess(&self, at: usize) -> usize {
        at.checked_sub(1).and_then(|i| self.wide.get(i)).map_or(0, |w| w.excess as usize)
    }
    /// The number of wide characters before an offset.
    fn wide_before(&self, offset: usize) -> usize {
        self.wide.partition_point(|w| (w.start as usize) < offset)
    }
    /// The unit of columns.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }
    /// The number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }
    /// The first byte of a line (from 0); the end of the text for a line after the last one.
    pub fn start(&self, text: &str, line: usize) -> usize {
        self.starts.get(line).map_or(text.len(), |&s| s as usize)
    }
    /// The line (from 0) of a byte.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&s| s as usize <= offset).saturating_sub(1)
    }
    /// The text of a line without its end.
    pub fn line<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let range = self.start(text, line)..self.start(text, line + 1);
        text.get(range).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }
    /// The byte at a position. What is after the end of a line or of the text is its end.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let number = position.line as usize;
        let start = self.start(text, number);
        let line = self.line(text, number);
        let column = position.character as usize;
        let (first, last) = (self.wide_before(start), self.wide_before(start + line.len()));
        let base = self.excess(first);
        let here = self.wide.get(first..last).unwrap_or_default();
        let column_after = |w: &Wide| (w.end as usize - start) - (w.excess as usize - base);
        let passed = here.partition_point(|w| column_after(w) <= column);
        let excess = self.excess(first + passed) - base;
        let mut at = column.saturating_add(excess).min(line.len());
        // Inside of a character is its start.
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        start + at
    }
    /// The position of a byte.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        let start = self.start(text, line);
        let excess = self.excess(self.wide_before(offset)) - self.excess(self.wide_before(start));
        Position::new(line as u32, (offset - start - excess) as u32)
    }
    /// The range of a part of the text.
    pub fn range(&self, text: &str, span: Span) -> Range {
        let (start, end) = (span.start as usize, span.end as usize);
        Range::new(self.position(text, start), self.position(text, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_the_encoding() {
        let text = "ab\n// é𝄞x\r\nc";
        for (encoding, column) in [(Encoding::Utf8, 9), (Encoding::Utf16, 6)] {
            let lines = Lines::new(text, encoding);
            let x = text.find('x').expect("there");
            assert_eq!(lines.position(text, x), Position::new(1, column));
            assert_eq!(lines.offset(text, Position::new(1, column)), x);
            assert_eq!(lines.offset(text, Position::new(1, 99)), x + 1, "not in the end of the line");
            assert_eq!(lines.offset(text, Position::new(9, 0)), text.len());
        }
    }

    #[test]
    fn a_position_inside_of_a_character_is_at_a_boundary() {
        let text = "𝄞a";
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let lines = Lines::new(text, encoding);
            for column in 0..8 {
                assert!(text.is_char_boundary(lines.offset(text, Position::new(0, column))));
            }
            for offset in 0..9 {
                lines.position(text, offset);
            }
        }
    }
    #[test]
    fn changes_give_the_lines_of_the_new_text() {
        let pieces = ["", "a", "\n", "b\n\nc", "é", "\n𝄞\n", "// x\n"];
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let mut text = String::new();
            let mut lines = Lines::new(&text, encoding);
            // Deterministic, and different in each step.
            for step in 0..2000usize {
                let boundary = |mut at: usize| {
                    while !text.is_char_boundary(at) {
                        at -= 1;
                    }
                    at
                };
                let a = boundary(step * 7919 % (text.len() + 1));
                let b = boundary((a + step * 31 % 5).min(text.len())).max(a);
                let inserted = pieces[step * 13 % pieces.len() * usize::from(text.len() < 200)];
                text.replace_range(a..b, inserted);
                lines.change(&text, a..b, inserted);
                assert_eq!(lines, Lines::new(&text, encoding), "step {step}");
            }
        }
    }
}
