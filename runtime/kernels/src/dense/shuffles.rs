//! Shuffles of registers of x86-64: pairs, and squares of four lines.

use crate::square::SIDE;
use std::arch::x86_64::*;

/// The pairs of numbers in the order of their halves of registers.
#[inline]
#[target_feature(enable = "avx2")]
fn in_order_8(a: __m256) -> __m256 {
    _mm256_castpd_ps(_mm256_permute4x64_pd::<0xd8>(_mm256_castps_pd(a)))
}
/// The lower halves of both registers, and the upper ones.
#[inline]
#[target_feature(enable = "avx2")]
fn halves_8(a: __m256, b: __m256) -> [__m256; 2] {
    [_mm256_permute2f128_ps::<0x20>(a, b), _mm256_permute2f128_ps::<0x31>(a, b)]
}
/// The same of doubles.
#[inline]
#[target_feature(enable = "avx2")]
fn halves_4(a: __m256d, b: __m256d) -> [__m256d; 2] {
    [_mm256_permute2f128_pd::<0x20>(a, b), _mm256_permute2f128_pd::<0x31>(a, b)]
}
/// Every second place of two registers, from one on.
#[inline]
#[target_feature(enable = "avx512f")]
fn even_16(from: i32) -> __m512i {
    let even = _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    _mm512_add_epi32(even, _mm512_set1_epi32(from))
}
/// The places of two registers in turn, from one on.
#[inline]
#[target_feature(enable = "avx512f")]
fn turns_16(from: i32) -> __m512i {
    let turns = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    _mm512_add_epi32(turns, _mm512_set1_epi32(from))
}
/// As `even_16`, of doubles.
#[inline]
#[target_feature(enable = "avx512f")]
fn even_of_8(from: i64) -> __m512i {
    _mm512_add_epi64(_mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), _mm512_set1_epi64(from))
}
/// As `turns_16`, of doubles.
#[inline]
#[target_feature(enable = "avx512f")]
fn turns_of_8(from: i64) -> __m512i {
    _mm512_add_epi64(_mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), _mm512_set1_epi64(from))
}
/// The numbers at even places of both registers, and those at odd ones.
macro_rules! split_and_join {
    ($($features:literal $register:ident: $split:ident($a:ident, $b:ident) $apart:expr, $join:ident $together:expr;)*) => {$(
        #[inline]
        #[target_feature(enable = $features)]
        pub fn $split($a: $register, $b: $register) -> [$register; 2] {
            $apart
        }
        /// The numbers of both registers in turn.
        #[inline]
        #[target_feature(enable = $features)]
        pub fn $join($a: $register, $b: $register) -> [$register; 2] {
            $together
        }
    )*};
}
split_and_join! {
    "avx2" __m256: split_8(a, b) [
            in_order_8(_mm256_shuffle_ps::<0x88>(a, b)),
            in_order_8(_mm256_shuffle_ps::<0xdd>(a, b)),
        ],
        join_8 halves_8(_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
    "avx2" __m256d: split_4(a, b) [
            _mm256_permute4x64_pd::<0xd8>(_mm256_unpacklo_pd(a, b)),
            _mm256_permute4x64_pd::<0xd8>(_mm256_unpackhi_pd(a, b)),
        ],
        join_4 halves_4(_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
    "avx512f" __m512: split_16(a, b) [
            _mm512_permutex2var_ps(a, even_16(0), b),
            _mm512_permutex2var_ps(a, even_16(1), b),
        ],
        join_16 [_mm512_permutex2var_ps(a, turns_16(0), b), _mm512_permutex2var_ps(a, turns_16(8), b)];
    "avx512f" __m512d: split_of_8(a, b) [
            _mm512_permutex2var_pd(a, even_of_8(0), b),
            _mm512_permutex2var_pd(a, even_of_8(1), b),
        ],
        join_of_8 [_mm512_permutex2var_pd(a, turns_of_8(0), b), _mm512_permutex2var_pd(a, turns_of_8(4), b)];
}

/// Squares of four rows and columns, transposed in each half or quarter of registers.
macro_rules! squares {
    ($($features:literal $register:ident: $name:ident $low:ident $high:ident $shuffle:ident;)*) => {$(
        #[inline]
        #[target_feature(enable = $features)]
        fn $name([a, b, c, d]: [$register; SIDE]) -> [$register; SIDE] {
            let (first, third) = ($low(a, b), $high(a, b));
            let (second, fourth) = ($low(c, d), $high(c, d));
            [
                $shuffle::<0x44>(first, second),
                $shuffle::<0xee>(first, second),
                $shuffle::<0x44>(third, fourth),
                $shuffle::<0xee>(third, fourth),
            ]
        }
    )*};
}
squares! {
    "avx2" __m256: squares_8 _mm256_unpacklo_ps _mm256_unpackhi_ps _mm256_shuffle_ps;
    "avx512f" __m512: squares_16 _mm512_unpacklo_ps _mm512_unpackhi_ps _mm512_shuffle_ps;
}

#[inline]
#[target_feature(enable = "avx2")]
fn squares_4([a, b, c, d]: [__m256d; SIDE]) -> [__m256d; SIDE] {
    let [first, third] = halves_4(_mm256_unpacklo_pd(a, b), _mm256_unpacklo_pd(c, d));
    let [second, fourth] = halves_4(_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d));
    [first, second, third, fourth]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn squares_of_8([a, b, c, d]: [__m512d; SIDE]) -> [__m512d; SIDE] {
    let near = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
    let far = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
    let (even, odd) = (_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b));
    let (other_even, other_odd) = (_mm512_unpacklo_pd(c, d), _mm512_unpackhi_pd(c, d));
    [
        _mm512_permutex2var_pd(even, near, other_even),
        _mm512_permutex2var_pd(odd, near, other_odd),
        _mm512_permutex2var_pd(even, far, other_even),
        _mm512_permutex2var_pd(odd, far, other_odd),
    ]
}

/// Reads four numbers of each line, and writes them.
macro_rules! across {
    ($($features:literal $float:ident $register:ident $zero:ident: $read:ident $write:ident $squares:ident
       ($from:ident, $stride:ident) $load:expr, ($value:ident, $to:ident) $store:expr;)*) => {$(
        /// # Safety
        /// There are as many lines as lanes.
        #[inline]
        #[target_feature(enable = $features)]
        pub unsafe fn $read(from: *const $float, $stride: usize) -> [$register; SIDE] {
            let mut lines = [$zero(); SIDE];
            for i in 0..SIDE {
                // SAFETY: guaranteed by the caller.
                lines[i] = unsafe {
                    let $from = from.add(i * $stride);
                    $load
                };
            }
            $squares(lines)
        }
        /// # Safety
        /// As above.
        #[inline]
        #[target_feature(enable = $features)]
        pub unsafe fn $write(across: [$register; SIDE], to: *mut $float, $stride: usize) {
            let lines = $squares(across);
            for i in 0..SIDE {
                let $value = lines[i];
                // SAFETY: guaranteed by the caller.
                unsafe {
                    let $to = to.add(i * $stride);
                    $store
                }
            }
        }
    )*};
}
across! {
    "avx2" f32 __m256 _mm256_setzero_ps: read_8 write_8 squares_8
        (from, stride) _mm256_loadu2_m128(from.add(4 * stride), from),
        (value, to) _mm256_storeu2_m128(to.add(4 * stride), to, value);
    "avx2" f64 __m256d _mm256_setzero_pd: read_4 write_4 squares_4
        (from, stride) _mm256_loadu_pd(from),
        (value, to) _mm256_storeu_pd(to, value);
    "avx512f" f32 __m512 _mm512_setzero_ps: read_16 write_16 squares_16
        (from, stride) quarters(from, stride),
        (value, to) write_quarters(value, to, stride);
    "avx512f" f64 __m512d _mm512_setzero_pd: read_of_8 write_of_8 squares_of_8
        (from, stride) _mm512_insertf64x4::<1>(
            _mm512_castpd256_pd512(_mm256_loadu_pd(from)),
            _mm256_loadu_pd(from.add(4 * stride)),
        ),
        (value, to) {
            _mm256_storeu_pd(to, _mm512_castpd512_pd256(value));
            _mm256_storeu_pd(to.add(4 * stride), _mm512_extractf64x4_pd::<1>(value));
        };
}

/// # Safety
/// There are four lines of four numbers, four strides apart.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn quarters(from: *const f32, stride: usize) -> __m512 {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let first = _mm512_castps128_ps512(_mm_loadu_ps(from));
        let second = _mm512_insertf32x4::<1>(first, _mm_loadu_ps(from.add(4 * stride)));
        let third = _mm512_insertf32x4::<2>(second, _mm_loadu_ps(from.add(8 * stride)));
        _mm512_insertf32x4::<3>(third, _mm_loadu_ps(from.add(12 * stride)))
    }
}

/// # Safety
/// As above.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn write_quarters(value: __m512, to: *mut f32, stride: usize) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        _mm_storeu_ps(to, _mm512_castps512_ps128(value));
        _mm_storeu_ps(to.add(4 * stride), _mm512_extractf32x4_ps::<1>(value));
        _mm_storeu_ps(to.add(8 * stride), _mm512_extractf32x4_ps::<2>(value));
        _mm_storeu_ps(to.add(12 * stride), _mm512_extractf32x4_ps::<3>(value));
    }
}
