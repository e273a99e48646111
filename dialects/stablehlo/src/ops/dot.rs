//! Contractions.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    DotAlgorithm, DotDimensionNumbers,
    asm::{parse_numbers, precision_array, print_numbers, print_precisions},
    constraints::*,
    infer,
};

/// Sums of products over pairs of dimensions.
#[op(
    name = "stablehlo.dot_general",
    facts = [Rounds],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$lhs `,` $rhs `,` custom<DOT_DIMENSIONS>($dot_dimension_numbers, $precision_config, $algorithm) attr-dict `:` functional-type(operands, results)",
)]
pub struct DotGeneralOp {
    /// Left operand.
    pub lhs: Operand<HloTensor>,
    /// Right operand.
    pub rhs: Operand<HloTensorOrPerAxis>,
    /// The pairs of dimensions.
    pub dot_dimension_numbers: Attr<DotDimensionNumbers>,
    /// How exact, for each operand.
    pub precision_config: OptAttr<PrecisionConfig>,
    /// How it is computed.
    pub algorithm: OptAttr<DotAlgorithm>,
    /// The sums: batch dimensions, then those of the left, then those of the right operand.
    pub result: Res<HloTensorOrPerAxis>,
}

impl DotGeneralOp {
    /// The pairs of dimensions.
    pub fn dims(self, b: &Body) -> &DotDimensionNumbers {
        self.dot_dimension_numbers(b).get(b.cx())
    }
}

static DOT_DIMENSIONS: CustomDirective = CustomDirective {
    print: |op, p| {
        let op = DotGeneralOp::from_op_unchecked(op);
        let b = p.body();
        let dims = op.dims(b);
        if !dims.lhs_batching_dimensions.is_empty() || !dims.rhs_batching_dimensions.is_empty() {
            p.text("batching_dims = ");
            print_numbers(p, &dims.lhs_batching_dimensions);
            p.text(" x ");
            print_numbers(p, &dims.rhs_batching_dimensions);
            p.text(", ");
        }
        p.text("contracting_dims = ");
        print_numbers(p, &dims.lhs_contracting_dimensions);
        p.text(" x ");
        print_numbers(p, &dims.rhs_contracting_dimensions);
        print_precision_suffix(p, op.precision_config(b).map(|a| a.raw()));
        if let Some(algorithm) = op.algorithm(b) {
            p.text(", algorithm = ").attr_params(algorithm.raw());
        }
    },
    parse: |p, state, _| {
        let pair = |p: &mut Parser<'_>| -> PResult<(Vec<i64>, Vec<i64>)> {
            p.expect("=")?;
            let lhs = parse_numbers(p)?;
            p.expect("x")?;
            Ok((lhs, parse_numbers(p)?))
        };
        let mut batch = (vec![], vec![]);
        if p.eat("batching_dims") {
            batch = pair(p)?;
            p.expect(",")?;
        }
        p.expect("contracting_dims")?;
        let contract = pair(p)?;
        let cx = p.cx();
        let dims = DotDimensionNumbers {
            lhs_batching_dimensions: batch.0.into(),
            rhs_batching_dimensions: batch.1.into(),
            lhs_contracting_dimensions: contract.0.into(),
            rhs_contracting_dimensions: contract.1.into(),
        };
        state.set_attr(cx, "dot_dimension_numbers", cx.attr(dims));
        while p.eat(",") {
            if p.eat("algorithm") {
                p.expect("=")?;
                let slot = state.info.attr_slot("algorithm").unwrap_or_default();
                let algorithm = p.attr_in_form(state.info, slot)?;
                state.set_attr(cx, "algorithm", algorithm);
                break;
            }
            p.expect("precision")?;
            p.expect("=")?;
            let list = precision_array(p)?;
            state.set_attr(cx, "precision_config", list);
        }
        Ok(())
    },
    attrs: &["dot_dimension_numbers", "precision_config", "algorithm"],
};

/// `, precision = [HIGHEST, DEFAULT]`; nothing when there is none.
fn print_precision_suffix(p: &mut Printer<'_>, config: Option<Attr>) {
    if let Some(config) = config {
        p.text(", precision = ");
        print_precisions(p, config);
    }
}

fn verify_precision(b: &Body, config: Option<Attr>) -> Result<(), String> {
    let list = config.and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
    infer::precision_count(list.map_or(0, |list| list.0.len()))
}

