//! Ops that run other transform ops.

use strata_ir::prelude::*;

use super::Rows;
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    state::Mapping,
};

pub const OPS: Rows = &[
    ("transform.named_sequence", nothing),
    ("transform.include", include),
    ("transform.sequence", sequence),
    ("transform.foreach", foreach),
    ("transform.alternatives", alternatives),
];

/// A definition does nothing where it stands.
fn nothing<'a>(_: &mut Interpreter<'a, '_>, _: Site<'a>) -> Outcome {
    Ok(())
}

/// Whether failures that may be silenced do not end a sequence.
fn suppresses(site: Site<'_>) -> bool {
    site.int("failure_propagation_mode") == Some(2)
}

/// Makes the results of an op stand for objects.
pub fn set_all<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>, results: Vec<Mapping>) {
    for (i, mapping) in results.into_iter().enumerate() {
        if i < site.body.results(site.op).len() {
            cx.set(site, i, mapping);
        }
    }
}

fn include<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let Some(name) = site.attr("target") else { return Err(site.definite("the callee is missing")) };
    let callee = cx.sequence(site, name)?;
    if callee.1.block(callee.0).is_none() {
        return Err(site.definite("unresolved external named sequence"));
    }
    let args = site.body.operands(site.op).map(|v| cx.mapping(site, v)).collect::<Outcome<Vec<_>>>()?;
    let results = cx.call(callee, args, suppresses(site))?;
    set_all(cx, site, results);
    Ok(())
}

/// The only block of a region of an op.
pub fn region_block(site: Site<'_>, region: usize) -> Outcome<Block> {
    let block = site.body.regions(site.op).get(region).and_then(|&r| site.body.blocks(r).first().copied());
    block.ok_or_else(|| site.definite("the op has no body"))
}

/// Makes the arguments of the block of an op stand for what its operands do, or for the op on which the script works.
pub fn bind_arguments<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>, block: Block) -> Outcome {
    let args: Vec<Value> = site.body.operands(site.op).collect();
    for (i, &param) in site.body.block_args(block).iter().enumerate() {
        let mapping = match args.get(i) {
            Some(&v) => cx.mapping(site, v)?,
            None => Mapping::ops(&cx.payload, [cx.root]),
        };
        cx.bind(param, mapping);
    }
    Ok(())
}

fn sequence<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let block = region_block(site, 0)?;
    bind_arguments(cx, site, block)?;
    let results = cx.run_block(site.body, block, suppresses(site))?;
    set_all(cx, site, results);
    Ok(())
}

fn foreach<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let block = region_block(site, 0)?;
    let params = site.body.block_args(block).to_vec();
    let lists =
        site.body.operands(site.op).map(|v| cx.mapping(site, v)).collect::<Outcome<Vec<Mapping>>>()?;
    let lengths: Vec<usize> = lists.iter().map(Mapping::len).collect();
    let shortest = lengths.iter().copied().min().unwrap_or(0);
    if !site.has("with_zip_shortest") && lengths.iter().any(|&n| n != shortest) {
        return Err(site.silenceable("prior targets' payload size differ from payload size of target"));
    }
    let types: Vec<Type> = site.body.result_types(site.op).collect();
    let mut results: Vec<Mapping> = types.iter().map(|&ty| Mapping::empty(site.body.cx(), ty)).collect();
    for i in 0..shortest {
        for (&param, list) in params.iter().zip(&lists) {
            cx.bind(param, list.single(i).current(&cx.payload));
        }
        let yielded = cx.run_block(site.body, block, false)?;
        results.iter_mut().zip(yielded).for_each(|(all, one)| all.extend(one));
    }
    set_all(cx, site, results);
    Ok(())
}

/// The scope is copied before each attempt; after a failure the copy takes its place.
fn alternatives<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (inner, op) = site.body.inner(site.op);
    let scopes: Vec<PayloadOp> = match site.body.operands(site.op).next() {
        Some(v) => cx.ops(site, v)?,
        None => vec![cx.root],
    };
    for &at in &scopes {
        if cx.payload.is_ancestor(at, cx.root) && !site.operands(0).is_empty() && at == cx.root {
            let d = site.error("scope must not contain the transforms being applied");
            return Err(Failure::definite(cx.payload.note(d, at, "scope")));
        }
        if !cx.payload.body(at.body).has_trait(at.op, Trait::IsolatedFromAbove) {
            let d = site.error("only isolated-from-above ops can be alternative scopes");
            return Err(Failure::definite(cx.payload.note(d, at, "scope")));
        }
    }
    if scopes.is_empty() {
        let types: Vec<Type> = site.body.result_types(site.op).collect();
        let empty = types.iter().map(|&ty| Mapping::empty(site.body.cx(), ty)).collect();
        set_all(cx, site, empty);
        return Ok(());
    }
    let regions = inner.regions(op).to_vec();
    for region in regions {
        let Some(&block) = inner.blocks(region).first() else {
            return Err(site.definite("the op has no body"));
        };
        let saved: Vec<Body> = scopes
            .iter()
            .map(|&at| {
                let (id, _) = cx.payload.inner(at);
                cx.payload.body(id).clone()
            })
            .collect();
        let attempt = cx.in_frame(|cx| {
            for &param in inner.block_args(block) {
                let mapping = Mapping::ops(&cx.payload, scopes.iter().copied());
                cx.bind(param, mapping);
            }
            cx.run_block(inner, block, false)
        });
        match attempt {
            Ok(results) => {
                set_all(cx, site, results);
                return Ok(());
            }
            Err(Failure::Silenceable(_)) => {
                for (&at, saved) in scopes.iter().zip(saved) {
                    let (id, _) = cx.payload.inner(at);
                    cx.payload.rebuild(id, |body| *body = saved);
                }
            }
            Err(definite) => return Err(definite),
        }
    }
    Err(site.silenceable("all alternatives failed"))
}
