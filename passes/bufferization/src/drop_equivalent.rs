//! `drop-equivalent-buffer-results`: a function does not return what it got as an argument.
//!
//! Before:
//! ```mlir
//! func.func private @f(%a: memref<4xf32>) -> memref<4xf32> {
//!   return %a : memref<4xf32>
//! }
//! %0 = call @f(%x) : (memref<4xf32>) -> memref<4xf32>
//! ```
//! After:
//! ```mlir
//! func.func private @f(%a: memref<4xf32>) {
//!   return
//! }
//! call @f(%x) : (memref<4xf32>) -> ()
//! ```
//! Uses of `%0` become uses of `%x`. Casts of arguments count as arguments, and scalars as well as buffers. Public functions stay as they are.

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_memref::CastOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    calls::{changeable, each_caller, keep_results, replace_call},
    one_shot::returns,
};

/// Remove MemRef return values that are equivalent to a bbArg.
#[pass(
    name = "drop-equivalent-buffer-results",
    class = "DropEquivalentBufferResultsPass",
    on = "builtin.module",
    produces = [memref]
)]
pub struct DropEquivalentBufferResults;

impl BodyPass for DropEquivalentBufferResults {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for shell in changeable(module, false) {
            let Some(name) = module.symbol_name(shell) else { continue };
            let Some(body) = module.child_mut(shell) else { continue };
            let Some(func) = body.self_as::<FuncOp>() else { continue };
            let arguments = returned_arguments(body);
            if arguments.iter().all(Option::is_none) {
                continue;
            }
            let kept: Vec<usize> = (0..arguments.len()).filter(|&i| arguments[i].is_none()).collect();
            let inputs = func.inputs(body).to_vec();
            keep_results(body, func, &inputs, &kept);
            each_caller(module, name, &mut |body, call| {
                let operands: Vec<Value> = body.operands(call).collect();
                let mut b = Builder::after(body, call);
                for (i, argument) in arguments.iter().enumerate() {
                    let Some(&value) = argument.and_then(|a| operands.get(a)) else { continue };
                    let old = b.result(call, i);
                    let ty = b.ty(old);
                    let new = if b.ty(value) == ty { value } else { CastOp::build(&mut b, value, ty) };
                    b.body().replace_all_uses(old, new);
                }
                replace_call(body, call, &operands, &kept);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// For each result, the argument that it is at all returns.
fn returned_arguments(body: &Body) -> Vec<Option<usize>> {
    let args = body.entry().map_or(&[][..], |b| body.block_args(b));
    let argument = |mut v: Value| {
        while let Some(cast) = body.def_as::<CastOp>(v) {
            v = cast.source(body);
        }
        args.iter().position(|&a| a == v)
    };
    let mut ends = returns(body).into_iter();
    let Some(first) = ends.next() else { return Vec::new() };
    let mut out: Vec<Option<usize>> = body.operands(first).map(argument).collect();
    for end in ends {
        for (known, v) in out.iter_mut().zip(body.operands(end)) {
            if *known != argument(v) {
                *known = None;
            }
        }
    }
    out
}
