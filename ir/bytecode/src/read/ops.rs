//! Ops, blocks and regions.
//!
//! Values have numbers: those of a region come after those of the regions around it, up to an isolated op, where they
//! start from zero again.

use rustc_hash::FxHashMap;
use strata_core::{
    Block, Body, InsertPoint, Location, NewOp, Op, OpInfo, OpState, Region, Trait, Type, UNREGISTERED, Value,
    writer::deep,
};

use super::{
    cursor::{Cursor, ReadResult},
    deferred::DeferredOps,
    entries::Entries,
    heads::Heads,
    use_lists::{self, Order},
};
use crate::format::{mask, section, since};

/// The values that can be named.
#[derive(Default)]
struct Scope {
    /// Values of this scope and, before them, of those around it.
    values: Vec<Option<Value>>,
    /// Where the values of this scope begin, which are numbered from there.
    base: usize,
    /// Place of the next value of the innermost region.
    next: usize,
    /// Place of the first value that belongs to the body: those before it are outside of an isolated op.
    first: usize,
    /// Values that were used before their definition.
    forward: FxHashMap<usize, Value>,
    /// Values of the body whose uses get an order when all of them are there.
    orders: Vec<(Value, Order)>,
}

pub(super) struct Reader<'f> {
    pub(super) e: Entries<'f>,
    pub(super) heads: Heads<'f>,
    pub(super) body: Box<Body>,
    scope: Scope,
    /// The blocks of the region and of those around it.
    blocks: Vec<Block>,
    /// The first block of the region.
    first_block: usize,
    /// The kind of the op around.
    pub(super) parent: &'static OpInfo,
    /// The number of values and blocks that the rest of the file can still define: each takes at least a byte.
    pub(super) budget: usize,
    pub(super) depth: u32,
    /// [`Limits::op_values`](strata_core::Limits::op_values).
    op_values: usize,
    /// Whether the file could have more of something than a body may hold.
    tight: bool,
    pub(super) file: Location,
    /// The isolated ops of the module that are left for several threads.
    pub(super) later: Option<DeferredOps<'f>>,
    /// Empty bodies, in whose memory those of isolated ops are built.
    spare: Vec<Box<Body>>,
    /// Operands and result types of the op that is being read.
    operands: Vec<Value>,
    result_types: Vec<Type>,
}

impl<'f> Reader<'f> {
    pub(super) fn new(e: Entries<'f>, heads: Heads<'f>, budget: usize, file: Location) -> Self {
        let body = Box::new(Body::new(e.cx, &UNREGISTERED, file));
        let limits = *e.cx.limits();
        Self {
            e,
            heads,
            body,
            scope: Scope::default(),
            blocks: Vec::new(),
            first_block: 0,
            parent: &UNREGISTERED,
            budget,
            depth: 0,
            op_values: limits.op_values as usize,
            tight: budget >= limits.entities as usize,
            file,
            later: None,
            spare: Vec::new(),
            operands: Vec::new(),
            result_types: Vec::new(),
        }
    }

    /// The section of ops: one module, or ops that are put into one.
    pub(super) fn module(mut self, c: Cursor<'f>) -> ReadResult<Box<Body>> {
        let budget = self.budget;
        self.later = DeferredOps::start(&self.e, budget);
        let threads = self.later.is_some();
        let result = self.top_level(c.clone());
        if result.is_ok() || !threads {
            return result;
        }
        self.later = None;
        // Several threads do not find errors in the order of the file, so the file is read again to find the first
        // one.
        *self.body = Body::new(self.e.cx, &UNREGISTERED, self.file);
        self.scope = Scope::default();
        (self.blocks, self.first_block, self.depth, self.budget) = (Vec::new(), 0, 0, budget);
        self.top_level(c)
    }
    fn top_level(&mut self, mut c: Cursor<'f>) -> ReadResult<Box<Body>> {
        let Some(module) = self.e.cx.op_info("builtin.module") else {
            return Err(c.error("the builtin dialect is not registered"));
        };
        *self.body = Body::new(self.e.cx, module, self.file);
        self.parent = module;
        let region = self.body.regions(Op::SELF)[0];
        let block = self.body.add_block(region, &[]);
        let (n, has_args) = c.varint_flag()?;
        if has_args {
            return Err(c.error("unexpected block arguments at the top level"));
        }
        for _ in 0..c.checked_count(n)? {
            // Values at the top level have no region that says how many there are.
            self.op(&mut c, block)?;
        }
        if !c.at_end() {
            return Err(c.error("unexpected trailing bytes in the IR section"));
        }
        self.finish_region(0, &c)?;
        self.finish_body(&c)?;
        let mut ops = self.body.block_ops(block);
        let (first, second) = (ops.next(), ops.next());
        drop(ops);
        if let (Some(only), None) = (first, second)
            && std::ptr::eq(self.body.info(only), module)
            && let Some(child) = self.body.take_child(only)
        {
            return Ok(child);
        }
        let none = Box::new(Body::new(self.e.cx, &UNREGISTERED, self.file));
        Ok(std::mem::replace(&mut self.body, none))
    }

