//! [`ComplexBuilder`]: makes ops on the parts of complex numbers.

use strata_arith as arith;
use strata_arith::{CmpFPredicate, FastMathFlags};
use strata_ir::prelude::*;
use strata_math as math;

/// A complex number as two values.
#[derive(Clone, Copy)]
pub struct Cx {
    /// The real part.
    pub re: Value,
    /// The imaginary part.
    pub im: Value,
}

/// Makes ops on floats of one type at one place.
pub struct ComplexBuilder<'e, 'b> {
    /// Where ops are made.
    pub b: &'e mut Builder<'b>,
    /// The type of the parts.
    pub ty: Type,
    flags: FastMathFlags,
    /// Whether infinities and NaN are handled.
    pub special: bool,
    /// Whether quotients are computed so that they overflow only where the result exceeds the range of the type.
    robust: bool,
    constants: SmallVec<[(u64, Value); 8]>,
}

/// Functions of floats, each one op.
macro_rules! floats {
    ($($name:ident = $op:path, ($($x:ident),*);)*) => {$(
        #[doc = concat!("Makes `", stringify!($op), "`.")]
        pub fn $name(&mut self, $($x: Value),*) -> Value {
            let flags = self.attr();
            <$op>::build(self.b, $($x,)* flags)
        }
    )*};
}

impl<'e, 'b> ComplexBuilder<'e, 'b> {
    /// Makes ops on floats of type `ty` with these flags.
    pub fn new(b: &'e mut Builder<'b>, ty: Type, flags: FastMathFlags, robust: bool) -> Self {
        let special = !flags.contains(FastMathFlags::NNAN.union(FastMathFlags::NINF));
        Self { b, ty, flags, special, robust, constants: SmallVec::new() }
    }
    /// Removes the flags that exclude infinities and NaN from all later ops: intermediate results may be such values.
    pub fn keep_special_values(&mut self) {
        use FastMathFlags as F;
        let kept = [F::REASSOC, F::NSZ, F::ARCP, F::CONTRACT, F::AFN].into_iter().fold(F::NONE, F::union);
        self.flags = self.flags.intersection(kept);
    }
    fn attr(&self) -> Option<Attr> {
        (self.flags != FastMathFlags::NONE).then(|| self.flags.attr(self.b.cx()))
    }
    floats! {
        add = arith::AddFOp, (a, b);
        sub = arith::SubFOp, (a, b);
        mul = arith::MulFOp, (a, b);
        div = arith::DivFOp, (a, b);
        neg = arith::NegFOp, (a);
        minimum = arith::MinimumFOp, (a, b);
        maxnum = arith::MaxNumFOp, (a, b);
        abs = math::AbsFOp, (a);
        copysign = math::CopySignOp, (a, b);
        sqrt = math::SqrtOp, (a);
        exp = math::ExpOp, (a);
        expm1 = math::ExpM1Op, (a);
        log = math::LogOp, (a);
        log1p = math::Log1pOp, (a);
        sin = math::SinOp, (a);
        cos = math::CosOp, (a);
        sinh = math::SinhOp, (a);
        cosh = math::CoshOp, (a);
        atan2 = math::Atan2Op, (y, x);
    }
    /// A constant; one op for all uses of a number.
    pub fn real(&mut self, value: f64) -> Value {
        if let Some(known) = self.constants.iter().find(|k| k.0 == value.to_bits()) {
            return known.1;
        }
        let made = arith::constant_float(self.b, value, self.ty);
        self.constants.push((value.to_bits(), made));
        made
    }
    /// A constant complex number.
    pub fn complex(&mut self, re: f64, im: f64) -> Cx {
        Cx { re: self.real(re), im: self.real(im) }
    }
    /// Compares floats.
    pub fn cmp(&mut self, predicate: CmpFPredicate, a: Value, b: Value) -> Value {
        let predicate = predicate.attr(self.b.cx());
        arith::CmpFOp::build(self.b, predicate, a, b, None)
    }
    /// Whether a float is equal to a constant.
    pub fn is(&mut self, a: Value, value: f64) -> Value {
        let value = self.real(value);
        self.cmp(CmpFPredicate::Oeq, a, value)
    }
    /// Whether a float is NaN.
    pub fn is_nan(&mut self, a: Value) -> Value {
        self.cmp(CmpFPredicate::Uno, a, a)
    }
    /// Whether a float is infinite.
    pub fn is_inf(&mut self, a: Value) -> Value {
        let size = self.abs(a);
        self.is(size, f64::INFINITY)
    }
    /// Whether a float is neither infinite nor NaN.
    pub fn is_finite(&mut self, a: Value) -> Value {
        let (size, inf) = (self.abs(a), self.real(f64::INFINITY));
        self.cmp(CmpFPredicate::Olt, size, inf)
    }
    /// Whether both hold.
    pub fn both(&mut self, a: Value, b: Value) -> Value {
        arith::AndIOp::build(self.b, a, b)
    }
    /// Whether one of them holds.
    pub fn either(&mut self, a: Value, b: Value) -> Value {
        arith::OrIOp::build(self.b, a, b)
    }
    /// Selects a float.
    pub fn select(&mut self, condition: Value, if_true: Value, if_false: Value) -> Value {
        arith::SelectOp::build(self.b, condition, if_true, if_false)
    }
    /// Selects a complex number.
    pub fn choose(&mut self, condition: Value, if_true: Cx, if_false: Cx) -> Cx {
        Cx {
            re: self.select(condition, if_true.re, if_false.re),
            im: self.select(condition, if_true.im, if_false.im),
        }
    }

    // ---------------------------------------------------------------- arithmetic

