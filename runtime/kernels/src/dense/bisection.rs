//! Singular values of a bidiagonal matrix without vectors, each by bisection: a lane has the interval of one value, and threads have groups of lanes.
//!
//! How many values are less than `s` is the number of negative pivots of `B' B - s²`. These follow from the squares of the two diagonals, and are so
//! precise that intervals can be halved down to the last bits.

use super::form::Loop;
use super::real::Real;
use super::vector::Vector;
use crate::memory::Collected;
use crate::parallel::for_each;

/// The values of a group: several vectors, as divisions take long.
pub(super) const GROUP: usize = 32;
/// The most halvings; usually twice as many as a number has bits are enough.
const HALVINGS: usize = 160;
/// No value is larger where no number of the diagonals is larger than 1.
const BOUND: f64 = 2.0;
/// A smaller pivot counts as this one, negative.
const LEAST: f64 = 1e-290;
/// About how many operations a pivot of a value has, in all halvings.
const OPERATIONS: usize = 64;

/// Fills `values` with the singular values of the matrix with the diagonals `d` and `e`, the largest first, divided by `scale`.
pub(super) fn values<T: Real>(d: &[f64], e: &[f64], values: &mut [T], scale: f64) {
    let n = d.len();
    let largest = d.iter().chain(e).fold(0.0f64, |most, v| most.max(v.abs()));
    if largest == 0.0 {
        return values.fill(T::default());
    }
    let square = |v: f64| (v / largest) * (v / largest);
    let squares: Vec<[f64; 2]> = d.iter().zip(e).map(|(&d, &e)| [square(d), square(e)]).collected();
    for_each(values.chunks_mut(GROUP), n * n * OPERATIONS, |group, values| {
        let found = T::run(Intervals { squares: &squares, rank: n - 1 - group * GROUP });
        values.iter_mut().zip(found).for_each(|(to, value)| *to = T::from_f64(value * largest / scale));
    });
    // Rounding must not exchange values that are nearly equal.
    values.sort_unstable_by(|a, b| b.wide().total_cmp(&a.wide()));
}

/// The intervals of neighbouring values.
struct Intervals<'a> {
    /// The squares of both diagonals; that above the main one ends with a zero.
    squares: &'a [[f64; 2]],
    /// How many values are less than the first, the largest one.
    rank: usize,
}

impl<T: Real> Loop<T> for Intervals<'_> {
    type Output = [f64; GROUP];
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) -> [f64; GROUP] {
        let precision = (T::STEP * 1e-2).max(f64::EPSILON);
        let mut ranks = [0.0; GROUP];
        for lane in 0..GROUP {
            ranks[lane] = self.rank.saturating_sub(lane) as f64;
        }
        let (mut low, mut high) = ([0.0; GROUP], [BOUND; GROUP]);
        for _ in 0..HALVINGS {
            let (mut middle, mut shift, mut last) = ([0.0; GROUP], [0.0; GROUP], [0.0; GROUP]);
            for lane in 0..GROUP {
                middle[lane] = (low[lane] + high[lane]) / 2.0;
                shift[lane] = middle[lane] * middle[lane];
                last[lane] = -shift[lane];
            }
            let mut negative = [0.0; GROUP];
            for &[d, e] in self.squares {
                for lane in 0..GROUP {
                    let pivot = d + last[lane];
                    let pivot = if pivot.abs() < LEAST { -LEAST } else { pivot };
                    negative[lane] += if pivot < 0.0 { 1.0 } else { 0.0 };
                    last[lane] = last[lane] / pivot * e - shift[lane];
                }
            }
            let mut is_done = true;
            for lane in 0..GROUP {
                let is_less = negative[lane] > ranks[lane];
                high[lane] = if is_less { middle[lane] } else { high[lane] };
                low[lane] = if is_less { low[lane] } else { middle[lane] };
                is_done &= high[lane] - low[lane] <= precision * high[lane].max(1e-3);
            }
            if is_done {
                break;
            }
        }
        let mut found = [0.0; GROUP];
        for lane in 0..GROUP {
            found[lane] = (low[lane] + high[lane]) / 2.0;
        }
        found
    }
}
