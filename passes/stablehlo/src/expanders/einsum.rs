//! `stablehlo-legalize-einsum-to-dot-general`: Einstein sums become products of matrices.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.einsum %a, %b, config = "ij,kj->ki" : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<4x2xf32>
//! ```
//! After:
//! ```mlir
//! %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : … -> tensor<2x4xf32>
//! %0 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
//! ```
//! A letter that only one operand has and the result lacks is summed first. A letter that occurs twice in an operand selects its
//! diagonal.

use smallvec::SmallVec;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use super::each;
use crate::hlo_builder::{HloBuilder, elem, sizes};

/// Legalize `stablehlo.einsum` to `stablehlo.dot_general`.
#[pass(
    name = "stablehlo-legalize-einsum-to-dot-general",
    class = "StablehloLegalizeEinsumToDotGeneralPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct EinsumToDotGeneral;

impl BodyPass for EinsumToDotGeneral {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        each(body, &[("stablehlo.einsum", expand)])
    }
}

/// The elements whose places in two dimensions are the same number; the second one vanishes.
fn diagonal(h: &mut HloBuilder<'_, '_>, x: Value, first: usize, second: usize) -> Option<Value> {
    let shape = sizes(h.b, x).to_vec();
    if shape[first] != shape[second] {
        return None;
    }
    let cx = h.b.cx_arc().clone();
    let places = cx.tensor(&shape, cx.int_type(64));
    let [row, column] =
        [first, second].map(|d| h.op::<IotaOp>(&[], &[("iota_dimension", cx.i64_attr(d as i64))], places));
    let equal = cx.attr(ComparisonDirection::Eq);
    let on =
        h.op::<CompareOp>(&[row, column], &[("comparison_direction", equal)], cx.tensor(&shape, cx.i1()));
    let (ty, e) = (h.b.ty(x), elem(h.b, x));
    // Selected instead of multiplied by zero: elements outside of the diagonal may be NaN.
    let zero = if cx.as_float(e).is_some() { h.float(0.0, ty) } else { h.int(0, ty) };
    let kept = h.op::<SelectOp>(&[on, x, zero], &[], ty);
    Some(h.sum(kept, &[second as i64]))
}

fn expand(h: &mut HloBuilder<'_, '_>, op: Op) -> Result<Vec<Value>, &'static str> {
    let config = h.b.attr(op, "einsum_config").and_then(|a| h.b.cx().attr_str(a)).unwrap_or_default();
    let malformed = "its configuration is not of the form 'ab,bc->ac'";
    let (operands, out) = config.split_once("->").ok_or(malformed)?;
    let (lhs, rhs) = operands.split_once(',').ok_or(malformed)?;
    let [mut left, mut right, out] =
        [lhs, rhs, out].map(|letters| letters.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>());
    if [&left, &right, &out].iter().any(|list| list.iter().any(|c| !c.is_alphabetic())) {
        return Err("an ellipsis stands for dimensions without letters");
    }
    let mut values = [h.b.operand(op, 0), h.b.operand(op, 1)];
    for i in 0..2 {
        h.known_shape(values[i])?;
        let (own, other) = if i == 0 { (&mut left, &right) } else { (&mut right, &left) };
        if sizes(h.b, values[i]).len() != own.len() {
            return Err("its operands must have a dimension for each letter");
        }
        while let Some(k) = (1..own.len()).find(|&k| own[..k].contains(&own[k])) {
            let first = own.iter().position(|c| *c == own[k]).unwrap_or(0);
            values[i] =
                diagonal(h, values[i], first, k).ok_or("sizes of dimensions with one letter differ")?;
            own.remove(k);
        }
        let is_alone = |c: &char| !other.contains(c) && !out.contains(c);
        let alone: Vec<i64> = (0..own.len()).filter(|&d| is_alone(&own[d])).map(|d| d as i64).collect();
        if !alone.is_empty() {
            values[i] = h.sum(values[i], &alone);
            own.retain(|c| !is_alone(c));
        }
    }
    let place = |list: &[char], c: char| list.iter().position(|&x| x == c).map(|d| d as i64);
    let shared: Vec<char> = left.iter().copied().filter(|c| right.contains(c)).collect();
    let (batch, summed): (Vec<char>, Vec<char>) = shared.iter().partition(|c| out.contains(c));
    let dims = |list: &[char], letters: &[char]| -> SmallVec<[i64; 4]> {
        letters.iter().filter_map(|&c| place(list, c)).collect()
    };
    let numbers = DotDimensionNumbers {
        lhs_batching_dimensions: dims(&left, &batch),
        rhs_batching_dimensions: dims(&right, &batch),
        lhs_contracting_dimensions: dims(&left, &summed),
        rhs_contracting_dimensions: dims(&right, &summed),
    };
    // The letters of the product, in order, with their sizes.
    let free = |own: &[char]| own.iter().copied().filter(|c| !shared.contains(c)).collect::<Vec<char>>();
    let letters: Vec<char> = [batch.clone(), free(&left), free(&right)].concat();
    let size = |c: char| {
        let of = |list: &[char], v: Value| place(list, c).map(|d| sizes(h.b, v)[d as usize]);
        of(&left, values[0]).or_else(|| of(&right, values[1])).unwrap_or(1)
    };
    let shape: Vec<i64> = letters.iter().map(|&c| size(c)).collect();
    let permutation: Option<Vec<i64>> = out.iter().map(|&c| place(&letters, c)).collect();
    let permutation = permutation.filter(|p| p.len() == letters.len());
    let permutation = permutation.ok_or("a letter of the result is in no operand, or twice in the result")?;
    let cx = h.b.cx_arc().clone();
    let ty = cx.tensor(&shape, cx.elem_or_self(h.b.ty(h.b.result(op, 0))));
    let product = h.op::<DotGeneralOp>(&values, &[("dot_dimension_numbers", cx.attr(numbers))], ty);
    Ok(vec![h.transpose(product, &permutation)])
}
