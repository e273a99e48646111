//! Paddings, slices and transposes as parts of `linalg.pack` and `linalg.unpack`.
//!
//! ```mlir
//! %p = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<16x6xf32> -> tensor<4x3x4x2xf32>
//! %t = linalg.transpose ins(%p : tensor<4x3x4x2xf32>) outs(%e : tensor<3x4x2x4xf32>) permutation = [1, 0, 3, 2]
//! ```
//! becomes
//! ```mlir
//! %t = linalg.pack %x outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 4] into %f : …
//! ```
//! Transposes may come before or after either op, as `linalg.transpose` or as a `linalg.generic` that copies. Outer dimensions and those of
//! tiles must not be exchanged. Paddings and slices are folded where they add or remove less than a tile.

use strata_ir::{prelude::*, rewrite::constant_value};
use strata_linalg::{LinalgOp, PackOp, UnPackOp, YieldOp};
use strata_passes_analysis::affine_size::combined;
use strata_tensor::{DimOp, EmptyOp, ExtractSliceOp, MixedIndex, OffsetSizeStride, PadOp, index_list};

use super::packed_dest;

/// Paddings, slices and transposes are folded into packs and unpacks.
pub const FOLD_INTO_PACKS: &[PatternRow] = strata_ir::rewrite::patterns! {
    PackOp => "fold-pad-into-pack": pad,
    PackOp => "fold-transpose-into-pack": transpose_before_pack,
    UnPackOp => "fold-transpose-into-unpack": transpose_before_unpack,
    ExtractSliceOp => "fold-slice-into-unpack": slice,
};

/// Transposes of packed and unpacked tensors are folded.
pub fn transpose_after(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let perm = permutation(rw, op)?;
    let source = rw.operand(op, 0);
    if let Some(pack) = rw.def_of::<PackOp>(source) {
        return transpose_of_pack(op, pack, &perm, rw);
    }
    let unpack = rw.def_of::<UnPackOp>(source)?;
    transpose_of_unpack(op, unpack, &perm, rw)
}

/// For each dimension of the result, that of the input, if the op transposes.
fn permutation(b: &Body, op: Op) -> Option<Vec<usize>> {
    let linalg = op.cast::<dyn LinalgOp>(b)?;
    let (region, maps) = (*b.regions(op).first()?, linalg.indexing_maps(b));
    let [from, to] = &maps[..] else { return None };
    let permutes = |map: &strata_ir::affine::AffineMap| map.is_permutation();
    if linalg.dps_init_range(b) != (1..2) || !permutes(from) || !permutes(to) || from == to {
        return None;
    }
    let block = *b.blocks(region).first()?;
    let end = b.block_ops(block).next()?.as_op::<YieldOp>(b)?;
    if b.operands(end.op()).next() != b.block_args(block).first().copied() {
        return None;
    }
    to.results().iter().map(|e| from.results().iter().position(|f| f == e)).collect()
}

/// The parts of a pack or unpack op.
struct Parts {
    /// The dimension of the whole tensor for each outer one.
    order: Vec<usize>,
    positions: Vec<i64>,
    tiles: Vec<MixedIndex>,
}

