//! Ops whose sizes are operands.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{asm::numbers, constraints::*, infer};

/// As `broadcast_in_dim`, to computed sizes.
#[op(
    name = "stablehlo.dynamic_broadcast_in_dim",
    facts = [MovesElements, SizedByOperands],
    traits = [Pure],
    interfaces = [Verify],
    asm = "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)",
)]
pub struct DynamicBroadcastInDimOp {
    /// The elements.
    pub operand: Operand<HloTensorOrPerAxis>,
    /// The sizes.
    pub output_dimensions: Operand<DimensionTensor>,
    /// The dimension of the result for each dimension of the operand.
    pub broadcast_dimensions: Attr<I64Array>,
    /// Dimensions of the operand known to grow.
    pub known_expanding_dimensions: OptAttr<I64Array>,
    /// Dimensions of the operand known to stay.
    pub known_nonexpanding_dimensions: OptAttr<I64Array>,
    /// The repeated elements.
    pub result: Res<HloTensorOrPerAxis>,
}

impl Verify for DynamicBroadcastInDimOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        let (source, result) = (infer::sizes(cx, from), infer::sizes(cx, to));
        let dims = numbers(cx, self.broadcast_dimensions(b).raw());
        let fail = |message: String| Err(VerifyError::bare(message));
        // dynamic_broadcast_in_dim_c1
        verify_elements(cx, from, to)?;
        // dynamic_broadcast_in_dim_c2
        if dims.len() != source.len() {
            return fail(format!(
                "broadcast_dimensions size ({}) does not match operand rank ({})",
                dims.len(),
                source.len()
            ));
        }
        // dynamic_broadcast_in_dim_c3
        if result.len() < source.len() {
            return fail(format!(
                "result rank ({}) is less than operand rank ({})",
                result.len(),
                source.len()
            ));
        }
        // dynamic_broadcast_in_dim_c4
        if !infer::is_unique(dims) {
            return fail("broadcast_dimensions should not have duplicates".into());
        }
        for (i, (&dim, &size)) in dims.iter().zip(source).enumerate() {
            // dynamic_broadcast_in_dim_c5
            let Some(&target) = usize::try_from(dim).ok().and_then(|d| result.get(d)) else {
                return fail(format!(
                    "broadcast_dimensions contains invalid value {dim} for result with rank {}",
                    result.len()
                ));
            };
            if size != 1 && !infer::sizes_match(size, target) {
                return fail(format!(
                    "size of operand dimension {i} ({size}) is not compatible with size of result dimension {dim} ({target})"
                ));
            }
        }
        // dynamic_broadcast_in_dim_c7
        infer::verify_shape_operand(b, self.output_dimensions(b), to).map_err(VerifyError::bare)?;
        let known = |a: Option<Attr>| a.map_or(&[][..], |a| numbers(cx, a));
        let expanding = known(self.known_expanding_dimensions(b).map(|a| a.raw()));
        let staying = known(self.known_nonexpanding_dimensions(b).map(|a| a.raw()));
        // dynamic_broadcast_in_dim_c8
        let all: Vec<i64> = expanding.iter().chain(staying).copied().collect();
        if !infer::is_unique(&all) {
            return Err(VerifyError::bare("duplicate expansion hint for at least one operand dimension"));
        }
        let end = infer::sizes(cx, from).len() as i64;
        // dynamic_broadcast_in_dim_c9, dynamic_broadcast_in_dim_c10
        if let Some(d) = all.iter().find(|d| !(0..end).contains(*d)) {
            return Err(VerifyError::bare(format!(
                "hint for expanding dimension {d} does not refer to a valid operand dimension"
            )));
        }
        if let Some(given) = infer::constant_sizes(b, self.output_dimensions(b))
            && !source.contains(&DYNAMIC)
        {
            let wrong = dims.iter().zip(source).enumerate();
            let given = wrong.map(|(i, (&dim, &size))| (i, dim, size, given[dim as usize]));
            if let Some((i, dim, size, n)) = given.into_iter().find(|&(_, _, size, n)| size != 1 && size != n)
            {
                return fail(format!(
                    "size of operand dimension {i} ({size}) is not equal to 1 or value of shape at index {dim} ({n})"
                ));
            }
        }
        // dynamic_broadcast_in_dim_c6
        infer::broadcast_scales_dynamic(cx, from, dims, to).map_err(VerifyError::bare)
    }
}

