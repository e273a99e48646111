//! Rules of ops that write to their inits: structured ops.

use strata_ir::prelude::*;
use strata_linalg::{DestinationStyle, IteratorType, LinalgOp};

use crate::one_shot::facts::{Alias, Editor, Outcome, Rule, Use, View};

fn is_init(v: &View<'_>, (op, i): Use) -> bool {
    op.cast::<dyn DestinationStyle>(v.body).is_some_and(|d| d.dps_init_range(v.body).contains(&i))
}

/// The result of an init.
pub(super) fn tied_result(v: &View<'_>, (op, i): Use) -> Vec<Alias<Value>> {
    let Some(inits) = op.cast::<dyn DestinationStyle>(v.body).map(|d| d.dps_init_range(v.body)) else {
        return Vec::new();
    };
    let result = i.checked_sub(inits.start).filter(|_| inits.contains(&i));
    let result = result.and_then(|r| v.body.results(op).get(r).copied());
    result.map(Alias::equivalent).into_iter().collect()
}

/// The op on buffers; the buffers of the inits are what it computes.
fn on_buffers(ed: &mut Editor<'_>, op: Op) -> Outcome {
    let Some(dest) = op.cast::<dyn DestinationStyle>(ed.body) else { return Ok(()) };
    if dest.has_buffer_semantics(ed.body) {
        return Ok(());
    }
    if !dest.has_tensor_semantics(ed.body) {
        return Err(Diagnostic::error(ed.body.loc(op), "op does not have pure tensor semantics"));
    }
    let inits = dest.dps_init_range(ed.body);
    let operands: Vec<Value> = ed.body.operands(op).collect();
    let mut new = operands.clone();
    for (i, &v) in operands.iter().enumerate().filter(|(i, _)| !inits.contains(i)) {
        if ed.view().is_tensor(v) {
            new[i] = ed.buffer(v)?;
        }
    }
    for i in inits.clone() {
        new[i] = ed.buffer(operands[i])?;
    }
    ed.rebuild(op, &new, &[]);
    ed.replace(op, &new[inits]);
    Ok(())
}

/// An op with a payload and maps.
pub(super) struct Structured;

impl Rule for Structured {
    fn reads(&self, v: &View<'_>, (op, i): Use) -> bool {
        op.cast::<dyn LinalgOp>(v.body).is_none_or(|l| l.payload_uses(v.body, i))
    }
    fn writes(&self, v: &View<'_>, u: Use) -> bool {
        is_init(v, u)
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        tied_result(v, u)
    }
    fn is_elementwise(&self, v: &View<'_>, op: Op, operands: [usize; 2]) -> bool {
        op.cast::<dyn LinalgOp>(v.body).is_some_and(|l| {
            l.iterator_types(v.body).iter().all(|&t| t == IteratorType::Parallel)
                && operands.iter().all(|&i| l.indexing_map(v.body, i).is_some_and(|m| m.is_identity()))
        })
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        on_buffers(ed, op)
    }
}

/// An op that reads its input only.
pub(super) struct Softmax;

impl Rule for Softmax {
    fn reads(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 0
    }
    fn writes(&self, v: &View<'_>, u: Use) -> bool {
        is_init(v, u)
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        tied_result(v, u)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        on_buffers(ed, op)
    }
}
