//! The tiles of products that kernels have, and the choice among them.

use strata_gpu::GpuTarget;
use strata_passes_analysis::index_arith::up;
use strata_passes_gpu::{
    contractions::{product::Product, tile_shape::TileShape},
    launch::WARP,
};

use super::format::Format;

/// The same tile with more threads, or a smaller one, for factors that are copied through registers element by element. Where indices are
/// divided by sizes that only a call knows, these take the registers of half of the sums.
pub(super) fn for_registers(t: TileShape, divides: bool) -> TileShape {
    match (t.m, t.n, t.lanes) {
        (128, 128 | 256, WARP) if divides => TileShape { n: 64, warps: [4, 2], ..t },
        (128, 128 | 256, WARP) => TileShape { n: 128, warps: [2, 4], ..t },
        (128, 64, WARP) => TileShape { warps: [4, 2], ..t },
        _ => t,
    }
}

/// Divisions for tensor cores, the larger ones first, with what they reach of the peak in percent. Steps are in bytes.
const TENSOR_CORES: [(TileShape, i64); 5] = [
    (TileShape { m: 128, n: 256, k: 64, warps: [2, 4], lanes: WARP, stages: 4 }, 100),
    (TileShape { m: 128, n: 128, k: 64, warps: [2, 2], lanes: WARP, stages: 4 }, 96),
    (TileShape { m: 128, n: 64, k: 64, warps: [2, 2], lanes: WARP, stages: 4 }, 80),
    (TileShape { m: 64, n: 64, k: 128, warps: [2, 2], lanes: WARP, stages: 3 }, 64),
    (TileShape { m: 32, n: 32, k: 128, warps: [2, 2], lanes: WARP, stages: 3 }, 30),
];

/// The same for bytes, whose rows of 32 columns would meet in banks.
const BYTES: [(TileShape, i64); 5] = [
    TENSOR_CORES[0],
    TENSOR_CORES[1],
    TENSOR_CORES[2],
    TENSOR_CORES[3],
    (TileShape { m: 32, n: 64, k: 128, warps: [2, 2], lanes: WARP, stages: 3 }, 45),
];

/// The same where fragments are split: warps have fewer sums, as there are two fragments of each.
const SPLIT: [(TileShape, i64); 4] = [
    (TileShape { m: 128, n: 128, k: 64, warps: [2, 4], lanes: WARP, stages: 4 }, 100),
    (TileShape { m: 128, n: 64, k: 64, warps: [2, 2], lanes: WARP, stages: 4 }, 92),
    (TileShape { m: 64, n: 64, k: 128, warps: [2, 2], lanes: WARP, stages: 3 }, 75),
    (TileShape { m: 32, n: 32, k: 128, warps: [2, 2], lanes: WARP, stages: 3 }, 40),
];

/// The same for `f64`.
const DOUBLES: [(TileShape, i64); 3] = [
    (TileShape { m: 128, n: 64, k: 128, warps: [4, 2], lanes: WARP, stages: 3 }, 100),
    (TileShape { m: 64, n: 64, k: 128, warps: [2, 2], lanes: WARP, stages: 3 }, 90),
    (TileShape { m: 32, n: 32, k: 128, warps: [2, 2], lanes: WARP, stages: 3 }, 60),
];

/// Divisions for warp groups, on the scale of those for tensor cores.
const GROUPS: [(TileShape, i64); 2] = [
    (TileShape { m: 128, n: 256, k: 64, warps: [8, 1], lanes: WARP, stages: 4 }, 165),
    (TileShape { m: 128, n: 128, k: 64, warps: [8, 1], lanes: WARP, stages: 4 }, 140),
];

/// The same for threads that multiply factors of 32 bits, with steps in elements.
const SIMT: [(TileShape, i64); 3] = [
    (TileShape { m: 128, n: 128, k: 16, warps: [16, 16], lanes: 1, stages: 3 }, 100),
    (TileShape { m: 64, n: 64, k: 16, warps: [16, 16], lanes: 1, stages: 3 }, 70),
    (TileShape { m: 32, n: 32, k: 16, warps: [8, 8], lanes: 1, stages: 3 }, 40),
];

/// The divisions for threads that multiply.
pub(super) fn words() -> impl Iterator<Item = (TileShape, i64)> {
    SIMT.into_iter()
}

/// The divisions for a format.
pub(super) fn for_format(format: Format) -> impl Iterator<Item = (TileShape, i64)> {
    let all = match format {
        Format::Tf32x3 => &SPLIT[..],
        Format::Doubles => &DOUBLES,
        Format::Bytes { .. } => &BYTES,
        Format::Halves | Format::Tf32 => &TENSOR_CORES,
    };
    all.iter().map(move |&(t, percent)| (TileShape { k: t.k / format.bytes(), ..t }, percent))
}

/// The division with these sizes.
pub(super) fn named(name: &str, format: Format) -> Option<TileShape> {
    for_format(format).map(|t| t.0).find(|t| format!("{}x{}x{}", t.m, t.n, t.k) == name)
}

/// The division that takes the least time, for tensor cores.
pub(super) fn for_matrices(product: &Product, format: Format, target: &GpuTarget) -> TileShape {
    best_for(for_format(format), product, target).0
}

/// The same for threads that multiply.
pub(super) fn for_words(product: &Product, target: &GpuTarget) -> TileShape {
    best_for(words(), product, target).0
}

/// Whether tensor cores are estimated to be faster for a product of `f32` than kernels without them.
pub(super) fn matrices_pay(product: &Product, format: Format, target: &GpuTarget) -> bool {
    let [rounded, exact] = target.matrices.gain;
    let faster = if format == Format::Tf32x3 { exact } else { rounded };
    let (_, matrices) = best_for(for_format(format), product, target);
    let (_, words) = best_for(words(), product, target);
    matrices.saturating_mul(10) < words.saturating_mul(faster)
}

/// The columns of a tile for warp groups that multiply from shared memory, if these are estimated to be faster than the alternatives.
pub(super) fn for_groups(product: &Product, target: &GpuTarget) -> Option<i64> {
    let (_, other) = best_for(for_format(Format::Halves), product, target);
    let times = GROUPS.iter().map(|t| (time(t, product, target), t.0.n));
    // The first of equals, which is the largest tile.
    let (least, columns) = times.min_by_key(|t| t.0)?;
    (least < other).then_some(columns)
}

/// The division that takes the least time, and that time.
fn best_for(
    all: impl Iterator<Item = (TileShape, i64)>,
    product: &Product,
    target: &GpuTarget,
) -> (TileShape, i64) {
    // The first of equals, which is the largest.
    let timed = all.map(|each| (each.0, time(&each, product, target)));
    timed.min_by_key(|t| t.1).unwrap_or((TENSOR_CORES[0].0, i64::MAX))
}

/// The cost of a division, in an arbitrary unit: whole waves of blocks, each of which computes its tile with its part of the peak.
fn time((t, percent): &(TileShape, i64), product: &Product, target: &GpuTarget) -> i64 {
    let [m, n, _] = product.sizes();
    let blocks = product.batches().saturating_mul(up(m, t.m)).saturating_mul(up(n, t.n));
    // A partial wave costs as much as a full one.
    let waves = up(blocks, target.multiprocessors);
    waves.saturating_mul(t.m * t.n).saturating_mul(1000) / percent
}
