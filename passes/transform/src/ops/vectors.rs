//! Ops that vectorize whole functions, and that move vectors out of loops.

use strata_ir::{prelude::*, rewrite::rewrite_greedily_in};
use strata_linalg::LinalgOp;
use strata_passes_vector::{
    FOLD_SUBSETS_INTO_TRANSFERS, PERMUTE_TRANSFERS, REDUCTION_TO_CONTRACT, add_sink_patterns,
    hoist_redundant_broadcasts, hoist_redundant_transfers,
};

use super::{Rows, patterns};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    vectorize::vectorize,
};

pub const OPS: Rows = &[
    ("transform.structured.hoist_redundant_vector_broadcasts", hoist_broadcasts),
    ("transform.structured.hoist_redundant_vector_transfers", hoist_transfers),
    ("transform.structured.vectorize_children_and_apply_patterns", vectorize_children),
];

fn hoist_broadcasts<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    super::apply::each(cx, site, hoist_redundant_broadcasts)?;
    let targets = cx.targets(site)?;
    cx.set_ops(site, 0, targets);
    Ok(())
}

fn hoist_transfers<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let must_run = site.has("verify_non_zero_trip");
    super::apply::each(cx, site, |body, op| hoist_redundant_transfers(body, op, must_run))?;
    let targets = cx.targets(site)?;
    cx.set_ops(site, 0, targets);
    Ok(())
}

/// The patterns beside the vectorization itself.
fn patterns_around(site: Site<'_>) -> PatternSet {
    let mut set = PatternSet::new();
    if !site.has("disable_transfer_permutation_map_lowering_patterns") {
        set.add(PERMUTE_TRANSFERS);
    }
    if !site.has("disable_multi_reduction_to_contract_patterns") {
        set.add(REDUCTION_TO_CONTRACT);
    }
    if site.has("vectorize_padding") {
        set.add(patterns::DECOMPOSE_PAD);
    }
    add_sink_patterns(&mut set);
    set.add(FOLD_SUBSETS_INTO_TRANSFERS);
    patterns::canonicalizations(&mut set, &["vector.transfer_read", "vector.transfer_write"]);
    set
}

fn vectorize_children<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let name = site.body.op_name(site.op);
    for attr in ["fold_type_extensions_into_contract", "vectorize_nd_extract", "flatten_1d_depthwise_conv"] {
        if site.has(attr) {
            return Err(site.definite(format!("'{name}' op with '{attr}' is not supported")));
        }
    }
    let targets = cx.targets(site)?;
    for &at in &targets {
        if !cx.payload.body(at.body).has_trait(at.op, Trait::IsolatedFromAbove) {
            let d = site.error(format!("'{name}' op requires isolated-from-above targets"));
            return Err(Failure::definite(cx.payload.note(d, at, "non-isolated target")));
        }
    }
    let set = patterns_around(site);
    let config = GreedyConfig { canonicalize: false, ..GreedyConfig::default() };
    let mut failed = None;
    super::apply::each(cx, site, |body, op| {
        // Ops that became vectors are not vectorized again, and patterns may make others ready.
        for _ in 0..10 {
            let structured: Vec<Op> =
                body.ops_in(op).into_iter().filter(|o| o.implements::<dyn LinalgOp>(body)).collect();
            let done = structured.into_iter().filter(|&o| vectorize(body, o, None).is_some()).count();
            failed = failed.take().or(rewrite_greedily_in(body, op, &set, &config).not_converged);
            if done == 0 || failed.is_some() {
                break;
            }
        }
    })?;
    if let Some(d) = failed {
        let d = site.error("failed to apply").note(d.loc, d.message);
        return Err(Failure::definite(d));
    }
    cx.set_ops(site, 0, targets);
    Ok(())
}
