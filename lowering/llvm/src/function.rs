//! Functions: `func.func` becomes `llvm.func`, with memrefs as descriptors or bare pointers.

use strata_ir::{prelude::*, rewrite::conversion::ConvertedArgs};
use strata_llvm as llvm;

use crate::engine::{
    ARGUMENT_TYPES, BUFFER_ALIGNMENT, Lower, Lowered, Options, RESULT_TYPES, flat_descriptor, flat_position,
    index_type, is_bare, llvm_types, pointer_to, result_type,
};
use crate::memref::upstream_descriptor::descriptor_of_pointer;
use crate::runtime;

/// How an argument of a function is passed.
pub enum Passed {
    /// As one value of this type.
    Value(Type),
    /// As the address of a memref of this type.
    Bare(Type),
    /// As the fields of a descriptor of this type.
    Descriptor(Type),
    /// Not passed: a memref of this type that is the global with this name.
    Global(Type, Attr),
    /// Not passed: a memref of this type that each call allocates on its stack.
    Stack(Type),
    /// In upstream's form: as the address of a memref of this type, whose descriptor is built at the start even if it is not used.
    Address(Type),
    /// In upstream's form: the same as `Stack`, with an alignment in bytes.
    Private(Type, Option<i64>),
}

/// The arguments of the new function, which replace the old ones in its body.
pub struct NewArgs(pub Vec<Passed>);

/// Replaces a `func.func` with an `llvm.func` with the same blocks, whose ops are not converted yet.
pub fn convert(module: &mut Body, shell: Op, options: Options) -> Lowered<(Op, NewArgs)> {
    let cx = module.cx_arc().clone();
    let func = strata_func::FuncOp::from_op_unchecked(shell);
    let (inputs, results) = (func.inputs(module).to_vec(), func.results(module).to_vec());
    let name = func.name(module).to_owned();
    let types = llvm_types(options.extra_types, options.index_bits);
    let no_type = |t: Type| format!("type '{}' has no LLVM equivalent", cx.type_to_string(t));
    let (mut params, mut passed) = (Vec::new(), Vec::new());
    let mut arg_attrs: Vec<Vec<(Str, Attr)>> = Vec::new();
    for (i, &ty) in inputs.iter().enumerate() {
        let mut attrs = strata_func::function_syntax::dict_at(module, shell, "arg_attrs", i);
        let new = types.convert(&cx, ty)?;
        if let Some(m) = cx.type_as::<MemRefType>(ty) {
            let pointer = pointer_to(&cx, m).ok_or_else(|| no_type(ty))?;
            if options.bare_ptr && is_bare(&cx, ty) {
                // A routine of the runtime may get the memory of an argument for a result.
                if options.annotate_pointers && module.attr(shell, runtime::TARGET).is_none() {
                    annotate(&cx, &mut attrs);
                }
                params.push(pointer);
                arg_attrs.push(attrs);
                passed.push(Passed::Bare(ty));
                continue;
            }
            if options.bare_ptr && options.upstream {
                return Err(format!("passes '{}', which is no bare pointer", cx.type_to_string(ty)));
            }
            let flat = flat_descriptor(pointer, index_type(&cx, options.index_bits), m.shape.len());
            arg_attrs.extend(flat.iter().map(|_| Vec::new()));
            params.extend(flat);
            passed.push(Passed::Descriptor(new));
        } else if options.upstream && cx.type_as::<UnrankedMemRefType>(ty).is_some() {
            params.extend([index_type(&cx, options.index_bits), llvm::ptr(&cx)]);
            arg_attrs.extend([Vec::new(), Vec::new()]);
            passed.push(Passed::Descriptor(new));
        } else {
            params.push(new);
            arg_attrs.push(attrs);
            passed.push(Passed::Value(new));
        }
    }
    let Some(result) = result_type(&cx, &types, &results, options.bare_ptr) else {
        let missing = results.iter().find_map(|&t| types.convert(&cx, t).err());
        return Err(missing.unwrap_or_default());
    };
    let ty = llvm::LlvmFunctionType { result, params, variadic: false };
    let mut state = llvm::FuncOp::state(&cx, &name, ty, module.loc(shell));
    if let Some(visibility) = module.attr(shell, "sym_visibility") {
        state.set_attr(&cx, "sym_visibility", visibility);
    }
    if module.attr(shell, "no_inline").is_some() && !options.upstream {
        state.set_attr(&cx, "no_inline", cx.unit());
    }
    for &(name, attr) in module.extra_attrs(shell) {
        // Attributes of the `llvm` dialect become attributes of `llvm.func` itself.
        let text = cx.str(name);
        if options.upstream && text == "llvm.readnone" {
            state.set_attr(&cx, "memory_effects", cx.attr(llvm::MemoryEffectsAttr::NONE));
            continue;
        }
        let own = text.strip_prefix("llvm.").filter(|n| llvm::FuncOp::info().attr_slot(n).is_some());
        let own = own.filter(|&n| !options.upstream || n == "linkage");
        state.set_attr(&cx, own.unwrap_or(text), attr);
    }
    if module.attr(shell, "strata.num_inputs").is_some() {
        // The C interface needs the shapes, which pointers do not have.
        let types = inputs.iter().map(|&t| cx.type_attr(t)).collect();
        state.set_attr(&cx, ARGUMENT_TYPES, cx.array_attr(types));
        if module.attr(shell, "strata.returned_results").is_some() {
            let types = results.iter().map(|&t| cx.type_attr(t)).collect();
            state.set_attr(&cx, RESULT_TYPES, cx.array_attr(types));
        }
    }
    let res_attrs = vec![strata_func::function_syntax::dict_at(module, shell, "res_attrs", 0)];
    let res_attrs = if results.len() == 1 { res_attrs } else { Vec::new() };
    strata_func::function_syntax::set_arg_and_result_attrs(&cx, &mut state, arg_attrs, res_attrs);
    let child = import_blocks(module, shell);
    let private = module.symbol_visibility(shell) == "private";
    if options.internalize && private && child.entry().is_some() {
        // It has no callers outside of the module, so LLVM may drop or inline it.
        state.set_attr(&cx, "linkage", llvm::Linkage::Internal.attr(&cx));
    }
    state.child = Some(Box::new(child));
    let new = replace_shell(module, shell, state);
    Ok((new, NewArgs(passed)))
}

