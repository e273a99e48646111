//! `gpu-device-memory`: moves buffers of the host's part of a program to device memory, and copies the elements that the host itself reads
//! or writes.
//!
//! Before:
//! ```mlir
//! %0 = memref.alloc() : memref<8xf32>
//! gpu.launch … { … %0 … }
//! call @strata_sort.call(%0, %y) : (memref<8xf32>, memref<8xf32>) -> ()
//! %go = memref.load %flag[] : memref<i1>
//! ```
//! After:
//! ```mlir
//! %alloca = memref.alloca() : memref<i1>
//! %memref = gpu.alloc () : memref<8xf32>
//! gpu.launch … { … %memref … }
//! %in = memref.alloc() : memref<8xf32>
//! gpu.memcpy %in, %memref : memref<8xf32>, memref<8xf32>
//! %out = memref.alloc() : memref<8xf32>
//! call @strata_sort.call(%in, %out) : (memref<8xf32>, memref<8xf32>) -> ()
//! gpu.memcpy %y, %out : memref<8xf32>, memref<8xf32>
//! … memref.dealloc of both …
//! gpu.memcpy %alloca, %flag : memref<i1>, memref<i1>
//! %go = memref.load %alloca[] : memref<i1>
//! ```
//! Routines of the CPU's runtime are functions with the attribute `strata.runtime_call`; collectives among them take memory of the
//! device. Constants that the host passes on are copied to
//! the device; constants that kernels read are copied into the kernels. The passes that make kernels run before: any remaining op that
//! accesses device memory is an error.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::constant_index;
use strata_func::{CallOp, FuncOp};
use strata_gpu::{LaunchOp, MemcpyOp};
use strata_ir::{analysis::effects_of, core::DYNAMIC, prelude::*};
use strata_linalg::LinalgOp;
use strata_memref::{
    AllocOp, AllocaOp, CopyOp, DeallocOp, DimOp, GetGlobalOp, LoadOp, ReshapeOp, StoreOp, SubViewOp, layout,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::buffer_alias::{is_memref, is_view};
use strata_tensor::MixedIndex;

use crate::host_ops::{all_host_ops, failure};

/// The attribute of a function that declares a routine of the runtime.
const ROUTINE: &str = "strata.runtime_call";
/// The routines that take memory of the device as it is: collectives, which the devices of several processes do together.
const ON_DEVICE: [&str; 9] = [
    "strata_all_gather",
    "strata_all_reduce",
    "strata_all_to_all",
    "strata_collective_broadcast",
    "strata_collective_reduce",
    "strata_meet",
    "strata_permute",
    "strata_ragged_all_to_all",
    "strata_reduce_scatter",
];
/// The attribute with the number of its inputs; outputs follow them.
const INPUTS: &str = "strata.num_inputs";

/// Give buffers memory of the device, and the host copies of what it reads and writes itself.
#[pass(
    name = "gpu-device-memory",
    class = "GpuDeviceMemory",
    on = "builtin.module",
    produces = [arith, gpu, memref],
    statistics = [
        "num-buffers": "Number of buffers on the device",
        "num-host-accesses": "Number of loads and stores of the host",
        "num-host-calls": "Number of calls of routines of the host"
    ]
)]
pub struct DeviceMemory;

impl BodyPass for DeviceMemory {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let functions: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        let mut routines: FxHashMap<String, usize> = FxHashMap::default();
        for &op in &functions {
            let target = module.attr(op, ROUTINE).and_then(|a| module.cx().attr_str(a));
            if target.is_some_and(|target| !ON_DEVICE.contains(&&*target))
                && let Some(f) = op.as_op::<FuncOp>(module)
            {
                let inputs = module.attr(op, INPUTS).and_then(|a| module.cx().attr_i64(a));
                let inputs = inputs.and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
                routines.insert(f.name(module).to_owned(), inputs);
            }
        }
        let mut errors = Vec::new();
        for op in functions {
            let Some(body) = module.child_mut(op) else { continue };
            if body.entry().is_none() {
                continue;
            }
            let mut host = Host { routines: &routines, memory: FxHashSet::default(), counts: [0; 3] };
            errors.extend(host.function(body));
            for (name, n) in ["num-buffers", "num-host-accesses", "num-host-calls"].iter().zip(host.counts) {
                cx.count(name, n);
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

struct Host<'a> {
    /// For each routine of the runtime the number of its inputs.
    routines: &'a FxHashMap<String, usize>,
    /// Buffers in host memory.
    memory: FxHashSet<Value>,
    counts: [u64; 3],
}

impl Host<'_> {
    fn function(&mut self, b: &mut Body) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        for op in all_host_ops(b) {
            if b.is_live(op)
                && let Err(why) = self.op(b, op)
            {
                errors.push(failure(b, op, &why));
            }
        }
        for op in all_host_ops(b) {
            if let Err(why) = self.check(b, op) {
                errors.push(failure(b, op, &why));
            }
        }
        errors
    }

