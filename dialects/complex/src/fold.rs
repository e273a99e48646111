//! Folds and canonicalizations.

use strata_arith::NegFOp;
use strata_ir::prelude::*;

use crate::{
    AddOp, BitcastOp, ConjOp, CreateOp, DivOp, ExpOp, ImOp, LogOp, MulOp, NegOp, ReOp, SubOp, constant,
    part_type,
};

/// The floats of a constant that an operand is.
fn numbers(b: &Body, operand: Value, value: Option<Attr>) -> Option<[f64; 2]> {
    let cx = b.cx();
    let parts = constant::parts(cx, value?, b.ty(operand))?;
    let [re, im] = parts.map(|a| cx.attr_as::<FloatAttr>(a).map(|f| f.to_f64(cx)));
    Some([re?, im?])
}

/// The left operand, where the right one is the constant `re + 0 i`; zeros of both signs count.
fn neutral(op: Op, b: &Body, consts: &[Option<Attr>], re: f64) -> Option<Folded> {
    let (lhs, rhs) = (b.operand(op, 0), b.operand(op, 1));
    (numbers(b, rhs, consts[1])? == [re, 0.0]).then(|| lhs.into())
}

/// The operand of the op of kind `O` that defines the operand.
fn undone<O: OpDef>(op: Op, b: &Body) -> Option<Folded> {
    let inner = b.def_as::<O>(b.operand(op, 0))?;
    Some(b.operand(inner.op(), 0).into())
}

impl Fold for AddOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (lhs, rhs) = (self.lhs(b), self.rhs(b));
        for (sum, other) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(sub) = b.def_as::<SubOp>(sum)
                && sub.rhs(b) == other
            {
                return Some(sub.lhs(b).into());
            }
        }
        neutral(self.op(), b, consts, 0.0)
    }
}

impl Fold for SubOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (lhs, rhs) = (self.lhs(b), self.rhs(b));
        if let Some(add) = b.def_as::<AddOp>(lhs)
            && add.rhs(b) == rhs
        {
            return Some(add.lhs(b).into());
        }
        neutral(self.op(), b, consts, 0.0)
    }
}

impl Fold for MulOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        neutral(self.op(), b, consts, 1.0)
    }
}

impl Fold for DivOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        neutral(self.op(), b, consts, 1.0)
    }
}

/// Ops that undo another one.
macro_rules! inverses {
    ($($op:ident of $inner:ident),*) => {$(
        impl Fold for $op {
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                undone::<$inner>(self.op(), b)
            }
        }
    )*};
}
inverses!(NegOp of NegOp, ConjOp of ConjOp, LogOp of ExpOp, ExpOp of LogOp);

/// One part of a constant, or of a number that was created from parts.
macro_rules! part {
    ($($op:ident = $part:ident $index:literal),*) => {$(
        impl Fold for $op {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                let number = self.complex(b);
                if let Some(value) = consts[0]
                    && let Some(parts) = constant::parts(b.cx(), value, b.ty(number))
                {
                    return Some(parts[$index].into());
                }
                b.def_as::<CreateOp>(number).map(|create| create.$part(b).into())
            }
        }
        /// The part of a negated number that was created from parts is the negated part.
        impl Canonicalize for $op {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                let negated = rw.def_as::<NegOp>(self.complex(rw))?;
                let create = rw.def_as::<CreateOp>(negated.complex(rw))?;
                let part = create.$part(rw);
                let value = NegFOp::build(rw, part, None);
                rw.replace_op(self.op(), &[value]);
                Some(())
            }
        }
    )*};
}
part!(ReOp = real 0, ImOp = imaginary 1);

impl Fold for CreateOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let re = b.def_as::<ReOp>(self.real(b))?.complex(b);
        let im = b.def_as::<ImOp>(self.imaginary(b))?.complex(b);
        (re == im).then(|| re.into())
    }
}

impl Fold for BitcastOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let operand = self.operand(b);
        (b.ty(operand) == b.ty(self.result(b))).then(|| operand.into())
    }
}

/// Merges casts of casts, including those of `arith`; a cast without a complex type becomes one of `arith`.
impl Canonicalize for BitcastOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (operand, result) = (self.operand(rw), self.result(rw));
        let merged = |rw: &mut Rewriter<'_>, from: Value, ty: Type| {
            let complex = [rw.ty(from), ty].iter().any(|&t| part_type(rw.cx(), t).is_some());
            if complex {
                BitcastOp::build(rw, from, ty)
            } else {
                strata_arith::BitcastOp::build(rw, from, ty)
            }
        };
        let inner = rw.def_as::<BitcastOp>(operand).map(|o| o.operand(rw));
        if let Some(from) =
            inner.or_else(|| rw.def_as::<strata_arith::BitcastOp>(operand).map(|o| rw.operand(o.op(), 0)))
        {
            let ty = rw.ty(result);
            let value = merged(rw, from, ty);
            rw.replace_op(self.op(), &[value]);
            return Some(());
        }
        // This rewrite of `arith.bitcast` is here because `arith` does not depend on this dialect.
        let user = rw.users(result).find(|u| u.isa::<strata_arith::BitcastOp>(rw))?;
        let ty = rw.ty(rw.result(user, 0));
        let at = InsertPoint::before(rw, user);
        rw.goto(at);
        let value = merged(rw, operand, ty);
        rw.replace_op(user, &[value]);
        Some(())
    }
}
