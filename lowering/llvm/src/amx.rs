//! Lowers `amx` to LLVM's intrinsics.
//!
//! Before: `%t = amx.tile_load %m[%i, %j] : memref<64x64xi8> into !amx.tile<16x64xi8>`
//! After: `%t = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%rows, %bytes, %p, %stride) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx`
//!
//! Each intrinsic has the sizes of its tiles; LLVM's code generator chooses the registers and writes their configuration. A value that a loop
//! carries is a phi of `x86_amx`, which it takes at all levels.

use strata_amx::TileType;
use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;

use crate::{
    engine::{Dialect, Lower, Lowered},
    memref::{address, bytes, stride_of},
};

/// The handlers of `amx`.
pub const AMX: Dialect = Dialect {
    name: "amx",
    rows: conversions! {
        strata_amx::TileZeroOp => zero,
        strata_amx::TileLoadOp => load,
        strata_amx::TileStoreOp => store,
        strata_amx::TileMulFOp => floats,
        strata_amx::TileMulIOp => integers,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// Tiles have one type, whatever is in them.
pub fn tile_types(cx: &Context, ty: Type) -> Option<Type> {
    cx.type_as::<TileType>(ty).map(|_| cx.ty(llvm::types::X86AmxType))
}

/// Rows of a tile, and bytes of one, as the intrinsics take them.
fn sizes(l: &mut Lower<'_>, ty: Type) -> Lowered<[Value; 2]> {
    let cx = l.cx();
    let sizes = cx.type_as::<TileType>(ty).and_then(|t| t.rows_and_bytes(cx));
    let number = cx.int_type(16);
    Ok(sizes.ok_or("has no tile of two dimensions")?.map(|n| l.int(n, number)))
}

fn call(l: &mut Lower<'_>, name: &str, args: &[Value], gives: bool) -> Lowered {
    let ty = gives.then(|| l.cx().ty(llvm::types::X86AmxType));
    let call = llvm::CallIntrinsicOp::create(&mut l.at(), name, args, ty);
    let result = l.body.results(call).first().copied();
    match result {
        Some(tile) => l.replace_one(tile),
        None => Ok(()),
    }
}

fn zero(l: &mut Lower<'_>) -> Lowered {
    let ty = l.body.ty(l.body.result(l.op(), 0));
    let args = sizes(l, ty)?;
    call(l, "llvm.x86.tilezero.internal", &args, true)
}

/// The address of the first row, and the bytes from one row to the next.
fn place(l: &mut Lower<'_>, stride_group: usize) -> Lowered<[Value; 2]> {
    let op = l.op();
    let (ty, base) = (l.operand_type(0), l.operand(0)?);
    let indices = l.body.operand_group(op, 1);
    let rank = indices.len();
    let indices = l.operands(indices)?;
    let (pointer, elem) = address(l, ty, base, &indices)?;
    let stride = match l.body.operand_group(op, stride_group).next() {
        Some(given) => l.operand(given)?,
        None => {
            let rows = rank.checked_sub(2).ok_or("has no dimension of rows")?;
            stride_of(l, ty, base, rows)?
        }
    };
    let size = bytes(l, elem)?;
    let size = l.index(size);
    Ok([pointer, l.mul(stride, size)])
}

fn load(l: &mut Lower<'_>) -> Lowered {
    let ty = l.body.ty(l.body.result(l.op(), 0));
    let [rows, bytes] = sizes(l, ty)?;
    let [pointer, stride] = place(l, 2)?;
    call(l, "llvm.x86.tileloadd64.internal", &[rows, bytes, pointer, stride], true)
}

fn store(l: &mut Lower<'_>) -> Lowered {
    let tile = l.body.operand_group(l.op(), 2).start;
    let ty = l.operand_type(tile);
    let [rows, bytes] = sizes(l, ty)?;
    let [pointer, stride] = place(l, 3)?;
    let tile = l.operand(tile)?;
    call(l, "llvm.x86.tilestored64.internal", &[rows, bytes, pointer, stride, tile], false)
}

fn product(l: &mut Lower<'_>, name: &str) -> Lowered {
    let [lhs, rhs] = [l.operand_type(0), l.operand_type(1)];
    let [[rows, steps], [_, columns]] = [sizes(l, lhs)?, sizes(l, rhs)?];
    let tiles = l.operands(0..3)?;
    call(l, name, &[rows, columns, steps, tiles[2], tiles[0], tiles[1]], true)
}

fn floats(l: &mut Lower<'_>) -> Lowered {
    let elem = l.cx().type_as::<TileType>(l.operand_type(0)).map(|t| t.elements.elem);
    let name = if elem == Some(l.cx().f16()) { "fp16" } else { "bf16" };
    product(l, &format!("llvm.x86.tdp{name}ps.internal"))
}

fn integers(l: &mut Lower<'_>) -> Lowered {
    let [lhs, rhs] = ["isZextLhs", "isZextRhs"].map(|name| if l.attr(name).is_some() { "u" } else { "s" });
    product(l, &format!("llvm.x86.tdpb{lhs}{rhs}d.internal"))
}
