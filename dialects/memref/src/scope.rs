//! `memref.alloca_scope` and `memref.alloca_scope.return`.

use strata_ir::{prelude::*, text::RegionStyle};

/// Executes its region once; buffers that it allocates on the stack are freed at its end.
#[op(
    name = "memref.alloca_scope",
    traits = [SingleBlock, ImplicitTerminator, AutomaticAllocationScope, RecursiveMemoryEffects],
    interfaces = [Verify, VerifyRegions, ImplicitTerminatorName, RegionBranchOp, Canonicalize],
    custom_asm,
)]
pub struct AllocaScopeOp {
    /// The values that the region returns.
    pub results: VariadicRes<AnyType>,
    /// The code of the scope.
    #[ir_name = "bodyRegion"]
    pub body_region: AnyRegion,
}

/// Ends the region of `memref.alloca_scope`.
#[op(
    name = "memref.alloca_scope.return",
    traits = [Pure, ReturnLike, Terminator],
    parents = ["memref.alloca_scope"],
    asm = "attr-dict ($results^ `:` type($results))?",
)]
pub struct AllocaScopeReturnOp {
    /// The results of the scope.
    pub results: Variadic<AnyType>,
}

impl ImplicitTerminatorName for AllocaScopeOp {
    fn implicit_terminator(&self) -> &'static str {
        "memref.alloca_scope.return"
    }
}

impl AllocaScopeOp {
    /// The end of the region.
    pub fn end(self, b: &Body) -> Option<AllocaScopeReturnOp> {
        let &[block] = b.blocks(self.body_region(b)) else { return None };
        b.terminator(block)?.as_op(b)
    }
}

impl RegionBranchOp for AllocaScopeOp {}

impl Verify for AllocaScopeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let args = b.blocks(self.body_region(b)).first().map_or(0, |&block| b.block_args(block).len());
        ensure!(args == 0, "region should have no arguments");
        Ok(())
    }
}
impl VerifyRegions for AllocaScopeOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let Some(end) = self.end(b) else { return Ok(()) };
        verify_region_results(b, self.op(), 0, end.op())
    }
}

impl CustomAsm for AllocaScopeOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let results: Vec<Type> = b.result_types(self.op()).collect();
        // Upstream prints two spaces here.
        p.text(" ");
        if !results.is_empty() {
            p.text(" -> (").types(results.iter().copied()).text(")");
        }
        let style =
            if results.is_empty() { RegionStyle::NO_ARGS_NO_TERMINATOR } else { RegionStyle::NO_ARGS };
        p.text(" ").region(self.body_region(b), style).attr_dict(self.op(), &[]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        state.result_types.extend(p.arrow_types_opt()?);
        p.region(state, &[])?;
        p.attr_dict(state)
    }
}

impl Canonicalize for AllocaScopeOp {
    /// Inlines a scope that allocates nothing, or that is followed only by the end of another scope.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let end = self.end(rw)?;
        let region = self.body_region(rw);
        if !last_in_scope(*self, rw) && may_allocate(rw, region) {
            return hoist(*self, rw);
        }
        let &[block] = rw.blocks(region) else { return None };
        let values: Vec<Value> = end.results(rw).collect();
        rw.erase_op(end);
        let at = InsertPoint::before(rw, self.op());
        rw.inline_block_before(block, at, &[]);
        rw.replace_op(*self, &values);
        Some(())
    }
}

/// Whether something in a region may allocate on the stack until the scope around it ends. An op of which no effects
/// are known may.
fn may_allocate(b: &Body, region: Region) -> bool {
    let mut left: Vec<Op> = b.region_ops(region).collect();
    while let Some(op) = left.pop() {
        let info = b.info(op);
        let effects = [
            Trait::RecursiveMemoryEffects,
            Trait::Pure,
            Trait::NoMemoryEffect,
            Trait::MemRead,
            Trait::MemWrite,
            Trait::MemFree,
        ];
        let known = effects.iter().any(|&t| info.has(t)) || op.cast::<dyn MemoryEffects>(b).is_some();
        if !known || op.isa::<crate::AllocaOp>(b) {
            return true;
        }
        if !info.has(Trait::AutomaticAllocationScope) {
            left.extend(b.regions(op).iter().flat_map(|&r| b.region_ops(r)));
        }
    }
    false
}

/// Whether nothing but the terminator of its block comes after an op.
fn is_last(op: Op, b: &Body) -> bool {
    b.next_op(op).is_some_and(|next| b.next_op(next).is_none())
}

/// Moves allocations to the enclosing scope, if that scope ends right after the ops in between.
fn hoist(scope: AllocaScopeOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let is_scope = |b: &Body, op: Op| b.info(op).has(Trait::AutomaticAllocationScope);
    let mut top = rw.parent_op(scope.op())?;
    if is_scope(rw, top) || !is_last(scope.op(), rw) || top == Op::SELF || !is_last(top, rw) {
        return None;
    }
    loop {
        let parent = rw.parent_op(top)?;
        if is_scope(rw, parent) {
            break;
        }
        if parent == Op::SELF || !is_last(parent, rw) {
            return None;
        }
        top = parent;
    }
    let region = scope.body_region(rw);
    let visible = |b: &Body, v: Value| {
        let block = match b.def(v) {
            Def::Result { op, .. } => b.parent_block(op),
            Def::Arg { block, .. } => Some(block),
            Def::Forward => None,
        };
        // Nothing that is defined in one of the ops between can be used before them.
        let mut at = block.and_then(|block| b.block_parent(block)).and_then(|r| b.region_parent(r));
        while let Some(op) = at {
            if op == top {
                return false;
            }
            at = b.parent_op(op);
        }
        block.is_some()
    };
    let allocas = rw.region_ops(region).filter(|op| op.isa::<crate::AllocaOp>(rw));
    let found: Vec<Op> = allocas.filter(|&op| rw.operands(op).all(|v| visible(rw, v))).collect();
    if found.is_empty() {
        return None;
    }
    for alloca in found {
        let at = InsertPoint::before(rw, top);
        rw.move_op(alloca, at);
    }
    Some(())
}

/// Whether only the end of a scope comes after the op.
fn last_in_scope(op: AllocaScopeOp, b: &Body) -> bool {
    let parent = b.parent_op(op.op());
    let is_scope = parent.is_some_and(|p| b.info(p).has(Trait::AutomaticAllocationScope));
    is_scope && b.next_op(op.op()).is_some_and(|next| b.next_op(next).is_none())
}
