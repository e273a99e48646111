//! Quantized numbers: `quant`, and `uniform_quantize` and `uniform_dequantize` of `stablehlo`.
//!
//! A quantized tensor is represented by its stored integers. Ops that just move elements use these;
//! [`through_floats`] executes all others, which compute with the expressed numbers.

use strata_ir::prelude::*;
use strata_quant::{Granularity, Scale, UniformType};
use strata_stablehlo::facts::{CarriesValues, MovesElements, ReadsStorage, Rescales};

use crate::{
    Data as NumData, Elem, Eval, Flow, Interpreter, Machine, Num, Step, Tensor, Value as Data,
    error_text::NOT_INTERPRETED,
    tensor::{Shape, strides},
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("quant.qcast", quantize);
    i.register("quant.dcast", dequantize);
    i.register("quant.scast", store);
    i.register("stablehlo.uniform_quantize", quantize);
    i.register("stablehlo.uniform_dequantize", dequantize);
}

/// Whether an op would wrongly compute with stored integers in place of the expressed numbers.
pub(crate) fn mistakes(body: &Body, op: Op) -> bool {
    let cx = body.cx();
    let element = |ty: Type| cx.elem_or_self(ty);
    let quantized = |ty: Type| strata_quant::is_quantized(cx, element(ty));
    let name = body.op_name(op);
    let mut types =
        body.operand_types(op).chain(body.result_types(op)).filter(|&ty| quantized(ty)).map(element);
    let Some(first) = types.next() else { return false };
    // Moving elements to a type with another scale changes the stored integers.
    let moves =
        keeps_storage(body, op) && (!op.implements::<dyn Rescales>(body) || types.all(|t| t == first));
    !(moves || name.starts_with("quant.") || name.starts_with("stablehlo.uniform_"))
}

/// Whether an op forwards the stored integers unchanged, or is defined on them.
fn keeps_storage(body: &Body, op: Op) -> bool {
    op.implements::<dyn MovesElements>(body)
        || op.implements::<dyn CarriesValues>(body)
        || op.implements::<dyn ReadsStorage>(body)
        || matches!(body.op_name(op), "func.call" | "func.return")
}

/// Runs the op on the expressed floats of its operands and quantizes its results.
pub(crate) fn through_floats(s: &mut Step<'_, '_>) -> Eval {
    let (cx, source, op) = (s.cx(), s.body(), s.op);
    let holder = cx.op_info("builtin.module").filter(|_| s.name().starts_with("stablehlo."));
    let Some(holder) = holder else {
        return Err(s.fault(format!("computes with quantized types, which is {NOT_INTERPRETED}")));
    };
    let mut body = Body::new(source.cx_arc(), holder, source.loc(op));
    let region = body.regions(Op::SELF).first().copied().ok_or_else(|| s.fault("has no place to run in"))?;
    let operands: Vec<strata_ir::prelude::Value> = source.operands(op).collect();
    let types: Vec<Type> = operands.iter().map(|&v| expressed(cx, source.ty(v))).collect();
    let block = body.add_block(region, &types);
    let args = body.block_args(block).to_vec();
    let mut map = strata_ir::core::IdMap::new();
    // An operand that occurs several times is mapped to the last of its arguments.
    for (&old, &arg) in operands.iter().zip(&args) {
        map.map(old, arg);
    }
    let float = body.import_op(source, op, &mut map);
    body.insert(float, InsertPoint::at_end(block));
    let inner = body.all_ops();
    if inner.iter().any(|&op| body.op_name(op) == "stablehlo.constant" && mistyped(&body, op)) {
        return Err(s.fault(format!("has a quantized constant in its body, which is {NOT_INTERPRETED}")));
    }
    for op in inner {
        let nested = body.regions(op).to_vec().into_iter().flat_map(|r| body.blocks(r).to_vec());
        let params: Vec<_> = nested.flat_map(|b| body.block_args(b).to_vec()).collect();
        for value in body.results(op).to_vec().into_iter().chain(params) {
            let ty = expressed(cx, body.ty(value));
            body.set_type(value, ty);
        }
    }
    let mut known = Vec::new();
    for (i, &old) in operands.iter().enumerate() {
        let value = s.operand(i)?.clone();
        let ty = cx.elem_or_self(source.ty(old));
        let value = match value {
            Data::Tensor(t) if strata_quant::is_quantized(cx, ty) => Data::Tensor(floats(s, ty, &t)?),
            other => other,
        };
        known.push((args[i], value));
    }
    let mut machine = Machine::without_symbols(&body, s.m.interpreter);
    let results = machine.run_op(&body, float, known)?;
    let steps = machine.steps();
    s.charge(usize::try_from(steps).unwrap_or(usize::MAX))?;
    for (i, value) in results.into_iter().enumerate() {
        let ty = cx.elem_or_self(s.result_type(i)?);
        let value = match value {
            Data::Tensor(t) if strata_quant::is_quantized(cx, ty) => Data::Tensor(quantized(s, ty, &t)?),
            other => other,
        };
        s.set(i, value)?;
    }
    Ok(Flow::Next)
}

/// A type with the expressed element type in place of a quantized one.
fn expressed(cx: &Context, ty: Type) -> Type {
    match cx.type_as::<UniformType>(cx.elem_or_self(ty)) {
        Some(uniform) => cx.with_elem(ty, uniform.expressed),
        None => ty,
    }
}