impl Parts {
    fn new(rank: usize, order: &[i64], positions: &[i64], tiles: Vec<MixedIndex>) -> Option<Self> {
        let order = match order {
            [] => (0..rank).collect(),
            order => order.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?,
        };
        Some(Self { order, positions: positions.to_vec(), tiles })
    }
    fn of_pack(b: &Body, op: PackOp) -> Option<Self> {
        let rank = b.cx().shaped(b.ty(op.source(b)))?.rank()?;
        Self::new(rank, op.outer_order(b), op.positions(b), op.mixed_tiles(b))
    }
    fn of_unpack(b: &Body, op: UnPackOp) -> Option<Self> {
        let rank = b.cx().shaped(b.ty(op.dest(b)))?.rank()?;
        Self::new(rank, op.outer_order(b), op.positions(b), op.mixed_tiles(b))
    }
    /// The parts after a transpose of the packed tensor; `None` if it exchanges outer dimensions and those of tiles.
    fn permuted(&self, perm: &[usize]) -> Option<Self> {
        let (outer, inner) = perm.split_at_checked(self.order.len())?;
        let order = outer.iter().map(|&d| self.order.get(d).copied()).collect::<Option<_>>()?;
        let inner: Vec<usize> =
            inner.iter().map(|d| d.checked_sub(self.order.len())).collect::<Option<_>>()?;
        let positions = inner.iter().map(|&i| self.positions.get(i).copied()).collect::<Option<_>>()?;
        let tiles = inner.iter().map(|&i| self.tiles.get(i).copied()).collect::<Option<_>>()?;
        Some(Self { order, positions, tiles })
    }
    /// The parts where dimension `d` of the whole tensor is dimension `to[d]`.
    fn renamed(&self, to: &[usize]) -> Option<Self> {
        let order = self.order.iter().map(|&d| to.get(d).copied()).collect::<Option<_>>()?;
        let positions = self.positions.iter();
        let positions =
            positions.map(|&d| to.get(usize::try_from(d).ok()?).map(|&d| d as i64)).collect::<Option<_>>()?;
        Some(Self { order, positions, tiles: self.tiles.clone() })
    }
    fn order(&self) -> Vec<i64> {
        self.order.iter().map(|&d| d as i64).collect()
    }
    fn pack(&self, rw: &mut Rewriter<'_>, source: Value, padding: Option<Value>) -> Option<Value> {
        let dest = packed_dest(rw, source, &self.positions, &self.tiles, &self.order(), |b, sizes| {
            combined(b, &sizes, |size, tile| size.ceil_div(tile))
        })?;
        let (statics, dynamic) = index_list::split(&self.tiles);
        let [order, dims, tiles] =
            [&self.order(), &self.positions, &statics].map(|list| rw.cx().i64_array(list));
        Some(PackOp::build(rw, source, dest, padding, Some(order), dims, &dynamic, tiles))
    }
    fn unpack(&self, rw: &mut Rewriter<'_>, source: Value, dest: Value) -> Value {
        let (statics, dynamic) = index_list::split(&self.tiles);
        let [order, dims, tiles] =
            [&self.order(), &self.positions, &statics].map(|list| rw.cx().i64_array(list));
        UnPackOp::build(rw, source, dest, Some(order), dims, &dynamic, tiles)
    }
}

fn inverse(perm: &[usize]) -> Vec<usize> {
    let mut out = vec![0; perm.len()];
    for (i, &d) in perm.iter().enumerate() {
        out[d] = i;
    }
    out
}

