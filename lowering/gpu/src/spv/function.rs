//! `gpu.func` to `llvm.func` with OpenCL's calling conventions; buffers of a work group are arguments, those of one thread are on the stack.

use strata_func::function_syntax::{NamedAttrs, dict_at, set_arg_and_result_attrs};
use strata_gpu::FuncOp;
use strata_ir::prelude::*;
use strata_llvm::{self as llvm, CConv, metadata::WorkgroupAttribution};
use strata_lowering_llvm::{
    engine::{Lower, Lowered, Options, flat_descriptor, index_type, llvm_types, pointer_to, result_type},
    func_upstream,
    function::{NewArgs, Passed, import_blocks, replace_shell},
};

/// The address space of the memory of a work group.
const WORKGROUP: u32 = 3;

/// Attributes of `gpu.func` that the function keeps with the prefix of the dialect.
const KNOWN: [&str; 3] = ["known_block_size", "known_grid_size", "known_cluster_size"];

/// Attributes of arguments that all parts of a memref get.
const OF_VALUES: [&str; 3] = ["llvm.returned", "llvm.noundef", "llvm.inreg"];

/// Attributes of arguments that the pointers of a memref get.
const OF_POINTERS: [&str; 11] = [
    NO_ALIAS,
    "llvm.nocapture",
    "llvm.nofree",
    ALIGN,
    "llvm.readonly",
    "llvm.writeonly",
    "llvm.readnone",
    "llvm.nonnull",
    "llvm.dereferenceable",
    "llvm.dereferenceable_or_null",
    WORKGROUP_ATTRIBUTION,
];
const NO_ALIAS: &str = "llvm.noalias";
const ALIGN: &str = "llvm.align";
const WORKGROUP_ATTRIBUTION: &str = "llvm.workgroup_attribution";

/// The parameters of the new function.
#[derive(Default)]
struct Params {
    types: Vec<Type>,
    attrs: Vec<NamedAttrs>,
    passed: Vec<Passed>,
}

pub(super) fn convert(module: &mut Body, shell: Op, options: Options) -> Lowered<(Op, NewArgs)> {
    let cx = module.cx_arc().clone();
    let func = FuncOp::from_op_unchecked(shell);
    let name = func.name(module).to_owned();
    let mut params = Params::default();
    add_params(module, shell, options, &mut params)?;
    add_buffers(module, shell, options, &mut params)?;
    let types = llvm_types(options.extra_types, options.index_bits);
    let results = func.results(module).to_vec();
    let result = result_type(&cx, &types, &results, false).ok_or("returns values without LLVM equivalent")?;
    let ty = llvm::LlvmFunctionType { result, params: params.types, variadic: false };
    let mut state = llvm::FuncOp::state(&cx, &name, ty, module.loc(shell));
    for &(name, attr) in module.extra_attrs(shell) {
        if cx.str(name) != "workgroup_attributions" {
            state.set_attr(&cx, cx.str(name), attr);
        }
    }
    for known in KNOWN {
        if let Some(sizes) = module.attr(shell, known) {
            state.set_attr(&cx, &format!("gpu.{known}"), sizes);
        }
    }
    let is_kernel = func.is_kernel(module);
    if let Some(size) = module.attr(shell, KNOWN[0]).filter(|_| is_kernel) {
        state.set_attr(&cx, "reqd_work_group_size", size);
    }
    let convention = if is_kernel { CConv::SpirKernel } else { CConv::SpirFunc };
    state.set_attr(&cx, "CConv", convention.attr(&cx));
    let res_attrs = (0..results.len()).map(|i| dict_at(module, shell, "res_attrs", i)).collect();
    set_arg_and_result_attrs(&cx, &mut state, params.attrs, res_attrs);
    let child = import_blocks(module, shell);
    state.child = Some(Box::new(child));
    Ok((replace_shell(module, shell, state), NewArgs(params.passed)))
}

