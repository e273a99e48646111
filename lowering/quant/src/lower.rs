//! `lower-quant-ops`: casts between floats and quantized numbers become arithmetic on the stored integers.
//!
//! Before:
//! ```mlir
//! %0 = quant.dcast %x : !quant.uniform<i8:f32, 2.0:3> to f32
//! ```
//! After:
//! ```mlir
//! %0 = quant.scast %x : !quant.uniform<i8:f32, 2.0:3> to i8
//! %1 = arith.sitofp %0 : i8 to f32
//! %2 = arith.sitofp %c3_i8 : i8 to f32
//! %3 = arith.subf %1, %2 : f32
//! %4 = arith.mulf %3, %cst : f32
//! ```
//! Scales of dimensions and blocks are tensors that a `linalg.generic` reads. A tensor without rank is one of one dimension in between; it
//! must have one scale. Quotients are rounded towards zero.

use strata_affine_expr::{AffineExpr, AffineMap};
use strata_arith::{constant, constant_float, constant_index, constant_int};
use strata_ir::{num::ApInt, prelude::*, rewrite::conversion::failure};
use strata_linalg::{GenericOp, IteratorType};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_quant::{DequantizeCastOp, Granularity, QuantizeCastOp, StorageCastOp, UniformType};
use strata_shape::{NumElementsOp, ShapeOfOp};
use strata_tensor::{DimOp, EmptyOp, FromElementsOp, ReshapeOp};

use crate::arithmetic::Numbers;

/// Lower quant.dcast and quant.qcast ops.
#[pass(
    name = "lower-quant-ops",
    class = "LowerQuantOps",
    produces = [arith, linalg, shape, tensor],
    each_body,
    idempotent
)]
pub struct LowerQuantOps;

impl BodyPass for LowerQuantOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut errors = Vec::new();
        for op in body.all_ops() {
            let way = match () {
                () if op.isa::<DequantizeCastOp>(body) => Way::ToFloats,
                () if op.isa::<QuantizeCastOp>(body) => Way::ToQuantized,
                () => continue,
            };
            match lower(body, op, way) {
                Ok(value) => {
                    body.replace_all_uses(body.result(op, 0), value);
                    body.erase(op);
                }
                Err(why) => errors.push(failure(body, op, &why)),
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// The direction of a cast.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    ToFloats,
    ToQuantized,
}

fn lower(body: &mut Body, op: Op, way: Way) -> Result<Value, String> {
    let cx = body.cx_arc().clone();
    let (input, result) = (body.operand(op, 0), body.ty(body.result(op, 0)));
    let quantized = if way == Way::ToFloats { body.ty(input) } else { result };
    let Some(ty) = cx.type_as::<UniformType>(cx.elem_or_self(quantized)) else {
        return Err(format!("'{}' has no scales", cx.type_to_string(cx.elem_or_self(quantized))));
    };
    let mut builder = Builder::before(body, op);
    let b = &mut builder;
    let input = match way {
        Way::ToFloats => {
            let stored = ty.storage.ty(&cx);
            let stored =
                if cx.shaped(quantized).is_some() { cx.with_elem(quantized, stored) } else { stored };
            StorageCastOp::build(b, input, stored)
        }
        Way::ToQuantized => input,
    };
    let cast = Cast { ty, way };
    let unranked = cx.shaped(quantized).is_some_and(|s| s.shape.is_none());
    let output = if unranked { cast.unranked(b, input)? } else { cast.ranked(b, input)? };
    Ok(match way {
        Way::ToFloats => output,
        Way::ToQuantized => StorageCastOp::build(b, output, quantized),
    })
}

/// A cast of stored integers to floats, or of floats to stored integers.
struct Cast<'a> {
    ty: &'a UniformType,
    way: Way,
}

