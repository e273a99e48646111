//! `arith.select`.

use strata_ir::{analysis::InferIntRange, prelude::*};

use crate::{
    canonicalize,
    fold::fold_select,
    ranges::{self, infer},
};

/// Chooses one of two values, or of their elements.
#[op(
    name = "arith.select",
    traits = [Pure, Elementwise, Scalarizable],
    interfaces = [Verify, Fold, Canonicalize, InferIntRange],
    same = [true_value, false_value, result],
    holds(condition_fits, "condition is signless i1 or has matching shape"),
    custom_asm,
)]
pub struct SelectOp {
    /// The condition.
    pub condition: Operand<BoolLike>,
    /// The value where the condition is true.
    pub true_value: Operand<AnyType>,
    /// The value where the condition is false.
    pub false_value: Operand<AnyType>,
    /// The chosen value.
    pub result: Res<AnyType>,
}

fn condition_fits(b: &Body, op: Op) -> bool {
    let cx = b.cx();
    let (condition, result) = (b.ty(b.operand(op, 0)), b.ty(b.result(op, 0)));
    let (c, r) = (cx.shaped(condition), cx.shaped(result));
    condition == cx.i1() || matches!((c, r), (Some(c), Some(r)) if c.shape == r.shape)
}

impl Verify for SelectOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (condition, result) = (b.ty(self.condition(b)), b.ty(self.result(b)));
        if condition == cx.i1() {
            return Ok(());
        }
        let expected = cx.with_elem(result, cx.i1());
        ensure!(
            condition == expected,
            "expected condition type to have the same shape as the result type, expected '{}', but got '{}'",
            cx.type_to_string(expected),
            cx.type_to_string(condition)
        );
        Ok(())
    }
}

impl Fold for SelectOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_select(*self, b, consts)
    }
}

impl Canonicalize for SelectOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        canonicalize::select(*self, rw)
    }
}

infer!(SelectOp => |_op, _b, ranges| ranges::select(ranges));

impl CustomAsm for SelectOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.space().values(b.operands(self.op())).attr_dict(self.op(), &[]).text(" : ");
        // A scalar condition is known to be `i1`.
        let condition = b.ty(self.condition(b));
        if b.cx().shaped(condition).is_some() {
            p.ty(condition).text(", ");
        }
        p.type_of(self.result(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let at = p.location();
        let operands = p.operands()?;
        let &[condition, yes, no] = &operands[..] else {
            return Err(p.error_at(at, "expected 3 operands"));
        };
        p.attr_dict(state)?;
        p.expect(":")?;
        let first = p.ty()?;
        let (condition_ty, ty) = if p.eat(",") { (first, p.ty()?) } else { (p.cx().i1(), first) };
        state.operands.push(p.resolve(condition, condition_ty)?);
        state.operands.push(p.resolve(yes, ty)?);
        state.operands.push(p.resolve(no, ty)?);
        state.result_types.push(ty);
        Ok(())
    }
}
