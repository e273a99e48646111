//! Types of the results of ops that a rewrite creates.

use strata_ir::{
    core::{Arity, OpInfo, TypeRule},
    prelude::*,
};

/// The types of the results that follow from the types of the operands, by the relations that the op declares. `None` if one does not.
pub fn infer(cx: &Context, info: &OpInfo, operands: &[Type]) -> Option<Vec<Type>> {
    let single = |specs: &[strata_ir::core::ValueSpec]| specs.iter().all(|s| s.arity == Arity::One);
    if !single(info.results) || !single(info.operands) || operands.len() != info.operands.len() {
        return None;
    }
    let operand = |name: &str| info.operands.iter().position(|s| s.name == name).map(|i| operands[i]);
    info.results
        .iter()
        .map(|result| {
            let by_rule = info.rules.iter().find_map(|rule| match rule {
                TypeRule::Same(names) if names.contains(&result.name) => {
                    names.iter().find_map(|n| operand(n))
                }
                TypeRule::Derived { target, source, derive, .. } if *target == result.name => {
                    derive(operand(source)?, cx)
                }
                _ => None,
            });
            let same =
                info.has(Trait::SameOperandsAndResultType).then(|| operands.first().copied()).flatten();
            by_rule.or(same).or_else(|| (result.buildable)(cx))
        })
        .collect()
}
