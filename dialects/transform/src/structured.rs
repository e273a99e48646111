//! Ops that find, rewrite and relayout structured ops.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    attrs::{MatchInterface, NonNegativeI64Array, One, TransposeMatmulInput, TypeArray, Zero},
    directives::{FUNCTION_TYPE_OF_ONE, ONE_RESULT_TYPE},
    effects::{HandleEffects, handle_effects, result_names},
    types::{OpHandle, ParamOrHandle},
    verify::verify_permutation,
};

/// Finds ops in a payload op.
#[op(
    name = "transform.structured.match",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "(`ops` `{` $ops^ `}`)? (`interface` `{` $interface^ `}`)? (`attributes` $op_attrs^)? (`filter_result_type` `=` $filter_result_type^)? (`filter_operand_types` `=` $filter_operand_types^)? `in` $target attr-dict `:` functional-type($target, results)",
)]
pub struct StructuredMatchOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Names of ops.
    pub ops: OptAttr<StrArray>,
    /// An interface of ops.
    pub interface: OptAttr<MatchInterface>,
    /// Attributes of the op.
    pub op_attrs: OptAttr<DictionaryAttr>,
    /// The type of the only result.
    pub filter_result_type: OptAttr<TypeAttr>,
    /// The types of the operands.
    pub filter_operand_types: OptAttr<TypeArray>,
    /// The ops found.
    pub results: Res<OpHandle>,
}

/// Rewrites complex structured ops as simpler ones.
#[op(
    name = "transform.structured.decompose",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct DecomposeOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Rewrites named ops as `linalg.generic`.
#[op(
    name = "transform.structured.generalize",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` custom<FUNCTION_TYPE_OF_ONE>(type($target), type($transformed))",
)]
pub struct GeneralizeOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Rewrites `linalg.generic` as named ops.
#[op(
    name = "transform.structured.specialize",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` custom<FUNCTION_TYPE_OF_ONE>(type($target), type($transformed))",
)]
pub struct SpecializeOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Changes the order of the loops.
#[op(
    name = "transform.structured.interchange",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "$target (`iterator_interchange` `=` $iterator_interchange^)? attr-dict `:` custom<FUNCTION_TYPE_OF_ONE>(type($target), type($transformed))",
)]
pub struct InterchangeOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The new order of the loops.
    pub iterator_interchange: OptAttr<NonNegativeI64Array>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

/// Tiles all loops by one.
#[op(
    name = "transform.structured.scalarize",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` custom<FUNCTION_TYPE_OF_ONE>(type($target), type($result))",
)]
pub struct ScalarizeOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The result.
    pub result: Res<OpHandle>,
}

/// Rewrites structured ops as loops.
#[op(
    name = "transform.structured.convert_to_loops",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` functional-type(operands, results)",
)]
pub struct ConvertToLoopsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The result.
    pub result: Res<OpHandle>,
}

/// Replaces empty tensors by the destinations of structured ops that read them.
#[op(
    name = "transform.structured.eliminate_empty_tensors",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target attr-dict `:` type($target)",
)]
pub struct EliminateLinalgOpAnchoredEmptyTensorsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Sizes of tiles, each at most half of the one before, that cover a loop without partial tiles.
#[op(
    name = "transform.structured.continuous_tile_sizes",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target attr-dict `:` custom<ONE_RESULT_TYPE>(type($target), type($tile_sizes), type($chunk_sizes))",
)]
pub struct ContinuousTileSizesOp {
    /// The payload op.
    pub target: Operand<OpHandle>,
    /// The number of the loop.
    pub dimension: Attr<I64Attr>,
    /// The largest size of a tile.
    pub target_size: Attr<I64Attr>,
    /// The sizes of tiles.
    pub tile_sizes: Res<ParamOrHandle>,
    /// The sizes of the parts of the loop that have such tiles.
    pub chunk_sizes: Res<ParamOrHandle>,
}

