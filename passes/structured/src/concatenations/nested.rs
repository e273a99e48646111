//! Concatenations in concatenations: each part is put where it ends up, without a copy of the inner concatenation.
//!
//! ```mlir
//! %1 = tensor.insert_slice %a into %e[0] [3] [1] : tensor<3xf32> into tensor<7xf32>     // before
//! %2 = tensor.insert_slice %b into %1[3] [4] [1] : tensor<4xf32> into tensor<7xf32>
//! %3 = tensor.insert_slice %2 into %x[2] [7] [1] : tensor<7xf32> into tensor<9xf32>
//!
//! %1 = tensor.insert_slice %a into %x[2] [3] [1] : tensor<3xf32> into tensor<9xf32>     // after
//! %3 = tensor.insert_slice %b into %1[5] [4] [1] : tensor<4xf32> into tensor<9xf32>
//! ```
//! Where nothing is put into the inner one, its elements have no value: the outer tensor keeps its own.

use strata_ir::{analysis::is_trivially_dead, prelude::*};
use strata_tensor::{EmptyOp, InsertSliceOp, MixedIndex};

use super::places::{Place, place, shape};

/// Puts the parts of nested concatenations into the outermost ones. Returns how many ops put a concatenation into another tensor.
pub(super) fn flatten(body: &mut Body) -> usize {
    let mut changed = 0;
    // The outermost ones come last. Those inside of them are erased before it is their turn, so that each part is moved once.
    for op in body.all_ops().into_iter().rev() {
        let Some(outer) = op.as_op::<InsertSliceOp>(body) else { continue };
        if is_trivially_dead(body, op) {
            body.erase(op);
            continue;
        }
        let Some(parts) = parts(body, outer) else { continue };
        let mut joined = outer.dest(body);
        for (part, (offsets, sizes)) in parts {
            let steps = vec![1; sizes.len()];
            let [offsets, sizes, steps] = [offsets, sizes, steps]
                .map(|list| list.into_iter().map(MixedIndex::Static).collect::<Vec<_>>());
            let b = &mut Builder::before(body, op);
            joined = InsertSliceOp::create(b, part, joined, &offsets, &sizes, &steps);
        }
        body.replace_all_uses(outer.result(body), joined);
        body.erase(op);
        changed += 1;
    }
    changed
}

/// The parts of the concatenations that `outer` puts into a tensor, and their places there, in order; `None` where it puts no concatenation.
fn parts(body: &Body, outer: InsertSliceOp) -> Option<Vec<(Value, Place)>> {
    let mut parts = Vec::new();
    let mut left = vec![(outer, place(body, &outer)?)];
    while let Some((insert, (offsets, sizes))) = left.pop() {
        let Some(inner) = inserts(body, insert) else {
            parts.push((insert.source(body), (offsets, sizes)));
            continue;
        };
        left.extend(inner.into_iter().map(|(insert, (at, sizes))| {
            let moved = at.iter().zip(&offsets).map(|(&inner, &outer)| inner + outer).collect();
            (insert, (moved, sizes))
        }));
    }
    (parts.len() > 1).then_some(parts)
}

/// The insertions that the source of `insert` consists of, and their places, the last one first; `None` where it is no concatenation, or others
/// read it.
fn inserts(body: &Body, insert: InsertSliceOp) -> Option<Vec<(InsertSliceOp, Place)>> {
    let (mut at, mut found) = (insert.source(body), Vec::new());
    // A row that is put into a matrix has other dimensions.
    shape(body, at).filter(|_| !insert.dropped_dims(body).contains(&true))?;
    while let Some(insert) = body.def_as::<InsertSliceOp>(at) {
        if !body.has_one_use(at) {
            return None;
        }
        found.push((insert, place(body, &insert)?));
        at = insert.dest(body);
    }
    (body.def_as::<EmptyOp>(at).is_some() && !found.is_empty()).then_some(found)
}
