//! `lower-vector-multi-reduction`: reductions along several dimensions become ops on whole vectors, or reductions of one dimension.
//!
//! Before:
//! ```mlir
//! %0 = vector.multi_reduction <add>, %v, %acc [1] : vector<2x4xf32> to vector<2xf32>
//! ```
//! After, with `inner-parallel`, of which the first element is:
//! ```mlir
//! %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
//! %1 = vector.extract %0[0] : vector<2xf32> from vector<4x2xf32>
//! %2 = arith.addf %1, %acc : vector<2xf32>
//! ```
//! and with `inner-reduction`:
//! ```mlir
//! %0 = vector.extract %v[0] : vector<4xf32> from vector<2x4xf32>
//! %1 = vector.extract %acc[0] : f32 from vector<2xf32>
//! %2 = vector.reduction <add>, %0, %1 : vector<4xf32> into f32
//! %3 = vector.insert %2, %zero [0] : f32 into vector<2xf32>
//! ```
//! Before, the reduced dimensions become the outermost or the innermost ones, and, where several remain, the vector one of two dimensions.

use std::sync::Arc;

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, option_enum, pass};
use strata_passes_analysis::combiner::combine;
use strata_tensor::MixedIndex;
use strata_vector::{
    BroadcastOp, CombiningKind, ExtractOp, InsertOp, MaskOp, MultiDimReductionOp, ReductionOp, ShapeCastOp,
    TransposeOp,
};

use crate::{masked::under_mask, shapes::zeros};

option_enum! {
    /// Which dimensions become the innermost ones.
    pub enum Lowering {
        /// Lower multi_reduction into outer-reduction and inner-parallel ops.
        InnerParallel = "inner-parallel",
        /// Lower multi_reduction into outer-parallel and inner-reduction ops.
        InnerReduction = "inner-reduction",
    }
}

/// Lower 'vector.multi_reduction' operations.
#[pass(
    name = "lower-vector-multi-reduction",
    class = "LowerVectorMultiReductionPass",
    on = "func.func",
    produces = [arith]
)]
pub struct LowerVectorMultiReduction {
    /// Select the strategy to control how multi_reduction is lowered.
    #[option(default = Lowering::InnerParallel)]
    pub lowering_strategy: Lowering,
}

impl BodyPass for LowerVectorMultiReduction {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        add_multi_reduction_patterns(&mut patterns, self.lowering_strategy);
        crate::apply(body, &patterns)
    }
}

/// The patterns that lower reductions of several dimensions.
pub fn add_multi_reduction_patterns(patterns: &mut PatternSet, strategy: Lowering) {
    patterns.add_fn(
        Some(MultiDimReductionOp::NAME),
        "lower-multi-reduction",
        1,
        Arc::new(move |op, rw| lower(op, rw, strategy)),
    );
}

/// The most reductions or elementwise ops that one op becomes.
const MAX_STEPS: i64 = 1 << 16;

/// A reduction while its operands are brought into order.
struct Reduction {
    kind: CombiningKind,
    source: Value,
    mask: Option<Value>,
    acc: Value,
}

fn lower(op: Op, rw: &mut Rewriter<'_>, strategy: Lowering) -> Option<()> {
    let reduction = op.as_op::<MultiDimReductionOp>(rw)?;
    // A masked reduction is replaced with its mask.
    let around = MaskOp::around(rw, op);
    if around.is_some_and(|m| m.passthru(rw).is_some()) {
        return None;
    }
    let root = around.map_or(op, |m| m.op());
    let (source, acc) = (reduction.source(rw), reduction.acc(rw));
    let ty = rw.cx().type_as::<VectorType>(rw.ty(source))?;
    let dims = strata_tensor::index_list::statics(rw, op, "reduction_dims").to_vec();
    let is_reduced = |d: usize| dims.contains(&(d as i64));
    let (reduced, kept): (Vec<usize>, Vec<usize>) = (0..ty.shape.len()).partition(|&d| is_reduced(d));
    let steps = |of: &[usize]| of.iter().try_fold(1i64, |n, &d| n.checked_mul(ty.shape[d]));
    let unrolled = if strategy == Lowering::InnerParallel { &reduced } else { &kept };
    if reduced.is_empty() || !steps(unrolled).is_some_and(|n| n <= MAX_STEPS) {
        return None;
    }
    // Several scalable dimensions have no form as one.
    let flattens = |of: &[usize]| of.len() > 1 && of.iter().any(|&d| ty.scalable.get(d) == Some(&true));
    if flattens(&reduced) && strategy == Lowering::InnerReduction || flattens(&kept) {
        return None;
    }
    let at = InsertPoint::before(rw, root);
    rw.goto(at);
    let kind = *reduction.kind(rw).get(rw.cx());
    let mut r = Reduction { kind, source, mask: around.map(|m| m.mask(rw)), acc };
    let value = match strategy {
        Lowering::InnerParallel => inner_parallel(rw, &mut r, &reduced, &kept)?,
        Lowering::InnerReduction => inner_reduction(rw, &mut r, &reduced, &kept)?,
    };
    rw.replace_op(root, &[value]);
    Some(())
}