fn add_params(module: &Body, shell: Op, options: Options, params: &mut Params) -> Lowered {
    let cx = module.cx();
    let index = index_type(cx, options.index_bits);
    for (i, &ty) in FuncOp::from_op_unchecked(shell).inputs(module).iter().enumerate() {
        let new = llvm_types(options.extra_types, options.index_bits).convert(cx, ty)?;
        let (parts, passed) = if let Some(m) = cx.type_as::<MemRefType>(ty) {
            let pointer = cx
                .type_as::<llvm::StructType>(new)
                .and_then(|s| s.members().first().copied())
                .ok_or_else(|| {
                    format!(
                        "has an argument of type '{}', whose memory has no address space",
                        cx.type_to_string(ty)
                    )
                })?;
            (flat_descriptor(pointer, index, m.shape.len()), Passed::Descriptor(new))
        } else if cx.type_as::<UnrankedMemRefType>(ty).is_some() {
            (vec![index, llvm::ptr(cx)], Passed::Descriptor(new))
        } else {
            (vec![new], Passed::Value(new))
        };
        let attrs = dict_at(module, shell, "arg_attrs", i);
        params.attrs.extend(parts.iter().map(|&part| kept(cx, &attrs, part, parts.len())));
        params.types.extend(parts);
        params.passed.push(passed);
    }
    Ok(())
}

/// The attributes of an argument that one of its `parts` keeps.
fn kept(cx: &Context, attrs: &NamedAttrs, part: Type, parts: usize) -> NamedAttrs {
    let is_pointer = cx.type_as::<llvm::PointerType>(part).is_some();
    let is_kept = |name: &str| {
        let of_pointer = is_pointer && OF_POINTERS.contains(&name) && (parts == 1 || name != NO_ALIAS);
        of_pointer || OF_VALUES.contains(&name)
    };
    attrs.iter().copied().filter(|&(name, _)| is_kept(cx.str(name))).collect()
}

/// Adds the buffers of the work group and of one thread.
fn add_buffers(module: &Body, shell: Op, options: Options, params: &mut Params) -> Lowered {
    let cx = module.cx();
    let Some(body) = module.child(shell) else { return Ok(()) };
    let Some(func) = body.self_as::<FuncOp>() else { return Ok(()) };
    let [_, workgroup, private] = func.args(body);
    for &buffer in workgroup {
        let ty = body.ty(buffer);
        let shown = || cx.type_to_string(ty);
        let m = cx.type_as::<MemRefType>(ty).ok_or("has a shared buffer that is no ranked memref")?;
        let pointer = cx.ty(llvm::PointerType { address_space: WORKGROUP });
        if pointer_to(cx, m) != Some(pointer) {
            return Err(format!("has a buffer of the work group of type '{}' in other memory", shown()));
        }
        let n = m.shape.iter().try_fold(1i64, |n, &d| if d < 0 { None } else { n.checked_mul(d) });
        let n =
            n.ok_or_else(|| format!("has a shared buffer of type '{}', whose size is not known", shown()))?;
        let elem = llvm_types(options.extra_types, options.index_bits).convert(cx, m.elem)?;
        let size = WorkgroupAttribution { num_elements: cx.i64_attr(n), element_type: cx.type_attr(elem) };
        params.types.push(pointer);
        let attrs = [(NO_ALIAS, cx.unit()), (WORKGROUP_ATTRIBUTION, cx.attr(size))];
        params.attrs.push(attrs.into_iter().map(|(name, attr)| (cx.intern(name), attr)).collect());
        params.passed.push(Passed::Address(ty));
    }
    for (i, &buffer) in private.iter().enumerate() {
        let ty = body.ty(buffer);
        let pointer = cx.type_as::<MemRefType>(ty).and_then(|m| pointer_to(cx, m));
        if pointer != Some(llvm::ptr(cx)) {
            let shown = cx.type_to_string(ty);
            return Err(format!("has a buffer of one thread of type '{shown}' in other memory"));
        }
        let align = dict_at(module, shell, "private_attrib_attrs", i);
        let align = align.into_iter().find(|&(name, _)| cx.str(name) == ALIGN);
        params.passed.push(Passed::Private(ty, align.and_then(|(_, a)| cx.attr_i64(a))));
    }
    Ok(())
}

/// The return of a converted function.
pub(super) fn ret(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    if l.body.operand_types(l.op()).any(|ty| cx.type_as::<UnrankedMemRefType>(ty).is_some()) {
        return Err("returns a memref without a rank".to_owned());
    }
    func_upstream::ret(l)
}
