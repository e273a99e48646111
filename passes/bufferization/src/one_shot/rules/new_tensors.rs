//! Rules of ops that make new tensors: what they compute goes into a new buffer.

use strata_affine::ApplyOp;
use strata_bufferization::ToBufferOp;
use strata_ir::{affine::AffineExpr, prelude::*};
use strata_linalg::{IndexOp, MapOp, YieldOp};
use strata_memref::StoreOp;
use strata_tensor::{DimOp, GenerateOp, InsertSliceOp, MixedIndex, PadOp};

use crate::one_shot::{
    editor::alloc_tensor,
    facts::{Editor, Outcome, Rule, Types, Use, View},
    layouts::identity,
};

/// The error for a memory space in which an op cannot put its result.
fn check_memory_space(ed: &Editor<'_>, op: Op) -> Outcome {
    let cx = ed.body.cx();
    match ed.facts.options.memory_space(cx, ed.body.ty(ed.body.result(op, 0))) {
        Some(None) => Ok(()),
        _ => Err(ed.op_error(op, "memory space not implemented yet")),
    }
}

/// A new tensor like the result of an op, before that.
fn new_result(ed: &mut Editor<'_>, op: Op) -> Outcome<Value> {
    let (result, facts) = (ed.body.result(op, 0), ed.facts);
    alloc_tensor(&mut ed.before(op), facts, result, false)
}

/// A tensor without contents.
pub(super) struct Empty;

