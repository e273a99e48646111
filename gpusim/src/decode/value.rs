//! Constants, addresses, and parts of vectors and aggregates.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};
use crate::{
    code::{Inst, Kind, Slot},
    types,
};

impl Decoder<'_> {
    /// Translates ops that only rename or move values; returns false for other ops.
    pub(super) fn value_op(&mut self, op: Op, name: &str) -> Step<bool> {
        match name {
            "llvm.mlir.constant" => self.constant_op(op)?,
            "llvm.mlir.undef" | "llvm.mlir.poison" | "llvm.mlir.zero" => {
                let n = self.kinds(self.body.ty(self.body.result(op, 0)))?.len();
                let slots = vec![0; n];
                self.constants_op(op, &slots);
            }
            "llvm.mlir.addressof" => self.address_of(op)?,
            "llvm.freeze"
            | "llvm.intr.ssa.copy"
            | "llvm.intr.expect"
            | "llvm.intr.expect.with.probability"
            | "llvm.intr.launder.invariant.group"
            | "llvm.intr.strip.invariant.group"
            | "llvm.intr.ptr.annotation"
            | "llvm.intr.annotation" => {
                let slot = self.operand(op, 0)?;
                self.alias(op, slot);
            }
            "llvm.extractvalue" => {
                let (at, _) = self.position(op, 0)?;
                let slot = self.operand(op, 0)? + at as Slot;
                self.alias(op, slot);
            }
            "llvm.insertvalue" => {
                let (at, part) = self.position(op, 0)?;
                let n = self.kinds(part)?.len();
                let (whole, value) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (d, kinds) = self.result(op)?;
                for i in 0..kinds.len() {
                    let a =
                        if (at..at + n).contains(&i) { value + (i - at) as Slot } else { whole + i as Slot };
                    self.emit(Inst::Mov { d: d + i as Slot, a });
                }
            }
            "llvm.select" => {
                let conditions = self.operand_kinds(op, 0)?.len() as u32;
                let (c, a, b) = (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
                let (d, kinds) = self.result(op)?;
                for i in 0..kinds.len() as u32 {
                    let c = if conditions == 1 { c } else { c + i };
                    self.emit(Inst::Select { d: d + i, c, a: a + i, b: b + i });
                }
            }
            "llvm.bitcast" => self.bitcast(op)?,
            _ => return self.vector_element_op(op, name),
        }
        Ok(true)
    }

    /// Ops that move elements of vectors; false for other ops.
    fn vector_element_op(&mut self, op: Op, name: &str) -> Step<bool> {
        match name {
            "llvm.extractelement" => {
                let (v, n) = (self.operand(op, 0)?, self.operand_kinds(op, 0)?.len() as u32);
                let bits = self.scalar_kind(op, 1)?.bits() as u8;
                let index = self.operand(op, 1)?;
                match self.constant_of(index) {
                    Some(i) if i < u64::from(n) => self.alias(op, v + i as Slot),
                    _ => {
                        let (d, _) = self.result(op)?;
                        self.emit(Inst::ExtractAt { d, a: v, n, index, bits });
                    }
                }
            }
            "llvm.insertelement" => {
                let (v, value, index) = (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
                let bits = self.scalar_kind(op, 2)?.bits() as u8;
                let (d, kinds) = self.result(op)?;
                let known = self.constant_of(index);
                for i in 0..kinds.len() as u32 {
                    let a = if known == Some(i.into()) { value } else { v + i };
                    self.emit(Inst::Mov { d: d + i, a });
                }
                if known.is_none() {
                    self.emit(Inst::InsertAt { d, a: value, n: kinds.len() as u32, index, bits });
                }
            }
            "llvm.shufflevector" => {
                let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let n = self.operand_kinds(op, 0)?.len() as i64;
                let mask = self.numbers(op, "mask");
                let (d, _) = self.result(op)?;
                let zero = self.constant(0);
                if mask.iter().any(|&k| k >= 2 * n) {
                    return unsupported("an element that neither vector has");
                }
                for (i, &k) in mask.iter().enumerate() {
                    let from = match k {
                        k if k < 0 => zero,
                        k if k < n => a + k as Slot,
                        k => b + (k - n) as Slot,
                    };
                    self.emit(Inst::Mov { d: d + i as Slot, a: from });
                }
            }
            "llvm.intr.vector.extract" => {
                let at = self.attr_i64(op, "pos").unwrap_or(0) as usize;
                let n = self.kinds(self.body.ty(self.body.result(op, 0)))?.len();
                if at.checked_add(n).is_none_or(|end| end > self.operand_kinds(op, 0).map_or(0, |k| k.len()))
                {
                    return unsupported("elements that the vector has not");
                }
                let slot = self.operand(op, 0)? + at as Slot;
                self.alias(op, slot);
            }
            "llvm.intr.vector.insert" => {
                let at = self.attr_i64(op, "pos").unwrap_or(0) as usize;
                let (whole, part) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let n = self.operand_kinds(op, 1)?.len();
                let (d, kinds) = self.result(op)?;
                for i in 0..kinds.len() {
                    let a =
                        if (at..at + n).contains(&i) { part + (i - at) as Slot } else { whole + i as Slot };
                    self.emit(Inst::Mov { d: d + i as Slot, a });
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The constant of a register that always holds one.
    pub(super) fn constant_of(&self, slot: Slot) -> Option<u64> {
        self.code.consts.iter().find(|c| c.0 == slot).map(|c| c.1)
    }
    /// The elements of an attribute that is an array of integers.
    pub(super) fn numbers(&self, op: Op, name: &str) -> Vec<i64> {
        let attr = self.body.attr(op, name).and_then(|a| self.cx.attr_as::<DenseArrayAttr>(a));
        attr.map(|a| a.values.to_vec()).unwrap_or_default()
    }
    fn position(&self, op: Op, operand: usize) -> Step<(usize, Type)> {
        let position = self.numbers(op, "position");
        let ty = self.body.ty(self.body.operand(op, operand));
        match types::part_at(self.cx, ty, &position) {
            Some(found) => Ok(found),
            None => unsupported(format!("no part of '{}' is known", self.cx.type_to_string(ty))),
        }
    }

    /// Sets the result to constants with these bits.
    fn constants_op(&mut self, op: Op, bits: &[u64]) {
        if let &[one] = bits {
            let slot = self.constant(one);
            self.alias(op, slot);
            return;
        }
        let slot = self.fresh(bits.len());
        for (i, &b) in bits.iter().enumerate() {
            self.code.consts.push((slot + i as Slot, b));
        }
        self.alias(op, slot);
    }

    fn constant_op(&mut self, op: Op) -> Step {
        let ty = self.body.ty(self.body.result(op, 0));
        let kinds = self.kinds(ty)?;
        let Some(value) = self.body.attr(op, "value") else {
            return unsupported("the constant has no value");
        };
        let mut bits = Vec::with_capacity(kinds.len());
        if flatten(self.cx, value, &mut bits).is_none() || bits.len() > kinds.len() {
            return unsupported("this form of constants is not simulated");
        }
        // A splat has a single element.
        if let &[one] = &bits[..] {
            bits = vec![one; kinds.len()];
        }
        if bits.len() != kinds.len() {
            return unsupported("the constant has another number of elements than its type");
        }
        for (b, kind) in bits.iter_mut().zip(&kinds) {
            *b &= mask(kind.bits());
        }
        self.constants_op(op, &bits);
        Ok(())
    }

    fn address_of(&mut self, op: Op) -> Step {
        let attr = self.body.attr(op, "global_name").and_then(|a| self.cx.attr_as::<SymbolRefAttr>(a));
        let name = attr.map(|a| self.cx.str(a.leaf())).unwrap_or("");
        match self.module.addresses.get(name) {
            Some(&address) => {
                let slot = self.constant(address);
                self.alias(op, slot);
                Ok(())
            }
            None if self.module.functions.contains_key(name) => {
                unsupported("addresses of functions are not simulated")
            }
            None => unsupported(format!("'{name}' is no variable of the module")),
        }
    }

    /// Reinterprets the bits of a list of elements as another list.
    fn bitcast(&mut self, op: Op) -> Step {
        let (a, from) = (self.operand(op, 0)?, self.operand_kinds(op, 0)?);
        let (x, y) = (from.first().map_or(0, |k| k.bits()), {
            let to = self.kinds(self.body.ty(self.body.result(op, 0)))?;
            if to.len() == from.len() {
                self.alias(op, a);
                return Ok(());
            }
            to.first().map_or(0, |k| k.bits())
        });
        let (d, to) = self.result(op)?;
        if x == 0 || y == 0 || x.max(y) % x.min(y) != 0 || x as usize * from.len() != y as usize * to.len() {
            return unsupported("numbers of these sizes are not cut into each other");
        }
        if x < y {
            // Parts are concatenated, the lowest one first.
            let n = y / x;
            for i in 0..to.len() as u32 {
                let slots: Vec<Slot> = (0..n).map(|k| a + i * n + k).collect();
                self.join_bits(d + i, &slots, x, y);
            }
        } else {
            let n = x / y;
            for i in 0..to.len() as u32 {
                self.cut_bits(d + i, a + i / n, i % n * y, x, y);
            }
        }
        Ok(())
    }
    /// Concatenates registers of `x` bits to one of `y` bits.
    pub(super) fn join_bits(&mut self, d: Slot, parts: &[Slot], x: u32, y: u32) {
        use crate::code::IntOp;
        let bits = y as u8;
        let mut sum = parts[0];
        for (k, &part) in parts.iter().enumerate().skip(1) {
            let by = self.constant(u64::from(x) * k as u64);
            let moved = self.fresh(1);
            self.emit(Inst::Int { op: IntOp::Shl, bits, d: moved, a: part, b: by });
            let to = if k + 1 == parts.len() { d } else { self.fresh(1) };
            self.emit(Inst::Int { op: IntOp::Or, bits, d: to, a: sum, b: moved });
            sum = to;
        }
    }
    /// Extracts `y` bits at bit `at` of a register of `x` bits.
    pub(super) fn cut_bits(&mut self, d: Slot, a: Slot, at: u32, x: u32, y: u32) {
        use crate::code::{Cast, IntOp};
        let by = self.constant(at.into());
        let moved = self.fresh(1);
        self.emit(Inst::Int { op: IntOp::LShr, bits: x as u8, d: moved, a, b: by });
        self.emit(Inst::Cast { op: Cast::Trunc(y as u8), d, a: moved });
    }
    /// The kind of the first of some registers.
    pub(super) fn first_kind(kinds: &[Kind]) -> Step<Kind> {
        match kinds.first() {
            Some(&k) => Ok(k),
            None => unsupported("a value without parts"),
        }
    }
}

/// The lowest `bits` bits.
pub(crate) fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The elements of a constant in order; a splat has one.
pub(super) fn flatten(cx: &Context, value: Attr, out: &mut Vec<u64>) -> Option<()> {
    if let Some(i) = cx.attr_as::<IntegerAttr>(value) {
        out.push(match i.as_i64(cx) {
            Some(n) => n as u64,
            None => i.value.as_u64()?,
        });
    } else if let Some(f) = cx.attr_as::<FloatAttr>(value) {
        out.push(u64::try_from(f.bits).ok()?);
    } else if let Some(dense) = cx.attr_as::<DenseElementsAttr>(value) {
        let n = if dense.splat { 1 } else { dense.num_elements(cx) };
        for i in 0..n {
            out.push(u64::try_from(dense.bits(cx, i)).ok()?);
        }
    } else if let Some(list) = cx.attr_as::<ArrayAttr>(value) {
        for &part in &list.0 {
            flatten(cx, part, out)?;
        }
    } else {
        return None;
    }
    Some(())
}