/// Checks that the elements of the operand and of the result have one type.
fn verify_elements(cx: &Context, from: Type, to: Type) -> Result<(), VerifyError> {
    if infer::any_quantized(cx, &[from, to]) || infer::compatible_elements(cx, from, to) {
        return Ok(());
    }
    Err(VerifyError::bare(format!(
        "expects operand and result to have compatible element type. Got: '{}' and '{}'",
        cx.type_to_string(from),
        cx.type_to_string(to)
    )))
}

/// As `reshape`, to computed sizes.
#[op(
    name = "stablehlo.dynamic_reshape",
    facts = [MovesElements, SizedByOperands],
    traits = [Pure],
    interfaces = [Verify],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct DynamicReshapeOp {
    /// The elements.
    pub operand: Operand<HloTensorOrPerAxis>,
    /// The sizes.
    pub output_shape: Operand<DimensionTensor>,
    /// The elements in their new shape.
    pub result: Res<HloTensorOrPerAxis>,
}

impl Verify for DynamicReshapeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        // dynamic_reshape_c1
        verify_elements(cx, from, to)?;
        let count = |ty| cx.shaped(ty).and_then(|s| s.num_elements());
        // dynamic_reshape_c2
        if let (Some(want), Some(got)) = (count(from), count(to))
            && want != got
        {
            return Err(VerifyError::bare(format!(
                "number of output elements ({got}) doesn't match expected number of elements ({want})"
            )));
        }
        // dynamic_reshape_c4
        infer::verify_shape_operand(b, self.output_shape(b), to).map_err(VerifyError::bare)?;
        let n = infer::sizes(cx, b.ty(self.output_shape(b))).first().copied().unwrap_or(DYNAMIC);
        if n != infer::sizes(cx, to).len() as i64 {
            return Err(VerifyError::bare(
                "result should have a rank equal to the number of elements in output_shape",
            ));
        }
        if let (Some(want), Some(shape)) = (count(from), infer::constant_sizes(b, self.output_shape(b))) {
            let got = shape.iter().fold(1i64, |n, &size| n.wrapping_mul(size));
            if i64::try_from(want) != Ok(got) {
                return Err(VerifyError::bare(format!(
                    "output_shape is incompatible with input type of operation: input has {want} elements, but output_shape has {got}"
                )));
            }
        }
        // dynamic_reshape_c3
        infer::reshaped(cx, from, to).map_err(VerifyError::bare)
    }
}

/// As `iota`, of computed sizes.
#[op(
    name = "stablehlo.dynamic_iota",
    facts = [Bitwise, SizedByOperands],
    traits = [Pure],
    interfaces = [Verify],
    asm = "$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)",
)]
pub struct DynamicIotaOp {
    /// The sizes.
    pub output_shape: Operand<DimensionTensor>,
    /// The dimension.
    pub iota_dimension: Attr<DimensionAttr>,
    /// The elements.
    pub result: Res<HloTensor>,
}

impl Verify for DynamicIotaOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let rank = infer::sizes(b.cx(), b.ty(self.result(b))).len() as i64;
        let dim = b.cx().attr_i64(self.iota_dimension(b).raw()).unwrap_or(-1);
        // dynamic_iota_c1
        if !(0..rank).contains(&dim) {
            return Err(VerifyError::bare("iota dimension cannot go beyond the output rank."));
        }
        // dynamic_iota_c2
        let to = b.ty(self.result(b));
        infer::verify_shape_operand(b, self.output_shape(b), to).map_err(VerifyError::bare)
    }
}

