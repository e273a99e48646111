//! The analysis of one version of a file: its parts between `// -----`, each parsed and verified as a module of its own.
//!
//! Of the version before, parts that are the same are taken as they are, and of the part that changed the functions that are the same
//! ([`strata_ir::text::reparse_module_with_extents`]); verified is the whole part, since an error may be about a symbol elsewhere. The
//! result is that of an analysis of the text alone.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use strata_ir::{
    core::{Body, Context, Diagnostic, Location, Registry},
    text::{
        ParseOptions,
        extents::{Extents, Former, Span},
        reparse_module_with_extents,
        split::{MARKER, split_at},
    },
};

use crate::symbols::Symbols;

/// How many bytes a context reads, besides so many times the size of the file, before a new one takes its place: it keeps all texts that
/// it has read.
const MOST_READ: usize = 16 << 20;
const MOST_READS: usize = 16;

/// One input of a file.
pub struct Part {
    /// Its first byte.
    pub start: usize,
    /// After its last byte.
    pub end: usize,
    content: Arc<Content>,
}

/// An input that was read, wherever it begins.
pub struct Content {
    /// The context of the types and attributes in [`Self::extents`].
    pub cx: Arc<Context>,
    /// Where its ops, values and other parts are; offsets are from the start of the part on.
    pub extents: Extents,
    /// Its errors.
    pub diagnostics: Vec<Diagnostic>,
    /// How many bytes were not parsed, since they stood in the version before.
    pub kept: usize,
    text: String,
    body: Option<Box<Body>>,
    symbols: OnceLock<Symbols>,
}

impl Deref for Part {
    type Target = Content;
    fn deref(&self) -> &Content {
        &self.content
    }
}

impl Part {
    /// A span of this part as one of the file.
    pub fn in_document(&self, span: Span) -> Span {
        let start = self.start as u32;
        Span { start: start + span.start, end: start + span.end }
    }
}

impl Content {
    fn new(cx: &Arc<Context>, name: &str, text: &str, former: Option<&Content>) -> Self {
        let former = former.filter(|f| Arc::ptr_eq(&f.cx, cx));
        let former = former
            .and_then(|f| Some(Former { text: &f.text, body: f.body.as_deref()?, extents: &f.extents }));
        let parsed = reparse_module_with_extents(cx, name, text, ParseOptions::default(), former);
        Self {
            cx: cx.clone(),
            extents: parsed.extents,
            diagnostics: parsed.diagnostics,
            kept: parsed.kept,
            text: text.to_owned(),
            body: parsed.body,
            symbols: OnceLock::new(),
        }
    }
    /// The symbols by table and name.
    pub fn symbols(&self) -> &Symbols {
        self.symbols.get_or_init(|| Symbols::new(&self.extents))
    }
    /// The text of a type or attribute is printed by this.
    pub fn types(&self, types: &[strata_ir::core::Type]) -> String {
        types.iter().map(|&t| self.cx.type_to_string(t)).collect::<Vec<_>>().join(", ")
    }
}

/// See the module documentation.
#[derive(Default)]
pub struct Analysis {
    /// The parts in order.
    pub parts: Vec<Part>,
    /// The offsets after near misses of the marker between parts.
    pub near_misses: Vec<usize>,
    /// An error about the file as a whole.
    pub refused: Option<String>,
    /// The context of the parts that were parsed last, and how many bytes it has read.
    reader: Option<(Arc<Context>, usize)>,
}

impl Analysis {
    /// Parses and verifies a text; `former` is the analysis of another version of the file.
    pub fn new(registry: &Registry, name: &str, text: &str, former: Option<&Self>) -> Self {
        let split = split_at(text, MARKER);
        let old = former.map_or(&[][..], |f| &f.parts);
        let n = split.inputs.len();
        let is_same = |part: &Part, i: usize| split.inputs.get(i).is_some_and(|(_, text)| *text == part.text);
        // Parts that are the same at the start and at the end; between them, parts follow those of the same number.
        let first = old.iter().enumerate().take_while(|(i, p)| is_same(p, *i)).count();
        let rest = old.len().min(n) - first;
        let last = old.iter().rev().take(rest).zip((0..n).rev()).take_while(|(p, i)| is_same(p, *i)).count();
        let reader = former.and_then(|f| f.reader.clone()).filter(|(_, read)| {
            // Resources belong to a context.
            let has_resources = text.contains("{-#") || old.iter().any(|p| p.text.contains("{-#"));
            let may_read = MOST_READ + MOST_READS * text.len();
            !has_resources && *read <= may_read
        });
        let (cx, mut read) = reader.unwrap_or_else(|| (context(registry), 0));
        let content = |(i, &(_, input)): (usize, &(usize, &str))| {
            let same = if i < first {
                old.get(i)
            } else if i + last >= n {
                old.get(i + old.len() - n)
            } else {
                None
            };
            if let Some(same) = same {
                return same.content.clone();
            }
            read += input.len();
            Arc::new(Content::new(&cx, name, input, old.get(i).map(|p| &*p.content)))
        };
        let contents: Vec<Arc<Content>> = split.inputs.iter().enumerate().map(content).collect();
        let part = |((start, input), content): ((usize, &str), Arc<Content>)| Part {
            start,
            end: start + input.len(),
            content,
        };
        let parts = split.inputs.into_iter().zip(contents).map(part).collect();
        Self { parts, near_misses: split.near_misses, refused: None, reader: Some((cx, read)) }
    }
    /// For a file that is too large.
    pub fn refused(bytes: usize) -> Self {
        let message = format!(
            "the file has {bytes} bytes; files of more than {} are not checked",
            crate::document::MOST_BYTES
        );
        Self { refused: Some(message), ..Self::default() }
    }
    /// The part around an offset of the file.
    pub fn part_at(&self, offset: usize) -> Option<&Part> {
        let after = self.parts.partition_point(|p| p.start <= offset);
        self.parts.get(after.checked_sub(1)?)
    }
    /// The offset in `text`, which is that of a part, of a location.
    pub fn offset_of(part: &Part, text: &str, starts: &[usize], loc: Location) -> Option<usize> {
        let (_, line, column) = loc.file_line_col(&part.cx)?;
        let start = starts.get((line as usize).checked_sub(1)?)?;
        Some((start + (column as usize).saturating_sub(1)).min(text.len()))
    }
}

fn context(registry: &Registry) -> Arc<Context> {
    let mut registry = registry.clone();
    // Nothing is rendered here: errors have suggestions where a renderer would show them.
    registry.set_diagnostic_renderer(Some(|_, d| d.message.clone()));
    registry.freeze()
}
