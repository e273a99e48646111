//! Exceptions: `llvm.invoke`, `llvm.landingpad` and `llvm.resume`.

use std::ops::Range;

use strata_ir::{core::interfaces::CallOp as CallLike, prelude::*};

use super::{
    bundle::{parse_bundles, print_bundles, verify_bundles},
    call::*,
    cast::BitcastOp,
};
use crate::{
    attrs::{CConv, LlvmFunctionTypeAttr},
    constraints::*,
    types::ArrayType,
};

/// Calls a function and branches to one of two blocks: when it returns, or when it throws.
#[op(
    name = "llvm.invoke",
    traits = [AttrSizedOperandSegments, Terminator],
    interfaces = [Verify, CallLike, BranchOp],
    custom_asm,
)]
pub struct InvokeOp {
    /// The type of a function that takes any number of arguments.
    pub var_callee_type: OptAttr<LlvmFunctionTypeAttr>,
    /// The name of the function.
    pub callee: OptAttr<FlatSymbolRef>,
    /// The address of the function where it has no name, and the arguments.
    pub callee_operands: Variadic<LlvmType>,
    /// One dictionary for each argument.
    pub arg_attrs: OptAttr<DictArray>,
    /// One dictionary for the result.
    pub res_attrs: OptAttr<DictArray>,
    /// Values for the first block.
    #[ir_name = "normalDestOperands"]
    pub normal_dest_operands: Variadic<LlvmType>,
    /// Values for the second block.
    #[ir_name = "unwindDestOperands"]
    pub unwind_dest_operands: Variadic<LlvmType>,
    /// The branch weights of the blocks.
    pub branch_weights: OptAttr<I32Array>,
    /// The calling convention.
    #[ir_name = "CConv"]
    pub cconv: DefaultAttr<CConv>,
    /// Operands of bundles.
    pub op_bundle_operands: Variadic<LlvmType>,
    /// The number of operands of each bundle.
    pub op_bundle_sizes: DefaultAttr<I32Array>,
    /// Names of the bundles.
    pub op_bundle_tags: OptAttr<ArrayAttr>,
    /// The block where it returns.
    #[ir_name = "normalDest"]
    pub normal_dest: Successor,
    /// The block where it throws.
    #[ir_name = "unwindDest"]
    pub unwind_dest: Successor,
    /// The result of the function.
    pub result: OptRes<LlvmType>,
}

impl CallLike for InvokeOp {
    fn callee(&self, b: &Body) -> Option<Attr> {
        b.attr(self.op(), "callee")
    }
    fn arguments(&self, b: &Body) -> SmallVec<[Value; 4]> {
        let indirect = usize::from(b.attr(self.op(), "callee").is_none());
        self.callee_operands(b).skip(indirect).collect()
    }
}

impl BranchOp for InvokeOp {
    fn successor_operands(&self, b: &Body, successor: usize) -> Range<usize> {
        b.operand_group(self.op(), successor + 1)
    }
}

impl Verify for InvokeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let operands: SmallVec<[Value; 4]> = self.callee_operands(b).collect();
        let indirect = usize::from(b.attr(self.op(), "callee").is_none()).min(operands.len());
        verify_variadic_callee(b, self.op(), &operands[indirect..])?;
        let first = b.first_op(self.unwind_dest(b));
        ensure!(first.is_some(), "must have at least one operation in unwind destination");
        ensure!(
            first.is_some_and(|op| op.isa::<LandingpadOp>(b)),
            "first operation in unwind destination should be a llvm.landingpad operation"
        );
        verify_bundles(b, self.op(), self.op_bundle_operands(b).count())
    }
}

