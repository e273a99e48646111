//! `linalg-transpose-operands`: tensors that are read in another order than results are written, again and again, are transposed once.
//!
//! # Before
//! ```mlir
//! %1 = linalg.generic {indexing_maps = [(i, j, k) -> (i, k), (i, j, k) -> (j, k), (i, j, k) -> (i, j)], iterator_types = ["parallel", "parallel", "reduction"]}
//!   ins(%x, %y : tensor<1024x3xf32>, tensor<256x3xf32>) outs(%0 : tensor<1024x256xf32>) { … math.absf … arith.addf … }
//! ```
//! # After
//! ```mlir
//! %t = linalg.generic {indexing_maps = [(k, j) -> (j, k), (k, j) -> (k, j)], …} ins(%y) outs(%e : tensor<3x256xf32>) { linalg.yield … }
//! %1 = linalg.generic {indexing_maps = [(i, j, k) -> (i, k), (i, j, k) -> (k, j), (i, j, k) -> (i, j)], …} ins(%x, %t) outs(%0) { … }
//! ```
//! Vectors run along the innermost loop of the result (`j`). An operand that is contiguous along another loop would be transposed in registers
//! each time it is read; here each row `i` reads all of it. Products have their own copies (`linalg-pack-contractions`).

use strata_ir::{
    affine::{AffineMap, inverse_permutation},
    prelude::*,
};
use strata_linalg::GenericOp;
use strata_passes_analysis::contraction;
use strata_tensor::EmptyOp;

use crate::{
    inline_payload::{clone_payload_on, replace},
    structured_op::{self, IteratorType, Structured},
};

/// How often a tensor is read that is worth a copy.
const READS: i64 = 8;
/// Bytes of a tensor that stays in the second-level cache while it is read.
const MAX_BYTES: i64 = 256 << 10;

/// Transposes operands of the ops of a body. Returns how many.
pub fn transpose(body: &mut Body) -> usize {
    let mut done = 0;
    for op in body.all_ops() {
        if body.is_live(op) && op.isa::<GenericOp>(body) {
            done += transpose_inputs(body, op).unwrap_or(0);
        }
    }
    done
}

fn transpose_inputs(body: &mut Body, op: Op) -> Option<usize> {
    let s = structured_op::structured(body, op)?;
    let sizes = s.static_sizes(body)?;
    let innermost = s.maps.last()?.results().last()?.as_dim()?;
    if contraction::product(body, &s).is_some() || body.results(op).is_empty() {
        return None;
    }
    let orders: Vec<Option<AffineMap>> =
        (0..s.inputs.len()).map(|i| order(body, &s, &sizes, i, innermost)).collect();
    let count = orders.iter().flatten().count();
    if count == 0 {
        return None;
    }
    let (mut inputs, mut maps) = (s.inputs.clone(), s.maps.clone());
    let mut b = Builder::before(body, op);
    for (i, order) in orders.iter().enumerate() {
        let Some(order) = order else { continue };
        maps[i] = order.compose(&s.maps[i]);
        inputs[i] = transposed(&mut b, s.inputs[i], order)?;
    }
    let types: Vec<Type> = b.result_types(op).collect();
    let new =
        structured_op::build_generic(&mut b, &inputs, &s.outputs, maps, &s.iterators, &types, |b, args| {
            clone_payload_on(b, s.block, args)
        });
    replace(body, op, new, 0);
    Some(count)
}

/// The dimensions of input `i` in the order in which they are contiguous along loop `innermost`, if the input is worth a copy.
fn order(body: &Body, s: &Structured, sizes: &[i64], i: usize, innermost: u32) -> Option<AffineMap> {
    let map = &s.maps[i];
    let ty = body.cx().type_as::<TensorType>(body.ty(s.inputs[i]))?;
    let width = i64::from(body.cx().bit_width(ty.elem).filter(|w| *w >= 8)?);
    let dims = map.result_dims()?;
    let at = dims.iter().position(|&d| d == innermost)?;
    let once = (0..dims.len()).all(|k| !dims[k + 1..].contains(&dims[k]));
    let reads = (0..s.num_loops())
        .filter(|&d| s.iterators[d] == IteratorType::Parallel && !dims.contains(&(d as u32)))
        .fold(1i64, |n, d| n.saturating_mul(sizes[d]));
    let bytes = ty.shape.iter().try_fold(width / 8, |n, &m| n.checked_mul(m))?;
    // A tensor that has one element along the loop that it is contiguous along lies right as it is.
    let long = dims[at + 1..].iter().any(|&d| sizes[d as usize] > 1);
    if !once || !long || reads < READS || bytes > MAX_BYTES || sizes[innermost as usize] < READS {
        return None;
    }
    let rank = dims.len() as u32;
    let order: Vec<u32> = (0..rank).filter(|&k| k != at as u32).chain([at as u32]).collect();
    Some(AffineMap::select(rank, &order))
}

/// A tensor whose dimensions are in the order that a map says.
fn transposed(b: &mut Builder<'_>, input: Value, order: &AffineMap) -> Option<Value> {
    let ty = b.cx().type_as::<TensorType>(b.ty(input))?;
    let (from, elem) = (ty.shape.to_vec(), ty.elem);
    let shape: Option<Vec<i64>> =
        order.results().iter().map(|e| from.get(e.as_dim()? as usize).copied()).collect();
    let ty = b.cx().tensor(&shape?, elem);
    let empty = EmptyOp::build(b, &[], ty);
    let maps = vec![inverse_permutation(order)?, AffineMap::identity(from.len() as u32)];
    let iterators = vec![IteratorType::Parallel; from.len()];
    let op =
        structured_op::build_generic(b, &[input], &[empty], maps, &iterators, &[ty], |_, args| vec![args[0]]);
    Some(b.result(op, 0))
}
