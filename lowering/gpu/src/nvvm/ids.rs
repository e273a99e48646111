//! Indices of threads and sizes of blocks and grids: special registers, 32 bits wide, with known ranges.

use strata_gpu::GpuTarget;
use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm::{self as llvm, metadata::ConstantRange};
use strata_lowering_llvm::engine::{Dialect, Lower, Lowered};
use strata_nvvm as nvvm;

/// Lanes of a warp.
const WARP: i64 = GpuTarget::DEFAULT.lanes;

/// The registers of three dimensions.
type Registers = [&'static OpInfo; 3];

macro_rules! registers {
    ($x:ident $y:ident $z:ident) => {
        [nvvm::$x::info(), nvvm::$y::info(), nvvm::$z::info()]
    };
}

/// The known range of an index: the function attribute that holds it, as an upper bound or as the value.
#[derive(Clone, Copy)]
enum Known {
    Below(&'static str),
    Is(&'static str),
    Nothing,
}

const BLOCK: &str = "gpu.known_block_size";
const GRID: &str = "gpu.known_grid_size";
const CLUSTER: &str = "gpu.known_cluster_size";

fn thread() -> Registers {
    registers!(ThreadIdXOp ThreadIdYOp ThreadIdZOp)
}
fn block_size() -> Registers {
    registers!(BlockDimXOp BlockDimYOp BlockDimZOp)
}
fn block() -> Registers {
    registers!(BlockIdXOp BlockIdYOp BlockIdZOp)
}

/// The handlers of the ops of `gpu` that read such indices.
pub(super) const IDS: Dialect = Dialect {
    name: "gpu",
    rows: conversions! {
        strata_gpu::ThreadIdOp => |l| id(l, thread(), Known::Below(BLOCK)),
        strata_gpu::BlockDimOp => |l| id(l, block_size(), Known::Is(BLOCK)),
        strata_gpu::BlockIdOp => |l| id(l, block(), Known::Below(GRID)),
        strata_gpu::GridDimOp => |l| id(l, registers!(GridDimXOp GridDimYOp GridDimZOp), Known::Is(GRID)),
        strata_gpu::ClusterIdOp => |l| id(l, registers!(ClusterIdXOp ClusterIdYOp ClusterIdZOp), Known::Nothing),
        strata_gpu::ClusterDimOp => |l| id(l, registers!(ClusterDimXOp ClusterDimYOp ClusterDimZOp), Known::Nothing),
        strata_gpu::ClusterBlockIdOp => |l| {
            id(
                l,
                registers!(BlockInClusterIdXOp BlockInClusterIdYOp BlockInClusterIdZOp),
                Known::Below(CLUSTER),
            )
        },
        strata_gpu::ClusterDimBlocksOp => |l| {
            id(l, registers!(ClusterDimBlocksXOp ClusterDimBlocksYOp ClusterDimBlocksZOp), Known::Is(CLUSTER))
        },
        strata_gpu::GlobalIdOp => global_id,
        strata_gpu::LaneIdOp => lane_id,
        strata_gpu::SubgroupIdOp => subgroup_id,
        strata_gpu::NumSubgroupsOp => num_subgroups,
        strata_gpu::SubgroupSizeOp => |l| {
            let size = l.index(WARP);
            l.replace_one(size)
        },
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// The index of the op's dimension.
fn dimension(l: &Lower<'_>) -> Lowered<usize> {
    let d = l.attr("dimension").and_then(|a| l.cx().attr_as::<strata_gpu::Dimension>(a).copied());
    d.map(strata_gpu::Dimension::index).ok_or_else(|| "misses its dimension".to_owned())
}

/// The size in a dimension, from an attribute of the function.
fn known_size(l: &Lower<'_>, attr: &str, d: usize) -> Option<i64> {
    let sizes = l.body.attr(Op::SELF, attr)?;
    l.cx().attr_as::<DenseArrayAttr>(sizes)?.values.get(d).copied()
}

/// Reads a register; the result has the range attribute, if there is one.
fn read(l: &mut Lower<'_>, register: &'static OpInfo, range: Option<(i64, i64)>) -> Value {
    let i32 = l.cx().i32();
    let range = range.map(|(lower, upper)| l.cx().attr(ConstantRange { ty: i32, lower, upper }));
    let attrs: Vec<(&str, Attr)> = range.map(|r| ("range", r)).into_iter().collect();
    l.build(register, &[], i32, &attrs)
}

/// The same, extended to an index.
fn read_index(l: &mut Lower<'_>, register: &'static OpInfo, range: Option<(i64, i64)>) -> Value {
    let value = read(l, register, range);
    let i64 = l.cx().i64();
    llvm::SExtOp::build(&mut l.at(), value, i64)
}

/// The index or size in a dimension: a constant where it is known.
fn number(l: &mut Lower<'_>, registers: Registers, known: Known, d: usize) -> Lowered<Value> {
    let register = *registers.get(d).ok_or("has a dimension that is not there")?;
    let bound = l.attr_i64("upper_bound").filter(|&n| n > 0 && n < i64::from(i32::MAX));
    let range = match known {
        Known::Is(attr) => match known_size(l, attr, d) {
            Some(n) => return Ok(l.index(n)),
            None => bound.map(|n| (1, n + 1)),
        },
        Known::Below(attr) => match known_size(l, attr, d) {
            Some(1) => return Ok(l.index(0)),
            Some(n) if n > 0 => Some((0, n)),
            _ => bound.map(|n| (0, n)),
        },
        Known::Nothing => None,
    };
    Ok(read_index(l, register, range))
}

fn id(l: &mut Lower<'_>, registers: Registers, known: Known) -> Lowered {
    let d = dimension(l)?;
    let value = number(l, registers, known, d)?;
    l.replace_one(value)
}

fn global_id(l: &mut Lower<'_>) -> Lowered {
    let d = dimension(l)?;
    let thread = number(l, thread(), Known::Below(BLOCK), d)?;
    let block = number(l, block(), Known::Below(GRID), d)?;
    let size = number(l, block_size(), Known::Is(BLOCK), d)?;
    let first = l.mul(block, size);
    let value = l.add(first, thread);
    l.replace_one(value)
}

/// The index of the thread in its warp, with 32 bits.
pub(super) fn lane(l: &mut Lower<'_>) -> Value {
    read(l, nvvm::LaneIdOp::info(), Some((0, WARP)))
}

fn lane_id(l: &mut Lower<'_>) -> Lowered {
    let value = read_index(l, nvvm::LaneIdOp::info(), Some((0, WARP)));
    l.replace_one(value)
}

/// The index of the warp in its block: warps consist of threads in row-major order.
fn subgroup_id(l: &mut Lower<'_>) -> Lowered {
    let mut linear = l.index(0);
    for d in (0..3).rev() {
        let size = number(l, block_size(), Known::Is(BLOCK), d)?;
        let thread = number(l, thread(), Known::Below(BLOCK), d)?;
        linear = l.mul(linear, size);
        linear = l.add(linear, thread);
    }
    let warp = l.index(WARP);
    let value = llvm::UDivOp::build(&mut l.at(), linear, warp, None);
    l.replace_one(value)
}

fn num_subgroups(l: &mut Lower<'_>) -> Lowered {
    let mut threads = l.index(1);
    for d in 0..3 {
        let size = number(l, block_size(), Known::Is(BLOCK), d)?;
        threads = l.mul(threads, size);
    }
    let (last, warp) = (l.index(WARP - 1), l.index(WARP));
    let rounded = l.add(threads, last);
    let value = match l.known(rounded) {
        Some(n) => l.index(n / WARP),
        None => llvm::UDivOp::build(&mut l.at(), rounded, warp, None),
    };
    l.replace_one(value)
}
