//! The two halves of a wide integer, in the last dimension of a vector.
//!
//! The half of a scalar is a scalar. The half of a vector is a vector with a last dimension of size one.

use smallvec::SmallVec;
use strata_arith as arith;
use strata_ir::{
    num::ApInt,
    prelude::*,
    rewrite::conversion::{Converted, InPlace},
};
use strata_vector::{ExtractOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp, ShapeCastOp};

use crate::arith_builder::ArithBuilder;

/// The type of halves, for integers and for vectors of integers of twice the width.
pub(super) fn convert_type(cx: &Context, ty: Type, width: u32) -> Option<Converted<Type>> {
    let vector = cx.type_as::<VectorType>(ty);
    let elem = vector.map_or(ty, |v| v.elem);
    let int = cx.as_int(elem)?;
    if int.width <= width {
        return Some(Ok(ty));
    }
    if int.width != 2 * width {
        return Some(Err(format!(
            "integers of {} bits are not emulated by integers of {width} bits",
            int.width
        )));
    }
    let mut wide =
        vector.cloned().unwrap_or(VectorType { shape: SmallVec::new(), scalable: SmallVec::new(), elem });
    wide.elem = cx.int_type(width);
    wide.shape.push(2);
    if !wide.scalable.is_empty() {
        wide.scalable.push(false);
    }
    Some(Ok(cx.ty(wide)))
}

/// The vector type of halves, and the type of one half.
fn parts(cx: &Context, ty: Type) -> Option<(VectorType, Type)> {
    let wide = cx.type_as::<VectorType>(ty)?.clone();
    if wide.shape.len() == 1 {
        let elem = wide.elem;
        return Some((wide, elem));
    }
    let mut half = wide.clone();
    *half.shape.last_mut()? = 1;
    Some((wide, cx.ty(half)))
}

/// The type of one half of a value of type `ty`.
pub(super) fn half_type(cx: &Context, ty: Type) -> Type {
    parts(cx, ty).map_or(ty, |p| p.1)
}

/// Half `which` of a value.
pub(super) fn half(e: &mut ArithBuilder<'_, '_>, x: Value, which: i64) -> Value {
    let cx = e.0.cx_arc().clone();
    let Some((wide, half)) = parts(&cx, e.0.ty(x)) else { return x };
    let rank = wide.shape.len();
    if rank == 1 {
        let at = cx.i64_array(&[which]);
        return ExtractOp::build(e.0, x, &[], at, half);
    }
    let mut offsets = vec![0; rank];
    offsets[rank - 1] = which;
    let mut sizes = wide.shape.to_vec();
    sizes[rank - 1] = 1;
    let [offsets, sizes, strides] = [offsets, sizes, vec![1; rank]].map(|v| numbers(&cx, &v));
    ExtractStridedSliceOp::build(e.0, x, offsets, sizes, strides, half)
}

/// Both halves of a value.
pub(super) fn split(e: &mut ArithBuilder<'_, '_>, x: Value) -> [Value; 2] {
    [half(e, x, 0), half(e, x, 1)]
}

/// Both halves of two values.
pub(super) fn split_both(e: &mut ArithBuilder<'_, '_>, x: Value, y: Value) -> [[Value; 2]; 2] {
    let x = split(e, x);
    [x, split(e, y)]
}

/// The value of type `ty` with these halves; a missing high half is zero.
pub(super) fn join(e: &mut ArithBuilder<'_, '_>, ty: Type, halves: &[Value]) -> Value {
    let cx = e.0.cx_arc().clone();
    let mut out = e.int(0, ty);
    let Some((wide, _)) = parts(&cx, ty) else { return out };
    let rank = wide.shape.len();
    for (i, &half) in (0..).zip(halves) {
        if rank == 1 {
            let at = cx.i64_array(&[i]);
            out = InsertOp::build(e.0, half, out, &[], at);
            continue;
        }
        let mut offsets = vec![0; rank];
        offsets[rank - 1] = i;
        let [offsets, strides] = [offsets, vec![1; rank]].map(|v| numbers(&cx, &v));
        out = InsertStridedSliceOp::build(e.0, half, out, offsets, strides);
    }
    out
}

/// A vector without its last dimension, which has size one; a scalar is itself.
pub(super) fn without_unit(e: &mut ArithBuilder<'_, '_>, x: Value) -> Value {
    reshape(e, x, |shape| {
        shape.pop();
    })
}

/// A vector with one more dimension of size one; a scalar is itself.
pub(super) fn with_unit(e: &mut ArithBuilder<'_, '_>, x: Value) -> Value {
    reshape(e, x, |shape| shape.push(1))
}

fn reshape(e: &mut ArithBuilder<'_, '_>, x: Value, change: impl FnOnce(&mut Vec<i64>)) -> Value {
    let cx = e.0.cx_arc().clone();
    let Some(vector) = cx.type_as::<VectorType>(e.0.ty(x)) else { return x };
    let mut shape = vector.shape.to_vec();
    change(&mut shape);
    let mut scalable = vector.scalable.clone();
    if !scalable.is_empty() {
        scalable.resize(shape.len(), false);
    }
    let ty = cx.ty(VectorType { shape: shape.into(), scalable, elem: vector.elem });
    ShapeCastOp::build(e.0, x, ty)
}

fn numbers(cx: &Context, values: &[i64]) -> Attr {
    let values: Vec<Attr> = values.iter().map(|&v| cx.i64_attr(v)).collect();
    cx.array_attr(values)
}

/// A constant, as the halves of its elements.
pub(super) fn constant(c: &mut InPlace<'_>) -> Converted {
    let ty = c.new_result_type(0)?;
    let value = c.attr("value").ok_or("misses its value")?;
    let cx = c.body.cx_arc().clone();
    let width = cx.bit_width(cx.elem_or_self(ty)).ok_or("has no width")?;
    let halves = |v: &ApInt| [v.extract(0, width), v.extract(width, width)];
    let mut data = Vec::new();
    let bytes = width.div_ceil(8) as usize;
    let mut push = |v: &ApInt| {
        for half in halves(v) {
            let start = data.len();
            data.extend(half.to_le_bytes());
            data.resize(start + bytes, 0);
        }
    };
    if let Some(int) = cx.attr_as::<IntegerAttr>(value) {
        push(&int.value);
    } else {
        let dense = cx.attr_as::<DenseElementsAttr>(value).ok_or("is only converted for dense values")?;
        let shaped = cx.shaped(dense.ty).and_then(|s| s.num_elements()).ok_or("has no known size")?;
        for i in 0..usize::try_from(shaped).map_err(|_| "is too large")? {
            let element = dense.element_attr(&cx, i).and_then(|a| cx.attr_as::<IntegerAttr>(a));
            push(&element.ok_or("is only converted for integers")?.value);
        }
    }
    let attr = cx.dense_attr(ty, data).ok_or("has no elements of the type")?;
    let new = arith::ConstantOp::build(&mut c.at(), attr, ty);
    c.replace_one(new)
}
