//! From a value to a root that is made from it, through its users.

use strata_ir::prelude::*;
use strata_pdl::OperationOp;

use super::collect::Collector;
use crate::{
    position::{Answer, Pos, Position, Question},
    roots::{Roots, Step, is_range},
};

/// Goes from the value that two roots share to the root `target`, and collects the predicates of the ops on the way. `id` tells the loops apart.
///
/// # Errors
/// A root that cannot be reached so.
pub fn climb(
    c: &mut Collector<'_, '_>,
    roots: &Roots,
    source: Value,
    target: Value,
    id: usize,
) -> Result<(), Diagnostic> {
    let unreached = "is a root of the pattern that no other root leads to";
    let edge = roots.graph.get(&target).and_then(|sources| sources.get(&source));
    let start = edge.and_then(|edge| Some((edge.connector, *c.places.get(&edge.connector)?)));
    let Some((mut value, mut pos)) = start else { return Err(c.error(target, unreached)) };
    while value != target {
        let step = roots.parents.get(&target).and_then(|below| *below.get(&value)?);
        let Some(step) = step else { return Err(c.error(target, unreached)) };
        pos = climb_one(c, step, pos, id)?;
        value = step.parent;
    }
    Ok(())
}

/// The position of the next value on the way.
fn climb_one(c: &mut Collector<'_, '_>, step: Step, pos: Pos, id: usize) -> Result<Pos, Diagnostic> {
    let Step { parent, index } = step;
    let Some(operation) = c.pattern.def_as::<OperationOp>(parent) else {
        let result = c.result_position(parent, pos, index);
        c.places.entry(parent).or_insert(result);
        return Ok(result);
    };
    let users = c.positions.add(Position::Users { of_value: pos });
    let user = c.positions.add(Position::ForEach { range: users, id });
    let op = c.positions.operation(user);
    let operands: Vec<Value> = operation.operand_values(c.pattern).collect();
    let operand = match index {
        None => Position::OperandGroup { op, group: None, is_range: true },
        Some(index) => {
            let mut until = operands.iter().take(usize::try_from(index).map_or(0, |i| i + 1));
            let is_group = until.clone().any(|&value| is_range(c.pattern, value));
            let is_range = until.next_back().is_some_and(|&value| is_range(c.pattern, value));
            if is_group {
                Position::OperandGroup { op, group: Some(index), is_range }
            } else {
                Position::Operand { op, index }
            }
        }
    };
    let operand = c.positions.add(operand);
    c.ask(operand, Question::EqualTo(pos), Answer::Yes);
    c.places.entry(parent).or_insert(op);
    c.operation(parent, op, index)?;
    Ok(op)
}
