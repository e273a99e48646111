//! The host's part of `gpu` as upstream's `gpu-to-llvm` writes it: tokens are streams and events of the runtime, and operations are calls of
//! its functions (`mgpu…`).
//!
//! Before: `%1 = gpu.memcpy async [%0] %x, %y : memref<4xf32>, memref<4xf32>`, after: `llvm.call @mgpuMemcpy(%x, %y, %bytes, %stream)`.
//! A launch stays a `gpu.launch_func`, with operands of LLVM's types and a stream, which the translation to LLVM IR turns into a call. Without
//! `async` only launches, waits and memory that the host shares are converted; what has several dependencies stays too (`gpu.wait async` unites them).

use strata_gpu::{AsyncTokenType, LaunchFuncOp};
use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    engine::{Dialect, Lower, Lowered},
    func_upstream::parts,
    memref::{
        upstream_alloc::{bytes, element_bytes, extent},
        upstream_descriptor::allocated,
    },
};

/// The handlers of `gpu` on the host.
pub const GPU: Dialect = Dialect {
    name: "gpu",
    rows: conversions! {
        strata_gpu::AllocOp => alloc,
        strata_gpu::DeallocOp => dealloc,
        strata_gpu::HostRegisterOp => |l| register(l, "mgpuMemHostRegisterMemRef"),
        strata_gpu::HostUnregisterOp => |l| register(l, "mgpuMemHostUnregisterMemRef"),
        strata_gpu::LaunchFuncOp => launch,
        strata_gpu::MemcpyOp => memcpy,
        strata_gpu::MemsetOp => memset,
        strata_gpu::SetDefaultDeviceOp => set_default_device,
        strata_gpu::WaitOp => wait,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// The function that makes streams, by which they are told from events.
const STREAM_CREATE: &str = "mgpuStreamCreate";

/// Streams and events are pointers.
pub fn token_types(cx: &Context, ty: Type) -> Option<Type> {
    cx.type_as::<AsyncTokenType>(ty).map(|_| llvm::ptr(cx))
}

/// Calls a function of the runtime that returns a pointer.
fn pointer(l: &mut Lower<'_>, name: &str, operands: &[Value]) -> Lowered<Value> {
    let ptr = llvm::ptr(l.cx());
    l.call_runtime(name, operands, Some(ptr))?.ok_or_else(|| format!("'{name}' returns nothing"))
}

/// The same for a function that returns nothing.
fn command(l: &mut Lower<'_>, name: &str, operands: &[Value]) -> Lowered {
    l.call_runtime(name, operands, None).map(drop)
}

/// Whether an op has a token of its completion.
fn has_token(l: &Lower<'_>) -> bool {
    l.body.result_types(l.op()).any(|ty| l.cx().type_as::<AsyncTokenType>(ty).is_some())
}

/// The stream of an op with a token and one dependency.
fn stream(l: &mut Lower<'_>) -> Lowered<Value> {
    if l.body.operand_group(l.op(), 0).len() != 1 {
        return Err("has not exactly one async dependency".to_owned());
    }
    if !has_token(l) {
        return Err("is not async".to_owned());
    }
    l.operand(0)
}

/// A memref of identity layout.
fn identity<'c>(cx: &'c Context, ty: Type) -> Lowered<&'c MemRefType> {
    let memref = cx.type_as::<MemRefType>(ty).ok_or("is on a memref without a rank")?;
    match memref.layout.is_none_or(|a| cx.attr_as::<AffineMapAttr>(a).is_some_and(|m| m.0.is_identity())) {
        true => Ok(memref),
        false => Err("is on a memref with a layout".to_owned()),
    }
}

fn alloc(l: &mut Lower<'_>) -> Lowered {
    let ty = l.result_type(0);
    let elem = identity(l.cx(), ty)?.elem;
    let shared = l.attr("hostShared").is_some();
    let token = has_token(l);
    if shared && token {
        return Err("of memory that the host shares cannot be async".to_owned());
    }
    let dependency = match shared {
        false => Some(stream(l)?),
        true => l.body.operand_group(l.op(), 0).next().map(|i| l.operand(i)).transpose()?,
    };
    let elem = l.convert(elem)?;
    let dynamic = l.body.operand_group(l.op(), 1);
    let dynamic = l.operands(dynamic)?;
    let extent = extent(l, ty, &dynamic)?;
    let size = bytes(l, extent.elements, elem);
    let ptr = llvm::ptr(l.cx());
    let null = llvm::ZeroOp::build(&mut l.at(), ptr);
    let stream = dependency.unwrap_or(null);
    let is_shared = l.int(i64::from(shared), l.cx().i8());
    let memory = pointer(l, "mgpuMemAlloc", &[size, stream, is_shared])?;
    let descriptor = allocated(l, ty, memory, memory, &extent.sizes, &extent.strides)?;
    match token {
        true => l.replace(&[descriptor, stream]),
        false => l.replace_one(descriptor),
    }
}

