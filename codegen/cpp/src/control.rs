//! Loops, conditionals and branches.

use strata_cf::{BranchOp, CondBranchOp};
use strata_emitc::{DoOp, ForOp, IfOp, SwitchOp};
use strata_ir::prelude::*;

use crate::emitter::{Emitter, Result};

/// How tightly `<` binds.
const LESS: u8 = 9;
/// The letters of the variables of loops, by their depth.
const LOOP_LETTERS: &[u8] = b"ijklmnopqrst";

impl Emitter<'_> {
    fn region_block(&mut self, b: &Body, block: Option<Block>) -> Result {
        self.indented(|e| match block {
            Some(block) => e.block(b, block),
            None => Ok(()),
        })
    }

    /// `if (a) {…} else {…}`
    pub fn if_op(&mut self, b: &Body, op: IfOp) -> Result {
        self.text("if (");
        self.operand(b, op.condition(b))?;
        self.text(") {\n");
        self.region_block(b, op.then_block(b))?;
        self.line().text("}");
        if let Some(otherwise) = op.else_block(b) {
            self.text(" else {\n");
            self.region_block(b, Some(otherwise))?;
            self.line().text("}");
        }
        Ok(())
    }

    /// `for (size_t i1 = a; i1 < b; i1 += c) {…}`
    pub fn for_op(&mut self, b: &Body, op: ForOp) -> Result {
        let Some(var) = op.induction_var(b) else {
            return Err(Self::error(
                b,
                op.op(),
                "expected body to have a single block argument for the induction variable",
            ));
        };
        let ty = Self::ty(b, op.op(), b.ty(var))?;
        let letter = LOOP_LETTERS.get(self.names.loops).map_or('t', |&c| c as char);
        let name = self.fresh(letter);
        self.set_name(var, name.clone());
        self.text("for (").text(&ty).text(" ").text(&name).text(" = ");
        self.operand(b, op.lower_bound(b))?;
        self.text("; ").text(&name).text(" < ");
        let parentheses = Self::needs_parentheses(b, op.upper_bound(b), LESS);
        self.text(if parentheses { "(" } else { "" });
        self.operand(b, op.upper_bound(b))?;
        self.text(if parentheses { ")" } else { "" });
        self.text("; ").text(&name).text(" += ");
        self.operand(b, op.step(b))?;
        self.text(") {\n");
        self.names.loops += 1;
        let result = self.region_block(b, op.block(b));
        self.names.loops -= 1;
        result?;
        self.line().text("}");
        Ok(())
    }

    /// `do {…} while (a);`
    pub fn do_op(&mut self, b: &Body, op: DoOp) -> Result {
        self.text("do {\n");
        self.region_block(b, op.block(b))?;
        self.line().text("} while (");
        let Some(condition) = op.condition_op(b) else {
            return Err(Self::error(
                b,
                op.op(),
                "expected first op in condition region to be 'emitc.expression'",
            ));
        };
        self.expression(b, condition)?;
        self.text(");");
        Ok(())
    }

    /// `switch (a) { case 1: {… break; } default: {…} }`
    pub fn switch_op(&mut self, b: &Body, op: SwitchOp) -> Result {
        self.text("switch (");
        self.operand(b, op.arg(b))?;
        self.text(") {\n");
        let values = op.case_values(b).iter().map(|v| format!("case {v}: {{\n"));
        let cases = values.zip(op.case_regions(b).iter().copied());
        let default = [("default: {\n".to_owned(), op.default_region(b))];
        for (head, region) in cases.chain(default) {
            self.line().text(&head);
            self.region_block(b, b.blocks(region).first().copied())?;
            self.indented(|e| {
                e.line().text("break;\n");
                Ok(())
            })?;
            self.line().text("}\n");
        }
        self.line().text("}");
        Ok(())
    }

    /// Gives the arguments of a block their values, and goes there.
    fn go(&mut self, b: &Body, op: Op, block: Block, values: &[Value]) -> Result {
        for (&arg, &v) in b.block_args(block).iter().zip(values) {
            let name = self.declared(b, op, arg)?;
            self.line().text(&name).text(" = ");
            self.operand(b, v)?;
            self.text(";\n");
        }
        let label = self.label(block);
        self.line().text("goto ").text(&label).text(";\n");
        Ok(())
    }

    /// `goto a;`
    pub fn branch(&mut self, b: &Body, op: BranchOp) -> Result {
        let values: Vec<Value> = b.operands(op.op()).collect();
        let block = b.successors(op.op())[0];
        self.go(b, op.op(), block, &values)
    }

    /// `if (a) { goto b; } else { goto c; }`
    pub fn cond_branch(&mut self, b: &Body, op: CondBranchOp) -> Result {
        let cast = strata_ir::core::interfaces::BranchOp::successor_operands;
        let values: Vec<Value> = b.operands(op.op()).collect();
        let &[yes, no] = b.successors(op.op()) else {
            return Err(Self::error(b, op.op(), "unable to find label for successor block"));
        };
        self.line().text("if (");
        self.operand(b, values[0])?;
        self.text(") {\n");
        self.indented(|e| e.go(b, op.op(), yes, &values[cast(&op, b, 0)]))?;
        self.line().text("} else {\n");
        self.indented(|e| e.go(b, op.op(), no, &values[cast(&op, b, 1)]))?;
        self.line().text("}\n");
        Ok(())
    }
}
