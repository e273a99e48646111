//! `if`, `case` and `optimization_barrier`.

use strata_ir::prelude::*;

use crate::{constraints::*, infer};

/// One of two computations.
#[op(
    name = "stablehlo.if",
    traits = [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock, NoRegionArguments],
    interfaces = [InferTypes, VerifyRegions, RegionBranchOp, Canonicalize],
)]
pub struct IfOp {
    /// Which one.
    pub pred: Operand<PredTensor>,
    /// Computed when it is true.
    pub true_branch: SingleBlockRegion,
    /// Computed when it is false.
    pub false_branch: SingleBlockRegion,
    /// The results of the computation.
    pub results: VariadicRes<AnyValue>,
}

/// One of several computations, by number; the last one for numbers out of range.
#[op(
    name = "stablehlo.case",
    traits = [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock, NoRegionArguments],
    interfaces = [InferTypes, VerifyRegions, RegionBranchOp, Canonicalize],
)]
pub struct CaseOp {
    /// The number.
    pub index: Operand<I32Tensor>,
    /// The computations.
    pub branches: VariadicRegion,
    /// The results of the computation.
    pub results: VariadicRes<AnyValue>,
}

/// The types of what a region returns.
pub(super) fn returned(b: &Body, region: Region) -> infer::Types {
    let last = b.blocks(region).first().and_then(|&block| b.last_op(block));
    last.map(|op| b.operand_types(op).collect()).unwrap_or_default()
}

/// Checks that all branches return what the op has as results.
fn verify_branches(b: &Body, op: Op, names: &dyn Fn(usize) -> String) -> VerifyResult {
    let cx = b.cx();
    let selector = b.ty(b.operand(op, 0));
    let rank = infer::sizes(cx, selector).len();
    if rank != 0 {
        return Err(VerifyError::bare(format!("operand should be rank 0 tensor but got rank {rank}")));
    }
    let regions = b.regions(op);
    // case_c1
    if regions.is_empty() {
        return Err(VerifyError::bare("expect at least one branch"));
    }
    let list = |types: &[Type]| {
        types.iter().map(|&t| format!("'{}'", cx.type_to_string(t))).collect::<Vec<_>>().join(", ")
    };
    let first = returned(b, regions[0]);
    for (i, &region) in regions.iter().enumerate() {
        let block = b.blocks(region).first().copied();
        // if_c1, case_c2
        if block.is_some_and(|block| !b.block_args(block).is_empty()) {
            return Err(VerifyError::bare(format!(
                "{} must have 0 arguments, but found {}",
                names(i),
                block.map_or(0, |k| b.block_args(k).len())
            )));
        }
        let types = returned(b, region);
        // if_c2, case_c3
        if !infer::all_compatible(cx, &first, &types) {
            return Err(VerifyError::bare(format!(
                "{} and {} have mismatched return types: {} vs {}",
                names(0),
                names(i),
                list(&first),
                list(&types)
            )));
        }
    }
    // if_c3, case_c4
    infer::verify_results(op, b, Ok(first))
}

impl VerifyRegions for IfOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        verify_branches(b, self.op(), &|i| format!("branch {i}"))
    }
}
impl VerifyRegions for CaseOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        verify_branches(b, self.op(), &|i| format!("branch {i}"))
    }
}

macro_rules! branches {
    ($($op:ident),*) => {$(
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                // if_c3, case_c4
                let first = b.regions(self.op()).first();
                first.map(|&r| returned(b, r)).ok_or_else(|| "expect at least one branch".into())
            }
        }
        impl RegionBranchOp for $op {
            fn successors(&self, b: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
                match from {
                    RegionPoint::Parent => (0..b.regions(self.op()).len()).map(RegionPoint::Region).collect(),
                    RegionPoint::Region(_) => smallvec![RegionPoint::Parent],
                }
            }
            fn entry_operands(&self, _: &Body, _: RegionPoint) -> SmallVec<[Value; 4]> {
                SmallVec::new()
            }
            fn successor_inputs(&self, b: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
                match to {
                    RegionPoint::Parent => self.results(b).into(),
                    RegionPoint::Region(_) => SmallVec::new(),
                }
            }
        }
    )*};
}
branches!(IfOp, CaseOp);

/// Keeps ops before from moving after, and the reverse.
#[op(
    name = "stablehlo.optimization_barrier",
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    custom_asm,
)]
pub struct OptimizationBarrierOp {
    /// The values.
    pub operand: Variadic<TensorOrToken>,
    /// The same values.
    pub results: VariadicRes<TensorOrToken>,
}

impl InferTypes for OptimizationBarrierOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(self.operand(b).map(|v| b.ty(v)).collect())
    }
}
impl Verify for OptimizationBarrierOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        super::pairwise(b, self.op(), true)
    }
}

impl CustomAsm for OptimizationBarrierOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.attr_dict(self.op(), &[]);
        if self.results(b).is_empty() {
            p.text("()");
            return;
        }
        p.space().values(self.operand(b)).text(" : ").types(b.operand_types(self.op()));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        p.attr_dict(state)?;
        if p.eat("(") {
            return p.expect(")");
        }
        let at = p.location();
        let operands = p.operands()?;
        p.expect(":")?;
        let types = p.types_comma()?;
        state.operands.extend(p.resolve_all(&operands, &types, at)?);
        state.result_types = types.into();
        Ok(())
    }
}
