//! Payloads: the scalar ops in the regions of named structured ops.

use strata_ir::prelude::*;

use crate::TypeFn;

/// A result or an error message: a type has no such op, or a dialect is not registered.
pub type PayloadResult<T> = Result<T, String>;

/// Builds an op with one result by name.
pub fn op(b: &mut Builder<'_>, name: &str, operands: &[Value], result: Type) -> PayloadResult<Value> {
    let Some(info) = b.cx().op_info(name) else {
        let dialect = name.split('.').next().unwrap_or(name);
        return Err(format!("needs '{name}' for its region, but the dialect '{dialect}' is not registered"));
    };
    let mut state = OpState::new(info, b.cur_loc());
    state.operands.extend_from_slice(operands);
    state.result_types.push(result);
    let op = b.build(state);
    Ok(b.result(op, 0))
}

/// Builds a constant.
pub fn constant(b: &mut Builder<'_>, value: Attr) -> PayloadResult<Value> {
    let Some(info) = b.cx().op_info("arith.constant") else {
        return Err("needs 'arith.constant' for its region, but the dialect 'arith' is not registered".into());
    };
    let Some(ty) = b.cx().attr_type(value) else { return Err("needs a constant that has a type".into()) };
    let mut state = OpState::new(info, b.cur_loc());
    state.set_attr(b.cx(), "value", value);
    state.result_types.push(ty);
    let op = b.build(state);
    Ok(b.result(op, 0))
}

/// Kinds of element types, which decide the ops of a payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A float.
    Float,
    /// An integer of more than one bit, or `index`.
    Int,
    /// `i1`.
    Bool,
    /// A complex number.
    Complex,
}

/// The kind of an element type.
pub fn kind(cx: &Context, ty: Type) -> PayloadResult<Kind> {
    if cx.as_float(ty).is_some() {
        Ok(Kind::Float)
    } else if ty == cx.i1() {
        Ok(Kind::Bool)
    } else if cx.as_int(ty).is_some() || cx.is_index(ty) {
        Ok(Kind::Int)
    } else if cx.type_as::<ComplexType>(ty).is_some() {
        Ok(Kind::Complex)
    } else {
        Err(format!("unsupported non numeric type '{}'", cx.type_to_string(ty)))
    }
}

/// An op of two operands of one type, by the kind of the type.
pub fn binary(b: &mut Builder<'_>, names: [&str; 4], x: Value, y: Value) -> PayloadResult<Value> {
    let ty = b.ty(x);
    let name = match kind(b.cx(), ty)? {
        Kind::Float => names[0],
        Kind::Int => names[1],
        Kind::Bool => names[2],
        Kind::Complex => names[3],
    };
    if name.is_empty() {
        return Err(format!("unsupported operand type '{}' for the operation", b.cx().type_to_string(ty)));
    }
    op(b, name, &[x, y], ty)
}
/// A sum; of `i1` the disjunction.
pub fn add(b: &mut Builder<'_>, x: Value, y: Value) -> PayloadResult<Value> {
    binary(b, ["arith.addf", "arith.addi", "arith.ori", "complex.add"], x, y)
}
/// A product; of `i1` the conjunction.
pub fn mul(b: &mut Builder<'_>, x: Value, y: Value) -> PayloadResult<Value> {
    binary(b, ["arith.mulf", "arith.muli", "arith.andi", "complex.mul"], x, y)
}

/// Converts a scalar to another numeric type.
pub fn cast(b: &mut Builder<'_>, v: Value, to: Type, how: TypeFn) -> PayloadResult<Value> {
    let from = b.ty(v);
    if from == to {
        return Ok(v);
    }
    let cx = b.cx();
    let unsigned = how == TypeFn::CastUnsigned;
    // As upstream, a value that cannot be converted is kept, and the verifier of the region rejects it.
    let (Ok(f), Ok(t)) = (kind(cx, from), kind(cx, to)) else { return Ok(v) };
    let (fw, tw) = (cx.bit_width(from), cx.bit_width(to));
    let index = cx.is_index(from) || cx.is_index(to);
    let name = match (f, t) {
        (Kind::Float, Kind::Float) if fw < tw => "arith.extf",
        (Kind::Float, Kind::Float) if fw > tw => "arith.truncf",
        (Kind::Int | Kind::Bool, Kind::Int | Kind::Bool) if index && unsigned => "arith.index_castui",
        (Kind::Int | Kind::Bool, Kind::Int | Kind::Bool) if index => "arith.index_cast",
        (Kind::Int | Kind::Bool, Kind::Int | Kind::Bool) if fw < tw && unsigned => "arith.extui",
        (Kind::Int | Kind::Bool, Kind::Int | Kind::Bool) if fw < tw => "arith.extsi",
        (Kind::Int | Kind::Bool, Kind::Int | Kind::Bool) if fw > tw => "arith.trunci",
        (Kind::Int | Kind::Bool, Kind::Float) if !index && unsigned => "arith.uitofp",
        (Kind::Int | Kind::Bool, Kind::Float) if !index => "arith.sitofp",
        (Kind::Float, Kind::Int | Kind::Bool) if !index && unsigned => "arith.fptoui",
        (Kind::Float, Kind::Int | Kind::Bool) if !index => "arith.fptosi",
        _ => return Ok(v),
    };
    op(b, name, &[v], to)
}

/// The shape of a tensor or a memref; empty for any other operand, including a vector, which counts as a scalar.
pub fn shape(cx: &Context, ty: Type) -> &[i64] {
    let held = |_: &Type| cx.type_as::<TensorType>(ty).is_some() || cx.type_as::<MemRefType>(ty).is_some();
    Some(ty).filter(held).and_then(|ty| cx.shaped(ty)?.shape).unwrap_or(&[])
}
/// The type of the argument of a payload for an operand: the element type of a tensor or a memref, any other type
/// itself.
pub fn element(cx: &Context, ty: Type) -> Type {
    if cx.type_as::<VectorType>(ty).is_some() { ty } else { cx.elem_or_self(ty) }
}

/// A function that builds a payload from the arguments of its block.
pub type Build<'a> = &'a dyn Fn(&mut Builder<'_>, &[Value], TypeFn) -> PayloadResult<Vec<Value>>;

/// Fills `region` with a block whose arguments are elements of `operands`, the ops of a payload and its end.
pub fn fill_region(
    body: &mut Body,
    region: Region,
    operands: &[Type],
    loc: Location,
    how: TypeFn,
    build: Build<'_>,
) -> PayloadResult<()> {
    let elems: Vec<Type> = operands.iter().map(|&t| element(body.cx(), t)).collect();
    let block = body.add_block(region, &elems);
    for arg in body.block_args(block).to_vec() {
        body.set_arg_loc(arg, loc);
    }
    let args = body.block_args(block).to_vec();
    let mut b = Builder::new(body, InsertPoint::at_end(block), loc);
    let values = build(&mut b, &args, how)?;
    crate::YieldOp::build(&mut b, &values);
    Ok(())
}
