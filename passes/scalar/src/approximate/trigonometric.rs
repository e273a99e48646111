//! `sin` and `cos`.
//!
//! `x = n pi / 2 + r` with `pi / 2` in three parts, which is exact enough for `|x| < 65536`; `n` modulo 4 says which of the two
//! polynomials in `r` counts, and its sign. Where an element is larger, not finite or NaN, the op stays as it is for the
//! whole vector, which makes it calls of the library.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;
use strata_math::{CosOp, SinOp};
use strata_scf::IfOp;
use strata_vector::attrs::CombiningKind;

use super::Approx;

/// Of `sin(r) = r + r^3 p(r^2)` and `cos(r) = 1 - r^2 / 2 + r^4 p(r^2)` for `|r| <= pi / 4`.
const SIN: [f64; 4] = [2.837514103e-06, -1.985351118e-04, 8.333380334e-03, -1.666666716e-01];
const COS: [f64; 3] = [2.443067024e-05, -1.388730132e-03, 4.166664556e-02];
/// Parts of `pi / 2`.
const PARTS: [f64; 3] = [1.570_796_251_296_997, 7.549_789_415_861_596e-8, 5.390_302_858_158_119e-15];
/// Up to here the reduction is exact enough.
const LIMIT: f64 = 65536.0;

impl Approx<'_, '_, '_> {
    /// `sin` with 0 quarters, `cos` with 1.
    pub(super) fn trigonometric(&mut self, op: Op, x: Value, quarters: i64) -> Value {
        let fastmath = self.e.0.attr(op, "fastmath");
        let (size, limit, ty) = (self.abs(x), self.num(LIMIT), self.ty);
        // Not "greater or equal", so that NaN counts.
        let far = self.e.cmpf(CmpFPredicate::Uge, size, limit);
        let any = self.any(far);
        let near = IfOp::create(
            self.e.0,
            any,
            &[ty],
            |b| {
                vec![match quarters {
                    0 => SinOp::build(b, x, fastmath),
                    _ => CosOp::build(b, x, fastmath),
                }]
            },
            |b| vec![Approx { e: &mut crate::emit::Emit(b), ty }.reduced_trigonometric(x, quarters)],
        );
        self.e.0.result(near.op(), 0)
    }
    /// Whether one of the truth values holds.
    fn any(&mut self, flags: Value) -> Value {
        let cx = self.e.0.cx_arc().clone();
        let Some(vector) = cx.type_as::<VectorType>(self.e.0.ty(flags)) else { return flags };
        let n: i64 = vector.shape.iter().product();
        let flat = match vector.shape.len() {
            1 => flags,
            _ => strata_vector::ShapeCastOp::build(self.e.0, flags, cx.vector(&[n], cx.i1())),
        };
        let or = cx.attr(CombiningKind::Or);
        strata_vector::ReductionOp::build(self.e.0, or, flat, None, None, cx.i1())
    }
    fn reduced_trigonometric(&mut self, x: Value, quarters: i64) -> Value {
        let (n, shifted) = self.nearest(x, std::f64::consts::FRAC_2_PI);
        let mut r = x;
        for part in PARTS {
            let part = self.num(-part);
            r = self.e.fma(n, part, r);
        }
        let square = self.e.mulf(r, r);
        // The sum with zero keeps the sign of a zero that the product would have changed.
        let (p, zero) = (self.polynomial(square, &SIN), self.num(0.0));
        let p = self.e.fma(p, square, zero);
        let sin = self.e.fma(p, r, r);
        let (p, minus_half, plus_one) = (self.polynomial(square, &COS), self.num(-0.5), self.num(1.0));
        let p = self.e.fma(p, square, minus_half);
        let cos = self.e.fma(p, square, plus_one);
        let (quarters, one, two, none, sign) =
            (self.int(quarters), self.int(1), self.int(2), self.int(0), self.int(30));
        let quadrant = self.e.addi(shifted, quarters);
        let odd = self.e.andi(quadrant, one);
        let is_cos = self.e.cmpi(strata_arith::CmpIPredicate::Ne, odd, none);
        let result = self.e.select(is_cos, cos, sin);
        // Bit 1 of the quadrant becomes the sign.
        let negative = self.e.andi(quadrant, two);
        let negative = self.e.shli(negative, sign);
        let bits = self.bits(result);
        let bits = strata_arith::XOrIOp::build(self.e.0, bits, negative);
        self.float_of_bits(bits)
    }
}
