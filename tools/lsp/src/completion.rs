//! Completion: what may be written at the cursor.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent, MarkupKind,
    Position, TextEdit,
};
use strata_ir::{
    core::{Context, OpInfo, Registry},
    text::extents::{Span, ValueOrigin},
};
use strata_pass::PassRegistry;

use crate::{
    analysis::{Analysis, Part},
    document::Document,
    hover::{describe, describe_attr, head},
    lexer::{TokenKind, line_start, tokens, tokens_from},
    navigation::owner,
    run_lines,
};

/// Types that need no dialect, and what a snippet of them is.
const BUILTIN_TYPES: [(&str, &str); 22] = [
    ("i1", "i1"),
    ("i8", "i8"),
    ("i16", "i16"),
    ("i32", "i32"),
    ("i64", "i64"),
    ("index", "index"),
    ("f16", "f16"),
    ("bf16", "bf16"),
    ("f32", "f32"),
    ("f64", "f64"),
    ("f8E4M3FN", "f8E4M3FN"),
    ("f8E5M2", "f8E5M2"),
    ("f8E4M3FNUZ", "f8E4M3FNUZ"),
    ("f8E5M2FNUZ", "f8E5M2FNUZ"),
    ("f4E2M1FN", "f4E2M1FN"),
    ("tf32", "tf32"),
    ("none", "none"),
    ("tensor", "tensor<"),
    ("memref", "memref<"),
    ("vector", "vector<"),
    ("complex", "complex<"),
    ("tuple", "tuple<"),
];

/// Where in the language the cursor is.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// The name of an op: the first word of an op.
    Op,
    /// A type: after `:` or `->`, or in the parentheses of one.
    Type,
    /// The name of an attribute in a dictionary.
    AttrName,
    /// Anything else.
    Other,
}

/// The request at a position.
struct At<'a> {
    doc: &'a Document,
    part: &'a Part,
    text: &'a str,
    /// The cursor.
    offset: usize,
    /// The name that is typed already, with its sigil; the completion replaces it.
    prefix: Span,
    items: Vec<CompletionItem>,
}

/// The completions at a position.
pub fn completion(
    doc: &Document,
    analysis: &Analysis,
    registry: &Registry,
    passes: &PassRegistry,
    position: Position,
) -> Vec<CompletionItem> {
    let Some((part, offset)) = doc.place(analysis, position) else { return Vec::new() };
    let text = doc.part_text(part);
    let prefix = prefix(text, offset);
    let mut at = At { doc, part, text, offset, prefix, items: Vec::new() };
    if let Some(span) = run_lines::pass_prefix(text, offset) {
        at.prefix = span;
        at.passes(passes);
        return at.items;
    }
    if in_text(text, offset) {
        return Vec::new();
    }
    match text.as_bytes().get(prefix.start as usize).filter(|_| prefix.start < prefix.end) {
        Some(b'%') => at.values(),
        Some(b'^') => at.blocks(),
        Some(b'@') => at.symbols(),
        Some(b'#') => at.attributes(registry),
        Some(b'!') => at.types(registry),
        _ => match place(text, prefix.start as usize) {
            Place::Op => at.ops(registry),
            Place::Type => {
                at.builtin_types();
                at.types(registry);
            }
            Place::AttrName => at.attr_names(),
            Place::Other => at.words(),
        },
    }
    at.items
}

/// The name before the cursor, with its sigil.
fn prefix(text: &str, offset: usize) -> Span {
    let bytes = text.as_bytes();
    let mut start = offset;
    while start > 0
        && bytes
            .get(start - 1)
            .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.' | b'-'))
    {
        start -= 1;
    }
    if start > 0 && bytes.get(start - 1).is_some_and(|c| b"%^@#!".contains(c)) {
        start -= 1;
    }
    Span::new(start, offset)
}

/// Whether the cursor is in a comment or a string.
fn in_text(text: &str, offset: usize) -> bool {
    tokens_from(text, line_start(text, offset)).take_while(|t| (t.span.start as usize) < offset).any(|t| {
        let (end, bytes) = (t.span.end as usize, text.as_bytes());
        match t.kind {
            TokenKind::Comment => offset <= end,
            TokenKind::String => offset < end || offset == end && bytes.get(end - 1) != Some(&b'"'),
            _ => false,
        }
    })
}

