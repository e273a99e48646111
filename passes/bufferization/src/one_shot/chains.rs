//! Where the contents of an operand come from: the chains of values that have its buffer, backwards.

use rustc_hash::FxHashSet;
use strata_ir::{core::writer::deep, prelude::*};
use strata_tensor::CastOp;

use super::facts::{Relation, Use, View};

/// Which chains are followed, and what counts as found.
#[derive(Clone, Copy)]
pub(crate) struct Chains {
    /// Values at which a chain ends are results, even if they do not satisfy the condition.
    pub include_ends: bool,
    /// Only operands with the very buffer of the value are followed.
    pub only_equivalent: bool,
    /// Only operands of the value's type are followed, but for casts.
    pub only_same_type: bool,
}

impl Chains {
    /// All chains, with their ends.
    pub const WITH_ENDS: Self = Self { include_ends: true, only_equivalent: false, only_same_type: false };
    /// All chains, without their ends.
    pub const ALL: Self = Self { include_ends: false, ..Self::WITH_ENDS };
    /// The chains on which the buffer is the same.
    pub const EQUIVALENT: Self = Self { include_ends: false, only_equivalent: true, only_same_type: true };
}

impl View<'_> {
    /// The first values that satisfy a condition, along each chain that leads to an operand.
    pub fn find_backwards(&self, start: Use, chains: Chains, found: &dyn Fn(Value) -> bool) -> Vec<Value> {
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![self.value_of(start)];
        let add = |out: &mut Vec<Value>, v: Value| {
            if !out.contains(&v) {
                out.push(v);
            }
        };
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                if chains.include_ends {
                    add(&mut out, value);
                }
                continue;
            }
            if found(value) {
                add(&mut out, value);
                continue;
            }
            let uses = match self.rule(self.owner(value)) {
                Some(_) => self.aliasing_uses(value),
                None => Vec::new(),
            };
            if uses.is_empty() && chains.include_ends {
                add(&mut out, value);
            }
            for alias in uses {
                let operand = self.value_of(alias.to);
                let is_cast = self.def_as::<CastOp>(value).is_some();
                let stops = chains.only_equivalent && alias.relation != Relation::Equivalent
                    || chains.only_same_type && self.ty(operand) != self.ty(value) && !is_cast;
                if !stops {
                    if !work.contains(&operand) {
                        work.push(operand);
                    }
                } else if chains.include_ends {
                    add(&mut out, value);
                }
            }
        }
        out
    }
    /// The values at which the contents of an operand were last written.
    pub fn definitions(&self, u: Use) -> Vec<Value> {
        self.find_backwards(u, Chains::ALL, &|v| self.is_written_value(v))
    }
    /// Whether a result is written by its op, or by an op inside of that; the rule of most ops.
    pub fn is_written_by_default(&self, op: Op, result: Value) -> bool {
        let uses = self.aliasing_uses(result);
        if uses.is_empty() || uses.iter().any(|alias| self.writes(alias.to)) {
            return true;
        }
        let inside = |v: Value| {
            let owner = self.owner(v);
            owner != Op::SELF && self.is_ancestor(op, owner) && deep(|| self.is_written_value(v))
        };
        uses.iter().any(|alias| !self.find_backwards(alias.to, Chains::ALL, &inside).is_empty())
    }
}
