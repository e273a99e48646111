//! Ops that run passes and patterns on payload ops.

use strata_ir::{
    analysis::is_trivially_dead,
    prelude::*,
    rewrite::{RegionSimplification, rewrite_greedily_in},
};
use strata_pass::{
    OpPipeline, PassManager, PassManagerConfig, RunStatus,
    build::BuildError,
    pipeline::{PipelineElement, print_pipeline},
};
use strata_passes_generic::{cse, licm};
use strata_transform::{NamedSequenceOp, attrs::ParamOperand};

use super::{Rows, patterns, wrong_kind};
use crate::{
    attach_schedule::APART,
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
};

pub const OPS: Rows = &[
    ("transform.apply_cse", apply_cse),
    ("transform.apply_dce", apply_dce),
    ("transform.apply_licm", apply_licm),
    ("transform.apply_patterns", apply_patterns),
    ("transform.apply_registered_pass", apply_registered_pass),
];

/// Calls `f` for each target with the body of the ops in it and the op around them.
pub fn each<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>, mut f: impl FnMut(&mut Body, Op)) -> Outcome {
    for at in cx.targets(site)? {
        on_bodies(cx, at, &mut f);
    }
    Ok(())
}

/// Calls `f` for a target and for the isolated ops in it.
pub fn on_bodies(cx: &mut Interpreter<'_, '_>, at: PayloadOp, f: &mut impl FnMut(&mut Body, Op)) {
    let (id, op) = cx.payload.inner(at);
    cx.payload.edit(id, |body| f(body, op));
    let shells: Vec<PayloadOp> = cx
        .payload
        .walk(at, false)
        .into_iter()
        .filter(|at| cx.payload.body(at.body).is_shell(at.op))
        .collect();
    for at in shells {
        let (id, op) = cx.payload.inner(at);
        cx.payload.edit(id, |body| f(body, op));
    }
}

/// Calls `change` for the functions of kernels in a target.
fn on_kernels(cx: &mut Interpreter<'_, '_>, at: PayloadOp, change: fn(&mut Body) -> bool) {
    let kernels = cx.payload.walk(at, false).into_iter().filter(|at| {
        let body = cx.payload.body(at.body);
        body.is_shell(at.op) && at.op.isa::<strata_gpu::FuncOp>(body)
    });
    for at in kernels.collect::<Vec<_>>() {
        let (id, _) = cx.payload.inner(at);
        cx.payload.edit(id, |body| change(body));
    }
}

fn apply_cse<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each(cx, site, |body, op| {
        cse::eliminate_in(body, op);
    })
}

fn apply_dce<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each(cx, site, |body, op| {
        // Users come after definitions, so that one backward walk erases whole chains.
        for dead in body.post_order_in(op).into_iter().rev() {
            if body.is_live(dead) && is_trivially_dead(body, dead) {
                body.erase(dead);
            }
        }
    })
}

fn apply_licm<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    for at in cx.targets(site)? {
        if cx.payload.edit(at.body, |body| licm::hoist_from(body, at.op)).is_none() {
            return Err(wrong_kind(cx, site, at));
        }
    }
    Ok(())
}