/// Where the word that starts at `start` stands, judged by what is before it.
fn place(text: &str, start: usize) -> Place {
    let before = text.get(..start).unwrap_or_default();
    let line = before.get(line_start(text, start)..).unwrap_or_default();
    let last = before.trim_end().bytes().last();
    if line.trim().is_empty() {
        // A line that continues an op begins after an open bracket or a comma.
        return match last {
            Some(b',' | b'(' | b'[' | b'=' | b':' | b'<') => Place::Other,
            Some(b'>') if before.trim_end().ends_with("->") => Place::Type,
            Some(b'{') if opens_dictionary(before) => Place::AttrName,
            _ => Place::Op,
        };
    }
    let results = line.trim_end().strip_suffix('=').map(str::trim);
    if results.is_some_and(|r| r.starts_with('%') && !r.contains('(')) {
        return Place::Op;
    }
    match innermost(before) {
        Some((b'{', at)) => {
            let inside = before.get(at + 1..).unwrap_or_default();
            let is_first = matches!(last, Some(b'{' | b','));
            if is_first && opens_dictionary(before.get(..=at).unwrap_or_default()) {
                return Place::AttrName;
            }
            if inside.trim().is_empty() {
                return Place::Op;
            }
        }
        Some((b'(', at)) => {
            let head = before.get(..at).unwrap_or_default().trim_end();
            if head.ends_with(':') || head.ends_with("->") {
                return Place::Type;
            }
        }
        Some((b'<', _)) if last == Some(b'x') => return Place::Type,
        _ => (),
    }
    // A comma in a list of types: `: i32, `.
    let listed = line.rsplit_once(" : ").is_some_and(|(_, after)| !after.contains(['%', '{', '}', '=']));
    match last {
        Some(b':') if !before.trim_end().ends_with("::") => Place::Type,
        Some(b'>') if before.trim_end().ends_with("->") => Place::Type,
        Some(b',' | b'(') if listed => Place::Type,
        _ if line.trim_end().ends_with(" to") => Place::Type,
        _ => Place::Other,
    }
}

/// The innermost open bracket of the last lines.
fn innermost(before: &str) -> Option<(u8, usize)> {
    let mut start = before.len().saturating_sub(LOOKED_BACK);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    start = match start {
        0 => 0,
        _ => before.get(start..)?.find('\n').map_or(start, |i| start + i + 1),
    };
    let mut open = Vec::new();
    for t in tokens_from(before, start) {
        let TokenKind::Punctuation(c) = t.kind else { continue };
        match c {
            b'{' | b'(' | b'[' | b'<' => open.push((c, t.span.start as usize)),
            // The end of an arrow.
            b'>' if before.as_bytes().get((t.span.start as usize).wrapping_sub(1)) == Some(&b'-') => (),
            b'}' | b')' | b']' | b'>' => {
                if open.last().is_some_and(|(o, _)| o + 1 == c || o + 2 == c) {
                    open.pop();
                }
            }
            _ => (),
        }
    }
    open.pop()
}

/// How far back an open bracket is looked for.
const LOOKED_BACK: usize = 4096;

/// Whether the `{` at the end of a text begins a dictionary: after `<`, `attributes` or an operand, and not after a type or `do`.
fn opens_dictionary(before: &str) -> bool {
    let head = before.strip_suffix('{').unwrap_or(before).trim_end();
    let last = head.bytes().last();
    let line = head.get(line_start(head, head.len())..).unwrap_or_default().trim();
    if head.ends_with('<') || line.ends_with("attributes") {
        return true;
    }
    // A function or a module, whose region follows a type or a name.
    let opens_region =
        ["func", "module", " do", "else", "then", "step", "->", " to "].iter().any(|w| line.contains(w));
    !opens_region && last.is_some_and(|c| c != b':' && c != b'}') && !line.ends_with(':')
}

