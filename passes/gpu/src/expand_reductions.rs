//! `gpu-expand-reductions`: expands reductions of warps and blocks to exchanges of values.
//!
//! # Before
//! ```mlir
//! %s = gpu.subgroup_reduce add %v : (f32) -> f32
//! ```
//! # After
//! ```mlir
//! %o, %valid = gpu.shuffle xor %v, %c1, %c32 : f32
//! %1 = arith.addf %v, %o : f32
//! … the same with the offsets 2, 4, 8 and 16
//! ```
//! `gpu.all_reduce` does this in each warp, stores the values of the warps in shared memory, and lets each thread combine these in the
//! order of the warps, so that all threads always have the same result.

use strata_arith as arith;
use strata_arith::constant_index;
use strata_gpu::{
    AddressSpace, AllReduceOp, AllReduceOperation, BarrierOp, FuncOp, LaneIdOp, NumSubgroupsOp, ShuffleMode,
    ShuffleOp, SubgroupIdOp, SubgroupReduceOp,
    syntax::{WORKGROUP_ATTRIBUTIONS, num_workgroup},
};
use strata_ir::prelude::*;
use strata_memref::{LoadOp, StoreOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::launch::WARP;

/// Expand reductions of warps and blocks to exchanges of values.
#[pass(
    name = "gpu-expand-reductions",
    class = "GpuExpandReductions",
    produces = [arith, gpu, memref, scf],
    each_body,
    idempotent
)]
pub struct ExpandReductions;

