//! Intrinsics of LLVM besides plain arithmetic.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};
use crate::code::{Cast, FloatOp, Fun3, Inst, IntOp, IntUn, Slot};

impl Decoder<'_> {
    /// Translates intrinsics; returns false for other ops.
    pub(super) fn intrinsic_op(&mut self, op: Op, name: &str) -> Step<bool> {
        let Some(short) = name.strip_prefix("llvm.intr.") else { return Ok(false) };
        Ok(self.marker(op, short)?
            || self.integer_intrinsic(op, short)?
            || self.float_intrinsic(op, short)?
            || self.vector_intrinsic(op, short)?)
    }

    /// Hints to the compiler, which do nothing, and traps.
    fn marker(&mut self, op: Op, short: &str) -> Step<bool> {
        match short {
            // Hints, and markers for the compiler.
            "assume"
            | "lifetime.start"
            | "lifetime.end"
            | "prefetch"
            | "stackrestore"
            | "invariant.end"
            | "experimental.noalias.scope.decl"
            | "var.annotation"
            | "dbg.declare"
            | "dbg.value"
            | "dbg.label"
            | "debugtrap" => {}
            "stacksave" | "invariant.start" => {
                let zero = self.constant(0);
                self.alias(op, zero);
            }
            "is.constant" => {
                let no = self.constant(0);
                self.alias(op, no);
            }
            "trap" | "ubsantrap" => self.emit(Inst::Unreachable),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Operations on integers, and multiply-add, which has their form.
    fn integer_intrinsic(&mut self, op: Op, short: &str) -> Step<bool> {
        match short {
            "fma" | "fmuladd" | "fshl" | "fshr" => {
                let (a, b, c) = (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
                let (d, kinds) = self.result(op)?;
                for (i, kind) in (0u32..).zip(&kinds) {
                    let fun = match (short, kind.float()) {
                        ("fshl", None) => Fun3::Fshl(kind.bits() as u8),
                        ("fshr", None) => Fun3::Fshr(kind.bits() as u8),
                        (_, Some(ty)) => Fun3::Fma(ty),
                        _ => return unsupported("this type is not simulated"),
                    };
                    self.emit(Inst::Fun3 { op: fun, d: d + i, a: a + i, b: b + i, c: c + i });
                }
            }
            "bitreverse" | "bswap" | "ctpop" | "ctlz" | "cttz" | "abs" => {
                let un = match short {
                    "bitreverse" => IntUn::BitReverse,
                    "bswap" => IntUn::ByteSwap,
                    "ctpop" => IntUn::CtPop,
                    "ctlz" => IntUn::Ctlz,
                    "cttz" => IntUn::Cttz,
                    _ => IntUn::Abs,
                };
                let a = self.operand(op, 0)?;
                let (d, kinds) = self.result(op)?;
                for (i, kind) in (0u32..).zip(&kinds) {
                    self.emit(Inst::IntUn { op: un, bits: kind.bits() as u8, d: d + i, a: a + i });
                }
            }
            "scmp" | "ucmp" => {
                let int = if short == "scmp" { IntOp::SCmp } else { IntOp::UCmp };
                let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let from = self.operand_kinds(op, 0)?;
                let (d, kinds) = self.result(op)?;
                for (i, (x, y)) in (0u32..).zip(from.iter().zip(&kinds)) {
                    let wide = self.fresh(1);
                    self.emit(Inst::Int { op: int, bits: x.bits() as u8, d: wide, a: a + i, b: b + i });
                    self.emit(Inst::Cast {
                        op: Cast::SExt(x.bits() as u8, y.bits() as u8),
                        d: d + i,
                        a: wide,
                    });
                }
            }
            "sadd.with.overflow" | "uadd.with.overflow" | "ssub.with.overflow" | "usub.with.overflow"
            | "smul.with.overflow" | "umul.with.overflow" => {
                let (value, over) = match &short[..4] {
                    "sadd" => (IntOp::Add, IntOp::SAddOver),
                    "uadd" => (IntOp::Add, IntOp::UAddOver),
                    "ssub" => (IntOp::Sub, IntOp::SSubOver),
                    "usub" => (IntOp::Sub, IntOp::USubOver),
                    "smul" => (IntOp::Mul, IntOp::SMulOver),
                    _ => (IntOp::Mul, IntOp::UMulOver),
                };
                let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let kinds = self.operand_kinds(op, 0)?;
                let (d, _) = self.result(op)?;
                let n = kinds.len() as u32;
                for (i, kind) in (0u32..).zip(&kinds) {
                    let (bits, a, b) = (kind.bits() as u8, a + i, b + i);
                    self.emit(Inst::Int { op: value, bits, d: d + i, a, b });
                    self.emit(Inst::Int { op: over, bits, d: d + n + i, a, b });
                }
            }
            "ptrmask" => {
                let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (d, _) = self.result(op)?;
                self.emit(Inst::Int { op: IntOp::And, bits: 64, d, a, b });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Operations on floats.
    fn float_intrinsic(&mut self, op: Op, short: &str) -> Step<bool> {
        match short {
            "is.fpclass" => {
                let mask = self.attr_i64(op, "bit").unwrap_or(0) as u16;
                let (a, kinds) = (self.operand(op, 0)?, self.operand_kinds(op, 0)?);
                let (d, _) = self.result(op)?;
                for (i, kind) in (0u32..).zip(&kinds) {
                    let Some(ty) = kind.float() else { return unsupported("the operand is no float") };
                    self.emit(Inst::FpClass { ty, mask, d: d + i, a: a + i });
                }
            }
            "lround" | "llround" | "lrint" | "llrint" => {
                use crate::code::FloatUn;
                let un = if short.ends_with("round") { FloatUn::Round } else { FloatUn::RoundEven };
                let (a, from) = (self.operand(op, 0)?, self.scalar_kind(op, 0)?);
                let Some(ty) = from.float() else { return unsupported("the operand is no float") };
                let (d, kinds) = self.result(op)?;
                let whole = self.fresh(1);
                self.emit(Inst::FloatUn { op: un, ty, d: whole, a });
                let bits = Self::first_kind(&kinds)?.bits() as u8;
                self.emit(Inst::Cast { op: Cast::FPToSI(ty, bits), d, a: whole });
            }
            "powi" | "ldexp" => {
                // Products of powers in the same type are exact enough for both.
                let (a, n) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let bits = self.scalar_kind(op, 1)?.bits() as u8;
                let (d, kinds) = self.result(op)?;
                for (i, kind) in (0u32..).zip(&kinds) {
                    let Some(ty) = kind.float() else { return unsupported("the operand is no float") };
                    let power = self.fresh(1);
                    self.emit(Inst::Cast { op: Cast::SIToFP(bits, ty), d: power, a: n });
                    if short == "powi" {
                        self.emit(Inst::Float { op: FloatOp::Pow, ty, d: d + i, a: a + i, b: power });
                    } else {
                        let scale = self.fresh(1);
                        self.emit(Inst::FloatUn { op: crate::code::FloatUn::Exp2, ty, d: scale, a: power });
                        self.emit(Inst::Float { op: FloatOp::Mul, ty, d: d + i, a: a + i, b: scale });
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Operations on whole vectors.
    fn vector_intrinsic(&mut self, op: Op, short: &str) -> Step<bool> {
        match short {
            _ if short.starts_with("vector.reduce.") => self.reduce(op, &short["vector.reduce.".len()..])?,
            "stepvector" => {
                let (d, kinds) = self.result(op)?;
                for i in 0..kinds.len() as u32 {
                    let a = self.constant(i.into());
                    self.emit(Inst::Mov { d: d + i, a });
                }
            }
            "get.active.lane.mask" => {
                let (base, n) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let bits = self.scalar_kind(op, 0)?.bits() as u8;
                let (d, kinds) = self.result(op)?;
                for i in 0..kinds.len() as u32 {
                    let (step, at) = (self.constant(i.into()), self.fresh(1));
                    self.emit(Inst::Int { op: IntOp::UAddSat, bits, d: at, a: base, b: step });
                    self.emit(Inst::ICmp { pred: 6, bits, d: d + i, a: at, b: n });
                }
            }
            "vector.interleave2" => {
                let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (d, kinds) = self.result(op)?;
                for i in 0..kinds.len() as u32 {
                    self.emit(Inst::Mov { d: d + i, a: if i % 2 == 0 { a + i / 2 } else { b + i / 2 } });
                }
            }
            "vector.deinterleave2" => {
                let a = self.operand(op, 0)?;
                let (d, kinds) = self.result(op)?;
                let half = kinds.len() as u32 / 2;
                for i in 0..half * 2 {
                    self.emit(Inst::Mov {
                        d: d + i,
                        a: a + if i < half { 2 * i } else { 2 * (i - half) + 1 },
                    });
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Combines the elements of a vector in order.
    fn reduce(&mut self, op: Op, how: &str) -> Step {
        let float = |op| (None, Some(op));
        let int = |op| (Some(op), None);
        let (int, float) = match how {
            "add" => int(IntOp::Add),
            "mul" => int(IntOp::Mul),
            "and" => int(IntOp::And),
            "or" => int(IntOp::Or),
            "xor" => int(IntOp::Xor),
            "smax" => int(IntOp::SMax),
            "smin" => int(IntOp::SMin),
            "umax" => int(IntOp::UMax),
            "umin" => int(IntOp::UMin),
            "fmax" => float(FloatOp::MaxNum),
            "fmin" => float(FloatOp::MinNum),
            "fmaximum" => float(FloatOp::Maximum),
            "fminimum" => float(FloatOp::Minimum),
            "fadd" => float(FloatOp::Add),
            "fmul" => float(FloatOp::Mul),
            _ => return unsupported("this reduction is not simulated"),
        };
        // Sums and products of floats have an initial value.
        let started = how == "fadd" || how == "fmul";
        let vector = usize::from(started);
        let (v, kinds) = (self.operand(op, vector)?, self.operand_kinds(op, vector)?);
        let kind = Self::first_kind(&kinds)?;
        let mut items: Vec<Slot> = (0..kinds.len() as u32).map(|i| v + i).collect();
        if started {
            items.insert(0, self.operand(op, 0)?);
        }
        let (result, _) = self.result(op)?;
        let mut sum = items[0];
        if items.len() == 1 {
            self.emit(Inst::Mov { d: result, a: sum });
        }
        for (i, &item) in items.iter().enumerate().skip(1) {
            let d = if i + 1 == items.len() { result } else { self.fresh(1) };
            self.emit(match (int, float, kind.float()) {
                (Some(op), _, None) => Inst::Int { op, bits: kind.bits() as u8, d, a: sum, b: item },
                (_, Some(op), Some(ty)) => Inst::Float { op, ty, d, a: sum, b: item },
                _ => return unsupported("the elements are of another type"),
            });
            sum = d;
        }
        Ok(())
    }
}
