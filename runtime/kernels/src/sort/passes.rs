//! Passes over all elements of a long line, in parts that threads can run at the same time.

use super::key::{Bits, Map};
use super::{Input, Output, vectors};
use crate::memory::filled;
use crate::parallel::for_each;

/// The elements of a part.
const PART: usize = 1 << 14;

/// The numbers of contiguous keys. Returns whether there are zeros or NaNs that compare equal but have different bits, which are restored
/// at the end.
pub(super) fn read<B: Bits>(map: &Map<B>, bytes: &[u8], numbers: &mut [B]) -> bool {
    let n = numbers.len();
    if n <= PART {
        return read_part(map, bytes, numbers);
    }
    let mut differ = filled(false, n.div_ceil(PART));
    let parts = numbers.chunks_mut(PART).zip(bytes.chunks(PART * size_of::<B>()));
    for_each(parts.zip(&mut differ), n, |_, ((numbers, bytes), differ)| {
        *differ = read_part(map, bytes, numbers);
    });
    differ.contains(&true)
}

fn read_part<B: Bits>(map: &Map<B>, bytes: &[u8], numbers: &mut [B]) -> bool {
    vectors::run(|| {
        let mut differ = B::default();
        for (to, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(size_of::<B>())) {
            let bits = B::read(bytes);
            let canonical = map.canonical(bits);
            differ = differ | (bits ^ canonical);
            *to = map.rank(canonical);
        }
        differ != B::default()
    })
}

/// The keys of sorted numbers, in their place.
pub(super) fn keys<B: Bits>(map: &Map<B>, numbers: &mut [B]) {
    let n = numbers.len();
    for_each(numbers.chunks_mut(PART), n, |_, numbers| {
        vectors::run(|| numbers.iter_mut().for_each(|rank| *rank = map.bits(*rank)));
    });
}

/// Pairs of keys, each at an offset of its element of so many bytes, and their places.
pub(super) fn pairs<B: Bits>(map: &Map<B>, bytes: &[u8], [width, offset]: [usize; 2], pairs: &mut [u64]) {
    let pair = |key: &[u8], place: u32| map.rank(map.canonical(B::read(key))).wide() << 32 | u64::from(place);
    let n = pairs.len();
    for_each(pairs.chunks_mut(PART).zip(bytes.chunks(PART * width)), n, |part, (pairs, bytes)| {
        let places = (part * PART) as u32..;
        if width == size_of::<B>() {
            vectors::run(|| {
                let keys = bytes.chunks_exact(size_of::<B>());
                pairs.iter_mut().zip(keys).zip(places).for_each(|((to, key), place)| *to = pair(key, place));
            });
            return;
        }
        let keys = bytes.chunks_exact(width).map(|element| &element[offset..]);
        pairs.iter_mut().zip(keys).zip(places).for_each(|((to, key), place)| *to = pair(key, place));
    });
}

/// The places of pairs, as integers of `width` bytes.
pub(super) fn places(pairs: &[u64], width: usize, to: &mut [u8]) {
    for_each(to.chunks_mut(PART * width).zip(pairs.chunks(PART)), pairs.len(), |_, (to, pairs)| {
        if width == 4 {
            vectors::run(|| {
                let to = to.as_chunks_mut::<4>().0;
                to.iter_mut().zip(pairs).for_each(|(to, &pair)| *to = (pair as u32).to_le_bytes());
            });
            return;
        }
        for (to, &pair) in to.chunks_exact_mut(width).zip(pairs) {
            to.copy_from_slice(&u64::from(pair as u32).to_le_bytes()[..width]);
        }
    });
}

/// The elements of a line at the places of pairs. `line` is its first element in the input, `to` its elements in the result.
pub(super) fn elements(pairs: &[u64], input: Input<'_>, line: usize, output: &mut Output<'_>, to: usize) {
    match output.width {
        1 => fetch::<1>(pairs, input, line, output, to),
        2 => fetch::<2>(pairs, input, line, output, to),
        4 => fetch::<4>(pairs, input, line, output, to),
        8 => fetch::<8>(pairs, input, line, output, to),
        _ => fetch::<16>(pairs, input, line, output, to),
    }
}

fn fetch<const W: usize>(pairs: &[u64], input: Input<'_>, line: usize, output: &mut Output<'_>, to: usize) {
    let from = &input.bytes.as_chunks::<W>().0[line..];
    let to = &mut output.bytes.as_chunks_mut::<W>().0[to..][..pairs.len()];
    for_each(to.chunks_mut(PART).zip(pairs.chunks(PART)), pairs.len(), |_, (to, pairs)| {
        to.iter_mut().zip(pairs).for_each(|(to, &pair)| *to = from[pair as u32 as usize]);
    });
}
