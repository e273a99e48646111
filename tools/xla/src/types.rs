//! Parameters of operations other than values: dimension numbers, paddings, channels.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;

pub use hlo::{
    ComparisonDirection, ComparisonType, FftType, Precision, ResultAccuracyMode, RngAlgorithm, Transpose,
};

/// The padding of windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Padding {
    /// Zeros around, so that with stride 1 there are as many windows as elements.
    Same,
    /// None.
    Valid,
    /// So many elements before and after, for each dimension; negative numbers remove elements.
    Explicit(Vec<(i64, i64)>),
}

impl Padding {
    /// The padding of one dimension of `size` elements, by the rule of operations.md section 2.5.
    ///
    /// ```
    /// use strata_xla::Padding;
    /// assert_eq!(Padding::Same.for_dimension(0, 6, 3, 1, 1), (1, 1));
    /// assert_eq!(Padding::Same.for_dimension(0, 6, 3, 2, 1), (0, 1));
    /// assert_eq!(Padding::Valid.for_dimension(0, 6, 3, 2, 1), (0, 0));
    /// ```
    pub fn for_dimension(
        &self,
        dimension: usize,
        size: i64,
        window: i64,
        stride: i64,
        dilation: i64,
    ) -> (i64, i64) {
        match self {
            Padding::Valid => (0, 0),
            Padding::Explicit(v) => v.get(dimension).copied().unwrap_or((0, 0)),
            Padding::Same => {
                let stride = stride.max(1);
                let dilated =
                    if window <= 0 { 0 } else { (window - 1).saturating_mul(dilation).saturating_add(1) };
                let out = size.max(0) / stride + i64::from(size.max(0) % stride != 0);
                let span = (out - 1).saturating_mul(stride).saturating_add(dilated);
                let total = span.saturating_sub(size).max(0);
                (total / 2, total - total / 2)
            }
        }
    }
}

/// The padding of one dimension for [`pad`](crate::XlaBuilder::pad).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaddingConfigDimension {
    /// Elements before the first; negative ones are removed.
    pub edge_padding_low: i64,
    /// Elements after the last; negative ones are removed.
    pub edge_padding_high: i64,
    /// Elements between two neighbours.
    pub interior_padding: i64,
}

impl PaddingConfigDimension {
    /// The padding of one dimension.
    pub fn new(low: i64, high: i64, interior: i64) -> Self {
        Self { edge_padding_low: low, edge_padding_high: high, interior_padding: interior }
    }
}

/// Couples operations that communicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelHandle {
    /// Number of the channel.
    pub handle: i64,
    /// Kind: 0 unknown, 1 device to device, 2 device to host, 3 host to device.
    pub kind: i64,
}

impl ChannelHandle {
    /// A channel between devices.
    pub fn device_to_device(handle: i64) -> Self {
        Self { handle, kind: 1 }
    }
    /// A channel to the host.
    pub fn device_to_host(handle: i64) -> Self {
        Self { handle, kind: 2 }
    }
    /// A channel from the host.
    pub fn host_to_device(handle: i64) -> Self {
        Self { handle, kind: 3 }
    }
    pub(crate) fn attr(self, cx: &Context) -> Attr {
        cx.attr(hlo::ChannelHandle { handle: self.handle, r#type: self.kind })
    }
}

/// The accuracy required of a transcendental function.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResultAccuracy {
    /// Absolute tolerance.
    pub atol: f64,
    /// Relative tolerance.
    pub rtol: f64,
    /// Tolerance in units in the last place.
    pub ulps: i64,
    /// Whether the tolerances are used.
    pub mode: ResultAccuracyMode,
}

impl ResultAccuracy {
    pub(crate) fn attr(self, cx: &Context) -> Result<Attr, String> {
        let accuracy = hlo::ResultAccuracy {
            atol: self.atol.to_bits(),
            rtol: self.rtol.to_bits(),
            ulps: self.ulps,
            mode: cx.attr(self.mode),
        };
        if self.atol < 0.0 || self.rtol < 0.0 || self.ulps < 0 {
            return Err("tolerances must not be negative".into());
        }
        accuracy.verify(cx).map(|()| cx.attr(accuracy))
    }
}

/// Declares lists of dimension numbers that become an attribute with the same fields.
macro_rules! dimension_numbers {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: Vec<i64>,)*
        }
    )*};
}
dimension_numbers! {
    /// The roles of dimensions in a contraction.
    DotDimensionNumbers {
        /// Dimensions of the left operand that are summed over.
        lhs_contracting_dimensions,
        /// Their partners in the right operand.
        rhs_contracting_dimensions,
        /// Batch dimensions of the left operand.
        lhs_batch_dimensions,
        /// Their partners in the right operand.
        rhs_batch_dimensions,
    }
    /// The roles of dimensions in a contraction of groups.
    RaggedDotDimensionNumbers {
        /// Dimensions of the left operand that are summed over.
        lhs_contracting_dimensions,
        /// Their partners in the right operand.
        rhs_contracting_dimensions,
        /// Batch dimensions of the left operand.
        lhs_batch_dimensions,
        /// Their partners in the right operand.
        rhs_batch_dimensions,
        /// The dimension of the left operand that groups divide.
        lhs_ragged_dimensions,
        /// The dimension of the right operand that numbers the groups.
        rhs_group_dimensions,
    }
}

