//! Functions in twice the precision of `f64`: the reference for functions of `f64`.
//!
//! A [`Double`] is a sum of two `f64`, of which the second is less than half a unit in the last place of the first. Series, Newton's
//! method and identities are exact to about 2^-98, which is enough to test results with 2^-53.

use std::{
    f64::consts::LN_2,
    ops::{Add, Div, Mul, Neg, Sub},
};

#[derive(Clone, Copy, Debug)]
pub struct Double {
    pub high: f64,
    pub low: f64,
}

/// A number that may be far below or above the range of `f64`: `value 2^exponent`.
#[derive(Clone, Copy, Debug)]
pub struct Scaled {
    pub value: Double,
    pub exponent: i32,
}

const LN_2_PARTS: Double = Double { high: LN_2, low: 2.319_046_813_846_299_6e-17 };
const LN_10: Double = Double { high: std::f64::consts::LN_10, low: -2.170_756_223_382_249_4e-16 };
const PI: Double = Double { high: std::f64::consts::PI, low: 1.224_646_799_147_353_2e-16 };
/// The rounding error of the parts of `pi`.
const PI_REST: f64 = -2.994_769_809_718_339_7e-33;

fn sum(a: f64, b: f64) -> Double {
    let high = a + b;
    let part = high - a;
    Double { high, low: (a - (high - part)) + (b - part) }
}

fn product(a: f64, b: f64) -> Double {
    let high = a * b;
    Double { high, low: a.mul_add(b, -high) }
}

/// `2^n` for any exponent of an `f64`.
pub fn power_of_two(n: i32) -> f64 {
    2f64.powi(n / 2) * 2f64.powi(n - n / 2)
}

impl From<f64> for Double {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.high, other.high), sum(self.low, other.low));
        let high = sum(high.high, high.low + low.high);
        sum(high.high, high.low + low.low)
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
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
        let main = product(self.high, other.high);
        sum(main.high, main.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Double {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * first.into();
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        let main = sum(first, second);
        main + (rest.high / other.high).into()
    }
}

