//! Dynamic shared memory, whose size the launch gives, and format strings that kernels print.

use strata_gpu::{DynamicSharedMemoryOp, FuncOp, PrintfOp};
use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::{
    engine::{Lower, Lowered},
    memref::make,
};

/// The global that represents all dynamic shared memory.
const DYNAMIC_SHARED: &str = "__dynamic_shmem__0";
/// Its alignment, which swizzled copies need.
const ALIGNMENT: i64 = 1024;
/// The attribute of a `gpu.printf` with the name of its format string.
const FORMAT: &str = "strata.format";

/// Adds the globals that the functions of a module need.
pub(super) fn add_globals(module: &mut Body) {
    let cx = module.cx_arc().clone();
    let Some(block) = module.entry() else { return };
    let functions: Vec<Op> =
        module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
    let (mut dynamic, mut texts): (bool, Vec<Attr>) = (false, Vec::new());
    for f in functions {
        let Some(body) = module.child_mut(f) else { continue };
        for op in body.all_ops() {
            dynamic |= op.isa::<DynamicSharedMemoryOp>(body);
            if op.isa::<PrintfOp>(body)
                && let Some(format) = body.attr(op, "format")
            {
                let n = texts.iter().position(|&t| t == format).unwrap_or(texts.len());
                if n == texts.len() {
                    texts.push(format);
                }
                let name = cx.symbol_ref(&format!("printfFormat_{n}"));
                body.set_attr(op, FORMAT, Some(name));
            }
        }
    }
    let loc = module.loc(Op::SELF);
    let first = module.first_op(block);
    let at = InsertPoint { block, before: first };
    if dynamic {
        let array = cx.ty(llvm::ArrayType { len: 0, elem: cx.i8() });
        let mut state = llvm::GlobalOp::state(&cx, DYNAMIC_SHARED, array, llvm::Linkage::External, None, loc);
        state.set_attr(&cx, "addr_space", cx.i32_attr(3));
        state.set_attr(&cx, "alignment", cx.i64_attr(ALIGNMENT));
        let op = module.create(state);
        module.insert(op, at);
    }
    for (n, &text) in texts.iter().enumerate() {
        let mut bytes = cx.attr_str(text).unwrap_or("").to_owned();
        bytes.push('\0');
        let array = cx.ty(llvm::ArrayType { len: bytes.len() as u64, elem: cx.i8() });
        let value = Some(cx.string_attr(&bytes));
        let name = format!("printfFormat_{n}");
        let mut state = llvm::GlobalOp::state(&cx, &name, array, llvm::Linkage::Internal, value, loc);
        state.set_attr(&cx, "constant", cx.unit());
        let op = module.create(state);
        module.insert(op, at);
    }
}

pub(super) fn dynamic_shared_memory(l: &mut Lower<'_>) -> Lowered {
    let pointer = l.pointer_type(l.result_type(0))?;
    let name = l.cx().symbol_ref(DYNAMIC_SHARED);
    let address = llvm::AddressOfOp::build(&mut l.at(), name, pointer);
    // The size is left zero: it is known to the launch only, and not used in the kernel.
    let (zero, one) = (l.index(0), l.index(1));
    let descriptor = make(l, address, address, zero, &[zero], &[one]);
    l.replace_one(descriptor)
}

/// A call of `vprintf` with the values in a struct on the stack; as in C, floats are passed with 64 bits.
pub(super) fn printf(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let format = l.attr(FORMAT).ok_or("misses its text")?;
    let mut values = Vec::new();
    for value in l.all_operands()? {
        let ty = l.body.ty(value);
        let float = cx.as_float(ty).is_some_and(|f| f.width() < 64);
        values.push(if float { llvm::FPExtOp::build(&mut l.at(), value, cx.f64()) } else { value });
    }
    let members: Vec<Type> = values.iter().map(|&v| l.body.ty(v)).collect();
    let ty = cx.ty(llvm::StructType::literal(members));
    let (ptr, one) = (llvm::ptr(&cx), l.index(1));
    let text = llvm::AddressOfOp::build(&mut l.at(), format, ptr);
    let block = llvm::AllocaOp::build(&mut l.at(), one, None, cx.type_attr(ty), None, ptr);
    for (i, &value) in values.iter().enumerate() {
        let (indices, elem) = (cx.i32_array(&[0, i as i32]), cx.type_attr(ty));
        let place = llvm::GEPOp::build(&mut l.at(), block, &[], indices, elem, None, ptr);
        let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
        state.operands.extend([value, place]);
        l.at().build(state);
    }
    l.call("vprintf", &[text, block], Some(cx.i32()))?;
    Ok(())
}
