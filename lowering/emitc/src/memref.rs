//! Memrefs as arrays.

use strata_emitc::{self as emitc, types};
use strata_ir::{prelude::*, rewrite::conversions};
use strata_memref as memref;

use crate::{
    build::{build, number},
    driver::{Converted, Dialect, ToC},
    types::is_array,
};

pub(crate) const MEMREF: Dialect = Dialect {
    name: "memref",
    rows: conversions! {
        memref::AllocaOp => alloca,
        memref::AllocOp => alloc,
        memref::CopyOp => copy,
        memref::GlobalOp => global,
        memref::GetGlobalOp => get_global,
        memref::LoadOp => load,
        memref::StoreOp => store,
    },
    otherwise: Some("it has no conversion to EmitC"),
};

fn alloca(c: &mut ToC<'_>) -> Converted {
    let cx = c.context();
    if c.state.body.num_operands(c.op()) != 0 {
        return Err("cannot transform alloca with dynamic shape".into());
    }
    if c.attr("alignment").is_some() {
        return Err("cannot transform alloca with alignment requirement".into());
    }
    let ty = c.new_result_type(0)?;
    let value = cx.attr(emitc::OpaqueAttr { value: String::new() });
    let new = emitc::VariableOp::build(&mut c.at(), value, ty);
    c.replace_one(new)
}

/// The number of bytes of an array: `sizeof(T) * n`.
fn bytes(c: &mut ToC<'_>, ty: Type) -> Converted<Value> {
    let cx = c.context();
    let array = cx.type_as::<emitc::ArrayType>(ty).ok_or("expected array type")?;
    let size = cx.ty(emitc::SizeType);
    let mut state = OpState::new(emitc::CallOpaqueOp::info(), c.state.body.loc(c.op()));
    state.set_attr(&cx, "callee", cx.string_attr("sizeof"));
    state.set_attr(&cx, "args", cx.array_attr(vec![cx.type_attr(array.elem)]));
    state.result_types.push(size);
    let op = c.at().build(state);
    let one = c.state.body.result(op, 0);
    let n = array.shape.iter().try_fold(1i64, |n, &size| n.checked_mul(size));
    let n = n.ok_or("has more elements than 64 bits count")?;
    let n = number(c, n, cx.index());
    Ok(build(c, emitc::MulOp::info(), &[one, n], size))
}

/// A call of a function by its name, with a result or none.
fn call(c: &mut ToC<'_>, callee: &str, operands: &[Value], ty: Option<Type>) -> Op {
    let cx = c.context();
    let mut state = OpState::new(emitc::CallOpaqueOp::info(), c.state.body.loc(c.op()));
    state.set_attr(&cx, "callee", cx.string_attr(callee));
    state.operands.extend_from_slice(operands);
    state.result_types.extend(ty);
    c.at().build(state)
}

fn alloc(c: &mut ToC<'_>) -> Converted {
    let cx = c.context();
    let ty = c.result_type(0);
    if c.state.body.num_operands(c.op()) != 0 || !is_array(&cx, ty) {
        return Err("incompatible memref type for EmitC conversion".into());
    }
    let array = c.new_result_type(0)?;
    let elem = cx.type_as::<emitc::ArrayType>(array).map(|a| a.elem).ok_or("expected array type")?;
    let total = bytes(c, array)?;
    let void = types::pointer(&cx, types::opaque(&cx, "void"));
    let call = match c.attr("alignment").and_then(|a| cx.attr_i64(a)) {
        Some(alignment) => {
            let alignment = number(c, alignment, cx.ty(emitc::SizeType));
            call(c, "aligned_alloc", &[alignment, total], Some(void))
        }
        None => call(c, "malloc", &[total], Some(void)),
    };
    let memory = c.state.body.result(call, 0);
    let memory = build(c, emitc::CastOp::info(), &[memory], types::pointer(&cx, elem));
    if !c.state.body.has_uses(c.state.body.result(c.op(), 0)) {
        return c.replace_one(memory);
    }
    let new = strata_ir::rewrite::conversion::unrealized_cast(&mut c.at(), memory, array)?;
    c.replace_one(new)
}

/// The address of the first element of an array.
fn first_element(c: &mut ToC<'_>, array: Value) -> Converted<Value> {
    let cx = c.context();
    let ty = c.state.body.ty(array);
    let ty = cx.type_as::<emitc::ArrayType>(ty).ok_or("expected array type")?;
    let zero = number(c, 0, cx.index());
    let indices = vec![zero; ty.shape.len()];
    let element = emitc::SubscriptOp::build(&mut c.at(), array, &indices, types::lvalue(&cx, ty.elem));
    Ok(build(c, emitc::AddressOfOp::info(), &[element], types::pointer(&cx, ty.elem)))
}