impl Rule for Empty {
    fn allocates(&self) -> bool {
        true
    }
    fn result_is_written(&self, _: &View<'_>, _: Op, _: Value) -> bool {
        false
    }
    fn buffer_type(&self, t: &Types<'_>, _: Op, value: Value, _: &mut Vec<Value>) -> Outcome<Type> {
        Ok(identity(t.view.cx(), t.view.ty(value), t.default_space(value)?))
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        if ed.body.is_unused(op) {
            ed.body.erase(op);
            return Ok(());
        }
        let new = new_result(ed, op)?;
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// A tensor of given elements: one store each.
pub(super) struct FromElements;

impl Rule for FromElements {
    fn allocates(&self) -> bool {
        true
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        check_memory_space(ed, op)?;
        let elements: Vec<Value> = ed.body.operands(op).collect();
        let ty = ed.body.ty(ed.body.result(op, 0));
        let shape = ed.body.cx().shaped(ty).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
        let tensor = new_result(ed, op)?;
        let mut b = ed.before(op);
        let ty = identity(b.cx(), ty, None);
        let buffer = ToBufferOp::build(&mut b, tensor, None, ty);
        if shape.is_empty() && !elements.is_empty() {
            StoreOp::create(&mut b, elements[0], buffer, &[]);
        } else if !elements.is_empty() {
            let largest = shape.iter().copied().max().unwrap_or(0);
            let constants: Vec<Value> =
                (0..largest).map(|i| strata_arith::constant_index(&mut b, i)).collect();
            for (i, &element) in elements.iter().enumerate() {
                let mut rest = i;
                let mut indices = Vec::with_capacity(shape.len());
                for &size in shape.iter().rev() {
                    let size = size.max(1) as usize;
                    indices.push(constants[rest % size]);
                    rest /= size;
                }
                indices.reverse();
                StoreOp::create(&mut b, element, buffer, &indices);
            }
        }
        ed.replace(op, &[buffer]);
        Ok(())
    }
}

/// A structured op that writes to `dest` what the block computes from its indices.
fn map_from_indices(ed: &mut Editor<'_>, op: Op, dest: Value, block: Block) -> Value {
    let mut b = ed.before(op);
    let (loc, ty) = (b.cur_loc(), b.ty(dest));
    let rank = b.cx().shaped(ty).and_then(|s| s.rank()).unwrap_or(0);
    let elem = b.cx().elem_or_self(ty);
    let map = MapOp::build(&mut b, &[], dest, &[ty]);
    let inner = b.region_block(map, 0, &[elem], |_, inner| inner);
    let index = b.cx().index();
    b.goto_end(inner);
    let indices: Vec<Value> = (0..rank)
        .map(|i| {
            let number = b.cx().i64_attr(i as i64);
            IndexOp::build(&mut b, number, index)
        })
        .collect();
    b.body().inline_block(block, InsertPoint::at_end(inner), &indices);
    if let Some(end) = b.last_op(inner) {
        let values: Vec<Value> = b.operands(end).collect();
        let end_loc = b.loc(end);
        b.goto(InsertPoint::at_end(inner)).set_cur_loc(end_loc);
        YieldOp::build(&mut b, &values);
        b.body().erase(end);
    }
    b.set_cur_loc(loc);
    b.result(map.op(), 0)
}

fn only_block(body: &Body, op: Op) -> Option<Block> {
    body.blocks(*body.regions(op).first()?).first().copied()
}

/// A tensor that is computed from indices.
pub(super) struct Generate;

impl Rule for Generate {
    fn allocates(&self) -> bool {
        true
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        check_memory_space(ed, op)?;
        let Some(block) = op.as_op::<GenerateOp>(ed.body).and_then(|_| only_block(ed.body, op)) else {
            return Ok(());
        };
        let dest = new_result(ed, op)?;
        let new = map_from_indices(ed, op, dest, block);
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// A tensor inside of a larger one: the larger one is computed, and a part of it replaced.
pub(super) struct Pad;

impl Rule for Pad {
    fn allocates(&self) -> bool {
        true
    }
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        t.new_like(value, t.view.operand(op, 0), around)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(pad) = op.as_op::<PadOp>(ed.body) else { return Ok(()) };
        let Some(block) = only_block(ed.body, op) else { return Ok(()) };
        let (source, low, high) = (pad.source(ed.body), pad.mixed_low(ed.body), pad.mixed_high(ed.body));
        let result = ed.body.ty(ed.body.result(op, 0));
        let shape =
            ed.body.cx().shaped(result).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
        let failed = |ed: &Editor<'_>| ed.op_error(op, "has sizes that cannot be computed");
        let facts = ed.facts;
        let mut b = ed.before(op);
        // The sizes are computed here and once more where the shape of the result is asked for.
        for (i, _) in shape.iter().enumerate().filter(|(_, d)| **d == DYNAMIC) {
            let (index, number) = (b.cx().index(), strata_arith::constant_index(&mut b, i as i64));
            let size = DimOp::build(&mut b, source, number, index);
            let (Some(low), Some(high)) = (low.get(i), high.get(i)) else { return Err(failed(ed)) };
            let (Some(low), Some(high)) = (low.materialize(&mut b), high.materialize(&mut b)) else {
                return Err(failed(ed));
            };
            let sum = AffineExpr::symbol(0) + AffineExpr::symbol(1) + AffineExpr::symbol(2);
            let map = strata_ir::affine::AffineMap::new(0, 3, vec![sum]);
            ApplyOp::create(&mut b, map, &[size, low, high]);
        }
        let result = b.result(op, 0);
        let dest = alloc_tensor(&mut b, facts, result, false)?;
        let filled = map_from_indices(ed, op, dest, block);
        let mut b = ed.before(op);
        let Some(sizes) = DimOp::all(&mut b, source) else { return Err(failed(ed)) };
        let ones = vec![MixedIndex::Static(1); sizes.len()];
        let new = InsertSliceOp::create(&mut b, source, filled, &low, &sizes, &ones);
        ed.replace(op, &[new]);
        Ok(())
    }
}

/// One element everywhere.
pub(super) struct Splat;

impl Rule for Splat {
    fn allocates(&self) -> bool {
        true
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        check_memory_space(ed, op)?;
        let element = ed.body.operand(op, 0);
        let dest = new_result(ed, op)?;
        let mut b = ed.before(op);
        let ty = b.ty(dest);
        let elem = b.cx().elem_or_self(ty);
        let map = MapOp::build(&mut b, &[], dest, &[ty]);
        b.region_block(map, 0, &[elem], |b, _| YieldOp::build(b, &[element]));
        let new = b.result(map.op(), 0);
        ed.replace(op, &[new]);
        Ok(())
    }
}