    fn op(&mut self, b: &mut Body, op: Op) -> Result<(), String> {
        if op.isa::<AllocOp>(b) || op.isa::<AllocaOp>(b) {
            self.allocate(b, op);
        } else if op.isa::<DeallocOp>(b) {
            let buffer = b.operand(op, 0);
            strata_gpu::DeallocOp::build(&mut Builder::before(b, op), &[], buffer, &[]);
            b.erase(op);
        } else if op.isa::<CopyOp>(b) {
            let (from, to) = (b.operand(op, 0), b.operand(op, 1));
            MemcpyOp::create(&mut Builder::before(b, op), to, from);
            b.erase(op);
        } else if op.isa::<LoadOp>(b) {
            self.load(b, op)?;
        } else if let Some(store) = op.as_op::<StoreOp>(b) {
            let (value, memref) = (store.value(b), store.memref(b));
            let indices: Vec<Value> = b.operands(op).skip(2).collect();
            let scalar = self.scalar(b, op)?;
            let mut at = Builder::before(b, op);
            StoreOp::create(&mut at, value, scalar, &[]);
            let element = element(&mut at, memref, &indices).ok_or("its buffer has no strides")?;
            MemcpyOp::create(&mut at, element, scalar);
            self.counts[1] += 1;
            b.erase(op);
        } else if op.isa::<ReshapeOp>(b) {
            let shape = b.operand(op, 1);
            if !self.is_host(b, shape) {
                let ty = b.ty(shape);
                let copy = self.on_stack(b, ty)?;
                MemcpyOp::create(&mut Builder::before(b, op), copy, shape);
                b.set_operand(op, 1, copy);
            }
        } else if op.isa::<GetGlobalOp>(b) {
            self.global(b, op);
        } else if let Some(call) = op.as_op::<CallOp>(b) {
            let name = b.cx().str(call.callee(b).get(b.cx()).root).to_owned();
            if let Some(&inputs) = self.routines.get(&name) {
                self.routine(b, op, inputs)?;
            }
        }
        Ok(())
    }

