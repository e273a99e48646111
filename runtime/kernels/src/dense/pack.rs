//! [`Pack`]: copies of blocks in the order in which products read them.

use super::form::Loop;
use super::real::Real;
use super::vector::Vector;
use super::view::View;
use crate::memory::filled;
use crate::square::SIDE;

/// A block that is packed into groups of rows, column by column, padded with zeros.
pub(super) struct Pack<'a, T> {
    /// The matrix of the block, if it does not name another.
    pub data: &'a [T],
    pub from: View<'a, T>,
    /// Rows and columns.
    pub size: [usize; 2],
    /// Groups have as many rows as a tile, or as many as a tile has columns.
    pub is_left: bool,
}

/// A block and where it is packed.
pub(super) struct PackTo<'a, T> {
    block: Pack<'a, T>,
    to: &'a mut [T],
}

impl<'a, T: Real> Pack<'a, T> {
    /// Makes room for it, in groups of so many rows.
    pub fn to(self, to: &'a mut Vec<T>, group: usize) -> PackTo<'a, T> {
        let [rows, columns] = self.size;
        let length = rows.next_multiple_of(group) * columns;
        if to.len() < length {
            // Blocks that were packed before are not needed, so they do not take memory beside the new list.
            *to = Vec::new();
            *to = filled(T::default(), length);
        }
        self.into_room(&mut to[..length])
    }
    /// Packs into room that has the right length.
    pub fn into_room(self, to: &'a mut [T]) -> PackTo<'a, T> {
        PackTo { block: self, to }
    }
    #[inline(always)]
    fn pack<const GROUP: usize>(self, to: &mut [T]) {
        let Self { data, from, size: [rows, columns], .. } = self;
        let data = from.other.unwrap_or(data);
        for (group, to) in to.chunks_exact_mut((GROUP * columns).max(1)).enumerate() {
            let first = group * GROUP;
            let to = to.as_chunks_mut::<GROUP>().0;
            let start = from.at + first * from.rows;
            if rows - first < GROUP {
                for (j, to) in to.iter_mut().enumerate() {
                    to.fill(T::default());
                    for (i, to) in to[..rows - first].iter_mut().enumerate() {
                        *to = data[start + i * from.rows + j * from.columns];
                    }
                }
            } else if from.rows == 1 {
                for (j, to) in to.iter_mut().enumerate() {
                    let Some(column) = data[start + j * from.columns..].first_chunk() else { return };
                    *to = *column;
                }
            } else {
                let (squares, rest) = to.as_chunks_mut::<SIDE>();
                for (j, to) in squares.iter_mut().enumerate() {
                    for i in 0..GROUP / SIDE {
                        let at = start + SIDE * (i * from.rows + j);
                        let square = T::square(&data[at..], from.rows);
                        for k in 0..SIDE {
                            to[k][SIDE * i..][..SIDE].copy_from_slice(&square[k]);
                        }
                    }
                    for i in GROUP / SIDE * SIDE..GROUP {
                        (0..SIDE).for_each(|k| to[k][i] = data[start + i * from.rows + SIDE * j + k]);
                    }
                }
                let j = squares.len() * SIDE;
                for (k, to) in rest.iter_mut().enumerate() {
                    (0..GROUP).for_each(|i| to[i] = data[start + i * from.rows + j + k]);
                }
            }
        }
    }
}

impl<T: Real> Loop<T> for PackTo<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        if self.block.is_left { self.block.pack::<MR>(self.to) } else { self.block.pack::<NR>(self.to) }
    }
}
