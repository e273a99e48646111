//! How a product is divided: tiles of blocks, of warps, and steps along the sum.

use super::product::Product;

/// The division of a product among blocks and warps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tiles {
    /// Rows and columns of a block, and elements of one step along the sum.
    pub m: i64,
    pub n: i64,
    pub k: i64,
    /// Warps along rows and along columns; threads, where each multiplies for itself.
    pub warps: [i64; 2],
    /// Threads of one of these.
    pub lanes: i64,
    /// Steps whose factors are in shared memory at once.
    pub stages: i64,
}

impl Tiles {
    pub(super) fn threads(&self) -> i64 {
        self.warps[0] * self.warps[1] * self.lanes
    }
    /// Rows and columns of a warp.
    pub(super) fn warp(&self) -> [i64; 2] {
        [self.m / self.warps[0], self.n / self.warps[1]]
    }
}

/// Divisions for factors of 16 bits, the larger ones first, with what they reach of the peak in percent.
const HALVES: [(Tiles, i64); 5] = [
    (Tiles { m: 128, n: 256, k: 32, warps: [2, 4], lanes: 32, stages: 4 }, 100),
    (Tiles { m: 128, n: 128, k: 32, warps: [2, 2], lanes: 32, stages: 4 }, 96),
    (Tiles { m: 128, n: 64, k: 32, warps: [2, 2], lanes: 32, stages: 4 }, 80),
    (Tiles { m: 64, n: 64, k: 64, warps: [2, 2], lanes: 32, stages: 3 }, 64),
    (Tiles { m: 32, n: 32, k: 64, warps: [2, 2], lanes: 32, stages: 3 }, 30),
];

/// Divisions for warp groups, on the same scale.
const GROUPS: [(Tiles, i64); 2] = [
    (Tiles { m: 128, n: 256, k: 64, warps: [8, 1], lanes: 32, stages: 4 }, 165),
    (Tiles { m: 128, n: 128, k: 64, warps: [8, 1], lanes: 32, stages: 4 }, 140),
];

/// The same for factors of 32 bits.
const WORDS: [(Tiles, i64); 3] = [
    (Tiles { m: 128, n: 128, k: 16, warps: [16, 16], lanes: 1, stages: 3 }, 100),
    (Tiles { m: 64, n: 64, k: 16, warps: [16, 16], lanes: 1, stages: 3 }, 70),
    (Tiles { m: 32, n: 32, k: 16, warps: [8, 8], lanes: 1, stages: 3 }, 40),
];

/// Multiprocessors of the devices that kernels are made for.
pub(super) fn multiprocessors(sm: i64) -> i64 {
    if sm >= 90 { 132 } else { 108 }
}

/// The division with these sizes.
pub(super) fn named(name: &str) -> Option<Tiles> {
    HALVES.iter().map(|t| t.0).find(|t| format!("{}x{}x{}", t.m, t.n, t.k) == name)
}

/// The division that takes the least time, for factors of 16 bits.
pub(super) fn for_halves(product: &Product, sm: i64) -> Tiles {
    best_for(&HALVES, product, sm)
}

/// The same for factors of 32 bits.
pub(super) fn for_words(product: &Product, sm: i64) -> Tiles {
    best_for(&WORDS, product, sm)
}

/// Columns of a block whose warp groups multiply from shared memory, if that takes less time than all else.
pub(super) fn for_groups(product: &Product, sm: i64) -> Option<i64> {
    let other = for_halves(product, sm);
    let other = HALVES.iter().filter(|t| t.0 == other).map(|t| time(t, product, sm)).min()?;
    let times = GROUPS.iter().map(|t| (time(t, product, sm), t.0.n));
    // The first of equals, which is the largest.
    let (least, columns) = times.min_by_key(|t| t.0)?;
    (least < other).then_some(columns)
}

fn best_for(all: &[(Tiles, i64)], product: &Product, sm: i64) -> Tiles {
    // The first of equals, which is the largest.
    let mut found = all[0];
    for &each in &all[1..] {
        if time(&each, product, sm) < time(&found, product, sm) {
            found = each;
        }
    }
    found.0
}

/// What a division takes, in some unit: whole waves of blocks, each of which computes its tile with its part of the peak.
fn time((t, percent): &(Tiles, i64), product: &Product, sm: i64) -> i64 {
    let up = |x: i64, by: i64| (x + by - 1) / by;
    let [m, n, _] = product.sizes();
    let blocks = product.batches().saturating_mul(up(m, t.m)).saturating_mul(up(n, t.n));
    // One block of a wave that is not full costs as much as all.
    let waves = up(blocks, multiprocessors(sm));
    waves.saturating_mul(t.m * t.n).saturating_mul(1000) / percent
}
