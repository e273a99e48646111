//! Sources of factors: a transpose whose only reader is a product is folded into the product.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::TransposeOp;
use strata_memref::{DeallocOp, layout};
use strata_passes_analysis::buffer_alias::{
    self, Access, Root, accesses, between_at_most, conflict, is_memref, root,
};

use super::FARTHEST;

/// The buffer and the positions of a factor's elements.
#[derive(Clone)]
pub(super) struct FactorSource {
    pub buffer: Value,
    pub map: AffineMap,
    /// The transpose that produced the product's operand, if the factor is read from its source instead.
    pub transpose: Option<Op>,
}

impl FactorSource {
    /// That of an operand of a product.
    pub(super) fn find(b: &Body, product: Op, buffer: Value, map: &AffineMap) -> Option<Self> {
        let Some((op, source, permutation)) = transposed(b, product, buffer) else {
            return Some(Self { buffer, map: map.clone(), transpose: None });
        };
        // Dimension `i` of the buffer is dimension `permutation[i]` of the source.
        let place = |j: usize| permutation.iter().position(|&p| usize::try_from(p) == Ok(j));
        let places: Vec<usize> = (0..map.n_results()).map(place).collect::<Option<_>>()?;
        let results: Vec<_> = places.iter().map(|&p| map.results()[p].clone()).collect();
        Some(Self { buffer: source, map: AffineMap::new(map.n_dims(), 0, results), transpose: Some(op) })
    }
}

/// The only writer of a buffer that only a product reads, if it is a transpose: the op, its source, and its permutation.
fn transposed(b: &Body, product: Op, buffer: Value) -> Option<(Op, Value, Vec<i64>)> {
    if root(b, buffer) != Root::Alloc(buffer) {
        return None;
    }
    let mut found = None;
    for (user, i) in b.uses_of(buffer) {
        if user == product || user.isa::<DeallocOp>(b) {
            continue;
        }
        if !user.isa::<TransposeOp>(b) || i != 1 || found.is_some() {
            return None;
        }
        found = Some(user);
    }
    // A buffer with many uses has other readers.
    let op = found.filter(|_| buffer_alias::stays(b, buffer))?;
    let source = b.operand(op, 0);
    if b.parent_block(op) != b.parent_block(product) || !b.is_before(op, product) {
        return None;
    }
    let plain = is_memref(b, source) && layout::is_identity(b.cx(), b.ty(source));
    let read = [Access::new(b, source, false)];
    let unchanged = |&o: &Op| !conflict(b, &read, &accesses(b, o));
    if !plain || !between_at_most(b, op, product, FARTHEST).is_some_and(|ops| ops.iter().all(unchanged)) {
        return None;
    }
    let permutation = b.attr(op, "permutation").and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a))?;
    Some((op, source, permutation.values.to_vec()))
}

/// Whether the results of a map are different loops.
pub(super) fn is_projection(map: &AffineMap) -> bool {
    let dims: Option<Vec<u32>> = map.results().iter().map(AffineExpr::as_dim).collect();
    dims.is_some_and(|d| d.iter().enumerate().all(|(i, x)| !d[..i].contains(x)))
}
