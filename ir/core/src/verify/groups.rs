//! Groups of operands and results: which values belong to which, and whether these have the right types.

use super::{VerifyResult, describe, fixed};
use crate::{Arity, Body, DenseArrayAttr, Op, OpInfo, Value, ensure, op_info::ValueSpec};

/// Checks the attributes with the sizes of groups.
pub(super) fn segments(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let operands = ("operand", info.operands.len(), body.num_operands(op), info.operand_segments());
    let results = ("result", info.results.len(), body.results(op).len(), info.result_segments());
    for (what, groups, total, slot) in [operands, results] {
        let Some(slot) = slot else { continue };
        let name = info.attrs[slot].name;
        let attr = body.attr_slot(op, slot);
        let list = attr.and_then(|a| body.cx().attr_as::<DenseArrayAttr>(a));
        let Some(list) = list else { return Err(format!("requires attribute '{name}'").into()) };
        let n = list.values.len();
        ensure!(
            n == groups,
            "'{name}' attribute for specifying {what} segments must have {groups} elements, but got {n}"
        );
        ensure!(list.values.iter().all(|&v| v >= 0), "'{name}' attribute cannot have negative elements");
        let sum = list.values.iter().fold(0i64, |a, &b| a.saturating_add(b));
        ensure!(
            usize::try_from(sum) == Ok(total),
            "{what} count ({total}) does not match with the total size ({sum}) specified in attribute '{name}'"
        );
    }
    Ok(())
}

fn groups(
    body: &Body,
    op: Op,
    what: &str,
    specs: &[ValueSpec],
    values: &dyn Fn(usize) -> Value,
    total: usize,
    segments: Option<usize>,
) -> VerifyResult {
    let one_each = segments.is_none() && total == specs.len();
    for (g, spec) in specs.iter().enumerate() {
        let range = match what {
            _ if one_each => g..g + 1,
            "operand" => body.operand_group(op, g),
            _ => body.result_group(op, g),
        };
        if spec.arity == Arity::Optional {
            ensure!(
                range.len() <= 1,
                "{what} group starting at #{} requires 0 or 1 element, but found {}",
                range.start,
                range.len()
            );
        }
        if spec.arity == Arity::One {
            ensure!(
                range.len() == 1,
                "{what} group starting at #{} requires 1 element, but found {}",
                range.start,
                range.len()
            );
        }
        for i in range {
            let ty = body.ty(values(i));
            let kind = if spec.arity == Arity::Variadic { "variadic of " } else { "" };
            ensure!(
                (spec.check)(ty, body.cx()),
                "{what} #{i} must be {kind}{}, but got '{}'",
                spec.desc,
                describe(body.cx(), ty)
            );
        }
    }
    Ok(())
}

/// Checks that variadic groups without a size attribute, which all have the same size, cover all values. Upstream
/// ignores the values that remain; here they are an error, which is checked last.
pub(super) fn all_grouped(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let operands = ("operand", info.operands, body.num_operands(op), info.operand_segments());
    let results = ("result", info.results, body.results(op).len(), info.result_segments());
    for (what, specs, total, segments) in [operands, results] {
        let variadic = specs.len() - fixed(specs).0;
        if segments.is_none() && variadic != 0 {
            let s = if total == 1 { "" } else { "s" };
            ensure!(
                total.saturating_sub(specs.len() - variadic).is_multiple_of(variadic),
                "{what} groups cannot be told apart: {total} {what}{s}"
            );
        }
    }
    Ok(())
}

pub(super) fn operands(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let total = body.num_operands(op);
    groups(body, op, "operand", info.operands, &|i| body.operand(op, i), total, info.operand_segments())
}

pub(super) fn results(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let total = body.results(op).len();
    groups(body, op, "result", info.results, &|i| body.result(op, i), total, info.result_segments())
}
