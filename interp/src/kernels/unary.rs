//! Functions of one number.

use crate::{Elem, Num, kernels::complex};

use super::{bessel_i1e, digamma, erf, erf_inv, erfc, lgamma};

/// A function of one number whose result has the same type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the operations")]
pub enum Un {
    Abs,
    Neg,
    Not,
    Sign,
    Popcnt,
    Clz,
    Ctz,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Logistic,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Erf,
    Erfc,
    ErfInv,
    Lgamma,
    Digamma,
    BesselI1e,
    Sqrt,
    Rsqrt,
    Cbrt,
    Ceil,
    Floor,
    Trunc,
    RoundAway,
    RoundEven,
    Square,
}

#[inline]
pub(super) fn int(op: Un, e: Elem, x: i64) -> Option<i64> {
    let bits = e.zext(x);
    let out = match op {
        Un::Abs => e.signed(x).wrapping_abs(),
        Un::Neg => x.wrapping_neg(),
        Un::Not => !x,
        Un::Sign => e.signed(x).signum(),
        Un::Popcnt => bits.count_ones() as i64,
        Un::Clz => (bits.leading_zeros() + e.width() - 64) as i64,
        Un::Ctz => bits.trailing_zeros().min(e.width()) as i64,
        Un::Square => x.wrapping_mul(x),
        _ => return None,
    };
    Some(e.wrap(out))
}

#[inline]
pub(super) fn float(op: Un, x: f64) -> Option<f64> {
    Some(match op {
        Un::Abs => x.abs(),
        Un::Neg => -x,
        Un::Sign => {
            if x == 0.0 || x.is_nan() {
                x
            } else {
                x.signum()
            }
        }
        Un::Exp => x.exp(),
        Un::Exp2 => x.exp2(),
        Un::Expm1 => x.exp_m1(),
        Un::Log => x.ln(),
        Un::Log2 => x.log2(),
        Un::Log10 => x.log10(),
        Un::Log1p => x.ln_1p(),
        Un::Logistic => 1.0 / (1.0 + (-x).exp()),
        Un::Sin => x.sin(),
        Un::Cos => x.cos(),
        Un::Tan => x.tan(),
        Un::Asin => x.asin(),
        Un::Acos => x.acos(),
        Un::Atan => x.atan(),
        Un::Sinh => x.sinh(),
        Un::Cosh => x.cosh(),
        Un::Tanh => x.tanh(),
        Un::Asinh => x.asinh(),
        Un::Acosh => x.acosh(),
        Un::Atanh => x.atanh(),
        Un::Erf => erf(x),
        Un::Erfc => erfc(x),
        Un::ErfInv => erf_inv(x),
        Un::Lgamma => lgamma(x),
        Un::Digamma => digamma(x),
        Un::BesselI1e => bessel_i1e(x),
        Un::Sqrt => x.sqrt(),
        Un::Rsqrt => 1.0 / x.sqrt(),
        Un::Cbrt => x.cbrt(),
        Un::Ceil => x.ceil(),
        Un::Floor => x.floor(),
        Un::Trunc => x.trunc(),
        Un::RoundAway => x.round(),
        Un::RoundEven => x.round_ties_even(),
        Un::Square => x * x,
        Un::Not | Un::Popcnt | Un::Clz | Un::Ctz => return None,
    })
}

/// A function of a number of type `e`; `None` if the type has no such function.
pub fn unary_num(op: Un, e: Elem, x: Num) -> Option<Num> {
    Some(match x {
        Num::Int(x) => Num::Int(int(op, e, x)?),
        // The sign bit of a NaN changes too, so these do not go through f64.
        Num::F32(x) if op == Un::Neg => Num::F32(-x),
        Num::F32(x) if op == Un::Abs => Num::F32(x.abs()),
        Num::F32(x) => Num::F32(e.round(float(op, x as f64)?)),
        Num::F64(x) => Num::F64(float(op, x)?),
        Num::C32(_) | Num::C64(_) => Num::from_complex(e, complex::unary(op, x.complex())?),
    })
}
