//! Operands and the use lists of values.

use crate::{
    Body, Entity, Event, IdMap, Op, Type, Value,
    data::{Owner, UseData, ValueData},
    entity::Use,
};

impl Body {
    /// A placeholder for a value that is defined later; see [`Body::resolve_forward`].
    pub fn new_forward(&mut self, ty: Type) -> Value {
        self.push_value(ValueData { ty, first_use: None, owner: Owner::FORWARD })
    }
    /// Replaces a forward reference by its definition.
    pub fn resolve_forward(&mut self, forward: Value, def: Value) {
        self.replace_all_uses(forward, def);
        self.erase_value(forward);
    }
    /// The definition of a forward reference is missing: whether `value` is one.
    pub fn is_forward(&self, value: Value) -> bool {
        self.values[value].owner == Owner::FORWARD
    }
    /// Changes operand `i`.
    pub fn set_operand(&mut self, op: Op, i: usize, value: Value) {
        let d = &self.ops[op];
        assert!(i < self.n_operands(op, d.counts), "{} has no operand #{i}", d.info.name);
        let u = Use::from_index(d.operands_at as usize + i);
        if self.uses.items[u.index()].value == value {
            return;
        }
        self.unlink_use(u);
        self.link_use(u, value, op);
        self.note(Event::OperandSet(op));
    }
    /// Replaces all operands. Group sizes kept in attributes are the caller's to update.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.drop_operands(op);
        self.attach_operands(op, operands);
        self.note(Event::OperandSet(op));
    }
    pub(super) fn drop_operands(&mut self, op: Op) {
        let d = &self.ops[op];
        let (at, n) = (d.operands_at, self.n_operands(op, d.counts));
        for u in at as usize..at as usize + n {
            self.unlink_use(Use::from_index(u));
        }
        self.free_uses(at, n);
        self.set_n_operands(op, 0);
    }
    pub(super) fn link_use(&mut self, u: Use, value: Value, owner: Op) {
        let next = self.values[value].first_use.replace(u);
        if let Some(next) = next {
            self.uses.items[next.index()].prev = Some(u);
        }
        self.uses.items[u.index()] = UseData { value, owner, next, prev: None };
    }
    fn unlink_use(&mut self, u: Use) {
        let UseData { value, next, prev, .. } = self.uses.items[u.index()];
        match prev {
            Some(p) => self.uses.items[p.index()].next = next,
            None => {
                // A value erased together with its users (a cycle of dead ops) is gone already.
                if self.values.contains(value) && self.values[value].first_use == Some(u) {
                    self.values[value].first_use = next;
                }
            }
        }
        if let Some(n) = next {
            self.uses.items[n.index()].prev = prev;
        }
    }
    /// Redirects every use of `old` to `new`; O(uses of `old`), no allocation.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        let Some(first) = self.values[old].first_use.take() else { return };
        let mut last = first;
        loop {
            self.uses.items[last.index()].value = new;
            match self.uses.items[last.index()].next {
                Some(n) => last = n,
                None => break,
            }
        }
        let tail = self.values[new].first_use.replace(first);
        self.uses.items[last.index()].next = tail;
        if let Some(t) = tail {
            self.uses.items[t.index()].prev = Some(last);
        }
        self.note(Event::Replaced { old, new });
    }
    /// Puts the uses of a value into another order: the use that is number `i` becomes number `places[i]`. Anything but
    /// a permutation of all uses changes nothing; returns whether it was one.
    pub fn set_use_order(&mut self, value: Value, places: &[u32]) -> bool {
        let mut order: Vec<Option<Use>> = vec![None; places.len()];
        let mut cur = self.values[value].first_use;
        for &place in places {
            let (Some(u), Some(slot @ None)) = (cur, order.get_mut(place as usize)) else { return false };
            *slot = Some(u);
            cur = self.uses.items[u.index()].next;
        }
        if cur.is_some() {
            return false;
        }
        for (i, u) in order.iter().enumerate() {
            if let Some(u) = u {
                let d = &mut self.uses.items[u.index()];
                d.prev = i.checked_sub(1).and_then(|i| order[i]);
                d.next = order.get(i + 1).copied().flatten();
            }
        }
        self.values[value].first_use = order.first().copied().flatten();
        true
    }
    /// Replaces operands of the ops in the regions of `around` as `map` says. Unlike [`Self::replace_uses_if`], it does not look at uses
    /// elsewhere, of which a constant has many.
    pub fn map_operands_inside(&mut self, around: Op, map: &IdMap) {
        for op in self.ops_in(around) {
            for i in 0..self.num_operands(op) {
                let new = map.get(self.operand(op, i));
                self.set_operand(op, i, new);
            }
        }
    }
    /// Redirects the uses of `old` to `new` in ops for which `f` returns true.
    pub fn replace_uses_if(&mut self, old: Value, new: Value, mut f: impl FnMut(&Body, Op) -> bool) {
        let uses: Vec<(Op, usize)> = self.uses_of(old).filter(|&(op, _)| f(self, op)).collect();
        for (op, i) in uses {
            self.set_operand(op, i, new);
        }
    }
}
