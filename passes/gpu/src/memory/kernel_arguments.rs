//! `gpu-mark-kernel-arguments`: marks the buffer parameters of kernels with the properties that hold in all launches: alignment, no alias
//! with other memory of the kernel, and read-only access.
//!
//! # Before
//! ```mlir
//! gpu.launch_func @kernels::@k … args(%x : memref<64xf32>, %y : memref<64xf32>)
//! gpu.func @k(%x: memref<64xf32>, %y: memref<64xf32>) kernel { … %v = memref.load %x[%t] … memref.store %v, %y[%t] … }
//! ```
//! # After
//! ```mlir
//! gpu.func @k(%x: memref<64xf32> {llvm.align = 64 : i64, llvm.noalias, llvm.readonly},
//!             %y: memref<64xf32> {llvm.align = 64 : i64, llvm.noalias}) kernel { … }
//! ```
//! LLVM loads read-only data through a separate cache. Different arguments of a host function are assumed not to alias, and neither do
//! allocations; views of one allocation do not alias where their byte ranges are known and do not overlap. Memory that no parameter of a
//! launch writes may be shared by several.

use std::collections::BTreeMap;

use strata_gpu::{FuncOp, LaunchFuncOp, ModuleOp};
use strata_ir::{
    analysis::effects_of,
    core::{EffectKind, symbols::SymbolTable},
    prelude::*,
};
use strata_memref::{CastOp, CollapseShapeOp, ExpandShapeOp, GetGlobalOp, ReinterpretCastOp, ViewOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::{
    buffer_alias::{is_memref, is_view},
    buffer_layout::{BUFFER_ALIGNMENT, static_bytes},
};

/// Mark kernels' buffers as aligned, as not shared and as only read.
#[pass(
    name = "gpu-mark-kernel-arguments",
    class = "GpuMarkKernelArguments",
    on = "builtin.module",
    statistics = ["num-noalias": "Number of buffers that nothing else is the same memory as"],
    idempotent
)]
pub struct MarkKernelArguments;

/// The location of a buffer operand of a launch.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The argument or allocation that it is a part of; `None` if unknown.
    root: Option<Value>,
    /// Its byte range in `root`, if known.
    bytes: Option<(i64, i64)>,
    /// The alignment of its address in bytes.
    alignment: i64,
}

impl Place {
    fn may_overlap(&self, other: &Place) -> bool {
        match (self.root, other.root) {
            (Some(x), Some(y)) if x != y => false,
            (Some(_), Some(_)) => match (self.bytes, other.bytes) {
                (Some((a, b)), Some((c, d))) => a < d && c < b,
                _ => true,
            },
            _ => true,
        }
    }
}

/// Properties of a parameter that hold in all launches.
#[derive(Clone, Copy, Debug)]
struct Facts {
    alone: bool,
    alignment: i64,
}

impl BodyPass for MarkKernelArguments {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let symbols = SymbolTable::new(module);
        let mut kernels: BTreeMap<(Op, Op), Vec<Facts>> = BTreeMap::new();
        let mut written: BTreeMap<(Op, Op), Vec<bool>> = BTreeMap::new();
        for (shell, host) in module.children() {
            if shell.isa::<ModuleOp>(module) {
                continue;
            }
            for launch in host.all_ops().into_iter().filter_map(|op| op.as_op::<LaunchFuncOp>(host)) {
                let Some(kernel) = kernel_of(module, &symbols, host, launch) else { continue };
                let writes = written.entry(kernel).or_insert_with(|| writes(module, kernel));
                let args: Vec<Value> = launch.kernel_operands(host).collect();
                let facts = facts(host, &args, writes);
                match kernels.entry(kernel) {
                    std::collections::btree_map::Entry::Vacant(e) => {
                        e.insert(facts);
                    }
                    std::collections::btree_map::Entry::Occupied(mut e) => {
                        for (known, new) in e.get_mut().iter_mut().zip(facts) {
                            known.alone &= new.alone;
                            known.alignment = known.alignment.min(new.alignment);
                        }
                    }
                }
            }
        }
        for (kernel, facts) in kernels {
            let writes = written.remove(&kernel).unwrap_or_default();
            cx.count("num-noalias", facts.iter().filter(|f| f.alone).count() as u64);
            mark(module, kernel, &facts, &writes);
        }
        Ok(())
    }
}

/// The module and the function that a launch names.
fn kernel_of(module: &Body, symbols: &SymbolTable, host: &Body, launch: LaunchFuncOp) -> Option<(Op, Op)> {
    let cx = module.cx();
    let name = host.attr(launch.op(), "kernel").and_then(|a| cx.attr_as::<SymbolRefAttr>(a))?;
    let container = symbols.get(name.root).filter(|op| op.isa::<ModuleOp>(module))?;
    let body = module.child(container)?;
    let wanted = *name.nested.first()?;
    let function = body
        .children()
        .map(|(op, _)| op)
        .find(|&op| op.isa::<FuncOp>(body) && body.symbol_name(op) == Some(wanted))?;
    Some((container, function))
}

/// Whether a kernel writes each of its parameters.
fn writes(module: &Body, (container, function): (Op, Op)) -> Vec<bool> {
    let body = module.child(container).and_then(|m| m.child(function));
    let Some(body) = body else { return Vec::new() };
    let Some(f) = body.self_as::<FuncOp>() else { return Vec::new() };
    let [params, ..] = f.args(body);
    params.iter().map(|&p| !is_memref(body, p) && !is_scalar(body, p) || is_written(body, p)).collect()
}

