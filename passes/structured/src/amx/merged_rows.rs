//! Two loops over rows as one, for images whose rows of pixels are shorter than a tile or no multiple of it.
//!
//! ```text
//! 7 x 7 pixels of an image of 9 x 9:   x x x x x x x . .     One loop over 6 * 9 + 7 = 61 rows of the factor, with steps of one pixel,
//!                                      x x x x x x x . .     fills four tiles, of which some rows (.) are not wanted. Sums are made in a
//!                                      …                     buffer of 61 rows; the wanted ones are added to the result.
//! ```
//! All rows lie between the first one and the last one that the loops read, so that nothing else is read.

use strata_ir::prelude::*;
use strata_memref::{AllocOp, DeallocOp};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;

use super::{
    pieces::{Emission, in_buffer, take_sums},
    plan::{Plan, TILE},
};
use crate::{
    panels::nest_op::Dim,
    vectorize::contract::loop_nest::{Loop, Memory, Nest, OPERANDS},
};

/// One loop over rows has to need so many parts of the tiles that two loops need: three of four.
const GAIN: (i64, i64) = (3, 4);

/// A contraction two loops of which are one.
pub(super) struct Merged {
    /// The loops, whose sums are in a buffer of their own.
    pub nest: Nest,
    pub plan: Plan,
    /// Elements of the buffer.
    elements: i64,
    /// The wanted sums: where they are in the buffer, and in the result.
    wanted: Vec<Dim>,
}

fn tiles(rows: i64) -> i64 {
    rows.saturating_add(TILE - 1) / TILE
}

/// The contraction with the two loops merged that saves most tiles; `alone` is its plan without.
pub(super) fn merged(nest: &Nest, alone: Option<&Plan>) -> Option<Merged> {
    let pairs = (0..nest.loops.len()).flat_map(|h| (0..nest.loops.len()).map(move |w| (h, w)));
    let candidates = pairs.filter_map(|(h, w)| Some((tiles(merged_rows(nest, h, w)?.0), h, w)));
    let (count, h, w) = candidates.min()?;
    let size = |d: usize| nest.loops[d].size;
    let now = alone.map(|plan| {
        let other = if plan.row == h { w } else { h };
        tiles(size(plan.row)).saturating_mul(size(other))
    });
    let pays = now.is_none_or(|now| count.saturating_mul(GAIN.1) <= now.saturating_mul(GAIN.0));
    pays.then(|| Merged::new(nest, h, w))?
}

/// How many rows loop `h` around loop `w` makes as one loop, where both move one factor only, and `h` by a multiple of `w`; and that multiple.
fn merged_rows(nest: &Nest, h: usize, w: usize) -> Option<(i64, i64)> {
    let [outer, inner] = [h, w].map(|d| &nest.loops[d]);
    if h == w || outer.reduction || inner.reduction {
        return None;
    }
    let other = (0..2).find(|&o| inner.strides[o] > 0)?;
    let [far, near] = [outer, inner].map(|l| l.strides[other]);
    let alone = outer.strides[1 - other] == 0 && inner.strides[1 - other] == 0;
    let apart = far / near;
    let fits = alone && far % near == 0 && apart >= inner.size;
    fits.then(|| Some(((outer.size - 1).checked_mul(apart)?.checked_add(inner.size)?, apart)))?
}

impl Merged {
    fn new(nest: &Nest, h: usize, w: usize) -> Option<Merged> {
        let (rows, apart) = merged_rows(nest, h, w)?;
        // The buffer has the order of the result.
        let mut order: Vec<usize> = (0..nest.loops.len()).filter(|&d| !nest.loops[d].reduction).collect();
        order.sort_by_key(|&d| nest.loops[d].strides[2]);
        let (mut places, mut elements) = (vec![0i64; nest.loops.len()], 1i64);
        for &d in order.iter().filter(|&&d| d != h) {
            places[d] = elements;
            elements = elements.checked_mul(if d == w { rows } else { nest.loops[d].size })?;
        }
        places[h] = places[w].checked_mul(apart)?;
        let of = |d: usize| {
            let l = &nest.loops[d];
            Dim { size: l.size, reduction: false, strides: l.strides, place: places[d] }
        };
        let wanted = order.iter().rev().map(|&d| of(d)).collect();
        let mut loops: Vec<Loop> = Vec::new();
        for (d, l) in nest.loops.iter().enumerate().filter(|&(d, _)| d != h) {
            let [x, y, _] = l.strides;
            let size = if d == w { rows } else { l.size };
            loops.push(Loop { size, reduction: l.reduction, strides: [x, y, places[d]] });
        }
        let nest = Nest { loops, starts: [nest.starts[0], nest.starts[1], 0], group: nest.group };
        let plan = Plan::choose(&nest)?;
        Some(Merged { nest, plan, elements, wanted })
    }

    /// Writes the contraction.
    pub fn emit(
        &self,
        b: &mut Builder<'_>,
        operands: [Value; OPERANDS],
        start: i64,
        unsigned: [bool; 2],
        zero: bool,
    ) -> Option<()> {
        let result = Memory::from_buffer(b, operands[2])?;
        let elem = b.cx().elem_or_self(b.ty(operands[2]));
        let (ty, alignment) = (b.cx().memref(&[self.elements], elem), b.cx().i64_attr(BUFFER_ALIGNMENT));
        let sums = AllocOp::build(b, &[], &[], Some(alignment), ty);
        let operands = [operands[0], operands[1], sums];
        Emission::new(b, &self.nest, &self.plan, operands, unsigned)?.emit(b, true);
        let to = result.moved(b, start, &[]);
        take_sums(b, &self.wanted, in_buffer(sums, 0), to, zero);
        DeallocOp::build(b, sums);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A convolution of `size` by `size` pixels with 64 channels, of an image with a border of `border` pixels.
    fn convolution(size: i64, border: i64) -> Nest {
        let width = size + border;
        let l = |size: i64, reduction: bool, strides: [i64; 3]| Loop { size, reduction, strides };
        let loops = vec![
            l(size, false, [width * 64, 0, size * 32]),
            l(size, false, [64, 0, 32]),
            l(32, false, [0, 2, 1]),
            l(32, true, [2, 64, 0]),
            l(2, true, [1, 1, 0]),
        ];
        Nest { loops, starts: [0; 3], group: 2 }
    }

    #[test]
    fn short_rows_of_pixels_fill_tiles_together() {
        for (size, border, rows) in [(7, 2, 61), (14, 2, 222), (4, 0, 16)] {
            let nest = convolution(size, border);
            assert!(Plan::choose(&nest).is_none());
            let merged = merged(&nest, None).unwrap();
            let loops = &merged.nest.loops;
            assert_eq!((loops[merged.plan.row].size, merged.elements), (rows, rows * 32));
            let places: Vec<i64> = merged.wanted.iter().map(|d| d.place).collect();
            assert_eq!(places, [(size + border) * 32, 32, 1]);
        }
    }

    #[test]
    fn rows_that_fill_tiles_stay() {
        for (size, merges) in [(32, false), (56, false), (18, true)] {
            let nest = convolution(size, 2);
            let plan = Plan::choose(&nest).unwrap();
            assert_eq!(merged(&nest, Some(&plan)).is_some(), merges, "{size}");
        }
    }
}
