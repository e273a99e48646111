//! Creates ops of dialects on which this crate does not depend, by name.

use strata_ir::prelude::*;

/// Creates the op `name` without attributes; it is an error if its dialect is not registered.
pub(crate) fn create(
    b: &mut Builder<'_>,
    name: &str,
    operands: impl IntoIterator<Item = Value>,
    result: Option<Type>,
    attrs: &[(&str, Attr)],
) -> Result<Op, String> {
    let cx = b.cx_arc().clone();
    let info =
        cx.op_info(name).ok_or_else(|| format!("'{name}' is needed, but its dialect is not registered"))?;
    let mut state = OpState::new(info, b.cur_loc());
    state.operands.extend(operands);
    state.result_types.extend(result);
    for (name, attr) in attrs {
        state.set_attr(&cx, name, *attr);
    }
    Ok(b.build(state))
}

/// `memref.load`.
pub(crate) fn load(b: &mut Builder<'_>, memref: Value, indices: &[Value]) -> Result<Value, String> {
    let elem = b.cx().elem_or_self(b.ty(memref));
    let op =
        create(b, "memref.load", std::iter::once(memref).chain(indices.iter().copied()), Some(elem), &[])?;
    Ok(b.result(op, 0))
}

/// `memref.store`.
pub(crate) fn store(
    b: &mut Builder<'_>,
    value: Value,
    memref: Value,
    indices: &[Value],
) -> Result<(), String> {
    create(b, "memref.store", [value, memref].into_iter().chain(indices.iter().copied()), None, &[])?;
    Ok(())
}
