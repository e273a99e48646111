//! `simplify-depthwise-conv`: a depthwise convolution with a multiplier of one loses that dimension.
//!
//! Before:
//! ```mlir
//! %0 = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %f : tensor<1x9x9x3xf32>, tensor<3x3x3x1xf32>) outs(%o : tensor<1x7x7x3x1xf32>) -> …
//! ```
//! After:
//! ```mlir
//! %g = tensor.collapse_shape %f [[0], [1], [2, 3]] : tensor<3x3x3x1xf32> into tensor<3x3x3xf32>
//! %p = tensor.collapse_shape %o [[0], [1], [2], [3, 4]] : tensor<1x7x7x3x1xf32> into tensor<1x7x7x3xf32>
//! %1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %g : tensor<1x9x9x3xf32>, tensor<3x3x3xf32>) outs(%p : tensor<1x7x7x3xf32>) -> …
//! %0 = tensor.expand_shape %1 [[0], [1], [2], [3, 4]] output_shape [1, 7, 7, 3, 1] : tensor<1x7x7x3xf32> into tensor<1x7x7x3x1xf32>
//! ```

use strata_ir::{prelude::*, rewrite::patterns};
use strata_linalg::{
    DepthwiseConv2DNhwcHwcOp, DepthwiseConv2DNhwcHwcQOp, DepthwiseConv2DNhwcHwcmOp,
    DepthwiseConv2DNhwcHwcmQOp, LinalgOp,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, MixedIndex};

use crate::patterns::apply_rows;

/// Simplify depthwise convolution.
#[pass(name = "simplify-depthwise-conv", class = "SimplifyDepthwiseConvPass", produces = [arith, tensor], each_body)]
pub struct SimplifyDepthwiseConv;

impl BodyPass for SimplifyDepthwiseConv {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        apply_rows(
            body,
            patterns! {
                DepthwiseConv2DNhwcHwcmOp => "drop-multiplier": drop_multiplier,
                DepthwiseConv2DNhwcHwcmQOp => "drop-multiplier": drop_multiplier,
            },
        )
    }
}

fn drop_multiplier(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let conv = op.cast::<dyn LinalgOp>(rw)?;
    let (mut inputs, init) = (conv.dps_inputs(rw), *conv.dps_inits(rw).first()?);
    let filter = *inputs.get(1)?;
    let shape =
        |rw: &Rewriter<'_>, v: Value| rw.cx().type_as::<TensorType>(rw.ty(v)).map(|t| t.shape.to_vec());
    let (sizes, filter_sizes) = (shape(rw, init)?, shape(rw, filter)?);
    if filter_sizes.last() != Some(&1) || rw.results(op).len() != 1 {
        return None;
    }
    let attrs: Vec<(String, Attr)> = ["strides", "dilations"]
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), rw.attr(op, name)?)))
        .chain(rw.extra_attrs(op).iter().map(|&(name, attr)| (rw.cx().str(name).to_owned(), attr)))
        .filter(|(name, _)| !name.starts_with("linalg.memoized"))
        .collect();
    let attrs: Vec<(&str, Attr)> = attrs.iter().map(|(name, attr)| (name.as_str(), *attr)).collect();
    let groups = vec![vec![0], vec![1], vec![2], vec![3, 4]];
    inputs[1] = CollapseShapeOp::create(rw, filter, &[vec![0], vec![1], vec![2, 3]]);
    let output = CollapseShapeOp::create(rw, init, &groups);
    let new = match inputs.len() {
        2 => DepthwiseConv2DNhwcHwcOp::create(rw, &inputs, output, &attrs).ok()?.op(),
        _ => DepthwiseConv2DNhwcHwcQOp::create(rw, &inputs, output, &attrs).ok()?.op(),
    };
    let result = *rw.results(new).first()?;
    let mut mixed = Vec::new();
    for d in 0..sizes.len() - 1 {
        mixed.push(DimOp::create_or_fold(rw, result, d)?);
    }
    mixed.push(MixedIndex::Static(1));
    let expanded = ExpandShapeOp::create(rw, result, &groups, &mixed);
    rw.replace_op(op, &[expanded]);
    Some(())
}
