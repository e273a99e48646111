//! Decides which operands are in place.

use rustc_hash::FxHashSet;
use strata_bufferization::ToTensorOp;
use strata_func::FuncOp;
use strata_ir::{core::dominance::Dominance, prelude::*};

use super::{
    annotate,
    chains::Chains,
    conflicts::{Obstacle, Search},
    facts::{Decisions, Facts, Outcome, Relation, Use, View},
    functions::{Function, arg_attr},
    options::Heuristic,
    random::Mt19937,
    rules::functions::returns,
};

/// The attribute of an argument that says how a function uses it.
const ACCESS: &str = "bufferization.access";

/// Analyzes a body: afterwards the facts have decisions. With the option for tests, they are written to the ops.
pub(crate) fn analyze(body: &mut Body, facts: &mut Facts) -> Outcome {
    start(body, facts);
    let mut dominance = Dominance::new();
    check_input(body, facts, &mut dominance)?;
    for op in order(body, facts) {
        let uses: Vec<Use> = View { body, facts }.tensor_uses(op).collect();
        for u in uses {
            let mut search = Search { view: View { body, facts }, dominance: &mut dominance };
            let obstacle = match search.read_only(u, false) {
                Some(v) => Some(Obstacle::ReadOnly(v)),
                None => search.conflict(u, false),
            };
            match obstacle {
                None => put_in_place(body, facts, u),
                Some(obstacle) => {
                    if facts.options.print_conflicts {
                        annotate::obstacle(body, &obstacle);
                    }
                }
            }
        }
    }
    find_equivalent(body, facts);
    find_undefined(body, facts);
    verify(body, facts)?;
    if facts.options.test_analysis_only {
        annotate::in_place(body, facts);
    }
    if facts.options.dump_alias_sets {
        annotate::alias_sets(body, facts);
    }
    Ok(())
}

/// Before any decision: only what cannot be copied is in place.
pub(crate) fn start(body: &Body, facts: &mut Facts) {
    facts.decisions = Some(Decisions::default());
    force_in_place(body, facts);
}

fn put_in_place(body: &Body, facts: &mut Facts, u: Use) {
    let aliases = View { body, facts }.aliasing_values(u);
    let Some(decisions) = &mut facts.decisions else { return };
    if decisions.in_place.insert(u) {
        for alias in aliases {
            decisions.aliases.join(alias.to, body.operand(u.0, u.1));
        }
    }
}

/// Operands that cannot be copied are in place from the start.
fn force_in_place(body: &Body, facts: &mut Facts) {
    for op in body.post_order() {
        let view = View { body, facts };
        let Some(rule) = view.rule(op) else { continue };
        // Nor can tensors without a rank be copied.
        let is_unranked =
            |u: Use| body.cx().type_as::<UnrankedTensorType>(body.ty(view.value_of(u))).is_some();
        let forced = |&u: &Use| rule.must_be_in_place(&view, u) || is_unranked(u);
        let uses: Vec<Use> = view.tensor_uses(op).filter(forced).collect();
        for u in uses {
            put_in_place(body, facts, u);
        }
    }
}

/// Checks that the input has no conflict yet.
fn check_input(body: &Body, facts: &Facts, dominance: &mut Dominance) -> Outcome {
    let view = View { body, facts };
    check_branches(&view)?;
    for op in body.post_order() {
        if view.rule(op).is_none() {
            continue;
        }
        if let Some(to_tensor) = op.as_op::<ToTensorOp>(body)
            && to_tensor.restrict(body).is_none()
            && body.has_uses(to_tensor.result(body))
        {
            let message = "to_tensor ops without `restrict` are not supported by One-Shot Analysis";
            return Err(Diagnostic::op_error(body, op, message));
        }
        for u in view.tensor_uses(op) {
            let mut search = Search { view, dominance };
            let what = if search.conflict(u, true).is_some() {
                "cannot avoid RaW conflict"
            } else if view.is_in_place(u) && search.read_only(u, true).is_some() {
                "would write to read-only buffer"
            } else {
                continue;
            };
            let message = format!("not bufferizable under the given constraints: {what}");
            return Err(Diagnostic::op_error(body, op, &message));
        }
    }
    Ok(())
}

/// Checks that only ops that can have them have regions of several blocks.
fn check_branches(view: &View<'_>) -> Outcome {
    for op in view.post_order() {
        check_branches_of(view, op)?;
    }
    Ok(())
}

