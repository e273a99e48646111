//! `gpu.subgroup_mma_elementwise`: the op on each register, whatever elements it holds.

use strata_gpu::{MmaElementwise, SubgroupMmaElementwiseOp};
use strata_ir::prelude::*;
use strata_llvm::{self as llvm, attrs::FCMP};
use strata_lowering_llvm::engine::{Lower, Lowered};
use strata_nvvm::MmaType;

use super::{Fragment, fragment, packed, registers};

pub(in crate::nvvm) fn elementwise(l: &mut Lower<'_>) -> Lowered {
    let cx = l.body.cx_arc().clone();
    let op = SubgroupMmaElementwiseOp::from_op_unchecked(l.op());
    let kind = op.operation(l.body).ok_or("misses its operation")?;
    let ty = l.body.ty(l.body.result(l.op(), 0));
    let f = fragment(&cx, ty)?;
    check(l, kind, &f, ty)?;
    let mut operands = Vec::new();
    for i in 0..l.body.num_operands(l.op()) {
        let operand = l.operand(i)?;
        operands.push(registers(l, operand, &f)?);
    }
    let mut out = Vec::new();
    for i in 0..f.count() {
        let mut parts: Vec<Value> = operands.iter().map(|o| o[i]).collect();
        let bits = f.kind == MmaType::Tf32;
        if bits {
            parts = parts.into_iter().map(|v| llvm::BitcastOp::build(&mut l.at(), v, cx.f32())).collect();
        }
        let new = compute(l, kind, &parts)?;
        out.push(if bits { llvm::BitcastOp::build(&mut l.at(), new, f.register()) } else { new });
    }
    let new = packed(l, &out, &f);
    l.replace_one(new)
}

/// Checks the operands: so many matrices of the type of the result, whose elements it can compute with.
fn check(l: &Lower<'_>, kind: MmaElementwise, f: &Fragment, ty: Type) -> Lowered {
    use MmaElementwise::*;
    let n = l.body.num_operands(l.op());
    let wanted = if matches!(kind, NegateF | NegateS | ExtF) { 1 } else { 2 };
    if n != wanted {
        return Err(format!("has {n} operands, but '{}' has {wanted}", kind.word()));
    }
    if kind == ExtF {
        return Err(
            "extends elements, whose order among the lanes is another one in the wider format".to_owned()
        );
    }
    if (0..n).any(|i| l.operand_type(i) != ty) {
        return Err("has matrices of several types".to_owned());
    }
    let integer = matches!(kind, AddI | MulI | SubI | DivS | DivU | NegateS);
    if matches!(f.kind, MmaType::S8 | MmaType::U8) || integer != matches!(f.kind, MmaType::S32) {
        let shown = l.cx().type_to_string(ty);
        return Err(format!("computes '{}' with matrices of type '{shown}'", kind.word()));
    }
    Ok(())
}

/// The op on scalars or pairs of them.
fn compute(l: &mut Lower<'_>, kind: MmaElementwise, x: &[Value]) -> Lowered<Value> {
    use MmaElementwise::*;
    let ty = l.body.ty(x[0]);
    let info = match kind {
        AddF => llvm::FAddOp::info(),
        MulF => llvm::FMulOp::info(),
        SubF => llvm::FSubOp::info(),
        DivF => llvm::FDivOp::info(),
        AddI => llvm::AddOp::info(),
        MulI => llvm::MulOp::info(),
        SubI => llvm::SubOp::info(),
        DivS => llvm::SDivOp::info(),
        DivU => llvm::UDivOp::info(),
        NegateF => llvm::FNegOp::info(),
        NegateS => {
            let zero = l.int(0, ty);
            return Ok(l.build(llvm::SubOp::info(), &[zero, x[0]], ty, &[]));
        }
        MaxF => return bound(l, x, "ogt"),
        MinF => return bound(l, x, "olt"),
        ExtF => return Err("extends elements".to_owned()),
    };
    Ok(l.build(info, x, ty, &[]))
}

/// The larger or smaller of two numbers, or NaN if one of them is.
fn bound(l: &mut Lower<'_>, x: &[Value], predicate: &str) -> Lowered<Value> {
    let cx = l.body.cx_arc().clone();
    let ty = l.body.ty(x[0]);
    let truth = if cx.type_as::<VectorType>(ty).is_some() { cx.with_elem(ty, cx.i1()) } else { cx.i1() };
    let compare = |l: &mut Lower<'_>, word: &str| -> Lowered<Value> {
        let n = FCMP.iter().position(|w| *w == word).ok_or("compares in no known way")?;
        Ok(l.build(llvm::FCmpOp::info(), x, truth, &[("predicate", cx.i64_attr(n as i64))]))
    };
    let first = compare(l, predicate)?;
    let picked = l.build(llvm::SelectOp::info(), &[first, x[0], x[1]], ty, &[]);
    let unordered = compare(l, "uno")?;
    let nan = cx.float_attr(f64::NAN, cx.elem_or_self(ty));
    let nan = if ty == cx.elem_or_self(ty) { Some(nan) } else { cx.splat_attr(ty, nan) };
    let nan = nan.ok_or("has no constant of its type")?;
    let nan = llvm::ConstantOp::build(&mut l.at(), nan, ty);
    Ok(l.build(llvm::SelectOp::info(), &[unordered, nan, picked], ty, &[]))
}
