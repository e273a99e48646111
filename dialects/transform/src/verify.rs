//! Checks that verifiers share.

use strata_ir::prelude::*;

use crate::directives::numbers;

/// Whether numbers are those from zero on, in any order.
pub(crate) fn is_permutation(order: &[i64]) -> bool {
    let mut seen = vec![false; order.len()];
    order.iter().all(|&n| {
        let slot = usize::try_from(n).ok().and_then(|n| seen.get_mut(n));
        slot.is_some_and(|slot| !std::mem::replace(slot, true))
    })
}

/// The numbers of an attribute, if there are any, are a permutation.
pub(crate) fn verify_permutation(b: &Body, op: Op, attr: &str, message: &str) -> VerifyResult {
    let order = numbers(b, op, attr);
    if is_permutation(order) {
        return Ok(());
    }
    let list: Vec<String> = order.iter().map(ToString::to_string).collect();
    Err(format!("{message}{}", list.join(", ")).into())
}

/// Positions are listed, or all are meant, but not both.
pub(crate) fn verify_positions(b: &Body, op: Op, list: &str) -> VerifyResult {
    let (all, inverted) = (b.attr(op, "is_all").is_some(), b.attr(op, "is_inverted").is_some());
    let positions = numbers(b, op, list);
    ensure!(!(all && inverted), "cannot request both 'all' and 'inverted' values in the list");
    ensure!(!all || positions.is_empty(), "cannot both request 'all' and specific values in the list");
    ensure!(
        all || !positions.is_empty(),
        "must request specific values in the list if 'all' is not specified"
    );
    let mut sorted = positions.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    ensure!(sorted.len() == positions.len(), "expected the listed values to be unique");
    Ok(())
}