fn apply_patterns<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let patterns::Collected { set, canonicalize, passes, work, kernels } = patterns::collect(site)?;
    let limit = |name| site.int(name).and_then(|n| u64::try_from(n).ok());
    let config = GreedyConfig {
        canonicalize,
        top_down: false,
        visit_created: true,
        regions: RegionSimplification::Aggressive,
        max_iterations: limit("max_iterations").map(|n| u32::try_from(n).unwrap_or(u32::MAX)).or(Some(10)),
        max_rewrites: limit("max_num_rewrites"),
        ..GreedyConfig::default()
    };
    let with_cse = site.has("apply_cse");
    for at in cx.targets(site)? {
        for &pass in &passes {
            run_named_pass(cx, site, at, pass)?;
        }
        for work in &work {
            require_isolated(cx, site, at)?;
            let mut errors = Vec::new();
            on_bodies(cx, at, &mut |body, _| errors.extend(work(body).err().into_iter().flatten()));
            if !errors.is_empty() {
                errors.into_iter().for_each(|d| cx.cx.emit(d));
                return Err(failed(cx, site, at));
            }
        }
        for change in &kernels {
            on_kernels(cx, at, *change);
        }
        let mut failed = None;
        on_bodies(cx, at, &mut |body, op| {
            // Common subexpressions may enable patterns, which may make others; a bound keeps this from alternating.
            for _ in 0..50 {
                let result = rewrite_greedily_in(body, op, &set, &config);
                failed = failed.take().or(result.not_converged);
                let merged = with_cse && {
                    let (merged, dead) = cse::eliminate_in(body, op);
                    merged + dead > 0
                };
                if !merged || failed.is_some() {
                    break;
                }
            }
        });
        if let (Some(d), true) = (failed, config.max_rewrites.is_none()) {
            let d = site.error("greedy pattern application failed").note(d.loc, d.message);
            return Err(Failure::definite(d));
        }
    }
    Ok(())
}

/// An error if a target is not isolated from above.
fn require_isolated<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>, at: PayloadOp) -> Outcome {
    if cx.payload.body(at.body).has_trait(at.op, Trait::IsolatedFromAbove) {
        return Ok(());
    }
    let d = site.error("these patterns are applied to ops that are isolated from above only");
    Err(Failure::silenceable(cx.payload.note(d, at, "target op")))
}

/// Runs a pass that stands for a set of patterns.
fn run_named_pass<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    at: PayloadOp,
    pass: &'static str,
) -> Outcome {
    let Some(registry) = cx.cx.registry().cloned() else {
        return Err(site.definite("no passes are registered"));
    };
    require_isolated(cx, site, at)?;
    let mut pipeline = OpPipeline::new(Some(cx.payload.body(at.body).op_name(at.op)));
    if pipeline.add_element(&registry, &PipelineElement::pass(pass), false).is_err() {
        return Err(site.definite(format!("the pass '{pass}' is not registered")));
    }
    let config = PassManagerConfig {
        print: cx.cx.print_options().clone(),
        single_threaded: true,
        ..Default::default()
    };
    let manager = PassManager::new(pipeline, config, Some(registry));
    let (id, _) = cx.payload.inner(at);
    let report = cx.payload.edit(id, |body| manager.run(body));
    cx.cx.forward(report.outputs);
    if report.status == RunStatus::Success { Ok(()) } else { Err(failed(cx, site, at)) }
}

/// The text of an option, as on a command line.
fn option_text(cx: &Context, value: Attr, params: &[Vec<Attr>]) -> Result<String, String> {
    if let Some(operand) = cx.attr_as::<ParamOperand>(value) {
        let index = cx.attr_i64(operand.index).and_then(|i| usize::try_from(i).ok());
        let list = index.and_then(|i| params.get(i)).ok_or("dynamic option index out of bounds")?;
        let texts = list.iter().map(|&p| option_text(cx, p, &[])).collect::<Result<Vec<_>, _>>()?;
        return Ok(texts.join(","));
    }
    if let Some(list) = cx.attr_as::<ArrayAttr>(value) {
        let texts =
            list.0.iter().map(|&item| option_text(cx, item, params)).collect::<Result<Vec<_>, _>>()?;
        return Ok(texts.join(","));
    }
    if let Some(text) = cx.attr_str(value) {
        return Ok(text.to_owned());
    }
    match cx.attr_as::<IntegerAttr>(value) {
        Some(i) if i.ty == cx.i1() => Ok((value == cx.bool_attr(true)).to_string()),
        Some(_) => Ok(cx.attr_i64(value).map_or(String::new(), |n| n.to_string())),
        None => Ok(cx.attr_to_string(value)),
    }
}

