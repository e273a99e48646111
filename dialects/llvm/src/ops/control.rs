//! Branches, `return` and `unreachable`.

use std::ops::Range;

use strata_ir::prelude::*;

use crate::{constraints::*, loops::LoopAnnotation, types::LlvmFunctionType};

attr_constraint! {
    /// Integers of one type.
    IntElements: DenseElementsAttr = "integer elements attribute", |a, cx| is_dense_ints(a, cx), kind |a, cx| is_dense_ints(a, cx);
}

/// Branches to a block.
#[op(
    name = "llvm.br",
    traits = [Pure, Terminator],
    interfaces = [BranchOp],
    asm = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
)]
pub struct BrOp {
    /// Values of the arguments of the block.
    #[ir_name = "destOperands"]
    pub dest_operands: Variadic<LlvmType>,
    /// Hints for the loop that the branch closes.
    pub loop_annotation: OptAttr<LoopAnnotation>,
    /// The block.
    pub dest: Successor,
}

impl BranchOp for BrOp {
    fn successor_operands(&self, b: &Body, _: usize) -> Range<usize> {
        0..b.num_operands(self.op())
    }
}

/// Branches to one of two blocks.
#[op(
    name = "llvm.cond_br",
    traits = [Pure, Terminator, AttrSizedOperandSegments],
    interfaces = [BranchOp, Verify],
    asm = "$condition (`weights` `(` $branch_weights^ `)`)? `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
)]
pub struct CondBrOp {
    /// The condition.
    pub condition: Operand<I1>,
    /// Values for the first block.
    #[ir_name = "trueDestOperands"]
    pub true_dest_operands: Variadic<LlvmType>,
    /// Values for the second block.
    #[ir_name = "falseDestOperands"]
    pub false_dest_operands: Variadic<LlvmType>,
    /// The branch weights of the blocks.
    pub branch_weights: OptAttr<I32Array>,
    /// Hints for the loop that the branch closes.
    pub loop_annotation: OptAttr<LoopAnnotation>,
    /// The block where the condition holds.
    #[ir_name = "trueDest"]
    pub true_dest: Successor,
    /// The block where it does not.
    #[ir_name = "falseDest"]
    pub false_dest: Successor,
}

/// There is one weight for each successor.
fn verify_weights(b: &Body, op: Op, successors: usize) -> VerifyResult {
    let weights = b.attr(op, "branch_weights").and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a));
    match weights.map(|w| w.values.len()) {
        Some(n) if n != successors => Err(VerifyError::bare(format!(
            "expects number of branch weights to match number of successors: {n} vs {successors}"
        ))),
        _ => Ok(()),
    }
}

impl Verify for CondBrOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_weights(b, self.op(), 2)
    }
}

impl BranchOp for CondBrOp {
    fn successor_operands(&self, b: &Body, successor: usize) -> Range<usize> {
        b.operand_group(self.op(), successor + 1)
    }
    fn successor_for(&self, b: &Body, consts: &[Option<Attr>]) -> Option<usize> {
        let c = b.cx().attr_i64((*consts.first()?)?)?;
        Some(usize::from(c == 0))
    }
}

/// Branches to the block for a value.
#[op(
    name = "llvm.switch",
    traits = [Pure, Terminator, AttrSizedOperandSegments],
    interfaces = [BranchOp, Verify],
    custom_asm,
)]
pub struct SwitchOp {
    /// The value.
    pub value: Operand<SignlessInteger>,
    /// Values for the default block.
    #[ir_name = "defaultOperands"]
    pub default_operands: Variadic<AnyType>,
    /// Values for the other blocks, one after the other.
    #[ir_name = "caseOperands"]
    pub case_operands: Variadic<AnyType>,
    /// The values of the cases.
    pub case_values: OptAttr<IntElements>,
    /// The number of `case_operands` for each case.
    pub case_operand_segments: Attr<I32Array>,
    /// The branch weights of the blocks.
    pub branch_weights: OptAttr<I32Array>,
    /// The block where no case matches.
    #[ir_name = "defaultDestination"]
    pub default_destination: Successor,
    /// The blocks of the cases.
    #[ir_name = "caseDestinations"]
    pub case_destinations: VariadicSuccessor,
}

impl SwitchOp {
    fn segments(self, b: &Body) -> &[i64] {
        b.attr(self.op(), "case_operand_segments")
            .and_then(|a| b.cx().attr_as::<DenseArrayAttr>(a))
            .map_or(&[], |a| &a.values[..])
    }
    /// The values of the cases.
    pub fn cases(self, b: &Body) -> Vec<i64> {
        let values = b.attr(self.op(), "case_values").and_then(|a| b.cx().attr_as::<DenseElementsAttr>(a));
        values.and_then(|v| v.to_i64s(b.cx())).unwrap_or_default()
    }
}

