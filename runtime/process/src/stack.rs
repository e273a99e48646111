//! A thread with a large stack, as far as the system has memory for it.

use std::sync::mpsc::channel;

/// The smallest stack of a tool; deep recursion grows it further.
const LEAST: usize = 4 << 20;

/// Runs `work` on a thread with a stack of `bytes`, or of less if there is not enough memory; `None` if there is none at all. The result
/// is that of the thread: an error is the payload of its panic.
pub fn with_stack<T: Send + 'static, F: FnOnce() -> T + Send + 'static>(
    bytes: usize,
    work: F,
) -> Option<std::thread::Result<T>> {
    let mut bytes = bytes;
    while bytes >= LEAST {
        let (send, receive) = channel::<F>();
        let run = move || receive.recv().map(|work| work());
        if let Ok(thread) = std::thread::Builder::new().stack_size(bytes).spawn(run) {
            // The thread waits for the work.
            send.send(work).ok()?;
            return match thread.join() {
                Ok(outcome) => outcome.ok().map(Ok),
                Err(payload) => Some(Err(payload)),
            };
        }
        bytes /= 4;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_is_taken_where_there_is_not_so_much() {
        assert_eq!(with_stack(1 << 20, || 7).map(|r| r.is_ok()), None);
        assert_eq!(with_stack(8 << 20, || 7).and_then(Result::ok), Some(7));
        // More than any machine has.
        assert_eq!(with_stack(1 << 60, || 7).and_then(Result::ok), Some(7));
        assert!(
            with_stack(8 << 20, || panic!("on purpose")).is_some_and(|r: std::thread::Result<()>| r.is_err())
        );
    }
}
