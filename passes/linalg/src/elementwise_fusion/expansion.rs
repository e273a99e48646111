//! Which loops of an op stand for each of its loops before, when a reshape of an operand gives it more.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{LinalgOp, dim_of};
use strata_tensor::{MixedIndex, reassociation};

/// For each loop, the loops that it becomes.
pub(super) struct Expansion {
    groups: Vec<Vec<u32>>,
    sizes: Vec<Vec<MixedIndex>>,
    total: u32,
}

/// A tensor in the shape that an expansion gives it.
pub(super) struct Expanded {
    pub ty: Type,
    pub sizes: Vec<MixedIndex>,
    pub groups: Vec<Vec<i64>>,
}

/// Whether a reshape of operand `i` can give its loops to the op.
pub(super) fn is_expandable(b: &Body, op: &dyn LinalgOp, i: usize) -> bool {
    let maps = op.indexing_maps(b);
    let tensors =
        op.has_tensor_semantics(b) && b.operands(op.as_op()).any(|v| AnyTensor::check(b.ty(v), b.cx()));
    tensors
        && op.payload(b).is_some()
        && maps.len() == b.num_operands(op.as_op())
        && maps.iter().all(|m| m.is_projected_permutation(false))
        && maps.get(i).is_some_and(|m| m.n_results() > 0)
}

impl Expansion {
    /// The loops of `op` when its operand `i` has the sizes `shape`, of which each group was one dimension.
    pub fn create(
        rw: &mut Rewriter<'_>,
        op: &dyn LinalgOp,
        i: usize,
        groups: &[Vec<i64>],
        shape: &[MixedIndex],
    ) -> Option<Self> {
        if groups.is_empty() {
            return None;
        }
        let map = op.indexing_map(rw, i)?;
        let ranges = loop_sizes(rw, op)?;
        let mut sizes: Vec<Vec<MixedIndex>> = ranges.iter().map(|&n| vec![n]).collect();
        for (expr, group) in map.results().iter().zip(groups) {
            let part = group.iter().map(|&d| shape.get(usize::try_from(d).ok()?).copied());
            *sizes.get_mut(expr.as_dim()? as usize)? = part.collect::<Option<_>>()?;
        }
        let mut total = 0;
        let groups = sizes
            .iter()
            .map(|s| {
                let first = total;
                total += s.len() as u32;
                (first..total).collect()
            })
            .collect();
        Some(Self { groups, sizes, total })
    }
    /// The number of loops.
    pub fn total(&self) -> usize {
        self.total as usize
    }
    /// The loops that a loop becomes, and their sizes.
    pub fn of_loop(&self, l: usize) -> Option<(&[u32], &[MixedIndex])> {
        Some((self.groups.get(l)?, self.sizes.get(l)?))
    }
    /// The map of an operand in the new loops.
    pub fn map(&self, map: &AffineMap) -> Option<AffineMap> {
        let mut results = Vec::new();
        for expr in map.results() {
            results.extend(self.groups.get(expr.as_dim()? as usize)?.iter().map(|&l| AffineExpr::dim(l)));
        }
        Some(AffineMap::new(self.total, map.n_symbols(), results))
    }
    /// The shape of an operand with this map. `None` if its type does not allow it.
    pub fn shape(&self, cx: &Context, ty: Type, map: &AffineMap) -> Option<Expanded> {
        let (mut sizes, mut groups) = (Vec::new(), Vec::new());
        for expr in map.results() {
            let part = self.sizes.get(expr.as_dim()? as usize)?;
            groups.push((sizes.len() as i64..(sizes.len() + part.len()) as i64).collect());
            sizes.extend_from_slice(part);
        }
        let shape: Vec<i64> = sizes.iter().map(|s| s.as_dim()).collect();
        let expanded = cx.tensor(&shape, cx.elem_or_self(ty));
        if expanded != ty {
            reassociation::verify(cx, expanded, ty, &groups).ok()?;
        }
        Some(Expanded { ty: expanded, sizes, groups })
    }
}

/// The size of each loop: that of the first operand with such a dimension, known or not.
fn loop_sizes(rw: &mut Rewriter<'_>, op: &dyn LinalgOp) -> Option<Vec<MixedIndex>> {
    let sources = op.loop_sources(rw)?;
    let mut sizes = Vec::with_capacity(sources.len());
    for (operand, dim) in sources {
        let v = rw.operand(op.as_op(), operand);
        sizes.push(dim_of(rw, v, dim)?);
    }
    Some(sizes)
}
