//! [`ConversionTarget`]: which ops may be there after a conversion.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use strata_core::{Body, Op, OpDef};

/// Whether an op may stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// It may.
    Legal,
    /// It must go.
    Illegal,
    /// Nothing was said; it is converted when a pattern matches.
    Unknown,
}

/// Decides about one op.
pub type DynamicLegality = Arc<dyn Fn(&Body, Op) -> bool + Send + Sync>;

#[derive(Clone)]
enum Rule {
    Always(Legality),
    Dynamic(DynamicLegality),
}

/// What is legal, by op and by dialect. What is said about an op wins.
#[derive(Clone, Default)]
pub struct ConversionTarget {
    ops: FxHashMap<String, Rule>,
    dialects: FxHashMap<String, Rule>,
    unknown: Option<DynamicLegality>,
    recursive: Vec<String>,
}

impl ConversionTarget {
    /// Nothing is known to be legal or illegal.
    pub fn new() -> Self {
        Self::default()
    }
    /// All ops of a dialect may stay.
    pub fn legal_dialect(&mut self, name: &str) -> &mut Self {
        self.dialects.insert(name.to_owned(), Rule::Always(Legality::Legal));
        self
    }
    /// No op of a dialect may stay.
    pub fn illegal_dialect(&mut self, name: &str) -> &mut Self {
        self.dialects.insert(name.to_owned(), Rule::Always(Legality::Illegal));
        self
    }
    /// Ops of a dialect may stay where `f` says so.
    pub fn dynamic_dialect(
        &mut self,
        name: &str,
        f: impl Fn(&Body, Op) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.dialects.insert(name.to_owned(), Rule::Dynamic(Arc::new(f)));
        self
    }
    /// Ops of kind `O` may stay.
    pub fn legal_op<O: OpDef>(&mut self) -> &mut Self {
        self.legal_op_named(O::NAME)
    }
    /// Ops named so may stay.
    pub fn legal_op_named(&mut self, name: &str) -> &mut Self {
        self.ops.insert(name.to_owned(), Rule::Always(Legality::Legal));
        self
    }
    /// Ops of kind `O` must go.
    pub fn illegal_op<O: OpDef>(&mut self) -> &mut Self {
        self.illegal_op_named(O::NAME)
    }
    /// Ops named so must go.
    pub fn illegal_op_named(&mut self, name: &str) -> &mut Self {
        self.ops.insert(name.to_owned(), Rule::Always(Legality::Illegal));
        self
    }
    /// Ops of kind `O` may stay where `f` says so.
    pub fn dynamic_op<O: OpDef>(
        &mut self,
        f: impl Fn(&Body, O) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.dynamic_op_named(O::NAME, move |b, op| f(b, O::from_op_unchecked(op)))
    }
    /// Ops named so may stay where `f` says so.
    pub fn dynamic_op_named(
        &mut self,
        name: &str,
        f: impl Fn(&Body, Op) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.ops.insert(name.to_owned(), Rule::Dynamic(Arc::new(f)));
        self
    }
    /// Ops about which nothing else is said may stay where `f` says so.
    pub fn unknown_dynamic(&mut self, f: impl Fn(&Body, Op) -> bool + Send + Sync + 'static) -> &mut Self {
        self.unknown = Some(Arc::new(f));
        self
    }
    /// When an op named so is legal, everything nested in it is.
    pub fn recursively_legal(&mut self, name: &str) -> &mut Self {
        self.recursive.push(name.to_owned());
        self
    }
    /// Whether the ops nested in a legal `op` are legal too.
    pub fn is_recursively_legal(&self, body: &Body, op: Op) -> bool {
        !self.recursive.is_empty() && self.recursive.iter().any(|n| n == body.op_name(op))
    }
    /// Whether `op` may stay.
    pub fn legality(&self, body: &Body, op: Op) -> Legality {
        self.rule(body.op_name(op)).legality(body, op)
    }
    /// What is said about ops named so.
    pub(crate) fn rule(&self, name: &str) -> Said<'_> {
        let rule = self.ops.get(name).or_else(|| {
            let dialect = name.split('.').next().unwrap_or(name);
            self.dialects.get(dialect)
        });
        match rule {
            Some(Rule::Always(l)) => Said::Always(*l),
            Some(Rule::Dynamic(f)) => Said::Dynamic(f),
            None => self.unknown.as_ref().map_or(Said::Always(Legality::Unknown), Said::Dynamic),
        }
    }
}

/// What a target says about the ops of one name.
#[derive(Clone, Copy)]
pub(crate) enum Said<'t> {
    Always(Legality),
    Dynamic(&'t DynamicLegality),
}

impl Said<'_> {
    /// Whether an op of that name may stay.
    pub fn legality(self, body: &Body, op: Op) -> Legality {
        match self {
            Said::Always(l) => l,
            Said::Dynamic(f) if f(body, op) => Legality::Legal,
            Said::Dynamic(_) => Legality::Illegal,
        }
    }
}
