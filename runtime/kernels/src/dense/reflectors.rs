//! [`Reflectors`]: the vectors of reflectors in the form in which they are applied, in groups of four.

use super::PANEL;
use super::columns::stride;
use super::form::Loop;
use super::real::Real;
use super::reflect::{GROUP, Triangle, padded, reflect, reflect_rows, triangle};
use super::transpose_part;
use super::vector::Vector;
use super::view::View;
use crate::memory::{filled, push, with_capacity};
use crate::parallel::for_each;

/// Reflectors of neighbouring columns. The vectors of a group begin in its first row, have ones and zeros in place of the numbers of its
/// triangle, and zeros behind them.
#[derive(Debug)]
pub(super) struct Reflectors<T> {
    groups: Vec<Group<T>>,
}

/// Four reflectors; missing ones have vectors of zeros.
#[derive(Debug, Clone)]
struct Group<T> {
    /// The vectors, each contiguous.
    vectors: Vec<T>,
    triangle: Triangle<T>,
    /// The length of a vector, and the distance between vectors.
    rows: usize,
    stride: usize,
}

/// The numbers of so many reflectors.
pub(super) fn numbers<T: Real>(rows: usize, count: usize) -> usize {
    let group = |k: usize| GROUP * (stride::<T>(rows.saturating_sub(k * GROUP)) + GROUP);
    (0..count.div_ceil(GROUP)).map(group).sum()
}

impl<T: Real> Reflectors<T> {
    /// Memory for `count` reflectors of at most so many rows.
    pub fn new(rows: usize, count: usize) -> Self {
        let mut groups = with_capacity(count.div_ceil(GROUP));
        for k in 0..count.div_ceil(GROUP) {
            push(&mut groups, Group::new(rows - k * GROUP));
        }
        Self { groups }
    }

    /// The reflectors in the columns of a matrix of so many rows, one for each of the `taus`, from the first row and column on.
    pub fn read(a: View<'_, T>, rows: usize, taus: &[T]) -> Self {
        let mut all = Self::new(rows, taus.len());
        let parts = all.groups.chunks_mut(PANEL / GROUP).zip(taus.chunks(PANEL));
        for_each(parts, rows * taus.len(), |k, (groups, taus)| {
            for (i, (group, taus)) in groups.iter_mut().zip(taus.chunks(GROUP)).enumerate() {
                let first = k * PANEL + i * GROUP;
                copy(a.from(first, first), &mut group.vectors, group.stride, [rows - first, taus.len()]);
                T::run(Complete { group, taus });
            }
        });
        all
    }

    /// Group `k` of reflectors that begin in row `row`, from the columns of a matrix from there on.
    #[inline(always)]
    pub fn set<V: Vector<T>, const NR: usize>(
        &mut self,
        k: usize,
        columns: &[T],
        [row, end, stride]: [usize; 3],
        taus: &[T],
    ) {
        let (group, first) = (&mut self.groups[k], row + k * GROUP);
        group.rows = end - first;
        let length = padded::<T, V>(group.rows);
        for (j, to) in group.vectors.chunks_exact_mut(group.stride).enumerate() {
            let to = &mut to[..length];
            match columns.get(j * stride + first..) {
                Some(from) if j < taus.len() => to.copy_from_slice(&from[..length]),
                _ => to.fill(T::default()),
            }
        }
        group.complete::<V, NR>(taus);
    }

    /// Applies group `k` to columns, of which those of the reflectors begin in row `row`.
    #[inline(always)]
    pub fn apply<V: Vector<T>, const NR: usize>(
        &self,
        k: usize,
        columns: &mut [T],
        [row, stride]: [usize; 2],
        transposed: bool,
    ) {
        let (group, first) = (&self.groups[k], row + k * GROUP);
        let length = padded::<T, V>(group.rows);
        let v = group.vectors(length);
        let mut fours = columns.chunks_exact_mut(GROUP * stride);
        for four in &mut fours {
            let c = split(four, stride).map(|c| &mut c[first..][..length]);
            reflect::<T, V, NR, GROUP>(v, &group.triangle, c, transposed);
        }
        for one in fours.into_remainder().chunks_exact_mut(stride) {
            reflect::<T, V, NR, 1>(v, &group.triangle, [&mut one[first..][..length]], transposed);
        }
    }

