//! Ops on matrices: `ldmatrix`, `stmatrix`, `mma.sync`, `wgmma`.

use strata_ir::prelude::*;
use strata_nvvm::{self as nvvm, MmaLayout, MmaShape};

use super::{Decoder, Step, unsupported};
use crate::nv::{Acc, Elem, Frag, Mma, NONE, Nv, Wgmma, WgmmaA};

impl Decoder<'_> {
    fn shape(&self, op: Op) -> Step<(u32, u32, u32)> {
        match self.body.attr(op, "shape").and_then(|a| self.cx.attr_as::<MmaShape>(a)) {
            Some(s) => Ok((s.m as u32, s.n as u32, s.k as u32)),
            None => unsupported("the op has no shape"),
        }
    }
    /// The registers of consecutive operands as a fragment; copied unless they are consecutive.
    pub(super) fn fragment(&mut self, op: Op, operands: std::ops::Range<usize>) -> Step<Frag> {
        let (mut slots, mut bits) = (Vec::new(), 0);
        for i in operands {
            let (slot, kinds) = (self.operand(op, i)?, self.operand_kinds(op, i)?);
            bits = Self::first_kind(&kinds)?.bits();
            slots.extend((0..kinds.len() as u32).map(|k| slot + k));
        }
        Ok(self.together(&slots, bits))
    }
    /// A fragment of registers, copied to consecutive ones if necessary.
    pub(super) fn together(&mut self, slots: &[u32], bits: u32) -> Frag {
        let n = slots.len() as u32;
        let first = slots.first().copied().unwrap_or(0);
        if slots.iter().zip(first..).all(|(&s, want)| s == want) {
            return Frag { slot: first, n, bits: bits as u8 };
        }
        let at = self.fresh(slots.len());
        for (&a, d) in slots.iter().zip(at..) {
            self.emit(crate::code::Inst::Mov { d, a });
        }
        Frag { slot: at, n, bits: bits as u8 }
    }
    /// The registers of the result.
    pub(super) fn result_fragment(&mut self, op: Op) -> Step<Frag> {
        let (slot, kinds) = self.result(op)?;
        Ok(Frag { slot, n: kinds.len() as u32, bits: Self::first_kind(&kinds)?.bits() as u8 })
    }

    /// Translates matrix ops on registers of one warp.
    pub(super) fn matrix_op(&mut self, op: Op, name: &str) -> Step {
        match name {
            "ldmatrix" | "stmatrix" => {
                let elem = self.attr_as::<nvvm::LdStMatrixEltType>(op, "eltType");
                if elem.is_some_and(|e| e != nvvm::LdStMatrixEltType::B16) {
                    return unsupported("only matrices of 8x8 elements of 16 bits are simulated");
                }
                let trans = self.attr_as::<MmaLayout>(op, "layout") == Some(MmaLayout::Col);
                let addr = self.addr(op, 0)?;
                if name == "ldmatrix" {
                    let (d, kinds) = self.result(op)?;
                    self.nv(Nv::LdMatrix { d, n: kinds.len() as u8, trans, addr });
                } else {
                    let n = self.body.num_operands(op) - 1;
                    let mut v = [NONE; 4];
                    for (i, to) in v.iter_mut().enumerate().take(n) {
                        *to = self.operand(op, i + 1)?;
                    }
                    self.nv(Nv::StMatrix { v, n: n as u8, trans, addr });
                }
            }
            _ => {
                let (m, n, k) = self.shape(op)?;
                let layouts = ["layoutA", "layoutB"].map(|l| self.attr_as::<MmaLayout>(op, l));
                if layouts != [Some(MmaLayout::Row), Some(MmaLayout::Col)] {
                    return unsupported(
                        "only products of a row-major by a column-major matrix are simulated",
                    );
                }
                let ab = ["multiplicandAPtxType", "multiplicandBPtxType"];
                let types = ab.map(|t| self.attr_as::<nvvm::MmaType>(op, t).and_then(mma_elem));
                let [Some(a_type), Some(b_type)] = types else {
                    return unsupported("products of this type are not simulated");
                };
                let groups: [_; 3] = std::array::from_fn(|i| self.body.operand_group(op, i));
                let [a, b, c] = groups;
                let (a, b, c) = (self.fragment(op, a)?, self.fragment(op, b)?, self.fragment(op, c)?);
                let acc = self.accumulator(op)?;
                let overflow = self.attr_as::<nvvm::MmaIntOverflow>(op, "intOverflowBehavior");
                let saturate = overflow == Some(nvvm::MmaIntOverflow::Satfinite);
                let d = self.result_fragment(op)?;
                self.nv(Nv::Mma(Mma { m, n, k, a_type, b_type, acc, saturate, a, b, c, d }));
            }
        }
        Ok(())
    }

    /// The type of sums, from the type of the result.
    pub(super) fn accumulator(&self, op: Op) -> Step<Acc> {
        use crate::code::Kind;
        let ty = self.body.ty(self.body.result(op, 0));
        Ok(match Self::first_kind(&self.kinds(ty)?)? {
            Kind::F16 => Acc::F16,
            Kind::F32 => Acc::F32,
            Kind::F64 => Acc::F64,
            Kind::Int(32) => Acc::S32,
            _ => return unsupported("sums of this type are not simulated"),
        })
    }

    /// Translates `nvvm.wgmma.*`.
    pub(super) fn wgmma_op(&mut self, op: Op, name: &str) -> Step {
        match name {
            "wgmma.fence.aligned" => self.nv(Nv::WgmmaFence),
            "wgmma.commit.group.sync.aligned" => self.nv(Nv::WgmmaCommit),
            "wgmma.wait.group.sync.aligned" => {
                let left = self.attr_i64(op, "group").unwrap_or(0) as u32;
                self.nv(Nv::WgmmaWait { left });
            }
            "wgmma.mma_async" => {
                let (_, n, k) = self.shape(op)?;
                let types =
                    ["typeA", "typeB"].map(|t| self.attr_as::<nvvm::WgmmaType>(op, t).and_then(wgmma_elem));
                let [Some(a_type), Some(b_type)] = types else {
                    return unsupported("products of this type are not simulated");
                };
                let acc = match self.attr_as::<nvvm::WgmmaType>(op, "typeD") {
                    Some(nvvm::WgmmaType::F16) => Acc::F16,
                    Some(nvvm::WgmmaType::S32) => Acc::S32,
                    _ => Acc::F32,
                };
                let layout = |l| self.attr_as::<MmaLayout>(op, l);
                // Without transposition, rows of the first factor and columns of the second one are contiguous.
                let trans_a = layout("layoutA") == Some(MmaLayout::Col);
                let trans_b = layout("layoutB") == Some(MmaLayout::Row);
                let neg = |s| self.attr_as::<nvvm::WgmmaScaleIn>(op, s) == Some(nvvm::WgmmaScaleIn::Neg);
                let (neg_a, neg_b) = (neg("scaleA"), neg("scaleB"));
                let zero =
                    self.attr_as::<nvvm::WgmmaScaleOut>(op, "scaleD") == Some(nvvm::WgmmaScaleOut::Zero);
                let overflow = self.attr_as::<nvvm::MmaIntOverflow>(op, "satfinite");
                let saturate = overflow == Some(nvvm::MmaIntOverflow::Satfinite);
                let c = self.fragment(op, 0..1)?;
                let (a, b_desc) = (WgmmaA::Desc(self.operand(op, 1)?), self.operand(op, 2)?);
                let d = self.result_fragment(op)?;
                self.nv(Nv::Wgmma(Wgmma {
                    n,
                    k,
                    a_type,
                    b_type,
                    acc,
                    saturate,
                    a,
                    b_desc,
                    trans_a,
                    trans_b,
                    neg_a,
                    neg_b,
                    scale_d: Ok(!zero),
                    c,
                    d,
                }));
            }
            _ => return unsupported("the op is not simulated"),
        }
        Ok(())
    }
}

pub(super) fn mma_elem(ty: nvvm::MmaType) -> Option<Elem> {
    Some(match ty {
        nvvm::MmaType::F16 => Elem::F16,
        nvvm::MmaType::Bf16 => Elem::BF16,
        nvvm::MmaType::Tf32 => Elem::TF32,
        nvvm::MmaType::F64 => Elem::F64,
        nvvm::MmaType::S8 => Elem::S8,
        nvvm::MmaType::U8 => Elem::U8,
        nvvm::MmaType::E4M3 => Elem::E4M3,
        nvvm::MmaType::E5M2 => Elem::E5M2,
        _ => return None,
    })
}

fn wgmma_elem(ty: nvvm::WgmmaType) -> Option<Elem> {
    Some(match ty {
        nvvm::WgmmaType::F16 => Elem::F16,
        nvvm::WgmmaType::Bf16 => Elem::BF16,
        nvvm::WgmmaType::Tf32 => Elem::TF32,
        nvvm::WgmmaType::S8 => Elem::S8,
        nvvm::WgmmaType::U8 => Elem::U8,
        nvvm::WgmmaType::E4M3 => Elem::E4M3,
        nvvm::WgmmaType::E5M2 => Elem::E5M2,
        _ => return None,
    })
}
