//! Attributes, locations and types.

use crate::{
    Attr, Body, Event, Location, Op, OpInfo, Str, Type, Value,
    counts::{HAS_EXTRA, SHELL},
};

impl Body {
    /// Sets or removes the inherent attribute in a slot.
    pub fn set_attr_slot(&mut self, op: Op, slot: usize, attr: Option<Attr>) {
        if self.ops[op].counts.has(SHELL) {
            if let Some(child) = self.child_mut(op) {
                child.set_attr_slot(Op::SELF, slot, attr);
            }
        } else if !self.store_slot(op, slot, attr) {
            return;
        }
        self.note(Event::AttrSet(op));
    }
    /// Gives an op without inherent attributes the defaults of its kind.
    pub(super) fn set_defaults(&mut self, op: Op) {
        let specs = self.ops[op].info.attrs;
        self.reserve_attr_slots(
            op,
            specs.iter().rposition(|spec| spec.default.is_some()).map_or(0, |last| last + 1),
        );
        for (slot, spec) in specs.iter().enumerate() {
            if let Some(default) = spec.default {
                self.store_slot(op, slot, Some(default(&self.cx)));
            }
        }
    }
    /// Sets or removes an attribute by name, inherent or discardable.
    pub fn set_attr(&mut self, op: Op, name: &str, attr: Option<Attr>) {
        match self.info(op).attr_slot(name) {
            Some(slot) => self.set_attr_slot(op, slot, attr),
            None => {
                let name = self.cx.intern(name);
                self.set_extra_attr(op, name, attr);
            }
        }
    }
    /// Sets or removes a discardable attribute.
    pub fn set_extra_attr(&mut self, op: Op, name: Str, attr: Option<Attr>) {
        if self.ops[op].counts.has(SHELL) {
            if let Some(child) = self.child_mut(op) {
                child.set_extra_attr(Op::SELF, name, attr);
            }
            return self.note(Event::AttrSet(op));
        }
        let cx = self.cx.clone();
        if attr.is_none() && !self.ops[op].counts.has(HAS_EXTRA) {
            return self.note(Event::AttrSet(op));
        }
        let list = self.rare().extra.entry(op).or_default();
        let at = list.binary_search_by(|e| cx.str(e.0).cmp(cx.str(name)));
        match (at, attr) {
            (Ok(i), Some(a)) => list[i].1 = a,
            (Ok(i), None) => {
                list.remove(i);
            }
            (Err(i), Some(a)) => list.insert(i, (name, a)),
            (Err(_), None) => (),
        }
        let none = list.is_empty();
        if none {
            self.rare().extra.remove(&op);
        }
        self.ops[op].counts.set(HAS_EXTRA, !none);
        self.note(Event::AttrSet(op));
    }
    /// Changes the location of an op.
    pub fn set_loc(&mut self, op: Op, loc: Location) {
        self.ops[op].loc = loc;
        if let Some(child) = self.child_mut(op) {
            child.ops[Op::SELF].loc = loc;
        }
        self.note(Event::AttrSet(op));
    }
    /// Changes the type of a value.
    pub fn set_type(&mut self, value: Value, ty: Type) {
        if self.values[value].ty != ty {
            self.values[value].ty = ty;
            self.note(Event::TypeSet(value));
        }
    }
    /// Turns the isolated op of this body into one of another kind with the given attributes, keeping its regions.
    /// The shell around it is the caller's to replace; see `OpState::child`.
    pub fn retarget_self(&mut self, info: &'static OpInfo, attrs: &[(Str, Attr)]) {
        let old: Vec<Str> = self.extra_attrs(Op::SELF).iter().map(|e| e.0).collect();
        for name in old {
            self.set_extra_attr(Op::SELF, name, None);
        }
        let d = &self.ops[Op::SELF];
        let (at, n, regions_at) = (d.at, d.run(), self.regions_at(d));
        self.free_words(at, n);
        let d = &mut self.ops[Op::SELF];
        (d.info, d.counts) = (info, d.counts.and_slots(0));
        if d.counts.regions() != Some(0) {
            self.set_regions_at(Op::SELF, regions_at);
        }
        self.set_defaults(Op::SELF);
        let cx = self.cx.clone();
        for &(name, attr) in attrs {
            self.set_attr(Op::SELF, cx.str(name), Some(attr));
        }
        self.note(Event::AttrSet(Op::SELF));
    }
}
