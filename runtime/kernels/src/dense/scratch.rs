//! How much memory routines need beside the matrices that they are called with: upper bounds that are exact but for lists of few numbers.

use super::blocks::{DEPTH, HEIGHT, WIDTH};
use super::form::Form;
use super::products::{GROUP, MOST_ROWS};
use super::real::Real;
use super::strips::{MOST_SOLVED, TALL, WIDE};
use super::turns::Basis;
use super::{PANEL, SMALL, Triangle, batch, columns, divide, matrix_vector, reflectors};

/// The most numbers that a routine needs beside that if it may divide its work ([`parallel`](crate::parallel)) among so many threads.
#[must_use]
pub fn divided(threads: usize) -> usize {
    (TALL + WIDE) * DEPTH + MOST_SOLVED * WIDE + threads * (HEIGHT + WIDTH) * DEPTH
}

/// Numbers of both packed factors of a product of `m` rows and `n` columns, with `k` columns of the left factor.
fn packed<T: Real>(m: usize, n: usize, k: usize) -> [usize; 2] {
    let [rows, columns] = T::tile(Form::best());
    let depth = if m == 0 || n == 0 { 0 } else { k.min(DEPTH) };
    [m.min(HEIGHT).next_multiple_of(rows) * depth, n.min(WIDTH).next_multiple_of(columns) * depth]
}

/// Numbers of the memory in which one product after the other is computed.
fn all<const N: usize>(products: [[usize; 2]; N]) -> [usize; 2] {
    products.into_iter().fold([0; 2], |[left, right], [a, b]| [left.max(a), right.max(b)])
}

/// Numbers of the products of a triangular system.
fn of_system<T: Real>(n: usize, m: usize, upper: bool) -> [usize; 2] {
    if n <= MOST_ROWS {
        return [0; 2];
    }
    let half = half(n, MOST_ROWS);
    let (rows, depth) = if upper { (half, n - half) } else { (n - half, half) };
    all([packed::<T>(rows, m, depth), of_system::<T>(half, m, upper), of_system::<T>(n - half, m, upper)])
}

/// Numbers of the factors of a triangular system with at most so many rows.
fn triangle(n: usize) -> usize {
    let padded = n.min(MOST_ROWS).next_multiple_of(GROUP);
    (padded + GROUP) * padded / 2
}

/// The first part of some rows or columns, at least two, that are divided.
fn half(n: usize, step: usize) -> usize {
    (n / 2).next_multiple_of(step).min(n - 1)
}

/// Numbers of the lanes that a batch of `count` matrices is computed in, if they have `numbers` numbers with their right sides.
#[must_use]
pub fn lanes<T: Real>(count: usize, numbers: usize) -> usize {
    if batch::in_lanes::<T>(count, 1) == 0 { 0 } else { numbers * T::tile(Form::best())[1] }
}

/// Numbers of a Cholesky factorization.
#[must_use]
pub fn cholesky<T: Real>(n: usize) -> usize {
    if n <= SMALL {
        return n;
    }
    let first = half(n, SMALL);
    let rest = n - first;
    let [left, right] = all([packed::<T>(rest, rest, first), of_system::<T>(first, rest, false)]);
    left + right + triangle(first) + SMALL
}

/// Numbers of a triangular system, whose right sides have this size.
#[must_use]
pub fn solve<T: Real>(how: Triangle, [rows, columns]: [usize; 2]) -> usize {
    let (n, m, turned) = if how.left { (rows, columns, 0) } else { (columns, rows, rows * columns) };
    let [left, right] = of_system::<T>(n, m, how.upper != (how.transposed == how.left));
    turned + triangle(n) + left + right
}

/// Numbers of an LU factorization.
#[must_use]
pub fn lu<T: Real>(m: usize, n: usize) -> usize {
    let steps = m.min(n);
    let panel = steps.min(PANEL) * (m + T::tile(Form::best())[1]);
    let update = |width: usize, columns: usize| {
        all([packed::<T>(m - width, columns, width), of_system::<T>(width, columns, false)])
    };
    let (mut products, mut depth) = ([0; 2], 0);
    if steps > PANEL {
        depth = half(steps, PANEL);
        products = update(depth, steps - depth);
    }
    if n > steps {
        (products, depth) = (all([products, update(steps, n - steps)]), steps);
    }
    panel + triangle(depth) + products[0] + products[1]
}

