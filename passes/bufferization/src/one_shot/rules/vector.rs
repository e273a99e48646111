//! Rules of `vector`.

use strata_ir::prelude::*;
use strata_vector::{MaskOp, TransferWriteOp};

use super::written_destination;
use crate::one_shot::facts::{Alias, Editor, Outcome, Rule, Use, View};

/// Rebuilds an op with the buffers of its tensors; `keep` has the results that stay.
fn on_buffers(ed: &mut Editor<'_>, op: Op, keep_results: bool) -> Outcome<Op> {
    let operands: Vec<Value> = ed.body.operands(op).collect();
    let operands = ed.buffers(&operands)?;
    let results: Vec<Type> = if keep_results { ed.body.result_types(op).collect() } else { Vec::new() };
    Ok(ed.rebuild(op, &operands, &results))
}

/// A part of a tensor as a vector.
pub(super) struct TransferRead;

impl Rule for TransferRead {
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let new = on_buffers(ed, op, true)?;
        let values = ed.body.results(new).to_vec();
        ed.replace(op, &values);
        Ok(())
    }
}

/// A vector into a part of a tensor.
pub(super) struct TransferWrite;

/// Whether a write replaces all elements of the tensor.
fn replaces_all(v: &View<'_>, op: Op) -> bool {
    let Some(write) = op.as_op::<TransferWriteOp>(v.body) else { return false };
    let cx = v.cx();
    let shape = cx.shaped(v.ty(write.base(v.body))).and_then(|s| s.shape).unwrap_or(&[]);
    let vector = cx.shaped(v.ty(write.value_to_store(v.body))).and_then(|s| s.shape).unwrap_or(&[]);
    let map = v.attr(op, "permutation_map").and_then(|a| cx.attr_as::<AffineMapAttr>(a));
    let is_masked = write.mask(v.body).is_some() || MaskOp::around(v.body, op).is_some();
    !shape.contains(&DYNAMIC)
        && !is_masked
        && write.indices(v.body).all(|i| strata_tensor::index_list::constant_index(v.body, i) == Some(0))
        && map.is_some_and(|m| m.0.is_identity())
        && shape.len() == vector.len()
        && shape.iter().zip(vector).all(|(d, n)| d <= n)
}

impl Rule for TransferWrite {
    fn reads(&self, v: &View<'_>, u: Use) -> bool {
        !replaces_all(v, u.0)
    }
    fn writes(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 1
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        written_destination(v, u)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let new = on_buffers(ed, op, false)?;
        let buffer = ed.body.operand(new, 1);
        ed.replace(op, &[buffer]);
        Ok(())
    }
}

/// Single elements of a tensor as a vector.
pub(super) struct Gather;

impl Rule for Gather {
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        if !ed.view().is_tensor(ed.body.operand(op, 0)) {
            return Ok(());
        }
        let new = on_buffers(ed, op, true)?;
        let values = ed.body.results(new).to_vec();
        ed.replace(op, &values);
        Ok(())
    }
}

fn mask_yield(body: &Body, op: Op) -> Option<Op> {
    body.last_op(*body.blocks(*body.regions(op).first()?).first()?)
}

/// A masked op, whose results are those of its region.
pub(super) struct Mask;

impl Rule for Mask {
    fn aliasing_uses(&self, v: &View<'_>, op: Op, value: Value) -> Vec<Alias<Use>> {
        let Def::Result { index, .. } = v.body.def(value) else { return Vec::new() };
        mask_yield(v.body, op).map(|end| Alias::equivalent((end, index))).into_iter().collect()
    }
    fn resolve(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let view = ed.view();
        let is_copied = |&op: &Op| view.tensor_uses(op).any(|u| !view.is_in_place(u));
        if view.ops_in(op).iter().any(is_copied) {
            return Err(ed.op_error(op, "body must bufferize in-place"));
        }
        Ok(())
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(end) = mask_yield(ed.body, op) else { return Ok(()) };
        let yielded: Vec<Value> = ed.body.operands(end).collect();
        let (mut kept, mut replacements) = (Vec::new(), Vec::new());
        for &v in &yielded {
            if ed.view().is_tensor(v) {
                replacements.push(Some(ed.buffer(v)?));
            } else {
                kept.push(v);
                replacements.push(None);
            }
        }
        ed.body.set_operands(end, &kept);
        let types: Vec<Type> = kept.iter().map(|&v| ed.body.ty(v)).collect();
        let operands: Vec<Value> = ed.body.operands(op).collect();
        let new = ed.rebuild(op, &operands, &types);
        let mut results = ed.body.results(new).to_vec().into_iter();
        let values: Option<Vec<Value>> =
            replacements.into_iter().map(|r| r.or_else(|| results.next())).collect();
        if let Some(values) = values {
            ed.replace(op, &values);
        }
        Ok(())
    }
}

/// The end of a masked region.
pub(super) struct Yield;

impl Rule for Yield {
    fn must_be_in_place(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn aliasing_values(&self, v: &View<'_>, (op, i): Use) -> Vec<Alias<Value>> {
        let parent = v.body.parent_op(op).filter(|&p| p != Op::SELF);
        let result = parent.and_then(|p| v.body.results(p).get(i).copied());
        result.map(Alias::equivalent).into_iter().collect()
    }
    /// It is rewritten with the op around it.
    fn bufferize(&self, _: &mut Editor<'_>, _: Op) -> Outcome {
        Ok(())
    }
}
