//! Transfers that permute or broadcast, as transfers in the order of memory beside transposes and broadcasts.
//!
//! ```mlir
//! %v = vector.transfer_read %m[%i], %p {permutation_map = affine_map<(d0) -> (d0, 0)>} : memref<?xf32>, vector<8x4xf32>
//! ```
//! becomes
//! ```mlir
//! %r = vector.transfer_read %m[%i], %p : memref<?xf32>, vector<8xf32>
//! %b = vector.broadcast %r : vector<8xf32> to vector<4x8xf32>
//! %v = vector.transpose %b, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
//! ```
//! Transfers in `vector.mask` stay.

use strata_ir::{
    affine::{AffineExpr, AffineMap, inverse_permutation},
    prelude::*,
    rewrite::patterns,
};
use strata_vector::{BroadcastOp, TransferReadOp, TransferWriteOp, TransposeOp};

use crate::masked::is_masked;

/// The patterns of this file.
pub const PERMUTE_TRANSFERS: &[PatternRow] = patterns! {
    TransferReadOp => "transfer-permutation": permute_read,
    TransferReadOp => "transfer-rank": reduce_rank,
    TransferWriteOp => "transfer-permutation": permute_write,
    TransferWriteOp => "transfer-missing-dims": add_missing_dims,
};

/// The permutation of the dimensions of a vector that puts its map in the order of memory, with broadcasts in places that no other
/// dimension takes. `None` if there is none.
fn permutation(map: &AffineMap) -> Option<Vec<usize>> {
    let (results, inputs) = (map.n_results(), map.n_inputs() as usize);
    let (first, leading) = (inputs.saturating_sub(results), results.saturating_sub(inputs));
    let mut found = vec![false; inputs.max(results)];
    let mut out = vec![0; results];
    let mut broadcast = Vec::new();
    for (i, e) in map.results().iter().enumerate() {
        match (e.as_const(), e.as_dim()) {
            (Some(0), _) => broadcast.push(i),
            (None, Some(d)) => {
                let at = (d as usize).checked_sub(first)? + leading;
                out[i] = at;
                *found.get_mut(at)? = true;
            }
            _ => return None,
        }
    }
    let mut free = (0..found.len()).filter(|&at| !found[at]);
    for i in broadcast {
        out[i] = free.next()?;
    }
    // Each place is taken once.
    let mut sorted = out.clone();
    sorted.sort_unstable();
    (sorted == (0..results).collect::<Vec<_>>()).then_some(out)
}

fn as_map(order: &[usize]) -> AffineMap {
    AffineMap::permutation(&order.iter().map(|&d| d as u32).collect::<Vec<_>>())
}

/// Whether a map has the last dimensions in order, with broadcasts between them.
pub fn is_minor_with_broadcasts(map: &AffineMap) -> bool {
    let first = (map.n_dims() as usize).checked_sub(map.n_results());
    first.is_some_and(|first| {
        map.results()
            .iter()
            .enumerate()
            .all(|(i, e)| e.as_const() == Some(0) || e.as_dim().is_some_and(|d| d as usize == first + i))
    })
}

/// The entries of a list where a permutation puts them.
fn placed<T: Copy>(list: &[T], order: &[usize]) -> Option<Vec<T>> {
    (0..list.len()).map(|at| list.get(order.iter().position(|&o| o == at)?).copied()).collect()
}

