//! Creating ops, and the regions that they own.

use smallvec::SmallVec;

use crate::{
    Body, Entity, Event, Op, OpState, Region, Trait, Type, Value,
    body::{HAS_SUCCS, OpData, RegionData, SHELL, UseData, ValueData},
    entity::Use,
};

impl Body {
    /// Creates an op that is in no block yet.
    ///
    /// Missing inherent attributes get their defaults. An isolated op gets a child body; its regions are there.
    pub fn create(&mut self, mut state: OpState) -> Op {
        let info = state.info;
        let n_attrs = info.attrs.len();
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
            for (slot, attr) in state.attrs.iter().enumerate() {
                if attr.is_some() {
                    child.set_attr_slot(Op::SELF, slot, *attr);
                }
            }
            for &(name, attr) in &state.extra {
                child.set_extra_attr(Op::SELF, name, Some(attr));
            }
        }
        let n_own_attrs = if isolated { 0 } else { n_attrs };
        let op = self.ops.push(OpData {
            info,
            parent: None,
            prev: None,
            next: None,
            operands_at: 0,
            results_at: Value::from_index(0),
            attrs_at: self.attrs.alloc(n_own_attrs, None),
            regions_at: Region::from_index(0),
            order: 0,
            loc: state.loc,
            n_operands: 0,
            n_results: 0,
            n_regions: 0,
            n_attrs: n_own_attrs as u8,
            flags: if isolated { SHELL } else { 0 },
        });
        self.attach_operands(op, &state.operands);
        self.attach_results(op, &state.result_types);
        let attrs_at = self.ops[op].attrs_at as usize;
        if !isolated {
            for (slot, &attr) in state.attrs.iter().take(n_own_attrs).enumerate() {
                self.attrs.items[attrs_at + slot] = attr;
            }
            for &(name, attr) in &state.extra {
                self.set_extra_attr(op, name, Some(attr));
            }
        }
        if !state.successors.is_empty() {
            let succs = &mut self.rare.get_or_insert_default().succs;
            let place = succs.add(state.successors);
            let d = &mut self.ops[op];
            d.flags |= HAS_SUCCS;
            if d.n_results == 0 {
                d.results_at = place;
            } else {
                succs.keep(op, place);
            }
            self.add_edges(op);
        }
        if let Some(child) = child {
            let place = self.rare().children.add(op, child);
            self.ops[op].regions_at = Region::from_index(place as usize);
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
        let at = self.uses.alloc(operands.len(), fill);
        for (i, &value) in operands.iter().enumerate() {
            self.link_use(Use::from_index(at as usize + i), value, op);
        }
        let d = &mut self.ops[op];
        (d.operands_at, d.n_operands) = (at, operands.len() as u32);
    }
    pub(super) fn attach_results(&mut self, op: Op, types: &[Type]) {
        let owner = op.index() as u32;
        let at = match types {
            [] => return,
            &[ty] => self.values.push(ValueData { ty, first_use: None, owner, index: 0 }),
            _ => {
                let at = self.rare().results.alloc(types.len(), Value::from_index(0)) as usize;
                for (i, &ty) in types.iter().enumerate() {
                    let v = self.values.push(ValueData { ty, first_use: None, owner, index: i as u32 });
                    self.rare().results.items[at + i] = v;
                }
                Value::from_index(at)
            }
        };
        let d = &mut self.ops[op];
        (d.results_at, d.n_results) = (at, types.len() as u32);
    }
    /// A region that no op owns yet.
    pub fn new_region(&mut self) -> Region {
        self.regions.push(RegionData::default())
    }
    /// Gives a detached region to an op, as its last one.
    pub fn push_region(&mut self, op: Op, region: Region) {
        let mut all: SmallVec<[Region; 4]> = SmallVec::from_slice(self.regions(op));
        all.push(region);
        let (old_at, n) = (self.ops[op].regions_at, all.len());
        let at = if n == 1 {
            region
        } else {
            let pool = &mut self.rare().regions;
            if n > 2 {
                pool.free(old_at.index() as u32, n - 1);
            }
            let at = pool.alloc(n, region) as usize;
            pool.items[at..][..n].copy_from_slice(&all);
            Region::from_index(at)
        };
        let d = &mut self.ops[op];
        (d.regions_at, d.n_regions) = (at, n as u16);
        self.regions[region].parent = Some(op);
    }
}
