//! Branches, returns and calls, and the dispatch of ops to the other files.

use strata_ir::{core::interfaces::BranchOp, prelude::*};

use super::{Decoder, Failed, Scope, Step, Target, Term, unsupported};
use crate::code::Inst;

/// The largest call depth.
const MAX_DEPTH: usize = 64;

impl<'a> Decoder<'a> {
    /// Translates one op.
    pub(super) fn op(&mut self, op: Op) -> Result<(), Failed<'a>> {
        let body = self.body;
        let name = body.op_name(op);
        match name {
            "llvm.br" => {
                let target = self.target(op, 0)?;
                self.end(Term::Br(target));
            }
            "llvm.cond_br" => {
                let c = self.operand(op, 0)?;
                let (yes, no) = (self.target(op, 0)?, self.target(op, 1)?);
                self.end(Term::Cond(c, yes, no));
            }
            "llvm.switch" => self.switch(op)?,
            "llvm.return" => self.ret(op)?,
            "llvm.unreachable" => self.end(Term::Unreachable),
            "llvm.call" => return self.call(op),
            "llvm.call_intrinsic" => self.intrinsic_call(op)?,
            _ if name.starts_with("nvvm.") || name == "llvm.inline_asm" => self.nvvm_op(op, name)?,
            _ => {
                if !self.value_op(op, name)?
                    && !self.scalar_op(op, name)?
                    && !self.cast_op(op, name)?
                    && !self.memory_op(op, name)?
                    && !self.atomic_op(op, name)?
                    && !self.intrinsic_op(op, name)?
                {
                    return Err(Failed::Here("the op is not simulated".into()));
                }
            }
        }
        Ok(())
    }

    fn target(&mut self, op: Op, i: usize) -> Step<Target> {
        let body = self.body;
        let Some(&block) = body.successors(op).get(i) else { return unsupported("a successor is missing") };
        let Some(branch) = op.cast::<dyn BranchOp>(body) else {
            return unsupported("it is not known what the branch passes on");
        };
        let passed: Vec<usize> = branch.successor_operands(body, i).collect();
        let mut moves = Vec::new();
        for (&arg, k) in body.block_args(block).iter().zip(passed) {
            let (to, from) = (self.slot(arg)?, self.operand(op, k)?);
            let n = self.kinds(body.ty(arg))?.len() as u32;
            moves.extend((0..n).map(|p| (to + p, from + p)));
        }
        Ok(Target { block: self.scope.blocks[&block], moves })
    }

    fn switch(&mut self, op: Op) -> Step {
        let body = self.body;
        let Some(switch) = op.as_op::<strata_llvm::SwitchOp>(body) else { return unsupported("no switch") };
        let bits = self.scalar_kind(op, 0)?.bits();
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        let mut cases = Vec::new();
        for (i, n) in switch.cases(body).into_iter().enumerate() {
            cases.push((n as u64 & mask, self.target(op, i + 1)?));
        }
        let (v, default) = (self.operand(op, 0)?, self.target(op, 0)?);
        self.end(Term::Switch(v, cases, default));
        Ok(())
    }

    fn ret(&mut self, op: Op) -> Step {
        let Some((block, slot)) = self.scope.ret else {
            self.end(Term::Ret);
            return Ok(());
        };
        let mut moves = Vec::new();
        if self.body.num_operands(op) != 0 {
            let (from, n) = (self.operand(op, 0)?, self.operand_kinds(op, 0)?.len() as u32);
            moves.extend((0..n).map(|p| (slot + p, from + p)));
        }
        self.end(Term::Br(Target { block, moves }));
        Ok(())
    }

    /// Inlines the body of the callee.
    fn call(&mut self, op: Op) -> Result<(), Failed<'a>> {
        let body = self.body;
        let callee = body.attr(op, "callee").and_then(|a| self.cx.attr_as::<SymbolRefAttr>(a));
        let Some(callee) = callee else {
            return Err(Failed::Here("calls of addresses are not simulated".into()));
        };
        let name = self.cx.str(callee.leaf()).to_owned();
        let module = self.module;
        let found = module.functions.get(name.as_str()).map(|&f| module.body.inner(f));
        let found = found.and_then(|(b, f)| {
            let entry = b.regions(f).first().and_then(|&r| b.blocks(r).first().copied())?;
            Some((b, f, entry))
        });
        let Some((inner, func, entry)) = found else {
            if self.known_call(op, &name)? {
                return Ok(());
            }
            return Err(Failed::Here(format!("the function '{name}' has no body here")));
        };
        if self.calls.contains(&name) {
            return Err(Failed::Here(format!("the recursive call of '{name}' is not simulated")));
        }
        if self.calls.len() > MAX_DEPTH {
            return Err(Failed::Here(format!("calls more than {MAX_DEPTH} deep are not simulated")));
        }
        // Nested functions with several calls each could grow exponentially.
        if self.code.places.len() > 1 << 21 {
            return Err(Failed::Here("the kernel has more than two million ops after inlining".into()));
        }
        let args: Vec<Value> = body.operands(op).collect();
        let params = inner.block_args(entry);
        if args.len() != params.len() {
            return Err(Failed::Here(format!("'{name}' takes {} arguments", params.len())));
        }
        let mut scope = Scope::default();
        for (&param, &arg) in params.iter().zip(&args) {
            scope.values.insert(param, self.slot(arg)?);
        }
        let result = if body.results(op).is_empty() { 0 } else { self.result(op)?.0 };
        let after = self.new_block();
        scope.ret = Some((after, result));
        let (from, place) = (self.current, self.place);
        let outer = std::mem::replace(&mut self.scope, scope);
        self.body = inner;
        self.calls.push(name);
        self.function(func).map_err(Failed::Inside)?;
        let start = self.scope.blocks[&entry];
        self.calls.pop();
        self.body = body;
        self.scope = outer;
        (self.current, self.place) = (from, place);
        self.end(Term::Br(Target { block: start, moves: Vec::new() }));
        self.current = after;
        Ok(())
    }

    /// A call of a platform function.
    fn known_call(&mut self, op: Op, name: &str) -> Step<bool> {
        match name {
            // Nothing is printed, and the result is zero.
            "vprintf" => {
                let zero = self.constant(0);
                self.alias(op, zero);
                Ok(true)
            }
            "__assertfail" => {
                self.emit(Inst::Unreachable);
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}
