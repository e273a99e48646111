//! Sizes and alignments of types, by LLVM's default data layout on 64-bit targets.

use strata_ir::prelude::*;

use crate::types::{ArrayType, PointerType, StructType};

/// The size and alignment of a type in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Distance between two elements of an array, in bytes.
    pub size: u64,
    /// Alignment that the ABI asks for, in bytes.
    pub align: u64,
}

/// The layout of a type; `None` for types without a size and for sizes past 64 bits.
pub fn layout(cx: &Context, ty: Type) -> Option<Layout> {
    let sized = |bytes: u64, align: u64| {
        let size = bytes.checked_next_multiple_of(align)?;
        Some(Layout { size, align })
    };
    if cx.type_as::<PointerType>(ty).is_some() || cx.is_index(ty) {
        return sized(8, 8);
    }
    if let Some(array) = cx.type_as::<ArrayType>(ty) {
        let elem = layout(cx, array.elem)?;
        return Some(Layout { size: elem.size.checked_mul(array.len)?, align: elem.align });
    }
    if let Some(s) = cx.type_as::<StructType>(ty) {
        let (mut size, mut align) = (0u64, 1);
        for &member in s.body.as_ref()? {
            let member = layout(cx, member)?;
            let at = if s.packed { 1 } else { member.align };
            align = align.max(at);
            size = size.checked_next_multiple_of(at)?.checked_add(member.size)?;
        }
        return sized(size, align);
    }
    if let Some(v) = cx.type_as::<VectorType>(ty) {
        let n = v.shape.iter().try_fold(1u64, |n, &d| n.checked_mul(u64::try_from(d).ok()?))?;
        let bits = u64::from(cx.bit_width(v.elem).unwrap_or(64)).checked_mul(n)?;
        let bytes = bits.div_ceil(8).max(1);
        return sized(bytes, bytes.checked_next_power_of_two()?);
    }
    let bits = u64::from(cx.bit_width(ty)?);
    let bytes = bits.div_ceil(8).max(1);
    // x86-64 aligns integers and floats up to 128 bits to their size, wider ones to 16 bytes; `f80` has ten bytes.
    sized(bytes, bytes.next_power_of_two().min(16))
}
