//! The text of each op: a line, or several.

use strata_cf::{BranchOp, CondBranchOp};
use strata_emitc::{
    AssignOp, CExpression, ClassOp, ConstantOp, DeclareFuncOp, DoOp, ExpressionOp, FieldOp, FileOp, ForOp,
    FuncOp, GlobalOp, IfOp, IncludeOp, OpaqueAttr, Piece, ReturnOp, SwitchOp, VariableOp, VerbatimOp,
    YieldOp,
};
use strata_ir::prelude::*;

use crate::{
    attrs,
    emitter::{Emitter, Result},
    expression::{Place, is_deferred, is_inlined},
};

impl Emitter<'_> {
    /// Writes the ops of a module, and a line break after them.
    pub fn module(&mut self, b: &Body) -> Result {
        self.scope(|e| e.members(b))?;
        self.text("\n");
        Ok(())
    }

    fn members(&mut self, b: &Body) -> Result {
        let ops: Vec<Op> = b.regions(Op::SELF).iter().flat_map(|&r| b.region_ops(r)).collect();
        ops.into_iter().try_for_each(|op| strata_ir::core::writer::deep(|| self.statement(b, op)))
    }

    /// Writes the ops of a block.
    pub fn block(&mut self, b: &Body, block: Block) -> Result {
        let ops: Vec<Op> = b.block_ops(block).collect();
        ops.into_iter().try_for_each(|op| strata_ir::core::writer::deep(|| self.statement(b, op)))
    }

    /// Writes an op on lines of its own.
    pub fn statement(&mut self, b: &Body, op: Op) -> Result {
        if b.op_name(op) == "builtin.module" {
            return match b.child(op) {
                Some(child) => self.module(child),
                None => Ok(()),
            };
        }
        if op.isa::<FileOp>(b) {
            return self.file(b, op);
        }
        if let Some(branch) = op.as_op::<BranchOp>(b) {
            return self.branch(b, branch);
        }
        if let Some(branch) = op.as_op::<CondBranchOp>(b) {
            return self.cond_branch(b, branch);
        }
        if op.isa::<YieldOp>(b) {
            return Ok(());
        }
        if is_deferred(b, op) {
            return self.defer(b, op);
        }
        if op.as_op::<ExpressionOp>(b).is_some_and(|e| is_inlined(b, e)) {
            return Ok(());
        }
        self.line();
        if self.declaration(b, op)? || self.structured(b, op)? {
            self.text("\n");
            return Ok(());
        }
        self.simple(b, op)?;
        self.text(";\n");
        Ok(())
    }

    fn file(&mut self, b: &Body, op: Op) -> Result {
        let id = b.attr(op, "id").and_then(|a| b.cx().attr_str(a));
        if id == self.options.file_id.as_deref()
            && let Some(child) = b.child(op)
        {
            self.scope(|e| e.members(child))?;
        }
        self.text("\n");
        Ok(())
    }

    /// Writes an op that stands outside of functions, if it is one.
    fn declaration(&mut self, b: &Body, op: Op) -> Result<bool> {
        if op.isa::<FuncOp>(b) || op.isa::<strata_func::FuncOp>(b) {
            self.function(b, op, true)?;
        } else if let Some(declare) = op.as_op::<DeclareFuncOp>(b) {
            self.declare_func(b, declare)?;
        } else if let Some(class) = op.as_op::<ClassOp>(b) {
            self.class(b, class)?;
        } else if let Some(field) = op.as_op::<FieldOp>(b) {
            self.field(b, field)?;
        } else if let Some(global) = op.as_op::<GlobalOp>(b) {
            self.global(b, global)?;
        } else if let Some(include) = op.as_op::<IncludeOp>(b) {
            let name = include.include(b).get(b.cx()).as_str();
            let [open, close] = if include.is_standard_include(b).is_some() { ["<", ">"] } else { ["\""; 2] };
            self.text("#include ").text(open).text(name).text(close);
        } else if let Some(verbatim) = op.as_op::<VerbatimOp>(b) {
            self.verbatim(b, verbatim)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn verbatim(&mut self, b: &Body, op: VerbatimOp) -> Result {
        let pieces = op.pieces(b).map_err(|message| Self::error(b, op.op(), message))?;
        let mut args = op.args(b);
        for piece in pieces {
            match piece {
                Piece::Text(text) => _ = self.text(text),
                Piece::Placeholder => {
                    if let Some(v) = args.next() {
                        self.operand(b, v)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes an op with regions, if it is one.
    fn structured(&mut self, b: &Body, op: Op) -> Result<bool> {
        if let Some(op) = op.as_op::<IfOp>(b) {
            self.if_op(b, op)?;
        } else if let Some(op) = op.as_op::<ForOp>(b) {
            self.for_op(b, op)?;
        } else if let Some(op) = op.as_op::<DoOp>(b) {
            self.do_op(b, op)?;
        } else if let Some(op) = op.as_op::<SwitchOp>(b) {
            self.switch_op(b, op)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Writes an op that ends with a semicolon.
    fn simple(&mut self, b: &Body, op: Op) -> Result {
        if op.isa::<VariableOp>(b) || op.isa::<ConstantOp>(b) {
            return self.initialized(b, op);
        }
        if let Some(assign) = op.as_op::<AssignOp>(b) {
            return self.assign(b, assign);
        }
        if op.isa::<ReturnOp>(b) || op.isa::<strata_func::ReturnOp>(b) {
            return self.returned(b, op);
        }
        if op.isa::<strata_func::CallOp>(b) {
            self.assign_prefix(b, op)?;
            let callee = b.attr_slot(op, 0).map_or_else(|| Ok(String::new()), |a| attrs::text(b.cx(), a));
            let callee = Self::or_error(b, op, callee)?;
            self.text(&callee);
            return self.arguments(Place { body: b, around: None }, op);
        }
        if let Some(e) = op.as_op::<ExpressionOp>(b) {
            self.assign_prefix(b, op)?;
            return self.expression(b, e);
        }
        if op.implements::<dyn CExpression>(b) {
            self.assign_prefix(b, op)?;
            return self.operator(Place { body: b, around: None }, op);
        }
        Err(Self::error(b, op, "unable to find printer for op"))
    }

    /// A variable or constant with its value; an empty text is none.
    fn initialized(&mut self, b: &Body, op: Op) -> Result {
        let cx = b.cx();
        let value = b.attr_slot(op, 0).ok_or_else(|| Self::error(b, op, "requires attribute 'value'"))?;
        if OpaqueAttr::text(cx, value) == Some("") {
            // Without a value, the declaration is all.
            return match self.options.declare_variables_at_top {
                true => Ok(()),
                false => self.declare(b, op, b.result(op, 0)),
            };
        }
        self.assign_prefix(b, op)?;
        let text = Self::or_error(b, op, attrs::text(cx, value))?;
        self.text(&text);
        Ok(())
    }

    fn returned(&mut self, b: &Body, op: Op) -> Result {
        self.text("return");
        let values: Vec<Value> = b.operands(op).collect();
        if values.len() > 1 {
            self.text(" std::make_tuple");
            return self.arguments(Place { body: b, around: None }, op);
        }
        if let Some(&v) = values.first() {
            self.text(" ");
            self.operand(b, v)?;
        }
        Ok(())
    }
}
