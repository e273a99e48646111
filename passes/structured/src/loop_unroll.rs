//! `scf-loop-unroll`: short loops around elementwise ops on tensors become their iterations, one after the other.
//!
//! Before:
//! ```mlir
//! %r:2 = scf.while (%i = %c0, %x = %0) : (i32, tensor<64xi32>) -> (i32, tensor<64xi32>) {
//!   %c = arith.cmpi slt, %i, %c5 : i32
//!   scf.condition(%c) %i, %x : i32, tensor<64xi32>
//! } do {
//! ^bb0(%i: i32, %x: tensor<64xi32>):
//!   %n = arith.addi %i, %c1 : i32
//!   %y = linalg.generic … ins(%x : tensor<64xi32>) … { … arith.xori … } -> tensor<64xi32>
//!   scf.yield %n, %y : i32, tensor<64xi32>
//! }
//! ```
//! After: five times the ops of the loop, which `linalg-fuse-producers` merges into one op. The number of iterations must follow
//! from constants, and the loop must contain only arithmetic, elementwise ops and slices of tensors. Both the iterations and the
//! resulting ops have a limit. Slices of constants are folded, as is everything that canonicalization folds.

use strata_arith::{CmpIOp, CmpIPredicate};
use strata_ir::{num::ApInt, prelude::*};
use strata_linalg::IndexOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::{ConditionOp, ForOp, WhileOp};
use strata_tensor::{ExtractSliceOp, OffsetSizeStride};

use strata_passes_analysis::loop_nest::ops_of;

use crate::{inline_payload::clone_payload, structured_op};

/// Unroll short loops of elementwise ops on tensors.
#[pass(
    name = "scf-loop-unroll",
    class = "SCFLoopUnroll",
    produces = [arith, tensor],
    statistics = ["num-unrolled": "Number of loops without loops"],
    each_body
)]
pub struct LoopUnroll {
    /// Loops with more iterations are left alone.
    #[option(default = 32)]
    pub max_trip_count: u64,
    /// Loops that become more ops are left alone.
    #[option(default = 2048)]
    pub max_ops: u64,
}

impl BodyPass for LoopUnroll {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut unrolled = 0;
        for op in ops_of::<WhileOp>(body) {
            unrolled += u64::from(self.unroll_while(body, op).is_some());
        }
        for op in ops_of::<ForOp>(body) {
            unrolled += u64::from(self.unroll_for(body, op).is_some());
        }
        if unrolled > 0 {
            for op in ops_of::<ExtractSliceOp>(body) {
                fold_part(body, op);
            }
            // `canonicalize` reports it if this does not converge.
            rewrite_greedily(body, &PatternSet::new(), &GreedyConfig::default());
        }
        cx.count("num-unrolled", unrolled);
        Ok(())
    }
}

impl LoopUnroll {
    fn unroll_while(&self, body: &mut Body, op: WhileOp) -> Option<()> {
        let regions: Vec<Region> = body.regions(op.op()).to_vec();
        let (&[before], &[after]) = (body.blocks(regions[0]), body.blocks(regions[1])) else { return None };
        let count = trip_count(body, op, before, after, self.max_trip_count)?;
        let work = elementwise_ops(body, before)?.0 + elementwise_ops(body, after).filter(|w| w.1)?.0;
        (count.checked_mul(work as u64)? <= self.max_ops).then_some(())?;
        let mut values: Vec<Value> = body.operands(op.op()).collect();
        let mut b = Builder::before(body, op.op());
        for _ in 0..count {
            let passed = iteration(&mut b, before, &values);
            values = iteration(&mut b, after, &passed[1..]);
        }
        let results = iteration(&mut b, before, &values);
        replace(body, op.op(), &results[1..]);
        Some(())
    }
    fn unroll_for(&self, body: &mut Body, op: ForOp) -> Option<()> {
        let block = op.body_block(body);
        let constant = |v: Value| int_constant(body, v)?.as_i64();
        let (lower, upper, step) =
            (constant(op.lower_bound(body))?, constant(op.upper_bound(body))?, constant(op.step(body))?);
        if step <= 0 || op.unsigned_cmp(body).is_some() {
            return None;
        }
        let length = i128::from(upper) - i128::from(lower);
        let count = u64::try_from((length + i128::from(step) - 1) / i128::from(step)).unwrap_or(0);
        let work = elementwise_ops(body, block).filter(|w| w.1)?.0;
        if count > self.max_trip_count || count.checked_mul(work as u64)? > self.max_ops {
            return None;
        }
        let ty = body.ty(op.lower_bound(body));
        let mut values: Vec<Value> = op.init_args(body).collect();
        let mut b = Builder::before(body, op.op());
        for i in 0..count {
            let at = b.cx().int_attr(lower + i as i64 * step, ty);
            let mut args = vec![strata_arith::constant(&mut b, at)];
            args.append(&mut values);
            values = iteration(&mut b, block, &args);
        }
        replace(body, op.op(), &values);
        Some(())
    }
}

