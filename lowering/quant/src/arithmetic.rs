//! The arithmetic of casts: on scalars, or on tensors of one shape.

use strata_arith::{
    AddFOp, DivFOp, FPToSIOp, FPToUIOp, MaxSIOp, MaxUIOp, MinSIOp, MinUIOp, MulFOp, SIToFPOp, SubFOp,
    UIToFPOp, constant_int,
};
use strata_ir::prelude::*;
use strata_quant::StorageSpec;
use strata_tensor::SplatOp;

/// The numbers of a cast, and how constants get their form.
pub(crate) struct Numbers<'a> {
    /// The integers that store them.
    pub storage: StorageSpec,
    /// A scalar, or a tensor of one shape.
    pub like: Type,
    /// The sizes of the tensor that are not known.
    pub sizes: &'a [Value],
}

impl Numbers<'_> {
    /// A scalar in each place.
    fn spread(&self, b: &mut Builder<'_>, scalar: Value) -> Value {
        let cx = b.cx();
        let (elem, is_tensor) = (b.ty(scalar), cx.type_as::<TensorType>(self.like).is_some());
        if !is_tensor {
            return scalar;
        }
        let ty = cx.with_elem(self.like, elem);
        SplatOp::build(b, scalar, self.sizes, ty)
    }
    /// `ty` in each place.
    fn type_of(&self, cx: &Context, elem: Type) -> Type {
        if cx.shaped(self.like).is_some() { cx.with_elem(self.like, elem) } else { elem }
    }
    /// Stored integers as floats.
    fn to_float(&self, b: &mut Builder<'_>, stored: Value, float: Type) -> Value {
        let ty = self.type_of(b.cx(), float);
        if self.storage.signed { SIToFPOp::build(b, stored, ty) } else { UIToFPOp::build(b, stored, ty) }
    }
    /// `(stored - zero point) * scale`; `None` where all zero points are 0.
    pub(crate) fn dequantize(
        &self,
        b: &mut Builder<'_>,
        stored: Value,
        scale: Value,
        zero_point: Option<Value>,
    ) -> Value {
        let float = b.cx().elem_or_self(b.ty(scale));
        let scale = self.spread(b, scale);
        let mut number = self.to_float(b, stored, float);
        if let Some(zero_point) = zero_point {
            let zero_point = self.spread(b, zero_point);
            let zero_point = self.to_float(b, zero_point, float);
            number = SubFOp::build(b, number, zero_point, None);
        }
        MulFOp::build(b, number, scale, None)
    }
    /// `number / scale + zero point` as an integer between the smallest and the largest one that are used.
    pub(crate) fn quantize(
        &self,
        b: &mut Builder<'_>,
        number: Value,
        scale: Value,
        zero_point: Option<Value>,
    ) -> Value {
        let float = b.cx().elem_or_self(b.ty(scale));
        let scale = self.spread(b, scale);
        let mut number = DivFOp::build(b, number, scale, None);
        if let Some(zero_point) = zero_point {
            let zero_point = self.spread(b, zero_point);
            let zero_point = self.to_float(b, zero_point, float);
            number = AddFOp::build(b, number, zero_point, None);
        }
        let ty = self.type_of(b.cx(), self.storage.ty(b.cx()));
        let signed = self.storage.signed;
        let stored = if signed { FPToSIOp::build(b, number, ty) } else { FPToUIOp::build(b, number, ty) };
        self.clamp(b, stored)
    }
    fn clamp(&self, b: &mut Builder<'_>, stored: Value) -> Value {
        let StorageSpec { width, signed, min, max } = self.storage;
        if self.storage == StorageSpec::full(width, signed) {
            return stored;
        }
        let ty = self.storage.ty(b.cx());
        let limits = [min, max].map(|v| constant_int(b, v, ty));
        let [min, max] = limits.map(|v| self.spread(b, v));
        if signed {
            let stored = MaxSIOp::build(b, stored, min);
            return MinSIOp::build(b, stored, max);
        }
        let stored = MaxUIOp::build(b, stored, min);
        MinUIOp::build(b, stored, max)
    }
}
