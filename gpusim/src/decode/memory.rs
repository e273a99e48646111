//! Stack memory, addresses, loads and stores.

use strata_ir::prelude::*;
use strata_llvm::{ArrayType, StructType, layout};

use super::{Decoder, Step, unsupported};
use crate::{
    address::LOCAL_WINDOW,
    code::{Access, Inst, Kind, List, Slot},
    types,
};

/// No register.
pub(super) const NONE: Slot = u32::MAX;

impl Decoder<'_> {
    /// Translates memory accesses; returns false for other ops.
    pub(super) fn memory_op(&mut self, op: Op, name: &str) -> Step<bool> {
        match name {
            "llvm.alloca" => self.alloca(op)?,
            "llvm.getelementptr" => self.gep(op)?,
            "llvm.load" => {
                let (slot, _) = self.result(op)?;
                let ty = self.body.ty(self.body.result(op, 0));
                let mut access = self.access(op, 0, ty, slot, "ordering")?;
                access.copies = !access.atomic && self.only_stored(self.body.result(op, 0));
                self.emit(Inst::Load(access));
            }
            "llvm.store" => {
                let (slot, ty) = (self.operand(op, 0)?, self.body.ty(self.body.operand(op, 0)));
                let access = self.access(op, 1, ty, slot, "ordering")?;
                self.emit(Inst::Store(access));
            }
            "llvm.intr.masked.load"
            | "llvm.intr.masked.store"
            | "llvm.intr.masked.gather"
            | "llvm.intr.masked.scatter" => self.masked(op, name)?,
            "llvm.intr.memcpy" | "llvm.intr.memmove" | "llvm.intr.memcpy.inline" => {
                let (dst, src) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (dst_space, src_space) = (self.space(op, 0)?, self.space(op, 1)?);
                let len = self.length(op)?;
                self.emit(Inst::Memcpy { dst, dst_space, src, src_space, len });
            }
            "llvm.intr.memset" | "llvm.intr.memset.inline" => {
                let (dst, v, space) = (self.operand(op, 0)?, self.operand(op, 1)?, self.space(op, 0)?);
                let len = self.length(op)?;
                self.emit(Inst::Memset { dst, space, v, len });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The address space of a pointer.
    pub(super) fn space(&self, op: Op, operand: usize) -> Step<u8> {
        match self.scalar_kind(op, operand)? {
            Kind::Ptr(space) => Ok(space),
            _ => unsupported(format!("operand {operand} is no pointer")),
        }
    }

    fn length(&mut self, op: Op) -> Step<Slot> {
        match self.attr_i64(op, "len") {
            Some(n) => Ok(self.constant(n as u64)),
            None => self.operand(op, 2),
        }
    }

    fn alloca(&mut self, op: Op) -> Step {
        let Some(ty) = self.body.attr(op, "elem_type").and_then(|a| self.cx.attr_as::<TypeAttr>(a)) else {
            return unsupported("the op has no element type");
        };
        let Some(l) = layout(self.cx, ty.0) else { return unsupported("the element type has no size") };
        let count = self.operand(op, 0)?;
        let Some(count) = self.constant_of(count) else {
            return unsupported("stack memory of a size that is no constant is not simulated");
        };
        let align = self.attr_i64(op, "alignment").map_or(l.align, |a| a as u64).max(1);
        let start = u64::from(self.code.frame).next_multiple_of(align).max(align);
        let end = l.size.checked_mul(count).and_then(|n| n.checked_add(start)).filter(|&n| n <= 1 << 20);
        let Some(end) = end else { return unsupported("a thread has less than 1 MiB of stack memory") };
        // A gap between objects reveals accesses past the end.
        self.code.frame = (end + 16) as u32;
        let space = match self.kinds(self.body.ty(self.body.result(op, 0)))?[..] {
            [Kind::Ptr(space)] => space,
            _ => return unsupported("the result is no pointer"),
        };
        let address =
            if u32::from(space) == crate::address::space::LOCAL { start } else { LOCAL_WINDOW + start };
        let slot = self.constant(address);
        self.alias(op, slot);
        Ok(())
    }

    fn gep(&mut self, op: Op) -> Step {
        const DYNAMIC: i64 = i32::MIN as i64;
        let Some(ty) = self.body.attr(op, "elem_type").and_then(|a| self.cx.attr_as::<TypeAttr>(a)) else {
            return unsupported("the op has no element type");
        };
        let (mut ty, mut known, mut next, mut first) = (ty.0, 0i64, 1, true);
        let mut terms: Vec<(usize, i64)> = Vec::new();
        for index in self.numbers(op, "rawConstantIndices") {
            let scale = if std::mem::take(&mut first) {
                types::size(self.cx, ty)
            } else if let Some(s) = self.cx.type_as::<StructType>(ty) {
                let mut at = 0u64;
                let Some(members) = usize::try_from(index).ok().and_then(|i| s.members().get(..=i)) else {
                    return unsupported("a member that the struct has not");
                };
                for (i, &member) in members.iter().enumerate() {
                    let Some(l) = layout(self.cx, member) else { return unsupported("a member has no size") };
                    at = at.next_multiple_of(if s.packed { 1 } else { l.align });
                    if i + 1 != members.len() {
                        at += l.size;
                    }
                    ty = member;
                }
                known = known.wrapping_add(at as i64);
                continue;
            } else if let Some(a) = self.cx.type_as::<ArrayType>(ty) {
                ty = a.elem;
                types::size(self.cx, ty)
            } else if let Some(v) = self.cx.type_as::<VectorType>(ty) {
                ty = v.elem;
                types::size(self.cx, ty)
            } else {
                None
            };
            let Some(scale) = scale else { return unsupported("a type without a size") };
            if index == DYNAMIC {
                terms.push((next, scale as i64));
                next += 1;
            } else {
                known = known.wrapping_add(index.wrapping_mul(scale as i64));
            }
        }
        let mut base = self.operand(op, 0)?;
        let n = self.kinds(self.body.ty(self.body.result(op, 0)))?.len();
        if n != 1 {
            return unsupported("vectors of addresses are computed by no op here");
        }
        // Constant indices are folded to one term, based on a register that holds one.
        let mut parts: Vec<(Slot, u8, i64)> = Vec::new();
        if known != 0 {
            parts.push((self.constant(1), 64, known));
        }
        for (operand, scale) in terms {
            let bits = self.scalar_kind(op, operand)?.bits() as u8;
            let index = self.operand(op, operand)?;
            match self.constant_of(index) {
                Some(0) => {}
                _ => parts.push((index, bits, scale)),
            }
        }
        if parts.is_empty() {
            self.alias(op, base);
            return Ok(());
        }
        let last = parts.len() - 1;
        let (result, _) = self.result(op)?;
        for (i, (index, bits, scale)) in parts.into_iter().enumerate() {
            let d = if i == last { result } else { self.fresh(1) };
            self.emit(Inst::Lea { d, base, index, bits, scale });
            base = d;
        }
        Ok(())
    }

    /// The access of an op to a value of type `ty` in the registers from `slot` on.
    fn access(&mut self, op: Op, addr: usize, ty: Type, slot: Slot, ordering: &str) -> Step<Access> {
        let mut pieces = Vec::new();
        let mut next = slot;
        let l = layout(self.cx, ty);
        let known = types::pieces(self.cx, ty, 0, &mut next, &mut pieces);
        let (Some(()), Some(l)) = (known, l) else {
            return unsupported(format!(
                "accesses of type '{}' are not simulated",
                self.cx.type_to_string(ty)
            ));
        };
        let align = self.attr_i64(op, "alignment").map_or(l.align, |a| a as u64);
        let bytes = pieces.iter().map(|p| p.offset + u32::from(p.bytes)).max().unwrap_or(0);
        let list = List { start: self.code.pieces.len() as u32, len: pieces.len() as u32 };
        self.code.pieces.extend(pieces);
        let volatile = self.body.attr(op, "volatile_").is_some();
        Ok(Access {
            addr: self.operand(op, addr)?,
            space: self.space(op, addr)?,
            align: align.clamp(1, 1 << 15) as u16,
            atomic: volatile || self.attr_i64(op, ordering).unwrap_or(0) > 0,
            copies: false,
            pieces: list,
            bytes,
            only: NONE,
        })
    }

    /// An access for each element, by those lanes whose mask bit is set.
    fn masked(&mut self, op: Op, name: &str) -> Step {
        let load = name.ends_with("load") || name.ends_with("gather");
        let addresses = name.ends_with("gather") || name.ends_with("scatter");
        // Loads have the operands address, mask and pass-through value; stores have value, address and mask.
        let (address, mask) = if load { (0, 1) } else { (1, 2) };
        let (ty, slot) = if load {
            let (slot, kinds) = self.result(op)?;
            let kept = if self.body.num_operands(op) > 2 { Some(self.operand(op, 2)?) } else { None };
            let zero = self.constant(0);
            for i in 0..kinds.len() as u32 {
                self.emit(Inst::Mov { d: slot + i, a: kept.map_or(zero, |k| k + i) });
            }
            (self.body.ty(self.body.result(op, 0)), slot)
        } else {
            (self.body.ty(self.body.operand(op, 0)), self.operand(op, 0)?)
        };
        let n = self.kinds(ty)?.len() as u32;
        let elem = self.cx.elem_or_self(ty);
        let Some(l) = layout(self.cx, elem) else { return unsupported("the elements have no size") };
        if self.operand_kinds(op, mask)?.len() < n as usize
            || addresses && self.operand_kinds(op, address)?.len() < n as usize
        {
            return unsupported("the vectors have different lengths");
        }
        let (base, mask) = (self.operand(op, address)?, self.operand(op, mask)?);
        let copies = load && self.only_stored(self.body.result(op, 0));
        let space = match Self::first_kind(&self.operand_kinds(op, address)?)? {
            Kind::Ptr(space) => space,
            _ => return unsupported("there is no pointer"),
        };
        for i in 0..n {
            let addr = if addresses {
                base + i
            } else {
                let (d, index) = (self.fresh(1), self.constant(i.into()));
                self.emit(Inst::Lea { d, base, index, bits: 64, scale: l.size as i64 });
                d
            };
            let (mut pieces, mut next) = (Vec::new(), slot + i);
            if types::pieces(self.cx, elem, 0, &mut next, &mut pieces).is_none() {
                return unsupported("the elements are not simulated");
            }
            let list = List { start: self.code.pieces.len() as u32, len: pieces.len() as u32 };
            self.code.pieces.extend(pieces);
            let align = self.attr_i64(op, "alignment").unwrap_or(1).clamp(1, l.align as i64) as u16;
            let access = Access {
                addr,
                space,
                align,
                atomic: false,
                copies,
                pieces: list,
                bytes: l.size as u32,
                only: mask + i,
            };
            self.emit(if load { Inst::Load(access) } else { Inst::Store(access) });
        }
        Ok(())
    }
}
