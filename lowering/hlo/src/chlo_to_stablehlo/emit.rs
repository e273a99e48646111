//! Values with the operators of Rust, so that an expansion reads like its formula.
//!
//! Every operator makes one `stablehlo` op in front of the op that is expanded. Constants are made once for each
//! number and shape; where the shape is dynamic they are broadcast to the sizes that the value has at run time.

use std::{
    cell::RefCell,
    ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub},
    sync::Arc,
};

use rustc_hash::FxHashMap;
use strata_ir::{core::OpDef, prelude::*};
use strata_stablehlo::{self as hlo, ComparisonDirection as Direction, ComparisonType, infer};

use crate::CONTRACT;

/// Attributes of a new op.
pub(crate) type Attrs<'a> = &'a [(&'a str, Attr)];

/// The insertion point of an expansion, with its constants.
pub(crate) struct Emit<'a, 'b> {
    cx: Arc<Context>,
    builder: RefCell<&'a mut Builder<'b>>,
    constants: RefCell<FxHashMap<(Attr, Type, Option<Value>), Value>>,
}

/// The interface of [`Emit`] that values need; it hides the lifetime of the builder.
pub(crate) trait Place {
    /// The context.
    fn cx(&self) -> &Context;
    /// The type of a value.
    fn ty(&self, v: Value) -> Type;
    /// Makes an op with one result.
    fn make(&self, info: &'static OpInfo, operands: &[Value], ty: Type, attrs: Attrs<'_>) -> Value;
    /// The constant for a key, created at its first use.
    fn shared(&self, key: (Attr, Type, Option<Value>), make: &dyn Fn() -> Value) -> Value;
}

impl<'a, 'b> Emit<'a, 'b> {
    /// Ops are inserted at the builder's insertion point.
    pub fn new(builder: &'a mut Builder<'b>) -> Self {
        let cx = builder.cx_arc().clone();
        Self { cx, builder: RefCell::new(builder), constants: RefCell::default() }
    }
    /// A value for use in formulas.
    pub fn value(&self, value: Value) -> V<'_> {
        V { place: self, value }
    }
}

impl Place for Emit<'_, '_> {
    fn cx(&self) -> &Context {
        &self.cx
    }
    fn ty(&self, v: Value) -> Type {
        self.builder.borrow().ty(v)
    }
    fn make(&self, info: &'static OpInfo, operands: &[Value], ty: Type, attrs: Attrs<'_>) -> Value {
        let mut builder = self.builder.borrow_mut();
        let mut state = OpState::new(info, builder.cur_loc());
        state.operands.extend_from_slice(operands);
        state.result_types.push(ty);
        for &(name, attr) in attrs {
            state.set_attr(&self.cx, name, attr);
        }
        let op = builder.build(state);
        builder.result(op, 0)
    }
    fn shared(&self, key: (Attr, Type, Option<Value>), make: &dyn Fn() -> Value) -> Value {
        if let Some(&value) = self.constants.borrow().get(&key) {
            return value;
        }
        let value = make();
        self.constants.borrow_mut().insert(key, value);
        value
    }
}

/// A tensor in a formula.
#[derive(Clone, Copy)]
pub(crate) struct V<'e> {
    place: &'e (dyn Place + 'e),
    /// The SSA value.
    pub value: Value,
}

