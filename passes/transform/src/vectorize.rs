//! Structured ops of known sizes on tensors or buffers as ops on whole vectors.
//!
//! ```mlir
//! %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>)
//! ```
//! becomes three `vector.transfer_read`, to `vector<8x4x16xf32>` twice and to `vector<8x4xf32>`, the product of the first two, its
//! `vector.multi_reduction` with the third along the last dimension, and a `vector.transfer_write`.

use rustc_hash::FxHashMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::{IteratorType, LinalgOp, YieldOp};
use strata_passes_analysis::combiner::Combiner;
use strata_vector::{BroadcastOp, MultiDimReductionOp, TransferReadOp, TransferWriteOp};

/// Elements of one vector at most.
const MAX_ELEMENTS: i64 = 1 << 20;

/// The parts of an op that can be vectorized.
struct Plan {
    shape: Vec<i64>,
    maps: Vec<AffineMap>,
    reductions: Vec<i64>,
    inits: std::ops::Range<usize>,
    block: Block,
    /// The op that combines each output with what the iterations compute, and how.
    combiners: FxHashMap<Op, Combiner>,
}

/// Whether an op of a payload is computed element by element.
fn is_elementwise(b: &Body, op: Op) -> bool {
    let scalar = ["arith", "math"].contains(&b.info(op).dialect());
    scalar && b.regions(op).is_empty() && b.results(op).len() == 1
}

fn plan(b: &Body, op: Op) -> Option<Plan> {
    let linalg = op.cast::<dyn LinalgOp>(b)?;
    let (shape, maps, kinds) =
        (linalg.static_loop_ranges(b), linalg.indexing_maps(b), linalg.iterator_types(b));
    let elements = shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
    if shape.is_empty()
        || shape.contains(&DYNAMIC)
        || !elements.is_some_and(|n| (1..=MAX_ELEMENTS).contains(&n))
    {
        return None;
    }
    let (inits, block) = (linalg.dps_init_range(b), linalg.payload(b)?);
    let yields = linalg.payload_yield(b)?;
    let reductions: Vec<i64> =
        (0..kinds.len()).filter(|&d| kinds[d] == IteratorType::Reduction).map(|d| d as i64).collect();
    if kinds.contains(&IteratorType::Window) || maps.len() != b.num_operands(op) {
        return None;
    }
    let mut combiners = FxHashMap::default();
    for (i, map) in maps.iter().enumerate() {
        let rank = b.cx().shaped(b.ty(b.operand(op, i))).and_then(|s| s.rank());
        let is_init = inits.contains(&i);
        if !map.is_projected_permutation(false) || is_init && rank.is_none_or(|r| r == 0) || rank == Some(0) {
            return None;
        }
        // An output is indexed by all parallel loops.
        if is_init && map.n_results() + reductions.len() != shape.len() {
            return None;
        }
    }
    if !reductions.is_empty() {
        for i in inits.clone() {
            let value = b.operands(yields.op()).nth(i - inits.start)?;
            let combiner = b.def_op(value)?;
            let arg = *b.block_args(block).get(i)?;
            let once = b.operands(combiner).filter(|&v| v == arg).count() == 1 && b.has_one_use(arg);
            let kind = Combiner::from_op(b, combiner).filter(|_| once)?;
            combiners.insert(combiner, kind);
        }
    }
    let end = yields.op();
    b.block_ops(block).all(|o| o == end || is_elementwise(b, o)).then_some(())?;
    Some(Plan { shape, maps, reductions, inits, block, combiners })
}

/// Replaces a structured op by ops on vectors. `None`, with nothing changed, if it has unknown sizes, or maps or a payload that vectors
/// do not compute.
pub fn vectorize(body: &mut Body, op: Op) -> Option<()> {
    let plan = plan(body, op)?;
    let mut b = Builder::before(body, op);
    let zero = strata_arith::constant_index(&mut b, 0);
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let args = b.block_args(plan.block).to_vec();
    for (i, &arg) in args.iter().enumerate() {
        let v = b.operand(op, i);
        let read = if b.cx().shaped(b.ty(v)).is_some() { read(&mut b, &plan, i, v, zero)? } else { v };
        values.insert(arg, read);
    }
    let ops: Vec<Op> = b.block_ops(plan.block).collect();
    let mut results = Vec::new();
    for inner in ops {
        if inner.isa::<YieldOp>(&b) {
            let yielded: Vec<Value> =
                b.operands(inner).map(|v| values.get(&v).copied().unwrap_or(v)).collect();
            for (i, v) in plan.inits.clone().zip(yielded) {
                results.extend(write(&mut b, &plan, op, i, v));
            }
        } else {
            let new = compute(&mut b, &plan, inner, &values)?;
            let old = b.result(inner, 0);
            values.insert(old, new);
        }
    }
    if !body.results(op).is_empty() {
        let olds = body.results(op).to_vec();
        olds.into_iter().zip(results).for_each(|(old, new)| body.replace_all_uses(old, new));
    }
    body.erase(op);
    Some(())
}

