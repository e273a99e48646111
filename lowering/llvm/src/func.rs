//! Lowers `func` and `cf` to `llvm`: calls, returns and branches.

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::engine::{Declaration, Dialect, Lower, Lowered, flat_position, is_bare};

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
/// The handlers of `cf`.
pub const CF: Dialect = Dialect {
    name: "cf",
    rows: conversions! {
        strata_cf::BranchOp => br,
        strata_cf::CondBranchOp => cond_br,
        strata_cf::SwitchOp => switch,
        strata_cf::AssertOp => assert,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// A value as it is returned: a memref that is passed as a pointer is returned by its address.
fn outgoing(l: &mut Lower<'_>, i: usize) -> Lowered<Value> {
    let bare = l.options.bare_ptr && is_bare(l.cx(), l.operand_type(i));
    let value = l.operand(i)?;
    if bare { l.part(value, &[1]) } else { Ok(value) }
}

/// The values by which operand `i` of type `ty` is passed: a memref by its address, or by the fields of its descriptor.
pub fn parts(l: &mut Lower<'_>, i: usize, ty: Type) -> Lowered<Vec<Value>> {
    let rank = l.cx().type_as::<MemRefType>(ty).map(|m| m.shape.len());
    match rank {
        Some(rank) if !(l.options.bare_ptr && is_bare(l.cx(), ty)) => {
            let descriptor = l.operand(i)?;
            (0..3 + 2 * rank).map(|k| l.part(descriptor, &flat_position(k, rank))).collect()
        }
        _ => Ok(vec![outgoing(l, i)?]),
    }
}

fn ret(l: &mut Lower<'_>) -> Lowered {
    let n = l.body.num_operands(l.op());
    let values = (0..n).map(|i| outgoing(l, i)).collect::<Lowered<Vec<_>>>()?;
    let value = match values[..] {
        [] => None,
        [one] => Some(one),
        _ => {
            let members = values.iter().map(|&v| l.body.ty(v)).collect();
            let ty = l.cx().ty(llvm::StructType::literal(members));
            let mut packed = l.poison(ty);
            for (i, &v) in values.iter().enumerate() {
                packed = l.with_part(packed, v, &[i as i64]);
            }
            Some(packed)
        }
    };
    llvm::ReturnOp::build(&mut l.at(), value);
    Ok(())
}

fn call(l: &mut Lower<'_>, direct: bool) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let op = l.op();
    let mut operands = Vec::new();
    for i in 0..l.body.num_operands(op) {
        let ty = l.operand_type(i);
        operands.extend(parts(l, i, ty)?);
    }
    let results: Vec<Type> = l.body.result_types(op).collect();
    let new = results
        .iter()
        .map(|&t| if l.options.bare_ptr && is_bare(&cx, t) { l.pointer_type(t) } else { l.convert(t) })
        .collect::<Lowered<Vec<_>>>()?;
    let packed = match new[..] {
        [] => None,
        [one] => Some(one),
        _ => Some(cx.ty(llvm::StructType::literal(new.clone()))),
    };
    let mut state = OpState::new(llvm::CallOp::info(), l.body.loc(op));
    if direct {
        let callee = l.attr("callee").ok_or("misses its callee")?;
        state.set_attr(&cx, "callee", callee);
    }
    if l.attr("no_inline").is_some() {
        state.set_attr(&cx, "no_inline", cx.unit());
    }
    state.set_attr(&cx, "operandSegmentSizes", cx.i32_array(&[operands.len() as i32, 0]));
    state.operands.extend(operands);
    state.result_types.extend(packed);
    let call = l.at().build(state);
    let Some(&value) = l.body.results(call).first() else { return Ok(()) };
    let mut values = Vec::new();
    for (i, &ty) in results.iter().enumerate() {
        let part = if results.len() == 1 { value } else { l.part(value, &[i as i64])? };
        let bare = l.options.bare_ptr && is_bare(&cx, ty);
        values.push(if bare { crate::memref::descriptor_of_pointer(l, ty, part)? } else { part });
    }
    l.replace(&values)
}

fn constant(l: &mut Lower<'_>) -> Lowered {
    let name = l.attr("value").ok_or("misses its value")?;
    let ty = llvm::ptr(l.cx());
    let value = llvm::AddressOfOp::build(&mut l.at(), name, ty);
    l.replace_one(value)
}

/// Passes the discardable attributes of the op on, in upstream's form.
fn pass_extra_attrs(l: &mut Lower<'_>, new: Op) {
    if l.options.upstream {
        for (name, attr) in l.body.extra_attrs(l.op()).to_vec() {
            l.body.set_extra_attr(new, name, Some(attr));
        }
    }
}

fn br(l: &mut Lower<'_>) -> Lowered {
    let operands = l.all_operands()?;
    let dest = l.body.successors(l.op())[0];
    let new = llvm::BrOp::build(&mut l.at(), &operands, None, dest).op();
    pass_extra_attrs(l, new);
    Ok(())
}

fn cond_br(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let condition = l.operand(0)?;
    let (yes, no) = (l.body.operand_group(op, 1), l.body.operand_group(op, 2));
    let (yes, no) = (l.operands(yes)?, l.operands(no)?);
    let [first, second] = l.body.successors(op)[..] else { return Err("needs two successors".to_owned()) };
    let weights = l.attr("branch_weights");
    let new = llvm::CondBrOp::build(&mut l.at(), condition, &yes, &no, weights, None, first, second).op();
    pass_extra_attrs(l, new);
    Ok(())
}

fn switch(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let flag = l.operand(0)?;
    let (default, cases) = (l.body.operand_group(op, 1), l.body.operand_group(op, 2));
    let (default, cases) = (l.operands(default)?, l.operands(cases)?);
    let sizes: Vec<i32> = l.array("case_operand_segments").iter().map(|&n| n as i32).collect();
    let sizes = l.cx().i32_array(&sizes);
    // The case values may be an attribute with a tensor type; they have the type of the flag.
    let values = l.attr("case_values").and_then(|a| {
        let cx = l.cx();
        let d = cx.attr_as::<DenseElementsAttr>(a)?;
        let values = d.to_i64s(cx)?;
        cx.dense_i64s(cx.vector(&[values.len() as i64], cx.elem_or_self(d.ty)), &values)
    });
    let successors = l.body.successors(op).to_vec();
    let [dest, rest @ ..] = &successors[..] else { return Err("needs a successor".to_owned()) };
    let new =
        llvm::SwitchOp::build(&mut l.at(), flag, &default, &cases, values, sizes, None, *dest, rest).op();
    pass_extra_attrs(l, new);
    Ok(())
}

/// Ends the program if the condition does not hold, or returns from the function if the runtime records the message.
fn assert(l: &mut Lower<'_>) -> Lowered {
    let op = l.op();
    let condition = l.operand(0)?;
    let block = l.body.parent_block(op).ok_or("is in no block")?;
    let region = l.body.block_parent(block).ok_or("is in no region")?;
    let rest = l.body.split_block(block, Some(op));
    let failed = l.body.add_block(region, &[]);
    let loc = l.body.loc(op);
    let reports = l.options.report_assertions;
    let name = if reports { crate::assertion::FAIL } else { "abort" };
    let nothing = Declaration::default();
    let message = l.attr("msg");
    let result = l.body.self_as::<llvm::FuncOp>().and_then(|f| f.ty(l.body).map(|t| t.result));
    let text = l.options.upstream.then(|| assertion_text(l)).transpose()?;
    l.declarations.function(name, nothing)?;
    let mut b = Builder::new(l.body, InsertPoint::at_end(block), loc);
    llvm::CondBrOp::build(&mut b, condition, &[], &[], None, None, rest, failed);
    b.goto_end(failed);
    if let Some((text, len)) = text {
        print_text(&mut b, &text, len);
    }
    let call = llvm::CallOp::direct(&mut b, name, &[], &[]).op();
    if reports {
        b.body().set_attr(call, crate::assertion::MESSAGE, message);
        let cx = b.cx_arc().clone();
        let value = result.filter(|&t| !llvm::types::is_void(&cx, t)).map(|t| llvm::ZeroOp::build(&mut b, t));
        llvm::ReturnOp::build(&mut b, value);
    } else {
        llvm::UnreachableOp::build(&mut b);
    }
    Ok(())
}

/// The constant for the message of an assertion, and its length; the code that prints it calls `puts`.
fn assertion_text(l: &mut Lower<'_>) -> Lowered<(String, u64)> {
    let message = l.attr("msg").and_then(|a| l.cx().attr_str(a)).unwrap_or_default();
    let mut bytes = message.as_bytes().to_vec();
    bytes.push(0);
    let len = bytes.len() as u64;
    let name = l.declarations.text("assert_msg", bytes);
    let ptr = llvm::ptr(l.cx());
    l.declarations.function("puts", Declaration { params: vec![ptr], ..Declaration::default() })?;
    Ok((name, len))
}

/// Prints a constant text of `len` bytes.
fn print_text(b: &mut Builder<'_>, text: &str, len: u64) {
    let cx = b.cx_arc().clone();
    let ptr = llvm::ptr(&cx);
    let array = cx.ty(llvm::ArrayType { len, elem: cx.i8() });
    let global = llvm::AddressOfOp::build(b, cx.symbol_ref(text), ptr);
    let (indices, elem) = (cx.i32_array(&[0]), cx.type_attr(array));
    let first = llvm::GEPOp::build(b, global, &[], indices, elem, None, ptr);
    llvm::CallOp::direct(b, "puts", &[first], &[]);
}
