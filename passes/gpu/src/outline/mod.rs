//! `gpu-kernel-outlining`: the bodies of launches become kernels in modules of their own.
//!
//! # Before
//! ```mlir
//! func.func @f(%x: memref<64xf32>) {
//!   %c1 = arith.constant 1 : index
//!   %c64 = arith.constant 64 : index
//!   gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
//!       threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
//!     … %x[%tx] …
//!     gpu.terminator
//!   }
//! }
//! ```
//! # After
//! ```mlir
//! func.func @f(%x: memref<64xf32>) {
//!   …
//!   gpu.launch_func @f_kernel::@f_kernel blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<64xf32>)
//! }
//! gpu.module @f_kernel {
//!   gpu.func @f_kernel(%x: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>, …} {
//!     %tx = gpu.thread_id x
//!     … %x[%tx] …
//!     gpu.return
//!   }
//! }
//! ```
//! With `module-name` all kernels are in one module of that name, and have unique names. Functions that a kernel calls, and constants that
//! it reads, are copied into its module. Captured values become parameters of the kernel, except for constants and reshapes of buffers,
//! which are recomputed (see `gpu-launch-sink-index-computations`).
//!
//! A block has at most 48 KB of shared memory that is part of the kernel. Where the buffers of a launch need more, they are in
//! the memory whose size a launch says (`memory/dynamic_shared.rs`).

mod complex_arguments;
mod index_computations;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_gpu::{
    BlockDimOp, BlockIdOp, CONTAINER_MODULE, ClusterDimOp, ClusterIdOp, Dimension, FuncOp, GridDimOp,
    LaunchFuncOp, LaunchOp, MIN_BLOCKS_PER_MULTIPROCESSOR, ModuleOp, ReturnOp, TerminatorOp, ThreadIdOp,
};
use strata_ir::{
    core::symbols::{SymbolTable, for_each_symbol_ref},
    prelude::*,
};
use strata_memref::{GetGlobalOp, GlobalOp};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;

pub use index_computations::SinkIndexComputations;

/// Outline gpu.launch bodies to kernel functions.
#[pass(
    name = "gpu-kernel-outlining",
    class = "GpuKernelOutliningPass",
    on = "builtin.module",
    produces = [gpu],
    statistics = ["num-kernels": "Number of kernels"]
)]
pub struct KernelOutlining {
    /// Name of the one module that all kernels go to; each has its own if there is none
    pub module_name: String,
}

impl BodyPass for KernelOutlining {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let functions: Vec<Op> = module.children().map(|(op, _)| op).collect();
        let mut symbols = SymbolTable::new(module);
        let mut tables = FxHashMap::default();
        let mut errors = Vec::new();
        for function in functions {
            if !module.has_trait(function, Trait::FunctionLike) {
                continue;
            }
            let name =
                module.symbol_name(function).map(|n| module.cx().str(n).to_owned()).unwrap_or_default();
            let Some(mut body) = module.take_child(function) else { continue };
            let launches: Vec<LaunchOp> =
                body.all_ops().into_iter().filter_map(|op| op.as_op::<LaunchOp>(&body)).collect();
            let wrong: Vec<Diagnostic> = launches.iter().filter_map(|&l| nested(&body, l)).collect();
            if !wrong.is_empty() {
                errors.extend(wrong);
                module.put_child(function, body);
                continue;
            }
            let mut at = InsertPoint::after(module, function);
            for launch in launches {
                let mut outliner = Outliner {
                    module: &mut *module,
                    symbols: &mut symbols,
                    tables: &mut tables,
                    common: &self.module_name,
                };
                let made = outliner.outline(&mut body, launch, &name, &mut at);
                match made {
                    Ok(()) => cx.count("num-kernels", 1),
                    Err(d) => errors.push(d),
                }
            }
            module.put_child(function, body);
        }
        if symbols.iter().any(|(_, op)| op.isa::<ModuleOp>(module)) {
            let unit = module.cx().unit();
            module.set_attr(Op::SELF, CONTAINER_MODULE, Some(unit));
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

/// The module whose launches are outlined, and the name of the common module of kernels, if there is one.
struct Outliner<'m> {
    module: &'m mut Body,
    symbols: &'m mut SymbolTable,
    /// The symbols of the modules of kernels.
    tables: &'m mut FxHashMap<Op, SymbolTable>,
    common: &'m str,
}

/// The name of a function's kernel: a PTX identifier of limited length.
fn kernel_name(function: &str) -> String {
    const LONGEST: usize = 200;
    let stands = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let mut name: String = function.chars().take(LONGEST).map(stands).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "kernel_");
    }
    name + "_kernel"
}

/// The error for a launch that is nested in another one.
fn nested(b: &Body, launch: LaunchOp) -> Option<Diagnostic> {
    let outer = std::iter::successors(b.parent_op(launch.op()), |&op| b.parent_op(op))
        .find(|op| op.isa::<LaunchOp>(b))?;
    let message = "'gpu.launch' op is inside of another launch, and a kernel cannot launch kernels";
    Some(Diagnostic::error(b.loc(launch.op()), message).note(b.loc(outer), "the other launch is here"))
}