impl Cast<'_> {
    fn apply(
        &self,
        b: &mut Builder<'_>,
        numbers: &Numbers<'_>,
        [x, scale]: [Value; 2],
        zero_point: Option<Value>,
    ) -> Value {
        match self.way {
            Way::ToFloats => numbers.dequantize(b, x, scale, zero_point),
            Way::ToQuantized => numbers.quantize(b, x, scale, zero_point),
        }
    }
    /// A scalar, or a tensor of known rank.
    fn ranked(&self, b: &mut Builder<'_>, x: Value) -> Result<Value, String> {
        match &self.ty.granularity {
            Granularity::Tensor => self.per_tensor(b, x),
            Granularity::Axis(axis) => {
                let dim = u32::try_from(*axis).map_err(|_| "has a negative dimension".to_owned())?;
                self.structured(b, x, &[self.ty.scales.len() as i64], vec![AffineExpr::dim(dim)])
            }
            Granularity::Blocks { sizes, shape } => {
                // A dimension without blocks has one scale.
                let index = |axis: i64| match sizes.iter().find(|s| s.0 == axis) {
                    Some(&(_, size)) => AffineExpr::dim(axis as u32).floor_div(size),
                    None => AffineExpr::constant(0),
                };
                let results = (0..shape.len() as i64).map(index).collect();
                self.structured(b, x, shape, results)
            }
        }
    }
    fn per_tensor(&self, b: &mut Builder<'_>, x: Value) -> Result<Value, String> {
        let cx = b.cx_arc().clone();
        let scale = *self.ty.scales.first().ok_or("it has no scale")?;
        let factor = constant_float(b, scale.factor(), self.ty.expressed);
        let zero_point = constant_int(b, scale.zero_point, self.ty.storage.ty(&cx));
        let like = b.ty(x);
        let sizes = sizes(b, x);
        let numbers = Numbers { storage: self.ty.storage, like, sizes: &sizes };
        Ok(self.apply(b, &numbers, [x, factor], (scale.zero_point != 0).then_some(zero_point)))
    }
    /// A `linalg.generic` that reads scales and zero points, tensors of the sizes `shape`, at `index`.
    fn structured(
        &self,
        b: &mut Builder<'_>,
        x: Value,
        shape: &[i64],
        index: Vec<AffineExpr>,
    ) -> Result<Value, String> {
        let cx = b.cx_arc().clone();
        let stored = self.ty.storage.ty(&cx);
        let (scales, zero_points) = self.constants(&cx, shape).ok_or("it has too few scales")?;
        let [scales, zero_points] = [scales, zero_points].map(|a| constant(b, a));
        let elem = if self.way == Way::ToFloats { self.ty.expressed } else { stored };
        let ty = cx.with_elem(b.ty(x), elem);
        let sizes = sizes(b, x);
        let empty = EmptyOp::build(b, &sizes, ty);
        let rank = cx.shaped(ty).and_then(|s| s.rank()).ok_or("has no rank")?;
        let identity = AffineMap::identity(rank as u32);
        let scale = AffineMap::new(rank as u32, 0, index);
        let maps = [identity.clone(), scale.clone(), scale, identity];
        let numbers = Numbers { storage: self.ty.storage, like: elem, sizes: &[] };
        let kinds = vec![IteratorType::Parallel; rank];
        let op =
            GenericOp::build_with(b, &[x, scales, zero_points], &[empty], &maps, &kinds, &[ty], |b, args| {
                vec![self.apply(b, &numbers, [args[0], args[1]], Some(args[2]))]
            });
        Ok(b.result(op.op(), 0))
    }
    /// The scales and zero points as tensors.
    fn constants(&self, cx: &Context, shape: &[i64]) -> Option<(Attr, Attr)> {
        let (float, stored) = (self.ty.expressed, self.ty.storage.ty(cx));
        let format = cx.as_float(float)?;
        let (mut scales, mut zero_points) = (Vec::new(), Vec::new());
        let (float_bytes, int_bytes) =
            (format.width().div_ceil(8) as usize, self.ty.storage.width.div_ceil(8) as usize);
        for scale in &self.ty.scales {
            scales.extend(&format.from_f64(scale.factor()).to_le_bytes()[..float_bytes]);
            let start = zero_points.len();
            zero_points.extend(ApInt::from_i64(self.ty.storage.width, scale.zero_point).to_le_bytes());
            zero_points.resize(start + int_bytes, 0);
        }
        let scales = cx.dense_attr(cx.tensor(shape, float), scales)?;
        Some((scales, cx.dense_attr(cx.tensor(shape, stored), zero_points)?))
    }
    /// A tensor of unknown rank.
    fn unranked(&self, b: &mut Builder<'_>, x: Value) -> Result<Value, String> {
        let cx = b.cx_arc().clone();
        let extents = cx.tensor(&[DYNAMIC], cx.index());
        let shape = ShapeOfOp::build(b, x, extents);
        let elem = cx.elem_or_self(b.ty(x));
        if self.ty.granularity != Granularity::Tensor {
            return Err("several scales need a tensor of known rank".to_owned());
        }
        let size = NumElementsOp::build(b, shape, cx.index());
        let sizes = FromElementsOp::build(b, &[size], cx.tensor(&[1], cx.index()));
        let flat = ReshapeOp::build(b, x, sizes, cx.tensor(&[DYNAMIC], elem));
        let output = self.per_tensor(b, flat)?;
        let unranked = cx.ty(UnrankedTensorType { elem: cx.elem_or_self(b.ty(output)) });
        Ok(ReshapeOp::build(b, output, shape, unranked))
    }
}

/// The sizes of a tensor that are not known.
fn sizes(b: &mut Builder<'_>, x: Value) -> Vec<Value> {
    let shape = b.cx().shaped(b.ty(x)).and_then(|s| s.shape.map(<[i64]>::to_vec)).unwrap_or_default();
    let mut out = Vec::new();
    for d in (0..).zip(shape).filter(|&(_, size)| size == DYNAMIC).map(|(d, _)| d) {
        let d = constant_index(b, d);
        let index = b.cx().index();
        out.push(DimOp::build(b, x, d, index));
    }
    out
}
