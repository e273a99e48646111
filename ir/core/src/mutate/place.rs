//! Where ops are: the linked list of a block.

use super::order::{Numbered, ORDER_STRIDE};
use crate::{Block, Body, Entity, Event, InsertPoint, Op};

impl Numbered for Body {
    type Item = Op;
    fn prev(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }
    fn next(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }
    fn number(&self, op: Op) -> u32 {
        self.order(op)
    }
    fn set_number(&mut self, op: Op, number: u32) {
        let order = &mut self.rare().order;
        if order.len() <= op.index() {
            order.resize(op.index() + 1, 0);
        }
        order[op.index()] = number;
    }
}

/// Order numbers. The index of an op is its number while all ops are in the order of their creation, as a reader appends them; the first
/// op that is put elsewhere gives all a number of their own.
impl Body {
    /// The numbers, if they are not the indices.
    #[inline]
    pub(crate) fn order_numbers(&self) -> Option<&[u32]> {
        self.rare.as_deref().map(|rare| rare.order.as_slice()).filter(|order| !order.is_empty())
    }
    #[cold]
    fn start_numbers(&mut self) {
        let n = self.ops.capacity() as u32;
        let stride = (u32::MAX / 2 / n.max(1)).clamp(1, ORDER_STRIDE);
        self.rare().order = (1..=n).map(|i| i.saturating_mul(stride)).collect();
    }
    /// Numbers an op that was linked between its neighbours.
    fn number_inserted(&mut self, op: Op) {
        if self.order_numbers().is_none() {
            let d = &self.ops[op];
            if d.prev.is_none_or(|p| p < op) && d.next.is_none_or(|n| op < n) {
                return;
            }
            self.start_numbers();
        }
        self.insert_number(op);
    }
    /// Numbers an op that was linked behind the numbered ops of its block.
    #[inline]
    pub(super) fn number_last(&mut self, op: Op) {
        let prev = self.ops[op].prev;
        if self.order_numbers().is_some() || prev.is_some_and(|p| op < p) {
            self.number_behind(op, prev);
        }
    }
    #[inline(never)]
    fn number_behind(&mut self, op: Op, prev: Option<Op>) {
        if self.order_numbers().is_none() {
            self.start_numbers();
        }
        let number = prev.map_or(0, |p| self.order(p)).saturating_add(ORDER_STRIDE);
        self.set_number(op, number);
        if number == u32::MAX {
            self.spread_around(op);
        }
    }
}

impl Body {
    /// Puts a detached op into a block.
    pub fn insert(&mut self, op: Op, at: InsertPoint) {
        let InsertPoint { block, before } = at;
        let prev = match before {
            Some(next) => self.ops[next].prev,
            None => self.blocks[block].last,
        };
        debug_assert!(self.ops[op].parent.is_none(), "op is already in a block");
        let d = &mut self.ops[op];
        (d.parent, d.prev, d.next) = (Some(block), prev, before);
        match prev {
            Some(p) => self.ops[p].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        match before {
            Some(n) => self.ops[n].prev = Some(op),
            None => self.blocks[block].last = Some(op),
        }
        self.number_inserted(op);
        self.note(Event::Inserted(op));
    }
    /// Takes an op out of its block without erasing it.
    pub fn remove(&mut self, op: Op) {
        let Some(block) = self.ops[op].parent else { return };
        self.close_gap(block, op, op);
        let d = &mut self.ops[op];
        (d.parent, d.prev, d.next) = (None, None, None);
        self.note(Event::Removed(op));
    }
    /// Links the ops before and after those from `first` to `last`, which leave the block.
    fn close_gap(&mut self, block: Block, first: Op, last: Op) {
        let (prev, next) = (self.ops[first].prev, self.ops[last].next);
        match prev {
            Some(p) => self.ops[p].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(n) => self.ops[n].prev = prev,
            None => self.blocks[block].last = prev,
        }
    }
    /// Moves the ops of a block from `first` to `last` to another place, which is not among them. At the end of a block this takes one
    /// write for each op.
    pub fn move_ops(&mut self, first: Op, last: Op, at: InsertPoint) {
        if at.before.is_some() {
            let mut next = Some(first);
            while let Some(op) = next {
                next = if op == last { None } else { self.ops[op].next };
                self.move_op(op, at);
            }
            return;
        }
        let Some(from) = self.ops[first].parent else { return };
        if from == at.block && self.ops[last].next.is_none() {
            return;
        }
        self.close_gap(from, first, last);
        let end = self.blocks[at.block].last;
        match end {
            Some(e) => self.ops[e].next = Some(first),
            None => self.blocks[at.block].first = Some(first),
        }
        (self.ops[first].prev, self.ops[last].next) = (end, None);
        self.blocks[at.block].last = Some(last);
        let mut cur = Some(first);
        while let Some(op) = cur {
            self.number_last(op);
            let d = &mut self.ops[op];
            (d.parent, cur) = (Some(at.block), d.next);
            self.note(Event::Removed(op));
            self.note(Event::Inserted(op));
        }
    }
    /// Moves an op to another place.
    pub fn move_op(&mut self, op: Op, at: InsertPoint) {
        if at.before == Some(op) {
            return;
        }
        self.remove(op);
        self.insert(op, at);
    }
}
