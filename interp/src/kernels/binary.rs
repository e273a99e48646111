//! Functions of two numbers of one type.

use crate::{Elem, Num, kernels::complex};

/// A function of two numbers. Integers wrap. A function that is undefined for some numbers in `arith` but not in
/// StableHLO has a variant for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of the operations")]
pub enum Bin {
    Add,
    Sub,
    Mul,
    /// Of integers by the sign of the type: by zero is -1 or all ones, the smallest number by -1 is itself.
    Div,
    /// Of integers by the sign of the type: by zero is the dividend. The sign is that of the dividend.
    Rem,
    /// Of integers by the sign of the type; of floats NaN if either is.
    Max,
    Min,
    And,
    Or,
    Xor,
    /// Shifts by the width or more give zero or, arithmetic, the sign.
    Shl,
    ShrA,
    ShrL,
    Pow,
    Atan2,
    // The remaining ones have the signedness of their name, not of the type, and are undefined for a zero divisor or an
    // overflow.
    DivS,
    DivU,
    CeilDivS,
    CeilDivU,
    FloorDivS,
    RemS,
    RemU,
    MaxS,
    MaxU,
    MinS,
    MinU,
    /// Of floats: the other if one is NaN.
    MaxNum,
    MinNum,
    CopySign,
    MulHiS,
    MulHiU,
}

/// The larger float; NaN if either is, and +0 is larger than -0.
pub fn fmax(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        f64::NAN
    } else if x == y {
        if x.is_sign_positive() { x } else { y }
    } else if x > y {
        x
    } else {
        y
    }
}
/// The smaller float; NaN if either is, and -0 is smaller than +0.
pub fn fmin(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() { f64::NAN } else { -fmax(-x, -y) }
}

fn int_pow(e: Elem, base: i64, exp: i64) -> i64 {
    if exp < 0 && !e.is_unsigned() {
        return match base {
            1 => 1,
            -1 => {
                if exp & 1 == 0 {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        };
    }
    let (mut out, mut base, mut exp) = (1i64, base, e.zext(exp));
    while exp != 0 {
        if exp & 1 == 1 {
            out = out.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exp >>= 1;
    }
    out
}

/// Integers; `None` where the result is undefined.
#[inline]
pub(super) fn int(op: Bin, e: Elem, x: i64, y: i64) -> Option<i64> {
    let (s, u) = (|v| e.signed(v), |v| e.zext(v));
    let unsigned = e.is_unsigned() || e.is_bool();
    let width = e.width() as u64;
    let out = match op {
        Bin::Add => x.wrapping_add(y),
        Bin::Sub => x.wrapping_sub(y),
        Bin::Mul => x.wrapping_mul(y),
        Bin::Div if unsigned => u(x).checked_div(u(y)).map_or(-1, |v| v as i64),
        Bin::Div => {
            if y == 0 {
                -1
            } else {
                s(x).wrapping_div(s(y))
            }
        }
        Bin::Rem if unsigned => u(x).checked_rem(u(y)).unwrap_or(u(x)) as i64,
        Bin::Rem => {
            if y == 0 {
                x
            } else {
                s(x).wrapping_rem(s(y))
            }
        }
        Bin::Max if unsigned => u(x).max(u(y)) as i64,
        Bin::Min if unsigned => u(x).min(u(y)) as i64,
        Bin::Max | Bin::MaxS => s(x).max(s(y)),
        Bin::Min | Bin::MinS => s(x).min(s(y)),
        Bin::And => x & y,
        Bin::Or => x | y,
        Bin::Xor => x ^ y,
        Bin::Shl => {
            if u(y) >= width {
                0
            } else {
                x << u(y)
            }
        }
        Bin::ShrL => {
            if u(y) >= width {
                0
            } else {
                (u(x) >> u(y)) as i64
            }
        }
        Bin::ShrA => s(x) >> u(y).min(width - 1).min(63),
        Bin::Pow => int_pow(e, x, y),
        // The division of the smallest number by -1 overflows, which wrapping would hide.
        Bin::DivS => s(x).checked_div(s(y)).filter(|&q| e.signed(e.wrap(q)) == q)?,
        Bin::DivU => u(x).checked_div(u(y))? as i64,
        Bin::RemS => {
            if s(y) == -1 {
                0
            } else {
                s(x).checked_rem(s(y))?
            }
        }
        Bin::RemU => u(x).checked_rem(u(y))? as i64,
        Bin::CeilDivU => u(x).checked_div(u(y)).map(|q| q + (q * u(y) != u(x)) as u64)? as i64,
        Bin::CeilDivS | Bin::FloorDivS => {
            let (x, y) = (s(x), s(y));
            let q = x.checked_div(y).filter(|&q| e.signed(e.wrap(q)) == q)?;
            let inexact = x.checked_rem(y)? != 0;
            let same_sign = (x < 0) == (y < 0);
            if op == Bin::CeilDivS {
                q + (inexact && same_sign) as i64
            } else {
                q - (inexact && !same_sign) as i64
            }
        }
        Bin::MaxU => u(x).max(u(y)) as i64,
        Bin::MinU => u(x).min(u(y)) as i64,
        Bin::MulHiS => ((s(x) as i128 * s(y) as i128) >> width) as i64,
        Bin::MulHiU => ((u(x) as u128 * u(y) as u128) >> width) as i64,
        Bin::Atan2 | Bin::MaxNum | Bin::MinNum | Bin::CopySign => return None,
    };
    Some(e.wrap(out))
}

/// A function of floats in `f64`. Rounding the result once to a narrower type is correct for all but `Pow` and `Atan2`.
#[inline]
pub(super) fn float(op: Bin, x: f64, y: f64) -> Option<f64> {
    Some(match op {
        Bin::Add => x + y,
        Bin::Sub => x - y,
        Bin::Mul => x * y,
        Bin::Div => x / y,
        Bin::Rem => x % y,
        Bin::Max => fmax(x, y),
        Bin::Min => fmin(x, y),
        Bin::Pow => x.powf(y),
        Bin::Atan2 => x.atan2(y),
        Bin::MaxNum if x.is_nan() => y,
        Bin::MinNum if x.is_nan() => y,
        Bin::MaxNum | Bin::MinNum if y.is_nan() => x,
        Bin::MaxNum => fmax(x, y),
        Bin::MinNum => fmin(x, y),
        Bin::CopySign => x.copysign(y),
        _ => return None,
    })
}

/// A function of two numbers of type `e`; `None` where it is undefined.
#[inline]
pub fn binary_num(op: Bin, e: Elem, x: Num, y: Num) -> Option<Num> {
    Some(match (x, y) {
        (Num::Int(x), Num::Int(y)) => Num::Int(int(op, e, x, y)?),
        (Num::F32(x), Num::F32(y)) => Num::F32(e.round(float(op, x as f64, y as f64)?)),
        (Num::F64(x), Num::F64(y)) => Num::F64(float(op, x, y)?),
        (Num::C32(_), Num::C32(_)) | (Num::C64(_), Num::C64(_)) => {
            Num::from_complex(e, complex::binary(op, x.complex(), y.complex())?)
        }
        _ => return None,
    })
}
