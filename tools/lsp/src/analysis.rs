//! The analysis of one version of a file: its parts between `// -----`, each parsed and verified as a module of its own.

use std::sync::{Arc, OnceLock};

use strata_ir::{
    core::{Context, Diagnostic, Location, Registry},
    text::{
        ParseOptions,
        extents::{Extents, Span},
        parse_module_with_extents,
        split::{MARKER, split_at},
    },
};

use crate::symbols::Symbols;

/// One input of a file.
pub struct Part {
    /// Its first byte.
    pub start: usize,
    /// After its last byte.
    pub end: usize,
    /// The context of the types and attributes in [`Self::extents`].
    pub cx: Arc<Context>,
    /// Where its ops, values and other parts are; offsets are from `start` on.
    pub extents: Extents,
    /// Its errors.
    pub diagnostics: Vec<Diagnostic>,
    symbols: OnceLock<Symbols>,
}

impl Part {
    /// A span of this part as one of the file.
    pub fn in_document(&self, span: Span) -> Span {
        let start = self.start as u32;
        Span { start: start + span.start, end: start + span.end }
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
}

impl Analysis {
    /// Parses and verifies a text.
    pub fn new(registry: &Registry, name: &str, text: &str) -> Self {
        let split = split_at(text, MARKER);
        let mut registry = registry.clone();
        // Nothing is rendered here: errors have suggestions where a renderer would show them.
        registry.set_diagnostic_renderer(Some(|_, d| d.message.clone()));
        let cx = registry.freeze();
        let part = |(start, input): (usize, &str)| {
            let parsed = parse_module_with_extents(&cx, name, input, ParseOptions::default());
            Part {
                start,
                end: start + input.len(),
                cx: cx.clone(),
                extents: parsed.extents,
                diagnostics: parsed.diagnostics,
                symbols: OnceLock::new(),
            }
        };
        let parts = split.inputs.into_iter().map(part).collect();
        Self { parts, near_misses: split.near_misses, refused: None }
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
