//! Creating ops, and the regions that they own.

use smallvec::SmallVec;

use crate::{
    Body, Entity, Event, Op, OpState, Region, Trait, Type, Value,
    counts::{Counts, HAS_SUCCS, SHELL},
    data::{OpData, Owner, UseData, ValueData},
    entity::Use,
    region::RegionData,
    slots::needed,
};

impl Body {
    /// Creates an op that is in no block yet.
    ///
    /// Missing inherent attributes get their defaults. An isolated op gets a child body; its regions are there.
    pub fn create(&mut self, mut state: OpState) -> Op {
        let info = state.info;
        for (slot, spec) in info.attrs.iter().enumerate() {
            if let Some(default) = spec.default {
                // A child body that is given, as that of a copy, has its own.
                if state.child.as_ref().is_some_and(|child| child.attr_slot(Op::SELF, slot).is_some()) {
                    continue;
                }
                if state.attrs.len() <= slot {
                    state.attrs.resize(slot + 1, None);
                }
                if state.attrs[slot].is_none() {
                    state.attrs[slot] = Some(default(&self.cx));
                }
            }
        }
        let isolated = info.has(Trait::IsolatedFromAbove);
        let mut child = isolated.then(|| {
            state.child.take().unwrap_or_else(|| Box::new(Body::new(&self.cx.clone(), info, state.loc)))
        });
        if let Some(child) = &mut child {
            child.ops[Op::SELF].loc = state.loc;
            child.reserve_attr_slots(Op::SELF, needed(&state.attrs));
            for (slot, attr) in state.attrs.iter().enumerate() {
                if attr.is_some() {
                    child.set_attr_slot(Op::SELF, slot, *attr);
                }
            }
            for &(name, attr) in &state.extra {
                child.set_extra_attr(Op::SELF, name, Some(attr));
            }
        }
        let n_own_attrs = if isolated { 0 } else { state.attrs.len().min(info.attrs.len()) };
        let (at, n_slots) = self.alloc_slots(&state.attrs[..n_own_attrs], info.attrs.len());
        let op = self.push_op(OpData {
            info,
            parent: None,
            prev: None,
            next: None,
            operands_at: 0,
            results_at: Value::from_index(0),
            at,
            loc: state.loc,
            counts: Counts::with_flags(if isolated { SHELL } else { 0 }).and_slots(n_slots),
        });
        self.attach_operands(op, &state.operands);
        self.attach_results(op, &state.result_types);
        if !isolated {
            for &(name, attr) in &state.extra {
                self.set_extra_attr(op, name, Some(attr));
            }
        }
        if !state.successors.is_empty() {
            let succs = &mut self.rare.get_or_insert_default().succs;
            let place = succs.add(&state.successors);
            let d = &mut self.ops[op];
            d.counts.set(HAS_SUCCS, true);
            if d.succs_place().is_some() {
                d.results_at = place;
            } else {
                succs.keep(op, place);
            }
            self.add_edges(op);
        }
        if let Some(child) = child {
            let place = self.rare().children.add(op, child);
            self.ops[op].at = place;
        } else {
            for &region in &state.regions {
                self.push_region(op, region);
            }
            let declared = info.regions.iter().filter(|r| !r.variadic).count();
            for _ in state.regions.len()..declared {
                let region = self.new_region();
                self.push_region(op, region);
            }
        }
        self.note(Event::Created(op));
        op
    }
    pub(super) fn attach_operands(&mut self, op: Op, operands: &[Value]) {
        let Some(&first) = operands.first() else { return };
        let fill = UseData { value: first, owner: op, next: None, prev: None };
        let at = self.alloc_uses(operands.len(), fill);
        for (i, &value) in operands.iter().enumerate() {
            self.link_use(Use::from_index(at as usize + i), value, op);
        }
        self.ops[op].operands_at = at;
        self.set_n_operands(op, operands.len());
    }
    pub(super) fn attach_results(&mut self, op: Op, types: &[Type]) {
        let owner = Owner::op(op);
        let at = match types {
            [] => return,
            &[ty] => self.push_value(ValueData { ty, first_use: None, owner }),
            _ => {
                let at = self.alloc_results(types.len());
                for (i, &ty) in types.iter().enumerate() {
                    let v = self.push_value(ValueData { ty, first_use: None, owner });
                    self.rare().results.items[at + i] = v;
                }
                Value::from_index(at)
            }
        };
        self.ops[op].results_at = at;
        self.set_n_results(op, types.len());
    }
    fn alloc_results(&mut self, n: usize) -> usize {
        let rare = self.rare();
        rare.results.alloc(n, Value::from_index(0), rare.free_results.as_deref_mut()) as usize
    }
    /// A region that no op owns yet.
    pub fn new_region(&mut self) -> Region {
        let region = self.push_region_data(RegionData::default());
        self.regions[region].own = region;
        region
    }
    /// Gives a detached region to an op, as its last one.
    pub fn push_region(&mut self, op: Op, region: Region) {
        let mut all: SmallVec<[Region; 4]> = SmallVec::from_slice(self.regions(op));
        all.push(region);
        let (old_at, n) = (self.regions_at(&self.ops[op]), all.len());
        let at = if n == 1 {
            region
        } else {
            let rare = self.rare();
            if n > 2 {
                rare.free_regions.get_or_insert_default().add(old_at.index() as u32, n - 1);
            }
            let free = rare.free_regions.as_deref_mut();
            Region::from_index(rare.regions.alloc_from(all.iter().copied(), n, region, free) as usize)
        };
        if n == 1 {
            self.add_place_of_regions(op);
        }
        self.set_n_regions(op, n);
        self.set_regions_at(op, at);
        self.regions[region].parent = Some(op);
    }
}