fn dealloc(l: &mut Lower<'_>) -> Lowered {
    let stream = stream(l)?;
    let descriptor = l.operand(1)?;
    let memory = l.part(descriptor, &[0])?;
    command(l, "mgpuMemFree", &[memory, stream])?;
    l.replace_one(stream)
}

/// The number of elements of a memref.
fn elements(l: &mut Lower<'_>, shape: &[i64], descriptor: Value) -> Lowered<Value> {
    if !shape.contains(&DYNAMIC) {
        return Ok(l.index(shape.iter().fold(1, |n: i64, &d| n.wrapping_mul(d))));
    }
    let mut product = l.part(descriptor, &[3, 0])?;
    for i in 1..shape.len() {
        let size = l.part(descriptor, &[3, i as i64])?;
        product = llvm::MulOp::build(&mut l.at(), product, size, None);
    }
    Ok(product)
}

/// The address of the first element, in the generic address space.
fn address(l: &mut Lower<'_>, descriptor: Value) -> Lowered<Value> {
    let address = l.part(descriptor, &[1])?;
    let ptr = llvm::ptr(l.cx());
    if l.body.ty(address) == ptr {
        return Ok(address);
    }
    Ok(llvm::AddrSpaceCastOp::build(&mut l.at(), address, ptr))
}

fn memcpy(l: &mut Lower<'_>) -> Lowered {
    let stream = stream(l)?;
    let memref = identity(l.cx(), l.operand_type(2))?.clone();
    let (target, source) = (l.operand(1)?, l.operand(2)?);
    let elements = elements(l, &memref.shape, source)?;
    let elem = l.convert(memref.elem)?;
    let size = bytes(l, elements, elem);
    let source = address(l, source)?;
    let target = address(l, target)?;
    command(l, "mgpuMemcpy", &[target, source, size, stream])?;
    l.replace_one(stream)
}

fn memset(l: &mut Lower<'_>) -> Lowered {
    let stream = stream(l)?;
    let memref = identity(l.cx(), l.operand_type(1))?.clone();
    let (target, value) = (l.operand(1)?, l.operand(2)?);
    let (cx, ty) = (l.cx(), l.body.ty(value));
    let number = cx.as_int(ty).is_some() || cx.as_float(ty).is_some();
    let name = match cx.bit_width(ty).filter(|_| number) {
        Some(16) => "mgpuMemset16",
        Some(32) => "mgpuMemset32",
        _ => return Err("has a value that is no number of 16 or 32 bits".to_owned()),
    };
    let bits = cx.int_type(cx.bit_width(ty).unwrap_or(32));
    let elements = elements(l, &memref.shape, target)?;
    let value = llvm::BitcastOp::build(&mut l.at(), value, bits);
    let target = address(l, target)?;
    command(l, name, &[target, value, elements, stream])?;
    l.replace_one(stream)
}

/// Whether the value of a token is a stream that was made here; else it is an event.
fn is_stream(l: &Lower<'_>, value: Value) -> bool {
    let call = l.body.def_as::<llvm::CallOp>(value);
    call.and_then(|c| l.body.attr(c.op(), "callee")).is_some_and(|callee| {
        l.cx().attr_as::<SymbolRefAttr>(callee).is_some_and(|s| l.cx().str(s.root) == STREAM_CREATE)
    })
}

fn wait(l: &mut Lower<'_>) -> Lowered {
    let tokens = l.all_operands()?;
    if has_token(l) {
        return wait_async(l, &tokens);
    }
    for &token in &tokens {
        let [synchronize, destroy] = match is_stream(l, token) {
            true => ["mgpuStreamSynchronize", "mgpuStreamDestroy"],
            false => ["mgpuEventSynchronize", "mgpuEventDestroy"],
        };
        command(l, synchronize, &[token])?;
        command(l, destroy, &[token])?;
    }
    Ok(())
}

/// A stream that waits for events, which are recorded right after the operations that it depends on.
fn wait_async(l: &mut Lower<'_>, tokens: &[Value]) -> Lowered {
    let op = l.op();
    let mut events = Vec::new();
    for (i, &token) in tokens.iter().enumerate() {
        if !is_stream(l, token) {
            events.push(token);
            continue;
        }
        let def = l.body.def_op(l.body.operand(op, i)).and_then(|def| l.body.next_op(def));
        l.start(def.unwrap_or(op));
        let event = pointer(l, "mgpuEventCreate", &[]);
        let recorded = event.and_then(|event| command(l, "mgpuEventRecord", &[event, token]).map(|()| event));
        l.start(op);
        events.push(recorded?);
    }
    let stream = pointer(l, STREAM_CREATE, &[])?;
    for &event in &events {
        command(l, "mgpuStreamWaitEvent", &[stream, event])?;
    }
    for &event in &events {
        command(l, "mgpuEventDestroy", &[event])?;
    }
    l.replace_one(stream)
}

