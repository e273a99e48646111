//! [`Panel`]: LU of few columns, each contiguous.

use super::PANEL;
use super::form::Loop;
use super::real::Real;
use super::vector::Vector;

/// The number of columns that are updated together.
const GROUP: usize = 4;

/// Columns of a matrix, one after the other.
pub(super) struct Panel<'a, T> {
    pub columns: &'a mut [T],
    /// The length of a column.
    pub rows: usize,
    /// The distance between columns: after each there is room for the columns of a tile.
    pub stride: usize,
    /// For each column the row that is exchanged with that of its diagonal.
    pub pivots: &'a mut [usize],
}

impl<T: Real> Loop<T> for Panel<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { columns, rows, stride, pivots } = self;
        for first in (0..pivots.len()).step_by(GROUP) {
            let end = pivots.len().min(first + GROUP);
            let (before, group) = columns.split_at_mut(first * stride);
            let group = &mut group[..(end - first) * stride];
            if first > 0 {
                let tops = solve::<T, V>(before, group, [first, stride]);
                update::<T, V>(before, &tops, group, [first, rows, stride]);
            }
            for j in first..end {
                let (before, column) = columns[first * stride..].split_at_mut((j - first) * stride);
                let column = &mut column[..rows];
                for (k, earlier) in before.chunks_exact(stride).enumerate() {
                    let k = first + k;
                    subtract::<T, V>(column[k], &earlier[k + 1..rows], &mut column[k + 1..]);
                }
                let pivot = j + largest::<T, NR>(&column[j..]);
                pivots[j] = pivot;
                if pivot != j {
                    columns.chunks_exact_mut(stride).for_each(|c| c.swap(j, pivot));
                }
                let column = &mut columns[j * stride..][j..rows];
                let divisor = column[0];
                if divisor != T::default() {
                    column[1..].iter_mut().for_each(|v| *v = *v / divisor);
                }
            }
        }
    }
}

/// Subtracts a multiple of a vector.
#[inline(always)]
fn subtract<T: Real, V: Vector<T>>(factor: T, from: &[T], to: &mut [T]) {
    to.iter_mut().zip(from).for_each(|(x, &l)| *x = x.minus_product(V::FUSED, factor, l));
}

/// Solves for the upper parts of the columns of a group; the result has them as rows.
#[inline(always)]
fn solve<T: Real, V: Vector<T>>(
    before: &[T],
    group: &mut [T],
    [count, stride]: [usize; 2],
) -> [[T; GROUP]; PANEL] {
    let mut tops = [[T::default(); GROUP]; PANEL];
    for (c, column) in group.chunks_exact(stride).enumerate() {
        tops.iter_mut().zip(&column[..count]).for_each(|(top, &v)| top[c] = v);
    }
    for k in 0..count {
        let (solved, rest) = tops.split_at_mut(k + 1);
        let solved = solved[k];
        for (top, &l) in rest.iter_mut().zip(&before[k * stride..][k + 1..count]) {
            for c in 0..GROUP {
                top[c] = top[c].minus_product(V::FUSED, l, solved[c]);
            }
        }
    }
    for (c, column) in group.chunks_exact_mut(stride).enumerate() {
        tops.iter().zip(&mut column[..count]).for_each(|(top, v)| *v = top[c]);
    }
    tops
}

/// Subtracts the products of the first columns with the upper parts of the columns of a group from their lower parts.
#[inline(always)]
fn update<T: Real, V: Vector<T>>(
    before: &[T],
    tops: &[[T; GROUP]; PANEL],
    group: &mut [T],
    [count, rows, stride]: [usize; 3],
) {
    if group.len() < GROUP * stride {
        for (c, column) in group.chunks_exact_mut(stride).enumerate() {
            for (k, top) in tops[..count].iter().enumerate() {
                subtract::<T, V>(top[c], &before[k * stride..][count..rows], &mut column[count..rows]);
            }
        }
        return;
    }
    // The last strip ends after the columns.
    for at in (count..rows).step_by(2 * V::LANES) {
        let mut sums = [[V::splat(T::default()); 2]; GROUP];
        for c in 0..GROUP {
            let column = &group[c * stride + at..];
            sums[c] = [V::load(column), V::load(&column[V::LANES..])];
        }
        for (k, top) in tops[..count].iter().enumerate() {
            let from = &before[k * stride + at..];
            let from = [V::load(from), V::load(&from[V::LANES..])];
            for c in 0..GROUP {
                let factor = V::splat(top[c]);
                sums[c] =
                    [sums[c][0].minus_product(factor, from[0]), sums[c][1].minus_product(factor, from[1])];
            }
        }
        for c in 0..GROUP {
            let column = &mut group[c * stride + at..];
            sums[c][0].store(column);
            sums[c][1].store(&mut column[V::LANES..]);
        }
    }
}

/// The position of the largest number, of equals the first; the first number if that is a NaN.
#[inline(always)]
fn largest<T: Real, const N: usize>(numbers: &[T]) -> usize {
    if numbers[0].partial_cmp(&numbers[0]).is_none() {
        return 0;
    }
    // Comparisons with NaN are false.
    let larger = |most: T, v: T| if v.size() > most { v.size() } else { most };
    let (chunks, rest) = numbers.as_chunks::<N>();
    let mut most = [-T::ONE; N];
    for chunk in chunks {
        for i in 0..N {
            most[i] = larger(most[i], chunk[i]);
        }
    }
    let most = most.into_iter().fold(-T::ONE, |most, v| if v > most { v } else { most });
    let most = rest.iter().copied().fold(most, larger);
    let has = |chunk: &[T]| chunk.iter().fold(false, |any, v| any | (v.size() == most));
    let first = numbers.chunks(N).position(has).unwrap_or(0) * N;
    first + numbers[first..].iter().position(|v| v.size() == most).unwrap_or(0)
}
