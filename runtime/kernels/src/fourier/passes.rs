//! The passes of a transform over the rows of a group.

use super::super::dense::{Real, Vector};
use super::butterfly::{Pair, butterfly};
use super::plan::{Pass, Plan};

/// Transforms a group, whose points are in the order of the plan; they have their own order afterwards.
#[inline(always)]
pub(super) fn transform<T: Real, V: Vector<T>>(plan: &Plan<T>, rows: &mut [T]) {
    for pass in &plan.passes {
        match pass.radix {
            2 => run::<T, V, 2>(pass, rows),
            3 => run::<T, V, 3>(pass, rows),
            4 => run::<T, V, 4>(pass, rows),
            _ => run::<T, V, 5>(pass, rows),
        }
    }
}

#[inline(always)]
fn run<T: Real, V: Vector<T>, const R: usize>(pass: &Pass<T>, rows: &mut [T]) {
    let part = pass.span * 2 * V::LANES;
    if pass.span == 1 {
        for block in rows.chunks_exact_mut(R * 2 * V::LANES) {
            let mut numbers = [read::<T, V>(block); R];
            for q in 1..R {
                numbers[q] = read::<T, V>(&block[q * 2 * V::LANES..]);
            }
            let numbers = butterfly::<T, V, R>(numbers);
            for q in 0..R {
                write::<T, V>(numbers[q], &mut block[q * 2 * V::LANES..]);
            }
        }
        return;
    }
    for block in rows.chunks_exact_mut(R * part) {
        for (j, factors) in pass.factors.chunks_exact(2 * (R - 1)).enumerate() {
            let at = j * 2 * V::LANES;
            let mut numbers = [read::<T, V>(&block[at..]); R];
            for q in 1..R {
                numbers[q] =
                    read::<T, V>(&block[q * part + at..]).times(factors[2 * q - 2], factors[2 * q - 1]);
            }
            let numbers = butterfly::<T, V, R>(numbers);
            for q in 0..R {
                write::<T, V>(numbers[q], &mut block[q * part + at..]);
            }
        }
    }
}

/// The numbers of two rows.
#[inline(always)]
pub(super) fn read<T: Real, V: Vector<T>>(rows: &[T]) -> Pair<V> {
    let rows = &rows[..2 * V::LANES];
    Pair { re: V::load(rows), im: V::load(&rows[V::LANES..]) }
}

/// Writes two rows.
#[inline(always)]
pub(super) fn write<T: Real, V: Vector<T>>(numbers: Pair<V>, rows: &mut [T]) {
    let rows = &mut rows[..2 * V::LANES];
    numbers.re.store(rows);
    numbers.im.store(&mut rows[V::LANES..]);
}
