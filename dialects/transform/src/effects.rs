//! Effects of transform ops on their handles and on the payload.

use strata_ir::prelude::*;

/// How a transform op uses the payload.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PayloadAccess {
    /// Nothing.
    None,
    /// It reads it.
    Reads,
    /// It changes it.
    Modifies,
}

/// A transform op, as its handles see it.
pub trait HandleEffects {
    /// The numbers of the operands that it consumes: what these handles stand for is gone afterwards.
    fn consumed(&self, b: &Body) -> SmallVec<[usize; 2]>;
    /// How it uses the payload.
    fn payload(&self, b: &Body) -> PayloadAccess;
}

/// The effects on memory that stand for those on handles: an op that changes or consumes something writes, any other
/// only reads and makes its results.
pub(crate) fn effects_of_handles(b: &Body, op: Op, effects: &dyn HandleEffects, out: &mut Vec<Effect>) {
    let consumed = effects.consumed(b);
    out.extend(b.operands(op).map(|v| Effect { kind: EffectKind::Read, on: Some(v) }));
    out.extend(consumed.iter().map(|&i| Effect { kind: EffectKind::Free, on: Some(b.operand(op, i)) }));
    out.extend(b.results(op).iter().map(|&v| Effect { kind: EffectKind::Alloc, on: Some(v) }));
    if effects.payload(b) == PayloadAccess::Modifies {
        out.push(Effect { kind: EffectKind::Write, on: None });
    }
}

/// Implements [`HandleEffects`] and `MemoryEffects` of ops of one kind: those that consume `all` their operands, the
/// first one (`target`) or `none`, and what they do with the payload.
macro_rules! handle_effects {
    ($($consumes:ident, $access:ident: $($op:ty),* $(,)?;)*) => {$($(
        impl $crate::effects::HandleEffects for $op {
            fn consumed(&self, b: &Body) -> SmallVec<[usize; 2]> {
                $crate::effects::consumed!($consumes, self, b)
            }
            fn payload(&self, _: &Body) -> $crate::effects::PayloadAccess {
                $crate::effects::PayloadAccess::$access
            }
        }
        $crate::effects::memory_effects!($op);
    )*)*};
}
pub(crate) use handle_effects;

/// The operands that [`handle_effects`] means.
macro_rules! consumed {
    (all, $op:ident, $b:ident) => {
        (0..$b.num_operands($op.op())).collect()
    };
    (target, $op:ident, $b:ident) => {{
        let _ = $b;
        smallvec![0]
    }};
    (none, $op:ident, $b:ident) => {{
        let _ = $b;
        SmallVec::new()
    }};
}
pub(crate) use consumed;

/// Implements `MemoryEffects` by [`HandleEffects`].
macro_rules! memory_effects {
    ($($op:ty),*) => {$(
        impl MemoryEffects for $op {
            fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
                $crate::effects::effects_of_handles(b, self.op(), self, out);
            }
        }
    )*};
}
pub(crate) use memory_effects;

/// Names results of ops as their fields; the results of a variadic one share its name.
macro_rules! result_names {
    ($($op:ty: $($name:literal),*;)*) => {$(
        impl ResultNames for $op {
            fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
                for (group, stem) in [$($name),*].into_iter().enumerate() {
                    if let Some(i) = b.result_group(self.op(), group).next() {
                        name(b.result(self.op(), i), stem);
                    }
                }
            }
        }
    )*};
}
pub(crate) use result_names;

/// Whether an op consumes a handle. Ops that contain others answer for those.
pub fn consumed_in(b: &Body, handle: Value) -> bool {
    b.uses_of(handle).any(|(op, i)| {
        op.cast::<dyn HandleEffects>(b)
            .is_some_and(|e| strata_ir::core::writer::deep(|| e.consumed(b).contains(&i)))
    })
}
