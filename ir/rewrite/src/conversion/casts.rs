//! `builtin.unrealized_conversion_cast`: making and removing it.

use smallvec::SmallVec;
use strata_core::{Body, Builder, Op, OpState, Type, Value};

use super::Converted;

/// The op is found by its name, because this crate does not depend on dialect crates.
const CAST: &str = "builtin.unrealized_conversion_cast";

/// A value with another type, for ops on the other side of a conversion.
///
/// # Errors
/// When the builtin dialect is not registered.
pub fn unrealized_cast(b: &mut Builder<'_>, value: Value, ty: Type) -> Converted<Value> {
    let info = b.cx().op_info(CAST).ok_or("the builtin dialect is not registered")?;
    let mut state = OpState::new(info, b.cur_loc());
    state.operands.push(value);
    state.result_types.push(ty);
    let op = b.build(state);
    Ok(b.result(op, 0))
}

fn is_cast(body: &Body, op: Op) -> bool {
    body.info(op).name == CAST
}

/// The longest chain of casts that is looked through; a cast of code that is never reached may depend on itself.
const CHAIN: usize = 8;

/// The value of type `ty` in the chain of casts that gave `value`.
pub(super) fn cast_from(body: &Body, value: Value, ty: Type) -> Option<Value> {
    let mut at = value;
    for _ in 0..CHAIN {
        let op = body.def_op(at).filter(|&op| is_cast(body, op))?;
        let mut operands = body.operands(op);
        let (Some(operand), None) = (operands.next(), operands.next()) else { return None };
        if body.ty(operand) == ty {
            return Some(operand);
        }
        at = operand;
    }
    None
}

/// Removes those of the casts that cancel out or are unused; returns whether anything changed.
fn cancel(body: &mut Body, casts: &[Op]) -> bool {
    let mut changed = false;
    for &op in casts {
        if !body.is_live(op) || body.is_unused(op) {
            continue;
        }
        // A chain of casts that ends with the types at its start is replaced by the values at its start.
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
