//! The bytes of arrays as numbers.

use num_complex::Complex;
use strata_runtime_kernels::memory::filled;

/// Plain numbers: floats and pairs of floats, for which all bit patterns are valid.
///
/// # Safety
/// The type has no padding and no invalid values.
pub(super) unsafe trait Plain: Copy + Default + Send + Sync {}
// SAFETY: a pair of floats in C's layout.
unsafe impl Plain for Complex<f32> {}
// SAFETY: as above.
unsafe impl Plain for Complex<f64> {}
// SAFETY: a float.
unsafe impl Plain for f32 {}
// SAFETY: a float.
unsafe impl Plain for f64 {}

/// Complex numbers as their parts.
pub(super) fn floats<T>(numbers: &mut [Complex<T>]) -> &mut [T]
where
    Complex<T>: Plain,
{
    let count = 2 * numbers.len();
    // SAFETY: a complex number is its real part and its imaginary one, without padding.
    unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast::<T>(), count) }
}

/// Copies bytes into numbers, up to the shorter length.
pub(super) fn copy_numbers<N: Plain>(bytes: &[u8], numbers: &mut [N]) {
    let n = size_of_val(numbers).min(bytes.len());
    // SAFETY: both have `n` bytes, and any bytes are valid floats and pairs of floats; a slice of bytes that is borrowed does not overlap one
    // that is borrowed mutably.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), numbers.as_mut_ptr().cast::<u8>(), n) }
}

/// Calls `f` with the bytes as numbers: in place if they are aligned, as they are in programs.
pub(super) fn with_numbers<N: Plain, R>(
    bytes: &mut [u8],
    f: impl FnOnce(&mut [N]) -> Result<R, String>,
) -> Result<R, String> {
    // SAFETY: any bytes are valid floats and pairs of floats, and the other way round.
    let (before, numbers, after) = unsafe { bytes.align_to_mut::<N>() };
    if before.is_empty() && after.is_empty() {
        return f(numbers);
    }
    let mut numbers = filled(N::default(), bytes.len() / size_of::<N>());
    let result = f(&mut numbers)?;
    let n = size_of_val(&numbers[..]).min(bytes.len());
    // SAFETY: both have `n` bytes, and floats have no padding.
    unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr().cast::<u8>(), bytes.as_mut_ptr(), n) }
    Ok(result)
}
