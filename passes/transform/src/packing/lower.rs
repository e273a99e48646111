//! `linalg.pack` as a padding, a reshape and a transpose.

use strata_ir::{affine::AffineExpr, core::DYNAMIC, prelude::*};
use strata_linalg::{PackOp, TransposeOp};
use strata_passes_analysis::permutation::inverse;
use strata_passes_structured::structured_op::zero_attr;
use strata_tensor::{
    DimOp, ExpandShapeOp, InsertSliceOp, MixedIndex, PadOp, index_list, rank_reduction, reassociation,
};

use super::metadata::{Metadata, permuted};
use crate::tiling::index_math::apply;

/// The ops that a pack op becomes.
#[derive(Clone, Copy, Debug)]
pub struct LoweredPack {
    /// The padding.
    pub pad: Op,
    /// The reshape and the transpose; `None` if the tensor is one tile, which is inserted.
    pub rest: Option<[Op; 2]>,
}

/// The shape of a tensor.
pub(super) fn shape(b: &Body, v: Value) -> Option<Vec<i64>> {
    Some(b.cx().shaped(b.ty(v))?.shape?.to_vec())
}

/// The size of a dimension of a value, before the op at the builder.
fn size(b: &mut Builder<'_>, v: Value, d: usize) -> Option<MixedIndex> {
    DimOp::create_or_fold(b, v, d)
}

/// Lowers a pack op with static sizes of tiles. A tensor that is one tile is inserted if `insert` is set.
///
/// # Errors
/// In words; nothing has changed then.
pub fn lower_pack(body: &mut Body, op: PackOp, insert: bool) -> Result<LoweredPack, &'static str> {
    let tiles = op.mixed_tiles(body);
    if tiles.iter().any(|t| t.as_static().is_none()) {
        return Err("non-static shape NYI, needs a more powerful tensor.expand_shape op");
    }
    lower(body, op, &tiles, insert).ok_or("its sizes are not known")
}

fn lower(body: &mut Body, op: PackOp, tiles: &[MixedIndex], insert: bool) -> Option<LoweredPack> {
    let (source, dest) = (op.source(body), op.dest(body));
    let (source_rank, packed) = (shape(body, source)?.len(), shape(body, dest)?);
    let (dims, outer) = (op.positions(body).to_vec(), op.outer_order(body).to_vec());
    let metadata = Metadata::new(packed.len(), &dims, &outer);
    let split = permuted(&packed, &metadata.order);
    // A reshape has one unknown size in a group.
    if metadata.groups.iter().any(|g| g.iter().filter(|&&d| split[d as usize] == DYNAMIC).count() > 1) {
        return None;
    }
    let padding = op.padding_value(body);
    let elem = body.cx().elem_or_self(body.ty(source));
    let mut b = Builder::before(body, op.op());
    let mut high = vec![MixedIndex::Static(0); source_rank];
    for (&d, &tile) in dims.iter().zip(tiles) {
        let d = usize::try_from(d).ok()?;
        let at = *metadata.order.get(*metadata.outer.get(d)?)?;
        let (whole, count) = (size(&mut b, source, d)?, size(&mut b, dest, at)?);
        let [n, tile_expr, size_expr] = [0, 1, 2].map(AffineExpr::dim);
        high[d] = apply(&mut b, &(n * tile_expr - size_expr), &[count, tile, whole]);
    }
    let padding = padding.unwrap_or_else(|| {
        let zero = zero_attr(b.cx(), elem);
        strata_arith::constant(&mut b, zero)
    });
    let zeros = vec![MixedIndex::Static(0); source_rank];
    let padded = PadOp::create(&mut b, source, &zeros, &high, padding);
    // The padded sizes are those of all tiles together, which may be known where the amounts are not.
    let sizes = reassociation::collapsed_shape(&split, &metadata.groups);
    let padded_type = b.cx().tensor(&sizes, elem);
    b.body().set_type(padded, padded_type);
    let pad = b.def_op(padded)?;
    let one_tile =
        dims.iter().enumerate().all(|(i, &d)| i as i64 == d) && packed[..source_rank].iter().all(|&n| n == 1);
    if insert && one_tile && rank_reduction(&packed, &sizes).is_some() {
        let sizes = DimOp::all(&mut b, dest)?;
        let (zeros, ones) =
            (vec![MixedIndex::Static(0); sizes.len()], vec![MixedIndex::Static(1); sizes.len()]);
        let new = InsertSliceOp::create(&mut b, padded, dest, &zeros, &sizes, &ones);
        crate::loops::replace(body, op.op(), &[new]);
        return Some(LoweredPack { pad, rest: None });
    }
    let expanded = expand(&mut b, padded, &metadata.groups, &split)?;
    let order: Vec<i64> = inverse(&metadata.order)?.into_iter().map(|d| d as i64).collect();
    let transposed = TransposeOp::create(&mut b, expanded, dest, &order).ok()?.op();
    let (expand, results) = (b.def_op(expanded)?, b.results(transposed).to_vec());
    crate::loops::replace(body, op.op(), &results);
    Some(LoweredPack { pad, rest: Some([expand, transposed]) })
}

/// Expands a tensor to a shape that has at most one unknown size in each group.
pub(crate) fn expand(b: &mut Builder<'_>, v: Value, groups: &[Vec<i64>], to: &[i64]) -> Option<Value> {
    let mut sizes: Vec<MixedIndex> = to.iter().map(|&n| MixedIndex::Static(n)).collect();
    let wholes = DimOp::all(b, v)?;
    for (group, &whole) in groups.iter().zip(&wholes) {
        let Some(at) = group.iter().map(|&d| d as usize).find(|&d| to[d] == DYNAMIC) else { continue };
        let known: i64 = group
            .iter()
            .map(|&d| to[d as usize])
            .filter(|&n| n != DYNAMIC)
            .try_fold(1i64, i64::checked_mul)?;
        let whole = whole.materialize(b)?;
        sizes[at] = if known == 1 {
            whole.into()
        } else {
            let known = strata_arith::constant_index(b, known);
            strata_arith::DivSIOp::build(b, whole, known, None).into()
        };
    }
    let (_, values) = index_list::split(&sizes);
    let elem = b.cx().elem_or_self(b.ty(v));
    let (ty, groups, statics) =
        (b.cx().tensor(to, elem), reassociation::attr(b.cx(), groups), b.cx().i64_array(to));
    Some(ExpandShapeOp::build(b, v, groups, &values, statics, ty))
}
