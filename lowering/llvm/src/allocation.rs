//! Memory of compiled programs: a part of `llvm-emit-runtime-calls`.
//!
//! Before:
//! ```mlir
//! llvm.func @f(%x: !llvm.ptr) {
//!   %p = llvm.call @aligned_alloc(%64, %size) : (i64, i64) -> !llvm.ptr
//!   …
//!   llvm.call @free(%p) : (!llvm.ptr) -> ()
//!   llvm.return
//! }
//! ```
//! After:
//! ```mlir
//! llvm.func @f(%x: !llvm.ptr, %ctx: !llvm.ptr) {
//!   %p = llvm.call @strata_rt_buffer(%ctx, %size) : (!llvm.ptr, i64) -> !llvm.ptr
//!   %failed = llvm.icmp "eq" %p, %null
//!   llvm.cond_br %failed, ^failed, ^rest
//! ^rest: …
//!   llvm.call @strata_rt_buffer_free(%ctx, %p) : (!llvm.ptr, !llvm.ptr) -> ()
//!   llvm.return
//! ^failed:
//!   llvm.return
//! }
//! ```
//! The context keeps freed memory for the next call. If an allocation fails, the context records an error; the function returns
//! immediately, and so does each of its callers, which checks for the error after the call. Buffers that were not freed on these paths are
//! freed by the context when the call of the entry ends.
//!
//! A function whose address is taken has a fixed signature, so it gets no context: it passes null to the runtime, which uses the context of
//! the parallel loop whose chunk the thread runs.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_llvm as llvm;

use crate::{cancellation, define::declare, device_calls, recursion, symbols::callee};

/// Predicates of `llvm.icmp`.
const EQUAL: i64 = 0;
const DIFFERENT: i64 = 1;

/// The functions of the C library that the lowering of `memref` calls.
const ALLOCATE: &str = "aligned_alloc";
const FREE: &str = "free";
/// Functions whose memory may be passed to [`FREE`] too: a module that declares one manages its own memory.
const OTHERS: [&str; 4] = ["malloc", "calloc", "realloc", "posix_memalign"];

/// Whether all memory of a module is managed by the lowering, and so may come from the context.
pub(crate) fn is_ours(module: &Body) -> bool {
    let cx = module.cx();
    let table = strata_ir::core::symbols::SymbolTable::new(module);
    let of = |name: &str| table.get(cx.intern(name));
    let declared =
        |name: &str| of(name).is_none_or(|op| module.child(op).is_none_or(|b| b.entry().is_none()));
    OTHERS.iter().all(|name| of(name).is_none()) && declared(ALLOCATE) && declared(FREE)
}

/// Whether a function allocates or frees memory.
pub(crate) fn manages_memory(body: &Body) -> bool {
    body.all_ops()
        .into_iter()
        .any(|op| callee(body, op).is_some_and(|name| matches!(body.cx().str(name), ALLOCATE | FREE)))
}

/// The functions of a module whose addresses are taken.
pub(crate) fn address_taken(module: &Body) -> FxHashSet<Str> {
    let mut names = FxHashSet::default();
    for (_, body) in module.children() {
        for op in body.all_ops() {
            if op.isa::<llvm::AddressOfOp>(body) {
                let name = body.attr(op, "global_name").and_then(|a| body.cx().attr_as::<SymbolRefAttr>(a));
                names.extend(name.map(|n| n.root));
            }
        }
    }
    names
}

/// Allocates the memory of a function from the context (null for that of the thread), and returns from the function after a failed call of
/// a function for which `fails` holds. Returns whether the function was changed.
pub(crate) fn rewrite(f: &mut Body, context: Option<Value>, fails: &dyn Fn(Str) -> bool) -> bool {
    let mut exit = Exit { context, null: None, block: None };
    let mut changed = false;
    // The last one first: splitting a block moves the ops behind, which are then only those up to the next split.
    for op in f.all_ops().into_iter().rev() {
        let Some(name) = callee(f, op) else { continue };
        match f.cx().str(name) {
            ALLOCATE if f.num_operands(op) == 2 => {
                let size = f.operand(op, 1);
                let Some(ctx) = exit.context(f) else { return changed };
                let ptr = llvm::ptr(f.cx());
                let mut b = Builder::before(f, op);
                let call = llvm::CallOp::direct(&mut b, "strata_rt_buffer", &[ctx, size], &[ptr]);
                let Some(new) = call.result(&b) else { continue };
                let old = f.result(op, 0);
                f.replace_all_uses(old, new);
                f.erase(op);
                exit.unless(f, call.op(), new, EQUAL);
                changed = true;
            }
            FREE if f.num_operands(op) == 1 => {
                let block = f.operand(op, 0);
                let Some(ctx) = exit.context(f) else { return changed };
                let mut b = Builder::before(f, op);
                llvm::CallOp::direct(&mut b, "strata_rt_buffer_free", &[ctx, block], &[]);
                f.erase(op);
                changed = true;
            }
            recursion::CHECK | cancellation::CHECK if !f.results(op).is_empty() => {
                let code = f.result(op, 0);
                exit.unless(f, op, code, DIFFERENT);
                changed = true;
            }
            name if device_calls::is_request(name) => {
                let (Some(&result), true) = (f.results(op).first(), context.is_some()) else { continue };
                let predicate = if f.ty(result) == f.cx().i32() { DIFFERENT } else { EQUAL };
                exit.unless(f, op, result, predicate);
                changed = true;
            }
            _ if context.is_some() && fails(name) => {
                let Some(ctx) = context else { continue };
                let i32 = f.cx().i32();
                let mut b = Builder::after(f, op);
                let call = llvm::CallOp::direct(&mut b, "strata_rt_error_code", &[ctx], &[i32]);
                let Some(code) = call.result(&b) else { continue };
                exit.unless(f, call.op(), code, DIFFERENT);
                changed = true;
            }
            _ => {}
        }
    }
    changed
}

