//! `nvgpu.ldmatrix` and `nvgpu.mma.sync`: fragments of matrices in the registers of a warp.

use strata_ir::prelude::*;
use strata_llvm::{self as llvm, StructType};
use strata_lowering_llvm::{
    engine::{Lower, Lowered},
    memref::address,
};
use strata_nvgpu::IntegerProduct;
use strata_nvvm::{self as nvvm, MmaLayout, MmaType};

/// `nvgpu.ldmatrix`.
pub(super) fn ldmatrix(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(0), l.body.num_operands(l.op()));
    let memref = l.operand(0)?;
    let at = l.operands(1..n)?;
    let (pointer, _) = address(l, ty, memref, &at)?;
    let tiles = l.attr_i64("numTiles").unwrap_or(1);
    let transposed = l.attr_i64("transpose").is_some_and(|t| t != 0);
    let cx = l.body.cx_arc().clone();
    let layout = if transposed { MmaLayout::Col } else { MmaLayout::Row }.attr(&cx);
    let shape = cx.attr(nvvm::LdStMatrixShape { m: 8, n: 8 });
    let elem = nvvm::LdStMatrixEltType::B16.attr(&cx);
    let many = cx.ty(StructType::literal(vec![cx.i32(); usize::try_from(tiles).unwrap_or(1)]));
    let result = if tiles == 1 { cx.i32() } else { many };
    let count = cx.int_attr(tiles, cx.i32());
    let loaded = nvvm::LdMatrixOp::build(&mut l.at(), pointer, count, layout, shape, elem, result);
    let ty = l.new_result_type(0)?;
    let inner = l.cx().type_as::<llvm::ArrayType>(ty).ok_or("has no vector of vectors")?.elem;
    let mut out = l.poison(ty);
    for i in 0..tiles {
        let register = if tiles == 1 { loaded } else { l.part(loaded, &[i])? };
        let vector = llvm::BitcastOp::build(&mut l.at(), register, inner);
        out = l.with_part(out, vector, &[i]);
    }
    l.replace_one(out)
}

/// An element of a vector.
fn element(l: &mut Lower<'_>, vector: Value, i: i64) -> Value {
    let i32 = l.cx().i32();
    let at = l.int(i, i32);
    llvm::ExtractElementOp::build(&mut l.at(), vector, at)
}

/// The registers of a fragment: packed elements together, others one by one.
fn registers(l: &mut Lower<'_>, fragment: Value, packed: bool) -> Lowered<Vec<Value>> {
    let ty = l.body.ty(fragment);
    let array = *l.cx().type_as::<llvm::ArrayType>(ty).ok_or("has no vector of vectors")?;
    let vector = l.cx().type_as::<VectorType>(array.elem).ok_or("has no vector of vectors")?;
    let (elem, lanes) = (vector.elem, vector.shape.iter().product::<i64>());
    let mut out = Vec::new();
    for i in 0..array.len as i64 {
        let part = l.part(fragment, &[i])?;
        let cx = l.cx();
        if elem == cx.f16() {
            out.push(part);
        } else if packed && elem != cx.f64() {
            let i32 = cx.i32();
            out.push(llvm::BitcastOp::build(&mut l.at(), part, i32));
        } else {
            for k in 0..lanes {
                out.push(element(l, part, k));
            }
        }
    }
    Ok(out)
}

/// `nvgpu.mma.sync`.
pub(super) fn mma(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let shape = strata_nvgpu::mma_shape(l.body, l.op()).ok_or("has no shape")?;
    let elem = cx.elem_or_self(l.operand_type(0));
    let kind = if elem == cx.f16() {
        MmaType::F16
    } else if elem == cx.bf16() {
        MmaType::Bf16
    } else if elem == cx.f64() {
        MmaType::F64
    } else if elem == cx.f32() && l.attr("tf32Enabled").is_some() {
        MmaType::Tf32
    } else if elem == cx.i8() {
        MmaType::S8
    } else if elem == cx.int_type(4) {
        MmaType::S4
    } else {
        return Err(format!(
            "has elements of type '{}', which tensor cores do not multiply",
            cx.type_to_string(elem)
        ));
    };
    let [a, b, c] = [l.operand(0)?, l.operand(1)?, l.operand(2)?];
    let (a, b, c) = (registers(l, a, true)?, registers(l, b, true)?, registers(l, c, false)?);
    let new = l.new_result_type(0)?;
    let array = *cx.type_as::<llvm::ArrayType>(new).ok_or("has no vector of vectors")?;
    let sum = cx.elem_or_self(array.elem);
    let member = if sum == cx.f16() { array.elem } else { sum };
    let result = cx.ty(StructType::literal(vec![member; c.len()]));
    let integers = IntegerProduct::from_op(l.body, l.op());
    let overflow =
        if integers.wraps { nvvm::MmaIntOverflow::Wrapped } else { nvvm::MmaIntOverflow::Satfinite };
    let overflow = matches!(kind, MmaType::S8 | MmaType::S4).then(|| overflow.attr(&cx));
    let [m, n, k] = shape;
    let shape = cx.attr(nvvm::MmaShape { m, n, k });
    let kinds = integers.unsigned.map(|unsigned| {
        let kind = match kind {
            MmaType::S8 if unsigned => MmaType::U8,
            MmaType::S4 if unsigned => MmaType::U4,
            kind => kind,
        };
        Some(kind.attr(&cx))
    });
    let (row, col) = (MmaLayout::Row.attr(&cx), MmaLayout::Col.attr(&cx));
    let product = nvvm::MmaOp::build(
        &mut l.at(),
        shape,
        None,
        overflow,
        row,
        col,
        kinds[0],
        kinds[1],
        &a,
        &b,
        &c,
        result,
    );
    let lanes = if sum == cx.f16() { 1 } else { l.lanes(array.elem) as i64 };
    let mut out = l.poison(new);
    for i in 0..array.len as i64 {
        let vector = if sum == cx.f16() {
            l.part(product, &[i])?
        } else {
            let mut vector = l.poison(array.elem);
            for k in 0..lanes {
                let number = l.part(product, &[i * lanes + k])?;
                let i32 = cx.i32();
                let at = l.int(k, i32);
                vector = llvm::InsertElementOp::build(&mut l.at(), vector, number, at);
            }
            vector
        };
        out = l.with_part(out, vector, &[i]);
    }
    l.replace_one(out)
}
