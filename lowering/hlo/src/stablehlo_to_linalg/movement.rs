//! `transpose` and `reverse`: the elements of a tensor in another order.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType, TransposeOp};
use strata_stablehlo as hlo;
use strata_tensor::{ExtractOp, MixedIndex};

use super::{Lowered, indexed::indexed, loops::index_op, sizes, state::Lowering};

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    if let Some(op) = op.as_op::<hlo::TransposeOp>(b) {
        let dims = op.dims(b).to_vec();
        return transpose(b, new, &dims);
    }
    let Some(op) = op.as_op::<hlo::ReverseOp>(b) else { return Err("it is not known".into()) };
    let dims = op.dims(b).to_vec();
    reverse(b, new, &dims)
}

/// Permutes dimensions: dimension `i` of the result is dimension `dims[i]` of `v`.
pub(super) fn transpose(b: &mut Builder<'_>, v: Value, dims: &[i64]) -> Lowered<Value> {
    if dims.iter().enumerate().all(|(i, &d)| i as i64 == d) {
        return Ok(v);
    }
    let from = sizes::mixed_sizes(b, v)?;
    let to: Vec<MixedIndex> = dims.iter().map(|&d| from[d as usize]).collect();
    let elem = b.cx().elem_or_self(b.ty(v));
    let init = sizes::empty(b, &to, elem);
    let op = TransposeOp::create(b, v, init, dims)?;
    Ok(b.result(op.op(), 0))
}

/// Reverses the order of the elements along `dims`.
pub(super) fn reverse(b: &mut Builder<'_>, v: Value, dims: &[i64]) -> Lowered<Value> {
    let to = sizes::mixed_sizes(b, v)?;
    let elem = b.cx().elem_or_self(b.ty(v));
    let Some(results) = reversed_indices(&to, dims) else { return reverse_by_index(b, v, dims, &to) };
    let (init, rank) = (sizes::empty(b, &to, elem), to.len() as u32);
    let maps = [AffineMap::new(rank, 0, results), AffineMap::identity(rank)];
    let (loops, ty) = (vec![IteratorType::Parallel; to.len()], b.ty(init));
    let generic = GenericOp::build_with(b, &[v], &[init], &maps, &loops, &[ty], |_, args| vec![args[0]]);
    Ok(b.result(generic.op(), 0))
}

/// Where the elements of a reversed tensor come from, if the sizes along `dims` are constants.
fn reversed_indices(to: &[MixedIndex], dims: &[i64]) -> Option<Vec<AffineExpr>> {
    let index = |(d, n): (usize, &MixedIndex)| {
        let dim = AffineExpr::dim(d as u32);
        if dims.contains(&(d as i64)) { Some(dim * -1 + (n.as_static()? - 1)) } else { Some(dim) }
    };
    to.iter().enumerate().map(index).collect()
}

/// The reversed tensor, whose elements are read one by one at computed indices.
fn reverse_by_index(b: &mut Builder<'_>, v: Value, dims: &[i64], to: &[MixedIndex]) -> Lowered<Value> {
    let elem = b.cx().elem_or_self(b.ty(v));
    let mut last = Vec::new();
    for &n in to {
        let n = sizes::last(b, n)?;
        last.push(sizes::value(b, n));
    }
    indexed(b, to, elem, |b, at| {
        let mut place = at.to_vec();
        for &d in dims {
            place[d as usize] = index_op(b, "arith.subi", last[d as usize], at[d as usize])?;
        }
        Ok(ExtractOp::build(b, v, &place))
    })
}