/// An operand of an operator: a tensor, or a number that is splatted to the type of the other operand.
pub(crate) trait Term<'e> {
    /// The operand as a tensor of the type of `v`.
    fn beside(self, v: V<'e>) -> V<'e>;
}
impl<'e> Term<'e> for V<'e> {
    fn beside(self, _: V<'e>) -> V<'e> {
        self
    }
}
impl<'e> Term<'e> for f64 {
    fn beside(self, v: V<'e>) -> V<'e> {
        v.c(self)
    }
}

/// Methods that make one op of the type of the left operand.
macro_rules! methods {
    ($($name:ident = $op:ident ($($operand:ident),*);)*) => {$(
        #[doc = concat!("Makes `", stringify!($op), "`.")]
        pub fn $name(self, $($operand: impl Term<'e>),*) -> Self {
            let operands: &[V<'e>] = &[$($operand.beside(self)),*];
            self.op::<hlo::$op>(operands, self.ty(), &[])
        }
    )*};
}

impl<'e> V<'e> {
    methods! {
        abs = AbsOp(); atan2 = Atan2Op(x); cos = CosineOp(); exp = ExpOp(); expm1 = Expm1Op(); floor = FloorOp();
        log = LogOp(); log1p = Log1pOp(); max = MaxOp(y); min = MinOp(y); pow = PowOp(y); rem = RemOp(y);
        shr = ShiftRightLogicalOp(n); sign = SignOp();
        sin = SineOp(); sqrt = SqrtOp(); tan = TanOp();
    }

    /// The context.
    pub fn cx(self) -> &'e Context {
        self.place.cx()
    }
    /// Its type.
    pub fn ty(self) -> Type {
        self.place.ty(self.value)
    }
    /// Its element type.
    pub fn elem(self) -> Type {
        self.cx().elem_or_self(self.ty())
    }
    /// Its sizes.
    pub fn sizes(self) -> &'e [i64] {
        infer::sizes(self.cx(), self.ty())
    }
    /// Whether its elements are `f64`.
    pub fn is_f64(self) -> bool {
        self.elem() == self.cx().f64()
    }
    /// Its type with another element type.
    pub fn ty_of(self, elem: Type) -> Type {
        self.cx().with_elem(self.ty(), elem)
    }
    /// Another value with the same builder.
    pub fn at(self, value: Value) -> V<'e> {
        V { place: self.place, value }
    }
    /// Makes an op with this value as first operand.
    pub fn op<O: OpDef>(self, rest: &[V<'e>], ty: Type, attrs: Attrs<'_>) -> V<'e> {
        let operands: SmallVec<[Value; 4]> =
            std::iter::once(self.value).chain(rest.iter().map(|v| v.value)).collect();
        self.at(self.place.make(O::info(), &operands, ty, attrs))
    }
    /// Makes an op of a given kind.
    pub fn named(self, info: &'static OpInfo, rest: &[V<'e>], ty: Type, attrs: Attrs<'_>) -> V<'e> {
        let operands: SmallVec<[Value; 4]> =
            std::iter::once(self.value).chain(rest.iter().map(|v| v.value)).collect();
        self.at(self.place.make(info, &operands, ty, attrs))
    }

