//! Parts of all rewrites of reductions: how an op combines, with which neutral element, and the reduction of partial results.

use strata_ir::prelude::*;
use strata_linalg::{FillOp, LinalgOp, ReduceOp, YieldOp};
use strata_passes_analysis::combiner::Combiner;

/// How an output is combined.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// The op of the payload that combines an element with the accumulator.
    pub combiner: Op,
    /// The neutral element, a scalar.
    pub neutral: Attr,
}

impl Reduction {
    /// Of all outputs of an op; `None` if the payload does not combine them, each by one op with a neutral element.
    pub fn all(body: &Body, op: Op) -> Option<Vec<Self>> {
        let linalg = op.cast::<dyn LinalgOp>(body)?;
        let block = linalg.payload(body)?;
        let yields = linalg.payload_yield(body)?;
        let args = body.block_args(block);
        let of = |(i, v): (usize, Value)| {
            let combiner = body.def_op(v).filter(|&def| body.parent_block(def) == Some(block))?;
            let arg = *args.get(linalg.dps_init_range(body).nth(i)?)?;
            let uses = body.operands(combiner).filter(|&v| v == arg).count();
            (uses == 1 && body.has_one_use(arg) && body.num_operands(combiner) == 2).then_some(())?;
            let neutral = neutral(body.cx(), Combiner::from_op(body, combiner)?, body.ty(v));
            Some(Self { combiner, neutral })
        };
        body.operands(yields.op()).enumerate().map(of).collect()
    }
    /// An op that combines two values.
    pub fn combine(self, b: &mut Builder<'_>, x: Value, y: Value) -> Value {
        let new = b.body().clone_op(self.combiner, &mut IdMap::new());
        let at = b.point();
        b.body().insert(new, at);
        b.body().set_operands(new, &[x, y]);
        b.result(new, 0)
    }
}

/// The neutral element as upstream has it: sums of floats begin with a positive zero.
fn neutral(cx: &Context, combiner: Combiner, ty: Type) -> Attr {
    match combiner {
        Combiner::AddF => cx.float_attr(0.0, ty),
        other => other.neutral_attr(cx, ty),
    }
}

/// A tensor filled with a scalar; returns the fill.
pub fn filled(b: &mut Builder<'_>, scalar: Attr, tensor: Value) -> Option<Op> {
    let scalar = strata_arith::constant(b, scalar);
    FillOp::create(b, &[scalar], tensor).ok().map(|op| op.op())
}

/// `linalg.reduce` of partial results along dimensions into `init`.
pub fn reduce(b: &mut Builder<'_>, partial: Value, init: Value, dims: &[i64], how: Reduction) -> Op {
    let (dims, ty, elem) = (b.cx().i64_array(dims), b.ty(init), b.cx().elem_or_self(b.ty(init)));
    let new = ReduceOp::build(b, &[partial], &[init], dims, &[ty]);
    b.region_block(new, 0, &[elem, elem], |b, block| {
        let args = b.block_args(block).to_vec();
        let sum = how.combine(b, args[0], args[1]);
        YieldOp::build(b, &[sum]);
    });
    new.op()
}

/// A copy of the payload of an op in another one.
pub fn clone_payload(b: &mut Builder<'_>, from: Op, to: Op) -> Option<()> {
    let (from, to) = (*b.regions(from).first()?, *b.regions(to).first()?);
    b.body().clone_region(from, to, &mut IdMap::new());
    Some(())
}
