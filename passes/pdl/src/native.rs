//! Functions that patterns call by name.

use std::{collections::BTreeMap, sync::Arc};

use strata_ir::prelude::*;

use crate::Object;

/// A condition on its arguments: its results, or `None` where it does not hold.
pub type ConstraintFn = Arc<dyn Fn(&Body, &[Object]) -> Option<Vec<Object>> + Send + Sync>;
/// A change: its results, or `None` where it failed.
pub type RewriteFn = Arc<dyn Fn(&mut Rewriter<'_>, &[Object]) -> Option<Vec<Object>> + Send + Sync>;

/// The functions that patterns may call.
#[derive(Clone, Default)]
pub struct Natives {
    constraints: BTreeMap<String, ConstraintFn>,
    rewrites: BTreeMap<String, RewriteFn>,
}

impl Natives {
    /// Without functions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
    /// Adds a condition, for `pdl.apply_native_constraint`.
    pub fn constraint(&mut self, name: &str, function: ConstraintFn) -> &mut Self {
        self.constraints.insert(name.to_owned(), function);
        self
    }
    /// Adds a change, for `pdl.apply_native_rewrite` and for `pdl.rewrite … with`. The latter passes the root before the arguments.
    pub fn rewrite(&mut self, name: &str, function: RewriteFn) -> &mut Self {
        self.rewrites.insert(name.to_owned(), function);
        self
    }
    pub(crate) fn find_constraint(&self, name: &str) -> Option<&ConstraintFn> {
        self.constraints.get(name)
    }
    pub(crate) fn find_rewrite(&self, name: &str) -> Option<&RewriteFn> {
        self.rewrites.get(name)
    }
}

/// The error of a function that patterns call and nobody registered.
pub fn not_registered(kind: &str, name: &str) -> String {
    format!("native {kind} '{name}' is not registered")
}
