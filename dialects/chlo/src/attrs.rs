//! The attributes of the dialect.

use strata_ir::prelude::*;
use strata_ir::text::word_attrs;

word_attrs! {
    /// A comparison.
    bare ComparisonDirection = "chlo.comparison_direction" "Which comparison operation to perform." of "::mlir::chlo::ComparisonDirection" {
        /// Equal.
        Eq = "EQ",
        /// Not equal.
        Ne = "NE",
        /// Greater or equal.
        Ge = "GE",
        /// Greater.
        Gt = "GT",
        /// Less or equal.
        Le = "LE",
        /// Less.
        Lt = "LT",
    }
    /// The order that a comparison uses.
    bare ComparisonType = "chlo.comparison_type" "Which comparison type to use." of "::mlir::chlo::ComparisonType" {
        /// The one of the element type.
        NoType = "NOTYPE",
        /// The partial order of floats.
        Float = "FLOAT",
        /// The total order of floats.
        TotalOrder = "TOTALORDER",
        /// That of signed integers.
        Signed = "SIGNED",
        /// That of unsigned integers and booleans.
        Unsigned = "UNSIGNED",
    }
    /// How exact a contraction is.
    bare Precision = "chlo.precision" "XLA precision for an operand. Has backend specific meaning." of "::mlir::chlo::Precision" {
        /// The choice of the target.
        Default = "DEFAULT",
        /// More exact.
        High = "HIGH",
        /// As exact as possible.
        Highest = "HIGHEST",
    }
}

/// Attribute that models the dimension information for ragged dot.
#[attr(name = "chlo.ragged_dot")]
pub struct RaggedDotDimensionNumbers {
    /// Batch dimensions of the left operand.
    pub lhs_batching_dimensions: SmallVec<[i64; 4]>,
    /// Batch dimensions of the right operand.
    pub rhs_batching_dimensions: SmallVec<[i64; 4]>,
    /// Dimensions of the left operand that are summed over.
    pub lhs_contracting_dimensions: SmallVec<[i64; 4]>,
    /// Their partners.
    pub rhs_contracting_dimensions: SmallVec<[i64; 4]>,
    /// The dimension of the left operand that consists of groups of several sizes.
    pub lhs_ragged_dimensions: SmallVec<[i64; 4]>,
    /// The dimension of the right operand that numbers the groups.
    pub rhs_group_dimensions: SmallVec<[i64; 4]>,
}

impl RaggedDotDimensionNumbers {
    /// The numbers from six tensors in the order of the fields, as in calls that represent the op.
    #[must_use]
    pub fn of_lists(cx: &Context, lists: &ArrayAttr) -> Option<Self> {
        let numbers = |&a: &Attr| Some(cx.attr_as::<DenseElementsAttr>(a)?.to_i64s(cx)?.into());
        let lists = lists.0.iter().map(numbers).collect::<Option<Vec<_>>>()?;
        let [lhs_batch, rhs_batch, lhs_contract, rhs_contract, ragged, group] =
            <[_; 6]>::try_from(lists).ok()?;
        Some(Self {
            lhs_batching_dimensions: lhs_batch,
            rhs_batching_dimensions: rhs_batch,
            lhs_contracting_dimensions: lhs_contract,
            rhs_contracting_dimensions: rhs_contract,
            lhs_ragged_dimensions: ragged,
            rhs_group_dimensions: group,
        })
    }
}
