//! `linalg.pack` and `linalg.unpack` of known sizes: dimensions are padded, split into tiles, and put into their order.

use strata_ir::prelude::*;
use strata_linalg::{PackOp, TransposeOp, UnPackOp};
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, ExtractSliceOp, MixedIndex, PadOp};

use super::{empty, shape};

/// How the dimensions of the tensor that is not packed lie in the packed one.
struct Tiling {
    /// For each dimension the size of its tiles, when it is cut.
    tiles: Vec<Option<i64>>,
    /// Sizes with each cut dimension split into the number of tiles and their size.
    split: Vec<i64>,
    /// The dimensions of `split` that each dimension became.
    groups: Vec<Vec<i64>>,
    /// Dimension `i` of the packed tensor is this one of `split`.
    order: Vec<i64>,
    /// Sizes with whole tiles only.
    padded: Vec<i64>,
}

impl Tiling {
    fn new(sizes: &[i64], tiles: &[MixedIndex], positions: &[i64], outer: &[i64]) -> Option<Self> {
        if sizes.contains(&DYNAMIC) {
            return None;
        }
        let mut of = vec![None; sizes.len()];
        for (&p, tile) in positions.iter().zip(tiles) {
            *of.get_mut(usize::try_from(p).ok()?)? = Some(tile.as_static().filter(|&t| t > 0)?);
        }
        let (mut split, mut groups, mut padded) = (Vec::new(), Vec::new(), Vec::new());
        let mut inner = vec![0; sizes.len()];
        let mut outers = Vec::new();
        for (d, &n) in sizes.iter().enumerate() {
            let first = split.len() as i64;
            outers.push(first);
            match of[d] {
                Some(tile) => {
                    let count = n.checked_add(tile - 1)? / tile;
                    split.extend([count, tile]);
                    groups.push(vec![first, first + 1]);
                    inner[d] = first + 1;
                    padded.push(count * tile);
                }
                None => {
                    split.push(n);
                    groups.push(vec![first]);
                    padded.push(n);
                }
            }
        }
        let mut order: Vec<i64> = if outer.is_empty() {
            outers
        } else {
            outer.iter().map(|&d| outers.get(usize::try_from(d).ok()?).copied()).collect::<Option<_>>()?
        };
        order.extend(positions.iter().map(|&p| inner[p as usize]));
        Some(Self { tiles: of, split, groups, order, padded })
    }
}

fn fixed(list: &[i64]) -> Vec<MixedIndex> {
    list.iter().map(|&n| n.into()).collect()
}

fn transposed(b: &mut Builder<'_>, v: Value, order: &[i64]) -> Option<Value> {
    if order.iter().enumerate().all(|(i, &d)| i as i64 == d) {
        return Some(v);
    }
    let from = shape(b, v)?;
    let to: Vec<i64> = order.iter().map(|&d| from[d as usize]).collect();
    let elem = b.cx().elem_or_self(b.ty(v));
    let init = empty(b, &fixed(&to), elem);
    let op = TransposeOp::of(b, v, init, order).ok()?;
    Some(b.result(op.op(), 0))
}

pub(super) fn pack(b: &mut Builder<'_>, op: PackOp) -> Option<Value> {
    let mut v = op.source(b);
    let from = shape(b, v)?;
    let tiling = Tiling::new(&from, &op.mixed_tiles(b), op.positions(b), op.outer_order(b))?;
    if tiling.padded != from {
        let high: Vec<i64> = tiling.padded.iter().zip(&from).map(|(p, n)| p - n).collect();
        let filler = op.padding_value(b)?;
        v = PadOp::of(b, v, &fixed(&vec![0; from.len()]), &fixed(&high), filler);
    }
    if tiling.tiles.iter().any(Option::is_some) {
        v = ExpandShapeOp::of(b, v, &tiling.groups, &fixed(&tiling.split));
    }
    transposed(b, v, &tiling.order)
}

pub(super) fn unpack(b: &mut Builder<'_>, op: UnPackOp) -> Option<Value> {
    let v = op.source(b);
    let to = shape(b, op.dest(b))?;
    let tiling = Tiling::new(&to, &op.mixed_tiles(b), op.positions(b), op.outer_order(b))?;
    // The inverse of the order.
    let mut back = vec![0; tiling.order.len()];
    for (i, &d) in tiling.order.iter().enumerate() {
        back[d as usize] = i as i64;
    }
    let wanted: Vec<i64> = tiling.order.iter().map(|&d| tiling.split[d as usize]).collect();
    if shape(b, v)? != wanted {
        return None;
    }
    let mut v = transposed(b, v, &back)?;
    if tiling.tiles.iter().any(Option::is_some) {
        v = CollapseShapeOp::of(b, v, &tiling.groups);
    }
    if tiling.padded != to {
        let (zeros, ones) = (vec![0; to.len()], vec![1; to.len()]);
        v = ExtractSliceOp::of(b, v, &fixed(&zeros), &fixed(&to), &fixed(&ones));
    }
    Some(v)
}