impl Verify for SwitchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let n = self.case_destinations(b).len();
        ensure!(
            self.cases(b).len() == n,
            "expects number of case values to match number of case destinations"
        );
        let values = b.attr(self.op(), "case_values").and_then(|a| b.cx().attr_type(a));
        if values.is_some_and(|t| b.cx().elem_or_self(t) != b.ty(self.value(b))) {
            return Err(VerifyError::bare("expects case value type to match condition value type"));
        }
        verify_weights(b, self.op(), n + 1)?;
        ensure!(
            self.segments(b).len() == n,
            "expects number of case operand segments to match number of case destinations"
        );
        let total: i64 = self.segments(b).iter().sum();
        ensure!(
            total == b.operand_group(self.op(), 2).len() as i64,
            "expects the case operand segments to cover the case operands"
        );
        Ok(())
    }
}

impl BranchOp for SwitchOp {
    fn successor_operands(&self, b: &Body, successor: usize) -> Range<usize> {
        let Some(case) = successor.checked_sub(1) else { return b.operand_group(self.op(), 1) };
        let sizes = self.segments(b);
        let size = |i: usize| sizes.get(i).and_then(|&n| usize::try_from(n).ok()).unwrap_or(0);
        let start = b.operand_group(self.op(), 2).start + (0..case).map(size).sum::<usize>();
        start..(start + size(case)).min(b.num_operands(self.op()))
    }
    fn case_segments(&self) -> Option<&'static str> {
        Some("case_operand_segments")
    }
}

impl CustomAsm for SwitchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let op = self.op();
        let passed =
            |i: usize| -> Vec<Value> { self.successor_operands(b, i).map(|k| b.operand(op, k)).collect() };
        p.text(" ").value(self.value(b)).text(" : ").type_of(self.value(b)).text(", ");
        p.successor(self.default_destination(b), &passed(0)).text(" [");
        let cases = self.cases(b);
        for (i, &dest) in self.case_destinations(b).iter().enumerate() {
            p.text(if i == 0 { "" } else { "," }).indented_newline().text("  ");
            p.int(cases.get(i).copied().unwrap_or(0)).text(": ").successor(dest, &passed(i + 1));
        }
        p.indented_newline().text("]");
        p.attr_dict(op, &["case_values", "case_operand_segments"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let value = p.operand()?;
        let ty = p.colon_type()?;
        p.expect(",")?;
        let (block, defaults) = p.successor_with_args()?;
        state.successors.push(block);
        state.operands.extend(defaults.iter().copied());
        let (mut values, mut sizes) = (Vec::new(), Vec::new());
        p.expect("[")?;
        p.list_until("]", |p| {
            values.push(p.integer()?);
            p.expect(":")?;
            let (block, args) = p.successor_with_args()?;
            state.successors.push(block);
            sizes.push(args.len() as i32);
            state.operands.extend(args);
            Ok(())
        })?;
        let value = p.resolve(value, ty)?;
        state.operands.insert(0, value);
        state.set_attr(cx, "case_operand_segments", cx.i32_array(&sizes));
        let segments = [1, defaults.len() as i32, sizes.iter().sum()];
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&segments));
        if !values.is_empty() {
            let shape = cx.vector(&[values.len() as i64], ty);
            match cx.dense_i64s(shape, &values) {
                Some(attr) => state.set_attr(cx, "case_values", attr),
                None => return Err(p.error("expected integer case values")),
            }
        }
        p.attr_dict(state)
    }
}

/// Ends the function.
#[op(
    name = "llvm.return",
    traits = [Pure, Terminator, ReturnLike],
    interfaces = [Verify],
    asm = "attr-dict ($arg^ `:` type($arg))?",
)]
pub struct ReturnOp {
    /// The returned value.
    pub arg: OptOperand<LlvmType>,
}

impl Verify for ReturnOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let Some(func) = b.self_as::<super::func::FuncOp>() else { return Ok(()) };
        let cx = b.cx();
        let Some(ty) = b.attr(func.op(), "function_type").and_then(|a| cx.attr_as::<TypeAttr>(a)) else {
            return Ok(());
        };
        let Some(ty) = cx.type_as::<LlvmFunctionType>(ty.0) else { return Ok(()) };
        let wrong = |message: &str| {
            Err(VerifyError::from(message.to_owned()).note(b.loc(Op::SELF), "when returning from function"))
        };
        match (ty.results(cx), self.arg(b)) {
            ([], None) => Ok(()),
            ([], Some(_)) => wrong("expected no operands"),
            (_, None) => wrong("expected 1 operand"),
            ([want, ..], Some(v)) if b.ty(v) == *want => Ok(()),
            _ => wrong("mismatching result types"),
        }
    }
}

/// Marks a point that is never reached.
#[op(name = "llvm.unreachable", traits = [Terminator], asm = "attr-dict")]
pub struct UnreachableOp {}