/// As `pad`, with computed numbers.
#[op(
    name = "stablehlo.dynamic_pad",
    facts = [MovesElements, SizedByOperands],
    traits = [Pure],
    interfaces = [Verify],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct DynamicPadOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The value.
    pub padding_value: Operand<ScalarTensor>,
    /// Numbers of values before.
    pub edge_padding_low: Operand<DimensionTensor>,
    /// Numbers of values after.
    pub edge_padding_high: Operand<DimensionTensor>,
    /// Numbers of values between neighbours.
    pub interior_padding: Operand<DimensionTensor>,
    /// The padded tensor.
    pub result: Res<HloTensor>,
}

impl Verify for DynamicPadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let values = [self.operand(b), self.padding_value(b), self.result(b)];
        // dynamic_pad_c1
        super::same_elements(b, "{operand, padding_value, result}", &values)?;
        let low = b.ty(self.edge_padding_low(b));
        ensure!(
            b.ty(self.edge_padding_high(b)) == low && b.ty(self.interior_padding(b)) == low,
            "failed to verify that all of {{edge_padding_low, edge_padding_high, interior_padding}} have same type"
        );
        let rank = infer::sizes(cx, b.ty(self.operand(b))).len();
        ensure!(
            infer::sizes(cx, b.ty(self.result(b))).len() == rank,
            "failed to verify that all of {{operand, result}} have same rank"
        );
        let n = infer::sizes(cx, low).first().copied().unwrap_or(0);
        // dynamic_pad_c2
        if n != rank as i64 {
            return Err(VerifyError::bare(format!(
                "padding operands size ({n}) must match operand rank ({rank})"
            )));
        }
        self.verify_padding(b).map_err(VerifyError::bare)
    }
}

impl DynamicPadOp {
    /// Checks the numbers of padding, as far as these are constants.
    fn verify_padding(self, b: &Body) -> Result<(), String> {
        let Some(interior) = infer::constant_sizes(b, self.interior_padding(b)) else { return Ok(()) };
        // dynamic_pad_c3
        if interior.iter().any(|&n| n < 0) {
            let shown = infer::raw_text(&interior);
            return Err(format!("interior_padding must be non-negative, but got {shown}"));
        }
        let edges = [self.edge_padding_low(b), self.edge_padding_high(b)];
        let [Some(low), Some(high)] = edges.map(|v| infer::constant_sizes(b, v)) else { return Ok(()) };
        let [from, to] = [self.operand(b), self.result(b)].map(|v| infer::sizes(b.cx(), b.ty(v)));
        if from.contains(&DYNAMIC) || to.contains(&DYNAMIC) {
            return Ok(());
        }
        // dynamic_pad_c4
        for (i, (&size, &got)) in from.iter().zip(to).enumerate() {
            let inner = (size - 1).max(0).wrapping_mul(interior[i]);
            let want = size.wrapping_add(low[i]).wrapping_add(inner).wrapping_add(high[i]);
            if got != want {
                return Err(format!("expected output dimension at index {i} to equal {want}, but got {got}"));
            }
        }
        Ok(())
    }
}

/// As `slice`, with computed numbers.
#[op(
    name = "stablehlo.real_dynamic_slice",
    facts = [MovesElements, SizedByOperands],
    traits = [Pure],
    interfaces = [Verify],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct RealDynamicSliceOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// First numbers.
    pub start_indices: Operand<IndexVectorTensor>,
    /// Numbers past the last.
    pub limit_indices: Operand<IndexVectorTensor>,
    /// Steps.
    pub strides: Operand<IndexVectorTensor>,
    /// The elements taken.
    pub result: Res<HloTensor>,
}

