//! The framework in one import.