/// Checks that an op has no regions of several blocks, unless it can have them.
pub(crate) fn check_branches_of(view: &View<'_>, op: Op) -> Outcome {
    let Some(rule) = view.rule(op) else { return Ok(()) };
    if rule.has_branches() || view.regions(op).iter().all(|&r| view.blocks(r).len() <= 1) {
        return Ok(());
    }
    let message = "op or BufferizableOpInterface implementation does not support unstructured control flow, but at least one region has multiple blocks";
    Err(Diagnostic::op_error(view.body, op, message))
}

/// The ops in the order in which they are analyzed.
fn order(body: &Body, facts: &Facts) -> Vec<Op> {
    let view = View { body, facts };
    let mut ops: Vec<Op> = body.post_order().into_iter().filter(|&op| view.has_tensors(op)).collect();
    match facts.options.heuristic {
        Heuristic::TopDown => {}
        Heuristic::BottomUp => ops.reverse(),
        Heuristic::Fuzzer => Mt19937::new(facts.options.fuzzer_seed).shuffle(&mut ops),
        Heuristic::BottomUpFromTerminators => ops = from_terminators(&view),
    }
    ops
}

/// The ops from which buffers come to the terminators of regions, then the other ops, the last one first.
fn from_terminators(view: &View<'_>) -> Vec<Op> {
    let body = view.body;
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    for end in body.post_order() {
        let ends_region =
            body.has_trait(end, Trait::ReturnLike) || end.cast::<dyn RegionTerminator>(body).is_some();
        if !ends_region {
            continue;
        }
        let uses: Vec<Use> = view.tensor_uses(end).collect();
        for u in uses.into_iter().rev() {
            let found = std::cell::RefCell::new(Vec::new());
            view.find_backwards(u, Chains::ALL, &|v| {
                found.borrow_mut().push(v);
                false
            });
            let ops = found.into_inner().into_iter().filter_map(|v| body.def_op(v));
            out.extend(ops.filter(|&op| seen.insert(op)));
        }
    }
    let rest = body.post_order().into_iter().rev();
    out.extend(rest.filter(|&op| view.has_tensors(op) && !seen.contains(&op)));
    out
}

/// Finds results that have the very buffer of an operand.
fn find_equivalent(body: &Body, facts: &mut Facts) {
    for op in body.post_order() {
        if (View { body, facts }).rule(op).is_none() {
            continue;
        }
        for &result in body.results(op) {
            let view = View { body, facts };
            if !view.is_tensor(result) {
                continue;
            }
            let uses = view.aliasing_uses(result);
            let Some(first) = uses.first().map(|a| view.value_of(a.to)) else { continue };
            let mut joined = None;
            let mut all = true;
            for alias in &uses {
                let same = alias.relation == Relation::Equivalent && view.is_in_place(alias.to);
                let value = view.value_of(alias.to);
                if same && alias.is_definite {
                    joined = Some(value);
                    break;
                }
                all &= same && view.are_equivalent(value, first);
            }
            // All that it may be is one buffer.
            let allocates = view.rule(op).is_some_and(|rule| rule.allocates());
            if joined.is_none() && all && !allocates {
                joined = Some(first);
            }
            if let (Some(value), Some(decisions)) = (joined, &mut facts.decisions) {
                decisions.equivalent.join(result, value);
            }
        }
    }
}

/// Finds operands whose contents nothing has defined.
fn find_undefined(body: &Body, facts: &mut Facts) {
    let mut undefined = FxHashSet::default();
    let view = View { body, facts };
    for op in body.post_order() {
        if view.rule(op).is_none() {
            continue;
        }
        for &result in body.results(op) {
            if let Some(u) = body.uses_of(result).next()
                && view.is_tensor(result)
                && view.definitions(u).is_empty()
            {
                undefined.extend(body.uses_of(result));
            }
        }
    }
    if let Some(decisions) = &mut facts.decisions {
        decisions.undefined = undefined;
    }
}

fn verify(body: &Body, facts: &Facts) -> Outcome {
    let view = View { body, facts };
    for op in body.post_order() {
        if let Some(rule) = view.rule(op) {
            rule.verify(&view, op)?;
        }
    }
    Ok(())
}

