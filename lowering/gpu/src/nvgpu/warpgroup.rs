//! `nvgpu.warpgroup.*`: products of matrices in shared memory that a group of four warps computes.

use strata_arith::IndexCastOp;
use strata_ir::prelude::*;
use strata_llvm::{self as llvm, StructType};
use strata_lowering_llvm::{
    engine::{Lower, Lowered},
    memref::start,
};
use strata_memref::StoreOp;
use strata_nvgpu::{
    TensorMapDescriptorType, WarpgroupDescriptorType,
    types::{Swizzle, WARPGROUP_ROWS, accumulator, accumulator_registers},
};
use strata_nvvm::{self as nvvm, MmaLayout, WgmmaType};

/// Bytes of a row of a factor that one instruction takes.
const DEPTH_BYTES: i64 = 32;
/// Descriptors hold addresses and distances in units of 16 bytes.
const UNIT_BITS: i64 = 4;

/// An accumulator as registers: a struct for each 64 rows.
pub(super) fn registers(cx: &Context, ty: Type) -> Option<Type> {
    let elem = accumulator(cx, ty)?.elem;
    let [pieces, each] = accumulator_registers(cx, ty)?;
    let each = cx.ty(StructType::literal(vec![elem; each]));
    Some(cx.ty(StructType::literal(vec![each; pieces])))
}

/// `nvgpu.warpgroup.generate.descriptor`: the address in units of 16 bytes, the distances of rows, and the swizzle.
pub(super) fn descriptor(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let (ty, map) = (l.operand_type(0), l.operand_type(1));
    let map = cx.type_as::<TensorMapDescriptorType>(map).ok_or("has no tensor map")?;
    let (row_bytes, swizzle) = match map.swizzle {
        Swizzle::B128 => (128, 1),
        Swizzle::B64 => (64, 2),
        Swizzle::B32 => (32, 3),
        Swizzle::None => (1, 0),
    };
    let rows = cx.type_as::<MemRefType>(ty).and_then(|m| m.shape.first().copied()).unwrap_or(0);
    let lead = (rows * row_bytes) >> UNIT_BITS;
    let stride = (row_bytes << 3) >> UNIT_BITS;
    let fixed = swizzle << 62 | stride << 32 | lead << 16;
    let memref = l.operand(0)?;
    let (pointer, _) = start(l, ty, memref)?;
    let number = llvm::PtrToIntOp::build(&mut l.at(), pointer, cx.i64());
    // The address has 18 bits, of which the last four are zero.
    let (up, down) = (l.index(46), l.index(50));
    let high = llvm::ShlOp::build(&mut l.at(), number, up, None);
    let base = llvm::LShrOp::build(&mut l.at(), high, down, None);
    let fixed = l.index(fixed);
    let all = llvm::OrOp::build(&mut l.at(), base, fixed, None);
    l.replace_one(all)
}

/// `nvgpu.warpgroup.mma.init.accumulator`: zeros.
pub(super) fn init(l: &mut Lower<'_>) -> Lowered {
    let ty = l.new_result_type(0)?;
    let zero = llvm::ZeroOp::build(&mut l.at(), ty);
    l.replace_one(zero)
}

fn kind(cx: &Context, elem: Type) -> Lowered<WgmmaType> {
    Ok(match () {
        () if elem == cx.f16() => WgmmaType::F16,
        () if elem == cx.bf16() => WgmmaType::Bf16,
        () if elem == cx.f32() => WgmmaType::Tf32,
        () if elem == cx.i8() => WgmmaType::S8,
        () => match cx.type_to_string(elem).as_str() {
            "f8E4M3FN" => WgmmaType::E4M3,
            "f8E5M2" => WgmmaType::E5M2,
            other => {
                return Err(format!("has elements of type '{other}', which tensor cores do not multiply"));
            }
        },
    })
}

