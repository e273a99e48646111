//! `strata-run`.