    /// One op, put at the end of `block`.
    pub(super) fn op(&mut self, c: &mut Cursor<'f>, block: Block) -> ReadResult<()> {
        let name = c.varint()?;
        let what = c.byte()?;
        let index = c.varint()?;
        let loc = self.e.location(index, c)?;
        let dict = if what & mask::ATTRS != 0 { c.varint()?.saturating_add(1) } else { 0 };
        let properties = if what & mask::PROPERTIES != 0 { c.varint()?.saturating_add(1) } else { 0 };
        let head = self.heads.find(&mut self.e, (name, dict, properties), self.parent, c, loc)?;
        self.result_types.clear();
        if what & mask::RESULTS != 0 {
            for _ in 0..self.values_of_op(c)? {
                let index = c.varint()?;
                self.result_types.push(self.e.value_type(index, c)?);
            }
        }
        self.operands.clear();
        if what & mask::OPERANDS != 0 {
            for _ in 0..self.values_of_op(c)? {
                let index = c.varint()?;
                let value = self.value(index, c)?;
                self.operands.push(value);
            }
        }
        self.check_room(c, self.operands.len(), self.result_types.len())?;
        let head = &self.heads.list[head];
        let (info, declared) = (head.info, head.regions);
        if head.isolated || what & (mask::SUCCESSORS | mask::USE_LISTS) != 0 {
            let mut state = OpState::new(info, loc);
            state.attrs.copy_from_slice(&head.attrs);
            state.extra.extend_from_slice(&head.extra);
            return self.complex_op(c, block, what, state);
        }
        let op = self.body.append(
            block,
            &NewOp {
                info,
                loc,
                attrs: &head.attrs,
                extra: &head.extra,
                operands: &self.operands,
                result_types: &self.result_types,
            },
        );
        self.define_results(op, c)?;
        if declared != 0 || what & mask::REGIONS != 0 {
            // The op is created before the ops in its regions, so that its uses come first in the use lists.
            let (n, isolated) = if what & mask::REGIONS != 0 { self.regions_of_op(c)? } else { (0, false) };
            for _ in 0..n.max(declared) {
                let region = self.body.new_region();
                self.body.push_region(op, region);
            }
            deep(|| self.inline_regions(c, n, isolated, op, info))?;
        }
        Ok(())
    }

    /// The number of regions of an op, and whether the writer marked them as isolated.
    fn regions_of_op(&self, c: &mut Cursor<'f>) -> ReadResult<(usize, bool)> {
        let (n, isolated) = c.varint_flag()?;
        let n = c.checked_count(n)?;
        if n > usize::from(u16::MAX) {
            return Err(c.error("an op has too many regions"));
        }
        Ok((n, isolated))
    }
    /// Checks that the announced ops and values do not exceed the limits of a body. Each takes at least a byte of the
    /// file, so only a file longer than the limit can exceed it.
    #[inline(always)]
    fn check_room(&self, c: &Cursor<'f>, operands: usize, results: usize) -> ReadResult<()> {
        if self.tight { self.body.check_room_for(operands, results).map_err(|m| c.error(m)) } else { Ok(()) }
    }

