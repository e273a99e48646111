//! Conversions between float types that round in a direction.

use super::convert_num;
use crate::{Elem, Num};

/// How a float that lies between two others becomes one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To the nearest; to the even one of two that are as near.
    NearestEven,
    /// To the lower.
    Downward,
    /// To the upper.
    Upward,
    /// To the one nearer to zero.
    TowardZero,
    /// To the nearest; to the one farther from zero of two that are as near.
    NearestAway,
}

impl Rounding {
    /// The mode of a number in `arith`.
    pub fn from_number(mode: i64) -> Option<Self> {
        let all = [Self::NearestEven, Self::Downward, Self::Upward, Self::TowardZero, Self::NearestAway];
        all.get(usize::try_from(mode).ok()?).copied()
    }
}

/// Converts a float to a float type; `None` for a direction and a type that is not one of 16, 32 or 64 bits.
pub fn convert_float(mode: Rounding, from: Elem, to: Elem, x: Num) -> Option<Num> {
    let near = convert_num(from, to, x);
    let (v, r) = (x.real(), near.real());
    if mode == Rounding::NearestEven {
        return Some(near);
    }
    if !(to.is_float() && matches!(to.width(), 16 | 32 | 64)) {
        return None;
    }
    if v.is_nan() || v == r {
        return Some(near);
    }
    let (low, high) = if r < v { (near, above(to, near)) } else { (below(to, near), near) };
    Some(match mode {
        Rounding::Downward => low,
        Rounding::Upward => high,
        Rounding::TowardZero if v > 0.0 => low,
        Rounding::TowardZero => high,
        _ => {
            // The difference of a float and a neighbour of a narrower type is exact.
            let (down, up) = (v - low.real(), high.real() - v);
            match (down == up, v > 0.0) {
                (false, _) => near,
                (true, true) => high,
                (true, false) => low,
            }
        }
    })
}

/// The bit of the sign.
fn sign(e: Elem) -> u64 {
    1 << (e.width() - 1)
}

/// The next larger float, of a type with infinities.
fn above(e: Elem, n: Num) -> Num {
    let (bits, sign) = (n.bits(e), sign(e));
    Num::from_bits(
        e,
        if bits & !sign == 0 {
            1
        } else if bits & sign == 0 {
            bits + 1
        } else {
            bits - 1
        },
    )
}

/// The next smaller float, of a type with infinities.
fn below(e: Elem, n: Num) -> Num {
    let (bits, sign) = (n.bits(e), sign(e));
    Num::from_bits(
        e,
        if bits & !sign == 0 {
            sign | 1
        } else if bits & sign == 0 {
            bits - 1
        } else {
            bits + 1
        },
    )
}

#[cfg(test)]
mod tests {
    use strata_ir::num::FloatFormat;

    use super::{Rounding, convert_float};
    use crate::{Elem, Num};

    #[test]
    fn directions() {
        let bf16 = Elem::Float(FloatFormat::BF16);
        let to = |mode: i64, v: f64| {
            let mode = Rounding::from_number(mode).unwrap();
            convert_float(mode, Elem::F64, bf16, Num::F64(v)).unwrap().real()
        };
        // Neighbours of 1 in bf16 are 2^-7 above and 2^-8 below.
        let (up, tie) = (1.0 + 1.0 / 128.0, 1.0 + 1.0 / 256.0);
        let cases = [
            (1.001, [1.0, 1.0, up, 1.0, 1.0]),
            (-1.001, [-1.0, -up, -1.0, -1.0, -1.0]),
            (tie, [1.0, 1.0, up, 1.0, up]),
            (-tie, [-1.0, -up, -1.0, -1.0, -up]),
            (1.5, [1.5; 5]),
            (f64::NEG_INFINITY, [f64::NEG_INFINITY; 5]),
        ];
        for (v, want) in cases {
            for (mode, want) in want.into_iter().enumerate() {
                assert_eq!(to(mode as i64, v), want, "{v} in mode {mode}");
            }
        }
        let largest = f32::from_bits(0x7F7F_0000) as f64;
        assert_eq!(to(3, 1e300), largest);
        assert_eq!(to(2, 1e300), f64::INFINITY);
        assert!(to(2, 1e-300) > 0.0 && to(1, -1e-300) < 0.0);
        assert_eq!(to(3, -1e-300), 0.0);
        assert!(Rounding::from_number(5).is_none());
    }
}
