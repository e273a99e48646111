//! Patterns, and sets of them indexed by the kind of their root op.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use strata_core::{Body, Op, OpDef, OpInfo};

use crate::Rewriter;

/// A pattern rooted at ops of kind `Op`. `None` means "did not match"; it must not have changed anything then.
pub trait Pattern: Send + Sync + 'static {
    /// The kind of the root.
    type Op: OpDef;
    /// `dialect.what-it-does`.
    const NAME: &'static str;
    /// Patterns with more benefit are tried first.
    const BENEFIT: u16 = 1;
    /// Matches first, mutates last.
    fn apply(&self, op: Self::Op, rw: &mut Rewriter<'_>) -> Option<()>;
}

/// Canonicalisation patterns of an op kind, as one function. List it in `interfaces` of `#[op]`.
pub trait Canonicalize {
    /// Applies the first canonicalisation that matches. `None` means that nothing was changed.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()>;
}

/// An untyped pattern.
pub type FnPattern = Arc<dyn Fn(Op, &mut Rewriter<'_>) -> Option<()> + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Entry {
    pub name: &'static str,
    pub benefit: u16,
    pub apply: FnPattern,
}

/// Patterns indexed by root op kind.
#[derive(Default, Clone)]
pub struct PatternSet {
    by_root: FxHashMap<&'static str, Vec<Entry>>,
    any: Vec<Entry>,
}

impl PatternSet {
    /// Without patterns.
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a pattern.
    pub fn add<P: Pattern>(&mut self, pattern: P) -> &mut Self {
        let apply: FnPattern = Arc::new(move |op, rw| pattern.apply(P::Op::from_op_unchecked(op), rw));
        self.add_fn(Some(P::Op::NAME), P::NAME, P::BENEFIT, apply)
    }
    /// The same, by value.
    pub fn with<P: Pattern>(mut self, pattern: P) -> Self {
        self.add(pattern);
        self
    }
    /// Adds a function as a pattern for the op named `root`, or for all ops.
    pub fn add_fn(
        &mut self,
        root: Option<&'static str>,
        name: &'static str,
        benefit: u16,
        apply: FnPattern,
    ) -> &mut Self {
        let list = match root {
            Some(root) => self.by_root.entry(root).or_default(),
            None => &mut self.any,
        };
        list.push(Entry { name, benefit, apply });
        list.sort_by_key(|e| std::cmp::Reverse(e.benefit));
        self
    }
    pub(crate) fn for_op(&self, info: &OpInfo) -> impl Iterator<Item = &Entry> {
        self.by_root.get(info.name).into_iter().flatten().chain(&self.any)
    }
    /// Whether there is a pattern for ops of this kind.
    pub fn matches(&self, body: &Body, op: Op) -> bool {
        self.for_op(body.info(op)).next().is_some()
    }
    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.by_root.is_empty() && self.any.is_empty()
    }
}
