//! `memref.prefetch`.

use strata_ir::prelude::*;

use crate::constraints::Locality;

/// Prefetches an element that will be read or written soon.
#[op(
    name = "memref.prefetch",
    interfaces = [Verify, Fold, MemoryEffects],
    custom_asm,
)]
pub struct PrefetchOp {
    /// The buffer.
    pub memref: Operand<AnyMemRef>,
    /// The position.
    pub indices: Variadic<Index>,
    /// It will be written.
    #[ir_name = "isWrite"]
    pub is_write: Attr<BoolAttr>,
    /// How likely it is used again, from 0 to 3.
    #[ir_name = "localityHint"]
    pub locality_hint: Attr<Locality>,
    /// It is data, not instructions.
    #[ir_name = "isDataCache"]
    pub is_data_cache: Attr<BoolAttr>,
}

impl MemoryEffects for PrefetchOp {
    /// A write, so that it stays where it is.
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: Some(self.memref(b)) });
    }
}
impl Verify for PrefetchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let rank = b.cx().shaped(b.ty(self.memref(b))).and_then(|s| s.rank()).unwrap_or(0);
        ensure!(self.indices(b).len() == rank, "too few indices");
        Ok(())
    }
}
impl Fold for PrefetchOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_casts(b, self.op())
    }
}

impl CustomAsm for PrefetchOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, cx) = (p.body(), p.cx());
        let flag = |name| b.attr(self.op(), name).and_then(|a| cx.attr_i64(a)).unwrap_or(0);
        p.text(" ").value(self.memref(b)).text("[").values(self.indices(b)).text("], ");
        p.text(if flag("isWrite") != 0 { "write" } else { "read" })
            .text(", locality<")
            .int(flag("localityHint"));
        p.text(">, ").text(if flag("isDataCache") != 0 { "data" } else { "instr" });
        p.attr_dict(self.op(), &["localityHint", "isWrite", "isDataCache"]);
        p.text(" : ").type_of(self.memref(b));
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let memref = p.operand()?;
        p.expect("[")?;
        let indices = p.list_until("]", Parser::operand)?;
        p.expect(",")?;
        let at = p.location();
        let write = match p.keyword()? {
            "write" => true,
            "read" => false,
            _ => return Err(p.error_at(at, "rw specifier has to be 'read' or 'write'")),
        };
        p.expect(",")?;
        p.expect("locality")?;
        p.expect("<")?;
        let locality = p.attr_of_type(cx.i32())?;
        p.expect(">")?;
        p.expect(",")?;
        let at = p.location();
        let data = match p.keyword()? {
            "data" => true,
            "instr" => false,
            _ => return Err(p.error_at(at, "cache type has to be 'data' or 'instr'")),
        };
        p.attr_dict(state)?;
        let ty = p.colon_type()?;
        state.set_attr(cx, "isWrite", cx.bool_attr(write));
        state.set_attr(cx, "localityHint", locality);
        state.set_attr(cx, "isDataCache", cx.bool_attr(data));
        let value = p.resolve(memref, ty)?;
        state.operands.push(value);
        for i in indices {
            let v = p.resolve(i, cx.index())?;
            state.operands.push(v);
        }
        Ok(())
    }
}
