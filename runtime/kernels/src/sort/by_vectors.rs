//! Which numbers vectors sort, and with which instructions.

use super::item::Item;
#[cfg(target_arch = "x86_64")]
use super::{
    divided::{self, Divides},
    in_place,
    lanes::{self, Lanes},
    quick::{self, Part},
    vectors,
};

/// A routine of `quick` with its arguments. It is compiled once for each kind of vectors.
#[cfg(target_arch = "x86_64")]
trait Routine<T: Item> {
    type Result;
    fn run<L: Lanes<T, N>, const N: usize>(self, max: T) -> Self::Result;
}

#[cfg(target_arch = "x86_64")]
struct EachLine<'a, T> {
    items: &'a mut [T],
    n: usize,
    spare: &'a mut [T],
}

#[cfg(target_arch = "x86_64")]
impl<T: Item> Routine<T> for EachLine<'_, T> {
    type Result = ();
    #[inline(always)]
    fn run<L: Lanes<T, N>, const N: usize>(self, max: T) {
        in_place::each_line::<T, L, N>(self.items, self.n, self.spare, max);
    }
}

#[cfg(target_arch = "x86_64")]
struct Divide<'a, T>(Part<'a, T>);

#[cfg(target_arch = "x86_64")]
impl<'a, T: Item> Routine<T> for Divide<'a, T> {
    type Result = [Part<'a, T>; 2];
    #[inline(always)]
    fn run<L: Lanes<T, N>, const N: usize>(self, max: T) -> Self::Result {
        quick::divide::<T, L, N>(self.0, max).0
    }
}

#[cfg(target_arch = "x86_64")]
struct SortPart<'a, T>(Part<'a, T>);

#[cfg(target_arch = "x86_64")]
impl<T: Item> Routine<T> for SortPart<'_, T> {
    type Result = ();
    #[inline(always)]
    fn run<L: Lanes<T, N>, const N: usize>(self, max: T) {
        quick::sort_part::<T, L, N>(self.0, max);
    }
}

#[cfg(target_arch = "x86_64")]
struct SplitApart<'a, T> {
    items: &'a [T],
    to: [&'a mut [T]; 2],
    pivot: T,
}

#[cfg(target_arch = "x86_64")]
impl<T: Item> Routine<T> for SplitApart<'_, T> {
    type Result = ();
    #[inline(always)]
    fn run<L: Lanes<T, N>, const N: usize>(self, _max: T) {
        quick::split_apart::<T, L, N>(self.items, self.to, self.pivot);
    }
}

/// Numbers that vectors sort.
#[cfg(target_arch = "x86_64")]
trait Vectors: Item + Send + Sync {
    /// Runs a routine with the widest vectors that the processor has; without any it is given back.
    fn run<R: Routine<Self>>(routine: R) -> Result<R::Result, R>;
}

#[cfg(target_arch = "x86_64")]
impl<T: Vectors> Divides for T {
    fn divide(part: Part<'_, Self>) -> Result<[Part<'_, Self>; 2], Part<'_, Self>> {
        T::run(Divide(part)).map_err(|Divide(part)| part)
    }
    fn sort(part: Part<'_, Self>) -> Result<(), Part<'_, Self>> {
        T::run(SortPart(part)).map_err(|SortPart(part)| part)
    }
    fn split_apart(items: &[Self], to: [&mut [Self]; 2], pivot: Self) {
        let Err(SplitApart { items, to, pivot }) = T::run(SplitApart { items, to, pivot }) else { return };
        let [mut less, mut others] = to.map(<[T]>::iter_mut);
        for &v in items {
            if let Some(to) = if v < pivot { less.next() } else { others.next() } {
                *to = v;
            }
        }
    }
}

/// Numbers with the registers that sort them, the widest first: lanes, whether the processor has them, and their instructions.
macro_rules! sorted_by {
    ($($number:ident: $($register:ident $lanes:literal $has:ident $features:literal),*;)*) => {$(
        #[cfg(target_arch = "x86_64")]
        impl Vectors for $number {
            fn run<R: Routine<Self>>(routine: R) -> Result<R::Result, R> {
                $({
                    #[target_feature(enable = $features)]
                    fn compiled<R: Routine<$number>>(routine: R) -> R::Result {
                        routine.run::<lanes::$register, $lanes>($number::MAX)
                    }
                    if vectors::$has() {
                        // SAFETY: the processor has what the function is compiled for.
                        return Ok(unsafe { compiled(routine) });
                    }
                })*
                Err(routine)
            }
        }

        impl Item for $number {
            #[cfg(target_arch = "x86_64")]
            #[inline]
            fn has_vectors() -> bool {
                $(vectors::$has())||*
            }
            #[cfg(target_arch = "x86_64")]
            fn spare(n: usize) -> usize {
                let least = in_place::SPARE / size_of::<Self>();
                if divided::pays(n) || !Self::has_vectors() { n } else { n.min(least) }
            }
            #[cfg(target_arch = "x86_64")]
            fn sort_lines(items: &mut [Self], n: usize, spare: &mut [Self]) -> bool {
                if divided::pays(n) && Self::has_vectors() {
                    items.chunks_exact_mut(n).for_each(|line| divided::sort(line, spare));
                    return true;
                }
                Self::run(EachLine { items, n, spare }).is_ok()
            }
        }
    )*};
}
sorted_by! {
    u32: U32x16 16 has_512 "avx512f,avx512bw,avx512vl,avx512dq,popcnt", U32x8 8 has_256 "avx2,popcnt";
    u64: U64x8 8 has_512 "avx512f,avx512bw,avx512vl,avx512dq,popcnt";
}
