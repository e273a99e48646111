//! Payloads as vectors: which ops have a vector form, and cloning them.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_linalg::IndexOp;

use super::splat;

/// Whether every op of a payload can work on vectors.
pub(super) fn is_vectorizable(body: &Body, block: Block) -> bool {
    body.block_ops(block).all(|op| {
        body.has_trait(op, Trait::Terminator)
            || op.isa::<IndexOp>(body)
            || body.has_trait(op, Trait::ConstantLike)
            || body.has_trait(op, Trait::Elementwise)
                && body.regions(op).is_empty()
                && body.results(op).len() == 1
                && body.operand_types(op).chain(body.result_types(op)).all(|t| body.cx().shaped(t).is_none())
    })
}

/// What a scalar of the payload became.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lanes {
    /// One value for all lanes.
    Uniform(Value),
    /// A vector.
    Vector(Value),
}

impl Lanes {
    /// As a vector.
    pub(super) fn vector(self, b: &mut Builder<'_>, lanes: i64) -> Value {
        match self {
            Lanes::Uniform(v) => splat(b, v, lanes),
            Lanes::Vector(v) => v,
        }
    }
}

/// Clones a payload with its arguments given as lanes; returns what it yields.
///
/// `ivs` are the indices of all loops; that of `vector_dim` is the index of lane 0.
pub(super) fn clone_vector(
    b: &mut Builder<'_>,
    block: Block,
    args: &[Lanes],
    ivs: &[Value],
    vector_dim: usize,
    lanes: i64,
) -> Vec<Lanes> {
    let mut map: FxHashMap<Value, Lanes> =
        b.block_args(block).iter().copied().zip(args.iter().copied()).collect();
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        if b.has_trait(op, Trait::Terminator) {
            let yielded: Vec<Value> = b.operands(op).collect();
            return yielded.into_iter().map(|v| map.get(&v).copied().unwrap_or(Lanes::Uniform(v))).collect();
        }
        if let Some(index) = op.as_op::<IndexOp>(b) {
            let dim = index.loop_number(b).unwrap_or(0);
            let value = if dim == vector_dim {
                let ty = b.cx().vector(&[lanes], b.cx().index());
                let steps = strata_vector::StepOp::build(b, ty);
                let base = splat(b, ivs[dim], lanes);
                Lanes::Vector(strata_arith::AddIOp::build(b, base, steps, None))
            } else {
                Lanes::Uniform(ivs[dim])
            };
            let result = b.result(op, 0);
            map.insert(result, value);
            continue;
        }
        let operands: Vec<Lanes> =
            b.operands(op).map(|v| map.get(&v).copied().unwrap_or(Lanes::Uniform(v))).collect();
        let uniform = operands.iter().all(|l| matches!(l, Lanes::Uniform(_)));
        let mut state = OpState::new(b.info(op), b.loc(op));
        state.attrs = (0..state.info.attrs.len()).map(|slot| b.attr_slot(op, slot)).collect();
        state.extra = b.extra_attrs(op).to_vec();
        for l in operands {
            let v = match l {
                Lanes::Uniform(v) if uniform => v,
                l => l.vector(b, lanes),
            };
            state.operands.push(v);
        }
        let result = b.result(op, 0);
        let ty = b.ty(result);
        state.result_types.push(if uniform { ty } else { b.cx().vector(&[lanes], ty) });
        let new = b.build(state);
        let value = b.result(new, 0);
        map.insert(result, if uniform { Lanes::Uniform(value) } else { Lanes::Vector(value) });
    }
    Vec::new()
}
