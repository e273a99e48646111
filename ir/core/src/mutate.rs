//! The mutation gateway: every change of a [`Body`] is one of these methods.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::{
    Attr, Block, Body, Context, Def, Entity, Event, InsertPoint, Listener, Location, Op, OpInfo, Region, Str,
    Trait, Type, Value,
    body::{
        ARG_BIT, BlockData, FORWARD, HAS_EXTRA, OpData, Pool, Rare, RegionData, SHELL, UseData, ValueData,
        fitted,
    },
    entity::{Slab, Use},
};

/// Distance between the order numbers of neighbouring ops.
const ORDER_STRIDE: u32 = 16;

/// Everything an op is made from.
pub struct OpState {
    /// Its kind.
    pub info: &'static OpInfo,
    /// Where it comes from.
    pub loc: Location,
    /// Operands.
    pub operands: SmallVec<[Value; 4]>,
    /// Result types.
    pub result_types: SmallVec<[Type; 2]>,
    /// Inherent attributes by slot; may be shorter than the number of slots.
    pub attrs: SmallVec<[Option<Attr>; 4]>,
    /// Discardable attributes.
    pub extra: Vec<(Str, Attr)>,
    /// Detached regions of the same body; for an isolated op these belong to `child` instead.
    pub regions: SmallVec<[Region; 1]>,
    /// Successor blocks.
    pub successors: SmallVec<[Block; 2]>,
    /// The body of an isolated op, when it is made already.
    pub child: Option<Box<Body>>,
}

impl OpState {
    /// An op without anything.
    pub fn new(info: &'static OpInfo, loc: Location) -> Self {
        Self {
            info,
            loc,
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            attrs: SmallVec::from_elem(None, info.attrs.len()),
            extra: Vec::new(),
            regions: SmallVec::new(),
            successors: SmallVec::new(),
            child: None,
        }
    }
    /// Sets an attribute by name: inherent if the kind declares it, else discardable.
    pub fn set_attr(&mut self, cx: &Context, name: &str, attr: Attr) {
        match self.info.attr_slot(name) {
            Some(slot) => {
                if self.attrs.len() <= slot {
                    self.attrs.resize(slot + 1, None);
                }
                self.attrs[slot] = Some(attr);
            }
            None => self.extra.push((cx.intern(name), attr)),
        }
    }
}

/// Creating.
impl Body {
    /// An empty body of an isolated op of kind `info`, with one empty region for each declared one.
    pub fn new(cx: &Arc<Context>, info: &'static OpInfo, loc: Location) -> Self {
        let mut body = Self {
            cx: cx.clone(),
            ops: Slab::default(),
            values: Slab::default(),
            blocks: Slab::default(),
            regions: Slab::default(),
            uses: Pool::default(),
            attrs: Pool::default(),
            arg_locs: Vec::new(),
            rare: None,
            version: cx.first_version(),
        };
        body.start(info, loc);
        body
    }
    /// Gives an empty body its op.
    fn start(&mut self, info: &'static OpInfo, loc: Location) {
        let n_attrs = info.attrs.len();
        let attrs_at = self.attrs.alloc(n_attrs, None);
        for (slot, spec) in info.attrs.iter().enumerate() {
            self.attrs.items[attrs_at as usize + slot] = spec.default.map(|d| d(&self.cx));
        }
        let n_regions = info.regions.iter().filter(|r| !r.variadic).count();
        let op = self.ops.push(OpData {
            info,
            parent: None,
            prev: None,
            next: None,
            operands_at: 0,
            results_at: Value::from_index(0),
            attrs_at,
            regions_at: Region::from_index(0),
            succs_at: 0,
            order: 0,
            loc,
            n_operands: 0,
            n_results: 0,
            n_regions: 0,
            n_succs: 0,
            n_attrs: n_attrs as u8,
            flags: 0,
        });
        debug_assert_eq!(op, Op::SELF);
        for _ in 0..n_regions {
            let region = self.new_region();
            self.push_region(Op::SELF, region);
        }
    }

