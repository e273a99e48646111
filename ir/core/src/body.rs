//! [`Body`]: the arena of one isolated-from-above op, and everything that reads it.
//!
//! Invariants, kept by the mutation methods in `mutate`:
//! - [`Op::SELF`] is the isolated op itself, seen from inside: it has its attributes and regions, but neither operands
//!   nor results nor a parent. In the body around it, the same op is a *shell*: it has operands and results, and its
//!   attributes and regions are looked up in the child body.
//! - Every operand slot is in the use list of its value, and in no other.
//! - Every block counts the edges that lead to it.
//! - Ops of a block form a doubly linked list with increasing order numbers.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{
    Attr, AttrOf, Block, Context, Entity, Listener, Location, Op, OpDef, OpInfo, Region, Str, Trait, Type,
    Value,
    block_list::BlockList,
    children::Children,
    entity::{Slab, Use},
    successors::Successors,
};

#[derive(Clone)]
pub(crate) struct OpData {
    pub info: &'static OpInfo,
    pub parent: Option<Block>,
    pub prev: Option<Op>,
    pub next: Option<Op>,
    pub operands_at: u32,
    /// The only result, or the place of several in their pool; of an op without results, the place of its successors.
    pub results_at: Value,
    pub attrs_at: u32,
    /// The only region, or the place of several in their pool; of a shell, the place of its child.
    pub regions_at: Region,
    pub order: u32,
    pub loc: Location,
    pub n_operands: u32,
    pub n_results: u32,
    pub n_regions: u16,
    pub n_attrs: u8,
    pub flags: u8,
}

impl OpData {
    /// The place of the successors of an op that has some, if it has no results.
    pub fn succs_place(&self) -> Option<Value> {
        (self.n_results == 0).then_some(self.results_at)
    }
}

/// The op is the outer face of a child body.
pub(crate) const SHELL: u8 = 1;
/// The op has discardable attributes.
pub(crate) const HAS_EXTRA: u8 = 2;

/// The op has successors.
pub(crate) const HAS_SUCCS: u8 = 4;

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// Result `index` of `op`.
    Result {
        /// The op.
        op: Op,
        /// The result number.
        index: usize,
    },
    /// Argument `index` of `block`.
    Arg {
        /// The block.
        block: Block,
        /// The argument number.
        index: usize,
    },
    /// Nothing yet: a forward reference of a parser.
    Forward,
}

#[derive(Clone, Copy)]
pub(crate) struct ValueData {
    pub ty: Type,
    pub first_use: Option<Use>,
    /// Owner index; see `kind`.
    pub owner: u32,
    /// The number of the result or argument, with the kind in the top bits.
    pub index: u32,
}
pub(crate) const ARG_BIT: u32 = 1 << 31;
pub(crate) const FORWARD: u32 = u32::MAX;

#[derive(Clone, Copy)]
pub(crate) struct UseData {
    pub value: Value,
    pub owner: Op,
    pub next: Option<Use>,
    pub prev: Option<Use>,
}

#[derive(Clone, Default)]
pub(crate) struct BlockData {
    pub parent: Option<Region>,
    pub first: Option<Op>,
    pub last: Option<Op>,
    /// How many edges lead here; see `mutate/edges.rs`.
    pub n_edges: u32,
    /// The XOR of the indices of the ops that they come from.
    pub edge_ops: u32,
    pub args: SmallVec<[Value; 4]>,
}

#[derive(Clone, Default)]
pub(crate) struct RegionData {
    pub parent: Option<Op>,
    pub blocks: BlockList,
}

/// From this many items on, a list is shrunk in place.
const LARGE: usize = 4096;

/// Moves the items of a list into one of exactly their size. A short list is copied and its memory stays with `list`,
/// so that many small bodies are built in one reused allocation; a long list is shrunk in place.
pub(crate) fn fitted<T>(list: &mut Vec<T>) -> Vec<T> {
    if list.len() >= LARGE {
        let mut all = std::mem::take(list);
        all.shrink_to_fit();
        return all;
    }
    let mut own = Vec::with_capacity(list.len());
    own.append(list);
    own
}

