//! Matrices that the lanes of a warp hold together: loaded, multiplied, stored.
//!
//! Which elements a lane holds is not told, so that a matrix has no other uses than these.

use strata_ir::{prelude::*, text::word_attrs};

use crate::mma_matrix::{
    AnyIntegerOrFloat, FactorMatrix, MatrixConstant, MmaMatrix, MmaMatrixType, MmaMemRef, MmaOperand,
    StoredMatrix, SumMatrix,
};

word_attrs! {
    /// The computation with the elements of matrices.
    bare MmaElementwise = "gpu.mma_element_wise" "elementwise operation to apply to mma matrix" of "::mlir::gpu::MMAElementwiseOp" {
        /// Sum of floats.
        AddF = "addf",
        /// Product of floats.
        MulF = "mulf",
        /// Difference of floats.
        SubF = "subf",
        /// Larger float; NaN wins.
        MaxF = "maxf",
        /// Smaller float; NaN wins.
        MinF = "minf",
        /// Quotient of floats.
        DivF = "divf",
        /// Sum of integers.
        AddI = "addi",
        /// Product of integers.
        MulI = "muli",
        /// Difference of integers.
        SubI = "subi",
        /// Quotient of signed integers.
        DivS = "divs",
        /// Quotient of unsigned integers.
        DivU = "divu",
        /// A float with the other sign.
        NegateF = "negatef",
        /// An integer with the other sign.
        NegateS = "negates",
        /// The same float in a wider format.
        ExtF = "extf",
    }
}

/// The type of a matrix.
fn matrix(b: &Body, v: Value) -> Option<&MmaMatrixType> {
    b.cx().type_as::<MmaMatrixType>(b.ty(v))
}

/// The type of the elements of a matrix type.
fn element_of(ty: Type, cx: &Context) -> Option<Type> {
    cx.type_as::<MmaMatrixType>(ty).map(|m| m.elements.elem)
}

/// Whether neighbours in the last dimension of a memref are next to each other.
fn has_unit_stride(b: &Body, v: Value) -> bool {
    let strided = strata_memref::layout::strides(b.cx(), b.ty(v));
    strided.is_some_and(|s| s.strides.last().is_none_or(|&n| n == 1))
}

/// Loads a matrix.
#[op(
    name = "gpu.subgroup_mma_load_matrix",
    interfaces = [Verify, MemoryEffects],
    asm = "$srcMemref `` `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
)]
pub struct SubgroupMmaLoadMatrixOp {
    /// The buffer.
    #[ir_name = "srcMemref"]
    pub src_memref: Operand<MmaMemRef>,
    /// The position of the matrix in it.
    pub indices: Variadic<Index>,
    /// The distance of rows, in elements.
    #[ir_name = "leadDimension"]
    pub lead_dimension: Attr<IndexAttr>,
    /// Columns are next to each other instead of rows.
    pub transpose: OptAttr<UnitAttr>,
    /// The matrix.
    pub res: Res<MmaMatrix>,
}

impl MemoryEffects for SubgroupMmaLoadMatrixOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Read, on: Some(self.src_memref(b)) });
    }
}
impl Verify for SubgroupMmaLoadMatrixOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let message = "expected source memref most minor dim must have unit stride";
        if has_unit_stride(b, self.src_memref(b)) { Ok(()) } else { Err(VerifyError::bare(message)) }
    }
}

/// Stores a matrix.
#[op(
    name = "gpu.subgroup_mma_store_matrix",
    interfaces = [Verify, MemoryEffects],
    asm = "$src `,` $dstMemref `` `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)",
)]
pub struct SubgroupMmaStoreMatrixOp {
    /// The matrix.
    pub src: Operand<StoredMatrix>,
    /// The buffer.
    #[ir_name = "dstMemref"]
    pub dst_memref: Operand<MmaMemRef>,
    /// The position of the matrix in it.
    pub indices: Variadic<Index>,
    /// The distance of rows, in elements.
    #[ir_name = "leadDimension"]
    pub lead_dimension: Attr<IndexAttr>,
    /// Columns are next to each other instead of rows.
    pub transpose: OptAttr<UnitAttr>,
}

impl MemoryEffects for SubgroupMmaStoreMatrixOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: Some(self.dst_memref(b)) });
    }
}
impl Verify for SubgroupMmaStoreMatrixOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        if !has_unit_stride(b, self.dst_memref(b)) {
            let message = "expected destination memref most minor dim must have unit stride";
            return Err(VerifyError::bare(message));
        }
        if matrix(b, self.src(b)).is_some_and(|m| m.operand != MmaOperand::C) {
            let message = "expected the operand matrix being stored to have 'COp' operand type";
            return Err(VerifyError::bare(message));
        }
        Ok(())
    }
}