/// The memory that a routine needs at once: numbers of its own, and those of packed factors, which a thread keeps for the next product.
#[derive(Clone, Copy, Default)]
struct Need {
    own: usize,
    packed: [usize; 2],
}

impl Need {
    /// One after the other.
    fn or(self, other: Self) -> Self {
        Self { own: self.own.max(other.own), packed: all([self.packed, other.packed]) }
    }
    /// The same with more numbers.
    fn and(self, own: usize) -> Self {
        Self { own: self.own + own, ..self }
    }
    fn numbers(self) -> usize {
        self.own + self.packed[0] + self.packed[1]
    }
}

/// Numbers of a QR factorization.
#[must_use]
pub fn qr<T: Real>(m: usize, n: usize) -> usize {
    // The columns, and the reflectors of two panels.
    if m == 0 {
        0
    } else {
        n * columns::stride::<T>(m) + 2 * reflectors::numbers::<T>(m, m.min(n).min(PANEL))
    }
}

/// Numbers of a product of `count` reflectors of `m` rows with a matrix: of them, and of a part of the product.
#[must_use]
pub fn times_q<T: Real>(m: usize, count: usize) -> usize {
    reflectors::numbers::<T>(m, count) + T::tile(Form::best())[1] * columns::stride::<T>(m)
}

fn of_times_q<T: Real>(m: usize, count: usize) -> Need {
    Need { own: times_q::<T>(m, count), ..Need::default() }
}

/// The reduction of a matrix with `n` rows, with so many lists of vectors of a panel that are subtracted later, and a few rows.
fn reduction<T: Real>(n: usize, lists: usize) -> Need {
    let left = n.saturating_sub(PANEL);
    let own = lists * PANEL * (n + 1) + 2 * lists * n + matrix_vector::numbers(n);
    Need { own, packed: packed::<T>(left, left, PANEL) }
}

/// Bytes of the eigenvalues of a symmetric matrix.
#[must_use]
pub fn eigh<T: Real>(n: usize, vectors: bool) -> usize {
    let diagonals = 2 * n * size_of::<f64>();
    let first = reduction::<T>(n, 2);
    if !vectors {
        return first.numbers() * size_of::<T>() + diagonals + n * size_of::<[f64; 2]>();
    }
    let merged = if n <= divide::SMALL { [0; 2] } else { packed::<T>(n.div_ceil(2), n, n) };
    let lists = divide::lists(n);
    let divided = Need { own: divide::scratch::<T>(n) + lists / size_of::<T>(), packed: merged };
    let need = first.or(divided.or(of_times_q::<T>(n, n)).and(n * n)).and(n);
    need.numbers() * size_of::<T>() + diagonals
}

/// Bytes of singular values.
#[must_use]
pub fn svd<T: Real>([m, n]: [usize; 2], vectors: bool, full: bool) -> usize {
    if m < n {
        let columns = if full { n } else { m };
        let turned = m * n + if vectors { n * columns + m * m } else { 0 };
        return turned * size_of::<T>() + svd::<T>([n, m], vectors, full);
    }
    // Diagonals, rotations, and the order of the values.
    let lists = 4 * n * size_of::<f64>() + 5 * n * size_of::<[f64; 2]>();
    let mut need = reduction::<T>(n, 4);
    if vectors {
        let bases = 2 * Basis::<T>::numbers(n) + Basis::<T>::strip(n);
        need = need.or(of_times_q::<T>(n, n)).or(Need { own: bases, ..need }).and(2 * n);
    }
    if m > n {
        // The triangle, and all of the left vectors, whose columns are not next to each other.
        let left = if full && vectors { n * n } else { 0 };
        let after = if vectors { of_times_q::<T>(m, n) } else { Need::default() };
        let first = Need { own: qr::<T>(m, n), ..Need::default() };
        need = first.or(need.and(n * n + left)).or(after.and(n * n)).and(n);
    }
    need.numbers() * size_of::<T>() + lists
}
