//! [`Body`]: the arena of one isolated-from-above op, and everything that reads it.
//!
//! Invariants, kept by the mutation methods in `mutate`:
//! - [`Op::SELF`] is the isolated op itself, seen from inside: it has its attributes and regions, but neither operands
//!   nor results nor a parent. In the body around it, the same op is a *shell*: it has operands and results, and its
//!   attributes and regions are looked up in the child body.
//! - Every operand slot is in the use list of its value, and in no other.
//! - Every block counts the edges that lead to it.
//! - Ops of a block form a doubly linked list with increasing order numbers, which are their indices in bodies whose ops were only appended.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{
    Attr, Block, Context, Entity, Listener, Location, Op, OpDef, OpInfo, Region, Str, Trait, Type, Value,
    children::Children,
    counts::{HAS_SUCCS, ManyByOp, SHELL},
    data::{BlockData, Edges, OpData, UseData, ValueData, position},
    entity::Slab,
    one::One,
    pool::{Pool, Runs},
    region::{BlockLists, Lists, RegionData},
    successors::Successors,
    vacant::Vacant,
};

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

/// See the module documentation.
pub struct Body {
    pub(crate) cx: Arc<Context>,
    pub(crate) ops: Slab<Op, OpData>,
    pub(crate) values: Slab<Value, ValueData>,
    pub(crate) blocks: Slab<Block, BlockData, One<Option<BlockData>>>,
    pub(crate) regions: Slab<Region, RegionData, One<Option<RegionData>>>,
    pub(crate) uses: Pool<UseData>,
    /// Attributes of ops, see `slots.rs`, and arguments of blocks with their locations, see `mutate/args.rs`.
    pub(crate) words: Pool<Value>,
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
    pub free_results: Option<Box<Runs>>,
    pub free_regions: Option<Box<Runs>>,
    pub many: ManyByOp,
    pub succs: Successors,
    /// Edges to blocks by their index; see `mutate/edges.rs`.
    pub edges: Vec<Edges>,
    /// Blocks of regions with several.
    pub block_lists: BlockLists,
    pub extra: FxHashMap<Op, Vec<(Str, Attr)>>,
    pub children: Children,
    pub listener: Option<Box<dyn Listener>>,
    pub vacant: Option<Box<Vacant>>,
    /// The order numbers of ops, from the first op on that was not appended; see `mutate/place.rs`.
    pub order: Vec<u32>,
}

impl Rare {
    /// Gives back the memory that lists have beyond their size.
    pub fn fit(&mut self) {
        self.results.items.shrink_to_fit();
        self.regions.items.shrink_to_fit();
        self.succs.fit();
        self.edges.shrink_to_fit();
        self.block_lists.fit();
        self.children.fit();
        self.order.shrink_to_fit();
    }
}

