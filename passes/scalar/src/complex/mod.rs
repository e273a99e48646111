//! `convert-complex-to-standard`: expands ops on complex numbers to ops on their parts.
//!
//! Before:
//! ```mlir
//! %0 = complex.add %a, %b : complex<f32>
//! ```
//! After:
//! ```mlir
//! %0 = complex.re %a : complex<f32>
//! %1 = complex.im %a : complex<f32>
//! %2 = complex.re %b : complex<f32>
//! %3 = complex.im %b : complex<f32>
//! %4 = arith.addf %0, %2 : f32
//! %5 = arith.addf %1, %3 : f32
//! %6 = complex.create %4, %5 : complex<f32>
//! ```
//! The remaining ops of `complex` are `constant`, `create`, `re`, `im` and `bitcast`. Parts of less than 32 bits are computed in `f32`.

mod complex_builder;
mod functions;

use strata_arith as arith;
use strata_arith::{CmpFPredicate, FastMathFlags, fold::elements::splat_int};
use strata_complex::{ConstantOp, CreateOp, ImOp, ReOp, part_type};
use strata_ir::{core::Diagnostic, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::dialect_conversion::convert_ops;
use complex_builder::{ComplexBuilder, Cx};

/// Convert Complex dialect to standard dialect.
#[pass(name = "convert-complex-to-standard", class = "ConvertComplexToStandardPass", produces = [arith, math], each_body)]
pub struct ConvertComplexToStandard {
    /// Control the intermediate calculation of complex number division
    #[option(default = "improved".to_owned())]
    pub complex_range: String,
}

impl BodyPass for ConvertComplexToStandard {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let robust = match self.complex_range.as_str() {
            "improved" => true,
            "basic" | "none" => false,
            other => {
                let message = format!("complex-range must be improved, basic or none, got '{other}'");
                return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
            }
        };
        convert_ops(body, &|b, op| expands(b, op), &|op, e| expand(op, e.0, robust))?;
        Ok(())
    }
}

/// Whether an op is expanded.
fn expands(b: &Body, op: Op) -> bool {
    let info = b.info(op);
    info.dialect() == "complex" && !matches!(info.mnemonic(), "constant" | "create" | "re" | "im" | "bitcast")
}

/// The kind of result of an op.
enum Out {
    Complex(Cx),
    Part(Value),
    Bool(Value),
}

/// The value that replaces an op, built in front of it.
fn expand(op: Op, b: &mut Builder<'_>, robust: bool) -> Option<Value> {
    let cx = b.cx();
    let ty = b.ty(b.operand(op, 0));
    let part = part_type(cx, ty)?;
    // Half floats have too little range for intermediate results.
    let wide = if cx.bit_width(part)? < 32 { cx.f32() } else { part };
    let mnemonic = b.info(op).mnemonic();
    let flags = FastMathFlags::from_attr(cx, b.attr(op, "fastmath"));
    let numbers: SmallVec<[Value; 2]> = b.operands(op).filter(|&v| b.ty(v) == ty).collect();
    let numbers: SmallVec<[Cx; 2]> = numbers.into_iter().map(|v| widened(b, v, wide)).collect();
    let z = *numbers.first()?;
    let w = numbers.get(1).copied().unwrap_or(z);
    let power = (mnemonic == "powi").then(|| b.operand(op, 1));
    let mut c = ComplexBuilder::new(b, wide, flags, robust);
    use Out::{Bool, Complex, Part};
    let out = match mnemonic {
        "add" => Complex(c.plus(z, w)),
        "sub" => Complex(c.minus(z, w)),
        "mul" => Complex(c.times(z, w)),
        "neg" => Complex(c.negative(z)),
        "conj" => Complex(Cx { re: z.re, im: c.neg(z.im) }),
        "eq" => Bool(c.equal(z, w, CmpFPredicate::Oeq)),
        "neq" => Bool(c.equal(z, w, CmpFPredicate::Une)),
        // The other ops need infinities and NaN for intermediate results.
        _ => {
            c.keep_special_values();
            match mnemonic {
                "div" => Complex(c.over(z, w)),
                "abs" => Part(c.norm(z)),
                "angle" => Part(c.atan2(z.im, z.re)),
                "sign" => Complex(c.sign(z)),
                "exp" => Complex(c.cexp(z)),
                "expm1" => Complex(c.cexpm1(z)),
                "log" => Complex(c.clog(z)),
                "log1p" => Complex(c.clog1p(z)),
                "sqrt" => Complex(c.csqrt(z)),
                "rsqrt" => {
                    let (one, root) = (c.complex(1.0, 0.0), c.csqrt(z));
                    Complex(c.over(one, root))
                }
                "sin" => Complex(c.csin(z)),
                "cos" => Complex(c.ccos(z)),
                "tan" => Complex(c.ctan(z)),
                "tanh" => Complex(c.ctanh(z)),
                "pow" => Complex(c.cpow(z, w)),
                "atan2" => Complex(c.catan2(z, w)),
                "powi" => Complex(integer_power(&mut c, z, power?)),
                _ => return None,
            }
        }
    };
    Some(match out {
        Bool(v) => v,
        Part(v) => narrowed(b, v, part),
        Complex(z) => {
            let (re, im) = (narrowed(b, z.re, part), narrowed(b, z.im, part));
            CreateOp::build(b, re, im, ty)
        }
    })
}

/// The parts of a number, in the type of the computation.
fn widened(b: &mut Builder<'_>, number: Value, wide: Type) -> Cx {
    let cx = b.cx();
    let constant = b.def_as::<ConstantOp>(number).and_then(|c| match c.value(b).get(cx).0[..] {
        [re, im] => Some((re, im)),
        _ => None,
    });
    let (re, im) = if let Some(create) = b.def_as::<CreateOp>(number) {
        (create.real(b), create.imaginary(b))
    } else if let Some((re, im)) = constant {
        (arith::constant(b, re), arith::constant(b, im))
    } else {
        (ReOp::build(b, number, None), ImOp::build(b, number, None))
    };
    let mut widen = |v: Value| if b.ty(v) == wide { v } else { arith::ExtFOp::build(b, v, None, wide) };
    Cx { re: widen(re), im: widen(im) }
}

fn narrowed(b: &mut Builder<'_>, value: Value, part: Type) -> Value {
    if b.ty(value) == part { value } else { arith::TruncFOp::build(b, value, None, None, part) }
}

/// Repeated squaring for a constant exponent, the general power for others; the reciprocal where it is negative.
fn integer_power(c: &mut ComplexBuilder<'_, '_>, z: Cx, power: Value) -> Cx {
    let one = c.complex(1.0, 0.0);
    let known = constant_value(c.b, power).and_then(|a| splat_int(c.b.cx(), a)).and_then(|v| v.as_i64());
    let Some(n) = known else {
        let n = arith::SIToFPOp::build(c.b, power, c.ty);
        let zero = c.real(0.0);
        let size = c.abs(n);
        let positive = c.cpow(z, Cx { re: size, im: zero });
        let inverse = c.over(one, positive);
        let negative = c.cmp(CmpFPredicate::Olt, n, zero);
        return c.choose(negative, inverse, positive);
    };
    let (mut square, mut left) = (z, n.unsigned_abs());
    let mut product = None;
    while left != 0 {
        if left & 1 != 0 {
            product = Some(product.map_or(square, |p| c.times(p, square)));
        }
        left >>= 1;
        if left != 0 {
            square = c.times(square, square);
        }
    }
    let product = product.unwrap_or(one);
    if n < 0 { c.over(one, product) } else { product }
}
