//! Convolutions.

use strata_ir::prelude::*;
use strata_sdy::attrs::OpShardingRule;
use strata_stablehlo::{ConvDimensionNumbers, ConvolutionOp};

use super::Mode;
use super::builder::{At, Factor, Kind, RuleBuilder, shape};

pub(super) fn convolution(b: &Body, op: Op, mode: Mode) -> Option<OpShardingRule> {
    let conv = op.as_op::<ConvolutionOp>(b)?;
    let cx = b.cx();
    let dims = conv.dimension_numbers(b).get(cx);
    let at = |dim: i64| usize::try_from(dim).ok();
    let groups = |attr| cx.attr_i64(attr).filter(|&n| n > 0);
    let (features, batches) =
        (groups(conv.feature_group_count(b).raw())?, groups(conv.batch_group_count(b).raw())?);
    let (kernel, out) = (shape(b, conv.rhs(b)), shape(b, conv.result(b)));
    let out_feature = at(dims.output_feature_dimension)?;
    let kernel_out: At = (1, at(dims.kernel_output_feature_dimension)?);
    let kernel_in = at(dims.kernel_input_feature_dimension)?;
    let batch: At = (0, at(dims.input_batch_dimension)?);
    let feature: At = (0, at(dims.input_feature_dimension)?);

    let mut rule = RuleBuilder::new(b, op)?;
    if batches > 1 {
        rule.add(Factor::new(batches), &[batch, kernel_out], &[(0, out_feature)]);
    }
    // The batch within a group.
    let out_batch = at(dims.output_batch_dimension)?;
    rule.add(Factor::new(*out.get(out_batch)?), &[batch], &[(0, out_batch)]);
    if mode == Mode::Default {
        spatial(b, conv, dims, &mut rule)?;
    }
    if features > 1 {
        rule.add(Factor::new(features), &[feature, kernel_out], &[(0, out_feature)]);
    }
    // The features within a group, of the input and of the output.
    let inside = Factor::new(*kernel.get(kernel_in)?).kind(Kind::Reduction);
    rule.add(inside, &[feature, (1, kernel_in)], &[]);
    let outside = *out.get(out_feature)? / batches / features;
    rule.add(Factor::new(outside), &[kernel_out], &[(0, out_feature)]);
    rule.build()
}

/// A spatial dimension of the input is split by windows, as that of the output, or within windows, as that of the kernel. The larger of
/// the two numbers comes first, so that shardings spread there.
fn spatial(b: &Body, conv: ConvolutionOp, dims: &ConvDimensionNumbers, rule: &mut RuleBuilder) -> Option<()> {
    let (input, kernel, out) = (shape(b, conv.lhs(b)), shape(b, conv.rhs(b)), shape(b, conv.result(b)));
    let lists =
        [&dims.input_spatial_dimensions, &dims.kernel_spatial_dimensions, &dims.output_spatial_dimensions];
    for i in 0..lists[0].len() {
        let at = |list: usize| usize::try_from(*lists[list].get(i)?).ok();
        let (i, k, o) = (at(0)?, at(1)?, at(2)?);
        let (windows, within) = (*out.get(o)?, *kernel.get(k)?);
        let mut left = *input.get(i)?;
        let order = if windows >= within { [true, false] } else { [false, true] };
        for by_windows in order {
            let size = left.min(if by_windows { windows } else { within });
            if size <= 1 {
                continue;
            }
            if by_windows {
                rule.add(Factor::new(size).kind(Kind::Permutation), &[(0, i)], &[(0, o)]);
            } else {
                rule.add(Factor::new(size).kind(Kind::Reduction), &[(0, i), (1, k)], &[]);
            }
            left /= size;
        }
    }
    Some(())
}
