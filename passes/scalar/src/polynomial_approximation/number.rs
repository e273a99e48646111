//! Numbers of 32 or 64 bits, their bits and truth values as operands of formulas: each operator makes an op, on scalars or vectors.
//!
//! `x.fma(a, 1.0) * y` makes `math.fma` and `arith.mulf`. A constant is one op for all of its uses.

use std::{
    cell::RefCell,
    ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Shl, Shr, Sub},
};

use strata_arith::{CmpFPredicate, CmpIPredicate};
use strata_ir::prelude::*;

use crate::arith_builder::ArithBuilder;

/// A format of numbers.
pub(super) struct Format {
    /// The bits of an element.
    width: u32,
    /// The bits of the mantissa that are stored.
    pub(super) digits: i64,
    pub(super) mantissa: i64,
    /// That of exponents.
    pub(super) bias: i64,
    pub(super) smallest_normal: f64,
    /// `2^digits`, and its bits.
    pub(super) whole: f64,
    pub(super) whole_bits: i64,
    /// Adding this to a number of at most `digits - 1` bits rounds it to an integer, which is then in the low bits of the sum.
    pub(super) magic: f64,
}

const SINGLE: Format = Format {
    width: 32,
    digits: 23,
    mantissa: 0x007f_ffff,
    bias: 127,
    smallest_normal: f32::MIN_POSITIVE as f64,
    whole: 8_388_608.0,
    whole_bits: 0x4b00_0000,
    magic: 12_582_912.0,
};
const DOUBLE: Format = Format {
    width: 64,
    digits: 52,
    mantissa: 0x000f_ffff_ffff_ffff,
    bias: 1023,
    smallest_normal: f64::MIN_POSITIVE,
    whole: 4_503_599_627_370_496.0,
    whole_bits: 0x4330_0000_0000_0000,
    magic: 6_755_399_441_055_744.0,
};

/// The insertion point of the ops of one formula, and their types.
struct Place<'e, 'b> {
    e: RefCell<ArithBuilder<'e, 'b>>,
    ty: Type,
    ints: Type,
    format: &'static Format,
    constants: RefCell<Vec<(bool, i64, Value)>>,
}

/// Builds ops; hides the lifetimes of a builder.
pub(super) trait Make {
    fn make(&self, op: &mut dyn FnMut(&mut ArithBuilder<'_, '_>) -> Value) -> Value;
    /// A constant with these bits: a float, or an integer.
    fn constant(&self, is_float: bool, bits: i64) -> Value;
    fn types(&self) -> (Type, Type);
    fn format(&self) -> &'static Format;
}

impl Make for Place<'_, '_> {
    fn make(&self, op: &mut dyn FnMut(&mut ArithBuilder<'_, '_>) -> Value) -> Value {
        op(&mut self.e.borrow_mut())
    }
    fn constant(&self, is_float: bool, bits: i64) -> Value {
        let mut constants = self.constants.borrow_mut();
        if let Some(known) = constants.iter().find(|k| (k.0, k.1) == (is_float, bits)) {
            return known.2;
        }
        let mut e = self.e.borrow_mut();
        let made = match is_float {
            true => e.float(f64::from_bits(bits as u64), self.ty),
            false => e.int(bits, self.ints),
        };
        constants.push((is_float, bits, made));
        made
    }
    fn types(&self) -> (Type, Type) {
        (self.ty, self.ints)
    }
    fn format(&self) -> &'static Format {
        self.format
    }
}

/// A float, or a vector of them.
#[derive(Clone, Copy)]
pub(super) struct Number<'c> {
    at: &'c dyn Make,
    value: Value,
}

/// The bits of a [`Number`].
#[derive(Clone, Copy)]
pub(super) struct Bits<'c> {
    at: &'c dyn Make,
    value: Value,
}

/// An `i1`, or a vector of them.
#[derive(Clone, Copy)]
pub(super) struct Truth<'c> {
    at: &'c dyn Make,
    value: Value,
}

