//! How much a request may take.

use std::time::Duration;

/// Connections at the same time; others are closed.
pub const CONNECTIONS: usize = 32;
/// How long a client may be silent.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of the first lines of a request.
pub const HEAD: u64 = 16 << 10;
/// Bytes of a program.
pub const BODY: usize = 16 << 20;
/// Processes at the same time.
pub const PROCESSES: usize = 2;
/// How long a process may run.
pub const TIME: Duration = Duration::from_secs(60);
/// Bytes of its output that are sent.
pub const OUTPUT: u64 = 32 << 20;
/// KiB of memory that a process may use.
pub const MEMORY: u64 = 16 << 20;
