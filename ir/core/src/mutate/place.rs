//! Where ops are: the linked list of a block.

use super::order::Numbered;
use crate::{Body, Event, InsertPoint, Op, body::OpData};

impl Numbered for Body {
    type Item = Op;
    fn prev(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }
    fn next(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }
    fn number(&self, op: Op) -> u32 {
        self.ops[op].order
    }
    fn set_number(&mut self, op: Op, number: u32) {
        self.ops[op].order = number;
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
        self.insert_number(op);
        self.note(Event::Inserted(op));
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
