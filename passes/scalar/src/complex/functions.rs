//! Elementary functions, with the special values of C (ISO C99, Annex G) where they cost little.

use strata_arith::CmpFPredicate;

use super::complex_builder::{ComplexBuilder, Cx};
use strata_ir::prelude::*;

/// The part that is split off of an exponent too large to be applied at once.
const EXPONENT_STEP: f64 = 64.0;

impl ComplexBuilder<'_, '_> {
    fn width(&self) -> u32 {
        self.b.cx().bit_width(self.ty).unwrap_or(64)
    }
    /// `m` and `q` with `|z| = m sqrt(1 + q^2)`; `m` is the magnitude of the larger part, and infinite if one of them is.
    fn polar(&mut self, z: Cx) -> (Value, Value) {
        let (re, im) = (self.abs(z.re), self.abs(z.im));
        let (m, n) = (self.maxnum(re, im), self.minimum(re, im));
        let ratio = self.div(n, m);
        let (none, all) = (self.is(n, 0.0), self.is(m, f64::INFINITY));
        let straight = self.either(none, all);
        let zero = self.real(0.0);
        (m, self.select(straight, zero, ratio))
    }
    /// `sqrt(1 + q^2)`.
    fn secant(&mut self, q: Value) -> Value {
        let (one, square) = (self.real(1.0), self.mul(q, q));
        let sum = self.add(one, square);
        self.sqrt(sum)
    }
    /// `log(1 + q^2) / 2`.
    fn log_secant(&mut self, q: Value) -> Value {
        let (half, square) = (self.real(0.5), self.mul(q, q));
        let log = self.log1p(square);
        self.mul(half, log)
    }
    /// `|z|`.
    pub fn norm(&mut self, z: Cx) -> Value {
        let (m, q) = self.polar(z);
        let secant = self.secant(q);
        self.mul(m, secant)
    }
    /// `z / |z|`, and zero for zero.
    pub fn sign(&mut self, z: Cx) -> Cx {
        let (zero, norm) = (self.is_zero(z), self.norm(z));
        let unit = Cx { re: self.div(z.re, norm), im: self.div(z.im, norm) };
        self.choose(zero, z, unit)
    }

    /// `e^z`.
    pub fn cexp(&mut self, z: Cx) -> Cx {
        let (sin, cos) = (self.sin(z.im), self.cos(z.im));
        // Where `e^x` overflows, its product with a small sine or cosine may not.
        let limit = self.real(match self.width() {
            32 => 88.0,
            64 => 709.0,
            _ => 11355.0,
        });
        let large = self.cmp(CmpFPredicate::Ogt, z.re, limit);
        let step = self.real(EXPONENT_STEP);
        let less = self.sub(z.re, step);
        let exponent = self.select(large, less, z.re);
        let exp = self.exp(exponent);
        let (one, rest) = (self.real(1.0), self.real(EXPONENT_STEP.exp()));
        let rest = self.select(large, rest, one);
        let (re, im) = (self.mul(exp, cos), self.mul(exp, sin));
        let (mut re, mut im) = (self.mul(re, rest), self.mul(im, rest));
        // A number without an imaginary part stays real, even if it is infinite.
        let real = self.is(z.im, 0.0);
        im = self.select(real, z.im, im);
        if self.special {
            let no_angle = self.is_nan(sin);
            let (infinite, none) = (self.is_inf(z.re), self.is(z.re, f64::NEG_INFINITY));
            let (keep_re, keep_im) = (self.both(no_angle, infinite), self.both(no_angle, none));
            re = self.select(keep_re, exp, re);
            im = self.select(keep_im, exp, im);
        }
        Cx { re, im }
    }
    /// `e^z - 1`, without cancellation: `expm1(x) cos(y) - 2 sin(y/2)^2`.
    pub fn cexpm1(&mut self, z: Cx) -> Cx {
        let (half, two) = (self.real(0.5), self.real(2.0));
        let angle = self.mul(half, z.im);
        let sin = self.sin(angle);
        let square = self.mul(sin, sin);
        let versed = self.mul(two, square);
        let (less, cos) = (self.expm1(z.re), self.cos(z.im));
        let turned = self.mul(less, cos);
        let re = self.sub(turned, versed);
        let (exp, sin) = (self.exp(z.re), self.sin(z.im));
        let (im, real) = (self.mul(exp, sin), self.is(z.im, 0.0));
        Cx { re, im: self.select(real, z.im, im) }
    }
    /// `log z`, with the branch cut along the negative real axis.
    pub fn clog(&mut self, z: Cx) -> Cx {
        let (m, q) = self.polar(z);
        let (log, rest) = (self.log(m), self.log_secant(q));
        Cx { re: self.add(log, rest), im: self.atan2(z.im, z.re) }
    }
    /// `log(1 + z)`. Where `1 + x` is the larger part, its logarithm is computed as `log1p(x)`.
    pub fn clog1p(&mut self, z: Cx) -> Cx {
        let one = self.real(1.0);
        let moved = Cx { re: self.add(z.re, one), im: z.im };
        let (m, q) = self.polar(moved);
        let size = self.abs(z.im);
        let flat = self.cmp(CmpFPredicate::Ogt, moved.re, size);
        let less = self.sub(m, one);
        let argument = self.select(flat, z.re, less);
        let (log, rest) = (self.log1p(argument), self.log_secant(q));
        Cx { re: self.add(log, rest), im: self.atan2(z.im, moved.re) }
    }
    /// The square root with a non-negative real part, after W. Kahan.
    pub fn csqrt(&mut self, z: Cx) -> Cx {
        let (m, q) = self.polar(z);
        let (one, half) = (self.real(1.0), self.real(0.5));
        let (none, all) = (self.is(m, 0.0), self.is(m, f64::INFINITY));
        let straight = self.either(none, all);
        let size = self.abs(z.re);
        let share = self.div(size, m);
        let share = self.select(straight, one, share);
        let secant = self.secant(q);
        let sum = self.add(share, secant);
        let mean = self.mul(half, sum);
        let (root, factor) = (self.sqrt(m), self.sqrt(mean));
        // The larger part of the root; the other one follows from the product of both.
        let t = self.mul(root, factor);
        let twice = self.add(t, t);
        let other = self.div(z.im, twice);
        let zero = self.is(t, 0.0);
        let other = self.select(zero, z.im, other);
        let left = self.real(0.0);
        let left = self.cmp(CmpFPredicate::Olt, z.re, left);
        let (size, turned) = (self.abs(other), self.copysign(t, z.im));
        let mut re = self.select(left, size, t);
        let mut im = self.select(left, turned, other);
        if self.special {
            let (inf, infinite) = (self.real(f64::INFINITY), self.is_inf(z.im));
            re = self.select(infinite, inf, re);
            im = self.select(infinite, z.im, im);
        }
        Cx { re, im }
    }