fn is_scalar(b: &Body, v: Value) -> bool {
    let ty = b.ty(v);
    b.cx().is_index(ty)
        || b.cx().bit_width(b.cx().elem_or_self(ty)).is_some()
        || b.cx().type_as::<ComplexType>(ty).is_some()
}

/// Whether a buffer may be written through itself or a view of it.
fn is_written(b: &Body, v: Value) -> bool {
    is_memref(b, v)
        && b.uses_of(v).any(|(user, _)| {
            if is_view(b, user) {
                return b.results(user).iter().any(|&r| is_written(b, r));
            }
            if user.isa::<strata_memref::DimOp>(b) {
                return false;
            }
            if b.results(user).iter().any(|&r| is_memref(b, r)) || b.has_trait(user, Trait::Terminator) {
                return true;
            }
            let Some(effects) = effects_of(b, user) else { return true };
            effects.iter().any(|e| e.kind != EffectKind::Read && e.on.is_none_or(|on| on == v))
        })
}

/// Properties of the operands of one launch.
fn facts(host: &Body, args: &[Value], written: &[bool]) -> Vec<Facts> {
    let places: Vec<Option<Place>> = args
        .iter()
        .map(|&v| match is_memref(host, v) {
            true => Some(place(host, v)),
            false if is_scalar(host, v) => None,
            // Any other type may hold a pointer to any memory.
            false => Some(Place { root: None, bytes: None, alignment: 1 }),
        })
        .collect();
    let writes = |i: usize| written.get(i).copied().unwrap_or(true);
    let facts = |(i, place): (usize, &Option<Place>)| {
        let Some(here) = place else { return Facts { alone: false, alignment: 1 } };
        let meets = |(j, other): (usize, &Option<Place>)| {
            j != i && (writes(i) || writes(j)) && other.as_ref().is_some_and(|o| here.may_overlap(o))
        };
        Facts { alone: !places.iter().enumerate().any(meets), alignment: here.alignment }
    };
    places.iter().enumerate().map(facts).collect()
}

/// Bytes of a row-major memref of static size.
fn size(b: &Body, v: Value) -> Option<i64> {
    static_bytes(b.cx(), b.ty(v))
}

fn place(b: &Body, v: Value) -> Place {
    let whole = |root| Place {
        root: Some(root),
        bytes: Some((0, size(b, v).unwrap_or(i64::MAX))),
        alignment: BUFFER_ALIGNMENT,
    };
    let unknown = Place { root: None, bytes: None, alignment: 1 };
    let Some(op) = b.def_op(v) else {
        let own = b.def_block(v).and_then(|block| b.block_parent_op(block)) == Some(Op::SELF);
        return if own { whole(v) } else { unknown };
    };
    if op.isa::<ViewOp>(b) {
        let source = place(b, b.operand(op, 0));
        let shift = constant_value(b, b.operand(op, 1)).and_then(|a| b.cx().attr_i64(a));
        let start = shift.zip(source.bytes).and_then(|(s, (start, _))| start.checked_add(s));
        let bytes = start.zip(size(b, v)).and_then(|(s, n)| Some((s, s.checked_add(n)?)));
        let low = shift.map_or(1, |s| if s == 0 { i64::MAX } else { s & s.wrapping_neg() });
        return Place { bytes, alignment: source.alignment.min(low), ..source };
    }
    // Views with the same address and size.
    let same = op.isa::<CollapseShapeOp>(b) || op.isa::<ExpandShapeOp>(b) || op.isa::<CastOp>(b);
    if same {
        return place(b, b.operand(op, 0));
    }
    if is_view(b, op) {
        let source = place(b, b.operand(op, 0));
        // The address of a descriptor is that of its source; one that is a pointer may be inside.
        let begins = op.isa::<ReinterpretCastOp>(b) && b.num_operands(op) == 1 && size(b, v).is_some()
            || b.cx().type_as::<MemRefType>(b.ty(v)).is_some_and(|m| m.layout.is_some());
        return Place { bytes: source.bytes, alignment: if begins { source.alignment } else { 1 }, ..source };
    }
    let allocates = matches!(b.op_name(op), "gpu.alloc" | "memref.alloc" | "memref.alloca");
    if allocates || op.isa::<GetGlobalOp>(b) { whole(v) } else { unknown }
}

/// Sets the attributes of the parameters of a kernel.
fn mark(module: &mut Body, (container, function): (Op, Op), facts: &[Facts], written: &[bool]) {
    let cx = module.cx_arc().clone();
    let Some(kernels) = module.child_mut(container) else { return };
    let Some(f) = function.as_op::<FuncOp>(kernels) else { return };
    let inputs = f.inputs(kernels).to_vec();
    let mut dicts = Vec::new();
    for (i, ty) in inputs.iter().enumerate() {
        let mut dict = strata_func::function_syntax::dict_at(kernels, function, "arg_attrs", i);
        let memref = cx.type_as::<MemRefType>(*ty).is_some();
        let mut put = |name: &str, attr: Attr| {
            let name = cx.intern(name);
            if dict.iter().all(|d| d.0 != name) {
                dict.push((name, attr));
            }
        };
        if let Some(facts) = facts.get(i).filter(|_| memref) {
            if facts.alignment > 1 {
                put("llvm.align", cx.i64_attr(facts.alignment));
            }
            if facts.alone {
                put("llvm.noalias", cx.unit());
            }
            if written.get(i) == Some(&false) {
                put("llvm.readonly", cx.unit());
            }
        }
        dicts.push(dict);
    }
    if dicts.iter().any(|d| !d.is_empty()) {
        let dicts = dicts.into_iter().map(|d| cx.dict_attr(d)).collect();
        let attr = cx.array_attr(dicts);
        kernels.set_attr(function, "arg_attrs", Some(attr));
    }
}
