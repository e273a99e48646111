//! Products of vectors and matrices, and the matrix of pseudorandom numbers.

use super::*;

named_ops! { PRODUCTS:
    /// The scalar product of two vectors.
    DotOp = "linalg.dot", "K: K, K -> ", multiply_add;
    /// A matrix times a vector.
    MatvecOp = "linalg.matvec", "mK: mK, K -> m", multiply_add;
    /// A vector times a matrix.
    VecmatOp = "linalg.vecmat", "nK: K, Kn -> n", multiply_add;
    /// Matrices times vectors, one pair for each index of the first dimension.
    BatchMatvecOp = "linalg.batch_matvec", "bmK: bmK, bK -> bm", multiply_add;
    /// Vectors times matrices, one pair for each index of the first dimension.
    BatchVecmatOp = "linalg.batch_vecmat", "bnK: bK, bKn -> bn", multiply_add;
    /// A matrix times a transposed matrix, both cut into tiles.
    Mmt4DOp = "linalg.mmt4d", "mnKxyZ: mKxZ, nKyZ -> mnxy", multiply_add;
    /// As `linalg.mmt4d`, one pair for each index of the first dimension.
    BatchMmt4DOp = "linalg.batch_mmt4d", "bmnKxyZ: bmKxZ, bnKyZ -> bmnxy", multiply_add;
    /// A product of matrices after subtracting a zero point from each.
    QuantizedMatmulOp = "linalg.quantized_matmul", "mnK: mK, Kn, , -> mn", quantized;
    /// As `linalg.quantized_matmul`, one pair for each index of the first dimension.
    QuantizedBatchMatmulOp = "linalg.quantized_batch_matmul", "bmnK: bmK, bKn, , -> bmn", quantized;
    /// A matrix of pseudorandom numbers between two bounds.
    FillRng2DOp = "linalg.fill_rng_2d", "mn: , , -> mn", random;
}
