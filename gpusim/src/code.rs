//! A kernel in executable form: a flat list of instructions on numbered registers.

use strata_ir::prelude::Location;

use crate::nv::Nv;
pub(crate) use crate::register::{Float, IntOp, Kind, LANES, Lanes, Slot};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntUn {
    BitReverse,
    ByteSwap,
    CtPop,
    Ctlz,
    Cttz,
    Abs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    CopySign,
    MaxNum,
    MinNum,
    Maximum,
    Minimum,
    Pow,
    Atan2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatUn {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    RoundEven,
    Round,
    Exp,
    Exp2,
    Exp10,
    Log,
    Log2,
    Log10,
    Sin,
    Cos,
    Tan,
    ASin,
    ACos,
    ATan,
    Sinh,
    Cosh,
    Tanh,
    /// The reciprocal.
    Rcp,
    /// One divided by the square root.
    Rsqrt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cast {
    Trunc(u8),
    /// Sign-extends from the first number of bits to the second.
    SExt(u8, u8),
    SIToFP(u8, Float),
    UIToFP(u8, Float),
    FPToSI(Float, u8),
    FPToUI(Float, u8),
    Float(Float, Float),
    /// Converts between address spaces.
    Space(u8, u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fun3 {
    Fma(Float),
    Fshl(u8),
    Fshr(u8),
}

/// A special register of the hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sreg {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    LaneId,
    WarpId,
    NumWarps,
    /// Cluster index in the grid, number of clusters, block rank in the cluster, cluster size; each by dimension.
    ClusterId(u8),
    NumClusters(u8),
    ClusterCtaid(u8),
    ClusterNctaid(u8),
    ClusterRank,
    ClusterSize,
    LaneMask(MaskOf),
    DynamicShared,
    Clock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MaskOf {
    Eq,
    Le,
    Lt,
    Ge,
    Gt,
}

/// A scalar part of a value in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub offset: u32,
    pub bytes: u8,
    /// Significant bits; a bool has one.
    pub bits: u8,
    pub slot: Slot,
}

/// A range in one of the tables of [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct List {
    pub start: u32,
    pub len: u32,
}

impl List {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub addr: Slot,
    pub space: u8,
    /// Alignment in bytes.
    pub align: u16,
    /// Whether it synchronizes.
    pub atomic: bool,
    /// Whether it is a load whose value is only stored again, so that it may read uninitialized bytes.
    pub copies: bool,
    pub pieces: List,
    /// Bytes from the first to the last piece.
    pub bytes: u32,
    /// The register with the predicate of each lane; `u32::MAX` if all take part.
    pub only: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOp {
    Xchg,
    Int(IntOp),
    Nand,
    Float(FloatOp, Float),
    UIncWrap,
    UDecWrap,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inst {
    Int {
        op: IntOp,
        bits: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    IntUn {
        op: IntUn,
        bits: u8,
        d: Slot,
        a: Slot,
    },
    Float {
        op: FloatOp,
        ty: Float,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FloatUn {
        op: FloatUn,
        ty: Float,
        d: Slot,
        a: Slot,
    },
    Fun3 {
        op: Fun3,
        d: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    ICmp {
        pred: u8,
        bits: u8,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FCmp {
        pred: u8,
        ty: Float,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FpClass {
        ty: Float,
        mask: u16,
        d: Slot,
        a: Slot,
    },
    Select {
        d: Slot,
        c: Slot,
        a: Slot,
        b: Slot,
    },
    Mov {
        d: Slot,
        a: Slot,
    },
    Cast {
        op: Cast,
        d: Slot,
        a: Slot,
    },
    /// `base + sext(index) * scale`.
    Lea {
        d: Slot,
        base: Slot,
        index: Slot,
        bits: u8,
        scale: i64,
    },
    /// Copies element `index` of the registers `a..a+n` to `d`.
    ExtractAt {
        d: Slot,
        a: Slot,
        n: u32,
        index: Slot,
        bits: u8,
    },
    InsertAt {
        d: Slot,
        a: Slot,
        n: u32,
        index: Slot,
        bits: u8,
    },
    Sreg {
        d: Slot,
        which: Sreg,
    },
    Load(Access),
    Store(Access),
    AtomicRmw {
        op: AtomicOp,
        kind: Kind,
        d: Slot,
        addr: Slot,
        space: u8,
        v: Slot,
    },
    CmpXchg {
        kind: Kind,
        d: Slot,
        ok: Slot,
        addr: Slot,
        space: u8,
        cmp: Slot,
        v: Slot,
    },
    Fence,
    Memcpy {
        dst: Slot,
        dst_space: u8,
        src: Slot,
        src_space: u8,
        len: Slot,
    },
    Memset {
        dst: Slot,
        space: u8,
        v: Slot,
        len: Slot,
    },
    /// Branches to an edge.
    Br {
        edge: u32,
    },
    CondBr {
        c: Slot,
        yes: u32,
        no: u32,
        join: u32,
    },
    /// The cases in the table `cases`, followed by the default edge.
    Switch {
        v: Slot,
        cases: List,
        default: u32,
        join: u32,
    },
    Ret,
    Unreachable,
    /// An instruction in the table of `nvvm` instructions.
    Nv(u32),
}

/// A control flow edge: the target, and the values of its block arguments.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Edge {
    pub to: u32,
    pub moves: List,
    /// Whether an argument is also a source, so that all sources are read before the first write.
    pub overlap: bool,
}

/// No reconvergence point.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A parameter of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Param {
    pub slot: Slot,
    pub kind: Kind,
    /// The bytes of a parameter that is passed by value instead of by address; zero for others.
    pub by_value: u32,
}

/// A variable in shared memory.
#[derive(Clone, Debug)]
pub(crate) struct SharedVar {
    pub name: String,
    pub start: u64,
    pub size: u64,
}

/// A kernel.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub name: String,
    pub insts: Vec<Inst>,
    /// For each instruction the index of its op in `places`.
    pub at: Vec<u32>,
    pub places: Vec<(Location, String)>,
    pub slots: u32,
    pub consts: Vec<(Slot, u64)>,
    pub pieces: Vec<Piece>,
    pub edges: Vec<Edge>,
    pub moves: Vec<(Slot, Slot)>,
    pub cases: Vec<(u64, u32)>,
    pub nv: Vec<Nv>,
    pub params: Vec<Param>,
    /// Variables in shared memory, by address; dynamic memory follows them.
    pub shared: Vec<SharedVar>,
    /// The first byte of dynamic shared memory.
    pub dynamic_start: u64,
    /// Bytes of local memory per thread.
    pub frame: u32,
    /// The limit of threads in each dimension, and whether the block must have exactly this size.
    pub threads: Option<([u32; 3], bool)>,
    /// The cluster size that the kernel requires.
    pub cluster: Option<[u32; 3]>,
}

impl Code {
    /// The op of an instruction, for messages.
    pub fn place(&self, pc: usize) -> String {
        match self.at.get(pc).and_then(|&p| self.places.get(p as usize)) {
            Some((_, name)) => format!("'{name}'"),
            None => "an unknown op".into(),
        }
    }
}