impl<'e> Place<'e, 'e> {
    /// A formula for arguments of type `ty`: `f32`, `f64`, or a vector of them.
    fn new<'b>(e: &'e mut ArithBuilder<'_, 'b>, ty: Type) -> Place<'e, 'b> {
        let format = if e.0.cx().elem_or_self(ty) == e.0.cx().f32() { &SINGLE } else { &DOUBLE };
        let ints = e.ints_like(ty, format.width);
        Place { e: RefCell::new(ArithBuilder(e.0)), ty, ints, format, constants: RefCell::default() }
    }
}

/// The result of `formula` for `arguments`.
pub(super) fn apply<const N: usize>(
    e: &mut ArithBuilder<'_, '_>,
    arguments: [Value; N],
    formula: impl for<'c> FnOnce([Number<'c>; N]) -> Number<'c>,
) -> Value {
    let [result] = apply_for(e, arguments, |arguments| [formula(arguments)]);
    result
}

/// The results of a formula that has several.
pub(super) fn apply_for<const N: usize, const R: usize>(
    e: &mut ArithBuilder<'_, '_>,
    arguments: [Value; N],
    formula: impl for<'c> FnOnce([Number<'c>; N]) -> [Number<'c>; R],
) -> [Value; R] {
    let ty = e.0.ty(arguments[0]);
    let place = Place::new(e, ty);
    formula(arguments.map(|value| Number { at: &place, value })).map(|result| result.value)
}

/// Whether `formula` holds for `arguments`.
pub(super) fn holds<const N: usize>(
    e: &mut ArithBuilder<'_, '_>,
    arguments: [Value; N],
    formula: impl for<'c> FnOnce([Number<'c>; N]) -> Truth<'c>,
) -> Value {
    let ty = e.0.ty(arguments[0]);
    let place = Place::new(e, ty);
    formula(arguments.map(|value| Number { at: &place, value })).value
}

/// A value of the kind `Of`, or a constant.
pub(super) trait Operand<'c, Of> {
    fn at(self, at: &'c dyn Make) -> Value;
}

impl<'c> Operand<'c, Number<'c>> for Number<'c> {
    fn at(self, _: &'c dyn Make) -> Value {
        self.value
    }
}

impl<'c> Operand<'c, Number<'c>> for f64 {
    fn at(self, at: &'c dyn Make) -> Value {
        at.constant(true, self.to_bits() as i64)
    }
}

impl<'c> Operand<'c, Bits<'c>> for Bits<'c> {
    fn at(self, _: &'c dyn Make) -> Value {
        self.value
    }
}

impl<'c> Operand<'c, Bits<'c>> for i64 {
    fn at(self, at: &'c dyn Make) -> Value {
        at.constant(false, self)
    }
}

/// Operators on two values, and on a constant and a value.
macro_rules! operators {
    ($($on:ident, $constant:ty: $($trait:ident $method:ident = $make:expr),*;)*) => {$($(
        impl<'c, T: Operand<'c, $on<'c>>> $trait<T> for $on<'c> {
            type Output = $on<'c>;
            fn $method(self, right: T) -> $on<'c> {
                let right = right.at(self.at);
                let make: fn(&mut ArithBuilder<'_, '_>, Value, Value) -> Value = $make;
                $on { at: self.at, value: self.at.make(&mut |e| make(e, self.value, right)) }
            }
        }
        impl<'c> $trait<$on<'c>> for $constant {
            type Output = $on<'c>;
            fn $method(self, right: $on<'c>) -> $on<'c> {
                let left = self.at(right.at);
                $trait::$method($on { at: right.at, value: left }, right)
            }
        }
    )*)*};
}