/// `transpose(pack(x)) = pack(x)` with other orders.
fn transpose_of_pack(op: Op, pack: PackOp, perm: &[usize], rw: &mut Rewriter<'_>) -> Option<()> {
    let parts = Parts::of_pack(rw, pack)?.permuted(perm)?;
    let (source, padding) = (pack.source(rw), pack.padding_value(rw));
    let value = parts.pack(rw, source, padding)?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// `pack(transpose(x)) = pack(x)` with other orders.
fn transpose_before_pack(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pack = op.as_op::<PackOp>(rw)?;
    let transpose = rw.def_op(pack.source(rw))?;
    let perm = permutation(rw, transpose)?;
    let parts = Parts::of_pack(rw, pack)?.renamed(&perm)?;
    let (source, padding) = (rw.operand(transpose, 0), pack.padding_value(rw));
    let value = parts.pack(rw, source, padding)?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// `transpose(unpack(x)) = unpack(x)` with other orders.
fn transpose_of_unpack(op: Op, unpack: UnPackOp, perm: &[usize], rw: &mut Rewriter<'_>) -> Option<()> {
    let parts = Parts::of_unpack(rw, unpack)?.renamed(&inverse(perm))?;
    let (source, dest) = (unpack.source(rw), rw.operand(op, 1));
    let value = parts.unpack(rw, source, dest);
    rw.replace_op(op, &[value]);
    Some(())
}

/// `unpack(transpose(x)) = unpack(x)` with other orders.
fn transpose_before_unpack(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let unpack = op.as_op::<UnPackOp>(rw)?;
    let transpose = rw.def_op(unpack.source(rw))?;
    let perm = permutation(rw, transpose)?;
    let parts = Parts::of_unpack(rw, unpack)?.permuted(&inverse(&perm))?;
    let (source, dest) = (rw.operand(transpose, 0), unpack.dest(rw));
    let (sizes, elem) = (DimOp::all(rw, dest)?, rw.cx().elem_or_self(rw.ty(dest)));
    let dest = EmptyOp::create(rw, &sizes, elem);
    let value = parts.unpack(rw, source, dest);
    rw.replace_op(op, &[value]);
    Some(())
}

/// For each tile its dimension, its size and the number of tiles, if they are known.
fn known_tiles(parts: &Parts, packed: &[i64]) -> Option<Vec<(usize, i64, i64)>> {
    let tile = |(&d, tile): (&i64, &MixedIndex)| {
        let d = usize::try_from(d).ok()?;
        let n = *packed.get(parts.order.iter().position(|&o| o == d)?)?;
        Some((d, tile.as_static()?, Some(n).filter(|&n| n >= 0)?))
    };
    parts.positions.iter().zip(&parts.tiles).map(tile).collect()
}

fn shape(b: &Body, v: Value) -> Option<&[i64]> {
    b.cx().shaped(b.ty(v))?.shape
}

/// `pack(pad(x, c)) = pack(x)` padded with `c`, where less than a tile is added.
fn pad(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pack = op.as_op::<PackOp>(rw)?;
    let pad = rw.def_of::<PadOp>(pack.source(rw))?;
    let at_end = pad.mixed_low(rw).iter().all(|m| m.constant(rw) == Some(0));
    let value = pad.constant_padding(rw)?;
    let constant = |v: Value| constant_value(rw, v);
    let same = |other: Value| other == value || constant(other).is_some_and(|c| constant(value) == Some(c));
    if rw.attr(pad.op(), "nofold").is_some() || !at_end || !pack.padding_value(rw).is_none_or(same) {
        return None;
    }
    let parts = Parts::of_pack(rw, pack)?;
    let (whole, high) = (shape(rw, pack.source(rw))?, pad.mixed_high(rw));
    let tiles = known_tiles(&parts, shape(rw, pack.result(rw))?)?;
    for (d, tile, n) in tiles {
        let added = high.get(d)?.constant(rw)?;
        let room = n.checked_mul(tile)?.checked_sub(Some(whole[d]).filter(|&n| n >= 0)?)?;
        if room.checked_add(added)? >= tile {
            return None;
        }
    }
    // A pack pads tiles alone.
    let untiled = |d: &usize| !parts.positions.contains(&(*d as i64));
    if (0..high.len()).filter(untiled).any(|d| high[d].constant(rw) != Some(0)) {
        return None;
    }
    if let Some(inside) = rw.def_op(value).filter(|&def| rw.parent_op(def) == Some(pad.op())) {
        let at = InsertPoint::before(rw, pad.op());
        rw.move_op(inside, at);
    }
    let (source, dest) = (pad.source(rw), pack.dest(rw));
    let (statics, dynamic) = index_list::split(&parts.tiles);
    let order = rw.attr(op, "outer_dims_perm");
    let [dims, tiles] = [&parts.positions, &statics].map(|list| rw.cx().i64_array(list));
    let new = PackOp::build(rw, source, dest, Some(value), order, dims, &dynamic, tiles);
    rw.replace_op(op, &[new]);
    Some(())
}

/// `slice(unpack(x)) = unpack(x)` to a smaller tensor, where less than a tile is cut off.
fn slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<ExtractSliceOp>(rw)?;
    let unpack = rw.def_of::<UnPackOp>(slice.source(rw))?;
    let from_start = slice.mixed_offsets(rw).iter().all(|m| m.constant(rw) == Some(0));
    if slice.dropped_dims(rw).contains(&true) || !from_start || !slice.has_unit_strides(rw) {
        return None;
    }
    let parts = Parts::of_unpack(rw, unpack)?;
    let packed = shape(rw, unpack.source(rw))?;
    let cut = shape(rw, slice.result(rw))?;
    for (d, tile, n) in known_tiles(&parts, packed)? {
        if cut[d] < 0 || n.checked_mul(tile)?.checked_sub(cut[d])? >= tile {
            return None;
        }
    }
    for (at, &d) in parts.order.iter().enumerate() {
        let tiled = parts.positions.contains(&(d as i64));
        if !tiled && (packed[at] < 0 || packed[at] != cut[d]) {
            return None;
        }
    }
    let (sizes, elem) = (slice.mixed_sizes(rw), rw.cx().elem_or_self(rw.ty(unpack.dest(rw))));
    let (source, order) = (unpack.source(rw), rw.attr(unpack.op(), "outer_dims_perm"));
    let dest = EmptyOp::create(rw, &sizes, elem);
    let (statics, dynamic) = index_list::split(&parts.tiles);
    let [dims, tiles] = [&parts.positions, &statics].map(|list| rw.cx().i64_array(list));
    let new = UnPackOp::build(rw, source, dest, order, dims, &dynamic, tiles);
    rw.replace_op(op, &[new]);
    Some(())
}
