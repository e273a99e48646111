//! `gpu-merge-kernels`: merges kernels of a module that differ only in their names.
//!
//! # Before
//! ```mlir
//! gpu.launch_func @kernels::@f … args(%a : memref<4xf32>)
//! gpu.launch_func @kernels::@g … args(%b : memref<4xf32>)
//! gpu.module @kernels {
//!   gpu.func @f(%x: memref<4xf32>) kernel { … }
//!   gpu.func @g(%x: memref<4xf32>) kernel { … the same … }
//! }
//! ```
//! # After
//! ```mlir
//! gpu.launch_func @kernels::@f … args(%a : memref<4xf32>)
//! gpu.launch_func @kernels::@f … args(%b : memref<4xf32>)
//! gpu.module @kernels {
//!   gpu.func @f(%x: memref<4xf32>) kernel { … }
//! }
//! ```
//! The layers of a network often have equal kernels; merged, they are compiled and loaded once.

use rustc_hash::FxHashMap;
use strata_gpu::{FuncOp, LaunchFuncOp, ModuleOp};
use strata_ir::{
    prelude::*,
    text::{PrintOptions, print_body},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Merge kernels that do the same.
#[pass(
    name = "gpu-merge-kernels",
    class = "GpuMergeKernels",
    on = "builtin.module",
    statistics = ["num-merged": "Number of kernels that were replaced by others"],
    idempotent
)]
pub struct MergeKernels;

impl BodyPass for MergeKernels {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let modules: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<ModuleOp>(module)).collect();
        let mut renamed: FxHashMap<(Str, Str), Str> = FxHashMap::default();
        for shell in modules {
            let Some(name) = module.symbol_name(shell) else { continue };
            let Some(mut kernels) = module.take_child(shell) else { continue };
            for (old, new) in merge(&mut kernels) {
                renamed.insert((name, old), new);
            }
            module.put_child(shell, kernels);
        }
        cx.count("num-merged", renamed.len() as u64);
        if renamed.is_empty() {
            return Ok(());
        }
        for (_, host) in module.children_mut() {
            for op in host.all_ops() {
                if !op.isa::<LaunchFuncOp>(host) {
                    continue;
                }
                let cx = host.cx_arc().clone();
                let kernel = host.attr(op, "kernel").and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
                let new = kernel.and_then(|k| Some((k.root, *renamed.get(&(k.root, *k.nested.first()?))?)));
                if let Some((root, new)) = new {
                    let name = LaunchFuncOp::reference(&cx, cx.str(root), cx.str(new));
                    host.set_attr(op, "kernel", Some(name));
                }
            }
        }
        Ok(())
    }
}

/// Erases kernels that are equal to an earlier one. Returns their names, each with the name of the kernel that replaces it.
fn merge(kernels: &mut Body) -> Vec<(Str, Str)> {
    let functions: Vec<FuncOp> =
        kernels.children().filter_map(|(op, _)| op.as_op::<FuncOp>(kernels)).collect();
    let mut known: FxHashMap<String, Str> = FxHashMap::default();
    let mut merged = Vec::new();
    for f in functions {
        if !f.is_kernel(kernels) {
            continue;
        }
        let Some(name) = kernels.symbol_name(f.op()) else { continue };
        let Some(text) = text_without_name(kernels, f.op()) else { continue };
        match known.get(&text) {
            Some(&first) => {
                merged.push((name, first));
                kernels.erase_forced(f.op());
            }
            None => {
                known.insert(text, name);
            }
        }
    }
    merged
}

/// The text of a kernel without its name. Values are numbered in it, and locations are not printed.
fn text_without_name(kernels: &mut Body, f: Op) -> Option<String> {
    let cx = kernels.cx_arc().clone();
    let name = kernels.attr(f, "sym_name")?;
    kernels.set_attr(f, "sym_name", Some(cx.string_attr("")));
    let text = kernels.child(f).map(|body| print_body(body, &PrintOptions::default()));
    kernels.set_attr(f, "sym_name", Some(name));
    text
}
