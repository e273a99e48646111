//! Ops on handles themselves, and ops that report or check.

use strata_ir::{prelude::*, text::print_op};
use strata_transform::types::{HandleKind, OperationType};

use super::Rows;
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::{PayloadOp, ROOT},
    state::Mapping,
};

pub const OPS: Rows = &[
    ("transform.cast", cast),
    ("transform.merge_handles", merge_handles),
    ("transform.split_handle", split_handle),
    ("transform.replicate", replicate),
    ("transform.select", select),
    ("transform.num_associations", num_associations),
    ("transform.param.constant", param_constant),
    ("transform.annotate", annotate),
    ("transform.print", print),
    ("transform.verify", verify),
    ("transform.debug.emit_remark_at", emit_remark_at),
    ("transform.debug.emit_param_as_remark", emit_param_as_remark),
];

/// The result has the same ops; the interpreter checks their names.
fn cast<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mapping = cx.mapping(site, site.operand(0))?;
    let name = site.body.cx().type_as::<OperationType>(site.result_type(0));
    if let (Some(want), Some(&at)) = (
        name,
        mapping
            .places(&cx.payload)
            .iter()
            .find(|at| name.is_some_and(|n| cx.payload.body(at.body).op_name(at.op) != n.operation_name)),
    ) {
        let have = cx.payload.body(at.body).op_name(at.op);
        let d = site
            .error(format!("incompatible payload operation name expected {} vs {have}", want.operation_name));
        return Err(Failure::silenceable(cx.payload.note(d, at, "payload operation")));
    }
    cx.set(site, 0, mapping);
    Ok(())
}

fn merge_handles<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mut all = Mapping::empty(site.body.cx(), site.result_type(0));
    for v in site.operands(0) {
        all.extend(cx.mapping(site, v)?);
    }
    if site.has("deduplicate") {
        all = match all {
            Mapping::Ops(_) => {
                let ops: indexmap::IndexSet<PayloadOp> = all.places(&cx.payload).into_iter().collect();
                Mapping::ops(&cx.payload, ops)
            }
            Mapping::Values(list) => {
                Mapping::Values(list.into_iter().collect::<indexmap::IndexSet<_>>().into_iter().collect())
            }
            Mapping::Params(list) => {
                Mapping::Params(list.into_iter().collect::<indexmap::IndexSet<_>>().into_iter().collect())
            }
        };
    }
    cx.set(site, 0, all);
    Ok(())
}

fn split_handle<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mapping = cx.mapping(site, site.operand(0))?;
    let (have, want) = (mapping.len(), site.body.results(site.op).len());
    let overflow = site.int("overflow_result").and_then(|n| usize::try_from(n).ok());
    let empty_passes = have == 0 && site.is_true("pass_through_empty_handle");
    let too_many = have > want && overflow.is_none();
    let too_few = have < want && !empty_passes && site.is_true("fail_on_payload_too_small");
    if too_many || too_few {
        let what = match site.body.def_op(site.operand(0)) {
            Some(def) => super::generic_text(site.body, def),
            None => "the handle".to_owned(),
        };
        let what = what.trim_end();
        return Err(site.silenceable(format!(
            "{what} expected to contain {want} payloads but it contains {have} payloads"
        )));
    }
    let ty = |i| Mapping::empty(site.body.cx(), site.result_type(i));
    let mut results: Vec<Mapping> = (0..want).map(ty).collect();
    for i in 0..have {
        let surplus = overflow.filter(|_| i >= want);
        if let Some(result) = results.get_mut(surplus.unwrap_or(i)) {
            result.extend(mapping.single(i));
        }
    }
    for (i, result) in results.into_iter().enumerate() {
        cx.set(site, i, result);
    }
    Ok(())
}

fn replicate<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let count = cx.mapping(site, site.operand(0))?.len();
    for (i, v) in site.operands(1).into_iter().enumerate() {
        let one = cx.mapping(site, v)?;
        if one.len().saturating_mul(count) > site.body.cx().limits().entities as usize {
            return Err(site.definite("the replicated handle has too many objects"));
        }
        let mut all = Mapping::empty(site.body.cx(), site.body.ty(v));
        (0..count).for_each(|_| all.extend(one.clone()));
        cx.set(site, i, all);
    }
    Ok(())
}

fn select<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let name = site.str("op_name").unwrap_or_default();
    let mut ops = cx.targets(site)?;
    ops.retain(|at| cx.payload.body(at.body).op_name(at.op) == name);
    cx.set_ops(site, 0, ops);
    Ok(())
}

