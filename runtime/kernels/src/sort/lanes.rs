//! [`Lanes`]: numbers in a register of the processor, as sorts by vectors need them.

use crate::square::Square;

/// `N` unsigned integers. Types of it are named only by functions that are compiled for their instructions.
pub(super) trait Lanes<T: Square, const N: usize>: Copy {
    fn load(from: &[T; N]) -> Self;
    fn store(self, to: &mut [T; N]);
    fn splat(value: T) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// Each lane has the number of the lane with the bits of `D` flipped.
    fn flip<const D: usize>(self) -> Self;
    /// The numbers of another where `BIT` of the lane is set.
    fn with<const BIT: usize>(self, other: Self) -> Self;
    /// The numbers less than a pivot in the first lanes, the others in the first lanes, and how many are less.
    fn split(self, pivot: Self) -> (Self, Self, usize);
    /// The numbers less than a pivot in the first lanes and the others in the last ones, and how many are less.
    fn divided(self, pivot: Self) -> (Self, usize);
}

pub(super) use registers::{U32x8, U32x16, U64x8};

mod registers {
    use super::Lanes;
    use std::arch::x86_64::*;

    /// The lanes of 16 with a bit set.
    const fn lanes(bit: usize) -> u16 {
        match bit {
            1 => 0xaaaa,
            2 => 0xcccc,
            4 => 0xf0f0,
            _ => 0xff00,
        }
    }

    macro_rules! of_512_bits {
        ($($name:ident: $number:ident $lanes:literal $mask:ident, $splat:ident $iota:expr, $min:ident $max:ident $permute:ident
           $blend:ident $less:ident $compress:ident $expand:ident;)*) => {$(
            #[derive(Clone, Copy)]
            pub(in crate::sort) struct $name(__m512i);

            impl Lanes<$number, $lanes> for $name {
                #[inline(always)]
                fn load(from: &[$number; $lanes]) -> Self {
                    // SAFETY: only functions for processors with these instructions name the type; the array is as long.
                    Self(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
                }
                #[inline(always)]
                fn store(self, to: &mut [$number; $lanes]) {
                    // SAFETY: as above.
                    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
                }
                #[inline(always)]
                fn splat(value: $number) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $splat(value.cast_signed()) })
                }
                #[inline(always)]
                fn min(self, other: Self) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $min(self.0, other.0) })
                }
                #[inline(always)]
                fn max(self, other: Self) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $max(self.0, other.0) })
                }
                #[inline(always)]
                fn flip<const D: usize>(self) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $permute(_mm512_xor_si512($iota, $splat(D as _)), self.0) })
                }
                #[inline(always)]
                fn with<const BIT: usize>(self, other: Self) -> Self {
                    // SAFETY: as above.
                    Self(unsafe { $blend(lanes(BIT) as $mask, self.0, other.0) })
                }
                #[inline(always)]
                fn split(self, pivot: Self) -> (Self, Self, usize) {
                    // SAFETY: as above.
                    unsafe {
                        let less = $less(self.0, pivot.0);
                        let (first, others) = ($compress(less, self.0), $compress(!less, self.0));
                        (Self(first), Self(others), less.count_ones() as usize)
                    }
                }
                #[inline(always)]
                fn divided(self, pivot: Self) -> (Self, usize) {
                    let (first, others, count) = self.split(pivot);
                    let rest = (u32::MAX << count) as $mask;
                    // SAFETY: as above.
                    (Self(unsafe { $expand(first.0, rest, others.0) }), count)
                }
            }
        )*};
    }

    of_512_bits! {
        U32x16: u32 16 u16, _mm512_set1_epi32 _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
            _mm512_min_epu32 _mm512_max_epu32 _mm512_permutexvar_epi32 _mm512_mask_blend_epi32 _mm512_cmplt_epu32_mask
            _mm512_maskz_compress_epi32 _mm512_mask_expand_epi32;
        U64x8: u64 8 u8, _mm512_set1_epi64 _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0),
            _mm512_min_epu64 _mm512_max_epu64 _mm512_permutexvar_epi64 _mm512_mask_blend_epi64 _mm512_cmplt_epu64_mask
            _mm512_maskz_compress_epi64 _mm512_mask_expand_epi64;
    }

    /// For each set of lanes, the numbers of its members, and then those of the other lanes.
    static MEMBERS: [[u32; 8]; 256] = {
        let mut table = [[0; 8]; 256];
        let mut set = 0_usize;
        while set < 256 {
            let (mut lane, mut count, mut others) = (0, 0, set.count_ones() as usize);
            while lane < 8 {
                if set >> lane & 1 == 1 {
                    table[set][count] = lane;
                    count += 1;
                } else {
                    table[set][others] = lane;
                    others += 1;
                }
                lane += 1;
            }
            set += 1;
        }
        table
    };

    #[derive(Clone, Copy)]
    pub(in crate::sort) struct U32x8(__m256i);

    impl U32x8 {
        /// The numbers of lanes.
        #[inline(always)]
        fn pick(self, lanes: &[u32; 8]) -> Self {
            // SAFETY: only functions for processors with these instructions name the type; the array is as long.
            unsafe { Self(_mm256_permutevar8x32_epi32(self.0, _mm256_loadu_si256(lanes.as_ptr().cast()))) }
        }
        /// The set of the lanes with numbers less than a pivot.
        #[inline(always)]
        fn less(self, pivot: Self) -> usize {
            // SAFETY: as above.
            unsafe {
                // There are comparisons of signed numbers only.
                let sign = _mm256_set1_epi32(i32::MIN);
                let less =
                    _mm256_cmpgt_epi32(_mm256_xor_si256(pivot.0, sign), _mm256_xor_si256(self.0, sign));
                _mm256_movemask_ps(_mm256_castsi256_ps(less)) as usize & 255
            }
        }
    }

    impl Lanes<u32, 8> for U32x8 {
        #[inline(always)]
        fn load(from: &[u32; 8]) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
        }
        #[inline(always)]
        fn store(self, to: &mut [u32; 8]) {
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
        }
        #[inline(always)]
        fn splat(value: u32) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_set1_epi32(value.cast_signed()) })
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_min_epu32(self.0, other.0) })
        }
        #[inline(always)]
        fn max(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm256_max_epu32(self.0, other.0) })
        }
        #[inline(always)]
        fn flip<const D: usize>(self) -> Self {
            self.pick(&[0, 1, 2, 3, 4, 5, 6, 7].map(|lane| lane ^ D as u32))
        }
        #[inline(always)]
        fn with<const BIT: usize>(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe {
                match BIT {
                    1 => _mm256_blend_epi32::<0xaa>(self.0, other.0),
                    2 => _mm256_blend_epi32::<0xcc>(self.0, other.0),
                    _ => _mm256_blend_epi32::<0xf0>(self.0, other.0),
                }
            })
        }
        #[inline(always)]
        fn split(self, pivot: Self) -> (Self, Self, usize) {
            let less = self.less(pivot);
            (self.pick(&MEMBERS[less]), self.pick(&MEMBERS[255 - less]), less.count_ones() as usize)
        }
        #[inline(always)]
        fn divided(self, pivot: Self) -> (Self, usize) {
            let less = self.less(pivot);
            (self.pick(&MEMBERS[less]), less.count_ones() as usize)
        }
    }
}
