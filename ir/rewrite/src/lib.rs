//! Builders and rewriting.
