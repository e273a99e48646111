//! Regions of ops.

use strata_ir::prelude::*;

use crate::{AttributeHandle, RegionHandle, lists::verify_names, text::NAMED_VALUES};

/// A region, with its number of blocks and the types of its arguments where they are given.
#[op(name = "irdl.region", interfaces = [Verify], parents = ["irdl.operation"], custom_asm)]
pub struct RegionOp {
    /// Constraints on the arguments of the entry block.
    #[ir_name = "entryBlockArgs"]
    pub entry_block_args: Variadic<AttributeHandle>,
    /// The number of blocks.
    #[ir_name = "numberOfBlocks"]
    pub number_of_blocks: OptAttr<I32Attr>,
    /// There are constraints on the arguments.
    #[ir_name = "constrainedArguments"]
    pub constrained_arguments: OptAttr<UnitAttr>,
    /// The region.
    pub output: Res<RegionHandle>,
}

impl Verify for RegionOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let number = b.attr(self.op(), "numberOfBlocks").and_then(|a| b.cx().attr_i64(a));
        if let Some(n) = number.filter(|&n| n <= 0) {
            return Err(format!("the number of blocks is expected to be >= 1 but got {n}").into());
        }
        Ok(())
    }
}

const HIDDEN: [&str; 2] = ["numberOfBlocks", "constrainedArguments"];

impl CustomAsm for RegionOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        if b.attr(self.op(), "constrainedArguments").is_some() {
            p.text("(").values(b.operands(self.op())).text(")");
        }
        if let Some(n) = b.attr(self.op(), "numberOfBlocks") {
            p.text(" with size ").attr_without_type(n);
        }
        p.attr_dict(self.op(), &HIDDEN);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let (handle, region) = (cx.ty(crate::AttributeType), cx.ty(crate::RegionType));
        if p.eat("(") {
            state.set_attr(cx, "constrainedArguments", cx.unit());
            for operand in p.list_until(")", Parser::operand)? {
                let value = p.resolve(operand, handle)?;
                state.operands.push(value);
            }
        }
        if p.eat("with") {
            p.expect("size")?;
            let n = p.attr_of_type(cx.i32())?;
            state.set_attr(cx, "numberOfBlocks", n);
        }
        state.result_types.push(region);
        p.attr_dict(state)
    }
}

/// The regions of an op.
#[op(
    name = "irdl.regions",
    interfaces = [Verify],
    parents = ["irdl.operation"],
    asm = "`` custom<NAMED_VALUES>($args, $names) attr-dict",
)]
pub struct RegionsOp {
    /// Their constraints.
    pub args: Variadic<RegionHandle>,
    /// Their names.
    pub names: Attr<StrArray>,
}

impl Verify for RegionsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_names(b, self.op(), "names", "region")
    }
}
