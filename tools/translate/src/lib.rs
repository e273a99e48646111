//! `strata-translate`.
