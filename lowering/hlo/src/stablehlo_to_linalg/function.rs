//! The walk over a function: every block is built anew from the old one.

use rustc_hash::FxHashMap;
use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_linalg::{InputPrecision, LinalgOp};
use strata_stablehlo as hlo;

use super::{
    Lowered, bits, constants, contraction, control, convolution, elementwise, gather, linear, movement,
    parallel, reduction, scan, scatter, sizes, slices, sort,
    types::{self, signless, signless_attr},
    unknown, window,
};

/// What a function is lowered for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether ops that have a form for many threads get it.
    pub parallel: bool,
    /// What `DEFAULT` asks of products of `f32`; without it no product says what it asks for.
    pub default_precision: Option<InputPrecision>,
    /// What `scatter` does with windows that are partly outside.
    pub scatter_out_of_bounds: hlo::ScatterOutOfBounds,
}

/// Lowers the function of `body`.
pub fn legalize(body: &mut Body, options: Options) -> Result<(), Vec<Diagnostic>> {
    let Some(&region) = body.regions(Op::SELF).first() else { return Ok(()) };
    let old: Vec<Block> = body.blocks(region).to_vec();
    if old.is_empty() {
        lower_signature(body);
        return Ok(());
    }
    let mut lowering = Lowering { options, ..Lowering::default() };
    // All blocks first, because branches name blocks that come later.
    for &block in &old {
        let types: Vec<Type> =
            body.block_args(block).iter().map(|&v| signless(body.cx(), body.ty(v))).collect();
        let new = body.add_block(region, &types);
        lowering.map_args(body, block, new);
        lowering.blocks.insert(block, new);
    }
    let is_public = !is_private(body);
    for &block in &old {
        let new = lowering.blocks[&block];
        let mut b = Builder::at_end(body, new);
        if is_public && block == old[0] {
            let args = b.block_args(block).to_vec();
            lowering.keep_bounds(&mut b, &args, "argument");
        }
        lowering.block(&mut b, block, true);
    }
    let failed = !lowering.errors.is_empty();
    // Blocks of regions inside are mapped too, and go with their ops.
    let doomed = if failed { old.iter().map(|block| lowering.blocks[block]).collect() } else { old };
    body.retain_blocks(region, |block| !doomed.contains(&block));
    if failed {
        return Err(lowering.errors);
    }
    erase_dead(body, region);
    lower_signature(body);
    Ok(())
}

/// Whether only this module calls the function.
fn is_private(body: &Body) -> bool {
    body.attr(Op::SELF, "sym_visibility").and_then(|a| body.cx().attr_str(a)) == Some("private")
}

fn lower_signature(body: &mut Body) {
    let Some(attr) = body.attr(Op::SELF, "function_type") else { return };
    let cx = body.cx();
    let Some(ty) = cx.attr_as::<TypeAttr>(attr).map(|t| t.0) else { return };
    let new = cx.type_attr(signless(cx, ty));
    if new != attr {
        body.set_attr(Op::SELF, "function_type", Some(new));
    }
}

/// Erases ops that the lowering made and nothing uses, such as constants that became part of payloads.
fn erase_dead(body: &mut Body, region: Region) {
    let mut ops: Vec<Op> = Vec::new();
    for &block in body.blocks(region) {
        for op in body.block_ops(block) {
            ops.extend(body.ops_in(op));
            ops.push(op);
        }
    }
    for op in ops.into_iter().rev() {
        let dead = body.is_live(op)
            && !body.results(op).is_empty()
            && body.is_unused(op)
            && (body.has_trait(op, Trait::Pure)
                || op.cast::<dyn LinalgOp>(body).is_some() && body.results(op).len() == 1);
        if dead {
            body.erase(op);
        }
    }
}

/// The op that says what a computation gives. An op that nobody knows is no such end, whatever its operands.
pub(super) fn terminator(b: &Body, block: Block) -> Lowered<Op> {
    let last = b.last_op(block).filter(|op| op.isa::<hlo::ReturnOp>(b));
    last.ok_or_else(|| "a region must end with 'stablehlo.return'".into())
}

