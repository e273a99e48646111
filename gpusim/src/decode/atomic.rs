//! Atomic accesses and fences.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};
use crate::code::{AtomicOp, FloatOp, Inst, IntOp};

impl Decoder<'_> {
    /// Translates atomic ops; returns false for other ops.
    pub(super) fn atomic_op(&mut self, op: Op, name: &str) -> Step<bool> {
        match name {
            "llvm.atomicrmw" => {
                let kind = self.scalar_kind(op, 1)?;
                let Some(what) = atomic(self.attr_i64(op, "bin_op").unwrap_or(-1), kind.float()) else {
                    return unsupported("this way of combining is not simulated");
                };
                let (addr, v, space) = (self.operand(op, 0)?, self.operand(op, 1)?, self.space(op, 0)?);
                let (d, _) = self.result(op)?;
                self.emit(Inst::AtomicRmw { op: what, kind, d, addr, space, v });
            }
            "llvm.cmpxchg" => {
                let kind = self.scalar_kind(op, 1)?;
                let (addr, cmp, v) = (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
                let space = self.space(op, 0)?;
                let (d, _) = self.result(op)?;
                self.emit(Inst::CmpXchg { kind, d, ok: d + 1, addr, space, cmp, v });
            }
            "llvm.fence" => self.emit(Inst::Fence),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The operation of a value of the attribute `bin_op`.
fn atomic(number: i64, float: Option<crate::code::Float>) -> Option<AtomicOp> {
    Some(match number {
        0 => AtomicOp::Xchg,
        1 => AtomicOp::Int(IntOp::Add),
        2 => AtomicOp::Int(IntOp::Sub),
        3 => AtomicOp::Int(IntOp::And),
        4 => AtomicOp::Nand,
        5 => AtomicOp::Int(IntOp::Or),
        6 => AtomicOp::Int(IntOp::Xor),
        7 => AtomicOp::Int(IntOp::SMax),
        8 => AtomicOp::Int(IntOp::SMin),
        9 => AtomicOp::Int(IntOp::UMax),
        10 => AtomicOp::Int(IntOp::UMin),
        11 => AtomicOp::Float(FloatOp::Add, float?),
        12 => AtomicOp::Float(FloatOp::Sub, float?),
        13 => AtomicOp::Float(FloatOp::MaxNum, float?),
        14 => AtomicOp::Float(FloatOp::MinNum, float?),
        15 => AtomicOp::UIncWrap,
        16 => AtomicOp::UDecWrap,
        18 => AtomicOp::Int(IntOp::USubSat),
        19 => AtomicOp::Float(FloatOp::Maximum, float?),
        20 => AtomicOp::Float(FloatOp::Minimum, float?),
        _ => return None,
    })
}
