//! Sorts by vectors in each form that the processor has, against the standard library.

use super::super::item::Item;
#[cfg(target_arch = "x86_64")]
use super::super::{in_place, lanes, vectors};
use super::Random;
use crate::parallel::{Parallel, with};

/// Numbers in orders that are bad for some sorts, and with many equal ones.
fn numbers(pattern: u64, n: usize, random: &mut Random) -> Vec<u64> {
    let of = |i: usize, random: &mut Random| match pattern {
        0 => random.next() ^ random.next() << 32,
        1 => random.below(3),
        2 => i as u64,
        3 => (n - i) as u64,
        4 => u64::MAX,
        5 => i.min(n - i) as u64,
        6 => u64::from(u32::MAX) << 32 | u64::from(u32::MAX) - random.below(2),
        // The middle and the ends of parts are small.
        7 => {
            if i % (n / 4).max(1) < 16 {
                random.below(20)
            } else {
                random.next()
            }
        }
        _ => u64::from(random.below(50) == 0),
    };
    (0..n).map(|i| of(i, random)).collect()
}

fn check<T: Item + std::fmt::Debug>(
    from: impl Fn(u64) -> T,
    sort: impl Fn(&mut [T], usize, &mut [T]) -> bool,
) {
    let mut random = Random(1);
    let lengths = (1..70).chain([127, 128, 129, 255, 256, 257, 300, 511, 1000, 5000, 40_001]);
    for (n, pattern) in lengths.flat_map(|n| (0..9).map(move |pattern| (n, pattern))) {
        let lines = if n < 300 { 3 } else { 1 };
        let mut items: Vec<T> = numbers(pattern, n * lines, &mut random).into_iter().map(&from).collect();
        let mut want = items.clone();
        want.chunks_exact_mut(n).for_each(<[T]>::sort_unstable);
        let mut spare = vec![items[0]; T::spare(n)];
        if sort(&mut items, n, &mut spare) {
            assert!(items == want, "{n} numbers of pattern {pattern}");
        }
    }
}

#[test]
fn numbers_of_any_pattern_are_sorted() {
    check(|v| v, <u64 as Item>::sort_lines);
    check(|v| v as u32, <u32 as Item>::sort_lines);
}

/// Threads of the standard library for the parts of a line.
struct Threads;

impl Parallel for Threads {
    fn run(&self, count: usize, _operations: usize, part: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| (0..count).for_each(|k| drop(scope.spawn(move || part(k)))));
    }
}

#[test]
fn long_lines_are_sorted_by_several_threads() {
    with(&Threads, || numbers_of_any_pattern_are_sorted());
}

#[cfg(target_arch = "x86_64")]
#[test]
fn vectors_of_256_bits_sort_as_well() {
    #[target_feature(enable = "avx2,popcnt")]
    fn sort(items: &mut [u32], n: usize, spare: &mut [u32]) {
        in_place::each_line::<u32, lanes::U32x8, 8>(items, n, spare, u32::MAX);
    }
    check(
        |v| v as u32,
        |items, n, spare| {
            let can = vectors::has_256();
            if can {
                // SAFETY: the processor has what the function is compiled for.
                unsafe { sort(items, n, spare) };
            }
            can
        },
    );
}
