//! Sums of products become contractions, which take up transposes and broadcasts of their factors.
//!
//! ```mlir
//! %p = arith.mulf %a, %b : vector<8x32x4xf32>
//! %r = vector.multi_reduction <add>, %p, %c [2] : vector<8x32x4xf32> to vector<8x32xf32>
//! ```
//! becomes, where `%a` is a transposed broadcast of `%x`, and `%b` one of `%y`,
//! ```mlir
//! %r = vector.contract {indexing_maps = [(m, n, k) -> (k, m), (m, n, k) -> (k, n), (m, n, k) -> (m, n)], …} %x, %y, %c
//! ```

use strata_arith::{ExtFOp, ExtSIOp, MulFOp, MulIOp};
use strata_ir::{
    affine::{AffineMap, inverse_permutation},
    prelude::*,
    rewrite::patterns,
};
use strata_vector::{
    BroadcastOp, CombiningKind, ContractionOp, IteratorType, MultiDimReductionOp, TransposeOp,
};

use super::Contraction;
use crate::masked::is_masked;

/// Sums of products become contractions, which take up transposes and broadcasts of their factors.
pub const REDUCTION_TO_CONTRACT: &[PatternRow] = patterns! {
    MultiDimReductionOp => "reduction-to-contract": to_contract,
    ContractionOp => "fold-broadcast": fold_broadcasts,
    ContractionOp => "fold-transpose": fold_transposes,
};

/// Contractions take up extensions of both factors.
pub const FOLD_EXTENSIONS: &[PatternRow] = patterns! { ContractionOp => "fold-extensions": fold_extensions };

/// `contract(ext(a), ext(b), c) = contract(a, b, c)`.
fn fold_extensions(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let contraction = op.as_op::<ContractionOp>(rw)?;
    let factors = [contraction.lhs(rw), contraction.rhs(rw)];
    let source = |v: Value, of_floats: bool| {
        let def = rw.def_op(v)?;
        let extends = if of_floats { def.isa::<ExtFOp>(rw) } else { def.isa::<ExtSIOp>(rw) };
        extends.then(|| rw.operand(def, 0))
    };
    let both = |of_floats| Some([source(factors[0], of_floats)?, source(factors[1], of_floats)?]);
    let sources = both(true).or_else(|| both(false))?;
    for (i, v) in sources.into_iter().enumerate() {
        rw.body().set_operand(op, i, v);
    }
    rw.touch(op);
    Some(())
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
    let [lhs, rhs] = [0, 1].map(|i| rw.operand(product, i));
    let kind = CombiningKind::Add;
    let contraction = Contraction { root: op, lhs, rhs, acc, mask: None, maps: maps.into(), iterators, kind };
    let value = contraction.build(rw);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The parts of a contraction without a mask.
fn parts(b: &Body, op: Op) -> Option<Contraction> {
    Contraction::read(b, op).filter(|c| c.mask.is_none())
}

/// Factors that are transposed are read in their own order.
fn fold_transposes(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mut parts = parts(rw, op)?;
    let mut changed = false;
    for (value, map) in [&mut parts.lhs, &mut parts.rhs].into_iter().zip(&mut parts.maps) {
        let Some(transpose) = rw.def_as::<TransposeOp>(*value) else { continue };
        let order = strata_tensor::index_list::statics(rw, transpose.op(), "permutation");
        let order: Vec<u32> = order.iter().filter_map(|&d| u32::try_from(d).ok()).collect();
        *map = inverse_permutation(&AffineMap::permutation(&order))?.compose(map);
        *value = transpose.vector(rw);
        changed = true;
    }
    changed.then_some(())?;
    let value = parts.build(rw);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Factors that are broadcast along leading dimensions are read without these.
fn fold_broadcasts(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let mut parts = parts(rw, op)?;
    let mut changed = false;
    for (value, map) in [&mut parts.lhs, &mut parts.rhs].into_iter().zip(&mut parts.maps) {
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
    let value = Contraction { maps, iterators, ..parts }.build(rw);
    rw.replace_op(op, &[value]);
    Some(())
}
