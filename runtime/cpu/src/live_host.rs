//! A host that takes part in a run while it goes on.

use std::fmt::Debug;

/// A host that takes part in a run. Without one, a run gets what [`Host`](crate::collective::Host) has, and keeps what it sends
/// until its end.
///
/// The methods are called on the thread of the process, those of several processes at the same time.
pub trait LiveHost: Debug + Send + Sync {
    /// Calls `work`, which runs a process, once.
    fn run(&self, process: usize, work: &mut dyn FnMut()) {
        _ = process;
        work();
    }

    /// Takes the arrays that a process sends in a channel.
    ///
    /// # Errors
    /// Why the run cannot go on.
    fn send(&self, process: usize, channel: i64, arrays: &[&[u8]]) -> Result<(), String>;

    /// Fills the arrays that a process receives in a channel.
    ///
    /// # Errors
    /// Why the run cannot go on.
    fn receive(&self, process: usize, channel: i64, arrays: &mut [&mut [u8]]) -> Result<(), String>;
}
