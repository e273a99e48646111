//! All tests of the tool.

mod planted;
mod tool;