impl DotDimensionNumbers {
    /// Sums over pairs of dimensions.
    pub fn contracting(lhs: &[i64], rhs: &[i64]) -> Self {
        Self {
            lhs_contracting_dimensions: lhs.to_vec(),
            rhs_contracting_dimensions: rhs.to_vec(),
            ..Default::default()
        }
    }
    /// Keeps pairs of dimensions.
    pub fn batch(mut self, lhs: &[i64], rhs: &[i64]) -> Self {
        self.lhs_batch_dimensions = lhs.to_vec();
        self.rhs_batch_dimensions = rhs.to_vec();
        self
    }
    pub(crate) fn attr(&self) -> hlo::DotDimensionNumbers {
        hlo::DotDimensionNumbers {
            lhs_batching_dimensions: self.lhs_batch_dimensions[..].into(),
            rhs_batching_dimensions: self.rhs_batch_dimensions[..].into(),
            lhs_contracting_dimensions: self.lhs_contracting_dimensions[..].into(),
            rhs_contracting_dimensions: self.rhs_contracting_dimensions[..].into(),
        }
    }
}

impl RaggedDotDimensionNumbers {
    pub(crate) fn attr(&self) -> strata_chlo::RaggedDotDimensionNumbers {
        strata_chlo::RaggedDotDimensionNumbers {
            lhs_batching_dimensions: self.lhs_batch_dimensions[..].into(),
            rhs_batching_dimensions: self.rhs_batch_dimensions[..].into(),
            lhs_contracting_dimensions: self.lhs_contracting_dimensions[..].into(),
            rhs_contracting_dimensions: self.rhs_contracting_dimensions[..].into(),
            lhs_ragged_dimensions: self.lhs_ragged_dimensions[..].into(),
            rhs_group_dimensions: self.rhs_group_dimensions[..].into(),
        }
    }
}

/// The roles of dimensions in a gather.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatherDimensionNumbers {
    /// Dimensions of the result that come from the slices.
    pub offset_dims: Vec<i64>,
    /// Dimensions of the operand that are dropped from the slices.
    pub collapsed_slice_dims: Vec<i64>,
    /// The dimension of the operand that each component of an index refers to.
    pub start_index_map: Vec<i64>,
    /// The dimension of the indices along which an index lies.
    pub index_vector_dim: i64,
    /// Batch dimensions of the operand.
    pub operand_batching_dims: Vec<i64>,
    /// Batch dimensions of the indices.
    pub start_indices_batching_dims: Vec<i64>,
}

impl GatherDimensionNumbers {
    pub(crate) fn attr(&self, cx: &Context) -> Attr {
        cx.attr(hlo::GatherDimensionNumbers {
            offset_dims: self.offset_dims[..].into(),
            collapsed_slice_dims: self.collapsed_slice_dims[..].into(),
            operand_batching_dims: self.operand_batching_dims[..].into(),
            start_indices_batching_dims: self.start_indices_batching_dims[..].into(),
            start_index_map: self.start_index_map[..].into(),
            index_vector_dim: hlo::Count(self.index_vector_dim),
        })
    }
}

/// The roles of dimensions in a scatter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScatterDimensionNumbers {
    /// Dimensions of the updates that are window dimensions.
    pub update_window_dims: Vec<i64>,
    /// Window dimensions of the operand that the updates lack.
    pub inserted_window_dims: Vec<i64>,
    /// The dimension of the operand that each component of an index refers to.
    pub scatter_dims_to_operand_dims: Vec<i64>,
    /// The dimension of the indices along which an index lies.
    pub index_vector_dim: i64,
    /// Batch dimensions of the operand.
    pub input_batching_dims: Vec<i64>,
    /// Batch dimensions of the indices.
    pub scatter_indices_batching_dims: Vec<i64>,
}

