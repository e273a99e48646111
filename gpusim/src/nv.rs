//! Instructions of the `nvvm` dialect.

use crate::register::{Float, IntOp, Slot};

/// No register.
pub(crate) const NONE: Slot = u32::MAX;

/// An address operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addr {
    pub slot: Slot,
    pub space: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shuffle {
    Bfly,
    Up,
    Down,
    Idx,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vote {
    Any,
    All,
    Ballot,
    Uni,
}

/// The operation of `redux.sync`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Redux {
    Int(IntOp),
    /// Of floats; whether absolute values are compared, and whether NaN is propagated.
    Max(bool, bool),
    Min(bool, bool),
}

/// The reduction of a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarrierRed {
    Popc,
    And,
    Or,
}

/// How threads wait at an `mbarrier` object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitHow {
    /// Blocks until the phase is complete.
    Block,
    /// `try_wait`: returns only when the phase is complete, as a thread would retry otherwise.
    Try,
    /// `test_wait`: returns immediately.
    Test,
}

/// The element type of the factors of a matrix product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Elem {
    F16,
    BF16,
    TF32,
    F64,
    S8,
    U8,
    E4M3,
    E5M2,
}

impl Elem {
    pub fn bits(self) -> u32 {
        match self {
            Self::F16 | Self::BF16 => 16,
            Self::TF32 => 32,
            Self::F64 => 64,
            Self::S8 | Self::U8 | Self::E4M3 | Self::E5M2 => 8,
        }
    }
}

/// The type of the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Acc {
    F16,
    F32,
    F64,
    S32,
}

/// Registers of a fragment: `n` slots, each of `bits` bits (a register of two halves may be two slots).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frag {
    pub slot: Slot,
    pub n: u32,
    pub bits: u8,
}

/// `mma.sync`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mma {
    pub m: u32,
    pub n: u32,
    pub k: u32,
    pub a_type: Elem,
    pub b_type: Elem,
    pub acc: Acc,
    /// Whether sums saturate on overflow.
    pub saturate: bool,
    pub a: Frag,
    pub b: Frag,
    pub c: Frag,
    pub d: Frag,
}

/// A matrix that `wmma.load` and `wmma.store` move between memory and registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tile {
    pub rows: u32,
    pub columns: u32,
    /// Bits of an element.
    pub bits: u32,
    pub frag: Frag,
    pub addr: Addr,
    /// The distance of rows, or of columns, in elements.
    pub stride: Slot,
    /// Whether neighbours in memory are of one column.
    pub by_columns: bool,
}

/// `wgmma.mma_async`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wgmma {
    pub n: u32,
    pub k: u32,
    pub a_type: Elem,
    pub b_type: Elem,
    pub acc: Acc,
    pub saturate: bool,
    /// The descriptor of the first factor, or its registers.
    pub a: WgmmaA,
    pub b_desc: Slot,
    /// Whether the factors are transposed: stored with the other dimension contiguous.
    pub trans_a: bool,
    pub trans_b: bool,
    pub neg_a: bool,
    pub neg_b: bool,
    /// Whether it adds to the sums; as a register if it is not a constant.
    pub scale_d: Result<bool, Slot>,
    pub c: Frag,
    pub d: Frag,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum WgmmaA {
    Desc(Slot),
    Regs(Frag),
}

