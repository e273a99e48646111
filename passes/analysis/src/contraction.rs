//! Contraction recognition: payloads that add products of two elements, possibly extended to a wider type.

use strata_arith::{AddFOp, AddIOp, ExtFOp, ExtSIOp, ExtUIOp, MulFOp, MulIOp};
use strata_ir::prelude::*;

use crate::structured_op::Structured;

/// The payload `out + ext(x) * ext(y)` of a structured op with two inputs and one output.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// The op that extends each input, where there is one.
    pub casts: [Option<Op>; 2],
    /// The types of the inputs' elements.
    pub factors: [Type; 2],
    /// Type of the sums.
    pub sum: Type,
}

/// Reads a structured op whose payload adds the product of both inputs to the output.
pub fn product(b: &Body, s: &Structured) -> Option<Product> {
    (s.inputs.len() == 2 && s.outputs.len() == 1).then(|| product_in(b, s.block))?
}

/// Reads a payload with two inputs and one output that adds the product of the inputs to the output, and does nothing else.
pub fn product_in(b: &Body, payload: Block) -> Option<Product> {
    let &[x, y, out] = b.block_args(payload) else { return None };
    let sum = b.ty(out);
    let numbers = b.cx().as_float(sum).is_some()
        || b.cx().as_int(sum).is_some_and(|t| t.signedness == Signedness::Signless);
    let yielded = b.operands(b.terminator(payload)?).next()?;
    let product = match operands_if(b, yielded, |op| op.isa::<AddFOp>(b) || op.isa::<AddIOp>(b))? {
        [v, o] | [o, v] if o == out => v,
        _ => return None,
    };
    let factors = operands_if(b, product, |op| op.isa::<MulFOp>(b) || op.isa::<MulIOp>(b))?;
    let widens = |op: &Op| op.isa::<ExtFOp>(b) || op.isa::<ExtSIOp>(b) || op.isa::<ExtUIOp>(b);
    let sources = factors.map(|v| match b.def_op(v).filter(widens) {
        Some(op) => (b.operand(op, 0), Some(op)),
        None => (v, None),
    });
    let casts = match sources {
        [(a, c), (d, e)] if (a, d) == (x, y) => [c, e],
        [(a, c), (d, e)] if (a, d) == (y, x) => [e, c],
        _ => return None,
    };
    let count = 3 + casts.iter().flatten().count();
    let alone = b.block_ops(payload).count() == count;
    (numbers && x != y && alone).then(|| Product { casts, factors: [b.ty(x), b.ty(y)], sum })
}

/// Both operands of the op that defines `v`, if `is_right` holds for that op.
fn operands_if(b: &Body, v: Value, is_right: impl Fn(Op) -> bool) -> Option<[Value; 2]> {
    let op = b.def_op(v).filter(|&op| is_right(op))?;
    Some([b.operand(op, 0), b.operand(op, 1)])
}

impl Product {
    /// Whether each input is an unsigned integer.
    pub fn unsigned(&self, b: &Body) -> [bool; 2] {
        self.casts.map(|cast| cast.is_some_and(|op| op.isa::<ExtUIOp>(b)))
    }
    /// The type of both inputs' elements, if it is the same.
    pub fn factor(&self) -> Option<Type> {
        let [x, y] = self.factors;
        (x == y).then_some(x)
    }
}
