//! The edits that reduce modules.

mod attributes;
mod blocks;
mod functions;
mod ops;
mod regions;
pub(crate) mod sizes;
mod stand_in;
mod symbols;

use strata_core::{Body, Op};

/// A place where an edit can be applied. The numbers of ops stay what they are while a module shrinks.
#[derive(Clone, Debug)]
pub struct Place {
    /// The ops whose bodies are around it, the outermost first.
    path: Vec<Op>,
    op: Op,
    /// A number of a region, a result, an argument, an attribute or a successor.
    index: usize,
}

/// A way to make a module smaller.
pub struct Edit {
    /// Its name.
    pub name: &'static str,
    /// The places in a module, in the order in which they are best applied; symbols with the given names stay.
    pub places: fn(&Body, &[String]) -> Vec<Place>,
    /// Applies it; returns whether the module is another one. The module may not be valid then.
    pub apply: fn(&mut Body, &Place) -> bool,
}

/// All edits, those first that usually remove most.
#[must_use]
pub fn all() -> &'static [Edit] {
    &[
        Edit { name: "symbols", places: symbols::all, apply: ops::erase },
        Edit { name: "bodies", places: symbols::functions, apply: symbols::drop_body },
        Edit { name: "results", places: functions::results, apply: functions::drop_result },
        Edit { name: "ops", places: ops::all, apply: ops::erase },
        Edit { name: "successors", places: blocks::successors, apply: blocks::follow },
        Edit { name: "regions", places: regions::all, apply: regions::inline },
        Edit { name: "operands", places: ops::operands, apply: ops::replace_by_value },
        Edit { name: "arguments", places: ops::with_results, apply: ops::replace_by_argument },
        Edit { name: "unused-arguments", places: functions::arguments, apply: functions::drop_argument },
        Edit { name: "attributes", places: attributes::all, apply: attributes::drop },
    ]
}

/// The body at the end of a path.
fn body_at<'b>(module: &'b mut Body, path: &[Op]) -> Option<&'b mut Body> {
    let mut body = module;
    for &op in path {
        if !body.is_live(op) {
            return None;
        }
        body = body.child_mut(op)?;
    }
    Some(body)
}

/// Calls `f` for a module and all bodies in it, with their paths; those inside come first.
fn each_body(module: &Body, f: &mut dyn FnMut(&Body, &[Op])) {
    // A stack instead of recursion: bodies may be nested deeply.
    let mut all = vec![(module, Vec::new())];
    let mut i = 0;
    while let Some((body, path)) = all.get(i).cloned() {
        all.extend(body.children().map(|(op, child)| (child, [&path[..], &[op]].concat())));
        i += 1;
    }
    for (body, path) in all.iter().rev() {
        f(body, path);
    }
}

/// A place for each number that `count` gives for an op, the last ops first.
fn places(module: &Body, count: impl Fn(&Body, Op) -> usize) -> Vec<Place> {
    let mut found = Vec::new();
    each_body(module, &mut |body, path| {
        for op in body.post_order().into_iter().rev() {
            found.extend((0..count(body, op)).rev().map(|index| Place { path: path.to_vec(), op, index }));
        }
    });
    found
}
