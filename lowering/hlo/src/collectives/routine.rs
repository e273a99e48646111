//! Collectives that the runtime carries out alone.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;

use super::{Emit, Ids, Must};

/// Floats of at most 8 bits that the runtime adds; it has none without a sign.
const SMALL_FLOATS: [&str; 10] = [
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E5M2",
    "f8E4M3",
    "f8E4M3FN",
    "f8E5M2FNUZ",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E3M4",
];

impl Emit<'_, '_> {
    /// A collective as one call, with `config` in its configuration.
    pub(super) fn routine(
        &mut self,
        op: Op,
        target: &str,
        ids: Ids,
        must: Must,
        config: &str,
    ) -> Option<Vec<Value>> {
        let operands: Vec<Value> = self.b.operands(op).collect();
        self.routine_on(op, &operands, target, ids, must, config)
    }
    fn routine_on(
        &mut self,
        op: Op,
        operands: &[Value],
        target: &str,
        ids: Ids,
        must: Must,
        config: &str,
    ) -> Option<Vec<Value>> {
        let groups = self.group_config(op, ids, must)?;
        let types: Vec<Type> = self.b.result_types(op).collect();
        Some(self.call(target, format!("{groups}{config}"), operands, &types))
    }
    /// A reduction over a group, as one call if its region is one op on elements that the runtime knows.
    pub(super) fn reduction(&mut self, op: Op, ids: Ids) -> Option<Vec<Value>> {
        let Some((name, elem)) = self.known_reduction(op) else { return self.reduced(op, ids) };
        let mut config = format!("reduce={name}\nelement={}\n", self.b.cx().type_to_string(elem));
        let target = if op.isa::<hlo::ReduceScatterOp>(self.b) {
            config += &format!("dim={}\n", self.number(op, "scatter_dimension")?);
            "strata_reduce_scatter"
        } else if op.isa::<hlo::CollectiveReduceOp>(self.b) {
            "strata_collective_reduce"
        } else {
            "strata_all_reduce"
        };
        let operands: Vec<Value> = self.b.operands(op).collect();
        let wide = operands.into_iter().map(|v| self.converted(v, elem)).collect::<Vec<Value>>();
        self.routine_on(op, &wide, target, ids, Must::TakePart, &config)
    }
    /// A reduction may be computed in a wider type than its operands.
    fn converted(&mut self, v: Value, elem: Type) -> Value {
        let cx = self.b.cx();
        let Some(shape) = cx.shaped(self.b.ty(v)).and_then(|s| s.shape) else { return v };
        let ty = cx.tensor(shape, elem);
        if self.b.ty(v) == ty { v } else { self.op::<hlo::ConvertOp>(&[v], ty, &[]) }
    }
    /// The name of the op that a region consists of, and the type of its elements.
    fn known_reduction(&self, op: Op) -> Option<(&'static str, Type)> {
        let cx = self.b.cx();
        let (name, elem) = match self.b.regions(op).first() {
            None => ("add", cx.elem_or_self(self.b.ty(self.b.result(op, 0)))),
            Some(&region) => {
                let &[block] = self.b.blocks(region) else { return None };
                let &[x, y] = self.b.block_args(block) else { return None };
                let ops: Vec<Op> = self.b.block_ops(block).collect();
                let &[combine, end] = &ops[..] else { return None };
                let pair: Vec<Value> = self.b.operands(combine).collect();
                let returned: Vec<Value> = self.b.operands(end).collect();
                let is_pair = pair == [x, y] || pair == [y, x];
                if !is_pair || returned != [self.b.result(combine, 0)] {
                    return None;
                }
                let name = NAMES.iter().find(|known| self.b.op_name(combine) == known.0)?.1;
                (name, cx.elem_or_self(self.b.ty(x)))
            }
        };
        let of_result = |ty: Type| cx.elem_or_self(ty) == elem;
        let known = is_reduced(cx, elem) && self.b.result_types(op).all(of_result);
        known.then_some((name, elem))
    }
}

/// The ops that the runtime has, and their names there.
const NAMES: [(&str, &str); 7] = [
    ("stablehlo.add", "add"),
    ("stablehlo.multiply", "multiply"),
    ("stablehlo.minimum", "minimum"),
    ("stablehlo.maximum", "maximum"),
    ("stablehlo.and", "and"),
    ("stablehlo.or", "or"),
    ("stablehlo.xor", "xor"),
];

/// Whether the runtime reduces elements of this type.
fn is_reduced(cx: &Context, elem: Type) -> bool {
    if let Some(int) = cx.as_int(elem) {
        return elem == cx.i1()
            || int.signedness != Signedness::Signed && [2, 4, 8, 16, 32, 64].contains(&int.width);
    }
    if let Some(complex) = cx.type_as::<ComplexType>(elem) {
        return complex.elem == cx.f32() || complex.elem == cx.f64();
    }
    let plain = [cx.f16(), cx.bf16(), cx.f32(), cx.f64()];
    plain.contains(&elem) || cx.as_float(elem).is_some() && SMALL_FLOATS.contains(&&*cx.type_to_string(elem))
}
