//! Linear algebra and Fourier transforms.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    FftType, Transpose,
    asm::{SAME_TYPE, numbers},
    constraints::*,
    infer,
};

/// The Cholesky decomposition of matrices.
#[op(
    name = "stablehlo.cholesky",
    facts = [Rounds, OrderDependent, IllConditioned],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$a custom<LOWER>($lower) attr-dict `:` custom<SAME_TYPE>(type($a), type($result))",
)]
pub struct CholeskyOp {
    /// The matrices.
    pub a: Operand<FpComplexQuantTensor>,
    /// Whether the factors are lower triangular.
    pub lower: OptAttr<BoolAttr>,
    /// The factors.
    pub result: Res<FpComplexQuantTensor>,
}

/// `, lower = true`; nothing for the default.
static LOWER: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        p.unspace();
        if b.attr(op, "lower").and_then(|a| b.cx().attr_i64(a)).is_some_and(|v| v != 0) {
            p.text(", lower = true");
        }
    },
    parse: |p, state, _| {
        if p.eat(",") {
            p.expect("lower")?;
            p.expect("=")?;
            let lower = <bool as Param>::parse(p)?;
            state.set_attr(p.cx(), "lower", p.cx().bool_attr(lower));
        }
        Ok(())
    },
    attrs: &["lower"],
};

impl InferTypes for CholeskyOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let ty = b.ty(self.a(b));
        let shape = infer::sizes(b.cx(), ty);
        let shown = shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        // cholesky_c2
        let &[.., n, m] = shape else {
            return Err(format!("argument 'a' must have rank >= 2, got shape {shown}."));
        };
        // cholesky_c3
        if !infer::sizes_match(n, m) {
            return Err(format!("minor dimensions of 'a' must have equal size, got shape {shown}."));
        }
        Ok(smallvec![ty])
    }
}
impl Verify for CholeskyOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, body: &Body) -> VerifyResult {
        super::compatible_elements(body, self.op())?;
        infer::verify_results(self.op(), body, self.infer_types(body))
    }
}

/// Solves systems of linear equations with triangular matrices.
#[op(
    name = "stablehlo.triangular_solve",
    facts = [Rounds, OrderDependent, IllConditioned],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
)]
pub struct TriangularSolveOp {
    /// The matrices.
    pub a: Operand<FpComplexTensor>,
    /// The right sides.
    pub b: Operand<FpComplexTensor>,
    /// Whether the matrices are on the left of the unknowns.
    pub left_side: Attr<BoolAttr>,
    /// Whether the lower triangles are used.
    pub lower: Attr<BoolAttr>,
    /// Whether the diagonals are taken to be 1.
    pub unit_diagonal: Attr<BoolAttr>,
    /// How the matrices are transformed before they are used.
    pub transpose_a: Attr<Transpose>,
    /// The solutions.
    pub result: Res<FpComplexTensor>,
}

impl InferTypes for TriangularSolveOp {
    fn infer_types(&self, body: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = body.cx();
        let (a_type, b_type) = (body.ty(self.a(body)), body.ty(self.b(body)));
        let (a, b) = (infer::sizes(cx, a_type), infer::sizes(cx, b_type));
        let shown = |t| cx.type_to_string(t);
        // triangular_solve_c2
        if a.len() < 2 {
            return Err(format!("operand 'a' must have rank >= 2, but got '{}'", shown(a_type)));
        }
        let n = a.len();
        // triangular_solve_c3
        if !infer::sizes_match(a[n - 2], a[n - 1]) {
            return Err(format!(
                "two minor dimensions of operand 'a' must be compatible, but got '{}'",
                shown(a_type)
            ));
        }
        if n != b.len() {
            return Err(format!(
                "operands must have equal rank, but got '{}' and '{}'",
                shown(a_type),
                shown(b_type)
            ));
        }
        let left = body.cx().attr_i64(self.left_side(body).raw()).is_some_and(|v| v != 0);
        let side = if left { b[n - 2] } else { b[n - 1] };
        if !infer::sizes_match(a[n - 1], side) {
            return Err(format!(
                "shared dimension of operands 'a' and 'b' must be compatible, but got '{}' and '{}'",
                shown(a_type),
                shown(b_type)
            ));
        }
        if !infer::same_shape(&a[..n - 2], &b[..n - 2]) {
            return Err(format!(
                "batch dimensions of the operands must be compatible, but got '{}' and '{}'",
                shown(a_type),
                shown(b_type)
            ));
        }
        // triangular_solve_c4
        if *self.transpose_a(body).get(cx) == Transpose::Invalid {
            return Err("Invalid transpose option value for triangular solve".into());
        }
        Ok(smallvec![b_type])
    }
}
impl Verify for TriangularSolveOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, body: &Body) -> VerifyResult {
        super::compatible_elements(body, self.op())?;
        infer::verify_results(self.op(), body, self.infer_types(body))
    }
}

