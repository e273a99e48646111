//! `sin`, `cos` and `tan`.
//!
//! `x = n pi / 2 + r` with `pi / 2` in three parts, which is exact enough for `|x| < 65536`; `n` modulo 4 selects one of the two
//! polynomials in `r`, and its sign. Where an element is larger, not finite or NaN, the op stays as it is for the whole vector and
//! becomes calls of the library, or is expanded by `double/far.rs`.

use strata_arith::CmpFPredicate;
use strata_ir::prelude::*;
use strata_scf::IfOp;

use super::Approx;

/// Of `sin(r) = r + r^3 p(r^2)` and `cos(r) = 1 - r^2 / 2 + r^4 p(r^2)` for `|r| <= pi / 4`.
const SIN: [f64; 4] = [2.837514103e-06, -1.985351118e-04, 8.333380334e-03, -1.666666716e-01];
const COS: [f64; 3] = [2.443067024e-05, -1.388730132e-03, 4.166664556e-02];
/// Parts of `pi / 2`.
const PARTS: [f64; 3] = [1.570_796_251_296_997, 7.549_789_415_861_596e-8, 5.390_302_858_158_119e-15];
/// Up to here the reduction is exact enough.
const REDUCTION_LIMIT: f64 = 65536.0;

impl Approx<'_, '_, '_> {
    /// The function of this name: the polynomials that `near` builds for arguments less than `limit`, otherwise the call or the expansion
    /// for large angles.
    pub(super) fn near_or_far(
        &mut self,
        op: Op,
        x: Value,
        limit: f64,
        near: impl FnOnce(&mut Approx<'_, '_, '_>, Value) -> Value,
    ) -> Value {
        let fastmath = self.e.0.attr(op, "fastmath");
        let (size, limit, ty, expand_far) = (self.abs(x), self.num(limit), self.ty, self.expand_far);
        let name = self.e.0.op_name(op).to_owned();
        // Not "greater or equal", so that the comparison holds for NaN.
        let far = self.e.cmpf(CmpFPredicate::Uge, size, limit);
        let any = self.e.any(far);
        let result = IfOp::create(
            self.e.0,
            any,
            &[ty],
            |b| {
                let mut here = Approx { e: &mut crate::arith_builder::ArithBuilder(b), ty, expand_far };
                if let Some(far) = Some(()).filter(|()| expand_far).and_then(|()| here.far(&name, x)) {
                    return vec![far];
                }
                let mut state = OpState::new(b.info(op), b.cur_loc());
                state.operands.push(x);
                state.result_types.push(ty);
                if let Some(fastmath) = fastmath {
                    state.set_attr(b.cx_arc(), "fastmath", fastmath);
                }
                let far = b.build(state);
                vec![b.result(far, 0)]
            },
            |b| vec![near(&mut Approx { e: &mut crate::arith_builder::ArithBuilder(b), ty, expand_far }, x)],
        );
        self.e.0.result(result.op(), 0)
    }
    /// `sin` with 0 quarters, `cos` with 1.
    pub(super) fn trigonometric(&mut self, op: Op, x: Value, quarters: i64) -> Value {
        self.near_or_far(op, x, REDUCTION_LIMIT, |a, x| a.reduced_trigonometric(x, quarters))
    }
    /// `sin / cos`, or `-cos / sin` in odd quadrants.
    pub(super) fn tan(&mut self, op: Op, x: Value) -> Value {
        self.near_or_far(op, x, REDUCTION_LIMIT, |a, x| {
            let (sin, cos, quadrant) = a.sin_and_cos(x);
            let (one, none, sign) = (a.int(1), a.int(0), a.int(31));
            let odd = a.e.andi(quadrant, one);
            let is_odd = a.e.cmpi(strata_arith::CmpIPredicate::Ne, odd, none);
            let above = a.e.select(is_odd, cos, sin);
            let below = a.e.select(is_odd, sin, cos);
            let quotient = a.e.divf(above, below);
            let (bits, negative) = (a.bits(quotient), a.e.shli(odd, sign));
            let bits = strata_arith::XOrIOp::build(a.e.0, bits, negative);
            a.float_of_bits(bits)
        })
    }
    /// The sine and the cosine of the reduced argument, and the number of quarter turns that were subtracted.
    fn sin_and_cos(&mut self, x: Value) -> (Value, Value, Value) {
        let (n, shifted) = self.nearest(x, std::f64::consts::FRAC_2_PI, 0.0);
        let mut r = x;
        for part in PARTS {
            let part = self.num(-part);
            r = self.e.fma(n, part, r);
        }
        let square = self.e.mulf(r, r);
        // Adding zero turns -0 into +0: a product of -0 would change the sign of a zero result.
        let (p, zero) = (self.polynomial(square, &SIN), self.num(0.0));
        let p = self.e.fma(p, square, zero);
        let sin = self.e.fma(p, r, r);
        let (p, minus_half, plus_one) = (self.polynomial(square, &COS), self.num(-0.5), self.num(1.0));
        let p = self.e.fma(p, square, minus_half);
        let cos = self.e.fma(p, square, plus_one);
        (sin, cos, shifted)
    }
    fn reduced_trigonometric(&mut self, x: Value, quarters: i64) -> Value {
        let (sin, cos, shifted) = self.sin_and_cos(x);
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
