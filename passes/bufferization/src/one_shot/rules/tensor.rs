//! Rules of ops on single elements and on sizes of tensors.

use strata_ir::prelude::*;
use strata_memref::{DimOp, LoadOp, RankOp, StoreOp};

use super::written_destination;
use crate::one_shot::facts::{Alias, Editor, Outcome, Rule, Use, View};

/// A size; the elements are not read.
pub(super) struct Dim;

impl Rule for Dim {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let (source, index) = (ed.body.operand(op, 0), ed.body.operand(op, 1));
        let buffer = ed.buffer(source)?;
        let ty = ed.body.cx().index();
        let new = DimOp::build(&mut ed.before(op), buffer, index, ty);
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// The number of dimensions.
pub(super) struct Rank;

impl Rule for Rank {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let source = ed.body.operand(op, 0);
        let buffer = ed.buffer(source)?;
        let ty = ed.body.cx().index();
        let new = RankOp::build(&mut ed.before(op), buffer, ty);
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// One element.
pub(super) struct Extract;

impl Rule for Extract {
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let operands: Vec<Value> = ed.body.operands(op).collect();
        let buffer = ed.buffer(operands[0])?;
        let new = LoadOp::create(&mut ed.before(op), buffer, &operands[1..]);
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// One element is replaced.
pub(super) struct Insert;

impl Rule for Insert {
    fn writes(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 1
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        written_destination(v, u)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let operands: Vec<Value> = ed.body.operands(op).collect();
        let buffer = ed.buffer(operands[1])?;
        StoreOp::create(&mut ed.before(op), operands[0], buffer, &operands[2..]);
        ed.replace(op, &[buffer]);
        Ok(())
    }
}
