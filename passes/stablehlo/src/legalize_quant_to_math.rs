//! `stablehlo-legalize-quant-to-math`: expands quantized programs to ops on integers and floats.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
//! ```
//! After:
//! ```mlir
//! %1 = stablehlo.divide %x, %scale : tensor<4xf32>
//! %2 = stablehlo.add %1, %zero_point : tensor<4xf32>
//! %3 = stablehlo.clamp %min, %2, %max : tensor<4xf32>
//! %4 = stablehlo.round_nearest_even %3 : tensor<4xf32>
//! %0 = stablehlo.convert %4 : (tensor<4xf32>) -> tensor<4xi8>
//! ```
//! An op on quantized numbers becomes the op on the floats that they represent, as the specification says; ops that only move elements
//! move the stored integers. Where sizes are unknown, CHLO ops are used, which broadcast scales implicitly. Block-wise scales are not
//! supported.

use strata_chlo::{BroadcastAddOp, BroadcastDivOp, BroadcastMulOp, BroadcastSubOp};
use strata_ir::{core::writer::deep, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_quant::{Granularity, Scale, StorageSpec, UniformType};
use strata_stablehlo::{facts::MovesElements, *};

use crate::{
    hlo_builder::*,
    legalize_qdq::{decompose, is_quantized_op},
};

/// Convert from StableHLO quantized ops to StableHLO primitive math ops.
#[pass(
    name = "stablehlo-legalize-quant-to-math",
    class = "StablehloLegalizeQuantToMathPass",
    on = "func.func",
    produces = [stablehlo, chlo],
    idempotent
)]
pub struct LegalizeQuantToMath;

impl BodyPass for LegalizeQuantToMath {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        for op in body.all_ops() {
            if is_quantized_op(body, op) && !moves(body, op) {
                decompose(body, op);
            }
        }
        // From the last op to the first: the operands of an op then still have their quantized types.
        for op in body.all_ops().into_iter().rev() {
            let (name, loc) = (body.op_name(op), body.loc(op));
            let done = match name {
                "stablehlo.uniform_quantize" => quantize(body, op),
                "stablehlo.uniform_dequantize" => dequantize(body, op),
                _ => continue,
            };
            if let Err(why) = done {
                return Err(Diagnostic::error(loc, format!("'{}' op {why}", body.op_name(op))).into());
            }
        }
        store_types(&cx, body);
        Ok(())
    }
}

/// Whether an op passes elements on without reading them, all in one quantized type.
fn moves(b: &Body, op: Op) -> bool {
    let elements: Vec<Type> =
        b.operands(op).chain(b.results(op).iter().copied()).map(|v| elem(b, v)).collect();
    let same = elements.iter().all(|&e| e == elements[0]);
    let per_tensor = b.cx().type_as::<UniformType>(elements[0]).is_some_and(UniformType::is_per_tensor);
    let moves = op.implements::<dyn MovesElements>(b) || op.isa::<OptimizationBarrierOp>(b);
    moves && same && per_tensor
}

/// The quantized type of a value.
fn uniform(b: &Body, v: Value) -> Result<UniformType, String> {
    let ty = elem(b, v);
    let uniform = b.cx().type_as::<UniformType>(ty).cloned();
    uniform.ok_or_else(|| format!("needs a uniform quantized type, not '{}'", b.cx().type_to_string(ty)))
}

/// The integer type that stores quantized numbers.
fn storage_type(cx: &Context, storage: StorageSpec) -> Type {
    if storage.signed {
        return storage.ty(cx);
    }
    cx.ty(IntegerType { width: storage.width, signedness: Signedness::Unsigned })
}

/// Makes an op with one result.
fn op<O: OpDef>(b: &mut Builder<'_>, operands: &[Value], attrs: &[(&str, Attr)], ty: Type) -> Value {
    let state = state::<O>(b, operands, attrs, ty);
    let op = b.build(state);
    b.result(op, 0)
}

/// A constant of `ty` with a number for each scale.
fn numbers(
    b: &mut Builder<'_>,
    quantized: &UniformType,
    ty: Type,
    number: &dyn Fn(Scale) -> f64,
) -> Result<Value, String> {
    let cx = b.cx();
    let elem = cx.elem_or_self(ty);
    let known = is_static(cx, ty);
    let scalar = |s: &Scale| match cx.as_float(elem) {
        Some(_) => cx.float_attr(number(*s), elem),
        None => cx.int_attr(number(*s) as i64, elem),
    };
    let constant = match quantized.granularity {
        Granularity::Tensor => {
            let ty = if known { ty } else { cx.tensor(&[], elem) };
            quantized.scales.first().and_then(|s| cx.splat_attr(ty, scalar(s)))
        }
        Granularity::Axis(axis) => {
            let vector = cx.tensor(&[quantized.scales.len() as i64], elem);
            let bytes = quantized.scales.iter().map(|s| {
                let one = cx.splat_attr(cx.tensor(&[], elem), scalar(s))?;
                Some(cx.attr_as::<DenseElementsAttr>(one)?.data.to_vec())
            });
            let bytes: Option<Vec<Vec<u8>>> = bytes.collect();
            let dense = bytes.and_then(|b| cx.dense_attr(vector, b.concat()));
            let dense = dense.ok_or("has scales that no constant holds")?;
            let dims = cx.i64_array(&[axis]);
            let vector = ConstantOp::build(b, dense, vector);
            if !known {
                return Ok(vector);
            }
            return Ok(op::<BroadcastInDimOp>(b, &[vector], &[("broadcast_dimensions", dims)], ty));
        }
        Granularity::Blocks { .. } => return Err("is not supported for scales of blocks".into()),
    };
    let constant = constant.ok_or("has scales that no constant holds")?;
    let ty = cx.attr_type(constant).unwrap_or(ty);
    Ok(ConstantOp::build(b, constant, ty))
}

