//! [`View`]: the position of a block.

/// The position of a block: its matrix, its first element, and the strides of rows and of columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'o, T> {
    /// The other matrix that it is a block of, if it is not one of this matrix.
    pub other: Option<&'o [T]>,
    pub at: usize,
    pub rows: usize,
    pub columns: usize,
}

impl<T> View<'_, T> {
    /// The block that starts at a row and a column of this one.
    pub fn from(self, row: usize, column: usize) -> Self {
        Self { at: self.at + row * self.rows + column * self.columns, ..self }
    }
}
