//! The ops that are converted together with a product: those that its vectors come from, and those that they go to.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_scf::ForOp;
use strata_vector::ContractionOp;

fn is_vector(b: &Body, ty: Type) -> bool {
    b.cx().type_as::<VectorType>(ty).is_some()
}
fn gives_vector(b: &Body, op: Op) -> bool {
    b.result_types(op).any(|t| is_vector(b, t))
}
fn takes_vector(b: &Body, op: Op) -> bool {
    b.operand_types(op).any(|t| is_vector(b, t))
}

/// The ops of all products that can be converted, in the order of the program.
pub(super) fn convertible(b: &Body, supported: &dyn Fn(&Body, Op) -> bool) -> Vec<Op> {
    let mut out = FxHashSet::<Op>::default();
    let ops = b.all_ops();
    for &op in &ops {
        if !op.isa::<ContractionOp>(b) || out.contains(&op) {
            continue;
        }
        let slice = connected(b, op);
        if slice.iter().all(|&op| supported(b, op)) {
            out.extend(slice);
        }
    }
    ops.into_iter().filter(|op| out.contains(op)).collect()
}

/// All ops that vectors connect with an op.
fn connected(b: &Body, op: Op) -> Vec<Op> {
    let mut known = FxHashSet::from_iter([op]);
    let mut slice = vec![op];
    let mut next = 0;
    while let Some(&op) = slice.get(next) {
        next += 1;
        let mut found = Vec::new();
        backward(b, op, &mut FxHashSet::default(), &mut found);
        let mut visited = FxHashSet::default();
        if let Some(for_op) = op.as_op::<ForOp>(b) {
            // Of a loop, only what uses the carried values belongs to the slice.
            let values = b.results(op).iter().chain(for_op.region_iter_args(b));
            for user in values.flat_map(|&v| b.users(v)) {
                forward(b, user, &mut visited, &mut found);
            }
        } else {
            forward(b, op, &mut visited, &mut found);
        }
        slice.extend(found.into_iter().filter(|&op| known.insert(op)));
    }
    slice
}

/// The ops that the vectors of an op come from, and the op.
fn backward(b: &Body, op: Op, visited: &mut FxHashSet<Op>, out: &mut Vec<Op>) {
    let mut work = vec![op];
    while let Some(op) = work.pop() {
        if op == Op::SELF || !gives_vector(b, op) || !visited.insert(op) {
            continue;
        }
        out.push(op);
        for v in b.operands(op) {
            match b.def(v) {
                Def::Result { op, .. } => work.push(op),
                Def::Arg { block, .. } => {
                    let parent = b.block_parent_op(block).filter(|&p| p != Op::SELF);
                    let single = |&p: &Op| b.regions(p).len() == 1 && b.blocks(b.regions(p)[0]).len() == 1;
                    work.extend(parent.filter(single));
                }
                Def::Forward => {}
            }
        }
    }
}

/// The ops that the results of an op go to, those in its regions, and the op.
fn forward(b: &Body, op: Op, visited: &mut FxHashSet<Op>, out: &mut Vec<Op>) {
    let mut work = vec![op];
    while let Some(op) = work.pop() {
        if !takes_vector(b, op) || !visited.insert(op) {
            continue;
        }
        out.push(op);
        for &region in b.regions(op) {
            work.extend(b.blocks(region).iter().flat_map(|&block| b.block_ops(block)));
        }
        work.extend(b.results(op).iter().flat_map(|&v| b.users(v)));
    }
}
