//! Patterns, and sets of them indexed by the kind of their root op.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use strata_core::{Body, Op, OpInfo};

use crate::Rewriter;

/// Canonicalisation patterns of an op kind, as one function. List it in `interfaces` of `#[op]`.
pub trait Canonicalize {
    /// Applies the first canonicalisation that matches. `None` means that nothing was changed.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()>;
}

/// A pattern as a function. `None` means "did not match"; it must not have changed anything then: a pattern matches
/// first and mutates last.
pub type PatternFn = fn(Op, &mut Rewriter<'_>) -> Option<()>;

/// A pattern with captured state, such as options of a pass.
pub type FnPattern = Arc<dyn Fn(Op, &mut Rewriter<'_>) -> Option<()> + Send + Sync>;

/// A pattern in a table.
#[derive(Clone, Copy)]
pub struct PatternRow {
    /// The name of the ops that it is tried at; `None` for all ops.
    pub root: Option<&'static str>,
    /// Names the pattern where a driver does not come to an end.
    pub name: &'static str,
    /// The pattern.
    pub apply: PatternFn,
}

/// A table of [`PatternRow`]s by op type; `any` stands for all ops. The equation of a pattern is the documentation of its
/// function.
///
/// ```text
/// /// `x - x = 0`, for integers.
/// fn subtract_itself(op: Op, rw: &mut Rewriter<'_>) -> Option<()> { … }
///
/// const PATTERNS: &[PatternRow] = patterns! { SubIOp => "subtract-itself": subtract_itself };
/// ```
#[macro_export]
macro_rules! patterns {
    ($($root:tt => $name:literal: $apply:expr),* $(,)?) => {
        &[$($crate::PatternRow { root: $crate::pattern_root!($root), name: $name, apply: $apply }),*]
    };
}

/// The root of a row of [`patterns`].
#[doc(hidden)]
#[macro_export]
macro_rules! pattern_root {
    (any) => {
        None
    };
    ($op:ident) => {
        Some(<$op as $crate::for_macros::OpDef>::NAME)
    };
}

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
    /// Adds the patterns of a table; those that come first are tried first.
    pub fn add(&mut self, rows: &[PatternRow]) -> &mut Self {
        for row in rows {
            self.add_fn(row.root, row.name, 1, Arc::new(row.apply));
        }
        self
    }
    /// Adds a pattern for the op named `root`, or for all ops. Patterns with more benefit are tried first.
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