/// A growable pool of short lists that are allocated as a run and freed by size.
#[derive(Clone)]
pub(crate) struct Pool<T> {
    pub items: Vec<T>,
    /// Freed runs by size, once there are some: most bodies are small and never free any.
    free: Option<Box<[Vec<u32>; 8]>>,
}
impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { items: Vec::new(), free: None }
    }
}
impl<T: Copy> Pool<T> {
    pub fn alloc(&mut self, n: usize, fill: T) -> u32 {
        if n == 0 {
            return 0;
        }
        if let Some(at) = self.free.as_mut().and_then(|f| f.get_mut(n - 1)?.pop()) {
            self.items[at as usize..][..n].fill(fill);
            return at;
        }
        let at = self.items.len() as u32;
        self.items.resize(self.items.len() + n, fill);
        at
    }
    /// As [`Pool::alloc`], with the items of the run.
    pub fn alloc_from(&mut self, items: &[T]) -> u32 {
        let n = items.len();
        if n == 0 {
            return 0;
        }
        if let Some(at) = self.free.as_mut().and_then(|f| f.get_mut(n - 1)?.pop()) {
            self.items[at as usize..][..n].copy_from_slice(items);
            return at;
        }
        let at = self.items.len() as u32;
        if n <= 4 {
            // Most lists are short, and for these a call that copies them costs more than the copying.
            self.items.reserve(n);
            for &item in items {
                self.items.push(item);
            }
        } else {
            self.items.extend_from_slice(items);
        }
        at
    }
    pub fn free(&mut self, at: u32, n: usize) {
        if n != 0
            && let Some(list) = self.free.get_or_insert_default().get_mut(n - 1)
        {
            list.push(at);
        }
    }
    pub fn get(&self, at: u32, n: usize) -> &[T] {
        if n == 0 { &[] } else { &self.items[at as usize..][..n] }
    }
    pub fn fitted(&mut self) -> Self {
        Self { items: fitted(&mut self.items), free: self.free.take() }
    }
    fn bytes(&self) -> usize {
        let free = self.free.as_ref().map_or(0, |lists| {
            size_of_val(&**lists) + lists.iter().map(|l| l.capacity() * size_of::<u32>()).sum::<usize>()
        });
        self.items.capacity() * size_of::<T>() + free
    }
}

/// See the module documentation.
pub struct Body {
    pub(crate) cx: Arc<Context>,
    pub(crate) ops: Slab<Op, OpData>,
    pub(crate) values: Slab<Value, ValueData>,
    pub(crate) blocks: Slab<Block, BlockData>,
    pub(crate) regions: Slab<Region, RegionData>,
    pub(crate) uses: Pool<UseData>,
    pub(crate) attrs: Pool<Option<Attr>>,
    /// Locations of block arguments by the index of the value, as far as one is known.
    pub(crate) arg_locs: Vec<Location>,
    pub(crate) rare: Option<Box<Rare>>,
    pub(crate) version: u64,
}

/// The parts that are empty in most small bodies.
#[derive(Default)]
pub(crate) struct Rare {
    /// Results of ops with several.
    pub results: Pool<Value>,
    /// Regions of ops with several.
    pub regions: Pool<Region>,
    pub succs: Successors,
    pub extra: FxHashMap<Op, Vec<(Str, Attr)>>,
    pub children: Children,
    pub listener: Option<Box<dyn Listener>>,
}

impl Rare {
    fn bytes(&self) -> usize {
        // A table of hashes has a byte of control for each slot and at least an eighth of them free.
        let extra = self.extra.capacity() * 8 / 7 * (1 + size_of::<(Op, Vec<(Str, Attr)>)>())
            + self.extra.values().map(|l| l.capacity() * size_of::<(Str, Attr)>()).sum::<usize>();
        size_of::<Self>()
            + self.results.bytes()
            + self.regions.bytes()
            + self.succs.bytes()
            + extra
            + self.children.bytes()
    }
}

