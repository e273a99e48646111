//! Source buffers: from a position in four bytes to file, line and column, and to the text of the line. Binary files
//! list places in files instead, each of which takes one position.

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

/// Places in files that a binary file lists: the location of each is its number, and nothing is interned.
pub struct Places {
    base: u32,
    length: u32,
    list: OnceLock<PlaceList>,
}

/// The contents of [`Places`].
#[derive(Default)]
pub struct PlaceList {
    /// The names of the files.
    pub files: Vec<String>,
    /// The number of a file, the line and the column, by the number of the place.
    pub places: Vec<Option<(u32, u32, u32)>>,
}

impl Places {
    /// The location of place `index`; `None` if there are fewer places.
    pub fn location(&self, index: usize) -> Option<crate::Location> {
        let index = u32::try_from(index).ok().filter(|&i| i < self.length)?;
        Some(crate::Location::from_source_pos(self.base + index))
    }
    /// Sets the places once; until then they are unknown.
    pub fn set(&self, list: PlaceList) {
        // Of two calls the first one counts: locations do not change.
        let _ = self.list.set(list);
    }
    fn resolve(&self, pos: u32) -> Option<(&str, u32, u32)> {
        let list = self.list.get()?;
        let (file, line, column) = (*list.places.get((pos - self.base) as usize)?)?;
        Some((list.files.get(file as usize)?, line, column))
    }
}

/// All source buffers of a context. Together they are limited to 2 GiB.
#[derive(Default)]
pub struct SourceMap {
    sources: boxcar::Vec<Source>,
    places: boxcar::Vec<Places>,
    /// The first position that is free.
    next: AtomicU64,
}

impl SourceMap {
    /// Adds a buffer; `None` when the positions of the map are used up.
    pub fn add(&self, name: &str, text: String) -> Option<&Source> {
        let base = self.take(text.len() as u64 + 1)?;
        let name = name.to_owned();
        let index = self.sources.push(Source { name, text, base, line_starts: OnceLock::new() });
        self.sources.get(index)
    }
    /// Reserves positions for `length` places; `None` when the positions of the map are used up.
    pub fn add_places(&self, length: usize) -> Option<&Places> {
        let length = u32::try_from(length).ok()?;
        let base = self.take(u64::from(length))?;
        let index = self.places.push(Places { base, length, list: OnceLock::new() });
        self.places.get(index)
    }
    /// Takes positions that follow each other, and returns the first one.
    fn take(&self, length: u64) -> Option<u32> {
        let free = |next: u64| (next + length < (1 << 31) - 1).then_some(next + length);
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).ok().map(|base| base as u32)
    }
    fn place(&self, pos: u32) -> Option<(&str, u32, u32)> {
        let mut lists = self.places.iter().map(|(_, p)| p);
        lists.find(|p| p.base <= pos && pos - p.base < p.length)?.resolve(pos)
    }
    fn find(&self, pos: u32) -> Option<&Source> {
        self.sources
            .iter()
            .map(|(_, s)| s)
            .find(|s| s.base <= pos && pos as usize <= s.base as usize + s.text.len())
    }
    /// File, line and column of a position.
    pub(crate) fn resolve(&self, pos: u32) -> Option<(&str, u32, u32)> {
        let Some(source) = self.find(pos) else { return self.place(pos) };
        let (line, col) = source.line_col((pos - source.base) as usize);
        Some((&source.name, line, col))
    }
    /// The text of the line of a position.
    pub(crate) fn line_at(&self, pos: u32) -> Option<&str> {
        let Some(source) = self.find(pos) else {
            let (file, line, _) = self.place(pos)?;
            return self.line_text(file, line);
        };
        let (line, _) = source.line_col((pos - source.base) as usize);
        source.line(line)
    }
    /// The text of the source of a position, and the position's offset in it.
    pub(crate) fn text_at(&self, pos: u32) -> Option<(&str, usize)> {
        let source = self.find(pos)?;
        Some((source.text(), (pos - source.base) as usize))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_positions_of_their_own() {
        let map = SourceMap::default();
        let first = map.add("a.mlir", "one\ntwo".to_owned()).expect("room").location(5);
        let places = map.add_places(2).expect("room");
        let last = map.add("b.mlir", "x".to_owned()).expect("room").location(0);
        let (known, unknown) = (places.location(0).expect("one"), places.location(1).expect("two"));
        assert_eq!(places.location(2), None);
        assert_eq!(map.resolve(known.source_pos().expect("a position")), None, "nothing is said yet");
        places.set(PlaceList { files: vec!["a.mlir".into()], places: vec![Some((0, 2, 9)), None] });
        let find = |loc: crate::Location| loc.source_pos().and_then(|pos| map.resolve(pos));
        assert_eq!(find(first), Some(("a.mlir", 2, 2)));
        assert_eq!(find(known), Some(("a.mlir", 2, 9)));
        assert_eq!(find(unknown), None);
        assert_eq!(find(last), Some(("b.mlir", 1, 1)));
        assert_eq!(known.source_pos().and_then(|pos| map.line_at(pos)), Some("two"));
        assert!(map.add_places(1 << 31).is_none());
    }
}
