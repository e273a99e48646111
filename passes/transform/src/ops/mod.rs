//! The meaning of the ops of scripts, by their names.

mod apply;
mod handles;
mod loops;
mod match_structured;
mod matching;
mod navigation;
mod patterns;
mod rewrites;
mod sequences;
mod tile;

use rustc_hash::FxHashMap;

use crate::{
    failure::{Failure, Outcome},
    interpreter::{Apply, Interpreter, Site},
    payload::PayloadOp,
};

/// The ops of one file.
type Rows = &'static [(&'static str, Apply)];

/// All ops by name.
pub fn table() -> FxHashMap<&'static str, Apply> {
    let all: [Rows; 9] = [
        apply::OPS,
        handles::OPS,
        match_structured::OPS,
        matching::OPS,
        navigation::OPS,
        loops::OPS,
        rewrites::OPS,
        sequences::OPS,
        tile::OPS,
    ];
    all.into_iter().flatten().copied().collect()
}

/// A failure about a target.
pub fn wrong_kind(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Failure {
    let d = site.error("transform applied to the wrong op kind");
    Failure::silenceable(cx.payload.note(d, at, "when applied to this op"))
}

/// Applies a rewrite to each target; the results list what it returns, as far as it returns something. Failures that may be silenced
/// are collected, and the other targets are tried.
pub fn each_target<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    mut f: impl FnMut(&mut Interpreter<'a, '_>, PayloadOp) -> Outcome<Vec<Option<PayloadOp>>>,
) -> Outcome {
    let targets = cx.targets(site)?;
    let mut lists = vec![Vec::new(); site.body.results(site.op).len()];
    let mut failures = Vec::new();
    for at in targets {
        match f(cx, at) {
            Ok(results) => lists.iter_mut().zip(results).for_each(|(list, result)| list.extend(result)),
            Err(Failure::Silenceable(all)) => failures.extend(all),
            Err(definite) => return Err(definite),
        }
    }
    for (i, list) in lists.into_iter().enumerate() {
        cx.set_ops(site, i, list);
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::Silenceable(failures)) }
}

/// The text of an op in errors.
pub fn generic_text(body: &strata_ir::core::Body, op: strata_ir::core::Op) -> String {
    let options =
        strata_ir::text::PrintOptions { generic: true, ..strata_ir::text::PrintOptions::for_diagnostics() };
    strata_ir::text::print_op(body, op, &options).trim_end().to_owned()
}

/// Whether an op can be tiled.
pub fn is_tileable(body: &strata_ir::core::Body, op: strata_ir::core::Op) -> bool {
    op.implements::<dyn strata_linalg::LinalgOp>(body)
}
