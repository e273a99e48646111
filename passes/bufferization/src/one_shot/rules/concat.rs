//! The rule of `tensor.concat`: each input is copied into its part of a new buffer.

use strata_ir::prelude::*;
use strata_memref::{CopyOp, SubViewOp};
use strata_passes_analysis::affine_size::combined;
use strata_tensor::{ConcatOp, MixedIndex};

use crate::one_shot::{
    editor::alloc_tensor,
    facts::{Editor, Outcome, Rule, Types, Use, View},
    layouts::{identity, memory_space},
};

/// Tensors one after the other.
pub(super) struct Concat;

impl Rule for Concat {
    fn allocates(&self) -> bool {
        true
    }
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let cx = t.view.cx();
        let mut space = None;
        for (i, input) in t.view.operands(op).enumerate() {
            let here = memory_space(cx, t.within(input, around)?);
            if i > 0 && here != space {
                return Err(t.error(op, "inconsistent memory space on concatenated operands"));
            }
            space = here;
        }
        Ok(identity(cx, t.view.ty(value), space))
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(concat) = op.as_op::<ConcatOp>(ed.body) else { return Ok(()) };
        let Some(dim) = concat.dimension(ed.body) else { return Ok(()) };
        let inputs: Vec<Value> = ed.body.operands(op).collect();
        let (result, facts) = (ed.body.result(op, 0), ed.facts);
        let ty = ed.types().buffer_of(result)?;
        let tensor = alloc_tensor(&mut ed.before(op), facts, result, false)?;
        let dest = strata_bufferization::ToBufferOp::build(&mut ed.before(op), tensor, None, ty);
        let mut b = ed.before(op);
        let Some(all) = strata_memref::DimOp::all(&mut b, dest) else { return Ok(()) };
        let mut offset = MixedIndex::Static(0);
        for input in inputs {
            let buffer = ed.buffer(input)?;
            let mut b = ed.before(op);
            let Some(size) = strata_memref::DimOp::create_or_fold(&mut b, buffer, dim) else { continue };
            let (mut offsets, mut sizes) = (vec![MixedIndex::Static(0); all.len()], all.clone());
            (offsets[dim], sizes[dim]) = (offset, size);
            let ones = vec![MixedIndex::Static(1); sizes.len()];
            let Some(part) = SubViewOp::create(&mut b, dest, &offsets, &sizes, &ones) else { continue };
            CopyOp::build(&mut b, buffer, part);
            let next = combined(&mut b, &[offset, size], |x, y| x + y);
            let Some(next) = next else { return Err(ed.op_error(op, "has positions that are too complex")) };
            offset = next;
        }
        ed.replace(op, &[dest]);
        Ok(())
    }
}
