//! Convolutions.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    ConvDimensionNumbers,
    asm::{numbers, parse_numbers, print_numbers},
    constraints::*,
    infer::{self, ConvParts, Window},
    parse_conv_dims, print_conv_dims,
};

/// A convolution of images, or of anything with spatial dimensions.
#[op(
    name = "stablehlo.convolution",
    facts = [Rounds, OrderDependent],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "`(` operands `)` custom<CONV_DIMENSIONS>($dimension_numbers) custom<CONV_WINDOW>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) attr-dict `:` functional-type(operands, results)",
)]
pub struct ConvolutionOp {
    /// The images.
    pub lhs: Operand<HloTensor>,
    /// The kernel.
    pub rhs: Operand<HloTensorOrPerAxis>,
    /// Distances between windows.
    pub window_strides: OptAttr<I64Array>,
    /// Padding before and after.
    pub padding: OptAttr<I64Elements>,
    /// Distances between the elements of the padded images.
    pub lhs_dilation: OptAttr<I64Array>,
    /// Distances between the elements of the kernel.
    pub rhs_dilation: OptAttr<I64Array>,
    /// Which dimensions of the kernel are reversed.
    pub window_reversal: OptAttr<BoolArray>,
    /// The roles of the dimensions.
    pub dimension_numbers: Attr<ConvDimensionNumbers>,
    /// Number of groups of features.
    pub feature_group_count: Attr<PositiveI64Attr>,
    /// Number of groups of batch elements.
    pub batch_group_count: Attr<PositiveI64Attr>,
    /// How exact, for each operand.
    pub precision_config: OptAttr<PrecisionConfig>,
    /// The result.
    pub result: Res<HloTensorOrPerAxis>,
}

/// The text of the roles of the dimensions.
static CONV_DIMENSIONS: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let dims = b.attr(op, "dimension_numbers").and_then(|a| b.cx().attr_as::<ConvDimensionNumbers>(a));
        p.text("dim_numbers = ");
        if let Some(dims) = dims {
            print_conv_dims(dims, &mut p.writer());
        }
        p.text(",");
    },
    parse: |p, state, _| {
        p.expect("dim_numbers")?;
        p.expect("=")?;
        let dims = parse_conv_dims(p)?;
        p.expect(",")?;
        let cx = p.cx();
        state.set_attr(cx, "dimension_numbers", cx.attr(dims));
        Ok(())
    },
    attrs: &["dimension_numbers"],
};

const WINDOW_ATTRS: [&str; 5] =
    ["window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"];
const WINDOW_KEYS: [&str; 5] = ["stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"];

/// `window = {stride = [1, 1], …}`.
static CONV_WINDOW: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let cx = b.cx();
        p.text("window = {");
        let present =
            WINDOW_ATTRS.iter().zip(WINDOW_KEYS).filter_map(|(name, key)| Some((key, b.attr(op, name)?)));
        let present: Vec<(&str, Attr)> = present.collect();
        p.list(present, |p, (key, attr)| {
            p.text(key).text(" = ");
            match key {
                "pad" => {
                    let pairs = infer::padding_pairs(cx, attr).unwrap_or_default();
                    p.text("[").list(pairs, |p, (low, high)| print_numbers(p, &[low, high]));
                    p.text("]");
                }
                "reverse" => {
                    p.dense_array(attr);
                }
                _ => print_numbers(p, numbers(cx, attr)),
            }
        });
        p.text("}");
    },
    parse: |p, state, _| {
        p.expect("window")?;
        p.expect("=")?;
        p.expect("{")?;
        let cx = p.cx();
        let mut seen = [false; 5];
        p.list_until("}", |p| {
            let at = p.location();
            let key = p.keyword()?;
            let Some(k) = WINDOW_KEYS.iter().position(|w| *w == key) else {
                return Err(p.error_at(at, format!("Unexpected keyword {key}")));
            };
            if std::mem::replace(&mut seen[k], true) {
                return Err(p.error_at(at, format!("Unexpected keyword {key}")));
            }
            p.expect("=")?;
            let attr = match key {
                "pad" => parse_padding(p)?,
                "reverse" => {
                    p.expect("[")?;
                    let flags = p.list_until("]", |p| match p.integer_opt()? {
                        Some(n) => Ok(n != 0),
                        None => <bool as Param>::parse(p),
                    })?;
                    cx.bool_array(&flags)
                }
                _ => cx.i64_array(&parse_numbers(p)?),
            };
            state.set_attr(cx, WINDOW_ATTRS[k], attr);
            Ok(())
        })?;
        Ok(())
    },
    attrs: &WINDOW_ATTRS,
};

