//! Ops that rewrite convolutions and other ops of several steps as simpler ones.

use strata_ir::prelude::*;

use crate::{
    attrs::WinogradConv2DFmr,
    effects::{HandleEffects, handle_effects, result_names},
    types::OpHandle,
};

/// Makes products of convolutions in two dimensions, by columns of windows.
#[op(
    name = "transform.structured.convert_conv2d_to_img2col",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target attr-dict `:` functional-type($target, results)",
)]
pub struct ConvertConv2DToImg2ColOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The ops that make columns.
    pub img2col_tensor: Res<OpHandle>,
    /// The ops whose results replace those of the convolutions.
    pub transformed: Res<OpHandle>,
}

/// Transposes the filters of convolutions in two dimensions.
#[op(
    name = "transform.structured.transpose_conv2d",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, results)",
)]
pub struct TransposeConv2DOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new convolutions.
    pub transformed: Res<OpHandle>,
}

/// Rewrites ops of several steps, such as `linalg.softmax`, as one op for each.
#[op(
    name = "transform.structured.decompose_interface",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct DecomposeInterfaceOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The ops whose results replace those of the payload ops.
    pub transformed: Res<OpHandle>,
}

/// Rewrites convolutions in two dimensions as products of matrices between transforms of their operands and results.
#[op(
    name = "transform.structured.winograd_conv2d",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, results)",
)]
pub struct WinogradConv2DOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The sizes of tile and filter.
    pub fmr: Attr<WinogradConv2DFmr>,
    /// The ops whose results replace those of the convolutions.
    pub transformed: Res<OpHandle>,
}

/// Rewrites the transforms of Winograd's convolutions as loops of products with constant matrices.
#[op(
    name = "transform.structured.decompose_winograd_op",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type($target, results)",
)]
pub struct DecomposeWinogradOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The outermost loops.
    pub transformed: Res<OpHandle>,
}

result_names! {
    ConvertConv2DToImg2ColOp: "img2col_tensor", "transformed";
}

handle_effects! {
    all, Modifies: ConvertConv2DToImg2ColOp, TransposeConv2DOp, DecomposeInterfaceOp, WinogradConv2DOp, DecomposeWinogradOp;
}