impl Lists for Option<Box<Rare>> {
    fn existing(&mut self) -> Option<&mut BlockLists> {
        self.as_mut().map(|rare| &mut rare.block_lists)
    }
    fn make(&mut self) -> &mut BlockLists {
        &mut self.get_or_insert_default().block_lists
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
        self.ops.capacity() - self.vacant().map_or(0, |v| v.ops.len())
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
        self.n_operands(op, self.ops[op].counts)
    }
    /// Operand `i`.
    #[inline]
    #[track_caller]
    pub fn operand(&self, op: Op, i: usize) -> Value {
        let d = &self.ops[op];
        assert!(i < self.n_operands(op, d.counts), "{} has no operand #{i}", d.info.name);
        self.uses.items[d.operands_at as usize + i].value
    }
    /// All operands.
    #[inline]
    pub fn operands(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        let d = &self.ops[op];
        self.uses.get(d.operands_at, self.n_operands(op, d.counts)).iter().map(|u| u.value)
    }
    /// All results.
    #[inline]
    pub fn results(&self, op: Op) -> &[Value] {
        let d = &self.ops[op];
        match d.counts.results() {
            Some(0) => &[],
            Some(1) => std::slice::from_ref(&d.results_at),
            _ => self.several_results(op),
        }
    }
    #[inline(never)]
    fn several_results(&self, op: Op) -> &[Value] {
        let d = &self.ops[op];
        let n = self.n_results(op, d.counts);
        self.rare.as_ref().map_or(&[], |rare| rare.results.get(d.results_at.index() as u32, n))
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
        if self.ops[op].counts.regions() == Some(0) { &[] } else { self.some_regions(op) }
    }
    #[inline(never)]
    fn some_regions(&self, op: Op) -> &[Region] {
        let d = &self.ops[op];
        let at = self.regions_at(d);
        match self.n_regions(op, d.counts) {
            1 => std::slice::from_ref(&self.regions[at].own),
            n => self.rare.as_ref().map_or(&[], |rare| rare.regions.get(at.index() as u32, n)),
        }
    }
    /// Successor blocks.
    #[inline]
    pub fn successors(&self, op: Op) -> &[Block] {
        let d = &self.ops[op];
        if !d.counts.has(HAS_SUCCS) {
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
    /// Whether the definition of a value is not inside of an op.
    pub fn is_defined_outside(&self, value: Value, op: Op) -> bool {
        let parent = self.def_block(value).and_then(|block| self.block_parent_op(block));
        parent.is_none_or(|parent| !self.is_ancestor(op, parent))
    }
    /// The op of a block that is `op` or holds it.
    pub fn ancestor_in(&self, op: Op, block: Block) -> Option<Op> {
        std::iter::successors(Some(op), |&o| self.parent_op(o)).find(|&o| self.parent_block(o) == Some(block))
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
        self.order(a) < self.order(b)
    }

    /// A number that grows from op to op of a block, until an op is inserted or moved.
    #[inline]
    pub fn order(&self, op: Op) -> u32 {
        match self.order_numbers() {
            Some(numbers) => numbers.get(op.index()).copied().unwrap_or_default(),
            None => op.index() as u32,
        }
    }

    // ---------------------------------------------------------------- blocks and regions

    /// The blocks of a region.
    #[inline]
    pub fn blocks(&self, region: Region) -> &[Block] {
        self.regions[region].blocks(self.rare.as_deref().map(|rare| &rare.block_lists))
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
        let d = &self.blocks[block];
        self.words.get(d.args_at.index() as u32, d.n_args as usize)
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
        let owner = self.values[value].owner;
        if let Some(op) = owner.as_op() {
            return Def::Result { op, index: position(self.results(op), value) };
        }
        match owner.as_block() {
            Some(block) => Def::Arg { block, index: position(self.block_args(block), value) },
            None => Def::Forward,
        }
    }
    /// The op that defines a value, unless it is a block argument.
    #[inline]
    pub fn def_op(&self, value: Value) -> Option<Op> {
        self.values[value].owner.as_op()
    }
    /// The op that defines a value, if it is an `O`.
    pub fn def_as<O: OpDef>(&self, value: Value) -> Option<O> {
        self.def_op(value)?.as_op::<O>(self)
    }
    /// The block in which a value is defined.
    #[inline]
    pub fn def_block(&self, value: Value) -> Option<Block> {
        let owner = self.values[value].owner;
        match owner.as_op() {
            Some(op) => self.parent_block(op),
            None => owner.as_block(),
        }
    }
    /// Where a value comes from.
    #[inline]
    pub fn value_loc(&self, value: Value) -> Location {
        let owner = self.values[value].owner;
        match (owner.as_op(), owner.as_block()) {
            (Some(op), _) => self.loc(op),
            (None, Some(block)) => self.arg_loc(block, position(self.block_args(block), value)),
            (None, None) => Location::UNKNOWN,
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
        d.counts.has(SHELL).then_some(d.at)
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
        self.ops[op].counts.has(SHELL)
    }
    /// The body in which the regions of `op` are: the child of a shell, or this one.
    pub fn inner(&self, op: Op) -> (&Body, Op) {
        match self.child(op) {
            Some(child) => (child, Op::SELF),
            None => (self, op),
        }
    }
}