/// `[[low, high], …]`.
fn parse_padding(p: &mut Parser<'_>) -> PResult<Attr> {
    let at = p.location();
    p.expect("[")?;
    let rows = p.list_until("]", parse_numbers)?;
    if rows.iter().any(|r| r.len() != 2) {
        return Err(p.error_at(at, "Expected to have exactly two padding values"));
    }
    let cx = p.cx();
    let ty = cx.tensor(&[rows.len() as i64, 2], cx.i64());
    let attr = cx.dense_i64s(ty, &rows.concat());
    attr.ok_or_else(|| p.error_at(at, "invalid padding"))
}

/// Decodes the attributes of `convolution` and `dynamic_conv`.
fn parts_of<'b>(b: &'b Body, op: Op, windows: &'b [Window]) -> Result<ConvParts<'b>, String> {
    let cx = b.cx();
    let dims = b.attr(op, "dimension_numbers").and_then(|a| cx.attr_as::<ConvDimensionNumbers>(a));
    let number = |name| b.attr(op, name).and_then(|a| cx.attr_i64(a)).unwrap_or(0);
    Ok(ConvParts {
        dims: dims.ok_or("requires attribute 'dimension_numbers'")?,
        feature_groups: number("feature_group_count"),
        batch_groups: number("batch_group_count"),
        windows,
    })
}

/// The windows of the spatial dimensions.
fn windows_of(b: &Body, op: Op, padding: Option<&[(i64, i64)]>) -> Result<Vec<Window>, String> {
    let cx = b.cx();
    let kernel = infer::sizes(cx, b.ty(b.operand(op, 1)));
    let size: Vec<i64> = parts_of(b, op, &[])?
        .dims
        .kernel_spatial_dimensions
        .iter()
        .map(|&d| kernel.get(d as usize).copied().unwrap_or(DYNAMIC))
        .collect();
    let list = |name| b.attr(op, name).map(|a| numbers(cx, a));
    let reversal = b.attr(op, "window_reversal").and_then(|a| cx.attr_as::<DenseArrayAttr>(a));
    let windows =
        infer::windows(&size, list("window_strides"), padding, list("lhs_dilation"), list("rhs_dilation"))?;
    let (n, given) = (size.len(), reversal.map_or(0, |r| r.values.len()));
    // convolution_c9, dynamic_conv_c9
    if given != 0 && given != n {
        return Err(format!(
            "expects window-reversal to have same dimension-size as size of window dimensions ({n}), but got: {given}."
        ));
    }
    Ok(windows)
}

/// Checks the operands and attributes of a convolution.
fn verify_parts(b: &Body, op: Op) -> Result<(), String> {
    let (lhs, rhs) = (b.ty(b.operand(op, 0)), b.ty(b.operand(op, 1)));
    infer::verify_conv(b.cx(), lhs, rhs, &parts_of(b, op, &[])?)?;
    let precisions = b.attr(op, "precision_config").and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
    // convolution_c24, dynamic_conv_c24
    infer::precision_count(precisions.map_or(0, |list| list.0.len()))
}

/// The sizes of the result of a convolution with these windows.
fn shape_of(b: &Body, op: Op, windows: &[Window]) -> Result<Dims, String> {
    let (lhs, rhs) = (b.ty(b.operand(op, 0)), b.ty(b.operand(op, 1)));
    infer::convolution(b.cx(), lhs, rhs, &parts_of(b, op, windows)?)
}

