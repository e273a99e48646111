//! Arithmetic and comparisons; ops on vectors element by element.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};
use crate::code::{FloatOp, FloatUn, Inst, IntOp};

/// Ops on two integers.
const INT: &[(&str, IntOp)] = &[
    ("llvm.add", IntOp::Add),
    ("llvm.sub", IntOp::Sub),
    ("llvm.mul", IntOp::Mul),
    ("llvm.udiv", IntOp::UDiv),
    ("llvm.sdiv", IntOp::SDiv),
    ("llvm.urem", IntOp::URem),
    ("llvm.srem", IntOp::SRem),
    ("llvm.shl", IntOp::Shl),
    ("llvm.lshr", IntOp::LShr),
    ("llvm.ashr", IntOp::AShr),
    ("llvm.and", IntOp::And),
    ("llvm.or", IntOp::Or),
    ("llvm.xor", IntOp::Xor),
    ("llvm.intr.smax", IntOp::SMax),
    ("llvm.intr.smin", IntOp::SMin),
    ("llvm.intr.umax", IntOp::UMax),
    ("llvm.intr.umin", IntOp::UMin),
    ("llvm.intr.sadd.sat", IntOp::SAddSat),
    ("llvm.intr.uadd.sat", IntOp::UAddSat),
    ("llvm.intr.ssub.sat", IntOp::SSubSat),
    ("llvm.intr.usub.sat", IntOp::USubSat),
    ("llvm.intr.sshl.sat", IntOp::SShlSat),
    ("llvm.intr.ushl.sat", IntOp::UShlSat),
];

/// Ops on two floats.
const FLOAT: &[(&str, FloatOp)] = &[
    ("llvm.fadd", FloatOp::Add),
    ("llvm.fsub", FloatOp::Sub),
    ("llvm.fmul", FloatOp::Mul),
    ("llvm.fdiv", FloatOp::Div),
    ("llvm.frem", FloatOp::Rem),
    ("llvm.intr.copysign", FloatOp::CopySign),
    ("llvm.intr.maxnum", FloatOp::MaxNum),
    ("llvm.intr.minnum", FloatOp::MinNum),
    ("llvm.intr.maximum", FloatOp::Maximum),
    ("llvm.intr.minimum", FloatOp::Minimum),
    ("llvm.intr.pow", FloatOp::Pow),
    ("llvm.intr.atan2", FloatOp::Atan2),
];

/// Ops on one float.
const FLOAT_UN: &[(&str, FloatUn)] = &[
    ("llvm.fneg", FloatUn::Neg),
    ("llvm.intr.fabs", FloatUn::Abs),
    ("llvm.intr.sqrt", FloatUn::Sqrt),
    ("llvm.intr.floor", FloatUn::Floor),
    ("llvm.intr.ceil", FloatUn::Ceil),
    ("llvm.intr.trunc", FloatUn::Trunc),
    ("llvm.intr.roundeven", FloatUn::RoundEven),
    ("llvm.intr.rint", FloatUn::RoundEven),
    ("llvm.intr.nearbyint", FloatUn::RoundEven),
    ("llvm.intr.round", FloatUn::Round),
    ("llvm.intr.exp", FloatUn::Exp),
    ("llvm.intr.exp2", FloatUn::Exp2),
    ("llvm.intr.exp10", FloatUn::Exp10),
    ("llvm.intr.log", FloatUn::Log),
    ("llvm.intr.log2", FloatUn::Log2),
    ("llvm.intr.log10", FloatUn::Log10),
    ("llvm.intr.sin", FloatUn::Sin),
    ("llvm.intr.cos", FloatUn::Cos),
    ("llvm.intr.tan", FloatUn::Tan),
    ("llvm.intr.asin", FloatUn::ASin),
    ("llvm.intr.acos", FloatUn::ACos),
    ("llvm.intr.atan", FloatUn::ATan),
    ("llvm.intr.sinh", FloatUn::Sinh),
    ("llvm.intr.cosh", FloatUn::Cosh),
    ("llvm.intr.tanh", FloatUn::Tanh),
];

fn find<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|row| row.0 == name).map(|row| row.1)
}

impl Decoder<'_> {
    /// Translates arithmetic; returns false for other ops.
    pub(super) fn scalar_op(&mut self, op: Op, name: &str) -> Step<bool> {
        if let Some(int) = find(INT, name) {
            let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
            let (d, kinds) = self.result(op)?;
            for (i, kind) in (0u32..).zip(&kinds) {
                self.emit(Inst::Int { op: int, bits: kind.bits() as u8, d: d + i, a: a + i, b: b + i });
            }
        } else if let Some(float) = find(FLOAT, name) {
            let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
            let (d, kinds) = self.result(op)?;
            for (i, kind) in (0u32..).zip(&kinds) {
                let Some(ty) = kind.float() else { return unsupported("this float type is not simulated") };
                self.emit(Inst::Float { op: float, ty, d: d + i, a: a + i, b: b + i });
            }
        } else if let Some(un) = find(FLOAT_UN, name) {
            let a = self.operand(op, 0)?;
            let (d, kinds) = self.result(op)?;
            for (i, kind) in (0u32..).zip(&kinds) {
                let Some(ty) = kind.float() else { return unsupported("this float type is not simulated") };
                self.emit(Inst::FloatUn { op: un, ty, d: d + i, a: a + i });
            }
        } else if name == "llvm.icmp" || name == "llvm.fcmp" {
            let pred = self.attr_i64(op, "predicate").unwrap_or(0) as u8;
            let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
            let kinds = self.operand_kinds(op, 0)?;
            let (d, _) = self.result(op)?;
            for (i, kind) in (0u32..).zip(&kinds) {
                let (d, a, b) = (d + i, a + i, b + i);
                self.emit(match kind.float() {
                    // MLIR has `uno` after the other unordered predicates, LLVM has it before them.
                    Some(ty) => {
                        let pred = match pred {
                            8..14 => pred + 1,
                            14 => 8,
                            _ => pred,
                        };
                        Inst::FCmp { pred, ty, d, a, b }
                    }
                    None => Inst::ICmp { pred, bits: kind.bits() as u8, d, a, b },
                });
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}
