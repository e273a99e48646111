//! Attributes.

use strata_core::{Body, Op};

use super::{Place, body_at, each_body};

/// Attributes that ops have beside those of their kind, and then those that are of their kind; of symbols only the former.
pub(super) fn all(module: &Body, _: &[String]) -> Vec<Place> {
    let mut found = Vec::new();
    each_body(module, &mut |body, path| {
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            let own = if op == Op::SELF || body.is_shell(op) { 0 } else { body.info(op).attrs.len() };
            let count = own + body.extra_attrs(op).len();
            found.extend((0..count).rev().map(|index| Place { path: path.to_vec(), op, index }));
        }
    });
    found
}

/// Drops one; whether the op can be without it is for the verifier to say.
pub(super) fn drop(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    let op = place.op;
    if !body.is_live(op) {
        return false;
    }
    let own = if op == Op::SELF || body.is_shell(op) { 0 } else { body.info(op).attrs.len() };
    if place.index < own {
        if body.attr_slot(op, place.index).is_none() {
            return false;
        }
        body.set_attr_slot(op, place.index, None);
        return true;
    }
    let Some(&(name, _)) = body.extra_attrs(op).get(place.index - own) else { return false };
    body.set_extra_attr(op, name, None);
    true
}