operators! {
    Number, f64: Add add = |e, a, b| e.addf(a, b), Sub sub = |e, a, b| e.subf(a, b), Mul mul = |e, a, b| e.mulf(a, b),
        Div div = |e, a, b| e.divf(a, b);
    Bits, i64: Add add = |e, a, b| e.addi(a, b), Sub sub = |e, a, b| e.subi(a, b), Mul mul = |e, a, b| e.muli(a, b),
        BitAnd bitand = |e, a, b| e.andi(a, b),
        BitOr bitor = |e, a, b| e.ori(a, b), BitXor bitxor = |e, a, b| strata_arith::XOrIOp::build(e.0, a, b),
        Shl shl = |e, a, b| e.shli(a, b), Shr shr = |e, a, b| e.shrui(a, b);
}

impl Neg for Number<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { at: self.at, value: self.at.make(&mut |e| e.negf(self.value)) }
    }
}

impl BitAnd for Truth<'_> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self { at: self.at, value: self.at.make(&mut |e| e.andi(self.value, other.value)) }
    }
}

impl BitOr for Truth<'_> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self { at: self.at, value: self.at.make(&mut |e| e.ori(self.value, other.value)) }
    }
}

/// Functions of one number.
macro_rules! functions {
    ($($name:ident = $op:path;)*) => {$(
        pub(super) fn $name(self) -> Number<'c> {
            Number { value: self.at.make(&mut |e| <$op>::build(e.0, self.value, None)), ..self }
        }
    )*};
}

/// Comparisons of two numbers.
macro_rules! comparisons {
    ($($name:ident = $predicate:ident;)*) => {$(
        pub(super) fn $name(self, other: impl Operand<'c, Number<'c>>) -> Truth<'c> {
            let other = other.at(self.at);
            let value = self.at.make(&mut |e| e.cmpf(CmpFPredicate::$predicate, self.value, other));
            Truth { at: self.at, value }
        }
    )*};
}

impl<'c> Number<'c> {
    functions! {
        abs = strata_math::AbsFOp;
        sqrt = strata_math::SqrtOp;
        floor = strata_math::FloorOp;
    }
    comparisons! {
        lt = Olt;
        gt = Ogt;
        eq = Oeq;
        ne = One;
        not_ge = Ult;
        not_less = Uge;
        unordered = Uno;
    }
    pub(super) fn format(self) -> &'static Format {
        self.at.format()
    }
    /// Whether this is not a positive normal number: less, zero, subnormal, infinite or NaN.
    pub(super) fn is_not_positive_normal(self) -> Truth<'c> {
        let (low, high) = match self.format().digits {
            23 => (f32::MIN_POSITIVE.to_bits().into(), f32::INFINITY.to_bits().into()),
            _ => (f64::MIN_POSITIVE.to_bits() as i64, f64::INFINITY.to_bits() as i64),
        };
        (self.bits() - low).compare(CmpIPredicate::Uge, high - low)
    }
    /// A constant of the same formula.
    pub(super) fn num(self, value: f64) -> Number<'c> {
        Number { at: self.at, value: value.at(self.at) }
    }
    /// `self b + c`, rounded once.
    pub(super) fn fma(self, b: impl Operand<'c, Number<'c>>, c: impl Operand<'c, Number<'c>>) -> Number<'c> {
        let (b, c) = (b.at(self.at), c.at(self.at));
        Number { at: self.at, value: self.at.make(&mut |e| e.fma(self.value, b, c)) }
    }
    /// This number, whose sign is positive, with the sign of another one. Cheaper than [`Self::copysign`].
    pub(super) fn with_sign_of(self, sign: Number<'c>) -> Number<'c> {
        (self.bits() | (sign.bits() & (-1 << (self.format().width - 1)))).float()
    }
    /// The magnitude of this number with the sign of another one.
    pub(super) fn copysign(self, sign: Number<'c>) -> Number<'c> {
        Number { at: self.at, value: self.at.make(&mut |e| e.copysign(self.value, sign.value)) }
    }
    pub(super) fn bits(self) -> Bits<'c> {
        let ints = self.at.types().1;
        Bits { at: self.at, value: self.at.make(&mut |e| e.bitcast(self.value, ints)) }
    }
}