/// Checks the elements of a convolution if some are quantized.
fn verify_quantized(b: &Body, op: Op) -> Result<(), String> {
    let cx = b.cx();
    let types = [b.ty(b.operand(op, 0)), b.ty(b.operand(op, 1)), b.ty(b.result(op, 0))];
    if !infer::any_quantized(cx, &types) {
        return Ok(());
    }
    let dims = parts_of(b, op, &[])?.dims;
    let (kernel, output) = (dims.kernel_output_feature_dimension, dims.output_feature_dimension);
    infer::conv_elements(cx, types, kernel, output)
}

impl ConvolutionOp {
    /// The windows of the spatial dimensions.
    pub fn windows(self, b: &Body) -> Result<Vec<Window>, String> {
        let padding = self.padding(b).map(|a| infer::padding_pairs(b.cx(), a.raw())).transpose()?;
        windows_of(b, self.op(), padding.as_deref())
    }
    /// The sizes of the result.
    fn shape(self, b: &Body) -> Result<Dims, String> {
        verify_parts(b, self.op())?;
        shape_of(b, self.op(), &self.windows(b)?)
    }
}

impl InferTypes for ConvolutionOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let like = infer::product_like(b.cx(), b.ty(self.lhs(b)), b.ty(self.rhs(b)))?;
        Ok(smallvec![infer::tensor_like(b.cx(), like, &self.shape(b)?)])
    }
}

impl Verify for ConvolutionOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let check = || {
            let shape = self.shape(b)?;
            infer::verify_conv_result(b.cx(), &shape, b.ty(self.result(b)))?;
            verify_quantized(b, self.op())
        };
        check().map_err(VerifyError::bare)
    }
}

/// A convolution whose padding is computed.
#[op(
    name = "stablehlo.dynamic_conv",
    facts = [Rounds, SizedByOperands],
    traits = [Pure],
    interfaces = [Verify],
)]
pub struct DynamicConvOp {
    /// The images.
    pub lhs: Operand<HloTensor>,
    /// The kernel.
    pub rhs: Operand<HloTensor>,
    /// Padding before and after.
    pub padding: Operand<PaddingTensor>,
    /// Distances between windows.
    pub window_strides: OptAttr<I64Array>,
    /// Distances between the elements of the padded images.
    pub lhs_dilation: OptAttr<I64Array>,
    /// Distances between the elements of the kernel.
    pub rhs_dilation: OptAttr<I64Array>,
    /// Which dimensions of the kernel are reversed.
    pub window_reversal: OptAttr<BoolArray>,
    /// The roles of the dimensions.
    pub dimension_numbers: Attr<ConvDimensionNumbers>,
    /// Number of groups of features.
    pub feature_group_count: Attr<PositiveI64Attr>,
    /// Number of groups of batch elements.
    pub batch_group_count: Attr<PositiveI64Attr>,
    /// How exact, for each operand.
    pub precision_config: OptAttr<PrecisionConfig>,
    /// The result.
    pub result: Res<HloTensor>,
}

impl Verify for DynamicConvOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let check = || {
            verify_parts(b, self.op())?;
            let padding = infer::sizes(b.cx(), b.ty(self.padding(b)));
            let n = infer::sizes(b.cx(), b.ty(self.lhs(b))).len() as i64 - 2;
            // dynamic_conv_c4
            if padding != [n, 2] {
                return Err(format!(
                    "expects padding to be of shape [{n}, 2], but got [{}]",
                    infer::raw_text(padding)
                ));
            }
            if let Some(values) = infer::constant_sizes(b, self.padding(b)) {
                let pairs: Vec<(i64, i64)> = values.chunks_exact(2).map(|p| (p[0], p[1])).collect();
                // As upstream, the shape of the result is not compared with that of the windows.
                windows_of(b, self.op(), Some(&pairs))?;
            }
            verify_quantized(b, self.op())
        };
        check().map_err(VerifyError::bare)
    }
}
