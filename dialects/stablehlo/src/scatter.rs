//! What becomes of windows of `scatter` that are partly outside of the input.

use std::{fmt, str::FromStr};

/// What `scatter` does with a window that is partly outside of its input: passes and the interpreter have it as an option.
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
