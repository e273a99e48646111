//! Addresses of blocks, and of functions of this library.

use std::ops::Range;

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::{
    constraints::*,
    metadata::{BlockAddress, BlockTag},
};

/// The address of a place in a function.
#[op(
    name = "llvm.blockaddress",
    traits = [Pure],
    interfaces = [VerifySymbolUses],
    asm = "$block_addr attr-dict `:` qualified(type($res))",
)]
pub struct BlockAddressOp {
    /// The place.
    pub block_addr: Attr<BlockAddress>,
    /// The address.
    pub res: Res<LlvmPointer>,
}

impl VerifySymbolUses for BlockAddressOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let place = b.attr(self.op(), "block_addr").and_then(|a| cx.attr_as::<BlockAddress>(a));
        let Some(place) = place else { return Ok(()) };
        let function =
            symbols.lookup(cx, place.function).filter(|(body, op)| body.info(*op).name == "llvm.func");
        let exists = function.is_some_and(|(body, op)| {
            let (inner, _) = body.inner(op);
            let mut found = false;
            inner.walk(|op| {
                found |= op.isa::<BlockTagOp>(inner) && inner.attr(op, "tag") == Some(place.tag.0);
            });
            found
        });
        ensure!(exists, "expects an existing block label target in the referenced function");
        Ok(())
    }
}

/// A place whose address can be taken.
#[op(name = "llvm.blocktag", traits = [MemRead, MemWrite], asm = "$tag attr-dict")]
pub struct BlockTagOp {
    /// Its number.
    pub tag: Attr<BlockTag>,
}

/// The address of a function, or of a stub in this library that jumps to it.
#[op(
    name = "llvm.dso_local_equivalent",
    traits = [Pure],
    interfaces = [VerifySymbolUses],
    asm = "$function_name attr-dict `:` qualified(type($res))",
)]
pub struct DsoLocalEquivalentOp {
    /// The function.
    pub function_name: Attr<FlatSymbolRef>,
    /// The address.
    pub res: Res<LlvmPointer>,
}

impl VerifySymbolUses for DsoLocalEquivalentOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let found = b.attr(self.op(), "function_name").and_then(|a| symbols.lookup(b.cx(), a));
        ensure!(
            found.is_some_and(|(body, op)| ["llvm.func", "llvm.mlir.alias"].contains(&body.info(op).name)),
            "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'"
        );
        Ok(())
    }
}

/// Branches to the block at an address.
#[op(
    name = "llvm.indirectbr",
    traits = [Pure, Terminator],
    interfaces = [BranchOp, Verify],
    custom_asm,
)]
pub struct IndirectBrOp {
    /// The address.
    pub addr: Operand<LlvmPointer>,
    /// Values for the blocks, one after the other.
    #[ir_name = "succOperands"]
    pub succ_operands: Variadic<AnyType>,
    /// The number of operands for each block.
    pub indbr_operand_segments: Attr<I32Array>,
    /// The blocks.
    pub successors: VariadicSuccessor,
}

impl IndirectBrOp {
    fn sizes(self, b: &Body) -> &[i64] {
        b.attr(self.op(), "indbr_operand_segments")
            .and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a))
            .map_or(&[], |a| &a.values[..])
    }
}

impl Verify for IndirectBrOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let sizes = self.sizes(b);
        let n = self.successors(b).len();
        ensure!(sizes.len() == n, "expected {n} groups of operands, but got {}", sizes.len());
        ensure!(
            sizes.iter().sum::<i64>() + 1 == b.num_operands(self.op()) as i64,
            "expects the operand segments to cover the operands"
        );
        Ok(())
    }
}

impl BranchOp for IndirectBrOp {
    fn successor_operands(&self, b: &Body, successor: usize) -> Range<usize> {
        let sizes = self.sizes(b);
        let size = |i: usize| sizes.get(i).and_then(|&n| usize::try_from(n).ok()).unwrap_or(0);
        let start = 1 + (0..successor).map(size).sum::<usize>();
        start..(start + size(successor)).min(b.num_operands(self.op()))
    }
    fn case_segments(&self) -> Option<&'static str> {
        Some("indbr_operand_segments")
    }
}

impl CustomAsm for IndirectBrOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let op = self.op();
        p.text(" ").value(self.addr(b)).text(" : ").type_of(self.addr(b)).text(", [");
        for (i, &block) in self.successors(b).iter().enumerate() {
            let passed: Vec<Value> = self.successor_operands(b, i).map(|k| b.operand(op, k)).collect();
            p.text(if i == 0 { "" } else { "," }).indented_newline().successor(block, &passed);
        }
        if !self.successors(b).is_empty() {
            p.indented_newline();
        }
        p.text("]").attr_dict(op, &["indbr_operand_segments"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let addr = p.operand()?;
        let ty = p.colon_type()?;
        let addr = p.resolve(addr, ty)?;
        state.operands.push(addr);
        p.expect(",")?;
        p.expect("[")?;
        let mut sizes = Vec::new();
        p.list_until("]", |p| {
            let (block, args) = p.successor_with_args()?;
            state.successors.push(block);
            sizes.push(args.len() as i32);
            state.operands.extend(args);
            Ok(())
        })?;
        state.set_attr(cx, "indbr_operand_segments", cx.i32_array(&sizes));
        p.attr_dict(state)
    }
}
