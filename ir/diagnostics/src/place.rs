//! Places in sources: where a location is, and how much of the text it underlines.

use strata_core::{Context, Location};

/// The longest line that is shown, in bytes.
const LONGEST_LINE: usize = 4096;

/// A place with the line around it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'c> {
    /// The file, as the location names it.
    pub file: &'c str,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
    /// The length of the token there in bytes, 1 where the source has none.
    pub length: usize,
    /// The source and the offsets of the line in it, if the line is not too long.
    pub text: Option<(&'c str, usize, usize)>,
}

impl<'c> Place<'c> {
    /// The place of a location; `None` if it is in no file.
    pub fn at(cx: &'c Context, loc: Location) -> Option<Self> {
        let (file, line, column) = loc.file_line_col(cx)?;
        let token = loc.token(cx).map_or(0, str::len);
        let text = loc.source(cx).and_then(|(_, text, at)| {
            let start = text.get(..at)?.rfind('\n').map_or(0, |i| i + 1);
            let end = text.get(at..)?.find('\n').map_or(text.len(), |i| at + i);
            (end - start <= LONGEST_LINE).then_some((text, start, end))
        });
        Some(Self { file, line, column, length: token.max(1), text })
    }
    /// The offset of the place in its source.
    pub fn offset(&self) -> Option<usize> {
        self.text.map(|(_, start, _)| start + self.column as usize - 1)
    }
    /// The column behind the token.
    pub fn end_column(&self) -> u32 {
        self.column + self.length as u32
    }
    /// Whether both are places of one source, near enough to be shown in one excerpt.
    pub fn is_near(&self, other: &Self) -> bool {
        const FAR: u32 = 200;
        let same = |(a, b): (&str, &str)| std::ptr::eq(a, b);
        let texts = self.text.zip(other.text).map(|(a, b)| (a.0, b.0));
        texts.is_some_and(same) && self.line.abs_diff(other.line) <= FAR
    }
}