/// Copies between a tensor and shared memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tma {
    /// The address in shared memory.
    pub shared: Addr,
    pub map: Addr,
    pub coords: [Slot; 5],
    pub rank: u8,
    /// The barrier of a load.
    pub mbar: Addr,
    /// The ranks of the blocks of the cluster that a load is written to, as a bit mask.
    pub mask: Slot,
    pub pred: Slot,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nv {
    Nop,
    Exit,
    /// A barrier of the whole block, or of a number of threads.
    Barrier {
        id: Slot,
        count: Slot,
        red: Option<(BarrierRed, Slot, Slot)>,
    },
    BarrierArrive {
        id: Slot,
        count: Slot,
    },
    WarpSync {
        mask: Slot,
    },
    Shuffle {
        how: Shuffle,
        d: Slot,
        valid: Slot,
        mask: Slot,
        v: Slot,
        offset: Slot,
        clamp: Slot,
    },
    Vote {
        how: Vote,
        d: Slot,
        mask: Slot,
        p: Slot,
    },
    Match {
        all: bool,
        d: Slot,
        pred: Slot,
        mask: Slot,
        v: Slot,
    },
    Redux {
        how: Redux,
        d: Slot,
        mask: Slot,
        v: Slot,
    },
    Elect {
        d: Slot,
        mask: Slot,
    },
    ActiveMask {
        d: Slot,
    },
    Prmt {
        d: Slot,
        lo: Slot,
        hi: Slot,
        selector: Slot,
        mode: u8,
    },
    /// Rounds a float to 10 bits of fraction.
    ToTf32 {
        d: Slot,
        a: Slot,
        rnd: Rounding,
        relu: bool,
    },
    /// Packs two floats into one register; the second one is the lower half.
    PackHalves {
        d: Slot,
        hi: Slot,
        lo: Slot,
        ty: Float,
    },
    CpAsync {
        dst: Addr,
        src: Addr,
        bytes: u8,
        read: Slot,
    },
    CpAsyncCommit,
    /// Waits until at most this many groups are pending; for all groups without a number.
    CpAsyncWait {
        left: Option<u32>,
    },
    CpAsyncArrive {
        mbar: Addr,
        noinc: bool,
    },
    MbarInit {
        mbar: Addr,
        count: Slot,
        pred: Slot,
    },
    MbarInval {
        mbar: Addr,
    },
    /// Arrives a number of times, after it has increased the expected bytes.
    MbarArrive {
        mbar: Addr,
        d: Slot,
        count: Slot,
        tx: Slot,
        drop: bool,
        pred: Slot,
    },
    MbarExpect {
        mbar: Addr,
        tx: Slot,
        complete: bool,
    },
    /// Waits for a phase, given by its parity or by the state of an arrival.
    MbarWait {
        mbar: Addr,
        d: Slot,
        phase: Slot,
        parity: bool,
        how: WaitHow,
    },
    TmaLoad(Tma),
    TmaStore(Tma),
    BulkLoad {
        dst: Addr,
        src: Addr,
        mbar: Addr,
        bytes: Slot,
        mask: Slot,
    },
    BulkStore {
        dst: Addr,
        src: Addr,
        bytes: Slot,
    },
    BulkCommit,
    BulkWait {
        left: u32,
        read: bool,
    },
    /// A fence between generic accesses and those of the asynchronous proxy.
    ProxyFence,
    /// A memory fence of the device or of the block.
    MemoryFence {
        device: bool,
    },
    ClusterArrive {
        relaxed: bool,
    },
    ClusterWait,
    Mapa {
        d: Slot,
        a: Addr,
        rank: Slot,
        to: u8,
    },
    LdMatrix {
        d: Slot,
        n: u8,
        trans: bool,
        addr: Addr,
    },
    StMatrix {
        v: [Slot; 4],
        n: u8,
        trans: bool,
        addr: Addr,
    },
    Mma(Mma),
    WmmaLoad(Tile),
    WmmaStore(Tile),
    Wmma(Mma),
    WgmmaFence,
    Wgmma(Wgmma),
    WgmmaCommit,
    WgmmaWait {
        left: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    NearestEven,
    NearestAway,
    Zero,
}

/// The architectures that support an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    AtLeast(u32),
    /// Only those of one generation.
    Generation(u32),
}

impl Nv {
    /// The architectures that support the instruction.
    pub fn needs(&self) -> Needs {
        Needs::AtLeast(match self {
            Self::WgmmaFence | Self::Wgmma(_) | Self::WgmmaCommit | Self::WgmmaWait { .. } => {
                return Needs::Generation(9);
            }
            Self::TmaLoad(_)
            | Self::TmaStore(_)
            | Self::BulkLoad { .. }
            | Self::BulkStore { .. }
            | Self::BulkCommit
            | Self::BulkWait { .. }
            | Self::ClusterArrive { .. }
            | Self::ClusterWait
            | Self::Mapa { .. }
            | Self::Elect { .. }
            | Self::ProxyFence
            | Self::StMatrix { .. }
            | Self::MbarExpect { .. } => 90,
            Self::MbarArrive { tx, .. } if *tx != NONE => 90,
            Self::MbarWait { parity: true, .. } => 90,
            Self::CpAsync { .. }
            | Self::CpAsyncCommit
            | Self::CpAsyncWait { .. }
            | Self::CpAsyncArrive { .. }
            | Self::MbarInit { .. }
            | Self::MbarInval { .. }
            | Self::MbarArrive { .. }
            | Self::MbarWait { .. }
            | Self::Redux { .. }
            | Self::ToTf32 { .. }
            | Self::PackHalves { .. } => 80,
            Self::Mma(m) => match m.a_type {
                Elem::F16 if m.k <= 8 => 75,
                Elem::S8 | Elem::U8 if m.m == 8 => 75,
                Elem::E4M3 | Elem::E5M2 => 89,
                _ => 80,
            },
            Self::Wmma(m) => match m.a_type {
                Elem::F16 => 70,
                Elem::S8 | Elem::U8 => 75,
                _ => 80,
            },
            Self::LdMatrix { .. } => 75,
            _ => 70,
        })
    }
}
