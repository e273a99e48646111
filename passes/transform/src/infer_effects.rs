//! `transform-infer-effects`: whether named sequences consume their arguments, as attributes of these.

use strata_ir::prelude::*;
use strata_transform::{CONSUMED, NamedSequenceOp, READONLY, consumed_in};

/// Sets `transform.consumed` or `transform.readonly` for the arguments of all named sequences with a body.
pub fn infer(body: &mut Body) {
    for op in body.all_ops() {
        if let Some(sequence) = op.as_op::<NamedSequenceOp>(body) {
            infer_one(body, sequence);
        }
    }
    for (_, child) in body.children_mut() {
        strata_ir::core::writer::deep(|| infer(child));
    }
}

fn infer_one(body: &mut Body, sequence: NamedSequenceOp) -> Option<()> {
    let (inner, block) = sequence.block(body)?;
    let consumed: Vec<bool> = inner.block_args(block).iter().map(|&arg| consumed_in(inner, arg)).collect();
    let cx = body.cx_arc().clone();
    let old = body.attr(sequence.op(), "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let dicts = consumed.into_iter().enumerate().map(|(i, consumed)| {
        let before = old.and_then(|list| cx.attr_as::<DictionaryAttr>(*list.0.get(i)?));
        let kept = before.map_or(&[][..], |d| d.entries()).iter().copied();
        let mut entries: Vec<(Str, Attr)> =
            kept.filter(|e| ![CONSUMED, READONLY].contains(&cx.str(e.0))).collect();
        entries.push((cx.intern(if consumed { CONSUMED } else { READONLY }), cx.unit()));
        cx.dict_attr(entries)
    });
    let dicts: Vec<Attr> = dicts.collect();
    let attr = (!dicts.is_empty()).then(|| cx.array_attr(dicts));
    body.set_attr(sequence.op(), "arg_attrs", attr);
    Some(())
}