impl Verify for RealDynamicSliceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        super::same_elements(b, "{operand, result}", &[self.operand(b), self.result(b)])?;
        let rank = infer::sizes(cx, b.ty(self.operand(b))).len() as i64;
        let starts = b.ty(self.start_indices(b));
        ensure!(
            b.ty(self.limit_indices(b)) == starts && b.ty(self.strides(b)) == starts,
            "failed to verify that all of {{start_indices, limit_indices, strides}} have same type"
        );
        for (name, value) in [
            ("start_indices", self.start_indices(b)),
            ("limit_indices", self.limit_indices(b)),
            ("strides", self.strides(b)),
        ] {
            let n = infer::sizes(cx, b.ty(value)).first().copied().unwrap_or(0);
            // An unknown size is printed as the number that encodes it.
            if n != rank {
                return Err(VerifyError::bare(format!(
                    "has mismatched number of operand rank ({rank}) and {name} size ({n})"
                )));
            }
        }
        Ok(())
    }
}

/// The size of a dimension.
#[op(
    name = "stablehlo.get_dimension_size",
    facts = [Bitwise, Evaluable, ReadsStorage],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)",
)]
pub struct GetDimensionSizeOp {
    /// The tensor.
    pub operand: Operand<HloTensorOrPerAxis>,
    /// The dimension.
    pub dimension: Attr<DimensionAttr>,
    /// Its size.
    pub result: Res<I32Tensor>,
}

/// Checks that a dimension is one of a type.
fn dimension_of(b: &Body, op: Op) -> Result<usize, String> {
    let dim = b.attr(op, "dimension").and_then(|a| b.cx().attr_i64(a)).unwrap_or(-1);
    let rank = infer::sizes(b.cx(), b.ty(b.operand(op, 0))).len() as i64;
    if dim < 0 {
        return Err(format!("requires non-negative dimension attribute; found ({dim})"));
    }
    if dim >= rank {
        return Err(format!("requires dimension attribute in range [0, {rank}); found ({dim})"));
    }
    Ok(dim as usize)
}

impl InferTypes for GetDimensionSizeOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        // get_dimension_size_c1
        dimension_of(b, self.op())?;
        Ok(smallvec![b.cx().tensor(&[], b.cx().i32())])
    }
}
verify_by_inference!(GetDimensionSizeOp);

/// The tensor with a dimension cut to a computed size.
#[op(
    name = "stablehlo.set_dimension_size",
    facts = [MovesElements],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)",
)]
pub struct SetDimensionSizeOp {
    /// The tensor.
    pub operand: Operand<HloTensor>,
    /// The size.
    pub size: Operand<I32Tensor>,
    /// The dimension.
    pub dimension: Attr<DimensionAttr>,
    /// The cut tensor.
    pub result: Res<HloTensor>,
}

impl InferTypes for SetDimensionSizeOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        if !infer::sizes(cx, b.ty(self.size(b))).is_empty() {
            return Err("size operand should be of rank-0".into());
        }
        let dim = dimension_of(b, self.op())?;
        let ty = b.ty(self.operand(b));
        let Some(tensor) = cx.type_as::<TensorType>(ty) else { return Ok(smallvec![ty]) };
        let mut shape = tensor.shape.clone();
        let mut bounds: Dims =
            (0..shape.len()).map(|i| infer::bound(cx, tensor, i).unwrap_or(DYNAMIC)).collect();
        if shape[dim] != DYNAMIC {
            bounds[dim] = shape[dim];
        }
        shape[dim] = DYNAMIC;
        let constant = constant_value(b, self.size(b)).and_then(|a| cx.attr_i64(cx.splat_value(a)?));
        if let Some(n) = constant.filter(|&n| n == bounds[dim]) {
            shape[dim] = n;
            bounds[dim] = DYNAMIC;
        }
        Ok(smallvec![infer::with_bounds(cx, cx.tensor(&shape, tensor.elem), bounds)])
    }
}
verify_by_inference!(SetDimensionSizeOp);
