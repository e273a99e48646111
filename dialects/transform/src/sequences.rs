//! Ops that run other transform ops.

use strata_func::function_syntax;
use strata_ir::{
    core::{VerifySymbolUses, symbols::SymbolScope},
    prelude::*,
};

use crate::{
    attrs::FailurePropagation,
    directives::SEQUENCE_OPERANDS,
    effects::{HandleEffects, PayloadAccess, consumed_in, handle_effects, memory_effects},
    top_level::{PossibleTopLevel, verify_top_level},
    types::{AnyHandleOrParam, OpHandle},
};

/// The attribute of a module whose named sequences may be run.
pub const WITH_NAMED_SEQUENCE: &str = "transform.with_named_sequence";
/// The attribute of an argument that is consumed.
pub const CONSUMED: &str = "transform.consumed";
/// The attribute of an argument that is only read.
pub const READONLY: &str = "transform.readonly";

/// A sequence of transform ops with a name; without a body it is a declaration.
#[op(
    name = "transform.named_sequence",
    traits = [IsolatedFromAbove, Symbol, FunctionLike],
    interfaces = [Verify, VerifyRegions, CallableOp],
    custom_asm,
)]
pub struct NamedSequenceOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// Types of the arguments and results.
    pub function_type: Attr<FunctionTypeAttr>,
    /// `"private"`, `"nested"` or `"public"`, which is also the default.
    pub sym_visibility: OptAttr<StringAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// The ops; the arguments are those of its block.
    pub body: AnyRegion,
}

impl NamedSequenceOp {
    /// The type of the function; works from both sides.
    pub fn ty(self, b: &Body) -> &FunctionType {
        function_syntax::function_type(b, self.op())
    }
    /// The name; works from both sides.
    pub fn name(self, b: &Body) -> &str {
        b.attr(self.op(), "sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("")
    }
    /// Its only block, with the body that holds it; `None` for a declaration.
    pub fn block(self, b: &Body) -> Option<(&Body, Block)> {
        let (inner, op) = b.inner(self.op());
        let block = *inner.blocks(*inner.regions(op).first()?).first()?;
        Some((inner, block))
    }
    /// Whether an argument has an attribute; works from both sides.
    pub fn arg_has(self, b: &Body, arg: usize, attr: &str) -> bool {
        function_syntax::dict_at(b, self.op(), "arg_attrs", arg).iter().any(|e| b.cx().str(e.0) == attr)
    }
}

impl CallableOp for NamedSequenceOp {
    fn signature(&self, b: &Body) -> (Vec<Type>, Vec<Type>) {
        let ty = self.ty(b);
        (ty.inputs.clone(), ty.results.clone())
    }
}

impl Verify for NamedSequenceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let ty = self.ty(b);
        function_syntax::verify(b, self.op(), &ty.inputs, &ty.results)?;
        for i in 0..ty.inputs.len() {
            ensure!(
                !(self.arg_has(b, i, CONSUMED) && self.arg_has(b, i, READONLY)),
                "argument #{i} cannot be both readonly and consumed"
            );
        }
        Ok(())
    }
}

impl VerifyRegions for NamedSequenceOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let Some((inner, block)) = self.block(b) else { return Ok(()) };
        let Some(last) = inner.last_op(block).filter(|op| op.isa::<YieldOp>(inner)) else {
            return Err(VerifyError::from(format!("expected '{}' as terminator", YieldOp::NAME)));
        };
        let results = &self.ty(b).results;
        let n = inner.num_operands(last);
        ensure!(
            n == results.len(),
            "expected terminator to have as many operands as the parent op has results"
        );
        for (i, (ty, &want)) in inner.operand_types(last).zip(results).enumerate() {
            ensure!(
                ty == want,
                "the type of the terminator operand #{i} must match the type of the corresponding parent op result"
            );
        }
        let args = inner.block_args(block);
        for (i, &arg) in args.iter().enumerate() {
            let is_consumed = consumed_in(inner, arg);
            if is_consumed && !self.arg_has(b, i, CONSUMED) {
                return Err(VerifyError::bare(format!(
                    "argument #{i} is consumed in the body but is not marked as such"
                )));
            }
        }
        Ok(())
    }
}

impl CustomAsm for NamedSequenceOp {
    fn print(&self, p: &mut Printer<'_>) {
        function_syntax::print_typed(p, self.op());
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        function_syntax::parse_typed(p, state)
    }
}

