//! Sorting by the digits of keys, the lowest first, and other ways where there are few items.

/// Below as many items, counting digits costs more than comparing.
const FEW: usize = 600;
/// Bits of a digit of wide keys: three make up 32 bits.
const DIGIT: u32 = 11;

/// Sorts items that are all different, or whose equals cannot be told apart, by their natural order, which is that of the lowest
/// `bits` bits of their keys and then that in which they come.
pub(super) fn sort<T: Copy + Ord + Default>(
    items: &mut Vec<T>,
    spare: &mut Vec<T>,
    bits: u32,
    key: impl Fn(T) -> u64,
) {
    if items.len() < FEW {
        items.sort_unstable();
        return;
    }
    let digit = if bits <= 16 { 8 } else { DIGIT };
    let (passes, buckets) = (bits.div_ceil(digit) as usize, 1usize << digit);
    let mask = buckets - 1;
    let place = |item: T, pass: usize| (key(item) >> (pass as u32 * digit)) as usize & mask;
    let mut counts = vec![0u32; passes << digit];
    for &item in items.iter() {
        for (pass, counts) in counts.chunks_exact_mut(buckets).enumerate() {
            counts[place(item, pass)] += 1;
        }
    }
    spare.clear();
    spare.resize(items.len(), T::default());
    for (pass, counts) in counts.chunks_exact_mut(buckets).enumerate() {
        // A digit that all have in common sorts nothing.
        if counts[place(items[0], pass)] as usize == items.len() {
            continue;
        }
        let mut start = 0;
        for count in counts.iter_mut() {
            (*count, start) = (start, start + *count);
        }
        for &item in items.iter() {
            let at = &mut counts[place(item, pass)];
            spare[*at as usize] = item;
            *at += 1;
        }
        std::mem::swap(items, spare);
    }
}

/// Merges runs of growing length by a relation that need not be an order; the result is that of the loops which a program has where its
/// comparator is not known.
pub(super) fn merge(n: u32, mut before: impl FnMut(u32, u32) -> bool) -> Vec<u32> {
    let (mut from, mut to): (Vec<u32>, Vec<u32>) = ((0..n).collect(), Vec::with_capacity(n as usize));
    let mut width = 1;
    while width < from.len() {
        to.clear();
        for run in from.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let (&[l, ref more_left @ ..], &[r, ref more_right @ ..]) = (left, right) {
                if before(r, l) {
                    to.push(r);
                    right = more_right;
                } else {
                    to.push(l);
                    left = more_left;
                }
            }
            to.extend_from_slice(left);
            to.extend_from_slice(right);
        }
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
    from
}

/// Keys that are compared at once with the largest that still counts.
const BLOCK: usize = 16;

/// The places of the `k` smallest keys, in order; of equal ones the first.
pub(super) fn smallest<K: Copy + Ord>(
    n: usize,
    k: usize,
    key: impl Fn(usize) -> K,
    found: &mut Vec<(K, u32)>,
) {
    found.clear();
    // When as many are found, half of them go.
    let most = (2 * k).max(BLOCK);
    let mut limit: Option<K> = None;
    for first in (0..n).step_by(BLOCK) {
        let block = first..n.min(first + BLOCK);
        if let Some(limit) = limit
            && !block.clone().fold(false, |any, i| any | (key(i) < limit))
        {
            continue;
        }
        for i in block {
            let v = key(i);
            // An equal one comes later than those that were found.
            if limit.is_some_and(|limit| v >= limit) {
                continue;
            }
            found.push((v, i as u32));
            if found.len() >= most && k > 0 && k < found.len() {
                found.select_nth_unstable(k - 1);
                found.truncate(k);
                limit = Some(found[k - 1].0);
            }
        }
    }
    found.sort_unstable();
    found.truncate(k);
}
