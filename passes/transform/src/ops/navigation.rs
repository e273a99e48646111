//! Ops that go from payload objects to others.

use indexmap::IndexSet;
use strata_ir::prelude::*;

use super::Rows;
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::{PayloadOp, PayloadValue},
    state::Mapping,
};

pub const OPS: Rows = &[
    ("transform.get_parent_op", get_parent_op),
    ("transform.get_producer_of_operand", get_producer_of_operand),
    ("transform.get_consumers_of_result", get_consumers_of_result),
    ("transform.get_defining_op", get_defining_op),
    ("transform.get_operand", get_operand),
    ("transform.get_result", get_result),
    ("transform.get_type", get_type),
    ("transform.structured.match", structured_match),
];

fn get_parent_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (name, isolated) = (site.str("op_name"), site.has("isolated_from_above"));
    let steps = site.int("nth_parent").unwrap_or(1);
    let mut out = Vec::new();
    for target in cx.targets(site)? {
        let fits = |at: &PayloadOp| {
            let body = cx.payload.body(at.body);
            (!isolated || body.has_trait(at.op, Trait::IsolatedFromAbove))
                && name.is_none_or(|name| body.op_name(at.op) == name)
        };
        let mut around = std::iter::successors(cx.payload.parent(target), |&at| cx.payload.parent(at));
        let index = usize::try_from(steps - 1).unwrap_or(0);
        match around.by_ref().filter(fits).nth(index) {
            Some(parent) => out.push(parent),
            None if site.has("allow_empty_results") => {
                cx.set_ops(site, 0, out);
                return Ok(());
            }
            None => {
                let d = site.error("could not find a parent op that matches all requirements");
                return Err(Failure::silenceable(cx.payload.note(d, target, "target op")));
            }
        }
    }
    if site.has("deduplicate") {
        out = out.into_iter().collect::<IndexSet<_>>().into_iter().collect();
    }
    cx.set_ops(site, 0, out);
    Ok(())
}

fn get_producer_of_operand<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let number = site.int("operand_number").unwrap_or(0);
    let mut out = Vec::new();
    for at in cx.targets(site)? {
        let body = cx.payload.body(at.body);
        let operand = usize::try_from(number).ok().filter(|&i| i < body.num_operands(at.op));
        match operand.and_then(|i| body.def_op(body.operand(at.op, i))) {
            Some(op) => out.push(PayloadOp { op, ..at }),
            None => {
                let what = super::generic_text(cx.payload.body(at.body), at.op);
                let d =
                    site.error(format!("could not find a producer for operand number: {number} of {what}"));
                return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
            }
        }
    }
    cx.set_ops(site, 0, out);
    Ok(())
}

fn get_consumers_of_result<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let number = site.int("result_number").unwrap_or(0);
    let targets = cx.targets(site)?;
    let at = match targets[..] {
        [] => {
            cx.set_ops(site, 0, []);
            return Ok(());
        }
        [one] => one,
        _ => return Err(site.definite("handle must be mapped to exactly one payload op")),
    };
    let body = cx.payload.body(at.body);
    let result = usize::try_from(number).ok().and_then(|i| body.results(at.op).get(i).copied());
    let Some(result) = result else { return Err(site.definite("result number overflow")) };
    let users: Vec<PayloadOp> = body.users(result).map(|op| PayloadOp { op, ..at }).collect();
    cx.set_ops(site, 0, users);
    Ok(())
}

fn get_defining_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mut out = Vec::new();
    for v in cx.values(site, site.operand(0))? {
        match cx.payload.body(v.body).def_op(v.value) {
            Some(op) => out.push(PayloadOp { body: v.body, op }),
            None => {
                let d = site.error("cannot get defining ops of block argument");
                let loc =
                    crate::state::place_of(&cx.payload, v).map_or(Location::UNKNOWN, |at| cx.payload.loc(at));
                return Err(Failure::silenceable(d.note(loc, "target value")));
            }
        }
    }
    cx.set_ops(site, 0, out);
    Ok(())
}

