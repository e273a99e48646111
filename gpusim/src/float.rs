//! Float operations on the lanes of a warp, rounded to nearest, ties to even.
//!
//! `f16` and `bf16` are computed in `f32` and rounded again, which gives correctly rounded sums, products, quotients and roots, because
//! `f32` has more than twice their bits plus two.

use half::{bf16, f16};
use strata_ir::num::FloatFormat;

use crate::{
    code::{Cast, Float, FloatOp, FloatUn, Lanes},
    int::{map1, map2, mask, signed},
};

/// A float type in the lower bits of a register.
trait Num {
    /// The type of the computation.
    type Wide: Real;
    const BITS: u32;
    const FORMAT: FloatFormat;
    fn get(bits: u64) -> Self::Wide;
    fn put(v: Self::Wide) -> u64;
}

struct H;
struct B;
struct S;
struct D;

impl Num for H {
    type Wide = f32;
    const BITS: u32 = 16;
    const FORMAT: FloatFormat = FloatFormat::F16;
    fn get(bits: u64) -> f32 {
        f16::from_bits(bits as u16).to_f32()
    }
    fn put(v: f32) -> u64 {
        f16::from_f32(v).to_bits().into()
    }
}
impl Num for B {
    type Wide = f32;
    const BITS: u32 = 16;
    const FORMAT: FloatFormat = FloatFormat::BF16;
    fn get(bits: u64) -> f32 {
        f32::from_bits((bits as u32) << 16)
    }
    fn put(v: f32) -> u64 {
        bf16::from_f32(v).to_bits().into()
    }
}
impl Num for S {
    type Wide = f32;
    const BITS: u32 = 32;
    const FORMAT: FloatFormat = FloatFormat::F32;
    #[inline(always)]
    fn get(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
    #[inline(always)]
    fn put(v: f32) -> u64 {
        v.to_bits().into()
    }
}
impl Num for D {
    type Wide = f64;
    const BITS: u32 = 64;
    const FORMAT: FloatFormat = FloatFormat::F64;
    #[inline(always)]
    fn get(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    #[inline(always)]
    fn put(v: f64) -> u64 {
        v.to_bits()
    }
}

/// `f32` or `f64`.
trait Real: Copy + PartialOrd {
    fn bin(op: FloatOp, a: Self, b: Self) -> Self;
    fn un(op: FloatUn, a: Self) -> Self;
    fn fma(a: Self, b: Self, c: Self) -> Self;
    fn from_i64(v: i64) -> Self;
    fn from_u64(v: u64) -> Self;
    fn to_i64(self) -> i64;
    fn to_u64(self) -> u64;
}

macro_rules! real {
    ($t:ty) => {
        impl Real for $t {
            #[inline(always)]
            fn bin(op: FloatOp, a: Self, b: Self) -> Self {
                // Positive zero is larger than negative zero.
                let smaller = |a: Self, b: Self| a < b || a == b && a.is_sign_negative();
                match op {
                    FloatOp::Add => a + b,
                    FloatOp::Sub => a - b,
                    FloatOp::Mul => a * b,
                    FloatOp::Div => a / b,
                    FloatOp::Rem => a % b,
                    FloatOp::CopySign => a.copysign(b),
                    FloatOp::MaxNum | FloatOp::Maximum => match (a.is_nan(), b.is_nan()) {
                        (false, false) => {
                            if smaller(a, b) {
                                b
                            } else {
                                a
                            }
                        }
                        (false, true) if op == FloatOp::MaxNum => a,
                        (true, false) if op == FloatOp::MaxNum => b,
                        _ => Self::NAN,
                    },
                    FloatOp::MinNum | FloatOp::Minimum => match (a.is_nan(), b.is_nan()) {
                        (false, false) => {
                            if smaller(a, b) {
                                a
                            } else {
                                b
                            }
                        }
                        (false, true) if op == FloatOp::MinNum => a,
                        (true, false) if op == FloatOp::MinNum => b,
                        _ => Self::NAN,
                    },
                    FloatOp::Pow => a.powf(b),
                    FloatOp::Atan2 => a.atan2(b),
                }
            }
            #[inline(always)]
            fn un(op: FloatUn, a: Self) -> Self {
                match op {
                    FloatUn::Neg => -a,
                    FloatUn::Abs => a.abs(),
                    FloatUn::Sqrt => a.sqrt(),
                    FloatUn::Floor => a.floor(),
                    FloatUn::Ceil => a.ceil(),
                    FloatUn::Trunc => a.trunc(),
                    FloatUn::RoundEven => a.round_ties_even(),
                    FloatUn::Round => a.round(),
                    FloatUn::Exp => a.exp(),
                    FloatUn::Exp2 => a.exp2(),
                    FloatUn::Exp10 => (10.0 as Self).powf(a),
                    FloatUn::Log => a.ln(),
                    FloatUn::Log2 => a.log2(),
                    FloatUn::Log10 => a.log10(),
                    FloatUn::Sin => a.sin(),
                    FloatUn::Cos => a.cos(),
                    FloatUn::Tan => a.tan(),
                    FloatUn::ASin => a.asin(),
                    FloatUn::ACos => a.acos(),
                    FloatUn::ATan => a.atan(),
                    FloatUn::Sinh => a.sinh(),
                    FloatUn::Cosh => a.cosh(),
                    FloatUn::Tanh => a.tanh(),
                    FloatUn::Rcp => 1.0 / a,
                    FloatUn::Rsqrt => 1.0 / a.sqrt(),
                }
            }
            #[inline(always)]
            fn fma(a: Self, b: Self, c: Self) -> Self {
                a.mul_add(b, c)
            }
            fn from_i64(v: i64) -> Self {
                v as Self
            }
            fn from_u64(v: u64) -> Self {
                v as Self
            }
            fn to_i64(self) -> i64 {
                self as i64
            }
            fn to_u64(self) -> u64 {
                self as u64
            }
        }
    };
}
real!(f32);
real!(f64);

/// Calls a generic function for the float type.
macro_rules! by_type {
    ($ty:expr, $f:ident($($arg:expr),*)) => {
        match $ty {
            Float::F16 => $f::<H>($($arg),*),
            Float::BF16 => $f::<B>($($arg),*),
            Float::F32 => $f::<S>($($arg),*),
            Float::F64 => $f::<D>($($arg),*),
        }
    };
}

fn bin_of<T: Num>(op: FloatOp, a: &Lanes, b: &Lanes) -> Lanes {
    macro_rules! each {
        ($($op:ident),*) => {
            match op { $(FloatOp::$op => map2(a, b, |a, b| T::put(T::Wide::bin(FloatOp::$op, T::get(a), T::get(b)))),)* }
        };
    }
    // The sign bit is copied unchanged, even of NaN.
    if op == FloatOp::CopySign {
        let sign = 1u64 << (T::BITS - 1);
        return map2(a, b, |a, b| a & !sign | b & sign);
    }
    each!(Add, Sub, Mul, Div, Rem, CopySign, MaxNum, MinNum, Maximum, Minimum, Pow, Atan2)
}

/// The operation on two floats.
pub(crate) fn bin(op: FloatOp, ty: Float, a: &Lanes, b: &Lanes) -> Lanes {
    by_type!(ty, bin_of(op, a, b))
}

fn un_of<T: Num>(op: FloatUn, a: &Lanes) -> Lanes {
    let sign = 1u64 << (T::BITS - 1);
    match op {
        FloatUn::Neg => map1(a, |a| a ^ sign),
        FloatUn::Abs => map1(a, |a| a & !sign),
        _ => map1(a, |a| T::put(T::Wide::un(op, T::get(a)))),
    }
}

/// The operation on one float.
pub(crate) fn un(op: FloatUn, ty: Float, a: &Lanes) -> Lanes {
    by_type!(ty, un_of(op, a))
}

fn fma_of<T: Num>(a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    if T::BITS == 16 {
        return std::array::from_fn(|i| T::FORMAT.fma(a[i].into(), b[i].into(), c[i].into()) as u64);
    }
    std::array::from_fn(|i| T::put(T::Wide::fma(T::get(a[i]), T::get(b[i]), T::get(c[i]))))
}

/// `a * b + c`, rounded once.
pub(crate) fn fma(ty: Float, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    by_type!(ty, fma_of(a, b, c))
}

fn cmp_of<T: Num>(pred: u8, a: &Lanes, b: &Lanes) -> Lanes {
    use std::cmp::Ordering::*;
    // The bits of LLVM's predicate number: equal, greater, less, unordered.
    map2(a, b, |a, b| {
        let bit = match T::get(a).partial_cmp(&T::get(b)) {
            Some(Equal) => 0,
            Some(Greater) => 1,
            Some(Less) => 2,
            None => 3,
        };
        (pred >> bit & 1).into()
    })
}

/// Compares by LLVM's predicate number.
pub(crate) fn cmp(pred: u8, ty: Float, a: &Lanes, b: &Lanes) -> Lanes {
    by_type!(ty, cmp_of(pred, a, b))
}

/// Tests for the classes of `llvm.is.fpclass`.
pub(crate) fn classes(ty: Float, which: u16, a: &Lanes) -> Lanes {
    let (bits, fraction) = match ty {
        Float::F16 => (16, 10),
        Float::BF16 => (16, 7),
        Float::F32 => (32, 23),
        Float::F64 => (64, 52),
    };
    map1(a, |a| {
        let negative = a >> (bits - 1) & 1 != 0;
        let exponent = a >> fraction & mask((bits - 1 - fraction) as u8);
        let low = a & mask(fraction as u8);
        let class = if exponent == mask((bits - 1 - fraction) as u8) {
            match low {
                0 if negative => 2,
                0 => 9,
                _ if low >> (fraction - 1) == 0 => 0,
                _ => 1,
            }
        } else {
            match (exponent, low, negative) {
                (0, 0, true) => 5,
                (0, 0, false) => 6,
                (0, _, true) => 4,
                (0, _, false) => 7,
                (_, _, true) => 3,
                (_, _, false) => 8,
            }
        };
        (which >> class & 1).into()
    })
}

fn from_int<T: Num>(v: u64, bits: u8, sign: bool) -> u64 {
    if T::BITS == 16 && bits > 16 {
        // Rounding twice could give a wrong result here.
        let n = if sign { i128::from(signed(v, bits)) } else { i128::from(v) };
        return T::FORMAT.from_i128(n) as u64;
    }
    T::put(if sign { T::Wide::from_i64(signed(v, bits)) } else { T::Wide::from_u64(v) })
}

/// Saturates, as the hardware does; NaN becomes zero.
fn to_int<T: Num>(v: u64, bits: u8, sign: bool) -> u64 {
    let v = T::get(v);
    if sign {
        let (lo, hi) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        v.to_i64().clamp(lo, hi) as u64 & mask(bits)
    } else {
        v.to_u64().min(mask(bits))
    }
}

/// Converts a float to another type.
pub(crate) fn convert(from: Float, to: Float, v: u64) -> u64 {
    match (from, to) {
        (Float::F32, Float::F16) => H::put(S::get(v)),
        (Float::F32, Float::BF16) => B::put(S::get(v)),
        (Float::F32, Float::F64) => f64::from(S::get(v)).to_bits(),
        (Float::F64, Float::F32) => S::put(D::get(v) as f32),
        (Float::F64, Float::F16) => FloatFormat::F16.from_f64(D::get(v)) as u64,
        (Float::F64, Float::BF16) => FloatFormat::BF16.from_f64(D::get(v)) as u64,
        (Float::F16, to) if to != Float::F16 => convert(Float::F32, to, S::put(H::get(v))),
        (Float::BF16, to) if to != Float::BF16 => convert(Float::F32, to, S::put(B::get(v))),
        _ => v,
    }
}

/// Conversions from and to floats; `None` for others.
pub(crate) fn cast(op: Cast, a: &Lanes) -> Option<Lanes> {
    Some(match op {
        Cast::SIToFP(bits, ty) => map1(a, |v| by_type!(ty, from_int(v, bits, true))),
        Cast::UIToFP(bits, ty) => map1(a, |v| by_type!(ty, from_int(v, bits, false))),
        Cast::FPToSI(ty, bits) => map1(a, |v| by_type!(ty, to_int(v, bits, true))),
        Cast::FPToUI(ty, bits) => map1(a, |v| by_type!(ty, to_int(v, bits, false))),
        Cast::Float(from, to) => map1(a, |v| convert(from, to, v)),
        _ => return None,
    })
}
