//! `stablehlo-complex-math-expander`: expands functions of complex numbers to functions of real ones.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.exponential %z : tensor<4xcomplex<f32>>
//! ```
//! After, as far as nothing overflows: `exp(x) * cos(y) + i * exp(x) * sin(y)`.
//!
//! The formulas keep their precision where the simple ones lose it: near 1 for logarithms, where squares overflow or underflow for roots,
//! and where `exp(x)` overflows although the product does not.

use std::sync::Arc;

use strata_ir::{num::FloatFormat, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use crate::hlo_builder::*;

/// Expander for complex math operations.
#[pass(
    name = "stablehlo-complex-math-expander",
    class = "StablehloComplexMathExpanderPass",
    on = "func.func",
    produces = [stablehlo, chlo],
    idempotent
)]
pub struct ComplexMathExpander;

impl BodyPass for ComplexMathExpander {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        for (name, expansion) in EXPANSIONS {
            let apply = move |op: Op, rw: &mut Rewriter<'_>| {
                let mut e = Emit::new(op, rw)?;
                let (re, im) = expansion(&mut e);
                let result = e.rw.result(op, 0);
                let ty = e.rw.ty(result);
                let value = make::<ComplexOp>(e.rw, &[re, im], &[], ty);
                e.rw.replace_op(op, &[value]);
                Some(())
            };
            patterns.add_fn(Some(name), name, 1, Arc::new(apply));
        }
        let config =
            GreedyConfig { fold: false, canonicalize: false, max_iterations: None, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}

/// Builds the real and the imaginary part of the result.
type Expansion = fn(&mut Emit<'_, '_>) -> (Value, Value);

const EXPANSIONS: [(&str, Expansion); 4] = [
    (ExpOp::NAME, exponential),
    (LogOp::NAME, logarithm),
    (Log1pOp::NAME, logarithm_plus_one),
    (SqrtOp::NAME, square_root),
];

/// Builds ops on the parts of a complex number.
struct Emit<'e, 'b> {
    rw: &'e mut Rewriter<'b>,
    x: Value,
    y: Value,
    /// The type of the parts.
    ty: Type,
    format: FloatFormat,
}

/// Short names of ops on parts.
macro_rules! emit {
    ($($name:ident($($operand:ident),*) = $op:ty;)*) => {$(
        fn $name(&mut self, $($operand: Value),*) -> Value {
            make::<$op>(self.rw, &[$($operand),*], &[], self.ty)
        }
    )*};
}

