//! `convert-scf-to-cf`: lowers loops and conditionals to branches between blocks.
//!
//! Before:
//! ```mlir
//! scf.for %i = %lb to %ub step %s {
//!   func.call @use(%i) : (index) -> ()
//! }
//! return
//! ```
//! After:
//! ```mlir
//!   cf.br ^bb1(%lb : index)
//! ^bb1(%i: index):
//!   %more = arith.cmpi slt, %i, %ub : index
//!   cf.cond_br %more, ^bb2, ^bb3
//! ^bb2:
//!   func.call @use(%i) : (index) -> ()
//!   %next = arith.addi %i, %s : index
//!   cf.br ^bb1(%next : index)
//! ^bb3:
//!   return
//! ```
//! Ops are lowered outermost first, and from the last one of a block to the first, so that every op is moved at most once for each block
//! that it ends up in, and the conversion takes linear time. The order of the blocks is kept in a linked list, and set in the regions at
//! the end.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::{AddIOp, CmpIOp, CmpIPredicate, IndexCastOp, constant_index};
use strata_cf::{BranchOp, CondBranchOp, SwitchOp};
use strata_ir::{
    prelude::*,
    rewrite::{
        conversion::{
            Conversion, ConversionTable, Converted, DialectConversions, Failure, Rule, convert_ops,
            outermost_and_last_first,
        },
        conversions,
    },
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{
    ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, IndexSwitchOp, ParallelOp, ReduceOp, WhileOp,
    YieldOp, syntax::Mixed,
};

/// Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG.
#[pass(name = "convert-scf-to-cf", each_body)]
pub struct ConvertScfToCf;

impl BodyPass for ConvertScfToCf {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(convert_scf_to_cf(body)?)
    }
}

/// Lowers all `scf` ops of `body`, but not those of its children.
pub fn convert_scf_to_cf(body: &mut Body) -> Result<(), Vec<Diagnostic>> {
    let table = ConversionTable::new([SCF]);
    let mut ops = outermost_and_last_first(body);
    // The other ops, such as terminators, may be erased before the walk reaches them.
    ops.retain(|&op| table.has_row(body.info(op)));
    let mut lowering = Lowering {
        table,
        body,
        next: FxHashMap::default(),
        regions: Vec::new(),
        known: FxHashSet::default(),
    };
    let outcome = convert_ops(&mut lowering, ops);
    lowering.put_in_order();
    if outcome.errors.is_empty() { Ok(()) } else { Err(outcome.errors) }
}

/// Lowers one op.
type Handler = fn(&mut Lowering<'_>, Op) -> Converted;

/// The ops that become branches.
const SCF: DialectConversions<Handler> = DialectConversions {
    name: "scf",
    rows: conversions! {
        ForOp => |l, op| l.lower_for(ForOp::from_op_unchecked(op)),
        IfOp => |l, op| l.lower_if(IfOp::from_op_unchecked(op)),
        WhileOp => |l, op| l.lower_while(WhileOp::from_op_unchecked(op)),
        ParallelOp => |l, op| l.lower_parallel(ParallelOp::from_op_unchecked(op)),
        ForallOp => |l, op| l.lower_forall(ForallOp::from_op_unchecked(op)),
        IndexSwitchOp => |l, op| l.lower_switch(IndexSwitchOp::from_op_unchecked(op)),
        ExecuteRegionOp => |l, op| l.lower_execute_region(ExecuteRegionOp::from_op_unchecked(op)),
    },
    otherwise: None,
};

impl Conversion for Lowering<'_> {
    type Handler = Handler;
    fn body(&self) -> &Body {
        self.body
    }
    fn rule(&self, info: &'static OpInfo) -> Rule<Handler> {
        self.table.rule(info)
    }
    fn convert(&mut self, op: Op, handler: Handler) -> Result<(), Failure> {
        self.check_place(op)?;
        Ok(handler(self, op)?)
    }
}

