//! Matrices that the lanes of a warp hold together: `nvvm.wmma.load`, `nvvm.wmma.mma` and `nvvm.wmma.store`.

mod elementwise;
mod fragment;

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_lowering_llvm::{
    engine::{Lower, Lowered},
    memref::address,
};
use strata_nvvm::{self as nvvm, MmaLayout, MmaType};

pub(super) use elementwise::elementwise;
use fragment::Fragment;

/// Converts the types of matrices.
pub(super) fn types(cx: &Context, ty: Type) -> Option<Type> {
    Fragment::from_type(cx, ty).map(|f| f.ty(cx))
}

/// The fragment of a matrix.
fn fragment(cx: &Context, ty: Type) -> Lowered<Fragment> {
    let shown =
        || format!("has a matrix of type '{}', for which there is no instruction", cx.type_to_string(ty));
    Fragment::from_type(cx, ty).ok_or_else(shown)
}

/// The registers of a lane's part.
fn registers(l: &mut Lower<'_>, value: Value, f: &Fragment) -> Lowered<Vec<Value>> {
    if f.is_one_number() {
        return Ok(vec![value]);
    }
    (0..f.count() as i64).map(|i| l.part(value, &[i])).collect()
}

/// A lane's part of these registers.
fn packed(l: &mut Lower<'_>, registers: &[Value], f: &Fragment) -> Value {
    if let (true, &[one]) = (f.is_one_number(), registers) {
        return one;
    }
    let ty = f.ty(&l.body.cx_arc().clone());
    let mut out = l.poison(ty);
    for (i, &register) in registers.iter().enumerate() {
        out = l.with_part(out, register, &[i as i64]);
    }
    out
}

/// The sizes of a product as attributes.
fn sizes(cx: &Context, f: &Fragment) -> [Attr; 3] {
    f.sizes.map(|n| cx.int_attr(n, cx.i32()))
}

/// The order of elements in memory, by the name of the attribute that says that it is by columns.
fn layout(l: &Lower<'_>, name: &str) -> Attr {
    if l.attr(name).is_some() { MmaLayout::Col } else { MmaLayout::Row }.attr(l.cx())
}

/// The address of the matrix whose memref is an operand, and the distance of its rows.
fn place(l: &mut Lower<'_>, operand: usize) -> Lowered<(Value, Value)> {
    let (ty, n) = (l.operand_type(operand), l.body.num_operands(l.op()));
    let memref = l.operand(operand)?;
    let at = l.operands(operand + 1..n)?;
    let (pointer, _) = address(l, ty, memref, &at)?;
    let distance = l.attr_i64("leadDimension").ok_or("misses its leading dimension")?;
    if i32::try_from(distance).is_err() {
        return Err(format!("has rows at a distance of {distance} elements, which 32 bits do not hold"));
    }
    let i32 = l.cx().i32();
    Ok((pointer, l.int(distance, i32)))
}

/// `gpu.subgroup_mma_load_matrix`.
pub(super) fn load(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let f = fragment(&cx, l.body.ty(l.body.result(l.op(), 0)))?;
    let (pointer, distance) = place(l, 0)?;
    let ([m, n, k], layout) = (sizes(&cx, &f), layout(l, "transpose"));
    let (kind, frag, ty) = (f.kind.attr(&cx), f.frag.attr(&cx), f.ty(&cx));
    let new = nvvm::WMMALoadOp::build(&mut l.at(), pointer, distance, m, n, k, layout, kind, frag, ty);
    l.replace_one(new)
}

/// `gpu.subgroup_mma_store_matrix`.
pub(super) fn store(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let f = fragment(&cx, l.operand_type(0))?;
    let matrix = l.operand(0)?;
    let registers = registers(l, matrix, &f)?;
    let (pointer, distance) = place(l, 1)?;
    let ([m, n, k], layout) = (sizes(&cx, &f), layout(l, "transpose"));
    let kind = f.kind.attr(&cx);
    nvvm::WMMAStoreOp::build(&mut l.at(), pointer, m, n, k, layout, kind, &registers, distance);
    Ok(())
}

