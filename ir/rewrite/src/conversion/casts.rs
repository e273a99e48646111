//! `builtin.unrealized_conversion_cast`: making, seeing through and removing it.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};
use strata_core::{Body, Context, Def, InsertPoint, Location, Op, OpState, Type, Value};

use super::{NoMatch, TypeConverter, rewriter::CastTable};

/// The op is found by its name, because this crate knows no dialect crate.
const CAST: &str = "builtin.unrealized_conversion_cast";

/// Makes a cast; `None` when the builtin dialect is not registered.
pub(crate) fn build(
    body: &mut Body,
    at: InsertPoint,
    loc: Location,
    inputs: &[Value],
    types: &[Type],
) -> Option<Op> {
    let info = body.cx().op_info(CAST)?;
    let mut state = OpState::new(info, loc);
    state.operands = SmallVec::from_slice(inputs);
    state.result_types = SmallVec::from_slice(types);
    let op = body.create(state);
    body.insert(op, at);
    Some(op)
}

/// Whether `op` is a cast.
pub(crate) fn is_cast(body: &Body, op: Op) -> bool {
    body.info(op).name == CAST
}

/// The values of converted types for `value`.
pub(crate) fn remap(
    body: &mut Body,
    cx: &Arc<Context>,
    converter: &TypeConverter,
    casts: &mut CastTable,
    value: Value,
    at: InsertPoint,
) -> Result<SmallVec<[Value; 2]>, NoMatch> {
    let ty = body.ty(value);
    let Some(types) = converter.convert(cx, ty) else {
        return Err(format!("unable to convert type '{}'", cx.type_to_string(ty)).into());
    };
    if types[..] == [ty] {
        return Ok(smallvec![value]);
    }
    if let Some(def) = body.def_op(value)
        && is_cast(body, def)
        && body.results(def).len() == 1
        && body.operand_types(def).eq(types.iter().copied())
    {
        return Ok(body.operands(def).collect());
    }
    if let Some(known) = casts.targets.get(&value)
        && known.iter().all(|&v| body.is_live_value(v))
    {
        return Ok(known.clone());
    }
    // Next to the definition, so that every later user can share it.
    let place = match body.def(value) {
        Def::Result { op, .. } if body.parent_block(op).is_some() => InsertPoint::after(body, op),
        Def::Arg { block, .. } => InsertPoint::at_start(body, block),
        _ => at,
    };
    let loc = body.value_loc(value);
    let Some(cast) = build(body, place, loc, &[value], &types) else {
        return Err("the builtin dialect is not registered".into());
    };
    casts.made.push((cast, false));
    let values: SmallVec<[Value; 2]> = SmallVec::from_slice(body.results(cast));
    casts.targets.insert(value, values.clone());
    Ok(values)
}

/// Removes casts that cancel out or are unused, among the given ones; whether anything changed.
pub(crate) fn cancel(body: &mut Body, casts: &[Op]) -> bool {
    let mut changed = false;
    for &op in casts {
        if !body.is_live(op) || body.is_unused(op) {
            continue;
        }
        // A chain of casts back to the first types stands for the first values.
        let results: SmallVec<[Type; 2]> = body.result_types(op).collect();
        let mut at = op;
        loop {
            if body.operand_types(at).eq(results.iter().copied()) {
                let (olds, news): (SmallVec<[Value; 2]>, SmallVec<[Value; 2]>) =
                    (SmallVec::from_slice(body.results(op)), body.operands(at).collect());
                for (old, new) in olds.into_iter().zip(news) {
                    body.replace_all_uses(old, new);
                }
                changed = true;
                break;
            }
            let mut operands = body.operands(at);
            let Some(def) = operands.next().and_then(|v| body.def_op(v)) else { break };
            if def == op || !is_cast(body, def) || !body.operands(at).eq(body.results(def).iter().copied()) {
                break;
            }
            at = def;
        }
    }
    for &op in casts.iter().rev() {
        changed |= erase_unused(body, op);
    }
    changed
}

/// Erases a cast that nothing uses, and those it used.
fn erase_unused(body: &mut Body, op: Op) -> bool {
    let mut todo = vec![op];
    let mut changed = false;
    while let Some(op) = todo.pop() {
        if body.is_live(op) && is_cast(body, op) && body.is_unused(op) {
            todo.extend(body.operands(op).filter_map(|v| body.def_op(v)));
            body.erase(op);
            changed = true;
        }
    }
    changed
}

/// Removes all casts of a body, not of its children, that cancel out or are unused.
pub fn reconcile_casts(body: &mut Body) -> bool {
    let casts: Vec<Op> = body.all_ops().into_iter().filter(|&op| is_cast(body, op)).collect();
    cancel(body, &casts)
}

/// Asks the converter to make ops of the casts that are left.
pub(crate) fn materialize(body: &mut Body, converter: &TypeConverter, made: &[(Op, bool)]) {
    if !converter.materializes() {
        return;
    }
    for &(op, source) in made {
        if !body.is_live(op) || body.is_unused(op) || body.results(op).len() != 1 {
            continue;
        }
        let inputs: SmallVec<[Value; 2]> = body.operands(op).collect();
        let (ty, result) = (body.ty(body.result(op, 0)), body.result(op, 0));
        let mut b = strata_core::Builder::before(body, op);
        if let Some(v) = converter.materialize(&mut b, ty, &inputs, source)
            && body.ty(v) == ty
        {
            body.replace_all_uses(result, v);
            erase_unused(body, op);
        }
    }
}
