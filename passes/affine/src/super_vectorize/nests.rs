//! Which loops are vectorized together: one for each dimension of the vectors, nested in each other.

use indexmap::IndexMap;
use strata_affine::ForOp;
use strata_ir::prelude::*;

use super::{ParallelLoops, body_check::varying_dim};

/// A loop with all loops in it that can be those of the next dimensions.
#[derive(Debug)]
pub struct Nest {
    /// The outermost loop.
    pub root: ForOp,
    children: Vec<Nest>,
}

impl Nest {
    /// The dimension of the vectors that each loop is for.
    pub fn dims(&self) -> IndexMap<Op, usize> {
        let mut dims = IndexMap::new();
        self.add_dims(0, &mut dims);
        dims
    }
    /// A nest is at most three levels deep.
    fn add_dims(&self, depth: usize, dims: &mut IndexMap<Op, usize>) {
        self.children.iter().for_each(|child| child.add_dims(depth + 1, dims));
        dims.insert(self.root.op(), depth);
    }
}

/// The nests of a body for vectors of `rank` dimensions, in groups that have loops in common. `fastest` are the dimensions of memrefs along which
/// the accesses in the loops must vary, any of them where it is empty or negative.
pub fn nests_of(b: &Body, loops: &ParallelLoops, rank: usize, fastest: &[i64]) -> Vec<Vec<Nest>> {
    let wanted = |depth: usize| fastest.get(depth).copied().unwrap_or(-1);
    let varying: IndexMap<Op, Option<usize>> =
        loops.keys().filter_map(|&op| Some((op, varying_dim(b, op.as_op::<ForOp>(b)?)?))).collect();
    let fits = |op: Op, depth: usize| {
        let dim = varying.get(&op)?;
        let any = wanted(depth) == -1;
        (any || dim.is_none_or(|dim| dim as i64 == wanted(depth))).then(|| op.as_op::<ForOp>(b)).flatten()
    };
    let mut groups: Vec<(Op, Vec<Nest>)> = Vec::new();
    for nest in nests_in(b, Op::SELF, 0, rank, &fits) {
        let root = nest.root.op();
        let group =
            groups.iter_mut().find(|(outer, _)| b.is_ancestor(*outer, root) || b.is_ancestor(root, *outer));
        match group {
            Some((outer, nests)) => {
                if !b.is_ancestor(*outer, root) {
                    *outer = root;
                }
                nests.push(nest);
            }
            None => groups.push((root, vec![nest])),
        }
    }
    groups.into_iter().map(|(_, nests)| nests).collect()
}

/// The nests in an op whose outermost loop is for dimension `depth`.
fn nests_in(
    b: &Body,
    op: Op,
    depth: usize,
    rank: usize,
    fits: &dyn Fn(Op, usize) -> Option<ForOp>,
) -> Vec<Nest> {
    let nest = |op: Op| {
        let root = fits(op, depth)?;
        let innermost = depth + 1 == rank;
        let children = if innermost { Vec::new() } else { nests_in(b, op, depth + 1, rank, fits) };
        (innermost || !children.is_empty()).then_some(Nest { root, children })
    };
    b.post_order_in(op).into_iter().filter_map(nest).collect()
}
