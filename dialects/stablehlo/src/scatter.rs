//! The treatment of windows of `scatter` that are partly out of bounds.

use std::{fmt, str::FromStr};

/// How `scatter` treats a window that is partly out of bounds: an option of passes, of pipelines, of the driver and of the interpreter.
///
/// Its default is the default of all of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScatterOutOfBounds {
    /// Elements that are inside are combined, as StableHLO's specification says.
    Element,
    /// The whole window changes nothing, as in XLA, and as JAX's documentation says (`GatherScatterMode.FILL_OR_DROP`).
    #[default]
    Window,
}

impl ScatterOutOfBounds {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::Element, Self::Window];

    /// The name of the option of passes and pipelines.
    pub const OPTION: &'static str = "scatter-out-of-bounds";

    fn word(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Window => "window",
        }
    }
}

impl fmt::Display for ScatterOutOfBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for ScatterOutOfBounds {
    type Err = String;
    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|choice| choice.word() == word);
        found.ok_or_else(|| format!("'{word}' is neither element nor window"))
    }
}
