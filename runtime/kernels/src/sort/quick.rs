//! Quicksort by vectors: parts are split by whole registers, and short ones are sorted in registers.
//!
//! Numbers whose equals are indistinguishable only, as the order of equals is lost.

use super::item::Item;
use super::lanes::Lanes;
use crate::square::SIDE;

/// The most registers of a part that is sorted in registers.
pub(super) const REGISTERS: usize = 16;
/// The number of samples whose median splits long parts.
const SAMPLES: usize = 64;
/// From this length on parts are long.
const LONG: usize = 1 << 12;
/// The number of parts that may be split badly; then they are sorted otherwise.
pub(super) const BAD: usize = 16;

/// Numbers to sort, and an array of the same length.
pub(super) struct Part<'a, T> {
    pub items: &'a mut [T],
    pub other: &'a mut [T],
    /// They are sorted to the other array.
    pub to_other: bool,
}

/// Sorts a part, no number of which is more than `max`.
#[inline(always)]
pub(super) fn sort_part<T: Item, L: Lanes<T, N>, const N: usize>(part: Part<'_, T>, max: T) {
    let mut bad = 0;
    let mut stack: [Option<Part<'_, T>>; usize::BITS as usize] = [const { None }; _];
    let mut depth = 0;
    let mut part = Some(part);
    while let Some(Part { items, other, to_other }) = part {
        let n = items.len();
        part = None;
        if n <= REGISTERS * N {
            few::<T, L, N>(items, to_other.then_some(other), max);
        } else if bad > BAD {
            items.sort_unstable();
            if to_other {
                other.copy_from_slice(items);
            }
        } else {
            let ([less, others], pivot) = divide::<T, L, N>(Part { items, other, to_other }, max);
            bad += usize::from(less.items.len().min(others.items.len()) < n / 16);
            if less.items.is_empty() {
                part = Some(without_least(others, pivot));
            } else {
                let (short, long) =
                    if less.items.len() < others.items.len() { (less, others) } else { (others, less) };
                stack[depth] = Some(long);
                depth += 1;
                part = Some(short);
            }
        }
        if part.is_none() {
            depth = depth.wrapping_sub(1);
            part = stack.get_mut(depth).and_then(Option::take);
        }
    }
}

/// Divides a part into the numbers that are less than one of them, which is returned, and the others.
#[inline(always)]
pub(super) fn divide<'a, T: Item, L: Lanes<T, N>, const N: usize>(
    part: Part<'a, T>,
    max: T,
) -> ([Part<'a, T>; 2], T) {
    let Part { items, other, to_other } = part;
    let n = items.len();
    let pivot = if n < LONG { near_median::<T, L, N>(items) } else { median::<T, L, N>(items, max) };
    // The numbers that go to the other array must not be where the rest is sorted to.
    if to_other {
        let less = split::<T, L, N, true>(items, other, pivot);
        let (items, spare) = items.split_at_mut(n - less);
        let (less, to) = other.split_at_mut(less);
        let less = Part { items: less, other: spare, to_other: false };
        return ([less, Part { items, other: to, to_other: true }], pivot);
    }
    let less = split::<T, L, N, false>(items, other, pivot);
    let (items, to) = items.split_at_mut(less);
    let (others, spare) = other.split_at_mut(n - less);
    let less = Part { items, other: spare, to_other: false };
    ([less, Part { items: others, other: to, to_other: true }], pivot)
}

/// Sorts those that are equal to the least number, of a part that is sorted to another array; the rest remains to be sorted.
#[inline(always)]
fn without_least<T: Item>(part: Part<'_, T>, least: T) -> Part<'_, T> {
    let Part { items, other, to_other } = part;
    let mut rest = 0;
    for i in 0..items.len() {
        let v = items[i];
        items[rest] = v;
        rest += usize::from(v != least);
    }
    let (first, other) = other.split_at_mut(items.len() - rest);
    first.fill(least);
    Part { items: &mut items[..rest], other, to_other }
}

/// The median of some of many numbers.
#[inline(always)]
pub(super) fn median<T: Item, L: Lanes<T, N>, const N: usize>(items: &[T], max: T) -> T {
    let mut samples = [max; SAMPLES];
    let step = items.len() / SAMPLES;
    samples.iter_mut().enumerate().for_each(|(i, sample)| *sample = items[i * step + step / 2]);
    few::<T, L, N>(&mut samples, None, max);
    samples[SAMPLES / 2]
}

/// A number near the median, of at least three registers: the median of three medians of three medians of three.
#[inline(always)]
fn near_median<T: Item, L: Lanes<T, N>, const N: usize>(items: &[T]) -> T {
    let (chunks, _) = items.as_chunks::<N>();
    let quarter = |i: usize| &chunks[i * chunks.len() / 4];
    let each = median_of::<T, L, N>(L::load(quarter(1)), L::load(quarter(2)), L::load(quarter(3)));
    let each = median_of::<T, L, N>(each, each.flip::<1>(), each.flip::<2>());
    let each = if N > 8 {
        median_of::<T, L, N>(each, each.flip::<4>(), each.flip::<8>())
    } else {
        median_of::<T, L, N>(each, each.flip::<4>(), each.flip::<7>())
    };
    let mut all = [T::default(); N];
    each.store(&mut all);
    all[0]
}

/// The median of three numbers in each lane.
#[inline(always)]
fn median_of<T: Item, L: Lanes<T, N>, const N: usize>(a: L, b: L, c: L) -> L {
    a.min(b).max(a.max(b).min(c))
}

/// Moves the numbers less than a pivot to another array if `LESS` is set, otherwise the others, and the rest to the front; returns how many
/// are less.
#[inline(always)]
fn split<T: Item, L: Lanes<T, N>, const N: usize, const LESS: bool>(
    items: &mut [T],
    other: &mut [T],
    pivot: T,
) -> usize {
    let n = items.len();
    let other = &mut other[..n];
    // How many have been moved to the other array.
    let mut moved = 0;
    let first = n % N;
    for i in 0..first {
        let v = items[i];
        other[moved] = v;
        items[i - moved] = v;
        moved += usize::from((v < pivot) == LESS);
    }
    let pivot = L::splat(pivot);
    let mut at = first;
    while n - at >= 2 * N {
        moved = split_register::<T, L, N, LESS>(items, other, pivot, at, moved);
        moved = split_register::<T, L, N, LESS>(items, other, pivot, at + N, moved);
        at += 2 * N;
    }
    if at < n {
        moved = split_register::<T, L, N, LESS>(items, other, pivot, at, moved);
    }
    if LESS { moved } else { n - moved }
}

/// Moves the numbers of one register, of which those before have been moved; returns how many are in the other array then. A function and no
/// closure: closures are not compiled for the instructions of the function that they are in, and are not always inlined there.
#[inline(always)]
fn split_register<T: Item, L: Lanes<T, N>, const N: usize, const LESS: bool>(
    items: &mut [T],
    other: &mut [T],
    pivot: L,
    at: usize,
    moved: usize,
) -> usize {
    debug_assert!(at + N <= items.len() && moved <= at && items.len() <= other.len());
    // SAFETY: `at` is at most `n - N`, and of the numbers before it `moved` are in the other array, and the rest at the front. Each array has
    // room for a register there.
    unsafe {
        let (less, others, k) = L::load(&*items.as_ptr().add(at).cast()).split(pivot);
        let (away, stay, k) = if LESS { (less, others, k) } else { (others, less, N - k) };
        away.store(&mut *other.as_mut_ptr().add(moved).cast());
        stay.store(&mut *items.as_mut_ptr().add(at - moved).cast());
        moved + k
    }
}

/// Copies the numbers less than a pivot to one array and the others to another one, which have room for just these.
#[inline(always)]
pub(super) fn split_apart<T: Item, L: Lanes<T, N>, const N: usize>(
    items: &[T],
    [less, others]: [&mut [T]; 2],
    pivot: T,
) {
    let splat = L::splat(pivot);
    // How many have been copied to each array.
    let (mut at, mut other) = (0, 0);
    let (registers, last) = items.as_chunks::<N>();
    for register in registers {
        let (first, second, k) = L::load(register).split(splat);
        put::<T, L, N>(first, less, at, k);
        put::<T, L, N>(second, others, other, N - k);
        (at, other) = (at + k, other + N - k);
    }
    for &v in last {
        if v < pivot {
            less[at] = v;
            at += 1;
        } else {
            others[other] = v;
            other += 1;
        }
    }
}

/// Stores the first `count` numbers of a register, and the others behind them where there is room.
#[inline(always)]
fn put<T: Item, L: Lanes<T, N>, const N: usize>(register: L, to: &mut [T], at: usize, count: usize) {
    let to = &mut to[at..];
    if let Some(room) = to.first_chunk_mut::<N>() {
        register.store(room);
        return;
    }
    let mut all = [T::default(); N];
    register.store(&mut all);
    to[..count].copy_from_slice(&all[..count]);
}

/// Sorts numbers that fit in [`REGISTERS`], in place or to another array.
#[inline(always)]
pub(super) fn few<T: Item, L: Lanes<T, N>, const N: usize>(items: &mut [T], to: Option<&mut [T]>, max: T) {
    match items.len().div_ceil(N) {
        0 | 1 => in_registers::<T, L, N, 1>(items, to, max),
        2 => in_registers::<T, L, N, 2>(items, to, max),
        3 | 4 => in_registers::<T, L, N, 4>(items, to, max),
        5..=8 => in_registers::<T, L, N, 8>(items, to, max),
        _ => in_registers::<T, L, N, REGISTERS>(items, to, max),
    }
}

/// Sorts numbers in `R` registers: bitonically, first each lane across the registers, and then pairs of lanes, of pairs, and so on. The
/// order is that of the lanes, in each of them from the first register to the last, so that most steps need no permutation.
#[inline(always)]
fn in_registers<T: Item, L: Lanes<T, N>, const N: usize, const R: usize>(
    items: &mut [T],
    to: Option<&mut [T]>,
    max: T,
) {
    let mut registers = [L::splat(max); R];
    let (whole, rest) = items.as_chunks::<N>();
    if let Some(whole) = whole.first_chunk::<R>() {
        for i in 0..R {
            registers[i] = L::load(&whole[i]);
        }
    } else {
        let mut padded = [[max; N]; R];
        let room = padded.as_flattened_mut();
        room[..items.len().min(R * N)].copy_from_slice(&items[..items.len().min(R * N)]);
        for i in 0..R {
            registers[i] = L::load(&padded[i]);
        }
    }
    debug_assert!(whole.len() < R || rest.is_empty());
    if R > 1 {
        across_mirrored::<T, L, N, R, 2>(&mut registers);
    }
    if R > 2 {
        across_mirrored::<T, L, N, R, 4>(&mut registers);
        across::<T, L, N, R, 1>(&mut registers);
    }
    if R > 4 {
        across_mirrored::<T, L, N, R, 8>(&mut registers);
        across::<T, L, N, R, 2>(&mut registers);
        across::<T, L, N, R, 1>(&mut registers);
    }
    if R > 8 {
        across_mirrored::<T, L, N, R, 16>(&mut registers);
        across::<T, L, N, R, 4>(&mut registers);
        across::<T, L, N, R, 2>(&mut registers);
        across::<T, L, N, R, 1>(&mut registers);
    }
    lanes_mirrored::<T, L, N, R, 1, 1>(&mut registers);
    halves::<T, L, N, R>(&mut registers);
    lanes_mirrored::<T, L, N, R, 3, 2>(&mut registers);
    lanes::<T, L, N, R, 1>(&mut registers);
    halves::<T, L, N, R>(&mut registers);
    lanes_mirrored::<T, L, N, R, 7, 4>(&mut registers);
    lanes::<T, L, N, R, 2>(&mut registers);
    lanes::<T, L, N, R, 1>(&mut registers);
    halves::<T, L, N, R>(&mut registers);
    if N > 8 {
        lanes_mirrored::<T, L, N, R, 15, 8>(&mut registers);
        lanes::<T, L, N, R, 4>(&mut registers);
        lanes::<T, L, N, R, 2>(&mut registers);
        lanes::<T, L, N, R, 1>(&mut registers);
        halves::<T, L, N, R>(&mut registers);
    }
    let mut rows = [[max; N]; R];
    for i in 0..R {
        registers[i].store(&mut rows[i]);
    }
    let from = rows.as_flattened();
    let to = to.unwrap_or(items);
    if R < SIDE {
        to.iter_mut().enumerate().for_each(|(i, v)| *v = from[i % R * N + i / R]);
        return;
    }
    let mut sorted = [[max; R]; N];
    let whole = to.len() == R * N;
    let columns: &mut [T] = if whole { &mut *to } else { sorted.as_flattened_mut() };
    for lane in (0..N).step_by(SIDE) {
        for i in (0..R).step_by(SIDE) {
            let square = T::square(&from[i * N + lane..], N);
            for (k, line) in square.iter().enumerate() {
                columns[(lane + k) * R + i..][..SIDE].copy_from_slice(line);
            }
        }
    }
    if !whole {
        let n = to.len();
        to.copy_from_slice(&sorted.as_flattened()[..n]);
    }
}

/// Puts the smaller numbers of pairs of registers with the distance `D` into the first one.
#[inline(always)]
fn across<T: Item, L: Lanes<T, N>, const N: usize, const R: usize, const D: usize>(registers: &mut [L; R]) {
    for i in 0..R / 2 {
        let i = i / D * 2 * D + i % D;
        exchange::<T, L, N>(registers, i, i + D);
    }
}

/// The same of registers that mirror each other in groups of `G`.
#[inline(always)]
fn across_mirrored<T: Item, L: Lanes<T, N>, const N: usize, const R: usize, const G: usize>(
    registers: &mut [L; R],
) {
    for i in 0..R / 2 {
        let (group, i) = (i / (G / 2) * G, i % (G / 2));
        exchange::<T, L, N>(registers, group + i, group + G - 1 - i);
    }
}

#[inline(always)]
fn exchange<T: Item, L: Lanes<T, N>, const N: usize>(registers: &mut [L], i: usize, j: usize) {
    let (a, b) = (registers[i], registers[j]);
    registers[i] = a.min(b);
    registers[j] = a.max(b);
}

/// The last steps of a merge, in each lane.
#[inline(always)]
fn halves<T: Item, L: Lanes<T, N>, const N: usize, const R: usize>(registers: &mut [L; R]) {
    if R > 8 {
        across::<T, L, N, R, 8>(registers);
    }
    if R > 4 {
        across::<T, L, N, R, 4>(registers);
    }
    if R > 2 {
        across::<T, L, N, R, 2>(registers);
    }
    if R > 1 {
        across::<T, L, N, R, 1>(registers);
    }
}

/// Puts the smaller numbers of pairs of lanes that differ in `BIT` into the one without it.
#[inline(always)]
fn lanes<T: Item, L: Lanes<T, N>, const N: usize, const R: usize, const BIT: usize>(registers: &mut [L; R]) {
    for i in 0..R {
        let (a, b) = (registers[i], registers[i].flip::<BIT>());
        registers[i] = a.min(b).with::<BIT>(a.max(b));
    }
}

/// The first step of a merge: pairs of lanes that mirror each other, and of registers that do; `BIT` is the first bit of `D`.
#[inline(always)]
fn lanes_mirrored<
    T: Item,
    L: Lanes<T, N>,
    const N: usize,
    const R: usize,
    const D: usize,
    const BIT: usize,
>(
    registers: &mut [L; R],
) {
    for i in 0..R.div_ceil(2) {
        let (a, b) = (registers[i], registers[R - 1 - i]);
        let (flipped_a, flipped_b) = (a.flip::<D>(), b.flip::<D>());
        registers[i] = a.min(flipped_b).with::<BIT>(a.max(flipped_b));
        registers[R - 1 - i] = b.min(flipped_a).with::<BIT>(b.max(flipped_a));
    }
}
