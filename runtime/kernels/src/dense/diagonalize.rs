//! Eigenvalues of tridiagonal matrices by QL steps, whose rotations are those of the vectors.

use super::real::Real;
use super::turns::{Basis, length};
use crate::memory::with_capacity;

/// The most steps for each eigenvalue; usually a few are enough.
const STEPS: usize = 60;

/// Replaces `d` by the eigenvalues of the tridiagonal matrix with the diagonals `d` and `e`, by QL steps. The rows of the basis, which
/// are in reverse order, are rotated in the same way.
pub(super) fn diagonalize<T: Real>(d: &mut [f64], e: &mut [f64], basis: &mut Basis<T>) -> Option<()> {
    let n = d.len();
    let precision = (T::STEP * 1e-2).max(f64::EPSILON);
    let mut rotations = with_capacity(n);
    for first in 0..n {
        let mut steps = 0;
        loop {
            let small = |k: usize| e[k].abs() <= precision * (d[k].abs() + d[k + 1].abs());
            let last = (first..n - 1).find(|&k| small(k) || e[k].abs() < f64::MIN_POSITIVE).unwrap_or(n - 1);
            if last == first {
                break;
            }
            steps += 1;
            if steps > STEPS {
                return None;
            }
            let slope = (d[first + 1] - d[first]) / (2.0 * e[first]);
            let root = slope.hypot(1.0);
            let mut g = d[last] - d[first] + e[first] / (slope + root.copysign(slope));
            let (mut sin, mut cos, mut shift) = (1.0, 1.0, 0.0);
            rotations.clear();
            let mut is_split = false;
            for i in (first..last).rev() {
                let (f, b) = (sin * e[i], cos * e[i]);
                let size = length(f, g);
                e[i + 1] = size;
                if size == 0.0 {
                    d[i + 1] -= shift;
                    e[last] = 0.0;
                    is_split = true;
                    break;
                }
                let inverse = 1.0 / size;
                (sin, cos) = (f * inverse, g * inverse);
                g = d[i + 1] - shift;
                let r = (d[i] - g) * sin + 2.0 * cos * b;
                shift = sin * r;
                d[i + 1] = g + shift;
                g = cos * r - b;
                rotations.push([cos, sin]);
            }
            basis.turn(n - 1 - last, &rotations);
            if is_split {
                continue;
            }
            d[first] -= shift;
            e[first] = g;
            e[last] = 0.0;
        }
    }
    Some(())
}
