//! Tensors whose elements are made from their indices.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::{GenericOp, IndexOp, IteratorType};
use strata_tensor::MixedIndex;

use super::{Lowered, sizes};

/// A tensor of these sizes whose elements `element` makes from their places.
pub(super) fn indexed(
    b: &mut Builder<'_>,
    to: &[MixedIndex],
    elem: Type,
    mut element: impl FnMut(&mut Builder<'_>, &[Value]) -> Lowered<Value>,
) -> Lowered<Value> {
    let init = sizes::empty(b, to, elem);
    if to.contains(&MixedIndex::Static(0)) {
        return Ok(init);
    }
    let mut failed = None;
    let (maps, loops) = ([AffineMap::identity(to.len() as u32)], vec![IteratorType::Parallel; to.len()]);
    let ty = b.ty(init);
    let generic = GenericOp::build_with(b, &[], &[init], &maps, &loops, &[ty], |b, args| {
        let at: Vec<Value> = (0..to.len()).map(|d| IndexOp::create(b, d)).collect();
        vec![element(b, &at).unwrap_or_else(|e| {
            failed = Some(e);
            args[0]
        })]
    });
    match failed {
        Some(e) => Err(e),
        None => Ok(b.result(generic.op(), 0)),
    }
}
