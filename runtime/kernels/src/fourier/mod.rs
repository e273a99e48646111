//! Fourier transforms of many short lines: a lane of a vector has the numbers of one line, so that a butterfly of all lines is one of vectors,
//! without shuffles (`docs/adr/0013-fourier-transforms.md`).
//!
//! A group has as many lines as a vector has lanes. Its numbers are transposed into an array of rows, two for each point: the real parts of all
//! lines and their imaginary parts. They are written in the order of reversed digits, so that decimation in time works in place
//! (`passes`). An inverse transform is a forward one whose real and imaginary parts are exchanged, where numbers are read and written.

mod butterfly;
mod gather;
mod halves;
mod lines;
mod passes;
mod plan;

pub use gather::Columns;
pub use lines::{backward_real, columns, forward_real, lines, lines_of_group, rows_of_group};
pub use plan::{Plan, has_plan};

#[cfg(test)]
mod tests;
