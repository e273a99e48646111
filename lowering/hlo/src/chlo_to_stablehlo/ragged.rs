//! `ragged_dot`: a contraction for each group of rows, columns or batches.
//!
//! If the ragged dimension is a free one, each group contracts all rows with its own part of the right operand, and the rows of other
//! groups are masked out of its result; the results are added. If it is contracted, the elements of other groups are replaced by zeros on
//! both sides before, and the results are stacked. No element of another group takes part, even if it is infinite or NaN. A ragged batch
//! dimension does not change the products.

use strata_chlo as chlo;
use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use super::emit::{Emit, V};

/// The position of a group: the dimension that is divided, and the dimensions that the sizes of groups depend on.
struct Place {
    ragged: i64,
    prefix: Vec<i64>,
}

pub(super) fn lower(b: &mut Builder<'_>, op: chlo::RaggedDotOp) -> Result<Value, String> {
    let cx = b.cx_arc().clone();
    let numbers = op.ragged_dot_dimension_numbers(b).get(&cx).clone();
    let (lhs, rhs, sizes) = (op.lhs(b), op.rhs(b), op.group_sizes(b));
    let ty = b.ty(op.result(b));
    let precision = op.precision_config(b).map(|a| precision(&cx, a.raw())).transpose()?;
    let ragged = *numbers.lhs_ragged_dimensions.first().ok_or("it has no ragged dimension")?;
    for v in [lhs, rhs, sizes] {
        if infer::sizes(&cx, b.ty(v)).contains(&DYNAMIC) {
            return Err("its operands must have static shapes".into());
        }
    }
    let e = Emit::new(b);
    let (lhs, rhs, sizes) = (e.value(lhs), e.value(rhs), e.value(sizes));
    let groups = sizes.sizes().last().copied().ok_or("group_sizes must have a dimension")?;
    let lhs_batch = &numbers.lhs_batching_dimensions[..];
    let lhs_contract = &numbers.lhs_contracting_dimensions[..];
    let dot = |l: V<'_>, r: V<'_>, rhs_batch: &[i64], rhs_contract: &[i64], ty: Type| {
        let dims = hlo::DotDimensionNumbers {
            lhs_batching_dimensions: lhs_batch.into(),
            rhs_batching_dimensions: rhs_batch.into(),
            lhs_contracting_dimensions: lhs_contract.into(),
            rhs_contracting_dimensions: rhs_contract.into(),
        };
        let mut attrs = vec![("dot_dimension_numbers", cx.attr(dims))];
        attrs.extend(precision.map(|p| ("precision_config", p)));
        l.at(l.op::<hlo::DotGeneralOp>(&[l.at(r.value)], ty, &attrs).value).value
    };
    let (rhs_batch, rhs_contract) =
        (&numbers.rhs_batching_dimensions[..], &numbers.rhs_contracting_dimensions[..]);
    if lhs_batch.contains(&ragged) {
        return Ok(dot(lhs, rhs, rhs_batch, rhs_contract, ty));
    }
    let has_prefix = sizes.sizes().len() > 1;
    let zero = |ty: Type| {
        let elem = cx.elem_or_self(ty);
        let zero = if cx.as_float(elem).is_some() { cx.float_attr(0.0, elem) } else { cx.int_attr(0, elem) };
        cx.splat_attr(ty, zero).map(|a| lhs.nullary::<hlo::ConstantOp>(ty, &[("value", a)]))
    };
    let no_zero = || "its element type has no zero".to_owned();
    if let Some(at) = lhs_contract.iter().position(|&d| d == ragged) {
        let prefix = |batch: &[i64], contract: &[i64]| Place {
            ragged: contract[at],
            prefix: if has_prefix { [batch, &contract[..at]].concat() } else { Vec::new() },
        };
        let (left, right) = (prefix(lhs_batch, lhs_contract), prefix(rhs_batch, rhs_contract));
        let shape = infer::sizes(&cx, ty).get(1..).ok_or("its result has no group dimension")?;
        let part = infer::tensor_like(&cx, ty, shape);
        let stacked = infer::tensor_like(&cx, ty, &[&[1], shape].concat());
        let (no_lhs, no_rhs) = (zero(lhs.ty()).ok_or_else(no_zero)?, zero(rhs.ty()).ok_or_else(no_zero)?);
        let mut parts = Vec::new();
        for group in 0..groups {
            let l = members(sizes, group, lhs.ty(), &left).select(lhs, no_lhs);
            let r = members(sizes, group, rhs.ty(), &right).select(rhs, no_rhs);
            let sum = lhs.at(dot(l, r, rhs_batch, rhs_contract, part));
            parts.push(sum.op::<hlo::ReshapeOp>(&[], stacked, &[]));
        }
        let (first, rest) = parts.split_first().ok_or("it has no group")?;
        return Ok(first.op::<hlo::ConcatenateOp>(rest, ty, &[("dimension", cx.i64_attr(0))]).value);
    }

    // The dimensions of the result are the batch dimensions, then the free ones of the left operand.
    let free: Vec<i64> = (0..lhs.sizes().len() as i64)
        .filter(|d| !lhs_batch.contains(d) && !lhs_contract.contains(d))
        .collect();
    let index = free.iter().position(|&d| d == ragged).ok_or("its ragged dimension does not exist")?;
    let batches = lhs_batch.len() as i64;
    let end = batches + index as i64;
    let place = Place { ragged: end, prefix: if has_prefix { (0..end).collect() } else { Vec::new() } };
    let group_dim =
        *numbers.rhs_group_dimensions.first().ok_or("its right operand has no group dimension")?;
    let without = |dims: &[i64]| -> Vec<i64> { dims.iter().map(|&d| d - i64::from(d > group_dim)).collect() };
    let (rhs_batch, rhs_contract) = (without(rhs_batch), without(rhs_contract));
    let none = zero(ty).ok_or_else(no_zero)?;
    let mut sum = none;
    for group in 0..groups {
        let own = slice(rhs, group_dim, group, group + 1);
        let mut shape = rhs.sizes().to_vec();
        shape.remove(group_dim as usize);
        let own = own.op::<hlo::ReshapeOp>(&[], infer::tensor_like(&cx, rhs.ty(), &shape), &[]);
        let product = lhs.at(dot(lhs, own, &rhs_batch, &rhs_contract, ty));
        sum = members(sizes, group, ty, &place).select(product, sum);
    }
    Ok(sum.value)
}