impl CustomAsm for InvokeOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let op = self.op();
        let cconv = b.attr(op, "CConv").and_then(|a| b.cx().attr_as::<CConv>(a));
        if let Some(c) = cconv.filter(|c| **c != CConv::C) {
            p.text(" ").text(c.word());
        }
        let operands: Vec<Value> = self.callee_operands(b).collect();
        let normal: Vec<Value> = self.normal_dest_operands(b).collect();
        let unwind: Vec<Value> = self.unwind_dest_operands(b).collect();
        let bundled: Vec<Value> = self.op_bundle_operands(b).collect();
        let (address, args) = print_callee(p, op, &operands);
        p.text(" to ").successor(self.normal_dest(b), &normal);
        p.text(" unwind ").successor(self.unwind_dest(b), &unwind);
        print_variadic_callee(p, op);
        print_bundles(p, op, &bundled);
        p.attr_dict(op, CALL_SHOWN).text(" : ");
        if let Some(address) = address {
            p.type_of(address).text(", ");
        }
        print_signature(p, op, args);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let cconv = p.keyword_of(CConv::WORDS).and_then(CConv::from_word).unwrap_or(CConv::C);
        state.set_attr(cx, "CConv", cconv.attr(cx));
        let callee = parse_callee(p, state)?;
        p.expect("to")?;
        let (normal, normal_operands) = p.successor_with_args()?;
        p.expect("unwind")?;
        let (unwind, unwind_operands) = p.successor_with_args()?;
        state.successors.extend([normal, unwind]);
        parse_variadic_callee(p, state)?;
        let bundled = parse_bundles(p, state)?;
        let bundle_operands: Vec<Value> = state.operands.drain(..).collect();
        p.attr_dict(state)?;
        let n = parse_call_types(p, state, callee)?;
        let sizes = [n, normal_operands.len(), unwind_operands.len(), bundled].map(|n| n as i32);
        state.operands.extend(normal_operands);
        state.operands.extend(unwind_operands);
        state.operands.extend(bundle_operands);
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        Ok(())
    }
}

/// Catches exceptions: the first op of the unwind destination of a call.
#[op(name = "llvm.landingpad", traits = [MemRead, MemWrite], interfaces = [Verify], custom_asm)]
pub struct LandingpadOp {
    /// It is a cleanup, which catches all exceptions.
    pub cleanup: OptAttr<UnitAttr>,
    /// The type infos that it catches; an array is a filter of types that may pass.
    pub clauses: Variadic<LlvmType>,
    /// The exception.
    pub res: Res<LlvmType>,
}

impl Verify for LandingpadOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        if let Some(func) = b.self_as::<super::func::FuncOp>() {
            ensure!(
                b.attr(func.op(), "personality").is_some(),
                "llvm.landingpad needs to be in a function with a personality"
            );
        }
        let clauses: Vec<Value> = self.clauses(b).collect();
        ensure!(
            b.attr(self.op(), "cleanup").is_some() || !clauses.is_empty(),
            "landingpad instruction expects at least one clause or cleanup attribute"
        );
        for (i, &clause) in clauses.iter().enumerate() {
            if cx.type_as::<ArrayType>(b.ty(clause)).is_some() {
                continue;
            }
            if let Some(cast) = b.def_as::<BitcastOp>(clause) {
                if b.def_as::<super::AddressOfOp>(cast.arg(b)).is_none() {
                    let note =
                        "global addresses expected as operand to bitcast used in clauses for landingpad";
                    return Err(VerifyError::from("constant clauses expected".to_owned())
                        .note(b.loc(cast.op()), note));
                }
                continue;
            }
            ensure!(
                b.def_as::<super::ZeroOp>(clause).is_some()
                    || b.def_as::<super::AddressOfOp>(clause).is_some(),
                "clause #{i} is not a known constant - null, addressof, bitcast"
            );
        }
        Ok(())
    }
}

impl CustomAsm for LandingpadOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.text(if b.attr(self.op(), "cleanup").is_some() { " cleanup " } else { " " });
        for clause in self.clauses(b) {
            let filter = b.cx().type_as::<ArrayType>(b.ty(clause)).is_some();
            p.text(if filter { "(filter " } else { "(catch " })
                .value(clause)
                .text(" : ")
                .type_of(clause)
                .text(") ");
        }
        p.attr_dict(self.op(), &["cleanup"]).text(": ").type_of(self.res(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if p.eat("cleanup") {
            state.set_attr(cx, "cleanup", cx.unit());
        }
        while p.eat("(") {
            if p.keyword_of(&["filter", "catch"]).is_none() {
                return Err(p.error("expected 'catch' or 'filter'"));
            }
            let clause = p.operand()?;
            let ty = p.colon_type()?;
            let clause = p.resolve(clause, ty)?;
            state.operands.push(clause);
            p.expect(")")?;
        }
        p.attr_dict(state)?;
        let ty = p.colon_type()?;
        state.result_types.push(ty);
        Ok(())
    }
}

/// Resumes the propagation of an exception.
#[op(name = "llvm.resume", traits = [Terminator], asm = "$value attr-dict `:` type($value)")]
pub struct ResumeOp {
    /// The exception.
    pub value: Operand<LlvmType>,
}

/// The number of a type of exceptions.
#[op(
    name = "llvm.intr.eh.typeid.for",
    traits = [MemRead, MemWrite],
    asm = "$type_info attr-dict `:` functional-type(operands, results)",
)]
pub struct EhTypeidForOp {
    /// Describes the type.
    pub type_info: Operand<LlvmPointer>,
    /// The number.
    pub res: Res<LlvmType>,
}
