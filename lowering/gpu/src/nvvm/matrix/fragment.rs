//! The part of a matrix that a lane holds: the registers of `nvvm.wmma.…`.

use strata_gpu::{MmaMatrixType, MmaOperand};
use strata_ir::prelude::*;
use strata_llvm::StructType;
use strata_nvvm::{MmaFrag, MmaType};

/// Rows of the first factor, columns of the second one, and the depth of a product.
pub type Sizes = [i64; 3];

const HALVES: &[Sizes] = &[[16, 16, 16], [32, 8, 16], [8, 32, 16]];
const WORDS: &[Sizes] = &[[16, 16, 8]];
const DOUBLES: &[Sizes] = &[[8, 8, 4]];

/// A matrix as operand of an instruction.
pub struct Fragment {
    /// The type of its elements.
    pub kind: MmaType,
    /// Which operand it is.
    pub frag: MmaFrag,
    /// The sizes of the product.
    pub sizes: Sizes,
    register: Type,
    registers: usize,
}

impl Fragment {
    /// The fragment of a matrix; `None` if no instruction has such operands.
    pub fn from_type(cx: &Context, ty: Type) -> Option<Self> {
        let m = cx.type_as::<MmaMatrixType>(ty)?;
        let (elem, factor) = (m.elements.elem, m.operand != MmaOperand::C);
        let int = cx.as_int(elem);
        let byte = int.is_some_and(|i| i.width == 8) && factor;
        let word = int.is_some_and(|i| i.width == 32) && !factor;
        let pair = cx.vector(&[2], cx.f16());
        let (kind, register, known) = if elem == cx.f16() {
            (MmaType::F16, pair, HALVES)
        } else if elem == cx.f32() && factor {
            (MmaType::Tf32, cx.i32(), WORDS)
        } else if elem == cx.f32() {
            (MmaType::F32, cx.f32(), HALVES)
        } else if elem == cx.f64() {
            (MmaType::F64, cx.f64(), DOUBLES)
        } else if byte {
            let signed = int.is_some_and(|i| i.signedness == Signedness::Signed);
            (if signed { MmaType::S8 } else { MmaType::U8 }, cx.i32(), HALVES)
        } else if word {
            (MmaType::S32, cx.i32(), HALVES)
        } else {
            return None;
        };
        let frag = match m.operand {
            MmaOperand::A => MmaFrag::A,
            MmaOperand::B => MmaFrag::B,
            MmaOperand::C => MmaFrag::C,
        };
        let sizes = *known.iter().find(|&&[rows, columns, depth]| {
            m.elements.shape
                == match m.operand {
                    MmaOperand::A => [rows, depth],
                    MmaOperand::B => [depth, columns],
                    MmaOperand::C => [rows, columns],
                }
        })?;
        let elements = m.elements.shape.iter().product::<i64>();
        let registers = match kind {
            MmaType::F16 if factor => 8,
            MmaType::F16 | MmaType::Tf32 => 4,
            MmaType::F64 if factor => 1,
            MmaType::F64 => 2,
            // The instruction gives one register itself, where `nvvm.wmma.load` has a struct.
            MmaType::S8 | MmaType::U8 => usize::try_from(elements / 128).ok().filter(|&n| n > 1)?,
            _ => 8,
        };
        Some(Self { kind, frag, sizes, register, registers })
    }
    /// The type of a lane's part: a struct of registers, but for one double.
    pub fn ty(&self, cx: &Context) -> Type {
        if self.is_one_number() {
            return self.register;
        }
        cx.ty(StructType::literal(vec![self.register; self.registers]))
    }
    /// The type of a register.
    pub fn register(&self) -> Type {
        self.register
    }
    /// The number of registers.
    pub fn count(&self) -> usize {
        self.registers
    }
    /// Whether the part is one double rather than a struct.
    pub fn is_one_number(&self) -> bool {
        matches!(self.kind, MmaType::F64) && self.registers == 1
    }
    /// Elements in a register.
    pub fn per_register(&self) -> i64 {
        match self.kind {
            MmaType::F16 => 2,
            MmaType::S8 | MmaType::U8 => 4,
            _ => 1,
        }
    }
}
