//! Ops that read data layouts and descriptions of targets.

use strata_dlti::{DataLayoutSpecAttr, Key, MapAttr, TargetDeviceSpecAttr, TargetSystemSpecAttr};
use strata_ir::prelude::*;

use super::Rows;
use crate::{
    failure::Outcome,
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    state::Mapping,
};

pub const OPS: Rows = &[("transform.dlti.query", query)];

/// The value of a key in an attribute; `None` if the attribute has no keys.
fn look_up(cx: &Context, attr: Attr, key: &Key) -> Option<Option<Attr>> {
    None.or_else(|| cx.attr_as::<MapAttr>(attr).map(|a| a.get(key)))
        .or_else(|| cx.attr_as::<DataLayoutSpecAttr>(attr).map(|a| a.get(key)))
        .or_else(|| cx.attr_as::<TargetDeviceSpecAttr>(attr).map(|a| a.get(key)))
        .or_else(|| cx.attr_as::<TargetSystemSpecAttr>(attr).map(|a| a.get(key)))
}

/// The first attribute with keys of an op or of one around it.
fn closest(cx: &Interpreter<'_, '_>, at: PayloadOp) -> Option<(PayloadOp, Attr)> {
    let ctx = cx.payload.body(at.body).cx();
    let probe = Key::Name(String::new());
    std::iter::successors(Some(at), |&at| cx.payload.parent(at)).find_map(|at| {
        let attrs = cx.payload.body(at.body).extra_attrs(at.op);
        let found = attrs.iter().find(|&&(_, attr)| look_up(ctx, attr, &probe).is_some());
        found.map(|&(_, attr)| (at, attr))
    })
}

/// The value that keys lead to.
///
/// # Errors
/// The place and the words of a note.
fn value(cx: &Interpreter<'_, '_>, at: PayloadOp, keys: &[Key]) -> Result<Attr, (PayloadOp, String)> {
    let ctx = cx.payload.body(at.body).cx();
    if keys.is_empty() {
        return Err((at, "no keys provided to attempt query with".to_owned()));
    }
    let Some((place, mut attr)) = closest(cx, at) else {
        return Err((at, "no DLTI-queryable attrs on target op or any of its ancestors".to_owned()));
    };
    for (i, key) in keys.iter().enumerate() {
        attr = match look_up(ctx, attr, key) {
            Some(Some(value)) => value,
            Some(None) => {
                let (key, attr) = (key.text(ctx), ctx.attr_to_string(attr));
                return Err((place, format!("key {key} has no DLTI-mapping per attr: {attr}")));
            }
            None => {
                let keys: Vec<String> = keys[..i].iter().map(|key| key.text(ctx)).collect();
                let keys = keys.join(",");
                let message = format!("got non-DLTI-queryable attribute upon looking up keys [{keys}]");
                return Err((place, message));
            }
        };
    }
    Ok(attr)
}

fn query<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let ctx = site.body.cx();
    let list = site.attr("keys").and_then(|a| ctx.attr_as::<ArrayAttr>(a)).map_or(&[][..], |list| &list.0);
    let key = |&attr: &Attr| match (ctx.attr_str(attr), ctx.attr_as::<TypeAttr>(attr)) {
        (Some(name), _) => Some(Key::Name(name.to_owned())),
        (None, ty) => ty.map(|ty| Key::Type(ty.0)),
    };
    let targets = cx.targets(site)?;
    let Some(keys) = list.iter().map(key).collect::<Option<Vec<Key>>>() else {
        return Err(site.definite(
            "'transform.dlti.query' keys of wrong type: only StringAttr and TypeAttr are allowed",
        ));
    };
    let mut values = Vec::new();
    for at in targets {
        match value(cx, at, &keys) {
            Ok(attr) => values.push(attr),
            Err((place, note)) => {
                let d = Diagnostic::error(cx.payload.loc(at), "target op of failed DLTI query");
                cx.cx.emit(d.note(cx.payload.loc(place), note));
                return Err(site.silenceable("'transform.dlti.query' op failed to apply"));
            }
        }
    }
    cx.set(site, 0, Mapping::Params(values));
    Ok(())
}