    /// The rest of an op with a body of its own, successors or orders of uses.
    fn complex_op(
        &mut self,
        c: &mut Cursor<'f>,
        block: Block,
        what: u8,
        mut state: OpState,
    ) -> ReadResult<()> {
        state.operands.extend_from_slice(&self.operands);
        state.result_types.extend_from_slice(&self.result_types);
        if what & mask::SUCCESSORS != 0 {
            for _ in 0..c.count()?.min(usize::from(u16::MAX) + 1) {
                let index = c.varint()?;
                let blocks = self.blocks.get(self.first_block..).unwrap_or_default();
                match blocks.get(usize::try_from(index).unwrap_or(usize::MAX)) {
                    Some(&b) => state.successors.push(b),
                    None => return Err(c.error(format!("invalid successor index: {index}"))),
                }
            }
            if state.successors.len() > usize::from(u16::MAX) {
                return Err(c.error("an op has too many successors"));
            }
        }
        let mut orders = Vec::new();
        if what & mask::USE_LISTS != 0 {
            if self.e.version < since::USE_LISTS {
                return Err(c.error("unexpected use-list order in this version"));
            }
            orders = use_lists::read(c, state.result_types.len())?;
        }
        let info = state.info;
        let op = if what & mask::REGIONS == 0 {
            self.place(block, state, c)?
        } else {
            let (n, isolated) = self.regions_of_op(c)?;
            if info.has(Trait::IsolatedFromAbove) {
                deep(|| self.child(c, n, isolated, &mut state))?;
                self.place(block, state, c)?
            } else {
                // The op is created before the ops in its regions, so that its uses come first in the use lists.
                state.regions.extend((0..n).map(|_| self.body.new_region()));
                let op = self.place(block, state, c)?;
                deep(|| self.inline_regions(c, n, isolated, op, info))?;
                op
            }
        };
        for (i, order) in orders {
            match self.body.results(op).get(i) {
                Some(&value) => self.scope.orders.push((value, order)),
                None => return Err(c.error("a use-list order is for a result that is not there")),
            }
        }
        Ok(())
    }
    fn place(&mut self, block: Block, state: OpState, c: &Cursor<'f>) -> ReadResult<Op> {
        let op = self.body.create(state);
        self.body.insert(op, InsertPoint::at_end(block));
        self.define_results(op, c)?;
        Ok(op)
    }

    /// The number of operands or of results of an op.
    #[inline(always)]
    fn values_of_op(&self, c: &mut Cursor<'f>) -> ReadResult<usize> {
        let n = c.count()?;
        if n > self.op_values {
            let limit = self.op_values;
            return Err(c.error(format!("an op has more than {limit} operands or results (op_values)")));
        }
        Ok(n)
    }

    /// The value of a number; a stand-in when it is not defined yet.
    #[inline(always)]
    fn value(&mut self, index: u64, c: &Cursor<'f>) -> ReadResult<Value> {
        let i = usize::try_from(index).unwrap_or(usize::MAX).saturating_add(self.scope.base);
        match self.scope.values.get(i) {
            Some(&Some(v)) if i >= self.scope.first => Ok(v),
            _ => self.unusual_value(i, c),
        }
    }
    #[cold]
    fn unusual_value(&mut self, i: usize, c: &Cursor<'f>) -> ReadResult<Value> {
        match self.scope.values.get(i) {
            _ if i < self.scope.first => {
                Err(c.error("an op in an isolated op uses a value from outside of it"))
            }
            Some(&Some(v)) => Ok(v),
            Some(None) => {
                let none = self.e.cx.none();
                let body = &mut self.body;
                Ok(*self.scope.forward.entry(i).or_insert_with(|| body.new_forward(none)))
            }
            None => Err(c.error(format!("invalid value index: {}", i - self.scope.base))),
        }
    }
    #[inline(always)]
    fn define_results(&mut self, op: Op, c: &Cursor<'f>) -> ReadResult<()> {
        let results = self.body.results(op);
        let i = self.scope.next;
        if let (&[value], true) = (results, self.scope.forward.is_empty()) {
            let Some(slot) = self.scope.values.get_mut(i) else { return Err(too_many(c)) };
            *slot = Some(value);
            self.scope.next = i + 1;
            return Ok(());
        }
        let Some(slots) = self.scope.values.get_mut(i..i + results.len()) else { return Err(too_many(c)) };
        for (slot, &value) in slots.iter_mut().zip(results) {
            *slot = Some(value);
        }
        self.scope.next = i + results.len();
        if !self.scope.forward.is_empty() {
            (i..self.scope.next).for_each(|i| self.resolve(i));
        }
        Ok(())
    }
    fn define(&mut self, value: Value, c: &Cursor<'f>) -> ReadResult<()> {
        let i = self.scope.next;
        let Some(slot) = self.scope.values.get_mut(i) else { return Err(too_many(c)) };
        *slot = Some(value);
        self.scope.next += 1;
        self.resolve(i);
        Ok(())
    }
    fn resolve(&mut self, i: usize) {
        if let Some(forward) = self.scope.forward.remove(&i)
            && let Some(&Some(value)) = self.scope.values.get(i)
        {
            self.body.resolve_forward(forward, value);
        }
    }

