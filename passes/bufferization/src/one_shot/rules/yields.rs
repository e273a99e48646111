//! Rules of ops whose results are what their regions yield, and of the terminators of regions.

use strata_ir::prelude::*;
use strata_scf::{ConditionOp, ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp};
use strata_shape::AssumingYieldOp;

use super::functions::bufferize_block_signature;
use crate::one_shot::{
    facts::{Alias, Editor, Outcome, Rule, Types, Use, View},
    layouts::is_tensor,
};

/// The terminators of the regions of an op.
fn ends<O: OpDef>(body: &Body, op: Op) -> Vec<Op> {
    let blocks = body.regions(op).iter().flat_map(|&r| body.blocks(r));
    blocks.filter_map(|&b| body.last_op(b)).filter(|end| end.isa::<O>(body)).collect()
}

fn yielded<O: OpDef>(v: &View<'_>, op: Op, value: Value) -> Vec<Use> {
    let Def::Result { index, .. } = v.body.def(value) else { return Vec::new() };
    let all = ends::<O>(v.body, op).into_iter();
    all.filter(|&end| index < v.body.num_operands(end)).map(|end| (end, index)).collect()
}

/// The buffers of what a terminator passes on, of the given types.
fn pass_on(
    ed: &mut Editor<'_>,
    end: Op,
    first: usize,
    target: &dyn Fn(&Body, usize) -> Option<Value>,
) -> Outcome {
    let mut operands: Vec<Value> = ed.body.operands(end).collect();
    for i in first..operands.len() {
        if !ed.view().is_tensor(operands[i]) {
            continue;
        }
        let buffer = ed.buffer(operands[i])?;
        operands[i] = match target(ed.body, i - first) {
            Some(value) => {
                let ty = ed.types().buffer_of(value)?;
                ed.cast(end, buffer, ty)
            }
            None => buffer,
        };
    }
    ed.body.set_operands(end, &operands);
    Ok(())
}

/// Rebuilds an op with buffers as its results.
fn with_buffers(ed: &mut Editor<'_>, op: Op, types: &[Type]) {
    let operands: Vec<Value> = ed.body.operands(op).collect();
    let new = ed.rebuild(op, &operands, types);
    let values = ed.body.results(new).to_vec();
    ed.replace(op, &values);
}

fn result_types(ed: &Editor<'_>, op: Op) -> Outcome<Vec<Type>> {
    let types = ed.types();
    let all = ed.body.results(op).iter();
    all.map(|&r| if ed.view().is_tensor(r) { types.buffer_of(r) } else { Ok(ed.body.ty(r)) }).collect()
}

/// One of several regions.
pub(super) struct Conditional;

impl Rule for Conditional {
    fn aliasing_uses(&self, v: &View<'_>, op: Op, value: Value) -> Vec<Alias<Use>> {
        yielded::<YieldOp>(v, op, value).into_iter().map(Alias::maybe_equivalent).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let mut types = Vec::new();
        for (end, i) in yielded::<YieldOp>(&t.view, op, value) {
            types.push(t.within(t.view.operand(end, i), around)?);
        }
        let mismatch = if op.isa::<IfOp>(t.view.body) {
            "inconsistent memory space on then/else branches"
        } else {
            "inconsistent memory space on switch cases"
        };
        t.join(op, t.view.ty(value), &types, mismatch)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let types = result_types(ed, op)?;
        with_buffers(ed, op, &types);
        Ok(())
    }
}

/// A region that runs once.
pub(super) struct ExecuteRegion;

