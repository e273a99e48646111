//! How the ranks of a job are entered.

use std::time::Duration;

/// The variable with the seconds after which a rank that does not answer is taken for dead.
pub const TIMEOUT: &str = "STRATA_COLLECTIVE_TIMEOUT";
/// The seconds without it.
const SECONDS: f64 = 300.0;

/// How the world is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file of the library; without it the one in `STRATA_MPI_LIBRARY`, or the one that is installed.
    pub library: Option<String>,
    /// A rank that does not answer for so long is taken for dead.
    pub timeout: Duration,
    /// How many ranks there must be, if that is known.
    pub ranks: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self { library: None, timeout: Duration::from_secs_f64(SECONDS), ranks: None }
    }
}

impl Options {
    /// The options with this time, as text; without it that of the variable [`TIMEOUT`], if it is set.
    ///
    /// # Errors
    /// If it is no positive number of seconds.
    pub fn with_timeout(mut self, given: Option<&str>) -> Result<Self, String> {
        let variable = std::env::var(TIMEOUT).ok().filter(|text| !text.is_empty());
        if let Some(text) = given.or(variable.as_deref()) {
            self.timeout = seconds(text)?;
        }
        Ok(self)
    }
}

/// A positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.trim().parse().ok().filter(|&number: &f64| number > 0.0 && number < 1e9);
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("the timeout of collectives is a number of seconds, not '{text}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_positive() {
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        for text in ["0", "-1", "nan", "inf", "1e300", "soon"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
