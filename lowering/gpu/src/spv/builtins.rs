//! Calls of OpenCL's builtin functions, by their names in LLVM IR for SPIR-V.

use strata_ir::prelude::*;
use strata_llvm::{self as llvm, CConv, MemoryEffectsAttr};
use strata_lowering_llvm::engine::{Declaration, Lower, Lowered};

/// Memory whose accesses are visible after a barrier: that of the work group and that of the device.
const LOCAL_AND_GLOBAL: i64 = 3;

/// The attributes of a function beside that it returns: its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It accesses no memory.
    Reads,
    /// Threads call it together.
    Convergent,
    /// Nothing else.
    Plain,
}

impl Kind {
    fn attrs(self, cx: &Context) -> Vec<(&'static str, Attr)> {
        let mut attrs = vec![("CConv", CConv::SpirFunc.attr(cx))];
        match self {
            Self::Reads => attrs.push(("memory_effects", cx.attr(MemoryEffectsAttr::NONE))),
            Self::Convergent => attrs.push(("convergent", cx.unit())),
            Self::Plain => {}
        }
        attrs.extend([("no_unwind", cx.unit()), ("will_return", cx.unit())]);
        attrs
    }
}

/// Calls a function, which is declared if necessary.
pub(super) fn call(
    l: &mut Lower<'_>,
    name: &str,
    operands: &[Value],
    result: Option<Type>,
    kind: Kind,
) -> Lowered<Option<Value>> {
    let attrs = kind.attrs(l.cx());
    let params = operands.iter().map(|&v| l.body.ty(v)).collect();
    l.declarations.function(name, Declaration { params, result, variadic: false, attrs: attrs.clone() })?;
    Ok(call_with(l, name, operands, result, &attrs))
}

/// Calls a function that is declared.
pub(super) fn call_with(
    l: &mut Lower<'_>,
    name: &str,
    operands: &[Value],
    result: Option<Type>,
    attrs: &[(&str, Attr)],
) -> Option<Value> {
    let mut state = OpState::new(llvm::CallOp::info(), l.body.loc(l.op()));
    let cx = l.body.cx_arc().clone();
    state.set_attr(&cx, "callee", cx.symbol_ref(name));
    state.set_attr(&cx, "operandSegmentSizes", cx.i32_array(&[operands.len() as i32, 0]));
    for &(name, attr) in attrs {
        state.set_attr(&cx, name, attr);
    }
    state.operands.extend_from_slice(operands);
    state.result_types.extend(result);
    let call = l.at().build(state);
    l.body.results(call).first().copied()
}

/// The index or size in a dimension.
pub(super) fn of_dimension(l: &mut Lower<'_>, name: &str) -> Lowered {
    let d = l.attr("dimension").and_then(|a| l.cx().attr_as::<strata_gpu::Dimension>(a).copied());
    let d = d.ok_or("misses its dimension")?.index();
    let (i32, index) = (l.cx().i32(), l.index_type());
    let d = l.int(d as i64, i32);
    let value = call(l, name, &[d], Some(index), Kind::Reads)?.ok_or("has no value")?;
    l.replace_one(value)
}

/// An index or size of subgroups, which has 32 bits.
pub(super) fn of_subgroup(l: &mut Lower<'_>, name: &str) -> Lowered {
    let (i32, index) = (l.cx().i32(), l.index_type());
    let value = call(l, name, &[], Some(i32), Kind::Plain)?.ok_or("has no value")?;
    let value = if index == i32 { value } else { l.build(llvm::ZExtOp::info(), &[value], index, &[]) };
    l.replace_one(value)
}

pub(super) fn barrier(l: &mut Lower<'_>) -> Lowered {
    let i32 = l.cx().i32();
    let fence = l.int(LOCAL_AND_GLOBAL, i32);
    call(l, "_Z7barrierj", &[fence], None, Kind::Convergent).map(drop)
}