/// Reading.
impl Body {
    /// The context; cheap to clone.
    pub fn cx_arc(&self) -> &Arc<Context> {
        &self.cx
    }
    /// The context.
    #[inline]
    pub fn cx(&self) -> &Context {
        &self.cx
    }
    /// Changes with every mutation of this body, not of its children; never the same for two bodies.
    pub fn version(&self) -> u64 {
        self.version
    }
    /// The isolated op of this body, if it is an `O`.
    pub fn self_as<O: OpDef>(&self) -> Option<O> {
        Op::SELF.as_op::<O>(self)
    }

    // ---------------------------------------------------------------- ops

    /// The descriptor of an op.
    #[inline]
    #[track_caller]
    pub fn info(&self, op: Op) -> &'static OpInfo {
        self.ops[op].info
    }
    /// Whether the op's kind has a trait.
    #[inline]
    pub fn has_trait(&self, op: Op, t: Trait) -> bool {
        self.ops[op].info.traits.has(t)
    }
    /// The name of the op, also for an op of an unknown kind.
    #[inline]
    pub fn op_name(&self, op: Op) -> &str {
        let info = self.info(op);
        if !std::ptr::eq(info, &crate::op_info::UNREGISTERED) {
            return info.name;
        }
        self.attr_slot(op, 0).and_then(|a| self.cx.attr_str(a)).unwrap_or(info.name)
    }
    /// Whether `op` names a live op.
    #[inline]
    pub fn is_live(&self, op: Op) -> bool {
        self.ops.contains(op)
    }
    /// Number of live ops, including [`Op::SELF`], without child bodies.
    pub fn num_ops(&self) -> usize {
        self.ops.len()
    }
    /// One more than the largest op index: the size of a dense side table.
    #[inline]
    pub fn op_capacity(&self) -> usize {
        self.ops.capacity()
    }
    /// One more than the largest value index: the size of a dense side table.
    #[inline]
    pub fn value_capacity(&self) -> usize {
        self.values.capacity()
    }
    /// One more than the largest block index: the size of a dense side table.
    #[inline]
    pub fn block_capacity(&self) -> usize {
        self.blocks.capacity()
    }
    /// Source location.
    #[inline]
    pub fn loc(&self, op: Op) -> Location {
        // A pass on the child of a shell changes the location there.
        self.child(op).map_or(self.ops[op].loc, |child| child.ops[Op::SELF].loc)
    }
    /// Number of operands.
    #[inline]
    pub fn num_operands(&self, op: Op) -> usize {
        self.ops[op].n_operands as usize
    }
    /// Operand `i`.
    #[inline]
    #[track_caller]
    pub fn operand(&self, op: Op, i: usize) -> Value {
        let d = &self.ops[op];
        assert!(i < d.n_operands as usize, "{} has no operand #{i}", d.info.name);
        self.uses.items[d.operands_at as usize + i].value
    }
    /// All operands.
    #[inline]
    pub fn operands(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        let d = &self.ops[op];
        self.uses.get(d.operands_at, d.n_operands as usize).iter().map(|u| u.value)
    }
    /// All results.
    #[inline]
    pub fn results(&self, op: Op) -> &[Value] {
        let d = &self.ops[op];
        match (d.n_results, &self.rare) {
            (1, _) => std::slice::from_ref(&d.results_at),
            (n, Some(rare)) => rare.results.get(d.results_at.index() as u32, n as usize),
            (_, None) => &[],
        }
    }
    /// Result `i`.
    #[inline]
    #[track_caller]
    pub fn result(&self, op: Op, i: usize) -> Value {
        self.results(op)[i]
    }
    /// Types of the operands.
    #[inline]
    pub fn operand_types(&self, op: Op) -> impl ExactSizeIterator<Item = Type> + '_ {
        self.operands(op).map(|v| self.ty(v))
    }
    /// Types of the results.
    #[inline]
    pub fn result_types(&self, op: Op) -> impl ExactSizeIterator<Item = Type> + '_ {
        self.results(op).iter().map(|&v| self.ty(v))
    }
    /// Regions; none for a shell, whose regions are in its child body.
    #[inline]
    pub fn regions(&self, op: Op) -> &[Region] {
        let d = &self.ops[op];
        match (d.n_regions, &self.rare) {
            (1, _) => std::slice::from_ref(&d.regions_at),
            (n, Some(rare)) => rare.regions.get(d.regions_at.index() as u32, n as usize),
            (_, None) => &[],
        }
    }
    /// Successor blocks.
    #[inline]
    pub fn successors(&self, op: Op) -> &[Block] {
        let d = &self.ops[op];
        if d.flags & HAS_SUCCS == 0 {
            return &[];
        }
        self.rare.as_ref().map_or(&[], |rare| rare.succs.get(op, d.succs_place()))
    }
    /// The block that holds the op.
    #[inline]
    pub fn parent_block(&self, op: Op) -> Option<Block> {
        self.ops[op].parent
    }
    /// The op whose region holds the op.
    #[inline]
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.regions[self.blocks[self.ops[op].parent?].parent?].parent
    }
    /// The region that holds the op.
    #[inline]
    pub fn parent_region(&self, op: Op) -> Option<Region> {
        self.blocks[self.ops[op].parent?].parent
    }
    /// Whether `ancestor` is `op` or holds it.
    pub fn is_ancestor(&self, ancestor: Op, op: Op) -> bool {
        std::iter::successors(Some(op), |&o| self.parent_op(o)).any(|o| o == ancestor)
    }
    /// The next op of the block.
    #[inline]
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op].next
    }
    /// The previous op of the block.
    #[inline]
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.ops[op].prev
    }
    /// Whether `a` comes before `b`, both in one block; O(1).
    #[inline]
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        debug_assert_eq!(self.parent_block(a), self.parent_block(b));
        self.ops[a].order < self.ops[b].order
    }

    /// A number that grows from op to op of a block, until an op is inserted or moved.
    #[inline]
    pub fn order(&self, op: Op) -> u32 {
        self.ops[op].order
    }

    // ---------------------------------------------------------------- attributes

    /// The inherent attributes by slot; none for a shell whose child was taken.
    #[inline]
    pub fn attr_slots(&self, op: Op) -> &[Option<Attr>] {
        let d = &self.ops[op];
        if d.flags & SHELL != 0 {
            return self.child(op).map_or(&[], |child| child.own_attr_slots(Op::SELF));
        }
        self.own_attr_slots(op)
    }
    /// The same of an op that is no shell.
    #[inline]
    fn own_attr_slots(&self, op: Op) -> &[Option<Attr>] {
        let d = &self.ops[op];
        self.attrs.get(d.attrs_at, d.n_attrs as usize)
    }
    /// The inherent attribute in a slot.
    #[inline]
    pub fn attr_slot(&self, op: Op, slot: usize) -> Option<Attr> {
        *self.attr_slots(op).get(slot)?
    }
    /// The inherent attribute in a slot as a typed handle; the verifier guarantees a required one.
    #[inline]
    #[track_caller]
    pub fn attr_of<T>(&self, op: Op, slot: usize) -> AttrOf<T> {
        match self.attr_slot(op, slot) {
            Some(attr) => AttrOf::new(attr),
            None => panic!("'{}' op has no attribute '{}'", self.op_name(op), self.info(op).attrs[slot].name),
        }
    }
    /// An attribute by name, inherent or discardable.
    #[inline]
    pub fn attr(&self, op: Op, name: &str) -> Option<Attr> {
        match self.info(op).attr_slot(name) {
            Some(slot) => self.attr_slot(op, slot),
            None => self.extra_attr(op, name),
        }
    }
    /// Discardable attributes, sorted by name.
    #[inline]
    pub fn extra_attrs(&self, op: Op) -> &[(Str, Attr)] {
        let d = &self.ops[op];
        if d.flags & SHELL != 0 {
            return self.child(op).map_or(&[], |c| c.extra_attrs(Op::SELF));
        }
        if d.flags & HAS_EXTRA == 0 {
            return &[];
        }
        self.rare.as_ref().and_then(|rare| rare.extra.get(&op)).map_or(&[], Vec::as_slice)
    }
    /// A discardable attribute.
    pub fn extra_attr(&self, op: Op, name: &str) -> Option<Attr> {
        self.extra_attrs(op).iter().find(|(n, _)| self.cx.str(*n) == name).map(|e| e.1)
    }

    // ---------------------------------------------------------------- blocks and regions

    /// The blocks of a region.
    #[inline]
    pub fn blocks(&self, region: Region) -> &[Block] {
        &self.regions[region].blocks
    }
    /// The op that owns a region.
    #[inline]
    pub fn region_parent(&self, region: Region) -> Option<Op> {
        self.regions[region].parent
    }
    /// The number of a region in its op.
    pub fn region_index(&self, region: Region) -> Option<usize> {
        self.regions(self.region_parent(region)?).iter().position(|&r| r == region)
    }
    /// The arguments of a block.
    #[inline]
    pub fn block_args(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }
    /// The region that holds a block.
    #[inline]
    pub fn block_parent(&self, block: Block) -> Option<Region> {
        self.blocks[block].parent
    }
    /// The op whose region holds a block.
    #[inline]
    pub fn block_parent_op(&self, block: Block) -> Option<Op> {
        self.regions[self.blocks[block].parent?].parent
    }
    /// Whether `block` names a live block.
    pub fn is_live_block(&self, block: Block) -> bool {
        self.blocks.contains(block)
    }
    /// Whether `region` names a live region.
    pub fn is_live_region(&self, region: Region) -> bool {
        self.regions.contains(region)
    }
    /// The first op of a block.
    #[inline]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].first
    }
    /// The last op of a block.
    #[inline]
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block].last
    }
    /// The last op of a block if it is a terminator.
    #[inline]
    pub fn terminator(&self, block: Block) -> Option<Op> {
        self.last_op(block).filter(|&op| self.has_trait(op, Trait::Terminator))
    }
    /// The ops of a block in order.
    #[inline]
    pub fn block_ops(&self, block: Block) -> impl Iterator<Item = Op> + '_ {
        std::iter::successors(self.first_op(block), |&op| self.next_op(op))
    }
    /// The ops of a region's only block, or of all its blocks in order.
    #[inline]
    pub fn region_ops(&self, region: Region) -> impl Iterator<Item = Op> + '_ {
        self.blocks(region).iter().flat_map(|&b| self.block_ops(b))
    }
    /// The entry block of the only region of this body's op.
    pub fn entry(&self) -> Option<Block> {
        self.blocks(*self.regions(Op::SELF).first()?).first().copied()
    }

    // ---------------------------------------------------------------- values

    /// The type of a value.
    #[inline]
    #[track_caller]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }
    /// The definition of a value.
    #[inline]
    pub fn def(&self, value: Value) -> Def {
        let d = &self.values[value];
        match d.index {
            FORWARD => Def::Forward,
            i if i & ARG_BIT != 0 => {
                Def::Arg { block: Block::from_index(d.owner as usize), index: (i & !ARG_BIT) as usize }
            }
            i => Def::Result { op: Op::from_index(d.owner as usize), index: i as usize },
        }
    }
    /// The op that defines a value, unless it is a block argument.
    #[inline]
    pub fn def_op(&self, value: Value) -> Option<Op> {
        match self.def(value) {
            Def::Result { op, .. } => Some(op),
            _ => None,
        }
    }
    /// The op that defines a value, if it is an `O`.
    pub fn def_as<O: OpDef>(&self, value: Value) -> Option<O> {
        self.def_op(value)?.as_op::<O>(self)
    }
    /// The block in which a value is defined.
    #[inline]
    pub fn def_block(&self, value: Value) -> Option<Block> {
        match self.def(value) {
            Def::Result { op, .. } => self.parent_block(op),
            Def::Arg { block, .. } => Some(block),
            Def::Forward => None,
        }
    }
    /// Where a value comes from.
    #[inline]
    pub fn value_loc(&self, value: Value) -> Location {
        match self.def(value) {
            Def::Result { op, .. } => self.loc(op),
            _ => self.arg_locs.get(value.index()).copied().unwrap_or(Location::UNKNOWN),
        }
    }
    /// Whether `value` names a live value.
    #[inline]
    pub fn is_live_value(&self, value: Value) -> bool {
        self.values.contains(value)
    }
    /// Whether anything uses a value.
    #[inline]
    pub fn has_uses(&self, value: Value) -> bool {
        self.values[value].first_use.is_some()
    }
    /// Whether exactly one operand uses a value.
    #[inline]
    pub fn has_one_use(&self, value: Value) -> bool {
        self.values[value].first_use.is_some_and(|u| self.uses.items[u.index()].next.is_none())
    }
    /// Whether no result of an op is used.
    #[inline]
    pub fn is_unused(&self, op: Op) -> bool {
        self.results(op).iter().all(|&v| !self.has_uses(v))
    }
    /// The ops that use a value, once for each operand; most recent use first.
    pub fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        self.uses_of(value).map(|(op, _)| op)
    }
    /// The uses of a value as op and operand number.
    #[inline]
    pub fn uses_of(&self, value: Value) -> impl Iterator<Item = (Op, usize)> + '_ {
        std::iter::successors(self.values[value].first_use, |u| self.uses.items[u.index()].next).map(|u| {
            let owner = self.uses.items[u.index()].owner;
            (owner, u.index() - self.ops[owner].operands_at as usize)
        })
    }

    // ---------------------------------------------------------------- children

    /// The bodies of the isolated ops directly in this body, in the order of their creation.
    pub fn children(&self) -> impl Iterator<Item = (Op, &Body)> {
        self.rare.iter().flat_map(|rare| rare.children.iter())
    }
    /// The bodies of the isolated ops directly in this body.
    pub fn children_mut(&mut self) -> impl Iterator<Item = (Op, &mut Body)> {
        self.rare.iter_mut().flat_map(|rare| rare.children.iter_mut())
    }
    /// Where the child of a shell is in the list of children.
    #[inline]
    pub(crate) fn place(&self, op: Op) -> Option<u32> {
        let d = &self.ops[op];
        (d.flags & SHELL != 0).then_some(d.regions_at.index() as u32)
    }
    /// The body of a shell.
    #[inline]
    pub fn child(&self, op: Op) -> Option<&Body> {
        self.rare.as_ref()?.children.get(self.place(op)?)
    }
    /// The body of a shell.
    pub fn child_mut(&mut self, op: Op) -> Option<&mut Body> {
        let place = self.place(op)?;
        self.rare.as_mut()?.children.get_mut(place)
    }
    /// Whether the op is the outer face of a child body.
    #[inline]
    pub fn is_shell(&self, op: Op) -> bool {
        self.ops[op].flags & SHELL != 0
    }
    /// The body in which the regions of `op` are: the child of a shell, or this one.
    pub fn inner(&self, op: Op) -> (&Body, Op) {
        match self.child(op) {
            Some(child) => (child, Op::SELF),
            None => (self, op),
        }
    }
    /// Bytes held by this body and its children: the capacity of every list, and the overhead of hash tables per
    /// entry. Data of the context is shared and not counted.
    pub fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.keys().map(|b| spilled(&self.blocks[b].args)).sum();
        let regions: usize = self.regions.keys().map(|r| self.regions[r].blocks.bytes()).sum();
        self.ops.bytes()
            + self.values.bytes()
            + self.blocks.bytes()
            + self.regions.bytes()
            + self.uses.bytes()
            + self.attrs.bytes()
            + self.arg_locs.capacity() * size_of::<Location>()
            + blocks
            + regions
            + self.rare.as_ref().map_or(0, |rare| rare.bytes())
    }
}

/// Bytes that a short list has outside of itself.
pub(crate) fn spilled<A: smallvec::Array>(list: &SmallVec<A>) -> usize {
    if list.spilled() { list.capacity() * size_of::<A::Item>() } else { 0 }
}

// Pointers of 32 bits make them smaller.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Option<OpData>>() == 56);
    assert!(size_of::<Option<ValueData>>() == 16);
    assert!(size_of::<UseData>() == 16);
};
