//! `sdy-verify-unreduced-axes`: partial results become whole ones at ops that are there for it, and nowhere else.
//!
//! ```mlir
//! %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}
//! %0 = stablehlo.add %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8xf32>   // an error
//! %0 = sdy.reshard %a <@mesh, [{}]> : tensor<8xf32>                                                      // the reduction
//! ```
//! A result without a sharding is not unreduced. Operands and results on different meshes are not compared.

use strata_ir::{core::symbols::SymbolTable, core::writer::deep, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_sdy::{
    attrs::{AxisRef, TensorSharding},
    shardings,
};

use super::explicit_reshards::reduction;

/// Verifies the consistency of unreduced axis usage.
#[pass(
    name = "sdy-verify-unreduced-axes",
    class = "VerifyUnreducedAxesPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct VerifyUnreducedAxes;

/// Ops that reduce, and ops without results that change nothing.
const REDUCING: [&str; 9] = [
    "sdy.reshard",
    "sdy.sharding_constraint",
    "sdy.all_reduce",
    "sdy.reduce_scatter",
    "sdy.sharding_group",
    "stablehlo.all_reduce",
    "stablehlo.reduce_scatter",
    "sdy.return",
    "stablehlo.return",
];

impl BodyPass for VerifyUnreducedAxes {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let functions = Functions { module, symbols: SymbolTable::new(module) };
        module.children().try_for_each(|(_, body)| functions.verify(body))
    }
}

struct Functions<'a> {
    module: &'a Body,
    symbols: SymbolTable,
}

impl Functions<'_> {
    fn verify(&self, body: &Body) -> PassResult {
        for op in body.all_ops() {
            match body.op_name(op) {
                "func.call" => self.call(body, op)?,
                "func.return" => returned(body, op)?,
                name if REDUCING.contains(&name) => {}
                _ => passed_on(body, op)?,
            }
            if let Some(child) = body.child(op) {
                deep(|| self.verify(child))?;
            }
        }
        Ok(())
    }

    /// The shardings of a call and of the called function have the same unreduced axes.
    fn call(&self, body: &Body, op: Op) -> PassResult {
        let cx = body.cx();
        let callee = body.attr(op, "callee").and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
        let callee = callee.and_then(|callee| self.symbols.get(callee.root));
        let Some(callee) = callee.and_then(|op| self.module.child(op)) else { return Ok(()) };
        let Some(entry) = callee.entry() else { return Ok(()) };
        for (i, (operand, &argument)) in body.operands(op).zip(callee.block_args(entry)).enumerate() {
            let pair = [shardings::sharding(body, operand), shardings::sharding(callee, argument)];
            same(body, op, &pair, &format!("call argument {i}."))?;
        }
        for (i, &result) in body.results(op).iter().enumerate() {
            let pair = [shardings::function_result(callee, i), shardings::sharding(body, result)];
            same(body, op, &pair, &format!("call result {i}."))?;
        }
        Ok(())
    }
}

/// The rest of the message about partial results that are lost.
const LOST: &str = "without a blessed operation (e.g., sdy.reshard). This is an invalid transition from unreduced to reduced.";

/// A returned value is as unreduced as the result of the function.
fn returned(body: &Body, op: Op) -> PassResult {
    for (i, value) in body.operands(op).enumerate() {
        let pair = [shardings::sharding(body, value), shardings::function_result(body, i)];
        same(body, op, &pair, &format!("return value {i} {LOST}"))?;
    }
    Ok(())
}

fn unreduced(sharding: &Option<TensorSharding>) -> &[AxisRef] {
    sharding.as_ref().map_or(&[], |sharding| &sharding.unreduced_axes)
}

/// Whether two shardings are on different meshes.
fn are_apart(a: &Option<TensorSharding>, b: &Option<TensorSharding>) -> bool {
    a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a.mesh_or_ref != b.mesh_or_ref)
}

/// Checks that two shardings of one value have the same unreduced axes.
fn same(body: &Body, op: Op, pair: &[Option<TensorSharding>; 2], place: &str) -> PassResult {
    let [from, to] = pair;
    if are_apart(from, to) {
        return Ok(());
    }
    for [own, other] in [[from, to], [to, from]] {
        let missing = unreduced(own).iter().find(|axis| !unreduced(other).contains(axis));
        if let Some(axis) = missing {
            let message = format!("has unreduced axes mismatch for {} at {place}", shown(axis));
            return Err(error(body, op, &message));
        }
    }
    Ok(())
}

/// Checks that an op passes partial results on, and makes such ones only that it can.
fn passed_on(body: &Body, op: Op) -> PassResult {
    let results: Vec<Option<TensorSharding>> =
        body.results(op).iter().map(|&result| shardings::sharding(body, result)).collect();
    if results.is_empty() {
        return Ok(());
    }
    let operands: Vec<TensorSharding> =
        body.operands(op).filter_map(|operand| shardings::sharding(body, operand)).collect();
    for operand in &operands {
        let from = Some(operand.clone());
        if results.iter().any(|to| are_apart(&from, to)) {
            continue;
        }
        for axis in &operand.unreduced_axes {
            let kept = results.iter().flatten();
            let mut kept =
                kept.filter(|to| to.unreduced_axes.iter().any(|own| own.overlaps(axis))).peekable();
            if kept.peek().is_none() {
                return Err(error(body, op, &format!("dropped unreduced axis {} {LOST}", shown(axis))));
            }
            if let Some(to) = kept.find(|to| to.reduction != operand.reduction) {
                let message = format!(
                    "cannot change the reduction operator of kept unreduced axes from {} to {}.",
                    operand.reduction.name(),
                    to.reduction.name()
                );
                return Err(error(body, op, &message));
            }
        }
    }
    let Some(expected) = reduction(body, op) else { return Ok(()) };
    for to in results.iter().flatten().filter(|to| to.reduction != expected) {
        let is_new = |axis: &&AxisRef| {
            !operands.iter().any(|from| from.unreduced_axes.iter().any(|own| own.overlaps(axis)))
        };
        if to.unreduced_axes.iter().any(|axis| is_new(&axis)) {
            let (got, expected) = (to.reduction.name(), expected.name());
            let message = format!("cannot introduce '{got}' unreduced axes. Expected '{expected}'.");
            return Err(error(body, op, &message));
        }
    }
    Ok(())
}

/// An axis between the quotes that messages have.
fn shown(axis: &AxisRef) -> String {
    match axis.sub_axis_info {
        None => format!("'{}'", axis.name),
        Some(part) => format!("'{}:({}){}'", axis.name, part.pre_size, part.size),
    }
}

fn error(body: &Body, op: Op, message: &str) -> strata_pass::PassError {
    Diagnostic::error(body.loc(op), format!("'{}' op {message}", body.op_name(op))).into()
}
