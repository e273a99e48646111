//! How far ops are divided: not where the parts would cost more than the copies that they save.

use super::{
    Kind,
    cells::Cell,
    places::{ROW, row},
};
use crate::structured_op::Structured;

/// A tensor of so few elements is divided wherever it is.
const TINY: i64 = 64;

/// The least number of elements, divided by the operations on those that are computed one by one, for which these are few.
const ALONE: u64 = 2;

/// How many ops one op may become.
pub(super) struct Limits {
    pub cells: usize,
    pub payload: usize,
}

impl Kind {
    pub(super) fn limits(self) -> Limits {
        match self {
            Self::Computed => Limits { cells: 8, payload: 256 },
            Self::Shifted => Limits { cells: 27, payload: 800 },
        }
    }
}

/// Whether the parts are rows of memory: columns are not computed in vectors. Of shifted tensors, they may be as many elements of a payload
/// of this cost as take less time than the copies.
pub(super) fn is_worth(s: &Structured, sizes: &[i64], cells: &[Cell], kind: Kind, cost: u64) -> bool {
    let all: i64 = sizes.iter().product();
    let loops: Vec<usize> =
        s.maps[s.inputs.len()].results().iter().filter_map(|e| Some(e.as_dim()? as usize)).collect();
    let of_loops = |list: &dyn Fn(usize) -> i64| loops.iter().map(|&d| list(d)).collect::<Vec<i64>>();
    let row = |cell: &Cell| row(&of_loops(&|d| cell[d].1), &of_loops(&|d| sizes[d]));
    let number = |cell: &Cell| cell.iter().map(|&(_, n)| n).product::<i64>();
    match kind {
        Kind::Computed => all <= TINY || cells.iter().all(|c| row(c) >= ROW),
        Kind::Shifted => {
            let alone: i64 = cells.iter().filter(|c| row(c) < ROW).map(number).sum();
            all > TINY && (alone as u64).saturating_mul(cost) <= all as u64 / ALONE
        }
    }
}
