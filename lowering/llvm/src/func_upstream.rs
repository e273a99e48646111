//! `func` to `llvm` as upstream writes it: calls and returns, with descriptors of unranked memrefs moved to memory of the receiver.

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    engine::{Declarations, Dialect, Lower, Lowered, Options, flat_position, is_bare},
    memref::upstream_descriptor::{descriptor_of_pointer, unranked},
};

/// The handlers of `func`; functions themselves are converted by the engine.
pub const FUNC: Dialect = Dialect {
    name: "func",
    rows: conversions! {
        strata_func::ReturnOp => ret,
        strata_func::CallOp => |l| call(l, true),
        strata_func::CallIndirectOp => |l| call(l, false),
        strata_func::ConstantOp => constant,
    },
    otherwise: Some("has no conversion to LLVM"),
};

fn is_unranked(cx: &Context, ty: Type) -> bool {
    cx.type_as::<UnrankedMemRefType>(ty).is_some()
}

/// Whether a memref of this type is passed as one pointer.
fn is_pointer(l: &Lower<'_>, ty: Type) -> bool {
    l.options.bare_ptr && is_bare(l.cx(), ty)
}

/// A struct of several values.
fn packed(l: &mut Lower<'_>, values: &[Value]) -> Value {
    let members = values.iter().map(|&v| l.body.ty(v)).collect();
    let ty = l.cx().ty(llvm::StructType::literal(members));
    let mut packed = l.poison(ty);
    for (i, &v) in values.iter().enumerate() {
        packed = l.with_part(packed, v, &[i as i64]);
    }
    packed
}

/// The return of a function that became an `llvm.func`.
///
/// # Errors
/// If the function was not converted, or returns what has no equivalent.
pub fn ret(l: &mut Lower<'_>) -> Lowered {
    if !Op::SELF.isa::<llvm::FuncOp>(l.body) {
        return Err("is in a function that was not converted".to_owned());
    }
    let types: Vec<Type> = l.body.operand_types(l.op()).collect();
    let mut values = l.all_operands()?;
    for (value, &ty) in values.iter_mut().zip(&types) {
        if is_pointer(l, ty) {
            *value = l.part(*value, &[0])?;
        } else if is_unranked(l.cx(), ty) {
            *value = moved(l, ty, *value, Receiver::Caller)?;
        }
    }
    let value = match values[..] {
        [] => None,
        [one] => Some(one),
        _ => Some(packed(l, &values)),
    };
    let mut state = OpState::new(llvm::ReturnOp::info(), l.body.loc(l.op()));
    state.operands.extend(value);
    add_extra_attrs(l, &mut state);
    l.at().build(state);
    Ok(())
}

/// Passes the discardable attributes of the op on.
pub(crate) fn add_extra_attrs(l: &Lower<'_>, state: &mut OpState) {
    for &(name, attr) in l.body.extra_attrs(l.op()) {
        state.set_attr(l.cx(), l.cx().str(name), attr);
    }
}

/// The values by which a value of type `ty` is passed, a memref as one `pointer` or as the fields of its descriptor.
pub(crate) fn parts(l: &mut Lower<'_>, value: Value, ty: Type, pointer: bool) -> Lowered<Vec<Value>> {
    if pointer && l.cx().type_as::<MemRefType>(ty).is_some() {
        return Ok(vec![l.part(value, &[1])?]);
    }
    if is_unranked(l.cx(), ty) {
        return Ok(vec![l.part(value, &[0])?, l.part(value, &[1])?]);
    }
    match l.cx().type_as::<MemRefType>(ty).map(|m| m.shape.len()) {
        Some(rank) => (0..3 + 2 * rank).map(|k| l.part(value, &flat_position(k, rank))).collect(),
        None => Ok(vec![value]),
    }
}

