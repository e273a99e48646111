//! The arrays of calls as numbers, and entries of their configurations.

use std::borrow::Cow;

use strata_runtime_kernels::dense::Real;
use strata_runtime_kernels::memory::{Collected, filled};

use crate::routine::{Call, Input, Output};

pub(super) fn entry<'a>(call: &Call<'a>, name: &str) -> Result<&'a str, String> {
    call.entry(name).ok_or_else(|| format!("its configuration has no '{name}'"))
}

/// The letter of an entry of LAPACK's configuration, which is given as a character code.
pub(super) fn letter(call: &Call<'_>, name: &str) -> Result<char, String> {
    let code = entry(call, name)?.parse::<u8>();
    code.map(char::from).map_err(|_| format!("'{name}' in its configuration is no letter"))
}

pub(super) fn unfit() -> String {
    "its arrays do not fit".to_owned()
}

/// The sizes of the matrices in an array.
pub(super) fn size(shape: &[usize]) -> Result<[usize; 2], String> {
    match shape {
        &[.., rows, columns] => Ok([rows, columns]),
        _ => Err("an array has no matrices".to_owned()),
    }
}

pub(super) fn square(shape: &[usize]) -> Result<usize, String> {
    let [rows, columns] = size(shape)?;
    if rows == columns { Ok(rows) } else { Err("its matrices are not square".to_owned()) }
}

/// The number of matrices in an array.
pub(super) fn batches(shape: &[usize]) -> usize {
    shape[..shape.len() - 2].iter().product()
}

/// Whether two arrays have as many matrices, in the same dimensions.
pub(super) fn same_batches(a: &[usize], b: &[usize]) -> bool {
    a[..a.len() - 2] == b[..b.len() - 2]
}

/// The numbers of an argument: those in its memory, or a copy if numbers may not be there.
pub(super) fn numbers<'a, T: Real>(input: &Input<'a>) -> Result<Cow<'a, [T]>, String> {
    if input.element.bytes() != size_of::<T>() {
        return Err(unfit());
    }
    let copy = || input.bytes.chunks_exact(size_of::<T>()).map(T::read).collected();
    Ok(T::view(input.bytes).map_or_else(|| Cow::Owned(copy()), Cow::Borrowed))
}

/// Computes the numbers of a result: in its memory if numbers may be there. `count` is how many they are.
pub(super) fn in_result<T: Real, R>(
    output: &mut Output<'_>,
    count: usize,
    compute: impl FnOnce(&mut [T]) -> Result<R, String>,
) -> Result<R, String> {
    let bytes = &mut *output.bytes;
    if output.element.bytes() != size_of::<T>() || count.checked_mul(size_of::<T>()) != Some(bytes.len()) {
        return Err(unfit());
    }
    if let Some(numbers) = T::numbers(bytes) {
        return compute(numbers);
    }
    let mut numbers = filled(T::default(), count);
    numbers.iter_mut().zip(bytes.chunks_exact(size_of::<T>())).for_each(|(to, from)| *to = T::read(from));
    let result = compute(&mut numbers)?;
    bytes.chunks_exact_mut(size_of::<T>()).zip(&numbers).for_each(|(to, v)| v.write(to));
    Ok(result)
}

/// Copies an argument to a result of the same type, unless it is there.
pub(super) fn copy(input: &Input<'_>, output: &mut Output<'_>) -> Result<(), String> {
    if output.element != input.element || output.shape != input.shape {
        return Err(unfit());
    }
    if !input.is_in_result() {
        output.bytes.copy_from_slice(input.bytes);
    }
    Ok(())
}

/// Writes numbers of 32 bits, such as pivots.
pub(super) fn write_counts(
    counts: impl ExactSizeIterator<Item = usize>,
    output: &mut Output<'_>,
) -> Result<(), String> {
    // Matrices without elements are not visited, and have no errors.
    if counts.len() == 0 {
        output.bytes.fill(0);
        return Ok(());
    }
    if (output.element.bits, output.bytes.len()) != (32, 4 * counts.len()) {
        return Err(unfit());
    }
    let to = output.bytes.as_chunks_mut::<4>().0;
    to.iter_mut().zip(counts).for_each(|(to, v)| *to = (v as i32).to_le_bytes());
    Ok(())
}
