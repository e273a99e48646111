//! `--verify-diagnostics`: compares the diagnostics of each part of the input with the expectations in it.

use strata_driver::program::{Report, Source as Part};
use strata_ir::core::{Context, Diagnostic, diagnostics::render_all};
use strata_opt::expect::Expectations;

use crate::source::Source;

/// How the diagnostics of a part are dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Diagnostics {
    /// They are shown.
    Shown,
    /// They are compared with those that comments expect.
    Compared,
}

impl Diagnostics {
    /// The errors of a text that are looked for.
    pub(crate) fn report(self) -> Report {
        match self {
            Self::Shown => Report::All,
            Self::Compared => Report::First,
        }
    }
}

/// The reason why a part of the input has no result.
pub(crate) enum Problem {
    /// Diagnostics, which can be expected.
    Diagnostics(Vec<Diagnostic>),
    /// A message that cannot: it is about the command line, or a file.
    Text(String),
}

impl From<Vec<Diagnostic>> for Problem {
    fn from(all: Vec<Diagnostic>) -> Self {
        Self::Diagnostics(all)
    }
}
impl From<Diagnostic> for Problem {
    fn from(d: Diagnostic) -> Self {
        Self::Diagnostics(vec![d])
    }
}
impl From<strata_driver::Error> for Problem {
    fn from(error: strata_driver::Error) -> Self {
        String::from(error).into()
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// The result of a part; where diagnostics are compared, nothing is one too if they are those that it expects.
pub(crate) fn settle<T: Default>(
    mode: Diagnostics,
    source: &Source,
    part: &Part,
    cx: &Context,
    result: Result<T, Problem>,
) -> Result<T, String> {
    let diagnostics = match &result {
        Err(Problem::Text(text)) => return Err(text.clone()),
        Err(Problem::Diagnostics(all)) => &all[..],
        Ok(_) => &[],
    };
    if mode == Diagnostics::Shown {
        let shown = render_all(cx, diagnostics);
        return result.map_err(|_| shown);
    }
    let mut expected = Expectations::new(source.name(), part.text(), 0, false);
    diagnostics.iter().for_each(|d| expected.see(cx, d));
    if expected.finish() { Ok(result.unwrap_or_default()) } else { Err(expected.errors) }
}
