//! Memory effects and speculation of ops.

use strata_core::{Body, Effect, EffectKind, MemoryEffects, Op, Speculatable, Trait, WalkControl};

/// The effects of an op itself, without nested ops; `None` when nothing is known about it.
pub fn effects_of(body: &Body, op: Op) -> Option<Vec<Effect>> {
    let info = body.info(op);
    if info.has(Trait::Pure) || info.has(Trait::NoMemoryEffect) {
        return Some(Vec::new());
    }
    let mut out = Vec::new();
    let kinds = [
        (Trait::MemRead, EffectKind::Read),
        (Trait::MemWrite, EffectKind::Write),
        (Trait::MemAlloc, EffectKind::Alloc),
        (Trait::MemFree, EffectKind::Free),
    ];
    let mut known = false;
    for (t, kind) in kinds {
        if info.has(t) {
            known = true;
            out.push(Effect { kind, on: None });
        }
    }
    if let Some(e) = op.cast::<dyn MemoryEffects>(body) {
        known = true;
        e.effects(body, &mut out);
    }
    (known || info.has(Trait::RecursiveMemoryEffects)).then_some(out)
}

/// Whether an op with all nested ones has no effect on memory.
pub fn is_memory_effect_free(body: &Body, op: Op) -> bool {
    all_ops(body, op, &mut |o| {
        let info = body.info(o);
        // Most ops in regions are; nothing has to be asked about their effects.
        let free = info.has(Trait::Pure) || info.has(Trait::NoMemoryEffect);
        free || effects_of(body, o).is_some_and(|e| e.is_empty())
    })
}

/// Whether an op with all nested ones may be executed although the program would not have.
pub fn is_speculatable(body: &Body, op: Op) -> bool {
    let info = body.info(op);
    if let Some(s) = op.cast::<dyn Speculatable>(body) {
        return s.is_speculatable(body);
    }
    if info.has(Trait::Pure) || info.has(Trait::AlwaysSpeculatable) {
        return true;
    }
    info.has(Trait::RecursivelySpeculatable)
        && nested(body, op, &mut |o| {
            body.has_trait(o, Trait::Terminator)
                || !body.regions(o).is_empty()
                || is_speculatable_leaf(body, o)
        })
}

fn is_speculatable_leaf(body: &Body, op: Op) -> bool {
    match op.cast::<dyn Speculatable>(body) {
        Some(s) => s.is_speculatable(body),
        None => body.has_trait(op, Trait::Pure) || body.has_trait(op, Trait::AlwaysSpeculatable),
    }
}

/// Whether an unused op can be erased: its only effects are reads, and allocations of its own results.
pub fn would_be_trivially_dead(body: &Body, op: Op) -> bool {
    let info = body.info(op);
    if info.has(Trait::Terminator) || info.has(Trait::Symbol) || body.is_shell(op) {
        return false;
    }
    if info.has(Trait::Pure) {
        return true;
    }
    all_ops(body, op, &mut |o| {
        let Some(effects) = effects_of(body, o) else { return false };
        effects.iter().all(|e| match e.kind {
            EffectKind::Read => true,
            EffectKind::Alloc => e.on.is_some_and(|v| body.def_op(v) == Some(o)),
            EffectKind::Write | EffectKind::Free => false,
        })
    })
}

/// Whether an op is unused and may be erased.
pub fn is_trivially_dead(body: &Body, op: Op) -> bool {
    body.is_unused(op) && would_be_trivially_dead(body, op)
}

/// Applies `f` to `op`, and to nested ops where effects are recursive.
fn all_ops(body: &Body, op: Op, f: &mut dyn FnMut(Op) -> bool) -> bool {
    if !f(op) {
        return false;
    }
    !body.has_trait(op, Trait::RecursiveMemoryEffects) || nested(body, op, f)
}

fn nested(body: &Body, op: Op, f: &mut dyn FnMut(Op) -> bool) -> bool {
    body.walk_in(op, |o| {
        if body.is_shell(o) || !f(o) && !body.has_trait(o, Trait::Terminator) {
            return WalkControl::Stop;
        }
        // An op with known effects of its own answers for its regions, unless they are recursive.
        if body.has_trait(o, Trait::RecursiveMemoryEffects) {
            WalkControl::Continue
        } else {
            WalkControl::Skip
        }
    }) != WalkControl::Stop
}
