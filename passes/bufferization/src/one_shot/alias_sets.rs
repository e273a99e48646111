//! Disjoint sets of values.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

/// Disjoint sets of values. A value that was never joined is a set of its own.
#[derive(Default)]
pub(crate) struct AliasSets {
    numbers: FxHashMap<Value, usize>,
    sets: Vec<Vec<Value>>,
}

impl AliasSets {
    /// Whether two values are in one set.
    pub fn same(&self, a: Value, b: Value) -> bool {
        a == b || matches!((self.numbers.get(&a), self.numbers.get(&b)), (Some(x), Some(y)) if x == y)
    }
    /// Joins the sets of two values: the members of the second come last.
    pub fn join(&mut self, a: Value, b: Value) {
        let (x, y) = (self.number(a), self.number(b));
        if x == y {
            return;
        }
        let (x_len, y_len) = (self.sets[x].len(), self.sets[y].len());
        // The smaller set is renumbered; the order of the members does not depend on it.
        let (keep, drop) = if x_len >= y_len { (x, y) } else { (y, x) };
        let second = std::mem::take(&mut self.sets[y]);
        let mut members = std::mem::take(&mut self.sets[x]);
        for v in if drop == y { &second } else { &members } {
            self.numbers.insert(*v, keep);
        }
        members.extend(second);
        self.sets[keep] = members;
    }
    /// The members of the set of a value.
    pub fn members(&self, v: Value) -> Vec<Value> {
        self.numbers.get(&v).map_or_else(|| vec![v], |&n| self.sets[n].clone())
    }
    fn number(&mut self, v: Value) -> usize {
        let next = self.sets.len();
        let number = *self.numbers.entry(v).or_insert(next);
        if number == next {
            self.sets.push(vec![v]);
        }
        number
    }
}