    fn allocate(&mut self, b: &mut Body, op: Op) {
        let old = b.result(op, 0);
        let sizes: Vec<Value> = b.operands(op).collect();
        let mut at = Builder::before(b, op);
        let ty = at.ty(old);
        let new = strata_gpu::AllocOp::create(&mut at, ty, &sizes);
        let on_stack = op.isa::<AllocaOp>(&at);
        at.replace_all_uses(old, new);
        at.erase(op);
        self.counts[0] += 1;
        // A buffer that was on the stack is freed at the end of its block.
        if on_stack && let Some(end) = b.def_block(new).and_then(|block| b.terminator(block)) {
            strata_gpu::DeallocOp::build(&mut Builder::before(b, end), &[], new, &[]);
        }
    }
    fn load(&mut self, b: &mut Body, op: Op) -> Result<(), String> {
        let memref = b.operand(op, 0);
        if self.is_host(b, memref) {
            return Ok(());
        }
        let indices: Vec<Value> = b.operands(op).skip(1).collect();
        let scalar = self.scalar(b, op)?;
        let mut at = Builder::before(b, op);
        let element = element(&mut at, memref, &indices).ok_or("its buffer has no strides")?;
        MemcpyOp::create(&mut at, scalar, element);
        let value = LoadOp::create(&mut at, scalar, &[]);
        let old = at.result(op, 0);
        at.replace_all_uses(old, value);
        self.counts[1] += 1;
        b.erase(op);
        Ok(())
    }
    /// Host memory for one element of the buffer that an op accesses.
    fn scalar(&mut self, b: &mut Body, op: Op) -> Result<Value, String> {
        let memref = b.operands(op).find(|&v| is_memref(b, v)).ok_or("it has no buffer")?;
        let ty = b.cx().memref(&[], b.cx().elem_or_self(b.ty(memref)));
        self.on_stack(b, ty)
    }
    /// Host memory on the stack, allocated at the start of the function.
    fn on_stack(&mut self, b: &mut Body, ty: Type) -> Result<Value, String> {
        let t = b.cx().type_as::<MemRefType>(ty).ok_or("it has no buffer")?;
        if t.shape.contains(&DYNAMIC) {
            return Err("the size of a buffer that the host reads is not known".into());
        }
        let entry = b.entry().ok_or("it is in no function")?;
        let mut at = Builder::at_start(b, entry);
        let buffer = AllocaOp::create(&mut at, ty, &[]);
        self.memory.insert(buffer);
        Ok(buffer)
    }
    /// Whether a buffer is in host memory.
    fn is_host(&self, b: &Body, mut v: Value) -> bool {
        while let Some(op) = b.def_op(v) {
            if op.isa::<GetGlobalOp>(b) {
                return true;
            }
            if !is_view(b, op) {
                break;
            }
            v = b.operand(op, 0);
        }
        self.memory.contains(&v)
    }

    /// A constant: kernels get a copy, host loads read it in place, and other users need it on the device.
    fn global(&mut self, b: &mut Body, op: Op) {
        let value = b.result(op, 0);
        into_kernels(b, op);
        let plain = |b: &Body, user: Op| {
            user.isa::<LoadOp>(b)
                || user.isa::<CopyOp>(b)
                || user.isa::<MemcpyOp>(b)
                || user.isa::<ReshapeOp>(b)
        };
        if b.users(value).all(|u| plain(b, u)) {
            return;
        }
        let mut at = Builder::after(b, op);
        let ty = at.ty(value);
        let copy = strata_gpu::AllocOp::create(&mut at, ty, &[]);
        let upload = MemcpyOp::create(&mut at, copy, value);
        b.replace_uses_if(value, copy, |b, user| user != upload.op() && !plain(b, user));
        if let Some(end) = b.parent_block(op).and_then(|block| b.terminator(block)) {
            strata_gpu::DeallocOp::build(&mut Builder::before(b, end), &[], copy, &[]);
        }
    }

    /// A call of a runtime routine, with copies of its buffers in host memory.
    fn routine(&mut self, b: &mut Body, op: Op, inputs: usize) -> Result<(), String> {
        let operands: Vec<Value> = b.operands(op).collect();
        let mut copies: Vec<(usize, Value, Value)> = Vec::new();
        let mut at = Builder::before(b, op);
        for (i, &v) in operands.iter().enumerate() {
            if !is_memref(&at, v) || self.is_host(&at, v) {
                continue;
            }
            let copy = host_buffer(&mut at, v)?;
            if i < inputs {
                MemcpyOp::create(&mut at, copy, v);
            }
            at.set_operand(op, i, copy);
            self.memory.insert(copy);
            copies.push((i, v, copy));
        }
        let mut at = Builder::after(b, op);
        for &(i, v, copy) in &copies {
            if i >= inputs {
                MemcpyOp::create(&mut at, v, copy);
            }
            DeallocOp::build(&mut at, copy);
        }
        self.counts[2] += 1;
        Ok(())
    }

