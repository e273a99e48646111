//! Contraction recognition: payloads that add products of two elements, possibly extended to a wider type.

use strata_arith::{AddFOp, AddIOp, ExtFOp, ExtSIOp, ExtUIOp, MulFOp, MulIOp};
use strata_ir::prelude::*;
use strata_linalg::{IteratorType, LinalgOp};

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

/// The loops of a contraction by their kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContractionDims {
    /// Parallel loops of both operands and of the output.
    pub batch: Vec<usize>,
    /// Parallel loops of the left operand and of the output.
    pub m: Vec<usize>,
    /// Parallel loops of the right operand and of the output.
    pub n: Vec<usize>,
    /// Reductions of both operands.
    pub k: Vec<usize>,
}

/// The loops of a structured op with two inputs and one output by the operands that they are in; `None` if no reduction is in
/// both inputs. What the payload computes is not looked at.
pub fn contraction_dims(b: &Body, op: &dyn LinalgOp) -> Option<ContractionDims> {
    let maps = op.indexing_maps(b);
    let [lhs, rhs, out] = &maps[..] else { return None };
    if op.dps_init_range(b) != (2..3) {
        return None;
    }
    let mut dims = ContractionDims::default();
    for (d, kind) in op.iterator_types(b).into_iter().enumerate() {
        let is_in = [lhs, rhs, out].map(|m| m.result_position(d as u32).is_some());
        match (kind, is_in) {
            (IteratorType::Parallel, [true, true, true]) => dims.batch.push(d),
            (IteratorType::Parallel, [true, false, true]) => dims.m.push(d),
            (IteratorType::Parallel, [false, true, true]) => dims.n.push(d),
            (IteratorType::Reduction, [true, true, false]) => dims.k.push(d),
            _ => {}
        }
    }
    (!dims.k.is_empty()).then_some(dims)
}