/// `gpu.subgroup_mma_compute`.
pub(super) fn compute(l: &mut Lower<'_>) -> Lowered {
    use MmaType::{F16, F32, F64, S8, S32, Tf32, U8};
    let cx = l.body.cx_arc().clone();
    let types = [0, 1, 2].map(|i| l.operand_type(i));
    let [a, b, c] = [fragment(&cx, types[0])?, fragment(&cx, types[1])?, fragment(&cx, types[2])?];
    let fits = matches!((a.kind, c.kind), (F16, F16 | F32) | (S8 | U8, S32) | (Tf32, F32) | (F64, F64));
    if a.kind != b.kind || a.sizes != b.sizes || !fits {
        let [a, b, c] = types.map(|t| cx.type_to_string(t));
        return Err(format!("multiplies '{a}' by '{b}' and adds '{c}', for which there is no instruction"));
    }
    let mut all = Vec::new();
    for (i, f) in [&a, &b, &c].into_iter().enumerate() {
        let operand = l.operand(i)?;
        all.extend(registers(l, operand, f)?);
    }
    let [m, n, k] = sizes(&cx, &a);
    let [row, column] = ["a_transpose", "b_transpose"].map(|name| layout(l, name));
    let (factor, sum, ty) = (a.kind.attr(&cx), c.kind.attr(&cx), c.ty(&cx));
    let new = nvvm::WMMAMmaOp::build(&mut l.at(), m, n, k, row, column, factor, sum, &all, ty);
    l.replace_one(new)
}

/// `gpu.subgroup_mma_constant_matrix`.
pub(super) fn constant(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let f = fragment(&cx, l.body.ty(l.body.result(l.op(), 0)))?;
    let value = l.operand(0)?;
    let register = match f.kind {
        MmaType::F16 => {
            let mut pair = l.poison(f.register());
            for i in 0..f.per_register() {
                let i32 = cx.i32();
                let at = l.int(i, i32);
                pair = llvm::InsertElementOp::build(&mut l.at(), pair, value, at);
            }
            pair
        }
        MmaType::S8 | MmaType::U8 => {
            let wide = l.build(llvm::ZExtOp::info(), &[value], cx.i32(), &[]);
            let ones = l.int(0x0101_0101, cx.i32());
            llvm::MulOp::build(&mut l.at(), wide, ones, None)
        }
        MmaType::Tf32 => llvm::BitcastOp::build(&mut l.at(), value, f.register()),
        _ => value,
    };
    let new = packed(l, &vec![register; f.count()], &f);
    l.replace_one(new)
}

/// The register and the place in it of the element of a lane that the op's constant index names.
fn element(l: &mut Lower<'_>, f: &Fragment, first: usize) -> Lowered<(usize, i64)> {
    let n = l.body.num_operands(l.op());
    let indices = l.operands(first..n)?;
    let [index] = indices[..] else {
        return Err(format!("has {} indices for the elements of a lane, which are a list", indices.len()));
    };
    let index = l.known(index).ok_or("has an index that is not constant, but registers have no addresses")?;
    if matches!(f.kind, MmaType::S8 | MmaType::U8) {
        return Err("refers to one of the four elements in a register".to_owned());
    }
    let register = usize::try_from(index / f.per_register()).ok().filter(|&r| r < f.count() && index >= 0);
    let register = register
        .ok_or_else(|| format!("refers to element {index} of {}", f.count() as i64 * f.per_register()))?;
    Ok((register, index % f.per_register()))
}

/// `gpu.subgroup_mma_extract_thread_local`.
pub(super) fn extract(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let f = fragment(&cx, l.operand_type(0))?;
    let (register, place) = element(l, &f, 1)?;
    let matrix = l.operand(0)?;
    let register = registers(l, matrix, &f)?[register];
    let value = match f.kind {
        MmaType::F16 => {
            let at = l.int(place, cx.i32());
            llvm::ExtractElementOp::build(&mut l.at(), register, at)
        }
        MmaType::Tf32 => llvm::BitcastOp::build(&mut l.at(), register, cx.f32()),
        _ => register,
    };
    l.replace_one(value)
}

/// `gpu.subgroup_mma_insert_thread_local`.
pub(super) fn insert(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let f = fragment(&cx, l.operand_type(1))?;
    if l.operand_type(1) != l.body.ty(l.body.result(l.op(), 0)) {
        return Err("has another type of matrix as its result".to_owned());
    }
    let (register, place) = element(l, &f, 2)?;
    let (value, matrix) = (l.operand(0)?, l.operand(1)?);
    let mut all = registers(l, matrix, &f)?;
    all[register] = match f.kind {
        MmaType::F16 => {
            let at = l.int(place, cx.i32());
            llvm::InsertElementOp::build(&mut l.at(), all[register], value, at)
        }
        MmaType::Tf32 => llvm::BitcastOp::build(&mut l.at(), value, f.register()),
        _ => value,
    };
    let new = packed(l, &all, &f);
    l.replace_one(new)
}