/// Whether a constant is of a quantized type.
fn mistyped(body: &Body, op: Op) -> bool {
    body.result_types(op).any(|ty| strata_quant::is_quantized(body.cx(), body.cx().elem_or_self(ty)))
}

/// The scale of each element of a tensor, by its index in row-major order.
struct Scales<'a> {
    ty: &'a UniformType,
    shape: Shape,
    strides: Shape,
}

impl<'a> Scales<'a> {
    fn from_type(s: &Step<'_, 'a>, elem: Type, shape: &Shape) -> Eval<Self> {
        let ty = s.cx().type_as::<UniformType>(elem);
        let ty = ty.ok_or_else(|| s.fault(format!("needs scales, without which it is {NOT_INTERPRETED}")))?;
        Ok(Self { ty, shape: shape.clone(), strides: strides(shape) })
    }
    fn at(&self, i: usize) -> Option<Scale> {
        let position = |axis: usize| Some(i / self.strides.get(axis)? % self.shape.get(axis)?);
        let place = match &self.ty.granularity {
            Granularity::Tensor => 0,
            Granularity::Axis(axis) => position(usize::try_from(*axis).ok()?)?,
            Granularity::Blocks { sizes, shape } => {
                let mut place = 0;
                for (axis, &n) in shape.iter().enumerate() {
                    // A dimension that is not split has one block.
                    let block = sizes.iter().find(|(a, _)| *a == axis as i64).map(|(_, size)| *size as usize);
                    place =
                        place * n as usize + block.map_or(Some(0), |size| Some(position(axis)? / size))?;
                }
                place
            }
        };
        self.ty.scales.get(place).copied()
    }
}

/// The expressed numbers of stored integers of type `from`, as a tensor of the expressed type.
fn floats(s: &Step<'_, '_>, from: Type, x: &Tensor) -> Eval<Tensor> {
    let scales = Scales::from_type(s, from, &x.shape)?;
    let elem = s.elem_of(scales.ty.expressed)?;
    let mut out = Vec::with_capacity(x.data.len());
    for (i, stored) in x.data.iter().enumerate() {
        let scale = scales.at(i).ok_or_else(|| s.fault("has an element without a scale"))?;
        let number = rounded(elem, (stored.int() - scale.zero_point) as f64);
        out.push(Num::from_f64(elem, number * rounded(elem, scale.factor())));
    }
    Ok(Tensor::new(elem, x.shape.clone(), NumData::collect(elem, out.into_iter())))
}

/// The nearest number of a float type.
fn rounded(elem: Elem, v: f64) -> f64 {
    Num::from_f64(elem, v).real()
}

fn quantize(s: &mut Step<'_, '_>) -> Eval {
    let (from, to) = (operand_elem(s)?, s.cx().elem_or_self(s.result_type(0)?));
    let mut x = operand(s)?;
    if strata_quant::is_quantized(s.cx(), from) {
        x = floats(s, from, &x)?;
    }
    let t = quantized(s, to, &x)?;
    set(s, t)
}

/// The stored integers of type `to` for floats.
fn quantized(s: &Step<'_, '_>, to: Type, x: &Tensor) -> Eval<Tensor> {
    let scales = Scales::from_type(s, to, &x.shape)?;
    let (elem, storage) = (s.elem_of(to)?, scales.ty.storage);
    let mut out = Vec::with_capacity(x.data.len());
    for (i, number) in x.data.iter().enumerate() {
        let scale = scales.at(i).ok_or_else(|| s.fault("has an element without a scale"))?;
        // Each step is rounded to the float type, as the specification has it.
        let scaled = rounded(x.elem, number.real() / rounded(x.elem, scale.factor()));
        let shifted = rounded(x.elem, scaled + rounded(x.elem, scale.zero_point as f64));
        let stored = shifted.clamp(storage.min as f64, storage.max as f64).round_ties_even();
        out.push(Num::from_i64(elem, stored as i64));
    }
    Ok(Tensor::new(elem, x.shape.clone(), NumData::collect(elem, out.into_iter())))
}

fn dequantize(s: &mut Step<'_, '_>) -> Eval {
    let from = operand_elem(s)?;
    let t = floats(s, from, &operand(s)?)?;
    set(s, t)
}

fn store(s: &mut Step<'_, '_>) -> Eval {
    let x = operand(s)?;
    let elem = s.result_elem(0)?;
    let stored = NumData::collect(elem, x.data.iter().map(|n| Num::from_i64(elem, n.int())));
    set(s, Tensor::new(elem, x.shape.clone(), stored))
}

fn operand_elem(s: &Step<'_, '_>) -> Eval<Type> {
    let b = s.body();
    let value = b.operands(s.op).next().ok_or_else(|| s.fault("has no operand #0"))?;
    Ok(s.cx().elem_or_self(b.ty(value)))
}

/// The operand; a scalar as a tensor of rank 0.
fn operand(s: &Step<'_, '_>) -> Eval<Tensor> {
    match s.operand(0)? {
        Data::Scalar(elem, number) => Ok(Tensor::scalar(*elem, *number)),
        _ => Ok(s.tensor(0)?.clone()),
    }
}

fn set(s: &mut Step<'_, '_>, t: Tensor) -> Eval {
    s.set_elements(0, t)
}
