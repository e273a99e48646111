//! Independence of iterations: loops whose iterations access different memory.
//!
//! Iterations are independent when every element that is written, and every element that is read from a written buffer, has the induction
//! variable as its index in one dimension, the same dimension for all of them. A slice of one element in that dimension, at the induction
//! variable, counts as well.

use rustc_hash::FxHashMap;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_linalg::LinalgOp;
use strata_memref::{LoadOp, StoreOp, SubViewOp};
use strata_tensor::{MixedIndex, OffsetSizeStride};

use crate::buffer_alias::{Root, accesses, is_memref, is_view, root};

/// Whether iterations of the loop with this induction variable access different elements of the buffers that are written in `outer`.
pub fn is_independent(b: &Body, outer: Op, iv: Value) -> bool {
    let inside = |v: Value| b.def_op(v).is_some_and(|d| b.is_ancestor(outer, d));
    let all = accesses(b, outer);
    let written: Vec<Root> = all.iter().filter(|a| a.write).map(|a| a.root).collect();
    if !written.iter().all(|root| root.is_known()) {
        return false;
    }
    let mut of: FxHashMap<Value, (Value, Vec<usize>)> = FxHashMap::default();
    for op in b.ops_in(outer) {
        // Loops and branches have the effects of the ops in them.
        let around = b.has_trait(op, Trait::RecursiveMemoryEffects) && !op.implements::<dyn LinalgOp>(b);
        if is_view(b, op) || is_memory_effect_free(b, op) || around {
            continue;
        }
        let operands: Vec<Value> = b.operands(op).collect();
        for (i, &v) in operands.iter().enumerate().filter(|&(_, &v)| is_memref(b, v)) {
            let memory = match root(b, v) {
                // A buffer that is allocated inside belongs to one iteration.
                Root::Alloc(m) if inside(m) && root(b, v).local(b).is_some() => continue,
                r if !written.iter().any(|w| w.may_alias(b, r)) => continue,
                Root::Alloc(m) | Root::Distinct(m) => m,
                Root::Unknown(_) => return false,
            };
            let simple = op.isa::<LoadOp>(b) && i == 0 || op.isa::<StoreOp>(b) && i == 1;
            let (base, dims) = match b.def_op(v).filter(|d| is_view(b, *d) && inside(v)) {
                None if simple => {
                    let indices = operands.iter().skip(i + 1).enumerate();
                    (v, indices.filter(|&(_, &x)| x == iv).map(|(d, _)| d).collect())
                }
                None => (v, Vec::new()),
                Some(view) => slice_dims(b, view, iv),
            };
            let known = of.entry(memory).or_insert_with(|| (base, dims.clone()));
            known.1.retain(|d| dims.contains(d));
            if known.0 != base || known.1.is_empty() {
                return false;
            }
        }
    }
    !of.is_empty()
}

/// The buffer that a view is a part of, and the dimensions in which the view is the slice at `iv`.
fn slice_dims(b: &Body, mut view: Op, iv: Value) -> (Value, Vec<usize>) {
    // Reshapes of a slice are in the slice.
    while let Some(source) = b.def_op(b.operand(view, 0)).filter(|d| is_view(b, *d)) {
        view = source;
    }
    let base = b.operand(view, 0);
    let Some(slice) = view.as_op::<SubViewOp>(b) else { return (base, Vec::new()) };
    let places = slice.mixed_offsets(b).into_iter().zip(slice.mixed_sizes(b)).enumerate();
    let one = |&(_, (offset, size)): &(usize, (MixedIndex, MixedIndex))| {
        offset == MixedIndex::Value(iv) && size == MixedIndex::Static(1)
    };
    (base, places.filter(one).map(|(d, _)| d).collect())
}
