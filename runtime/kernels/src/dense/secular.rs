//! The eigenvalues of a diagonal matrix to which a multiple of `z z'` is added: the roots of `1 / rho + sum(z_j^2 / (d_j - x))`.

use super::form::Loop;
use super::real::Real;
use super::vector::Vector;

/// The most steps for a root; usually a few are enough.
const STEPS: usize = 80;

/// The diagonal in ascending order, and what is added to it.
pub(super) struct Secular<'a> {
    pub d: &'a [f64],
    /// The squares of the vector.
    pub squares: &'a [f64],
    pub rho: f64,
    /// The relative precision of roots.
    pub precision: f64,
}

/// A root, as its distance from the nearest number of the diagonal, so that differences are precise.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Root {
    pub origin: f64,
    pub distance: f64,
}

impl Root {
    pub fn value(self) -> f64 {
        self.origin + self.distance
    }
}

/// Sums of `z_j^2 / (d_j - x)` and of the derivatives for `x` at a distance from an origin.
struct Sums<'a> {
    d: &'a [f64],
    squares: &'a [f64],
    at: Root,
}

impl Loop<f64> for Sums<'_> {
    type Output = [f64; 2];
    #[inline(always)]
    fn run<V: Vector<f64>, const MR: usize, const NR: usize>(self) -> [f64; 2] {
        let Root { origin, distance } = self.at;
        let term = |d: f64, z: f64| {
            let inverse = 1.0 / ((d - origin) - distance);
            [z * inverse, z * inverse * inverse]
        };
        let (mut sums, mut slopes) = ([0.0; NR], [0.0; NR]);
        let ((d, last_d), (z, last_z)) = (self.d.as_chunks::<NR>(), self.squares.as_chunks::<NR>());
        for (d, z) in d.iter().zip(z) {
            for i in 0..NR {
                let [sum, slope] = term(d[i], z[i]);
                sums[i] += sum;
                slopes[i] += slope;
            }
        }
        let mut all = [sums.iter().sum::<f64>(), slopes.iter().sum::<f64>()];
        for (&d, &z) in last_d.iter().zip(last_z) {
            let [sum, slope] = term(d, z);
            all = [all[0] + sum, all[1] + slope];
        }
        all
    }
}

impl Secular<'_> {
    /// The root after number `i` of the diagonal, before the next one.
    pub fn root(&self, i: usize) -> Root {
        let (d, z, n) = (self.d, self.squares, self.d.len());
        if n == 1 {
            return Root { origin: d[0], distance: self.rho * z[0] };
        }
        let is_last = i + 1 == n;
        let first = if is_last { n - 2 } else { i };
        let gap = d[first + 1] - d[first];
        let (origin, mut low, mut high, mut x);
        if is_last {
            (origin, low, high) = (d[i], 0.0, self.rho * z.iter().sum::<f64>());
            x = high / 2.0;
        } else {
            let middle = Root { origin: d[i], distance: gap / 2.0 };
            let [[below, _], [above, _]] = self.sums(i, middle);
            let value = 1.0 / self.rho + below + above;
            // All other terms, approximately.
            let rest = value - 2.0 * (z[i + 1] - z[i]) / gap;
            if value >= 0.0 {
                (origin, low, high) = (d[i], 0.0, gap / 2.0);
                let (a, b) = (rest * gap + z[i] + z[i + 1], z[i] * gap);
                let root = (a * a - 4.0 * b * rest).abs().sqrt();
                x = if a > 0.0 { 2.0 * b / (a + root) } else { (a - root) / (2.0 * rest) };
            } else {
                (origin, low, high) = (d[i + 1], -gap / 2.0, 0.0);
                let (a, b) = (rest * gap - z[i] - z[i + 1], z[i + 1] * gap);
                let root = (a * a + 4.0 * b * rest).abs().sqrt();
                x = if a < 0.0 { 2.0 * b / (a - root) } else { -(a + root) / (2.0 * rest) };
            }
            if !(low < x && x < high) {
                x = (low + high) / 2.0;
            }
        }
        for _ in 0..STEPS {
            let at = Root { origin, distance: x };
            let [[below, below_slope], [above, above_slope]] = self.sums(first, at);
            let value = 1.0 / self.rho + below + above;
            let slope = below_slope + above_slope;
            let size = 1.0 / self.rho + below.abs() + above.abs();
            if value.abs() <= self.precision * (size + x.abs() * slope) {
                break;
            }
            if value < 0.0 {
                low = x;
            } else {
                high = x;
            }
            // The sums on both sides are those of one pole each, with the same values and slopes.
            let [p, q] = [(d[first] - origin) - x, (d[first + 1] - origin) - x];
            let c = value - p * below_slope - q * above_slope;
            let (a, b) = ((p + q) * value - p * q * slope, p * q * value);
            let root = (a * a - 4.0 * b * c).abs().sqrt();
            let mut step = match (is_last, a > 0.0) {
                (false, false) => (a - root) / (2.0 * c),
                (false, true) => 2.0 * b / (a + root),
                (true, true) => (a + root) / (2.0 * c.abs()),
                (true, false) => 2.0 * b / (a - root),
            };
            if !(value * step < 0.0) {
                step = -value / slope;
            }
            let mut next = x + step;
            if !(low < next && next < high) {
                next = (low + high) / 2.0;
            }
            if next == x || high - low <= f64::EPSILON * low.abs().min(high.abs()) {
                break;
            }
            x = next;
        }
        Root { origin, distance: x }
    }
    /// The sums of the terms up to one, and of those after it.
    fn sums(&self, last: usize, at: Root) -> [[f64; 2]; 2] {
        let ((d, more_d), (squares, more_squares)) =
            (self.d.split_at(last + 1), self.squares.split_at(last + 1));
        [f64::run(Sums { d, squares, at }), f64::run(Sums { d: more_d, squares: more_squares, at })]
    }
}

/// Multiplies the squares of the vector for which roots are exact by the factor of a root.
pub(super) struct Exact<'a> {
    pub d: &'a [f64],
    pub root: Root,
    /// The number of the diagonal that the root is after, which is its factor's own.
    pub i: usize,
    pub squares: &'a mut [f64],
}

impl Loop<f64> for Exact<'_> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<f64>, const MR: usize, const NR: usize>(self) {
        let Self { d, root: Root { origin, distance }, i, squares } = self;
        let (own, before) = (d[i], squares[i]);
        for (square, &d) in squares.iter_mut().zip(d) {
            *square *= ((d - origin) - distance) / (d - own);
        }
        squares[i] = before * ((own - origin) - distance);
    }
}

/// A row of eigenvectors, not normalized: `z / (d - x)` for each root `x`; adds the squares to others.
pub(super) struct Row<'a, T> {
    pub z: f64,
    pub d: f64,
    pub origins: &'a [f64],
    pub distances: &'a [f64],
    pub row: &'a mut [T],
    pub norms: &'a mut [f64],
}

impl<T: Real> Loop<T> for Row<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { z, d, origins, distances, row, norms } = self;
        let roots = origins.iter().zip(distances);
        for ((v, norm), (&origin, &distance)) in row.iter_mut().zip(norms).zip(roots) {
            let value = z / ((d - origin) - distance);
            *norm += value * value;
            *v = T::from_f64(value);
        }
    }
}
