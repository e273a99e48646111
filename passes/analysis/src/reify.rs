//! The sizes of results, computed from operands as upstream computes them.

use strata_ir::prelude::*;
use strata_linalg::{LinalgOp, interfaces::dim_of};
use strata_tensor::{CollapseShapeOp, ConcatOp, DimOp, MixedIndex, PadOp, ReifyShape};

use crate::affine_size::combined;

/// The size of dimension `dim` of a result, in terms of what `op` reads. `None` if it cannot be told.
pub fn size(b: &mut Builder<'_>, op: Op, result: usize, dim: usize) -> Option<MixedIndex> {
    let value = *b.results(op).get(result)?;
    match *b.cx().shaped(b.ty(value))?.shape?.get(dim)? {
        DYNAMIC => {}
        n => return Some(MixedIndex::Static(n)),
    }
    if let Some(pad) = op.as_op::<PadOp>(b) {
        return padded(b, pad, dim);
    }
    if let Some(concat) = op.as_op::<ConcatOp>(b) {
        return concatenated(b, concat, dim);
    }
    if let Some(collapse) = op.as_op::<CollapseShapeOp>(b) {
        let (source, groups) = (collapse.src(b), collapse.groups(b));
        let sizes: Vec<MixedIndex> = groups
            .get(dim)?
            .iter()
            .map(|&d| DimOp::create_or_fold(b, source, usize::try_from(d).ok()?))
            .collect::<Option<_>>()?;
        return combined(b, &sizes, |x, y| x * y);
    }
    if let Some(linalg) = op.cast::<dyn LinalgOp>(b) {
        let inits = linalg.dps_init_range(b);
        let init = inits.clone().nth(result)?;
        let map = linalg.indexing_map(b, init)?;
        // The first operand that is indexed by the loop; an init only where no input is.
        let sources = linalg.loop_sources(b);
        let source = map.results().get(dim)?.as_dim().and_then(|l| sources?.get(l as usize).copied());
        let (operand, dim) = match source {
            Some((operand, dim)) if !inits.contains(&operand) => (operand, dim),
            _ => (init, dim),
        };
        let operand = b.operand(op, operand);
        return dim_of(b, operand, dim);
    }
    let reify = op.cast::<dyn ReifyShape>(b)?;
    reify.reify_shape(b, result)?.get(dim).copied()
}

/// The size of a dimension of a padded tensor. A size of the source that is known is made a constant, too, as upstream does.
fn padded_size(b: &mut Builder<'_>, pad: PadOp, dim: usize) -> Option<MixedIndex> {
    let (source, result) = (pad.source(b), pad.result(b));
    if let Some(n) = known_size(b, result, dim) {
        return Some(MixedIndex::Static(n));
    }
    let inner = size_and_constants(b, source, dim)?;
    let (low, high) = (pad.mixed_low(b), pad.mixed_high(b));
    combined(b, &[inner, *low.get(dim)?, *high.get(dim)?], |x, y| x + y)
}

/// The size of a dimension of a concatenation, with constants as [`padded_size`] makes them.
fn concatenated_size(b: &mut Builder<'_>, concat: ConcatOp, result: Value, dim: usize) -> Option<MixedIndex> {
    if let Some(n) = known_size(b, result, dim) {
        return Some(MixedIndex::Static(n));
    }
    if concat.dimension(b)? != dim {
        return concatenated(b, concat, dim);
    }
    let inputs: Vec<Value> = concat.inputs(b).collect();
    let sizes: Vec<MixedIndex> =
        inputs.iter().map(|&v| size_and_constants(b, v, dim)).collect::<Option<_>>()?;
    combined(b, &sizes, |x, y| x + y)
}

fn known_size(b: &Body, v: Value, dim: usize) -> Option<i64> {
    b.cx().shaped(b.ty(v))?.shape?.get(dim).copied().filter(|&n| n != DYNAMIC)
}

/// A size; one that is known stands in the code as constants, too.
fn size_and_constants(b: &mut Builder<'_>, v: Value, dim: usize) -> Option<MixedIndex> {
    if let Some(n) = known_size(b, v, dim) {
        strata_arith::constant_index(b, dim as i64);
        strata_arith::constant_index(b, n);
    }
    DimOp::create_or_fold(b, v, dim)
}

/// The sizes of a result, in terms of what `op` reads. `None` if they cannot be told.
///
/// For a structured op, all dynamic sizes of all operands are asked for first, as upstream does.
pub fn sizes(b: &mut Builder<'_>, op: Op, result: usize) -> Option<Vec<MixedIndex>> {
    let value = *b.results(op).get(result)?;
    let rank = b.cx().shaped(b.ty(value))?.rank()?;
    if let Some(pad) = op.as_op::<PadOp>(b) {
        return (0..rank).map(|dim| padded_size(b, pad, dim)).collect();
    }
    if let Some(concat) = op.as_op::<ConcatOp>(b) {
        return (0..rank).map(|dim| concatenated_size(b, concat, value, dim)).collect();
    }
    let Some(linalg) = op.cast::<dyn LinalgOp>(b) else {
        return (0..rank).map(|dim| size(b, op, result, dim)).collect();
    };
    let (inits, maps) = (linalg.dps_init_range(b), linalg.indexing_maps(b));
    let sources = linalg.loop_sources(b);
    let operands: Vec<Value> = b.operands(op).collect();
    let mut known = Vec::with_capacity(operands.len());
    for &v in &operands {
        let rank = b.cx().shaped(b.ty(v)).and_then(|s| s.rank()).unwrap_or(0);
        known.push((0..rank).map(|dim| dim_of(b, v, dim)).collect::<Option<Vec<_>>>()?);
    }
    let init = inits.clone().nth(result)?;
    let mut out = Vec::with_capacity(rank);
    for dim in 0..rank {
        let source =
            maps.get(init)?.results().get(dim)?.as_dim().and_then(|l| sources.as_ref()?.get(l as usize));
        out.push(match source {
            Some(&(operand, at)) if !inits.contains(&operand) => *known.get(operand)?.get(at)?,
            _ => dim_of(b, *operands.get(init)?, dim)?,
        });
    }
    Some(out)
}

/// The sum of the size of the source and of the numbers of elements before and after.
fn padded(b: &mut Builder<'_>, pad: PadOp, dim: usize) -> Option<MixedIndex> {
    let (source, low, high) = (pad.source(b), pad.mixed_low(b), pad.mixed_high(b));
    let inner = DimOp::create_or_fold(b, source, dim)?;
    combined(b, &[inner, *low.get(dim)?, *high.get(dim)?], |x, y| x + y)
}

/// The sum of the sizes along the dimension of the concatenation, else the first size that is known.
fn concatenated(b: &mut Builder<'_>, concat: ConcatOp, dim: usize) -> Option<MixedIndex> {
    let inputs: Vec<Value> = concat.inputs(b).collect();
    if concat.dimension(b)? == dim {
        let sizes: Vec<MixedIndex> =
            inputs.iter().map(|&v| DimOp::create_or_fold(b, v, dim)).collect::<Option<_>>()?;
        return combined(b, &sizes, |x, y| x + y);
    }
    let known = |v: &Value| b.cx().shaped(b.ty(*v))?.shape?.get(dim).copied().filter(|&d| d != DYNAMIC);
    match inputs.iter().find_map(known) {
        Some(n) => Some(MixedIndex::Static(n)),
        None => DimOp::create_or_fold(b, *inputs.first()?, dim),
    }
}
