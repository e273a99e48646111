//! Ops that find ops of the payload by patterns of `pdl`.

use std::sync::Arc;

use strata_ir::prelude::*;
use strata_passes_pdl::{Natives, Pattern};
use strata_pdl::PatternOp;

use super::{
    Rows,
    sequences::{bind_arguments, region_block},
};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
};

pub const OPS: Rows =
    &[("transform.pdl_match", pdl_match), ("transform.with_pdl_patterns", with_pdl_patterns)];

/// The rewrite of patterns that are only matched.
const NO_REWRITE: &str = "transform.dialect";

/// Runs the only op that is no pattern.
fn with_pdl_patterns<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let block = region_block(site, 0)?;
    bind_arguments(cx, site, block)?;
    let body = site.body;
    let Some(op) = body.block_ops(block).find(|op| !op.isa::<PatternOp>(body)) else {
        return Err(site.definite("expects at least one non-pattern op"));
    };
    cx.with_patterns(site, |cx| cx.run(Site { body, op }))
}

/// The pattern with a name of the op around a match.
fn find_pattern<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome<&'a Body> {
    let Some(around) = cx.patterns() else {
        return Err(site.definite("expected to be in 'transform.with_pdl_patterns'"));
    };
    let ctx = site.body.cx();
    let name = site.attr("pattern_name");
    let leaf = name.and_then(|name| ctx.attr_as::<SymbolRefAttr>(name)).map(SymbolRefAttr::leaf);
    let ops = around.body.regions(around.op).iter().flat_map(|&region| around.body.region_ops(region));
    let patterns = ops.filter_map(|op| around.body.child(op));
    let named =
        |pattern: &&Body| pattern.self_as::<PatternOp>().is_some() && pattern.symbol_name(Op::SELF) == leaf;
    leaf.and_then(|_| patterns.into_iter().find(named)).ok_or_else(|| {
        let name = name.map(|name| ctx.attr_to_string(name)).unwrap_or_default();
        site.definite(format!("could not find pattern '{name}'"))
    })
}

/// The ops that a pattern matches, those inside of an op before it.
fn pdl_match<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let body = find_pattern(cx, site)?;
    let mut natives = Natives::new();
    natives.rewrite(NO_REWRITE, Arc::new(|_, _| Some(Vec::new())));
    let pattern = Pattern::read(body, &natives).map_err(Failure::definite)?;
    let only_matches = |pattern: &Pattern| pattern.is_rewritten_by_function();
    let Some(pattern) = pattern.filter(only_matches) else {
        let message = format!("expects a pattern whose rewrite is '{NO_REWRITE}'");
        return Err(Failure::definite(site.error(message).note(body.loc(Op::SELF), "pattern")));
    };
    let mut found = Vec::new();
    for root in cx.targets(site)? {
        let mut ops = cx.payload.walk(root, true);
        ops.push(root);
        found.extend(ops.into_iter().filter(|at| pattern.matches(cx.payload.body(at.body), &natives, at.op)));
    }
    cx.set_ops(site, 0, found);
    Ok(())
}
