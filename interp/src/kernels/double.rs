//! Numbers of twice the precision of `f64`, as a sum of two, for results that are rounded once.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two numbers, of which the second is at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Double {
    /// The sum, rounded.
    pub hi: f64,
    /// The rounding error: the exact sum is `hi + lo`.
    pub lo: f64,
}

/// `2 pi`.
const TAU: Double = Double { hi: std::f64::consts::TAU, lo: 2.4492935982947064e-16 };

/// The sum and its error.
fn sum(a: f64, b: f64) -> Double {
    let hi = a + b;
    let part = hi - a;
    Double { hi, lo: (a - (hi - part)) + (b - part) }
}
/// The same where `a` is the larger one.
fn ordered(a: f64, b: f64) -> Double {
    let hi = a + b;
    Double { hi, lo: b - (hi - a) }
}
/// The product and its error.
fn product(a: f64, b: f64) -> Double {
    let hi = a * b;
    Double { hi, lo: a.mul_add(b, -hi) }
}

impl Double {
    /// The square of a number.
    pub fn square(x: f64) -> Self {
        product(x, x)
    }
    /// The number, rounded.
    pub fn value(self) -> f64 {
        self.hi + self.lo
    }
    /// The cosine and the sine of `k / n` of a turn; `k < n`.
    pub fn turn(k: u64, n: u64) -> (Self, Self) {
        // Of `8 k / n` eighths of a turn, the rest is at most half an eighth off a quarter.
        let quarter = ((8 * u128::from(k) + u128::from(n)) / (2 * u128::from(n))) as u64;
        let rest = (4 * i128::from(k) - i128::from(quarter) * i128::from(n)) as f64;
        let angle = TAU * (Self::from(rest) / Self::from(4.0 * n as f64));
        let (cos, sin) = small_turn(angle);
        match quarter % 4 {
            0 => (cos, sin),
            1 => (-sin, cos),
            2 => (-cos, -sin),
            _ => (sin, -cos),
        }
    }
}

/// The cosine and the sine of an angle of at most an eighth of a turn, by their series.
fn small_turn(x: Double) -> (Double, Double) {
    let square = x * x;
    let (mut cos, mut sin) = (Double::from(1.0), x);
    let (mut even, mut odd) = (cos, sin);
    for k in 1..16 {
        let k = f64::from(2 * k);
        even = -(even * square) / Double::from((k - 1.0) * k);
        odd = -(odd * square) / Double::from(k * (k + 1.0));
        (cos, sin) = (cos + even, sin + odd);
    }
    (cos, sin)
}

impl From<f64> for Double {
    fn from(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }
}
impl Add for Double {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (hi, lo) = (sum(self.hi, other.hi), sum(self.lo, other.lo));
        let part = ordered(hi.hi, hi.lo + lo.hi);
        ordered(part.hi, part.lo + lo.lo)
    }
}
impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}
impl Sub for Double {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul for Double {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let p = product(self.hi, other.hi);
        ordered(p.hi, p.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}
impl Div for Double {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * Self::from(first);
        let second = rest.hi / other.hi;
        let rest = rest - other * Self::from(second);
        ordered(first, second) + Self::from(rest.hi / other.hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_turn_are_rounded_once() {
        let (cos, sin) = Double::turn(1, 8);
        assert_eq!((cos.hi, sin.hi), (std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2));
        for n in [1u64, 3, 4, 7, 8, 12, 1 << 40] {
            for k in (0..n).take(40) {
                let (c, s) = Double::turn(k, n);
                let one = c * c + s * s;
                assert!((one - Double::from(1.0)).value().abs() < 1e-30, "{k}/{n}: {one:?}");
                let angle = std::f64::consts::TAU * k as f64 / n as f64;
                assert!((c.hi - angle.cos()).abs() < 2e-15 && (s.hi - angle.sin()).abs() < 2e-15, "{k}/{n}");
            }
        }
    }

    #[test]
    fn quotients_and_products_undo_each_other() {
        let (a, b) = (Double { hi: 1.0, lo: 1e-17 }, Double { hi: 3.0, lo: -2e-17 });
        let again = a / b * b - a;
        assert!(again.value().abs() < 1e-31, "{again:?}");
    }
}
