//! Symbols and the bodies of functions.

use strata_core::{Body, Op};

use super::{Place, body_at, each_body};

/// Ops with a symbol that does not have to stay.
fn with_symbols(module: &Body, keep: &[String], takes: impl Fn(&Body, Op) -> bool) -> Vec<Place> {
    let mut found = Vec::new();
    each_body(module, &mut |body, path| {
        for op in body.all_ops().into_iter().rev() {
            let (of, inner) = body.inner(op);
            let Some(name) = of.attr(inner, "sym_name").and_then(|name| of.cx().attr_str(name)) else {
                continue;
            };
            if !keep.iter().any(|kept| kept == name) && takes(body, op) {
                found.push(Place { path: path.to_vec(), op, index: 0 });
            }
        }
    });
    found
}

/// All of them.
pub(super) fn all(module: &Body, keep: &[String]) -> Vec<Place> {
    with_symbols(module, keep, |_, _| true)
}

/// Functions with bodies.
pub(super) fn functions(module: &Body, keep: &[String]) -> Vec<Place> {
    with_symbols(module, keep, |body, op| {
        body.child(op).is_some_and(|f| f.attr(Op::SELF, "function_type").is_some() && f.entry().is_some())
    })
}

/// Leaves the declaration of a function.
pub(super) fn drop_body(module: &mut Body, place: &Place) -> bool {
    let path = [&place.path[..], &[place.op]].concat();
    let Some(body) = body_at(module, &path) else { return false };
    let Some(&region) = body.regions(Op::SELF).first() else { return false };
    body.retain_blocks(region, |_| false);
    let private = body.cx().string_attr("private");
    body.set_attr(Op::SELF, "sym_visibility", Some(private));
    true
}
