//! `pdl.pattern` and `pdl.rewrite`.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;

use crate::{
    OperandOp, OperandsOp, OperationOp, ResultOp, ResultsOp,
    types::{AnyHandle, OperationHandle},
};

attr_constraint! {
    /// `n : i16`, not negative.
    Benefit: IntegerAttr = "16-bit signless integer attribute whose value is non-negative", |a, cx| {
        cx.attr_type(a) == Some(cx.i16()) && cx.attr_i64(a).is_some_and(|n| n >= 0)
    }, form AttrForm::ImpliedType(Context::i16);
}

/// A pattern.
#[op(
    name = "pdl.pattern",
    traits = [IsolatedFromAbove, SingleBlock, Symbol],
    interfaces = [VerifyRegions, DefaultDialect],
    asm = "($sym_name^)? `:` `benefit` `(` $benefit `)` attr-dict-with-keyword $bodyRegion",
)]
pub struct PatternOp {
    /// How good it is to apply it; of several patterns, the best is tried first.
    pub benefit: Attr<Benefit>,
    /// Its name.
    pub sym_name: OptAttr<SymbolName>,
    /// The ops that are matched, and the rewrite at the end.
    #[ir_name = "bodyRegion"]
    pub body_region: SingleBlockRegion,
}

impl DefaultDialect for PatternOp {
    fn default_dialect(&self) -> &'static str {
        "pdl"
    }
}

impl VerifyRegions for PatternOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let block = b.regions(self.op()).first().and_then(|&r| b.blocks(r).first().copied());
        let Some(block) = block else { return Ok(()) };
        let Some(last) = b.last_op(block) else { return Ok(()) };
        if last.as_op::<RewriteOp>(b).is_none() {
            let error = VerifyError::from("expected body to terminate with `pdl.rewrite`");
            return Err(error.note(b.loc(last), "see terminator defined here"));
        }
        if let Some(other) = b.all_ops().into_iter().find(|&op| !b.op_name(op).starts_with("pdl.")) {
            let error = VerifyError::from("expected only `pdl` operations within the pattern body");
            return Err(error.note(b.loc(other), "see non-`pdl` operation defined here"));
        }
        let ops: Vec<Op> = b.block_ops(block).collect();
        ensure!(
            ops.iter().any(|op| op.as_op::<OperationOp>(b).is_some()),
            "the pattern must contain at least one `pdl.operation`"
        );
        let parts: Vec<Op> = ops.into_iter().filter(|&op| is_part(b, op)).collect();
        let connected = connected(b, block, parts[0]);
        if let Some(&other) = parts.iter().find(|part| !connected.contains(part)) {
            let error = VerifyError::from("the operations must form a connected component");
            return Err(error.note(b.loc(other), "see a disconnected value / operation here"));
        }
        Ok(())
    }
}

/// Whether an op stands for an op or values of the program.
fn is_part(b: &Body, op: Op) -> bool {
    op.as_op::<OperandOp>(b).is_some()
        || op.as_op::<OperandsOp>(b).is_some()
        || op.as_op::<ResultOp>(b).is_some()
        || op.as_op::<ResultsOp>(b).is_some()
        || op.as_op::<OperationOp>(b).is_some()
}

/// The ops of the block that are reached from `start`, by operands and users.
fn connected(b: &Body, block: Block, start: Op) -> FxHashSet<Op> {
    let mut seen = FxHashSet::default();
    let mut todo = vec![start];
    while let Some(op) = todo.pop() {
        if b.parent_block(op) != Some(block) || op.as_op::<RewriteOp>(b).is_some() || !seen.insert(op) {
            continue;
        }
        if let Some(operation) = op.as_op::<OperationOp>(b) {
            todo.extend(operation.operand_values(b).filter_map(|v| b.def_op(v)));
        } else if op.as_op::<ResultOp>(b).is_some() || op.as_op::<ResultsOp>(b).is_some() {
            todo.extend(b.def_op(b.operand(op, 0)));
        }
        todo.extend(b.results(op).iter().flat_map(|&r| b.users(r)));
    }
    seen
}

/// The change that a pattern makes.
#[op(
    name = "pdl.rewrite",
    traits = [Terminator, NoTerminator, NoRegionArguments, SingleBlock, AttrSizedOperandSegments],
    interfaces = [VerifyRegions, DefaultDialect],
    parents = ["pdl.pattern"],
    asm = "($root^)? (`with` $name^ (`(` $externalArgs^ `:` type($externalArgs) `)`)?)? ($bodyRegion^)? attr-dict-with-keyword",
)]
pub struct RewriteOp {
    /// The op that the pattern starts from.
    pub root: OptOperand<OperationHandle>,
    /// The registered function that makes the change.
    pub name: OptAttr<StringAttr>,
    /// The arguments of the function.
    #[ir_name = "externalArgs"]
    pub external_args: Variadic<AnyHandle>,
    /// The change, if no function makes it.
    #[ir_name = "bodyRegion"]
    pub body_region: AnyRegion,
}

impl DefaultDialect for RewriteOp {
    fn default_dialect(&self) -> &'static str {
        "pdl"
    }
}

impl VerifyRegions for RewriteOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let empty = b.regions(self.op()).iter().all(|&r| b.blocks(r).is_empty());
        if b.attr(self.op(), "name").is_some() {
            ensure!(empty, "expected rewrite region to be empty when rewrite is external");
            return Ok(());
        }
        ensure!(!empty, "expected rewrite region to be non-empty if external name is not specified");
        ensure!(
            self.external_args(b).len() == 0,
            "expected no external arguments when the rewrite is specified inline"
        );
        Ok(())
    }
}