impl At<'_> {
    fn add(
        &mut self,
        label: &str,
        kind: CompletionItemKind,
        detail: impl Into<Option<String>>,
    ) -> &mut CompletionItem {
        self.add_text(label, label, kind, detail)
    }
    fn add_text(
        &mut self,
        label: &str,
        text: &str,
        kind: CompletionItemKind,
        detail: impl Into<Option<String>>,
    ) -> &mut CompletionItem {
        let range = self.doc.range(self.part, self.prefix);
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            detail: detail.into(),
            filter_text: Some(label.to_owned()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text.to_owned()))),
            ..CompletionItem::default()
        });
        let last = self.items.len() - 1;
        &mut self.items[last]
    }
    fn passes(&mut self, passes: &PassRegistry) {
        for p in passes.passes() {
            self.add(p.info.name, CompletionItemKind::FUNCTION, p.info.summary.to_owned());
        }
        for p in passes.pipelines() {
            self.add(p.name, CompletionItemKind::MODULE, p.summary.to_owned());
        }
    }
    /// Values: first those that are defined before the cursor in its block or one around it, the nearest first.
    fn values(&mut self) {
        let x = &self.part.extents;
        let here = x.region_at(self.prefix.start as usize);
        let scope = x.isolated(here);
        let block = |v: &strata_ir::text::extents::ValueExtent| match v.origin {
            ValueOrigin::Results { op, .. } => x.ops.get(op as usize).and_then(|o| o.block),
            ValueOrigin::Argument { block } => Some(block),
        };
        let mut found: Vec<(u32, u32, usize)> = Vec::new();
        for (i, v) in x.values.iter().enumerate() {
            if x.isolated(v.region) != scope || !x.is_around(v.region, here) {
                continue;
            }
            let start = v.name.start;
            let is_before = (start as usize) < self.prefix.start as usize;
            // The op around the cursor does not define values for itself.
            let own = owner(self.part, i as u32).and_then(|op| x.ops.get(op as usize));
            let in_itself = matches!(v.origin, ValueOrigin::Results { .. })
                && own.is_some_and(|op| op.span.touches(self.offset) && op.span.start <= start);
            if in_itself {
                continue;
            }
            let dominates = is_before
                && block(v).and_then(|b| x.blocks.get(b as usize)).is_none_or(|b| {
                    let entry = x.regions.get(b.region as usize).is_some_and(|r| {
                        text_is_blank(self.text, r.span.start as usize + 1, b.span.start as usize)
                    });
                    entry || b.span.touches(self.offset)
                });
            let distance = (self.prefix.start).abs_diff(start);
            found.push((if dominates { 0 } else { 1 }, distance, i));
        }
        found.sort_unstable();
        for (n, (rank, _, i)) in found.into_iter().enumerate() {
            let Some(v) = x.values.get(i) else { continue };
            let name = self.text.get(v.name.range()).unwrap_or_default();
            let types = Some(self.part.types(&v.types)).filter(|t| !t.is_empty());
            let count = v.types.len();
            for k in 0..count.clamp(1, 16) {
                let label = if count > 1 { format!("%{name}#{k}") } else { format!("%{name}") };
                self.add(&label, CompletionItemKind::VARIABLE, types.clone()).sort_text =
                    Some(format!("{rank}{n:06}{k:02}"));
            }
        }
    }
    fn blocks(&mut self) {
        let x = &self.part.extents;
        let here = x.region_at(self.prefix.start as usize);
        for b in x.blocks.iter().filter(|b| Some(b.region) == here) {
            let Some(name) = b.name.and_then(|n| self.text.get(n.range())) else { continue };
            self.add(&format!("^{name}"), CompletionItemKind::REFERENCE, None);
        }
    }
    fn symbols(&mut self) {
        let x = &self.part.extents;
        let symbols = self.part.symbols();
        let op =
            x.region_at(self.prefix.start as usize).and_then(|r| x.regions.get(r as usize)).map(|r| r.op);
        let before = self.text.get(..self.prefix.start as usize).unwrap_or_default();
        let found = match before.strip_suffix("::") {
            // The members of what is named before.
            Some(outer) => {
                let name = outer.rsplit('@').next().unwrap_or_default();
                let named =
                    |i: &&u32| x.symbols.get(**i as usize).is_some_and(|s| self.part.cx.str(s.name) == name);
                let visible = symbols.visible(x, op);
                let table = visible.iter().find(named).and_then(|i| x.symbols.get(*i as usize)?.op);
                table.map(|t| symbols.members(t)).unwrap_or_default()
            }
            None => symbols.visible(x, op),
        };
        for (n, i) in found.into_iter().enumerate() {
            let Some(s) = x.symbols.get(i as usize) else { continue };
            let name = self.part.cx.str(s.name);
            let plain =
                name.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.' | b'-'));
            let label = if plain { format!("@{name}") } else { format!("@\"{name}\"") };
            let detail =
                s.op.map(|op| head(self.part, self.text, op).lines().next().unwrap_or_default().to_owned());
            self.add(&label, CompletionItemKind::FUNCTION, detail).sort_text = Some(format!("{n:06}"));
        }
    }
    fn aliases(&mut self, sigil: u8) {
        for a in &self.part.extents.aliases {
            let (start, end) = (a.span.start as usize, a.name.end as usize);
            let Some(name) = self.text.get(start..end).filter(|n| n.as_bytes().first() == Some(&sigil))
            else {
                continue;
            };
            let value =
                self.text.get(a.span.range()).and_then(|t| t.split_once('=')).map(|t| t.1.trim().to_owned());
            self.add(name, CompletionItemKind::CONSTANT, value).sort_text = Some(format!("0{name}"));
        }
    }
    fn attributes(&mut self, registry: &Registry) {
        self.aliases(b'#');
        for def in registry.dialects().iter().flat_map(|d| d.attrs) {
            self.add(&format!("#{}", def.name), CompletionItemKind::VALUE, first_line(def.doc));
        }
    }
    fn types(&mut self, registry: &Registry) {
        self.aliases(b'!');
        for def in registry.dialects().iter().flat_map(|d| d.types) {
            self.add(&format!("!{}", def.name), CompletionItemKind::CLASS, first_line(def.doc));
        }
    }
    fn builtin_types(&mut self) {
        for (name, text) in BUILTIN_TYPES {
            self.add_text(name, text, CompletionItemKind::CLASS, None);
        }
    }
    /// Names of ops: those of the default dialect without it, and all others in full.
    fn ops(&mut self, registry: &Registry) {
        let x = &self.part.extents;
        let region = x.region_at(self.prefix.start as usize).and_then(|r| x.regions.get(r as usize));
        let default = region.map_or("builtin", |r| r.default_dialect);
        let typed = self.text.get(self.prefix.range()).unwrap_or_default();
        let dialect = typed.split_once('.').map(|(d, _)| d);
        for d in registry.dialects() {
            if dialect.is_some_and(|name| name != d.name) {
                continue;
            }
            for info in d.ops.iter().map(|info| info()) {
                if dialect.is_none() && d.name == default {
                    let label = info.mnemonic();
                    self.op(info, label).sort_text = Some(format!("0{label}"));
                }
                self.op(info, info.name).sort_text = Some(format!("1{}", info.name));
            }
        }
        if dialect.is_none() && region.is_none() {
            self.aliases(b'#');
        }
    }
    fn op(&mut self, info: &'static OpInfo, label: &str) -> &mut CompletionItem {
        let item = self.add(label, CompletionItemKind::METHOD, first_line(info.doc));
        // The documentation is sent when the editor asks for it.
        item.data = Some(serde_json::Value::from(info.name));
        item
    }
    fn attr_names(&mut self) {
        let x = &self.part.extents;
        let Some(info) = op_before(self.text, self.offset, &self.part.cx)
            .or_else(|| x.ops.get(x.op_at(self.offset)? as usize)?.info)
        else {
            return;
        };
        for spec in info.attrs.iter().filter(|a| !a.name.starts_with('<')) {
            let text = format!("{} = ", spec.name);
            self.add_text(spec.name, &text, CompletionItemKind::PROPERTY, describe_attr(spec));
        }
    }
    /// The keywords of the assembly format of the op.
    fn words(&mut self) {
        use strata_ir::core::{Asm, Directive};
        let Some(info) = op_before(self.text, self.offset, &self.part.cx) else { return };
        let Asm::Format(directives) = &info.asm else { return };
        let mut words = Vec::new();
        let mut todo: Vec<&Directive> = directives.iter().collect();
        while let Some(d) = todo.pop() {
            match d {
                Directive::Literal(word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    words.push(*word)
                }
                Directive::Optional { then, otherwise, .. } => {
                    todo.extend(then.iter().chain(otherwise.iter()))
                }
                Directive::OneOf(clauses) => todo.extend(clauses.iter().flat_map(|c| c.iter())),
                Directive::Attr(slot) => {
                    if let Some(spec) = info.attrs.get(*slot as usize)
                        && let strata_ir::core::AttrForm::Keyword(cases, _) = spec.form
                    {
                        words.extend(cases.iter().map(|c| c.0));
                    }
                }
                _ => (),
            }
        }
        words.sort_unstable();
        words.dedup();
        for word in words {
            self.add(word, CompletionItemKind::KEYWORD, None);
        }
    }
}

