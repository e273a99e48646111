//! Vectors from scalars and scalars from vectors.

use strata_ir::prelude::*;

use crate::constraints::{FixedVector, StepVector, elem_type, vector_of};

/// A vector of the given elements in row-major order.
#[op(
    name = "vector.from_elements",
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    infer(elements = elem_type(dest), "operand types match result element type"),
    asm = "$elements attr-dict `:` type($dest)",
)]
pub struct FromElementsOp {
    /// The elements.
    pub elements: Variadic<AnyType>,
    /// The vector.
    pub dest: Res<FixedVector>,
}

/// The elements of a vector in row-major order.
#[op(
    name = "vector.to_elements",
    traits = [Pure],
    interfaces = [Verify, Fold],
    custom_asm,
)]
pub struct ToElementsOp {
    /// The vector.
    pub source: Operand<AnyVector>,
    /// Its elements.
    pub elements: VariadicRes<AnyType>,
}

/// The vector `[0, 1, …]`.
#[op(
    name = "vector.step",
    traits = [Pure],
    interfaces = [Fold],
    asm = "attr-dict `:` type($result)",
)]
pub struct StepOp {
    /// The vector.
    pub result: Res<StepVector>,
}

fn count(b: &Body, v: Value) -> usize {
    b.cx().shaped(b.ty(v)).and_then(|s| s.num_elements()).unwrap_or(0) as usize
}

impl Verify for FromElementsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let elem = b.cx().elem_or_self(b.ty(self.dest(b)));
        let fits =
            self.elements(b).len() == count(b, self.dest(b)) && self.elements(b).all(|v| b.ty(v) == elem);
        ensure!(fits, "failed to verify that shaped type 'dest' matches 'elements' element count and types");
        Ok(())
    }
}
impl Verify for ToElementsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (n, m) = (self.elements(b).len(), count(b, self.source(b)));
        ensure!(n == m, "expected {m} results, but got {n}");
        let elem = b.cx().elem_or_self(b.ty(self.source(b)));
        ensure!(
            self.elements(b).iter().all(|&e| b.ty(e) == elem),
            "result types must be the element type of the source"
        );
        Ok(())
    }
}

impl CustomAsm for ToElementsOp {
    fn print(&self, p: &mut Printer<'_>) {
        let v = self.source(p.body());
        p.text(" ").value(v).attr_dict(self.op(), &[]).text(" : ").type_of(v);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let source = p.operand()?;
        p.attr_dict(state)?;
        let at = p.location();
        let ty = p.colon_type()?;
        let value = p.resolve(source, ty)?;
        state.operands.push(value);
        let cx = p.cx();
        let n = cx.shaped(ty).and_then(|s| s.num_elements()).unwrap_or(0);
        if n > cx.limits().op_values as i64 {
            return Err(p.error_at(at, "too many elements for one operation"));
        }
        state.result_types.extend(std::iter::repeat_n(cx.elem_or_self(ty), n as usize));
        Ok(())
    }
}

impl Fold for ToElementsOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        if let Some(from) = b.def_as::<FromElementsOp>(self.source(b)) {
            return Some(Folded::Results(from.elements(b).map(FoldResult::Value).collect()));
        }
        let cx = b.cx();
        let dense = cx.attr_as::<DenseElementsAttr>((*consts.first()?)?)?;
        let all = (0..self.elements(b).len()).map(|i| dense.element_attr(cx, i).map(FoldResult::Attr));
        all.collect::<Option<_>>().map(Folded::Results)
    }
}
impl Fold for FromElementsOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let ty = b.ty(self.dest(b));
        if let Some(first) = self.elements(b).next()
            && let Some(op) = b.def_as::<ToElementsOp>(first)
            && b.ty(op.source(b)) == ty
            && op.elements(b).iter().copied().eq(self.elements(b))
        {
            return Some(op.source(b).into());
        }
        let cx = b.cx();
        let width = element_bytes(cx, cx.elem_or_self(ty))?;
        let mut data = Vec::with_capacity(consts.len() * width);
        for &c in consts {
            let start = data.len();
            if let Some(i) = cx.attr_as::<IntegerAttr>(c?) {
                data.extend(i.value.to_le_bytes());
            } else {
                data.extend(cx.attr_as::<FloatAttr>(c?)?.bits.to_le_bytes());
            }
            data.resize(start + width, 0);
        }
        cx.dense_attr(ty, data).map(Into::into)
    }
}
impl Fold for StepOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let ty = b.ty(self.result(b));
        let v = vector_of(b, self.result(b)).filter(|v| v.scalable.is_empty())?;
        let values: Vec<i64> = (0..v.shape[0]).collect();
        b.cx().dense_i64s(ty, &values).map(Into::into)
    }
}
impl Canonicalize for FromElementsOp {
    /// The same element everywhere is a broadcast.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let first = self.elements(rw).next()?;
        if !self.elements(rw).all(|e| e == first) {
            return None;
        }
        let ty = rw.ty(self.dest(rw));
        let new = crate::BroadcastOp::build(rw, first, ty);
        rw.replace_op(*self, &[new]);
        Some(())
    }
}
