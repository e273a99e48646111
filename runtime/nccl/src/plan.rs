//! How dimensions lie in memory: NCCL gathers and scatters whole blocks, one of each member after the other.

use strata_runtime_collectives::Array;
use strata_runtime_device::Rows;

/// The parts of an array along a dimension, one for each member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The members.
    members: usize,
    /// The rows of a part.
    rows: usize,
    /// The bytes of a row of a part, which follow each other in memory.
    row: usize,
}

impl Parts {
    /// The parts of an array that has `part` once for each member along dimension `dim`.
    pub(crate) fn new(part: &Array, dim: usize, members: usize) -> Result<Self, String> {
        let (outer, inner) = part.sizes.split_at_checked(dim).ok_or("it has no such dimension")?;
        let bytes = |sizes: &[usize]| sizes.iter().product::<usize>();
        Ok(Self { members, rows: bytes(outer), row: bytes(inner) * part.element })
    }
    /// The bytes of a part.
    pub(crate) fn bytes(self) -> usize {
        self.rows * self.row
    }
    /// Whether parts are blocks in memory already.
    pub(crate) fn is_in_blocks(self) -> bool {
        self.rows <= 1
    }
    /// From the array to blocks: for each member the offset in these, that in the array, and the rows.
    pub(crate) fn to_blocks(self) -> impl Iterator<Item = (u64, u64, Rows)> {
        let rows = Rows { length: self.row, count: self.rows, to: self.row, from: self.row * self.members };
        self.offsets().map(move |(block, part)| (block, part, rows))
    }
    /// From blocks to the array.
    pub(crate) fn from_blocks(self) -> impl Iterator<Item = (u64, u64, Rows)> {
        let rows = Rows { length: self.row, count: self.rows, to: self.row * self.members, from: self.row };
        self.offsets().map(move |(block, part)| (part, block, rows))
    }
    fn offsets(self) -> impl Iterator<Item = (u64, u64)> {
        (0..self.members).map(move |m| ((m * self.bytes()) as u64, (m * self.row) as u64))
    }
}

/// The array of a part along a dimension.
pub(crate) fn divided(whole: &Array, dim: usize, members: usize) -> Result<Array, String> {
    let mut part = whole.clone();
    let size = part.sizes.get_mut(dim).filter(|size| size.is_multiple_of(members.max(1)));
    *size.ok_or("its group has another size than the program was compiled for")? /= members.max(1);
    Ok(part)
}
