//! Regions that take the place of their op.

use strata_core::{Body, InsertPoint, Trait, Value};

use super::{Place, body_at, places, stand_in::visible};

/// Regions of one block, of ops that are no functions.
pub(super) fn all(module: &Body, _: &[String]) -> Vec<Place> {
    places(module, |body, op| if body.is_shell(op) { 0 } else { body.regions(op).len() })
}

/// Puts the ops of a region in the place of the op: arguments become operands or other values of their types, results what the region
/// yields.
pub(super) fn inline(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    body.is_live(place.op) && try_inline(body, place).is_some()
}

fn try_inline(body: &mut Body, place: &Place) -> Option<()> {
    let op = place.op;
    let region = *body.regions(op).get(place.index)?;
    let &[block] = body.blocks(region) else { return None };
    let mut arguments = Vec::new();
    for argument in body.block_args(block).to_vec() {
        arguments.push(visible(body, op, argument)?);
    }
    let end = body.terminator(block).filter(|&end| body.has_trait(end, Trait::Terminator));
    let yielded: Vec<Value> = end.map_or_else(Vec::new, |end| body.operands(end).collect());
    let mut replaced = Vec::new();
    for (i, result) in body.results(op).to_vec().into_iter().enumerate() {
        if !body.has_uses(result) {
            continue;
        }
        let same = |v: &&Value| body.ty(**v) == body.ty(result);
        let own = yielded.get(i).filter(same).or_else(|| yielded.iter().find(same)).copied();
        // An argument that the region yields is what it becomes.
        let own =
            own.map(|v| body.block_args(block).iter().position(|&a| a == v).map_or(v, |at| arguments[at]));
        let value = match own {
            Some(value) => value,
            None => visible(body, op, result)?,
        };
        replaced.push((result, value));
    }
    let at = InsertPoint::before(body, op);
    body.inline_block(block, at, &arguments);
    if let Some(end) = end {
        body.erase(end);
    }
    for (result, value) in replaced {
        body.replace_all_uses(result, value);
    }
    body.erase(op);
    Some(())
}
