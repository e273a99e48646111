//! Bands: loops of which each is the only op in the one around it.

use strata_affine::ForOp;
use strata_ir::prelude::*;

/// The loop that is the only op in a loop.
pub fn only_inner_loop(b: &Body, for_op: ForOp) -> Option<ForOp> {
    let block = for_op.region_block(b);
    let first = b.first_op(block)?;
    let end = b.next_op(first)?;
    (b.last_op(block) == Some(end)).then(|| first.as_op::<ForOp>(b)).flatten()
}

/// The band that begins at `root`, outermost loop first.
pub fn perfect_nest(b: &Body, root: ForOp) -> Vec<ForOp> {
    let mut nest = vec![root];
    let mut last = root;
    while let Some(inner) = only_inner_loop(b, last) {
        nest.push(inner);
        last = inner;
    }
    nest
}

/// The bands of all loops that are directly in `block`es of `region`, and of those in other ops than loops of a band.
pub fn bands(b: &Body) -> Vec<Vec<ForOp>> {
    let mut out = Vec::new();
    b.walk_in(Op::SELF, |op| {
        let Some(root) = op.as_op::<ForOp>(b) else { return WalkControl::Continue };
        let inner = b.parent_op(op).is_some_and(|parent| parent.isa::<ForOp>(b));
        if !inner {
            out.push(perfect_nest(b, root));
        }
        WalkControl::Continue
    });
    out
}