/// Finds out what callers need to know of a function that was analyzed.
pub(crate) fn summarize(body: &mut Body, facts: &Facts, known: &Function) -> Function {
    let mut out = Function { is_analyzed: true, ..known.clone() };
    let cx = body.cx_arc().clone();
    let is_tensor = |ty: Type| super::layouts::is_tensor(&cx, ty);
    let ends = returns(body);
    let args = body.entry().map(|b| body.block_args(b).to_vec());
    let Some(args) = args else {
        for i in (0..known.inputs.len()).filter(|&i| is_tensor(known.inputs[i])) {
            out.aliases
                .insert(i, (0..known.results.len()).filter(|&r| is_tensor(known.results[r])).collect());
            let access = known.arg_attrs[i];
            let (read, written) = declared_access(&cx, access).unwrap_or((true, true));
            record(&mut out, i, read, written);
            if facts.options.test_analysis_only {
                annotate_access(body, i, read, written);
            }
        }
        return out;
    };
    let view = View { body, facts };
    let is_ranked = |v: Value| cx.type_as::<TensorType>(body.ty(v)).is_some();
    for (i, &arg) in args.iter().enumerate().filter(|(_, a)| is_ranked(**a)) {
        let mut results = Vec::new();
        for &end in &ends {
            for (_, r) in view.tensor_uses(end) {
                if is_ranked(body.operand(end, r))
                    && view.may_alias(body.operand(end, r), arg)
                    && !results.contains(&r)
                {
                    results.push(r);
                }
            }
        }
        out.aliases.insert(i, results);
    }
    let argument_of = |v: Value| args.iter().position(|&a| is_ranked(a) && view.are_equivalent(v, a));
    let mut equivalent: Vec<(Op, Vec<i64>)> = Vec::new();
    for &end in &ends {
        let all =
            body.operands(end).map(|v| argument_of(v).filter(|_| view.is_tensor(v)).map_or(-1, |i| i as i64));
        equivalent.push((end, all.collect()));
    }
    if let Some(((_, first), others)) = equivalent.split_first() {
        for (r, &i) in first.iter().enumerate() {
            if let Ok(i) = usize::try_from(i)
                && others.iter().all(|(_, o)| o.get(r) == Some(&(i as i64)))
            {
                out.equivalent.insert(r, i);
            }
        }
    }
    let mut accesses = Vec::new();
    for (i, &arg) in args.iter().enumerate().filter(|(_, a)| view.is_tensor(**a)) {
        let declared = declared_access(&cx, known.arg_attrs.get(i).copied().flatten());
        let (read, written) = declared.unwrap_or_else(|| (view.is_value_read(arg), is_written(&view, arg)));
        accesses.push((i, read, written));
    }
    for (i, read, written) in accesses {
        record(&mut out, i, read, written);
        if facts.options.test_analysis_only {
            annotate_access(body, i, read, written);
        }
    }
    if facts.options.test_analysis_only {
        for (end, arguments) in equivalent.into_iter().filter(|(_, a)| a.iter().any(|&i| i >= 0)) {
            let list = arguments.iter().map(|&i| cx.i64_attr(i)).collect();
            body.set_attr(end, "__equivalent_func_args__", Some(cx.array_attr(list)));
        }
    }
    out
}

fn record(out: &mut Function, argument: usize, read: bool, written: bool) {
    if read {
        out.read.insert(argument);
    }
    if written {
        out.written.insert(argument);
    }
}

/// Whether an attribute says that an argument is read and written.
fn declared_access(cx: &Context, attrs: Option<Attr>) -> Option<(bool, bool)> {
    let text = cx.attr_str(arg_attr(cx, attrs, ACCESS)?)?;
    Some((text == "read" || text == "read-write", text == "write" || text == "read-write"))
}

fn is_written(view: &View<'_>, v: Value) -> bool {
    let aliases = view.facts.decisions.as_ref().map_or_else(|| vec![v], |d| d.aliases.members(v));
    aliases.iter().any(|&a| view.body.uses_of(a).any(|u| view.is_in_place(u) && view.writes(u)))
}

fn annotate_access(body: &mut Body, argument: usize, read: bool, written: bool) {
    let text = match (read, written) {
        (true, true) => "read-write",
        (true, false) => "read",
        (false, true) => "write",
        (false, false) => "none",
    };
    let cx = body.cx_arc().clone();
    let Some(func) = body.self_as::<FuncOp>() else { return };
    let n = func.inputs(body).len();
    let old = body.attr(Op::SELF, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a)).map(|a| a.0.clone());
    let mut all = old.unwrap_or_else(|| vec![cx.dict_attr(Vec::new()); n]);
    let Some(slot) = all.get_mut(argument) else { return };
    let mut entries = cx.attr_as::<DictionaryAttr>(*slot).map(|d| d.entries().to_vec()).unwrap_or_default();
    let name = cx.intern(ACCESS);
    entries.retain(|(n, _)| *n != name);
    entries.push((name, cx.string_attr(text)));
    *slot = cx.dict_attr(entries);
    body.set_attr(Op::SELF, "arg_attrs", Some(cx.array_attr(all)));
}
