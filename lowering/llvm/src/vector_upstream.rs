//! `convert-vector-to-llvm`: vectors of several dimensions become ones of one by rewrites of `vector`, and these become those of LLVM.

use strata_ir::{prelude::*, rewrite::PatternSet};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_vector::{
    ContractionLowering, LaneIndex, TransposeLowering, add_lowering_patterns, add_neon_bf16_products,
    add_neon_byte_products,
};
use strata_vector::ContractionOp;

use crate::{
    amx::{AMX, tile_types},
    engine::Options,
    upstream::{convert, options, simplify},
    vector::{VECTOR, index_masks, matrix},
    x86vector::X86VECTOR,
};

/// Lower the operations from the vector dialect into the LLVM dialect.
#[pass(name = "convert-vector-to-llvm", on = "builtin.module", produces = [arith, llvm, memref, tensor, ub, vector])]
pub struct ConvertVectorToLlvm {
    /// Enables the use of AMX dialect while lowering the vector dialect.
    pub enable_amx: bool,
    /// Enables the use of Arm FEAT_BF16 instructions while lowering the vector dialect.
    pub enable_arm_bf16: bool,
    /// Enables the use of Arm FEAT_I8MM instructions while lowering the vector dialect.
    pub enable_arm_i8mm: bool,
    /// Enables the use of ArmNeon dialect while lowering the vector dialect.
    pub enable_arm_neon: bool,
    /// Enables the use of ArmSVE dialect while lowering the vector dialect.
    pub enable_arm_sve: bool,
    /// Enables the use of X86Vector dialect while lowering the vector dialect.
    pub enable_x86vector: bool,
    /// Allows compiler to assume vector indices fit in 32-bit if that yields faster code
    #[option(default = true)]
    pub force_32bit_vector_indices: bool,
    /// Allows llvm to reassociate floating-point reductions for speed
    pub reassociate_fp_reductions: bool,
    /// Use the preferred alignment of a vector type in load/store operations instead of the alignment of the element type of the memref. This flag is intended for use with hardware which requires vector alignment, or in application contexts where it is known all vector access are naturally aligned. If operations have an alignment attribute set, the alignment attribute takes priority over this option
    pub use_vector_alignment: bool,
    /// control the lowering of `vector.contract` operations.
    #[option(default = ContractionLowering::Dot)]
    pub vector_contract_lowering: ContractionLowering,
    /// control the lowering of `vector.transpose` operations.
    #[option(default = TransposeLowering::Elements)]
    pub vector_transpose_lowering: TransposeLowering,
}

impl BodyPass for ConvertVectorToLlvm {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        self.check_products(body)?;
        let options = Options {
            reassociate_reductions: self.reassociate_fp_reductions,
            vector_alignment: self.use_vector_alignment,
            extra_types: self.enable_amx.then_some(tile_types),
            ..options(body, 0)?
        };
        simplify(body, &self.patterns());
        let mut dialects = vec![VECTOR];
        dialects.extend(self.enable_amx.then_some(AMX));
        dialects.extend(self.enable_x86vector.then_some(X86VECTOR));
        convert(body, &dialects, options)
    }
}

impl ConvertVectorToLlvm {
    /// The rewrites after which vectors have one dimension.
    fn patterns(&self) -> PatternSet {
        let mut patterns = PatternSet::new();
        add_lowering_patterns(&mut patterns, self.vector_contract_lowering, self.vector_transpose_lowering);
        if self.vector_contract_lowering == ContractionLowering::LlvmIntr {
            matrix::add_product(&mut patterns);
        }
        if self.vector_transpose_lowering == TransposeLowering::LlvmIntr {
            matrix::add_transpose(&mut patterns);
        }
        if self.enable_arm_neon && self.enable_arm_i8mm {
            add_neon_byte_products(&mut patterns);
        }
        if self.enable_arm_neon && self.enable_arm_bf16 {
            add_neon_bf16_products(&mut patterns);
        }
        let index = if self.force_32bit_vector_indices { LaneIndex::Narrow } else { LaneIndex::Wide };
        index_masks::add_patterns(&mut patterns, index);
        patterns
    }
    /// An error for the first product that instructions of Arm's scalable vectors would compute: the ops for these are those of a dialect that
    /// is not here.
    fn check_products(&self, body: &Body) -> Result<(), Diagnostic> {
        if !self.enable_arm_sve || self.enable_arm_neon {
            return Ok(());
        }
        let cx = body.cx();
        let mut todo = vec![body];
        while let Some(body) = todo.pop() {
            for op in body.all_ops() {
                let Some(contraction) = op.as_op::<ContractionOp>(body) else { continue };
                let elem = |v: Value| cx.elem_or_self(body.ty(v));
                let (factor, sum) = (elem(contraction.lhs(body)), elem(contraction.acc(body)));
                let option = if self.enable_arm_i8mm && sum == cx.i32() {
                    "enable-arm-i8mm"
                } else if self.enable_arm_bf16 && factor == cx.bf16() {
                    "enable-arm-bf16"
                } else {
                    continue;
                };
                let name = body.op_name(op);
                let message =
                    format!("{option} is not supported for '{name}': there is no dialect 'arm_sve'");
                return Err(Diagnostic::error(body.loc(op), message));
            }
            todo.extend(body.children().map(|(_, child)| child));
        }
        Ok(())
    }
}
