//! The memory of arguments and results as a handler expects it: copies where the layout or the form of elements is another one, and shared
//! memory where a result stands for an argument.

use std::ffi::c_void;

use strata_driver::Call;

use super::array_type::{ArrayType, Packing};
use crate::error::{Error, Result};
use crate::layout::{copy_strided, of_order, row_major};

/// A block that begins at a multiple of 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line([u8; 64]);

/// Memory for a copy.
struct Copied(Vec<Line>);

impl Copied {
    fn new(bytes: usize) -> Result<Self> {
        let lines = bytes.div_ceil(64).max(1);
        let mut memory = Vec::new();
        let full = |_| Error::exhausted(format!("out of memory: {bytes} bytes for a handler"));
        memory.try_reserve_exact(lines).map_err(full)?;
        memory.resize(lines, Line([0; 64]));
        Ok(Self(memory))
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: a line is 64 bytes without any between them.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * 64) }
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * 64) }
    }
}

/// Packs elements of a byte each.
fn pack(elements: &[u8], packing: Packing, packed: &mut [u8]) {
    let each = (8 / packing.bits) as usize;
    let mask = (1_u8 << packing.bits) - 1;
    for (byte, group) in packed.iter_mut().zip(elements.chunks(each)) {
        *byte = group.iter().rev().fold(0, |byte, element| byte << packing.bits | element & mask);
    }
}

/// The reverse of [`pack`].
fn unpack(packed: &[u8], packing: Packing, elements: &mut [u8]) {
    let each = (8 / packing.bits) as usize;
    let spare = 8 - packing.bits;
    for (group, byte) in elements.chunks_mut(each).zip(packed) {
        for (i, element) in group.iter_mut().enumerate() {
            let high = (byte >> (i as u32 * packing.bits)) << spare;
            *element = if packing.signed { (high as i8 >> spare) as u8 } else { high >> spare };
        }
    }
}

/// Copies an array between its row-major form and the layout that a handler expects.
fn reorder(ty: &ArrayType, dims: &[i64], from: &[u8], to: &mut [u8], back: bool) -> Result<()> {
    let Some(order) = &ty.order else {
        let length = from.len().min(to.len());
        to[..length].copy_from_slice(&from[..length]);
        return Ok(());
    };
    let needed = dims.iter().fold(ty.bytes, |n, &d| n.saturating_mul(usize::try_from(d).unwrap_or(0)));
    if from.len() < needed || to.len() < needed {
        return Err(Error::internal("the memory of a handler's argument is short"));
    }
    let (own, other) = (row_major(dims, ty.bytes), of_order(order, dims, ty.bytes)?);
    let (from_strides, to_strides) = if back { (&other, &own) } else { (&own, &other) };
    // SAFETY: the order is one of all dimensions, so that both arrays have their elements in as many bytes, which were checked.
    unsafe { copy_strided((from.as_ptr(), from_strides), (to.as_mut_ptr(), to_strides), dims, ty.bytes) };
    Ok(())
}

/// Copies an array from the form of the program to that of a handler.
fn to_handler(ty: &ArrayType, dims: &[i64], from: &[u8], to: &mut [u8]) -> Result<()> {
    let Some(packing) = ty.packing else { return reorder(ty, dims, from, to, false) };
    let mut ordered = Copied::new(from.len())?;
    reorder(ty, dims, from, ordered.bytes_mut(), false)?;
    pack(&ordered.bytes()[..from.len()], packing, to);
    Ok(())
}

/// The reverse of [`to_handler`].
fn from_handler(ty: &ArrayType, dims: &[i64], from: &[u8], to: &mut [u8]) -> Result<()> {
    let Some(packing) = ty.packing else { return reorder(ty, dims, from, to, true) };
    let mut elements = Copied::new(to.len())?;
    unpack(from, packing, &mut elements.bytes_mut()[..to.len()]);
    reorder(ty, dims, &elements.bytes()[..to.len()], to, true)
}