fn apply_registered_pass<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let ctx = site.body.cx();
    let name = site.str("pass_name").unwrap_or_default();
    let Some(registry) = cx.cx.registry().cloned() else {
        return Err(site.definite("no passes are registered"));
    };
    let params = site.operands(1).into_iter().map(|v| cx.params(site, v)).collect::<Outcome<Vec<_>>>()?;
    let mut element = PipelineElement::pass(name);
    let options = site.attr("options").and_then(|a| ctx.attr_as::<DictionaryAttr>(a));
    for &(key, value) in options.map_or(&[][..], |o| o.entries()) {
        let text = option_text(ctx, value, &params).map_err(|m| site.silenceable(m))?;
        element.options.push((ctx.str(key).to_owned(), text));
    }
    if registry.pass(name).is_none() && registry.pipeline(name).is_none() {
        return Err(site.silenceable(format!("unknown pass or pass pipeline: {name}")));
    }
    let mut done = Vec::new();
    for at in cx.targets(site)? {
        let body = cx.payload.body(at.body);
        let op_name = body.op_name(at.op).to_owned();
        if !body.has_trait(at.op, Trait::IsolatedFromAbove) {
            let d = Diagnostic::error(
                body.loc(at.op),
                format!(
                    "'{op_name}' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"
                ),
            );
            cx.cx.emit(d);
            return Err(failed(cx, site, at));
        }
        let mut pipeline = OpPipeline::new(Some(&op_name));
        pipeline.add_element(&registry, &element, false).map_err(|e| match e {
            BuildError::Unknown(_) => site.silenceable(format!("unknown pass or pass pipeline: {name}")),
            BuildError::Other(message) => {
                let options = print_pipeline(std::slice::from_ref(&element));
                site.silenceable(format!("failed to add pass or pass pipeline to pipeline: {name}"))
                    .map_notes(|d| d.note(site.loc(), format!("{options}: {}", message.trim())))
            }
        })?;
        let config = PassManagerConfig {
            print: cx.cx.print_options().clone(),
            single_threaded: true,
            ..Default::default()
        };
        let manager = PassManager::new(pipeline, config, Some(registry.clone()));
        let (id, _) = cx.payload.inner(at);
        let script = cx.script();
        let report = cx.payload.rebuild(id, |body| {
            let apart = if at.op == Op::SELF { take_apart(body) } else { Vec::new() };
            let report = manager.run(body);
            put_back(body, script, &apart);
            report
        });
        cx.cx.forward(report.outputs);
        if report.status != RunStatus::Success {
            return Err(failed(cx, site, at));
        }
        done.push(at);
    }
    cx.set_ops(site, 0, done);
    Ok(())
}

/// Takes the sequences that passes do not see out of a module; returns their names.
fn take_apart(body: &mut Body) -> Vec<String> {
    let is_apart = |op: Op| op.isa::<NamedSequenceOp>(body) && body.attr(op, APART).is_some();
    let apart: Vec<Op> = body.all_ops().into_iter().filter(|&op| is_apart(op)).collect();
    let names = apart.iter().filter_map(|op| Some(op.as_op::<NamedSequenceOp>(body)?.name(body).to_owned()));
    let names = names.collect();
    apart.into_iter().for_each(|op| body.erase_forced(op));
    names
}

/// Puts sequences of the script back at the end of the module.
fn put_back(body: &mut Body, script: &Body, names: &[String]) {
    for name in names {
        let sequence = script
            .all_ops()
            .into_iter()
            .find(|op| op.as_op::<NamedSequenceOp>(script).is_some_and(|s| s.name(script) == name));
        if let (Some(sequence), Some(block)) = (sequence, body.entry()) {
            let new = body.import_op(script, sequence, &mut IdMap::new());
            body.insert(new, InsertPoint::at_end(block));
        }
    }
}

fn failed(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Failure {
    Failure::silenceable(cx.payload.note(site.error("pass pipeline failed"), at, "target op"))
}
