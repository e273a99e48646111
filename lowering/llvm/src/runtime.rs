//! `llvm-emit-runtime-calls`: defines the functions that represent routines of the runtime.
//!
//! Before:
//! ```mlir
//! llvm.func @f(!llvm.ptr, !llvm.ptr) attributes {strata.runtime_call = "strata_fft", strata.runtime_config = "…",
//!     strata.num_inputs = 1 : i64, strata.argument_types = [memref<8xf32>, memref<5xcomplex<f32>>]}
//! llvm.func @main(%x: !llvm.ptr, %y: !llvm.ptr) { llvm.call @f(%x, %y) … }
//! ```
//! After:
//! ```mlir
//! llvm.func internal @f(%0: !llvm.ptr, %1: !llvm.ptr, %ctx: !llvm.ptr) {
//!   … %buffers is an array of %0 and %1 …
//!   %3 = llvm.call @strata_rt_call(%ctx, %target, %config, %specs, %buffers) : … -> i32
//!   llvm.return
//! }
//! llvm.func @main(%x: !llvm.ptr, %y: !llvm.ptr, %ctx: !llvm.ptr) { llvm.call @f(%x, %y, %ctx) … }
//! ```
//! The specs are an array of `int64_t`: the numbers of inputs and of outputs, then for each its type code, the width of an element in bits,
//! the rank, and the sizes; the codes are those of `llvm-emit-entry`. They are a constant, or, if a size is dynamic, an array on the stack
//! into which the sizes of the descriptors are stored. Every function that may reach such a call gets the context of the runtime as its
//! last argument. An error is recorded there: each function on the call stack returns immediately, and the entry of the program returns the
//! error code. Memory comes from the context too (`allocation.rs`), and so do the threads of parallel loops (`parallel.rs`).

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_llvm as llvm;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    allocation, assertion, cancellation,
    define::declare,
    device_calls,
    engine::{ARGUMENT_TYPES, is_bare},
    entry::type_code,
    parallel, recursion,
    symbols::{callee, constant},
};

/// The attribute with the name of a routine.
pub(crate) const TARGET: &str = "strata.runtime_call";
/// The attribute with the configuration of the routine.
const CONFIG: &str = "strata.runtime_config";
/// The function of the runtime.
const CALL: &str = "strata_rt_call";

/// Give functions that stand for routines of the runtime their bodies.
#[pass(name = "llvm-emit-runtime-calls", class = "LlvmEmitRuntimeCalls", on = "builtin.module", produces = [llvm])]
pub struct EmitRuntimeCalls;

impl BodyPass for EmitRuntimeCalls {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(emit_runtime_calls(body)?)
    }
}

/// Defines the functions that represent routines of the runtime.
///
/// # Errors
/// If such a function has arguments that are not buffers in row-major order.
pub fn emit_runtime_calls(module: &mut Body) -> Result<(), Diagnostic> {
    let functions: Vec<llvm::FuncOp> =
        module.all_ops().into_iter().filter_map(|op| op.as_op::<llvm::FuncOp>(module)).collect();
    let routines: Vec<llvm::FuncOp> =
        functions.iter().copied().filter(|f| module.attr(f.op(), TARGET).is_some()).collect();
    let memory = allocation::is_ours(module);
    let managers: FxHashSet<Op> = module
        .children()
        .filter(|(_, body)| memory && allocation::manages_memory(body))
        .map(|(op, _)| op)
        .collect();
    let failing: FxHashSet<Op> =
        module.children().filter(|(_, body)| assertion::may_fail(body)).map(|(op, _)| op).collect();
    let asking: FxHashSet<Op> =
        module.children().filter(|(_, body)| cancellation::asks(body)).map(|(op, _)| op).collect();
    let devices: FxHashSet<Op> =
        module.children().filter(|(_, body)| device_calls::uses_device(body)).map(|(op, _)| op).collect();
    let loops: Vec<llvm::FuncOp> =
        functions.iter().copied().filter(|&f| parallel::is_parallel(module, f)).collect();
    let named = |module: &Body, f: &llvm::FuncOp| module.symbol_name(f.op());
    let mut callees: FxHashMap<Str, Vec<Str>> = FxHashMap::default();
    for f in &functions {
        if let (Some(name), Some(body)) = (named(module, f), module.child(f.op())) {
            callees.insert(name, body.all_ops().into_iter().filter_map(|op| callee(body, op)).collect());
        }
    }
    let recursive = if memory { recursion::recursive(&callees) } else { FxHashSet::default() };
    if routines.is_empty()
        && managers.is_empty()
        && failing.is_empty()
        && asking.is_empty()
        && devices.is_empty()
        && loops.is_empty()
        && recursive.is_empty()
    {
        return Ok(());
    }
    let taken = allocation::address_taken(module);
    // A function whose address is taken has a fixed signature.
    let fixed = |name: &Str| memory && taken.contains(name);
    let mut reaching: FxHashSet<Str> =
        routines.iter().chain(&loops).filter_map(|f| named(module, f)).collect();
    let tells =
        |f: &&llvm::FuncOp| [&managers, &failing, &asking, &devices].iter().any(|s| s.contains(&f.op()));
    let allocating = functions.iter().filter(tells).filter_map(|f| named(module, f));
    reaching.extend(allocating.chain(recursive.iter().copied()).filter(|name| !fixed(name)));
    extend_to_callers(&mut reaching, &callees, fixed);
    for f in &functions {
        if named(module, f).is_some_and(|name| reaching.contains(&name)) {
            add_context(module, *f, &reaching);
        }
    }
    let mut names = device_calls::Names::default();
    let mut symbols = SymbolTable::new(module);
    for &f in &functions {
        let name = named(module, &f);
        let context = name.is_some_and(|name| reaching.contains(&name));
        if failing.contains(&f.op()) {
            assertion::rewrite(module, &mut symbols, f, context);
        }
        if devices.contains(&f.op()) {
            device_calls::rewrite(module, &mut symbols, f, context, &mut names);
        }
        let Some(body) = module.child_mut(f.op()) else { continue };
        if !context && !managers.contains(&f.op()) && !asking.contains(&f.op()) {
            continue;
        }
        let context = body.entry().filter(|_| context).and_then(|e| body.block_args(e).last().copied());
        if let Some(context) = context.filter(|_| name.is_some_and(|n| recursive.contains(&n))) {
            recursion::ask(body, context);
        }
        cancellation::rewrite(body, context);
        allocation::rewrite(body, context, &|name| reaching.contains(&name));
    }
    assertion::finish(module);
    if !asking.is_empty() {
        cancellation::finish(module);
    }
    allocation::declare_runtime(module);
    let mut symbols = SymbolTable::new(module);
    for &f in &loops {
        parallel::define(module, &mut symbols, f)?;
    }
    if routines.is_empty() {
        return Ok(());
    }
    for (i, &f) in routines.iter().enumerate() {
        define(module, f, i)?;
    }
    let cx = module.cx_arc().clone();
    let (ptr, loc) = (llvm::ptr(&cx), module.loc(Op::SELF));
    declare(module, CALL, &[ptr; 5], cx.i32(), loc);
    Ok(())
}

