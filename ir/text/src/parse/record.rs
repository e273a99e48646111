//! Recording of [`Extents`]: called from where names are read, and costing other parses one test there.

use rustc_hash::FxHashMap;
use strata_core::{Body, Op, OpInfo, Str, Trait, Value};

use super::{PResult, Parser};
use crate::extents::{
    AliasExtent, AliasValue, BlockExtent, BlockUse, Extents, OpExtent, RegionExtent, Span, SymbolExtent,
    ValueExtent, ValueOrigin, ValueUse,
};

/// The names of one isolated op.
#[derive(Default)]
struct Names<'s> {
    /// The definitions, by the first value of the name.
    values: FxHashMap<Value, u32>,
    /// The definitions by ops with errors, which have no values.
    broken: FxHashMap<&'s str, u32>,
    /// The uses of names before their definition.
    pending: FxHashMap<&'s str, Vec<u32>>,
}

/// The state of recording.
pub(super) struct Recorder<'s> {
    extents: Extents,
    scopes: Vec<Names<'s>>,
    ops: Vec<u32>,
    regions: Vec<u32>,
    /// The blocks of the regions being parsed.
    blocks: Vec<Option<u32>>,
}

impl Recorder<'_> {
    pub(super) fn new() -> Self {
        Self {
            extents: Extents::default(),
            scopes: vec![Names::default()],
            ops: Vec::new(),
            regions: Vec::new(),
            blocks: Vec::new(),
        }
    }
    pub(super) fn finish(self) -> Extents {
        self.extents
    }
    /// The current region and block.
    pub(super) fn place(&self) -> (Option<u32>, Option<u32>) {
        (self.regions.last().copied(), self.blocks.last().copied().flatten())
    }
    pub(super) fn extents(&mut self) -> &mut Extents {
        &mut self.extents
    }
}

/// A part of the source as a span; `None` for a text from elsewhere.
fn span_of(src: &str, part: &str) -> Option<Span> {
    let start = part.as_ptr().addr().checked_sub(src.as_ptr().addr())?;
    (start + part.len() <= src.len()).then(|| Span::new(start, start + part.len()))
}

/// The length of a text without the blanks and comments at its end.
fn text_end(mut text: &[u8]) -> usize {
    loop {
        text = text.trim_ascii_end();
        let line = memchr::memrchr(b'\n', text).map_or(0, |i| i + 1);
        if memchr::memmem::find(&text[line..], b"//").is_none() {
            return text.len();
        }
        let (mut quoted, mut at) = (false, line);
        let comment = loop {
            match text.get(at) {
                None => break None,
                Some(b'\\') if quoted => at += 1,
                Some(b'"') => quoted = !quoted,
                Some(b'/') if !quoted && text.get(at + 1) == Some(&b'/') => break Some(at),
                Some(_) => (),
            }
            at += 1;
        };
        match comment {
            Some(at) => text = &text[..at],
            None => return text.len(),
        }
    }
}

/// Adds to a list in order. A parser that went back reads names again.
fn push<T>(list: &mut Vec<T>, item: T, start: impl Fn(&T) -> u32) {
    while list.last().is_some_and(|last| start(last) >= start(&item)) {
        list.pop();
    }
    list.push(item);
}

