//! Control flow, and the record of a match.

use strata_ir::{prelude::*, text::RegionStyle};
use strata_pdl::types::{AnyHandle, OperationHandle, range};

use crate::{attrs::Benefit, navigate::Ranges};

/// Goes to a block.
#[op(name = "pdl_interp.branch", traits = [Pure, Terminator], asm = "$dest attr-dict")]
pub struct BranchOp {
    /// The block.
    pub dest: Successor,
}

/// Ends an iteration.
#[op(name = "pdl_interp.continue", traits = [Pure, Terminator], parents = ["pdl_interp.foreach"], asm = "attr-dict")]
pub struct ContinueOp {}

/// Ends a function.
#[op(name = "pdl_interp.finalize", traits = [Pure, Terminator], asm = "attr-dict")]
pub struct FinalizeOp {}

/// Runs its region for each element of a range, then goes to a block.
#[op(name = "pdl_interp.foreach", traits = [Terminator], interfaces = [Verify], custom_asm)]
pub struct ForEachOp {
    /// The range.
    pub values: Operand<Ranges>,
    /// The work, with an argument for the element.
    pub region: AnyRegion,
    /// The block that follows.
    pub successor: Successor,
}

impl Verify for ForEachOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let entry = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first());
        let args = entry.map_or(&[][..], |&entry| b.block_args(entry));
        let [arg] = args else { return Err("requires exactly one argument".into()) };
        ensure!(
            range(b.cx(), b.ty(*arg)) == b.ty(self.values(b)),
            "operand must be a range of loop variable type"
        );
        Ok(())
    }
}

impl CustomAsm for ForEachOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let region = self.region(b);
        p.text(" ");
        if let Some(&arg) = b.blocks(region).first().and_then(|&entry| b.block_args(entry).first()) {
            p.value(arg).text(" : ").type_of(arg);
        }
        p.text(" in ").value(self.values(b)).text(" ").region(region, RegionStyle::NO_ARGS);
        p.attr_dict(self.op(), &[]).text(" -> ");
        if let Some(&successor) = b.successors(self.op()).first() {
            p.block(successor);
        }
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let arg = p.block_arg()?;
        p.expect("in")?;
        let values = p.operand()?;
        let ty = range(p.cx(), arg.ty);
        let values = p.resolve(values, ty)?;
        state.operands.push(values);
        p.region(state, &[arg])?;
        p.attr_dict(state)?;
        p.expect("->")?;
        let successor = p.successor()?;
        state.successors.push(successor);
        Ok(())
    }
}

/// Records a match with what its rewriter needs, and goes on.
#[op(
    name = "pdl_interp.record_match",
    traits = [Terminator, AttrSizedOperandSegments],
    asm = "$rewriter (`(` $inputs^ `:` type($inputs) `)`)? `:` `benefit` `(` $benefit `)` `,` (`generatedOps` `(` $generatedOps^ `)` `,`)? `loc` `(` `[` $matchedOps `]` `)` (`,` `root` `(` $rootKind^ `)`)? attr-dict `->` $dest",
)]
pub struct RecordMatchOp {
    /// The arguments of the rewriter.
    pub inputs: Variadic<AnyHandle>,
    /// The ops that were matched.
    #[ir_name = "matchedOps"]
    pub matched_ops: Variadic<OperationHandle>,
    /// The rewriter.
    pub rewriter: Attr<SymbolRefAttr>,
    /// The name of the root op, if it is known.
    #[ir_name = "rootKind"]
    pub root_kind: OptAttr<StringAttr>,
    /// The names of ops that the rewriter may create.
    #[ir_name = "generatedOps"]
    pub generated_ops: OptAttr<StrArray>,
    /// How good it is to apply the pattern.
    pub benefit: Attr<Benefit>,
    /// The block that follows.
    pub dest: Successor,
}