fn num_associations<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let count = cx.mapping(site, site.operand(0))?.len();
    cx.set(site, 0, Mapping::Params(vec![site.body.cx().i64_attr(count as i64)]));
    Ok(())
}

fn param_constant<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    cx.set(site, 0, Mapping::Params(site.attr("value").into_iter().collect()));
    Ok(())
}

fn annotate<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let name = site.str("name").unwrap_or_default();
    let targets = cx.targets(site)?;
    let attr = match site.operands(1).first() {
        None => site.body.cx().unit(),
        Some(&v) => match cx.params(site, v)?[..] {
            [one] => one,
            ref all => {
                return Err(site.silenceable(format!(
                    "parameter produces {} values, expected exactly 1 attribute for annotation",
                    all.len()
                )));
            }
        },
    };
    for at in targets {
        cx.payload.edit(at.body, |b| b.set_attr(at.op, name, Some(attr)));
    }
    Ok(())
}

fn print<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mut text = String::from("[[[ IR printer: ");
    text.push_str(site.str("name").unwrap_or_default());
    let whole = site.operands(0).is_empty();
    text.push_str(if whole { " top-level ]]]\n" } else { " ]]]\n" });
    let targets = if whole { vec![PayloadOp { body: ROOT, op: Op::SELF }] } else { cx.targets(site)? };
    for at in targets {
        let (id, op) = cx.payload.inner(at);
        let body = cx.payload.body(id);
        let mut options = cx.cx.print_options().clone();
        options.skip_regions |= site.has("skip_regions");
        options.local_scope |= site.has("use_local_scope");
        let printed = print_op(body, op, &options);
        text.push_str(printed.trim_end());
        text.push_str(if whole { "\n\n" } else { "\n" });
    }
    cx.cx.print_stdout(text);
    Ok(())
}

fn verify<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    for at in cx.targets(site)? {
        let (id, _) = cx.payload.inner(at);
        let mut errors = cx.payload.body(id).verify();
        if !errors.is_empty() {
            let d = site.error("failed to verify payload op");
            errors.push(cx.payload.note(d, at, "payload op"));
            return Err(Failure::Definite(errors));
        }
    }
    Ok(())
}

fn emit_remark_at<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let message = site.str("message").unwrap_or_default();
    let v = site.operand(0);
    let places: Vec<(Location, Option<String>)> = if HandleKind::from_type(site.body.cx(), site.body.ty(v))
        == Some(HandleKind::Value)
    {
        let mut all = Vec::new();
        for value in cx.values(site, v)? {
            let body = cx.payload.body(value.body);
            let what = match body.def(value.value) {
                Def::Result { op, index } => {
                    (body.loc(op), format!("value handle points to an op result #{index}"))
                }
                Def::Arg { block, index } => {
                    let number =
                        body.block_parent(block).and_then(|r| body.block_number(r, block)).unwrap_or(0);
                    let region = body.block_parent_op(block).and_then(|o| {
                        body.regions(o).iter().position(|&r| Some(r) == body.block_parent(block))
                    });
                    let loc = body.value_loc(value.value);
                    let text = format!(
                        "value handle points to a block argument #{index} in block #{number} in region #{}",
                        region.unwrap_or(0)
                    );
                    (loc, text)
                }
                Def::Forward => continue,
            };
            all.push((what.0, Some(what.1)));
        }
        all
    } else {
        cx.ops(site, v)?.into_iter().map(|at| (cx.payload.loc(at), None)).collect()
    };
    for (loc, note) in places {
        let d = Diagnostic::remark(loc, message);
        cx.cx.emit(match note {
            Some(note) => d.note(loc, note),
            None => d,
        });
    }
    Ok(())
}

fn emit_param_as_remark<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let params = cx.params(site, site.operand(0))?;
    let ctx = site.body.cx();
    let list: Vec<String> = params.iter().map(|&a| ctx.attr_to_string(a)).collect();
    let prefix = site.str("message").map_or(String::new(), |m| format!("{m} "));
    let text = format!("{prefix}{}", list.join(", "));
    match site.operands(1).first() {
        Some(&anchor) => {
            for at in cx.ops(site, anchor)? {
                let d = Diagnostic::remark(cx.payload.loc(at), text.clone());
                cx.cx.emit(d);
            }
        }
        None => cx.cx.emit(Diagnostic::remark(site.loc(), text)),
    }
    Ok(())
}