/// The memory of a call.
pub(super) struct Staged {
    pub inputs: Vec<*mut c_void>,
    pub outputs: Vec<*mut c_void>,
    /// The copies of arguments, which the handler reads.
    _copies: Vec<Copied>,
    /// The copies of results, which are written back.
    results: Vec<Option<Copied>>,
}

impl Staged {
    /// Makes the copies that a call needs. `aliases` are pairs of an argument and the result whose memory it has.
    pub(super) fn new(
        call: &mut Call<'_>,
        types: (&[ArrayType], &[ArrayType]),
        dims: (&[Vec<i64>], &[Vec<i64>]),
        aliases: &[(usize, usize)],
    ) -> Result<Self> {
        let mut staged =
            Self { inputs: Vec::new(), outputs: Vec::new(), _copies: Vec::new(), results: Vec::new() };
        for (output, ty) in call.outputs.iter_mut().zip(types.1) {
            let mut copy = if ty.is_direct() { None } else { Some(Copied::new(output.bytes.len())?) };
            let address = match &mut copy {
                Some(copy) => copy.bytes_mut().as_mut_ptr(),
                None => output.bytes.as_mut_ptr(),
            };
            staged.outputs.push(address.cast());
            staged.results.push(copy);
        }
        for (i, ((input, ty), dims)) in call.inputs.iter().zip(types.0).zip(dims.0).enumerate() {
            let shared = aliases.iter().find(|alias| alias.0 == i).map(|alias| alias.1);
            let result = shared.and_then(|o| Some((o, call.outputs.get_mut(o)?)));
            let address = if let Some((o, output)) = result {
                match &mut staged.results[o] {
                    Some(copy) => to_handler(ty, dims, input.bytes, copy.bytes_mut())?,
                    None => reorder(ty, dims, input.bytes, output.bytes, false)?,
                }
                staged.outputs[o]
            } else if ty.is_direct() {
                input.bytes.as_ptr().cast_mut().cast()
            } else {
                let mut copy = Copied::new(input.bytes.len())?;
                to_handler(ty, dims, input.bytes, copy.bytes_mut())?;
                let address = copy.bytes_mut().as_mut_ptr().cast();
                staged._copies.push(copy);
                address
            };
            staged.inputs.push(address);
        }
        Ok(staged)
    }

    /// Writes results that the handler has in copies.
    pub(super) fn finish(self, call: &mut Call<'_>, types: &[ArrayType], dims: &[Vec<i64>]) -> Result<()> {
        for (((copy, output), ty), dims) in self.results.iter().zip(&mut call.outputs).zip(types).zip(dims) {
            if let Some(copy) = copy {
                from_handler(ty, dims, copy.bytes(), output.bytes)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_packed_from_the_lowest_bits() {
        for (bits, signed, elements, packed) in [
            (4, true, vec![1, 0xfe, 7], vec![0xe1, 0x07]),
            (4, false, vec![15, 2], vec![0x2f]),
            (2, true, vec![1, 0xff, 0xfe, 0, 1], vec![0b0010_1101, 1]),
        ] {
            let packing = Packing { bits, signed };
            let mut bytes = vec![0; packed.len()];
            pack(&elements, packing, &mut bytes);
            assert_eq!(bytes, packed);
            let mut back = vec![0; elements.len()];
            unpack(&packed, packing, &mut back);
            assert_eq!(back, elements);
        }
    }

    #[test]
    fn layouts_are_copied_there_and_back() {
        let ty = ArrayType { dtype: 3, bytes: 2, packing: None, order: Some(vec![0, 1]) };
        let from: Vec<u8> = (0..12).collect();
        let mut to = vec![0; 12];
        to_handler(&ty, &[2, 3], &from, &mut to).expect("fits");
        assert_eq!(to, [0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11]);
        let mut back = vec![0; 12];
        from_handler(&ty, &[2, 3], &to, &mut back).expect("fits");
        assert_eq!(back, from);
        assert!(to_handler(&ty, &[2, 4], &from, &mut to).is_err());
    }
}
