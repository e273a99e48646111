//! `linalg-split-concatenations`: elementwise ops on concatenated tensors compute each part by itself, from where it is.
//!
//! # Before
//! ```mlir
//! %1 = tensor.insert_slice %a into %0[0, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<2x64xf32>
//! %2 = tensor.insert_slice %b into %1[1, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<2x64xf32>
//! %3 = linalg.generic … ins(%2, %x : tensor<2x64xf32>, tensor<2x64xf32>) outs(%0) { … arith.addf … }
//! %4 = tensor.extract_slice %3[1, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<1x64xf32>
//! ```
//! # After
//! ```mlir
//! %x0 = tensor.extract_slice %x[0, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<64xf32>
//! %3 = linalg.generic … ins(%a, %x0 : tensor<64xf32>, tensor<64xf32>) outs(%e) { … arith.addf … }
//! %x1 = tensor.extract_slice %x[1, 0] [1, 64] [1, 1] : tensor<2x64xf32> to tensor<64xf32>
//! %4 = linalg.generic … ins(%b, %x1 : tensor<64xf32>, tensor<64xf32>) outs(%e) { … arith.addf … }
//! ```
//! The op that computes a part can then be fused with those that read it, and nothing is put together that is only taken apart again: the rows of the
//! state of a differential equation stay in registers.
//!
//! With `shifted`, the same for concatenations of slices, such as `roll`, and for padded tensors, if all of their users are elementwise.
//! A concatenation of concatenations is one of their parts ([`nested`]).
//! Tensors that are stacked along a new innermost dimension are computed by one op, too ([`stack`]).
//! Results are computed in place, and only once, so what reads them is not divided as they are. This comes after the fusion of
//! elementwise ops, which would not see that the parts belong together.

mod cells;
mod cuts;
mod divide;
mod nested;
mod parts;
mod places;
mod source;
mod stack;
mod worth;

use rustc_hash::FxHashSet;
use strata_ir::{analysis::is_trivially_dead, prelude::*};

/// The most ops that dividing makes of those of one body.
const MAX_NEW: usize = 2048;

/// Which concatenations ops are divided at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Those of tensors whose elements are computed.
    Computed,
    /// Those of slices, and paddings.
    Shifted,
}

/// Divides ops. Returns the number of ops that were divided or that take what they read from a part.
pub fn split(body: &mut Body, kind: Kind) -> usize {
    let (mut changed, mut made) = (0, 0);
    let mut whole: FxHashSet<Value> = FxHashSet::default();
    for op in body.all_ops() {
        if !body.is_live(op) {
            continue;
        }
        if kind == Kind::Computed && (parts::take(body, op).is_some() || parts::put(body, op).is_some()) {
            changed += 1;
            continue;
        }
        if kind == Kind::Shifted && stack::stack(body, op).is_some() {
            changed += 1;
            continue;
        }
        if made > MAX_NEW {
            continue;
        }
        let stop = |v: Value| whole.contains(&v);
        if let Some((results, number)) = divide::divide(body, op, kind, &stop) {
            changed += 1;
            made += number;
            if kind == Kind::Shifted {
                whole.extend(results);
            }
        }
    }
    if changed > 0 {
        // Concatenations are not read any more.
        for op in body.all_ops().into_iter().rev() {
            if body.is_live(op) && is_trivially_dead(body, op) {
                body.erase(op);
            }
        }
    }
    // Slices of a concatenation take what they read from its parts by now.
    if kind == Kind::Computed {
        changed += nested::flatten(body);
    }
    changed
}
