//! Which loops a padding is moved out of, and which ops compute its part of the tensor.

use indexmap::IndexSet;
use strata_arith::ConstantOp;
use strata_ir::prelude::*;
use strata_passes_vector::hoist_subsets_from;
use strata_scf::ForOp;
use strata_tensor::{ExtractSliceOp, PadOp};

/// The facts that moving a padding takes.
pub struct Analysis {
    /// The loop before which it is moved.
    pub outer: ForOp,
    /// The ops in that loop, and loops, that compute its part of the tensor, and itself; definitions first.
    pub slice: Vec<Op>,
    /// The loops whose iterations have parts of their own, outermost first.
    pub loops: Vec<ForOp>,
    /// The slice that is padded.
    pub extract: ExtractSliceOp,
    /// The loop that carries the slice, where it was moved out of the loop first.
    pub carrier: Option<ForOp>,
}

/// The loops around an op, innermost first.
fn loops_around(body: &Body, op: Op) -> Vec<ForOp> {
    let parents = std::iter::successors(body.parent_op(op), |&op| body.parent_op(op));
    parents.map_while(|op| if op == Op::SELF { None } else { op.as_op::<ForOp>(body) }).collect()
}

/// At most `count` of the loops around an op, innermost first.
pub fn nearest_loops(body: &Body, op: Op, count: i64) -> Vec<ForOp> {
    let mut loops = loops_around(body, op);
    loops.truncate(usize::try_from(count).unwrap_or(0));
    loops
}

/// The loops around an op up to `outer`, innermost first; none if it is not among them.
pub fn loops_up_to(body: &Body, op: Op, outer: Op) -> Vec<ForOp> {
    let mut loops = loops_around(body, op);
    let last = loops.iter().position(|l| l.op() == outer);
    loops.truncate(last.map_or(0, |i| i + 1));
    loops
}

/// Adds the ops in the outermost loop that a value depends on.
fn add_definition(body: &Body, v: Value, outer: ForOp, out: &mut IndexSet<Op>, seen: &mut IndexSet<Op>) {
    let op = match body.def(v) {
        Def::Result { op, .. } => op,
        Def::Arg { block, .. } => match body.block_parent_op(block) {
            Some(op) if op != Op::SELF => op,
            _ => return,
        },
        Def::Forward => return,
    };
    let inside = op == outer.op() || body.is_ancestor(outer.op(), op);
    if inside && seen.insert(op) {
        strata_ir::core::writer::deep(|| add_op(body, op, outer, out, seen));
    }
}

fn add_op(body: &Body, op: Op, outer: ForOp, out: &mut IndexSet<Op>, seen: &mut IndexSet<Op>) {
    for v in body.operands(op).collect::<Vec<_>>() {
        add_definition(body, v, outer, out, seen);
    }
    out.insert(op);
}

/// The ops that a padding depends on, definitions first.
fn dependencies(body: &Body, pad: PadOp, outer: ForOp) -> Vec<Op> {
    let (mut out, mut seen) = (IndexSet::new(), IndexSet::new());
    let inner = body.ops_in(pad.op());
    for &op in &inner {
        let above = body.operands(op).filter(|&v| body.def_op(v).is_some_and(|def| !inner.contains(&def)));
        for v in above.collect::<Vec<_>>() {
            add_definition(body, v, outer, &mut out, &mut seen);
        }
    }
    add_op(body, pad.op(), outer, &mut out, &mut seen);
    out.into_iter().collect()
}

/// Keeps what computes indices, and constants. `None` if that is more than pure arithmetic on indices.
fn only_indices(body: &Body, slice: &[Op], pad: Op, extract: Op) -> Option<Vec<Op>> {
    let (mut indices, mut kept) = (IndexSet::new(), Vec::new());
    for &op in slice.iter().rev() {
        let index_operands = body.operands(op).filter(|&v| body.cx().is_index(body.ty(v)));
        let used = body.results(op).iter().any(|v| indices.contains(v));
        let as_loop = op.as_op::<ForOp>(body);
        let is_packing = !used && as_loop.is_some_and(|l| indices.contains(&l.induction_var(body)));
        if op != pad && op != extract && !is_packing {
            if used {
                let scalars = body.operands(op).all(|v| body.cx().is_index(body.ty(v)));
                if !scalars
                    || !body.regions(op).is_empty()
                    || !strata_ir::analysis::is_memory_effect_free(body, op)
                {
                    return None;
                }
            } else {
                kept.extend(op.isa::<ConstantOp>(body).then_some(op));
                continue;
            }
        }
        indices.extend(index_operands);
        kept.push(op);
    }
    kept.reverse();
    Some(kept)
}

/// Looks at a padding and the loops around it, innermost first. `None` if it cannot be moved; slices may have been moved out of the
/// outermost loop then, with the same results.
pub fn analyze(body: &mut Body, pad: PadOp, around: &[ForOp]) -> Option<Analysis> {
    let mut around = around.to_vec();
    let mut outer = *around.last()?;
    let extract = body.def_as::<ExtractSliceOp>(pad.source(body))?;
    if !body.is_defined_outside(extract.source(body), outer.op()) {
        outer = hoist_subsets_from(body, outer);
        *around.last_mut()? = outer;
    }
    if !body.is_defined_outside(extract.source(body), outer.op()) {
        return None;
    }
    let result = extract.result(body);
    let users: Vec<Op> = body.users(result).collect();
    let carrier = match users[..] {
        [one] => one.as_op::<ForOp>(body),
        _ => None,
    };
    let slice = dependencies(body, pad, outer);
    if slice.len() <= 1 {
        return None;
    }
    let mut slice = only_indices(body, &slice, pad.op(), extract.op())?;
    let loops: Vec<ForOp> = around.iter().rev().copied().filter(|l| slice.contains(&l.op())).collect();
    // A loop is entered before those in it.
    let found: Vec<Op> = slice.iter().copied().filter(|op| op.isa::<ForOp>(body)).collect();
    if !found.iter().copied().eq(loops.iter().map(|l| l.op())) {
        let order = body.ops_in(outer.op());
        let place = |op: &Op| order.iter().position(|o| o == op).map_or(0, |i| i + 1);
        slice.sort_by_key(place);
    }
    Some(Analysis { outer, slice, loops, extract, carrier })
}