impl<'s> Parser<'s> {
    /// Records an op around `parse`, which has its result names from `start` on.
    pub(super) fn recorded_op(&mut self, parse: impl FnOnce(&mut Self) -> PResult<Op>) -> PResult<Op> {
        if self.record.is_none() {
            return parse(self);
        }
        self.skip_blank();
        let start = self.pos;
        let Some(r) = &mut self.record else { return parse(self) };
        let index = r.extents.ops.len() as u32;
        r.extents.ops.push(OpExtent {
            span: Span::new(start, start),
            name: Span::new(start, start),
            info: None,
            region: r.regions.last().copied(),
            block: r.blocks.last().copied().flatten(),
            complete: false,
            operands: Default::default(),
            results: Default::default(),
            attrs: Vec::new(),
        });
        r.ops.push(index);
        let result = parse(self);
        let (end, cx) = (start + text_end(&self.bytes()[start..self.pos]), self.cx);
        if let Some(r) = &mut self.record {
            r.ops.pop();
            let list = &mut r.extents.ops;
            if let Some(extent) = list.get_mut(index as usize) {
                extent.span.end = end as u32;
                if let Ok(op) = result {
                    extent.complete = true;
                    describe(extent, &self.body, op);
                }
                if extent.info.is_some_and(|i| i.has(Trait::Symbol)) {
                    let name = extent.attrs.iter().find(|(n, _)| cx.str(*n) == "sym_name");
                    let name = name.and_then(|(_, a)| cx.attr_str(*a)).map(|n| cx.intern(n));
                    define_symbol(&mut r.extents.symbols, index, name);
                }
            }
        }
        result
    }
    /// The name of the current op, from `start` to the current position.
    pub(super) fn record_op_name(&mut self, start: usize, info: &'static OpInfo) {
        let end = self.pos;
        let Some(r) = &mut self.record else { return };
        if let Some(op) = r.ops.last().and_then(|&i| r.extents.ops.get_mut(i as usize)) {
            (op.name, op.info) = (Span::new(start, end), Some(info));
        }
    }
    /// A use of a value.
    #[inline]
    pub(super) fn record_use(&mut self, name: &'s str, number: u32) {
        if self.record.is_some() {
            self.record_use_of(name, number);
        }
    }
    #[cold]
    fn record_use_of(&mut self, name: &'s str, number: u32) {
        let first = self.scope.first_value(name);
        let (Some(r), Some(span)) = (&mut self.record, span_of(self.src, name)) else { return };
        let Some(scope) = r.scopes.last_mut() else { return };
        let known = first.and_then(|v| scope.values.get(&v)).or_else(|| scope.broken.get(name)).copied();
        push(&mut r.extents.value_uses, ValueUse { name: span, number, value: known }, |u| u.name.start);
        if known.is_none() {
            scope.pending.entry(name).or_default().push(r.extents.value_uses.len() as u32 - 1);
        }
    }
    /// The definition of a name; a result of the current op is told so by [`Self::record_results`].
    #[inline]
    pub(super) fn record_definition(&mut self, name: &'s str, values: &[Value]) {
        if self.record.is_some() {
            self.record_definition_of(name, values);
        }
    }
    #[cold]
    fn record_definition_of(&mut self, name: &'s str, values: &[Value]) {
        let types = values.iter().map(|&v| self.body.ty(v)).collect();
        let (Some(r), Some(span)) = (&mut self.record, span_of(self.src, name)) else { return };
        let index = r.extents.values.len() as u32;
        let block = r.blocks.last().copied().flatten();
        let origin = ValueOrigin::Argument { block: block.unwrap_or_default() };
        r.extents.values.push(ValueExtent { name: span, origin, region: r.regions.last().copied(), types });
        let Some(scope) = r.scopes.last_mut() else { return };
        if let Some(&first) = values.first() {
            scope.values.insert(first, index);
        }
        for at in scope.pending.remove(name).unwrap_or_default() {
            // The list is shorter where the parser went back.
            if let Some(u) = r.extents.value_uses.get_mut(at as usize) {
                u.value = Some(index);
            }
        }
    }
    /// The last definition is of results of the current op, from number `first` on.
    pub(super) fn record_results(&mut self, first: usize) {
        let Some(r) = &mut self.record else { return };
        if let (Some(&op), Some(value)) = (r.ops.last(), r.extents.values.last_mut()) {
            value.origin = ValueOrigin::Results { op, first: first as u32 };
        }
    }
    /// The names before the `=` of an op that has an error.
    pub(super) fn record_broken(&mut self, names: impl Iterator<Item = (&'s str, u64)>) {
        let Some(r) = &mut self.record else { return };
        let Some(&op) = r.ops.last() else { return };
        let region = r.regions.last().copied();
        let Some(scope) = r.scopes.last_mut() else { return };
        let mut first = 0;
        for (name, n) in names {
            let Some(span) = span_of(self.src, name) else { continue };
            let index = r.extents.values.len() as u32;
            let origin = ValueOrigin::Results { op, first };
            r.extents.values.push(ValueExtent { name: span, origin, region, types: Default::default() });
            scope.broken.insert(name, index);
            first = first.saturating_add(u32::try_from(n).unwrap_or(u32::MAX));
        }
    }
    /// Records a region around `parse`; its opening brace was just read.
    pub(super) fn recorded_region(
        &mut self,
        isolated: bool,
        parse: impl FnOnce(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        let (start, default_dialect) =
            (self.pos.saturating_sub(1), self.default_dialects.last().copied().unwrap_or_default());
        let Some(r) = &mut self.record else { return parse(self) };
        let index = r.extents.regions.len() as u32;
        let op = r.ops.last().copied().unwrap_or_default();
        let parent = r.regions.last().copied();
        let span = Span::new(start, self.src.len());
        r.extents.regions.push(RegionExtent { span, op, parent, isolated, default_dialect });
        r.regions.push(index);
        r.blocks.push(None);
        let result = parse(self);
        let end = self.pos;
        if let Some(r) = &mut self.record {
            r.regions.pop();
            let block = r.blocks.pop().flatten();
            end_block(&mut r.extents, block, end.saturating_sub(1));
            if let Some(region) = r.extents.regions.get_mut(index as usize) {
                region.span.end = end as u32;
            }
        }
        result
    }
    /// A block begins, with its name where it is written.
    pub(super) fn record_block(&mut self, name: Option<&'s str>) {
        let (src, pos) = (self.src, self.pos);
        let Some(r) = &mut self.record else { return };
        let Some(&region) = r.regions.last() else { return };
        let name = name.and_then(|n| span_of(src, n));
        let start = name.map_or(pos, |n| n.start as usize - 1);
        let index = r.extents.blocks.len() as u32;
        if let Some(last) = r.blocks.last_mut() {
            let before = last.replace(index);
            end_block(&mut r.extents, before, start);
        }
        r.extents.blocks.push(BlockExtent { name, span: Span::new(start, start), region });
    }
    /// A use of a block of the current region.
    pub(super) fn record_block_use(&mut self, name: &'s str) {
        let (Some(r), Some(span)) = (&mut self.record, span_of(self.src, name)) else { return };
        if let Some(&region) = r.regions.last() {
            push(&mut r.extents.block_uses, BlockUse { name: span, region }, |u| u.name.start);
        }
    }
    /// The name of a symbol that ends at the current position, but for `closing` bytes.
    pub(super) fn record_symbol(&mut self, start: usize, closing: usize, name: Str, depth: u32) {
        let end = self.pos - closing;
        let Some(r) = &mut self.record else { return };
        let op = r.ops.last().copied();
        let symbol = SymbolExtent { span: Span::new(start, end), name, op, depth, defines: false };
        push(&mut r.extents.symbols, symbol, |s| s.span.start);
    }
    /// The definition of an alias that ends at the current position.
    pub(super) fn record_alias(&mut self, name: &'s str, value: AliasValue) {
        let end = self.pos;
        let (Some(r), Some(span)) = (&mut self.record, span_of(self.src, name)) else { return };
        let whole = Span::new(span.start as usize - 1, end);
        r.extents.aliases.push(AliasExtent { name: span, span: whole, value });
    }
    /// A use of an alias.
    pub(super) fn record_alias_use(&mut self, name: &'s str) {
        let (Some(r), Some(span)) = (&mut self.record, span_of(self.src, name)) else { return };
        push(&mut r.extents.alias_uses, span, |s| s.start);
    }
    /// The text from `start` to the current position was skipped.
    pub(super) fn record_skipped(&mut self, start: usize) {
        let end = self.pos;
        if let Some(r) = &mut self.record {
            r.extents.skipped.push(Span::new(start, end));
        }
    }
    /// The names of an isolated op begin.
    pub(super) fn record_enter(&mut self) {
        if let Some(r) = &mut self.record {
            r.scopes.push(Names::default());
        }
    }
    /// The names of an isolated op end.
    pub(super) fn record_leave(&mut self) {
        if let Some(r) = &mut self.record {
            r.scopes.pop();
        }
    }
}

fn describe(extent: &mut OpExtent, body: &Body, op: Op) {
    let (info, cx) = (body.info(op), body.cx());
    extent.info = Some(info);
    extent.operands = body.operands(op).map(|v| body.ty(v)).collect();
    extent.results = body.results(op).iter().map(|&v| body.ty(v)).collect();
    let slots = info.attrs.iter().zip(body.attr_slots(op));
    extent.attrs = slots.filter_map(|(spec, attr)| Some((cx.intern(spec.name), attr?))).collect();
    extent.attrs.extend_from_slice(body.extra_attrs(op));
}

/// Marks the name that an op defines; an op with an error defines the first name in it.
fn define_symbol(symbols: &mut [SymbolExtent], op: u32, name: Option<Str>) {
    // Names in the op come after those before it, so the search ends with the op.
    let mut first = None;
    for (i, s) in symbols.iter().enumerate().rev() {
        match s.op {
            Some(at) if at < op => break,
            Some(at) if at == op && s.depth == 0 && name.is_none_or(|n| n == s.name) => first = Some(i),
            _ => (),
        }
    }
    if let Some(s) = first.and_then(|i| symbols.get_mut(i)) {
        s.defines = true;
    }
}

fn end_block(extents: &mut Extents, block: Option<u32>, end: usize) {
    if let Some(block) = block.and_then(|b| extents.blocks.get_mut(b as usize)) {
        block.span.end = end.max(block.span.start as usize) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::text_end;

    #[test]
    fn blanks_and_comments_do_not_belong_to_an_op() {
        for (text, rest) in
            [("a  ", "a"), ("a // b\n\n // c \n", "a"), ("a \"//\" // x", "a \"//\""), ("", ""), ("// x", "")]
        {
            assert_eq!(text_end(text.as_bytes()), rest.len(), "{text}");
        }
    }
}