/// Two sizes of tiles that divide a loop without rest.
#[op(
    name = "transform.structured.multitile_sizes",
    interfaces = [HandleEffects, MemoryEffects, Verify, ResultNames],
    asm = "$target attr-dict `:` custom<ONE_RESULT_TYPE>(type($target), type($low_size), type($high_size), type($split_point))",
)]
pub struct MultiTileSizesOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of the loop.
    pub dimension: Attr<I64Attr>,
    /// The largest size of a tile.
    pub target_size: Attr<I64Attr>,
    /// Sizes are multiples of it.
    pub divisor: DefaultAttr<One>,
    /// The smaller size.
    pub low_size: Res<ParamOrHandle>,
    /// The larger size.
    pub high_size: Res<ParamOrHandle>,
    /// Where tiles of the larger size begin.
    pub split_point: Res<ParamOrHandle>,
}

/// Divides a loop into parts.
#[op(
    name = "transform.structured.split",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    custom_asm,
)]
pub struct SplitOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The number of the loop.
    pub dimension: Attr<I64Attr>,
    /// Where it is divided, if that is a handle or parameter.
    pub dynamic_chunk_sizes: OptOperand<ParamOrHandle>,
    /// Where it is divided, with a marker for an operand.
    pub static_chunk_sizes: Attr<I64Attr>,
    /// There may be more than two parts.
    pub multiway: OptAttr<UnitAttr>,
    /// The parts.
    pub split_list: Res<OpHandle>,
}

/// Divides a reduction into a parallel and a smaller one.
#[op(
    name = "transform.structured.split_reduction",
    interfaces = [HandleEffects, MemoryEffects, ResultNames],
    asm = "$target attr-dict `:`functional-type(operands, results)",
)]
pub struct SplitReductionOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The size of the remaining reduction.
    pub split_factor: DefaultAttr<Zero>,
    /// The dimension of the intermediate tensor for the new loop.
    pub insert_split_dimension: DefaultAttr<Zero>,
    /// The new loop is the inner one.
    pub inner_parallel: OptAttr<UnitAttr>,
    /// Indices are scaled instead of reshaping operands.
    pub use_scaling_algorithm: OptAttr<UnitAttr>,
    /// The intermediate tensor is allocated.
    pub use_alloc: OptAttr<UnitAttr>,
    /// The intermediate destinations.
    pub init_or_alloc_op: Res<OpHandle>,
    /// The fills with the neutral element.
    pub fill_op: Res<OpHandle>,
    /// The partial reductions.
    pub split_linalg_op: Res<OpHandle>,
    /// The reductions of the partial results.
    pub combining_linalg_op: Res<OpHandle>,
}

/// Transposes an operand of a product.
#[op(
    name = "transform.structured.transpose_matmul",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$target (`<` $inputToTranspose^ `>`)? attr-dict `:` functional-type($target, results)",
)]
pub struct TransposeMatmulOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The operand that is transposed.
    #[ir_name = "inputToTranspose"]
    pub input_to_transpose: DefaultAttr<TransposeMatmulInput>,
    /// The new ops.
    pub transformed: Res<OpHandle>,
}

result_names! {
    ContinuousTileSizesOp: "tile_sizes", "chunk_sizes";
    MultiTileSizesOp: "low_size", "high_size", "split_point";
    SplitReductionOp: "init_or_alloc_op", "fill_op", "split_linalg_op", "combining_linalg_op";
}

/// Replaces payload ops by copies of the op in the region.
#[op(
    name = "transform.structured.replace",
    traits = [IsolatedFromAbove, NoTerminator, GraphRegion, SingleBlock],
    interfaces = [HandleEffects, MemoryEffects, VerifyRegions],
    asm = "$target attr-dict-with-keyword regions `:` custom<FUNCTION_TYPE_OF_ONE>(type($target), type($replacement))",
)]
pub struct ReplaceOp {
    /// The payload ops, which have no operands.
    pub target: Operand<OpHandle>,
    /// The copies.
    pub replacement: Res<OpHandle>,
    /// The op that is copied.
    pub body_region: AnyRegion,
}

