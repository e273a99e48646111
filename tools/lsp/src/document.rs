//! One version of an open file. A change makes a new one, so that what works on the old one is not disturbed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use strata_ir::{core::Registry, text::extents::Span};

use crate::{
    analysis::{Analysis, Part},
    position::{Encoding, Lines},
};

/// Larger files are not analysed.
pub const MOST_BYTES: usize = 256 << 20;

/// See the module documentation.
pub struct Document {
    /// Its address.
    pub uri: Uri,
    /// The number that the editor gives this version.
    pub version: i32,
    /// The text.
    pub text: String,
    /// The lines of the text.
    pub lines: Lines,
    analysis: OnceLock<Arc<Analysis>>,
    /// The newest analysis of a version before, until there is one of this version.
    former: Mutex<Option<Arc<Analysis>>>,
}

impl Document {
    /// A version of a file.
    pub fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Self {
        let lines = Lines::new(&text, encoding);
        Self { uri, version, text, lines, analysis: OnceLock::new(), former: Mutex::default() }
    }
    /// The next version.
    pub fn changed(&self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) -> Self {
        let encoding = self.lines.encoding();
        let (mut text, mut lines) = (self.text.clone(), self.lines.clone());
        for change in changes {
            let Some(range) = change.range else {
                text = change.text;
                lines = Lines::new(&text, encoding);
                continue;
            };
            let (a, b) = (lines.offset(&text, range.start), lines.offset(&text, range.end));
            let range = a.min(b)..a.max(b);
            text.replace_range(range.clone(), &change.text);
            lines.change(&text, range, &change.text);
        }
        let former = match self.analysis.get() {
            Some(own) => Some(own.clone()),
            None => self.former.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        };
        Self {
            uri: self.uri.clone(),
            version,
            text,
            lines,
            analysis: OnceLock::new(),
            former: Mutex::new(former),
        }
    }
    /// The analysis of the text, made by the first call.
    pub fn analysis(&self, registry: &Registry) -> &Analysis {
        self.analysis.get_or_init(|| match self.text.len() {
            0..=MOST_BYTES => {
                let former = || self.former.lock().unwrap_or_else(PoisonError::into_inner);
                let old = former().clone();
                let new = Analysis::new(registry, self.uri.as_str(), &self.text, old.as_deref());
                // It is there until now for a version that comes meanwhile.
                *former() = None;
                Arc::new(new)
            }
            _ => Arc::new(Analysis::refused(self.text.len())),
        })
    }
    /// Whether [`Self::analysis`] has been called.
    pub fn is_analysed(&self) -> bool {
        self.analysis.get().is_some()
    }
    /// The part around a position, and the byte offset in that part.
    pub fn place<'a>(&self, analysis: &'a Analysis, position: Position) -> Option<(&'a Part, usize)> {
        let offset = self.lines.offset(&self.text, position);
        let part = analysis.part_at(offset)?;
        Some((part, offset - part.start))
    }
    /// The range of a span of a part.
    pub fn range(&self, part: &Part, span: Span) -> Range {
        self.lines.range(&self.text, part.in_document(span))
    }
    /// The text of a part.
    pub fn part_text(&self, part: &Part) -> &str {
        self.text.get(part.start..part.end).unwrap_or_default()
    }
}

/// The newest versions of the open files.
pub type Documents = rustc_hash::FxHashMap<String, Arc<Document>>;

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        let uri: Uri = "file:///a.mlir".parse().expect("an address");
        Document::new(uri, 1, text.to_owned(), Encoding::Utf16)
    }

    #[test]
    fn changes_follow_each_other() {
        let change = |a: (u32, u32), b: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(a.0, a.1), Position::new(b.0, b.1))),
            range_length: None,
            text: text.to_owned(),
        };
        let doc = document("one\ntwo\n");
        // The second range is in the text after the first change.
        let doc = doc.changed(2, vec![change((0, 3), (1, 0), ""), change((0, 0), (0, 3), "1é")]);
        assert_eq!((doc.text.as_str(), doc.version), ("1étwo\n", 2));
        // Ranges that are outside of the text, or turned around.
        let doc = doc.changed(3, vec![change((7, 7), (9, 9), "x"), change((0, 2), (0, 0), "")]);
        assert_eq!(doc.text, "two\nx");
    }
}