impl<'c> Bits<'c> {
    pub(super) fn format(self) -> &'static Format {
        self.at.format()
    }
    /// The number with these bits.
    pub(super) fn float(self) -> Number<'c> {
        let ty = self.at.types().0;
        Number { at: self.at, value: self.at.make(&mut |e| e.bitcast(self.value, ty)) }
    }
    fn compare(self, predicate: CmpIPredicate, with: i64) -> Truth<'c> {
        let with = with.at(self.at);
        Truth { at: self.at, value: self.at.make(&mut |e| e.cmpi(predicate, self.value, with)) }
    }
    /// The signed integer as a number, rounded.
    pub(super) fn to_number(self) -> Number<'c> {
        let ty = self.at.types().0;
        Number { at: self.at, value: self.at.make(&mut |e| e.sitofp(self.value, ty)) }
    }
    /// The minimum of the signed integer and the limit.
    pub(super) fn at_most(self, limit: i64) -> Bits<'c> {
        let limit = limit.at(self.at);
        Bits { at: self.at, value: self.at.make(&mut |e| e.minsi(self.value, limit)) }
    }
    /// The maximum of two signed integers.
    pub(super) fn at_least(self, other: Bits<'c>) -> Bits<'c> {
        Bits { at: self.at, value: self.at.make(&mut |e| e.maxsi(self.value, other.value)) }
    }
    /// A constant of the same formula.
    pub(super) fn constant(self, value: i64) -> Bits<'c> {
        Bits { at: self.at, value: value.at(self.at) }
    }
    /// The upper and lower half of the product of two unsigned integers, from products of halves.
    pub(super) fn product(self, other: Bits<'c>) -> (Bits<'c>, Bits<'c>) {
        const HALF: i64 = 0xffff_ffff;
        let halves = |v: Bits<'c>| (v >> 32, v & HALF);
        let ((a, b), (c, d)) = (halves(self), halves(other));
        let (ad, bc, bd) = (a * d, b * c, b * d);
        let middle = (bd >> 32) + (ad & HALF) + (bc & HALF);
        (a * c + (ad >> 32) + (bc >> 32) + (middle >> 32), self * other)
    }
    /// The sum of two unsigned integers, and its carry.
    pub(super) fn sum(self, other: Bits<'c>) -> (Bits<'c>, Bits<'c>) {
        let sum = self + other;
        let value = self.at.make(&mut |e| e.cmpi(CmpIPredicate::Ult, sum.value, other.value));
        let carry = Truth { at: self.at, value }.select_bits(sum.constant(1), sum.constant(0));
        (sum, carry)
    }
    /// Whether the bits differ from `other`.
    pub(super) fn is_not(self, other: i64) -> Truth<'c> {
        self.compare(CmpIPredicate::Ne, other)
    }
    pub(super) fn is_negative(self) -> Truth<'c> {
        self.compare(CmpIPredicate::Slt, 0)
    }
}

impl<'c> Truth<'c> {
    /// Selects the bits `yes` where this holds, and `no` otherwise.
    pub(super) fn select_bits(self, yes: Bits<'c>, no: Bits<'c>) -> Bits<'c> {
        Bits { at: self.at, value: self.at.make(&mut |e| e.select(self.value, yes.value, no.value)) }
    }
    /// Selects `yes` where this holds, and `no` otherwise.
    pub(super) fn select(
        self,
        yes: impl Operand<'c, Number<'c>>,
        no: impl Operand<'c, Number<'c>>,
    ) -> Number<'c> {
        let (yes, no) = (yes.at(self.at), no.at(self.at));
        Number { at: self.at, value: self.at.make(&mut |e| e.select(self.value, yes, no)) }
    }
}