type Values = SmallVec<[Value; 4]>;

struct Lowering<'b> {
    body: &'b mut Body,
    /// The successor of each block in the order of a changed region.
    next: FxHashMap<Block, Block>,
    /// The changed regions, with their first blocks.
    regions: Vec<(Region, Block)>,
    known: FxHashSet<Region>,
    table: ConversionTable<Handler>,
}

/// The blocks around a lowered op: the ops in front of it are in `head`, those behind it in `tail`.
struct Split {
    region: Region,
    head: Block,
    tail: Block,
    loc: Location,
}

impl Lowering<'_> {
    /// Checks that the region of the op may have several blocks.
    fn check_place(&self, op: Op) -> Converted {
        let b = &*self.body;
        let region = b.parent_region(op).ok_or("it is in no region")?;
        let parent = b.region_parent(region).ok_or("it is in no op")?;
        let (info, index) = (b.info(parent), b.region_index(region).unwrap_or(0));
        let spec = info.regions.get(index).or(info.regions.last());
        let single = spec.is_some_and(|s| s.single_block) || b.has_trait(parent, Trait::SingleBlock);
        if single || b.has_trait(parent, Trait::GraphRegion) {
            return Err(format!("the region of '{}' around it holds a single block", b.op_name(parent)));
        }
        Ok(())
    }

    // ---------------------------------------------------------------- blocks

    /// Moves the ops behind `op` to a new block.
    fn split(&mut self, op: Op) -> Converted<Split> {
        let b = &mut *self.body;
        let head = b.parent_block(op).ok_or("it is in no block")?;
        let region = b.block_parent(head).ok_or("it is in no region")?;
        let loc = b.loc(op);
        if self.known.insert(region) {
            // The first change of this region: its order becomes a list.
            let blocks = b.blocks(region);
            self.next.extend(blocks.windows(2).map(|pair| (pair[0], pair[1])));
            self.regions.push((region, blocks[0]));
        }
        let tail = b.new_block();
        b.attach_block(region, tail);
        let mut cur = b.next_op(op);
        while let Some(o) = cur {
            cur = b.next_op(o);
            b.move_op(o, InsertPoint::at_end(tail));
        }
        Ok(Split { region, head, tail, loc })
    }
    /// Inserts `blocks` behind `after` in the order of the region.
    fn place(&mut self, after: Block, blocks: &[Block]) {
        let end = self.next.get(&after).copied();
        let mut last = after;
        for &block in blocks {
            self.next.insert(last, block);
            last = block;
        }
        if let Some(end) = end {
            self.next.insert(last, end);
        }
    }
    fn put_in_order(&mut self) {
        for &(region, first) in &self.regions {
            let order: Vec<Block> =
                std::iter::successors(Some(first), |b| self.next.get(b).copied()).collect();
            self.body.set_block_order(region, &order);
        }
    }
    /// A new block of the region with arguments of these types.
    fn block(&mut self, at: &Split, types: &[Type]) -> Block {
        let block = self.body.new_block();
        self.body.attach_block(at.region, block);
        for &ty in types {
            let arg = self.body.add_block_arg(block, ty);
            self.body.set_arg_loc(arg, at.loc);
        }
        block
    }
    /// Moves the blocks of a region of an op that is being lowered.
    fn take_blocks(&mut self, from: Region, at: &Split) -> Vec<Block> {
        let blocks = self.body.blocks(from).to_vec();
        self.body.move_blocks(from, at.region);
        blocks
    }
    fn take_block(&mut self, from: Region, at: &Split) -> Converted<Block> {
        let blocks = self.take_blocks(from, at);
        match blocks[..] {
            [block] => Ok(block),
            _ => Err("a region of it does not have a single block".into()),
        }
    }
    fn at_end(&mut self, block: Block, loc: Location) -> Builder<'_> {
        Builder::new(self.body, InsertPoint::at_end(block), loc)
    }
    fn branch(&mut self, from: Block, loc: Location, to: Block, values: &[Value]) -> BranchOp {
        BranchOp::build(&mut self.at_end(from, loc), values, to)
    }
    /// Replaces the arguments of a block with `values` and removes them.
    fn bind_args(&mut self, block: Block, values: &[Value]) -> Converted {
        let args: Values = self.body.block_args(block).into();
        if args.len() != values.len() {
            return Err("the numbers of block arguments and values differ".into());
        }
        for (&arg, &value) in args.iter().zip(values) {
            self.body.replace_all_uses(arg, value);
        }
        self.body.retain_block_args(block, |_, _| false);
        Ok(())
    }
    /// Removes the terminator of kind `T` from a block and returns its operands.
    fn take_end<T: OpDef>(&mut self, block: Block) -> Converted<(Values, Location)> {
        let end = self.body.last_op(block).filter(|op| op.isa::<T>(self.body));
        let end = end.ok_or_else(|| format!("a region of it does not end with '{}'", T::NAME))?;
        let values = (self.body.operands(end).collect(), self.body.loc(end));
        self.body.erase(end);
        Ok(values)
    }
    fn replace(&mut self, op: Op, values: &[Value]) -> Converted {
        let olds: Values = self.body.results(op).into();
        if olds.len() != values.len() {
            return Err("the numbers of results and values differ".into());
        }
        for (&old, &new) in olds.iter().zip(values) {
            self.body.replace_all_uses(old, new);
        }
        self.body.erase(op);
        Ok(())
    }

    // ---------------------------------------------------------------- ops

    fn lower_for(&mut self, op: ForOp) -> Converted {
        let at = self.split(op.op())?;
        let b = &*self.body;
        let bounds = Bounds {
            lower: op.lower_bound(b),
            upper: op.upper_bound(b),
            step: op.step(b),
            unsigned: op.unsigned_cmp(b).is_some(),
        };
        let inits: Values = op.init_args(b).collect();
        let region = op.body(b);
        let first = self.take_block(region, &at)?;
        let head = self.loop_head(&at, at.head, bounds, &inits, first, at.tail);
        let args: Values = self.body.block_args(head).into();
        self.bind_args(first, &args)?;
        let (yielded, loc) = self.take_end::<YieldOp>(first)?;
        let latch = self.loop_back(first, loc, head, bounds, args[0], &yielded);
        self.keep_hints(op.op(), latch.op());
        self.place(at.head, &[head, first, at.tail]);
        self.replace(op.op(), &args[1..])
    }
    /// The loop header, which tests for another iteration, entered from `from`.
    fn loop_head(
        &mut self,
        at: &Split,
        from: Block,
        bounds: Bounds,
        inits: &[Value],
        first: Block,
        exit: Block,
    ) -> Block {
        let entry: Values = std::iter::once(bounds.lower).chain(inits.iter().copied()).collect();
        let types: SmallVec<[Type; 4]> = entry.iter().map(|&v| self.body.ty(v)).collect();
        let head = self.block(at, &types);
        self.branch(from, at.loc, head, &entry);
        let iv = self.body.block_args(head)[0];
        let mut b = self.at_end(head, at.loc);
        let predicate = if bounds.unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
        let predicate = b.cx().i64_attr(predicate as i64);
        let more = CmpIOp::build(&mut b, predicate, iv, bounds.upper);
        CondBranchOp::build(&mut b, more, &[], &[], None, first, exit);
        head
    }
    /// Advances the induction variable at the end of `block` and branches back to `head`.
    fn loop_back(
        &mut self,
        block: Block,
        loc: Location,
        head: Block,
        bounds: Bounds,
        iv: Value,
        carried: &[Value],
    ) -> BranchOp {
        let mut b = self.at_end(block, loc);
        let next = AddIOp::build(&mut b, iv, bounds.step, None);
        let values: Values = std::iter::once(next).chain(carried.iter().copied()).collect();
        BranchOp::build(&mut b, &values, head)
    }
    /// Moves hints for LLVM, such as `llvm.loop_annotation`, from a loop to its latch branch.
    fn keep_hints(&mut self, from: Op, latch: Op) {
        let cx = self.body.cx();
        let is_hint = |attr: Attr| cx.attr_name(attr).is_some_and(|name| name.starts_with("llvm."));
        let hints = self.body.extra_attrs(from).iter().filter(|&&(_, attr)| is_hint(attr));
        let hints: Vec<(String, Attr)> = hints.map(|&(name, attr)| (cx.str(name).into(), attr)).collect();
        for (name, attr) in hints {
            self.body.set_attr(latch, &name, Some(attr));
        }
    }

    fn lower_if(&mut self, op: IfOp) -> Converted {
        let at = self.split(op.op())?;
        let b = &*self.body;
        let (condition, then_region, else_region) = (op.condition(b), op.then_region(b), op.else_region(b));
        let types: SmallVec<[Type; 4]> = b.result_types(op.op()).collect();
        // The results are arguments of a separate join block.
        let join = if types.is_empty() { at.tail } else { self.block(&at, &types) };
        let then = self.take_block(then_region, &at)?;
        let mut order: SmallVec<[Block; 4]> = smallvec![then];
        let mut otherwise = join;
        if !self.body.blocks(else_region).is_empty() {
            otherwise = self.take_block(else_region, &at)?;
            order.push(otherwise);
        }
        CondBranchOp::build(&mut self.at_end(at.head, at.loc), condition, &[], &[], None, then, otherwise);
        for &block in &order {
            let (values, loc) = self.take_end::<YieldOp>(block)?;
            self.branch(block, loc, join, &values);
        }
        let results: Values = self.body.block_args(join).into();
        if join != at.tail {
            self.branch(join, at.loc, at.tail, &[]);
            order.push(join);
        }
        order.push(at.tail);
        self.place(at.head, &order);
        self.replace(op.op(), &results)
    }

    fn lower_while(&mut self, op: WhileOp) -> Converted {
        let at = self.split(op.op())?;
        let b = &*self.body;
        let inits: Values = op.inits(b).collect();
        let (before_region, after_region) = (op.before(b), op.after(b));
        let before = self.take_block(before_region, &at)?;
        let after = self.take_block(after_region, &at)?;
        self.branch(at.head, at.loc, before, &inits);
        let (condition, loc) = self.take_end::<ConditionOp>(before)?;
        let (&more, args) = condition.split_first().ok_or("'scf.condition' has no operand")?;
        let (yielded, yield_loc) = self.take_end::<YieldOp>(after)?;
        // A second region that only passes its arguments on needs no block.
        let passes_on = self.body.first_op(after).is_none() && self.body.block_args(after) == &yielded[..];
        let target = if passes_on { before } else { after };
        let decision =
            CondBranchOp::build(&mut self.at_end(before, loc), more, args, &[], None, target, at.tail);
        if passes_on {
            self.body.erase_block(after);
            self.place(at.head, &[before, at.tail]);
            self.keep_hints(op.op(), decision.op());
        } else {
            let latch = self.branch(after, yield_loc, before, &yielded);
            self.place(at.head, &[before, after, at.tail]);
            self.keep_hints(op.op(), latch.op());
        }
        self.replace(op.op(), args)
    }

    fn lower_parallel(&mut self, op: ParallelOp) -> Converted {
        let at = self.split(op.op())?;
        let b = &*self.body;
        let (lower, upper): (Values, Values) = (op.lower_bound(b).collect(), op.upper_bound(b).collect());
        let step: Values = op.step(b).collect();
        let inits: Values = op.init_vals(b).collect();
        let region = op.body(b);
        let bounds = lower.iter().zip(&upper).zip(&step);
        let bounds: Vec<Bounds> =
            bounds.map(|((&lower, &upper), &step)| Bounds { lower, upper, step, unsigned: false }).collect();
        let inner = self.take_block(region, &at)?;
        self.sequential_nest(&at, op.op(), &bounds, &inits, inner)
    }

    fn lower_forall(&mut self, op: ForallOp) -> Converted {
        if !self.body.results(op.op()).is_empty() {
            return Err("it has results; bufferize it first".into());
        }
        let at = self.split(op.op())?;
        let (lower, upper, step) =
            (op.lower_bounds(self.body), op.upper_bounds(self.body), op.steps(self.body));
        let region = op.body(self.body);
        let mut values = |list: Vec<Mixed>| -> Values {
            let mut b = Builder::new(self.body, InsertPoint::at_end(at.head), at.loc);
            list.into_iter()
                .map(|m| match m {
                    Mixed::Dynamic(v) => v,
                    Mixed::Static(n) => constant_index(&mut b, n),
                })
                .collect()
        };
        let (lower, upper, step) = (values(lower), values(upper), values(step));
        let bounds = lower.iter().zip(&upper).zip(&step);
        let bounds: Vec<Bounds> =
            bounds.map(|((&lower, &upper), &step)| Bounds { lower, upper, step, unsigned: false }).collect();
        let inner = self.take_block(region, &at)?;
        self.sequential_nest(&at, op.op(), &bounds, &[], inner)
    }

    /// A loop nest around `inner`, one loop for each dimension, whose arguments are the induction variables.
    fn sequential_nest(
        &mut self,
        at: &Split,
        op: Op,
        bounds: &[Bounds],
        inits: &[Value],
        inner: Block,
    ) -> Converted {
        let mut order: Vec<Block> = Vec::new();
        let (mut heads, mut exits) = (Vec::new(), vec![at.tail]);
        let mut from = at.head;
        let mut carried: Values = inits.into();
        for (i, &bound) in bounds.iter().enumerate() {
            let innermost = i + 1 == bounds.len();
            let first = if innermost { inner } else { self.block(at, &[]) };
            let exit = exits.last().copied().unwrap_or(at.tail);
            let head = self.loop_head(at, from, bound, &carried, first, exit);
            carried = self.body.block_args(head)[1..].into();
            order.extend([head, first]);
            heads.push(head);
            if !innermost {
                let exit = self.block(at, &[]);
                exits.push(exit);
            }
            from = first;
        }
        if bounds.is_empty() {
            self.branch(at.head, at.loc, inner, &[]);
            order.push(inner);
        }
        let ivs: Values = heads.iter().map(|&h| self.body.block_args(h)[0]).collect();
        self.bind_args(inner, &ivs)?;
        let mut values = self.reduce(inner, &carried)?;
        if bounds.is_empty() {
            self.branch(inner, at.loc, at.tail, &[]);
        }
        // From the innermost loop outwards: the end of each body branches back to its header.
        let mut end = inner;
        for (i, &head) in heads.iter().enumerate().rev() {
            self.loop_back(end, at.loc, head, bounds[i], ivs[i], &values);
            values = self.body.block_args(head)[1..].into();
            if i != 0 {
                end = exits[i];
                order.push(end);
            }
        }
        order.push(at.tail);
        self.place(at.head, &order);
        self.replace(op, &values)
    }
    /// Combines the carried values with those of this iteration, in place of the terminator of `block`.
    fn reduce(&mut self, block: Block, carried: &[Value]) -> Converted<Values> {
        let end = self.body.last_op(block).ok_or("its body is empty")?;
        let Some(reduce) = end.as_op::<ReduceOp>(self.body) else {
            // The terminator of `scf.forall` without results has no effect.
            self.body.erase(end);
            return Ok(carried.into());
        };
        let values: Values = reduce.operands(self.body).collect();
        let regions: SmallVec<[Region; 2]> = self.body.regions(end).into();
        if values.len() != carried.len() || regions.len() != carried.len() {
            return Err("the numbers of reductions and initial values differ".into());
        }
        let mut out = Values::new();
        for ((&region, &value), &sum) in regions.iter().zip(&values).zip(carried) {
            let [combine] = *self.body.blocks(region) else {
                return Err("a reduction has no single block".into());
            };
            let last = self.body.last_op(combine).filter(|&op| self.body.num_operands(op) == 1);
            let last = last.ok_or("a reduction does not end with 'scf.reduce.return'")?;
            if self.body.block_args(combine).len() != 2 {
                return Err("a reduction does not have two arguments".into());
            }
            let at = InsertPoint::before(self.body, end);
            self.body.inline_block(combine, at, &[sum, value]);
            out.push(self.body.operand(last, 0));
            self.body.erase(last);
        }
        self.body.erase(end);
        Ok(out)
    }

    fn lower_switch(&mut self, op: IndexSwitchOp) -> Converted {
        let at = self.split(op.op())?;
        let b = &*self.body;
        let flag = op.arg(b);
        let cases = op.case_values(b).to_vec();
        let types: SmallVec<[Type; 4]> = b.result_types(op.op()).collect();
        let (default_region, case_regions) = (op.default_region(b), op.case_regions(b).to_vec());
        for &ty in &types {
            let arg = self.body.add_block_arg(at.tail, ty);
            self.body.set_arg_loc(arg, at.loc);
        }
        let mut order = Vec::with_capacity(cases.len() + 2);
        for region in case_regions.into_iter().chain([default_region]) {
            let block = self.take_block(region, &at)?;
            let (values, loc) = self.take_end::<YieldOp>(block)?;
            self.branch(block, loc, at.tail, &values);
            order.push(block);
        }
        let (&default, targets) = order.split_last().ok_or("it has no default region")?;
        let mut b = self.at_end(at.head, at.loc);
        // All 64 bits are compared, as two cases may differ only in the upper ones.
        let (i64_type, n) = (b.cx().i64(), cases.len() as i64);
        if cases.is_empty() {
            BranchOp::build(&mut b, &[], default);
        } else {
            let ty = b.cx().vector(&[n], i64_type);
            let values = b.cx().dense_i64s(ty, &cases).ok_or("its cases do not fit an attribute")?;
            let segments = b.cx().i32_array(&vec![0; cases.len()]);
            let flag = IndexCastOp::build(&mut b, flag, i64_type);
            SwitchOp::build(&mut b, flag, &[], &[], Some(values), segments, default, targets);
        }
        let results: Values = self.body.block_args(at.tail).into();
        order.push(at.tail);
        self.place(at.head, &order);
        self.replace(op.op(), &results)
    }

    fn lower_execute_region(&mut self, op: ExecuteRegionOp) -> Converted {
        let at = self.split(op.op())?;
        let types: SmallVec<[Type; 4]> = self.body.result_types(op.op()).collect();
        let region = op.region(self.body);
        let mut order = self.take_blocks(region, &at);
        let &first = order.first().ok_or("its region is empty")?;
        for &ty in &types {
            let arg = self.body.add_block_arg(at.tail, ty);
            self.body.set_arg_loc(arg, at.loc);
        }
        self.branch(at.head, at.loc, first, &[]);
        for &block in &order {
            if self.body.last_op(block).is_some_and(|end| end.isa::<YieldOp>(self.body)) {
                let (values, loc) = self.take_end::<YieldOp>(block)?;
                self.branch(block, loc, at.tail, &values);
            }
        }
        let results: Values = self.body.block_args(at.tail).into();
        order.push(at.tail);
        self.place(at.head, &order);
        self.replace(op.op(), &results)
    }
}

/// The range of one loop.
#[derive(Clone, Copy)]
struct Bounds {
    lower: Value,
    upper: Value,
    step: Value,
    unsigned: bool,
}
