//! Ops that a rewrite creates, and the types of their results.

use strata_ir::prelude::*;
use strata_pdl::{OperationOp, ReplaceOp};
use strata_pdl_interp::{CreateOperationOp, GetResultOp, GetResultsOp, GetValueTypeOp};

use super::state::Rewriter;
use crate::{position::count, roots::is_range};

/// How the types of the results of a new op are known.
enum Types {
    /// As values; none, if the op has no results.
    Given(Vec<Value>),
    /// By the op itself.
    Inferred,
}

/// Creates an op, and reads the types of its results that the rewrite names and does not know yet.
pub fn operation(r: &mut Rewriter<'_>, op: OperationOp) -> Result<(), Diagnostic> {
    let b = r.pattern.body;
    let operands = r.map_all(op.operand_values(b))?;
    let attributes = r.map_all(op.attribute_values(b))?;
    let types = types(r, op)?;
    let (Some(name), Some(names)) = (b.attr(op.op(), "opName"), b.attr(op.op(), "attributeValueNames"))
    else {
        let message = "'pdl.operation' op must have an operation name when nested within a `pdl.rewrite`";
        return Err(Diagnostic::error(b.loc(op.op()), message));
    };
    let unit = r.cx().unit();
    let (types, inferred) = match types {
        Types::Given(types) => (types, None),
        Types::Inferred => (Vec::new(), Some(unit)),
    };
    let handle = r.handles.operation;
    let mut at = r.at(op.op());
    let created =
        CreateOperationOp::build(&mut at, name, &operands, &attributes, names, &types, inferred, handle);
    r.values.insert(op.operation(b), created);
    read_types(r, op, created);
    Ok(())
}

fn read_types(r: &mut Rewriter<'_>, op: OperationOp, created: Value) {
    let b = r.pattern.body;
    let (cx, h) = (r.cx(), r.handles);
    let types: Vec<Value> = op.type_values(b).collect();
    let all_in_one = matches!(types[..], [one] if is_range(b, one));
    let mut is_group = false;
    for (i, &result_type) in types.iter().enumerate() {
        if r.values.contains_key(&result_type) {
            continue;
        }
        let is_range = is_range(b, result_type);
        is_group |= is_range;
        let index = cx.i32_attr(count(i));
        let mut at = r.at(op.op());
        let value = if is_group {
            // Behind a range, the number of a result depends on the op.
            let index = (!all_in_one).then_some(index);
            GetResultsOp::build(&mut at, created, index, h.value_or_range(is_range))
        } else {
            GetResultOp::build(&mut at, created, index, h.value)
        };
        let read = GetValueTypeOp::build(&mut at, value, h.type_or_range(is_range));
        r.values.insert(result_type, read);
    }
}

fn types(r: &mut Rewriter<'_>, op: OperationOp) -> Result<Types, Diagnostic> {
    let b = r.pattern.body;
    let wanted: Vec<Value> = op.type_values(b).collect();
    if !wanted.is_empty()
        && let Some(known) = known(r, op, &wanted)?
    {
        return Ok(Types::Given(known));
    }
    if op.infers_types(b) {
        return Ok(Types::Inferred);
    }
    if let Some(replaced) = replaced_by(b, op) {
        let results = r.all_results(replaced)?;
        let loc = b.value_loc(replaced);
        let ty = r.handles.types;
        return Ok(Types::Given(vec![GetValueTypeOp::build(&mut r.at_loc(loc), results, ty)]));
    }
    if wanted.is_empty() {
        return Ok(Types::Given(Vec::new()));
    }
    let message = "'pdl.operation' op unable to infer result type for operation";
    Err(Diagnostic::error(b.loc(op.op()), message))
}

/// The types as values, if the rewrite knows all of them or the pattern has them.
fn known(r: &mut Rewriter<'_>, op: OperationOp, wanted: &[Value]) -> Result<Option<Vec<Value>>, Diagnostic> {
    let b = r.pattern.body;
    let block = b.parent_block(op.op());
    let mut known = Vec::new();
    for &ty in wanted {
        let is_here = b.def_op(ty).is_some_and(|def| b.parent_block(def) == block);
        if is_here && !r.values.contains_key(&ty) {
            return Ok(None);
        }
        known.push(r.map(ty)?);
    }
    Ok(Some(known))
}

/// The op that a new op replaces, if it is there before.
fn replaced_by(b: &Body, op: OperationOp) -> Option<Value> {
    let block = b.parent_block(op.op());
    b.uses_of(op.operation(b)).find_map(|(user, operand)| {
        let replace = user.as_op::<ReplaceOp>(b).filter(|_| operand != 0)?;
        let replaced = b.def_op(replace.op_value(b))?;
        (b.parent_block(replaced) != block || b.is_before(replaced, op.op())).then(|| replace.op_value(b))
    })
}