fn register(l: &mut Lower<'_>, name: &str) -> Lowered {
    let ty = l.operand_type(0);
    let value = l.operand(0)?;
    let elem = l.convert(l.cx().elem_or_self(ty))?;
    let size = element_bytes(l, elem);
    let mut operands = parts(l, value, ty, false)?;
    operands.push(size);
    command(l, name, &operands)
}

fn set_default_device(l: &mut Lower<'_>) -> Lowered {
    let device = l.operand(0)?;
    command(l, "mgpuSetDefaultDevice", &[device])
}

/// The groups of operands of `gpu.launch_func`.
const SIZES: std::ops::RangeInclusive<usize> = 1..=9;
const SHARED: usize = 10;
const ARGUMENTS: usize = 11;
const STREAM: usize = 12;

fn launch(l: &mut Lower<'_>) -> Lowered {
    let (op, token) = (l.op(), has_token(l));
    let types: Vec<Type> = l.body.operand_types(op).chain(l.body.result_types(op)).collect();
    if types.into_iter().all(|ty| llvm::types::is_compatible(l.cx(), ty)) {
        return l.rebuild();
    }
    let dependencies = l.body.operand_group(op, 0);
    if dependencies.len() > usize::from(token) {
        return Err("has more async dependencies than its stream can wait for".to_owned());
    }
    let converted = l.all_operands()?;
    let stream = match dependencies.clone().next() {
        Some(i) => Some(converted[i]),
        None if token => Some(pointer(l, STREAM_CREATE, &[])?),
        None => None,
    };
    let arguments = arguments(l, &converted)?;
    let mut state = OpState::new(LaunchFuncOp::info(), l.body.loc(op));
    let mut sizes = vec![0i32; LaunchFuncOp::info().operands.len()];
    for group in SIZES.chain([SHARED]) {
        let operands = l.body.operand_group(op, group);
        sizes[group] = operands.len() as i32;
        state.operands.extend(operands.map(|i| converted[i]));
    }
    sizes[ARGUMENTS] = arguments.len() as i32;
    state.operands.extend(arguments);
    sizes[STREAM] = i32::from(stream.is_some());
    state.operands.extend(stream);
    let cx = l.body.cx_arc().clone();
    state.set_attr(&cx, "operandSegmentSizes", cx.i32_array(&sizes));
    state.set_attr(&cx, "kernel", l.attr("kernel").ok_or("misses its kernel")?);
    l.at().build(state);
    match stream {
        Some(stream) if token => l.replace_one(stream),
        _ => Ok(()),
    }
}

/// The arguments as the kernel takes them.
fn arguments(l: &mut Lower<'_>, converted: &[Value]) -> Lowered<Vec<Value>> {
    let group = l.body.operand_group(l.op(), ARGUMENTS);
    let bare = l.options.bare_ptr || l.options.kernel_bare_ptr;
    let mut out = Vec::new();
    for i in group.clone() {
        let ty = l.operand_type(i);
        out.extend(parts(l, converted[i], ty, bare)?);
    }
    if !l.options.kernel_sizes {
        return Ok(out);
    }
    if out.len() != group.len() {
        return Err("has arguments of several values, to which no sizes can be added".to_owned());
    }
    let mut with_sizes = Vec::new();
    for (i, value) in group.zip(out) {
        let size = static_bytes(l.cx(), l.operand_type(i))?;
        with_sizes.extend([value, l.index(size)]);
    }
    Ok(with_sizes)
}

/// The size of a memref that is known.
fn static_bytes(cx: &Context, ty: Type) -> Lowered<i64> {
    let memref = cx.type_as::<MemRefType>(ty).ok_or("has an argument that is no memref")?;
    let number = cx.as_int(memref.elem).is_some() || cx.as_float(memref.elem).is_some();
    if memref.shape.contains(&DYNAMIC) || !number {
        return Err("has an argument that is no memref of a known size".to_owned());
    }
    let bits = i64::from(cx.bit_width(memref.elem).unwrap_or(0));
    if bits % 8 != 0 {
        return Err("has an argument whose elements are no whole bytes".to_owned());
    }
    let bytes = memref.shape.iter().try_fold(bits / 8, |n, &d| n.checked_mul(d));
    bytes.ok_or_else(|| "has an argument that is too large".to_owned())
}
