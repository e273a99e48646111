//! `llvm.call_intrinsic` and `llvm.inline_asm`: intrinsics by name, and inline assembly.

use strata_ir::prelude::*;

use super::{
    bundle::{parse_bundles, print_bundles, verify_bundles},
    call::{parse_signature, print_signature},
};
use crate::{
    attrs::{AsmDialect, FastmathFlags, TailCallKind},
    constraints::*,
};

/// Calls an intrinsic by its name.
#[op(
    name = "llvm.call_intrinsic",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    custom_asm,
)]
pub struct CallIntrinsicOp {
    /// Its name.
    pub intrin: Attr<StringAttr>,
    /// Its arguments.
    pub args: Variadic<LlvmType>,
    /// Fast-math flags.
    #[ir_name = "fastmathFlags"]
    pub fastmath_flags: DefaultAttr<FastmathFlags>,
    /// Operands of bundles.
    pub op_bundle_operands: Variadic<LlvmType>,
    /// The number of operands of each bundle.
    pub op_bundle_sizes: DefaultAttr<I32Array>,
    /// Names of the bundles.
    pub op_bundle_tags: OptAttr<ArrayAttr>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for the result.
    pub res_attrs: OptAttr<DictArray>,
    /// The result.
    pub results: OptRes<LlvmType>,
}

impl CallIntrinsicOp {
    /// Calls an intrinsic that has no bundles.
    pub fn create(b: &mut Builder<'_>, name: &str, args: &[Value], result: Option<Type>) -> Op {
        let cx = b.cx_arc().clone();
        let mut state = OpState::new(Self::info(), b.cur_loc());
        state.operands.extend(args.iter().copied());
        state.result_types.extend(result);
        state.set_attr(&cx, "intrin", cx.attr(StringAttr { value: name.into(), ty: None }));
        state.set_attr(&cx, "op_bundle_sizes", cx.i32_array(&[]));
        state.set_attr(&cx, "operandSegmentSizes", cx.i32_array(&[args.len() as i32, 0]));
        b.build(state)
    }
}

impl Verify for CallIntrinsicOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let name = b.attr(self.op(), "intrin").and_then(|a| cx.attr_str(a)).unwrap_or("");
        ensure!(name.starts_with("llvm."), "intrinsic name must start with 'llvm.'");
        verify_bundles(b, self.op(), self.op_bundle_operands(b).count())
    }
}

impl CustomAsm for CallIntrinsicOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let op = self.op();
        let args: Vec<Value> = self.args(b).collect();
        let bundled: Vec<Value> = self.op_bundle_operands(b).collect();
        p.text(" ").quoted(b.attr(op, "intrin").and_then(|a| b.cx().attr_str(a)).unwrap_or(""));
        p.text("(").values(args.iter().copied()).text(")");
        print_bundles(p, op, &bundled);
        p.attr_dict(op, &["intrin", "op_bundle_sizes", "op_bundle_tags", "arg_attrs", "res_attrs"])
            .text(" : ");
        print_signature(p, op, &args);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let name = p.string()?;
        state.set_attr(cx, "intrin", cx.attr(StringAttr { value: name, ty: None }));
        p.expect("(")?;
        let args = p.list_until(")", Parser::operand)?;
        let bundled = parse_bundles(p, state)?;
        let bundle_operands: Vec<Value> = state.operands.drain(..).collect();
        p.attr_dict(state)?;
        p.expect(":")?;
        let n = parse_signature(p, state, &args)?;
        state.operands.extend(bundle_operands);
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&[n as i32, bundled as i32]));
        Ok(())
    }
}

/// Assembly.
#[op(
    name = "llvm.inline_asm",
    interfaces = [Verify, MemoryEffects],
    asm = "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? (`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? (`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string `,` $constraints operands `:` functional-type(operands, results)",
)]
pub struct InlineAsmOp {
    /// The operands of the assembly text.
    pub operands: Variadic<LlvmType>,
    /// The text.
    pub asm_string: Attr<StringAttr>,
    /// The constraints of operands and results.
    pub constraints: Attr<StringAttr>,
    /// It has side effects.
    pub has_side_effects: OptAttr<UnitAttr>,
    /// It needs an aligned stack.
    pub is_align_stack: OptAttr<UnitAttr>,
    /// Whether it is a tail call.
    pub tail_call_kind: DefaultAttr<TailCallKind>,
    /// The dialect of the text.
    pub asm_dialect: OptAttr<AsmDialect>,
    /// One dictionary for each operand.
    pub operand_attrs: OptAttr<ArrayAttr>,
    /// The results of the assembly text.
    pub res: OptRes<LlvmType>,
}

impl MemoryEffects for InlineAsmOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        if b.attr(self.op(), "has_side_effects").is_some() {
            out.push(Effect { kind: EffectKind::Read, on: None });
            out.push(Effect { kind: EffectKind::Write, on: None });
        }
    }
}

impl Verify for InlineAsmOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let kind = b.attr(self.op(), "tail_call_kind").and_then(|a| b.cx().attr_as::<TailCallKind>(a));
        ensure!(
            kind.is_none_or(|k| *k != TailCallKind::MustTail),
            "tail call kind 'musttail' is not supported"
        );
        Ok(())
    }
}
