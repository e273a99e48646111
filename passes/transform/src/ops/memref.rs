//! Ops on buffers.

use strata_ir::{
    core::symbols::{SymbolTable, table_block},
    prelude::*,
};

use super::{Rows, wrong_kind};
use crate::{
    buffers,
    failure::Outcome,
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
};

pub const OPS: Rows = &[
    ("transform.memref.alloca_to_global", alloca_to_global),
    ("transform.memref.erase_dead_alloc_and_stores", erase_dead_alloc_and_stores),
];

fn erase_dead_alloc_and_stores<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    super::apply::each(cx, site, buffers::erase_only_written)
}

fn alloca_to_global<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mut lists: [Vec<PayloadOp>; 2] = Default::default();
    for at in cx.targets(site)? {
        let mut around = std::iter::successors(Some(at), |&at| cx.payload.parent(at));
        let table = around.find(|outer| cx.payload.body(outer.body).has_trait(outer.op, Trait::SymbolTable));
        let Some(table) = table else { return Err(wrong_kind(cx, site, at)) };
        let (inside, _) = cx.payload.inner(table);
        let body = cx.payload.body(at.body);
        let ty = body.ty(body.result(at.op, 0));
        let global = cx.payload.edit(inside, |body| {
            let name = SymbolTable::new(body).fresh(&body.cx_arc().clone(), "alloca");
            Some((buffers::global(body, table_block(body)?, &name, ty), name))
        });
        let Some((global, name)) = global else { return Err(wrong_kind(cx, site, at)) };
        let user = cx.payload.edit(at.body, |body| buffers::use_global(body, at.op, &name));
        lists[0].push(PayloadOp { op: user, ..at });
        lists[1].push(PayloadOp { body: inside, op: global });
    }
    for (i, list) in lists.into_iter().enumerate() {
        cx.set_ops(site, i, list);
    }
    Ok(())
}
