//! `linalg.pack` and `linalg.unpack`: dimensions are padded, split into tiles, and permuted.

use strata_arith::{AddIOp, DivUIOp, MulIOp, SubIOp};
use strata_ir::prelude::*;
use strata_linalg::{PackOp, TransposeOp, UnPackOp};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, MixedIndex, PadOp};

use super::{empty, shape, sizes, value};

/// The relation of the dimensions of the unpacked tensor to those of the packed one.
struct Tiling {
    /// The sizes, with each tiled dimension replaced by the number of tiles and their size.
    split: Vec<MixedIndex>,
    /// The dimensions of `split` that make up each dimension.
    groups: Vec<Vec<i64>>,
    /// The dimension of `split` that each dimension of the packed tensor is.
    order: Vec<i64>,
    /// The padding after each dimension that makes all tiles full.
    high: Vec<MixedIndex>,
}

impl Tiling {
    fn new(
        b: &mut Builder<'_>,
        sizes: &[MixedIndex],
        tiles: &[MixedIndex],
        positions: &[i64],
        outer: &[i64],
    ) -> Option<Self> {
        let mut of = vec![None; sizes.len()];
        for (&p, &tile) in positions.iter().zip(tiles) {
            (tile.as_static() != Some(0)).then_some(())?;
            *of.get_mut(usize::try_from(p).ok()?)? = Some(tile);
        }
        let (mut split, mut groups, mut high) = (Vec::new(), Vec::new(), Vec::new());
        let mut inner = vec![0; sizes.len()];
        let mut outers = Vec::new();
        for (d, &n) in sizes.iter().enumerate() {
            let first = split.len() as i64;
            outers.push(first);
            match of[d] {
                Some(tile) => {
                    let (count, rest) = cut(b, n, tile)?;
                    split.extend([count, tile]);
                    groups.push(vec![first, first + 1]);
                    inner[d] = first + 1;
                    high.push(rest);
                }
                None => {
                    split.push(n);
                    groups.push(vec![first]);
                    high.push(MixedIndex::Static(0));
                }
            }
        }
        let mut order: Vec<i64> = if outer.is_empty() {
            outers
        } else {
            outer.iter().map(|&d| outers.get(usize::try_from(d).ok()?).copied()).collect::<Option<_>>()?
        };
        order.extend(positions.iter().map(|&p| inner[p as usize]));
        Some(Self { split, groups, order, high })
    }
    /// Whether no dimension is tiled.
    fn is_whole(&self) -> bool {
        self.split.len() == self.groups.len()
    }
    /// Whether all tiles are known to be full.
    fn is_full(&self) -> bool {
        self.high.iter().all(|n| n.as_static() == Some(0))
    }
}

/// The number of tiles of a size, and the elements missing in the last one.
fn cut(b: &mut Builder<'_>, n: MixedIndex, tile: MixedIndex) -> Option<(MixedIndex, MixedIndex)> {
    if let (Some(n), Some(tile)) = (n.as_static(), tile.as_static()) {
        let count = n.checked_add(tile - 1)?.checked_div(tile)?;
        return Some((count.into(), (count.checked_mul(tile)? - n).into()));
    }
    if tile.as_static() == Some(1) {
        return Some((n, MixedIndex::Static(0)));
    }
    let (n, tile, one) = (value(b, n), value(b, tile), value(b, MixedIndex::Static(1)));
    let last = SubIOp::build(b, tile, one, None);
    let sum = AddIOp::build(b, n, last, None);
    let count = DivUIOp::build(b, sum, tile, None);
    let all = MulIOp::build(b, count, tile, None);
    let rest = SubIOp::build(b, all, n, None);
    Some((MixedIndex::Value(count), MixedIndex::Value(rest)))
}

fn fixed(list: &[i64]) -> Vec<MixedIndex> {
    list.iter().map(|&n| n.into()).collect()
}

/// Transposes a tensor of these sizes.
fn transposed(b: &mut Builder<'_>, v: Value, from: &[MixedIndex], order: &[i64]) -> Option<Value> {
    if order.iter().enumerate().all(|(i, &d)| i as i64 == d) {
        return Some(v);
    }
    let to: Vec<MixedIndex> = order.iter().map(|&d| from.get(d as usize).copied()).collect::<Option<_>>()?;
    let elem = b.cx().elem_or_self(b.ty(v));
    let init = empty(b, &to, elem);
    let op = TransposeOp::create(b, v, init, order).ok()?;
    Some(b.result(op.op(), 0))
}

pub(super) fn pack(b: &mut Builder<'_>, op: PackOp) -> Option<Value> {
    let mut v = op.source(b);
    let from = sizes(b, v)?;
    let (tiles, positions, outer) = (op.mixed_tiles(b), op.positions(b).to_vec(), op.outer_order(b).to_vec());
    let tiling = Tiling::new(b, &from, &tiles, &positions, &outer)?;
    // Without a padding value all tiles are full.
    match op.padding_value(b) {
        Some(filler) if !tiling.is_full() => {
            v = PadOp::create(b, v, &fixed(&vec![0; from.len()]), &tiling.high, filler);
        }
        None if tiling.high.iter().any(|n| n.as_static().is_some_and(|n| n != 0)) => return None,
        _ => {}
    }
    if !tiling.is_whole() {
        v = ExpandShapeOp::create(b, v, &tiling.groups, &tiling.split);
    }
    transposed(b, v, &tiling.split, &tiling.order)
}

pub(super) fn unpack(b: &mut Builder<'_>, op: UnPackOp) -> Option<Value> {
    let v = op.source(b);
    let dest = op.dest(b);
    let to = sizes(b, dest)?;
    let (tiles, positions, outer) = (op.mixed_tiles(b), op.positions(b).to_vec(), op.outer_order(b).to_vec());
    let tiling = Tiling::new(b, &to, &tiles, &positions, &outer)?;
    // The inverse of the order.
    let mut back = vec![0; tiling.order.len()];
    for (i, &d) in tiling.order.iter().enumerate() {
        back[d as usize] = i as i64;
    }
    let wanted = tiling.order.iter().map(|&d| tiling.split[d as usize].as_dim());
    if shape(b, v)?.iter().zip(wanted).any(|(&n, m)| n != m && n != DYNAMIC && m != DYNAMIC) {
        return None;
    }
    let from = sizes(b, v)?;
    let mut v = transposed(b, v, &from, &back)?;
    if !tiling.is_whole() {
        v = CollapseShapeOp::create(b, v, &tiling.groups);
    }
    if !tiling.is_full() {
        let (zeros, ones) = (vec![0; to.len()], vec![1; to.len()]);
        v = ExtractSliceOp::create(b, v, &fixed(&zeros), &to, &fixed(&ones));
    }
    Some(v)
}
