//! Lowers the host's part of programs for GPUs to `llvm`: to calls of the runtime.
//!
//! Before: `gpu.launch_func @m::@k blocks in (%g, %1, %1) threads in (%b, %1, %1) args(%x : memref<8xf32>, %n : i32)`
//! After:
//! ```mlir
//! … %sizes is an array of nine numbers, %slots one of %x's address and %n …
//! llvm.call @strata_rt_gpu_launch(%null, %null, %sizes, %shared, %slots, %2) {strata.gpu_kernel = "m::k"}
//! ```
//! `llvm-emit-runtime-calls` puts the context and the name in the place of the first two operands and looks at the result
//! (`device_calls.rs`). Parameters are what they are in the kernel: a memref of static size and row-major order is its address, any other
//! memref the parts of its descriptor. Each has eight bytes. All arrays of a function are in one block of its stack, because the
//! runtime has read them when it returns.

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    device_calls::KERNEL,
    engine::{Dialect, Lower, Lowered, flat_position, is_bare},
    memref,
};

/// The handlers of `gpu` on the host.
pub const GPU: Dialect = Dialect {
    name: "gpu",
    rows: conversions! {
        strata_gpu::LaunchFuncOp => launch,
        strata_gpu::AllocOp => alloc,
        strata_gpu::DeallocOp => dealloc,
        strata_gpu::MemcpyOp => memcpy,
        strata_gpu::MemsetOp => memset,
        strata_gpu::WaitOp => wait,
    },
    otherwise: Some("has no conversion to LLVM"),
};
/// The handlers of `nvgpu` on the host.
pub const NVGPU: Dialect = Dialect {
    name: "nvgpu",
    rows: conversions! {
        strata_nvgpu::TmaCreateDescriptorOp => tensor_map,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// Tensor maps are addresses in device memory.
pub fn host_types(cx: &Context, ty: Type) -> Option<Type> {
    cx.type_to_string(ty).starts_with("!nvgpu.tensormap.descriptor<").then(|| llvm::ptr(cx))
}

/// The attribute of the stack allocation that arrays share.
const SCRATCH: &str = "strata.gpu_scratch";
/// Grid, block and cluster.
const SIZES: usize = 9;

/// All device operations are executed in order, so there is nothing to wait for.
fn synchronous(l: &Lower<'_>) -> Lowered {
    let token = |ty: Type| l.cx().type_to_string(ty) == "!gpu.async.token";
    let op = l.op();
    let waits = l.body.operands(op).any(|v| token(l.body.ty(v)));
    match waits || l.body.result_types(op).any(token) {
        true => Err("has a token: only the forms without 'async' are supported".to_owned()),
        false => Ok(()),
    }
}

/// Calls a function of the runtime, with a placeholder for the context as first argument.
fn call(l: &mut Lower<'_>, name: &str, operands: &[Value], result: Type) -> Lowered<Value> {
    let ptr = llvm::ptr(l.cx());
    let context = llvm::ZeroOp::build(&mut l.at(), ptr);
    let mut all = vec![context];
    all.extend_from_slice(operands);
    l.call(name, &all, Some(result))?.ok_or_else(|| format!("'{name}' returns nothing"))
}

/// The same as [`call`], for a function that returns an error code.
fn command(l: &mut Lower<'_>, name: &str, operands: &[Value]) -> Lowered<Op> {
    let i32 = l.cx().i32();
    let code = call(l, name, operands, i32)?;
    l.body.def_op(code).ok_or_else(|| "has no result".to_owned())
}

/// The shared stack allocation of a function, with room for at least `n` integers.
fn scratch(l: &mut Lower<'_>, n: usize) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    let entry = l.body.entry().ok_or("is in a function without a body")?;
    let wanted = i64::try_from(n).map_err(|_| "is too large")?;
    let known = l.body.block_ops(entry).find(|&op| l.body.attr(op, SCRATCH).is_some());
    if let Some(op) = known {
        let count = l.body.def_op(l.body.operand(op, 0)).ok_or("lost its arrays")?;
        if l.known(l.body.operand(op, 0)).unwrap_or(0) < wanted {
            l.body.set_attr(count, "value", Some(cx.i64_attr(wanted)));
        }
        return Ok(l.body.result(op, 0));
    }
    let (i64, ptr) = (cx.i64(), llvm::ptr(&cx));
    let loc = l.body.loc(l.op());
    let mut b = Builder::at_start(l.body, entry);
    b.set_cur_loc(loc);
    // A separate constant, which may grow.
    let count = llvm::ConstantOp::build(&mut b, cx.i64_attr(wanted), i64);
    let (align, elem) = (cx.i64_attr(16), cx.type_attr(i64));
    let block = llvm::AllocaOp::build(&mut b, count, Some(align), elem, None, ptr);
    if let Some(op) = l.body.def_op(block) {
        l.body.set_attr(op, SCRATCH, Some(cx.unit()));
    }
    Ok(block)
}

/// The address of element `i` of an array.
fn element(l: &mut Lower<'_>, array: Value, i: usize) -> Value {
    if i == 0 {
        return array;
    }
    let cx = l.body.cx_arc().clone();
    let (index, elem) = (cx.i32_array(&[i as i32]), cx.type_attr(cx.i64()));
    llvm::GEPOp::build(&mut l.at(), array, &[], index, elem, None, llvm::ptr(&cx))
}

fn store(l: &mut Lower<'_>, value: Value, to: Value) {
    let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
    state.operands.extend([value, to]);
    l.at().build(state);
}

/// A value in the low bytes of eight; the others are zero.
fn slot(l: &mut Lower<'_>, value: Value) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    let (ty, i64) = (l.body.ty(value), cx.i64());
    if llvm::types::is_ptr(&cx, ty) {
        return Ok(value);
    }
    let size = memref::bytes(l, ty)?;
    if size > 8 {
        return Err(format!("has a parameter of {size} bytes, more than a slot has"));
    }
    let mut value = value;
    if let Some(f) = cx.as_float(ty) {
        let bits = cx.int_type(f.width());
        value = llvm::BitcastOp::build(&mut l.at(), value, bits);
    }
    match cx.as_int(l.body.ty(value)).map(|i| i.width) {
        Some(width) if width < 64 => Ok(llvm::ZExtOp::build(&mut l.at(), value, None, i64)),
        _ => Ok(value),
    }
}

/// The parameters that the kernel gets for operand `i`.
fn parameters(l: &mut Lower<'_>, i: usize, out: &mut Vec<Value>) -> Lowered {
    let ty = l.operand_type(i);
    let value = l.operand(i)?;
    let rank = l.cx().type_as::<MemRefType>(ty).map(|m| m.shape.len());
    let Some(rank) = rank else {
        let value = slot(l, value)?;
        out.push(value);
        return Ok(());
    };
    if is_bare(l.cx(), ty) {
        out.push(l.part(value, &[1])?);
        return Ok(());
    }
    for k in 0..3 + 2 * rank {
        out.push(l.part(value, &flat_position(k, rank))?);
    }
    Ok(())
}

fn launch(l: &mut Lower<'_>) -> Lowered {
    synchronous(l)?;
    let cx = l.body.cx_arc().clone();
    let kernel = l.attr("kernel").and_then(|a| cx.attr_as::<SymbolRefAttr>(a)).ok_or("has no kernel")?;
    let names = std::iter::once(kernel.root).chain(kernel.nested.iter().copied());
    let name = names.map(|n| cx.str(n)).collect::<Vec<_>>().join("::");
    let (i64, ptr) = (cx.i64(), llvm::ptr(&cx));
    let mut values = Vec::new();
    for group in 1..=SIZES {
        let operand = l.body.operand_group(l.op(), group).next();
        let size = match operand {
            Some(i) => l.operand(i)?,
            None => l.index(1),
        };
        values.push(match l.body.ty(size) == i64 {
            true => size,
            false => llvm::SExtOp::build(&mut l.at(), size, i64),
        });
    }
    let shared = match l.body.operand_group(l.op(), 10).next() {
        Some(i) => {
            let bytes = l.operand(i)?;
            llvm::SExtOp::build(&mut l.at(), bytes, i64)
        }
        None => l.index(0),
    };
    for i in l.body.operand_group(l.op(), 11) {
        parameters(l, i, &mut values)?;
    }
    let sizes = scratch(l, values.len())?;
    for (i, &value) in values.iter().enumerate() {
        let to = element(l, sizes, i);
        store(l, value, to);
    }
    let slots = element(l, sizes, SIZES);
    let n = l.index((values.len() - SIZES) as i64);
    let null = llvm::ZeroOp::build(&mut l.at(), ptr);
    let call = command(l, "strata_rt_gpu_launch", &[null, sizes, shared, slots, n])?;
    l.body.set_attr(call, KERNEL, Some(cx.string_attr(&name)));
    Ok(())
}

fn alloc(l: &mut Lower<'_>) -> Lowered {
    synchronous(l)?;
    memref::alloc_from(l, |l, bytes| {
        let ptr = llvm::ptr(l.cx());
        call(l, "strata_rt_gpu_alloc", &[bytes], ptr)
    })
}

fn dealloc(l: &mut Lower<'_>) -> Lowered {
    synchronous(l)?;
    let descriptor = l.operand(0)?;
    let pointer = l.part(descriptor, &[0])?;
    let pointer = memref::generic(l, pointer);
    command(l, "strata_rt_gpu_free", &[pointer]).map(drop)
}

fn memcpy(l: &mut Lower<'_>) -> Lowered {
    synchronous(l)?;
    memref::copy_between(l, 1, 0, |l, target, source, bytes| {
        let (target, source) = (memref::generic(l, target), memref::generic(l, source));
        command(l, "strata_rt_gpu_memcpy", &[target, source, bytes]).map(drop)
    })
}

fn memset(l: &mut Lower<'_>) -> Lowered {
    synchronous(l)?;
    let ty = l.operand_type(0);
    let (target, value) = (l.operand(0)?, l.operand(1)?);
    let elements = memref::contiguous_elements(l, ty, target)?;
    let (start, elem) = memref::start(l, ty, target)?;
    let bytes = memref::bytes(l, elem)?;
    let pattern = scratch(l, 2)?;
    store(l, value, pattern);
    let width = l.index(bytes);
    command(l, "strata_rt_gpu_memset", &[start, pattern, width, elements]).map(drop)
}

fn wait(l: &mut Lower<'_>) -> Lowered {
    synchronous(l)?;
    command(l, "strata_rt_gpu_synchronize", &[]).map(drop)
}

/// The driver's code for the element type of a tensor map.
fn element_number(cx: &Context, elem: Type) -> Option<i64> {
    if elem == cx.bf16() {
        return Some(9);
    }
    let bits = cx.bit_width(elem)?;
    if cx.as_float(elem).is_some() {
        return match bits {
            8 => Some(0),
            16 => Some(6),
            32 => Some(7),
            64 => Some(8),
            _ => None,
        };
    }
    let signed = cx.as_int(elem).is_some_and(|i| i.signedness != Signedness::Unsigned);
    match (bits, signed) {
        (8, _) => Some(0),
        (16, _) => Some(1),
        (32, _) => Some(if signed { 3 } else { 2 }),
        (64, _) => Some(if signed { 5 } else { 4 }),
        _ => None,
    }
}

/// The modes in the type of a tensor map: interleaving, swizzling, promotion, filling.
fn modes(text: &str) -> Option<[i64; 4]> {
    let word = |name: &str, words: &[&str]| {
        let value = text.rsplit_once(&format!("{name} = "))?.1;
        let value = value.split([',', '>', ' ']).next()?;
        words.iter().position(|w| *w == value).map(|i| i as i64)
    };
    Some([
        word("interleave", &["none", "interleave_16b", "interleave_32b"])?,
        word("swizzle", &["none", "swizzle_32b", "swizzle_64b", "swizzle_128b"])?,
        word("l2promo", &["none", "l2promo_64b", "l2promo_128b", "l2promo_256b"])?,
        word("oob", &["zero", "nan"])?,
    ])
}

/// Before: `%d = nvgpu.tma.create.descriptor %u box[%a, %b] : memref<*xf16> -> !nvgpu.tensormap.descriptor<…>`, where `%u` is a cast of a
/// memref of known rank; after: a call that returns an address.
fn tensor_map(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let cast = l.body.def_op(l.body.operand(l.op(), 0)).filter(|&op| l.body.op_name(op) == "memref.cast");
    let source = cast.map(|op| l.body.operand(op, 0));
    let source = source.filter(|&v| cx.type_as::<MemRefType>(l.body.ty(v)).is_some());
    let source = source.ok_or("needs a 'memref.cast' of a memref of known rank")?;
    let ty = l.body.ty(source);
    let memref = cx.type_as::<MemRefType>(ty).ok_or("needs a memref")?;
    let (rank, elem) = (memref.shape.len(), memref.elem);
    let boxes = l.body.num_operands(l.op()) - 1;
    if boxes != rank {
        return Err(format!("has a box of {boxes} sizes for a memref of rank {rank}"));
    }
    let number = element_number(&cx, elem);
    let number = number.ok_or_else(|| format!("has elements of type '{}'", cx.type_to_string(elem)))?;
    let text = cx.type_to_string(l.result_type(0));
    let modes = modes(&text).ok_or("has a mode that is not known")?;
    let descriptor = l.value(source)?;
    let (address, converted) = memref::start(l, ty, descriptor)?;
    let width = memref::bytes(l, converted)?;
    let mut values: Vec<Value> =
        [rank as i64, number, width].into_iter().chain(modes).map(|n| l.index(n)).collect();
    for i in 0..rank {
        values.push(memref::size_of(l, ty, descriptor, i)?);
    }
    for i in 0..rank {
        values.push(memref::stride_of(l, ty, descriptor, i)?);
    }
    values.extend(l.operands(1..=rank)?);
    let numbers = scratch(l, values.len())?;
    for (i, &value) in values.iter().enumerate() {
        let to = element(l, numbers, i);
        store(l, value, to);
    }
    let map = call(l, "strata_rt_gpu_tensor_map", &[address, numbers], llvm::ptr(&cx))?;
    l.replace_one(map)
}
