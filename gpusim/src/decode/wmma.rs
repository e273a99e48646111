//! `nvvm.wmma.load`, `nvvm.wmma.mma` and `nvvm.wmma.store`.

use strata_ir::prelude::*;
use strata_nvvm::{MmaFrag, MmaLayout, MmaType};

use super::{Decoder, Step, matrix::mma_elem, unsupported};
use crate::nv::{Mma, Nv, Tile};

/// Bits of an element.
fn bits(kind: MmaType) -> Option<u32> {
    Some(match kind {
        MmaType::F16 | MmaType::Bf16 => 16,
        MmaType::F32 | MmaType::Tf32 | MmaType::S32 => 32,
        MmaType::F64 => 64,
        MmaType::S8 | MmaType::U8 => 8,
        _ => return None,
    })
}

impl Decoder<'_> {
    fn sizes(&self, op: Op) -> Step<[u32; 3]> {
        let size = |name| self.attr_i64(op, name).and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= 32);
        match ["m", "n", "k"].map(size) {
            [Some(m), Some(n), Some(k)] => Ok([m, n, k]),
            _ => unsupported("products of this size are not simulated"),
        }
    }
    fn element(&self, op: Op, name: &str) -> Step<MmaType> {
        match self.attr_as::<MmaType>(op, name) {
            Some(kind) => Ok(kind),
            None => unsupported("the op has no type of elements"),
        }
    }

    /// Translates `nvvm.wmma.*`.
    pub(super) fn wmma_op(&mut self, op: Op, name: &str) -> Step {
        let [m, n, k] = self.sizes(op)?;
        if name == "wmma.mma" {
            return self.wmma_product(op, [m, n, k]);
        }
        let Some(bits) = bits(self.element(op, "eltype")?) else {
            return unsupported("matrices of this type are not simulated");
        };
        let (rows, columns) = match self.attr_as::<MmaFrag>(op, "frag") {
            Some(MmaFrag::A) => (m, k),
            Some(MmaFrag::B) => (k, n),
            _ => (m, n),
        };
        let by_columns = self.attr_as::<MmaLayout>(op, "layout") == Some(MmaLayout::Col);
        let addr = self.addr(op, 0)?;
        let count = self.body.num_operands(op);
        if name == "wmma.load" {
            let (stride, frag) = (self.operand(op, 1)?, self.result_fragment(op)?);
            self.nv(Nv::WmmaLoad(Tile { rows, columns, bits, frag, addr, stride, by_columns }));
        } else {
            let stride = self.operand(op, count.saturating_sub(1))?;
            let frag = self.fragment(op, 1..count.saturating_sub(1))?;
            self.nv(Nv::WmmaStore(Tile { rows, columns, bits, frag, addr, stride, by_columns }));
        }
        Ok(())
    }

    fn wmma_product(&mut self, op: Op, [m, n, k]: [u32; 3]) -> Step {
        let kind = self.element(op, "eltypeA")?;
        let Some(elem) = mma_elem(kind) else {
            return unsupported("products of this type are not simulated");
        };
        // Operands of each factor; the others are those of the sums.
        let (left, right) = match kind {
            MmaType::F16 => (8, 8),
            MmaType::Bf16 => (m * k / 64, k * n / 64),
            MmaType::Tf32 => (4, 4),
            MmaType::F64 => (1, 1),
            _ => (m * k / 128, k * n / 128),
        };
        let (left, right) = (left as usize, (left + right) as usize);
        let count = self.body.num_operands(op);
        if count <= right {
            return unsupported("the op has too few operands");
        }
        let a = self.fragment(op, 0..left)?;
        let b = self.fragment(op, left..right)?;
        let c = self.fragment(op, right..count)?;
        let acc = self.accumulator(op)?;
        let d = self.result_fragment(op)?;
        self.nv(Nv::Wmma(Mma { m, n, k, a_type: elem, b_type: elem, acc, saturate: false, a, b, c, d }));
        Ok(())
    }
}
