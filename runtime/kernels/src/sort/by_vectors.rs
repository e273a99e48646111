//! Which numbers vectors sort, and with which instructions.

use super::item::Item;
#[cfg(target_arch = "x86_64")]
use super::{
    divided::{self, Divides},
    lanes,
    quick::{self, Part},
    vectors,
};

macro_rules! item {
    ($number:ident, $register_512:ident $lanes_512:literal $(, $register_256:ident $lanes_256:literal)?) => {
        impl Item for $number {
            #[cfg(target_arch = "x86_64")]
            #[inline]
            fn has_vectors() -> bool {
                vectors::has_512() $(|| $lanes_256 > 0 && vectors::has_256())?
            }
            #[cfg(target_arch = "x86_64")]
            fn sort_lines(items: &mut [Self], n: usize, spare: &mut [Self]) -> bool {
                if divided::pays(n) && Self::has_vectors() {
                    items.chunks_exact_mut(n).for_each(|line| divided::sort(line, spare));
                    return true;
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,popcnt")]
                fn widest(items: &mut [$number], n: usize, spare: &mut [$number]) {
                    quick::each_line::<$number, lanes::$register_512, $lanes_512>(items, n, spare, $number::MAX);
                }
                if vectors::has_512() {
                    // SAFETY: the processor has what the function is compiled for.
                    unsafe { widest(items, n, spare) };
                    return true;
                }
                $(
                #[target_feature(enable = "avx2,popcnt")]
                fn wide(items: &mut [$number], n: usize, spare: &mut [$number]) {
                    quick::each_line::<$number, lanes::$register_256, $lanes_256>(items, n, spare, $number::MAX);
                }
                if vectors::has_256() {
                    // SAFETY: as above.
                    unsafe { wide(items, n, spare) };
                    return true;
                }
                )?
                false
            }
        }

        #[cfg(target_arch = "x86_64")]
        impl Divides for $number {
            fn divide(part: Part<'_, Self>) -> Result<[Part<'_, Self>; 2], Part<'_, Self>> {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,popcnt")]
                fn widest(part: Part<'_, $number>) -> [Part<'_, $number>; 2] {
                    quick::divide::<$number, lanes::$register_512, $lanes_512>(part, $number::MAX).0
                }
                if vectors::has_512() {
                    // SAFETY: the processor has what the function is compiled for.
                    return Ok(unsafe { widest(part) });
                }
                $(
                #[target_feature(enable = "avx2,popcnt")]
                fn wide(part: Part<'_, $number>) -> [Part<'_, $number>; 2] {
                    quick::divide::<$number, lanes::$register_256, $lanes_256>(part, $number::MAX).0
                }
                if vectors::has_256() {
                    // SAFETY: as above.
                    return Ok(unsafe { wide(part) });
                }
                )?
                Err(part)
            }
            fn sort(part: Part<'_, Self>) -> Result<(), Part<'_, Self>> {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,popcnt")]
                fn widest(part: Part<'_, $number>) {
                    quick::sort_part::<$number, lanes::$register_512, $lanes_512>(part, $number::MAX);
                }
                if vectors::has_512() {
                    // SAFETY: the processor has what the function is compiled for.
                    unsafe { widest(part) };
                    return Ok(());
                }
                $(
                #[target_feature(enable = "avx2,popcnt")]
                fn wide(part: Part<'_, $number>) {
                    quick::sort_part::<$number, lanes::$register_256, $lanes_256>(part, $number::MAX);
                }
                if vectors::has_256() {
                    // SAFETY: as above.
                    unsafe { wide(part) };
                    return Ok(());
                }
                )?
                Err(part)
            }
        }
    };
}
item!(u32, U32x16 16, U32x8 8);
item!(u64, U64x8 8);
