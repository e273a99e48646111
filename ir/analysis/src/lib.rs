//! Analyses over the IR.
