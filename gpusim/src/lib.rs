//! A functional simulator of kernels of the `llvm` and `nvvm` dialects.
