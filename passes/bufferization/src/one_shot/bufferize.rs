//! Rewrites a body: each op is replaced by one on buffers, by its rule, with casts between tensors and buffers where the others are.

use rustc_hash::FxHashSet;
use strata_bufferization::{ToBufferOp, ToTensorOp};
use strata_ir::{analysis::is_memory_effect_free, prelude::*};

use super::{
    analysis::check_branches_of,
    copies::insert_copies,
    editor::Inserted,
    facts::{Editor, Facts, Outcome},
    globals::Globals,
    rules::boundary::fold_to_buffer,
};

/// Bufferizes a body. Without decisions of an analysis, what is written is copied first.
pub(crate) fn bufferize(body: &mut Body, facts: &Facts, globals: &mut Globals) -> Outcome {
    let mut ed = Editor { body, facts, globals };
    if facts.options.copy_before_write {
        insert_copies(&mut ed)?;
    }
    let mut to_buffers: Vec<Op> =
        ed.body.post_order().into_iter().filter(|op| op.isa::<ToBufferOp>(ed.body)).collect();
    let needs_rule = |ed: &Editor<'_>, op: Op| ed.view().is_allowed(op) && ed.view().has_tensors(op);
    let all = ed.body.post_order().into_iter().chain([Op::SELF]);
    let mut worklist: Vec<Op> = all.filter(|&op| needs_rule(&ed, op)).collect();
    let inserted = Inserted::default();
    let before = ed.body.set_listener(Some(Box::new(inserted.clone())));
    let mut seen: FxHashSet<Op> = worklist.iter().copied().collect();
    let mut next = 0;
    let mut result = Ok(());
    while next < worklist.len() && result.is_ok() {
        let op = worklist[next];
        next += 1;
        if !ed.body.is_live(op) {
            continue;
        }
        let Some(rule) = ed.view().rule(op).filter(|_| ed.view().has_tensors(op)) else { continue };
        result = check_branches_of(&ed.view(), op).and_then(|()| rule.bufferize(&mut ed, op));
        for op in inserted.take() {
            if !ed.body.is_live(op) {
                continue;
            }
            if op.isa::<ToBufferOp>(ed.body) {
                to_buffers.push(op);
            } else if !op.isa::<ToTensorOp>(ed.body) && needs_rule(&ed, op) && seen.insert(op) {
                worklist.push(op);
            }
        }
    }
    ed.body.set_listener(before);
    result?;
    for op in to_buffers {
        if ed.body.is_live(op) {
            fold_to_buffer(ed.body, facts, op);
        }
    }
    for op in ed.body.post_order() {
        if op.isa::<ToTensorOp>(ed.body) && ed.body.is_unused(op) {
            ed.body.erase(op);
        }
    }
    if facts.options.allow_unknown_ops {
        return Ok(());
    }
    let is_left = |&&op: &&Op| {
        ed.body.is_live(op)
            && needs_rule(&ed, op)
            && !(op != Op::SELF && ed.body.is_unused(op) && is_memory_effect_free(ed.body, op))
            && !op.isa::<ToBufferOp>(ed.body)
            && !op.isa::<ToTensorOp>(ed.body)
    };
    match worklist.iter().find(is_left) {
        Some(&op) => Err(Diagnostic::error(ed.body.loc(op), "op was not bufferized")),
        None => Ok(()),
    }
}