impl InferTypes for DotGeneralOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let (lhs, rhs) = (b.ty(self.lhs(b)), b.ty(self.rhs(b)));
        infer::product_like(b.cx(), lhs, rhs)?;
        Ok(smallvec![infer::dot_general(b.cx(), lhs, rhs, self.dims(b))?])
    }
}
impl Verify for DotGeneralOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        verify_precision(b, self.precision_config(b).map(|a| a.raw())).map_err(VerifyError::bare)?;
        if let Some(algorithm) = self.algorithm(b) {
            algorithm.get(cx).verify(cx).map_err(VerifyError::bare)?;
        }
        let types = [b.ty(self.lhs(b)), b.ty(self.rhs(b)), b.ty(self.result(b))];
        let inferred = infer::dot_general(cx, types[0], types[1], self.dims(b));
        let inferred = inferred.map_err(VerifyError::bare)?;
        // dot_general_c12
        verify_shape(cx, inferred, types[2]).map_err(VerifyError::bare)?;
        let precisions = self.precision_config(b).and_then(|p| cx.attr_as::<ArrayAttr>(p.raw()));
        let exact = precisions.is_some_and(|p| {
            p.0.iter().any(|&p| cx.attr_as::<crate::Precision>(p) != Some(&crate::Precision::Default))
        });
        // dot_general_c21
        if self.algorithm(b).is_some() && exact {
            return Err(VerifyError::bare("must specify DEFAULT precision config when algorithm is set."));
        }
        if !infer::any_quantized(cx, &types) {
            return Ok(());
        }
        infer::dot_elements(cx, types, &self.dims(b).rhs_contracting_dimensions).map_err(VerifyError::bare)
    }
}

/// Compares the sizes of the inferred type with those of the result.
fn verify_shape(cx: &Context, inferred: Type, result: Type) -> Result<(), String> {
    if infer::same_shape(infer::sizes(cx, inferred), infer::sizes(cx, result)) {
        return Ok(());
    }
    Err(format!(
        "inferred shape '[{}]' is incompatible with return type of operation '{}'",
        infer::text(infer::sizes(cx, inferred)),
        cx.type_to_string(result)
    ))
}

/// The product of vectors or matrices.
#[op(
    name = "stablehlo.dot",
    facts = [Rounds],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$lhs `,` $rhs custom<DOT_PRECISION>($precision_config) attr-dict `:` functional-type(operands, results)",
)]
pub struct DotOp {
    /// Left operand.
    pub lhs: Operand<HloTensor>,
    /// Right operand.
    pub rhs: Operand<HloTensorOrPerAxis>,
    /// How exact, for each operand.
    pub precision_config: OptAttr<PrecisionConfig>,
    /// The product.
    pub result: Res<HloTensorOrPerAxis>,
}

static DOT_PRECISION: CustomDirective = CustomDirective {
    print: |op, p| {
        let config = DotOp::from_op_unchecked(op).precision_config(p.body()).map(|a| a.raw());
        p.unspace();
        print_precision_suffix(p, config);
    },
    parse: |p, state, _| {
        if p.eat(",") {
            p.expect("precision")?;
            p.expect("=")?;
            let list = precision_array(p)?;
            state.set_attr(p.cx(), "precision_config", list);
        }
        Ok(())
    },
    attrs: &["precision_config"],
};

impl InferTypes for DotOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let (lhs, rhs) = (b.ty(self.lhs(b)), b.ty(self.rhs(b)));
        infer::product_like(b.cx(), lhs, rhs)?;
        Ok(smallvec![infer::dot(b.cx(), lhs, rhs)?])
    }
}
impl Verify for DotOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        verify_precision(b, self.precision_config(b).map(|a| a.raw())).map_err(VerifyError::bare)?;
        let inferred = infer::dot(cx, b.ty(self.lhs(b)), b.ty(self.rhs(b))).map_err(VerifyError::bare)?;
        verify_shape(cx, inferred, b.ty(self.result(b))).map_err(VerifyError::bare)
    }
}

/// A contraction written as in Einstein's notation.
#[op(
    name = "stablehlo.einsum",
    facts = [Rounds],
    traits = [Pure],
    asm = "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)",
)]
pub struct EinsumOp {
    /// Left operand.
    pub lhs: Operand<HloTensor>,
    /// Right operand.
    pub rhs: Operand<HloTensor>,
    /// The formula, such as `ab,bc->ac`.
    pub einsum_config: Attr<StringAttr>,
    /// The sums.
    pub result: Res<HloTensor>,
}

/// As `einsum`, for one operand.
#[op(
    name = "stablehlo.unary_einsum",
    facts = [Rounds],
    traits = [Pure],
    asm = "$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)",
)]
pub struct UnaryEinsumOp {
    /// The operand.
    pub operand: Operand<HloTensor>,
    /// The formula, such as `ab->a`.
    pub einsum_config: Attr<StringAttr>,
    /// The sums.
    pub result: Res<HloTensor>,
}
