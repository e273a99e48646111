//! Global variables of a module.

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_llvm::{ArrayType, StructType, layout};

use super::ModuleView;
use crate::{
    address::{SHARED_START, space},
    code::SharedVar,
    error::{ErrorKind, Result, SimError},
};

/// A global variable.
pub(crate) struct Global {
    pub name: String,
    pub space: u32,
    pub size: u64,
    pub align: u64,
    /// The initial bytes; `None` if it is uninitialized.
    pub data: Option<Vec<u8>>,
    pub constant: bool,
}

/// All global variables of a module.
pub(crate) fn globals(body: &Body) -> Result<Vec<Global>> {
    let mut out = Vec::new();
    let Some(block) = module_block(body) else { return Ok(out) };
    for shell in body.block_ops(block) {
        if body.op_name(shell) != "llvm.mlir.global" {
            continue;
        }
        let (inner, op) = body.inner(shell);
        let refuse = |message: &str| {
            SimError::new(ErrorKind::Unsupported, message).at_op(
                body.cx_arc(),
                inner.loc(op),
                inner.op_name(op),
            )
        };
        let cx = inner.cx();
        let name = inner.attr(op, "sym_name").and_then(|a| cx.attr_str(a)).unwrap_or("").to_owned();
        let ty = inner.attr(op, "global_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
        let Some((ty, l)) = ty.and_then(|t| Some((t.0, layout(cx, t.0)?))) else {
            return Err(refuse("the variable has no size"));
        };
        if l.size > 1 << 32 {
            return Err(refuse("the variable has more than 4 GiB"));
        }
        let number = |name: &str| inner.attr(op, name).and_then(|a| cx.attr_i64(a));
        let space = number("addr_space").unwrap_or(0) as u32;
        let align = number("alignment").map_or(l.align, |a| a as u64).max(1);
        let value = inner.attr(op, "value");
        let start = inner.regions(op).first().and_then(|&r| inner.blocks(r).first().copied());
        let data = if let Some(value) = value {
            let mut bytes = vec![0; l.size as usize];
            if fill(cx, value, ty, &mut bytes).is_none() {
                return Err(refuse("this form of initial values is not simulated"));
            }
            Some(bytes)
        } else if let Some(block) = start {
            match region_value(inner, block, ty, l.size as usize) {
                Some(data) => data,
                None => return Err(refuse("this computation of the initial value is not simulated")),
            }
        } else {
            None
        };
        let constant = inner.attr(op, "constant").is_some();
        out.push(Global { name, space, size: l.size, align, data, constant });
    }
    Ok(out)
}

pub(crate) fn module_block(body: &Body) -> Option<Block> {
    body.regions(Op::SELF).first().and_then(|&r| body.blocks(r).first().copied())
}

/// The value that the region of a variable returns; undefined values have no known bytes.
fn region_value(body: &Body, block: Block, ty: Type, size: usize) -> Option<Option<Vec<u8>>> {
    let end = body.terminator(block)?;
    let def = body.def_op(body.operands(end).next()?)?;
    match body.op_name(def) {
        "llvm.mlir.zero" => Some(Some(vec![0; size])),
        "llvm.mlir.undef" | "llvm.mlir.poison" => Some(None),
        "llvm.mlir.constant" => {
            let mut bytes = vec![0; size];
            fill(body.cx(), body.attr(def, "value")?, ty, &mut bytes)?;
            Some(Some(bytes))
        }
        _ => None,
    }
}

/// Writes a constant of a type to bytes.
fn fill(cx: &Context, value: Attr, ty: Type, out: &mut [u8]) -> Option<()> {
    if let Some(text) = cx.attr_as::<StringAttr>(value) {
        out.get_mut(..text.value.len())?.copy_from_slice(&text.value);
        return Some(());
    }
    if let Some(list) = cx.attr_as::<ArrayAttr>(value) {
        let mut at = 0;
        for (i, &part) in list.0.iter().enumerate() {
            let (member, packed) = match cx.type_as::<StructType>(ty) {
                Some(s) => (*s.members().get(i)?, s.packed),
                None => (cx.type_as::<ArrayType>(ty)?.elem, false),
            };
            let l = layout(cx, member)?;
            at = if packed { at } else { (at as u64).next_multiple_of(l.align) as usize };
            let end = at + l.size as usize;
            fill(cx, part, member, out.get_mut(at..end)?)?;
            at = end;
        }
        return Some(());
    }
    if let Some(dense) = cx.attr_as::<DenseElementsAttr>(value) {
        // Elements are in row-major order, as in memory, for all element types of arrays here.
        let n = dense.elem_bytes(cx);
        for (i, to) in out.chunks_exact_mut(n).enumerate() {
            to.copy_from_slice(dense.element(cx, i));
        }
        return Some(());
    }
    let mut bits = Vec::new();
    super::value::flatten(cx, value, &mut bits)?;
    let bytes = bits.first()?.to_le_bytes();
    let n = out.len().min(8);
    out[..n].copy_from_slice(&bytes[..n]);
    Some(())
}

/// The layout of shared memory for the variables that a kernel refers to: the variables, and the start of dynamic memory.
pub(crate) fn shared_layout(
    view: &mut ModuleView<'_>,
    func: Op,
    globals: &[Global],
) -> (Vec<SharedVar>, u64) {
    let names = named(view, func);
    let (mut vars, mut end, mut dynamic_align) = (Vec::new(), SHARED_START, 16);
    let shared = |g: &&Global| g.space == space::SHARED && names.contains(&g.name);
    for g in globals.iter().filter(shared).filter(|g| g.size != 0) {
        let start = end.next_multiple_of(g.align.max(16));
        vars.push(SharedVar { name: g.name.clone(), start, size: g.size });
        view.addresses.insert(g.name.clone(), start);
        // A gap between variables reveals accesses past the end.
        end = start + g.size + 32;
    }
    for g in globals.iter().filter(shared).filter(|g| g.size == 0) {
        dynamic_align = g.align.max(dynamic_align);
    }
    let dynamic = end.next_multiple_of(dynamic_align.max(1024));
    for g in globals.iter().filter(shared).filter(|g| g.size == 0) {
        view.addresses.insert(g.name.clone(), dynamic);
    }
    (vars, dynamic)
}

/// The symbols that a function and its callees refer to.
fn named(view: &ModuleView<'_>, func: Op) -> FxHashSet<String> {
    let (mut out, mut work) = (FxHashSet::default(), vec![func]);
    let mut seen = FxHashSet::default();
    while let Some(func) = work.pop() {
        if !seen.insert(func) {
            continue;
        }
        let (body, op) = view.body.inner(func);
        let cx = body.cx();
        for &block in body.regions(op).first().map_or(&[][..], |&r| body.blocks(r)) {
            for op in body.block_ops(block) {
                for attr in ["global_name", "callee"] {
                    let symbol = body.attr(op, attr).and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
                    if let Some(symbol) = symbol {
                        let name = cx.str(symbol.leaf());
                        out.insert(name.to_owned());
                        work.extend(view.functions.get(name).copied());
                    }
                }
            }
        }
    }
    out
}
