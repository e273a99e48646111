//! Locations of a body whose text has moved.

use crate::{Block, Body, Entity, Location, Op, writer::deep};

use super::args::room;

impl Body {
    /// Moves the places in sources of all ops and block arguments of this body and of its children, as the one at `from` moves to `to`.
    /// Locations that are attributes stay.
    pub fn move_locations(&mut self, from: Location, to: Location) {
        let (Some(from), Some(to)) = (from.source_pos(), to.source_pos()) else { return };
        self.shift_locations(to.wrapping_sub(from));
    }
    fn shift_locations(&mut self, distance: u32) {
        let moved = |loc: Location| match loc.source_pos() {
            Some(pos) => Location::from_source_pos(pos.wrapping_add(distance)),
            None => loc,
        };
        for i in 0..self.ops.capacity() {
            let op = Op::from_index(i);
            if self.ops.contains(op) {
                self.ops[op].loc = moved(self.ops[op].loc);
            }
        }
        for i in 0..self.blocks.capacity() {
            let block = Block::from_index(i);
            if !self.blocks.contains(block) {
                continue;
            }
            let (at, n) = self.args_run(block);
            for slot in self.words.items.iter_mut().skip(at + room(n)).take(n) {
                *slot = moved(Location::from_value(*slot)).as_value();
            }
        }
        for (_, child) in self.children_mut() {
            deep(|| child.shift_locations(distance));
        }
    }
}
