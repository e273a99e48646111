//! Convolutions.

use strata_stablehlo::infer::{self, ConvParts};

use crate::{
    ConvolutionDimensionNumbers, Error, Padding, Precision, PrimitiveType, Result, XlaBuilder, XlaOp,
    types::{pairs, precision_config},
};

/// The parameters of all forms of a convolution.
struct Conv<'a> {
    at: &'static str,
    strides: &'a [i64],
    padding: &'a Padding,
    lhs_dilation: &'a [i64],
    rhs_dilation: &'a [i64],
    dims: Option<&'a ConvolutionDimensionNumbers>,
    groups: [i64; 2],
    precision: &'a [Precision],
    preferred: Option<PrimitiveType>,
    reversal: &'a [bool],
}

impl Conv<'_> {
    /// A convolution with the defaults of all optional parameters.
    const PLAIN: Conv<'static> = Conv {
        at: "Conv",
        strides: &[],
        padding: &Padding::Valid,
        lhs_dilation: &[],
        rhs_dilation: &[],
        dims: None,
        groups: [1, 1],
        precision: &[],
        preferred: None,
        reversal: &[],
    };
}

impl XlaBuilder {
    /// A convolution with the padding `Same` or `Valid` and the default dimension numbers; see
    /// [`XlaBuilder::conv_general_dilated`].
    ///
    /// ```
    /// use strata_xla::{Literal, Padding, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant([[[[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]])?;
    ///     let k = b.constant([[[[1.0f32, 0.0], [0.0, -1.0]]]])?;
    ///     b.conv(x, k, &[1, 1], &Padding::Valid, 1, 1, &[], None)
    /// })?;
    /// assert_eq!(y, Literal::from([[[[-4.0f32, -4.0], [-4.0, -4.0]]]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn conv(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        window_strides: &[i64],
        padding: &Padding,
        feature_group_count: i64,
        batch_group_count: i64,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let groups = [feature_group_count, batch_group_count];
        self.convolve(
            lhs,
            rhs,
            &Conv {
                at: "Conv",
                strides: window_strides,
                padding,
                groups,
                precision,
                preferred: preferred_element_type,
                ..Conv::PLAIN
            },
        )
    }
    /// A convolution with a padding for each spatial dimension and the default dimension numbers; see
    /// [`XlaBuilder::conv_general_dilated`].
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let (x, k) = (b.constant([[[1.0f32, 2.0, 3.0]]])?, b.constant([[[1.0f32, 10.0]]])?);
    ///     b.conv_with_general_padding(x, k, &[1], &[(1, 0)], 1, 1, &[], None)
    /// })?;
    /// assert_eq!(y, Literal::from([[[10.0f32, 21.0, 32.0]]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn conv_with_general_padding(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        window_strides: &[i64],
        padding: &[(i64, i64)],
        feature_group_count: i64,
        batch_group_count: i64,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let groups = [feature_group_count, batch_group_count];
        self.convolve(
            lhs,
            rhs,
            &Conv {
                at: "ConvWithGeneralPadding",
                strides: window_strides,
                padding: &Padding::Explicit(padding.to_vec()),
                groups,
                precision,
                preferred: preferred_element_type,
                ..Conv::PLAIN
            },
        )
    }
    /// A convolution with the padding `Same` or `Valid` and explicit dimension numbers; see
    /// [`XlaBuilder::conv_general_dilated`].
    ///
    /// ```
    /// use strata_xla::{ConvolutionDimensionNumbers, Literal, Padding, eval};
    /// let y = eval(|b| {
    ///     let (x, k) = (b.constant([[[1.0f32, 2.0, 3.0]]])?, b.constant([[[1.0f32, 1.0, 1.0]]])?);
    ///     let dims = ConvolutionDimensionNumbers::default_of(1);
    ///     b.conv_with_general_dimensions(x, k, &[1], &Padding::Same, &dims, 1, 1, &[], None)
    /// })?;
    /// assert_eq!(y, Literal::from([[[3.0f32, 6.0, 5.0]]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn conv_with_general_dimensions(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        window_strides: &[i64],
        padding: &Padding,
        dimension_numbers: &ConvolutionDimensionNumbers,
        feature_group_count: i64,
        batch_group_count: i64,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let groups = [feature_group_count, batch_group_count];
        self.convolve(
            lhs,
            rhs,
            &Conv {
                at: "ConvWithGeneralDimensions",
                strides: window_strides,
                padding,
                dims: Some(dimension_numbers),
                groups,
                precision,
                preferred: preferred_element_type,
                ..Conv::PLAIN
            },
        )
    }
    /// A convolution with a padding for each spatial dimension and explicit dimension numbers; see
    /// [`XlaBuilder::conv_general_dilated`].
    ///
    /// ```
    /// use strata_xla::{ConvolutionDimensionNumbers, Literal, eval};
    /// let y = eval(|b| {
    ///     let (x, k) = (b.constant([[[1.0f32, 2.0, 3.0]]])?, b.constant([[[1.0f32, 10.0]]])?);
    ///     let dims = ConvolutionDimensionNumbers::default_of(1);
    ///     b.conv_general(x, k, &[2], &[(0, 1)], &dims, 1, 1, &[], None)
    /// })?;
    /// assert_eq!(y, Literal::from([[[21.0f32, 3.0]]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn conv_general(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        window_strides: &[i64],
        padding: &[(i64, i64)],
        dimension_numbers: &ConvolutionDimensionNumbers,
        feature_group_count: i64,
        batch_group_count: i64,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
    ) -> Result<XlaOp> {
        let groups = [feature_group_count, batch_group_count];
        self.convolve(
            lhs,
            rhs,
            &Conv {
                at: "ConvGeneral",
                strides: window_strides,
                padding: &Padding::Explicit(padding.to_vec()),
                dims: Some(dimension_numbers),
                groups,
                precision,
                preferred: preferred_element_type,
                ..Conv::PLAIN
            },
        )
    }
    /// The most general convolution: sums of products of windows of `lhs` with the kernel `rhs`, which is not flipped.
    ///
    /// Both have the same element type and rank: a batch, a feature and spatial dimensions. There is a stride, a padding
    /// and a dilation of each side for each spatial dimension; empty lists are 1 and 0. `feature_group_count` divides
    /// the features, `batch_group_count` the batch into independent groups; one of them is 1. `window_reversal`
    /// flips the kernel. `preferred_element_type` is the type of the result.
    ///
    /// ```
    /// use strata_xla::{ConvolutionDimensionNumbers, Literal, eval};
    /// let y = eval(|b| {
    ///     let (x, k) = (b.constant([[[1.0f32, 2.0, 3.0]]])?, b.constant([[[1.0f32, 10.0]]])?);
    ///     let dims = ConvolutionDimensionNumbers::default_of(1);
    ///     b.conv_general_dilated(x, k, &[1], &[(1, 1)], &[2], &[1], &dims, 1, 1, &[], None, &[true])
    /// })?;
    /// assert_eq!(y, Literal::from([[[1.0f32, 10.0, 2.0, 20.0, 3.0, 30.0]]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn conv_general_dilated(
        &self,
        lhs: XlaOp,
        rhs: XlaOp,
        window_strides: &[i64],
        padding: &[(i64, i64)],
        lhs_dilation: &[i64],
        rhs_dilation: &[i64],
        dimension_numbers: &ConvolutionDimensionNumbers,
        feature_group_count: i64,
        batch_group_count: i64,
        precision: &[Precision],
        preferred_element_type: Option<PrimitiveType>,
        window_reversal: &[bool],
    ) -> Result<XlaOp> {
        let groups = [feature_group_count, batch_group_count];
        self.convolve(
            lhs,
            rhs,
            &Conv {
                at: "ConvGeneralDilated",
                strides: window_strides,
                padding: &Padding::Explicit(padding.to_vec()),
                lhs_dilation,
                rhs_dilation,
                dims: Some(dimension_numbers),
                groups,
                precision,
                preferred: preferred_element_type,
                reversal: window_reversal,
            },
        )
    }

    fn convolve(&self, lhs: XlaOp, rhs: XlaOp, c: &Conv<'_>) -> Result<XlaOp> {
        let (at, cx) = (c.at, self.cx());
        let (l, r) = (self.sizes(at, lhs)?, self.sizes(at, rhs)?);
        let Some(n) = l.len().checked_sub(2).filter(|_| l.len() == r.len()) else {
            return Err(Error::new(
                at,
                format!(
                    "expects two arrays of the same rank, at least 2, but got {} and {}",
                    self.shape(lhs)?,
                    self.shape(rhs)?
                ),
            ));
        };
        let dims = c.dims.cloned().unwrap_or_else(|| ConvolutionDimensionNumbers::default_of(n));
        let size = |sizes: &[i64], list: &[i64]| -> Result<Vec<i64>> {
            let get = |&d: &i64| usize::try_from(d).ok().and_then(|d| sizes.get(d)).copied();
            let all: Option<Vec<i64>> = list.iter().map(get).collect();
            all.ok_or_else(|| Error::new(at, "a dimension number is out of range"))
        };
        let base = size(&l, &dims.input_spatial_dimensions)?;
        let window = size(&r, &dims.kernel_spatial_dimensions)?;
        let at_or_1 = |list: &[i64], i: usize| list.get(i).copied().unwrap_or(1);
        if base.len() != window.len() {
            return Err(Error::new(at, "input and kernel have different numbers of spatial dimensions"));
        }
        let padding: Vec<(i64, i64)> = match c.padding {
            Padding::Explicit(v) => v.clone(),
            other => (0..base.len())
                .map(|i| {
                    other.for_dimension(
                        i,
                        base[i],
                        window[i],
                        at_or_1(c.strides, i),
                        at_or_1(c.rhs_dilation, i),
                    )
                })
                .collect(),
        };
        let given = |list| (!<[i64]>::is_empty(list)).then_some(list);
        let error = |e: String| Error::new(at, e);
        let padded = (!padding.is_empty()).then_some(&padding[..]);
        let windows =
            infer::windows(&window, given(c.strides), padded, given(c.lhs_dilation), given(c.rhs_dilation))
                .map_err(error)?;
        let numbers = dims.attr();
        let parts = ConvParts {
            dims: &numbers,
            feature_groups: c.groups[0],
            batch_groups: c.groups[1],
            windows: &windows,
        };
        let (lt, rt) = (self.ty(at, lhs)?, self.ty(at, rhs)?);
        let sizes = infer::convolution(cx, lt, rt, &parts).map_err(error)?;
        let elem = c.preferred.map_or(cx.elem_or_self(lt), |p| p.to_type(cx));
        let list = |list: &[i64]| (!list.is_empty()).then(|| cx.i64_array(list));
        let padding = padded.map(|p| pairs(cx, p)).transpose().map_err(error)?;
        self.emit(at, "stablehlo.convolution")
            .operands(&[lhs, rhs])
            .maybe("window_strides", list(c.strides))
            .maybe("padding", padding)
            .maybe("lhs_dilation", list(c.lhs_dilation))
            .maybe("rhs_dilation", list(c.rhs_dilation))
            .maybe("window_reversal", (!c.reversal.is_empty()).then(|| cx.bool_array(c.reversal)))
            .attr("dimension_numbers", cx.attr(numbers))
            .number("feature_group_count", c.groups[0])
            .number("batch_group_count", c.groups[1])
            .maybe("precision_config", precision_config(cx, c.precision))
            .types(&[cx.tensor(&sizes, elem)])
            .one()
    }
}
