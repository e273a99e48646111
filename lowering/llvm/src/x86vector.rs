//! Lowers `x86vector` to calls of LLVM's intrinsics, each op to one.
//!
//! Before: `%r = x86vector.avx.rsqrt %a : vector<8xf32>`
//! After: `%r = llvm.call_intrinsic "llvm.x86.avx.rsqrt.ps.256"(%a) : (vector<8xf32>) -> vector<8xf32>`

use strata_ir::{prelude::*, rewrite::conversions};
use strata_llvm as llvm;
use strata_passes_vector::zero_attr;

use crate::{
    engine::{Dialect, Lower, Lowered},
    memref::{start, upstream_descriptor::buffer},
};

/// The handlers of `x86vector`.
pub const X86VECTOR: Dialect = Dialect {
    name: "x86vector",
    rows: conversions! {
        strata_x86vector::BcstToPackedF32Op => broadcast,
        strata_x86vector::CvtPackedEvenIndexedToF32Op => even,
        strata_x86vector::CvtPackedF32ToBF16Op => round,
        strata_x86vector::CvtPackedOddIndexedToF32Op => odd,
        strata_x86vector::DotBF16Op => dot_bf16,
        strata_x86vector::DotInt8Op => dot_bytes,
        strata_x86vector::DotOp => dot,
        strata_x86vector::MaskCompressOp => compress,
        strata_x86vector::MaskRndScaleOp => round_scaled,
        strata_x86vector::MaskScaleFOp => scale,
        strata_x86vector::RsqrtOp => rsqrt,
        strata_x86vector::Vp2IntersectOp => intersect,
    },
    otherwise: Some("has no conversion to LLVM"),
};

/// Calls an intrinsic with the attributes of the op.
fn call(l: &mut Lower<'_>, name: &str, args: &[Value]) -> Lowered {
    let old = l.op();
    let types = (0..l.body.results(old).len()).map(|i| l.new_result_type(i)).collect::<Lowered<Vec<_>>>()?;
    let cx = l.body.cx_arc().clone();
    let ty = match types[..] {
        [one] => one,
        _ => cx.ty(llvm::StructType::literal(types.clone())),
    };
    let call = llvm::CallIntrinsicOp::create(&mut l.at(), name, args, Some(ty));
    if let Some(constant) = l.body.attr(old, "constant_src") {
        l.body.set_attr(call, "constant_src", Some(constant));
    }
    for (name, attr) in l.body.extra_attrs(old).to_vec() {
        l.body.set_attr(call, cx.str(name), Some(attr));
    }
    let value = l.body.result(call, 0);
    if let [_] = types[..] {
        return l.replace_one(value);
    }
    let fields = (0..types.len() as i64).map(|i| l.part(value, &[i])).collect::<Lowered<Vec<_>>>()?;
    l.replace(&fields)
}

/// The type of the first vector, by which the names of intrinsics end: its elements, and its bits.
fn ending(l: &Lower<'_>, v: Value) -> Lowered<(Type, i64)> {
    let cx = l.cx();
    let ty = cx.type_as::<VectorType>(l.body.ty(v)).ok_or("has no vector")?;
    let width = cx.bit_width(ty.elem).ok_or("has elements without a size")?;
    let length = ty.shape.first().ok_or("has a vector without dimensions")?;
    Ok((ty.elem, length * i64::from(width)))
}

/// Calls an intrinsic whose name ends with the bits of the vector that is an operand.
fn sized(l: &mut Lower<'_>, name: &str) -> Lowered {
    let (_, bits) = ending(l, l.body.operand(l.op(), 0))?;
    let args = l.all_operands()?;
    call(l, &format!("{name}.{bits}"), &args)
}

/// Calls an intrinsic whose name ends with the elements and the bits of the vector that is the first operand.
fn typed(l: &mut Lower<'_>, name: &str, elements: [&str; 2]) -> Lowered {
    let (elem, bits) = ending(l, l.body.operand(l.op(), 0))?;
    let wide = l.cx().bit_width(elem) == Some(64);
    let args = l.all_operands()?;
    call(l, &format!("{name}.{}.{bits}", elements[usize::from(wide)]), &args)
}

/// Calls an intrinsic on memory: one of two by the type of the numbers there.
fn from_memory(l: &mut Lower<'_>, [bf16, f16]: [&str; 2]) -> Lowered {
    let (_, bits) = ending(l, l.body.result(l.op(), 0))?;
    let ty = l.operand_type(0);
    let name = if l.cx().elem_or_self(ty) == l.cx().bf16() { bf16 } else { f16 };
    let memory = l.operand(0)?;
    let (pointer, _) = if l.options.upstream { buffer(l, ty, memory)? } else { start(l, ty, memory)? };
    call(l, &format!("llvm.x86.{name}{bits}"), &[pointer])
}

fn broadcast(l: &mut Lower<'_>) -> Lowered {
    from_memory(l, ["vbcstnebf162ps", "vbcstnesh2ps"])
}
fn even(l: &mut Lower<'_>) -> Lowered {
    from_memory(l, ["vcvtneebf162ps", "vcvtneeph2ps"])
}
fn odd(l: &mut Lower<'_>) -> Lowered {
    from_memory(l, ["vcvtneobf162ps", "vcvtneoph2ps"])
}
fn round(l: &mut Lower<'_>) -> Lowered {
    sized(l, "llvm.x86.avx512bf16.cvtneps2bf16")
}
fn dot_bf16(l: &mut Lower<'_>) -> Lowered {
    sized(l, "llvm.x86.avx512bf16.dpbf16ps")
}
fn dot_bytes(l: &mut Lower<'_>) -> Lowered {
    sized(l, "llvm.x86.avx2.vpdpbssd")
}
fn round_scaled(l: &mut Lower<'_>) -> Lowered {
    typed(l, "llvm.x86.avx512.mask.rndscale", ["ps", "pd"])
}
fn scale(l: &mut Lower<'_>) -> Lowered {
    typed(l, "llvm.x86.avx512.mask.scalef", ["ps", "pd"])
}
fn intersect(l: &mut Lower<'_>) -> Lowered {
    typed(l, "llvm.x86.avx512.vp2intersect", ["d", "q"])
}
fn rsqrt(l: &mut Lower<'_>) -> Lowered {
    let args = l.all_operands()?;
    call(l, "llvm.x86.avx.rsqrt.ps.256", &args)
}

/// All bits are set: all products are added, and each element of the result is the sum.
fn dot(l: &mut Lower<'_>) -> Lowered {
    let mut args = l.all_operands()?;
    let byte = l.cx().i8();
    args.push(l.int(-1, byte));
    call(l, "llvm.x86.avx.dp.ps.256", &args)
}

fn compress(l: &mut Lower<'_>) -> Lowered {
    let args = l.all_operands()?;
    let ty = l.new_result_type(0)?;
    let rest = match args.get(2) {
        Some(&given) => given,
        None => {
            let zeros = zero_attr(l.cx(), ty).ok_or("has no zeros")?;
            let constant = l.body.attr(l.op(), "constant_src").unwrap_or(zeros);
            llvm::ConstantOp::build(&mut l.at(), constant, ty)
        }
    };
    call(l, "llvm.x86.avx512.mask.compress", &[args[1], rest, args[0]])
}
