//! The casts.

use strata_ir::prelude::*;

use crate::types::*;

/// Whether `ty` is a scalar or a tensor of elements that satisfy `f`.
fn scalar_or_tensor(cx: &Context, ty: Type, f: impl Fn(Type) -> bool) -> bool {
    let tensor = cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<UnrankedTensorType>(ty).is_some();
    f(if tensor { cx.elem_or_self(ty) } else { ty })
}

type_constraint! {
    /// Floats.
    FloatLike = "scalar or tensor of floating-point", |ty, cx| scalar_or_tensor(cx, ty, |t| cx.as_float(t).is_some());
    /// Quantized numbers.
    QuantizedLike = "scalar or tensor of quantized type", |ty, cx| scalar_or_tensor(cx, ty, |t| is_quantized(cx, t));
    /// Integers or quantized numbers.
    StorageLike = "scalar or tensor of signless integer or quantized type", |ty, cx| scalar_or_tensor(cx, ty, |t| is_signless_int(cx, t) || is_quantized(cx, t));
}

macro_rules! casts {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt $from:ident -> $to:ident [$($i:ident),*];)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            traits = [Pure],
            interfaces = [Verify $(, $i)*],
            asm = "$input attr-dict `:` type($input) `to` type($result)",
        )]
        pub struct $op {
            /// The numbers.
            pub input: Operand<$from>,
            /// The same numbers.
            pub result: Res<$to>,
        }
    )*};
}
casts! {
    /// The expressed floats of quantized numbers.
    DequantizeCastOp "quant.dcast" QuantizedLike -> FloatLike [];
    /// Floats as quantized numbers.
    QuantizeCastOp "quant.qcast" FloatLike -> QuantizedLike [Fold];
    /// The stored integers of quantized numbers, or the reverse.
    StorageCastOp "quant.scast" StorageLike -> StorageLike [Fold];
}

/// Checks that two types have one shape.
fn same_shape(cx: &Context, a: Type, b: Type) -> VerifyResult {
    let shape = |t| cx.shaped(t).map(|s| s.shape.map(<[i64]>::to_vec));
    ensure!(
        shape(a) == shape(b),
        "failed to verify that input and result are both scalars or both tensors with matching shape"
    );
    Ok(())
}

/// Checks that the scales of a quantized type go with a container of its numbers.
fn verify_scales(cx: &Context, quantized: Type, container: Type) -> Result<(), String> {
    let Some(ty) = cx.type_as::<UniformType>(quantized) else { return Ok(()) };
    let shaped = cx.shaped(container);
    match &ty.granularity {
        Granularity::Tensor => Ok(()),
        Granularity::Axis(axis) => {
            let Some(shaped) = shaped else {
                return Err("scalar types may not use per-axis quantization".into());
            };
            let Some(shape) = shaped.shape else { return Ok(()) };
            let Some(&size) = usize::try_from(*axis).ok().and_then(|a| shape.get(a)) else {
                return Err("quantized dimension must be less than tensor rank".into());
            };
            if size != DYNAMIC && size != ty.scales.len() as i64 {
                return Err("quantized dimension size does not match number of scales".into());
            }
            Ok(())
        }
        Granularity::Blocks { sizes, shape } => {
            let Some(shaped) = shaped else {
                return Err("scalar types may not use sub-channel quantization".into());
            };
            let Some(container) = shaped.shape else {
                return Err("tensor containing the sub-channel quantized type must be ranked".into());
            };
            verify_blocks(container, sizes, shape)
        }
    }
}

/// Checks that blocks fill a tensor, and that each has a scale.
fn verify_blocks(tensor: &[i64], sizes: &[(i64, i64)], scales: &[i64]) -> Result<(), String> {
    let rank = tensor.len();
    if let Some((axis, _)) = sizes.iter().find(|(a, _)| !(0..rank as i64).contains(a)) {
        return Err(format!("quantized dimension {axis} must be less than tensor rank {rank}"));
    }
    if scales.len() != rank {
        return Err(format!("rank of scales {} must match the rank of the tensor {rank}", scales.len()));
    }
    for (axis, (&size, &n)) in tensor.iter().zip(scales).enumerate() {
        // A dimension without a block size is one block.
        let block = sizes.iter().find(|(a, _)| *a == axis as i64).map_or(size, |(_, s)| *s);
        if size == DYNAMIC {
            continue;
        }
        if block == 0 || size % block != 0 {
            return Err(format!(
                "tensor dimension size {size} at axis {axis} must be divisible by the corresponding block size {block}"
            ));
        }
        if n != size / block {
            return Err(format!(
                "dimension size {size} of scales tensor at axis {axis} should match (tensor dimension at axis / block sizes at axis) = {}",
                size / block
            ));
        }
    }
    Ok(())
}

/// Checks a cast between floats and quantized numbers.
fn verify_cast(cx: &Context, quantized: Type, float: Type) -> VerifyResult {
    same_shape(cx, quantized, float)?;
    let elem = cx.elem_or_self(quantized);
    if expressed(cx, elem) != Some(cx.elem_or_self(float)) {
        return Err(VerifyError::bare("expressed type in quantized type expected to match float type"));
    }
    verify_scales(cx, elem, quantized).map_err(VerifyError::bare)
}

impl Verify for DequantizeCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_cast(b.cx(), b.ty(self.input(b)), b.ty(self.result(b)))
    }
}
impl Verify for QuantizeCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_cast(b.cx(), b.ty(self.result(b)), b.ty(self.input(b)))
    }
}
impl Verify for StorageCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.input(b)), b.ty(self.result(b)));
        same_shape(cx, from, to)?;
        let (f, t) = (cx.elem_or_self(from), cx.elem_or_self(to));
        ensure!(
            is_quantized(cx, f) != is_quantized(cx, t),
            "failed to verify that input must be integer and result must be quantized, or vice versa"
        );
        let (quantized, int) = if is_quantized(cx, f) { (f, t) } else { (t, f) };
        if storage(cx, quantized).map(|s| s.ty(cx)) != Some(int) {
            return Err(VerifyError::bare("storage type in quantized type expected to match integer type"));
        }
        verify_scales(cx, quantized, from).map_err(VerifyError::bare)
    }
}

impl Fold for QuantizeCastOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        // qcast(dcast(x)) = x, if x has the type of the result.
        let inner = b.def_op(self.input(b))?.as_op::<DequantizeCastOp>(b)?.input(b);
        (b.ty(inner) == b.ty(self.result(b))).then(|| inner.into())
    }
}

impl Fold for StorageCastOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        // scast(scast(x)) = x, if x has the type of the result.
        let inner = b.def_op(self.input(b))?.as_op::<StorageCastOp>(b)?.input(b);
        (b.ty(inner) == b.ty(self.result(b))).then(|| inner.into())
    }
}
