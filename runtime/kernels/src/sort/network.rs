//! Sorting many short lines at once, each in a lane of vectors: no step depends on what the numbers are.

use super::LINES;

/// Lines of at most as many elements are sorted by a network: the number of its steps grows faster than that of digits.
pub(super) const SHORT: usize = 512;
/// The same for items of 64 bits, half of which a vector has.
pub(super) const SHORT_WIDE: usize = 256;
/// Where there are fewer lines, most of the lanes would be idle.
pub(super) const FEW_LINES: usize = 8;

/// An element of each line.
pub(super) type Row<T> = [T; LINES];

/// Sorts each lane: Batcher's odd-even merge sort, for any number of rows.
pub(super) fn sort<T: Copy + Ord>(rows: &mut [Row<T>]) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn widest<T: Copy + Ord>(rows: &mut [Row<T>]) {
            merge_sort(rows);
        }
        #[target_feature(enable = "avx2")]
        fn wide<T: Copy + Ord>(rows: &mut [Row<T>]) {
            merge_sort(rows);
        }
        let has_512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq");
        if has_512 {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { widest(rows) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { wide(rows) };
        }
    }
    merge_sort(rows);
}

#[inline(always)]
fn merge_sort<T: Copy + Ord>(rows: &mut [Row<T>]) {
    let n = rows.len();
    // Sorted runs of `run` rows are merged in pairs.
    let mut run = 1;
    while run < n {
        let mut step = run;
        while step > 0 {
            let mut first = step % run;
            while first + step < n {
                let count = step.min(n - first - step);
                // What belongs to two pairs of runs is not compared.
                for i in first..first + count {
                    if i / (2 * run) == (i + step) / (2 * run) {
                        exchange(rows, i, i + step);
                    }
                }
                first += 2 * step;
            }
            step /= 2;
        }
        run *= 2;
    }
}

/// Puts the smaller elements of two rows into the first one.
#[inline(always)]
fn exchange<T: Copy + Ord>(rows: &mut [Row<T>], i: usize, j: usize) {
    let (x, y) = (rows[i], rows[j]);
    let (mut low, mut high) = (x, y);
    for lane in 0..LINES {
        let swap = y[lane] < x[lane];
        low[lane] = if swap { y[lane] } else { x[lane] };
        high[lane] = if swap { x[lane] } else { y[lane] };
    }
    (rows[i], rows[j]) = (low, high);
}