/// `nvgpu.warpgroup.mma`: one instruction for each 64 rows and 32 bytes of depth.
pub(super) fn mma(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let tensor = |l: &Lower<'_>, i| {
        let ty = l.operand_type(i);
        let tensor = cx.type_as::<WarpgroupDescriptorType>(ty).map(|d| d.tensor);
        tensor.and_then(|t| cx.type_as::<MemRefType>(t)).ok_or("has no matrices")
    };
    let (ma, mb) = (tensor(l, 0)?, tensor(l, 1)?);
    let elem = ma.elem;
    let bytes = i64::from(cx.bit_width(elem).unwrap_or(8) / 8);
    let transposes = [l.attr("transposeA").is_some(), l.attr("transposeB").is_some()];
    let acc = accumulator(&cx, l.operand_type(2)).ok_or("has no accumulator")?;
    let &[m, n] = &acc.shape[..] else { return Err("has no accumulator of two dimensions".into()) };
    let &[_, depth] = &ma.shape[..] else { return Err("has no matrices of two dimensions".into()) };
    let k = DEPTH_BYTES / bytes.max(1);
    let out_kind = match acc.elem {
        t if t == cx.f16() => WgmmaType::F16,
        t if t == cx.i32() => WgmmaType::S32,
        _ => WgmmaType::F32,
    };
    let [a, b, sum] = [l.operand(0)?, l.operand(1)?, l.operand(2)?];
    nvvm::WgmmaFenceAlignedOp::build(&mut l.at());
    let result = l.body.ty(sum);
    let mut out = l.poison(result);
    let shape = cx.attr(nvvm::MmaShape { m: WARPGROUP_ROWS, n, k });
    let factor = kind(&cx, elem)?.attr(&cx);
    let (one, plus) = (nvvm::WgmmaScaleOut::One.attr(&cx), nvvm::WgmmaScaleIn::One.attr(&cx));
    let layout = |transposed: bool| if transposed { MmaLayout::Col } else { MmaLayout::Row }.attr(&cx);
    // The hardware's default order of the second factor is by columns.
    let (la, lb) = (layout(transposes[0]), layout(!transposes[1]));
    for i in 0..m / WARPGROUP_ROWS {
        let mut part = l.part(sum, &[i])?;
        for j in 0..depth / k.max(1) {
            let step_a = if transposes[0] {
                (i * WARPGROUP_ROWS + j * k * ma.shape[1]) * bytes
            } else {
                j * DEPTH_BYTES + i * WARPGROUP_ROWS * depth * bytes
            };
            // A second factor by rows: each step of depth skips whole rows of 128 bytes.
            let step_b = if transposes[1] { j * k * 128 } else { j * DEPTH_BYTES };
            let _ = mb;
            let (da, db) = (moved(l, a, step_a), moved(l, b, step_b));
            let ty = l.body.ty(part);
            let d = out_kind.attr(&cx);
            part = nvvm::WgmmaMmaAsyncOp::build(
                &mut l.at(),
                part,
                da,
                db,
                shape,
                factor,
                factor,
                d,
                one,
                plus,
                plus,
                la,
                lb,
                None,
                ty,
            );
        }
        out = l.with_part(out, part, &[i]);
    }
    nvvm::WgmmaGroupSyncAlignedOp::build(&mut l.at());
    let left = cx.i64_attr(l.attr_i64("waitGroup").unwrap_or(1));
    nvvm::WgmmaWaitGroupSyncOp::build(&mut l.at(), left);
    l.replace_one(out)
}

/// A descriptor with its address moved by some bytes.
fn moved(l: &mut Lower<'_>, descriptor: Value, bytes: i64) -> Value {
    let by = l.index(bytes >> UNIT_BITS);
    l.add(descriptor, by)
}

/// `nvgpu.warpgroup.mma.store`: each lane has pairs of neighbours, 8 rows and 8 columns apart.
pub(super) fn store(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let vector = accumulator(&cx, l.operand_type(0)).ok_or("has no accumulator")?;
    let &[m, n] = &vector.shape[..] else { return Err("has no accumulator of two dimensions".into()) };
    let sum = l.operand(0)?;
    let to = l.body.operand(l.op(), 1);
    let i32 = cx.i32();
    let tid = nvvm::ThreadIdXOp::build(&mut l.at(), None, i32);
    let number = |l: &mut Lower<'_>, n| l.int(n, i32);
    let (warp_size, warps, four, two, sixteen) =
        (number(l, 32), number(l, 4), number(l, 4), number(l, 2), number(l, 16));
    let lane = llvm::URemOp::build(&mut l.at(), tid, warp_size);
    let warp = llvm::UDivOp::build(&mut l.at(), tid, warp_size, None);
    let warp = llvm::URemOp::build(&mut l.at(), warp, warps);
    let row = llvm::UDivOp::build(&mut l.at(), lane, four, None);
    let first = llvm::MulOp::build(&mut l.at(), warp, sixteen, None);
    let row = llvm::AddOp::build(&mut l.at(), row, first, None);
    let column = llvm::URemOp::build(&mut l.at(), lane, four);
    let column = llvm::MulOp::build(&mut l.at(), column, two, None);
    let index = |l: &mut Lower<'_>, base, by| {
        let by = l.int(by, i32);
        let sum = llvm::AddOp::build(&mut l.at(), base, by, None);
        let ty = l.cx().index();
        IndexCastOp::build(&mut l.at(), sum, ty)
    };
    for i in 0..m / WARPGROUP_ROWS {
        for half in 0..2 {
            let row = index(l, row, i * WARPGROUP_ROWS + half * 8);
            for j in 0..n / 8 {
                for k in 0..2 {
                    let column = index(l, column, j * 8 + k);
                    let value = l.part(sum, &[i, j * 4 + half * 2 + k])?;
                    StoreOp::build(&mut l.at(), value, to, &[row, column], None, None);
                }
            }
        }
    }
    Ok(())
}
