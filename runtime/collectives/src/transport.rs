//! The interface of messages between ranks.

use std::sync::Arc;

/// Sends messages between ranks, which are processes of the operating system, on one machine or several.
pub trait Transport: Send + Sync {
    /// The number of this rank.
    fn rank(&self) -> usize;
    /// How many ranks there are.
    fn ranks(&self) -> usize;
    /// The rank of each of so many processes of a program: equally many in each rank, in order, unless the transport knows better.
    ///
    /// # Errors
    /// If the ranks cannot have them.
    fn placement(&self, processes: usize) -> Result<Vec<usize>, String> {
        divided(processes, self.ranks())
    }
    /// Sends messages to other ranks and receives messages from them, all at the same time. `receives` are ranks, and the bytes of the
    /// message from each, in the order of the result. Messages with the same label arrive in the order in which they are sent; several
    /// threads may exchange messages with different labels. `what` names the exchange in errors.
    ///
    /// # Errors
    /// If a rank does not answer, or its message has another length.
    fn exchange(
        &self,
        what: &str,
        label: u64,
        sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String>;
}

/// The ranks of processes of which each has equally many, in order.
pub(crate) fn divided(processes: usize, ranks: usize) -> Result<Vec<usize>, String> {
    if ranks == 0 || processes == 0 || !processes.is_multiple_of(ranks) {
        return Err(format!("{processes} processes cannot be divided among {ranks} ranks"));
    }
    let each = processes / ranks;
    Ok((0..processes).map(|process| process / each).collect())
}

impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn rank(&self) -> usize {
        (**self).rank()
    }
    fn ranks(&self) -> usize {
        (**self).ranks()
    }
    fn placement(&self, processes: usize) -> Result<Vec<usize>, String> {
        (**self).placement(processes)
    }
    fn exchange(
        &self,
        what: &str,
        label: u64,
        sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String> {
        (**self).exchange(what, label, sends, receives)
    }
}
