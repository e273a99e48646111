//! What a tool is as a process: how it writes its output, what it ends with, what happens when there is no memory, and the files
//! that it leaves when it fails.
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
//! made here is new, is the user's alone, and its name cannot be guessed.

mod abort;
mod allocator;
mod output;
mod private_file;
mod stack;
mod timeout;

pub use abort::start;
pub use allocator::Allocator;
pub use output::{Output, finish, no_output, to_stdout};
pub use private_file::{create_new, create_private};
pub use stack::with_stack;
pub use timeout::Timeout;

/// The input or the request is wrong, or there is not enough of something.
pub const FAILED: u8 = 1;
/// The tool itself is wrong.
pub const INTERNAL_ERROR: u8 = 3;
/// The time of `--timeout` is over, as `timeout(1)` says it.
pub const TIMED_OUT: u8 = 124;

/// What a panic was raised with.
pub fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown reason".to_owned())
}

/// Whether a panic says that the system refused memory or a thread, which is no error of the tool.
pub fn is_out_of_memory(message: &str) -> bool {
    ["allocate stack", "failed to spawn thread", "thread pool has not been initialized"]
        .iter()
        .any(|words| message.contains(words))
}
