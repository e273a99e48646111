//! Control flow.

use std::collections::HashSet;

use strata_core::{Block, Body, Region};

use super::{Place, body_at, places};

/// Successors of ops that have several.
pub(super) fn successors(module: &Body, _: &[String]) -> Vec<Place> {
    places(module, |body, op| match body.successors(op) {
        [] | [_] => 0,
        all if all.iter().all(|next| *next == all[0]) => 0,
        all => all.len(),
    })
}

/// Makes one successor all of them, and erases the blocks that nothing reaches then.
pub(super) fn follow(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    if !body.is_live(place.op) {
        return false;
    }
    let all = body.successors(place.op).to_vec();
    let Some(&only) = all.get(place.index) else { return false };
    if all.iter().all(|&next| next == only) {
        return false;
    }
    for i in 0..all.len() {
        body.set_successor(place.op, i, only);
    }
    if let Some(region) = body.parent_region(place.op) {
        let reached = reached(body, region);
        body.retain_blocks(region, |block| reached.contains(&block));
    }
    true
}

/// The blocks of a region that its first one reaches.
fn reached(body: &Body, region: Region) -> HashSet<Block> {
    let mut todo: Vec<Block> = body.blocks(region).first().copied().into_iter().collect();
    let mut found: HashSet<Block> = todo.iter().copied().collect();
    while let Some(block) = todo.pop() {
        for &next in body.terminator(block).map_or(&[][..], |end| body.successors(end)) {
            if found.insert(next) {
                todo.push(next);
            }
        }
    }
    found
}