impl<'e, 'b> Emit<'e, 'b> {
    /// Reads the parts of the operand of `op`, if it is complex.
    fn new(op: Op, rw: &'e mut Rewriter<'b>) -> Option<Self> {
        let z = rw.operand(op, 0);
        let part = rw.cx().type_as::<ComplexType>(elem(rw, z))?.elem;
        let format = rw.cx().as_float(part)?;
        let ty = rw.cx().with_elem(rw.ty(z), part);
        let x = make::<RealOp>(rw, &[z], &[], ty);
        let y = make::<ImagOp>(rw, &[z], &[], ty);
        Some(Self { rw, x, y, ty, format })
    }
    emit! {
        add(a, b) = AddOp;
        sub(a, b) = SubtractOp;
        mul(a, b) = MulOp;
        div(a, b) = DivOp;
        max(a, b) = MaxOp;
        min(a, b) = MinOp;
        atan2(a, b) = Atan2Op;
        neg(a) = NegOp;
        abs(a) = AbsOp;
        exp(a) = ExpOp;
        log(a) = LogOp;
        log1p(a) = Log1pOp;
        sqrt(a) = SqrtOp;
        sin(a) = SineOp;
        cos(a) = CosineOp;
        select(c, a, b) = SelectOp;
    }
    fn compare(&mut self, direction: ComparisonDirection, a: Value, b: Value) -> Value {
        let cx = self.rw.cx();
        let (ty, direction) = (cx.with_elem(self.ty, cx.i1()), cx.attr(direction));
        make::<CompareOp>(self.rw, &[a, b], &[("comparison_direction", direction)], ty)
    }
    fn both(&mut self, a: Value, b: Value) -> Value {
        let ty = self.rw.ty(a);
        make::<AndOp>(self.rw, &[a, b], &[], ty)
    }
    fn number(&mut self, value: f64) -> Value {
        let cx = self.rw.cx();
        let scalar = cx.float_attr(value, cx.elem_or_self(self.ty));
        let splat = if is_static(cx, self.ty) { cx.splat_attr(self.ty, scalar) } else { None };
        match splat.and_then(|splat| self.rw.constant("stablehlo", splat, self.ty)) {
            Some(constant) => constant,
            None => make::<strata_chlo::ConstantLikeOp>(self.rw, &[self.x], &[("value", scalar)], self.ty),
        }
    }
    fn half(&mut self, a: Value) -> Value {
        let half = self.number(0.5);
        self.mul(half, a)
    }
    /// The rounded square of a number and its rounding error, by splitting the number in two halves.
    fn square(&mut self, a: Value) -> (Value, Value) {
        let bits = self.format.precision().div_ceil(2);
        let splitter = self.number(2f64.powi(bits as i32) + 1.0);
        let scaled = self.mul(splitter, a);
        let rest = self.sub(a, scaled);
        let high = self.add(scaled, rest);
        let low = self.sub(a, high);
        let square = self.mul(a, a);
        let top = self.mul(high, high);
        let error = self.sub(top, square);
        let middle = self.mul(high, low);
        let error = self.add(error, middle);
        let error = self.add(error, middle);
        let bottom = self.mul(low, low);
        (square, self.add(error, bottom))
    }
    /// The sum of numbers with the rounding errors of the additions added at the end.
    fn sum(&mut self, terms: &[Value]) -> Value {
        let mut sum = terms[0];
        let mut lost: Option<Value> = None;
        for &term in &terms[1..] {
            let next = self.add(sum, term);
            let added = self.sub(next, sum);
            let kept = self.sub(next, added);
            let of_sum = self.sub(sum, kept);
            let of_term = self.sub(term, added);
            let error = self.add(of_sum, of_term);
            lost = Some(match lost {
                Some(before) => self.add(before, error),
                None => error,
            });
            sum = next;
        }
        match lost {
            Some(lost) => self.add(sum, lost),
            None => sum,
        }
    }
    /// `log(hypot(x, y))` from the larger and the smaller of `|x|` and `|y|`.
    fn log_of_size(&mut self, large: Value, small: Value) -> Value {
        let one = self.number(1.0);
        let equal = self.compare(ComparisonDirection::Eq, small, large);
        let ratio = self.div(small, large);
        // The quotient of two infinities, or of two zeros, is replaced by one.
        let ratio = self.select(equal, one, ratio);
        let square = self.mul(ratio, ratio);
        let rest = self.log1p(square);
        let rest = self.half(rest);
        let log = self.log(large);
        self.add(log, rest)
    }
    /// `hypot(a, b)` of non-negative numbers.
    fn hypot(&mut self, a: Value, b: Value) -> Value {
        let (large, small) = (self.max(a, b), self.min(a, b));
        let (one, zero, root) = (self.number(1.0), self.number(0.0), self.number(std::f64::consts::SQRT_2));
        let equal = self.compare(ComparisonDirection::Eq, large, small);
        let diagonal = self.mul(root, large);
        let ratio = self.div(small, large);
        let square = self.mul(ratio, ratio);
        let sum = self.add(one, square);
        let factor = self.sqrt(sum);
        // Where the factor rounds to one, half of the square gives the remaining bits.
        let is_one = self.compare(ComparisonDirection::Eq, factor, one);
        let is_some = self.compare(ComparisonDirection::Gt, square, zero);
        let tiny = self.both(is_one, is_some);
        let more = self.mul(large, square);
        let more = self.half(more);
        let corrected = self.add(large, more);
        let plain = self.mul(large, factor);
        let unequal = self.select(tiny, corrected, plain);
        self.select(equal, diagonal, unequal)
    }
}

fn exponential(e: &mut Emit<'_, '_>) -> (Value, Value) {
    let (x, y) = (e.x, e.y);
    let size = e.exp(x);
    let half = e.half(x);
    let root = e.exp(half);
    let infinity = e.number(f64::INFINITY);
    let overflows = e.compare(ComparisonDirection::Eq, size, infinity);
    let part = |e: &mut Emit<'_, '_>, direction: Value| {
        let plain = e.mul(size, direction);
        // In two steps: the small direction is multiplied before the large factor, which avoids overflow.
        let first = e.mul(root, direction);
        let second = e.mul(first, root);
        e.select(overflows, second, plain)
    };
    let cosine = e.cos(y);
    let re = part(e, cosine);
    let sine = e.sin(y);
    let im = part(e, sine);
    let zero = e.number(0.0);
    let real = e.compare(ComparisonDirection::Eq, y, zero);
    (re, e.select(real, y, im))
}

fn logarithm(e: &mut Emit<'_, '_>) -> (Value, Value) {
    let (x, y) = (e.x, e.y);
    let (ax, ay) = (e.abs(x), e.abs(y));
    let (large, small) = (e.max(ax, ay), e.min(ax, ay));
    let far = e.log_of_size(large, small);
    // Near one, |z|² - 1 is small and determines the logarithm.
    let ((big, big_error), (little, little_error)) = (e.square(large), e.square(small));
    let minus_one = e.number(-1.0);
    let excess = e.sum(&[minus_one, big, little, big_error, little_error]);
    let near = e.log1p(excess);
    let near = e.half(near);
    let size = e.abs(excess);
    let limit = e.number(0.5);
    let is_near = e.compare(ComparisonDirection::Lt, size, limit);
    (e.select(is_near, near, far), e.atan2(y, x))
}

