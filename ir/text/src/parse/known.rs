//! Ops of a former version of the text, which are not parsed again.
//!
//! A unit is an isolated op that is no table of symbols, in tables only: in most programs, a function. What the parser makes of it depends
//! on its text and the token after it, on the region that it is in, on the aliases that it uses, and on nothing else of the file, so that
//! where all of these are as they were, a copy of its ops and extents takes the place of a parse. As the parser looks for units where it
//! expects an op, a change around a unit that leaves no op there, as an open string, finds no unit.

use rustc_hash::FxHashMap;
use strata_core::{Block, Body, InsertPoint, Op, OpState, Trait};

use super::{Parser, cursor::is_id_byte};
use crate::extents::{AliasValue, Extents, Former, Span};

/// Bytes after a unit that are compared at least, besides the rest of an identifier: longer than each punctuation.
const LOOK_AHEAD: usize = 16;

/// Attributes that are checked against others of the file: a unit must not contain them.
const SHARED: [&str; 2] = ["distinct", "dense_resource"];

/// An op that stands in the new text as it did in the old one.
struct Unit<'a> {
    body: &'a Body,
    op: u32,
    span: Span,
}

/// The units of a former version by their place in the new text.
pub(super) struct Known<'a> {
    former: Former<'a>,
    units: FxHashMap<usize, Unit<'a>>,
    aliases: FxHashMap<(u8, &'a str), AliasValue>,
    /// The bytes that were not parsed.
    pub kept: usize,
}

impl<'a> Known<'a> {
    pub(super) fn new(former: Former<'a>, text: &str) -> Self {
        let (old, new) = (former.text.as_bytes(), text.as_bytes());
        let prefix = common_prefix(old, new);
        let suffix = common_suffix(&old[prefix..], &new[prefix..]);
        let last = old.len() - suffix;
        let mut units = FxHashMap::default();
        for (op, span, body) in candidates(former) {
            // An op that ends with the text may go on after it in the new one.
            let end = look_ahead(old, span.end as usize);
            let place = if end < prefix {
                span.start as usize
            } else if span.start as usize >= last {
                span.start as usize + new.len() - old.len()
            } else {
                continue;
            };
            units.insert(place, Unit { body, op, span });
        }
        let name = |a: &crate::extents::AliasExtent| {
            let sigil = *old.get(a.span.start as usize)?;
            Some(((sigil, former.text.get(a.name.range())?), a.value))
        };
        let aliases = former.extents.aliases.iter().filter_map(name).collect();
        Self { former, units, aliases, kept: 0 }
    }
}

/// Bytes that are compared at once.
const BLOCK: usize = 256;

fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK));
    let at = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    at + a[at..].iter().zip(&b[at..]).take_while(|(a, b)| a == b).count()
}

fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks_exact(BLOCK).zip(b.rchunks_exact(BLOCK));
    let at = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = a[..a.len() - at].iter().rev().zip(b[..b.len() - at].iter().rev());
    at + rest.take_while(|(a, b)| a == b).count()
}

/// The end of what a parser may have looked at after an op that ends at `at`.
fn look_ahead(text: &[u8], mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        at += rest.iter().take_while(|c| matches!(c, b' ' | b'\n' | b'\t' | b'\r')).count();
        match text.get(at..) {
            Some([b'/', b'/', ..]) => {
                at += memchr::memchr(b'\n', &text[at..]).unwrap_or(text.len() - at);
            }
            Some(rest) => {
                let word = rest.iter().take_while(|&&c| is_id_byte(c)).count();
                return at + word.max(LOOK_AHEAD);
            }
            None => return text.len(),
        }
    }
}

/// The isolated ops that are in tables of symbols only and that were read without an error.
fn candidates(former: Former<'_>) -> Vec<(u32, Span, &Body)> {
    let (extents, cx) = (former.extents, former.body.cx());
    let mut bodies: FxHashMap<usize, &Body> = FxHashMap::default();
    let mut tables = vec![former.body];
    while let Some(table) = tables.pop() {
        for (op, child) in table.children() {
            if child.has_trait(Op::SELF, Trait::SymbolTable) {
                tables.push(child);
            } else if table.num_operands(op) == 0 && table.results(op).is_empty() {
                bodies.extend(child.loc(Op::SELF).source_offset(cx).map(|at| (at, child)));
            }
        }
    }
    let broken: Vec<u32> = extents.ops.iter().filter(|o| !o.complete).map(|o| o.span.start).collect();
    let is_read = |span: Span| {
        let next = |starts: &[u32]| starts.get(starts.partition_point(|&s| s < span.start)).copied();
        let skipped = extents.skipped.partition_point(|s| s.start < span.start);
        let skipped = extents.skipped.get(skipped).map(|s| s.start);
        [next(&broken), skipped].into_iter().flatten().all(|start| start >= span.end)
    };
    let mut out = Vec::new();
    for (i, op) in extents.ops.iter().enumerate() {
        if let Some(&body) = bodies.get(&(op.name.start as usize))
            && op.span.start == op.name.start
            && is_read(op.span)
        {
            out.push((i as u32, op.span, body));
        }
    }
    out
}

impl<'s> Parser<'s> {
    /// The op at the current position, if it is that of a former version; it is put at the end of `block`.
    pub(super) fn known_op(&mut self, block: Block) -> Option<Op> {
        self.known.as_ref()?;
        self.skip_blank();
        let known = self.known.as_ref()?;
        let unit = known.units.get(&self.pos)?;
        let (former, body, index, span) = (known.former, unit.body, unit.op, unit.span);
        let record = self.record.as_ref()?;
        if !self.is_as_before(known, index, span) {
            return None;
        }
        let start = self.pos;
        let loc = self.source.location(start);
        let mut child = Box::new(body.clone());
        child.move_locations(body.loc(Op::SELF), loc);
        let place = record.place();
        let mut state = OpState::new(body.info(Op::SELF), loc);
        state.child = Some(child);
        let op = self.body.create(state);
        self.body.insert(op, InsertPoint::at_end(block));
        self.pos += span.range().len();
        if let Some(record) = &mut self.record {
            record.extents().adopt(former.extents, index, start, place);
        }
        if let Some(known) = &mut self.known {
            known.kept += span.range().len();
        }
        Some(op)
    }
    /// Whether the place of a unit, and the aliases that it uses, are those of the former version.
    fn is_as_before(&self, known: &Known<'_>, op: u32, span: Span) -> bool {
        let Former { text, extents, .. } = known.former;
        let place = |r: &Extents| {
            let region = r.ops.get(op as usize)?.region.and_then(|i| r.regions.get(i as usize));
            Some((r.depth(op), region.map_or("builtin", |r| r.default_dialect)))
        };
        let depth = self.default_dialects.len() - 1;
        if place(extents) != self.default_dialects.last().map(|&d| (depth, d)) {
            return false;
        }
        let unit = text.get(span.range()).unwrap_or_default().as_bytes();
        if SHARED.iter().any(|word| memchr::memmem::find(unit, word.as_bytes()).is_some()) {
            return false;
        }
        extents.alias_uses_in(span).iter().all(|u| {
            let sigil = text.as_bytes().get((u.start as usize).wrapping_sub(1)).copied().unwrap_or_default();
            let name = text.get(u.range()).unwrap_or_default();
            let value = self.alias_value(sigil, name);
            value.is_some() && value == known.aliases.get(&(sigil, name)).copied()
        })
    }
}
