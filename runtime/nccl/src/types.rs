//! The types and reductions that NCCL has.

use std::ffi::c_int;

use strata_runtime_collectives::{Element, Reduction};

/// `ncclUint8`: bytes that are moved.
pub(crate) const BYTES: c_int = 1;
/// The first version with floats of 8 bits: 2.24.
const SMALL_FLOATS: i32 = 22400;

const SUM: c_int = 0;
const PRODUCT: c_int = 1;
const LARGEST: c_int = 2;
const SMALLEST: c_int = 3;

/// A reduction as NCCL has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// `ncclDataType_t`
    pub ty: c_int,
    /// `ncclRedOp_t`
    pub op: c_int,
    /// The bytes of a number.
    pub bytes: usize,
}

/// The reduction of elements of a type; `None` if NCCL lacks it.
pub(crate) fn reduction(reduction: Reduction, element: Element, version: i32) -> Option<Sum> {
    let ordered = matches!(reduction, Reduction::Minimum | Reduction::Maximum);
    let small = |name: &str| version >= SMALL_FLOATS && Element::named(name) == Some(element);
    let (ty, bytes) = match element {
        // Booleans are the bytes 0 and 1.
        Element::Bool => {
            let op = match reduction {
                Reduction::Add | Reduction::Or | Reduction::Maximum => LARGEST,
                Reduction::Multiply | Reduction::And | Reduction::Minimum => SMALLEST,
                Reduction::Xor => return None,
            };
            return Some(Sum { ty: BYTES, op, bytes: 1 });
        }
        Element::Signed(8) => (0, 1),
        Element::Unsigned(8) => (1, 1),
        // Narrow integers have a byte each, whose sums would be wider.
        Element::Signed(2 | 4) if ordered => (0, 1),
        Element::Unsigned(2 | 4) if ordered => (1, 1),
        Element::Signed(32) => (2, 4),
        Element::Unsigned(32) => (3, 4),
        Element::Signed(64) => (4, 8),
        Element::Unsigned(64) => (5, 8),
        Element::F16 => (6, 2),
        Element::F32 => (7, 4),
        Element::F64 => (8, 8),
        Element::Bf16 => (9, 2),
        Element::Small(_) if small("f8E4M3FN") => (10, 1),
        Element::Small(_) if small("f8E5M2") => (11, 1),
        // Sums of complex numbers are those of their parts.
        Element::Complex64 if reduction == Reduction::Add => (7, 4),
        Element::Complex128 if reduction == Reduction::Add => (8, 8),
        _ => return None,
    };
    let op = match reduction {
        Reduction::Add => SUM,
        Reduction::Multiply => PRODUCT,
        Reduction::Maximum => LARGEST,
        Reduction::Minimum => SMALLEST,
        Reduction::And | Reduction::Or | Reduction::Xor => return None,
    };
    Some(Sum { ty, op, bytes })
}