/// Runs a named sequence.
#[op(
    name = "transform.include",
    interfaces = [VerifySymbolUses, CallOp],
    asm = "$target `failures` `(` $failure_propagation_mode `)` `(` $operands `)` attr-dict `:` functional-type($operands, $results)",
)]
pub struct IncludeOp {
    /// The named sequence.
    pub target: Attr<SymbolRefAttr>,
    /// Whether failures that may be silenced end it.
    pub failure_propagation_mode: Attr<FailurePropagation>,
    /// Arguments.
    pub operands: Variadic<AnyHandleOrParam>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for each result.
    pub res_attrs: OptAttr<DictArray>,
    /// The results.
    pub results: VariadicRes<AnyHandleOrParam>,
}

impl CallOp for IncludeOp {
    fn callee(&self, b: &Body) -> Option<Attr> {
        b.attr_slot(self.op(), 0)
    }
    fn arguments(&self, b: &Body) -> SmallVec<[Value; 4]> {
        b.operands(self.op()).collect()
    }
}

impl VerifySymbolUses for IncludeOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        let cx = b.cx();
        let Some(target) = b.attr_slot(self.op(), 0) else { return Ok(()) };
        let found = symbols.lookup(cx, target);
        let Some((body, callee)) =
            found.and_then(|(body, op)| Some((body, op.as_op::<NamedSequenceOp>(body)?)))
        else {
            return Err("does not reference a named transform sequence".into());
        };
        let ty = callee.ty(body);
        let (inputs, results) = (&ty.inputs, &ty.results);
        ensure!(inputs.len() == b.num_operands(self.op()), "incorrect number of operands for callee");
        for (i, (have, want)) in b.operand_types(self.op()).zip(inputs).enumerate() {
            ensure!(
                have == *want,
                "operand type mismatch: expected operand type {}, but provided {} for operand number {i}",
                cx.type_to_string(*want),
                cx.type_to_string(have)
            );
        }
        ensure!(results.len() == b.results(self.op()).len(), "incorrect number of results for callee");
        for (i, (have, want)) in b.result_types(self.op()).zip(results).enumerate() {
            ensure!(
                have == *want,
                "type of result #{i} must implement the same transform dialect interface as the corresponding callee result"
            );
        }
        Ok(())
    }
}

/// Runs its ops on a payload op.
#[op(
    name = "transform.sequence",
    traits = [AttrSizedOperandSegments, SingleBlock, ImplicitTerminator],
    interfaces = [HandleEffects, MemoryEffects, Verify, VerifyRegions, ImplicitTerminatorName, DefaultDialect],
    facts = [PossibleTopLevel],
    asm = "custom<SEQUENCE_OPERANDS>($root, $extra_bindings) (`->` type($results)^)? `failures` `(` $failure_propagation_mode `)` attr-dict-with-keyword regions",
)]
pub struct SequenceOp {
    /// The payload op that it works on.
    pub root: OptOperand<OpHandle>,
    /// The objects that the arguments after the first stand for.
    pub extra_bindings: Variadic<AnyHandleOrParam>,
    /// Whether failures that may be silenced end it.
    pub failure_propagation_mode: Attr<FailurePropagation>,
    /// The ops of one iteration.
    pub body: SingleBlockRegion,
    /// The results.
    pub results: VariadicRes<OpHandle>,
}

/// Runs its ops for each object of handles.
#[op(
    name = "transform.foreach",
    traits = [SingleBlock, ImplicitTerminator],
    interfaces = [HandleEffects, MemoryEffects, Verify, VerifyRegions, ImplicitTerminatorName],
    asm = "$targets oilist(`with_zip_shortest` $with_zip_shortest) `:` type($targets) (`->` type($results)^)? $body attr-dict",
)]
pub struct ForeachOp {
    /// The payload objects, each walked in step with the others.
    pub targets: Variadic<AnyHandleOrParam>,
    /// The shortest handle ends the loop.
    pub with_zip_shortest: OptAttr<UnitAttr>,
    /// The ops of one iteration.
    pub body: SingleBlockRegion,
    /// The results.
    pub results: VariadicRes<AnyHandleOrParam>,
}

/// Runs the first of its regions that succeeds; the others leave no trace.
#[op(
    name = "transform.alternatives",
    traits = [IsolatedFromAbove, SingleBlock, ImplicitTerminator],
    interfaces = [HandleEffects, MemoryEffects, Verify, VerifyRegions, ImplicitTerminatorName],
    facts = [PossibleTopLevel],
    asm = "($scope^ `:` type($scope))? (`->` type($results)^)? attr-dict-with-keyword regions",
)]
pub struct AlternativesOp {
    /// The op that is restored after a failure.
    pub scope: OptOperand<OpHandle>,
    /// Attempts, the first of which that succeeds counts.
    pub alternatives: VariadicRegion,
    /// The results.
    pub results: VariadicRes<OpHandle>,
}