    /// Makes an op without operands.
    pub fn nullary<O: OpDef>(self, ty: Type, attrs: Attrs<'_>) -> V<'e> {
        self.at(self.place.make(O::info(), &[], ty, attrs))
    }

    // ---------------------------------------------------------------- constants

    /// A number as a tensor of this type.
    pub fn c(self, x: f64) -> V<'e> {
        let (cx, elem) = (self.cx(), self.elem());
        self.splat(if cx.as_float(elem).is_some() {
            cx.float_attr(x, elem)
        } else {
            cx.int_attr(x as i64, elem)
        })
    }
    /// The number with these bits, as a tensor of this type.
    fn bits(self, pick: impl Fn(strata_ir::num::FloatFormat) -> u128) -> V<'e> {
        let (cx, ty) = (self.cx(), self.elem());
        let bits = cx.as_float(ty).map_or(0, pick);
        self.splat(cx.attr(FloatAttr { bits, ty }))
    }
    /// The largest finite number.
    pub fn largest(self) -> V<'e> {
        self.bits(|f| f.largest(false))
    }
    /// The smallest number with full precision.
    pub fn smallest_normal(self) -> V<'e> {
        self.bits(|f| f.smallest_normal())
    }
    /// The smallest integer of a signed type: the sign bit alone.
    pub fn min_value(self) -> V<'e> {
        let width = self.cx().bit_width(self.elem()).unwrap_or(64).min(64);
        self.splat(self.cx().int_attr(i64::MIN >> (64 - width), self.elem()))
    }
    /// A scalar attribute as a tensor of this shape.
    pub fn splat(self, scalar: Attr) -> V<'e> {
        let cx = self.cx();
        let elem = cx.attr_type(scalar).unwrap_or(self.elem());
        let ty = self.ty_of(elem);
        let is_static = cx.shaped(ty).and_then(|s| s.num_elements()).is_some()
            && cx.type_as::<TensorType>(ty).is_some_and(|t| t.encoding.is_none());
        // A dynamic constant takes its sizes from this value.
        let key = (scalar, ty, (!is_static).then_some(self.value));
        self.at(self.place.shared(key, &|| {
            let shape = if is_static { ty } else { cx.tensor(&[], elem) };
            let dense = cx.splat_attr(shape, scalar).unwrap_or(scalar);
            let constant = self.place.make(hlo::ConstantOp::info(), &[], shape, &[("value", dense)]);
            if is_static { constant } else { self.at(constant).broadcast(&[], ty, self).value }
        }))
    }
    /// This tensor broadcast to the type `ty`; dynamic sizes are those of `like`.
    fn broadcast(self, dims: &[i64], ty: Type, like: V<'e>) -> V<'e> {
        let dims = self.cx().i64_array(dims);
        self.op::<hlo::DynamicBroadcastInDimOp>(&[like.shape()], ty, &[("broadcast_dimensions", dims)])
    }
    /// The size of a dimension, as a tensor of rank 0.
    pub fn size(self, dim: usize) -> V<'e> {
        let cx = self.cx();
        let ty = cx.tensor(&[], cx.i32());
        self.op::<hlo::GetDimensionSizeOp>(&[], ty, &[("dimension", cx.i64_attr(dim as i64))])
    }
    /// The sizes as a vector.
    pub fn shape(self) -> V<'e> {
        let key = (self.cx().bool_attr(true), self.ty(), Some(self.value));
        self.at(self.place.shared(key, &|| {
            let sizes: Vec<V<'e>> = (0..self.sizes().len()).map(|d| self.size(d)).collect();
            self.vector(&sizes).value
        }))
    }
    /// Concatenates tensors of rank 0 and one type to a vector; of type `i32` if there are none.
    pub fn vector(self, numbers: &[V<'e>]) -> V<'e> {
        let cx = self.cx();
        let elem = numbers.first().map_or(cx.i32(), |n| n.elem());
        let one = cx.tensor(&[1], elem);
        let ty = cx.tensor(&[numbers.len() as i64], elem);
        let parts: Vec<V<'e>> = numbers.iter().map(|n| n.op::<hlo::ReshapeOp>(&[], one, &[])).collect();
        match parts.split_first() {
            Some((&first, [])) => first,
            Some((first, rest)) => first.op::<hlo::ConcatenateOp>(rest, ty, &[("dimension", cx.i64_attr(0))]),
            None => {
                let none = cx.dense_i64s(ty, &[]).unwrap_or(cx.i64_attr(0));
                self.at(self.place.make(hlo::ConstantOp::info(), &[], ty, &[("value", none)]))
            }
        }
    }

    // ---------------------------------------------------------------- comparisons and choices

    fn compare(self, direction: Direction, y: impl Term<'e>, order: Option<ComparisonType>) -> V<'e> {
        let cx = self.cx();
        let mut attrs: SmallVec<[(&str, Attr); 2]> = smallvec![("comparison_direction", cx.attr(direction))];
        attrs.extend(order.map(|o| ("compare_type", cx.attr(o))));
        self.op::<hlo::CompareOp>(&[y.beside(self)], self.ty_of(cx.i1()), &attrs)
    }
    /// `self == y`.
    pub fn eq(self, y: impl Term<'e>) -> V<'e> {
        self.compare(Direction::Eq, y, None)
    }
    /// `self != y`.
    pub fn ne(self, y: impl Term<'e>) -> V<'e> {
        self.compare(Direction::Ne, y, None)
    }
    /// `self < y`.
    pub fn lt(self, y: impl Term<'e>) -> V<'e> {
        self.compare(Direction::Lt, y, None)
    }
    /// `self <= y`.
    pub fn le(self, y: impl Term<'e>) -> V<'e> {
        self.compare(Direction::Le, y, None)
    }
    /// `self > y`.
    pub fn gt(self, y: impl Term<'e>) -> V<'e> {
        self.compare(Direction::Gt, y, None)
    }
    /// `self >= y`.
    pub fn ge(self, y: impl Term<'e>) -> V<'e> {
        self.compare(Direction::Ge, y, None)
    }
    /// `self > y` in the total order of floats.
    pub fn gt_total(self, y: V<'e>) -> V<'e> {
        let is_float = self.cx().as_float(self.elem()).is_some();
        self.compare(Direction::Gt, y, is_float.then_some(ComparisonType::TotalOrder))
    }
    /// `yes` where this is true, `no` elsewhere.
    pub fn select(self, yes: V<'e>, no: impl Term<'e>) -> V<'e> {
        self.op::<hlo::SelectOp>(&[yes, no.beside(yes)], yes.ty(), &[])
    }

    // ---------------------------------------------------------------- parts and types

    /// Converts to another element type.
    pub fn convert(self, elem: Type) -> V<'e> {
        if elem == self.elem() {
            return self;
        }
        self.op::<hlo::ConvertOp>(&[], self.ty_of(elem), &[])
    }
    /// The same bits as another element type.
    pub fn bitcast(self, elem: Type) -> V<'e> {
        if elem == self.elem() {
            return self;
        }
        self.op::<hlo::BitcastConvertOp>(&[], self.ty_of(elem), &[])
    }
    fn part(self) -> Type {
        self.ty_of(self.cx().type_as::<ComplexType>(self.elem()).map_or(self.elem(), |c| c.elem))
    }
    /// The real part.
    pub fn re(self) -> V<'e> {
        self.op::<hlo::RealOp>(&[], self.part(), &[])
    }
    /// The imaginary part.
    pub fn im(self) -> V<'e> {
        self.op::<hlo::ImagOp>(&[], self.part(), &[])
    }
    /// The complex number with this real part.
    pub fn complex(self, im: V<'e>) -> V<'e> {
        let elem = self.cx().ty(ComplexType { elem: self.elem() });
        self.op::<hlo::ComplexOp>(&[im], self.ty_of(elem), &[])
    }
    /// Whether the sign bit is set; unlike a comparison with 0 it distinguishes -0 from 0.
    pub fn is_negative(self) -> V<'e> {
        let width = self.cx().bit_width(self.elem()).unwrap_or(32);
        self.bitcast(self.cx().int_type(width)).lt(0.0)
    }
    /// A number that is not negative, with the sign of `sign`.
    pub fn with_sign(self, sign: V<'e>) -> V<'e> {
        sign.is_negative().select(-self, self)
    }

    // ---------------------------------------------------------------- sums

    /// The polynomial with these coefficients, that of the highest power first, by Horner's rule.
    pub fn poly(self, coefficients: &[f64]) -> V<'e> {
        let Some((&first, rest)) = coefficients.split_first() else { return self.c(0.0) };
        rest.iter().fold(self.c(first), |sum, &c| sum.times(self).contracted::<hlo::AddOp>(self.c(c)))
    }
    /// A product that may be contracted with what it is added to.
    fn times(self, factor: V<'e>) -> V<'e> {
        self.contracted::<hlo::MulOp>(factor)
    }
    /// Makes an op that may be contracted with a product or a sum.
    fn contracted<O: OpDef>(self, y: V<'e>) -> V<'e> {
        self.op::<O>(&[y], self.ty(), &[(CONTRACT, self.cx().bool_attr(true))])
    }
    /// Half of the sum of `c_k T_k(x / 2)`, the highest `k` first, by Clenshaw's recurrence.
    pub fn chebyshev(self, coefficients: &[f64]) -> V<'e> {
        let zero = self.c(0.0);
        let (mut b0, mut b1, mut b2) = (zero, zero, zero);
        for &c in coefficients {
            (b2, b1) = (b1, b0);
            b0 = self.times(b1).contracted::<hlo::SubtractOp>(b2) + c;
        }
        (b0 - b2) * 0.5
    }
    /// The square root of the sum of two squares, without overflow.
    pub fn hypot(self, y: V<'e>) -> V<'e> {
        let (a, b) = (self.abs(), y.abs());
        let (large, small) = (a.max(b), a.min(b));
        let ratio = small / large;
        let square = ratio * ratio;
        let root = (square + 1.0).sqrt();
        // Where the root rounds to 1, the first term of its series is still significant.
        let tiny = root.eq(1.0) & square.gt(0.0);
        let sum = tiny.select(large + large * square * 0.5, large * root);
        large.eq(small).select(large * std::f64::consts::SQRT_2, sum)
    }
}

/// The operators of Rust, with a tensor or a number on either side.
macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl<'e, T: Term<'e>> $trait<T> for V<'e> {
            type Output = V<'e>;
            fn $method(self, y: T) -> V<'e> {
                self.op::<hlo::$op>(&[y.beside(self)], self.ty(), &[])
            }
        }
        impl<'e> $trait<V<'e>> for f64 {
            type Output = V<'e>;
            fn $method(self, y: V<'e>) -> V<'e> {
                $trait::$method(y.c(self), y)
            }
        }
    )*};
}
operators! {
    Add add AddOp;
    Sub sub SubtractOp;
    Mul mul MulOp;
    Div div DivOp;
}

impl<'e> BitAnd for V<'e> {
    type Output = V<'e>;
    fn bitand(self, y: V<'e>) -> V<'e> {
        self.op::<hlo::AndOp>(&[y], self.ty(), &[])
    }
}
impl<'e> BitOr for V<'e> {
    type Output = V<'e>;
    fn bitor(self, y: V<'e>) -> V<'e> {
        self.op::<hlo::OrOp>(&[y], self.ty(), &[])
    }
}
impl<'e> Not for V<'e> {
    type Output = V<'e>;
    fn not(self) -> V<'e> {
        self.op::<hlo::NotOp>(&[], self.ty(), &[])
    }
}
impl<'e> Neg for V<'e> {
    type Output = V<'e>;
    fn neg(self) -> V<'e> {
        self.op::<hlo::NegOp>(&[], self.ty(), &[])
    }
}
