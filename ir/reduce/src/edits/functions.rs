//! Results and arguments of functions.

use strata_core::{Body, Op, Trait, Type, Value};

use super::{Place, body_at, each_body};

/// The ops that return from a function.
fn returns(body: &Body) -> Vec<Op> {
    let Some(&region) = body.regions(Op::SELF).first() else { return Vec::new() };
    let ends = body.blocks(region).iter().filter_map(|&block| body.terminator(block));
    ends.filter(|&end| body.has_trait(end, Trait::ReturnLike)).collect()
}

fn is_function(body: &Body) -> bool {
    body.attr(Op::SELF, "function_type").is_some() && body.entry().is_some()
}

/// Places in functions, as many as `count` says.
fn in_functions(module: &Body, count: impl Fn(&Body) -> usize) -> Vec<Place> {
    let mut found = Vec::new();
    each_body(module, &mut |body, path| {
        if is_function(body) {
            let all = (0..count(body)).rev();
            found.extend(all.map(|index| Place { path: path.to_vec(), op: Op::SELF, index }));
        }
    });
    found
}

/// Results of functions, the last first.
pub(super) fn results(module: &Body, _: &[String]) -> Vec<Place> {
    in_functions(module, |body| returns(body).first().map_or(0, |&end| body.num_operands(end)))
}

/// Drops a result. Calls are not changed, so that the module is not valid if there are any.
pub(super) fn drop_result(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    for end in returns(body) {
        let mut operands: Vec<Value> = body.operands(end).collect();
        if place.index >= operands.len() {
            return false;
        }
        operands.remove(place.index);
        body.set_operands(end, &operands);
    }
    retype(body)
}

/// Arguments of functions, the last first.
pub(super) fn arguments(module: &Body, _: &[String]) -> Vec<Place> {
    in_functions(module, |body| body.entry().map_or(0, |entry| body.block_args(entry).len()))
}

/// Drops an argument that nothing uses.
pub(super) fn drop_argument(module: &mut Body, place: &Place) -> bool {
    let Some(body) = body_at(module, &place.path) else { return false };
    let Some(entry) = body.entry() else { return false };
    match body.block_args(entry).get(place.index) {
        Some(&argument) if !body.has_uses(argument) => body.erase_block_arg(entry, place.index),
        _ => return false,
    }
    retype(body)
}

/// Sets the type of a function from its entry block and the ops that return; drops the attributes of arguments and results.
pub(super) fn retype(body: &mut Body) -> bool {
    let Some(entry) = body.entry() else { return false };
    let arguments: Vec<Type> = body.block_args(entry).iter().map(|&v| body.ty(v)).collect();
    let results: Vec<Type> = match returns(body).first() {
        Some(&end) => body.operand_types(end).collect(),
        None => return false,
    };
    let cx = body.cx();
    let ty = cx.type_attr(cx.function(&arguments, &results));
    body.set_attr(Op::SELF, "function_type", Some(ty));
    body.set_attr(Op::SELF, "arg_attrs", None);
    body.set_attr(Op::SELF, "res_attrs", None);
    true
}