/// The op whose text a cursor is in, by the last name of an op before it.
fn op_before(text: &str, offset: usize, cx: &Context) -> Option<&'static OpInfo> {
    let before = text.get(..offset)?;
    // An op seldom has more lines than this before its attributes.
    let mut start = line_start(before, offset);
    for _ in 0..8 {
        let first = tokens(before.get(start..)?).find_map(|t| {
            let word = before.get(start..)?.get(t.span.range())?;
            match t.kind {
                TokenKind::Word if word.contains('.') => cx.op_info(word),
                TokenKind::Word => {
                    cx.op_info(&format!("func.{word}")).or_else(|| cx.op_info(&format!("builtin.{word}")))
                }
                TokenKind::String => cx.op_info(word.trim_matches('"')),
                _ => None,
            }
        });
        if first.is_some() || start == 0 {
            return first;
        }
        start = line_start(before, start - 1);
    }
    None
}

fn text_is_blank(text: &str, start: usize, end: usize) -> bool {
    text.get(start..end).is_some_and(|t| t.trim().is_empty())
}

fn first_line(doc: &str) -> Option<String> {
    doc.trim().lines().next().map(str::to_owned)
}

/// Adds the documentation of an op to its item.
pub fn resolve(registry: &Registry, mut item: CompletionItem) -> CompletionItem {
    let name = item.data.as_ref().and_then(|d| d.as_str()).unwrap_or_default();
    let dialect = name.split('.').next().unwrap_or_default();
    let found = registry.dialects().iter().filter(|d| d.name == dialect).flat_map(|d| d.ops).map(|i| i());
    if let Some(info) = found.into_iter().find(|i| i.name == name) {
        let value = describe(info);
        item.documentation =
            Some(Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value }));
    }
    item
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_by_what_is_before_them() {
        let at = |text: &str| place(text, text.len());
        for text in ["", "func.func @f() {\n  ", "  %0 = ", "  %a, %b = ", "module { ", "x {\n}\n"] {
            assert_eq!(at(text), Place::Op, "{text}");
        }
        for text in [
            "  %0 = arith.addi %a, %b : ",
            "f(%x: ",
            "func.func @f() -> ",
            "a : (",
            "a : i32, ",
            "tensor<4x",
            "f(%a) : (i32, ",
        ] {
            assert_eq!(at(text), Place::Type, "{text}");
        }
        for text in ["  %0 = a.b %x {", "\"a.b\"() <{", "a.b {x = 1, "] {
            assert_eq!(at(text), Place::AttrName, "{text}");
        }
        for text in ["  %0 = arith.cmpi ", "a.b %x, "] {
            assert_eq!(at(text), Place::Other, "{text}");
        }
    }

    #[test]
    fn a_prefix_has_its_sigil() {
        let of = |text: &str| prefix(text, text.len());
        assert_eq!(of("a %x"), Span::new(2, 4));
        assert_eq!(of("a %"), Span::new(2, 3));
        assert_eq!(of("arith.ad"), Span::new(0, 8));
        assert_eq!(of("a, "), Span::new(3, 3));
    }
}
