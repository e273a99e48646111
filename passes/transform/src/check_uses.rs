//! `transform-dialect-check-uses`: warnings where a handle is used after an op that consumes it.

use rustc_hash::FxHashMap;
use strata_ir::{core::Diagnostic, prelude::*};
use strata_pass::PassCx;
use strata_transform::HandleEffects;

/// Checks all transform ops of a body and of those in it.
pub fn check(body: &Body, cx: &mut PassCx<'_>) {
    let mut freed: FxHashMap<Value, Op> = FxHashMap::default();
    // Ops run in the order in which they stand, those in the regions of an op before it has its effects.
    for op in body.all_ops() {
        if body.info(op).dialect() != "transform" {
            continue;
        }
        for (i, v) in body.operands(op).enumerate() {
            if let Some(&by) = freed.get(&v) {
                let message = format!("operand #{i} may be used after free");
                cx.emit(
                    Diagnostic::warning(body.loc(op), message)
                        .note(body.value_loc(v), "allocated here")
                        .note(body.loc(by), "freed here"),
                );
            }
        }
        if !body.regions(op).is_empty() {
            continue;
        }
        if let Some(effects) = op.cast::<dyn HandleEffects>(body) {
            for i in effects.consumed(body) {
                freed.entry(body.operand(op, i)).or_insert(op);
            }
        }
    }
    for (_, child) in body.children() {
        strata_ir::core::writer::deep(|| check(child, cx));
    }
}