fn copy(c: &mut ToC<'_>) -> Converted {
    let cx = c.context();
    for (i, which) in ["source", "target"].into_iter().enumerate() {
        if !is_array(&cx, c.operand_type(i)) {
            return Err(format!("incompatible {which} memref type for EmitC conversion").into());
        }
    }
    let (source, target) = (c.operand(0)?, c.operand(1)?);
    let ty = c.state.body.ty(source);
    let source = first_element(c, source)?;
    let target = first_element(c, target)?;
    let total = bytes(c, ty)?;
    call(c, "memcpy", &[target, source, total], None);
    Ok(())
}

fn global(c: &mut ToC<'_>) -> Converted {
    let cx = c.context();
    let op = c.op();
    let ty =
        c.attr("type").and_then(|a| cx.attr_as::<TypeAttr>(a)).map(TypeAttr::ty).ok_or("misses its type")?;
    if cx.shaped(ty).is_none_or(|s| !s.is_static()) {
        return Err("cannot transform global with dynamic shape".into());
    }
    if c.attr("alignment").is_some() {
        return Err("global variable with alignment requirement is currently not supported".into());
    }
    let visibility = c.state.body.symbol_visibility(op).to_owned();
    if !matches!(visibility.as_str(), "public" | "private") {
        return Err("only public and private visibility is currently supported".into());
    }
    let scalar = cx.type_as::<MemRefType>(ty).filter(|m| m.shape.is_empty()).map(|m| m.elem);
    let new_type = c.convert(scalar.unwrap_or(ty))?;
    let mut state = OpState::new(emitc::GlobalOp::info(), c.state.body.loc(op));
    state.set_attr(&cx, "sym_name", c.attr("sym_name").ok_or("misses its name")?);
    state.set_attr(&cx, "type", cx.type_attr(new_type));
    if let Some(value) = c.attr("initial_value").filter(|&v| v != cx.unit()) {
        let value = match scalar {
            Some(_) => cx.splat_value(value).ok_or("has no single value")?,
            None => value,
        };
        state.set_attr(&cx, "initial_value", value);
    }
    let linkage = if visibility == "public" { "extern_specifier" } else { "static_specifier" };
    state.set_attr(&cx, linkage, cx.unit());
    if c.attr("constant").is_some() {
        state.set_attr(&cx, "const_specifier", cx.unit());
    }
    c.at().build(state);
    Ok(())
}

fn get_global(c: &mut ToC<'_>) -> Converted {
    let cx = c.context();
    let name = c.attr("name").ok_or("misses its name")?;
    let ty = c.result_type(0);
    let scalar = cx.type_as::<MemRefType>(ty).filter(|m| m.shape.is_empty()).map(|m| m.elem);
    let Some(elem) = scalar else {
        let ty = c.new_result_type(0)?;
        let new = emitc::GetGlobalOp::build(&mut c.at(), name, ty);
        return c.replace_one(new);
    };
    // A memref without dimensions is a pointer to its element.
    let elem = c.convert(elem)?;
    let variable = emitc::GetGlobalOp::build(&mut c.at(), name, types::lvalue(&cx, elem));
    let new = build(c, emitc::AddressOfOp::info(), &[variable], types::pointer(&cx, elem));
    c.replace_one(new)
}

/// The element that an access is to.
fn element(c: &mut ToC<'_>, array: usize) -> Converted<Value> {
    let cx = c.context();
    let n = c.state.body.num_operands(c.op());
    let array_value = c.operand(array)?;
    let ty = c.state.body.ty(array_value);
    let elem = cx.type_as::<emitc::ArrayType>(ty).map(|a| a.elem).ok_or("expected array type")?;
    let indices = c.operands(array + 1..n)?;
    Ok(emitc::SubscriptOp::build(&mut c.at(), array_value, &indices, types::lvalue(&cx, elem)))
}

fn load(c: &mut ToC<'_>) -> Converted {
    let element = element(c, 0)?;
    let ty = c.new_result_type(0)?;
    let new = build(c, emitc::LoadOp::info(), &[element], ty);
    c.replace_one(new)
}

fn store(c: &mut ToC<'_>) -> Converted {
    let element = element(c, 1)?;
    let value = c.operand(0)?;
    emitc::AssignOp::build(&mut c.at(), element, value);
    Ok(())
}
