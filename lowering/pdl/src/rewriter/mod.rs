//! The rewriter of a pattern: the ops of its `pdl.rewrite`, on the arguments that the matcher passes.

mod create;
mod state;

use strata_ir::prelude::*;
use strata_pdl::{
    ApplyNativeRewriteOp, AttributeOp, EraseOp, OperationOp, RangeOp, ReplaceOp, ResultOp, ResultsOp,
};
use strata_pdl_interp as interp;

use crate::{
    position::Pos,
    predicates::{Pattern, constant_type},
    rewriter::state::Rewriter,
};

/// The rewriter with this number, and the positions of its arguments.
///
/// # Errors
/// The rewrite uses what a match does not find, or creates an op of which the types of the results are not known.
pub fn generate(pattern: &Pattern<'_>, number: usize) -> Result<(Box<Body>, Vec<Pos>), Diagnostic> {
    const NAME: &str = "pdl_generated_rewriter";
    let name = match number.checked_sub(1) {
        None => NAME.to_owned(),
        Some(n) => format!("{NAME}_{n}"),
    };
    let mut rewriter = Rewriter::new(pattern, &name);
    let (b, op) = (pattern.body, pattern.rewrite.op());
    if let Some(name) = b.attr(op, "name") {
        let args: Vec<Value> =
            pattern.rewrite.root(b).into_iter().chain(pattern.rewrite.external_args(b)).collect();
        let args = rewriter.map_all(args)?;
        interp::ApplyRewriteOp::build(&mut rewriter.at(op), name, &args, &[]);
    } else {
        for op in ops(pattern) {
            step(&mut rewriter, op)?;
        }
    }
    interp::FinalizeOp::build(&mut rewriter.at(op));
    Ok(rewriter.finish())
}

/// The ops of the rewrite in order.
fn ops(pattern: &Pattern<'_>) -> Vec<Op> {
    let b = pattern.body;
    b.regions(pattern.rewrite.op()).iter().flat_map(|&region| b.region_ops(region)).collect()
}

/// The names of the ops that the rewrite creates.
pub fn created_ops(pattern: &Pattern<'_>) -> Vec<Attr> {
    let b = pattern.body;
    let operations = ops(pattern).into_iter().filter(|op| op.as_op::<OperationOp>(b).is_some());
    operations.filter_map(|op| b.attr(op, "opName")).collect()
}

fn step(r: &mut Rewriter<'_>, op: Op) -> Result<(), Diagnostic> {
    let b = r.pattern.body;
    if let Some(native) = op.as_op::<ApplyNativeRewriteOp>(b) {
        let args = r.map_all(native.args(b))?;
        let Some(name) = b.attr(op, "name") else { return Ok(()) };
        let types: Vec<Type> = b.result_types(op).collect();
        let call = interp::ApplyRewriteOp::build(&mut r.at(op), name, &args, &types).op();
        let results = r.body.results(call).to_vec();
        r.values.extend(b.results(op).iter().copied().zip(results));
    } else if op.as_op::<AttributeOp>(b).is_some() {
        let Some(given) = b.attr(op, "value") else { return Ok(()) };
        let handle = r.handles.attribute;
        let attribute = interp::CreateAttributeOp::build(&mut r.at(op), given, handle);
        r.values.insert(b.result(op, 0), attribute);
    } else if let Some(given) = b.results(op).first().and_then(|&result| constant_type(b, result)) {
        let created = r.constant_type(op, given);
        r.values.insert(b.result(op, 0), created);
    } else if let Some(erase) = op.as_op::<EraseOp>(b) {
        let erased = r.map(erase.op_value(b))?;
        interp::EraseOp::build(&mut r.at(op), erased);
    } else if let Some(replace) = op.as_op::<ReplaceOp>(b) {
        step_replace(r, replace)?;
    } else if let Some(operation) = op.as_op::<OperationOp>(b) {
        create::operation(r, operation)?;
    } else if let Some(all) = op.as_op::<RangeOp>(b) {
        let parts = r.map_all(all.arguments(b))?;
        let ty = b.ty(all.result(b));
        let created = interp::CreateRangeOp::build(&mut r.at(op), &parts, ty);
        r.values.insert(all.result(b), created);
    } else if let Some(result) = op.as_op::<ResultOp>(b) {
        let parent = r.map(result.parent(b))?;
        let Some(index) = b.attr(op, "index") else { return Ok(()) };
        let handle = r.handles.value;
        let value = interp::GetResultOp::build(&mut r.at(op), parent, index, handle);
        r.values.insert(result.val(b), value);
    } else if let Some(results) = op.as_op::<ResultsOp>(b) {
        let parent = r.map(results.parent(b))?;
        let (index, ty) = (b.attr(op, "index"), b.ty(results.val(b)));
        let values = interp::GetResultsOp::build(&mut r.at(op), parent, index, ty);
        r.values.insert(results.val(b), values);
    }
    Ok(())
}

/// An op without results that is replaced is erased.
fn step_replace(r: &mut Rewriter<'_>, replace: ReplaceOp) -> Result<(), Diagnostic> {
    let b = r.pattern.body;
    let replaced = replace.op_value(b);
    let values = match replace.repl_operation(b) {
        Some(other) => {
            let known = b.def_as::<OperationOp>(replaced);
            if known.is_some_and(|op| op.type_values(b).len() == 0) {
                Vec::new()
            } else {
                vec![r.all_results(other)?]
            }
        }
        None => r.map_all(replace.repl_values(b))?,
    };
    let replaced = r.map(replaced)?;
    let mut at = r.at(replace.op());
    if values.is_empty() {
        interp::EraseOp::build(&mut at, replaced);
    } else {
        interp::ReplaceOp::build(&mut at, replaced, &values);
    }
    Ok(())
}
