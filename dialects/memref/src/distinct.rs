//! `memref.distinct_objects`.

use strata_ir::prelude::*;

/// The same buffers, which are assumed not to alias.
#[op(
    name = "memref.distinct_objects",
    traits = [Pure],
    interfaces = [Verify, InferTypes],
    custom_asm,
)]
pub struct DistinctObjectsOp {
    /// The buffers.
    pub operands: Variadic<AnyMemRef>,
    /// The buffers.
    pub results: VariadicRes<AnyMemRef>,
}

impl InferTypes for DistinctObjectsOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(self.operands(b).map(|v| b.ty(v)).collect())
    }
}

impl Verify for DistinctObjectsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let operands: Vec<Type> = self.operands(b).map(|v| b.ty(v)).collect();
        ensure!(!operands.is_empty(), "expected at least one operand");
        ensure!(
            operands.iter().copied().eq(b.result_types(self.op())),
            "operand types and result types must match"
        );
        Ok(())
    }
}

impl CustomAsm for DistinctObjectsOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(" ").values(self.operands(b)).attr_dict(self.op(), &[]);
        p.text(" : ").types(self.operands(b).map(|v| b.ty(v)));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let at = p.location();
        let operands = p.operands()?;
        p.attr_dict(state)?;
        p.expect(":")?;
        let types = p.types_comma()?;
        let values = p.resolve_all(&operands, &types, at)?;
        state.operands.extend(values);
        state.result_types.extend(types);
        Ok(())
    }
}
