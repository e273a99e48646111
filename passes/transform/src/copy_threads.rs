//! How many threads copy a tensor, so that each of them copies contiguous elements.

use strata_gpu::ThreadMapping;
use strata_ir::prelude::*;

/// The most bits that one thread reads at once.
const WIDEST: i64 = 128;

/// No dimension is divided among more threads.
const MOST: i64 = 1 << 16;

/// The shape of a copied tensor of at most three dimensions, and the width of its elements; `None` for others.
pub fn copied(body: &Body, op: Op) -> Option<(Vec<i64>, i64)> {
    let &result = body.results(op).first()?;
    let ty = body.cx().type_as::<TensorType>(body.ty(result))?;
    let is_number = body.cx().as_float(ty.elem).is_some() || body.cx().as_int(ty.elem).is_some();
    let bits = body.cx().bit_width(ty.elem).filter(|_| is_number)?;
    let known = bits > 0 && ty.shape.iter().all(|&n| n > 0) && (1..=3).contains(&ty.shape.len());
    known.then(|| (ty.shape.to_vec(), i64::from(bits)))
}

/// The threads of each dimension; `None` if there are too few.
pub fn threads(shape: &[i64], bits: i64, total: i64, alignment: i64) -> Option<Vec<i64>> {
    let alignment = if alignment % bits == 0 { alignment } else { bits };
    let widest = (WIDEST % bits == 0).then_some(WIDEST / bits)?;
    let &row = shape.last()?;
    let divides = |n: &i64| row % n == 0 && widest % n == 0 && (alignment / bits) % n == 0;
    let vector = (1..=widest).rev().find(divides)?;
    // A shorter vector may keep all threads busy; if none does, the longest one is taken.
    let mut length = vector;
    while length >= 1 {
        let used = with_vectors(shape, length, total)?;
        if used.iter().product::<i64>() == total {
            return Some(used);
        }
        length /= 2;
    }
    with_vectors(shape, vector, total)
}

/// The threads where each copies vectors of this length.
fn with_vectors(shape: &[i64], length: i64, total: i64) -> Option<Vec<i64>> {
    let mut sizes = shape.to_vec();
    let last = sizes.last_mut()?;
    *last /= length;
    if *last > total {
        return None;
    }
    let used = most_threads(&sizes, total);
    let count = used.iter().try_fold(1i64, |all, &n| all.checked_mul(n))?;
    (used.len() == shape.len() && count > 0 && count <= total).then_some(used)
}

/// The numbers that divide sizes and have the largest product of at most `limit`; the last size is taken as it is. The first ones of equal
/// products win.
fn most_threads(sizes: &[i64], limit: i64) -> Vec<i64> {
    let [size, rest @ ..] = sizes else { return Vec::new() };
    if rest.is_empty() {
        return vec![*size];
    }
    let (mut best, mut found) = (0, Vec::new());
    for factor in (1..=(*size).min(limit).min(MOST)).filter(|factor| size % factor == 0) {
        let inner = most_threads(rest, limit / factor);
        let count = inner.iter().try_fold(factor, |all, &n| all.checked_mul(n));
        if let Some(count) = count.filter(|&n| n > best && n <= limit) {
            best = count;
            found = std::iter::once(factor).chain(inner).collect();
        }
    }
    found
}

/// The mapping of the dimensions to the numbers of threads; the last dimension is the fastest one.
pub fn mapping(cx: &Context, rank: usize) -> Attr {
    let all = [ThreadMapping::LinearDim2, ThreadMapping::LinearDim1, ThreadMapping::LinearDim0];
    let skipped = all.len().saturating_sub(rank);
    cx.array_attr(all.into_iter().skip(skipped).map(|m| cx.attr(m)).collect())
}
