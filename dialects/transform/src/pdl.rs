//! Ops that find ops of the payload by patterns of `pdl`.

use strata_ir::prelude::*;
use strata_pdl::PatternOp;

use crate::{
    effects::{HandleEffects, PayloadAccess, handle_effects, memory_effects},
    sequences::consumed_arguments,
    top_level::{PossibleTopLevel, verify_top_level},
    types::OpHandle,
};

/// Finds the ops that a pattern matches.
#[op(
    name = "transform.pdl_match",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$pattern_name `in` $root attr-dict `:` functional-type(operands, results)",
)]
pub struct PdlMatchOp {
    /// The payload ops in which it looks for them.
    pub root: Operand<OpHandle>,
    /// The name of the pattern.
    pub pattern_name: Attr<SymbolRefAttr>,
    /// The ops.
    pub matched: Res<OpHandle>,
}

/// Has patterns, and an op that is run with them.
#[op(
    name = "transform.with_pdl_patterns",
    traits = [NoTerminator, SymbolTable],
    interfaces = [HandleEffects, MemoryEffects, Verify, VerifyRegions, DefaultDialect],
    facts = [PossibleTopLevel],
    asm = "($root^ `:` type($root))? attr-dict-with-keyword regions",
)]
pub struct WithPdlPatternsOp {
    /// The payload op that the op works on.
    pub root: OptOperand<OpHandle>,
    /// The patterns and the op.
    pub body: SingleBlockRegion,
}

impl DefaultDialect for WithPdlPatternsOp {
    fn default_dialect(&self) -> &'static str {
        "transform"
    }
}

impl Verify for WithPdlPatternsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_top_level(b, self.op())
    }
}

impl VerifyRegions for WithPdlPatternsOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let mut found: Option<Op> = None;
        for op in b.region_ops(self.body(b)).into_iter().filter(|op| !op.isa::<PatternOp>(b)) {
            if !op.implements::<dyn PossibleTopLevel>(b) {
                let error = VerifyError::from("expects only pattern and top-level transform ops in its body");
                return Err(error.note(b.loc(op), "offending op"));
            }
            if let Some(first) = found {
                return Err(VerifyError::from("expects only one non-pattern op in its body")
                    .note(b.loc(first), "first non-pattern op")
                    .note(b.loc(op), "second non-pattern op"));
            }
            found = Some(op);
        }
        let outer = std::iter::successors(b.parent_op(self.op()), |&outer| b.parent_op(outer));
        if let Some(outer) = outer.into_iter().find(|outer| outer.isa::<Self>(b)) {
            return Err(VerifyError::from("cannot be nested").note(b.loc(outer), "parent operation"));
        }
        ensure!(found.is_some(), "expects at least one non-pattern op");
        Ok(())
    }
}

impl HandleEffects for WithPdlPatternsOp {
    fn consumed(&self, b: &Body) -> SmallVec<[usize; 2]> {
        consumed_arguments(b, self.op())
    }
    fn payload(&self, _: &Body) -> PayloadAccess {
        PayloadAccess::Modifies
    }
}
memory_effects!(WithPdlPatternsOp);
handle_effects! {
    none, Reads: PdlMatchOp;
}
