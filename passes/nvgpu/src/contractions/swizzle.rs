//! The swizzle of 16-byte chunks in the rows of a tile, so that simultaneous reads hit different banks.
//!
//! Chunk `c` of row `r` is stored at `c ^ key(r)`.
//!
//! | read by | rows of | key |
//! |---|---|---|
//! | `ldmatrix`: eight rows that follow each other | 128 bytes and more | `r & 7` |
//! | | 64 bytes, two of which are in all banks | `(r >> 1) & 3` |
//! | transposed bytes: rows `4 i` and `4 i + 1`, with `i` below 4 | 128 bytes and more | `r & 1 \| (r >> 1) & 6` |
//! | | 64 or 32 bytes | `(r >> 2) & 3`, `(r >> 2) & 1` |
//! | lanes that load neighbouring words of four rows | 128 bytes and more | `2 (r & 3)` |
//! | lanes that load pairs of `f64` of rows `2 t` or of rows `2 t + 1` | 128 bytes and more | `2 ((r >> 1) & 3)` |
//! | lanes that load four such pairs of each of two rows | 128 bytes and more | `4 (r & 1)` |
//! | threads that load neighbouring words of one row | any | 0 |

use strata_arith::OrIOp;
use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::{div, mask, times};

/// The reader of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reader {
    /// Each thread for itself.
    Threads,
    /// The lanes of a warp together, for tensor cores.
    Warps,
}

/// The order of chunks in the rows of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) enum Swizzle {
    None,
    Rows,
    PairsOfRows,
    Bytes { chunks: i64 },
    Words,
    Doubles,
    RowsOfDoubles,
}

impl Swizzle {
    /// That of a tile with so many chunks of `chunk` numbers in a row.
    pub(super) fn for_reader(reader: Reader, along_k: bool, chunk: i64, chunks: i64) -> Self {
        match (reader, along_k, chunk) {
            (Reader::Threads, false, 4) => Self::None,
            (Reader::Warps, false, 4) => Self::Words,
            (Reader::Warps, false, 16) => Self::Bytes { chunks },
            (Reader::Warps, false, 2) => Self::Doubles,
            (Reader::Warps, true, 2) => Self::RowsOfDoubles,
            _ => match chunks {
                ..4 => Self::None,
                4 => Self::PairsOfRows,
                _ => Self::Rows,
            },
        }
    }
    /// The number of rows after which the order repeats, at most.
    pub(super) fn period(self) -> i64 {
        match self {
            Self::Bytes { .. } => 16,
            _ => 8,
        }
    }
    /// The key of a row, with which its chunk indices are XORed; `None` if they are unchanged.
    pub(super) fn key(self, b: &mut Builder<'_>, row: Value) -> Option<Value> {
        Some(match self {
            Self::None => return None,
            Self::Rows => mask(b, row, 7),
            Self::PairsOfRows => {
                let pair = div(b, row, 2);
                mask(b, pair, 3)
            }
            Self::Bytes { chunks: 8.. } => {
                let (odd, four) = (mask(b, row, 1), div(b, row, 2));
                let four = mask(b, four, 6);
                OrIOp::build(b, odd, four)
            }
            Self::Bytes { chunks } => {
                let four = div(b, row, 4);
                mask(b, four, chunks - 1)
            }
            Self::Words => {
                let row = mask(b, row, 3);
                times(b, row, 2)
            }
            Self::Doubles => mask(b, row, 6),
            Self::RowsOfDoubles => {
                let odd = mask(b, row, 1);
                times(b, odd, 4)
            }
        })
    }
}
