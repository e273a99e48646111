//! Accesses to expanded and collapsed buffers.

use strata_affine::{DelinearizeIndexOp, LinearizeIndexOp, validity::is_valid_dim};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_memref::{CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp};
use strata_tensor::MixedIndex;

use crate::access::{Access, Kind};

/// Folds the expansion of a buffer that an access reads or writes.
pub(super) fn fold_expand(access: &Access, view: ExpandShapeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (groups, shape) = (view.groups(rw), view.mixed_output_shape(rw));
    let rank = access.vector_rank(rw);
    let map = match access.kind {
        Kind::Element => None,
        Kind::Vector if keeps_rows(&groups, rank) => None,
        Kind::Transfer if rw.op_name(access.op) == "vector.transfer_read" => {
            let stays = |g: &Vec<i64>| g.iter().rev().skip(1).all(|&d| is_one(&shape, d));
            let first = groups.len().checked_sub(rank)?;
            let inside = access.in_bounds(rw).iter().zip(&groups[first..]).all(|(&x, g)| x || stays(g));
            let minor = access.transfer_map(rw)?.is_minor_identity();
            (minor && inside && keeps_rows(&groups, rank)).then_some(())?;
            Some(AffineMap::minor_identity(groups.len() as u32, rank as u32))
        }
        _ => return None,
    };
    if access.is_affine(rw) && !shape.iter().all(|n| n.value().is_none_or(|v| is_valid_dim(rw, v))) {
        return None;
    }
    let indices = access.indices(rw)?;
    let disjoint = access.kind == Kind::Element;
    let mut positions = Vec::new();
    for group in &groups {
        let dims = group.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<Vec<usize>>>()?;
        positions.push(match dims[..] {
            [only] => *indices.get(only)?,
            _ => {
                let digits: Vec<Value> =
                    dims.iter().map(|&d| indices.get(d).copied()).collect::<Option<_>>()?;
                let basis: Vec<Result<i64, Value>> =
                    dims.iter().map(|&d| shape.get(d).copied().map(base)).collect::<Option<_>>()?;
                let value = LinearizeIndexOp::create(rw, &digits, &basis, disjoint);
                if let Some(def) = rw.def_op(value) {
                    rw.touch(def);
                }
                value
            }
        });
    }
    if let Some(map) = map {
        access.set_transfer_map(rw, map);
    }
    let source = view.src(rw);
    access.redirect(rw, source, &positions);
    Some(())
}

/// Whether the elements of a vector along its dimensions after the first are as far apart in both shapes. Upstream does not ask.
fn keeps_rows(groups: &[Vec<i64>], rank: usize) -> bool {
    groups.iter().rev().take(rank.saturating_sub(1)).all(|group| group.len() == 1)
}

fn is_one(shape: &[MixedIndex], dim: i64) -> bool {
    usize::try_from(dim).ok().and_then(|d| shape.get(d)) == Some(&MixedIndex::Static(1))
}

/// Folds the collapse of a buffer that an access reads or writes.
pub(super) fn fold_collapse(access: &Access, view: CollapseShapeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (groups, source) = (view.groups(rw), view.src(rw));
    let kept = access.kind == Kind::Vector && keeps_rows(&groups, access.vector_rank(rw));
    (access.kind == Kind::Element || kept).then_some(())?;
    let shape = rw.cx().shaped(rw.ty(source))?.shape?;
    if access.is_affine(rw) && shape.contains(&DYNAMIC) {
        return None;
    }
    let indices = access.indices(rw)?;
    let parts = ExtractStridedMetadataOp::create(rw, source)?;
    rw.touch(parts.op());
    let sizes: Vec<Value> = parts.sizes(rw).to_vec();
    let mut positions = Vec::new();
    for (&index, group) in indices.iter().zip(&groups) {
        let dims = group.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<Vec<usize>>>()?;
        if dims.len() == 1 {
            positions.push(index);
            continue;
        }
        let size = |d: usize| match *shape.get(d)? {
            DYNAMIC => Some(Err(*sizes.get(d)?)),
            n => Some(Ok(n)),
        };
        let basis: Vec<Result<i64, Value>> = dims.iter().map(|&d| size(d)).collect::<Option<_>>()?;
        let op = DelinearizeIndexOp::create(rw, index, &basis, basis.len());
        rw.touch(op.op());
        positions.extend_from_slice(op.multi_index(rw));
    }
    if groups.is_empty() {
        let zero = MixedIndex::Static(0).materialize(rw)?;
        positions = vec![zero; shape.len()];
    }
    access.redirect(rw, source, &positions);
    Some(())
}

/// A size as a base of digits.
fn base(size: MixedIndex) -> Result<i64, Value> {
    match size {
        MixedIndex::Static(n) => Ok(n),
        MixedIndex::Value(v) => Err(v),
    }
}
