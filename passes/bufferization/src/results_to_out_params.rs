//! `buffer-results-to-out-params`: the caller provides the buffers of results.
//!
//! Before:
//! ```mlir
//! func.func private @f() -> memref<4xf32> {
//!   %0 = memref.alloc() : memref<4xf32>
//!   return %0 : memref<4xf32>
//! }
//! ```
//! After:
//! ```mlir
//! func.func private @f(%out: memref<4xf32>) {
//!   %0 = memref.alloc() : memref<4xf32>
//!   memref.copy %0, %out : memref<4xf32> to memref<4xf32>
//!   return
//! }
//! ```
//! With `hoist-static-allocs`, `%out` takes the place of `%0`; with `hoist-dynamic-allocs` also where the sizes are arguments.

use rustc_hash::FxHashMap;
use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_memref::{AllocOp, CastOp, CopyOp, layout};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    calls::{changeable, each_caller, keep_results, replace_call},
    one_shot::returns,
};

/// Converts memref-typed function results to out-params.
#[pass(
    name = "buffer-results-to-out-params",
    class = "BufferResultsToOutParamsPass",
    on = "builtin.module",
    produces = [memref]
)]
pub struct BufferResultsToOutParams {
    /// Add the attribute 'bufferize.result' to all output parameters.
    pub add_result_attr: bool,
    /// Hoist dynamic allocations to call sites.
    pub hoist_dynamic_allocs: bool,
    /// Hoist static allocations to call sites.
    pub hoist_static_allocs: bool,
    /// Modify function signatures of public functions.
    pub modify_public_functions: bool,
}

/// A result that becomes an argument: its type, and the arguments that are the sizes of the buffer, if they were found.
struct Out {
    result: usize,
    ty: Type,
    sizes: Option<Vec<usize>>,
}

impl BodyPass for BufferResultsToOutParams {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut changed = Vec::new();
        for shell in changeable(module, self.modify_public_functions) {
            let Some(name) = module.symbol_name(shell) else { continue };
            let Some(body) = module.child_mut(shell) else { continue };
            let outs = self.function(body)?;
            if !outs.is_empty() {
                changed.push((name, outs));
            }
        }
        for (name, outs) in changed {
            each_caller(module, name, &mut |body, call| update_call(body, call, &outs))?;
        }
        Ok(())
    }
}

impl BufferResultsToOutParams {
    fn function(&self, body: &mut Body) -> Result<Vec<Out>, Diagnostic> {
        let Some(func) = body.self_as::<FuncOp>() else { return Ok(Vec::new()) };
        let Some(entry) = body.entry() else { return Ok(Vec::new()) };
        let cx = body.cx_arc().clone();
        let (mut inputs, results) = (func.inputs(body).to_vec(), func.results(body).to_vec());
        let n_inputs = inputs.len();
        let mut outs = Vec::new();
        for (result, &ty) in results.iter().enumerate() {
            let Some(t) = cx.type_as::<MemRefType>(ty) else { continue };
            let open = layout::strides(&cx, ty)
                .is_some_and(|s| s.offset == DYNAMIC && s.strides.iter().all(|&s| s == DYNAMIC));
            if t.layout.is_some() && !layout::is_identity(&cx, ty) && !open {
                let message = "cannot create out param for result with unsupported layout";
                return Err(Diagnostic::error(body.loc(Op::SELF), message));
            }
            outs.push(Out { result, ty, sizes: None });
        }
        if outs.is_empty() {
            return Ok(outs);
        }
        let args: Vec<Value> = outs.iter().map(|out| body.add_block_arg(entry, out.ty)).collect();
        inputs.extend(outs.iter().map(|out| out.ty));
        self.add_arg_attrs(body, n_inputs, outs.len());
        for end in returns(body) {
            for (out, &arg) in outs.iter_mut().zip(&args) {
                let Some(value) = body.operands(end).nth(out.result) else { continue };
                if !self.take_place(body, value, arg, n_inputs, out) {
                    CopyOp::build(&mut Builder::before(body, end), value, arg);
                }
            }
        }
        let kept: Vec<usize> =
            (0..results.len()).filter(|i| outs.iter().all(|out| out.result != *i)).collect();
        keep_results(body, func, &inputs, &kept);
        Ok(outs)
    }
    /// Uses the argument in the place of a buffer that the function allocates.
    fn take_place(&self, body: &mut Body, value: Value, arg: Value, n_inputs: usize, out: &mut Out) -> bool {
        let Some(alloc) = body.def_as::<AllocOp>(value) else { return false };
        let args = body.entry().map_or(&[][..], |b| &body.block_args(b)[..n_inputs]);
        let sizes: Option<Vec<usize>> =
            alloc.dynamic_sizes(body).map(|v| args.iter().position(|&a| a == v)).collect();
        let is_static = body.cx().shaped(out.ty).is_some_and(|s| s.is_static());
        let hoisted = if is_static { self.hoist_static_allocs } else { self.hoist_dynamic_allocs };
        let Some(sizes) = sizes.filter(|_| hoisted) else { return false };
        if body.ty(value) != body.ty(arg) {
            return false;
        }
        out.sizes = Some(sizes);
        body.replace_all_uses(value, arg);
        body.erase(alloc);
        true
    }
    fn add_arg_attrs(&self, body: &mut Body, old: usize, new: usize) {
        let cx = body.cx_arc().clone();
        let attrs = body.attr(Op::SELF, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        if attrs.is_none() && !self.add_result_attr {
            return;
        }
        let empty = cx.dict_attr(Vec::new());
        let mut all = attrs.map_or_else(|| vec![empty; old], |a| a.0.clone());
        let of_new = if self.add_result_attr {
            cx.dict_attr(vec![(cx.intern("bufferize.result"), cx.unit())])
        } else {
            empty
        };
        all.extend(std::iter::repeat_n(of_new, new));
        body.set_attr(Op::SELF, "arg_attrs", Some(cx.array_attr(all)));
    }
}

/// Allocates the buffers of the results in front of a call.
fn update_call(body: &mut Body, call: Op, outs: &[Out]) -> Result<(), Diagnostic> {
    let mut operands: Vec<Value> = body.operands(call).collect();
    let n_results = body.results(call).len();
    let mut replaced: FxHashMap<usize, Value> = FxHashMap::default();
    for out in outs {
        let is_static = body.cx().shaped(out.ty).is_some_and(|s| s.is_static());
        let sizes: Option<Vec<Value>> = match &out.sizes {
            Some(sizes) => sizes.iter().map(|&i| operands.get(i).copied()).collect(),
            None => is_static.then(Vec::new),
        };
        let Some(sizes) = sizes else {
            let message = "cannot create out param for dynamically shaped result";
            return Err(Diagnostic::error(body.loc(call), message));
        };
        let mut b = Builder::before(body, call);
        let Some(t) = b.cx().type_as::<MemRefType>(out.ty) else { continue };
        let plain = b.cx().ty(MemRefType { layout: None, ..t.clone() });
        let buffer = AllocOp::create(&mut b, plain, &sizes);
        let buffer = if plain == out.ty { buffer } else { CastOp::build(&mut b, buffer, out.ty) };
        replaced.insert(out.result, buffer);
    }
    operands.extend(outs.iter().filter_map(|out| replaced.get(&out.result)));
    for (&i, &buffer) in &replaced {
        let old = body.result(call, i);
        body.replace_all_uses(old, buffer);
    }
    let kept: Vec<usize> = (0..n_results).filter(|i| !replaced.contains_key(i)).collect();
    replace_call(body, call, &operands, &kept);
    Ok(())
}
