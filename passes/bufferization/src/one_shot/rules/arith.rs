//! Rules of `arith`.

use strata_ir::prelude::*;

use super::tensor_result;
use crate::one_shot::{
    facts::{Alias, Editor, Outcome, Rule, Types, Use, View},
    layouts::{identity, is_tensor},
};

/// A constant: a global of the module, which is never written.
pub(super) struct Constant;

impl Rule for Constant {
    fn is_writable(&self, _: &View<'_>, _: Value) -> bool {
        false
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let cx = ed.body.cx_arc().clone();
        let ty = ed.body.ty(ed.body.result(op, 0));
        let static_shape =
            cx.type_as::<TensorType>(ty).is_some() && cx.shaped(ty).is_some_and(|s| s.is_static());
        let Some(value) = ed.body.attr(op, "value").filter(|_| static_shape) else {
            return Ok(());
        };
        let space = ed.facts.options.memory_space(&cx, ty);
        let Some(space) = space else { return Err(ed.op_error(op, "could not infer memory space")) };
        if space.is_some() {
            return Err(ed.op_error(op, "memory space not implemented yet"));
        }
        let buffer = identity(&cx, ty, None);
        let name = ed.globals.name_of(&cx, value, buffer, ed.facts.options.alignment);
        let global = strata_memref::GetGlobalOp::build(&mut ed.before(op), cx.symbol_ref(&name), buffer);
        ed.replace(op, &[global]);
        Ok(())
    }
}

/// A conversion of all elements that leaves the buffer in place.
pub(super) struct IndexCast;

impl Rule for IndexCast {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn aliasing_values(&self, v: &View<'_>, (op, _): Use) -> Vec<Alias<Value>> {
        tensor_result(v, op).into_iter().map(Alias::equivalent).collect()
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let cx = ed.body.cx_arc().clone();
        let source = ed.body.operand(op, 0);
        let buffer = ed.buffer(source)?;
        let elem = cx.elem_or_self(ed.body.ty(ed.body.result(op, 0)));
        let ty = ed.body.ty(buffer);
        let ty = match (cx.type_as::<MemRefType>(ty), cx.type_as::<UnrankedMemRefType>(ty)) {
            (Some(t), _) => cx.ty(MemRefType { elem, ..t.clone() }),
            (_, Some(t)) => cx.ty(UnrankedMemRefType { elem, ..*t }),
            _ => return Err(ed.op_error(op, "has no buffer as its operand")),
        };
        let new = ed.rebuild(op, &[buffer], &[ty]);
        let value = ed.body.result(new, 0);
        ed.replace(op, &[value]);
        Ok(())
    }
}

/// One of two buffers.
pub(super) struct Select;

impl Rule for Select {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn aliasing_values(&self, v: &View<'_>, (op, _): Use) -> Vec<Alias<Value>> {
        tensor_result(v, op).into_iter().map(Alias::maybe_equivalent).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let mut types = Vec::new();
        for i in 1..3 {
            types.push(t.within(t.view.operand(op, i), around)?);
        }
        t.join(op, t.view.ty(value), &types, "inconsistent memory space on true/false operands")
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let (condition, values) = (ed.body.operand(op, 0), [ed.body.operand(op, 1), ed.body.operand(op, 2)]);
        if is_tensor(ed.body.cx(), ed.body.ty(condition)) {
            return Ok(());
        }
        let mut buffers = ed.buffers(&values)?;
        if ed.body.ty(buffers[0]) != ed.body.ty(buffers[1]) {
            let ty = ed.types().buffer_of(ed.body.result(op, 0))?;
            for buffer in &mut buffers {
                *buffer = ed.cast(op, *buffer, ty);
            }
        }
        let ty = ed.body.ty(buffers[0]);
        let new = ed.rebuild(op, &[condition, buffers[0], buffers[1]], &[ty]);
        let value = ed.body.result(new, 0);
        ed.replace(op, &[value]);
        Ok(())
    }
}
