//! Contractions: sums of products become them, they take up transposes and broadcasts of their operands, and become outer products, which
//! become multiply-adds.
//!
//! ```mlir
//! %p = arith.mulf %a, %b : vector<8x32x4xf32>
//! %r = vector.multi_reduction <add>, %p, %c [2] : vector<8x32x4xf32> to vector<8x32xf32>
//! ```
//! becomes, where `%a` is a transposed broadcast of `%x`, and `%b` one of `%y`,
//! ```mlir
//! %r = vector.contract {indexing_maps = [(m, n, k) -> (k, m), (m, n, k) -> (k, n), (m, n, k) -> (m, n)], …} %x, %y, %c
//! ```
//! and for each `k`
//! ```mlir
//! %s = vector.outerproduct %xk, %yk, %r {kind = #vector.kind<add>} : vector<8xf32>, vector<32xf32>
//! ```

use strata_arith::{MulFOp, MulIOp};
use strata_ir::{
    affine::{AffineMap, inverse_permutation},
    prelude::*,
    rewrite::patterns,
};
use strata_passes_analysis::combiner::combine;
use strata_tensor::MixedIndex;
use strata_vector::{
    BroadcastOp, CombiningKind, ContractionOp, ExtractOp, FMAOp, InsertOp, IteratorType, MaskOp,
    MultiDimReductionOp, OuterProductOp, TransposeOp,
};

/// Sums of products become contractions, which take up transposes and broadcasts of their factors.
pub const REDUCTION_TO_CONTRACT: &[PatternRow] = patterns! {
    MultiDimReductionOp => "reduction-to-contract": to_contract,
    ContractionOp => "fold-broadcast": fold_broadcasts,
    ContractionOp => "fold-transpose": fold_transposes,
};
/// Products of matrices, and of matrices and vectors, become outer products.
pub const CONTRACT_TO_OUTER_PRODUCT: &[PatternRow] =
    patterns! { ContractionOp => "outer-product": to_outer_products };
/// Outer products become multiply-adds of rows.
pub const LOWER_OUTER_PRODUCT: &[PatternRow] =
    patterns! { OuterProductOp => "lower-outer-product": lower_outer_product };

/// The largest number of rows or steps that one op becomes.
const MAX_STEPS: i64 = 1 << 12;

fn is_masked(b: &Body, op: Op) -> bool {
    b.parent_op(op).is_some_and(|p| p != Op::SELF && p.isa::<MaskOp>(b))
}

fn contract(
    rw: &mut Rewriter<'_>,
    [lhs, rhs, acc]: [Value; 3],
    maps: &[AffineMap],
    iterators: &[IteratorType],
    kind: Attr,
) -> Value {
    let cx = rw.cx();
    let maps = cx.array_attr(maps.iter().map(|m| cx.affine_map_attr(m.clone())).collect());
    let iterators = cx.array_attr(iterators.iter().map(|&i| cx.attr(i)).collect());
    let ty = rw.ty(acc);
    ContractionOp::build(rw, lhs, rhs, acc, maps, iterators, Some(kind), ty)
}