    /// Reports ops on the host that still access device memory.
    fn check(&self, b: &Body, op: Op) -> Result<(), String> {
        let known = b.op_name(op).starts_with("gpu.")
            || op.isa::<CallOp>(b)
            || is_view(b, op)
            || b.has_trait(op, Trait::Terminator);
        if known || !b.operands(op).any(|v| is_memref(b, v) && !self.is_host(b, v)) {
            return Ok(());
        }
        let touches = |e: &Effect| e.on.is_none_or(|v| is_memref(b, v) && !self.is_host(b, v));
        match effects_of(b, op) {
            Some(effects) if effects.is_empty() || !effects.iter().any(touches) => Ok(()),
            _ if b.has_trait(op, Trait::RecursiveMemoryEffects) && !op.implements::<dyn LinalgOp>(b) => {
                Ok(())
            }
            _ => Err("it is left on the host and touches memory of the device".into()),
        }
    }
}

/// A view of one element of a buffer.
fn element(b: &mut Builder<'_>, memref: Value, indices: &[Value]) -> Option<Value> {
    if indices.is_empty() {
        return Some(memref);
    }
    let cx = b.cx_arc().clone();
    let t = cx.type_as::<MemRefType>(b.ty(memref))?;
    let offsets: Vec<MixedIndex> = indices
        .iter()
        .map(|&v| match constant_value(b, v).and_then(|a| cx.attr_i64(a)) {
            Some(n) => n.into(),
            None => v.into(),
        })
        .collect();
    let ones: Vec<MixedIndex> = vec![1.into(); indices.len()];
    let statics: Vec<i64> = offsets.iter().map(|o| o.as_dim()).collect();
    let one = vec![1; indices.len()];
    let full = SubViewOp::infer_type(&cx, b.ty(memref), &statics, &one, &one)?;
    let offset = layout::strides(&cx, full)?.offset;
    let ty = layout::with_layout(&cx, t, &[], &layout::Strided { strides: Vec::new(), offset });
    Some(SubViewOp::of_type(b, memref, &offsets, &ones, &ones, ty))
}

/// A host buffer with the shape of a device buffer.
fn host_buffer(b: &mut Builder<'_>, v: Value) -> Result<Value, String> {
    let cx = b.cx_arc().clone();
    let t = cx.type_as::<MemRefType>(b.ty(v)).ok_or("an operand is no memref")?;
    let mut sizes = Vec::new();
    for (d, &size) in t.shape.iter().enumerate() {
        if size == DYNAMIC {
            let (d, ty) = (constant_index(b, d as i64), cx.index());
            sizes.push(DimOp::build(b, v, d, ty));
        }
    }
    Ok(AllocOp::create(b, b.ty(v), &sizes))
}

/// Copies a constant, and views of it, into the kernels that use them.
fn into_kernels(b: &mut Body, op: Op) {
    for v in b.results(op).to_vec() {
        let users: Vec<Op> = b.users(v).collect();
        for view in users {
            // Views with operands besides the source stay on the host: only views without them are copied.
            let plain = is_view(b, view) && b.num_operands(view) == 1 && launch_of(b, view).is_none();
            if plain {
                into_kernels(b, view);
            }
        }
        let mut kernels: Vec<Op> = b.users(v).filter_map(|u| launch_of(b, u)).collect();
        kernels.sort();
        kernels.dedup();
        for kernel in kernels {
            let Some(&entry) = b.regions(kernel).first().and_then(|&r| b.blocks(r).first()) else { continue };
            let mut chain = vec![op];
            while let Some(d) = chain.last().and_then(|&o| b.operands(o).next()).and_then(|s| b.def_op(s)) {
                chain.push(d);
            }
            let mut map = IdMap::new();
            let before = b.first_op(entry);
            for &link in chain.iter().rev() {
                let copy = b.clone_op(link, &mut map);
                b.insert(copy, InsertPoint { block: entry, before });
            }
            let new = map.get(v);
            b.replace_uses_if(v, new, |b, user| b.is_ancestor(kernel, user));
        }
        if is_view(b, op) && b.is_unused(op) {
            b.erase(op);
        }
    }
}

/// The launch that an op is in.
fn launch_of(b: &Body, op: Op) -> Option<Op> {
    let mut at = b.parent_op(op);
    while let Some(parent) = at.filter(|&p| p != Op::SELF) {
        if parent.isa::<LaunchOp>(b) {
            return Some(parent);
        }
        at = b.parent_op(parent);
    }
    None
}