/// For each loop of a list, its place in an operand, or zero.
fn positions(map: &AffineMap, loops: impl Iterator<Item = u32>) -> AffineMap {
    let at = |d| map.result_position(d).map_or(AffineExpr::constant(0), |i| AffineExpr::dim(i as u32));
    AffineMap::new(map.n_results() as u32, 0, loops.map(at).collect())
}

/// The loops of an operand, in order.
fn loops_of<'a>(plan: &'a Plan, i: usize) -> impl Iterator<Item = u32> + 'a {
    let map = &plan.maps[i];
    (0..plan.shape.len() as u32).filter(move |&d| map.result_position(d).is_some())
}

/// The vector of all elements that an input has in the iterations, or that an output has.
fn read(b: &mut Builder<'_>, plan: &Plan, i: usize, v: Value, zero: Value) -> Option<Value> {
    let map = &plan.maps[i];
    let (shape, map) = if plan.inits.contains(&i) {
        (loops_of(plan, i).map(|d| plan.shape[d as usize]).collect(), positions(map, loops_of(plan, i)))
    } else {
        (plan.shape.clone(), positions(map, 0..plan.shape.len() as u32))
    };
    let elem = b.cx().elem_or_self(b.ty(v));
    let mut state = OpState::new(b.cx().op_info("ub.poison")?, b.cur_loc());
    state.result_types.push(elem);
    let poison = b.build(state);
    let (padding, ty) = (b.result(poison, 0), b.cx().vector(&shape, elem));
    let indices = vec![zero; map.n_dims() as usize];
    TransferReadOp::create(b, ty, v, &indices, padding, Some(map), &vec![true; shape.len()])
}

/// A vector of this shape.
fn broadcast(b: &mut Builder<'_>, v: Value, shape: &[i64]) -> Value {
    let have = b.cx().type_as::<VectorType>(b.ty(v)).is_some_and(|t| t.shape[..] == *shape);
    if have {
        return v;
    }
    let ty = b.cx().vector(shape, b.cx().elem_or_self(b.ty(v)));
    BroadcastOp::build(b, v, ty)
}

fn vector_shape(b: &Body, v: Value) -> Option<Vec<i64>> {
    b.cx().type_as::<VectorType>(b.ty(v)).map(|t| t.shape.to_vec())
}

/// One op of the payload on vectors.
fn compute(b: &mut Builder<'_>, plan: &Plan, inner: Op, values: &FxHashMap<Value, Value>) -> Option<Value> {
    let operands: Vec<Value> = b.operands(inner).map(|v| values.get(&v).copied().unwrap_or(v)).collect();
    if let Some(&kind) = plan.combiners.get(&inner) {
        let args = b.block_args(plan.block).to_vec();
        let acc = b.operands(inner).position(|v| args[plan.inits.clone()].contains(&v))?;
        let source = broadcast(b, operands[1 - acc], &plan.shape);
        let (kind, dims) = (kind.kind_attr(b.cx()), b.cx().i64_array(&plan.reductions));
        return Some(MultiDimReductionOp::build(b, kind, source, operands[acc], dims));
    }
    // All operands have the shape of the one of the highest rank.
    let shapes = operands.iter().filter_map(|&v| vector_shape(b, v));
    let shape = shapes.fold(None, |best: Option<Vec<i64>>, s| match best {
        Some(b) if b.len() >= s.len() => Some(b),
        _ => Some(s),
    });
    let operands = match &shape {
        Some(shape) => operands.into_iter().map(|v| broadcast(b, v, shape)).collect(),
        None => operands,
    };
    let elem = b.ty(b.result(inner, 0));
    let ty = shape.map_or(elem, |shape| b.cx().vector(&shape, elem));
    let new = crate::tiling::tile_op::copy_with(b, inner, &operands, &[ty]);
    Some(b.result(new, 0))
}

fn write(b: &mut Builder<'_>, plan: &Plan, op: Op, i: usize, v: Value) -> Option<Value> {
    let zero = strata_arith::constant_index(b, 0);
    let shape: Vec<i64> = loops_of(plan, i).map(|d| plan.shape[d as usize]).collect();
    let v = broadcast(b, v, &shape);
    let (base, map) = (b.operand(op, i), positions(&plan.maps[i], loops_of(plan, i)));
    let indices = vec![zero; map.n_dims() as usize];
    let new = TransferWriteOp::create(b, v, base, &indices, Some(map), &vec![true; shape.len()])?;
    b.results(new.op()).first().copied()
}