/// Adds the functions that call one of `reaching`, directly or not, and whose arguments are not `fixed`.
fn extend_to_callers(
    reaching: &mut FxHashSet<Str>,
    callees: &FxHashMap<Str, Vec<Str>>,
    fixed: impl Fn(&Str) -> bool,
) {
    let mut callers: FxHashMap<Str, Vec<Str>> = FxHashMap::default();
    for (&caller, list) in callees {
        for &callee in list {
            callers.entry(callee).or_default().push(caller);
        }
    }
    let mut open: Vec<Str> = reaching.iter().copied().collect();
    while let Some(callee) = open.pop() {
        for &caller in callers.get(&callee).into_iter().flatten() {
            if !fixed(&caller) && reaching.insert(caller) {
                open.push(caller);
            }
        }
    }
}

/// Adds the context as the last argument of a function, and hands it on.
fn add_context(module: &mut Body, f: llvm::FuncOp, reaching: &FxHashSet<Str>) {
    let cx = module.cx_arc().clone();
    let ptr = llvm::ptr(&cx);
    let Some(mut ty) = f.ty(module).cloned() else { return };
    let inputs = module.attr(f.op(), "strata.num_inputs").and_then(|a| cx.attr_i64(a));
    if let Some(inputs) = inputs.filter(|_| module.attr(f.op(), "strata.num_outputs").is_none()) {
        let outputs = cx.i64_attr(ty.params.len() as i64 - inputs);
        module.set_attr(f.op(), "strata.num_outputs", Some(outputs));
    }
    ty.params.push(ptr);
    let ty = cx.ty(ty);
    module.set_attr(f.op(), "function_type", Some(cx.type_attr(ty)));
    if let Some(list) = module.attr(f.op(), "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a)) {
        let mut list = list.0.to_vec();
        list.push(cx.dict_attr(Vec::new()));
        module.set_attr(f.op(), "arg_attrs", Some(cx.array_attr(list)));
    }
    let Some(body) = module.child_mut(f.op()) else { return };
    let Some(entry) = body.entry() else { return };
    let context = body.add_block_arg(entry, ptr);
    for op in body.all_ops() {
        if callee(body, op).is_some_and(|name| reaching.contains(&name)) {
            let mut operands: Vec<Value> = body.operands(op).collect();
            operands.push(context);
            let sizes = cx.i32_array(&[operands.len() as i32, 0]);
            body.set_operands(op, &operands);
            body.set_attr(op, "operandSegmentSizes", Some(sizes));
        }
    }
}