/// One op on vectors of the kept elements for each element of the reduced dimensions.
fn inner_parallel(
    rw: &mut Rewriter<'_>,
    r: &mut Reduction,
    reduced: &[usize],
    kept: &[usize],
) -> Option<Value> {
    let result = rw.ty(r.acc);
    let order: Vec<usize> = reduced.iter().chain(kept).copied().collect();
    let mut outer = reduced.len();
    if kept.is_empty() {
        let n = sizes(rw, r.source).iter().product();
        reshape(rw, r, &[1, n]);
        let one = rw.cx().vector(&[1], result);
        r.acc = BroadcastOp::build(rw, r.acc, one);
        permute(rw, r, &[1, 0]);
        outer = 1;
    } else {
        permute(rw, r, &order);
        if kept.len() > 1 {
            let all = sizes(rw, r.source);
            let (m, n) = (all[..outer].iter().product(), all[outer..].iter().product());
            reshape(rw, r, &[m, n]);
            let elem = rw.cx().elem_or_self(result);
            let flat = rw.cx().vector(&[n], elem);
            r.acc = ShapeCastOp::build(rw, r.acc, flat);
            outer = 1;
        }
    }
    let counts = sizes(rw, r.source)[..outer].to_vec();
    let mut acc = r.acc;
    for place in places(&counts) {
        let x = ExtractOp::create(rw, r.source, &place);
        let lanes = r.mask.map(|m| ExtractOp::create(rw, m, &place));
        let sum = combine(rw, r.kind, x, acc)?;
        acc = match lanes {
            Some(lanes) => strata_arith::SelectOp::build(rw, lanes, sum, acc),
            None => sum,
        };
    }
    Some(match (kept.len(), rw.ty(acc) == result) {
        (0, _) => ExtractOp::create(rw, acc, &[MixedIndex::Static(0)]),
        (_, true) => acc,
        (_, false) => ShapeCastOp::build(rw, acc, result),
    })
}

/// One `vector.reduction` for each kept element.
fn inner_reduction(
    rw: &mut Rewriter<'_>,
    r: &mut Reduction,
    reduced: &[usize],
    kept: &[usize],
) -> Option<Value> {
    let result = rw.ty(r.acc);
    if kept.is_empty() {
        if reduced.len() > 1 {
            let n = sizes(rw, r.source).iter().product();
            reshape(rw, r, &[n]);
        }
        return Some(reduce(rw, r.kind, r.source, r.acc, r.mask));
    }
    let order: Vec<usize> = kept.iter().chain(reduced).copied().collect();
    permute(rw, r, &order);
    let all = sizes(rw, r.source);
    let places_of_acc = places(&all[..kept.len()]);
    let n: i64 = all[..kept.len()].iter().product();
    if all.len() > 2 {
        reshape(rw, r, &[n, all[kept.len()..].iter().product()]);
    }
    let elem = rw.cx().elem_or_self(result);
    let flat = if kept.len() == 1 { result } else { rw.cx().vector(&[n], elem) };
    let mut value = zeros(rw, flat)?;
    for (i, place) in places_of_acc.iter().enumerate() {
        let at = [MixedIndex::Static(i as i64)];
        let row = ExtractOp::create(rw, r.source, &at);
        let start = ExtractOp::create(rw, r.acc, place);
        let lanes = r.mask.map(|m| ExtractOp::create(rw, m, &at));
        let sum = reduce(rw, r.kind, row, start, lanes);
        value = InsertOp::create(rw, sum, value, &at);
    }
    Some(if flat == result { value } else { ShapeCastOp::build(rw, value, result) })
}

/// `vector.reduction`, in a `vector.mask` if there is one.
fn reduce(rw: &mut Rewriter<'_>, kind: CombiningKind, row: Value, acc: Value, mask: Option<Value>) -> Value {
    let (kind, ty) = (rw.cx().attr(kind), rw.ty(acc));
    under_mask(rw, mask, ty, |b| ReductionOp::build(b, kind, row, Some(acc), None, ty))
}

fn sizes(b: &Body, v: Value) -> Vec<i64> {
    b.cx().shaped(b.ty(v)).and_then(|s| s.shape).unwrap_or(&[]).to_vec()
}

/// All positions of a shape in row-major order.
fn places(shape: &[i64]) -> Vec<Vec<MixedIndex>> {
    let mut all = vec![Vec::new()];
    for &size in shape {
        all = all
            .into_iter()
            .flat_map(|place: Vec<MixedIndex>| {
                (0..size).map(move |i| [&place[..], &[MixedIndex::Static(i)]].concat())
            })
            .collect();
    }
    all
}

/// Transposes the mask and the source.
fn permute(rw: &mut Rewriter<'_>, r: &mut Reduction, order: &[usize]) {
    if order.is_sorted() {
        return;
    }
    let list: Vec<i64> = order.iter().map(|&d| d as i64).collect();
    let one = |rw: &mut Rewriter<'_>, v: Value| {
        let Some(ty) = rw.cx().type_as::<VectorType>(rw.ty(v)) else { return v };
        let scalable = |d: &usize| ty.scalable.get(*d) == Some(&true);
        let fixed = !ty.scalable.contains(&true);
        let new = VectorType {
            shape: order.iter().map(|&d| ty.shape[d]).collect(),
            scalable: if fixed { SmallVec::new() } else { order.iter().map(scalable).collect() },
            elem: ty.elem,
        };
        let (attr, new) = (rw.cx().i64_array(&list), rw.cx().ty(new));
        TransposeOp::build(rw, v, attr, new)
    };
    r.mask = r.mask.map(|m| one(rw, m));
    r.source = one(rw, r.source);
}

/// Gives the mask and the source another shape.
fn reshape(rw: &mut Rewriter<'_>, r: &mut Reduction, shape: &[i64]) {
    let one = |rw: &mut Rewriter<'_>, v: Value| {
        let ty = rw.cx().vector(shape, rw.cx().elem_or_self(rw.ty(v)));
        ShapeCastOp::build(rw, v, ty)
    };
    r.mask = r.mask.map(|m| one(rw, m));
    r.source = one(rw, r.source);
}