fn call(l: &mut Lower<'_>, direct: bool) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let op = l.op();
    let types: Vec<Type> = l.body.operand_types(op).collect();
    let results: Vec<Type> = l.body.result_types(op).collect();
    let new = results
        .iter()
        .map(|&t| if is_pointer(l, t) { l.pointer_type(t) } else { l.convert(t) })
        .collect::<Lowered<Vec<_>>>()?;
    let converted = l.all_operands()?;
    let mut operands = Vec::new();
    for (&value, &ty) in converted.iter().zip(&types) {
        let pointer = is_pointer(l, ty);
        operands.extend(parts(l, value, ty, pointer)?);
    }
    let result = match new[..] {
        [] => None,
        [one] => Some(one),
        _ => Some(cx.ty(llvm::StructType::literal(new.clone()))),
    };
    let mut state = OpState::new(llvm::CallOp::info(), l.body.loc(op));
    if direct {
        let callee = l.attr("callee").ok_or("misses its callee")?;
        state.set_attr(&cx, "callee", callee);
    }
    state.set_attr(&cx, "operandSegmentSizes", cx.i32_array(&[operands.len() as i32, 0]));
    if l.attr("no_inline").is_some() {
        state.set_attr(&cx, "no_inline", cx.unit());
    }
    add_extra_attrs(l, &mut state);
    state.operands.extend(operands);
    state.result_types.extend(result);
    let call = l.at().build(state);
    let Some(&value) = l.body.results(call).first() else { return Ok(()) };
    let mut values = vec![value];
    if results.len() > 1 {
        values = (0..results.len()).map(|i| l.part(value, &[i as i64])).collect::<Lowered<_>>()?;
    }
    for (value, &ty) in values.iter_mut().zip(&results) {
        if is_pointer(l, ty) {
            *value = descriptor_of_pointer(l, ty, *value)?;
        } else if is_unranked(l.cx(), ty) {
            *value = moved(l, ty, *value, Receiver::This)?;
        }
    }
    l.replace(&values)
}

/// Who owns the memory of a descriptor that is moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
    /// This function: the memory is on its stack, and what was returned is freed.
    This,
    /// The caller: the memory is allocated, for the caller to free.
    Caller,
}

/// A descriptor of an unranked memref whose memory is that of the receiver.
fn moved(l: &mut Lower<'_>, ty: Type, source: Value, to: Receiver) -> Lowered<Value> {
    let size = descriptor_bytes(l, source)?;
    let ptr = llvm::ptr(l.cx());
    let memory = match to {
        Receiver::Caller => l.call("malloc", &[size], Some(ptr))?.ok_or("allocates nothing")?,
        Receiver::This => {
            let elem = l.cx().type_attr(l.cx().i8());
            llvm::AllocaOp::build(&mut l.at(), size, None, elem, None, ptr)
        }
    };
    let old = l.part(source, &[1])?;
    let no = l.cx().bool_attr(false);
    llvm::MemcpyOp::build(&mut l.at(), memory, old, size, no, None, None, None, None, None, None);
    if to == Receiver::This {
        l.call("free", &[old], None)?;
    }
    // The new descriptor is begun before the rank of the old one is read.
    let new = l.convert(ty)?;
    let poison = l.poison(new);
    let rank = l.part(source, &[0])?;
    let with_rank = l.with_part(poison, rank, &[0]);
    Ok(l.with_part(with_rank, memory, &[1]))
}

/// The bytes of the descriptor behind an unranked one: two pointers, an offset, and a size and a stride for each dimension.
fn descriptor_bytes(l: &mut Lower<'_>, source: Value) -> Lowered<Value> {
    let bits = l.cx().bit_width(l.index_type()).unwrap_or(64);
    let (one, two) = (l.index(1), l.index(2));
    let (index, pointer) = (l.index(i64::from(bits.div_ceil(8))), l.index(8));
    let pointers = llvm::MulOp::build(&mut l.at(), two, pointer, None);
    let rank = l.part(source, &[0])?;
    let numbers = llvm::MulOp::build(&mut l.at(), two, rank, None);
    let numbers = llvm::AddOp::build(&mut l.at(), numbers, one, None);
    let numbers = llvm::MulOp::build(&mut l.at(), numbers, index, None);
    Ok(llvm::AddOp::build(&mut l.at(), pointers, numbers, None))
}

fn constant(l: &mut Lower<'_>) -> Lowered {
    let name = l.attr("value").ok_or("misses its name")?;
    let mut state = OpState::new(llvm::AddressOfOp::info(), l.body.loc(l.op()));
    state.set_attr(l.cx(), "global_name", name);
    add_extra_attrs(l, &mut state);
    state.result_types.push(llvm::ptr(l.cx()));
    let op = l.at().build(state);
    let value = l.body.result(op, 0);
    l.replace_one(value)
}

/// The attribute of functions that get a wrapper with the calling convention of C.
pub(crate) const EMIT_C_INTERFACE: &str = "llvm.emit_c_interface";