/// The number of iterations of a loop whose condition compares a counter with a constant, up to `most`.
pub(crate) fn trip_count(body: &Body, op: WhileOp, before: Block, after: Block, most: u64) -> Option<u64> {
    let condition = body.terminator(before)?.as_op::<ConditionOp>(body)?;
    let passed: Vec<Value> = body.operands(condition.op()).collect();
    let compare = body.def_as::<CmpIOp>(passed[0])?;
    let counter = body.block_args(before).iter().position(|&v| v == compare.lhs(body))?;
    let limit = int_constant(body, compare.rhs(body))?;
    let mut value = int_constant(body, body.operands(op.op()).nth(counter)?)?;
    // The next counter is the sum of the counter that the body gets and a constant.
    let next = body.operands(body.terminator(after)?).nth(counter)?;
    let sum = body.def_as::<strata_arith::AddIOp>(next)?;
    let given = body.block_args(after).iter().position(|&v| v == sum.lhs(body))?;
    (passed.get(given + 1) == Some(&compare.lhs(body))).then_some(())?;
    let step = int_constant(body, sum.rhs(body))?;
    let predicate = CmpIPredicate::from_attr(body.cx(), compare.predicate(body).into())?;
    for count in 0..=most {
        if !holds(predicate, &value, &limit) {
            return Some(count);
        }
        value = value.add(&step);
    }
    None
}

fn holds(predicate: CmpIPredicate, x: &ApInt, y: &ApInt) -> bool {
    let (signed, unsigned) = (x.scmp(y), x.ucmp(y));
    match predicate {
        CmpIPredicate::Eq => signed.is_eq(),
        CmpIPredicate::Ne => signed.is_ne(),
        CmpIPredicate::Slt => signed.is_lt(),
        CmpIPredicate::Sle => signed.is_le(),
        CmpIPredicate::Sgt => signed.is_gt(),
        CmpIPredicate::Sge => signed.is_ge(),
        CmpIPredicate::Ult => unsigned.is_lt(),
        CmpIPredicate::Ule => unsigned.is_le(),
        CmpIPredicate::Ugt => unsigned.is_gt(),
        CmpIPredicate::Uge => unsigned.is_ge(),
    }
}

fn int_constant(body: &Body, v: Value) -> Option<ApInt> {
    let def = body.def_op(v).filter(|&op| body.has_trait(op, Trait::ConstantLike))?;
    let value = body.attr(def, "value")?;
    Some(body.cx().attr_as::<IntegerAttr>(value)?.value.clone())
}

/// The number of ops of a block, and whether one of them is an elementwise op on tensors; `None` if the block contains anything but
/// arithmetic, elementwise ops and slices of tensors.
fn elementwise_ops(body: &Body, block: Block) -> Option<(usize, bool)> {
    let (mut count, mut on_tensors) = (0, false);
    for op in body.block_ops(block) {
        count += 1;
        if body.has_trait(op, Trait::Terminator) || body.has_trait(op, Trait::ConstantLike) {
            continue;
        }
        match body.info(op).dialect() {
            "arith" | "math" | "complex" => {}
            "tensor" => {
                let known = [
                    "empty",
                    "extract",
                    "from_elements",
                    "extract_slice",
                    "collapse_shape",
                    "expand_shape",
                    "splat",
                ];
                known.contains(&body.info(op).mnemonic()).then_some(())?;
            }
            "linalg" => {
                let s =
                    structured_op::structured(body, op).filter(structured_op::Structured::is_elementwise)?;
                let scalar = |o: Op| {
                    matches!(body.info(o).dialect(), "arith" | "math" | "complex" | "linalg")
                        || o.isa::<IndexOp>(body)
                };
                body.block_ops(s.block).all(scalar).then_some(())?;
                count += body.block_ops(s.block).count();
                on_tensors |= s.num_loops() > 0;
            }
            _ => return None,
        }
    }
    Some((count, on_tensors))
}

/// Clones the ops of a block with values for its arguments; returns the operands of the terminator.
fn iteration(b: &mut Builder<'_>, block: Block, args: &[Value]) -> Vec<Value> {
    let mut map = IdMap::new();
    for (arg, &value) in b.block_args(block).to_vec().into_iter().zip(args) {
        map.map(arg, value);
    }
    clone_payload(b, block, &mut map, None)
}

fn replace(body: &mut Body, op: Op, values: &[Value]) {
    for (old, &new) in body.results(op).to_vec().into_iter().zip(values) {
        body.replace_all_uses(old, new);
    }
    body.erase(op);
}

/// Replaces a slice of a constant vector by a constant.
fn fold_part(body: &mut Body, op: ExtractSliceOp) -> Option<()> {
    let cx = body.cx_arc().clone();
    let def = body.def_op(op.source(body)).filter(|&op| body.has_trait(op, Trait::ConstantLike))?;
    let dense = cx.attr_as::<DenseElementsAttr>(body.attr(def, "value")?)?;
    let one = |list: Vec<strata_tensor::MixedIndex>| match list[..] {
        [only] => only.as_static().and_then(|n| usize::try_from(n).ok()),
        _ => None,
    };
    let (from, count, step) =
        (one(op.mixed_offsets(body))?, one(op.mixed_sizes(body))?, one(op.mixed_strides(body))?);
    let ty = body.ty(op.result(body));
    let last = from.checked_add(count.checked_sub(1)?.checked_mul(step)?)?;
    (last < dense.num_elements(&cx) && cx.shaped(ty)?.num_elements() == Some(count as i64)).then_some(())?;
    let data: Vec<u8> = (0..count).flat_map(|i| dense.element(&cx, from + i * step).to_vec()).collect();
    let part = cx.dense_attr(ty, data)?;
    let value = strata_arith::constant(&mut Builder::before(body, op.op()), part);
    replace(body, op.op(), &[value]);
    Some(())
}
