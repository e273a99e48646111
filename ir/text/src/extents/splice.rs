//! Copying the extents of one op from a former version of a text.

use std::ops::Range;

use super::{Extents, Span, ValueOrigin};

/// How indices and offsets of a copy differ from those of the original; differences are modulo 2^32.
#[derive(Clone, Copy)]
struct Shift {
    text: u32,
    op: u32,
    region: u32,
    block: u32,
    value: u32,
}

impl Shift {
    fn span(self, span: Span) -> Span {
        Span { start: span.start.wrapping_add(self.text), end: span.end.wrapping_add(self.text) }
    }
}

/// The items of a list in order whose start is in a span.
fn within<T>(list: &[T], span: Span, start: impl Fn(&T) -> u32) -> Range<usize> {
    list.partition_point(|i| start(i) < span.start)..list.partition_point(|i| start(i) < span.end)
}

/// The distance from the end of a list to the place from which items are copied.
fn distance<T>(list: &[T], from: usize) -> u32 {
    (list.len() as u32).wrapping_sub(from as u32)
}

impl Extents {
    /// The ops whose text begins in a span.
    pub(crate) fn ops_in(&self, span: Span) -> Range<usize> {
        within(&self.ops, span, |op| op.span.start)
    }
    /// The uses of aliases in a span.
    pub(crate) fn alias_uses_in(&self, span: Span) -> &[Span] {
        self.alias_uses.get(within(&self.alias_uses, span, |u| u.start)).unwrap_or_default()
    }
    /// The number of regions around an op.
    pub(crate) fn depth(&self, op: u32) -> usize {
        let region = |op: u32| self.ops.get(op as usize).and_then(|o| o.region);
        let outer = |&r: &u32| self.regions.get(r as usize).and_then(|r| r.parent);
        std::iter::successors(region(op), outer).count()
    }
    /// Adds a copy of the extents of an isolated op of `from`, whose text now begins at `start`, in a region and block of this record.
    pub(crate) fn adopt(&mut self, from: &Self, op: u32, start: usize, place: (Option<u32>, Option<u32>)) {
        let Some(root) = from.ops.get(op as usize) else { return };
        let span = root.span;
        let ops = from.ops_in(span);
        let regions = within(&from.regions, span, |r| r.span.start);
        // The block around begins with this op if it is the first one.
        let inside = Span { start: span.start + 1, ..span };
        let blocks = within(&from.blocks, inside, |b| b.span.start);
        let values = within(&from.values, span, |v| v.name.start);
        let s = Shift {
            text: (start as u32).wrapping_sub(span.start),
            op: distance(&self.ops, ops.start),
            region: distance(&self.regions, regions.start),
            block: distance(&self.blocks, blocks.start),
            value: distance(&self.values, values.start),
        };
        let region = |r: u32| r.wrapping_add(s.region);
        for o in from.ops.get(ops).unwrap_or_default() {
            let mut copy = o.clone();
            (copy.span, copy.name) = (s.span(o.span), s.span(o.name));
            (copy.region, copy.block) = match o.region == root.region {
                true => place,
                false => (o.region.map(region), o.block.map(|b| b.wrapping_add(s.block))),
            };
            self.ops.push(copy);
        }
        for r in from.regions.get(regions).unwrap_or_default() {
            let mut copy = r.clone();
            (copy.span, copy.op) = (s.span(r.span), r.op.wrapping_add(s.op));
            copy.parent = if r.parent == root.region { place.0 } else { r.parent.map(region) };
            self.regions.push(copy);
        }
        for b in from.blocks.get(blocks).unwrap_or_default() {
            let mut copy = b.clone();
            (copy.name, copy.span, copy.region) =
                (b.name.map(|n| s.span(n)), s.span(b.span), region(b.region));
            self.blocks.push(copy);
        }
        for u in from.block_uses.get(within(&from.block_uses, span, |u| u.name.start)).unwrap_or_default() {
            self.block_uses.push(super::BlockUse { name: s.span(u.name), region: region(u.region) });
        }
        self.adopt_names(from, span, values, s);
    }
    fn adopt_names(&mut self, from: &Self, span: Span, values: Range<usize>, s: Shift) {
        for v in from.values.get(values).unwrap_or_default() {
            let mut copy = v.clone();
            (copy.name, copy.region) = (s.span(v.name), v.region.map(|r| r.wrapping_add(s.region)));
            copy.origin = match v.origin {
                ValueOrigin::Results { op, first } => {
                    ValueOrigin::Results { op: op.wrapping_add(s.op), first }
                }
                ValueOrigin::Argument { block } => {
                    ValueOrigin::Argument { block: block.wrapping_add(s.block) }
                }
            };
            self.values.push(copy);
        }
        for u in from.value_uses.get(within(&from.value_uses, span, |u| u.name.start)).unwrap_or_default() {
            let mut copy = u.clone();
            (copy.name, copy.value) = (s.span(u.name), u.value.map(|v| v.wrapping_add(s.value)));
            self.value_uses.push(copy);
        }
        for n in from.symbols.get(within(&from.symbols, span, |n| n.span.start)).unwrap_or_default() {
            let mut copy = n.clone();
            (copy.span, copy.op) = (s.span(n.span), n.op.map(|op| op.wrapping_add(s.op)));
            self.symbols.push(copy);
        }
        self.alias_uses.extend(from.alias_uses_in(span).iter().map(|&u| s.span(u)));
    }
}