/// Declares the functions of the runtime that [`rewrite`] calls.
pub(crate) fn declare_runtime(module: &mut Body) {
    let cx = module.cx_arc().clone();
    let loc = module.loc(Op::SELF);
    let (ptr, void) = (llvm::ptr(&cx), llvm::void(&cx));
    let functions = [
        ("strata_rt_buffer", vec![ptr, cx.i64()], ptr),
        ("strata_rt_buffer_free", vec![ptr, ptr], void),
        ("strata_rt_error_code", vec![ptr], cx.i32()),
        (recursion::CHECK, vec![ptr], cx.i32()),
        (cancellation::CHECK, vec![ptr], cx.i32()),
    ];
    for (name, params, result) in functions {
        if is_called(module, name) {
            declare(module, name, &params, result, loc);
        }
    }
    let table = strata_ir::core::symbols::SymbolTable::new(module);
    if let Some(op) = table.get(cx.intern("strata_rt_buffer")) {
        // The pointer to a new buffer has no aliases.
        let noalias = cx.dict_attr(vec![(cx.intern("llvm.noalias"), cx.unit())]);
        let attrs = cx.array_attr(vec![noalias]);
        module.set_attr(op, "res_attrs", Some(attrs));
    }
    let unused = [ALLOCATE, FREE].map(|name| table.get(cx.intern(name)).filter(|_| !is_called(module, name)));
    for op in unused.into_iter().flatten() {
        module.erase_forced(op);
    }
}

fn is_called(module: &Body, name: &str) -> bool {
    let name = module.cx().intern(name);
    module.children().any(|(_, f)| f.all_ops().into_iter().any(|op| callee(f, op) == Some(name)))
}

/// The early exit of a function after an error.
struct Exit {
    context: Option<Value>,
    null: Option<Value>,
    block: Option<Block>,
}

impl Exit {
    /// The context, or null in a function without one.
    fn context(&mut self, f: &mut Body) -> Option<Value> {
        let entry = f.entry()?;
        self.context.or(self.null).or_else(|| {
            let ptr = llvm::ptr(f.cx());
            self.null = Some(llvm::ZeroOp::build(&mut Builder::at_start(f, entry), ptr));
            self.null
        })
    }

    /// Splits the block behind `op`, and branches to the exit where the comparison of `value` with zero holds.
    fn unless(&mut self, f: &mut Body, op: Op, value: Value, predicate: i64) {
        let (Some(block), Some(next)) = (f.parent_block(op), f.next_op(op)) else { return };
        let Some(region) = f.block_parent(block) else { return };
        let loc = f.loc(op);
        let cx = f.cx_arc().clone();
        let ty = f.ty(value);
        let rest = f.split_block(block, Some(next));
        let out = match self.block {
            Some(out) => out,
            None => self.leave(f, region, loc),
        };
        self.block = Some(out);
        let mut b = Builder::new(f, InsertPoint::at_end(block), loc);
        let zero = llvm::ZeroOp::build(&mut b, ty);
        let mut state = OpState::new(llvm::ICmpOp::info(), loc);
        state.set_attr(&cx, "predicate", cx.i64_attr(predicate));
        state.operands.extend([value, zero]);
        state.result_types.push(cx.i1());
        let failed = b.build(state);
        let failed = b.result(failed, 0);
        llvm::CondBrOp::build(&mut b, failed, &[], &[], None, None, out, rest);
    }

    /// A block that returns: void, the error code from an entry, or a zero that is not used.
    fn leave(&self, f: &mut Body, region: Region, loc: Location) -> Block {
        let cx = f.cx_arc().clone();
        let result = f.self_as::<llvm::FuncOp>().and_then(|op| op.ty(f).map(|t| t.result));
        let is_entry = f.attr(Op::SELF, "strata.num_inputs").is_some();
        let block = f.add_block(region, &[]);
        let mut b = Builder::new(f, InsertPoint::at_end(block), loc);
        let value = match result.filter(|&t| !llvm::types::is_void(&cx, t)) {
            Some(ty) if is_entry && ty == cx.i32() && self.context.is_some() => {
                let ctx = self.context.into_iter().collect::<Vec<_>>();
                llvm::CallOp::direct(&mut b, "strata_rt_error_code", &ctx, &[ty]).result(&b)
            }
            Some(ty) => Some(llvm::ZeroOp::build(&mut b, ty)),
            None => None,
        };
        llvm::ReturnOp::build(&mut b, value);
        block
    }
}
