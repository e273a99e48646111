//! `gpu-async-region`: operations of the device wait for each other by tokens, and the host waits for them only where it must.
//!
//! Before:
//! ```mlir
//! gpu.memcpy %x, %y : memref<4xf32>, memref<4xf32>
//! gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
//! return
//! ```
//! After:
//! ```mlir
//! %0 = gpu.wait async
//! %1 = gpu.memcpy async [%0] %x, %y : memref<4xf32>, memref<4xf32>
//! %2 = gpu.launch_func async [%1] @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
//! gpu.wait [%2]
//! return
//! ```
//! The host waits before ops with effects on memory and at the end of a block. Launches are outlined before (`gpu-kernel-outlining`). The dialect
//! `async`, whose regions upstream's pass handles too, is not registered.

use rustc_hash::FxHashMap;
use strata_gpu::{AllocOp, DeallocOp, LaunchFuncOp, LaunchOp, MemcpyOp, MemsetOp, WaitOp, token_type};
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Make GPU ops async.
#[pass(name = "gpu-async-region", class = "GpuAsyncRegionPass", on = "func.func", produces = [gpu])]
pub struct AsyncRegion;

impl BodyPass for AsyncRegion {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let ops = body.post_order();
        if let Some(&launch) = ops.iter().find(|op| op.isa::<LaunchOp>(body)) {
            return Err(cx.error(body.loc(launch), "'gpu.launch' op replace with gpu.launch_func first"));
        }
        // The token that the next operation of each block waits for.
        let mut tokens: FxHashMap<Block, Value> = FxHashMap::default();
        for op in ops {
            let Some(block) = body.parent_block(op) else { continue };
            let next = visit(body, op, tokens.get(&block).copied());
            match next {
                Some(token) => tokens.insert(block, token),
                None => tokens.remove(&block),
            };
        }
        Ok(())
    }
}

/// Makes an op wait for a token; the result is the token for those after it.
fn visit(body: &mut Body, op: Op, token: Option<Value>) -> Option<Value> {
    if let Some(wait) = op.as_op::<WaitOp>(body) {
        if let Some(token) = token {
            add_dependency(body, op, token);
        }
        return wait.async_token(body);
    }
    let ty = token_type(body.cx());
    if is_async(body, op) {
        let token = token.or_else(|| wait_before(body, op, &[], &[ty]))?;
        add_dependency(body, op, token);
        let last = body.results(op).last().copied();
        return last.filter(|&v| body.ty(v) == ty).or_else(|| Some(with_token(body, op, ty)));
    }
    let token = token?;
    if body.has_trait(op, Trait::Terminator) || !is_memory_effect_free(body, op) {
        wait_before(body, op, &[token], &[]);
        return None;
    }
    Some(token)
}

/// Whether the host may go on while the operation is not complete.
fn is_async(b: &Body, op: Op) -> bool {
    op.isa::<AllocOp>(b)
        || op.isa::<DeallocOp>(b)
        || op.isa::<LaunchFuncOp>(b)
        || op.isa::<MemcpyOp>(b)
        || op.isa::<MemsetOp>(b)
}

/// A wait for tokens, by the host or, with a result, by what follows; the result is its token.
fn wait_before(body: &mut Body, op: Op, tokens: &[Value], results: &[Type]) -> Option<Value> {
    let mut b = Builder::before(body, op);
    WaitOp::build(&mut b, tokens, results).async_token(&b)
}

/// The dependencies are the first operands of all these ops.
fn add_dependency(body: &mut Body, op: Op, token: Value) {
    let mut all: Vec<Value> = body.operand_group(op, 0).map(|i| body.operand(op, i)).collect();
    if !all.contains(&token) {
        all.insert(0, token);
        body.set_operand_group(op, 0, &all);
    }
}

/// Replaces an op by one that has a token too, which is the result.
fn with_token(body: &mut Body, op: Op, ty: Type) -> Value {
    let mut state = OpState::new(body.info(op), body.loc(op));
    state.operands = body.operands(op).collect();
    state.result_types = body.result_types(op).chain([ty]).collect();
    state.attrs = (0..state.info.attrs.len()).map(|slot| body.attr_slot(op, slot)).collect();
    state.extra = body.extra_attrs(op).to_vec();
    let new = Builder::before(body, op).build(state);
    let olds = body.results(op).to_vec();
    for (i, old) in olds.into_iter().enumerate() {
        let value = body.result(new, i);
        body.replace_all_uses(old, value);
    }
    let token = body.result(new, body.results(new).len() - 1);
    body.erase(op);
    token
}
