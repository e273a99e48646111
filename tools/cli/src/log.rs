//! Logs of the framework: the events of drivers and of the pass manager, by the names that `mlir-opt` has for them.
//!
//! | target | events |
//! |---|---|
//! | `pass-manager` | each pass and the op that it runs on |
//! | `greedy-rewriter` | ops that are visited, folded, erased, canonicalized, and the patterns that apply |
//! | `dialect-conversion` | ops that are legal, converted, or cannot be converted, with the reason |

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use tracing_subscriber::{Layer, filter::Targets, fmt::MakeWriter, layer::SubscriberExt};

/// The events that are logged.
#[derive(Clone, Debug)]
pub struct LogFilter(Targets);

impl LogFilter {
    /// The filter of `--debug-only`: a list of targets.
    pub fn only(targets: &str) -> Self {
        let names = targets.split(',').map(str::trim).filter(|t| !t.is_empty());
        Self(Targets::new().with_targets(names.map(|name| (name.to_owned(), tracing::Level::DEBUG))))
    }
    /// A filter as `STRATA_LOG` has it: a level for all, or `target=level,…`.
    ///
    /// # Errors
    /// The reason why it is no filter.
    pub fn parse(text: &str) -> Result<Self, String> {
        text.parse().map(Self).map_err(|e| format!("'{text}' is no filter of logs: {e}"))
    }
    /// Runs `work` and passes what this thread logs meanwhile to `sink`, in lines of text.
    pub fn log_to<T>(self, sink: impl Write + Send + 'static, work: impl FnOnce() -> T) -> T {
        let layer = tracing_subscriber::fmt::layer()
            .without_time()
            .with_level(false)
            .with_ansi(false)
            .with_writer(Sink(Arc::new(Mutex::new(sink))))
            .with_filter(self.0);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), work)
    }
}

/// A writer that events share.
struct Sink<W>(Arc<Mutex<W>>);

impl<W> Clone for Sink<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}

impl<W: Write + 'static> MakeWriter<'_> for Sink<W> {
    type Writer = Self;
    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Text that [`LogFilter::log_to`] writes to.
#[derive(Clone, Default)]
pub struct LogText(Arc<Mutex<Vec<u8>>>);

impl LogText {
    /// Takes the text that was written so far.
    pub fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for LogText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{LogFilter, LogText};

    fn logged(filter: LogFilter) -> String {
        let text = LogText::default();
        filter.log_to(text.clone(), || {
            tracing::debug!(target: "greedy-rewriter", "one {}", 1);
            tracing::debug!(target: "pass-manager", "two");
        });
        tracing::debug!(target: "pass-manager", "afterwards");
        text.take()
    }

    #[test]
    fn targets_are_selected() {
        assert_eq!(logged(LogFilter::only("greedy-rewriter")), "greedy-rewriter: one 1\n");
        assert_eq!(
            logged(LogFilter::only("pass-manager, greedy-rewriter")),
            "greedy-rewriter: one 1\npass-manager: two\n"
        );
        assert_eq!(logged(LogFilter::only("")), "");
        let all = LogFilter::parse("debug").expect("a level");
        assert_eq!(logged(all).lines().count(), 2);
        let one = LogFilter::parse("pass-manager=debug").expect("a target");
        assert_eq!(logged(one), "pass-manager: two\n");
        assert!(LogFilter::parse("pass-manager=loud").is_err());
    }
}
