//! `vector.outerproduct`.

use strata_ir::prelude::*;

use crate::constraints::{DefaultKind, RankedVector, vector_of};

/// All products of elements of two vectors, or of a vector and a scalar.
#[op(
    name = "vector.outerproduct",
    traits = [Pure],
    interfaces = [Verify],
    custom_asm,
)]
pub struct OuterProductOp {
    /// The vector of rows.
    pub lhs: Operand<RankedVector>,
    /// The vector of columns, or a scalar.
    pub rhs: Operand<AnyType>,
    /// The accumulator, with which products are combined.
    pub acc: OptOperand<RankedVector>,
    /// How products are combined.
    pub kind: DefaultAttr<DefaultKind>,
    /// The products.
    pub result: Res<RankedVector>,
}

fn result_type(cx: &Context, lhs: Type, rhs: Type) -> Option<Type> {
    let l = cx.type_as::<VectorType>(lhs)?;
    let Some(r) = cx.type_as::<VectorType>(rhs) else { return Some(lhs) };
    let flag = |v: &VectorType, d: usize| v.scalable.get(d) == Some(&true);
    let mut scalable: SmallVec<[bool; 4]> = smallvec![flag(l, 0), flag(r, 0)];
    if !scalable.contains(&true) {
        scalable.clear();
    }
    Some(cx.ty(VectorType { shape: smallvec![*l.shape.first()?, *r.shape.first()?], scalable, elem: l.elem }))
}

impl Verify for OuterProductOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (Some(l), Some(res)) = (vector_of(b, self.lhs(b)), vector_of(b, self.result(b))) else {
            return Ok(());
        };
        let same_elem = |v: Value| cx.elem_or_self(b.ty(v)) == res.elem;
        ensure!(
            same_elem(self.lhs(b)),
            "failed to verify that lhs operand and result have same element type"
        );
        ensure!(
            same_elem(self.rhs(b)),
            "failed to verify that rhs operand and result have same element type"
        );
        ensure!(l.shape.len() == 1, "expected 1-d vector for operand #1");
        if let Some(r) = vector_of(b, self.rhs(b)) {
            ensure!(r.shape.len() == 1, "expected 1-d vector for operand #2");
            ensure!(res.shape.len() == 2, "expected 2-d vector result");
            ensure!(res.shape[0] == l.shape[0], "expected #1 operand dim to match result dim #1");
            ensure!(res.shape[1] == r.shape[0], "expected #2 operand dim to match result dim #2");
            ensure!(
                r.scalable.contains(&true) || !l.scalable.contains(&true),
                "expected either both or only #2 operand dim to be scalable"
            );
        } else {
            ensure!(res.shape.len() == 1, "expected 1-d vector result");
            ensure!(res.shape[0] == l.shape[0], "expected #1 operand dim to match result dim #1");
        }
        let inferred = result_type(cx, b.ty(self.lhs(b)), b.ty(self.rhs(b)));
        ensure!(
            inferred == Some(b.ty(self.result(b))),
            "expected operand dims to be scalable where result dims are"
        );
        ensure!(
            self.acc(b).is_none_or(|a| b.ty(a) == b.ty(self.result(b))),
            "expected operand #3 of same type as result type"
        );
        let kind = b.attr_slot(self.op(), 0).and_then(|a| cx.attr_as::<crate::CombiningKind>(a));
        ensure!(kind.is_none_or(|k| k.supports(cx, res.elem)), "unsupported outerproduct type");
        Ok(())
    }
}

impl CustomAsm for OuterProductOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").value(self.lhs(b)).text(", ").value(self.rhs(b));
        if let Some(acc) = self.acc(b) {
            p.text(", ").value(acc);
            p.attr_dict(self.op(), &[]);
        } else {
            p.attr_dict(self.op(), &[]);
        }
        p.text(" : ").type_of(self.lhs(b)).text(", ").type_of(self.rhs(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let operands = p.comma_list(Parser::operand)?;
        p.attr_dict(state)?;
        let at = p.location();
        let lhs = p.colon_type()?;
        p.expect(",")?;
        let rhs = p.ty()?;
        if !(2..=3).contains(&operands.len()) {
            return Err(p.error_at(at, "expected at least 2 operands"));
        }
        let Some(result) = result_type(p.cx(), lhs, rhs) else {
            return Err(p.error_at(at, "expected vector type for operand #1"));
        };
        for (&o, t) in operands.iter().zip([lhs, rhs, result]) {
            let v = p.resolve(o, t)?;
            state.operands.push(v);
        }
        state.result_types.push(result);
        Ok(())
    }
}
