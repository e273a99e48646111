//! Conversion patterns, and sets of them.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use strata_core::{Op, OpDef, Value};

use super::{ConversionRewriter, TypeConverter};
use crate::{Pattern, Rewriter};

/// Why a pattern did not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoMatch(pub String);

impl From<String> for NoMatch {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}
impl From<&str> for NoMatch {
    fn from(reason: &str) -> Self {
        Self(reason.to_owned())
    }
}

/// The operands of an op after conversion of their types.
pub struct Adaptor {
    /// All converted values, one operand after the other.
    pub values: Vec<Value>,
    /// Where the values of each operand start; one more entry than operands.
    starts: SmallVec<[u32; 8]>,
}

impl Adaptor {
    pub(crate) fn new(n: usize) -> Self {
        let mut starts = SmallVec::with_capacity(n + 1);
        starts.push(0);
        Self { values: Vec::with_capacity(n), starts }
    }
    pub(crate) fn push(&mut self, values: &[Value]) {
        self.values.extend_from_slice(values);
        self.starts.push(self.values.len() as u32);
    }
    /// The values that operand `i` became.
    pub fn operand(&self, i: usize) -> &[Value] {
        &self.values[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
    /// The one value that operand `i` became.
    pub fn one(&self, i: usize) -> Result<Value, NoMatch> {
        match self.operand(i) {
            [v] => Ok(*v),
            list => Err(format!("operand #{i} became {} values, expected one", list.len()).into()),
        }
    }
    /// The values that the operands in a range became, as for `body.operand_group(op, g)`.
    pub fn range(&self, range: std::ops::Range<usize>) -> &[Value] {
        &self.values[self.starts[range.start] as usize..self.starts[range.end] as usize]
    }
    /// Number of operands.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }
    /// Whether there are no operands.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A pattern that converts ops of kind `Op`. An error means that nothing was changed.
pub trait ConversionPattern: Send + Sync + 'static {
    /// The kind of the root.
    type Op: OpDef;
    /// `dialect.what-it-does`.
    const NAME: &'static str;
    /// Patterns with more benefit are tried first.
    const BENEFIT: u16 = 1;
    /// Matches first, mutates last. The op must be replaced, erased or made legal.
    fn convert(
        &self,
        op: Self::Op,
        adaptor: &Adaptor,
        rw: &mut ConversionRewriter<'_>,
    ) -> Result<(), NoMatch>;
}

/// A pattern as a function.
pub type ConvertFn =
    Arc<dyn Fn(Op, &Adaptor, &mut ConversionRewriter<'_>) -> Result<(), NoMatch> + Send + Sync>;

pub(crate) enum Apply {
    Convert(ConvertFn),
    Rewrite(crate::FnPattern),
}

pub(crate) struct Entry {
    pub name: &'static str,
    pub benefit: u16,
    pub apply: Apply,
}

/// Conversion patterns indexed by root op, with the converter for operand and result types.
pub struct ConversionPatterns {
    converter: Arc<TypeConverter>,
    by_root: FxHashMap<&'static str, Vec<Entry>>,
    any: Vec<Entry>,
}

impl ConversionPatterns {
    /// An empty set.
    pub fn new(converter: Arc<TypeConverter>) -> Self {
        Self { converter, by_root: FxHashMap::default(), any: Vec::new() }
    }
    /// An empty set for a conversion that keeps all types.
    pub fn keeping_types() -> Self {
        Self::new(Arc::new(TypeConverter::identity()))
    }
    /// The converter.
    pub fn converter(&self) -> &Arc<TypeConverter> {
        &self.converter
    }
    /// Adds a pattern.
    pub fn add<P: ConversionPattern>(&mut self, pattern: P) -> &mut Self {
        let f: ConvertFn =
            Arc::new(move |op, adaptor, rw| pattern.convert(P::Op::from_op_unchecked(op), adaptor, rw));
        self.push(Some(P::Op::NAME), P::NAME, P::BENEFIT, Apply::Convert(f))
    }
    /// Adds a function as a pattern for the op named `root`, or for all ops.
    pub fn add_fn(
        &mut self,
        root: Option<&'static str>,
        name: &'static str,
        benefit: u16,
        f: impl Fn(Op, &Adaptor, &mut ConversionRewriter<'_>) -> Result<(), NoMatch> + Send + Sync + 'static,
    ) -> &mut Self {
        self.push(root, name, benefit, Apply::Convert(Arc::new(f)))
    }
    /// Adds a pattern that does not change types.
    pub fn add_rewrite<P: Pattern>(&mut self, pattern: P) -> &mut Self {
        let f: crate::FnPattern =
            Arc::new(move |op, rw: &mut Rewriter<'_>| pattern.apply(P::Op::from_op_unchecked(op), rw));
        self.push(Some(P::Op::NAME), P::NAME, P::BENEFIT, Apply::Rewrite(f))
    }
    fn push(
        &mut self,
        root: Option<&'static str>,
        name: &'static str,
        benefit: u16,
        apply: Apply,
    ) -> &mut Self {
        let list = match root {
            Some(root) => self.by_root.entry(root).or_default(),
            None => &mut self.any,
        };
        list.push(Entry { name, benefit, apply });
        list.sort_by_key(|e| std::cmp::Reverse(e.benefit));
        self
    }
    /// The patterns for the op of this name: those of its root, and those for all ops.
    pub(crate) fn named(&self, name: &str) -> [&[Entry]; 2] {
        [self.by_root.get(name).map_or(&[], Vec::as_slice), &self.any]
    }
}
