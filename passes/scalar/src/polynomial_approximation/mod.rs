//! `math-polynomial-approximation`: expands functions of `f32` and `f64` to polynomials, for vectors of any size and for scalars.
//!
//! Before:
//! ```mlir
//! %0 = math.exp %x : vector<16xf32>
//! ```
//! After: a reduction of the argument, a polynomial in fused multiply-adds, and a scaling by a power of two in integer
//! arithmetic; no call and no branch.
//!
//! Contract, in units in the last place of the correctly rounded result, over all finite numbers (subnormal arguments and results
//! included):
//!
//! | functions of `f32` | less than |
//! |---|---|
//! | asin, acos, cbrt, log2, log10 | 1 |
//! | exp, exp2, expm1, log, log1p, erf, sin, cos, powf | 1.5 |
//! | atan, atan2, sinh, cosh | 2 |
//! | asinh, acosh, atanh, tanh | 2.5 |
//! | tan | 3.5 |
//! | erfc | 5 |
//!
//! | functions of `f64` | less than |
//! |---|---|
//! | exp, exp2, log, log2, log10, log1p, sin, cos, tan, asinh, acosh, atanh, powf, cbrt | 1 |
//! | expm1, erf, atan, atan2, asin, acos, sinh, cosh | 1.5 |
//! | erfc | 2 |
//! | tanh | 3 |
//!
//! Zeros keep their sign, and infinities and NaN are those of C's functions. `tools/run/tests/accuracy` measures the errors on native
//! code. Sines, cosines and tangents of numbers beyond a limit are left to the library; with `expand-far` they are computed in `f64` with
//! as many bits of `2 / pi` as needed. The coefficients were fitted by `tools/fit_polynomials.py` and `tools/fit_polynomials_f64.py`.
//! Other element types are left alone: the formats of 16 bits are computed in `f32` by `math-extend-to-supported-types`.

mod cube_root;
mod double;
mod error_function;
mod exponential;
mod formula;
mod hyperbolic;
mod inverse_trigonometric;
mod logarithm;
mod number;
mod power;
mod trigonometric;

use number::{Number, Truth};
use strata_arith::{CmpFPredicate, TruncFOp};
use strata_ir::{num::FloatFormat, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_scf::IfOp;

use crate::arith_builder::{ArithBuilder, has_constants};

/// Expand functions of f32 and f64 to polynomials.
#[pass(
    name = "math-polynomial-approximation",
    class = "MathPolynomialApproximationPass",
    produces = [arith, math, scf, vector],
    each_body
)]
pub struct PolynomialApproximation {
    /// Write sines, cosines and tangents of large numbers, too, which are calls of the library otherwise
    pub expand_far: bool,
}

/// The expansion of a function: builds the value that replaces it.
type Expand = fn(&mut Approx<'_, '_, '_>, Op, Value) -> Value;

/// The expansions of functions of `f32`.
const FUNCTIONS: &[(&str, Expand)] = &[
    ("exp", |a, op, x| {
        let narrow = is_rounded_to_f16(a.e.0, op);
        a.formula([x], |[x]| if narrow { exponential::exp_for_f16(x) } else { exponential::exp(x) })
    }),
    ("exp2", |a, _, x| a.formula([x], |[x]| exponential::exp2(x))),
    ("expm1", |a, _, x| a.formula([x], |[x]| exponential::expm1(x))),
    ("log", |a, _, x| a.log(x)),
    ("log1p", |a, _, x| a.log1p(x)),
    ("tanh", |a, _, x| a.formula([x], |[x]| exponential::tanh(x))),
    ("sinh", |a, _, x| a.formula([x], |[x]| hyperbolic::sinh(x))),
    ("cosh", |a, _, x| a.formula([x], |[x]| hyperbolic::cosh(x))),
    ("asinh", |a, _, x| a.asinh(x)),
    ("acosh", |a, _, x| a.acosh(x)),
    ("atanh", |a, _, x| a.atanh(x)),
    ("atan", |a, _, x| a.atan(x)),
    ("atan2", |a, op, x| a.atan2(op, x)),
    ("powf", |a, op, x| a.power(op, x)),
    ("log2", |a, _, x| a.formula([x], |[x]| power::log2(x))),
    ("log10", |a, _, x| a.formula([x], |[x]| power::log10(x))),
    ("cbrt", |a, _, x| a.formula([x], |[x]| cube_root::cbrt(x))),
    ("erf", |a, _, x| a.formula([x], |[x]| error_function::erf(x))),
    ("erfc", |a, _, x| a.formula([x], |[x]| error_function::erfc(x))),
    ("sin", |a, op, x| a.trigonometric(op, x, 0)),
    ("cos", |a, op, x| a.trigonometric(op, x, 1)),
    ("tan", |a, op, x| a.tan(op, x)),
];

impl BodyPass for PolynomialApproximation {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        // Ops that an expansion makes are not visited again: far from zero sin and cos remain calls.
        for op in body.all_ops() {
            let Some(expand) = expansion(body, op) else { continue };
            let (x, old) = (body.operand(op, 0), body.result(op, 0));
            let new = {
                let mut b = Builder::before(body, op);
                let ty = b.ty(x);
                expand(&mut Approx { e: &mut ArithBuilder(&mut b), ty, expand_far: self.expand_far }, op, x)
            };
            body.replace_all_uses(old, new);
            body.erase(op);
        }
        Ok(())
    }
}

