//! The arrays of a call, as the program has them and as the handler does.

use strata_ir::prelude::*;

use super::abi;

/// An element type: its name in MLIR, its number in the FFI, and the bytes of an element in this runtime.
const TYPES: [(&str, u32, usize); 29] = [
    ("i1", abi::PRED, 1),
    ("i2", abi::S2, 1),
    ("i4", abi::S4, 1),
    ("i8", abi::S8, 1),
    ("i16", abi::S16, 2),
    ("i32", abi::S32, 4),
    ("i64", abi::S64, 8),
    ("ui2", abi::U2, 1),
    ("ui4", abi::U4, 1),
    ("ui8", abi::U8, 1),
    ("ui16", abi::U16, 2),
    ("ui32", abi::U32, 4),
    ("ui64", abi::U64, 8),
    ("f16", abi::F16, 2),
    ("f32", abi::F32, 4),
    ("f64", abi::F64, 8),
    ("bf16", abi::BF16, 2),
    ("complex<f32>", abi::C64, 8),
    ("complex<f64>", abi::C128, 16),
    ("f8E5M2", abi::F8E5M2, 1),
    ("f8E3M4", abi::F8E3M4, 1),
    ("f8E4M3", abi::F8E4M3, 1),
    ("f8E4M3FN", abi::F8E4M3FN, 1),
    ("f8E4M3B11FNUZ", abi::F8E4M3B11FNUZ, 1),
    ("f8E5M2FNUZ", abi::F8E5M2FNUZ, 1),
    ("f8E4M3FNUZ", abi::F8E4M3FNUZ, 1),
    ("f4E2M1FN", abi::F4E2M1FN, 1),
    ("f8E8M0FNU", abi::F8E8M0FNU, 1),
    ("!stablehlo.token", abi::TOKEN, 0),
];

/// How elements of less than a byte are packed for handlers, the first one in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    /// The bits of an element.
    pub bits: u32,
    /// Whether an element has a sign.
    pub signed: bool,
}

/// The type of an argument or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArrayType {
    /// The number of the element type in the FFI.
    pub dtype: u32,
    /// The bytes of an element in this runtime.
    pub bytes: usize,
    pub packing: Option<Packing>,
    /// The dimensions from the fastest to the slowest, unless the array is row-major.
    pub order: Option<Vec<i64>>,
}

/// Number and bytes of an element type.
pub(super) fn element(cx: &Context, ty: Type) -> Option<(u32, usize)> {
    let name = cx.type_to_string(ty);
    TYPES.iter().find(|row| row.0 == name).map(|&(_, dtype, bytes)| (dtype, bytes))
}

/// The number of an element type in XLA, which is that in the FFI.
pub(crate) fn primitive_type(name: &str) -> Option<u32> {
    TYPES.iter().find(|row| row.0.trim_start_matches("!stablehlo.") == name).map(|row| row.1)
}

fn packing(dtype: u32) -> Option<Packing> {
    let (bits, signed) = match dtype {
        abi::S2 => (2, true),
        abi::U2 => (2, false),
        abi::S4 => (4, true),
        abi::U4 | abi::F4E2M1FN => (4, false),
        _ => return None,
    };
    Some(Packing { bits, signed })
}

impl ArrayType {
    /// The type of an argument or a result, with the layout that the call asks for.
    ///
    /// # Errors
    /// The text of an error about the call.
    pub(super) fn new(cx: &Context, ty: Type, layout: Option<&[i64]>) -> Result<Self, String> {
        let unknown = || format!("has a value of type {}, which handlers do not take", cx.type_to_string(ty));
        let (dtype, bytes) = element(cx, cx.elem_or_self(ty)).ok_or_else(unknown)?;
        let rank = cx.shaped(ty).and_then(|shaped| shaped.shape).map_or(0, <[i64]>::len);
        if dtype != abi::TOKEN && cx.shaped(ty).is_none_or(|shaped| shaped.shape.is_none()) {
            return Err(unknown());
        }
        let row_major: Vec<i64> = (0..rank as i64).rev().collect();
        let order = layout.filter(|&layout| layout != row_major).map(<[i64]>::to_vec);
        if let Some(order) = &order {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if !sorted.iter().copied().eq(0..rank as i64) {
                return Err(format!("has the layout {order:?} for a value of {rank} dimensions"));
            }
        }
        Ok(Self { dtype, bytes, packing: packing(dtype), order })
    }

    /// Whether handlers read and write the array where the program has it.
    pub(super) fn is_direct(&self) -> bool {
        self.packing.is_none() && self.order.is_none()
    }
}