    /// `z + w`.
    pub fn plus(&mut self, z: Cx, w: Cx) -> Cx {
        Cx { re: self.add(z.re, w.re), im: self.add(z.im, w.im) }
    }
    /// `z - w`.
    pub fn minus(&mut self, z: Cx, w: Cx) -> Cx {
        Cx { re: self.sub(z.re, w.re), im: self.sub(z.im, w.im) }
    }
    /// `-z`.
    pub fn negative(&mut self, z: Cx) -> Cx {
        Cx { re: self.neg(z.re), im: self.neg(z.im) }
    }
    /// `z w`.
    pub fn times(&mut self, z: Cx, w: Cx) -> Cx {
        let (rr, ii) = (self.mul(z.re, w.re), self.mul(z.im, w.im));
        let (ir, ri) = (self.mul(z.im, w.re), self.mul(z.re, w.im));
        Cx { re: self.sub(rr, ii), im: self.add(ir, ri) }
    }
    /// `z conj(w)`.
    fn times_conj(&mut self, z: Cx, w: Cx) -> Cx {
        let (rr, ii) = (self.mul(z.re, w.re), self.mul(z.im, w.im));
        let (ir, ri) = (self.mul(z.im, w.re), self.mul(z.re, w.im));
        Cx { re: self.add(rr, ii), im: self.sub(ir, ri) }
    }
    /// `z` with both parts multiplied by a float.
    fn scaled(&mut self, z: Cx, by: Value) -> Cx {
        Cx { re: self.mul(by, z.re), im: self.mul(by, z.im) }
    }
    /// Compares both parts with `predicate`: both equal, or one of them not equal.
    pub fn equal(&mut self, z: Cx, w: Cx, predicate: CmpFPredicate) -> Value {
        let (re, im) = (self.cmp(predicate, z.re, w.re), self.cmp(predicate, z.im, w.im));
        if predicate == CmpFPredicate::Oeq { self.both(re, im) } else { self.either(re, im) }
    }
    /// Whether a number is zero.
    pub fn is_zero(&mut self, z: Cx) -> Value {
        let zero = self.complex(0.0, 0.0);
        self.equal(z, zero, CmpFPredicate::Oeq)
    }

    /// `z / w`.
    pub fn over(&mut self, z: Cx, w: Cx) -> Cx {
        if !self.robust {
            let (cc, dd) = (self.mul(w.re, w.re), self.mul(w.im, w.im));
            let norm = self.add(cc, dd);
            let product = self.times_conj(z, w);
            return Cx { re: self.div(product.re, norm), im: self.div(product.im, norm) };
        }
        // R. Smith's method: both numbers are rotated by a quarter turn where this makes the real part of the divisor the larger one.
        let (size_re, size_im) = (self.abs(w.re), self.abs(w.im));
        let turn = self.cmp(CmpFPredicate::Olt, size_re, size_im);
        let (minus_re, minus_im) = (self.neg(z.re), self.neg(w.re));
        let a = self.choose(turn, Cx { re: z.im, im: minus_re }, z);
        let d = self.choose(turn, Cx { re: w.im, im: minus_im }, w);
        let ratio = self.div(d.im, d.re);
        let part = self.mul(d.im, ratio);
        let divisor = self.add(d.re, part);
        let (across_re, across_im) = (self.mul(a.im, ratio), self.mul(a.re, ratio));
        let (re, im) = (self.add(a.re, across_re), self.sub(a.im, across_im));
        let quotient = Cx { re: self.div(re, divisor), im: self.div(im, divisor) };
        if self.special { self.recovered_quotient(z, w, quotient) } else { quotient }
    }
    /// The quotient, with the infinities and zeros of C (Annex G) where the formula gives NaN.
    fn recovered_quotient(&mut self, z: Cx, w: Cx, quotient: Cx) -> Cx {
        let (inf, zero) = (self.real(f64::INFINITY), self.real(0.0));
        // Infinite parts become one, finite ones zero, with their signs.
        let boxed = |c: &mut Self, z: Cx, infinite: [Value; 2]| {
            let (one, zero) = (c.real(1.0), c.real(0.0));
            let [re, im] = infinite.map(|i| c.select(i, one, zero));
            Cx { re: c.copysign(re, z.re), im: c.copysign(im, z.im) }
        };
        let z_inf = [self.is_inf(z.re), self.is_inf(z.im)];
        let w_inf = [self.is_inf(w.re), self.is_inf(w.im)];
        let z_any = self.either(z_inf[0], z_inf[1]);
        let w_any = self.either(w_inf[0], w_inf[1]);
        let z_finite = [self.is_finite(z.re), self.is_finite(z.im)];
        let z_finite = self.both(z_finite[0], z_finite[1]);
        let w_finite = [self.is_finite(w.re), self.is_finite(w.im)];
        let w_finite = self.both(w_finite[0], w_finite[1]);

        let boxed_z = boxed(self, z, z_inf);
        let product = self.times_conj(boxed_z, w);
        let infinite = self.scaled(product, inf);
        let by_finite = self.both(z_any, w_finite);
        let boxed_w = boxed(self, w, w_inf);
        let product = self.times_conj(z, boxed_w);
        let vanishing = self.scaled(product, zero);
        let by_infinite = self.both(z_finite, w_any);
        let signed = self.copysign(inf, w.re);
        let pole = self.scaled(z, signed);
        let by_zero = self.is_zero(w);

        let mut out = self.choose(by_infinite, vanishing, quotient);
        out = self.choose(by_finite, infinite, out);
        out = self.choose(by_zero, pole, out);
        let nan = [self.is_nan(quotient.re), self.is_nan(quotient.im)];
        let lost = self.both(nan[0], nan[1]);
        self.choose(lost, out, quotient)
    }
}
