//! Parser and printer of MLIR syntax.
