//! Which numbers vectors sort, and with which instructions.

use super::item::Item;

macro_rules! item {
    ($number:ident, $register_512:ident $lanes_512:literal $(, $register_256:ident $lanes_256:literal)?) => {
        impl Item for $number {
            #[cfg(target_arch = "x86_64")]
            #[inline]
            fn has_vectors() -> bool {
                super::vectors::has_512() $(|| $lanes_256 > 0 && super::vectors::has_256())?
            }
            #[cfg(target_arch = "x86_64")]
            fn sort_lines(items: &mut [Self], n: usize, spare: &mut [Self]) -> bool {
                use super::{lanes, quick, vectors};
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
    };
}
item!(u32, U32x16 16, U32x8 8);
item!(u64, U64x8 8);
