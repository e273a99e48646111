//! Matchers, and ops that run them for many ops.

use strata_ir::prelude::*;
use strata_irdl::load::Matcher;
use strata_transform::{IRDLCollectMatchingOp, NamedSequenceOp};

use super::Rows;
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    state::Mapping,
};

pub const OPS: Rows = &[
    ("transform.match.operation_name", operation_name),
    ("transform.match.operation_empty", operation_empty),
    ("transform.match.param.cmpi", param_cmpi),
    ("transform.collect_matching", collect_matching),
    ("transform.foreach_match", foreach_match),
    ("transform.irdl.collect_matching", collect_defined),
];

/// The only op of the operand of a matcher.
pub fn only_op<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome<PayloadOp> {
    match cx.targets(site)?[..] {
        [one] => Ok(one),
        ref all => Err(site.definite(format!(
            "SingleOpMatcherOpTrait requires the operand handle to point to a single payload op, got {}",
            all.len()
        ))),
    }
}

fn operation_name<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = only_op(cx, site)?;
    let names = site.strs("op_names").unwrap_or_default();
    if names.contains(&cx.payload.body(at.body).op_name(at.op)) {
        return Ok(());
    }
    Err(site.silenceable("wrong operation name"))
}

fn operation_empty<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    match cx.targets(site)?.first() {
        None => Ok(()),
        Some(_) => Err(site.silenceable("operation is not empty")),
    }
}

fn param_cmpi<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (params, references) = (cx.params(site, site.operand(0))?, cx.params(site, site.operand(1))?);
    let predicate = site.int("predicate").unwrap_or(0);
    if params.len() != references.len() {
        return Err(site.silenceable(format!(
            "parameters have different payload lengths ({} vs {})",
            params.len(),
            references.len()
        )));
    }
    let ctx = site.body.cx();
    for (i, (&param, &reference)) in params.iter().zip(&references).enumerate() {
        let (Some(x), Some(y)) = (ctx.attr_i64(param), ctx.attr_i64(reference)) else {
            return Err(site.definite("non-integer param value not expected"));
        };
        let (holds, words) = match predicate {
            0 => (x == y, "equal to"),
            1 => (x != y, "not equal to"),
            2 => (x < y, "less than"),
            3 => (x <= y, "less than or equal to"),
            4 => (x > y, "greater than"),
            _ => (x >= y, "greater than or equal to"),
        };
        if !holds {
            return Err(site
                .silenceable(format!("expected parameter to be {words} {y}, got {x}"))
                .map_notes(|d| d.note(site.loc(), format!("value # {i}"))));
        }
    }
    Ok(())
}

/// Runs a matcher on an op; `None` if it does not match.
fn run_matcher<'a>(
    cx: &mut Interpreter<'a, '_>,
    matcher: (&'a Body, NamedSequenceOp),
    at: PayloadOp,
    more: &[Mapping],
) -> Outcome<Option<Vec<Mapping>>> {
    let mut args = vec![Mapping::ops(&cx.payload, [at])];
    args.extend(more.iter().cloned());
    match cx.call(matcher, args, false) {
        Ok(results) => Ok(Some(results)),
        Err(Failure::Silenceable(_)) => Ok(None),
        Err(definite) => Err(definite),
    }
}

fn collect_matching<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let Some(name) = site.attr("matcher") else { return Err(site.definite("the matcher is missing")) };
    let matcher = cx.sequence(site, name)?;
    let types: Vec<Type> = site.body.result_types(site.op).collect();
    let mut results: Vec<Mapping> = types.iter().map(|&ty| Mapping::empty(site.body.cx(), ty)).collect();
    for root in cx.targets(site)? {
        let mut ops = vec![root];
        ops.extend(cx.payload.walk(root, false));
        for at in ops {
            if let Some(found) = run_matcher(cx, matcher, at, &[])? {
                results.iter_mut().zip(found).for_each(|(all, one)| all.extend(one));
            }
        }
    }
    for (i, mapping) in results.into_iter().enumerate() {
        cx.set(site, i, mapping);
    }
    Ok(())
}

/// The ops that are as a definition says, each after those in it.
fn collect_defined<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let dialect = site.op.as_op::<IRDLCollectMatchingOp>(site.body).and_then(|op| op.dialect(site.body));
    let Some(dialect) = dialect else { return Err(site.definite("the definition is missing")) };
    let matcher = Matcher::read(dialect).map_err(Failure::definite)?;
    let matcher = matcher.ok_or_else(|| site.definite("the definition is missing"))?;
    let mut found = Vec::new();
    for root in cx.targets(site)? {
        let mut ops = cx.payload.walk(root, true);
        ops.push(root);
        found.extend(ops.into_iter().filter(|at| {
            let (id, op) = cx.payload.inner(*at);
            matcher.accepts(cx.payload.body(id), op)
        }));
    }
    let mapping = Mapping::ops(&cx.payload, found);
    cx.set(site, 0, mapping);
    Ok(())
}

/// The sequences that an attribute names.
fn sequences<'a>(
    cx: &Interpreter<'a, '_>,
    site: Site<'a>,
    attr: &str,
) -> Outcome<Vec<(&'a Body, NamedSequenceOp)>> {
    let list = site.attr(attr).and_then(|a| site.body.cx().attr_as::<ArrayAttr>(a));
    list.map_or(&[][..], |l| &l.0).iter().map(|&name| cx.sequence(site, name)).collect()
}

fn foreach_match<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (matchers, actions) = (sequences(cx, site, "matchers")?, sequences(cx, site, "actions")?);
    let more = site.operands(1).into_iter().map(|v| cx.mapping(site, v)).collect::<Outcome<Vec<_>>>()?;
    let roots = cx.targets(site)?;
    let outputs = site.body.result_group(site.op, 1);
    let types: Vec<Type> = outputs.clone().map(|i| site.result_type(i)).collect();
    let mut results: Vec<Mapping> = types.iter().map(|&ty| Mapping::empty(site.body.cx(), ty)).collect();
    let mut failures = Vec::new();
    for &root in &roots {
        // An op is visited after those in it, which its action may erase.
        let mut ops = cx.payload.walk(root, true);
        if !site.has("restrict_root") {
            ops.push(root);
        }
        for at in ops {
            if !cx.payload.is_live(at) {
                continue;
            }
            for (&matcher, &action) in matchers.iter().zip(&actions) {
                let Some(found) = run_matcher(cx, matcher, at, &more)? else { continue };
                match cx.call(action, found, false) {
                    Ok(yielded) => {
                        if !site.has("flatten_results") && yielded.iter().any(|m| m.len() != 1) {
                            let d = site.error("action results are expected to be associated with exactly one payload object");
                            return Err(Failure::silenceable(
                                d.note(cx.payload.loc(at), "while applying action to this op"),
                            ));
                        }
                        results.iter_mut().zip(yielded).for_each(|(all, one)| all.extend(one));
                    }
                    Err(Failure::Silenceable(all)) => failures.extend(all),
                    Err(definite) => return Err(definite),
                }
                break;
            }
        }
    }
    cx.set_ops(site, 0, roots);
    for (i, mapping) in outputs.zip(results) {
        cx.set(site, i, mapping);
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::Silenceable(failures)) }
}
