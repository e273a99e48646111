//! Contiguous elements of a buffer, accessed at once where possible.

use strata_ir::prelude::*;
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::index_arith::add_const;
use strata_vector::{ExtractOp, FromElementsOp};

use crate::vector_access::{element_bits, is_aligned};

/// Whether `n` elements from a position on can be read by one access.
fn fits(b: &Body, v: Value, n: usize) -> bool {
    n > 1 && element_bits(b, v).is_some() && is_aligned(b, v)
}
fn vector(b: &Builder<'_>, v: Value, n: usize) -> (Type, Option<Attr>) {
    let cx = b.cx();
    let bytes = i64::from(element_bits(b, v).unwrap_or(8) / 8) * n as i64;
    (cx.vector(&[n as i64], cx.elem_or_self(b.ty(v))), Some(cx.i64_attr(bytes.min(16))))
}
fn next(b: &mut Builder<'_>, at: &[Value], j: usize) -> Vec<Value> {
    let mut at = at.to_vec();
    if let Some(last) = at.last_mut() {
        *last = add_const(b, *last, j as i64);
    }
    at
}
/// The elements from a position on.
pub(super) fn load(b: &mut Builder<'_>, v: Value, at: &[Value], n: usize) -> Vec<Value> {
    if fits(b, v, n) {
        let (ty, align) = vector(b, v, n);
        let all = strata_vector::LoadOp::build(b, v, at, None, align, ty);
        return (0..n).map(|i| ExtractOp::create(b, all, &[(i as i64).into()])).collect();
    }
    (0..n)
        .map(|j| {
            let at = next(b, at, j);
            LoadOp::create(b, v, &at)
        })
        .collect()
}
/// The inverse of [`load`].
pub(super) fn store(b: &mut Builder<'_>, v: Value, at: &[Value], values: &[Value]) {
    if fits(b, v, values.len()) {
        let (ty, align) = vector(b, v, values.len());
        let all = FromElementsOp::build(b, values, ty);
        strata_vector::StoreOp::build(b, all, v, at, None, align);
        return;
    }
    for (j, &value) in values.iter().enumerate() {
        let at = next(b, at, j);
        StoreOp::create(b, value, v, &at);
    }
}
