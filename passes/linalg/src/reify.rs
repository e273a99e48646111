//! The sizes of results, computed from operands as upstream computes them.

use strata_ir::prelude::*;
use strata_linalg::{LinalgOp, interfaces::dim_of};
use strata_passes_analysis::affine_size::combined;
use strata_tensor::{CollapseShapeOp, ConcatOp, DimOp, MixedIndex, PadOp, ReifyShape};

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