/// Ends a sequence and passes handles on.
#[op(
    name = "transform.yield",
    traits = [Terminator],
    interfaces = [MemoryEffects],
    asm = "($operands^)? attr-dict (`:` type($operands)^)?",
)]
pub struct YieldOp {
    /// The values.
    pub operands: Variadic<AnyHandleOrParam>,
}

impl MemoryEffects for YieldOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.extend(b.operands(self.op()).map(|v| Effect { kind: EffectKind::Read, on: Some(v) }));
    }
}

macro_rules! with_body {
    ($($op:ty),*) => {$(
        impl ImplicitTerminatorName for $op {
            fn implicit_terminator(&self) -> &'static str {
                YieldOp::NAME
            }
        }
        impl VerifyRegions for $op {
            fn verify_regions(&self, b: &Body) -> VerifyResult {
                yields_results(b, self.op())
            }
        }
    )*};
}
with_body!(SequenceOp, ForeachOp, AlternativesOp);

impl DefaultDialect for SequenceOp {
    fn default_dialect(&self) -> &'static str {
        "transform"
    }
}

/// The block of each region of an op, with the body that holds them.
fn region_blocks(b: &Body, op: Op) -> (&Body, Vec<Block>) {
    let (inner, op) = b.inner(op);
    (inner, inner.regions(op).iter().filter_map(|&r| inner.blocks(r).first().copied()).collect())
}

/// Every region yields values of the types of the results.
pub(crate) fn yields_results(b: &Body, op: Op) -> VerifyResult {
    let (inner, blocks) = region_blocks(b, op);
    // Results of an isolated op are seen only from outside of it.
    if b.has_trait(op, Trait::IsolatedFromAbove) && !b.is_shell(op) {
        return Ok(());
    }
    for block in blocks {
        let Some(last) = inner.last_op(block).filter(|op| op.isa::<YieldOp>(inner)) else { continue };
        ensure!(
            inner.num_operands(last) == b.results(op).len(),
            "expects the same number of results as the terminator has operands"
        );
        for (i, (ty, want)) in inner.operand_types(last).zip(b.result_types(op)).enumerate() {
            ensure!(
                ty == want,
                "expects the type of the terminator operand to match the type of the result #{i}"
            );
        }
    }
    Ok(())
}

impl Verify for SequenceOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_top_level(b, self.op())?;
        let args = b.block_args(self.body_block(b));
        let extra = self.extra_bindings(b).len();
        if self.root(b).is_some() && extra + 1 != args.len() {
            return Err(
                "expects the types of the entry block arguments to match those of the operands".into()
            );
        }
        for (v, &arg) in b.operands(self.op()).zip(args) {
            ensure!(
                b.ty(v) == b.ty(arg),
                "expects the type of the block argument to match the type of the operand"
            );
        }
        Ok(())
    }
}

impl Verify for ForeachOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (_, blocks) = region_blocks(b, self.op());
        let args = blocks.first().map_or(&[][..], |&block| b.block_args(block));
        let targets = self.targets(b);
        ensure!(
            targets.len() == args.len(),
            "expects the same number of targets as the body has block arguments"
        );
        for (target, &arg) in targets.zip(args) {
            ensure!(
                b.ty(target) == b.ty(arg),
                "expects co-indexed targets and the body's block arguments to have the same op/value/param type"
            );
        }
        Ok(())
    }
}

impl Verify for AlternativesOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (inner, op) = b.inner(self.op());
        ensure!(!inner.regions(op).is_empty(), "expects at least one alternative");
        Ok(())
    }
}

/// The operands whose block arguments are consumed in the body.
pub(crate) fn consumed_arguments(b: &Body, op: Op) -> SmallVec<[usize; 2]> {
    let (_, blocks) = region_blocks(b, op);
    let args = blocks.first().map_or(&[][..], |&block| b.block_args(block));
    (0..b.num_operands(op)).filter(|&i| args.get(i).is_some_and(|&a| consumed_in(b, a))).collect()
}

impl HandleEffects for SequenceOp {
    fn consumed(&self, b: &Body) -> SmallVec<[usize; 2]> {
        consumed_arguments(b, self.op())
    }
    fn payload(&self, _: &Body) -> PayloadAccess {
        PayloadAccess::Modifies
    }
}

impl HandleEffects for ForeachOp {
    fn consumed(&self, b: &Body) -> SmallVec<[usize; 2]> {
        consumed_arguments(b, self.op())
    }
    fn payload(&self, _: &Body) -> PayloadAccess {
        PayloadAccess::Modifies
    }
}
memory_effects!(SequenceOp, ForeachOp);
handle_effects! {
    all, Modifies: AlternativesOp;
}