    #[inline]
    fn note(&mut self, event: Event) {
        self.version += 1;
        if let Some(listener) = self.rare.as_mut().and_then(|rare| rare.listener.as_mut()) {
            listener.notify(event);
        }
    }
    /// Sets the listener and returns the one before.
    pub fn set_listener(&mut self, listener: Option<Box<dyn Listener>>) -> Option<Box<dyn Listener>> {
        if listener.is_none() && self.rare.is_none() {
            return None;
        }
        std::mem::replace(&mut self.rare().listener, listener)
    }
    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// Creates an op that is in no block yet.
    ///
    /// Missing inherent attributes get their defaults. An isolated op gets a child body; its regions are there.
    pub fn create(&mut self, mut state: OpState) -> Op {
        let info = state.info;
        let n_attrs = info.attrs.len();
        for (slot, spec) in info.attrs.iter().enumerate() {
            if let Some(default) = spec.default {
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
        let succs_at = match state.successors.len() {
            0 => 0,
            n => self.rare().succs.alloc(n, Block::from_index(0)),
        };
        let op = self.ops.push(OpData {
            info,
            parent: None,
            prev: None,
            next: None,
            operands_at: 0,
            results_at: Value::from_index(0),
            attrs_at: self.attrs.alloc(n_own_attrs, None),
            regions_at: Region::from_index(0),
            succs_at,
            order: 0,
            loc: state.loc,
            n_operands: 0,
            n_results: 0,
            n_regions: 0,
            n_succs: state.successors.len() as u16,
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
            let own = &mut self.rare().succs.items[succs_at as usize..][..state.successors.len()];
            own.copy_from_slice(&state.successors);
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
    fn attach_operands(&mut self, op: Op, operands: &[Value]) {
        let Some(&first) = operands.first() else { return };
        let fill = UseData { value: first, owner: op, next: None, prev: None };
        let at = self.uses.alloc(operands.len(), fill);
        for (i, &value) in operands.iter().enumerate() {
            self.link_use(Use::from_index(at as usize + i), value, op);
        }
        let d = &mut self.ops[op];
        (d.operands_at, d.n_operands) = (at, operands.len() as u32);
    }
    fn attach_results(&mut self, op: Op, types: &[Type]) {
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
    /// A value that stands for one defined later; see [`Body::resolve_forward`].
    pub fn new_forward(&mut self, ty: Type) -> Value {
        self.values.push(ValueData { ty, first_use: None, owner: 0, index: FORWARD })
    }
    /// Replaces a forward reference by its definition.
    pub fn resolve_forward(&mut self, forward: Value, def: Value) {
        self.replace_all_uses(forward, def);
        self.values.erase(forward);
    }
    /// Adds a block at the end of a region.
    pub fn add_block(&mut self, region: Region, arg_types: &[Type]) -> Block {
        let at = self.blocks(region).len();
        self.insert_block(region, at, arg_types)
    }
    /// Adds a block as number `at` of a region.
    pub fn insert_block(&mut self, region: Region, at: usize, arg_types: &[Type]) -> Block {
        let block = self.blocks.push(BlockData { parent: Some(region), ..Default::default() });
        self.regions[region].blocks.insert(at, block);
        for &ty in arg_types {
            self.add_block_arg(block, ty);
        }
        self.note(Event::BlockChanged(block));
        block
    }
    /// A block that no region holds yet; see [`Body::attach_block`].
    pub fn new_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }
    /// Puts a detached block at the end of a region.
    pub fn attach_block(&mut self, region: Region, block: Block) {
        self.blocks[block].parent = Some(region);
        self.regions[region].blocks.push(block);
        self.note(Event::BlockChanged(block));
    }
    /// Moves a block with its ops to the end of another region of this body, or before block number `at` of it.
    pub fn move_block(&mut self, block: Block, region: Region, at: Option<usize>) {
        if let Some(old) = self.blocks[block].parent.take() {
            self.regions[old].blocks.retain(|b| *b != block);
        }
        let at = at.unwrap_or(self.regions[region].blocks.len());
        self.regions[region].blocks.insert(at, block);
        self.blocks[block].parent = Some(region);
        self.note(Event::BlockChanged(block));
    }
    /// Moves all blocks of `from` to the end of `to`.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        for block in std::mem::take(&mut self.regions[from].blocks) {
            self.blocks[block].parent = None;
            self.move_block(block, to, None);
        }
    }
    /// Adds an argument to a block.
    pub fn add_block_arg(&mut self, block: Block, ty: Type) -> Value {
        let index = self.blocks[block].args.len() as u32 | ARG_BIT;
        let v = self.values.push(ValueData { ty, first_use: None, owner: block.index() as u32, index });
        self.blocks[block].args.push(v);
        self.note(Event::BlockChanged(block));
        v
    }
    /// Inserts an argument as number `at` of a block.
    pub fn insert_block_arg(&mut self, block: Block, at: usize, ty: Type) -> Value {
        let v = self.add_block_arg(block, ty);
        self.blocks[block].args.pop();
        self.blocks[block].args.insert(at, v);
        self.renumber_args(block);
        v
    }
    /// Removes an unused argument of a block.
    pub fn erase_block_arg(&mut self, block: Block, at: usize) {
        let v = self.blocks[block].args[at];
        assert!(!self.has_uses(v), "erasing a block argument that is used");
        self.blocks[block].args.remove(at);
        self.set_arg_loc(v, Location::UNKNOWN);
        self.values.erase(v);
        self.renumber_args(block);
        self.note(Event::BlockChanged(block));
    }
    fn renumber_args(&mut self, block: Block) {
        for (i, v) in self.blocks[block].args.clone().into_iter().enumerate() {
            self.values[v].index = i as u32 | ARG_BIT;
        }
    }
    /// Sets the location of a block argument.
    pub fn set_arg_loc(&mut self, arg: Value, loc: Location) {
        match self.arg_locs.get_mut(arg.index()) {
            Some(old) => *old = loc,
            None if loc == Location::UNKNOWN => {}
            None => {
                self.arg_locs.resize(arg.index(), Location::UNKNOWN);
                self.arg_locs.push(loc);
            }
        }
    }
    /// Makes erased ids available again. Call it only when no id of erased entities is held.
    pub fn recycle(&mut self) {
        if let Some(rare) = &mut self.rare {
            let ops = &self.ops;
            let live = |op: Op, place: u32| {
                ops.contains(op)
                    && ops[op].flags & SHELL != 0
                    && ops[op].regions_at == Region::from_index(place as usize)
            };
            for (op, place) in rare.children.compact(live) {
                self.ops[op].regions_at = Region::from_index(place as usize);
            }
        }
        self.ops.recycle();
        self.values.recycle();
        self.blocks.recycle();
        self.regions.recycle();
    }
    /// Moves everything to memory of just its size and leaves this body empty, without even its op, for
    /// [`Body::reset`]: many small bodies are built in the memory of one.
    pub fn take_fitted(&mut self) -> Self {
        Self {
            cx: self.cx.clone(),
            ops: self.ops.fitted(),
            values: self.values.fitted(),
            blocks: self.blocks.fitted(),
            regions: self.regions.fitted(),
            uses: self.uses.fitted(),
            attrs: self.attrs.fitted(),
            arg_locs: fitted(&mut self.arg_locs),
            rare: self.rare.take(),
            version: self.version,
        }
    }
    /// Makes an empty body the body of an isolated op of kind `info`; see [`Body::take_fitted`].
    pub fn reset(&mut self, info: &'static OpInfo, loc: Location) {
        debug_assert!(self.ops.is_empty(), "resetting a body that holds something");
        self.version = self.cx.first_version();
        self.start(info, loc);
    }
}

/// Changing ops.
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
    fn renumber(&mut self, block: Block) {
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
    /// Changes operand `i`.
    pub fn set_operand(&mut self, op: Op, i: usize, value: Value) {
        let d = &self.ops[op];
        assert!(i < d.n_operands as usize, "{} has no operand #{i}", d.info.name);
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
    fn drop_operands(&mut self, op: Op) {
        let d = &self.ops[op];
        let (at, n) = (d.operands_at, d.n_operands as usize);
        for u in at as usize..at as usize + n {
            self.unlink_use(Use::from_index(u));
        }
        self.uses.free(at, n);
        self.ops[op].n_operands = 0;
    }
    /// Changes successor `i`.
    pub fn set_successor(&mut self, op: Op, i: usize, block: Block) {
        let d = &self.ops[op];
        assert!(i < d.n_succs as usize, "{} has no successor #{i}", d.info.name);
        let at = d.succs_at as usize + i;
        self.rare().succs.items[at] = block;
        self.note(Event::OperandSet(op));
    }
    /// Sets or removes the inherent attribute in a slot.
    pub fn set_attr_slot(&mut self, op: Op, slot: usize, attr: Option<Attr>) {
        let d = &self.ops[op];
        if d.flags & SHELL != 0 {
            if let Some(child) = self.child_mut(op) {
                child.set_attr_slot(Op::SELF, slot, attr);
            }
        } else {
            assert!(slot < d.n_attrs as usize, "{} has no attribute slot {slot}", d.info.name);
            let at = d.attrs_at as usize + slot;
            if self.attrs.items[at] == attr {
                return;
            }
            self.attrs.items[at] = attr;
        }
        self.note(Event::AttrSet(op));
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
        if self.ops[op].flags & SHELL != 0 {
            if let Some(child) = self.child_mut(op) {
                child.set_extra_attr(Op::SELF, name, attr);
            }
            return self.note(Event::AttrSet(op));
        }
        let cx = self.cx.clone();
        if attr.is_none() && self.ops[op].flags & HAS_EXTRA == 0 {
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
        if list.is_empty() {
            self.rare().extra.remove(&op);
            self.ops[op].flags &= !HAS_EXTRA;
        } else {
            self.ops[op].flags |= HAS_EXTRA;
        }
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

    fn link_use(&mut self, u: Use, value: Value, owner: Op) {
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
    /// Redirects the uses of `old` to `new` in ops for which `f` says so.
    pub fn replace_uses_if(&mut self, old: Value, new: Value, mut f: impl FnMut(&Body, Op) -> bool) {
        let uses: Vec<(Op, usize)> = self.uses_of(old).filter(|&(op, _)| f(self, op)).collect();
        for (op, i) in uses {
            self.set_operand(op, i, new);
        }
    }

    /// Erases an op and everything nested in it. Its results must be unused from outside.
    ///
    /// # Panics
    /// If a result is still used.
    #[track_caller]
    pub fn erase(&mut self, op: impl Into<Op>) {
        let op = op.into();
        assert!(self.is_unused(op), "erasing {op:?} ({}) whose result is used", self.op_name(op));
        self.erase_forced(op);
    }
    /// Erases an op and everything nested in it; remaining uses of its results are left dangling and must be erased
    /// by the caller too.
    pub fn erase_forced(&mut self, op: Op) {
        self.remove(op);
        // First all operands, so that the order of erasing does not matter; then the ops themselves.
        let mut todo: Vec<Op> = vec![op];
        let mut i = 0;
        while i < todo.len() {
            let cur = todo[i];
            i += 1;
            self.drop_operands(cur);
            for r in 0..self.regions(cur).len() {
                let region = self.regions(cur)[r];
                for b in 0..self.blocks(region).len() {
                    let block = self.blocks(region)[b];
                    todo.extend(self.block_ops(block));
                }
            }
        }
        for &cur in &todo {
            self.note(Event::Erased(cur));
            self.drop_op(cur);
        }
    }
    /// Frees one op whose operands are gone, with its regions and blocks but not the ops inside.
    fn drop_op(&mut self, op: Op) {
        for r in 0..self.regions(op).len() {
            let region = self.regions(op)[r];
            for block in self.regions.erase(region).blocks {
                self.drop_block(block);
            }
        }
        for r in 0..self.results(op).len() {
            let v = self.result(op, r);
            self.values.erase(v);
        }
        let d = self.ops.erase(op);
        self.attrs.free(d.attrs_at, d.n_attrs as usize);
        let Some(rare) = &mut self.rare else { return };
        if d.n_results > 1 {
            rare.results.free(d.results_at.index() as u32, d.n_results as usize);
        }
        if d.n_regions > 1 {
            rare.regions.free(d.regions_at.index() as u32, d.n_regions as usize);
        }
        rare.succs.free(d.succs_at, d.n_succs as usize);
        if d.flags & SHELL != 0 {
            rare.children.remove(d.regions_at.index() as u32);
        }
        if d.flags & HAS_EXTRA != 0 {
            rare.extra.remove(&op);
        }
    }
    fn drop_block(&mut self, block: Block) {
        for arg in self.blocks.erase(block).args {
            self.set_arg_loc(arg, Location::UNKNOWN);
            self.values.erase(arg);
        }
    }
    /// Erases a block with its ops. Values defined in it must be unused outside of it.
    pub fn erase_block(&mut self, block: Block) {
        // Backwards, so that users go before definitions; uses in cycles are cut first.
        let ops: Vec<Op> = self.block_ops(block).collect();
        for &op in &ops {
            self.drop_operands(op);
        }
        for &op in ops.iter().rev() {
            self.erase_forced(op);
        }
        if let Some(region) = self.blocks[block].parent {
            self.regions[region].blocks.retain(|b| *b != block);
        }
        self.note(Event::BlockErased(block));
        self.drop_block(block);
    }
    /// Puts the blocks of a region into another order. A list that does not have exactly the blocks of the region changes
    /// nothing; returns whether it had.
    pub fn set_block_order(&mut self, region: Region, order: &[Block]) -> bool {
        let distinct: rustc_hash::FxHashSet<Block> = order.iter().copied().collect();
        let old = self.blocks(region);
        if distinct.len() != order.len()
            || old.len() != order.len()
            || old.iter().any(|b| !distinct.contains(b))
        {
            return false;
        }
        self.regions[region].blocks = order.into();
        if let Some(&first) = order.first() {
            self.note(Event::BlockChanged(first));
        }
        true
    }
    /// Moves the ops of `block` from `op` on to a new block after it, and returns that.
    pub fn split_block(&mut self, block: Block, op: Option<Op>) -> Block {
        let region = self.blocks[block].parent.expect("a block to be split is in a region");
        let at = self.blocks(region).iter().position(|&b| b == block).map_or(0, |i| i + 1);
        let new = self.insert_block(region, at, &[]);
        let mut cur = op;
        while let Some(o) = cur {
            cur = self.next_op(o);
            self.move_op(o, InsertPoint::at_end(new));
        }
        new
    }
    /// Moves all ops of `from` before `at`, replacing the arguments of `from` by `args`, and erases `from`.
    pub fn inline_block(&mut self, from: Block, at: InsertPoint, args: &[Value]) {
        let olds = self.blocks[from].args.clone();
        assert_eq!(olds.len(), args.len(), "inlining a block with another number of arguments");
        for (&old, &new) in olds.iter().zip(args) {
            self.replace_all_uses(old, new);
        }
        let ops: Vec<Op> = self.block_ops(from).collect();
        for op in ops {
            self.move_op(op, at);
        }
        self.erase_block(from);
    }
    /// Turns the isolated op of this body into one of another kind with the given attributes, keeping its regions.
    /// The shell around it is the caller's to replace; see [`OpState::child`].
    pub fn retarget_self(&mut self, info: &'static OpInfo, attrs: &[(Str, Attr)]) {
        let old: Vec<Str> = self.extra_attrs(Op::SELF).iter().map(|e| e.0).collect();
        for name in old {
            self.set_extra_attr(Op::SELF, name, None);
        }
        let d = &self.ops[Op::SELF];
        self.attrs.free(d.attrs_at, d.n_attrs as usize);
        let attrs_at = self.attrs.alloc(info.attrs.len(), None);
        for (slot, spec) in info.attrs.iter().enumerate() {
            self.attrs.items[attrs_at as usize + slot] = spec.default.map(|d| d(&self.cx));
        }
        let d = &mut self.ops[Op::SELF];
        (d.info, d.attrs_at, d.n_attrs) = (info, attrs_at, info.attrs.len() as u8);
        let cx = self.cx.clone();
        for &(name, attr) in attrs {
            self.set_attr(Op::SELF, cx.str(name), Some(attr));
        }
        self.note(Event::AttrSet(Op::SELF));
    }
    /// Takes the child body of a shell away, to work on it elsewhere; [`Body::put_child`] returns it.
    pub fn take_child(&mut self, op: Op) -> Option<Box<Body>> {
        let place = self.place(op)?;
        self.rare.as_mut()?.children.take(place)
    }
    /// Puts a child body back.
    pub fn put_child(&mut self, op: Op, child: Box<Body>) {
        if let Some(place) = self.place(op) {
            self.rare().children.put(place, child);
        }
    }
    /// The definition of a forward reference is missing: whether `value` is one.
    pub fn is_forward(&self, value: Value) -> bool {
        self.def(value) == Def::Forward
    }
}
