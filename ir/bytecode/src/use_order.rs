//! [`UseOrders`]: the values whose uses are in another order than a reader creates them.
//!
//! A reader creates ops one after the other, an op before those in its regions, and each new use becomes the first one
//! of its value. So in the default order the last use in the text comes first.

use strata_core::{Body, Entity, Op, Value};

/// The places of the ops of one body in the text.
pub struct UseOrders {
    ids: Vec<u32>,
}

impl UseOrders {
    /// Those of a body.
    pub fn from_body(body: &Body) -> Self {
        let mut ids = vec![0; body.op_capacity()];
        let mut todo = vec![Op::SELF];
        let mut next = 0;
        while let Some(op) = todo.pop() {
            ids[op.index()] = next;
            next += 1;
            let start = todo.len();
            for &region in body.regions(op) {
                todo.extend(body.region_ops(region));
            }
            todo[start..].reverse();
        }
        Self { ids }
    }
    /// For each use of a value, in the default order, its number in the order that it has; `None` when these are the
    /// same.
    pub fn places(&self, body: &Body, value: Value) -> Option<Vec<u32>> {
        let id = |(op, operand): (Op, usize)| (u64::from(self.ids[op.index()]) << 32) | operand as u64;
        if body.uses_of(value).map(id).is_sorted_by(|a, b| a > b) {
            return None;
        }
        let ids: Vec<u64> = body.uses_of(value).map(id).collect();
        let mut places: Vec<u32> = (0..ids.len() as u32).collect();
        places.sort_by_key(|&i| std::cmp::Reverse(ids[i as usize]));
        Some(places)
    }
}
