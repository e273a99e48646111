//! Factorizations and systems of many small matrices: a lane of a vector has the numbers of one matrix, so that no step depends on the
//! order of a matrix, and calls cost nothing for each.
//!
//! A group has as many matrices as a tile has columns. Its numbers are transposed, so that the same number of all matrices is contiguous,
//! and back afterwards. Lanes without a matrix compute with zeros.

pub(super) mod cholesky;
pub(super) mod lu;
mod systems;

use super::form::Form;
use super::real::Real;
use super::transpose_part;
use super::vector::Vector;

pub use cholesky::cholesky_all;
pub use lu::lu_all;

/// The most numbers of a matrix in a lane: more of them would not stay in the caches.
const MOST: usize = 1024;

/// How many of `count` matrices, from the first on, are computed in lanes if each has `size` numbers. A group that is almost empty would
/// cost more than its matrices one by one.
pub fn in_lanes<T: Real>(count: usize, size: usize) -> usize {
    let group = T::tile(Form::best())[1];
    match count % group {
        _ if size == 0 || size > MOST => 0,
        rest if rest < group / 4 => count - rest,
        _ => count,
    }
}

/// Reads up to `NR` matrices of `size` numbers into lanes.
#[inline(always)]
fn gather<T: Real, const NR: usize>(matrices: &[T], lanes: &mut [[T; NR]], size: usize) {
    let count = matrices.len() / size;
    transpose_part(matrices, lanes.as_flattened_mut(), [size, NR], [count, size]);
    if count < NR {
        lanes.iter_mut().for_each(|lanes| lanes[count..].fill(T::default()));
    }
}

/// Writes them back.
#[inline(always)]
fn scatter<T: Real, const NR: usize>(lanes: &[[T; NR]], matrices: &mut [T], size: usize) {
    let count = matrices.len() / size;
    transpose_part(lanes.as_flattened(), matrices, [NR, size], [size, count]);
}

/// `to -= a b` in each lane.
#[inline(always)]
fn subtract_product<T: Real, V: Vector<T>, const NR: usize>(to: &mut [T; NR], a: &[T; NR], b: &[T; NR]) {
    for at in [0, V::LANES] {
        V::load(&to[at..]).minus_product(V::load(&a[at..]), V::load(&b[at..])).store(&mut to[at..]);
    }
}

/// `from` minus the sum of products of pairs in each lane.
#[inline(always)]
fn minus_products<'a, T: Real, V: Vector<T>, const NR: usize>(
    from: &[T; NR],
    pairs: impl Iterator<Item = (&'a [T; NR], &'a [T; NR])>,
) -> [T; NR] {
    let mut sums = [V::load(from), V::load(&from[V::LANES..])];
    for (a, b) in pairs {
        sums[0] = sums[0].minus_product(V::load(a), V::load(b));
        sums[1] = sums[1].minus_product(V::load(&a[V::LANES..]), V::load(&b[V::LANES..]));
    }
    let mut out = [T::default(); NR];
    sums[0].store(&mut out);
    sums[1].store(&mut out[V::LANES..]);
    out
}

/// Divides in each lane.
#[inline(always)]
fn divide<T: Real, const NR: usize>(to: &mut [T; NR], by: &[T; NR]) {
    for i in 0..NR {
        to[i] = to[i] / by[i];
    }
}
