//! Reductions of the lanes of a vector.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::flat;
use crate::engine::{Lower, Lowered};

pub(super) fn reduction(l: &mut Lower<'_>) -> Lowered {
    if strata_vector::MaskOp::around(l.body, l.op()).is_some() {
        return Err("is converted with its mask".to_owned());
    }
    let vector = l.operand(0)?;
    flat(l, l.body.ty(vector))?;
    let start = if l.body.num_operands(l.op()) > 1 { Some(l.operand(1)?) } else { None };
    let ty = l.new_result_type(0)?;
    let cx = l.body.cx_arc().clone();
    let kind = l.words("kind").into_iter().next().unwrap_or_default();
    let float = llvm::types::is_float(&cx, ty);
    let mut flags = llvm::FastmathFlags(0);
    if let Some(attr) = l.fastmath().and_then(|a| cx.attr_as::<llvm::FastmathFlags>(a)) {
        flags = *attr;
    }
    if l.options.reassociate_reductions {
        flags.0 |= llvm::FastmathFlags::REASSOC.0;
    }
    if float && (kind == "add" || kind == "mul") {
        let info =
            if kind == "add" { llvm::VectorReduceFAddOp::info() } else { llvm::VectorReduceFMulOp::info() };
        let neutral = cx.float_attr(if kind == "add" { 0.0 } else { 1.0 }, ty);
        let start = start.unwrap_or_else(|| llvm::ConstantOp::build(&mut l.at(), neutral, ty));
        let value = l.build(info, &[start, vector], ty, &[("fastmathFlags", flags.attr(&cx))]);
        return l.replace_one(value);
    }
    // The reduction of the lanes, and the op that combines it with the initial value.
    let (reduce, combine): (&'static OpInfo, &'static OpInfo) = match (kind.as_str(), float) {
        ("add", false) => (llvm::VectorReduceAddOp::info(), llvm::AddOp::info()),
        ("mul", false) => (llvm::VectorReduceMulOp::info(), llvm::MulOp::info()),
        ("and", false) => (llvm::VectorReduceAndOp::info(), llvm::AndOp::info()),
        ("or", false) => (llvm::VectorReduceOrOp::info(), llvm::OrOp::info()),
        ("xor", false) => (llvm::VectorReduceXorOp::info(), llvm::XOrOp::info()),
        ("minsi", false) => (llvm::VectorReduceSMinOp::info(), llvm::SMinOp::info()),
        ("maxsi", false) => (llvm::VectorReduceSMaxOp::info(), llvm::SMaxOp::info()),
        ("minui", false) => (llvm::VectorReduceUMinOp::info(), llvm::UMinOp::info()),
        ("maxui", false) => (llvm::VectorReduceUMaxOp::info(), llvm::UMaxOp::info()),
        ("minnumf", true) => (llvm::VectorReduceFMinOp::info(), llvm::MinNumOp::info()),
        ("maxnumf", true) => (llvm::VectorReduceFMaxOp::info(), llvm::MaxNumOp::info()),
        ("minimumf", true) => (llvm::VectorReduceFMinimumOp::info(), llvm::MinimumOp::info()),
        ("maximumf", true) => (llvm::VectorReduceFMaximumOp::info(), llvm::MaximumOp::info()),
        _ => return Err(format!("has no reduction '{kind}' for type '{}'", cx.type_to_string(ty))),
    };
    let attrs: &[(&str, Attr)] = if float { &[("fastmathFlags", flags.attr(&cx))] } else { &[] };
    let mut value = l.build(reduce, &[vector], ty, attrs);
    if let Some(start) = start {
        value = match float {
            // In upstream's form, the flags are those of the reduction of the lanes alone.
            true if l.options.upstream => {
                let none = llvm::FastmathFlags(0).attr(&cx);
                l.build(combine, &[value, start], ty, &[("fastmathFlags", none)])
            }
            true => l.build(combine, &[value, start], ty, attrs),
            false if l.options.upstream => choose_or_combine(l, &kind, combine, start, value, ty),
            false => l.build(combine, &[value, start], ty, attrs),
        };
    }
    l.replace_one(value)
}

/// The reduction of integers with its initial value, as upstream combines it: extremes are chosen by a comparison.
fn choose_or_combine(
    l: &mut Lower<'_>,
    kind: &str,
    combine: &'static OpInfo,
    start: Value,
    value: Value,
    ty: Type,
) -> Value {
    use strata_arith::CmpIPredicate as P;
    let predicate = match kind {
        "minsi" => P::Sle,
        "maxsi" => P::Sge,
        "minui" => P::Ule,
        "maxui" => P::Uge,
        _ => return l.build(combine, &[start, value], ty, &[]),
    };
    let predicate = predicate.attr(l.cx());
    let i1 = l.cx().i1();
    let first = l.build(llvm::ICmpOp::info(), &[start, value], i1, &[("predicate", predicate)]);
    l.build(llvm::SelectOp::info(), &[first, start, value], ty, &[])
}
