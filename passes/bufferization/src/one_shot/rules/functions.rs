//! Rules of `func`.

use strata_bufferization::{ToBufferOp, ToTensorOp};
use strata_func::{FuncOp, ReturnOp};
use strata_ir::{core::interfaces::BranchOp, prelude::*};

use super::branches::{argument_type, callers, forwarded};
use crate::one_shot::{
    editor::cast_or_copy,
    facts::{Alias, Editor, Outcome, Rule, Types, Use, View},
    functions::{Function, arg_attr},
    layouts::{is_memref, is_tensor},
};

/// The attribute of an argument with the layout of its buffer.
const LAYOUT: &str = "bufferization.buffer_layout";
/// The attribute of an argument that says whether it may be written.
const WRITABLE: &str = "bufferization.writable";

/// The type of the buffer of an argument.
pub(crate) fn argument_buffer(t: &Types<'_>, op: Op, attrs: Option<Attr>, tensor: Type) -> Outcome<Type> {
    let cx = t.view.cx();
    let Some(space) = t.view.options().memory_space(cx, tensor) else {
        return Err(t.error(op, "could not infer memory space"));
    };
    let ty = t.view.options().boundary_type(cx, tensor, space);
    match (arg_attr(cx, attrs, LAYOUT), cx.type_as::<MemRefType>(ty)) {
        (Some(layout), Some(memref)) => {
            let identity = cx.attr_as::<AffineMapAttr>(layout).is_some_and(|m| m.0.is_identity());
            Ok(cx.ty(MemRefType { layout: (!identity).then_some(layout), ..memref.clone() }))
        }
        _ => Ok(ty),
    }
}

/// The type of the buffer of a result, before it is known what is returned.
fn result_buffer(t: &Types<'_>, op: Op, tensor: Type) -> Outcome<Type> {
    argument_buffer(t, op, None, tensor)
}

/// A function.
pub(super) struct Func;

fn own_arg_attrs(body: &Body, number: usize) -> Option<Attr> {
    let attrs = body.attr(Op::SELF, "arg_attrs")?;
    body.cx().attr_as::<ArrayAttr>(attrs)?.0.get(number).copied()
}

/// The number of an argument of the entry block.
fn entry_number(body: &Body, value: Value) -> Option<usize> {
    body.block_args(body.entry()?).iter().position(|&a| a == value)
}

impl Rule for Func {
    fn aliasing_uses(&self, v: &View<'_>, _: Op, value: Value) -> Vec<Alias<Use>> {
        match v.body.def(value) {
            Def::Arg { block, .. } if v.body.entry() != Some(block) => forwarded(v, block, value),
            _ => Vec::new(),
        }
    }
    fn is_writable(&self, v: &View<'_>, value: Value) -> bool {
        let attrs = entry_number(v.body, value).and_then(|i| own_arg_attrs(v.body, i));
        arg_attr(v.cx(), attrs, WRITABLE).is_none_or(|a| a == v.cx().bool_attr(true))
    }
    fn has_branches(&self) -> bool {
        true
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let body = t.view.body;
        if let Some(i) = entry_number(body, value) {
            return argument_buffer(t, op, own_arg_attrs(body, i), body.ty(value));
        }
        match body.def(value) {
            Def::Arg { block, .. } => argument_type(t, op, block, value, around),
            _ => t.by_default(value, around),
        }
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(func) = ed.body.self_as::<FuncOp>() else { return Ok(()) };
        let cx = ed.body.cx_arc().clone();
        let (old_inputs, old_results) = (func.inputs(ed.body).to_vec(), func.results(ed.body).to_vec());
        let (mut inputs, mut results) = (Vec::new(), Vec::new());
        for (i, &ty) in old_inputs.iter().enumerate() {
            let attrs = own_arg_attrs(ed.body, i);
            inputs.push(if is_tensor(&cx, ty) { argument_buffer(&ed.types(), op, attrs, ty)? } else { ty });
        }
        for &ty in &old_results {
            results.push(if is_tensor(&cx, ty) { result_buffer(&ed.types(), op, ty)? } else { ty });
        }
        if ed.body.entry().is_some() {
            let region = ed.body.regions(Op::SELF)[0];
            for block in ed.body.blocks(region).to_vec() {
                bufferize_block_signature(ed, block)?;
            }
            for end in returns(ed.body) {
                let values: Vec<Value> = ed.body.operands(end).collect();
                let mut b = ed.before(end);
                let values: Vec<Value> = values
                    .into_iter()
                    .zip(&results)
                    .map(
                        |(v, &ty)| {
                            if is_tensor(&cx, b.ty(v)) { ToBufferOp::build(&mut b, v, None, ty) } else { v }
                        },
                    )
                    .collect();
                ed.body.set_operands(end, &values);
            }
        }
        func.set_function_type(ed.body, cx.type_attr(cx.function(&inputs, &results)));
        Ok(())
    }
}

/// The returns of a function.
pub(crate) fn returns(body: &Body) -> Vec<Op> {
    let blocks = body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r));
    blocks.filter_map(|&b| body.last_op(b)).filter(|op| op.isa::<ReturnOp>(body)).collect()
}

