//! `gpu.func` to `llvm.func`.

use strata_gpu::{FuncOp, MIN_BLOCKS_PER_MULTIPROCESSOR};
use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::{
    engine::{
        Lowered, Options, converted_type, flat_descriptor, is_bare, llvm_types, pointer_to, result_type,
    },
    function::{NewArgs, Passed, import_blocks, replace_shell},
};

/// Alignment of shared buffers in bytes, and of large ones, which swizzled copies need.
const ALIGNMENT: i64 = 128;
const LARGE_ALIGNMENT: i64 = 1024;
const LARGE: i64 = 4096;

/// Attributes of `gpu.func` that become attributes of kernels, with their names in `nvvm`.
const KNOWN: [(&str, Option<&str>); 3] = [
    ("known_block_size", Some("nvvm.maxntid")),
    ("known_grid_size", None),
    ("known_cluster_size", Some("nvvm.cluster_dim")),
];

/// Attributes of `gpu.func` that `llvm.func` does not have.
const NOT_COPIED: [&str; 2] = ["workgroup_attributions", MIN_BLOCKS_PER_MULTIPROCESSOR];

pub(super) fn convert(module: &mut Body, shell: Op, options: Options) -> Lowered<(Op, NewArgs)> {
    let cx = module.cx_arc().clone();
    let func = FuncOp::from_op_unchecked(shell);
    let (inputs, results) = (func.inputs(module).to_vec(), func.results(module).to_vec());
    let name = func.name(module).to_owned();
    let kernel = func.is_kernel(module);
    let (types, mut params, mut passed) =
        (llvm_types(options.extra_types, options.index_bits), Vec::new(), Vec::new());
    let no_type = |t: Type| format!("type '{}' has no LLVM equivalent", cx.type_to_string(t));
    let mut arg_attrs: Vec<Vec<(Str, Attr)>> = Vec::new();
    for (i, &ty) in inputs.iter().enumerate() {
        let attrs = strata_func::function_syntax::dict_at(module, shell, "arg_attrs", i);
        let new = types.convert(&cx, ty)?;
        let Some(m) = cx.type_as::<MemRefType>(ty) else {
            params.push(new);
            arg_attrs.push(attrs);
            passed.push(Passed::Value(new));
            continue;
        };
        let pointer = pointer_to(&cx, m).ok_or_else(|| no_type(ty))?;
        if options.bare_ptr && is_bare(&cx, ty) {
            params.push(pointer);
            arg_attrs.push(attrs);
            passed.push(Passed::Bare(ty));
            continue;
        }
        let flat = flat_descriptor(pointer, cx.i64(), m.shape.len());
        // Only the second address of a descriptor is used; its attributes hold without the offset, too.
        arg_attrs.extend((0..flat.len()).map(|k| if k == 1 { attrs.clone() } else { Vec::new() }));
        params.extend(flat);
        passed.push(Passed::Descriptor(new));
    }
    let result = result_type(&cx, &types, &results, options.bare_ptr)
        .ok_or_else(|| "returns values without LLVM equivalent".to_owned())?;
    let ty = llvm::LlvmFunctionType { result, params, variadic: false };
    let loc = module.loc(shell);
    let mut state = llvm::FuncOp::state(&cx, &name, ty, loc);
    for &(name, attr) in module.extra_attrs(shell) {
        if !NOT_COPIED.contains(&cx.str(name)) {
            state.set_attr(&cx, cx.str(name), attr);
        }
    }
    for (known, nvvm) in KNOWN {
        let Some(sizes) = module.attr(shell, known) else { continue };
        state.set_attr(&cx, &format!("gpu.{known}"), sizes);
        if let Some(nvvm) = nvvm.filter(|_| kernel) {
            state.set_attr(&cx, nvvm, sizes);
        }
    }
    if kernel {
        state.set_attr(&cx, "nvvm.kernel", cx.unit());
        if let Some(blocks) = module.attr(shell, MIN_BLOCKS_PER_MULTIPROCESSOR) {
            state.set_attr(&cx, strata_nvvm::MINCTASM, blocks);
        }
        // A single resident block may use all registers; without this hint the assembler reserves some for other blocks, and spills.
        let known = |name| func.known(module, name);
        let alone = known("known_grid_size") == Some([1; 3]) && known("known_block_size").is_some();
        let is_bounded =
            [MIN_BLOCKS_PER_MULTIPROCESSOR, strata_nvvm::MINCTASM].map(|name| module.attr(shell, name));
        if alone && is_bounded.iter().all(Option::is_none) {
            state.set_attr(&cx, strata_nvvm::MINCTASM, cx.i32_attr(1));
        }
    }
    strata_func::function_syntax::set_arg_and_result_attrs(&cx, &mut state, arg_attrs, Vec::new());
    let [workgroup, private] = match module.child(shell) {
        Some(body) => {
            let [_, workgroup, private] = func_args(body);
            [workgroup, private]
        }
        None => [Vec::new(), Vec::new()],
    };
    for (i, &ty) in workgroup.iter().enumerate() {
        let ty = in_shared_memory(&cx, ty);
        let global = shared_buffer(module, shell, &format!("__wg_{name}_{i}"), ty)?;
        passed.push(Passed::Global(ty, global));
    }
    passed.extend(private.into_iter().map(Passed::Stack));
    let child = import_blocks(module, shell);
    state.child = Some(Box::new(child));
    Ok((replace_shell(module, shell, state), NewArgs(passed)))
}

