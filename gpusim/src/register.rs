//! Registers: how many lanes they have, which types of values they hold, and the operations on integers in them.

use strata_gpu::GpuTarget;

/// Number of a register. A register holds 64 bits for each lane of a warp.
pub(crate) type Slot = u32;

/// Lanes of a warp.
pub(crate) const LANES: usize = GpuTarget::DEFAULT.lanes as usize;
/// A register: the bits of each lane, the upper ones zero.
pub(crate) type Lanes = [u64; LANES];

/// The contents of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// An integer of so many bits.
    Int(u8),
    F16,
    BF16,
    F32,
    F64,
    /// An address in a space.
    Ptr(u8),
}

impl Kind {
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(n) => n.into(),
            Self::F16 | Self::BF16 => 16,
            Self::F32 => 32,
            Self::F64 | Self::Ptr(_) => 64,
        }
    }
    pub fn float(self) -> Option<Float> {
        Some(match self {
            Self::F16 => Float::F16,
            Self::BF16 => Float::BF16,
            Self::F32 => Float::F32,
            Self::F64 => Float::F64,
            _ => return None,
        })
    }
}

/// A float type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Float {
    F16,
    BF16,
    F32,
    F64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    SMax,
    SMin,
    UMax,
    UMin,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    SCmp,
    UCmp,
    /// Whether the operation overflows.
    SAddOver,
    UAddOver,
    SSubOver,
    USubOver,
    SMulOver,
    UMulOver,
    /// The upper half of the product.
    SMulHi,
    UMulHi,
}
