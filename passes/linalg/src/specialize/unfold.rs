//! Inputs that an elementwise op transposes or broadcasts by their maps, transposed or broadcast by ops of their own.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{BroadcastOp, GenericOp, TransposeOp};
use strata_passes_analysis::structured_op::Structured;
use strata_tensor::EmptyOp;

/// `f(x[j, i])` in a loop over `i` and `j` is `f(transpose(x)[i, j])`; tensors of static shape only.
pub(super) fn unfold_permutations(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let s = Structured::read(rw, op).ok()?;
    let moves_only = rw.first_op(s.block) == rw.last_op(s.block);
    let is_static =
        |v: Value| rw.cx().type_as::<TensorType>(rw.ty(v)).is_some_and(|t| !t.shape.contains(&DYNAMIC));
    if s.inputs.len() == 1 && s.outputs.len() == 1
        || moves_only
        || !s.is_elementwise()
        || !s.maps.iter().all(|m| m.is_projected_permutation(false))
        || !s.operands().all(is_static)
        || s.maps[..s.inputs.len()].iter().all(AffineMap::is_identity)
    {
        return None;
    }
    let sizes = s.static_sizes(rw)?;
    let mut inputs = s.inputs.clone();
    for (input, map) in inputs.iter_mut().zip(&s.maps).filter(|(_, m)| !m.is_identity()) {
        *input = unfold(rw, *input, &map.result_dims()?, &sizes)?;
    }
    let mut maps = vec![AffineMap::identity(s.num_loops() as u32); inputs.len()];
    maps.extend_from_slice(&s.maps[inputs.len()..]);
    let (m, t) = (
        strata_linalg::attrs::maps_attr(rw.cx(), &maps),
        strata_linalg::attrs::iterator_types_attr(rw.cx(), &s.iterators),
    );
    let results: Vec<Type> = rw.result_types(op).collect();
    let new = GenericOp::build(rw, &inputs, &s.outputs, m, t, None, None, &results);
    let (from, to) = (*rw.regions(op).first()?, new.region(rw));
    rw.body().move_blocks(from, to);
    rw.touch(new.op());
    let values = rw.results(new.op()).to_vec();
    rw.replace_op(op, &values);
    Some(())
}

/// A tensor whose dimensions are the loops `dims`, as one whose dimensions are all loops.
fn unfold(rw: &mut Rewriter<'_>, mut value: Value, dims: &[u32], sizes: &[i64]) -> Option<Value> {
    let elem = rw.cx().elem_or_self(rw.ty(value));
    let mut order: Vec<usize> = (0..dims.len()).collect();
    order.sort_by_key(|&i| dims[i]);
    let empty = |rw: &mut Rewriter<'_>, shape: &[i64]| {
        let ty = rw.cx().tensor(shape, elem);
        EmptyOp::build(rw, &[], ty)
    };
    if !dims.is_sorted() {
        let shape: Vec<i64> = order.iter().map(|&i| sizes[dims[i] as usize]).collect();
        let permutation: Vec<i64> = order.iter().map(|&i| i as i64).collect();
        let init = empty(rw, &shape);
        let op = TransposeOp::create(rw, value, init, &permutation).ok()?;
        value = *rw.results(op.op()).first()?;
    }
    let new: Vec<i64> =
        (0..sizes.len() as i64).filter(|d| !dims.iter().any(|&e| i64::from(e) == *d)).collect();
    if !new.is_empty() {
        let init = empty(rw, sizes);
        let op = BroadcastOp::create(rw, value, init, &new).ok()?;
        value = *rw.results(op.op()).first()?;
    }
    Some(value)
}