impl Double {
    pub fn times(self, factor: f64) -> Self {
        Self { high: self.high * factor, low: self.low * factor }
    }
    fn sqrt(self) -> Self {
        if self.high == 0.0 {
            return self;
        }
        let root = self.high.sqrt();
        let rest = self - product(root, root);
        sum(root, rest.high / (2.0 * root))
    }
    /// `exp(self) - 1` for the reduced argument, and the exponent of the power of two.
    fn exp_parts(self) -> (Self, i32) {
        let n = (self.high / LN_2).round();
        let r = (self - LN_2_PARTS * n.into()).times(1.0 / 64.0);
        let mut series = Self::from(0.0);
        for k in (1..14).rev() {
            series = r / f64::from(k).into() * (series + 1.0.into());
        }
        for _ in 0..6 {
            series = series.times(2.0) + series * series;
        }
        (series, n as i32)
    }
    pub fn exp(self) -> Scaled {
        let (less_one, exponent) = self.exp_parts();
        Scaled { value: less_one + 1.0.into(), exponent }
    }
    /// For numbers whose powers are in range.
    fn exp_less_one(self) -> Self {
        let (less_one, n) = self.exp_parts();
        let power = power_of_two(n);
        less_one.times(power) + (Self::from(power) - 1.0.into())
    }
    pub fn log(self) -> Self {
        // Extreme exponents are scaled first.
        let scale = match self.high {
            ..1e-200 => 300,
            1e200.. => -300,
            _ => 0,
        };
        let x = self.times(power_of_two(scale));
        let near = x.high.ln();
        let inverse = (-Self::from(near)).exp();
        let rest = x * inverse.value.times(power_of_two(inverse.exponent)) - 1.0.into();
        Self::from(near) + rest.log_series() - LN_2_PARTS * f64::from(scale).into()
    }
    /// `log(1 + self)` of a small number.
    fn log_series(self) -> Self {
        let mut series = Self::from(0.0);
        for k in (1..10).rev() {
            let sign = if k % 2 == 0 { -1.0 } else { 1.0 };
            series = self * (series + Self::from(sign) / f64::from(k).into());
        }
        series
    }
    pub fn log1p(self) -> Self {
        if self.high.abs() < 1e-4 { self.log_series() } else { (self + 1.0.into()).log() }
    }
    pub fn log2(self) -> Self {
        self.log() / LN_2_PARTS
    }
    pub fn log10(self) -> Self {
        self.log() / LN_10
    }
    /// Sine and cosine for magnitudes less than 2^20.
    pub fn sin_cos(self) -> (Self, Self) {
        let n = (self.high / std::f64::consts::FRAC_PI_2).round();
        let parts = [PI.high, PI.low, PI_REST].map(|p| product(n, -0.5 * p));
        let r = parts.into_iter().fold(self, Self::add);
        let square = r * r;
        let series = |first: i32| {
            let mut series = Self::from(0.0);
            for k in (1..15).rev() {
                let k = 2 * k + first;
                series = square / f64::from(-k * (k - 1)).into() * (series + 1.0.into());
            }
            series
        };
        let (sin, cos) = (r + r * series(1), series(0) + 1.0.into());
        match n.rem_euclid(4.0) as i32 {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        }
    }
    pub fn atan2(self, x: Self) -> Self {
        let near = self.high.atan2(x.high);
        let (sin, cos) = Self::from(near).sin_cos();
        Self::from(near) + (self * cos - x * sin) / (x * cos + self * sin)
    }
    /// The third side of a right triangle with hypotenuse 1.
    fn other_side(self) -> Self {
        ((Self::from(1.0) - self) * (self + 1.0.into())).sqrt()
    }
    pub fn asin(self) -> Self {
        self.atan2(self.other_side())
    }
    pub fn acos(self) -> Self {
        self.other_side().atan2(self)
    }
    pub fn expm1(self) -> Self {
        self.exp_less_one()
    }
    pub fn tanh(self) -> Self {
        let less_one = self.times(2.0).exp_less_one();
        less_one / (less_one + 2.0.into())
    }
    /// `sinh(self)`, which near zero avoids the cancellation of the exponentials.
    pub fn sinh(self) -> Scaled {
        if self.high.abs() < 1.0 {
            let m = self.exp_less_one();
            return Scaled { value: (m + m / (m + 1.0.into())).times(0.5), exponent: 0 };
        }
        self.of_exponentials(-1.0)
    }
    pub fn cosh(self) -> Scaled {
        self.of_exponentials(1.0)
    }
    fn of_exponentials(self, sign: f64) -> Scaled {
        let exp = if self.high < 0.0 { (-self).exp() } else { self.exp() };
        let inverse = Self::from(sign * power_of_two((-2 * exp.exponent).max(-1000))) / exp.value;
        let value = exp.value + inverse;
        let negative = sign < 0.0 && self.high < 0.0;
        Scaled { value: if negative { -value } else { value }, exponent: exp.exponent - 1 }
    }
    pub fn asinh(self) -> Self {
        let x = if self.high < 0.0 { -self } else { self };
        let result = if x.high > 1e100 {
            x.log() + LN_2_PARTS
        } else {
            let root = (x * x + 1.0.into()).sqrt();
            (x + x * x / (root + 1.0.into())).log1p()
        };
        if self.high < 0.0 { -result } else { result }
    }
    pub fn acosh(self) -> Self {
        if self.high > 1e100 {
            return self.log() + LN_2_PARTS;
        }
        let t = self - 1.0.into();
        (t + (t * (t + 2.0.into())).sqrt()).log1p()
    }
    pub fn atanh(self) -> Self {
        (self.times(2.0) / (Self::from(1.0) - self)).log1p().times(0.5)
    }
    pub fn cbrt(self) -> Self {
        let scale = match self.high.abs() {
            ..1e-200 => 300,
            1e200.. => -300,
            _ => 0,
        };
        let x = self.times(power_of_two(scale));
        let near = Self::from(x.high.cbrt());
        let rest = (x - near * near * near) / (near * near).times(3.0);
        (near + rest).times(power_of_two(-scale / 3))
    }
    pub fn pow(self, y: f64) -> Scaled {
        (self.log() * y.into()).exp()
    }
    /// `exp(-self^2)` times a number.
    fn bell(self, factor: Self) -> Scaled {
        let exp = (-(self * self)).exp();
        Scaled { value: exp.value * factor, exponent: exp.exponent }
    }
    /// A series of which all terms are positive.
    fn erf_series(self) -> Self {
        let square = (self * self).times(2.0);
        let (mut term, mut series, mut k) = (self, self, 1.0);
        while term.high.abs() > series.high.abs() * 1e-33 {
            k += 2.0;
            term = term * square / k.into();
            series = series + term;
        }
        let bell = self.bell(series.times(2.0) / PI.sqrt());
        bell.value.times(power_of_two(bell.exponent))
    }
    /// A continued fraction, for numbers from 2 on.
    fn erfc_fraction(self) -> Scaled {
        let mut fraction = self;
        for k in (1..200).rev() {
            fraction = self + Self::from(0.5 * f64::from(k)) / fraction;
        }
        self.bell(Self::from(1.0) / (fraction * PI.sqrt()))
    }
    pub fn erf(self) -> Self {
        let x = if self.high < 0.0 { -self } else { self };
        let result = if x.high < 2.5 {
            x.erf_series()
        } else {
            let rest = x.erfc_fraction();
            Self::from(1.0) - rest.value.times(power_of_two(rest.exponent.max(-500)))
        };
        if self.high < 0.0 { -result } else { result }
    }
    pub fn erfc(self) -> Scaled {
        if self.high < 2.5 {
            return Scaled { value: Self::from(1.0) - self.erf(), exponent: 0 };
        }
        self.erfc_fraction()
    }
}