    /// The number of groups.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }
}

impl<T: Real> Group<T> {
    fn new(rows: usize) -> Self {
        let stride = stride::<T>(rows);
        Self { vectors: filled(T::default(), GROUP * stride), triangle: Triangle::default(), rows, stride }
    }

    /// Writes the ones and zeros, and the triangle.
    #[inline(always)]
    fn complete<V: Vector<T>, const NR: usize>(&mut self, taus: &[T]) {
        for (j, vector) in self.vectors.chunks_exact_mut(self.stride).enumerate().take(taus.len()) {
            vector[..j].fill(T::default());
            vector[j] = T::ONE;
        }
        self.triangle = triangle::<T, V, NR>(self.vectors(padded::<T, V>(self.rows)), taus);
    }

    /// The vectors up to a length.
    #[inline(always)]
    fn vectors(&self, length: usize) -> [&[T]; GROUP] {
        let vector = |j: usize| &self.vectors[j * self.stride..][..length];
        [vector(0), vector(1), vector(2), vector(3)]
    }
}

/// Copies the columns of a matrix of some rows and columns, each to a vector.
fn copy<T: Real>(a: View<'_, T>, vectors: &mut [T], stride: usize, [rows, count]: [usize; 2]) {
    let Some(data) = a.other.and_then(|data| data.get(a.at..)) else { return };
    if a.columns == 1 {
        return transpose_part(data, vectors, [a.rows, stride], [rows, count]);
    }
    for (j, to) in vectors.chunks_mut(stride).take(count).enumerate() {
        to.iter_mut().take(rows).enumerate().for_each(|(i, to)| *to = data[i * a.rows + j * a.columns]);
    }
}

/// A group that is completed.
struct Complete<'a, T> {
    group: &'a mut Group<T>,
    taus: &'a [T],
}

impl<T: Real> Loop<T> for Complete<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        self.group.complete::<V, NR>(self.taus);
    }
}

/// Reflectors that are applied to columns, each contiguous.
pub(super) struct Apply<'a, T> {
    pub reflectors: &'a Reflectors<T>,
    /// So many groups are applied; the others would change nothing.
    pub groups: usize,
    pub columns: &'a mut [T],
    /// The distance between columns.
    pub stride: usize,
    /// The row of the columns in which the reflectors begin.
    pub row: usize,
    /// The transpose of the product.
    pub transposed: bool,
}

impl<T: Real> Loop<T> for Apply<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { reflectors, groups, columns, stride, row, transposed } = self;
        for k in 0..groups {
            let k = if transposed { k } else { groups - 1 - k };
            reflectors.apply::<V, NR>(k, columns, [row, stride], transposed);
        }
    }
}

/// Four columns.
#[inline(always)]
fn split<T>(four: &mut [T], stride: usize) -> [&mut [T]; GROUP] {
    let (a, b) = four.split_at_mut(2 * stride);
    let ((a, b), (c, d)) = (a.split_at_mut(stride), b.split_at_mut(stride));
    [a, b, c, d]
}

/// Reflectors that are applied to a matrix that is as wide as a tile.
pub(super) struct ApplyToRows<'a, T> {
    pub reflectors: &'a Reflectors<T>,
    /// So many groups are applied; the others would change nothing.
    pub groups: usize,
    /// As many rows as the reflectors have.
    pub rows: &'a mut [T],
    /// The transpose of the product.
    pub transposed: bool,
}

impl<T: Real> Loop<T> for ApplyToRows<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { reflectors, groups, rows, transposed } = self;
        let rows = rows.as_chunks_mut::<NR>().0;
        for k in 0..groups {
            let k = if transposed { k } else { groups - 1 - k };
            let group = &reflectors.groups[k];
            let rows = &mut rows[k * GROUP..];
            reflect_rows::<T, V, NR>(group.vectors(group.rows), &group.triangle, rows, transposed);
        }
    }
}