    /// Reads regions of an op with their surroundings: the limit of nesting, the section of an isolated op, the
    /// numbers of its values.
    fn enclosed(
        &mut self,
        c: &mut Cursor<'f>,
        isolated: bool,
        parent: &'static OpInfo,
        read: impl FnOnce(&mut Self, &mut Cursor<'f>) -> ReadResult<()>,
    ) -> ReadResult<()> {
        let limit = self.e.cx.limits().region_depth;
        if self.depth >= limit {
            return Err(c.error(format!("nesting exceeds the limit of {limit} regions (region_depth)")));
        }
        self.depth += 1;
        let mut part;
        // The regions of an isolated op are a section, which a lazy reader could skip.
        let section = isolated && self.e.version >= since::LAZY_REGIONS;
        let c = if section {
            let (id, data) = c.section()?;
            if id != section::IR {
                return Err(c.error("expected an IR section for the regions of an isolated op"));
            }
            part = data;
            &mut part
        } else {
            c
        };
        let parent = std::mem::replace(&mut self.parent, parent);
        if isolated {
            let base = self.scope.values.len();
            let (outer_base, first) = (self.scope.base, self.scope.first);
            (self.scope.base, self.scope.first) = (base, base);
            let forward = std::mem::take(&mut self.scope.forward);
            read(self, c)?;
            (self.scope.base, self.scope.first, self.scope.forward) = (outer_base, first, forward);
        } else {
            read(self, c)?;
        }
        if section && !c.at_end() {
            return Err(c.error("unexpected trailing bytes in a nested IR section"));
        }
        self.parent = parent;
        self.depth -= 1;
        Ok(())
    }
    /// The regions of an op that is in the body already.
    fn inline_regions(
        &mut self,
        c: &mut Cursor<'f>,
        n: usize,
        isolated: bool,
        op: Op,
        info: &'static OpInfo,
    ) -> ReadResult<()> {
        self.enclosed(c, isolated, info, |this, c| {
            for i in 0..n {
                let region = this.body.regions(op)[i];
                this.region(c, region)?;
            }
            Ok(())
        })
    }
    /// The regions of an op that has a body of its own.
    pub(super) fn child(
        &mut self,
        c: &mut Cursor<'f>,
        n: usize,
        isolated: bool,
        state: &mut OpState,
    ) -> ReadResult<()> {
        let mut child = match self.spare.pop() {
            Some(mut spare) => {
                spare.reset(state.info, state.loc);
                spare
            }
            None => Box::new(Body::new(self.e.cx, state.info, state.loc)),
        };
        child.reserve_attr_slots(Op::SELF, state.n_attr_slots());
        self.enclosed(c, isolated, state.info, |this, c| {
            std::mem::swap(&mut this.body, &mut child);
            // A writer to which the op is unregistered may not have marked it as isolated.
            let values = this.scope.values.len();
            let first = std::mem::replace(&mut this.scope.first, values);
            let forward = std::mem::take(&mut this.scope.forward);
            let orders = std::mem::take(&mut this.scope.orders);
            for i in 0..n {
                let region = this.region_of_self(i);
                this.region(c, region)?;
            }
            this.finish_body(c)?;
            std::mem::swap(&mut this.body, &mut child);
            (this.scope.first, this.scope.forward, this.scope.orders) = (first, forward, orders);
            Ok(())
        })?;
        state.child = Some(Box::new(child.take_fitted()));
        self.spare.push(child);
        Ok(())
    }
    /// Region `i` of the op that owns the body.
    fn region_of_self(&mut self, i: usize) -> Region {
        if let Some(&r) = self.body.regions(Op::SELF).get(i) {
            return r;
        }
        let r = self.body.new_region();
        self.body.push_region(Op::SELF, r);
        r
    }

    fn region(&mut self, c: &mut Cursor<'f>, region: Region) -> ReadResult<()> {
        let n_blocks = c.count()?;
        if n_blocks == 0 {
            return Ok(());
        }
        let n_values = c.count()?;
        self.budget = match self.budget.checked_sub(n_values + n_blocks) {
            Some(left) => left,
            None => return Err(c.error("the regions have more blocks and values than the file has bytes")),
        };
        let start = self.scope.values.len();
        self.scope.values.resize(start + n_values, None);
        let next = std::mem::replace(&mut self.scope.next, start);
        let first = std::mem::replace(&mut self.first_block, self.blocks.len());
        for _ in 0..n_blocks {
            let block = self.body.new_block();
            self.body.attach_block(region, block);
            self.blocks.push(block);
        }
        for i in 0..n_blocks {
            let block = self.blocks[self.first_block + i];
            self.block(c, block, n_values)?;
        }
        self.blocks.truncate(self.first_block);
        self.first_block = first;
        if self.scope.next != start + n_values {
            return Err(c.error("value index range was smaller than the region said"));
        }
        self.finish_region(start, c)?;
        self.scope.values.truncate(start);
        self.scope.next = next;
        Ok(())
    }
    /// No value of the region may be missing.
    fn finish_region(&self, start: usize, c: &Cursor<'f>) -> ReadResult<()> {
        if self.scope.forward.keys().any(|&i| i >= start) {
            return Err(c.error("not all forward unresolved forward operand references"));
        }
        Ok(())
    }
    /// All uses of the values of the body are there.
    fn finish_body(&mut self, c: &Cursor<'f>) -> ReadResult<()> {
        for (value, order) in std::mem::take(&mut self.scope.orders) {
            if !use_lists::apply(&mut self.body, value, &order) {
                return Err(c.error("parsed use-list orders were invalid and could not be applied"));
            }
        }
        Ok(())
    }

    fn block(&mut self, c: &mut Cursor<'f>, block: Block, n_values: usize) -> ReadResult<()> {
        let (n_ops, has_args) = c.varint_flag()?;
        if has_args {
            let n = c.count()?;
            for _ in 0..n {
                self.block_arg(c, block)?;
            }
            if self.e.version >= since::USE_LISTS && c.byte()? != 0 {
                for (i, order) in use_lists::read(c, n)? {
                    match self.body.block_args(block).get(i) {
                        Some(&value) => self.scope.orders.push((value, order)),
                        None => return Err(c.error("a use-list order is for an argument that is not there")),
                    }
                }
            }
        }
        let n_ops = c.checked_count(n_ops)?;
        self.body.reserve(n_ops, n_values);
        if self.depth == 1
            && let Some(later) = self.later.take()
        {
            return self.ops_deferred(c, block, n_ops, later);
        }
        for _ in 0..n_ops {
            self.op(c, block)?;
        }
        Ok(())
    }
    fn block_arg(&mut self, c: &mut Cursor<'f>, block: Block) -> ReadResult<()> {
        let (index, has_loc) = match self.e.version >= since::ELIDED_ARG_LOCATIONS {
            true => c.varint_flag()?,
            false => (c.varint()?, true),
        };
        let ty = self.e.value_type(index, c)?;
        let loc = match has_loc {
            true => {
                let index = c.varint()?;
                self.e.location(index, c)?
            }
            false => Location::UNKNOWN,
        };
        self.check_room(c, 0, 1)?;
        let arg = self.body.add_block_arg(block, ty);
        self.body.set_arg_loc(arg, loc);
        self.define(arg, c)
    }
}

#[cold]
fn too_many(c: &Cursor<'_>) -> super::ReadError {
    c.error("value index range was larger than the region said")
}
