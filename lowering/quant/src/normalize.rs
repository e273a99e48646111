//! `normalize-quant-types`: scales for blocks become scales for a dimension, or one for all numbers, where that says the same.
//!
//! Before: `tensor<1x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:3}}>>`.
//! After: `tensor<1x2x!quant.uniform<i8:f32, 2.0:3>>`.

use strata_ir::{
    prelude::*,
    rewrite::conversion::{TypeConverter, convert_function_type, failure},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_quant::{Granularity, UniformType};

/// Normalize generic quantized types to specific quantized types.
#[pass(name = "normalize-quant-types", class = "NormalizeQuantTypes", each_body, idempotent)]
pub struct NormalizeQuantTypes;

impl BodyPass for NormalizeQuantTypes {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let types = TypeConverter::new().with(|_, cx, ty| normalized(cx, ty).map(Ok));
        if let Err(why) = convert_function_type(body, &types) {
            return Err(failure(body, Op::SELF, &why).into());
        }
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            let mut values = if op == Op::SELF { Vec::new() } else { body.results(op).to_vec() };
            if op == Op::SELF || !body.is_shell(op) {
                for &region in body.regions(op) {
                    values.extend(body.blocks(region).iter().flat_map(|&block| body.block_args(block)));
                }
            }
            for v in values {
                if let Some(new) = normalized(body.cx(), body.ty(v)) {
                    body.set_type(v, new);
                }
            }
        }
        Ok(())
    }
}

/// The simpler type of a tensor of quantized numbers, if there is one.
fn normalized(cx: &Context, ty: Type) -> Option<Type> {
    cx.type_as::<TensorType>(ty)?;
    let quantized = cx.type_as::<UniformType>(cx.elem_or_self(ty))?;
    let Granularity::Blocks { sizes, shape } = &quantized.granularity else { return None };
    let mut several = (0..).zip(shape).filter(|&(_, &n)| n != 1);
    let granularity = match (several.next(), several.next()) {
        (None, _) => Granularity::Tensor,
        // A dimension with a scale for each index has blocks of size one.
        (Some((axis, _)), None) if sizes.contains(&(axis, 1)) => Granularity::Axis(axis),
        _ => return None,
    };
    Some(cx.with_elem(ty, cx.ty(UniformType { granularity, ..quantized.clone() })))
}
