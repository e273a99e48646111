//! The outline of a file, its symbols for searches, and the ranges that can be folded.

use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, Location, OneOf, Range, SymbolKind, WorkspaceSymbol,
};
use strata_ir::{
    core::Trait,
    text::extents::{OpExtent, Span},
};

use crate::{
    analysis::{Analysis, Part},
    document::Document,
    hover::head,
    lexer::{TokenKind, tokens},
};

/// An op of the outline.
struct Item {
    op: u32,
    name: String,
    kind: SymbolKind,
    selection: Span,
}

/// The ops of an outline: symbols and tables of symbols.
fn items(part: &Part) -> Vec<Item> {
    let x = &part.extents;
    let mut names: rustc_hash::FxHashMap<u32, (String, Span)> = Default::default();
    for s in x.symbols.iter().filter(|s| s.defines) {
        if let Some(op) = s.op {
            names.insert(op, (part.cx.str(s.name).to_owned(), s.span));
        }
    }
    let item = |(i, op): (usize, &OpExtent)| {
        let info = op.info?;
        let kind = if info.has(Trait::FunctionLike) {
            SymbolKind::FUNCTION
        } else if info.has(Trait::SymbolTable) {
            SymbolKind::MODULE
        } else {
            SymbolKind::VARIABLE
        };
        match names.remove(&(i as u32)) {
            Some((name, selection)) => Some(Item { op: i as u32, name: format!("@{name}"), kind, selection }),
            None if info.has(Trait::SymbolTable) => {
                Some(Item { op: i as u32, name: info.name.to_owned(), kind, selection: op.name })
            }
            None => None,
        }
    };
    x.ops.iter().enumerate().filter_map(item).collect()
}

/// The outline as a tree. The parts of a divided file are its first level.
pub fn document_symbols(doc: &Document, analysis: &Analysis) -> Vec<DocumentSymbol> {
    let mut parts: Vec<(&Part, Vec<DocumentSymbol>)> =
        analysis.parts.iter().map(|part| (part, of_part(doc, part))).collect();
    if let [(_, only)] = &mut parts[..] {
        return std::mem::take(only);
    }
    let number = |(i, (part, children)): (usize, (&Part, Vec<DocumentSymbol>))| {
        let text = doc.part_text(part);
        let start = text.len() - text.trim_start().len();
        let range = doc.range(part, Span::new(start, text.trim_end().len().max(start)));
        let selection = Range::new(range.start, range.start);
        symbol(format!("<split-file-{i}>"), None, SymbolKind::NAMESPACE, range, selection, children)
    };
    parts.into_iter().enumerate().map(number).collect()
}

fn symbol(
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    range: Range,
    selection_range: Range,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the structure has no other constructor")]
    DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: Some(children).filter(|c| !c.is_empty()),
    }
}

fn of_part(doc: &Document, part: &Part) -> Vec<DocumentSymbol> {
    let (x, text) = (&part.extents, doc.part_text(part));
    let mut roots = Vec::new();
    // The open ones, each with the end of its text; an item that starts after it is not in it.
    let mut open: Vec<(u32, DocumentSymbol)> = Vec::new();
    let close = |open: &mut Vec<(u32, DocumentSymbol)>, roots: &mut Vec<DocumentSymbol>| {
        let Some((_, done)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => parent.children.get_or_insert_default().push(done),
            None => roots.push(done),
        }
    };
    for item in items(part) {
        let Some(op) = x.ops.get(item.op as usize) else { continue };
        while open.last().is_some_and(|(end, _)| *end <= op.span.start) {
            close(&mut open, &mut roots);
        }
        // An op that is deep inside of others is shown in the last one that may have children.
        while open.len() >= DEEPEST {
            close(&mut open, &mut roots);
        }
        let detail = head(part, text, item.op);
        let detail = detail.lines().next().unwrap_or_default();
        let mut end = detail.len().min(120);
        while !detail.is_char_boundary(end) {
            end -= 1;
        }
        let detail = detail.get(..end).map(str::to_owned);
        let (range, selection) = (doc.range(part, op.span), doc.range(part, item.selection));
        open.push((op.span.end, symbol(item.name, detail, item.kind, range, selection, Vec::new())));
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

/// The deepest outline: it is written by a recursive function.
const DEEPEST: usize = 64;

/// The symbols of a file whose names contain the letters of a query in this order.
pub fn workspace_symbols(
    doc: &Document,
    analysis: &Analysis,
    query: &str,
    most: usize,
) -> Vec<WorkspaceSymbol> {
    let mut out = Vec::new();
    for part in &analysis.parts {
        for item in items(part).into_iter().filter(|i| i.name.starts_with('@') && matches(&i.name, query)) {
            if out.len() >= most {
                return out;
            }
            out.push(WorkspaceSymbol {
                name: item.name,
                kind: item.kind,
                tags: None,
                container_name: None,
                location: OneOf::Left(Location::new(doc.uri.clone(), doc.range(part, item.selection))),
                data: None,
            });
        }
    }
    out
}

fn matches(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|q| letters.any(|c| c == q))
}

/// How many brackets without a partner are looked over.
const FARTHEST: usize = 64;

/// Brackets over several lines, and comments of several lines.
pub fn folding(doc: &Document) -> Vec<FoldingRange> {
    let mut out = Vec::new();
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut comments: Option<(usize, usize)> = None;
    let mut last_line = None;
    let range = |start: usize, end: usize, kind| FoldingRange {
        start_line: start as u32,
        end_line: end as u32,
        kind: Some(kind),
        ..FoldingRange::default()
    };
    for token in tokens(&doc.text) {
        let line = doc.lines.line_of(token.span.start as usize);
        // A comment after other text of its line belongs to that text.
        if token.kind == TokenKind::Comment && last_line != Some(line) {
            comments = match comments {
                Some((first, last)) if last + 1 == line => Some((first, line)),
                before => {
                    let done = before.filter(|(a, b)| a < b);
                    out.extend(done.map(|(a, b)| range(a, b, FoldingRangeKind::Comment)));
                    Some((line, line))
                }
            };
        }
        last_line = Some(line);
        match token.kind {
            TokenKind::Punctuation(c @ (b'{' | b'(' | b'[')) => open.push((c, line)),
            TokenKind::Punctuation(c @ (b'}' | b')' | b']')) => {
                // A bracket without a partner, in a text with errors, closes those inside of its pair.
                let near = open.iter().rev().take(FARTHEST);
                let Some(up) = near.enumerate().find(|(_, (o, _))| o + 1 == c || o + 2 == c) else {
                    continue;
                };
                let at = open.len() - 1 - up.0;
                let start = open.get(at).map_or(line, |o| o.1);
                open.truncate(at);
                // The line of the closing bracket stays visible.
                if line > start + 1 {
                    out.push(range(start, line - 1, FoldingRangeKind::Region));
                }
            }
            _ => (),
        }
    }
    let done = comments.filter(|(a, b)| a < b);
    out.extend(done.map(|(a, b)| range(a, b, FoldingRangeKind::Comment)));
    out.sort_by_key(|r| (r.start_line, std::cmp::Reverse(r.end_line)));
    out
}