/// An argument of a function before the conversion, as a wrapper passes it.
pub(crate) struct CArgument {
    /// Its type before the conversion.
    pub ty: Type,
    /// Its attributes.
    pub attrs: Vec<(Str, Attr)>,
}

/// Adds the wrapper `_mlir_ciface_NAME` of a converted function: memrefs are pointers to descriptors, and a result that is a struct is
/// written to memory behind the first argument. The wrapper of a function without a body is declared, and the function calls it.
pub(crate) fn add_c_wrapper(
    module: &mut Body,
    function: Op,
    arguments: &[CArgument],
    options: Options,
    declarations: &mut Declarations,
) -> Lowered {
    let cx = module.cx_arc().clone();
    let old = llvm::FuncOp::from_op_unchecked(function).ty(module).ok_or("has no type")?.clone();
    let name =
        module.attr(function, "sym_name").and_then(|a| cx.attr_str(a)).ok_or("misses its name")?.to_owned();
    let types = crate::engine::llvm_types(options.extra_types, options.index_bits);
    let is_memref = |ty: Type| cx.type_as::<MemRefType>(ty).is_some() || is_unranked(&cx, ty);
    let by_memory = cx.type_as::<llvm::StructType>(old.result).is_some();
    let mut params: Vec<Type> = by_memory.then(|| llvm::ptr(&cx)).into_iter().collect();
    let mut attrs: Vec<Vec<(Str, Attr)>> = params.iter().map(|_| Vec::new()).collect();
    for a in arguments {
        params.push(if is_memref(a.ty) { llvm::ptr(&cx) } else { types.convert(&cx, a.ty)? });
        attrs.push(a.attrs.clone());
    }
    let result = if by_memory { llvm::void(&cx) } else { old.result };
    let ty = llvm::LlvmFunctionType { result, params: params.clone(), variadic: false };
    let wrapper_name = format!("_mlir_ciface_{name}");
    let loc = module.loc(function);
    let mut state = llvm::FuncOp::state(&cx, &wrapper_name, ty, loc);
    let defined = module.child(function).is_some_and(|b| b.entry().is_some());
    for (name, attr) in wrapper_attrs(module, function, defined) {
        state.set_attr(&cx, &name, attr);
    }
    strata_func::function_syntax::set_arg_and_result_attrs(&cx, &mut state, attrs, Vec::new());
    let mut wrapper = Body::new(&cx, llvm::FuncOp::info(), loc);
    if defined {
        let region = wrapper.regions(Op::SELF)[0];
        let block = wrapper.add_block(region, &params);
        let last = unreachable(&mut wrapper, block, loc);
        let mut lower = Lower::new(&mut wrapper, options, declarations);
        lower.start(last);
        call_function(&mut lower, &name, arguments, by_memory, old.result)?;
        lower.into_state().body.erase(last);
    } else {
        define_by_wrapper(module, function, &wrapper_name, arguments, by_memory, options, declarations)?;
    }
    state.child = Some(Box::new(wrapper));
    let at = InsertPoint::after(module, function);
    let op = module.create(state);
    module.insert(op, at);
    Ok(())
}

/// The attributes of the function that its wrapper has, too.
fn wrapper_attrs(module: &Body, function: Op, defined: bool) -> Vec<(String, Attr)> {
    let cx = module.cx();
    let mut out: Vec<(String, Attr)> =
        module.extra_attrs(function).iter().map(|&(name, a)| (cx.str(name).to_owned(), a)).collect();
    for name in ["passthrough", "memory_effects"] {
        out.extend(module.attr(function, name).map(|a| (name.to_owned(), a)));
    }
    if !defined {
        out.extend(module.attr(function, "sym_visibility").map(|a| ("sym_visibility".to_owned(), a)));
    }
    out
}

/// A terminator that holds the place of the last op.
fn unreachable(body: &mut Body, block: Block, loc: Location) -> Op {
    let mut b = Builder::new(body, InsertPoint::at_end(block), loc);
    b.build(OpState::new(llvm::UnreachableOp::info(), loc))
}

