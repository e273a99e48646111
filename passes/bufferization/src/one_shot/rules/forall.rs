//! Rules of `scf.forall`: the iterations share the buffers of its outputs.

use strata_bufferization::ToTensorOp;
use strata_ir::prelude::*;
use strata_scf::{ForallOp, syntax::Mixed};

use crate::one_shot::facts::{Alias, Editor, Outcome, Rule, Types, Use, View};

/// Parallel iterations.
pub(super) struct Forall;

/// The number of the output that an operand is.
fn output(body: &Body, (op, i): Use) -> Option<usize> {
    i.checked_sub(body.operand_group(op, 3).start)
}

impl Rule for Forall {
    fn writes(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        let result = output(v.body, u).and_then(|i| v.body.results(u.0).get(i).copied());
        result.map(Alias::equivalent).into_iter().collect()
    }
    fn is_writable(&self, _: &View<'_>, _: Value) -> bool {
        true
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let body = t.view.body;
        let number = match body.def(value) {
            Def::Result { index, .. } => Some(index),
            Def::Arg { .. } => op
                .as_op::<ForallOp>(body)
                .and_then(|op| op.region_out_args(body).iter().position(|&a| a == value)),
            Def::Forward => None,
        };
        let first = body.operand_group(op, 3).start;
        match number.and_then(|i| body.operands(op).nth(first + i)) {
            Some(init) => t.within(init, around),
            None => t.by_default(value, around),
        }
    }
    /// Whether there is more than one iteration, as far as is known.
    fn is_repetitive(&self, v: &View<'_>, op: Op, _: usize) -> bool {
        let Some(op) = op.as_op::<ForallOp>(v.body) else { return true };
        let constant = |m: &Mixed| m.constant(v.body);
        let (lower, upper, step) = (op.lower_bounds(v.body), op.upper_bounds(v.body), op.steps(v.body));
        lower.iter().zip(&upper).zip(&step).any(|((l, u), s)| match (constant(l), constant(u), constant(s)) {
            (Some(l), Some(u), Some(s)) => l.saturating_add(s) < u,
            _ => true,
        })
    }
    fn is_parallel(&self, v: &View<'_>, op: Op, region: usize) -> bool {
        self.is_repetitive(v, op, region)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(forall) = op.as_op::<ForallOp>(ed.body) else { return Ok(()) };
        let outputs: Vec<Value> = forall.outputs(ed.body).collect();
        let buffers = ed.buffers(&outputs)?;
        let args = forall.region_out_args(ed.body).to_vec();
        let rank = forall.rank(ed.body);
        let block = args.first().and_then(|&a| ed.body.def_block(a));
        if let Some(block) = block {
            let loc = ed.body.loc(op);
            let at = InsertPoint::at_start(ed.body, block);
            let mut b = Builder::new(ed.body, at, loc);
            for (&arg, &buffer) in args.iter().zip(&buffers) {
                let ty = b.ty(arg);
                let tensor = ToTensorOp::build(&mut b, buffer, None, None, ty);
                b.body().replace_all_uses(arg, tensor);
            }
            let mut number = 0;
            ed.body.retain_block_args(block, |_, _| {
                number += 1;
                number <= rank
            });
        }
        let bounds: Vec<Value> = ed.body.operands(op).take(ed.body.operand_group(op, 3).start).collect();
        let groups = [0, 1, 2].map(|i| ed.body.operand_group(op, i).len() as i32);
        let sizes = ed.body.cx().i32_array(&[groups[0], groups[1], groups[2], 0]);
        let results = buffers.clone();
        // The op with outputs is replaced by one without.
        let mut state = OpState::new(ed.body.info(op), ed.body.loc(op));
        state.operands = bounds.into();
        state.attrs = ed.body.attr_slots(op).collect();
        state.extra = ed.body.extra_attrs(op).to_vec();
        let cx = ed.body.cx_arc().clone();
        state.set_attr(&cx, "operandSegmentSizes", sizes);
        let new = ed.before(op).build(state);
        let (from, to) = (ed.body.regions(op)[0], ed.body.regions(new)[0]);
        ed.body.move_blocks(from, to);
        ed.replace(op, &results);
        Ok(())
    }
}

/// The end of a parallel iteration.
pub(super) struct InParallel;

impl Rule for InParallel {
    fn bufferize(&self, _: &mut Editor<'_>, _: Op) -> Outcome {
        Ok(())
    }
}
