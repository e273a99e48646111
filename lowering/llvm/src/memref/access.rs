//! Loads, stores and hints.

use strata_ir::prelude::*;
use strata_llvm as llvm;

use super::descriptor::{address, start};
use crate::engine::{Lower, Lowered};

/// Attributes of an access that LLVM's ops have as well.
fn access_attrs(l: &Lower<'_>) -> Vec<(&'static str, Attr)> {
    let mut attrs = Vec::new();
    let nontemporal = l.attr("nontemporal").is_some_and(|a| l.cx().attr_i64(a).is_none_or(|n| n != 0));
    if nontemporal {
        attrs.push(("nontemporal", l.cx().unit()));
    }
    attrs.extend(l.attr("alignment").map(|a| ("alignment", a)));
    attrs
}

pub fn load(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(0), l.body.num_operands(l.op()));
    let descriptor = l.operand(0)?;
    let indices = l.operands(1..n)?;
    let (pointer, elem) = address(l, ty, descriptor, &indices)?;
    let attrs = access_attrs(l);
    let value = l.build(llvm::LoadOp::info(), &[pointer], elem, &attrs);
    l.replace_one(value)
}

pub fn store(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(1), l.body.num_operands(l.op()));
    let (value, descriptor) = (l.operand(0)?, l.operand(1)?);
    let indices = l.operands(2..n)?;
    let (pointer, _) = address(l, ty, descriptor, &indices)?;
    let mut state = OpState::new(llvm::StoreOp::info(), l.body.loc(l.op()));
    state.operands.extend([value, pointer]);
    for (name, attr) in access_attrs(l) {
        state.set_attr(l.body.cx(), name, attr);
    }
    l.at().build(state);
    Ok(())
}

pub fn prefetch(l: &mut Lower<'_>) -> Lowered {
    let (ty, n) = (l.operand_type(0), l.body.num_operands(l.op()));
    let descriptor = l.operand(0)?;
    let indices = l.operands(1..n)?;
    let (pointer, _) = address(l, ty, descriptor, &indices)?;
    let number = |name: &str, default: i64| {
        let n = l.attr_i64(name).map_or(default, |n| if name == "localityHint" { n } else { n & 1 });
        l.cx().int_attr(n, l.cx().i32())
    };
    let (write, hint, data) = (number("isWrite", 0), number("localityHint", 3), number("isDataCache", 1));
    llvm::PrefetchOp::build(&mut l.at(), pointer, write, hint, data);
    Ok(())
}

/// An assumption about the alignment of the first element's address.
pub fn assume_alignment(l: &mut Lower<'_>) -> Lowered {
    let ty = l.operand_type(0);
    let descriptor = l.operand(0)?;
    let alignment = l.attr_i64("alignment").unwrap_or(1);
    let (pointer, _) = start(l, ty, descriptor)?;
    let i64 = l.cx().i64();
    let number = llvm::PtrToIntOp::build(&mut l.at(), pointer, i64);
    let low = l.index(alignment.wrapping_sub(1));
    let rest = llvm::AndOp::build(&mut l.at(), number, low);
    let zero = l.index(0);
    let (eq, i1) = (l.cx().i64_attr(0), l.cx().i1());
    let aligned = l.build(llvm::ICmpOp::info(), &[rest, zero], i1, &[("predicate", eq)]);
    llvm::AssumeOp::build(&mut l.at(), aligned, &[], None, None);
    if l.body.results(l.op()).is_empty() { Ok(()) } else { l.replace_one(descriptor) }
}
