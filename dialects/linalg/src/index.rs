//! `linalg.index` and `linalg.yield`.

use strata_ir::prelude::*;

use crate::LinalgOp;

attr_constraint! {
    /// The number of a loop.
    LoopNumber: IntegerAttr = "64-bit signless integer attribute whose minimum value is 0", |a, cx|
        I64Attr::check(a, cx) && cx.attr_i64(a).is_some_and(|n| n >= 0), form AttrForm::ImpliedType(Context::i64);
}

/// The index of the current iteration of a loop of the enclosing structured op.
#[op(
    name = "linalg.index",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "$dim attr-dict `:` type($result)",
)]
pub struct IndexOp {
    /// The loop.
    pub dim: Attr<LoopNumber>,
    /// The number of the iteration.
    pub result: Res<Index>,
}

/// Ends the payload of a structured op with the new elements.
#[op(
    name = "linalg.yield",
    traits = [NoMemoryEffect, ReturnLike, Terminator],
    interfaces = [Verify],
    custom_asm,
)]
pub struct YieldOp {
    /// The elements, one for each output.
    pub values: Variadic<AnyType>,
}

impl IndexOp {
    /// The loop.
    pub fn loop_number(self, b: &Body) -> Option<usize> {
        usize::try_from(b.cx().attr_i64(b.attr_slot(self.op(), 0)?)?).ok()
    }
    /// The iteration number of loop `dim`.
    pub fn create(b: &mut Builder<'_>, dim: usize) -> Value {
        let (attr, ty) = (b.cx().i64_attr(dim as i64), b.cx().index());
        Self::build(b, attr, ty)
    }
}

impl Verify for IndexOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let parent = b.parent_op(self.op());
        let Some(dims) = parent.and_then(|p| p.cast::<dyn LinalgOp>(b).map(|l| l.num_loops(b))) else {
            return Err("expected parent op with LinalgOp interface".into());
        };
        let dim = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_i64(a)).unwrap_or(-1);
        ensure!(
            dim >= 0 && (dim as usize) < dims,
            "expected dim ({dim}) to be lower than the number of loops ({dims}) of the enclosing LinalgOp"
        );
        Ok(())
    }
}

/// A loop of one iteration has number zero only.
impl Fold for IndexOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let parent = b.parent_op(self.op())?;
        let range = *parent.cast::<dyn LinalgOp>(b)?.static_loop_ranges(b).get(self.loop_number(b)?)?;
        (range == 1).then(|| b.cx().index_attr(0).into())
    }
}

impl Verify for YieldOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(parent) = b.parent_op(self.op()) else { return Ok(()) };
        let Some(linalg) = parent.cast::<dyn LinalgOp>(b) else {
            return Err("expected parent op with LinalgOp interface".into());
        };
        let inits = linalg.dps_inits(b);
        let n = self.values(b).len();
        ensure!(
            n == inits.len(),
            "expected number of yield values ({n}) to match the number of inits / outs operands of the enclosing LinalgOp ({})",
            inits.len()
        );
        for (i, (v, init)) in self.values(b).zip(&inits).enumerate() {
            let (got, want) = (b.ty(v), crate::payload::element(b.cx(), b.ty(*init)));
            ensure!(
                got == want,
                "type of yield operand {} ('{}') doesn't match the element type of the enclosing linalg.generic op ('{}')",
                i + 1,
                b.cx().type_to_string(got),
                b.cx().type_to_string(want)
            );
        }
        Ok(())
    }
}

impl CustomAsm for YieldOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if self.values(b).len() > 0 {
            p.text(" ").values(self.values(b));
        }
        p.attr_dict(self.op(), &[]);
        if self.values(b).len() > 0 {
            p.text(" : ").types(self.values(b).map(|v| b.ty(v)));
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let at = p.location();
        let operands = p.operands()?;
        p.attr_dict(state)?;
        let types = if operands.is_empty() {
            Vec::new()
        } else {
            p.expect(":")?;
            p.types_comma()?
        };
        let values = p.resolve_all(&operands, &types, at)?;
        state.operands.extend(values);
        Ok(())
    }
}
