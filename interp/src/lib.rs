//! The reference interpreter of every tensor and loop dialect: the oracle.
