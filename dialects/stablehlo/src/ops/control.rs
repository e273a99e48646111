//! `if`, `case` and `optimization_barrier`.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{constraints::*, infer};

/// Runs one of two computations.
#[op(
    name = "stablehlo.if",
    facts = [CarriesValues],
    traits = [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock],
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
    pub results: VariadicRes<TensorPerAxisOrToken>,
}

/// One of several computations, by number; the last one for numbers out of range.
#[op(
    name = "stablehlo.case",
    facts = [CarriesValues],
    traits = [RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions, RegionBranchOp, Canonicalize],
)]
pub struct CaseOp {
    /// The number.
    pub index: Operand<I32Tensor>,
    /// The computations.
    pub branches: VariadicRegion,
    /// The results of the computation.
    pub results: VariadicRes<TensorPerAxisOrToken>,
}

/// The types of the values that a region returns.
pub(super) fn returned(b: &Body, region: Region) -> infer::Types {
    let last = b.blocks(region).first().and_then(|&block| b.last_op(block));
    last.map(|op| b.operand_types(op).collect()).unwrap_or_default()
}

/// The types of a branch, which all branches have in common.
fn branch_types(b: &Body, op: Op) -> Result<infer::Types, String> {
    let cx = b.cx();
    // case_i1, if_i1
    let rank = infer::sizes(cx, b.ty(b.operand(op, 0))).len();
    if rank != 0 {
        return Err(format!("operand should be rank 0 tensor but got rank {rank}"));
    }
    let regions = b.regions(op);
    // case_c1
    let Some(&first) = regions.first() else { return Err("expect at least one branch".into()) };
    if regions.iter().any(|&r| b.blocks(r).is_empty()) {
        return Err("expect non-empty region".into());
    }
    let all: Vec<infer::Types> = regions.iter().map(|&r| returned(b, r)).collect();
    let first_types = returned(b, first);
    for (i, (&region, types)) in regions.iter().zip(&all).enumerate() {
        let args = b.blocks(region).first().map_or(0, |&block| b.block_args(block).len());
        // if_c1, case_c2
        if args != 0 {
            return Err(format!("branch {i} must have 0 arguments, but found {args}"));
        }
        // if_c2, case_c3
        if !infer::all_compatible(cx, &first_types, types) {
            return Err(format!(
                "branch 0 and branch {i} have mismatched return types: {} vs {}",
                infer::shown_list(cx, &first_types),
                infer::shown_list(cx, types)
            ));
        }
    }
    // if_c3, case_c4
    let column = |i| all.iter().map(|types| types[i]).collect::<Vec<Type>>();
    (0..first_types.len()).map(|i| infer::join(cx, &column(i))).collect()
}

impl Verify for CaseOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // case_c1
        if b.regions(self.op()).is_empty() {
            return Err(infer::uninferred("expect at least one branch".into()));
        }
        let wrong = b.regions(self.op()).iter().position(|&r| b.blocks(r).len() != 1);
        wrong.map_or(Ok(()), |i| {
            Err(format!("region #{i} ('branches') failed to verify constraint: region with 1 blocks").into())
        })
    }
}
verify_regions_by_inference!(IfOp, CaseOp);

macro_rules! branches {
    ($($op:ident),*) => {$(
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                branch_types(b, self.op())
            }
        }
        impl RegionBranchOp for $op {}
    )*};
}
branches!(IfOp, CaseOp);

/// Prevents ops from being moved across it.
#[op(
    name = "stablehlo.optimization_barrier",
    facts = [CarriesValues],
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
        super::pairwise(b, self.op(), true)?;
        infer::verify_results(self.op(), b, self.infer_types(b))
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
