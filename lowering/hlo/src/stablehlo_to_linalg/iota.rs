//! `constant`, `iota`, `dynamic_iota` and `get_dimension_size`: tensors that are made of nothing but types, sizes and attributes.

use strata_arith::{CmpIPredicate, IndexCastOp};
use strata_ir::prelude::*;
use strata_linalg::{GenericOp, IndexOp};
use strata_stablehlo as hlo;
use strata_tensor::MixedIndex;

use super::{
    Lowered, complex, constants,
    shape_operands::given,
    sizes::{self, fixed},
    state::Lowering,
    types::{self, Kind, signless, signless_attr},
};

/// `constant`.
pub(super) fn constant(b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(constant) = op.as_op::<hlo::ConstantOp>(b) else { return Err("it is not known".into()) };
    types::shape(b, b.ty(constant.output(b)))?;
    let value = signless_attr(b.cx(), constant.value(b).raw());
    Ok(strata_arith::constant(b, value))
}

/// `iota` and `dynamic_iota`.
pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let ty = b.ty(b.result(op, 0));
    let (dim, shape) = if let Some(iota) = op.as_op::<hlo::IotaOp>(b) {
        (iota.iota_dimension(b).raw(), fixed(&types::shape(b, ty)?))
    } else if let Some(iota) = op.as_op::<hlo::DynamicIotaOp>(b) {
        (iota.iota_dimension(b).raw(), given(l, b, op, b.operand(op, 0))?)
    } else {
        return Err("it is not known".into());
    };
    let dim = b.cx().attr_i64(dim).unwrap_or(0) as usize;
    iota(b, ty, dim, &shape)
}

/// The places along a dimension of a tensor of these sizes, as elements of those of an old type.
fn iota(b: &mut Builder<'_>, ty: Type, dim: usize, shape: &[MixedIndex]) -> Lowered<Value> {
    let kind = types::kind(b.cx(), b.cx().elem_or_self(ty))?;
    let elem = b.cx().elem_or_self(signless(b.cx(), ty));
    let init = sizes::empty(b, shape, elem);
    let generic = GenericOp::elementwise(b, &[], &[init], |b, _| {
        let index = IndexOp::create(b, dim);
        // Integers wrap around.
        if !matches!(kind, Kind::Float | Kind::Complex) {
            return vec![IndexCastOp::build(b, index, elem)];
        }
        let wide = b.cx().i64();
        let part = strata_complex::part_type(b.cx(), elem).unwrap_or(elem);
        let number = IndexCastOp::build(b, index, wide);
        let number = strata_arith::SIToFPOp::build(b, number, part);
        if kind == Kind::Float {
            return vec![number];
        }
        let nothing = constants::zero(b, part);
        vec![complex::create(b, number, nothing)]
    });
    Ok(b.result(generic.op(), 0))
}

/// `get_dimension_size`.
pub(super) fn dimension_size(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let d = b.attr(op, "dimension").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
    let size = sizes::dim(b, new, usize::try_from(d).map_err(|_| "it has no such dimension")?)?;
    sizes::require(b, CmpIPredicate::Sle, size, i64::from(i32::MAX).into(), sizes::TOO_LARGE)?;
    if let Some(size) = size.as_static() {
        let cx = b.cx();
        let size = i32::try_from(size).map_err(|_| sizes::TOO_LARGE)?;
        let value = cx.splat_attr(cx.tensor(&[], cx.i32()), cx.i32_attr(size));
        return Ok(strata_arith::constant(b, value.ok_or("the size is not a number")?));
    }
    let size = sizes::value(b, size);
    let i32 = b.cx().i32();
    let size = IndexCastOp::build(b, size, i32);
    constants::filled(b, size, &[])
}
