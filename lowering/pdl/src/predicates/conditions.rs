//! Predicates that do not follow from what an op is made of: conditions that functions compute, results that no op of the pattern uses, and
//! attributes and types that are only given to functions.

use strata_ir::prelude::*;
use strata_pdl::{ApplyNativeConstraintOp, AttributeOp, ResultOp, ResultsOp, TypeOp, TypesOp};

use super::collect::{Collector, constant_type};
use crate::{
    position::{Answer, Constraint, Pos, Position, Question},
    roots::result_index,
};

/// Collects the predicates of the ops of a pattern in their order.
///
/// # Errors
/// A value that a match cannot find.
pub fn collect(c: &mut Collector<'_, '_>, block: Block) -> Result<(), Diagnostic> {
    let b = c.pattern;
    for op in b.block_ops(block) {
        if let Some(condition) = op.as_op::<ApplyNativeConstraintOp>(b) {
            constraint(c, condition)?;
        } else if op.as_op::<AttributeOp>(b).is_some() {
            let given = b.attr(op, "value").map(Position::AttributeLiteral);
            literal(c, op, given)?;
        } else if op.as_op::<TypeOp>(b).is_some() || op.as_op::<TypesOp>(b).is_some() {
            let given = constant_type(b, b.result(op, 0)).map(Position::TypeLiteral);
            literal(c, op, given)?;
        } else if let Some(parent) = op.as_op::<ResultOp>(b).map(|op| op.parent(b)) {
            result(c, op, parent)?;
        } else if let Some(parent) = op.as_op::<ResultsOp>(b).map(|op| op.parent(b)) {
            result(c, op, parent)?;
        }
    }
    Ok(())
}

/// The position of a value that the pattern must have given a place.
fn place(c: &Collector<'_, '_>, value: Value) -> Result<Pos, Diagnostic> {
    c.places.get(&value).copied().ok_or_else(|| c.error(value, "is not reached from the root of the pattern"))
}

/// An attribute or type that no op of the pattern has: the pattern gives it.
fn literal(c: &mut Collector<'_, '_>, op: Op, given: Option<Position>) -> Result<(), Diagnostic> {
    let value = c.pattern.result(op, 0);
    if c.places.contains_key(&value) {
        return Ok(());
    }
    let Some(given) = given else {
        let name = c.pattern.op_name(op);
        return Err(c.error(value, &format!("expected non-tree `{name}` to contain a value")));
    };
    let pos = c.positions.add(given);
    c.places.insert(value, pos);
    Ok(())
}

fn result(c: &mut Collector<'_, '_>, op: Op, parent: Value) -> Result<(), Diagnostic> {
    let value = c.pattern.result(op, 0);
    if c.places.contains_key(&value) {
        return Ok(());
    }
    let parent = place(c, parent)?;
    let index = result_index(c.pattern, op);
    let pos = c.result_position(value, parent, index);
    c.places.insert(value, pos);
    if index.is_some() {
        c.not_null(pos);
    }
    Ok(())
}

fn constraint(c: &mut Collector<'_, '_>, condition: ApplyNativeConstraintOp) -> Result<(), Diagnostic> {
    let (b, op) = (c.pattern, condition.op());
    let cx = b.cx();
    let args = condition.args(b).map(|arg| place(c, arg)).collect::<Result<Vec<Pos>, _>>()?;
    // The condition is asked at the furthest argument, the first of these.
    let Some(mut pos) = args.first().copied() else { return Ok(()) };
    for &arg in &args {
        if c.positions.depth(arg) > c.positions.depth(pos) {
            pos = arg;
        }
    }
    let name = b.attr(op, "name").and_then(|a| cx.attr_str(a)).unwrap_or("");
    let id = c.positions.add_constraint(Constraint {
        name: cx.intern(name),
        args,
        results: b.result_types(op).collect(),
        is_negated: b.attr(op, "isNegated").and_then(|a| cx.attr_i64(a)).unwrap_or(0) != 0,
    });
    for (index, &value) in b.results(op).iter().enumerate() {
        let result = c.positions.add(Position::ConstraintResult { constraint: id, index });
        match c.places.get(&value) {
            Some(&known) => c.same(result, known),
            None => {
                c.places.insert(value, result);
            }
        }
    }
    c.ask(pos, Question::Constraint(id), Answer::Yes);
    Ok(())
}
