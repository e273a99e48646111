//! Removes clones whose source or result is freed in the same block.

use strata_ir::{analysis::effects_of, prelude::*};
use strata_memref::{CastOp, DeallocOp, cast_compatible, cast_source};

use crate::CloneOp;

impl Fold for CloneOp {
    /// The source of a cast has the same elements.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let source = cast_source(b, self.input(b))?;
        self.set_input(b, source);
        Some(Folded::InPlace)
    }
}

impl Canonicalize for CloneOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (source, clone) = (self.input(rw), self.output(rw));
        if !rw.has_uses(clone) {
            rw.erase_op(*self);
            return Some(());
        }
        let (from, to) = (rw.ty(source), rw.ty(clone));
        if from != to && !cast_compatible(rw.cx(), from, to) {
            return None;
        }
        let (of_clone, of_source) = (only_dealloc(rw, clone)?, only_dealloc(rw, origin(rw, source))?);
        let block = rw.parent_block(self.op())?;
        let here = |op: &Option<Op>| op.filter(|&op| rw.parent_block(op) == Some(block));
        if let (Some(x), Some(y)) = (of_clone, of_source)
            && rw.parent_block(x) == rw.parent_block(y)
        {
            return None;
        }
        let dealloc = here(&of_clone).or(here(&of_source))?;
        // Another buffer that is freed in between could alias the source or the clone.
        let mut at = rw.next_op(self.op());
        while let Some(op) = at.filter(|&op| op != dealloc) {
            let frees = effects_of(rw, op).is_some_and(|e| e.iter().any(|e| e.kind == EffectKind::Free));
            if frees {
                return None;
            }
            at = rw.next_op(op);
        }
        at?;
        let value = if from == to { source } else { CastOp::build(rw, source, to) };
        rw.replace_op(*self, &[value]);
        rw.erase_op(dealloc);
        Some(())
    }
}

/// The buffer behind views of it.
fn origin(b: &Body, mut v: Value) -> Value {
    const VIEWS: &[&str] = &[
        "memref.cast",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.reinterpret_cast",
        "memref.reshape",
        "memref.subview",
        "memref.transpose",
        "memref.view",
    ];
    while let Def::Result { op, .. } = b.def(v)
        && VIEWS.contains(&b.op_name(op))
        && b.num_operands(op) > 0
    {
        v = b.operand(op, 0);
    }
    v
}

/// The op that frees a buffer, `Some(None)` if there is none; `None` if several ops free it, or an op other than
/// `memref.dealloc`.
fn only_dealloc(b: &Body, v: Value) -> Option<Option<Op>> {
    let frees = |op: &Op| {
        let effects = effects_of(b, *op).unwrap_or_default();
        effects.iter().any(|e| e.kind == EffectKind::Free && e.on == Some(v))
    };
    let all: Vec<Op> = b.users(v).filter(frees).collect();
    match all[..] {
        [] => Some(None),
        [op] if op.isa::<DeallocOp>(b) => Some(Some(op)),
        _ => None,
    }
}
