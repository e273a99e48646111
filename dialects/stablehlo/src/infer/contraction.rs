//! Shapes of contractions.

use strata_ir::prelude::*;

use super::{bounds_or_none, is_unique, merge, sizes, sizes_match, tensor_like};
use crate::DotDimensionNumbers;

/// Checks the number of precisions of an op on two operands.
pub fn precision_count(n: usize) -> Result<(), String> {
    // convolution_c24, dot_general_c11, dynamic_conv_c24
    check!(n <= 2, "expects precision config to be empty or have <= 2 elements, got {n}");
    Ok(())
}

/// The type of `dot_general`, with the element type of the left operand.
pub fn dot_general(cx: &Context, lhs: Type, rhs: Type, dims: &DotDimensionNumbers) -> Result<Type, String> {
    let (l, r) = (sizes(cx, lhs), sizes(cx, rhs));
    let (lb, rb) = (&dims.lhs_batching_dimensions[..], &dims.rhs_batching_dimensions[..]);
    let (lc, rc) = (&dims.lhs_contracting_dimensions[..], &dims.rhs_contracting_dimensions[..]);
    // dot_general_c1
    check!(lb.len() == rb.len(), "lhs and rhs should have the same number of batching dimensions");
    // dot_general_c2
    check!(lc.len() == rc.len(), "lhs and rhs should have the same number of contracting dimensions");
    // dot_general_c3, dot_general_c4
    for (side, batch, contract) in [("lhs", lb, lc), ("rhs", rb, rc)] {
        let all: Vec<i64> = batch.iter().chain(contract).copied().collect();
        if !is_unique(&all) {
            let twice = all.iter().enumerate().find(|(i, d)| all[..*i].contains(d)).map_or(0, |(_, d)| *d);
            return Err(format!(
                "has duplicated dimension from {side}_batching_dimensions and {side}_contracting_dimensions: {twice}"
            ));
        }
    }
    // dot_general_c5, dot_general_c6, dot_general_c7, dot_general_c8
    for (name, list, rank) in [
        ("lhs_batching_dimensions", lb, l.len()),
        ("lhs_contracting_dimensions", lc, l.len()),
        ("rhs_batching_dimensions", rb, r.len()),
        ("rhs_contracting_dimensions", rc, r.len()),
    ] {
        for &d in list {
            check!((0..rank as i64).contains(&d), "{name} value: {d} is out of range: [0, {rank})");
        }
    }
    // dot_general_c9
    for (&a, &b) in lb.iter().zip(rb) {
        check!(sizes_match(l[a as usize], r[b as usize]), "batching dimension sizes must match for lhs/rhs");
    }
    // dot_general_c10
    for (&a, &b) in lc.iter().zip(rc) {
        check!(
            sizes_match(l[a as usize], r[b as usize]),
            "contracting dimension sizes must match for lhs/rhs"
        );
    }
    // dot_general_c12
    let bounds = [lhs, rhs].map(|t| bounds_or_none(cx, t));
    let dim = |side: usize, list: &[i64], d: i64| {
        (list[d as usize], bounds[side].get(d as usize).copied().unwrap_or(DYNAMIC))
    };
    let mut shape = Dims::new();
    for (i, (&a, &b)) in lb.iter().zip(rb).enumerate() {
        shape.push(merge::meet_dims(i, dim(0, l, a), dim(1, r, b))?.0);
    }
    let free = |n: usize, batch: &[i64], contract: &[i64]| -> Vec<usize> {
        (0..n).filter(|&d| !batch.contains(&(d as i64)) && !contract.contains(&(d as i64))).collect()
    };
    shape.extend(free(l.len(), lb, lc).into_iter().map(|d| l[d]));
    shape.extend(free(r.len(), rb, rc).into_iter().map(|d| r[d]));
    Ok(tensor_like(cx, lhs, &shape))
}

/// The operand whose element type is that of a sum of products, if both operands have the same one. For mixed or
/// quantized elements the program determines it.
pub fn product_like(cx: &Context, lhs: Type, rhs: Type) -> Result<Type, String> {
    let (l, r) = (cx.elem_or_self(lhs), cx.elem_or_self(rhs));
    if l == r && super::expressed(cx, l) == l {
        return Ok(lhs);
    }
    let [l, r] = [l, r].map(|t| cx.type_to_string(t));
    Err(format!("the element type does not follow from '{l}' and '{r}'"))
}

/// The type of `dot`, with the element type of the left operand.
pub fn dot(cx: &Context, lhs: Type, rhs: Type) -> Result<Type, String> {
    let (l, r) = (sizes(cx, lhs), sizes(cx, rhs));
    let fits = match (l, r) {
        ([.., a], [b]) | ([.., a], [b, _]) if l.len() <= 2 => sizes_match(*a, *b),
        _ => false,
    };
    check!(fits, "expected both lhs/rhs ranks to be either 1 or 2");
    let shape: Dims = l[..l.len() - 1].iter().chain(&r[1..]).copied().collect();
    Ok(tensor_like(cx, lhs, &shape))
}
