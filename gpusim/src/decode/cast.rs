//! Conversions.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};
use crate::code::{Cast, Inst, Kind};

impl Decoder<'_> {
    /// Translates conversions; returns false for other ops.
    pub(super) fn cast_op(&mut self, op: Op, name: &str) -> Step<bool> {
        let Some(short) = name.strip_prefix("llvm.") else { return Ok(false) };
        const NAMES: [&str; 12] = [
            "trunc",
            "zext",
            "sext",
            "sitofp",
            "uitofp",
            "fptosi",
            "fptoui",
            "fpext",
            "fptrunc",
            "ptrtoint",
            "inttoptr",
            "addrspacecast",
        ];
        if !NAMES.contains(&short) {
            return Ok(false);
        }
        let (a, from) = (self.operand(op, 0)?, self.operand_kinds(op, 0)?);
        let to = self.kinds(self.body.ty(self.body.result(op, 0)))?;
        let mut casts = Vec::with_capacity(to.len());
        for (&x, &y) in from.iter().zip(&to) {
            casts.push(match cast(short, x, y) {
                Some(c) => c,
                None => return unsupported("a conversion between these types is not simulated"),
            });
        }
        if casts.iter().all(Option::is_none) {
            self.alias(op, a);
            return Ok(true);
        }
        let (d, _) = self.result(op)?;
        for (i, cast) in (0u32..).zip(casts) {
            let (d, a) = (d + i, a + i);
            self.emit(match cast {
                Some(op) => Inst::Cast { op, d, a },
                None => Inst::Mov { d, a },
            });
        }
        Ok(true)
    }
}

/// The conversion to perform, `Some(None)` if the bits are unchanged; `None` if it is not supported.
fn cast(name: &str, from: Kind, to: Kind) -> Option<Option<Cast>> {
    Some(match (name, from, to) {
        ("trunc", Kind::Int(_), Kind::Int(n)) => Some(Cast::Trunc(n)),
        ("zext", Kind::Int(_), Kind::Int(_)) => None,
        ("sext", Kind::Int(n), Kind::Int(m)) => Some(Cast::SExt(n, m)),
        ("sitofp", Kind::Int(n), f) => Some(Cast::SIToFP(n, f.float()?)),
        ("uitofp", Kind::Int(n), f) => Some(Cast::UIToFP(n, f.float()?)),
        ("fptosi", f, Kind::Int(n)) => Some(Cast::FPToSI(f.float()?, n)),
        ("fptoui", f, Kind::Int(n)) => Some(Cast::FPToUI(f.float()?, n)),
        ("fpext" | "fptrunc", f, g) => Some(Cast::Float(f.float()?, g.float()?)),
        ("ptrtoint", Kind::Ptr(_), Kind::Int(n)) => (n < 64).then_some(Cast::Trunc(n)),
        ("inttoptr", Kind::Int(_), Kind::Ptr(_)) => None,
        ("addrspacecast", Kind::Ptr(a), Kind::Ptr(b)) => Some(Cast::Space(a, b)),
        _ => return None,
    })
}
