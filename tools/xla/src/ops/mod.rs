//! The operations, by family: methods of [`XlaBuilder`](crate::XlaBuilder).

mod binary;
mod broadcast;
mod collective;
mod compare;
mod control;
mod conv;
mod convert;
mod dot;
mod dynamic;
mod gather;
mod internal;
mod linear;
mod movement;
mod norm;
mod random;
mod reduce;
mod slice;
mod sort;
mod structure;
mod transfer;
mod unary;

pub use control::Branch;
