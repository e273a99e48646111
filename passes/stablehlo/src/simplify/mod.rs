//! The rules of `stablehlo-aggressive-simplification`, beyond what ops fold and canonicalise by themselves.
//!
//! Each rule has its equation as its documentation. None makes a program compute more, and none assumes that a float is
//! a number.

mod algebra;
mod dynamic;
mod join;
mod regions;
mod shape;
mod unknown;

use std::sync::Arc;

use strata_ir::prelude::*;

pub use dynamic::{RULES as DYNAMIC_RULES, known_dimension};

/// A rule for ops of one name, or for all ops.
pub type Rule = (Option<&'static str>, &'static str, fn(Op, &mut Rewriter<'_>) -> Option<()>);

/// Adds rules to a set.
pub fn add(patterns: &mut PatternSet, rules: &[Rule]) {
    for &(root, name, rule) in rules {
        patterns.add_fn(root, name, 1, Arc::new(rule));
    }
}

/// Adds all rules.
pub fn add_rules(patterns: &mut PatternSet) {
    for rules in [algebra::RULES, dynamic::RULES, join::RULES, regions::RULES, shape::RULES, unknown::RULES] {
        add(patterns, rules);
    }
}
