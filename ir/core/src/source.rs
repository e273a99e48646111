//! Source buffers: from a position in four bytes to file, line and column, and to the text of the line.

use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

/// One source buffer. Its positions start at `base` in the numbering of its [`SourceMap`].
pub struct Source {
    name: String,
    text: String,
    base: u32,
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    /// File name as given.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// The location of byte `offset`.
    pub fn location(&self, offset: usize) -> crate::Location {
        crate::Location::from_source_pos(self.base.saturating_add(offset as u32))
    }
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|i| i as u32 + 1))
                .collect()
        })
    }
    /// Line and column of byte `offset`, both from 1.
    pub fn line_col(&self, offset: usize) -> (u32, u32) {
        let starts = self.line_starts();
        let line = starts.partition_point(|&s| s as usize <= offset);
        (line as u32, (offset - starts[line - 1] as usize) as u32 + 1)
    }
    /// The text of line `line` (from 1) without its end.
    pub fn line(&self, line: u32) -> Option<&str> {
        let starts = self.line_starts();
        let start = *starts.get(line.checked_sub(1)? as usize)? as usize;
        let end = starts.get(line as usize).map_or(self.text.len(), |&e| e as usize);
        self.text.get(start..end).map(|s| s.trim_end_matches(['\n', '\r']))
    }
}

/// All source buffers of a context. Together they are limited to 2 GiB.
#[derive(Default)]
pub struct SourceMap {
    sources: boxcar::Vec<Source>,
    /// The first position that is free.
    next: AtomicU64,
}

impl SourceMap {
    /// Adds a buffer; `None` when the positions of the map are used up.
    pub fn add(&self, name: &str, text: String) -> Option<&Source> {
        let length = text.len() as u64 + 1;
        let free = |next: u64| (next + length < (1 << 31) - 1).then_some(next + length);
        let base = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).ok()?;
        let index = self.sources.push(Source {
            name: name.to_owned(),
            text,
            base: base as u32,
            line_starts: OnceLock::new(),
        });
        self.sources.get(index)
    }
    fn find(&self, pos: u32) -> Option<&Source> {
        self.sources
            .iter()
            .map(|(_, s)| s)
            .find(|s| s.base <= pos && pos as usize <= s.base as usize + s.text.len())
    }
    /// File, line and column of a position.
    pub(crate) fn resolve(&self, pos: u32) -> Option<(&str, u32, u32)> {
        let source = self.find(pos)?;
        let (line, col) = source.line_col((pos - source.base) as usize);
        Some((&source.name, line, col))
    }
    /// The text of the line of a position.
    pub(crate) fn line_at(&self, pos: u32) -> Option<&str> {
        let source = self.find(pos)?;
        let (line, _) = source.line_col((pos - source.base) as usize);
        source.line(line)
    }
    /// The text of the file of this name that was read last.
    pub fn text_of(&self, file: &str) -> Option<&str> {
        self.sources.iter().filter(|(_, s)| s.name == file).last().map(|(_, s)| s.text())
    }
    /// The text of a line of a file that was read, for a location that only names the file. A position knows its own
    /// buffer; see [`crate::Location::line_text`].
    pub fn line_text(&self, file: &str, line: u32) -> Option<&str> {
        // The parts of a split file have one name; only one of them is not blank at this line.
        let lines = self.sources.iter().filter(|(_, s)| s.name == file).filter_map(|(_, s)| s.line(line));
        lines.fold(None, |best, l| best.filter(|b: &&str| !b.is_empty()).or(Some(l)))
    }
}
