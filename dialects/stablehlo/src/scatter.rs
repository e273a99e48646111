//! The treatment of windows of `scatter` that are partly out of bounds.

use std::{fmt, str::FromStr};

/// How `scatter` treats a window that is partly out of bounds: an option of passes and of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScatterOutOfBounds {
    /// Elements that are inside are combined, as StableHLO's specification says.
    #[default]
    Element,
    /// The whole window changes nothing, as in XLA, and as JAX's documentation says.
    Window,
}

const WORDS: [(&str, ScatterOutOfBounds); 2] =
    [("element", ScatterOutOfBounds::Element), ("window", ScatterOutOfBounds::Window)];

impl fmt::Display for ScatterOutOfBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WORDS.iter().find(|(_, choice)| choice == self).map_or("element", |(word, _)| word))
    }
}

impl FromStr for ScatterOutOfBounds {
    type Err = String;
    fn from_str(word: &str) -> Result<Self, String> {
        let found = WORDS.iter().find(|(known, _)| *known == word).map(|(_, choice)| *choice);
        found.ok_or_else(|| format!("'{word}' is neither element nor window"))
    }
}