/// Defines the function of a routine.
fn define(module: &mut Body, f: llvm::FuncOp, number: usize) -> Result<(), Diagnostic> {
    let cx = module.cx_arc().clone();
    let loc = module.loc(f.op());
    let fail = |message: &str| Diagnostic::error(loc, format!("a routine of the runtime {message}"));
    let text = |name: &str| module.attr(f.op(), name).and_then(|a| cx.attr_str(a)).unwrap_or("").to_owned();
    let (target, config) = (text(TARGET), text(CONFIG));
    let params = f.ty(module).map(|t| t.params.clone()).unwrap_or_default();
    let count = |name: &str| module.attr(f.op(), name).and_then(|a| cx.attr_i64(a)).unwrap_or(0);
    let buffers = module.attr(f.op(), ARGUMENT_TYPES).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let inputs = count("strata.num_inputs");
    let mut specs = vec![inputs, buffers.map_or(0, |t| t.0.len() as i64) - inputs];
    let types = module.attr(f.op(), ARGUMENT_TYPES).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let types = types.ok_or_else(|| fail("lost its types"))?;
    // The parameter with the address of each buffer, and those with the dynamic sizes in the specs.
    let (mut addresses, mut open, mut next) = (Vec::new(), Vec::new(), 0);
    for &ty in &types.0 {
        let ty = cx.attr_as::<TypeAttr>(ty).map(|t| t.0).ok_or_else(|| fail("lost its types"))?;
        let memref = cx.type_as::<MemRefType>(ty).filter(|m| m.layout.is_none());
        let memref = memref.ok_or_else(|| fail("needs buffers in row-major order"))?;
        let (code, bits) = type_code(&cx, memref.elem);
        specs.extend([code, bits, memref.shape.len() as i64]);
        if is_bare(&cx, ty) {
            addresses.push(next);
            next += 1;
            specs.extend(&memref.shape);
            continue;
        }
        let rank = memref.shape.len();
        addresses.push(next + 1);
        for (d, &n) in memref.shape.iter().enumerate() {
            if n == DYNAMIC {
                open.push((specs.len(), next + 3 + d));
            }
            specs.push(n);
        }
        next += 3 + 2 * rank;
    }
    if next + 1 != params.len() {
        return Err(fail("lost its types"));
    }
    let bytes = |text: &str| [text.as_bytes(), &[0]].concat();
    let numbers: Vec<u8> = specs.iter().flat_map(|n| n.to_le_bytes()).collect();
    let data = [
        ("target", cx.i8(), bytes(&target)),
        ("config", cx.i8(), bytes(&config)),
        ("specs", cx.i64(), numbers),
    ];
    let mut globals = Vec::new();
    for (what, elem, data) in data {
        let name = format!("__runtime_call_{number}_{what}");
        constant(module, &name, elem, &data, loc).ok_or_else(|| fail("has too much to say"))?;
        globals.push(name);
    }
    module.set_attr(f.op(), "linkage", Some(llvm::Linkage::Internal.attr(&cx)));
    module.set_attr(f.op(), "sym_visibility", None);
    let Some(body) = module.child_mut(f.op()) else { return Ok(()) };
    let region = body.regions(Op::SELF)[0];
    let block = body.add_block(region, &params);
    let args = body.block_args(block).to_vec();
    let Some(&context) = args.last() else { return Ok(()) };
    let mut b = Builder::new(body, InsertPoint::at_end(block), loc);
    let b = &mut b;
    let (ptr, i64) = (llvm::ptr(&cx), cx.i64());
    let n = llvm::ConstantOp::build(b, cx.i64_attr(addresses.len().max(1) as i64), i64);
    let (align, elem) = (cx.i64_attr(8), cx.type_attr(ptr));
    let list = llvm::AllocaOp::build(b, n, Some(align), elem, None, ptr);
    for (i, &address) in addresses.iter().enumerate() {
        store(b, args[address], list, i, elem);
    }
    let mut operands = vec![context];
    for name in &globals {
        operands.push(llvm::AddressOfOp::build(b, cx.symbol_ref(name), ptr));
    }
    if let (Some(last), false) = (operands.last_mut(), open.is_empty()) {
        // A copy of the specs, into which the dynamic sizes are stored.
        let n = llvm::ConstantOp::build(b, cx.i64_attr(specs.len() as i64), i64);
        let elem = cx.type_attr(i64);
        *last = llvm::AllocaOp::build(b, n, Some(align), elem, None, ptr);
        for (i, &spec) in specs.iter().enumerate() {
            let value = match open.iter().find(|o| o.0 == i) {
                Some(&(_, size)) => args[size],
                None => llvm::ConstantOp::build(b, cx.i64_attr(spec), i64),
            };
            store(b, value, *last, i, elem);
        }
    }
    operands.push(list);
    llvm::CallOp::direct(b, CALL, &operands, &[cx.i32()]);
    llvm::ReturnOp::build(b, None);
    Ok(())
}

/// Stores a value to element `i` of an array.
fn store(b: &mut Builder<'_>, value: Value, array: Value, i: usize, elem: Attr) {
    let (index, ptr) = (b.cx().i32_array(&[i as i32]), b.ty(array));
    let at = llvm::GEPOp::build(b, array, &[], index, elem, None, ptr);
    let mut store = OpState::new(llvm::StoreOp::info(), b.cur_loc());
    store.operands.extend([value, at]);
    b.build(store);
}
