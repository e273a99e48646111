//! The state of the analysis and of the rewrite, and the interface of the rules of ops.

use std::ops::Deref;

use rustc_hash::FxHashSet;
use strata_bufferization::ToBufferOp;
use strata_ir::prelude::*;

use super::{
    alias_sets::AliasSets, functions::Functions, globals::Globals, layouts::is_tensor, options::Options,
};

/// A result, or the reason for which there is none.
pub(crate) type Outcome<T = ()> = Result<T, Diagnostic>;

/// An operand: its op and its number.
pub(crate) type Use = (Op, usize);

/// How the buffers of two values that alias are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// One buffer.
    Equivalent,
    /// Nothing is known; one may be a part of the other.
    Unknown,
}

/// A value or an operand that aliases another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alias<T> {
    /// The value or operand.
    pub to: T,
    /// The relation of the buffers.
    pub relation: Relation,
    /// Whether it aliases whenever the op runs, not only in some cases.
    pub is_definite: bool,
}

impl<T> Alias<T> {
    /// The same buffer, always.
    pub fn equivalent(to: T) -> Self {
        Self { to, relation: Relation::Equivalent, is_definite: true }
    }
    /// The same buffer, or another one.
    pub fn maybe_equivalent(to: T) -> Self {
        Self { to, relation: Relation::Equivalent, is_definite: false }
    }
    /// Maybe a part of the buffer.
    pub fn unknown(to: T, is_definite: bool) -> Self {
        Self { to, relation: Relation::Unknown, is_definite }
    }
}

/// The decisions of the analysis of a body.
#[derive(Default)]
pub(crate) struct Decisions {
    /// Values whose buffers may overlap.
    pub aliases: AliasSets,
    /// Values with the same buffer.
    pub equivalent: AliasSets,
    /// Operands that are not copied.
    pub in_place: FxHashSet<Use>,
    /// Operands whose contents nothing has defined.
    pub undefined: FxHashSet<Use>,
}

/// The facts that are known of a body.
pub(crate) struct Facts {
    /// The options.
    pub options: Options,
    /// The functions of the module.
    pub functions: Functions,
    /// The result of the analysis; without one, whatever is written is copied.
    pub decisions: Option<Decisions>,
    /// The table of the rules.
    pub rules: fn(&Body, Op) -> Option<&'static dyn Rule>,
}

/// A body with what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub body: &'a Body,
    pub facts: &'a Facts,
}

/// A body while its tensors become buffers: nothing is known of what the analysis decided.
#[derive(Clone, Copy)]
pub(crate) struct Types<'a> {
    pub view: View<'a>,
}

/// A body that is rewritten.
pub(crate) struct Editor<'a> {
    pub body: &'a mut Body,
    pub facts: &'a Facts,
    pub globals: &'a mut Globals,
}