impl Rule for ExecuteRegion {
    fn aliasing_uses(&self, v: &View<'_>, op: Op, value: Value) -> Vec<Alias<Use>> {
        if let Def::Arg { block, .. } = v.body.def(value) {
            return super::branches::forwarded(v, block, value);
        }
        yielded::<YieldOp>(v, op, value).into_iter().map(Alias::equivalent).collect()
    }
    fn verify(&self, v: &View<'_>, op: Op) -> Outcome {
        if ends::<YieldOp>(v.body, op).len() == 1 {
            return Ok(());
        }
        Err(Diagnostic::op_error(v.body, op, "op without unique scf.yield is not supported"))
    }
    fn is_writable(&self, _: &View<'_>, _: Value) -> bool {
        true
    }
    fn has_branches(&self) -> bool {
        true
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        match t.view.def(value) {
            Def::Arg { block, .. } => super::branches::argument_type(t, op, block, value, around),
            _ => t.by_default(value, around),
        }
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let [end] = ends::<YieldOp>(ed.body, op)[..] else {
            return Err(ed.op_error(op, "op without unique scf.yield is not supported"));
        };
        let yielded: Vec<Value> = ed.body.operands(end).collect();
        let types: Vec<Type> = {
            let types = ed.types();
            let all = yielded.iter();
            all.map(|&v| if ed.view().is_tensor(v) { types.buffer_of(v) } else { Ok(ed.body.ty(v)) })
                .collect::<Outcome<_>>()?
        };
        let operands: Vec<Value> = ed.body.operands(op).collect();
        let new = ed.rebuild(op, &operands, &types);
        for block in ed.body.blocks(ed.body.regions(new)[0]).to_vec() {
            bufferize_block_signature(ed, block)?;
        }
        let values = ed.body.results(new).to_vec();
        ed.replace(op, &values);
        Ok(())
    }
}

/// A region that runs under an assumption.
pub(super) struct Assuming;

impl Rule for Assuming {
    fn aliasing_uses(&self, v: &View<'_>, op: Op, value: Value) -> Vec<Alias<Use>> {
        yielded::<AssumingYieldOp>(v, op, value).into_iter().map(Alias::equivalent).collect()
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let [end] = ends::<AssumingYieldOp>(ed.body, op)[..] else { return Ok(()) };
        let yielded: Vec<Value> = ed.body.operands(end).collect();
        let buffers = ed.buffers(&yielded)?;
        ed.body.set_operands(end, &buffers);
        let types: Vec<Type> = buffers.iter().map(|&v| ed.body.ty(v)).collect();
        with_buffers(ed, op, &types);
        Ok(())
    }
}

/// The results of the op around it.
fn parent_result(v: &View<'_>, (op, i): Use) -> Option<Value> {
    let parent = v.body.parent_op(op).filter(|&p| p != Op::SELF)?;
    v.body.results(parent).get(i).copied()
}

/// The end of a region of `shape.assuming`.
pub(super) struct AssumingYield;

impl Rule for AssumingYield {
    fn must_be_in_place(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        parent_result(v, u).map(Alias::equivalent).into_iter().collect()
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        pass_on(ed, op, 0, &|_, _| None)
    }
}

/// The end of a region of `scf`.
pub(super) struct Yield;

impl Rule for Yield {
    fn must_be_in_place(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        let Some(parent) = v.body.parent_op(u.0).filter(|&p| p != Op::SELF) else { return Vec::new() };
        let result = parent_result(v, u).into_iter();
        if parent.isa::<IfOp>(v.body) || parent.isa::<IndexSwitchOp>(v.body) {
            result.map(Alias::maybe_equivalent).collect()
        } else if parent.isa::<ExecuteRegionOp>(v.body) {
            result.map(Alias::equivalent).collect()
        } else {
            Vec::new()
        }
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let parent = ed.body.parent_op(op).filter(|&p| p != Op::SELF);
        let Some(parent) = parent else { return Ok(()) };
        let is = |names: &[&str]| names.contains(&ed.body.op_name(parent));
        if is(&[ForOp::NAME, IfOp::NAME, IndexSwitchOp::NAME]) {
            pass_on(ed, op, 0, &|body, i| body.results(parent).get(i).copied())
        } else if is(&[WhileOp::NAME]) {
            pass_on(ed, op, 0, &|body, i| parent.as_op::<WhileOp>(body)?.before_args(body).get(i).copied())
        } else if is(&[ExecuteRegionOp::NAME]) {
            pass_on(ed, op, 0, &|_, _| None)
        } else {
            Err(Diagnostic::error(ed.body.loc(op), "unsupported scf::YieldOp parent"))
        }
    }
}

/// The end of the first region of `scf.while`.
pub(super) struct Condition;

impl Rule for Condition {
    fn must_be_in_place(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let parent = ed.body.parent_op(op).filter(|&p| p != Op::SELF);
        let (Some(parent), Some(_)) = (parent, op.as_op::<ConditionOp>(ed.body)) else { return Ok(()) };
        debug_assert!(
            !is_tensor(ed.body.cx(), ed.body.ty(ed.body.operand(op, 0))),
            "the condition is a scalar"
        );
        pass_on(ed, op, 1, &|body, i| parent.as_op::<WhileOp>(body)?.after_args(body).get(i).copied())
    }
}
