//! `affine.prefetch`.

use strata_ir::prelude::*;

use super::access::{
    fold_memref_casts, parse_access, parse_memref_type, print_access, simplify_access, value_map,
    verify_access,
};
use crate::{simplify::ValueMap, syntax::op_error};

attr_constraint! {
    /// How local a prefetch is, from none to extremely.
    Locality: IntegerAttr = "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
        |a, cx| cx.attr_as::<IntegerAttr>(a).is_some_and(|i| i.ty == cx.i32())
            && cx.attr_i64(a).is_some_and(|v| (0..=3).contains(&v)),
        form AttrForm::ImpliedType(strata_ir::core::Context::i32);
}

/// Prefetches an element of a memref into a cache.
#[op(
    name = "affine.prefetch",
    interfaces = [Verify, Fold, Canonicalize],
    custom_asm,
)]
pub struct PrefetchOp {
    /// The memory.
    pub memref: Operand<AnyMemRef>,
    /// Values of the dimensions of the map, then of its symbols.
    pub indices: Variadic<Index>,
    /// Whether the element will be written.
    #[ir_name = "isWrite"]
    pub is_write: Attr<BoolAttr>,
    /// From 0 (not local) to 3 (extremely local).
    #[ir_name = "localityHint"]
    pub locality_hint: Attr<Locality>,
    /// Whether it is for the data cache, not the instruction cache.
    #[ir_name = "isDataCache"]
    pub is_data_cache: Attr<BoolAttr>,
    /// Gives the index in each dimension of the memref.
    pub map: Attr<AffineMapAttr>,
}

impl PrefetchOp {
    /// The indices as a map with its operands.
    pub fn value_map(self, b: &Body) -> ValueMap {
        value_map(b, self.op(), self.indices(b))
    }
    fn int(self, b: &Body, slot: usize) -> i64 {
        b.attr_slot(self.op(), slot).and_then(|a| b.cx().attr_i64(a)).unwrap_or(0)
    }
}

impl Verify for PrefetchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_access(b, self.op(), self.memref(b), &self.value_map(b))
    }
}

impl Fold for PrefetchOp {
    /// A cast of the memory is looked through.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        fold_memref_casts(b, self.op(), None)
    }
}

impl Canonicalize for PrefetchOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (memref, old) = (self.memref(rw), self.value_map(rw));
        simplify_access(rw, self.op(), &[memref], &old)
    }
}

impl CustomAsm for PrefetchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        p.space();
        print_access(p, self.memref(b), &self.value_map(b));
        p.text(if self.int(b, 0) != 0 { ", write" } else { ", read" });
        p.text(", locality<").int(self.int(b, 1)).text(">");
        p.text(if self.int(b, 2) != 0 { ", data" } else { ", instr" });
        p.attr_dict(self.op(), &["map", "isWrite", "localityHint", "isDataCache"]);
        p.text(" : ").type_of(self.memref(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let (memref, indices) = parse_access(p, state)?;
        p.expect(",")?;
        let write = match p.keyword()? {
            "write" => true,
            "read" => false,
            _ => return Err(op_error(p, state, "rw specifier has to be 'read' or 'write'")),
        };
        p.expect(",")?;
        p.expect("locality")?;
        p.expect("<")?;
        let hint = p.attr_of_type(cx.i32())?;
        p.expect(">")?;
        p.expect(",")?;
        let data = match p.keyword()? {
            "data" => true,
            "instr" => false,
            _ => return Err(op_error(p, state, "cache type has to be 'data' or 'instr'")),
        };
        p.attr_dict(state)?;
        p.expect(":")?;
        let (ty, _) = parse_memref_type(p)?;
        state.set_attr(cx, "isWrite", cx.bool_attr(write));
        state.set_attr(cx, "localityHint", hint);
        state.set_attr(cx, "isDataCache", cx.bool_attr(data));
        state.operands.push(p.resolve(memref, ty)?);
        state.operands.extend(indices);
        Ok(())
    }
}
