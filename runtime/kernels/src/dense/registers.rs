//! Registers of x86-64 as vectors.

use super::shuffles::*;
use super::vector::Vector;
use crate::square::SIDE;
use std::arch::x86_64::*;

macro_rules! registers {
    ($($name:ident: $float:ident $lanes:literal, $register:ident,
       $splat:ident $load:ident $few:ident $store:ident $split:ident $join:ident $read:ident $write:ident $add:ident $sub:ident $mul:ident $plus:ident $minus:ident;)*) => {$(
        #[doc = "A register of the processor."]
        #[derive(Clone, Copy, Debug)]
        pub struct $name($register);

        impl Vector<$float> for $name {
            const LANES: usize = $lanes;
            const FUSED: bool = true;
            #[inline(always)]
            fn splat(value: $float) -> Self {
                // SAFETY: only functions for processors with these instructions name the type.
                Self(unsafe { $splat(value) })
            }
            #[inline(always)]
            fn load(from: &[$float]) -> Self {
                let from = &from[..$lanes];
                // SAFETY: as above, and there are as many numbers.
                Self(unsafe { $load(from.as_ptr()) })
            }
            #[inline(always)]
            fn load_few(from: &[$float]) -> Self {
                let count = from.len().min($lanes);
                // SAFETY: as above; only so many numbers are read.
                Self(unsafe { $few(from.as_ptr(), count) })
            }
            #[inline(always)]
            fn store(self, to: &mut [$float]) {
                let to = &mut to[..$lanes];
                // SAFETY: as above.
                unsafe { $store(to.as_mut_ptr(), self.0) }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: as above.
                Self(unsafe { $add(self.0, other.0) })
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                // SAFETY: as above.
                Self(unsafe { $mul(self.0, other.0) })
            }
            #[inline(always)]
            fn load_pairs(from: &[$float]) -> [Self; 2] {
                let from = &from[..2 * $lanes];
                // SAFETY: as above.
                let (a, b) = unsafe { ($load(from.as_ptr()), $load(from[$lanes..].as_ptr())) };
                // SAFETY: as above.
                let [first, second] = unsafe { $split(a, b) };
                [Self(first), Self(second)]
            }
            #[inline(always)]
            fn store_pairs(pairs: [Self; 2], to: &mut [$float]) {
                // SAFETY: as above.
                let [a, b] = unsafe { $join(pairs[0].0, pairs[1].0) };
                Self(a).store(to);
                Self(b).store(&mut to[$lanes..]);
            }
            #[inline(always)]
            fn load_across(from: &[$float], stride: usize) -> [Self; SIDE] {
                let from = &from[..($lanes - 1) * stride + SIDE];
                // SAFETY: as above; the last line has so many numbers.
                let [a, b, c, d] = unsafe { $read(from.as_ptr(), stride) };
                [Self(a), Self(b), Self(c), Self(d)]
            }
            #[inline(always)]
            fn store_across(across: [Self; SIDE], to: &mut [$float], stride: usize) {
                let to = &mut to[..($lanes - 1) * stride + SIDE];
                let [a, b, c, d] = across;
                // SAFETY: as above.
                unsafe { $write([a.0, b.0, c.0, d.0], to.as_mut_ptr(), stride) }
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                // SAFETY: as above.
                Self(unsafe { $sub(self.0, other.0) })
            }
            #[inline(always)]
            fn plus_product(self, a: Self, b: Self) -> Self {
                // SAFETY: as above.
                Self(unsafe { $plus(a.0, b.0, self.0) })
            }
            #[inline(always)]
            fn minus_product(self, a: Self, b: Self) -> Self {
                // SAFETY: as above.
                Self(unsafe { $minus(a.0, b.0, self.0) })
            }
        }
    )*};
}

/// Loads some numbers, and zeros after them.
///
/// # Safety
/// So many numbers are there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn few_8(from: *const f32, count: usize) -> __m256 {
    let places = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    // SAFETY: only numbers in front of `count` are read.
    unsafe { _mm256_maskload_ps(from, _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), places)) }
}
/// # Safety
/// As above.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn few_4(from: *const f64, count: usize) -> __m256d {
    let places = _mm256_set_epi64x(3, 2, 1, 0);
    // SAFETY: as above.
    unsafe { _mm256_maskload_pd(from, _mm256_cmpgt_epi64(_mm256_set1_epi64x(count as i64), places)) }
}
/// # Safety
/// As above.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn few_16(from: *const f32, count: usize) -> __m512 {
    // SAFETY: as above.
    unsafe { _mm512_maskz_loadu_ps(((1u32 << count) - 1) as __mmask16, from) }
}
/// # Safety
/// As above.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn few_of_8(from: *const f64, count: usize) -> __m512d {
    // SAFETY: as above.
    unsafe { _mm512_maskz_loadu_pd(((1u32 << count) - 1) as __mmask8, from) }
}

registers! {
    F32x8: f32 8, __m256, _mm256_set1_ps _mm256_loadu_ps few_8 _mm256_storeu_ps split_8 join_8 read_8 write_8 _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_fmadd_ps _mm256_fnmadd_ps;
    F64x4: f64 4, __m256d, _mm256_set1_pd _mm256_loadu_pd few_4 _mm256_storeu_pd split_4 join_4 read_4 write_4 _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_fmadd_pd _mm256_fnmadd_pd;
    F32x16: f32 16, __m512, _mm512_set1_ps _mm512_loadu_ps few_16 _mm512_storeu_ps split_16 join_16 read_16 write_16 _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_fmadd_ps _mm512_fnmadd_ps;
    F64x8: f64 8, __m512d, _mm512_set1_pd _mm512_loadu_pd few_of_8 _mm512_storeu_pd split_of_8 join_of_8 read_of_8 write_of_8 _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_fmadd_pd _mm512_fnmadd_pd;
}
