//! A short way to write the `arith` and `math` ops that an expansion consists of.

use strata_arith as arith;
use strata_arith::{CmpFPredicate, CmpIPredicate, FastMathFlags};
use strata_ir::{num::ApInt, prelude::*};
use strata_math as math;
use strata_vector::attrs::CombiningKind;

/// Makes ops at one place; each method makes one op and gives its result.
pub struct ArithBuilder<'e, 'b>(pub &'e mut Builder<'b>);

/// Ops with operands and optional flags after them.
macro_rules! emit {
    ($($name:ident = $op:path, ($($operand:ident),*) $(, $none:ident)?;)*) => {$(
        #[doc = concat!("Makes `", stringify!($op), "`.")]
        pub fn $name(&mut self, $($operand: Value),*) -> Value {
            <$op>::build(self.0, $($operand,)* $($none)?)
        }
    )*};
}

/// Casts to a type.
macro_rules! casts {
    ($($name:ident = $op:path $(, $none:ident)*;)*) => {$(
        #[doc = concat!("Makes `", stringify!($op), "` to `ty`.")]
        pub fn $name(&mut self, x: Value, ty: Type) -> Value {
            <$op>::build(self.0, x, $($none,)* ty)
        }
    )*};
}

impl ArithBuilder<'_, '_> {
    emit! {
        addi = arith::AddIOp, (a, b), None;
        subi = arith::SubIOp, (a, b), None;
        muli = arith::MulIOp, (a, b), None;
        divsi = arith::DivSIOp, (a, b), None;
        divui = arith::DivUIOp, (a, b), None;
        andi = arith::AndIOp, (a, b);
        ori = arith::OrIOp, (a, b);
        shli = arith::ShLIOp, (a, b), None;
        shrui = arith::ShRUIOp, (a, b), None;
        maxsi = arith::MaxSIOp, (a, b);
        minsi = arith::MinSIOp, (a, b);
        select = arith::SelectOp, (c, a, b);
        addf = arith::AddFOp, (a, b), None;
        subf = arith::SubFOp, (a, b), None;
        mulf = arith::MulFOp, (a, b), None;
        divf = arith::DivFOp, (a, b), None;
        negf = arith::NegFOp, (a), None;
        copysign = math::CopySignOp, (a, b), None;
        exp = math::ExpOp, (a), None;
        log = math::LogOp, (a), None;
        sqrt = math::SqrtOp, (a), None;
        rsqrt = math::RsqrtOp, (a), None;
        sin = math::SinOp, (a), None;
        cos = math::CosOp, (a), None;
        round = math::RoundOp, (a), None;
        powf = math::PowFOp, (a, b), None;
        fma = math::FmaOp, (a, b, c), None;
    }
    casts! {
        extui = arith::ExtUIOp;
        trunci = arith::TruncIOp, None;
        sitofp = arith::SIToFPOp;
        uitofp = arith::UIToFPOp;
        fptosi = arith::FPToSIOp;
        bitcast = arith::BitcastOp;
    }
    /// Compares integers.
    pub fn cmpi(&mut self, predicate: CmpIPredicate, a: Value, b: Value) -> Value {
        let predicate = predicate.attr(self.0.cx());
        arith::CmpIOp::build(self.0, predicate, a, b)
    }
    /// Compares floats.
    pub fn cmpf(&mut self, predicate: CmpFPredicate, a: Value, b: Value) -> Value {
        let predicate = predicate.attr(self.0.cx());
        arith::CmpFOp::build(self.0, predicate, a, b, None)
    }
    /// An integer constant of type `ty`, `value` modulo its width in each element.
    pub fn int(&mut self, value: i64, ty: Type) -> Value {
        let width = self.0.cx().bit_width(self.0.cx().elem_or_self(ty)).unwrap_or(64);
        let value = ApInt::from_i64(64, value).sext_or_trunc(width);
        let cx = self.0.cx();
        let scalar = cx.attr(IntegerAttr { value, ty: cx.elem_or_self(ty) });
        let value = cx.splat_attr(ty, scalar).unwrap_or(scalar);
        arith::constant(self.0, value)
    }
    /// A float constant of type `ty`.
    pub fn float(&mut self, value: f64, ty: Type) -> Value {
        arith::constant_float(self.0, value, ty)
    }
    /// `ty` with the elements `elem`.
    pub fn like(&self, ty: Type, elem: Type) -> Type {
        self.0.cx().with_elem(ty, elem)
    }
    /// `ty` with integers of `width` bits as elements.
    pub fn ints_like(&self, ty: Type, width: u32) -> Type {
        let elem = self.0.cx().int_type(width);
        self.like(ty, elem)
    }
    /// Whether one of the lanes is true; a scalar is itself.
    pub fn any(&mut self, flags: Value) -> Value {
        let cx = self.0.cx_arc().clone();
        let Some(vector) = cx.type_as::<VectorType>(self.0.ty(flags)) else { return flags };
        let n: i64 = vector.shape.iter().product();
        let flat = match vector.shape.len() {
            1 => flags,
            _ => strata_vector::ShapeCastOp::build(self.0, flags, cx.vector(&[n], cx.i1())),
        };
        let or = cx.attr(CombiningKind::Or);
        strata_vector::ReductionOp::build(self.0, or, flat, None, None, cx.i1())
    }
}

/// `fastmath<contract>`, for the casts around an op on wider floats.
pub fn contract(cx: &Context) -> Attr {
    FastMathFlags::CONTRACT.attr(cx)
}

/// Whether constants of type `ty` can be made.
pub fn has_constants(cx: &Context, ty: Type) -> bool {
    cx.shaped(ty).is_none_or(|s| s.is_static())
}

/// The operand and its type, if constants of that type can be made.
pub fn operand(op: Op, e: &ArithBuilder<'_, '_>) -> Option<(Value, Type)> {
    let x = e.0.operand(op, 0);
    let ty = e.0.ty(x);
    has_constants(e.0.cx(), ty).then_some((x, ty))
}

/// The greater or smaller of two floats. The comparison chooses `x` when one of them is NaN; then the result is NaN
/// when `propagates`, and the other operand otherwise.
pub fn extremum(
    predicate: CmpFPredicate,
    propagates: bool,
    x: Value,
    y: Value,
    e: &mut ArithBuilder<'_, '_>,
) -> Value {
    let chooses_x = e.cmpf(predicate, x, y);
    let chosen = e.select(chooses_x, x, y);
    let tested = if propagates { y } else { x };
    let is_nan = e.cmpf(CmpFPredicate::Uno, tested, tested);
    e.select(is_nan, y, chosen)
}
