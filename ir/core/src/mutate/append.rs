//! Appending ops, for readers of large files: [`Body::create`] and [`Body::insert`] in one, from borrowed lists.
//!
//! Every instruction here counts: an op of a binary file has about ten bytes.

use crate::{
    Attr, Block, Body, Entity, Event, Location, Op, OpInfo, Str, Trait, Type, Value,
    body::{HAS_EXTRA, OpData, UseData, ValueData},
    entity::Use,
};

use super::order::{Numbered, ORDER_STRIDE};

/// An op without successors, whose regions come later.
pub struct NewOp<'a> {
    /// Its kind, which is not isolated. The regions that it declares have to be added with [`Body::push_region`].
    pub info: &'static OpInfo,
    /// Where it comes from.
    pub loc: Location,
    /// One for each slot; defaults are there already.
    pub attrs: &'a [Option<Attr>],
    /// Discardable attributes, sorted by name, each name once.
    pub extra: &'a [(Str, Attr)],
    /// Operands.
    pub operands: &'a [Value],
    /// Result types.
    pub result_types: &'a [Type],
}

impl Body {
    /// Creates an op at the end of a block.
    pub fn append(&mut self, block: Block, new: &NewOp<'_>) -> Op {
        debug_assert!(!new.info.has(Trait::IsolatedFromAbove) && new.attrs.len() == new.info.attrs.len());
        let prev = self.blocks[block].last;
        let lo = prev.map_or(0, |p| self.ops[p].order);
        let order = lo.saturating_add(ORDER_STRIDE);
        let operands_at = self.uses.items.len();
        let first_result = Value::from_index(self.values.capacity());
        let one_result = new.result_types.len() == 1 && !self.values.has_holes();
        let op = self.ops.push(OpData {
            info: new.info,
            parent: Some(block),
            prev,
            next: None,
            operands_at: operands_at as u32,
            results_at: if one_result { first_result } else { Value::from_index(0) },
            attrs_at: self.attrs.alloc_from(new.attrs),
            regions_at: crate::Region::from_index(0),
            order,
            loc: new.loc,
            n_operands: new.operands.len() as u32,
            n_results: u32::from(one_result),
            n_regions: 0,
            n_attrs: new.attrs.len() as u8,
            flags: 0,
        });
        for (i, &value) in new.operands.iter().enumerate() {
            let u = Use::from_index(operands_at + i);
            let next = self.values[value].first_use.replace(u);
            if let Some(next) = next {
                self.uses.items[next.index()].prev = Some(u);
            }
            self.uses.items.push(UseData { value, owner: op, next, prev: None });
        }
        match *new.result_types {
            [ty] if one_result => {
                self.values.push(ValueData { ty, first_use: None, owner: op.index() as u32, index: 0 });
            }
            ref types => self.attach_results(op, types),
        }
        match prev {
            Some(p) => self.ops[p].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        self.blocks[block].last = Some(op);
        if !new.extra.is_empty() {
            self.rare().extra.insert(op, new.extra.to_vec());
            self.ops[op].flags |= HAS_EXTRA;
        }
        if order == u32::MAX {
            self.spread_around(op);
        }
        self.version += 1;
        if self.rare.as_ref().is_some_and(|rare| rare.listener.is_some()) {
            self.note(Event::Created(op));
            self.note(Event::Inserted(op));
        }
        op
    }
    /// Reserves capacity for `ops` and `values` more entities.
    pub fn reserve(&mut self, ops: usize, values: usize) {
        self.ops.reserve(ops);
        self.values.reserve(values);
    }
}
