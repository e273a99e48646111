//! `constant`, `iota` and `get_dimension_size`: tensors that depend on types and attributes only.

use strata_ir::prelude::*;
use strata_linalg::{GenericOp, IndexOp};
use strata_stablehlo as hlo;
use strata_tensor::MixedIndex;

use super::{
    Lowered, complex, constants, sizes,
    types::{self, Kind, signless, signless_attr},
};

pub(super) fn lower(b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    if let Some(constant) = op.as_op::<hlo::ConstantOp>(b) {
        types::shape(b, b.ty(constant.output(b)))?;
        let value = signless_attr(b.cx(), constant.value(b).raw());
        return Ok(strata_arith::constant(b, value));
    }
    let Some(iota) = op.as_op::<hlo::IotaOp>(b) else { return Err("it is not known".into()) };
    let dim = b.cx().attr_i64(iota.iota_dimension(b).raw()).unwrap_or(0) as usize;
    let ty = b.ty(iota.output(b));
    self::iota(b, ty, dim)
}

/// The indices along a dimension, as a tensor of an old type.
pub(super) fn iota(b: &mut Builder<'_>, ty: Type, dim: usize) -> Lowered<Value> {
    let shape: Vec<MixedIndex> = types::shape(b, ty)?.into_iter().map(MixedIndex::Static).collect();
    iota_of(b, ty, dim, &shape)
}

/// The same with sizes that may be dynamic.
pub(super) fn iota_of(b: &mut Builder<'_>, ty: Type, dim: usize, shape: &[MixedIndex]) -> Lowered<Value> {
    let kind = types::kind(b.cx(), b.cx().elem_or_self(ty))?;
    let elem = b.cx().elem_or_self(signless(b.cx(), ty));
    let init = sizes::empty(b, shape, elem);
    let generic = GenericOp::elementwise(b, &[], &[init], |b, _| {
        let index = IndexOp::of(b, dim);
        // Integers wrap around.
        if !matches!(kind, Kind::Float | Kind::Complex) {
            return vec![strata_arith::IndexCastOp::build(b, index, elem)];
        }
        let wide = b.cx().i64();
        let part = strata_complex::part_type(b.cx(), elem).unwrap_or(elem);
        let number = strata_arith::IndexCastOp::build(b, index, wide);
        let number = strata_arith::SIToFPOp::build(b, number, part);
        if kind == Kind::Float {
            return vec![number];
        }
        let nothing = constants::zero(b, part);
        vec![complex::create(b, number, nothing)]
    });
    Ok(b.result(generic.op(), 0))
}

/// `get_dimension_size` of a static dimension.
pub(super) fn dimension_size(b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let shape = types::shape(b, b.ty(b.operand(op, 0)))?;
    let dim = b.attr(op, "dimension").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
    let size =
        usize::try_from(dim).ok().and_then(|d| shape.get(d).copied()).ok_or("it has no such dimension")?;
    let cx = b.cx();
    let size = i32::try_from(size).map_err(|_| sizes::TOO_LARGE)?;
    let value = cx.splat_attr(cx.tensor(&[], cx.i32()), cx.i32_attr(size));
    Ok(strata_arith::constant(b, value.ok_or("the size is not a number")?))
}