/// The types of parameters, shared buffers and private buffers.
fn func_args(body: &Body) -> [Vec<Type>; 3] {
    let of = |values: &[Value]| values.iter().map(|&v| body.ty(v)).collect::<Vec<_>>();
    match body.self_as::<FuncOp>() {
        Some(f) => f.args(body).map(of),
        None => [Vec::new(), Vec::new(), Vec::new()],
    }
}

/// Adds the shared memory space to a buffer type without one.
fn in_shared_memory(cx: &Context, ty: Type) -> Type {
    match cx.type_as::<MemRefType>(ty) {
        Some(m) if m.memory_space.is_none() => {
            let memory_space = Some(strata_gpu::AddressSpace::Workgroup.attr(cx));
            cx.ty(MemRefType { memory_space, ..m.clone() })
        }
        _ => ty,
    }
}

/// Adds the global of a shared buffer; returns its name as an attribute.
fn shared_buffer(module: &mut Body, shell: Op, name: &str, ty: Type) -> Lowered<Attr> {
    let cx = module.cx_arc().clone();
    let shown = || cx.type_to_string(ty);
    let m = cx.type_as::<MemRefType>(ty).ok_or("has a shared buffer that is no ranked memref")?;
    if !is_bare(&cx, ty) {
        return Err(format!("has a shared buffer of type '{}', whose size or order is not known", shown()));
    }
    let elem = converted_type(&cx, m.elem);
    let elem = elem.ok_or_else(|| format!("type '{}' has no LLVM equivalent", shown()))?;
    let len = m
        .shape
        .iter()
        .try_fold(1i64, |n, &d| n.checked_mul(d))
        .ok_or("has a shared buffer that is too large")?;
    let bytes =
        llvm::layout(&cx, elem).and_then(|x| i64::try_from(x.size).ok()?.checked_mul(len)).unwrap_or(0);
    let array = cx.ty(llvm::ArrayType { len: len.unsigned_abs(), elem });
    let mut state = llvm::GlobalOp::state(&cx, name, array, llvm::Linkage::Internal, None, module.loc(shell));
    state.set_attr(&cx, "addr_space", cx.i32_attr(3));
    let alignment = if bytes >= LARGE { LARGE_ALIGNMENT } else { ALIGNMENT };
    state.set_attr(&cx, "alignment", cx.i64_attr(alignment));
    let at = InsertPoint::before(module, shell);
    let global = module.create(state);
    module.insert(global, at);
    Ok(cx.symbol_ref(name))
}