/// `x op numbers`, with the op `Known` of StableHLO, or `Any` of CHLO where not all sizes of `x` are known.
fn with_numbers<Known: OpDef, Any: OpDef>(
    b: &mut Builder<'_>,
    x: Value,
    quantized: &UniformType,
    number: &dyn Fn(Scale) -> f64,
) -> Result<Value, String> {
    let ty = b.ty(x);
    let numbers = numbers(b, quantized, ty, number)?;
    if b.ty(numbers) == ty {
        return Ok(op::<Known>(b, &[x, numbers], &[], ty));
    }
    let dims = match quantized.granularity {
        Granularity::Axis(axis) => Some(("broadcast_dimensions", b.cx().i64_array(&[axis]))),
        _ => None,
    };
    Ok(op::<Any>(b, &[x, numbers], dims.as_slice(), ty))
}

/// A number in the type of `x`, or a scalar where not all sizes are known.
fn limit(b: &mut Builder<'_>, x: Value, number: i64) -> Result<Value, String> {
    let cx = b.cx();
    let ty = if is_static(cx, b.ty(x)) { b.ty(x) } else { cx.tensor(&[], elem(b, x)) };
    let value = cx.splat_attr(ty, cx.float_attr(number as f64, elem(b, x)));
    Ok(ConstantOp::build(b, value.ok_or("has limits that no constant holds")?, ty))
}

/// Replaces a quantization, or a change of scales, by arithmetic.
fn quantize(b: &mut Body, quantize: Op) -> Result<(), String> {
    let cx = b.cx_arc().clone();
    let (mut x, result) = (b.operand(quantize, 0), b.result(quantize, 0));
    let to = uniform(b, result)?;
    let from = uniform(b, x).ok();
    let mut builder = Builder::before(b, quantize);
    if let Some(from) = from {
        x = floats(&mut builder, x, &from)?;
    }
    let x = with_numbers::<DivOp, BroadcastDivOp>(&mut builder, x, &to, &|s| s.factor())?;
    let x = with_numbers::<AddOp, BroadcastAddOp>(&mut builder, x, &to, &|s| s.zero_point as f64)?;
    let (low, high) = (limit(&mut builder, x, to.storage.min)?, limit(&mut builder, x, to.storage.max)?);
    let ty = builder.ty(x);
    let x = op::<ClampOp>(&mut builder, &[low, x, high], &[], ty);
    let x = op::<RoundNearestEvenOp>(&mut builder, &[x], &[], ty);
    let stored = op::<ConvertOp>(&mut builder, &[x], &[], cx.with_elem(ty, storage_type(&cx, to.storage)));
    b.replace_all_uses(result, stored);
    b.erase(quantize);
    Ok(())
}

/// Replaces a dequantization by arithmetic.
fn dequantize(b: &mut Body, dequantize: Op) -> Result<(), String> {
    let (x, result) = (b.operand(dequantize, 0), b.result(dequantize, 0));
    let from = uniform(b, x)?;
    let value = floats(&mut Builder::before(b, dequantize), x, &from)?;
    b.replace_all_uses(result, value);
    b.erase(dequantize);
    Ok(())
}

/// `(x - zero point) * scale`
fn floats(b: &mut Builder<'_>, x: Value, from: &UniformType) -> Result<Value, String> {
    let cx = b.cx_arc().clone();
    // A difference of stored integers needs one more bit.
    let wide = if from.storage.width < 32 { cx.i32() } else { cx.i64() };
    let (wide, ty) = (cx.with_elem(b.ty(x), wide), cx.with_elem(b.ty(x), from.expressed));
    let x = op::<ConvertOp>(b, &[x], &[], wide);
    let x = with_numbers::<SubtractOp, BroadcastSubOp>(b, x, from, &|s| s.zero_point as f64)?;
    let x = op::<ConvertOp>(b, &[x], &[], ty);
    with_numbers::<MulOp, BroadcastMulOp>(b, x, from, &|s| s.factor())
}

/// Replaces all quantized types by those of the stored integers.
fn store_types(cx: &Context, b: &mut Body) {
    let mut ops = b.all_ops();
    ops.push(Op::SELF);
    for op in ops {
        let args = b.regions(op).iter().flat_map(|&r| b.blocks(r)).flat_map(|&k| b.block_args(k));
        let values: Vec<Value> = args.chain(b.results(op)).copied().collect();
        for v in values {
            let ty = stored(cx, b.ty(v));
            b.set_type(v, ty);
        }
        // The value of a quantized constant is stored in signless integers.
        if op != Op::SELF
            && let Some(constant) = op.as_op::<ConstantOp>(b)
            && let Some(dense) = cx.attr_as::<DenseElementsAttr>(constant.value(b).raw())
        {
            let attr = cx.attr(DenseElementsAttr { ty: b.ty(constant.output(b)), ..dense.clone() });
            b.set_attr(op, "value", Some(attr));
        }
    }
    if let Some(attr) = b.attr(Op::SELF, "function_type")
        && let Some(ty) = cx.attr_as::<TypeAttr>(attr)
    {
        let ty = stored(cx, ty.ty());
        b.set_attr(Op::SELF, "function_type", Some(cx.type_attr(ty)));
    }
}

fn stored(cx: &Context, ty: Type) -> Type {
    if let Some(uniform) = cx.type_as::<UniformType>(ty) {
        return storage_type(cx, uniform.storage);
    }
    deep(|| {
        cx.map_type(ty, &mut |child| match child {
            TypeOrAttr::Type(t) => TypeOrAttr::Type(stored(cx, t)),
            other => other,
        })
    })
}
