//! `llvm.call_intrinsic`: hardware instructions by their LLVM names.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};
use crate::{
    code::{Float, FloatUn, Inst, IntOp, Kind, Slot},
    nv::{Acc, Elem, Frag, Mma, NONE, Nv, WaitHow},
};

impl Decoder<'_> {
    /// Translates `llvm.call_intrinsic`.
    pub(super) fn intrinsic_call(&mut self, op: Op) -> Step {
        let full = self.body.attr(op, "intrin").and_then(|a| self.cx.attr_str(a)).unwrap_or("").to_owned();
        let Some(name) = full.strip_prefix("llvm.nvvm.") else {
            return unsupported(format!("the intrinsic '{full}' is not simulated"));
        };
        let parts: Vec<&str> = name.split('.').collect();
        let is_known = self.barrier_call(op, &parts)?
            || self.async_call(op, &parts)?
            || self.arithmetic_call(op, &parts)?;
        if is_known { Ok(()) } else { unsupported(format!("the intrinsic '{full}' is not simulated")) }
    }

    /// Operand `i`, or none if there are fewer.
    fn operand_or_none(&self, op: Op, i: usize) -> Step<Slot> {
        if i < self.body.num_operands(op) { self.operand(op, i) } else { Ok(NONE) }
    }

    /// Barriers, fences and hints; false for other intrinsics.
    fn barrier_call(&mut self, op: Op, parts: &[&str]) -> Step<bool> {
        match *parts {
            ["barrier0"] => self.nv(Nv::Barrier { id: NONE, count: NONE, red: None }),
            ["barrier", "cta", "sync", "aligned", "all" | "count"] => {
                let (id, count) = (self.operand_or_none(op, 0)?, self.operand_or_none(op, 1)?);
                self.nv(Nv::Barrier { id, count, red: None });
            }
            ["barrier", "cta", "arrive", ..] => {
                let (id, count) = (self.operand_or_none(op, 0)?, self.operand_or_none(op, 1)?);
                self.nv(Nv::BarrierArrive { id, count });
            }
            ["bar", "warp", "sync"] => {
                let mask = self.operand_or_none(op, 0)?;
                self.nv(Nv::WarpSync { mask });
            }
            ["mbarrier", "init", ..] => {
                let (mbar, count) = (self.addr(op, 0)?, self.operand_or_none(op, 1)?);
                self.nv(Nv::MbarInit { mbar, count, pred: NONE });
            }
            ["mbarrier", "inval", ..] => {
                let mbar = self.addr(op, 0)?;
                self.nv(Nv::MbarInval { mbar });
            }
            ["mbarrier", "arrive", ..] => {
                let (mbar, count) = (self.addr(op, 0)?, self.operand_or_none(op, 1)?);
                let d = self.result_or_none(op)?;
                self.nv(Nv::MbarArrive { mbar, d, count, tx: NONE, drop: false, pred: NONE });
            }
            ["mbarrier", "test", "wait", ..] => {
                let (mbar, phase) = (self.addr(op, 0)?, self.operand_or_none(op, 1)?);
                let (d, _) = self.result(op)?;
                self.nv(Nv::MbarWait { mbar, d, phase, parity: false, how: WaitHow::Test });
            }
            ["fence", "proxy", "async", ..] => self.nv(Nv::ProxyFence),
            ["membar", scope] => self.nv(Nv::MemoryFence { device: scope != "cta" }),
            ["setmaxnreg", ..] | ["fence", "mbarrier_init", ..] | ["nanosleep"] | ["griddepcontrol", ..] => {
                self.nv(Nv::Nop)
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Asynchronous copies and products, and matrices of a warp; false for other intrinsics.
    fn async_call(&mut self, op: Op, parts: &[&str]) -> Step<bool> {
        match *parts {
            ["cp", "async", "ca" | "cg", "shared", "global", bytes, ..] => {
                let Ok(bytes) = bytes.parse() else { return unsupported("a copy without a size") };
                let (dst, src, read) = (self.addr(op, 0)?, self.addr(op, 1)?, self.operand_or_none(op, 2)?);
                self.nv(Nv::CpAsync { dst, src, bytes, read });
            }
            ["cp", "async", "commit", "group"] => self.nv(Nv::CpAsyncCommit),
            ["cp", "async", "wait", "all"] => self.nv(Nv::CpAsyncWait { left: None }),
            ["cp", "async", "wait", "group"] => {
                let left = self.number(op, 0)?;
                self.nv(Nv::CpAsyncWait { left: Some(left) });
            }
            ["cp", "async", "bulk", "commit", "group"] => self.nv(Nv::BulkCommit),
            ["cp", "async", "bulk", "wait", "group", ..] => {
                let left = self.number(op, 0)?;
                self.nv(Nv::BulkWait { left, read: parts.last() == Some(&"read") });
            }
            ["ldmatrix", "sync", "aligned", "m8n8", _, ..] => {
                let addr = self.addr(op, 0)?;
                let (d, kinds) = self.result(op)?;
                self.nv(Nv::LdMatrix { d, n: kinds.len() as u8, trans: parts.contains(&"trans"), addr });
            }
            ["mma", shape, "row", "col", ref types @ ..] => self.mma_call(op, shape, types)?,
            ["wgmma", "fence", ..] => self.nv(Nv::WgmmaFence),
            ["wgmma", "commit_group", ..] => self.nv(Nv::WgmmaCommit),
            ["wgmma", "wait_group", ..] => {
                let left = self.number(op, 0)?;
                self.nv(Nv::WgmmaWait { left });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Computations on registers; false for other intrinsics.
    fn arithmetic_call(&mut self, op: Op, parts: &[&str]) -> Step<bool> {
        match *parts {
            ["mulhi", ty] => {
                let op_ = if ty.starts_with('u') { IntOp::UMulHi } else { IntOp::SMulHi };
                let (a, b) = (self.operand_or_none(op, 0)?, self.operand_or_none(op, 1)?);
                let (d, kinds) = self.result(op)?;
                self.emit(Inst::Int { op: op_, bits: Self::first_kind(&kinds)?.bits() as u8, d, a, b });
            }
            [what @ ("ex2" | "lg2" | "rcp" | "rsqrt" | "sqrt" | "sin" | "cos" | "tanh"), ..] => {
                let fun = match what {
                    "ex2" => FloatUn::Exp2,
                    "lg2" => FloatUn::Log2,
                    "rcp" => FloatUn::Rcp,
                    "rsqrt" => FloatUn::Rsqrt,
                    "sqrt" => FloatUn::Sqrt,
                    "sin" => FloatUn::Sin,
                    "cos" => FloatUn::Cos,
                    _ => FloatUn::Tanh,
                };
                let (a, kind) = (self.operand_or_none(op, 0)?, self.scalar_kind(op, 0)?);
                let Some(ty) = kind.float() else { return unsupported("the operand is no float") };
                let (d, _) = self.result(op)?;
                self.emit(Inst::FloatUn { op: fun, ty, d, a });
            }
            ["ff2bf16x2", "rn"] | ["ff2f16x2", "rn"] => {
                let ty = if parts[0] == "ff2f16x2" { Float::F16 } else { Float::BF16 };
                let (hi, lo) = (self.operand_or_none(op, 0)?, self.operand_or_none(op, 1)?);
                let (d, kinds) = self.result(op)?;
                // The halves are the elements of a vector, the lower one first.
                if kinds.len() != 2 {
                    return unsupported("the result is no pair");
                }
                for (d, a) in [(d, lo), (d + 1, hi)] {
                    self.emit(Inst::Cast { op: crate::code::Cast::Float(Float::F32, ty), d, a });
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The value of a constant operand.
    fn number(&self, op: Op, i: usize) -> Step<u32> {
        let slot = self.operand(op, i)?;
        match self.constant_of(slot) {
            Some(n) => Ok(n as u32),
            None => unsupported("the number of groups is no constant"),
        }
    }

    /// `llvm.nvvm.mma.m16n8k16.row.col.bf16`: all registers one after the other.
    fn mma_call(&mut self, op: Op, shape: &str, types: &[&str]) -> Step {
        let numbers: Vec<u32> = shape
            .split(|c: char| !c.is_ascii_digit())
            .filter(|t| !t.is_empty())
            .flat_map(str::parse)
            .collect();
        let &[m, n, k] = &numbers[..] else { return unsupported("the shape is not known") };
        let saturate = types.first() == Some(&"satfinite");
        let types = if saturate { &types[1..] } else { types };
        // A single type is that of both factors; otherwise the first and last are the types of the result and of the sums.
        let (a, b) = match types {
            [one] => (*one, *one),
            ["f32" | "f16", "f32" | "f16"] => ("f16", "f16"),
            [_, a, b, _] => (*a, *b),
            _ => return unsupported("the types of the product are not known"),
        };
        let elem = |name: &str| {
            Some(match name {
                "f16" => Elem::F16,
                "bf16" => Elem::BF16,
                "tf32" => Elem::TF32,
                "f64" => Elem::F64,
                "s8" => Elem::S8,
                "u8" => Elem::U8,
                "e4m3" => Elem::E4M3,
                "e5m2" => Elem::E5M2,
                _ => return None,
            })
        };
        let (Some(a_type), Some(b_type)) = (elem(a), elem(b)) else {
            return unsupported("products of this type are not simulated");
        };
        let words = |rows: u32, e: Elem| ((rows * k / 32 * e.bits()).div_ceil(e.bits().max(32))) as usize;
        let (na, nb) = (words(m, a_type), words(n, b_type));
        let count = self.body.num_operands(op);
        let a = self.fragment(op, 0..na)?;
        let b = self.fragment(op, na..na + nb)?;
        let c = self.fragment(op, na + nb..count)?;
        let (slot, kinds) = self.result(op)?;
        let kind = Self::first_kind(&kinds)?;
        let acc = match kind {
            Kind::F16 => Acc::F16,
            Kind::F32 => Acc::F32,
            Kind::F64 => Acc::F64,
            _ => Acc::S32,
        };
        let d = Frag { slot, n: kinds.len() as u32, bits: kind.bits() as u8 };
        self.nv(Nv::Mma(Mma { m, n, k, a_type, b_type, acc, saturate, a, b, c, d }));
        Ok(())
    }
}