    /// `sin(x) cosh(y) + i cos(x) sinh(y)`.
    pub fn csin(&mut self, z: Cx) -> Cx {
        let (sin, cos) = (self.sin(z.re), self.cos(z.re));
        let (sinh, cosh) = (self.sinh(z.im), self.cosh(z.im));
        let (re, imaginary) = (self.mul(sin, cosh), self.is(z.re, 0.0));
        Cx { re: self.select(imaginary, z.re, re), im: self.mul(cos, sinh) }
    }
    /// `cos(x) cosh(y) - i sin(x) sinh(y)`.
    pub fn ccos(&mut self, z: Cx) -> Cx {
        let (sin, cos) = (self.sin(z.re), self.cos(z.re));
        let (sinh, cosh) = (self.sinh(z.im), self.cosh(z.im));
        let (imaginary, one) = (self.is(z.re, 0.0), self.real(1.0));
        // Near zero only the sign of the other factor matters.
        let unit = self.copysign(one, z.im);
        let factor = self.select(imaginary, unit, sinh);
        let product = self.mul(sin, factor);
        Cx { re: self.mul(cos, cosh), im: self.neg(product) }
    }
    /// `(sinh(x) cosh(x) + i sin(y) cos(y)) / (sinh(x)^2 + cos(y)^2)`, and its limit for large `x`.
    pub fn ctanh(&mut self, z: Cx) -> Cx {
        let (sin, cos) = (self.sin(z.im), self.cos(z.im));
        let (sinh, cosh) = (self.sinh(z.re), self.cosh(z.re));
        let (above, side) = (self.mul(sinh, cosh), self.mul(sin, cos));
        let (ss, cc) = (self.mul(sinh, sinh), self.mul(cos, cos));
        let below = self.add(ss, cc);
        let near = Cx { re: self.div(above, below), im: self.div(side, below) };

        let (one, four, minus_two) = (self.real(1.0), self.real(4.0), self.real(-2.0));
        let size = self.abs(z.re);
        let exponent = self.mul(minus_two, size);
        let exp = self.exp(exponent);
        let fourfold = self.mul(four, side);
        let mut im = self.mul(fourfold, exp);
        if self.special {
            let (zero, infinite) = (self.real(0.0), self.is_inf(z.re));
            let none = self.copysign(zero, side);
            im = self.select(infinite, none, im);
        }
        let far = Cx { re: self.copysign(one, z.re), im };
        let limit = self.real(match self.width() {
            32 => 11.0,
            64 => 22.0,
            _ => 40.0,
        });
        let large = self.cmp(CmpFPredicate::Ogt, size, limit);
        self.choose(large, far, near)
    }
    /// `-i tanh(i z)`.
    pub fn ctan(&mut self, z: Cx) -> Cx {
        let turned = Cx { re: self.neg(z.im), im: z.re };
        let tanh = self.ctanh(turned);
        Cx { re: tanh.im, im: self.neg(tanh.re) }
    }

    /// `e^(w log z)`; one for `w = 0`, else zero for `z = 0`.
    pub fn cpow(&mut self, z: Cx, w: Cx) -> Cx {
        let log = self.clog(z);
        let exponent = self.times(w, log);
        let power = self.cexp(exponent);
        let (zero, one) = (self.complex(0.0, 0.0), self.complex(1.0, 0.0));
        let (no_base, no_exponent) = (self.is_zero(z), self.is_zero(w));
        let power = self.choose(no_base, zero, power);
        self.choose(no_exponent, one, power)
    }
    /// `-i log((x + i y) / sqrt(x^2 + y^2))`.
    pub fn catan2(&mut self, y: Cx, x: Cx) -> Cx {
        let (xx, yy) = (self.times(x, x), self.times(y, y));
        let squares = self.plus(xx, yy);
        let norm = self.csqrt(squares);
        let turned = Cx { re: self.neg(y.im), im: y.re };
        let sum = self.plus(x, turned);
        let unit = self.over(sum, norm);
        let log = self.clog(unit);
        Cx { re: log.im, im: self.neg(log.re) }
    }
}