/// Annotations, which give their operands; other calls are seen to by `stablehlo-legalize-to-runtime-calls`.
fn custom_call(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<SmallVec<[Value; 2]>> {
    let target = b.attr(op, "call_target_name").and_then(|a| b.cx().attr_str(a)).unwrap_or_default();
    match target {
        "Sharding"
        | "SPMDFullToShardShape"
        | "SPMDShardToFullShape"
        | "annotate_device_placement"
        | "LayoutConstraint"
        | "MoveToDevice"
        | "MoveToHost"
        | "mhlo.copy"
        | "stablehlo.shape_refinement_operand_wrapper" => {
            let mut values = l.operands(b, op)?;
            values.truncate(b.results(op).len());
            Ok(values.into())
        }
        "shape_assertion" => {
            let condition = l.get(b.operands(op).next().ok_or("it has no operands")?)?;
            let condition = constants::extract(b, condition);
            let message = b.attr(op, "error_message").and_then(|a| b.cx().attr_str(a)).unwrap_or("");
            let message = message.to_owned();
            sizes::assert(b, condition, &message);
            Ok(smallvec![])
        }
        _ => Err(format!("the target '{target}' is not known")),
    }
}

/// The state of lowering a function.
#[derive(Default)]
pub(super) struct Lowering {
    pub options: Options,
    map: FxHashMap<Value, Value>,
    /// The new values in old tuples and futures.
    parts: FxHashMap<Value, Vec<Value>>,
    blocks: FxHashMap<Block, Block>,
    errors: Vec<Diagnostic>,
}

impl Lowering {
    /// The new value for an old one.
    pub fn get(&self, old: Value) -> Lowered<Value> {
        self.map.get(&old).copied().ok_or_else(|| "an operand could not be lowered".into())
    }
    /// The new values for the operands of an old op.
    pub fn operands(&self, b: &Body, op: Op) -> Lowered<Vec<Value>> {
        b.operands(op).map(|v| self.get(v)).collect()
    }
    /// Makes `new` stand for `old`.
    pub fn set(&mut self, old: Value, new: Value) {
        self.map.insert(old, new);
    }
    fn map_args(&mut self, body: &mut Body, old: Block, new: Block) {
        let pairs: Vec<(Value, Value)> =
            body.block_args(old).iter().copied().zip(body.block_args(new).iter().copied()).collect();
        for (o, n) in pairs {
            let loc = body.value_loc(o);
            body.set_arg_loc(n, loc);
            self.map.insert(o, n);
        }
    }
    /// Lowers the ops of an old block to where `b` stands, the last one only when asked to.
    pub fn block(&mut self, b: &mut Builder<'_>, old: Block, with_terminator: bool) {
        let mut next = b.first_op(old);
        while let Some(op) = next {
            next = b.next_op(op);
            if next.is_none() && !with_terminator {
                return;
            }
            let loc = b.loc(op);
            b.set_cur_loc(loc);
            if let Err(reason) = self.op(b, op) {
                let name = b.op_name(op).to_owned();
                // A value that is missing was reported where it is defined.
                if self.errors.is_empty() || !reason.starts_with("an operand could not") {
                    let message = format!("failed to legalize operation '{name}': {reason}");
                    self.errors.push(Diagnostic::error(loc, message));
                }
            }
        }
    }
    /// Lowers one region of an old op to region `index` of a new op; `end` ends the block, given the new values of
    /// what the old terminator returned.
    pub fn region(
        &mut self,
        b: &mut Builder<'_>,
        old: Region,
        new: Op,
        index: usize,
        end: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<()>,
    ) -> Lowered<()> {
        let &[block] = b.blocks(old) else { return Err("a region must have one block".into()) };
        let types: Vec<Type> = b.block_args(block).iter().map(|&v| signless(b.cx(), b.ty(v))).collect();
        self.region_of(b, old, new, index, &types, |_, args| Ok(args.to_vec()), end)
    }
    /// The same where arguments of these types say what the old arguments are.
    #[expect(clippy::too_many_arguments, reason = "two steps of one region")]
    pub fn region_of(
        &mut self,
        b: &mut Builder<'_>,
        old: Region,
        new: Op,
        index: usize,
        types: &[Type],
        begin: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<Vec<Value>>,
        end: impl FnOnce(&mut Builder<'_>, &[Value]) -> Lowered<()>,
    ) -> Lowered<()> {
        let &[block] = b.blocks(old) else { return Err("a region must have one block".into()) };
        b.region_block(new, index, types, |b, made| {
            let args = b.block_args(made).to_vec();
            let values = begin(b, &args)?;
            for (from, to) in b.block_args(block).to_vec().into_iter().zip(values) {
                let loc = b.value_loc(from);
                if args.contains(&to) {
                    b.body().set_arg_loc(to, loc);
                }
                self.set(from, to);
            }
            self.block(b, block, false);
            let last = terminator(b, block)?;
            let values = self.operands(b, last)?;
            let loc = b.loc(last);
            b.set_cur_loc(loc);
            end(b, &values)
        })
    }
    /// Checks the bounds of sizes that the types of old values have, where tensors come in or go out.
    fn keep_bounds(&mut self, b: &mut Builder<'_>, olds: &[Value], what: &str) {
        for (i, &old) in olds.iter().enumerate() {
            for (d, bound) in types::bounds(b.cx(), b.ty(old)) {
                let message = format!("size {d} of {what} #{i} is larger than its bound, {bound}");
                let Ok(new) = self.get(old) else { continue };
                let checked = sizes::dim(b, new, d)
                    .and_then(|n| sizes::require(b, CmpIPredicate::Sle, n, bound.into(), &message));
                if let Err(e) = checked {
                    self.errors.push(Diagnostic::error(b.cur_loc(), e));
                }
            }
        }
    }
    fn op(&mut self, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
        let info = b.info(op);
        if op.isa::<strata_chlo::ScanOp>(b) {
            let values = scan::lower_chlo(self, b, op)?;
            self.set_all(b, op, &values);
            return Ok(());
        }
        if info.dialect() == "chlo" {
            let value = elementwise::lower(self, b, op)?;
            self.set(b.result(op, 0), value);
            return Ok(());
        }
        if op.isa::<hlo::ReturnOp>(b) {
            // Of a function; those of regions are seen where their ops are lowered.
            if !is_private(b) {
                let olds: Vec<Value> = b.operands(op).collect();
                self.keep_bounds(b, &olds, "result");
            }
            let values = self.operands(b, op)?;
            strata_func::ReturnOp::build(b, &values);
            return Ok(());
        }
        if info.dialect() != "stablehlo" {
            return self.clone_op(b, op);
        }
        if self.options.parallel
            && let Some(values) = parallel::lower(self, b, op)?
        {
            self.set_all(b, op, &values);
            return Ok(());
        }
        if (unknown::applies(b, op) || unknown::is_computed(b, op))
            && let Some(values) = unknown::lower(self, b, op)?
        {
            self.set_all(b, op, &values);
            return Ok(());
        }
        let values: SmallVec<[Value; 2]> = match info.mnemonic() {
            "constant" | "iota" => smallvec![constants::lower(b, op)?],
            "broadcast_in_dim" | "broadcast" | "transpose" | "reshape" | "reverse" => {
                smallvec![movement::lower(self, b, op)?]
            }
            "slice" | "pad" | "concatenate" | "dynamic_slice" | "dynamic_update_slice" => {
                smallvec![slices::lower(self, b, op)?]
            }
            "dot_general" | "dot" => smallvec![contraction::lower(self, b, op)?],
            "reduce" => reduction::lower(self, b, op)?,
            "gather" => smallvec![gather::lower(self, b, op)?],
            "scatter" => scatter::lower(self, b, op)?,
            "select_and_scatter" => smallvec![scatter::select_and_scatter(self, b, op)?],
            "reduce_window" => window::lower(self, b, op)?,
            "triangular_solve" => smallvec![linear::triangular_solve(self, b, op)?],
            "cholesky" => smallvec![linear::cholesky(self, b, op)?],
            "bitcast_convert" if bits::resizes(b, op) => smallvec![bits::resize(self, b, op)?],
            "convolution" => smallvec![convolution::lower(self, b, op)?],
            "sort" => sort::lower(self, b, op)?,
            "while" | "if" | "case" => control::lower(self, b, op)?,
            "get_dimension_size" => smallvec![constants::dimension_size(b, op)?],
            // A type that says the size keeps it.
            "set_dimension_size" => smallvec![self.get(b.operand(op, 0))?],
            // What a program does is done in its order.
            "create_token" | "after_all" => {
                smallvec![constants::nothing(b, op)]
            }
            "tuple" | "get_tuple_element" | "async_start" | "async_done" => {
                return self.parts_of_value(b, op);
            }
            "optimization_barrier" => self.operands(b, op)?.into(),
            "custom_call" => custom_call(self, b, op)?,
            _ => smallvec![elementwise::lower(self, b, op)?],
        };
        self.set_all(b, op, &values);
        Ok(())
    }
    /// Makes `values` stand for the results of `op`, as tensors of their types.
    fn set_all(&mut self, b: &mut Builder<'_>, op: Op, values: &[Value]) {
        let results: SmallVec<[Value; 2]> = SmallVec::from_slice(b.results(op));
        for (old, &new) in results.into_iter().zip(values) {
            let ty = signless(b.cx(), b.ty(old));
            let known = b.cx().type_as::<TensorType>(ty).is_some() && types::is_unknown(b.cx(), b.ty(new));
            let new = if known || types::is_unknown(b.cx(), ty) { sizes::cast(b, new, ty) } else { new };
            self.set(old, new);
        }
    }
    /// Ops that put several values together, and take them apart again; what an async op computes is computed where it
    /// starts.
    fn parts_of_value(&mut self, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
        let whole = |b: &Body| b.operand(op, 0);
        let known = |l: &Self, v: Value| l.parts.get(&v).cloned().ok_or("its operand is not taken apart");
        match b.info(op).mnemonic() {
            "tuple" => {
                let values = self.operands(b, op)?;
                self.parts.insert(b.result(op, 0), values);
            }
            "get_tuple_element" => {
                let index = b.attr(op, "index").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
                let parts = known(self, whole(b))?;
                let part = usize::try_from(index).ok().and_then(|i| parts.get(i).copied());
                self.set(b.result(op, 0), part.ok_or("the tuple has too few elements")?);
            }
            "async_start" => {
                let region = *b.regions(op).first().ok_or("it has no region")?;
                let &[block] = b.blocks(region) else { return Err("a region must have one block".into()) };
                let values = self.operands(b, op)?;
                for (arg, value) in b.block_args(block).to_vec().into_iter().zip(values) {
                    self.set(arg, value);
                }
                self.block(b, block, false);
                let last = terminator(b, block)?;
                let values = self.operands(b, last)?;
                self.parts.insert(b.result(op, 0), values);
            }
            _ => {
                let parts = known(self, whole(b))?;
                for (old, new) in b.results(op).to_vec().into_iter().zip(parts) {
                    self.set(old, new);
                }
            }
        }
        Ok(())
    }
    /// Copies an op of another dialect, with lowered operands, types and regions.
    fn clone_op(&mut self, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
        if b.is_shell(op) {
            return Err("ops that are isolated from above are not supported inside of functions".into());
        }
        let mut state = OpState::new(b.info(op), b.loc(op));
        state.operands = self.operands(b, op)?.into();
        state.result_types = b.result_types(op).map(|t| signless(b.cx(), t)).collect();
        for slot in 0..b.info(op).attrs.len() {
            state.attrs[slot] = b.attr_slot(op, slot).map(|a| signless_attr(b.cx(), a));
        }
        state.extra = b.extra_attrs(op).to_vec();
        state.successors =
            b.successors(op).iter().map(|s| self.blocks.get(s).copied().unwrap_or(*s)).collect();
        let regions: Vec<Region> = b.regions(op).to_vec();
        for _ in &regions {
            let region = b.body().new_region();
            state.regions.push(region);
        }
        let new = b.build(state);
        for (i, &old) in regions.iter().enumerate() {
            let blocks: Vec<Block> = b.blocks(old).to_vec();
            let region = b.regions(new)[i];
            for &block in &blocks {
                let types: Vec<Type> =
                    b.block_args(block).iter().map(|&v| signless(b.cx(), b.ty(v))).collect();
                let made = b.body().add_block(region, &types);
                self.map_args(b.body(), block, made);
                self.blocks.insert(block, made);
            }
            for block in blocks {
                let made = self.blocks[&block];
                b.in_block(made, |b| self.block(b, block, true));
            }
        }
        let pairs: Vec<(Value, Value)> =
            b.results(op).iter().copied().zip(b.results(new).iter().copied()).collect();
        for (o, n) in pairs {
            self.set(o, n);
        }
        Ok(())
    }
}
