//! Sorts of lines that are longer than the other array: their parts are divided in place until they fit there.
//!
//! ```text
//! | less | room | not read | room | others |
//! ```
//! The numbers of some registers at both ends are kept elsewhere, which makes room at both. A register is read at that end where there is
//! less room, divided, and written to both ends, of which each keeps its own numbers: the others are in the room, and are overwritten.

use super::item::Item;
use super::lanes::Lanes;
use super::quick::{self, BAD, Part, REGISTERS};

/// The registers that are kept from each end, and read at a time.
const KEPT: usize = 8;

/// Bytes of the other array for lines that one thread sorts. Parts of this size are in the first cache.
pub(super) const SPARE: usize = 1 << 14;

/// Sorts lines of `n` numbers, none of which is more than `max`, with another array of any length.
#[inline(always)]
pub(super) fn each_line<T: Item, L: Lanes<T, N>, const N: usize>(
    items: &mut [T],
    n: usize,
    spare: &mut [T],
    max: T,
) {
    for items in items.chunks_exact_mut(n) {
        if n <= REGISTERS * N {
            quick::few::<T, L, N>(items, None, max);
        } else {
            sort::<T, L, N>(items, spare, max);
        }
    }
}

/// Sorts numbers, none of which is more than `max`, with another array of any length.
#[inline(always)]
fn sort<T: Item, L: Lanes<T, N>, const N: usize>(items: &mut [T], spare: &mut [T], max: T) {
    let mut bad = 0;
    let mut stack: [Option<&mut [T]>; usize::BITS as usize] = [const { None }; _];
    let mut depth = 0;
    let mut part = Some(items);
    while let Some(items) = part.take() {
        let n = items.len();
        if let Some(other) = spare.get_mut(..n) {
            quick::sort_part::<T, L, N>(Part { items, other, to_other: false }, max);
        } else if bad > BAD || n < 3 * KEPT * N {
            items.sort_unstable();
        } else {
            let pivot = quick::median::<T, L, N>(items, max);
            let less = divide::<T, L, N>(items, pivot);
            bad += usize::from(less.min(n - less) < n / 16);
            if less == 0 {
                let equals = least_first(items, pivot);
                part = Some(&mut items[equals..]);
            } else {
                let (less, others) = items.split_at_mut(less);
                let (short, long) = if less.len() < others.len() { (less, others) } else { (others, less) };
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

/// Moves the numbers that are equal to the least one to the front; returns how many there are.
#[inline(always)]
fn least_first<T: Item>(items: &mut [T], least: T) -> usize {
    let mut equals = 0;
    for i in 0..items.len() {
        let v = items[i];
        items[i] = items[equals];
        items[equals] = v;
        equals += usize::from(v == least);
    }
    equals
}

/// Moves the numbers that are less than a pivot to the front, of at least `3 * KEPT` registers; returns how many there are.
#[inline(always)]
fn divide<T: Item, L: Lanes<T, N>, const N: usize>(items: &mut [T], pivot: T) -> usize {
    // Where the numbers end that are less, and the others begin.
    let (mut less, mut others) = (0, items.len());
    // Numbers beyond whole registers.
    for _ in 0..items.len() % N {
        if items[less] < pivot {
            less += 1;
        } else {
            others -= 1;
            items.swap(less, others);
        }
    }
    let room = KEPT * N;
    let mut kept = [[T::default(); N]; KEPT];
    let mut kept_last = kept;
    kept.as_flattened_mut().copy_from_slice(&items[less..less + room]);
    kept_last.as_flattened_mut().copy_from_slice(&items[others - room..others]);
    let pivot = L::splat(pivot);
    let (mut left, mut right) = (less + room, others - room);
    while right - left >= room {
        let from = take(&mut left, &mut right, (less, others), room);
        let (registers, _) = items[from..from + room].as_chunks::<N>();
        let mut loaded = [pivot; KEPT];
        for i in 0..KEPT {
            loaded[i] = L::load(&registers[i]);
        }
        for register in loaded {
            put::<T, L, N>(items, register, pivot, (&mut less, &mut others));
        }
    }
    while left < right {
        let from = take(&mut left, &mut right, (less, others), N);
        let register = L::load(&items[from..].as_chunks::<N>().0[0]);
        put::<T, L, N>(items, register, pivot, (&mut less, &mut others));
    }
    for numbers in kept.iter().chain(&kept_last) {
        put::<T, L, N>(items, L::load(numbers), pivot, (&mut less, &mut others));
    }
    debug_assert_eq!(less, others);
    less
}

/// The place of the next `count` numbers, at the end where there is less room.
#[inline(always)]
fn take(left: &mut usize, right: &mut usize, (less, others): (usize, usize), count: usize) -> usize {
    if *left - less <= others - *right {
        *left += count;
        *left - count
    } else {
        *right -= count;
        *right
    }
}

/// Writes the numbers of a register to both ends.
#[inline(always)]
fn put<T: Item, L: Lanes<T, N>, const N: usize>(
    items: &mut [T],
    register: L,
    pivot: L,
    (less, others): (&mut usize, &mut usize),
) {
    debug_assert!(*less + N <= *others && *others <= items.len());
    let (divided, count) = register.divided(pivot);
    // SAFETY: there is room for a register behind the numbers that are less, and as much in front of the others: the numbers that are kept
    // elsewhere, and those of the registers that were read. Both are in the array.
    unsafe {
        divided.store(&mut *items.as_mut_ptr().add(*less).cast());
        divided.store(&mut *items.as_mut_ptr().add(*others - N).cast());
    }
    *less += count;
    *others -= N - count;
}
