//! Appending ops, for readers of large files: [`Body::create`] and [`Body::insert`] in one, from borrowed lists.
//!
//! Every instruction here counts: an op of a binary file has about ten bytes.

use crate::{
    Attr, Block, Body, Entity, Event, Location, Op, OpInfo, Str, Trait, Type, Value,
    counts::{Counts, HAS_EXTRA},
    data::{OpData, Owner, UseData, ValueData},
    entity::Use,
};

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
        let operands_at = self.uses.items.len();
        let first_result = Value::from_index(self.values.capacity());
        let one_result = new.result_types.len() == 1 && self.vacant().is_none();
        let (at, n_slots) = self.alloc_slots(new.attrs, new.attrs.len());
        let few = Counts::with_operands(new.operands.len());
        let op = self.push_op(OpData {
            info: new.info,
            parent: Some(block),
            prev,
            next: None,
            operands_at: operands_at as u32,
            results_at: if one_result { first_result } else { Value::from_index(0) },
            at,
            loc: new.loc,
            counts: few.unwrap_or_default().and_one_result(one_result).and_slots(n_slots),
        });
        if few.is_none() {
            self.set_n_operands(op, new.operands.len());
        }
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
                self.push_value(ValueData { ty, first_use: None, owner: Owner::op(op) });
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
            self.ops[op].counts.set(HAS_EXTRA, true);
        }
        self.number_last(op);
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
