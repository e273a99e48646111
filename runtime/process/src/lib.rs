//! The process of a tool: its output, its exit status, its behaviour when there is no memory, and the files that it leaves when it fails.
//!
//! | status | meaning |
//! |---|---|
//! | 0 | success |
//! | 1 | the input or the request is wrong, a limit is exceeded, there is not enough memory, the output cannot be written |
//! | 2 | a bad command line |
//! | 3 | an internal error, with a reproducer where there is an input |
//! | 124 | the time of `--timeout` is over |
//!
//! **Invariants.** A library call never installs anything in the process: [`start`] does, and only `main` calls it. A file that is
//! created here is new, is accessible to the user only, and has a name that cannot be guessed.

mod abort;
mod allocator;
mod large_pages;
mod output;
mod private_file;
mod progress;
mod small_blocks;
mod stack;
mod terminal;
mod ticker;
mod timeout;

pub use abort::start;
pub use allocator::Allocator;
pub use output::{Output, emit, finish, no_output, to_stdout};
pub use private_file::{create_new, create_private, user_id};
pub use progress::{Progress, Stage};
pub use stack::with_stack;
pub use terminal::{Terminal, error_terminal};
pub use ticker::Ticker;
pub use timeout::Timeout;

/// The input or the request is wrong, or a resource is exhausted.
pub const FAILED: u8 = 1;
/// An internal error of the tool.
pub const INTERNAL_ERROR: u8 = 3;
/// The time limit of `--timeout` is exceeded, with the status of `timeout(1)`.
pub const TIMED_OUT: u8 = 124;

/// The message of a panic.
pub fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown reason".to_owned())
}

/// Whether a panic is due to the system's lack of memory or threads, which is no error of the tool.
pub fn is_out_of_memory(message: &str) -> bool {
    ["allocate stack", "failed to spawn thread", "thread pool has not been initialized"]
        .iter()
        .any(|words| message.contains(words))
}
