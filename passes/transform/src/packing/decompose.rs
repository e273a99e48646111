//! Packing of one tile, and unpacking of one tile beside dimensions without tiles, as a transpose and slices.
//!
//! ```mlir
//! %r = linalg.pack %x inner_dims_pos = [1, 0] inner_tiles = [8, 4] into %d : tensor<4x8xf32> -> tensor<1x1x8x4xf32>
//! ```
//! becomes
//! ```mlir
//! %e = tensor.empty() : tensor<8x4xf32>
//! %t = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
//! %r = tensor.insert_slice %t into %d[0, 0, 0, 0] [1, 1, 8, 4] [1, 1, 1, 1] : tensor<8x4xf32> into tensor<1x1x8x4xf32>
//! ```

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
    rewrite::patterns,
};
use strata_linalg::{PackOp, TransposeOp, UnPackOp};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::{DimOp, EmptyOp, ExtractSliceOp, InsertSliceOp, MixedIndex, PadOp};

use super::{lower::shape, metadata::permuted};

/// The patterns of this file.
pub const DECOMPOSE_PACKS: &[PatternRow] = patterns! {
    PackOp => "decompose-pack": pack,
    UnPackOp => "decompose-unpack": unpack,
};

const ZERO: MixedIndex = MixedIndex::Static(0);
const ONE: MixedIndex = MixedIndex::Static(1);

/// A constant where the size is one, also behind a value.
fn simple(b: &Body, size: MixedIndex) -> MixedIndex {
    size.constant(b).map_or(size, MixedIndex::Static)
}

/// The dimensions of tiles.
fn positions(list: &[i64], rank: usize) -> Option<Vec<usize>> {
    list.iter().map(|&d| usize::try_from(d).ok().filter(|&d| d < rank)).collect()
}

/// The source padded to one tile; `sizes` are those of the tile.
fn padded(rw: &mut Rewriter<'_>, source: Value, padding: Value, sizes: &[MixedIndex]) -> Option<Value> {
    let difference = AffineMap::new(0, 2, vec![AffineExpr::symbol(0) - AffineExpr::symbol(1)]);
    let mut high = Vec::new();
    for (d, &size) in sizes.iter().enumerate() {
        let whole = DimOp::create_or_fold(rw, source, d)?;
        high.push(composed_apply(rw, &difference, &[size, whole])?);
    }
    let padded = PadOp::create(rw, source, &vec![ZERO; sizes.len()], &high, padding);
    let to: Vec<i64> = sizes.iter().map(|size| size.as_dim()).collect();
    let ty = rw.cx().tensor(&to, rw.cx().elem_or_self(rw.ty(source)));
    rw.body().set_type(padded, ty);
    Some(padded)
}

fn pack(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pack = op.as_op::<PackOp>(rw)?;
    let (mut source, dest) = (pack.source(rw), pack.dest(rw));
    let (from, to) = (shape(rw, source)?, shape(rw, dest)?);
    let dims = positions(pack.positions(rw), from.len())?;
    let tiles = pack.mixed_tiles(rw);
    if to.get(..from.len())?.iter().any(|&n| n != 1) || tiles.len() != dims.len() {
        return None;
    }
    // The sizes of the source, padded, in which dimensions without tiles are one.
    let mut sizes = vec![ONE; from.len()];
    for (&d, &tile) in dims.iter().zip(&tiles) {
        sizes[d] = simple(rw, tile);
    }
    if let Some(padding) = pack.padding_value(rw) {
        source = padded(rw, source, padding, &sizes)?;
    }
    let mut order: Vec<usize> = (0..from.len()).filter(|d| !dims.contains(d)).collect();
    order.extend(&dims);
    let elem = rw.cx().elem_or_self(rw.ty(source));
    let empty = EmptyOp::create(rw, &permuted(&sizes, &order), elem);
    let dims: Vec<i64> = order.into_iter().map(|d| d as i64).collect();
    let transposed = TransposeOp::create(rw, source, empty, &dims).ok()?.op();
    let transposed = rw.result(transposed, 0);
    let mut parts = vec![ONE; from.len()];
    parts.extend(tiles.iter().map(|&tile| simple(rw, tile)));
    let (zeros, ones) = (vec![ZERO; to.len()], vec![ONE; to.len()]);
    let value = InsertSliceOp::create(rw, transposed, dest, &zeros, &parts, &ones);
    rw.replace_op(op, &[value]);
    Some(())
}

fn unpack(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let unpack = op.as_op::<UnPackOp>(rw)?;
    let (source, dest) = (unpack.source(rw), unpack.dest(rw));
    let (from, to) = (shape(rw, source)?, shape(rw, dest)?);
    let rank = to.len();
    let dims = positions(unpack.positions(rw), rank)?;
    let tiles = unpack.mixed_tiles(rw);
    let outer = from.get(..rank).filter(|_| tiles.len() == dims.len())?;
    // The dimension of the destination that each outer dimension is.
    let named: Vec<usize> = match unpack.outer_order(rw) {
        [] => (0..rank).collect(),
        order => positions(order, rank)?,
    };
    let is_tiled = |d: &usize| dims.contains(d);
    let is_kept = |d: usize| is_tiled(&d) || to[d] != 1;
    let fits =
        outer.iter().zip(&named).all(|(&n, d)| (is_tiled(d) && n == 1) || (!is_tiled(d) && n == to[*d]));
    if !fits {
        return None;
    }
    let (mut parts, mut sizes, mut kept, mut places) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, &d) in named.iter().enumerate() {
        if is_tiled(&d) {
            parts.push(ONE);
            continue;
        }
        let size = DimOp::create_or_fold(rw, source, i)?;
        parts.push(size);
        if is_kept(d) {
            sizes.push(size);
            kept.push(outer[i]);
            places.push(d);
        }
    }
    parts.extend(&tiles);
    sizes.extend(&tiles);
    kept.extend(&from[rank..]);
    places.extend(&dims);
    let elem = rw.cx().elem_or_self(rw.ty(source));
    let ty = rw.cx().tensor(&kept, elem);
    let (zeros, ones) = (vec![ZERO; from.len()], vec![ONE; from.len()]);
    let tile = ExtractSliceOp::of_type(rw, source, &zeros, &parts, &ones, ty);
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&i| places[i]);
    let sizes = permuted(&sizes, &order);
    let empty = EmptyOp::create(rw, &sizes, elem);
    let order: Vec<i64> = order.into_iter().map(|d| d as i64).collect();
    let transposed = TransposeOp::create(rw, tile, empty, &order).ok()?.op();
    let transposed = rw.result(transposed, 0);
    // Of a tile that is not full, only the part that the destination has.
    let mut inside = Vec::new();
    for d in (0..rank).filter(|&d| is_kept(d)) {
        inside.push(DimOp::create_or_fold(rw, dest, d)?);
    }
    let (zeros, ones) = (vec![ZERO; sizes.len()], vec![ONE; sizes.len()]);
    let part = ExtractSliceOp::create(rw, transposed, &zeros, &inside, &ones);
    let mut next = inside.iter();
    let places: Vec<MixedIndex> = (0..rank)
        .map(|d| if is_kept(d) { next.next().copied() } else { Some(ONE) })
        .collect::<Option<_>>()?;
    let (zeros, ones) = (vec![ZERO; rank], vec![ONE; rank]);
    let value = InsertSliceOp::create(rw, part, dest, &zeros, &places, &ones);
    rw.replace_op(op, &[value]);
    Some(())
}