/// Elements `from..to` of one dimension.
fn slice(v: V<'_>, dim: i64, from: i64, to: i64) -> V<'_> {
    let cx = v.cx();
    let mut starts = vec![0; v.sizes().len()];
    let mut limits = v.sizes().to_vec();
    (starts[dim as usize], limits[dim as usize]) = (from, to);
    let ty = {
        let mut shape = limits.clone();
        shape[dim as usize] = to - from;
        infer::tensor_like(cx, v.ty(), &shape)
    };
    let attrs = [
        ("start_indices", cx.i64_array(&starts)),
        ("limit_indices", cx.i64_array(&limits)),
        ("strides", cx.i64_array(&vec![1; starts.len()])),
    ];
    v.op::<hlo::SliceOp>(&[], ty, &attrs)
}

/// A mask of the elements of a tensor of type `ty` that belong to a group.
fn members<'e>(sizes: V<'e>, group: i64, ty: Type, place: &Place) -> V<'e> {
    let cx = sizes.cx();
    let last = sizes.sizes().len() as i64 - 1;
    let lead = infer::tensor_like(cx, sizes.ty(), &sizes.sizes()[..last as usize]);
    // Sizes are sanitized: negative ones count as zero, and groups end at the end of the dimension.
    let places = infer::sizes(cx, ty).get(place.ragged as usize).copied().unwrap_or(0) as f64;
    let elem = cx.as_int(sizes.elem()).filter(|t| t.width < 32).map_or(sizes.elem(), |_| cx.i32());
    let size = |g: i64| {
        slice(sizes, last, g, g + 1).op::<hlo::ReshapeOp>(&[], lead, &[]).convert(elem).max(0.0).min(places)
    };
    let full = cx.with_elem(ty, elem);
    let spread = |v: V<'e>| {
        v.op::<hlo::BroadcastInDimOp>(&[], full, &[("broadcast_dimensions", cx.i64_array(&place.prefix))])
    };
    let start = (0..group).map(size).reduce(|a, b| (a + b).min(places));
    let end = start.map_or_else(|| size(group), |start| start + size(group));
    let position = sizes.nullary::<hlo::IotaOp>(full, &[("iota_dimension", cx.i64_attr(place.ragged))]);
    let before_end = position.lt(spread(end));
    match start {
        Some(start) => position.ge(spread(start)) & before_end,
        None => before_end,
    }
}

/// The precisions, in the enumeration of `stablehlo`.
fn precision(cx: &Context, config: Attr) -> Result<Attr, String> {
    let list = cx.attr_as::<ArrayAttr>(config).map_or(&[][..], |a| &a.0);
    let convert = |&a: &Attr| {
        let word = cx.attr_as::<chlo::Precision>(a)?.word();
        hlo::Precision::from_word(word).map(|p| cx.attr(p))
    };
    let list: Option<Vec<Attr>> = list.iter().map(convert).collect();
    list.map(|l| cx.array_attr(l)).ok_or_else(|| "its precisions are not known".into())
}
