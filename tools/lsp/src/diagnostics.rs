//! Diagnostics as the protocol has them: with ranges, and notes as related information.

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location as Place,
    PublishDiagnosticsParams, Range,
};
use strata_ir::{
    core::{self, Location, Severity},
    text::extents::Span,
};

use crate::{
    analysis::{Analysis, Part},
    document::Document,
    lexer::token_at,
};

/// The name of this tool at diagnostics.
pub const SOURCE: &str = "strata";

/// The diagnostics of a file.
pub fn publish(doc: &Document, analysis: &Analysis) -> PublishDiagnosticsParams {
    PublishDiagnosticsParams {
        uri: doc.uri.clone(),
        diagnostics: all(doc, analysis),
        version: Some(doc.version),
    }
}

/// All diagnostics in order of the parts.
pub fn all(doc: &Document, analysis: &Analysis) -> Vec<Diagnostic> {
    if let Some(message) = &analysis.refused {
        return vec![Diagnostic {
            severity: Some(DiagnosticSeverity::WARNING),
            source: Some(SOURCE.to_owned()),
            message: message.clone(),
            ..Diagnostic::default()
        }];
    }
    let near_miss = |&end: &usize| {
        let start = doc.lines.start(&doc.text, doc.lines.line_of(end));
        let comment = doc.text.get(start..end).and_then(|t| t.rfind("//")).map_or(start, |i| start + i);
        Diagnostic {
            range: doc.lines.range(&doc.text, Span::new(comment, end)),
            severity: Some(DiagnosticSeverity::WARNING),
            source: Some(SOURCE.to_owned()),
            message: "near miss with file split marker".to_owned(),
            ..Diagnostic::default()
        }
    };
    let mut out: Vec<Diagnostic> = analysis.near_misses.iter().map(near_miss).collect();
    for part in analysis.parts.iter().filter(|p| !p.diagnostics.is_empty()) {
        let finder = Finder::new(doc, part);
        out.extend(part.diagnostics.iter().map(|d| finder.convert(d)));
    }
    out
}

/// Finds the ranges of locations in a part.
struct Finder<'a> {
    doc: &'a Document,
    part: &'a Part,
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Finder<'a> {
    fn new(doc: &'a Document, part: &'a Part) -> Self {
        let text = doc.part_text(part);
        let newlines = text.bytes().enumerate().filter(|(_, c)| *c == b'\n').map(|(i, _)| i + 1);
        Self { doc, part, text, starts: std::iter::once(0).chain(newlines).collect() }
    }
    fn convert(&self, d: &core::Diagnostic) -> Diagnostic {
        let related: Vec<DiagnosticRelatedInformation> = d
            .notes
            .iter()
            .map(|note| DiagnosticRelatedInformation {
                location: Place::new(self.doc.uri.clone(), self.range(note.loc)),
                message: note.message.clone(),
            })
            .collect();
        Diagnostic {
            range: self.range(d.loc),
            severity: Some(severity(d.severity)),
            source: Some(SOURCE.to_owned()),
            message: d.message.clone(),
            related_information: Some(related).filter(|r| !r.is_empty()),
            ..Diagnostic::default()
        }
    }
    /// The range of a location. One that is nowhere in the file is its start.
    fn range(&self, loc: Location) -> Range {
        let offset = Analysis::offset_of(self.part, self.text, &self.starts, loc).unwrap_or(0);
        self.doc.range(self.part, extent(self.part, self.text, offset))
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Remark => DiagnosticSeverity::INFORMATION,
        Severity::Note => DiagnosticSeverity::HINT,
    }
}

/// The extent that a diagnostic at an offset is about: an op, up to its first region, or else a token.
fn extent(part: &Part, text: &str, offset: usize) -> Span {
    let extents = &part.extents;
    let op = extents.op_at(offset).and_then(|i| Some((i, extents.ops.get(i as usize)?)));
    if let Some((index, op)) = op
        && op.complete
        && op.name.start as usize == offset
    {
        let end = head_end(part, text, index);
        return Span::new(offset, end.max(offset));
    }
    token_at(text, offset)
}

/// The end of the text of an op before its first region, or of the whole op if it has none.
pub fn head_end(part: &Part, text: &str, op: u32) -> usize {
    let extents = &part.extents;
    let Some(extent) = extents.ops.get(op as usize) else { return 0 };
    let from = extents.regions.partition_point(|r| r.span.start < extent.span.start);
    let inside = extents.regions.get(from..).unwrap_or_default();
    let region = inside.iter().take_while(|r| r.span.start < extent.span.end).find(|r| r.op == op);
    let end = region.map_or(extent.span.end, |r| r.span.start) as usize;
    text.get(extent.span.start as usize..end).map_or(end, |t| extent.span.start as usize + t.trim_end().len())
}
