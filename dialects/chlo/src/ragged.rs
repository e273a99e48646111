//! `ragged_dot`.

use strata_ir::prelude::*;
use strata_stablehlo::constraints as hlo;

use crate::{Precision, RaggedDotDimensionNumbers};

attr_constraint! {
    /// Precisions, one for each operand.
    PrecisionConfig: ArrayAttr = "Precision Config attribute", |a, cx| cx.attr_as::<ArrayAttr>(a).is_some_and(|v| v.0.iter().all(|&a| cx.attr_as::<Precision>(a).is_some()));
}

/// Contractions of groups of several sizes.
#[op(name = "chlo.ragged_dot", traits = [Pure])]
pub struct RaggedDotOp {
    /// Left operand.
    pub lhs: Operand<hlo::HloTensor>,
    /// Right operand.
    pub rhs: Operand<hlo::HloTensor>,
    /// Sizes of the groups.
    pub group_sizes: Operand<hlo::IntTensor>,
    /// Which dimension is what.
    pub ragged_dot_dimension_numbers: Attr<RaggedDotDimensionNumbers>,
    /// How exact, for each operand.
    pub precision_config: OptAttr<PrecisionConfig>,
    /// The sums.
    pub result: Res<hlo::HloTensor>,
}
