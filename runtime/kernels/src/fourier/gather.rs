//! Lines and columns of an array from and to the rows of a group.

use super::super::dense::{Real, Vector};
use super::super::square::SIDE;
use super::plan::Plan;

/// Where the numbers of a line are in the rows of a group.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    /// The positions of points; those after them have their own.
    pub order: &'a [usize],
    /// Whether real and imaginary parts are exchanged.
    pub exchanged: bool,
}

impl<'a> Places<'a> {
    /// The places that passes read.
    pub fn before<T>(plan: &'a Plan<T>, exchanged: bool) -> Self {
        Self { order: &plan.order, exchanged }
    }
    /// The places that passes wrote.
    pub fn after(exchanged: bool) -> Self {
        Self { order: &[], exchanged }
    }
    /// The row of a number of a line: those of a complex number follow each other.
    #[inline(always)]
    pub fn row(self, number: usize) -> usize {
        let point = number / 2;
        2 * self.order.get(point).copied().unwrap_or(point) + (number % 2 ^ usize::from(self.exchanged))
    }
}

/// Reads lines of `numbers` numbers, at most as many as a vector has lanes, and zeros for the others.
#[inline(always)]
pub(super) fn read_lines<T: Real, V: Vector<T>>(
    lines: &[T],
    numbers: usize,
    places: Places<'_>,
    rows: &mut [T],
) {
    let count = lines.len() / numbers;
    if count < V::LANES {
        rows.fill(T::default());
    }
    let end = if count < V::LANES { 0 } else { numbers / SIDE * SIDE };
    for j in (0..end).step_by(SIDE) {
        let across = V::load_across(&lines[j..], numbers);
        for k in 0..SIDE {
            across[k].store(&mut rows[places.row(j + k) * V::LANES..]);
        }
    }
    for j in end..numbers {
        for (to, from) in rows[places.row(j) * V::LANES..].iter_mut().zip(lines.chunks_exact(numbers)) {
            *to = from[j];
        }
    }
}

/// Writes lines of `numbers` numbers, from places [`after`](Places::after) the passes.
#[inline(always)]
pub(super) fn write_lines<T: Real, V: Vector<T>>(
    rows: &[T],
    places: Places<'_>,
    lines: &mut [T],
    numbers: usize,
) {
    let count = lines.len() / numbers;
    let end = if count < V::LANES { 0 } else { numbers / SIDE * SIDE };
    for j in (0..end).step_by(SIDE) {
        let [a, b, c, d]: [V; SIDE] = [
            V::load(&rows[places.row(j) * V::LANES..]),
            V::load(&rows[places.row(j + 1) * V::LANES..]),
            V::load(&rows[places.row(j + 2) * V::LANES..]),
            V::load(&rows[places.row(j + 3) * V::LANES..]),
        ];
        V::store_across([a, b, c, d], &mut lines[j..], numbers);
    }
    for j in end..numbers {
        for (to, &from) in lines.chunks_exact_mut(numbers).zip(&rows[places.row(j) * V::LANES..]) {
            to[j] = from;
        }
    }
}

/// Some neighbouring columns of a matrix of complex numbers.
pub trait Columns<T> {
    /// The numbers of a row in these columns: real and imaginary parts in turn.
    fn row(&mut self, row: usize) -> &mut [T];
}

/// Reads columns, at most as many as a vector has lanes, and zeros for the others.
#[inline(always)]
pub(super) fn read_columns<T: Real, V: Vector<T>>(
    columns: &mut impl Columns<T>,
    places: Places<'_>,
    rows: &mut [T],
) {
    for (point, &at) in places.order.iter().enumerate() {
        let from = columns.row(point);
        let (first, second) = rows[at * 2 * V::LANES..][..2 * V::LANES].split_at_mut(V::LANES);
        let (re, im) = if places.exchanged { (second, first) } else { (first, second) };
        if from.len() == 2 * V::LANES {
            let [real, imaginary] = V::load_pairs(from);
            real.store(re);
            imaginary.store(im);
            continue;
        }
        re.fill(T::default());
        im.fill(T::default());
        for ((re, im), from) in re.iter_mut().zip(im).zip(from.as_chunks::<2>().0) {
            [*re, *im] = *from;
        }
    }
}

/// Writes columns, from places [`after`](Places::after) the passes.
#[inline(always)]
pub(super) fn write_columns<T: Real, V: Vector<T>>(
    rows: &[T],
    places: Places<'_>,
    columns: &mut impl Columns<T>,
) {
    for (point, both) in rows.chunks_exact(2 * V::LANES).enumerate() {
        let (first, second) = both.split_at(V::LANES);
        let (re, im) = if places.exchanged { (second, first) } else { (first, second) };
        let to = columns.row(point);
        if to.len() == 2 * V::LANES {
            V::store_pairs([V::load(re), V::load(im)], to);
            continue;
        }
        for (to, (&re, &im)) in to.as_chunks_mut::<2>().0.iter_mut().zip(re.iter().zip(im)) {
            *to = [re, im];
        }
    }
}
