//! [`Packed`]: memory for packed factors.

/// Memory for packed factors, which a thread keeps: most products are small, and fresh memory would cost more than they do.
#[derive(Debug, Default)]
pub struct Packed<T> {
    pub left: Vec<T>,
    pub right: Vec<T>,
    pub triangle: Vec<T>,
}

impl<T> Packed<T> {
    /// The most bytes that a thread keeps.
    const KEPT: usize = 1 << 21;

    /// Whether a thread keeps it.
    pub fn is_small(&self) -> bool {
        (self.left.capacity() + self.right.capacity()) * size_of::<T>() <= Self::KEPT
    }
}
