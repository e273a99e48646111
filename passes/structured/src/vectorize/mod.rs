//! `linalg-vectorize`: turns structured ops on buffers into loops around native vectors.
//!
//! # Before
//! ```mlir
//! linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x) outs(%y) { … math.exp … }
//! ```
//! # After
//! ```mlir
//! scf.for %i = %c0 to %c96 step %c16 {
//!   %v = vector.load %x[%i] : memref<100xf32>, vector<16xf32>
//!   %e = math.exp %v : vector<16xf32>
//!   vector.store %e, %y[%i] : memref<100xf32>, vector<16xf32>
//! }
//! // and the same once more for the last 4 elements, with masks
//! ```
//! Every vector is one-dimensional and of native width, because LLVM handles loop-carried vectors of other shapes
//! badly. Ops that do not fit (dynamic shapes, packed element types, payloads without a vector form) are left alone, for `convert-linalg-to-loops`.

mod arg_extremum;
pub(crate) mod contract;
mod gather_rows;
mod generic;
mod interleave;
mod lane_loops;
mod lane_plan;
mod long_payload;
mod matmul;
mod merge_rows;
mod min_max;
mod packed_rows;
mod payload;
mod reduction;
mod register_transpose;
mod scan;
mod short_rows;
mod transpose_groups;

use strata_ir::prelude::*;
use strata_linalg::FillOp;

/// Vectorises all structured ops on buffers for vectors of `vector_bits`. Returns how many.
pub fn vectorize(body: &mut Body, vector_bits: u32) -> usize {
    // Contractions first: they take the fills of their sums with them.
    let whole = |body: &mut Body, op: Op| contract::vectorize(body, op, vector_bits);
    let rest = |body: &mut Body, op: Op| {
        matmul::vectorize(body, op, vector_bits)
            || arg_extremum::vectorize(body, op, vector_bits)
            || scan::vectorize(body, op, vector_bits)
            || transpose_groups::vectorize(body, op, vector_bits)
            || interleave::vectorize(body, op, vector_bits)
            || short_rows::vectorize(body, op, vector_bits)
            || register_transpose::vectorize_short(body, op, vector_bits)
            || generic::vectorize(body, op, vector_bits)
            || register_transpose::vectorize(body, op, vector_bits)
    };
    let vectorized = replace_all(body, whole);
    replace_all(body, |body, op| merge_rows::merge(body, op, vector_bits));
    // Other reductions take fills with them, too.
    let but_fills = |body: &mut Body, op: Op| !op.isa::<FillOp>(body) && rest(body, op);
    vectorized + replace_all(body, but_fills) + replace_all(body, rest)
}

/// Erases the ops that `replace` has replaced. Returns how many.
fn replace_all(body: &mut Body, replace: impl Fn(&mut Body, Op) -> bool) -> usize {
    let mut done = 0;
    for op in body.all_ops() {
        // Payloads go with their ops.
        if body.is_live(op) && replace(body, op) {
            body.erase(op);
            done += 1;
        }
    }
    done
}

/// A constant mask of the first `n` lanes of a vector.
fn mask(b: &mut Builder<'_>, n: i64, lanes: i64) -> Value {
    let i1 = b.cx().i1();
    let ty = b.cx().vector(&[lanes], i1);
    let sizes = b.cx().i64_array(&[n]);
    strata_vector::ConstantMaskOp::build(b, sizes, ty)
}

/// A vector with all lanes equal to a scalar.
fn splat(b: &mut Builder<'_>, scalar: Value, lanes: i64) -> Value {
    let elem = b.ty(scalar);
    let ty = b.cx().vector(&[lanes], elem);
    strata_vector::BroadcastOp::build(b, scalar, ty)
}

/// The first element of a vector.
fn first_lane(b: &mut Builder<'_>, v: Value, ty: Type) -> Value {
    let at = b.cx().i64_array(&[0]);
    strata_vector::ExtractOp::build(b, v, &[], at, ty)
}

/// Loads a vector; lanes past `valid` are `fill`.
fn load(
    b: &mut Builder<'_>,
    base: Value,
    indices: &[Value],
    ty: Type,
    valid: Option<i64>,
    fill: Value,
) -> Value {
    let lanes = b.cx().shaped(ty).and_then(|s| s.num_elements()).unwrap_or(1);
    match valid {
        None => strata_vector::LoadOp::build(b, base, indices, None, None, ty),
        Some(n) => {
            let mask = mask(b, n, lanes);
            strata_vector::MaskedLoadOp::build(b, base, indices, mask, fill, None, ty)
        }
    }
}

/// Stores a vector, or its first `valid` lanes.
fn store(b: &mut Builder<'_>, value: Value, base: Value, indices: &[Value], valid: Option<i64>) {
    let lanes = b.cx().shaped(b.ty(value)).and_then(|s| s.num_elements()).unwrap_or(1);
    match valid {
        None => {
            strata_vector::StoreOp::build(b, value, base, indices, None, None);
        }
        Some(n) => {
            let mask = mask(b, n, lanes);
            strata_vector::MaskedStoreOp::build(b, base, indices, mask, value, None);
        }
    }
}
