//! A function that is called again and again while an operation takes long.

use std::{
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread::JoinHandle,
    time::Duration,
};

/// Calls a function, on a thread of its own, until it is dropped.
#[derive(Debug)]
pub struct Ticker(Option<(Sender<()>, JoinHandle<()>)>);

impl Ticker {
    /// Calls `tick` with true after `patience`, and then every `turn`; with false at the end, if it was called before.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(
        patience: Duration,
        turn: Duration,
        mut tick: impl FnMut(bool) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (sender, receiver) = channel::<()>();
        let work = move || {
            let (mut wait, mut called) = (patience, false);
            while receiver.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                (wait, called) = (turn, true);
                tick(true);
            }
            if called {
                tick(false);
            }
        };
        let thread = std::thread::Builder::new().name("strata-progress".to_owned()).spawn(work)?;
        Ok(Self(Some((sender, thread))))
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.0.take() {
            drop(sender);
            // A panic of the thread only affects the display.
            _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn short_operations_are_not_noticed_and_long_ones_end_with_false() {
        let (sender, calls) = mpsc::channel();
        let note = |sender: mpsc::Sender<bool>| move |goes_on| _ = sender.send(goes_on);
        drop(Ticker::start(Duration::from_secs(60), Duration::ZERO, note(sender.clone())).expect("a thread"));
        let millisecond = Duration::from_millis(1);
        let long = Ticker::start(millisecond, millisecond, note(sender)).expect("a thread");
        assert_eq!(calls.recv(), Ok(true));
        drop(long);
        assert_eq!(calls.iter().last(), Some(false));
    }
}