/// Fourier transforms of the last dimensions.
#[op(
    name = "stablehlo.fft",
    facts = [Rounds, OrderDependent, IllConditioned],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)",
)]
pub struct FftOp {
    /// The signals.
    pub operand: Operand<FpComplexTensor>,
    /// The transform.
    pub fft_type: Attr<FftType>,
    /// Lengths of the transformed dimensions.
    pub fft_length: Attr<I64Array>,
    /// The transforms.
    pub result: Res<FpComplexTensor>,
}

impl InferTypes for FftOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let ty = b.ty(self.operand(b));
        let (shape, elem) = (infer::sizes(cx, ty), cx.elem_or_self(ty));
        let lengths = numbers(cx, self.fft_length(b).raw());
        let kind = *self.fft_type(b).get(cx);
        let (real_in, real_out) = (kind == FftType::Rfft, kind == FftType::Irfft);
        let n = lengths.len();
        // fft_c3
        if !(1..=3).contains(&n) {
            return Err(format!("rank must be between 1 and 3, but got {n}."));
        }
        let word = kind.word();
        // fft_c2
        if real_in && !is_float32_or_64(cx, elem) {
            return Err(format!(
                "{word} requires f32 or f64 input type, but is given '{}'.",
                cx.type_to_string(elem)
            ));
        }
        if !real_in && !is_complex(cx, elem) {
            return Err(format!(
                "FFT/IFFT/IRFFT take a complex tensor as input, but is given '{}'.",
                cx.type_to_string(ty)
            ));
        }
        // fft_c1
        if n > shape.len() {
            return Err(format!(
                "operand rank must not be less than fft rank of {n} for operand of type '{}'.",
                cx.type_to_string(ty)
            ));
        }
        let mut result: Dims = shape.into();
        let first = shape.len() - n;
        // fft_c4
        if real_in && !infer::same_shape(&shape[first..], lengths) {
            return Err(format!(
                "RFFT requires innermost dimensions to be compatible with fft_length. Got: {} but wanted {}.",
                infer::raw_text(shape),
                infer::raw_text(lengths)
            ));
        }
        if real_out
            && let Some((&d, &length)) = shape[first..shape.len() - 1]
                .iter()
                .zip(lengths)
                .find(|&(&d, &length)| !infer::sizes_match(d, length))
        {
            return Err(format!(
                "IRFFT requires non-final dimensions to be compatible with fft_length. Got: {} but wanted {}, and {d} != {length}.",
                infer::raw_text(shape),
                infer::raw_text(lengths)
            ));
        }
        // fft_c5
        if let (true, Some(&last), Some(&length)) = (real_out, shape.last(), lengths.last())
            && !infer::sizes_match(last, length / 2 + 1)
            && !(infer::sizes_match(last, 0) && length == 0)
        {
            return Err(format!(
                "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: {} but fft_length is {}.",
                last,
                infer::raw_text(lengths)
            ));
        }
        if let (Some(last), Some(&length)) = (result.last_mut(), lengths.last()) {
            if real_in {
                *last = if length == 0 { *last } else { length / 2 + 1 };
            } else if real_out {
                *last = length;
            }
        }
        let elem = match cx.type_as::<ComplexType>(elem) {
            Some(c) if real_out => c.elem,
            None if real_in => cx.ty(ComplexType { elem }),
            _ => elem,
        };
        let mut bounds = infer::bounds_or_none(cx, ty);
        if let Some(last) = bounds.last_mut().filter(|_| real_in || real_out) {
            *last = DYNAMIC;
        }
        Ok(smallvec![infer::with_bounds(cx, cx.tensor(&result, elem), bounds)])
    }
}
verify_by_inference!(FftOp);
