//! Products of blocks and triangular systems whose parts run at the same time, with the same results: a number is the sum of the same products in the
//! same order, in tiles at the same places.
//!
//! Both factors of a product are packed in parts, then strips of rows of the result are computed. A triangular system is divided along its columns, in
//! copies of them, because rows are what can be told apart. Products with a short side are divided only if threads read what they write, as
//! products with vectors do ([`matrix_vector`](super::matrix_vector)): the matrix would move between the caches of processors for too little work.

use super::blocks::{Blocks, DEPTH, Side, WIDTH};
use super::form::Form;
use super::pack::Pack;
use super::packed::Packed;
use super::products::Tiles;
use super::real::Real;
use super::strips::{COLUMNS, SOLVED, STRIP, TALL, WIDE};
use super::view::View;
use crate::memory::{Collected, filled};
use crate::parallel::for_each;

/// Into how many parts of rows copies are put back.
const PUT_PARTS: usize = 8;

/// A strip of columns as a matrix of its own.
struct Copy<T> {
    first: usize,
    width: usize,
    numbers: Vec<T>,
}

impl<T: Real> Blocks<'_, T> {
    /// [`Blocks::subtract_product`] in parts.
    pub(super) fn subtract_shared(
        &mut self,
        to: [usize; 2],
        [m, n, k]: [usize; 3],
        a: View<'_, T>,
        b: View<'_, T>,
        upper: bool,
    ) {
        for column in (0..n).step_by(WIDE) {
            let width = WIDE.min(n - column);
            let (to, b) = ([to[0], to[1] + column], b.from(0, column));
            // Rows past the last columns are below the diagonal.
            let rows = if upper { m.min(column + width) } else { m };
            for row in (0..rows).step_by(TALL) {
                let (to, a) = ([to[0] + row, to[1]], a.from(row, 0));
                let size = [TALL.min(rows - row), width, k];
                self.strips(to, size, a, b, upper.then(|| row as isize - column as isize));
            }
        }
    }

    fn strips(
        &mut self,
        to: [usize; 2],
        [m, n, k]: [usize; 3],
        a: View<'_, T>,
        b: View<'_, T>,
        diagonal: Option<isize>,
    ) {
        let tile = T::tile(Form::best());
        let stride = self.stride;
        for first in (0..k).step_by(DEPTH) {
            let depth = DEPTH.min(k - first);
            self.pack(tile, [m, n, depth], a.from(0, first), b.from(first, 0));
            let Packed { left, right, .. } = &self.packed;
            let rows = &mut self.data[to[0] * stride..];
            let strips = rows.chunks_mut(STRIP * stride).take(m.div_ceil(STRIP));
            for_each(strips, m * n * depth, |i, strip| {
                let row = i * STRIP;
                let height = STRIP.min(m - row);
                let a = &left[row * depth..][..height.next_multiple_of(tile[0]) * depth];
                for column in (0..n).step_by(WIDTH) {
                    let width = WIDTH.min(n - column);
                    T::run(Tiles {
                        a,
                        b: &right[column * depth..][..width.next_multiple_of(tile[1]) * depth],
                        depth,
                        c: &mut strip[to[1] + column..],
                        stride,
                        size: [height, width],
                        diagonal: diagonal.map(|by| by + row as isize - column as isize),
                    });
                }
            });
        }
    }

    /// [`Blocks::solve`] in parts.
    pub(super) fn solve_shared(&mut self, side: Side<'_, T>, n: usize, to: [usize; 2], columns: usize) {
        for column in (0..columns).step_by(WIDE) {
            let width = WIDE.min(columns - column);
            let to = [to[0], to[1] + column];
            let mut copies = self.copies(to, [n, width], SOLVED);
            let data = &*self.data;
            let view = View { other: Some(side.view.other.unwrap_or(data)), ..side.view };
            for_each(copies.iter_mut(), n * n * width / 2, |_, copy| {
                let width = copy.width;
                Blocks::new(&mut copy.numbers, width).solve(Side { view, ..side }, n, [0, 0], width);
            });
            self.put(to, n, &copies);
        }
    }

    /// Packs both factors of a product, in as many parts as there are strips.
    fn pack(&mut self, tile: [usize; 2], [m, n, depth]: [usize; 3], a: View<'_, T>, b: View<'_, T>) {
        let Packed { left, right, .. } = &mut self.packed;
        let room = |list: &mut Vec<T>, size: usize| {
            if list.len() < size {
                // Factors that were packed before are not needed, so they do not take memory beside the new list.
                *list = Vec::new();
                *list = filled(T::default(), size);
            }
        };
        let sizes = [m.next_multiple_of(tile[0]) * depth, n.next_multiple_of(tile[1]) * depth];
        room(left, sizes[0]);
        room(right, sizes[1]);
        let turned = View { rows: b.columns, columns: b.rows, ..b };
        let rows = left[..sizes[0]].chunks_mut(STRIP * depth).enumerate();
        let rows = rows.map(|(i, to)| (to, a.from(i * STRIP, 0), STRIP.min(m - i * STRIP), true));
        let columns = right[..sizes[1]].chunks_mut(COLUMNS * depth).enumerate();
        let columns =
            columns.map(|(i, to)| (to, turned.from(i * COLUMNS, 0), COLUMNS.min(n - i * COLUMNS), false));
        let data = &*self.data;
        let parts = rows.chain(columns).collected();
        for_each(parts.into_iter(), (m + n) * depth, |_, (to, from, count, is_left)| {
            T::run(Pack { data, from, size: [count, depth], is_left }.into_room(to));
        });
    }

    /// Copies of strips of the block at `to`, each of so many columns at most.
    fn copies(&self, to: [usize; 2], [m, n]: [usize; 2], columns: usize) -> Vec<Copy<T>> {
        let strips = (0..n).step_by(columns).map(|first| Copy {
            first,
            width: columns.min(n - first),
            numbers: filled(T::default(), m * columns.min(n - first)),
        });
        let mut copies = strips.collected();
        for_each(copies.iter_mut(), m * n, |_, copy| {
            for (i, row) in copy.numbers.chunks_exact_mut(copy.width).enumerate() {
                row.copy_from_slice(
                    &self.data[(to[0] + i) * self.stride + to[1] + copy.first..][..copy.width],
                );
            }
        });
        copies
    }

    /// Puts copies of strips back.
    fn put(&mut self, to: [usize; 2], m: usize, copies: &[Copy<T>]) {
        let stride = self.stride;
        let n: usize = copies.iter().map(|copy| copy.width).sum();
        let each = m.div_ceil(PUT_PARTS);
        let parts = self.data[to[0] * stride..].chunks_mut(each * stride).take(m.div_ceil(each));
        for_each(parts, m * n, |k, rows| {
            for (i, row) in rows.chunks_mut(stride).take(m - k * each).enumerate() {
                let row = &mut row[to[1]..];
                for copy in copies {
                    let from = &copy.numbers[(k * each + i) * copy.width..][..copy.width];
                    row[copy.first..][..copy.width].copy_from_slice(from);
                }
            }
        });
    }
}
