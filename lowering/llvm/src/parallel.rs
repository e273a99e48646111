//! Parallel loops: functions that run chunks sequentially become parallel loops of the runtime, as a part of `llvm-emit-runtime-calls`.
//!
//! Before, as emitted by `outline-kernels`:
//! ```mlir
//! llvm.func internal @f(%x: !llvm.ptr) attributes {strata.chunks = 8 : i64, strata.kernel = @kernel} {
//!   … a loop that calls @kernel(%x, %chunk) for each chunk …
//! }
//! ```
//! After:
//! ```mlir
//! llvm.func internal @f(%x: !llvm.ptr, %ctx: !llvm.ptr) {
//!   … %args is an array of %x and %ctx …
//!   llvm.call @strata_rt_parallel_for(%ctx, @f_chunk, 8, %args)
//!   llvm.return
//! }
//! llvm.func internal @f_chunk(%args: !llvm.ptr, %chunk: i64) {
//!   … %x and %ctx are loaded from %args …
//!   llvm.call @kernel(%x, %chunk)
//!   llvm.return
//! }
//! ```
//! Each argument takes 16 bytes of the array, enough for every scalar.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;

use crate::define::{declare_in, define_returning};

/// The attribute with the function that is called for each chunk.
const KERNEL: &str = "strata.kernel";
/// The attribute with the number of chunks.
const CHUNKS: &str = "strata.chunks";
/// The function of the runtime.
const PARALLEL_FOR: &str = "strata_rt_parallel_for";

/// Whether a function runs the chunks of a parallel loop.
pub(crate) fn is_parallel(module: &Body, f: llvm::FuncOp) -> bool {
    module.attr(f.op(), KERNEL).is_some() && module.attr(f.op(), CHUNKS).is_some()
}

/// Lets the runtime run the chunks of a function whose last argument is the context.
///
/// # Errors
/// If the function for the chunks is missing or has other arguments.
pub(crate) fn define(
    module: &mut Body,
    symbols: &mut SymbolTable,
    f: llvm::FuncOp,
) -> Result<(), Diagnostic> {
    let cx = module.cx_arc().clone();
    let loc = module.loc(f.op());
    let fail = |message: &str| Diagnostic::error(loc, format!("a parallel loop {message}"));
    let kernel = module.attr(f.op(), KERNEL).and_then(|a| cx.attr_as::<SymbolRefAttr>(a)).map(|s| s.root);
    let kernel = kernel.ok_or_else(|| fail("has no kernel"))?;
    let kernel_type =
        symbols.get(kernel).and_then(|op| op.as_op::<llvm::FuncOp>(module)?.ty(module).cloned());
    let kernel_type = kernel_type.ok_or_else(|| fail("has a kernel that does not exist"))?;
    let chunks = module.attr(f.op(), CHUNKS).and_then(|a| cx.attr_i64(a)).unwrap_or(0);
    let params = f.ty(module).map(|t| t.params.clone()).unwrap_or_default();
    let (ptr, i32, i64) = (llvm::ptr(&cx), cx.i32(), cx.i64());
    let Some((_, captured)) = params.split_last() else { return Err(fail("has no context")) };
    // A kernel that needs the context takes it behind the chunk.
    let mut expected: Vec<Type> = captured.iter().copied().chain([i64]).collect();
    let with_context = kernel_type.params.len() > expected.len();
    if with_context {
        expected.push(ptr);
    }
    if kernel_type.params != expected {
        return Err(fail("has a kernel with other arguments"));
    }
    let name = module.symbol_name(f.op()).map(|n| cx.str(n).to_owned()).unwrap_or_default();
    let chunk_name = symbols.fresh(&cx, &format!("{name}_chunk"));
    // A slot of 16 bytes for each argument.
    let slot = |b: &mut Builder<'_>, list: Value, i: usize| {
        let (index, elem) = (cx.i32_array(&[2 * i as i32]), cx.type_attr(i64));
        llvm::GEPOp::build(b, list, &[], index, elem, None, ptr)
    };
    module.set_attr(f.op(), KERNEL, None);
    module.set_attr(f.op(), CHUNKS, None);
    let Some(body) = module.child_mut(f.op()) else { return Err(fail("has no body")) };
    let region = body.regions(Op::SELF)[0];
    body.retain_blocks(region, |_| false);
    let entry = body.add_block(region, &params);
    let args = body.block_args(entry).to_vec();
    let mut b = Builder::new(body, InsertPoint::at_end(entry), loc);
    let b = &mut b;
    let n = llvm::ConstantOp::build(b, cx.i64_attr(2 * args.len() as i64), i64);
    let (align, elem) = (cx.i64_attr(16), cx.type_attr(i64));
    let list = llvm::AllocaOp::build(b, n, Some(align), elem, None, ptr);
    for (i, &arg) in args.iter().enumerate() {
        let at = slot(b, list, i);
        let mut store = OpState::new(llvm::StoreOp::info(), loc);
        store.operands.extend([arg, at]);
        b.build(store);
    }
    let function = llvm::AddressOfOp::build(b, cx.symbol_ref(&chunk_name), ptr);
    let count = llvm::ConstantOp::build(b, cx.i64_attr(chunks), i64);
    let operands = [args[args.len() - 1], function, count, list];
    llvm::CallOp::direct(b, PARALLEL_FOR, &operands, &[i32]);
    llvm::ReturnOp::build(b, None);
    declare_in(module, symbols, PARALLEL_FOR, &[ptr, ptr, i64, ptr], i32, loc);
    let void = llvm::void(&cx);
    let chunk = define_returning(module, &chunk_name, &[ptr, i64], void, loc, |b, args| {
        let (list, chunk) = (args[0], args[1]);
        let load = |b: &mut Builder<'_>, i: usize, ty: Type| {
            let at = slot(b, list, i);
            let mut load = OpState::new(llvm::LoadOp::info(), loc);
            load.operands.push(at);
            load.result_types.push(ty);
            let load = b.build(load);
            b.result(load, 0)
        };
        let mut operands: Vec<Value> = captured.iter().enumerate().map(|(i, &ty)| load(b, i, ty)).collect();
        operands.push(chunk);
        if with_context {
            operands.push(load(b, captured.len(), ptr));
        }
        llvm::CallOp::direct(b, cx.str(kernel), &operands, &[]);
        None
    });
    symbols.insert(cx.intern(&chunk_name), chunk);
    module.set_attr(chunk, "linkage", Some(llvm::Linkage::Internal.attr(&cx)));
    Ok(())
}
