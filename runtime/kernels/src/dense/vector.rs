//! [`Vector`]: some floats in a register of the processor.

/// Floats that one instruction computes with. Types of it are named only by functions that are compiled for their instructions
/// ([`Form`](super::form::Form)).
pub trait Vector<T>: Copy {
    /// The number of floats.
    const LANES: usize;
    /// Products are subtracted with one rounding.
    const FUSED: bool;
    /// The same number everywhere.
    fn splat(value: T) -> Self;
    /// The first numbers.
    fn load(from: &[T]) -> Self;
    /// All of some numbers, fewer than [`LANES`](Self::LANES), and zeros after them.
    fn load_few(from: &[T]) -> Self;
    /// Writes the first numbers.
    fn store(self, to: &mut [T]);
    /// The sum.
    fn add(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
    /// `self - a * b`.
    fn minus_product(self, a: Self, b: Self) -> Self;
}

/// Floats for which the compiler chooses the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Plain<T, const N: usize>([T; N]);

macro_rules! plain {
    ($($float:ident)*) => {$(
impl<const N: usize> Vector<$float> for Plain<$float, N> {
    const LANES: usize = N;
    const FUSED: bool = cfg!(target_arch = "aarch64");
    #[inline(always)]
    fn splat(value: $float) -> Self {
        Self([value; N])
    }
    #[inline(always)]
    fn load(from: &[$float]) -> Self {
        Self(std::array::from_fn(|i| from[i]))
    }
    #[inline(always)]
    fn load_few(from: &[$float]) -> Self {
        Self(std::array::from_fn(|i| from.get(i).copied().unwrap_or_default()))
    }
    #[inline(always)]
    fn store(self, to: &mut [$float]) {
        to[..N].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] * other.0[i]))
    }
    #[inline(always)]
    fn minus_product(self, a: Self, b: Self) -> Self {
        let one = |c: $float, a: $float, b: $float| if Self::FUSED { (-a).mul_add(b, c) } else { c - a * b };
        Self(std::array::from_fn(|i| one(self.0[i], a.0[i], b.0[i])))
    }
}
    )*};
}
plain! { f32 f64 }

#[cfg(target_arch = "x86_64")]
pub use registers::{F32x8, F32x16, F64x4, F64x8};

#[cfg(target_arch = "x86_64")]
mod registers {
    use super::Vector;
    use std::arch::x86_64::*;

    macro_rules! registers {
        ($($name:ident: $float:ident $lanes:literal, $register:ident,
           $splat:ident $load:ident $few:ident $store:ident $add:ident $mul:ident $minus:ident;)*) => {$(
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
        F32x8: f32 8, __m256, _mm256_set1_ps _mm256_loadu_ps few_8 _mm256_storeu_ps _mm256_add_ps _mm256_mul_ps _mm256_fnmadd_ps;
        F64x4: f64 4, __m256d, _mm256_set1_pd _mm256_loadu_pd few_4 _mm256_storeu_pd _mm256_add_pd _mm256_mul_pd _mm256_fnmadd_pd;
        F32x16: f32 16, __m512, _mm512_set1_ps _mm512_loadu_ps few_16 _mm512_storeu_ps _mm512_add_ps _mm512_mul_ps _mm512_fnmadd_ps;
        F64x8: f64 8, __m512d, _mm512_set1_pd _mm512_loadu_pd few_of_8 _mm512_storeu_pd _mm512_add_pd _mm512_mul_pd _mm512_fnmadd_pd;
    }
}
