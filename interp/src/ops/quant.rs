//! Quantized numbers: `quant`, and `uniform_quantize` and `uniform_dequantize` of `stablehlo`.
//!
//! A quantized tensor is the tensor of its stored integers. Only the ops here know what these stand for; those that
//! just move elements may see them too, and [`reject`] is the function of all others.

use strata_ir::prelude::*;
use strata_quant::{Granularity, Scale, UniformType};

use crate::{
    Data, Elem, Eval, Interpreter, Num, Step, Tensor,
    machine::NOT_INTERPRETED,
    tensor::{Shape, strides},
};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("quant.qcast", quantize);
    i.register("quant.dcast", dequantize);
    i.register("quant.scast", store);
    i.register("stablehlo.uniform_quantize", quantize);
    i.register("stablehlo.uniform_dequantize", dequantize);
}

/// Ops that give the stored integers on as they are.
const MOVES: [&str; 14] = [
    "func.call",
    "func.return",
    "stablehlo.after_all",
    "stablehlo.broadcast_in_dim",
    "stablehlo.constant",
    "stablehlo.get_tuple_element",
    "stablehlo.optimization_barrier",
    "stablehlo.reshape",
    "stablehlo.return",
    "stablehlo.reverse",
    "stablehlo.slice",
    "stablehlo.transpose",
    "stablehlo.tuple",
    "stablehlo.while",
];

/// Whether an op would take stored integers for the numbers that they stand for.
pub(crate) fn mistakes(body: &Body, op: Op) -> bool {
    let cx = body.cx();
    let quantized = |ty: Type| strata_quant::is_quantized(cx, cx.elem_or_self(ty));
    let name = body.op_name(op);
    let knows =
        || name.starts_with("quant.") || name.starts_with("stablehlo.uniform_") || MOVES.contains(&name);
    body.operand_types(op).chain(body.result_types(op)).any(quantized) && !knows()
}

/// Says that an op on quantized numbers is not evaluated.
pub(crate) fn reject(s: &mut Step<'_, '_>) -> Eval {
    Err(s.fault(format!("computes with quantized types, which is {NOT_INTERPRETED}")))
}

/// The scale of each element of a tensor, by its index in row-major order.
struct Scales<'a> {
    ty: &'a UniformType,
    shape: Shape,
    strides: Shape,
}

impl<'a> Scales<'a> {
    fn of(s: &Step<'_, 'a>, elem: Type, shape: &Shape) -> Eval<Self> {
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

/// The numbers that stored integers of type `from` stand for, and their type.
fn floats(s: &Step<'_, '_>, from: Type, x: &Tensor) -> Eval<Tensor> {
    let scales = Scales::of(s, from, &x.shape)?;
    let elem = s.elem_of(scales.ty.expressed)?;
    let mut out = Vec::with_capacity(x.data.len());
    for (i, stored) in x.data.iter().enumerate() {
        let scale = scales.at(i).ok_or_else(|| s.fault("has an element without a scale"))?;
        let number = rounded(elem, (stored.int() - scale.zero_point) as f64);
        out.push(Num::from_f64(elem, number * rounded(elem, scale.factor())));
    }
    Ok(Tensor::new(elem, x.shape.clone(), Data::collect(elem, out.into_iter())))
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
    let scales = Scales::of(s, to, &x.shape)?;
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
    set(s, Tensor::new(elem, x.shape.clone(), Data::collect(elem, out.into_iter())))
}

fn dequantize(s: &mut Step<'_, '_>) -> Eval {
    let from = operand_elem(s)?;
    let t = floats(s, from, &operand(s)?)?;
    set(s, t)
}

fn store(s: &mut Step<'_, '_>) -> Eval {
    let x = operand(s)?;
    let elem = s.result_elem(0)?;
    let stored = Data::collect(elem, x.data.iter().map(|n| Num::from_i64(elem, n.int())));
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
        crate::Value::Scalar(elem, number) => Ok(Tensor::scalar(*elem, *number)),
        _ => Ok(s.tensor(0)?.clone()),
    }
}

fn set(s: &mut Step<'_, '_>, t: Tensor) -> Eval {
    s.set_elements(0, t)
}