/// A body for an `llvm.func` with the blocks of the function `shell`.
pub fn import_blocks(module: &Body, shell: Op) -> Body {
    let cx = module.cx_arc().clone();
    let mut child = Body::new(&cx, llvm::FuncOp::info(), module.loc(shell));
    if let Some(old) = module.child(shell) {
        let (from, to) = (old.regions(Op::SELF)[0], child.regions(Op::SELF)[0]);
        child.import_region(old, from, to, &mut IdMap::new());
    }
    child
}

/// Puts the op of `state` in the place of `shell`.
pub fn replace_shell(module: &mut Body, shell: Op, state: OpState) -> Op {
    let at = InsertPoint::before(module, shell);
    let new = module.create(state);
    module.insert(new, at);
    module.erase_forced(shell);
    new
}

/// Marks a pointer argument as not aliasing, and sets its alignment.
fn annotate(cx: &Context, attrs: &mut Vec<(Str, Attr)>) {
    for (name, attr) in [("llvm.noalias", cx.unit()), ("llvm.align", cx.i64_attr(BUFFER_ALIGNMENT))] {
        let name = cx.intern(name);
        if attrs.iter().all(|a| a.0 != name) {
            attrs.push((name, attr));
        }
    }
}

impl NewArgs {
    /// Adds the new arguments behind the old ones, and maps the old ones to them.
    pub fn bind(&self, lower: &mut Lower<'_>, entry: Block) -> Lowered<ConvertedArgs> {
        let old = lower.body.block_args(entry).to_vec();
        let cx = lower.body.cx_arc().clone();
        // Descriptors are built in front of the first op.
        if let Some(first) = lower.body.first_op(entry) {
            lower.start(first);
        }
        if lower.options.upstream {
            self.bind_as_upstream(lower, entry, &old)?;
            return Ok(ConvertedArgs { block: entry, old: old.len() });
        }
        for (&arg, passed) in old.iter().zip(&self.0) {
            let loc = lower.body.value_loc(arg);
            let add = |lower: &mut Lower<'_>, ty: Type| {
                let new = lower.body.add_block_arg(entry, ty);
                lower.body.set_arg_loc(new, loc);
                new
            };
            match *passed {
                Passed::Value(ty) => {
                    let new = add(lower, ty);
                    let state = &mut **lower;
                    state.values.replace(state.body, arg, new);
                }
                Passed::Bare(ty) => {
                    let pointer = lower.pointer_type(ty)?;
                    let pointer = add(lower, pointer);
                    let descriptor = crate::memref::descriptor_of_pointer(lower, ty, pointer)?;
                    lower.values.set(arg, descriptor);
                }
                Passed::Descriptor(ty) => {
                    let rank = cx.type_as::<MemRefType>(lower.body.ty(arg)).map_or(0, |m| m.shape.len());
                    let pointer = lower.pointer_type(lower.body.ty(arg))?;
                    let members: Vec<Value> = flat_descriptor(pointer, lower.index_type(), rank)
                        .into_iter()
                        .map(|t| add(lower, t))
                        .collect();
                    let mut descriptor = lower.poison(ty);
                    for (i, &member) in members.iter().enumerate() {
                        let position = flat_position(i, rank);
                        descriptor = lower.with_part(descriptor, member, &position);
                    }
                    lower.values.set(arg, descriptor);
                }
                Passed::Global(ty, name) => {
                    let pointer = lower.pointer_type(ty)?;
                    let pointer = llvm::AddressOfOp::build(&mut lower.at(), name, pointer);
                    let descriptor = crate::memref::descriptor_of_pointer(lower, ty, pointer)?;
                    lower.values.set(arg, descriptor);
                }
                Passed::Address(_) | Passed::Private(..) => {
                    return Err("has an argument in upstream's form".to_owned());
                }
                Passed::Stack(ty) => {
                    let pointer = crate::memref::stack(lower, ty)?;
                    let descriptor = crate::memref::descriptor_of_pointer(lower, ty, pointer)?;
                    lower.values.set(arg, descriptor);
                }
            }
        }
        Ok(ConvertedArgs { block: entry, old: old.len() })
    }

    /// The same in upstream's form: an argument gets its value where the first converted op needs it.
    fn bind_as_upstream(&self, lower: &mut Lower<'_>, entry: Block, old: &[Value]) -> Lowered {
        for (&arg, passed) in old.iter().zip(&self.0) {
            let (ty, loc) = (lower.body.ty(arg), lower.body.value_loc(arg));
            let types = match *passed {
                Passed::Value(new) => vec![new],
                Passed::Bare(_) | Passed::Address(_) => vec![lower.pointer_type(ty)?],
                Passed::Private(..) => Vec::new(),
                Passed::Descriptor(_) => match lower.cx().type_as::<MemRefType>(ty).map(|m| m.shape.len()) {
                    Some(rank) => flat_descriptor(lower.pointer_type(ty)?, lower.index_type(), rank),
                    None => vec![lower.index_type(), llvm::ptr(lower.cx())],
                },
                Passed::Global(..) | Passed::Stack(_) => {
                    return Err("has an argument that is not passed".to_owned());
                }
            };
            let add = |ty: Type| {
                let new = lower.body.add_block_arg(entry, ty);
                lower.body.set_arg_loc(new, loc);
                new
            };
            let fields: Vec<Value> = types.into_iter().map(add).collect();
            match *passed {
                Passed::Value(_) => {
                    let state = &mut **lower;
                    state.values.replace(state.body, arg, fields[0]);
                }
                Passed::Address(ty) => {
                    let descriptor = descriptor_of_pointer(lower, ty, fields[0])?;
                    lower.values.set(arg, descriptor);
                }
                Passed::Private(ty, alignment) => {
                    let pointer = private_buffer(lower, ty, alignment)?;
                    let descriptor = descriptor_of_pointer(lower, ty, pointer)?;
                    lower.values.set(arg, descriptor);
                }
                _ => _ = lower.pending.insert(arg, fields),
            }
        }
        Ok(())
    }
}

/// Allocates a buffer of static size on the stack.
fn private_buffer(lower: &mut Lower<'_>, ty: Type, alignment: Option<i64>) -> Lowered<Value> {
    let cx = lower.body.cx_arc().clone();
    let m = cx.type_as::<MemRefType>(ty).ok_or("has a private buffer that is no ranked memref")?;
    let n = m.shape.iter().try_fold(1i64, |n, &d| if d < 0 { None } else { n.checked_mul(d) });
    let n = n.ok_or("has a private buffer whose size is not known")?;
    let elem = cx.type_attr(lower.convert(m.elem)?);
    let n = lower.int(n, cx.i64());
    let alignment = alignment.map(|a| cx.i64_attr(a));
    Ok(llvm::AllocaOp::build(&mut lower.at(), n, alignment, elem, None, llvm::ptr(&cx)))
}
