//! Ops on functions and their calls.

use strata_func::{CallOp, FuncOp};
use strata_ir::{core::symbols::SymbolTable, prelude::*};

use super::Rows;
use crate::{
    failure::Outcome,
    interpreter::{Interpreter, Site},
    payload::{BodyId, PayloadOp},
    signature::{Places, change_call, change_function},
};

pub const OPS: Rows = &[
    ("transform.func.deduplicate_func_args", deduplicate),
    ("transform.func.replace_func_signature", replace_signature),
];

/// A function of a module.
struct Found {
    module: PayloadOp,
    function: PayloadOp,
    /// The body of the function.
    inside: BodyId,
    /// The reference to it in the script.
    name: Attr,
}

impl Found {
    fn read<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>, missing: &str) -> Outcome<Self> {
        let [module] = cx.targets(site)?[..] else {
            return Err(site.definite("requires a single module to operate on"));
        };
        if cx.payload.body(module.body).op_name(module.op) != "builtin.module" {
            return Err(site.silenceable("target is expected to be module operation"));
        }
        let ctx = site.body.cx();
        let name = site.attr("function_name").ok_or_else(|| site.definite("the function has no name"))?;
        let (body, _) = cx.payload.inner(module);
        let table = cx.payload.body(body);
        let symbol = ctx.attr_as::<SymbolRefAttr>(name).filter(|name| name.nested.is_empty());
        let op = symbol.and_then(|name| SymbolTable::new(table).get(name.root));
        let Some(op) = op.filter(|op| op.isa::<FuncOp>(table)) else {
            let name = ctx.attr_to_string(name);
            return Err(site.silenceable(format!("function with name '{name}' {missing}")));
        };
        let function = PayloadOp { body, op };
        Ok(Self { module, function, inside: cx.payload.inside(function), name })
    }
    /// The calls of the function in the module.
    fn calls(&self, cx: &mut Interpreter<'_, '_>) -> Vec<(BodyId, CallOp)> {
        let all = cx.payload.walk(self.module, false).into_iter();
        let call = |at: PayloadOp| {
            let body = cx.payload.body(at.body);
            let call = at.op.as_op::<CallOp>(body)?;
            (body.attr(at.op, "callee") == Some(self.name)).then_some((at.body, call))
        };
        all.filter_map(call).collect()
    }
    fn set_results<'a>(&self, cx: &mut Interpreter<'a, '_>, site: Site<'a>) {
        cx.set_ops(site, 0, [self.module]);
        cx.set_ops(site, 1, [self.function]);
    }
}

/// The inverse of an interchange of `n` arguments or results.
fn places(site: Site<'_>, found: &Found, what: &str, long: &str, n: usize) -> Outcome<Vec<usize>> {
    let name = site.body.cx().attr_to_string(found.name);
    let order = site.ints(&format!("{what}_interchange"));
    if order.len() != n {
        return Err(site.silenceable(format!(
            "function with name '{name}' has {n} {long}, but {} {what} interchange were given",
            order.len()
        )));
    }
    let mut out = vec![None; n];
    let mut seen = rustc_hash::FxHashSet::default();
    if !order.iter().all(|old| seen.insert(*old)) {
        return Err(site.silenceable(format!("{what} interchange must be unique")));
    }
    for (new, &old) in order.iter().enumerate() {
        let slot = usize::try_from(old).ok().and_then(|old| out.get_mut(old));
        let Some(slot) = slot else {
            // As upstream, a negative number is written as one without a sign.
            let old = old as u32;
            return Err(site.silenceable(format!(
                "{what} interchange index {old} is out of bounds for function with name '{name}' with {n} {long}"
            )));
        };
        *slot = Some(new);
    }
    Ok(out.into_iter().flatten().collect())
}

fn replace_signature<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let found = Found::read(cx, site, "not found")?;
    let body = cx.payload.body(found.inside);
    let (n_args, n_results) = match body.self_as::<FuncOp>() {
        Some(func) => (func.inputs(body).len(), func.results(body).len()),
        None => return Err(site.definite("the function has no signature")),
    };
    let args = places(site, &found, "args", "arguments", n_args)?;
    let results = places(site, &found, "results", "results", n_results)?;
    let places = Places { args, results };
    if cx.payload.edit(found.inside, |body| change_function(body, &places)).is_none() {
        let name = site.body.cx().attr_to_string(found.name);
        return Err(site.silenceable(format!("failed to replace function signature '{name}' with new order")));
    }
    if site.has("adjust_func_calls") {
        for (id, call) in found.calls(cx) {
            cx.payload.edit(id, |body| change_call(body, call, &places));
        }
    }
    found.set_results(cx, site);
    Ok(())
}

fn deduplicate<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let found = Found::read(cx, site, "is not found")?;
    let calls = found.calls(cx);
    let failed = |cx: &Interpreter<'_, '_>| {
        let body = cx.payload.body(found.inside);
        let name = body.self_as::<FuncOp>().map_or("", |func| func.name(body));
        site.silenceable(format!("failed to deduplicate function arguments of function {name}"))
    };
    let [(id, call)] = calls[..] else { return Err(failed(cx)) };
    let body = cx.payload.body(id);
    let mut distinct: Vec<Value> = Vec::new();
    let mut args = Vec::new();
    for v in call.operands(body) {
        args.push(distinct.iter().position(|&known| known == v).unwrap_or_else(|| {
            distinct.push(v);
            distinct.len() - 1
        }));
    }
    let places = Places { results: (0..body.results(call.op()).len()).collect(), args };
    if distinct.len() == places.args.len()
        || cx.payload.edit(found.inside, |body| change_function(body, &places)).is_none()
    {
        return Err(failed(cx));
    }
    cx.payload.edit(id, |body| change_call(body, call, &places));
    found.set_results(cx, site);
    Ok(())
}
