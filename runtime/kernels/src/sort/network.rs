//! Sorting networks for many short lines at once, each in a lane of vectors: no step depends on the data.

use super::LINES;
#[cfg(target_arch = "x86_64")]
use super::vectors;

/// The longest lines that are sorted by a network: the number of its steps grows faster than that of a radix sort.
pub(super) const SHORT: usize = 512;
/// The same for items of 64 bits, of which a vector has half as many lanes.
pub(super) const SHORT_WIDE: usize = 256;
/// With fewer lines, most of the lanes would be idle.
pub(super) const FEW_LINES: usize = 8;

/// An element of each line.
pub(super) type Row<T> = [T; LINES];

/// Sorts each lane: Batcher's odd-even merge sort, for any number of rows.
pub(super) fn sort<T: Copy + Ord>(rows: &mut [Row<T>]) {
    #[cfg(target_arch = "x86_64")]
    {
        // Closures inherit the target features of the functions around them.
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn widest<T: Copy + Ord>(rows: &mut [Row<T>]) {
            merge_sort(rows, |rows, i, j| exchange(rows, i, j));
        }
        #[target_feature(enable = "avx2")]
        fn wide<T: Copy + Ord>(rows: &mut [Row<T>]) {
            merge_sort(rows, |rows, i, j| exchange(rows, i, j));
        }
        if vectors::has_512() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { widest(rows) };
        }
        if vectors::has_256() {
            // SAFETY: as above.
            return unsafe { wide(rows) };
        }
    }
    merge_sort(rows, exchange);
}

/// [`sort`] for 64-bit numbers, for whose minimum the compiler does not use an instruction.
pub(super) fn sort_wide(rows: &mut [Row<u64>]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{
            _mm512_loadu_epi64, _mm512_max_epu64, _mm512_min_epu64, _mm512_storeu_epi64,
        };

        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn widest(rows: &mut [Row<u64>]) {
            merge_sort(rows, |rows, i, j| {
                let (before, from) = rows.split_at_mut(j);
                let (x, y) = (before[i].as_chunks_mut::<8>().0, from[0].as_chunks_mut::<8>().0);
                for (x, y) in x.iter_mut().zip(y) {
                    let (x, y) = (x.as_mut_ptr().cast(), y.as_mut_ptr().cast());
                    // SAFETY: both are eight numbers, and they are different ones.
                    unsafe {
                        let (a, b) = (_mm512_loadu_epi64(x), _mm512_loadu_epi64(y));
                        _mm512_storeu_epi64(x, _mm512_min_epu64(a, b));
                        _mm512_storeu_epi64(y, _mm512_max_epu64(a, b));
                    }
                }
            });
        }
        if vectors::has_512() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { widest(rows) };
        }
    }
    sort(rows);
}

/// `exchange` puts the smaller elements of two rows into the first one.
#[inline(always)]
fn merge_sort<T: Copy + Ord>(rows: &mut [Row<T>], exchange: impl Fn(&mut [Row<T>], usize, usize)) {
    let n = rows.len();
    // Sorted runs of `run` rows, a power of two, are merged in pairs.
    let mut pair = 0;
    while 1 << pair < n {
        let run = 1 << pair;
        pair += 1;
        let mut step = run;
        while step > 0 {
            let mut first = step % run;
            while first + step < n {
                let count = step.min(n - first - step);
                // Elements of two different pairs of runs are not compared.
                for i in first..first + count {
                    if i >> pair == (i + step) >> pair {
                        exchange(rows, i, i + step);
                    }
                }
                first += 2 * step;
            }
            step /= 2;
        }
    }
}

/// Operations that compilers vectorise to one instruction each.
#[inline(always)]
fn exchange<T: Copy + Ord>(rows: &mut [Row<T>], i: usize, j: usize) {
    let (x, y) = (rows[i], rows[j]);
    rows[i] = std::array::from_fn(|lane| x[lane].min(y[lane]));
    rows[j] = std::array::from_fn(|lane| x[lane].max(y[lane]));
}
