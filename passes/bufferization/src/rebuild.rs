//! Ops with other operands and results.

use strata_ir::prelude::*;

/// A new op like `op`, before it, with its attributes and regions, but other operands and results.
pub(crate) fn rebuild(body: &mut Body, op: Op, operands: &[Value], results: &[Type]) -> Op {
    let mut state = OpState::new(body.info(op), body.loc(op));
    state.operands = operands.into();
    state.result_types = results.into();
    state.attrs = body.attr_slots(op).collect();
    state.extra = body.extra_attrs(op).to_vec();
    state.successors = body.successors(op).into();
    let new = Builder::before(body, op).build(state);
    for (i, from) in body.regions(op).to_vec().into_iter().enumerate() {
        let to = match body.regions(new).get(i) {
            Some(&to) => to,
            None => {
                let to = body.new_region();
                body.push_region(new, to);
                to
            }
        };
        body.move_blocks(from, to);
    }
    new
}