impl ReplaceOp {
    /// The op that is copied, with the body that holds it.
    pub fn pattern(self, b: &Body) -> Option<(&Body, Op)> {
        let (inner, op) = b.inner(self.op());
        let region = *inner.regions(op).first()?;
        Some((inner, inner.region_ops(region).next()?))
    }
}

impl VerifyRegions for ReplaceOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        // The ops of the region are seen from inside.
        let (Op::SELF, Some(&region)) = (self.op(), b.regions(Op::SELF).first()) else { return Ok(()) };
        ensure!(b.region_ops(region).count() == 1, "expected one operation in block");
        let Some((_, op)) = self.pattern(b) else { return Ok(()) };
        let error = |message: &str| {
            let message = format!("'{}' op {message}", b.op_name(op));
            Err(VerifyError::bare(message).at(b.loc(op)))
        };
        if b.num_operands(op) > 0 {
            return error("expected replacement without operands");
        }
        if !b.regions(op).is_empty() && !b.has_trait(op, Trait::IsolatedFromAbove) {
            return error("expect op that is isolated from above");
        }
        Ok(())
    }
}

handle_effects! {
    none, Reads: StructuredMatchOp;
    all, Modifies: DecomposeOp, GeneralizeOp, SpecializeOp, InterchangeOp, ScalarizeOp, ConvertToLoopsOp,
        SplitReductionOp, TransposeMatmulOp;
    target, Modifies: ReplaceOp, SplitOp;
    none, Modifies: ContinuousTileSizesOp, EliminateLinalgOpAnchoredEmptyTensorsOp, MultiTileSizesOp;
}

impl Verify for InterchangeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_permutation(
            b,
            self.op(),
            "iterator_interchange",
            "expects iterator_interchange to be a permutation, found ",
        )
    }
}

impl Verify for MultiTileSizesOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let mut types = b.result_types(self.op());
        let first = types.next();
        ensure!(types.all(|ty| Some(ty) == first), "expects all results type to be the same");
        Ok(())
    }
}

impl Verify for SplitOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let dynamic = self.dynamic_chunk_sizes(b).is_some();
        let marker =
            b.attr(self.op(), "static_chunk_sizes").and_then(|a| b.cx().attr_i64(a)) == Some(DYNAMIC);
        ensure!(dynamic == marker, "expects either a dynamic or a static split point to be provided");
        Ok(())
    }
}

impl CustomAsm for SplitOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, op) = (p.body(), self.op());
        p.text(" ").value(self.target(b)).text(" after ");
        match self.dynamic_chunk_sizes(b) {
            Some(v) => p.value(v),
            None => p.int(b.attr(op, "static_chunk_sizes").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0)),
        };
        p.text(" ").attr_dict(op, &["static_chunk_sizes"]);
        p.text(" : ").types(b.operand_types(op).take(1));
        if let Some(v) = self.dynamic_chunk_sizes(b) {
            p.text(", ").type_of(v);
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let target = p.operand()?;
        p.expect("after")?;
        let dynamic = p.operand_opt()?;
        let point = match dynamic {
            Some(_) => DYNAMIC,
            None => p.integer_opt()?.ok_or_else(|| p.error("expected integer or operand"))?,
        };
        state.set_attr(cx, "static_chunk_sizes", cx.i64_attr(point));
        p.attr_dict(state)?;
        p.expect(":")?;
        let ty = p.ty()?;
        let v = p.resolve(target, ty)?;
        state.operands.push(v);
        if let Some(dynamic) = dynamic {
            p.expect(",")?;
            let ty = p.ty()?;
            let v = p.resolve(dynamic, ty)?;
            state.operands.push(v);
        }
        state.result_types.push(ty);
        Ok(())
    }
}