fn expansion(b: &Body, op: Op) -> Option<Expand> {
    let cx = b.cx();
    let name = b.op_name(op).strip_prefix("math.")?;
    let ty = b.ty(b.operands(op).next()?);
    let elem = match cx.type_as::<VectorType>(ty) {
        Some(vector) if vector.scalable.contains(&true) => return None,
        Some(vector) => vector.elem,
        None => ty,
    };
    let find = |table: &'static [(&str, Expand)]| table.iter().find(|f| f.0 == name);
    let found = if elem == cx.f32() {
        find(FUNCTIONS).or_else(|| find(double::NARROW))
    } else if elem == cx.f64() {
        find(double::FUNCTIONS)
    } else {
        None
    };
    found.filter(|_| has_constants(cx, ty)).map(|f| f.1)
}

/// Whether the result of a function is only used as `f16`, of which infinity and zero are well inside of the range of `f32`.
fn is_rounded_to_f16(b: &Body, op: Op) -> bool {
    let mut users = b.users(b.result(op, 0)).peekable();
    users.peek().is_some()
        && users.all(|user| {
            user.isa::<TruncFOp>(b)
                && b.cx().elem_or_self(b.ty(b.result(user, 0))) == b.cx().float_type(FloatFormat::F16)
        })
}

/// Builds ops on values of one type.
pub(crate) struct Approx<'a, 'e, 'b> {
    e: &'a mut ArithBuilder<'e, 'b>,
    ty: Type,
    expand_far: bool,
}

/// Adding this to a float of at most 22 bits and subtracting it again rounds it to an integer, which is in the low bits of the sum.
const MAGIC: f64 = 12_582_912.0;

impl Approx<'_, '_, '_> {
    /// The result of a formula.
    fn formula<const N: usize>(
        &mut self,
        arguments: [Value; N],
        formula: impl for<'c> FnOnce([Number<'c>; N]) -> Number<'c>,
    ) -> Value {
        number::apply(self.e, arguments, formula)
    }
    /// The result of `usual`, or that of `rare` where `unusual` holds for one of the lanes.
    fn usual_or<const N: usize>(
        &mut self,
        arguments: [Value; N],
        unusual: impl for<'c> FnOnce([Number<'c>; N]) -> Truth<'c>,
        rare: impl for<'c> FnOnce([Number<'c>; N]) -> Number<'c>,
        usual: impl for<'c> FnOnce([Number<'c>; N]) -> Number<'c>,
    ) -> Value {
        let unusual = number::holds(self.e, arguments, unusual);
        let any = self.e.any(unusual);
        let result = IfOp::create(
            self.e.0,
            any,
            &[self.ty],
            |b| vec![number::apply(&mut ArithBuilder(b), arguments, rare)],
            |b| vec![number::apply(&mut ArithBuilder(b), arguments, usual)],
        );
        self.e.0.result(result.op(), 0)
    }
    fn num(&mut self, value: f64) -> Value {
        self.e.float(value, self.ty)
    }
    fn ints(&self) -> Type {
        self.e.ints_like(self.ty, 32)
    }
    fn int(&mut self, value: i64) -> Value {
        let ty = self.ints();
        self.e.int(value, ty)
    }
    fn bits(&mut self, x: Value) -> Value {
        let ty = self.ints();
        self.e.bitcast(x, ty)
    }
    fn float_of_bits(&mut self, bits: Value) -> Value {
        self.e.bitcast(bits, self.ty)
    }
    fn abs(&mut self, x: Value) -> Value {
        strata_math::AbsFOp::build(self.e.0, x, None)
    }
    /// The polynomial with these coefficients, beginning with that of the highest power.
    fn polynomial(&mut self, x: Value, coefficients: &[f64]) -> Value {
        self.formula([x], |[x]| formula::polynomial(x, coefficients))
    }
    /// `value` where the comparison of `x` with `with` holds, else `other`.
    fn where_(&mut self, x: Value, predicate: CmpFPredicate, with: f64, value: f64, other: Value) -> Value {
        let (with, value) = (self.num(with), self.num(value));
        let holds = self.e.cmpf(predicate, x, with);
        self.e.select(holds, value, other)
    }
    /// The integer nearest to `x * scale`: as a float, and with `bias` in the low bits, below those of [`MAGIC`].
    fn nearest(&mut self, x: Value, scale: f64, bias: f64) -> (Value, Value) {
        let (scale, magic) = (self.num(scale), self.num(MAGIC + bias));
        let shifted = self.e.fma(x, scale, magic);
        let n = self.e.subf(shifted, magic);
        (n, self.bits(shifted))
    }
}