/// The rule of an op: what it does with the buffers of its tensors. Operands are numbers of tensor operands.
pub(crate) trait Rule: Sync {
    /// Whether the contents of an operand are read.
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    /// Whether the buffer of an operand is written.
    fn writes(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    /// The values that may have the buffer of an operand, or a part of it.
    fn aliasing_values(&self, _: &View<'_>, _: Use) -> Vec<Alias<Value>> {
        Vec::new()
    }
    /// The operands, also of ops in its regions, whose buffer a value may have.
    fn aliasing_uses(&self, v: &View<'_>, op: Op, value: Value) -> Vec<Alias<Use>> {
        v.uses_by_values(op, value, &|u| self.aliasing_values(v, u))
    }
    /// Whether a result has a new buffer.
    fn allocates(&self) -> bool {
        false
    }
    /// Whether the op, or what is in it, defines the contents of a result.
    fn result_is_written(&self, v: &View<'_>, op: Op, result: Value) -> bool {
        v.is_written_by_default(op, result)
    }
    /// Whether each element of these operands is read before the same element is written.
    fn is_elementwise(&self, _: &View<'_>, _: Op, _: [usize; 2]) -> bool {
        false
    }
    /// Whether an operand cannot be copied.
    fn must_be_in_place(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    /// Whether the buffer of a value may be written.
    fn is_writable(&self, v: &View<'_>, value: Value) -> bool {
        v.is_result(value)
    }
    /// Whether a read and a write, one of them of this op, are no conflict.
    fn is_not_conflicting(&self, _: &View<'_>, _: Op, _: Use, _: Use) -> bool {
        false
    }
    /// Checks what was decided.
    fn verify(&self, _: &View<'_>, _: Op) -> Outcome {
        Ok(())
    }
    /// Makes copies of what is not in place.
    fn resolve(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        ed.copy_operands(op)
    }
    /// The type of the buffer of a value; `around` has the values whose types depend on it.
    fn buffer_type(&self, t: &Types<'_>, _: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        t.by_default(value, around)
    }
    /// Whether a region may be executed more than once.
    fn is_repetitive(&self, v: &View<'_>, op: Op, region: usize) -> bool {
        v.may_repeat(op, region)
    }
    /// Whether executions of a region are parallel.
    fn is_parallel(&self, _: &View<'_>, _: Op, _: usize) -> bool {
        false
    }
    /// Whether regions may have several blocks.
    fn has_branches(&self) -> bool {
        false
    }
    /// Replaces the op by one on buffers.
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome;
}

impl Deref for View<'_> {
    type Target = Body;
    fn deref(&self) -> &Body {
        self.body
    }
}

impl<'a> View<'a> {
    pub fn options(&self) -> &'a Options {
        &self.facts.options
    }
    pub fn is_tensor(&self, v: Value) -> bool {
        is_tensor(self.body.cx(), self.body.ty(v))
    }
    /// The tensor operands of an op.
    pub fn tensor_uses(self, op: Op) -> impl Iterator<Item = Use> + 'a {
        let body = self.body;
        (0..body.num_operands(op)).filter(move |&i| self.is_tensor(body.operand(op, i))).map(move |i| (op, i))
    }
    pub fn value_of(&self, (op, i): Use) -> Value {
        self.body.operand(op, i)
    }
    /// Whether the options let an op be bufferized.
    pub fn is_allowed(&self, op: Op) -> bool {
        let dialect = self.body.op_name(op).split('.').next().unwrap_or("");
        let options = self.options();
        (options.function_boundaries || dialect != "func")
            && (options.dialects.is_empty() || options.dialects.iter().any(|d| d == dialect))
    }
    /// The rule of an op, if it has one and the options allow the op.
    pub fn rule(&self, op: Op) -> Option<&'static dyn Rule> {
        (self.facts.rules)(self.body, op).filter(|_| self.is_allowed(op))
    }
    /// The op that defines a value, or in which its block is.
    pub fn owner(&self, v: Value) -> Op {
        match self.body.def(v) {
            Def::Result { op, .. } => op,
            Def::Arg { block, .. } => self.body.block_parent_op(block).unwrap_or(Op::SELF),
            Def::Forward => Op::SELF,
        }
    }
    pub fn is_result(&self, v: Value) -> bool {
        self.body.def_op(v).is_some()
    }

    /// Whether the contents of an operand are read.
    pub fn reads(&self, u: Use) -> bool {
        self.rule(u.0).is_none_or(|rule| rule.reads(self, u))
    }
    /// Whether the buffer of an operand is written.
    pub fn writes(&self, u: Use) -> bool {
        self.rule(u.0).is_none_or(|rule| rule.writes(self, u))
    }
    /// The values that may have the buffer of an operand, or a part of it.
    pub fn aliasing_values(&self, u: Use) -> Vec<Alias<Value>> {
        match self.rule(u.0) {
            Some(rule) => rule.aliasing_values(self, u),
            None => self.values_of_unknown(u.0),
        }
    }
    /// The operands whose buffer a value may have, or a part of it.
    pub fn aliasing_uses(&self, v: Value) -> Vec<Alias<Use>> {
        let op = self.owner(v);
        if let Some(rule) = self.rule(op) {
            return rule.aliasing_uses(self, op, v);
        }
        if let Def::Arg { block, .. } = self.body.def(v)
            && self.body.block_parent(block).is_none_or(|r| self.body.blocks(r).first() != Some(&block))
        {
            return Vec::new();
        }
        if op == Op::SELF {
            return Vec::new();
        }
        self.tensor_uses(op).map(|u| Alias::unknown(u, false)).collect()
    }
    /// The operands of an op of which a value is an alias.
    fn uses_by_values(
        &self,
        op: Op,
        value: Value,
        values: &dyn Fn(Use) -> Vec<Alias<Value>>,
    ) -> Vec<Alias<Use>> {
        let mut out = Vec::new();
        if op == Op::SELF {
            return out;
        }
        for u in self.tensor_uses(op) {
            let aliases = values(u).into_iter().filter(|a| a.to == value);
            out.extend(aliases.map(|a| Alias { to: u, relation: a.relation, is_definite: a.is_definite }));
        }
        out
    }
    /// Of an op without a rule, every tensor that it makes may be any that it gets.
    fn values_of_unknown(&self, op: Op) -> Vec<Alias<Value>> {
        let entries = self.body.regions(op).iter().filter_map(|&r| self.body.blocks(r).first());
        let args = entries.flat_map(|&block| self.body.block_args(block));
        let values = self.body.results(op).iter().chain(args).copied();
        values.filter(|&v| self.is_tensor(v)).map(|v| Alias::unknown(v, false)).collect()
    }
    /// Whether an op neither reads nor writes an operand, but passes its buffer on.
    pub fn only_aliases(&self, u: Use) -> bool {
        self.rule(u.0).is_some_and(|rule| {
            !rule.reads(self, u) && !rule.writes(self, u) && !rule.aliasing_values(self, u).is_empty()
        })
    }
    /// Whether a value is defined where it is: it is not just another name of a buffer.
    pub fn is_written_value(&self, v: Value) -> bool {
        let Def::Result { op, .. } = self.body.def(v) else { return true };
        self.rule(op).is_none_or(|rule| rule.result_is_written(self, op, v))
    }
    /// Whether the contents of a value, or of one that has its buffer, are read.
    pub fn is_value_read(&self, v: Value) -> bool {
        let mut work: Vec<Use> = self.body.uses_of(v).collect();
        let mut seen = FxHashSet::default();
        while let Some(u) = work.pop() {
            if !seen.insert(u) {
                continue;
            }
            if self.only_aliases(u) {
                for alias in self.aliasing_values(u) {
                    work.extend(self.body.uses_of(alias.to));
                }
            }
            if self.reads(u) {
                return true;
            }
        }
        false
    }
    /// Whether the buffer of a value may be written.
    pub fn is_writable(&self, v: Value) -> bool {
        self.rule(self.owner(v)).is_some_and(|rule| rule.is_writable(self, v))
    }

    /// Whether an operand is not copied.
    pub fn is_in_place(&self, u: Use) -> bool {
        match &self.facts.decisions {
            Some(decisions) => decisions.in_place.contains(&u),
            None => u.0.isa::<ToBufferOp>(self.body) || !self.writes(u),
        }
    }
    /// Whether two values have the same buffer.
    pub fn are_equivalent(&self, a: Value, b: Value) -> bool {
        self.facts.decisions.as_ref().is_some_and(|d| d.equivalent.same(a, b))
    }
    /// Whether the buffers of two values may overlap.
    pub fn may_alias(&self, a: Value, b: Value) -> bool {
        self.facts.decisions.as_ref().is_none_or(|d| d.aliases.same(a, b))
    }
    /// Whether a copy of an operand needs no contents.
    pub fn needs_no_contents(&self, u: Use) -> bool {
        let reads = self.reads(u);
        self.facts.decisions.as_ref().is_some_and(|d| d.undefined.contains(&u))
            || self.writes(u) && !reads
            || !reads && !self.aliasing_values(u).iter().any(|a| self.is_value_read(a.to))
    }
    /// Whether an op takes, makes or passes tensors.
    pub fn has_tensors(&self, op: Op) -> bool {
        let cx = self.body.cx();
        let mut types = self.body.operand_types(op).chain(self.body.result_types(op));
        if types.any(|t| is_tensor(cx, t)) {
            return true;
        }
        if op == Op::SELF
            && let Some(func) = self.body.self_as::<strata_func::FuncOp>()
            && func.inputs(self.body).iter().chain(func.results(self.body)).any(|&t| is_tensor(cx, t))
        {
            return true;
        }
        let blocks = self.body.regions(op).iter().flat_map(|&r| self.body.blocks(r));
        blocks.flat_map(|&b| self.body.block_args(b)).any(|&v| self.is_tensor(v))
    }
}