/// `multi_reduction <add>, a * b, c = contract a, b, c`.
fn to_contract(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reduction = op.as_op::<MultiDimReductionOp>(rw)?;
    let (source, acc, kind) = (reduction.source(rw), reduction.acc(rw), reduction.kind(rw));
    let product = rw.def_op(source)?;
    if *kind.get(rw.cx()) != CombiningKind::Add
        || is_masked(rw, op)
        || !product.isa::<MulFOp>(rw) && !product.isa::<MulIOp>(rw)
    {
        return None;
    }
    let rank = rw.cx().type_as::<VectorType>(rw.ty(source))?.shape.len();
    let reduced = strata_tensor::index_list::statics(rw, op, "reduction_dims").to_vec();
    let is_reduced = |d: &u32| reduced.contains(&i64::from(*d));
    let iterators: Vec<IteratorType> = (0..rank as u32)
        .map(|d| if is_reduced(&d) { IteratorType::Reduction } else { IteratorType::Parallel })
        .collect();
    let kept: Vec<u32> = (0..rank as u32).filter(|d| !is_reduced(d)).collect();
    let same = AffineMap::identity(rank as u32);
    let maps = [same.clone(), same, AffineMap::select(rank as u32, &kept)];
    let factors = [rw.operand(product, 0), rw.operand(product, 1), acc];
    let kind = rw.cx().attr(CombiningKind::Add);
    let value = contract(rw, factors, &maps, &iterators, kind);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The parts of a contraction.
struct Parts {
    values: [Value; 3],
    maps: Vec<AffineMap>,
    iterators: Vec<IteratorType>,
    kind: Attr,
}

fn parts(b: &Body, op: Op) -> Option<(ContractionOp, Parts)> {
    let c = op.as_op::<ContractionOp>(b).filter(|_| !is_masked(b, op))?;
    let kind = b.attr(op, "kind").unwrap_or_else(|| b.cx().attr(CombiningKind::Add));
    let parts =
        Parts { values: [c.lhs(b), c.rhs(b), c.acc(b)], maps: c.maps(b), iterators: c.iterators(b), kind };
    (parts.maps.len() == 3).then_some((c, parts))
}

/// Factors that are transposed are read in their own order.
fn fold_transposes(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (c, mut parts) = parts(rw, op)?;
    let mut changed = false;
    for (value, map) in parts.values.iter_mut().zip(&mut parts.maps).take(2) {
        let Some(transpose) = rw.def_as::<TransposeOp>(*value) else { continue };
        let order = strata_tensor::index_list::statics(rw, transpose.op(), "permutation");
        let order: Vec<u32> = order.iter().filter_map(|&d| u32::try_from(d).ok()).collect();
        *map = inverse_permutation(&AffineMap::permutation(&order))?.compose(map);
        *value = transpose.vector(rw);
        changed = true;
    }
    changed.then_some(())?;
    let value = contract(rw, parts.values, &parts.maps, &parts.iterators, parts.kind);
    rw.replace_op(c, &[value]);
    Some(())
}

/// Factors that are broadcast along leading dimensions are read without these.
fn fold_broadcasts(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (c, mut parts) = parts(rw, op)?;
    let mut changed = false;
    for (value, map) in parts.values.iter_mut().zip(&mut parts.maps).take(2) {
        let Some(broadcast) = rw.def_as::<BroadcastOp>(*value) else { continue };
        let source = broadcast.source(rw);
        let shape = |v: Value| rw.cx().type_as::<VectorType>(rw.ty(v)).map(|t| t.shape.to_vec());
        let (Some(from), Some(to)) = (shape(source), shape(*value)) else { continue };
        let added = to.len() - from.len();
        let reduces = |d: usize| {
            let l = map.results()[d].as_dim().map(|l| parts.iterators[l as usize]);
            to[d] != 1 && l == Some(IteratorType::Reduction)
        };
        if added == 0 || from != to[added..] || (0..added).any(reduces) {
            continue;
        }
        *map = map.minor_sub_map(from.len());
        *value = source;
        changed = true;
    }
    changed.then_some(())?;
    let used: Vec<bool> = (0..parts.iterators.len() as u32)
        .map(|d| parts.maps.iter().any(|m| m.result_position(d).is_some()))
        .collect();
    let maps: Vec<AffineMap> =
        parts.maps.iter().map(|m| m.compress(|d| !used[d as usize], |_| false)).collect();
    let iterators: Vec<IteratorType> =
        parts.iterators.iter().zip(&used).filter(|(_, used)| **used).map(|(&i, _)| i).collect();
    let is_in = |m: usize, d: usize| maps[m].result_position(d as u32).is_some();
    let both =
        (0..iterators.len()).any(|d| iterators[d] == IteratorType::Reduction && is_in(0, d) && is_in(1, d));
    if !both || !(0..iterators.len()).all(|d| is_in(0, d) || is_in(1, d)) {
        return None;
    }
    let value = contract(rw, parts.values, &maps, &iterators, parts.kind);
    rw.replace_op(c, &[value]);
    Some(())
}

fn transposed(rw: &mut Rewriter<'_>, v: Value) -> Option<Value> {
    let ty = rw.cx().type_as::<VectorType>(rw.ty(v))?.clone();
    let [rows, columns] = ty.shape[..] else { return None };
    let mut scalable = ty.scalable.clone();
    scalable.reverse();
    let new = rw.cx().ty(VectorType { shape: smallvec![columns, rows], scalable, elem: ty.elem });
    let order = rw.cx().i64_array(&[1, 0]);
    Some(TransposeOp::build(rw, v, order, new))
}

fn select(n: u32, dims: &[u32]) -> AffineMap {
    AffineMap::select(n, dims)
}

/// A product whose factors have the reduction as their first dimension is a sum of outer products.
fn to_outer_products(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (c, parts) = parts(rw, op)?;
    let [lhs, rhs, acc] = parts.values;
    let elems = [lhs, rhs, acc].map(|v| rw.cx().elem_or_self(rw.ty(v)));
    if elems[0] != elems[2] || elems[1] != elems[2] {
        return None;
    }
    use IteratorType::{Parallel as P, Reduction as R};
    // The factors, the first one that of rows, and whether they are transposed.
    let (x, y, flip_x, flip_y) = match parts.iterators[..] {
        [P, P, R] => {
            let sides = |m: u32, n: u32| {
                let first = [select(3, &[m, 2]), select(3, &[2, m])].iter().position(|s| *s == parts.maps[0]);
                let second =
                    [select(3, &[n, 2]), select(3, &[2, n])].iter().position(|s| *s == parts.maps[1]);
                (parts.maps[2] == select(3, &[m, n]) || parts.maps[2] == select(3, &[n, m])).then_some(())?;
                Some((first? == 0, second? == 0))
            };
            let (flip_x, flip_y) = sides(0, 1)?;
            if parts.maps[2] == select(3, &[0, 1]) {
                (lhs, rhs, flip_x, flip_y)
            } else {
                (rhs, lhs, flip_y, flip_x)
            }
        }
        [P, R] | [R, P] => {
            let (m, k) = if parts.iterators[0] == P { (0, 1) } else { (1, 0) };
            let (plain, flipped, vector) = (select(2, &[k, m]), select(2, &[m, k]), select(2, &[k]));
            (parts.maps[2] == select(2, &[m])).then_some(())?;
            let kind = |map: &AffineMap| [&plain, &flipped].iter().position(|s| *s == map);
            match (kind(&parts.maps[0]), kind(&parts.maps[1])) {
                (Some(flip), _) if parts.maps[1] == vector => (lhs, rhs, flip == 1, false),
                (_, Some(flip)) if parts.maps[0] == vector => (rhs, lhs, flip == 1, false),
                _ => return None,
            }
        }
        _ => return None,
    };
    let dims = rw.cx().type_as::<VectorType>(rw.ty(x))?;
    let reduced = usize::from(flip_x);
    let (steps, fixed) = (*dims.shape.get(reduced)?, dims.scalable.get(reduced) != Some(&true));
    if !fixed || steps > MAX_STEPS {
        return None;
    }
    let x = if flip_x { transposed(rw, x)? } else { x };
    let y = if flip_y { transposed(rw, y)? } else { y };
    let mut sum = acc;
    for k in 0..steps {
        let at = [MixedIndex::Static(k)];
        let (a, b) = (ExtractOp::create(rw, x, &at), ExtractOp::create(rw, y, &at));
        let ty = rw.ty(sum);
        sum = OuterProductOp::build(rw, a, b, Some(sum), Some(parts.kind), ty);
    }
    rw.replace_op(c, &[sum]);
    Some(())
}

/// A product that is combined with an accumulator. `None`, with nothing changed, if the kind of the combination is not one of the elements.
fn multiply(
    rw: &mut Rewriter<'_>,
    x: Value,
    y: Value,
    acc: Option<Value>,
    kind: CombiningKind,
) -> Option<Value> {
    use CombiningKind as K;
    let is_float = rw.cx().as_float(rw.cx().elem_or_self(rw.ty(x))).is_some();
    let for_floats = matches!(kind, K::Minnumf | K::Maxnumf | K::Minimumf | K::Maximumf);
    let for_ints = matches!(kind, K::And | K::Or | K::Xor | K::Minui | K::Minsi | K::Maxui | K::Maxsi);
    if is_float && for_ints || !is_float && for_floats {
        return None;
    }
    if is_float
        && kind == K::Add
        && let Some(acc) = acc.filter(|&a| rw.cx().type_as::<VectorType>(rw.ty(a)).is_some())
    {
        return Some(FMAOp::build(rw, x, y, acc));
    }
    let product = if is_float { MulFOp::build(rw, x, y, None) } else { MulIOp::build(rw, x, y, None) };
    match acc {
        None => Some(product),
        Some(acc) => combine(rw, kind, product, acc),
    }
}

/// Each row is a product of a splat and the vector of columns.
fn lower_outer_product(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let product = op.as_op::<OuterProductOp>(rw).filter(|_| !is_masked(rw, op))?;
    let (lhs, rhs, acc) = (product.lhs(rw), product.rhs(rw), product.acc(rw));
    let kind = rw.attr(op, "kind").and_then(|a| rw.cx().attr_as::<CombiningKind>(a).copied());
    let kind = kind.unwrap_or(CombiningKind::Add);
    let result = rw.ty(product.result(rw));
    let ty = rw.cx().type_as::<VectorType>(result)?.clone();
    let row = rw.ty(rhs);
    if rw.cx().type_as::<VectorType>(row).is_none() {
        let splat = rw.ty(lhs);
        let splat = BroadcastOp::build(rw, rhs, splat);
        let value = multiply(rw, lhs, splat, acc, kind)?;
        rw.replace_op(op, &[value]);
        return Some(());
    }
    let rows = *ty.shape.first()?;
    if rows > MAX_STEPS || ty.scalable.first() == Some(&true) {
        return None;
    }
    let zero = match rw.cx().as_float(ty.elem) {
        Some(_) => rw.cx().float_attr(0.0, ty.elem),
        None => rw.cx().int_attr(0, ty.elem),
    };
    let zero = rw.cx().splat_attr(result, zero)?;
    let mut value = rw.constant("arith", zero, result)?;
    for d in 0..rows {
        let at = [MixedIndex::Static(d)];
        let x = ExtractOp::create(rw, lhs, &at);
        let x = BroadcastOp::build(rw, x, row);
        let start = acc.map(|acc| ExtractOp::create(rw, acc, &at));
        let sum = multiply(rw, x, rhs, start, kind)?;
        value = InsertOp::create(rw, sum, value, &at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}