/// A product of matrices, added to a third.
#[op(
    name = "gpu.subgroup_mma_compute",
    traits = [Pure],
    interfaces = [Verify],
    same = [op_c, res],
    asm = "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)",
)]
pub struct SubgroupMmaComputeOp {
    /// The first factor.
    #[ir_name = "opA"]
    pub op_a: Operand<FactorMatrix>,
    /// The second factor.
    #[ir_name = "opB"]
    pub op_b: Operand<FactorMatrix>,
    /// The addend.
    #[ir_name = "opC"]
    pub op_c: Operand<SumMatrix>,
    /// The first factor was loaded by columns.
    pub a_transpose: OptAttr<UnitAttr>,
    /// The second factor was loaded by columns.
    pub b_transpose: OptAttr<UnitAttr>,
    /// The sum.
    pub res: Res<MmaMatrix>,
}

impl Verify for SubgroupMmaComputeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let types = [self.op_a(b), self.op_b(b), self.op_c(b)].map(|v| matrix(b, v));
        let [Some(x), Some(y), Some(z)] = types else { return Ok(()) };
        if [x.operand, y.operand, z.operand] != [MmaOperand::A, MmaOperand::B, MmaOperand::C] {
            return Err(VerifyError::bare("operands must be in the order AOp, BOp, COp"));
        }
        let [[m, k], [depth, n], sum] = [x, y, z].map(|t| t.elements.shape);
        if k != depth || [m, n] != sum {
            return Err(VerifyError::bare("operand shapes do not satisfy matmul constraints"));
        }
        Ok(())
    }
}

/// A matrix whose elements are all the same.
#[op(
    name = "gpu.subgroup_mma_constant_matrix",
    traits = [Pure],
    infer(value = element_of(res), "value type matches element type of mma_matrix"),
    asm = "$value attr-dict `:` type($res)",
)]
pub struct SubgroupMmaConstantMatrixOp {
    /// The element.
    pub value: Operand<MatrixConstant>,
    /// The matrix.
    pub res: Res<MmaMatrix>,
}

/// An element of those that this lane holds of a matrix.
#[op(
    name = "gpu.subgroup_mma_extract_thread_local",
    traits = [Pure],
    holds(extracts_element, "value type matches element type of mma_matrix"),
    asm = "$matrix `` `[` $indices `]` attr-dict `:` type($matrix) `->` type($res)",
)]
pub struct SubgroupMmaExtractThreadLocalOp {
    /// The matrix.
    pub matrix: Operand<MmaMatrix>,
    /// Which of the lane's elements.
    pub indices: Variadic<Index>,
    /// The element.
    pub res: Res<AnyIntegerOrFloat>,
}

fn extracts_element(b: &Body, op: Op) -> bool {
    element_of(b.ty(b.operand(op, 0)), b.cx()) == Some(b.ty(b.result(op, 0)))
}

/// A matrix with another value for an element of those that this lane holds.
#[op(
    name = "gpu.subgroup_mma_insert_thread_local",
    traits = [Pure],
    holds(inserts_element, "value type matches element type of mma_matrix"),
    asm = "$value `,` $matrix `` `[` $indices `]` attr-dict `:` type($value) `,` type($matrix) `->` type($res)",
)]
pub struct SubgroupMmaInsertThreadLocalOp {
    /// The element.
    pub value: Operand<AnyIntegerOrFloat>,
    /// The matrix.
    pub matrix: Operand<MmaMatrix>,
    /// Which of the lane's elements.
    pub indices: Variadic<Index>,
    /// The new matrix.
    pub res: Res<MmaMatrix>,
}

fn inserts_element(b: &Body, op: Op) -> bool {
    element_of(b.ty(b.operand(op, 1)), b.cx()) == Some(b.ty(b.operand(op, 0)))
}

/// Computes with the elements of matrices.
#[op(
    name = "gpu.subgroup_mma_elementwise",
    traits = [Pure],
    asm = "custom<ELEMENTWISE>($opType) $args attr-dict `:` functional-type($args, $res)",
)]
pub struct SubgroupMmaElementwiseOp {
    /// The matrices.
    pub args: Variadic<MmaMatrix>,
    /// The computation.
    #[ir_name = "opType"]
    pub op_type: Attr<MmaElementwise>,
    /// The new matrix.
    pub res: Res<MmaMatrix>,
}

impl SubgroupMmaElementwiseOp {
    /// The computation.
    #[must_use]
    pub fn operation(self, b: &Body) -> Option<MmaElementwise> {
        b.cx().attr_as::<MmaElementwise>(b.attr(self.op(), "opType")?).copied()
    }
}

/// The word, after two spaces as upstream prints them.
static ELEMENTWISE: CustomDirective = CustomDirective {
    print: |op, p| {
        let word = p.body().attr(op, "opType").and_then(|a| p.cx().attr_as::<MmaElementwise>(a));
        if let Some(kind) = word.copied() {
            p.text(" ").text(kind.word());
        }
    },
    parse: |p, state, _| {
        let kind = MmaElementwise::parse_word(p)?;
        state.set_attr(p.cx(), "opType", kind.attr(p.cx()));
        Ok(())
    },
    attrs: &["opType"],
};
