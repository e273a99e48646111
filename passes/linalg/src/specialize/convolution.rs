//! Convolutions and pooling.

use strata_ir::prelude::*;
use strata_linalg::{CONVOLUTIONS, POOLINGS};
use strata_passes_analysis::structured_op::Structured;

use super::keep_if_same;

/// The op of [`CONVOLUTIONS`] or [`POOLINGS`] with these loops, maps and payload.
pub(super) fn window(s: &Structured, rw: &mut Rewriter<'_>) -> Option<Op> {
    let &[output] = &s.outputs[..] else { return None };
    CONVOLUTIONS.iter().chain(POOLINGS).find_map(|row| {
        let (strides, dilations) = row.structure.match_maps(&s.maps)?;
        if row.structure.iterator_types() != s.iterators {
            return None;
        }
        keep_if_same(s, rw, |rw| {
            let mut attributes = Vec::new();
            if row.has_windows {
                attributes.push(("strides", i64_tensor(rw.cx(), &strides)?));
                attributes.push(("dilations", i64_tensor(rw.cx(), &dilations)?));
            }
            (row.create)(rw, &s.inputs, output, &attributes).ok()
        })
    })
}

/// A vector of numbers as an attribute.
fn i64_tensor(cx: &Context, values: &[i64]) -> Option<Attr> {
    cx.dense_i64s(cx.tensor(&[values.len() as i64], cx.i64()), values)
}