/// The values that a launch captures, in the order of their first uses.
fn captured(b: &Body, launch: LaunchOp) -> Vec<Value> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for inner in b.ops_in(launch.op()) {
        for v in b.operands(inner) {
            if b.is_defined_outside(v, launch.op()) && seen.insert(v) {
                found.push(v);
            }
        }
    }
    found
}

/// Three sizes as constants, if they are known.
fn known(b: &Body, sizes: [Value; 3]) -> Option<[i32; 3]> {
    let mut out = [0; 3];
    for (n, v) in out.iter_mut().zip(sizes) {
        *n = constant_value(b, v).and_then(|a| b.cx().attr_i64(a)).and_then(|n| i32::try_from(n).ok())?;
    }
    Some(out)
}

impl Outliner<'_> {
    fn outline(
        &mut self,
        b: &mut Body,
        launch: LaunchOp,
        function: &str,
        at: &mut InsertPoint,
    ) -> Result<(), Diagnostic> {
        let cx = b.cx_arc().clone();
        index_computations::sink(b, launch, &|b, op| {
            self.is_constant(b, op) || index_computations::is_cheap_view(b, op)
        });
        complex_arguments::split(b, launch);
        crate::memory::dynamic_shared::make_dynamic(b, launch)?;
        let args = captured(b, launch);
        let asked = |name: &str| {
            let attr = b.attr(launch.op(), name).and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
            attr.map(|s| cx.str(s.root).to_owned())
        };
        let wanted = asked("function").unwrap_or_else(|| kernel_name(function));
        let into = asked("module").unwrap_or_else(|| self.common.to_owned());
        let (shell, module_name) = self.kernels(b.loc(launch.op()), &into, &wanted, at);
        let Some(mut kernels) = self.module.take_child(shell) else { return Ok(()) };
        let mut names = self.tables.remove(&shell).unwrap_or_else(|| SymbolTable::new(&kernels));
        let kernel = names.fresh(&cx, &wanted);
        let func = define(&mut kernels, b, launch, &kernel, &args);
        names.insert(cx.intern(&kernel), func);
        self.copy_used(&mut kernels, &mut names, func);
        self.module.put_child(shell, kernels);
        self.tables.insert(shell, names);

        let reference = LaunchFuncOp::reference(&cx, &module_name, &kernel);
        let [gx, gy, gz] = launch.grid_size(b);
        let [bx, by, bz] = launch.block_size(b);
        let [kx, ky, kz] = launch.cluster_size(b).map_or([None; 3], |c| c.map(Some));
        let (dynamic, token) = (launch.dynamic_shared_memory_size(b), launch.async_token(b));
        let deps: Vec<Value> = launch.async_dependencies(b).collect();
        let tokens: Vec<Type> = token.iter().map(|&t| b.ty(t)).collect();
        let new = LaunchFuncOp::build(
            &mut Builder::before(b, launch.op()),
            &deps,
            reference,
            gx,
            gy,
            gz,
            bx,
            by,
            bz,
            kx,
            ky,
            kz,
            dynamic,
            &args,
            None,
            &tokens,
        );
        if let (Some(old), Some(token)) = (token, new.async_token(b)) {
            b.replace_all_uses(old, token);
        }
        b.erase(launch);
        Ok(())
    }

    /// Whether an op is the `memref.get_global` of a constant.
    fn is_constant(&self, b: &Body, op: Op) -> bool {
        let name = op.as_op::<GetGlobalOp>(b).and_then(|op| b.attr(op.op(), "name"));
        let global = name.and_then(|name| self.symbols.lookup(b.cx(), name));
        global.is_some_and(|g| g.isa::<GlobalOp>(self.module) && self.module.attr(g, "constant").is_some())
    }

    /// The module for a kernel, created if necessary, and the kernel's unique name.
    fn kernels(&mut self, loc: Location, into: &str, kernel: &str, at: &mut InsertPoint) -> (Op, String) {
        let cx = self.module.cx_arc().clone();
        let found = self.symbols.get(cx.intern(into)).filter(|op| op.isa::<ModuleOp>(self.module));
        if let Some(op) = found {
            return (op, into.to_owned());
        }
        let stem = if into.is_empty() { kernel } else { into };
        let name = self.symbols.fresh(&cx, stem);
        let op = ModuleOp::create(&mut Builder::new(self.module, *at, loc), &name).op();
        *at = InsertPoint::after(self.module, op);
        self.symbols.insert(cx.intern(&name), op);
        (op, name)
    }

    /// Copies the symbols that a function refers to into the module of the kernels, unless they are there.
    fn copy_used(&self, kernels: &mut Body, names: &mut SymbolTable, func: Op) {
        let cx = kernels.cx_arc().clone();
        let mut open = vec![func];
        while let Some(op) = open.pop() {
            let mut used: Vec<Str> = Vec::new();
            if let Some(body) = kernels.child(op) {
                for inner in body.all_ops() {
                    for_each_symbol_ref(body, inner, &mut |s| used.push(s.root));
                }
            }
            for name in used {
                let Some(source) = self.symbols.get(name).filter(|_| names.get(name).is_none()) else {
                    continue;
                };
                let block = ModuleOp::members(kernels);
                let copy = kernels.import_op(self.module, source, &mut IdMap::new());
                kernels.insert(copy, InsertPoint::at_end(block));
                align(kernels, copy);
                names.insert(cx.intern(cx.str(name)), copy);
                open.push(copy);
            }
        }
    }
}

