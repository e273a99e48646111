//! Whether all that ops do to memory is known from their affine accesses.

use strata_affine::{ForOp, IfOp, ParallelOp, YieldOp};
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_passes_analysis::buffer_alias::is_view;

use super::access::access_kind;

/// Whether the ops in `root` touch memory by affine accesses only, apart from allocating it.
pub fn has_affine_effects_only(b: &Body, root: Op) -> bool {
    let known = |op: Op| {
        let structure =
            op.isa::<ForOp>(b) || op.isa::<IfOp>(b) || op.isa::<ParallelOp>(b) || op.isa::<YieldOp>(b);
        structure || access_kind(b, op).is_some() || allocates_only(b, op) || is_memory_effect_free(b, op)
    };
    b.ops_in(root).into_iter().all(known)
}

/// Whether the only effect of an op is to allocate memory.
pub fn allocates_only(b: &Body, op: Op) -> bool {
    let Some(effects) = op.cast::<dyn MemoryEffects>(b) else { return false };
    let mut all = Vec::new();
    effects.effects(b, &mut all);
    !all.is_empty() && all.iter().all(|e| e.kind == EffectKind::Alloc)
}

/// Whether memory is allocated by an op in `root`, also if `value` is a view of it.
pub fn is_local_to(b: &Body, value: Value, root: Op) -> bool {
    let mut value = value;
    while let Some(def) = b.def_op(value) {
        if allocates_only(b, def) {
            return def != root && b.is_ancestor(root, def);
        }
        if !is_view(b, def) {
            return false;
        }
        value = b.operand(def, 0);
    }
    false
}