fn logarithm_plus_one(e: &mut Emit<'_, '_>) -> (Value, Value) {
    let (x, y) = (e.x, e.y);
    let one = e.number(1.0);
    let shifted = e.add(x, one);
    // Far from zero the one is negligible.
    let (ax, ay) = (e.abs(x), e.abs(y));
    let (large, small) = (e.max(ax, ay), e.min(ax, ay));
    let greatest = if e.format == FloatFormat::F64 { f64::MAX } else { f32::MAX as f64 };
    let limit = e.number(greatest.sqrt() * 0.01);
    let is_far = e.compare(ComparisonDirection::Gt, large, limit);
    let far = e.log_of_size(large, small);
    // Near minus one only the squares remain.
    let distance = e.abs(shifted);
    let distance = e.add(distance, ay);
    let limit = e.number(0.2);
    let is_near = e.compare(ComparisonDirection::Lt, distance, limit);
    let ((xx, x_error), (yy, y_error)) = (e.square(x), e.square(y));
    let squared = e.mul(shifted, shifted);
    let squares = e.add(squared, yy);
    let near = e.log(squares);
    let near = e.half(near);
    // Elsewhere |1 + z|² - 1 is computed as a sum of terms of any size.
    let twice = e.add(x, x);
    let excess = e.sum(&[twice, yy, xx, y_error, x_error]);
    let between = e.log1p(excess);
    let between = e.half(between);
    let inner = e.select(is_near, near, between);
    (e.select(is_far, far, inner), e.atan2(y, shifted))
}

fn square_root(e: &mut Emit<'_, '_>) -> (Value, Value) {
    use ComparisonDirection as D;
    use std::f64::consts::SQRT_2;
    let (x, y) = (e.x, e.y);
    let (zero, one, root) = (e.number(0.0), e.number(1.0), e.number(SQRT_2));
    let (ax, ay) = (e.abs(x), e.abs(y));
    let (sx, sy) = (e.sqrt(ax), e.sqrt(ay));
    // The parts of the root are u² = (|z| + |x|) / 2 and v = |y| / 2u; they are swapped where x is negative.
    let size = e.hypot(ax, ay);
    let (halved, half_x) = (e.half(size), e.half(ax));
    let sum = e.add(halved, half_x);
    let plain_u = e.sqrt(sum);
    let twice = e.add(plain_u, plain_u);
    let plain_v = e.div(ay, twice);
    // Where this overflows or underflows, the roots of the parts are scaled instead.
    let wide = e.compare(D::Gt, ax, ay);
    let (flat, steep) = (e.div(ay, ax), e.div(ax, ay));
    let ratio = e.select(wide, flat, steep);
    let length = e.hypot(one, ratio);
    let leg = e.select(wide, one, ratio);
    let sum = e.add(length, leg);
    let factor = e.sqrt(sum);
    let longer = e.select(wide, sx, sy);
    let u = e.div(factor, root);
    let scaled_u = e.mul(longer, u);
    let above = e.div(sy, sx);
    let above = e.mul(sy, above);
    let above = e.select(wide, above, sy);
    let below = e.mul(factor, root);
    let scaled_v = e.div(above, below);
    let infinity = e.number(f64::INFINITY);
    let (vanishes, overflows) = (e.compare(D::Eq, plain_u, zero), e.compare(D::Eq, plain_u, infinity));
    let u = e.select(overflows, scaled_u, plain_u);
    let u = e.select(vanishes, scaled_u, u);
    let v = e.select(overflows, scaled_v, plain_v);
    let v = e.select(vanishes, scaled_v, v);
    // On the diagonals both parts are multiples of one root, also for infinities and zeros.
    let equal = e.compare(D::Eq, ax, ay);
    let (half_u, half_v) = (((1.0 + SQRT_2) / 2.0).sqrt(), (2.0 * (1.0 + SQRT_2)).sqrt());
    let (c, d) = (e.number(half_u), e.number(half_v));
    let (diagonal_u, diagonal_v) = (e.mul(sx, c), e.div(sy, d));
    let u = e.select(equal, diagonal_u, u);
    let v = e.select(equal, diagonal_v, v);
    let right = e.compare(D::Ge, x, zero);
    let re = e.select(right, u, v);
    let left = e.compare(D::Lt, x, zero);
    let im = e.select(left, u, v);
    let negative = e.compare(D::Lt, y, zero);
    let negated = e.neg(im);
    let im = e.select(negative, negated, im);
    // The root of a non-negative real number keeps the zero of its imaginary part.
    let level = e.compare(D::Eq, y, zero);
    let keeps = e.both(level, right);
    (re, e.select(keeps, y, im))
}
