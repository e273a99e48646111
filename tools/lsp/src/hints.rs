//! Inlay hints: the types of results that the text does not tell.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, Range};
use strata_ir::text::extents::ValueOrigin;

use crate::{
    analysis::Analysis,
    colours::{alias_names, is_within},
    document::Document,
    hover::head,
};

/// Longer types are shortened.
const LONGEST: usize = 60;

/// The hints in a range.
pub fn hints(doc: &Document, analysis: &Analysis, range: Range) -> Vec<InlayHint> {
    let from = doc.lines.offset(&doc.text, range.start);
    let to = doc.lines.offset(&doc.text, range.end);
    let mut out = Vec::new();
    for part in analysis.parts.iter().filter(|p| p.start <= to && from <= p.end) {
        let (x, text) = (&part.extents, doc.part_text(part));
        let aliases = alias_names(part, text);
        for value in x.values.iter().filter(|v| is_within(part, v.name, from, to)) {
            let shown = match value.origin {
                ValueOrigin::Results { op, .. } => head_and_tail(part, text, op),
                // `%i: i32` of a block; that of a loop or of a function stands outside of the region.
                ValueOrigin::Argument { block } => {
                    let region = x.blocks.get(block as usize).map(|b| b.region);
                    let op = region.and_then(|r| x.regions.get(r as usize)).map(|r| r.op);
                    let after = text.get(value.name.end as usize..).unwrap_or_default();
                    match op {
                        Some(op) if !after.trim_start().starts_with(':') => head_and_tail(part, text, op),
                        _ => continue,
                    }
                }
            };
            let is_shown = |ty| {
                let printed = part.cx.type_to_string(ty);
                shown.iter().any(|s| contains_word(s, &printed))
                    || aliases.get(&ty).is_some_and(|a| shown.iter().any(|s| contains_word(s, a)))
            };
            if value.types.is_empty() || value.types.iter().all(|&ty| is_shown(ty)) {
                continue;
            }
            let mut label = format!(": {}", part.types(&value.types));
            if let Some((end, _)) = label.char_indices().nth(LONGEST) {
                label.truncate(end);
                label.push('…');
            }
            // `%0:2` ends after the number.
            let rest = text.get(value.name.end as usize..).unwrap_or_default();
            let count =
                rest.strip_prefix(':').map_or(0, |r| 1 + r.bytes().take_while(u8::is_ascii_digit).count());
            let end = part.start + value.name.end as usize + if count > 1 { count } else { 0 };
            out.push(InlayHint {
                position: doc.lines.position(&doc.text, end),
                label: InlayHintLabel::String(label),
                kind: Some(InlayHintKind::TYPE),
                text_edits: None,
                tooltip: None,
                padding_left: None,
                padding_right: None,
                data: None,
            });
        }
    }
    out
}

/// The text of an op before its first region and after its last one.
fn head_and_tail<'t>(part: &crate::analysis::Part, text: &'t str, op: u32) -> [&'t str; 2] {
    let x = &part.extents;
    let Some(extent) = x.ops.get(op as usize) else { return [""; 2] };
    let from = x.regions.partition_point(|r| r.span.start < extent.span.start);
    let inside = x.regions.get(from..).unwrap_or_default();
    let regions = inside.iter().take_while(|r| r.span.start < extent.span.end).filter(|r| r.op == op);
    let end = regions.map(|r| r.span.end).max().unwrap_or(extent.span.end);
    [head(part, text, op), text.get(end as usize..extent.span.end as usize).unwrap_or_default()]
}

/// Whether a type stands in a text, not as a part of another word.
fn contains_word(text: &str, word: &str) -> bool {
    let is_word = |c: Option<u8>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == b'_');
    text.match_indices(word).any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|i| text.as_bytes().get(i).copied());
        // `4xi32` and `constant 1 : i32` differ in what is before the type.
        !is_word(before) && !is_word(text.as_bytes().get(at + word.len()).copied())
    })
}

#[cfg(test)]
mod tests {
    use super::contains_word;

    #[test]
    fn types_are_words() {
        assert!(contains_word("x : i1", "i1"));
        assert!(!contains_word("x : i16", "i1"));
        assert!(!contains_word("tensor<4xi1>", "i1"));
        assert!(contains_word("(tensor<4xi1>)", "tensor<4xi1>"));
    }
}
