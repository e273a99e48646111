//! Ops whose result elements depend on the operand elements at the same place.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;

use super::Mode;
use super::builder::{RuleBuilder, shape};

/// A factor for each dimension of the first result, in all operands and results. Scalars among others are broadcast: the bounds of
/// `clamp`, the condition of `select`, the state of a collective.
pub(super) fn pointwise(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let result = *b.results(op).first()?;
    RuleBuilder::new(b, op)?.add_pointwise(shape(b, result), |_, factor| factor).build()
}

/// The rule of ops such as a data flow edge: `operands` tensors of type `ty`, and one result.
pub(crate) fn identity(cx: &Context, ty: Type, operands: usize) -> Option<OpShardingRule> {
    let sizes = cx.shaped(ty)?.shape?;
    RuleBuilder::of_types(cx, &vec![ty; operands], &[ty])?.add_pointwise(sizes, |_, factor| factor).build()
}
