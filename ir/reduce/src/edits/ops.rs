//! Ops that go.

use strata_core::{Body, Op, Trait, Value};

use super::{Place, body_at, functions::retype, places, stand_in::visible};

/// Ops that do not end a block. Users come before what they use, so that a group of them can go together.
pub(super) fn all(module: &Body, _: &[String]) -> Vec<Place> {
    places(module, |body, op| usize::from(!body.has_trait(op, Trait::Terminator) && !body.is_shell(op)))
}

/// Those of them that have results.
pub(super) fn with_results(module: &Body, _: &[String]) -> Vec<Place> {
    places(module, |body, op| {
        usize::from(!body.has_trait(op, Trait::Terminator) && !body.results(op).is_empty())
    })
}

/// Erases an op that is not used.
pub(super) fn erase(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    if !body.is_live(place.op) || !body.is_unused(place.op) {
        return false;
    }
    body.erase(place.op);
    true
}

/// The operands of ops with results, or one place for an op without operands.
pub(super) fn operands(module: &Body, _: &[String]) -> Vec<Place> {
    places(module, |body, op| match body.has_trait(op, Trait::Terminator) || body.results(op).is_empty() {
        true => 0,
        false => body.num_operands(op).max(1),
    })
}

/// Replaces the results of an op by an operand or other values before it, and erases it.
pub(super) fn replace_by_value(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    if !body.is_live(place.op) {
        return false;
    }
    let operand = (place.index < body.num_operands(place.op)).then(|| body.operand(place.op, place.index));
    let stand_in = |body: &mut Body, op: Op, result: Value| {
        operand.filter(|&value| body.ty(value) == body.ty(result)).or_else(|| visible(body, op, result))
    };
    replace(body, place.op, stand_in).is_some()
}

/// Replaces the results of an op by new arguments of the function around it, and erases it.
pub(super) fn replace_by_argument(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    let Some(entry) = body.entry().filter(|_| body.is_live(place.op)) else { return false };
    if body.attr(Op::SELF, "function_type").is_none() {
        return false;
    }
    let replaced = replace(body, place.op, |body, _, result| {
        let ty = body.ty(result);
        Some(body.add_block_arg(entry, ty))
    });
    replaced.is_some() && retype(body)
}

/// Replaces all results that are used, and erases the op.
fn replace(body: &mut Body, op: Op, stand_in: impl Fn(&mut Body, Op, Value) -> Option<Value>) -> Option<()> {
    for result in body.results(op).to_vec() {
        if body.has_uses(result) {
            let value = stand_in(body, op, result)?;
            body.replace_all_uses(result, value);
        }
    }
    body.erase(op);
    Some(())
}