/// Gives a block buffers as its arguments, and branches to it buffers as their operands.
pub(super) fn bufferize_block_signature(ed: &mut Editor<'_>, block: Block) -> Outcome {
    let args = ed.body.block_args(block).to_vec();
    let mut types = Vec::new();
    for &arg in &args {
        types.push(if ed.view().is_tensor(arg) { ed.types().buffer_of(arg)? } else { ed.body.ty(arg) });
    }
    for (&arg, &ty) in args.iter().zip(&types) {
        let tensor = ed.body.ty(arg);
        if tensor == ty {
            continue;
        }
        let uses: Vec<Use> = ed.body.uses_of(arg).collect();
        ed.body.set_type(arg, ty);
        if uses.is_empty() {
            continue;
        }
        let mut b = ed.after_value(arg);
        let tensor = ToTensorOp::build(&mut b, arg, None, None, tensor);
        for (user, i) in uses {
            ed.body.set_operand(user, i, tensor);
        }
    }
    for (end, successor) in callers(ed.body, block) {
        let Some(branch) = end.cast::<dyn BranchOp>(ed.body) else {
            let message =
                "cannot bufferize ops with block references that do not implement BranchOpInterface";
            return Err(ed.op_error(end, message));
        };
        for (i, &ty) in branch.successor_operands(ed.body, successor).zip(&types) {
            let operand = ed.body.operand(end, i);
            if ed.body.ty(operand) == ty || !ed.view().is_tensor(operand) {
                continue;
            }
            let from = ed.types().buffer_of(operand)?;
            let mut b = ed.after_value(operand);
            let mut buffer = ToBufferOp::build(&mut b, operand, None, from);
            if from != ty {
                let loc = b.value_loc(operand);
                let at = InsertPoint {
                    block: b.point().block,
                    before: b.def_op(buffer).and_then(|op| b.next_op(op)),
                };
                b.goto(at).set_cur_loc(loc);
                buffer = strata_memref::CastOp::build(&mut b, buffer, ty);
            }
            ed.body.set_operand(end, i, buffer);
        }
    }
    Ok(())
}

/// A return, which is rewritten with its function.
pub(super) struct Return;

impl Rule for Return {
    fn bufferize(&self, _: &mut Editor<'_>, _: Op) -> Outcome {
        Ok(())
    }
}

/// A call.
pub(super) struct Call;

fn analyzed<'a>(v: &View<'a>, op: Op) -> Option<&'a Function> {
    v.facts.functions.callee(v.body, op).filter(|f| f.is_analyzed)
}

impl Rule for Call {
    fn reads(&self, v: &View<'_>, (op, i): Use) -> bool {
        analyzed(v, op).is_none_or(|f| f.read.contains(&i))
    }
    fn writes(&self, v: &View<'_>, (op, i): Use) -> bool {
        analyzed(v, op).is_none_or(|f| f.written.contains(&i))
    }
    fn aliasing_values(&self, v: &View<'_>, (op, i): Use) -> Vec<Alias<Value>> {
        let results = v.body.results(op);
        let Some(f) = analyzed(v, op) else {
            return results.iter().filter(|&&r| v.is_tensor(r)).map(|&r| Alias::unknown(r, false)).collect();
        };
        let numbers = f.aliases.get(&i).map_or(&[][..], |list| list);
        let is_equivalent = matches!(numbers, [only] if f.equivalent.get(only) == Some(&i));
        let all = numbers.iter().filter_map(|&r| results.get(r).copied());
        all.map(|r| if is_equivalent { Alias::equivalent(r) } else { Alias::unknown(r, false) }).collect()
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let Def::Result { index, .. } = t.view.def(value) else { return t.by_default(value, around) };
        match t.view.facts.functions.callee(t.view.body, op).and_then(|f| f.results.get(index)) {
            Some(&ty) if is_memref(t.view.cx(), ty) => Ok(ty),
            _ => result_buffer(t, op, t.view.ty(value)),
        }
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let facts = ed.facts;
        let mut types = Vec::new();
        for &result in ed.body.results(op) {
            types.push(if ed.view().is_tensor(result) {
                ed.types().buffer_of(result)?
            } else {
                ed.body.ty(result)
            });
        }
        let callee = facts.functions.callee(ed.body, op);
        let Some(callee) = callee else {
            return Err(ed.op_error(op, "calls a function that is not in its module"));
        };
        let mut operands: Vec<Value> = ed.body.operands(op).collect();
        for (i, operand) in operands.iter_mut().enumerate() {
            if !ed.view().is_tensor(*operand) {
                continue;
            }
            let tensor = ed.body.ty(*operand);
            let buffer = ed.buffer(*operand)?;
            let ty = match callee.inputs.get(i) {
                Some(&ty) if is_memref(ed.body.cx(), ty) => ty,
                _ => argument_buffer(&ed.types(), op, callee.arg_attrs.get(i).copied().flatten(), tensor)?,
            };
            *operand = if ed.body.ty(buffer) == ty {
                buffer
            } else {
                let cast = cast_or_copy(&mut ed.before(op), facts, buffer, ty);
                cast.ok_or_else(|| {
                    ed.op_error(op, "has an argument that cannot be cast to the type of the callee's")
                })?
            };
        }
        let new = ed.rebuild(op, &operands, &types);
        let values = ed.body.results(new).to_vec();
        ed.replace(op, &values);
        Ok(())
    }
}