/// Raises the alignment of a constant to that of all buffers.
fn align(kernels: &mut Body, op: Op) {
    let cx = kernels.cx_arc().clone();
    let asked = kernels.attr(op, "alignment").filter(|_| op.isa::<GlobalOp>(kernels));
    if asked.and_then(|a| cx.attr_i64(a)).is_some_and(|bytes| bytes < BUFFER_ALIGNMENT) {
        kernels.set_attr(op, "alignment", Some(cx.i64_attr(BUFFER_ALIGNMENT)));
    }
}

/// Defines the kernel of a launch that captures `args`.
fn define(kernels: &mut Body, b: &Body, launch: LaunchOp, name: &str, args: &[Value]) -> Op {
    let cx = b.cx_arc().clone();
    let loc = b.loc(launch.op());
    let types: Vec<Type> = args.iter().map(|&v| b.ty(v)).collect();
    let block = ModuleOp::members(kernels);
    let func = FuncOp::create(&mut Builder::new(kernels, InsertPoint::at_end(block), loc), name, &types, &[]);
    func.set_kernel(kernels);
    let sizes = [
        ("known_block_size", Some(launch.block_size(b))),
        ("known_grid_size", Some(launch.grid_size(b))),
        ("known_cluster_size", launch.cluster_size(b)),
    ];
    for (attr, sizes) in sizes {
        let sizes = sizes.and_then(|s| known(b, s)).map(|s| cx.i32_array(&s));
        kernels.set_attr(func.op(), attr, sizes);
    }
    // Together with the kernel's static shared memory, this determines the number of resident blocks.
    let dynamic = launch.dynamic_shared_memory_size(b).and_then(|v| constant_value(b, v));
    kernels.set_attr(func.op(), "strata.dynamic_shared_memory", dynamic);
    // The number of resident blocks, which bounds the registers of a thread.
    let blocks = b.attr(launch.op(), MIN_BLOCKS_PER_MULTIPROCESSOR);
    kernels.set_attr(func.op(), MIN_BLOCKS_PER_MULTIPROCESSOR, blocks);
    let Some(shape) = launch.args(b) else { return func.op() };
    let of = |values: &[Value]| values.iter().map(|&v| b.ty(v)).collect::<Vec<_>>();
    let (workgroup, private) = (of(shape.workgroup()), of(shape.private()));
    let clusters = shape.cluster_ids().is_some();
    let Some(body) = kernels.child_mut(func.op()) else { return func.op() };
    let Some(entry) = FuncOp::add_entry(body, &workgroup, &private) else { return func.op() };
    let params = body.block_args(entry).to_vec();
    let mut map = IdMap::new();
    for (&old, &new) in args.iter().zip(&params) {
        map.map(old, new);
        body.set_arg_loc(new, b.value_loc(old));
    }
    let region = body.regions(Op::SELF)[0];
    let first = body.blocks(region).len();
    body.import_region(b, launch.body(b), region, &mut map);
    let Some(&imported) = body.blocks(region).get(first) else { return func.op() };
    let mut at = Builder::new(body, InsertPoint::at_end(entry), loc);
    let mut values = Vec::new();
    const DIMENSIONS: [Dimension; 3] = [Dimension::X, Dimension::Y, Dimension::Z];
    values.extend(DIMENSIONS.map(|d| BlockIdOp::create(&mut at, d)));
    values.extend(DIMENSIONS.map(|d| ThreadIdOp::create(&mut at, d)));
    values.extend(DIMENSIONS.map(|d| GridDimOp::create(&mut at, d)));
    values.extend(DIMENSIONS.map(|d| BlockDimOp::create(&mut at, d)));
    if clusters {
        values.extend(DIMENSIONS.map(|d| ClusterIdOp::create(&mut at, d)));
        values.extend(DIMENSIONS.map(|d| ClusterDimOp::create(&mut at, d)));
    }
    values.extend_from_slice(&params[args.len()..]);
    body.inline_block(imported, InsertPoint::at_end(entry), &values);
    for end in body.all_ops() {
        if end.isa::<TerminatorOp>(body) && body.parent_op(end) == Some(Op::SELF) {
            ReturnOp::build(&mut Builder::before(body, end), &[]);
            body.erase(end);
        }
    }
    func.op()
}