impl ScatterDimensionNumbers {
    pub(crate) fn attr(&self, cx: &Context) -> Attr {
        cx.attr(hlo::ScatterDimensionNumbers {
            update_window_dims: self.update_window_dims[..].into(),
            inserted_window_dims: self.inserted_window_dims[..].into(),
            input_batching_dims: self.input_batching_dims[..].into(),
            scatter_indices_batching_dims: self.scatter_indices_batching_dims[..].into(),
            scatter_dims_to_operand_dims: self.scatter_dims_to_operand_dims[..].into(),
            index_vector_dim: hlo::Count(self.index_vector_dim),
        })
    }
}

/// The roles of dimensions in a convolution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvolutionDimensionNumbers {
    /// Batch dimension of the input.
    pub input_batch_dimension: i64,
    /// Feature dimension of the input.
    pub input_feature_dimension: i64,
    /// Spatial dimensions of the input.
    pub input_spatial_dimensions: Vec<i64>,
    /// Input feature dimension of the kernel.
    pub kernel_input_feature_dimension: i64,
    /// Output feature dimension of the kernel.
    pub kernel_output_feature_dimension: i64,
    /// Spatial dimensions of the kernel.
    pub kernel_spatial_dimensions: Vec<i64>,
    /// Batch dimension of the output.
    pub output_batch_dimension: i64,
    /// Feature dimension of the output.
    pub output_feature_dimension: i64,
    /// Spatial dimensions of the output.
    pub output_spatial_dimensions: Vec<i64>,
}

impl ConvolutionDimensionNumbers {
    /// `[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]`, for so many spatial dimensions.
    pub fn default_of(spatial: usize) -> Self {
        let dims: Vec<i64> = (2..2 + spatial as i64).collect();
        Self {
            input_feature_dimension: 1,
            kernel_input_feature_dimension: 1,
            output_feature_dimension: 1,
            input_spatial_dimensions: dims.clone(),
            kernel_spatial_dimensions: dims.clone(),
            output_spatial_dimensions: dims,
            ..Default::default()
        }
    }
    pub(crate) fn attr(&self) -> hlo::ConvDimensionNumbers {
        hlo::ConvDimensionNumbers {
            input_batch_dimension: self.input_batch_dimension,
            input_feature_dimension: self.input_feature_dimension,
            input_spatial_dimensions: self.input_spatial_dimensions[..].into(),
            kernel_input_feature_dimension: self.kernel_input_feature_dimension,
            kernel_output_feature_dimension: self.kernel_output_feature_dimension,
            kernel_spatial_dimensions: self.kernel_spatial_dimensions[..].into(),
            output_batch_dimension: self.output_batch_dimension,
            output_feature_dimension: self.output_feature_dimension,
            output_spatial_dimensions: self.output_spatial_dimensions[..].into(),
        }
    }
}

/// The precisions of operands as an attribute; an empty list is none.
pub(crate) fn precision_config(cx: &Context, config: &[Precision]) -> Option<Attr> {
    let items = config.iter().map(|&p| cx.attr(p)).collect::<Vec<_>>();
    (!items.is_empty()).then(|| cx.array_attr(items))
}

/// Rows of numbers as an attribute: `dense<[[0, 1], [2, 3]]>`. Short rows are filled up with -1.
pub(crate) fn rows(cx: &Context, rows: &[Vec<i64>]) -> Result<Attr, String> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let numbers: Vec<i64> =
        rows.iter().flat_map(|r| r.iter().copied().chain(std::iter::repeat_n(-1, width - r.len()))).collect();
    let ty = cx.tensor(&[rows.len() as i64, width as i64], cx.i64());
    cx.dense_i64s(ty, &numbers).ok_or_else(|| "the numbers do not make up an attribute".into())
}

/// Pairs of numbers as an attribute of two columns.
pub(crate) fn pairs(cx: &Context, pairs: &[(i64, i64)]) -> Result<Attr, String> {
    let numbers: Vec<i64> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let ty = cx.tensor(&[pairs.len() as i64, 2], cx.i64());
    cx.dense_i64s(ty, &numbers).ok_or_else(|| "the numbers do not make up an attribute".into())
}
