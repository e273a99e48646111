//! Convolutions. The letters of a name are the dimensions of the input and of the filter.

use super::*;

named_ops! { CONVOLUTIONS:
    /// A convolution in one dimension.
    Conv1DOp = "linalg.conv_1d", "wX: w+X, X -> w", multiply_add;
    /// A convolution in two dimensions.
    Conv2DOp = "linalg.conv_2d", "hwYX: h+Y w+X, YX -> hw", multiply_add;
    /// A convolution in three dimensions.
    Conv3DOp = "linalg.conv_3d", "dhwZYX: d+Z h+Y w+X, ZYX -> dhw", multiply_add;
    /// A convolution in one dimension, of `NWC` with `WCF`.
    Conv1DNwcWcfOp = "linalg.conv_1d_nwc_wcf", "nwfXC: n w:X C, XCf -> nwf", multiply_add, Windows1;
    /// A convolution in one dimension, of `NCW` with `FCW`.
    Conv1DNcwFcwOp = "linalg.conv_1d_ncw_fcw", "nfwCX: n C w:X, fCX -> nfw", multiply_add, Windows1;
    /// A convolution in two dimensions, of `NHWC` with `HWCF`.
    Conv2DNhwcHwcfOp = "linalg.conv_2d_nhwc_hwcf", "nhwfYXC: n h:Y w:X C, YXCf -> nhwf", multiply_add, Windows2;
    /// A convolution in two dimensions, of `NHWC` with `FHWC`.
    Conv2DNhwcFhwcOp = "linalg.conv_2d_nhwc_fhwc", "nhwfYXC: n h:Y w:X C, fYXC -> nhwf", multiply_add, Windows2;
    /// A convolution in two dimensions, of `NCHW` with `FCHW`.
    Conv2DNchwFchwOp = "linalg.conv_2d_nchw_fchw", "nfhwCYX: n C h:Y w:X, fCYX -> nfhw", multiply_add, Windows2;
    /// A convolution in two dimensions, of `NHWC` with `HWCF`, less zero points.
    Conv2DNhwcHwcfQOp = "linalg.conv_2d_nhwc_hwcf_q", "nhwfYXC: n h:Y w:X C, YXCf, , -> nhwf", quantized, Windows2;
    /// A convolution in two dimensions, of `NHWC` with `FHWC`, less zero points.
    Conv2DNhwcFhwcQOp = "linalg.conv_2d_nhwc_fhwc_q", "nhwfYXC: n h:Y w:X C, fYXC, , -> nhwf", quantized, Windows2;
    /// A convolution in two dimensions, of `NCHW` with `FCHW`, less zero points.
    Conv2DNchwFchwQOp = "linalg.conv_2d_nchw_fchw_q", "nfhwCYX: n C h:Y w:X, fCYX, , -> nfhw", quantized, Windows2;
    /// A grouped convolution in two dimensions, of `NGCHW` with `FGCHW`.
    Conv2DNgchwFgchwOp = "linalg.conv_2d_ngchw_fgchw", "ngfhwCYX: n g C h:Y w:X, fgCYX -> ngfhw", multiply_add, Windows2;
    /// A grouped convolution in two dimensions, of `NGCHW` with `GFCHW`.
    Conv2DNgchwGfchwOp = "linalg.conv_2d_ngchw_gfchw", "ngfhwCYX: n g C h:Y w:X, gfCYX -> ngfhw", multiply_add, Windows2;
    /// A grouped convolution in two dimensions, of `NHWGC` with `GFHWC`.
    Conv2DNhwgcGfhwcOp = "linalg.conv_2d_nhwgc_gfhwc", "nhwgfYXC: n h:Y w:X g C, gfYXC -> nhwgf", multiply_add, Windows2;
    /// A grouped convolution in two dimensions, of `NGCHW` with `GFCHW`, less zero points.
    Conv2DNgchwGfchwQOp = "linalg.conv_2d_ngchw_gfchw_q", "ngfhwCYX: n g C h:Y w:X, gfCYX, , -> ngfhw", quantized, Windows2;
    /// A grouped convolution in two dimensions, of `NHWGC` with `GFHWC`, less zero points.
    Conv2DNhwgcGfhwcQOp = "linalg.conv_2d_nhwgc_gfhwc_q", "nhwgfYXC: n h:Y w:X g C, gfYXC, , -> nhwgf", quantized, Windows2;
    /// A convolution in three dimensions, of `NDHWC` with `DHWCF`.
    Conv3DNdhwcDhwcfOp = "linalg.conv_3d_ndhwc_dhwcf", "ndhwfZYXC: n d:Z h:Y w:X C, ZYXCf -> ndhwf", multiply_add, Windows3;
    /// A convolution in three dimensions, of `NDHWC` with `DHWCF`, less zero points.
    Conv3DNdhwcDhwcfQOp = "linalg.conv_3d_ndhwc_dhwcf_q", "ndhwfZYXC: n d:Z h:Y w:X C, ZYXCf, , -> ndhwf", quantized, Windows3;
    /// A convolution in three dimensions, of `NCDHW` with `FCDHW`.
    Conv3DNcdhwFcdhwOp = "linalg.conv_3d_ncdhw_fcdhw", "nfdhwCZYX: n C d:Z h:Y w:X, fCZYX -> nfdhw", multiply_add, Windows3;
    /// A convolution of each channel by itself in one dimension, of `NWC` with `WC`.
    DepthwiseConv1DNwcWcOp = "linalg.depthwise_conv_1d_nwc_wc", "nwcX: n w:X c, Xc -> nwc", multiply_add, Windows1;
    /// A convolution of each channel by itself in one dimension, of `NCW` with `CW`.
    DepthwiseConv1DNcwCwOp = "linalg.depthwise_conv_1d_ncw_cw", "nwcX: n c w:X, cX -> ncw", multiply_add, Windows1;
    /// A convolution of each channel by itself in one dimension, of `NWC` with `WCM`.
    DepthwiseConv1DNwcWcmOp = "linalg.depthwise_conv_1d_nwc_wcm", "nwcmX: n w:X c, Xcm -> nwcm", multiply_add, Windows1;
    /// A convolution of each channel by itself in two dimensions, of `NHWC` with `HWC`.
    DepthwiseConv2DNhwcHwcOp = "linalg.depthwise_conv_2d_nhwc_hwc", "nhwcYX: n h:Y w:X c, YXc -> nhwc", multiply_add, Windows2;
    /// A convolution of each channel by itself in two dimensions, of `NCHW` with `CHW`.
    DepthwiseConv2DNchwChwOp = "linalg.depthwise_conv_2d_nchw_chw", "nhwcYX: n c h:Y w:X, cYX -> nchw", multiply_add, Windows2;
    /// A convolution of each channel by itself in two dimensions, of `NHWC` with `HWC`, less zero points.
    DepthwiseConv2DNhwcHwcQOp = "linalg.depthwise_conv_2d_nhwc_hwc_q", "nhwcYX: n h:Y w:X c, YXc, , -> nhwc", quantized, Windows2;
    /// A convolution of each channel by itself in two dimensions, of `NHWC` with `HWCM`.
    DepthwiseConv2DNhwcHwcmOp = "linalg.depthwise_conv_2d_nhwc_hwcm", "nhwcmYX: n h:Y w:X c, YXcm -> nhwcm", multiply_add, Windows2;
    /// A convolution of each channel by itself in two dimensions, of `NHWC` with `HWCM`, less zero points.
    DepthwiseConv2DNhwcHwcmQOp = "linalg.depthwise_conv_2d_nhwc_hwcm_q", "nhwcmYX: n h:Y w:X c, YXcm, , -> nhwcm", quantized, Windows2;
    /// A convolution of each channel by itself in three dimensions, of `NDHWC` with `DHWC`.
    DepthwiseConv3DNdhwcDhwcOp = "linalg.depthwise_conv_3d_ndhwc_dhwc", "ndhwZYXc: n d:Z h:Y w:X c, ZYXc -> ndhwc", multiply_add, Windows3;
    /// A convolution of each channel by itself in three dimensions, of `NCDHW` with `CDHW`.
    DepthwiseConv3DNcdhwCdhwOp = "linalg.depthwise_conv_3d_ncdhw_cdhw", "ndhwZYXc: n c d:Z h:Y w:X, cZYX -> ncdhw", multiply_add, Windows3;
    /// A convolution of each channel by itself in three dimensions, of `NDHWC` with `DHWCM`.
    DepthwiseConv3DNdhwcDhwcmOp = "linalg.depthwise_conv_3d_ndhwc_dhwcm", "ndhwmZYXc: n d:Z h:Y w:X c, ZYXcm -> ndhwcm", multiply_add, Windows3;
}