/// The positions that the attributes of an op mean among so many.
pub fn positions(site: Site<'_>, list: &str, count: usize) -> Result<Vec<usize>, String> {
    if site.has("is_all") {
        return Ok((0..count).collect());
    }
    let mut out = IndexSet::new();
    for raw in site.ints(list) {
        let updated = if raw < 0 { raw.saturating_add(count as i64) } else { raw };
        let Some(i) = usize::try_from(updated).ok().filter(|&i| i < count) else {
            return Err(format!("position overflow {updated} (updated from {raw}) for maximum {count}"));
        };
        if !out.insert(i) {
            return Err(format!("repeated position {updated} (updated from {raw})"));
        }
    }
    if site.has("is_inverted") {
        return Ok((0..count).filter(|i| !out.contains(i)).collect());
    }
    Ok(out.into_iter().collect())
}

fn values_of<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    list: impl Fn(&Body, Op) -> Vec<Value>,
) -> Outcome {
    let mut out = Vec::new();
    for at in cx.targets(site)? {
        let all = list(cx.payload.body(at.body), at.op);
        match positions(site, "raw_position_list", all.len()) {
            Ok(list) => out.extend(list.into_iter().map(|i| PayloadValue { body: at.body, value: all[i] })),
            Err(message) => {
                let d = site.error(message);
                let note = "while considering positions of this payload operation";
                return Err(Failure::silenceable(cx.payload.note(d, at, note)));
            }
        }
    }
    cx.set(site, 0, Mapping::Values(out));
    Ok(())
}

fn get_operand<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    values_of(cx, site, |b, op| b.operands(op).collect())
}

fn get_result<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    values_of(cx, site, |b, op| b.results(op).to_vec())
}

fn get_type<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mut out = Vec::new();
    for v in cx.values(site, site.operand(0))? {
        let body = cx.payload.body(v.body);
        let ty = body.ty(v.value);
        let ty = match site.has("elemental") {
            true if body.cx().shaped(ty).is_none() => {
                return Err(site.silenceable("value is not of shaped type"));
            }
            true => body.cx().elem_or_self(ty),
            false => ty,
        };
        out.push(body.cx().type_attr(ty));
    }
    cx.set(site, 0, Mapping::Params(out));
    Ok(())
}

/// Names of ops, an interface, attributes and types that an op must have.
struct Query<'a> {
    ops: Option<Vec<&'a str>>,
    interface: Option<i64>,
    attrs: Vec<(Str, Attr)>,
    result: Option<Type>,
    operands: Option<Vec<Type>>,
}

impl Query<'_> {
    fn fits(&self, body: &Body, op: Op) -> bool {
        let cx = body.cx();
        let interface = match self.interface {
            None => true,
            Some(0) => op.implements::<dyn strata_linalg::LinalgOp>(body),
            Some(1) => super::is_tileable(body, op),
            Some(_) => op.implements::<dyn LoopLike>(body),
        };
        self.ops.as_ref().is_none_or(|names| names.contains(&body.op_name(op)))
            && interface
            && self.attrs.iter().all(|&(name, want)| body.attr(op, cx.str(name)) == Some(want))
            && self.result.is_none_or(|ty| body.result_types(op).eq([ty]))
            && self.operands.as_ref().is_none_or(|types| match types[..] {
                [one] => body.operand_types(op).all(|ty| ty == one),
                _ => body.operand_types(op).eq(types.iter().copied()),
            })
    }
}

fn structured_match<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let [root] = targets[..] else {
        return Err(site.definite("requires exactly one target handle"));
    };
    let ctx = site.body.cx();
    let type_of = |a: Attr| ctx.attr_as::<TypeAttr>(a).map(|t| t.0);
    let query = Query {
        ops: site.strs("ops"),
        interface: site.int("interface"),
        attrs: site
            .attr("op_attrs")
            .and_then(|a| ctx.attr_as::<DictionaryAttr>(a))
            .map_or(Vec::new(), |d| d.entries().to_vec()),
        result: site.attr("filter_result_type").and_then(type_of),
        operands: site
            .attr("filter_operand_types")
            .and_then(|a| ctx.attr_as::<ArrayAttr>(a))
            .map(|list| list.0.iter().filter_map(|&a| type_of(a)).collect()),
    };
    let mut found = cx.payload.walk(root, true);
    found.push(root);
    found.retain(|at| query.fits(cx.payload.body(at.body), at.op));
    cx.set_ops(site, 0, found);
    Ok(())
}
