//! Pooling: each element of the output combines a window of the input.

use super::*;

named_ops! { POOLINGS:
    /// Sums over the windows of an input `NHWC`.
    PoolingNhwcSumOp = "linalg.pooling_nhwc_sum", "nhwcYX: n h:Y w:X c, YX -> nhwc", sum, Windows2;
    /// Maxima over the windows of an input `NHWC`.
    PoolingNhwcMaxOp = "linalg.pooling_nhwc_max", "nhwcYX: n h:Y w:X c, YX -> nhwc", max, Windows2;
    /// Maxima of unsigned integers over the windows of an input `NHWC`.
    PoolingNhwcMaxUnsignedOp = "linalg.pooling_nhwc_max_unsigned", "nhwcYX: n h:Y w:X c, YX -> nhwc", max_unsigned, Windows2;
    /// Minima over the windows of an input `NHWC`.
    PoolingNhwcMinOp = "linalg.pooling_nhwc_min", "nhwcYX: n h:Y w:X c, YX -> nhwc", min, Windows2;
    /// Minima of unsigned integers over the windows of an input `NHWC`.
    PoolingNhwcMinUnsignedOp = "linalg.pooling_nhwc_min_unsigned", "nhwcYX: n h:Y w:X c, YX -> nhwc", min_unsigned, Windows2;
    /// Sums over the windows of an input `NCHW`.
    PoolingNchwSumOp = "linalg.pooling_nchw_sum", "nchwYX: n c h:Y w:X, YX -> nchw", sum, Windows2;
    /// Maxima over the windows of an input `NCHW`.
    PoolingNchwMaxOp = "linalg.pooling_nchw_max", "nchwYX: n c h:Y w:X, YX -> nchw", max, Windows2;
    /// Sums over the windows of an input `NWC`.
    PoolingNwcSumOp = "linalg.pooling_nwc_sum", "nwcX: n w:X c, X -> nwc", sum, Windows1;
    /// Maxima over the windows of an input `NWC`.
    PoolingNwcMaxOp = "linalg.pooling_nwc_max", "nwcX: n w:X c, X -> nwc", max, Windows1;
    /// Maxima of unsigned integers over the windows of an input `NWC`.
    PoolingNwcMaxUnsignedOp = "linalg.pooling_nwc_max_unsigned", "nwcX: n w:X c, X -> nwc", max_unsigned, Windows1;
    /// Minima over the windows of an input `NWC`.
    PoolingNwcMinOp = "linalg.pooling_nwc_min", "nwcX: n w:X c, X -> nwc", min, Windows1;
    /// Minima of unsigned integers over the windows of an input `NWC`.
    PoolingNwcMinUnsignedOp = "linalg.pooling_nwc_min_unsigned", "nwcX: n w:X c, X -> nwc", min_unsigned, Windows1;
    /// Sums over the windows of an input `NCW`.
    PoolingNcwSumOp = "linalg.pooling_ncw_sum", "ncwX: n c w:X, X -> ncw", sum, Windows1;
    /// Maxima over the windows of an input `NCW`.
    PoolingNcwMaxOp = "linalg.pooling_ncw_max", "ncwX: n c w:X, X -> ncw", max, Windows1;
    /// Sums over the windows of an input `NDHWC`.
    PoolingNdhwcSumOp = "linalg.pooling_ndhwc_sum", "ndhwcZYX: n d:Z h:Y w:X c, ZYX -> ndhwc", sum, Windows3;
    /// Maxima over the windows of an input `NDHWC`.
    PoolingNdhwcMaxOp = "linalg.pooling_ndhwc_max", "ndhwcZYX: n d:Z h:Y w:X c, ZYX -> ndhwc", max, Windows3;
    /// Minima over the windows of an input `NDHWC`.
    PoolingNdhwcMinOp = "linalg.pooling_ndhwc_min", "ndhwcZYX: n d:Z h:Y w:X c, ZYX -> ndhwc", min, Windows3;
}
