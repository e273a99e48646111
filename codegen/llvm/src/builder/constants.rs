//! Dense constants from bytes, without a textual form.

use std::borrow::Cow;

use mlir_sys as m;

use super::{AttrId, ModuleBuilder, TypeId, wrong};
use crate::error::{CodegenError, Result};

/// The largest number of elements of a dense constant: more than fits into memory, and far from an overflow of its size in bits.
const MAX_CONSTANT_ELEMENTS: i64 = 1 << 48;

impl ModuleBuilder<'_> {
    /// A dense constant of a `tensor<…>` or `vector<…>` type from its bytes: row-major, little-endian elements, one byte an `i1`.
    /// The bytes of a single element are repeated.
    pub fn dense_attr(&mut self, ty: TypeId, bytes: &[u8]) -> Result<AttrId> {
        let ty = self.type_of(ty)?;
        // SAFETY: the type is checked to be shaped and static before its dimensions and element type are read; `bytes` is read during
        // the call only, and MLIR checks its size against the type and returns null where it does not fit.
        let raw = unsafe {
            if !m::mlirTypeIsAShaped(ty) || !m::mlirShapedTypeHasStaticShape(ty) {
                return Err(wrong("a dense constant needs a shaped type with a static shape"));
            }
            let element = m::mlirShapedTypeGetElementType(ty);
            if !m::mlirTypeIsAInteger(element) && !m::mlirTypeIsAFloat(element) {
                return Err(wrong("a dense constant needs integer or float elements"));
            }
            // MLIR multiplies the extents without a check for overflow.
            let n_elements = (0..m::mlirShapedTypeGetRank(ty))
                .try_fold(1i64, |n, i| n.checked_mul(m::mlirShapedTypeGetDimSize(ty, i as isize)))
                .filter(|&n| n <= MAX_CONSTANT_ELEMENTS)
                .ok_or_else(|| CodegenError::Limit("a dense constant has too many elements".to_owned()))?;
            let is_bool = m::mlirTypeIsAInteger(element) && m::mlirIntegerTypeGetWidth(element) == 1;
            let bytes = if is_bool { pack_bits(bytes, n_elements) } else { Cow::Borrowed(bytes) };
            m::mlirDenseElementsAttrRawBufferGet(ty, bytes.len(), bytes.as_ptr().cast())
        };
        if raw.ptr.is_null() {
            return Err(
                self.rejected(format!("{} bytes do not fill the type of a dense constant", bytes.len()))
            );
        }
        Ok(self.push_attr(raw))
    }
}

/// MLIR keeps `i1` elements as bits, lowest first, and a repeated one as a byte of equal bits.
fn pack_bits(bytes: &[u8], n_elements: i64) -> Cow<'_, [u8]> {
    match bytes {
        [byte] if n_elements != 1 => Cow::Owned(vec![if *byte == 0 { 0 } else { 0xff }]),
        // A wrong number of bytes is left for MLIR to refuse; it must not become right by packing.
        _ if i64::try_from(bytes.len()) != Ok(n_elements) => Cow::Borrowed(&[]),
        _ => bytes
            .chunks(8)
            .map(|eight| eight.iter().rev().fold(0, |bits, &byte| bits << 1 | u8::from(byte != 0)))
            .collect(),
    }
}
