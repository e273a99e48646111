//! An op that finds ops of the payload by a definition of `irdl`.

use strata_ir::prelude::*;
use strata_irdl::{AttributeOp, DialectOp, OperationOp, TypeOp};

use crate::{
    effects::{HandleEffects, handle_effects},
    types::OpHandle,
};

/// Finds the ops whose operands, results, attributes and regions are as the only op of a dialect defines them, whatever their names are.
#[op(
    name = "transform.irdl.collect_matching",
    traits = [NoTerminator, SymbolTable],
    interfaces = [HandleEffects, MemoryEffects, VerifyRegions],
    asm = "`in` $root `:` functional-type(operands, results) attr-dict-with-keyword regions",
)]
pub struct IRDLCollectMatchingOp {
    /// The payload ops in which it looks for them, and which may be among them.
    pub root: Operand<OpHandle>,
    /// The dialect.
    pub body: SingleBlockRegion,
    /// The ops.
    pub matched: Res<OpHandle>,
}

impl IRDLCollectMatchingOp {
    /// The dialect that defines the op.
    pub fn dialect<'b>(&self, b: &'b Body) -> Option<&'b Body> {
        let op = b.region_ops(self.body(b)).next()?;
        b.child(op).filter(|child| child.self_as::<DialectOp>().is_some())
    }
}

handle_effects! { none, Reads: IRDLCollectMatchingOp; }

impl VerifyRegions for IRDLCollectMatchingOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        ensure!(b.region_ops(self.body(b)).count() == 1, "expects a single operation in the body");
        let dialect = self.dialect(b);
        let dialect =
            dialect.ok_or_else(|| format!("expects the body operation to be {}", DialectOp::NAME))?;
        let ops: Vec<Op> = dialect.regions(Op::SELF).iter().flat_map(|&r| dialect.region_ops(r)).collect();
        let count = ops.iter().filter(|op| op.isa::<OperationOp>(dialect)).count();
        ensure!(count == 1, "expects IRDL to contain exactly one operation");
        let others = ops.iter().any(|op| op.isa::<TypeOp>(dialect) || op.isa::<AttributeOp>(dialect));
        ensure!(!others, "IRDL types and attributes are not yet supported");
        Ok(())
    }
}
