//! Rows of two or three elements that follow one another in memory, as the colours of pixels: as many rows as there are lanes are read as whole vectors, of
//! which the columns are picked.
//!
//! ```mlir
//! %rows = vector.load %flat[%first] : memref<3000xf32>, vector<24xf32>
//! %reds = vector.shuffle %rows, %rows [0, 3, 6, 9, 12, 15, 18, 21] : vector<24xf32>, vector<24xf32>
//! ```
//! LLVM makes nine blends and permutations of the three shuffles, where a masked load for each row and their transposition take forty. Longer rows are
//! better transposed.

use strata_ir::prelude::*;
use strata_memref::CollapseShapeOp;

use super::{lane_loops::row_indices, short_rows::follow_one_another};
use crate::structured_op::{Structured, last_two};

/// The most elements of a row.
const MAX_SIZE: i64 = 3;

/// The columns of input `i` for `lanes` rows, of which the first is that of the indices `at`; loop `dim` goes from row to row, and `group` along
/// each. `None` where the rows do not follow one another, or are read otherwise.
pub(super) fn columns(
    b: &mut Builder<'_>,
    s: &Structured,
    sizes: &[i64],
    [dim, group]: [usize; 2],
    i: usize,
    at: &[Value],
    lanes: i64,
) -> Option<Vec<Value>> {
    let (size, buffer) = (sizes[group], s.inputs[i]);
    let elem = b.cx().elem_or_self(b.ty(buffer));
    let is_wide = b.cx().bit_width(elem).is_some_and(|bits| bits >= 32);
    if !(2..=MAX_SIZE).contains(&size)
        || !is_wide
        || !follow_one_another(b, s, sizes, [dim, group], i, buffer)
    {
        return None;
    }
    let rank = b.cx().shaped(b.ty(buffer))?.shape?.len();
    let flat = CollapseShapeOp::create(b, buffer, &last_two(rank))?;
    let indices = row_indices(b, s, i, at, size);
    let [all, column] = [size * lanes, lanes].map(|n| b.cx().vector(&[n], elem));
    let rows = strata_vector::LoadOp::build(b, flat, &indices, None, None, all);
    let pick = |j: i64| -> Vec<i64> { (0..lanes).map(|row| row * size + j).collect() };
    let of_column = |j: i64| {
        let mask = b.cx().i64_array(&pick(j));
        strata_vector::ShuffleOp::build(b, rows, rows, mask, column)
    };
    Some((0..size).map(of_column).collect())
}
