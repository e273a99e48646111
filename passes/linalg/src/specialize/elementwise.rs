//! Copies, fills, broadcasts, transposes and functions of elements.

use strata_arith as arith;
use strata_ir::prelude::*;
use strata_linalg::{AddOp, BroadcastOp, CopyOp, DivOp, ExpOp, FillOp, MulOp, SubOp, TransposeOp, YieldOp};
use strata_passes_analysis::structured_op::Structured;

/// The ops of a payload without its end, and the value that it yields.
fn payload(s: &Structured, b: &Body) -> Option<(Vec<Op>, Value)> {
    let end = b.terminator(s.block)?.as_op::<YieldOp>(b)?;
    let mut values = end.values(b);
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    Some((b.block_ops(s.block).filter(|&o| o != end.op()).collect(), value))
}

/// A copy, a fill, a broadcast or a transpose.
pub(super) fn movement(s: &Structured, rw: &mut Rewriter<'_>) -> Option<Op> {
    let ([input], [output]) = (&s.inputs[..], &s.outputs[..]) else { return None };
    let (input, output) = (*input, *output);
    let (ops, value) = payload(s, rw)?;
    let (from, to) = (&s.maps[0], &s.maps[1]);
    if !s.is_elementwise() || !ops.is_empty() || value != rw.block_args(s.block)[0] {
        return None;
    }
    if from.is_identity() && to.is_identity() {
        return CopyOp::create(rw, &[input], output).ok().map(|op| op.op());
    }
    if rw.cx().shaped(rw.ty(input)).is_none() {
        return FillOp::create(rw, &[input], output).ok().map(|op| op.op());
    }
    let dims = from.result_dims().filter(|_| to.is_identity())?;
    let n = from.n_dims();
    if dims.len() < n as usize && dims.is_sorted_by(|x, y| x < y) {
        let new: Vec<i64> = (0..n).filter(|d| !dims.contains(d)).map(i64::from).collect();
        return BroadcastOp::create(rw, input, output, &new).ok().map(|op| op.op());
    }
    if from.is_permutation() {
        let mut permutation = vec![0; dims.len()];
        for (i, &d) in dims.iter().enumerate() {
            permutation[d as usize] = i as i64;
        }
        return TransposeOp::create(rw, input, output, &permutation).ok().map(|op| op.op());
    }
    None
}

/// `exp`, or a sum, difference, product or quotient of floats.
pub(super) fn function(s: &Structured, rw: &mut Rewriter<'_>) -> Option<Op> {
    let &[output] = &s.outputs[..] else { return None };
    let (ops, value) = payload(s, rw)?;
    let &[op] = &ops[..] else { return None };
    let n = s.inputs.len();
    let args = rw.block_args(s.block).to_vec();
    if !s.is_elementwise()
        || s.num_loops() == 0
        || !s.maps.iter().all(|m| m.is_identity())
        || rw.has_uses(args[n])
        || args[..n].iter().any(|&a| !rw.has_uses(a))
        || rw.num_operands(op) != n
        || rw.results(op) != [value]
    {
        return None;
    }
    if n == 1 {
        let is_exp = rw.op_name(op) == "math.exp";
        return if is_exp { ExpOp::create(rw, &s.inputs, output).ok().map(|op| op.op()) } else { None };
    }
    let &[x, y] = &s.inputs[..] else { return None };
    let inputs = if rw.operand(op, 0) == args[0] { [x, y] } else { [y, x] };
    let made = if op.isa::<arith::AddFOp>(rw) {
        AddOp::create(rw, &inputs, output).map(|op| op.op())
    } else if op.isa::<arith::SubFOp>(rw) {
        SubOp::create(rw, &inputs, output).map(|op| op.op())
    } else if op.isa::<arith::MulFOp>(rw) {
        MulOp::create(rw, &inputs, output).map(|op| op.op())
    } else if op.isa::<arith::DivFOp>(rw) {
        DivOp::create(rw, &inputs, output).map(|op| op.op())
    } else {
        return None;
    };
    made.ok()
}
