//! The one list of all dialects, passes and pipelines; what the tools link.
