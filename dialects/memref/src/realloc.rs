//! `memref.realloc`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{CastOp, constraints::Alignment};

type_constraint! {
    /// A buffer of rank one.
    RankOneMemRef = "1D memref of any type values", |ty, cx| cx.type_as::<MemRefType>(ty).is_some_and(|t| t.shape.len() == 1);
}

/// Reallocates a buffer with another size: the elements are copied, and the old buffer is freed.
#[op(
    name = "memref.realloc",
    interfaces = [Verify, Canonicalize, MemoryEffects],
    asm = "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)",
)]
pub struct ReallocOp {
    /// The buffer that is freed.
    pub source: Operand<RankOneMemRef>,
    /// The new size, when it is dynamic.
    #[ir_name = "dynamicResultSize"]
    pub dynamic_result_size: OptOperand<Index>,
    /// Alignment in bytes.
    pub alignment: OptAttr<Alignment>,
    /// The new buffer.
    pub result: Res<RankOneMemRef>,
}

impl MemoryEffects for ReallocOp {
    fn effects(&self, b: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Free, on: Some(self.source(b)) });
        out.push(Effect { kind: EffectKind::Alloc, on: Some(self.result(b)) });
    }
}

impl Verify for ReallocOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.source(b)), b.ty(self.result(b)));
        let (Some(x), Some(y)) = (cx.type_as::<MemRefType>(from), cx.type_as::<MemRefType>(to)) else {
            return Ok(());
        };
        let dynamic = y.shape[..] == [DYNAMIC];
        let given = self.dynamic_result_size(b).is_some();
        let (one, other) = (cx.type_to_string(from), cx.type_to_string(to));
        let differ = |what: &str| {
            format!(
                "different {what} specified for source memref type '{one}' and result memref type '{other}'"
            )
        };
        let problem = if x.layout.is_some() {
            format!("unsupported layout for source memref type '{one}'")
        } else if y.layout.is_some() {
            format!("unsupported layout for result memref type '{other}'")
        } else if x.memory_space != y.memory_space {
            differ("memory spaces")
        } else if x.elem != y.elem {
            differ("element types")
        } else if dynamic && !given {
            format!("missing dimension operand for result type '{other}'")
        } else if given && !dynamic {
            format!("unnecessary dimension operand for result type '{other}'")
        } else {
            return Ok(());
        };
        Err(VerifyError::bare(problem))
    }
}

impl Canonicalize for ReallocOp {
    /// Replaces a cast of the source by its source; erases a reallocation that is only written.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let buffer = self.result(rw);
        if crate::alloc::erase_dead(self.op(), buffer, rw).is_some() {
            return Some(());
        }
        let cast = rw.def_of::<CastOp>(self.source(rw))?;
        let source = cast.source(rw);
        RankOneMemRef::check(rw.ty(source), rw.cx()).then_some(())?;
        rw.set_operand(self.op(), 0, source);
        Some(())
    }
}
