//! Where ops are: the linked list of a block and its order numbers.

use crate::{Block, Body, Event, InsertPoint, Op, body::OpData};

/// Distance between the order numbers of neighbouring ops.
pub(super) const ORDER_STRIDE: u32 = 16;

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
        let lo = prev.map_or(0, |p| self.ops[p].order);
        let order = match before {
            Some(n) => lo + self.ops[n].order.saturating_sub(lo) / 2,
            None => lo.saturating_add(ORDER_STRIDE),
        };
        self.ops[op].order = order;
        if order == lo || order == u32::MAX {
            self.renumber(block);
        }
        self.note(Event::Inserted(op));
    }
    pub(super) fn renumber(&mut self, block: Block) {
        // With more ops than strides fit into 32 bits the stride shrinks; a body cannot hold 2^32 ops.
        let n = self.block_ops(block).count() as u64;
        let stride = (u32::MAX as u64 / (n + 2)).min(ORDER_STRIDE as u64) as u32;
        let (mut cur, mut order) = (self.first_op(block), 0);
        while let Some(op) = cur {
            order += stride;
            self.ops[op].order = order;
            cur = self.next_op(op);
        }
    }
    /// Takes an op out of its block without erasing it.
    pub fn remove(&mut self, op: Op) {
        let OpData { parent, prev, next, .. } = self.ops[op];
        let Some(block) = parent else { return };
        match prev {
            Some(p) => self.ops[p].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(n) => self.ops[n].prev = prev,
            None => self.blocks[block].last = prev,
        }
        let d = &mut self.ops[op];
        (d.parent, d.prev, d.next) = (None, None, None);
        self.note(Event::Removed(op));
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
