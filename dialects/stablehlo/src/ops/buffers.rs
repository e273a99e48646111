//! Rules of custom calls for buffers: which calls make them, and which results share them with operands.

use strata_ir::prelude::*;

use super::CustomCallOp;
use crate::{OutputOperandAlias, infer};

/// Checks the buffers among operands and results.
pub(super) fn verify(b: &Body, op: CustomCallOp, aliases: &[Attr]) -> VerifyResult {
    match b.cx().attr_str(op.call_target_name(b).raw()).unwrap_or("") {
        name @ ("Pin" | "Unpin") => verify_pin(b, op.op(), name),
        "CreateBuffer" => verify_new(b, op.op()),
        _ => verify_shared(b, op.op(), aliases),
    }
}

fn is_buffer(cx: &Context, ty: Type) -> bool {
    cx.type_as::<MemRefType>(ty).is_some()
}
fn is_tensor(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<UnrankedTensorType>(ty).is_some()
}

/// `Pin` makes a tensor a buffer, `Unpin` a buffer a tensor.
fn verify_pin(b: &Body, op: Op, name: &str) -> VerifyResult {
    type Is = fn(&Context, Type) -> bool;
    let (tensor, buffer): ((&str, Is), (&str, Is)) = (("tensor", is_tensor), ("memref", is_buffer));
    let ((from, is_from), (to, is_to)) = if name == "Pin" { (tensor, buffer) } else { (buffer, tensor) };
    let cx = b.cx();
    let inputs: Vec<Type> = b.operand_types(op).collect();
    let outputs: Vec<Type> = b.result_types(op).collect();
    ensure!(inputs.len() == 1, "{name} custom_call should have one input");
    ensure!(is_from(cx, inputs[0]), "{name} custom_call should have a {from} input");
    ensure!(outputs.len() == 1, "{name} custom_call should have one output");
    ensure!(is_to(cx, outputs[0]), "{name} custom_call should have a {to} output");
    ensure!(
        infer::compatible(cx, inputs[0], outputs[0]),
        "{name} custom_call should have compatible input and output types"
    );
    Ok(())
}

/// `CreateBuffer` makes a new buffer.
fn verify_new(b: &Body, op: Op) -> VerifyResult {
    let outputs: Vec<Type> = b.result_types(op).collect();
    ensure!(b.num_operands(op) == 0, "CreateBuffer custom_call shouldn't have any inputs");
    ensure!(outputs.len() == 1, "CreateBuffer custom_call should have one result");
    ensure!(is_buffer(b.cx(), outputs[0]), "CreateBuffer custom_call should have a memref result");
    Ok(())
}

/// Each buffer that another call gives is one of its operands.
fn verify_shared(b: &Body, op: Op, aliases: &[Attr]) -> VerifyResult {
    let cx = b.cx();
    let results: Vec<Type> = b.result_types(op).collect();
    let mut todo: Vec<(Vec<i64>, Type)> = match results[..] {
        [one] => vec![(vec![], one)],
        _ => results.iter().enumerate().map(|(i, &t)| (vec![i as i64], t)).rev().collect(),
    };
    while let Some((path, ty)) = todo.pop() {
        if let Some(tuple) = cx.type_as::<TupleType>(ty) {
            let part = |(i, &t): (usize, &Type)| ([&path[..], &[i as i64]].concat(), t);
            todo.extend(tuple.0.iter().enumerate().map(part).rev());
        } else if is_buffer(cx, ty) {
            let shown = infer::text(&path);
            let mut sources = aliases
                .iter()
                .filter_map(|&a| cx.attr_as::<OutputOperandAlias>(a))
                .filter(|a| a.output_tuple_indices.0 == path)
                .map(|a| (a.operand_index, &a.operand_tuple_indices));
            let Some(first) = sources.next() else {
                return Err(format!("buffer output [{shown}] is not used in output_operand_alias").into());
            };
            ensure!(
                sources.all(|s| s == first),
                "buffer output [{shown}] is used in output_operand_alias more than once"
            );
        }
    }
    Ok(())
}
