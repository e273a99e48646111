//! Analyses kept between passes until the body they are about changes.

use std::{
    any::{Any, TypeId},
    sync::Arc,
};

use rustc_hash::FxHashMap;
use strata_core::Body;

/// Something computed from a body.
pub trait Analysis: Any + Send + Sync {
    /// Computes it.
    fn build(body: &Body) -> Self;
}

/// The analyses of one body, each with the state of the body that it is about.
#[derive(Default)]
pub struct AnalysisCache {
    entries: FxHashMap<TypeId, (u64, Arc<dyn Any + Send + Sync>)>,
    /// How often an analysis was computed.
    pub computed: u64,
    /// How often one was still valid.
    pub reused: u64,
}

impl AnalysisCache {
    /// The analysis of `body`, computed when there is none for its present state.
    pub fn get<A: Analysis>(&mut self, body: &Body) -> Arc<A> {
        let now = stamp(body);
        if let Some((at, known)) = self.entries.get(&TypeId::of::<A>())
            && *at == now
            && let Ok(known) = known.clone().downcast::<A>()
        {
            self.reused += 1;
            return known;
        }
        self.computed += 1;
        let new = Arc::new(A::build(body));
        self.entries.insert(TypeId::of::<A>(), (now, new.clone()));
        new
    }
    /// After a pass: keeps analyses that it preserved, drops stale ones.
    pub(crate) fn after_pass(&mut self, before: u64, now: u64, all: bool, some: &[TypeId]) {
        if before == now {
            return;
        }
        self.entries.retain(|id, (at, _)| {
            if *at == before && (all || some.contains(id)) {
                *at = now;
            }
            *at == now
        });
    }
}

/// A number that changes whenever `body` or a body nested in it is mutated.
pub fn stamp(body: &Body) -> u64 {
    use std::hash::Hasher;
    let mut children = body.children().peekable();
    if children.peek().is_none() {
        return body.version();
    }
    let mut h = rustc_hash::FxHasher::default();
    h.write_u64(body.version());
    for (_, child) in children {
        h.write_u64(strata_core::writer::deep(|| stamp(child)));
    }
    h.finish()
}
