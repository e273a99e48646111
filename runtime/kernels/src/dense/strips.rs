//! Which products and triangular systems are divided into strips ([`shared`](super::shared)), and how large these are.

use crate::parallel::is_available;

/// The least number of multiplications that are divided, some tens of microseconds, and the shortest side.
const WORTH: usize = 1 << 20;
const SHORTEST: usize = 64;
/// The rows of a strip, a multiple of those of every tile.
pub(super) const STRIP: usize = 48;
/// The columns that are packed together, a multiple of those of every tile, and those of a strip of a triangular system, all of whose factors each
/// strip packs.
pub(super) const COLUMNS: usize = 64;
pub(super) const SOLVED: usize = 64;
/// The most rows of a triangular system that is divided along its right sides.
pub(super) const MOST_SOLVED: usize = 512;
/// The most rows and columns of a step.
pub(super) const TALL: usize = 8 * STRIP;
pub(super) const WIDE: usize = 8 * COLUMNS;

/// Whether a product of `m` by `k` and `k` by `n` numbers is divided.
pub(super) fn is_worth(m: usize, n: usize, k: usize) -> bool {
    m.min(n).min(k) >= SHORTEST && m.saturating_mul(n).saturating_mul(k) >= WORTH && is_available()
}

/// Whether a triangular system with `n` rows and so many right sides is divided.
pub(super) fn is_system_worth(n: usize, columns: usize) -> bool {
    n <= MOST_SOLVED && columns > SOLVED && is_worth(n, columns, n)
}
