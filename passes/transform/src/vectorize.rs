//! Structured ops on tensors or buffers as ops on whole vectors.
//!
//! ```mlir
//! %r = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>)
//! ```
//! becomes three `vector.transfer_read`, to `vector<8x4x16xf32>` twice and to `vector<8x4xf32>`, the product of the first two, its
//! `vector.multi_reduction` with the third along the last dimension, and a `vector.transfer_write`. Where sizes of vectors are given, loops may
//! have fewer iterations or unknown numbers of them: transfers and reductions are then in a `vector.mask`.

use rustc_hash::FxHashMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::{IteratorType, LinalgOp, YieldOp};
use strata_passes_analysis::combiner::Combiner;
use strata_tensor::MixedIndex;
use strata_vector::{
    BroadcastOp, CreateMaskOp, MaskOp, MultiDimReductionOp, TransferReadOp, TransferWriteOp,
    YieldOp as VectorYieldOp,
};

use crate::tiling::tile_op;

/// Elements of one vector at most.
const MAX_ELEMENTS: i64 = 1 << 20;

/// The parts of an op that can be vectorized.
struct Plan {
    shape: Vec<i64>,
    /// The numbers of iterations that types tell.
    ranges: Vec<i64>,
    /// Whether the sizes of vectors were given.
    given: bool,
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

fn plan(b: &Body, op: Op, sizes: Option<&[i64]>) -> Option<Plan> {
    let linalg = op.cast::<dyn LinalgOp>(b)?;
    let (ranges, maps, kinds) =
        (linalg.static_loop_ranges(b), linalg.indexing_maps(b), linalg.iterator_types(b));
    let shape = sizes.map_or_else(|| ranges.clone(), <[i64]>::to_vec);
    let fits = shape.len() == ranges.len() && ranges.iter().zip(&shape).all(|(&n, &size)| n <= size);
    if !fits {
        return None;
    }
    let elements = shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d));
    if shape.is_empty()
        || shape.iter().any(|&n| n < 0)
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
    Some(Plan { shape, ranges, given: sizes.is_some(), maps, reductions, inits, block, combiners })
}

/// The masks of an op, by the loops of their dimensions.
struct Masks {
    /// The numbers of iterations; none where no vector is larger.
    bounds: Vec<Value>,
    made: Vec<(Vec<u32>, Value)>,
}

impl Masks {
    fn new(b: &mut Builder<'_>, plan: &Plan, op: Op) -> Option<Self> {
        let mut bounds = Vec::new();
        if plan.given {
            let sources = op.cast::<dyn LinalgOp>(b)?.loop_sources(b)?;
            for (&range, (operand, dim)) in plan.ranges.iter().zip(sources) {
                let size = if range == DYNAMIC {
                    let v = b.operand(op, operand);
                    strata_linalg::dim_of(b, v, dim)?
                } else {
                    MixedIndex::Static(range)
                };
                bounds.push(match size {
                    MixedIndex::Static(n) => strata_arith::constant_index(b, n),
                    MixedIndex::Value(v) => v,
                });
            }
        }
        Some(Self { bounds, made: Vec::new() })
    }
    /// The mask of an op whose dimensions are these loops; `None` if all lanes are set.
    fn of_loops(&mut self, b: &mut Builder<'_>, plan: &Plan, loops: &[u32]) -> Option<Value> {
        let partial = |&d: &u32| plan.ranges[d as usize] != plan.shape[d as usize];
        if !plan.given || loops.is_empty() || !loops.iter().any(partial) {
            return None;
        }
        if let Some((_, mask)) = self.made.iter().find(|(of, _)| of == loops) {
            return Some(*mask);
        }
        let bounds: Vec<Value> = loops.iter().map(|&d| self.bounds[d as usize]).collect();
        let shape: Vec<i64> = loops.iter().map(|&d| plan.shape[d as usize]).collect();
        let ty = b.cx().vector(&shape, b.cx().i1());
        let mask = CreateMaskOp::build(b, &bounds, ty);
        self.made.push((loops.to_vec(), mask));
        Some(mask)
    }
}

/// Puts an op into a `vector.mask`; returns the op with its results.
fn masked(b: &mut Builder<'_>, op: Op, mask: Option<Value>) -> Op {
    let Some(mask) = mask else { return op };
    let types: Vec<Type> = b.result_types(op).collect();
    let around = MaskOp::build(b, mask, None, &types);
    b.region_block(around, 0, &[], |b, block| {
        let at = InsertPoint::at_end(block);
        b.body().move_op(op, at);
        b.goto_end(block);
        let results = b.results(op).to_vec();
        VectorYieldOp::build(b, &results);
    });
    around.op()
}