fn permute_read(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let read = op.as_op::<TransferReadOp>(rw)?;
    let map = read.map(rw);
    if map.n_results() == 0 || is_masked(rw, op) {
        return None;
    }
    let order = permutation(&map)?;
    let order_map = as_map(&order);
    if order_map.is_identity() {
        return None;
    }
    let new_map = inverse_permutation(&order_map)?.compose(&map);
    let result = rw.ty(read.vector(rw));
    let ty = rw.cx().type_as::<VectorType>(result)?.clone();
    let shape = placed(&ty.shape, &order)?;
    let scalable = if ty.scalable.is_empty() { Vec::new() } else { placed(&ty.scalable, &order)? };
    let new = rw.cx().ty(VectorType { shape: shape.into(), scalable: scalable.into(), elem: ty.elem });
    let bounds = placed(&read.bounds(rw), &order)?;
    let value = transfer(rw, read, new_map, &bounds, new);
    let permutation: Vec<i64> = order.into_iter().map(|d| d as i64).collect();
    let attr = rw.cx().i64_array(&permutation);
    let value = TransposeOp::build(rw, value, attr, result);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The same read with another map.
fn transfer(rw: &mut Rewriter<'_>, read: TransferReadOp, map: AffineMap, bounds: &[bool], ty: Type) -> Value {
    let indices: Vec<Value> = read.indices(rw).collect();
    let (base, padding, mask) = (read.base(rw), read.padding(rw), read.mask(rw));
    let bounds = rw.cx().array_attr(bounds.iter().map(|&b| rw.cx().bool_attr(b)).collect());
    let map = rw.cx().affine_map_attr(map);
    TransferReadOp::build(rw, base, &indices, map, padding, mask, bounds, ty)
}

/// Leading dimensions that are broadcast are no part of the transfer.
fn reduce_rank(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let read = op.as_op::<TransferReadOp>(rw)?;
    let map = read.map(rw);
    let leading = map.results().iter().take_while(|e| e.as_const() == Some(0)).count();
    let rest: Vec<AffineExpr> = map.results()[leading..].to_vec();
    let new_map = AffineMap::new(map.n_dims(), 0, rest);
    if leading == 0 || is_masked(rw, op) || !is_minor_with_broadcasts(&new_map) {
        return None;
    }
    let result = rw.ty(read.vector(rw));
    let ty = rw.cx().type_as::<VectorType>(result)?.clone();
    let scalable: Vec<bool> = ty.scalable.iter().copied().skip(leading).collect();
    let shape: Vec<i64> = ty.shape[leading..].to_vec();
    let new = rw.cx().ty(VectorType { shape: shape.into(), scalable: scalable.into(), elem: ty.elem });
    let bounds = read.bounds(rw)[leading..].to_vec();
    let value = transfer(rw, read, new_map, &bounds, new);
    let value = BroadcastOp::build(rw, value, result);
    rw.replace_op(op, &[value]);
    Some(())
}

fn permute_write(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let write = op.as_op::<TransferWriteOp>(rw)?;
    let map = write.map(rw);
    if map.n_results() == 0 || map.is_minor_identity() || is_masked(rw, op) {
        return None;
    }
    let order = permutation(&map)?;
    let inverse = inverse_permutation(&map.compress_unused_dims())?;
    let dims: Vec<i64> = inverse.result_dims()?.into_iter().map(i64::from).collect();
    let new_map = AffineMap::minor_identity(map.n_dims(), map.n_results() as u32);
    if new_map == map {
        return None;
    }
    let value = write.value_to_store(rw);
    let ty = rw.cx().type_as::<VectorType>(rw.ty(value))?.clone();
    let from: Vec<usize> = dims.iter().filter_map(|&d| usize::try_from(d).ok()).collect();
    let shape: Vec<i64> = from.iter().map(|&d| ty.shape.get(d).copied()).collect::<Option<_>>()?;
    let scalable: Vec<bool> = if ty.scalable.is_empty() {
        Vec::new()
    } else {
        from.iter().map(|&d| ty.scalable.get(d).copied()).collect::<Option<_>>()?
    };
    let new = rw.cx().ty(VectorType { shape: shape.into(), scalable: scalable.into(), elem: ty.elem });
    let bounds = placed(&write.bounds(rw), &order)?;
    let attr = rw.cx().i64_array(&dims);
    let value = TransposeOp::build(rw, value, attr, new);
    let indices: Vec<Value> = write.indices(rw).collect();
    let (base, mask) = (write.base(rw), write.mask(rw));
    let bounds = rw.cx().array_attr(bounds.into_iter().map(|b| rw.cx().bool_attr(b)).collect());
    let map = rw.cx().affine_map_attr(new_map);
    let types: Vec<Type> = rw.result_types(op).collect();
    let new = TransferWriteOp::build(rw, value, base, &indices, map, mask, bounds, &types);
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(op, &results);
    Some(())
}

/// A write that leaves out inner dimensions of memory gets them with size one, so that its map is a permutation.
fn add_missing_dims(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let write = op.as_op::<TransferWriteOp>(rw)?;
    let map = write.map(rw);
    if map.n_results() == 0 || is_masked(rw, op) || permutation(&map).is_some() {
        return None;
    }
    let present: Vec<u32> = map.results().iter().map(AffineExpr::as_dim).collect::<Option<_>>()?;
    let first = *present.iter().min()?;
    let missing: Vec<u32> = (first..map.n_dims()).filter(|d| !present.contains(d)).collect();
    let value = write.value_to_store(rw);
    let value = with_leading_ones(rw, value, missing.len())?;
    let mask = match write.mask(rw) {
        Some(mask) => {
            let mask = with_leading_ones(rw, mask, missing.len())?;
            Some(in_order_of_memory(rw, mask, &missing, first)?)
        }
        None => None,
    };
    let results: Vec<AffineExpr> =
        missing.iter().map(|&d| AffineExpr::dim(d)).chain(map.results().iter().cloned()).collect();
    let new_map = rw.cx().affine_map_attr(AffineMap::new(map.n_dims(), 0, results));
    let mut bounds = vec![true; missing.len()];
    bounds.extend(write.bounds(rw));
    let bounds = rw.cx().array_attr(bounds.into_iter().map(|b| rw.cx().bool_attr(b)).collect());
    let indices: Vec<Value> = write.indices(rw).collect();
    let base = write.base(rw);
    let types: Vec<Type> = rw.result_types(op).collect();
    let new = TransferWriteOp::build(rw, value, base, &indices, new_map, mask, bounds, &types);
    let results = rw.results(new.op()).to_vec();
    rw.replace_op(op, &results);
    Some(())
}

/// A vector with more dimensions, of size one.
fn with_leading_ones(rw: &mut Rewriter<'_>, v: Value, n: usize) -> Option<Value> {
    let ty = rw.cx().type_as::<VectorType>(rw.ty(v))?.clone();
    let scalable = if ty.scalable.is_empty() {
        ty.scalable
    } else {
        std::iter::repeat_n(false, n).chain(ty.scalable).collect()
    };
    let shape = std::iter::repeat_n(1, n).chain(ty.shape).collect();
    let new = rw.cx().ty(VectorType { shape, scalable, elem: ty.elem });
    Some(BroadcastOp::build(rw, v, new))
}

/// A mask whose first dimensions are `missing` ones of memory, with all dimensions from `first` on in their order.
fn in_order_of_memory(rw: &mut Rewriter<'_>, mask: Value, missing: &[u32], first: u32) -> Option<Value> {
    let ty = rw.cx().type_as::<VectorType>(rw.ty(mask))?.clone();
    let mut present = missing.len()..ty.shape.len();
    let order: Vec<usize> = (first..)
        .take(ty.shape.len())
        .map(|d| missing.iter().position(|&m| m == d).or_else(|| present.next()))
        .collect::<Option<_>>()?;
    let shape = order.iter().map(|&d| ty.shape[d]).collect();
    let scalable =
        if ty.scalable.is_empty() { ty.scalable } else { order.iter().map(|&d| ty.scalable[d]).collect() };
    let new = rw.cx().ty(VectorType { shape, scalable, elem: ty.elem });
    let dims: Vec<i64> = order.into_iter().map(|d| d as i64).collect();
    let dims = rw.cx().i64_array(&dims);
    Some(TransposeOp::build(rw, mask, dims, new))
}