impl BodyPass for ExpandReductions {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut errors = Vec::new();
        for op in body.all_ops() {
            let done = if let Some(op) = op.as_op::<SubgroupReduceOp>(body) {
                subgroup(body, op)
            } else if let Some(op) = op.as_op::<AllReduceOp>(body) {
                block(body, op)
            } else {
                Ok(())
            };
            if let Err(why) = done {
                errors.push(Diagnostic::error(body.loc(op), format!("'{}' op {why}", body.op_name(op))));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// Combines two values.
type Combine<'c> = dyn Fn(&mut Builder<'_>, Value, Value) -> Value + 'c;

/// Combines two values by an operation.
pub(crate) fn apply(b: &mut Builder<'_>, operation: AllReduceOperation, x: Value, y: Value) -> Value {
    use AllReduceOperation::*;
    let float = b.cx().as_float(b.cx().elem_or_self(b.ty(x))).is_some();
    match operation {
        Add if float => arith::AddFOp::build(b, x, y, None),
        Add => arith::AddIOp::build(b, x, y, None),
        Mul if float => arith::MulFOp::build(b, x, y, None),
        Mul => arith::MulIOp::build(b, x, y, None),
        MinUi => arith::MinUIOp::build(b, x, y),
        MinSi => arith::MinSIOp::build(b, x, y),
        MinnumF => arith::MinNumFOp::build(b, x, y, None),
        MaxUi => arith::MaxUIOp::build(b, x, y),
        MaxSi => arith::MaxSIOp::build(b, x, y),
        MaxnumF => arith::MaxNumFOp::build(b, x, y, None),
        And => arith::AndIOp::build(b, x, y),
        Or => arith::OrIOp::build(b, x, y),
        Xor => arith::XOrIOp::build(b, x, y),
        MinimumF => arith::MinimumFOp::build(b, x, y, None),
        MaximumF => arith::MaximumFOp::build(b, x, y, None),
    }
}

/// The operation of a reduction, if it is no code.
pub(crate) fn operation(b: &Body, op: Op) -> Option<AllReduceOperation> {
    b.attr(op, "op").and_then(|a| b.cx().attr_as::<AllReduceOperation>(a)).copied()
}

/// Combines the values of `size` lanes, each at distance `stride` from the next.
fn butterfly(b: &mut Builder<'_>, mut value: Value, size: i64, stride: i64, combine: &Combine<'_>) -> Value {
    let mut offset = stride;
    while offset < size * stride {
        let other = ShuffleOp::create(b, ShuffleMode::Xor, value, offset);
        value = combine(b, value, other);
        offset *= 2;
    }
    value
}

fn subgroup(body: &mut Body, op: SubgroupReduceOp) -> Result<(), String> {
    let number = |name| body.attr(op.op(), name).and_then(|a| body.cx().attr_i64(a));
    let (size, stride) = (number("cluster_size").unwrap_or(WARP), number("cluster_stride").unwrap_or(1));
    if size.saturating_mul(stride) > WARP {
        return Err(format!("combines {size} lanes, each {stride} from the next, of a warp of {WARP}"));
    }
    let kind = operation(body, op.op()).ok_or("misses its operation")?;
    let value = op.value(body);
    let mut b = Builder::before(body, op.op());
    let new = butterfly(&mut b, value, size, stride, &|b, x, y| apply(b, kind, x, y));
    let old = body.result(op.op(), 0);
    body.replace_all_uses(old, new);
    body.erase(op);
    Ok(())
}

/// Adds a shared buffer to the function whose body is `body`.
pub(crate) fn shared(body: &mut Body, elem: Type) -> Option<Value> {
    let f = body.self_as::<FuncOp>()?;
    let entry = body.entry()?;
    let n = num_workgroup(body, Op::SELF);
    let at = f.inputs(body).len() + n;
    let ty = AddressSpace::Workgroup.memref(body.cx(), &[WARP], elem);
    let buffer = body.insert_block_arg(entry, at, ty);
    let count = body.cx().i64_attr(n as i64 + 1);
    body.set_attr(Op::SELF, WORKGROUP_ATTRIBUTIONS, Some(count));
    Some(buffer)
}

fn block(body: &mut Body, op: AllReduceOp) -> Result<(), String> {
    let sizes = body.self_as::<FuncOp>().and_then(|f| f.known(body, "known_block_size"));
    let threads: Option<i64> = sizes.map(|s| s.iter().product());
    if threads.is_some_and(|n| n % WARP != 0) {
        return Err(format!("is in a block whose threads are no warps of {WARP}"));
    }
    let kind = operation(body, op.op());
    let (loc, value) = (body.loc(op.op()), op.value(body));
    let ty = body.ty(value);
    let region = match kind {
        Some(_) => None,
        None => Some(body.take_child(op.op()).ok_or("misses its body")?),
    };
    if region.as_ref().is_some_and(|r| r.regions(Op::SELF).first().is_none_or(|&g| r.blocks(g).len() != 1)) {
        return Err("combines values by more than one block of code".to_owned());
    }
    let combine = |b: &mut Builder<'_>, x: Value, y: Value| match (kind, &region) {
        (Some(kind), _) => apply(b, kind, x, y),
        (None, Some(child)) => inlined(b, child, x, y),
        (None, None) => x,
    };
    let buffer = shared(body, ty).ok_or("is not in a function of a device")?;
    let mut b = Builder::before(body, op.op());
    b.set_cur_loc(loc);
    let b = &mut b;
    let index = b.cx().index();
    let mine = butterfly(b, value, WARP, 1, &combine);
    let warp = SubgroupIdOp::build(b, None, index);
    let lane = LaneIdOp::build(b, None, index);
    let zero = constant_index(b, 0);
    let first = arith::CmpIPredicate::Eq.attr(b.cx());
    let is_first = arith::CmpIOp::build(b, first, lane, zero);
    strata_scf::IfOp::create_then(b, is_first, &[], |b| {
        StoreOp::create(b, mine, buffer, &[warp]);
        Vec::new()
    });
    BarrierOp::build(b);
    let first = LoadOp::create(b, buffer, &[zero]);
    let one = constant_index(b, 1);
    let warps = match threads {
        Some(n) => constant_index(b, n / WARP),
        None => NumSubgroupsOp::build(b, None, index),
    };
    let total = strata_scf::ForOp::create(b, [one, warps, one], &[first], |b, i, carried| {
        let next = LoadOp::create(b, buffer, &[i]);
        vec![combine(b, carried[0], next)]
    });
    let total = b.result(total.op(), 0);
    // All threads have read these values before the next reduction writes its own.
    BarrierOp::build(b);
    let old = body.result(op.op(), 0);
    body.replace_all_uses(old, total);
    body.erase(op);
    Ok(())
}

/// Combines two values by inlining a region.
fn inlined(b: &mut Builder<'_>, child: &Body, x: Value, y: Value) -> Value {
    let Some(&block) = child.regions(Op::SELF).first().and_then(|&r| child.blocks(r).first()) else {
        return x;
    };
    let &[left, right] = child.block_args(block) else { return x };
    let mut map = IdMap::new();
    map.map(left, x).map(right, y);
    let at = b.point();
    for op in child.block_ops(block) {
        if child.has_trait(op, Trait::Terminator) {
            return map.get(child.operand(op, 0));
        }
        let copy = b.body().import_op(child, op, &mut map);
        b.body().insert(copy, at);
    }
    x
}
