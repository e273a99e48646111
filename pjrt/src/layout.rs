//! Layouts of arrays: copies between arrays of any strides and row-major ones.

use crate::abi::{PJRT_Buffer_MemoryLayout, STRIDED, TILED};
use crate::border::slice;
use crate::error::{Error, Result};
use crate::memory::Block;

/// The order of the dimensions of a row-major array, from the fastest to the slowest.
pub(crate) fn row_major_order(rank: usize) -> Vec<i64> {
    (0..rank as i64).rev().collect()
}

/// The order of the dimensions of an array without gaps, from the fastest to the slowest; of others, an error.
pub(crate) fn order_of(dims: &[i64], strides: &[i64], element: usize) -> Result<Vec<i64>> {
    if is_row_major(dims, strides, element) {
        return Ok(row_major_order(dims.len()));
    }
    let mut order = row_major_order(dims.len());
    // Dimensions of size one have any stride, and stay outside.
    order.sort_by_key(|&d| if dims[d as usize] == 1 { i64::MAX } else { strides[d as usize] });
    let own = of_order(&order, dims, element)?;
    if is_same(dims, &own, strides) {
        Ok(order)
    } else {
        Err(Error::unimplemented("buffers whose elements have gaps between them"))
    }
}

/// The strides of a row-major array in bytes.
pub(crate) fn row_major(dims: &[i64], element: usize) -> Vec<i64> {
    let mut strides = vec![element as i64; dims.len()];
    for d in (1..dims.len()).rev() {
        strides[d - 1] = strides[d].saturating_mul(dims[d].max(1));
    }
    strides
}

/// Whether strides are those of a row-major array. Strides of dimensions of size one do not matter.
pub(crate) fn is_row_major(dims: &[i64], strides: &[i64], element: usize) -> bool {
    is_same(dims, &row_major(dims, element), strides)
}

/// The strides that a layout stands for.
///
/// # Safety
/// The layout is null or one of the interface.
pub(crate) unsafe fn strides(
    layout: *const PJRT_Buffer_MemoryLayout,
    dims: &[i64],
    element: usize,
) -> Result<Vec<i64>> {
    if layout.is_null() {
        return Ok(row_major(dims, element));
    }
    // SAFETY: as the caller says.
    let layout = unsafe { layout.read_unaligned() };
    let given = match layout.r#type {
        STRIDED => {
            // SAFETY: the type says which part of the union it is, with its length.
            unsafe {
                let strides = layout.value.strides;
                slice(strides.byte_strides, strides.num_byte_strides, "the strides")
            }?
            .to_vec()
        }
        TILED => {
            // SAFETY: as above.
            let (order, tiles) = unsafe {
                let tiled = layout.value.tiled;
                (
                    slice(tiled.minor_to_major, tiled.minor_to_major_size, "the order of dimensions")?,
                    tiled.num_tiles,
                )
            };
            if tiles != 0 {
                return Err(Error::unimplemented("layouts with tiles"));
            }
            of_order(order, dims, element)?
        }
        other => return Err(Error::invalid(format!("there is no type {other} of layouts"))),
    };
    if given.len() == dims.len() {
        Ok(given)
    } else {
        Err(Error::invalid(format!("the layout has {} dimensions, the array {}", given.len(), dims.len())))
    }
}

/// The strides of an array whose dimensions are stored in an order, the fastest first.
pub(crate) fn of_order(minor_to_major: &[i64], dims: &[i64], element: usize) -> Result<Vec<i64>> {
    let mut strides = vec![0; dims.len()];
    let mut next = element as i64;
    for &d in minor_to_major {
        let place = usize::try_from(d).ok().filter(|&d| d < dims.len() && strides[d] == 0);
        let d =
            place.ok_or_else(|| Error::invalid(format!("{minor_to_major:?} is no order of dimensions")))?;
        strides[d] = next;
        next = next.saturating_mul(dims[d].max(1));
    }
    Ok(strides)
}

/// Whether two lists of strides put the elements of an array at the same places.
pub(crate) fn is_same(dims: &[i64], one: &[i64], other: &[i64]) -> bool {
    dims.contains(&0) || one.iter().zip(other).zip(dims).all(|((one, other), &d)| d == 1 || one == other)
}

/// Copies the elements of an array of the host to a block without gaps, which may be on a device.
///
/// # Safety
/// The array has elements at all places that sizes and strides say; nobody else uses the block.
pub(crate) unsafe fn write_strided(
    from: (*const u8, &[i64]),
    to: (&Block, &[i64]),
    dims: &[i64],
    element: usize,
) -> Result<()> {
    if let Ok(start) = to.0.start() {
        // SAFETY: as the caller says.
        unsafe { copy_strided(from, (start, to.1), dims, element) };
        return Ok(());
    }
    let mut bytes = vec![0; to.0.len()];
    // SAFETY: as the caller says; the bytes are as many as those of the block.
    unsafe {
        copy_strided(from, (bytes.as_mut_ptr(), to.1), dims, element);
        to.0.write(0, &bytes)
    }
}

/// Copies the elements of an array to one of other strides.
///
/// # Safety
/// Both arrays have elements at all places that sizes and strides say, and do not overlap.
pub(crate) unsafe fn copy_strided(
    from: (*const u8, &[i64]),
    to: (*mut u8, &[i64]),
    dims: &[i64],
    element: usize,
) {
    if dims.contains(&0) {
        return;
    }
    // Inner dimensions that are contiguous on both sides are copied at once.
    let mut run = element;
    let mut rank = dims.len();
    while rank > 0 && from.1[rank - 1] == run as i64 && to.1[rank - 1] == run as i64 {
        run *= dims[rank - 1] as usize;
        rank -= 1;
    }
    let mut index = vec![0_i64; rank];
    loop {
        let offset = |strides: &[i64]| index.iter().zip(strides).map(|(i, s)| i * s).sum::<i64>() as isize;
        // SAFETY: as the caller says.
        unsafe { from.0.offset(offset(from.1)).copy_to_nonoverlapping(to.0.offset(offset(to.1)), run) };
        let Some(d) = (0..rank).rev().find(|&d| index[d] + 1 < dims[d]) else { return };
        index[d] += 1;
        index[d + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strided_arrays_are_copied() {
        let from: Vec<u8> = (0..24).collect();
        let mut to = vec![0_u8; 12];
        // Every second column of a matrix of 3 rows of 4 elements of 2 bytes, transposed.
        let dims = [2, 3];
        // SAFETY: all places are inside.
        unsafe { copy_strided((from.as_ptr(), &[4, 8]), (to.as_mut_ptr(), &row_major(&dims, 2)), &dims, 2) };
        assert_eq!(to, [0, 1, 8, 9, 16, 17, 4, 5, 12, 13, 20, 21]);
        assert!(is_row_major(&[1, 3], &[99, 2], 2) && !is_row_major(&[2, 3], &[2, 4], 2));
        assert_eq!(of_order(&[0, 1], &[2, 3], 4).expect("an order"), [4, 8]);
        assert_eq!(order_of(&[2, 3], &[4, 8], 4).expect("an order"), [0, 1]);
        assert_eq!(order_of(&[2, 1, 3], &[4, 1, 8], 4).expect("an order"), [0, 2, 1]);
        assert!(order_of(&[2, 3], &[4, 16], 4).is_err());
        assert!(of_order(&[0, 0], &[2, 3], 4).is_err());
    }
}
