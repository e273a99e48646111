//! Vectors from scalars and scalars from vectors.

use strata_ir::prelude::*;

use crate::{
    constraints::{FixedVector, StepVector, elem_type, vector_of},
    fold::scalar_bytes,
};

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
    interfaces = [Verify, Fold, Canonicalize],
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

impl ToElementsOp {
    /// The elements of a vector.
    pub fn create(b: &mut Builder<'_>, source: Value) -> Option<Vec<Value>> {
        let v = vector_of(b, source)?;
        let types = vec![v.elem; crate::fold::count(&v.shape)?];
        let op = Self::build(b, source, &types);
        Some(op.elements(b).to_vec())
    }
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
        if let Some(bc) = b.def_as::<crate::BroadcastOp>(self.source(b)) {
            let from = bc.source(b);
            if vector_of(b, from).is_none() {
                return Some(Folded::Results(
                    self.elements(b).iter().map(|_| FoldResult::Value(from)).collect(),
                ));
            }
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
        let mut data = Vec::new();
        for &c in consts {
            data.extend(scalar_bytes(cx, c?)?);
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
