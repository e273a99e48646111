//! Changing all shardings of a module.

use strata_ir::core::writer::deep;
use strata_ir::prelude::*;
use strata_sdy::attrs::{TensorSharding, TensorShardingPerValue};

/// Tells what a sharding becomes.
pub(crate) type Change<'a> = &'a mut dyn FnMut(&TensorSharding) -> TensorSharding;

/// Changes every sharding in the attributes of the ops of a body and of all that is nested in it.
pub(crate) fn transform_shardings(body: &mut Body, change: Change<'_>) {
    transform_attrs(body, &mut |cx, attr| changed(cx, attr, change));
}

/// Replaces attributes of all ops of a body and of all that is nested in it.
pub(crate) fn transform_attrs(body: &mut Body, change: &mut dyn FnMut(&Context, Attr) -> Option<Attr>) {
    for op in [Op::SELF].into_iter().chain(body.all_ops()) {
        if let Some(child) = body.child_mut(op) {
            deep(|| transform_attrs(child, change));
        } else {
            at_op(body, op, change);
        }
    }
}

fn at_op(body: &mut Body, op: Op, change: &mut dyn FnMut(&Context, Attr) -> Option<Attr>) {
    for slot in 0..body.info(op).attrs.len() {
        let new = body.attr_slot(op, slot).and_then(|attr| change(body.cx(), attr));
        if new.is_some() {
            body.set_attr_slot(op, slot, new);
        }
    }
    for (name, attr) in body.extra_attrs(op).to_vec() {
        let new = change(body.cx(), attr);
        if new.is_some() {
            body.set_extra_attr(op, name, new);
        }
    }
}

/// An attribute that is a sharding, or has some, as the attributes of arguments have, after a change; `None` if it has none.
fn changed(cx: &Context, attr: Attr, change: Change<'_>) -> Option<Attr> {
    if let Some(sharding) = cx.attr_as::<TensorSharding>(attr) {
        return Some(cx.attr(change(sharding)));
    }
    if let Some(all) = cx.attr_as::<TensorShardingPerValue>(attr) {
        return Some(cx.attr(TensorShardingPerValue(all.0.iter().map(change).collect())));
    }
    let dicts = &cx.attr_as::<ArrayAttr>(attr)?.0;
    let mut any = false;
    let mut of_dict = |&dict: &Attr| -> Attr {
        let Some(entries) = cx.attr_as::<DictionaryAttr>(dict) else { return dict };
        let new = entries.entries().iter().map(|&(name, attr)| {
            let Some(sharding) = cx.attr_as::<TensorSharding>(attr) else { return (name, attr) };
            any = true;
            (name, cx.attr(change(sharding)))
        });
        cx.dict_attr(new.collect())
    };
    let new = dicts.iter().map(&mut of_dict).collect();
    any.then(|| cx.array_attr(new))
}