/// Replaces a structured op by ops on vectors, whose sizes are those of the loops or these. `None`, with nothing changed, if sizes are not
/// known or too large, or the op has maps or a payload that vectors do not compute.
pub fn vectorize(body: &mut Body, op: Op, sizes: Option<&[i64]>) -> Option<()> {
    let plan = plan(body, op, sizes)?;
    let mut b = Builder::before(body, op);
    let mut masks = Masks::new(&mut b, &plan, op)?;
    let zero = strata_arith::constant_index(&mut b, 0);
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let args = b.block_args(plan.block).to_vec();
    for (i, &arg) in args.iter().enumerate() {
        let v = b.operand(op, i);
        let is_shaped = b.cx().shaped(b.ty(v)).is_some();
        let read = if is_shaped { read(&mut b, &plan, &mut masks, (i, v), zero)? } else { v };
        values.insert(arg, read);
    }
    let ops: Vec<Op> = b.block_ops(plan.block).collect();
    let mut results = Vec::new();
    for inner in ops {
        if inner.isa::<YieldOp>(&b) {
            let yielded: Vec<Value> =
                b.operands(inner).map(|v| values.get(&v).copied().unwrap_or(v)).collect();
            for (i, v) in plan.inits.clone().zip(yielded) {
                results.extend(write(&mut b, &plan, &mut masks, op, (i, v)));
            }
        } else {
            let new = compute(&mut b, &plan, &mut masks, inner, &values)?;
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

/// The loops of an operand, in the order of its dimensions.
fn loops_in_order(plan: &Plan, i: usize) -> Vec<u32> {
    plan.maps[i].results().iter().filter_map(|e| e.as_dim()).collect()
}

/// The vector of all elements that an input has in the iterations, or that an output has.
fn read(
    b: &mut Builder<'_>,
    plan: &Plan,
    masks: &mut Masks,
    (i, v): (usize, Value),
    zero: Value,
) -> Option<Value> {
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
    let mask = masks.of_loops(b, plan, &loops_in_order(plan, i));
    let in_bounds = vec![!plan.given || mask.is_some(); shape.len()];
    let value = TransferReadOp::create(b, ty, v, &indices, padding, Some(map), &in_bounds)?;
    let op = masked(b, b.def_op(value)?, mask);
    b.results(op).first().copied()
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
fn compute(
    b: &mut Builder<'_>,
    plan: &Plan,
    masks: &mut Masks,
    inner: Op,
    values: &FxHashMap<Value, Value>,
) -> Option<Value> {
    let operands: Vec<Value> = b.operands(inner).map(|v| values.get(&v).copied().unwrap_or(v)).collect();
    if let Some(&kind) = plan.combiners.get(&inner) {
        let args = b.block_args(plan.block).to_vec();
        let acc = b.operands(inner).position(|v| args[plan.inits.clone()].contains(&v))?;
        let source = broadcast(b, operands[1 - acc], &plan.shape);
        let (kind, dims) = (kind.kind_attr(b.cx()), b.cx().i64_array(&plan.reductions));
        let all: Vec<u32> = (0..plan.shape.len() as u32).collect();
        let mask = masks.of_loops(b, plan, &all);
        let value = MultiDimReductionOp::build(b, kind, source, operands[acc], dims);
        let op = masked(b, b.def_op(value)?, mask);
        return b.results(op).first().copied();
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
    let new = tile_op::copy_with(b, inner, &operands, &[ty]);
    Some(b.result(new, 0))
}

fn write(
    b: &mut Builder<'_>,
    plan: &Plan,
    masks: &mut Masks,
    op: Op,
    (i, v): (usize, Value),
) -> Option<Value> {
    let zero = strata_arith::constant_index(b, 0);
    let shape: Vec<i64> = loops_of(plan, i).map(|d| plan.shape[d as usize]).collect();
    let v = broadcast(b, v, &shape);
    let (base, map) = (b.operand(op, i), positions(&plan.maps[i], loops_of(plan, i)));
    let indices = vec![zero; map.n_dims() as usize];
    let mask = masks.of_loops(b, plan, &loops_in_order(plan, i));
    let in_bounds = vec![!plan.given || mask.is_some(); shape.len()];
    let new = TransferWriteOp::create(b, v, base, &indices, Some(map), &in_bounds)?;
    let new = masked(b, new.op(), mask);
    b.results(new).first().copied()
}
