//! Passes over structured ops: fusion, bufferization, tiling, vectorization.