/// The body of a wrapper: loads the descriptors behind its arguments and calls the function.
fn call_function(
    l: &mut Lower<'_>,
    name: &str,
    arguments: &[CArgument],
    by_memory: bool,
    result: Type,
) -> Lowered {
    let entry = l.body.entry().ok_or("has no body")?;
    let given = l.body.block_args(entry).to_vec();
    let mut operands = Vec::new();
    for (a, &value) in arguments.iter().zip(&given[usize::from(by_memory)..]) {
        let memref = l.cx().type_as::<MemRefType>(a.ty).is_some() || is_unranked(l.cx(), a.ty);
        if !memref {
            operands.push(value);
            continue;
        }
        let descriptor = l.convert(a.ty)?;
        let descriptor = l.build(llvm::LoadOp::info(), &[value], descriptor, &[]);
        operands.extend(parts(l, descriptor, a.ty, false)?);
    }
    let results: &[Type] = if llvm::types::is_void(l.cx(), result) { &[] } else { &[result] };
    let call = llvm::CallOp::direct(&mut l.at(), name, &operands, results);
    let value = call.result(l.body);
    match value {
        Some(value) if by_memory => {
            crate::memref::upstream_descriptor::store_to(l, value, given[0]);
            llvm::ReturnOp::build(&mut l.at(), None);
        }
        value => _ = llvm::ReturnOp::build(&mut l.at(), value),
    }
    Ok(())
}

/// The body of a function without one, which calls its wrapper.
fn define_by_wrapper(
    module: &mut Body,
    function: Op,
    wrapper: &str,
    arguments: &[CArgument],
    by_memory: bool,
    options: Options,
    declarations: &mut Declarations,
) -> Lowered {
    let ty = llvm::FuncOp::from_op_unchecked(function).ty(module).ok_or("has no type")?.clone();
    let mut child = module.take_child(function).ok_or("has no body")?;
    let loc = child.loc(Op::SELF);
    let region = child.regions(Op::SELF)[0];
    let block = child.add_block(region, &ty.params);
    let last = unreachable(&mut child, block, loc);
    let mut lower = Lower::new(&mut child, options, declarations);
    lower.start(last);
    let made = call_wrapper(&mut lower, wrapper, arguments, by_memory, &ty);
    lower.into_state().body.erase(last);
    module.put_child(function, child);
    let private = llvm::Linkage::Private.attr(module.cx());
    module.set_attr(function, "linkage", Some(private));
    made
}

fn call_wrapper(
    l: &mut Lower<'_>,
    wrapper: &str,
    arguments: &[CArgument],
    by_memory: bool,
    ty: &llvm::LlvmFunctionType,
) -> Lowered {
    let entry = l.body.entry().ok_or("has no body")?;
    let given = l.body.block_args(entry).to_vec();
    let mut operands = Vec::new();
    let in_memory = |l: &mut Lower<'_>, ty: Type| {
        let one = l.index(1);
        let (elem, ptr) = (l.cx().type_attr(ty), llvm::ptr(l.cx()));
        llvm::AllocaOp::build(&mut l.at(), one, None, elem, None, ptr)
    };
    if by_memory {
        operands.push(in_memory(l, ty.result));
    }
    let mut next = 0;
    for a in arguments {
        let rank = l.cx().type_as::<MemRefType>(a.ty).map(|m| m.shape.len());
        let descriptor = match rank {
            Some(rank) => {
                let n = 3 + 2 * rank;
                let fields = given.get(next..next + n).ok_or("has too few arguments")?.to_vec();
                next += n;
                let ty = l.convert(a.ty)?;
                crate::memref::upstream_descriptor::packed(l, ty, &fields)
            }
            None if is_unranked(l.cx(), a.ty) => {
                let fields = given.get(next..next + 2).ok_or("has too few arguments")?.to_vec();
                next += 2;
                unranked(l, a.ty, fields[0], fields[1])?
            }
            None => {
                operands.push(*given.get(next).ok_or("has too few arguments")?);
                next += 1;
                continue;
            }
        };
        let ty = l.body.ty(descriptor);
        let memory = in_memory(l, ty);
        crate::memref::upstream_descriptor::store_to(l, descriptor, memory);
        operands.push(memory);
    }
    let results: &[Type] =
        if by_memory || llvm::types::is_void(l.cx(), ty.result) { &[] } else { &[ty.result] };
    let call = llvm::CallOp::direct(&mut l.at(), wrapper, &operands, results);
    let mut value = call.result(l.body);
    if by_memory {
        value = Some(l.build(llvm::LoadOp::info(), &[operands[0]], ty.result, &[]));
    }
    llvm::ReturnOp::build(&mut l.at(), value);
    Ok(())
}
