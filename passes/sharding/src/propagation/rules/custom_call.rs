//! Custom calls by their targets.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::{CustomCallOp, RngBitGeneratorOp};

use super::builder::{Factor, Kind, RuleBuilder, shape};
use super::pointwise::pointwise;
use super::shape::resized;
use super::{Found, Mode};

/// Targets that compute element by element, or whose results are split as their operands are.
const POINTWISE: &[&str] = &[
    "Cholesky",
    "CompactWyHelper",
    "InspectSharding",
    "InvertDiagBlocksLowerTriangular",
    "InvertDiagBlocksUpperTriangular",
    "LayoutConstraint",
    "MoveToDevice",
    "MoveToHost",
    "X64SplitHigh",
    "X64SplitLow",
    "annotate_device_placement",
    "mhlo.erf",
    "xla.megascale.provide_metadata",
];

/// Targets through which nothing spreads.
const WITHOUT_RULE: &[&str] = &[
    "sdy_testonly",
    "tpu_custom_call",
    "xla_ffi_python_cpu_callback",
    "xla_ffi_python_gpu_callback",
    "xla_python_cpu_callback",
    "xla_python_gpu_callback",
];

/// The target of a call; `None` for another op.
pub(crate) fn target(b: &Body, op: Op) -> Option<&str> {
    b.cx().attr_str(op.as_op::<CustomCallOp>(b)?.call_target_name(b).raw())
}

pub(super) fn custom_call(b: &Body, op: Op, mode: Mode) -> Found {
    let Some(target) = target(b, op) else { return Found::Nothing };
    let rule = match target {
        _ if POINTWISE.contains(&target) => pointwise(b, op, mode),
        _ if WITHOUT_RULE.contains(&target) => None,
        "Eigh" => decomposition(b, op, &|rule, [rows, columns], [n, m]| {
            // The eigenvalues are those of the columns.
            rule.add(Factor::new(n), &[(0, rows)], &[(0, rows)]);
            rule.add(Factor::new(m), &[(0, columns)], &[(0, columns), (1, rows)]);
        }),
        "Qr" | "QrDecompositionBlock" => {
            let taus = b.results(op).get(1).copied();
            decomposition(b, op, &|rule, at, sizes| in_one_place(b, rule, at, sizes, (None, taus)))
        }
        "ProductOfElementaryHouseholderReflectors" => {
            let taus = b.operands(op).nth(1);
            decomposition(b, op, &|rule, at, sizes| in_one_place(b, rule, at, sizes, (taus, None)))
        }
        "mhlo.topk" => resized_call(b, op),
        "ApproxTopK" | "PartialReduce" => approximate_top_k(b, op),
        "X64Combine" => combined(b, op),
        _ => return Found::Unknown,
    };
    rule.map_or(Found::Nothing, Found::Rule)
}

/// Batches, and then what `matrix` adds for the last two dimensions of the first operand, from their places and sizes.
fn decomposition(
    b: &Body,
    op: Op,
    matrix: &dyn Fn(&mut RuleBuilder, [usize; 2], [i64; 2]),
) -> Option<OpShardingRule> {
    let [batch @ .., rows, columns] = shape(b, b.operands(op).next()?) else { return None };
    let mut rule = RuleBuilder::new(b, op)?;
    rule.add_pointwise(batch, |_, factor| factor);
    matrix(&mut rule, [batch.len(), batch.len() + 1], [*rows, *columns]);
    rule.build()
}

/// A matrix to a matrix, with a vector among the operands or the results.
fn in_one_place(
    b: &Body,
    rule: &mut RuleBuilder,
    [rows, columns]: [usize; 2],
    [n, m]: [i64; 2],
    (operand, result): (Option<Value>, Option<Value>),
) {
    let whole = |size| Factor::new(size).kind(Kind::NeedReplication);
    rule.add(whole(n), &[(0, rows)], &[(0, rows)]);
    rule.add(whole(m), &[(0, columns)], &[(0, columns)]);
    let size = |value| shape(b, value).get(rows).copied();
    if let Some(size) = operand.and_then(size) {
        rule.add(whole(size), &[(1, rows)], &[]);
    }
    if let Some(size) = result.and_then(size) {
        rule.add(whole(size), &[], &[(1, rows)]);
    }
}

fn resized_call(b: &Body, op: Op) -> Option<OpShardingRule> {
    let has_values = b.num_operands(op) > 0 && !b.results(op).is_empty();
    has_values.then(|| resized(b, op, Kind::NeedReplication, true))?
}

/// The operands are elements, their numbers, and two scalars.
fn approximate_top_k(b: &Body, op: Op) -> Option<OpShardingRule> {
    let (from, to) = (shape(b, b.operands(op).next()?), shape(b, *b.results(op).first()?));
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, (&size, &kept)) in from.iter().zip(to).enumerate() {
        if size == kept {
            rule.add_to_all(Factor::new(size), dim);
            continue;
        }
        rule.add(Factor::new(size), &[(0, dim), (1, dim)], &[]);
        let kept = Factor::new(kept).kind(Kind::NeedReplication).blocked(true);
        rule.add(kept, &[], &[(0, dim), (1, dim)]);
    }
    rule.build()
}

/// The state of a random number generator is the same on all devices, so nothing spreads to it.
fn combined(b: &Body, op: Op) -> Option<OpShardingRule> {
    let result = *b.results(op).first()?;
    let is_state = b.users(result).any(|user| user.isa::<RngBitGeneratorOp>(b));
    let mut rule = RuleBuilder::new(b, op)?;
    rule.add_pointwise(shape(b, result), |_, factor| match is_state {
        true => factor.kind(Kind::NeedReplication).blocked(true),
        false => factor,
    });
    rule.build()
}

/// The states are the same on all devices, the bits are split in any way.
pub(super) fn rng_bit_generator(b: &Body, op: Op, _: Mode) -> Option<OpShardingRule> {
    let generator = op.as_op::<RngBitGeneratorOp>(b)?;
    let mut rule = RuleBuilder::new(b, op)?;
    for (dim, &size) in shape(b, generator.initial_state(b)).iter().enumerate() {
        let state = Factor::new(size).kind(Kind::NeedReplication).blocked(true);
        rule.add(state, &[(0, dim)], &[(0, dim)]);
    }
    for (dim, &size) in shape(b, generator.output(b)).iter().enumerate() {
        rule.add(Factor::new(size), &[], &[(1, dim)]);
    }
    rule.build()
}
