//! Ops of the `nvvm` dialect that threads and warps execute.

use strata_ir::prelude::*;
use strata_nvvm as nvvm;

use super::{Decoder, Step, unsupported};
use crate::{
    code::{Float, FloatUn, Inst, IntOp, Kind, MaskOf, Slot, Sreg},
    nv::{Addr, BarrierRed, NONE, Nv, Redux, Rounding, Shuffle, Vote, WaitHow},
};

impl Decoder<'_> {
    pub(super) fn nv(&mut self, nv: Nv) {
        self.code.nv.push(nv);
        let i = (self.code.nv.len() - 1) as u32;
        self.emit(Inst::Nv(i));
    }
    /// An attribute of type `T`.
    pub(super) fn attr_as<T: Storage + Copy>(&self, op: Op, name: &str) -> Option<T> {
        self.body.attr(op, name).and_then(|a| self.cx.attr_as::<T>(a)).copied()
    }
    pub(super) fn flag(&self, op: Op, name: &str) -> bool {
        self.body.attr(op, name).is_some_and(|a| self.cx.attr_i64(a).is_none_or(|n| n != 0))
    }
    /// The registers of an operand group, which may be empty.
    pub(super) fn group(&self, op: Op, i: usize) -> Step<Vec<Slot>> {
        self.body.operand_group(op, i).map(|k| self.operand(op, k)).collect()
    }
    /// The register of an operand group of at most one.
    pub(super) fn optional(&self, op: Op, i: usize) -> Step<Slot> {
        Ok(self.group(op, i)?.first().copied().unwrap_or(NONE))
    }
    /// An address operand.
    pub(super) fn addr(&self, op: Op, i: usize) -> Step<Addr> {
        Ok(Addr { slot: self.operand(op, i)?, space: self.space(op, i)? })
    }
    /// The register of the result, or none if there is no result.
    pub(super) fn result_or_none(&mut self, op: Op) -> Step<Slot> {
        if self.has_result(op) { Ok(self.result(op)?.0) } else { Ok(NONE) }
    }

    /// Translates ops of `nvvm`.
    pub(super) fn nvvm_op(&mut self, op: Op, name: &str) -> Step {
        if name == "llvm.inline_asm" {
            return self.inline_asm(op);
        }
        let short = name.strip_prefix("nvvm.").unwrap_or(name);
        if let Some(register) = short.strip_prefix("read.ptx.sreg.") {
            return self.register(op, register);
        }
        match short {
            "exit" => self.nv(Nv::Exit),
            _ if short.starts_with("mbarrier.") => self.mbarrier_op(op, short)?,
            _ if short.starts_with("cp.async.") => self.copy_op(op, short)?,
            "ldmatrix" | "stmatrix" | "mma.sync" => self.matrix_op(op, short)?,
            _ if short.starts_with("wmma.") => self.wmma_op(op, short)?,
            _ if short.starts_with("wgmma.") => self.wgmma_op(op, short)?,
            "inline_ptx" => self.inline_ptx(op)?,
            _ => {
                let is_known =
                    self.barrier_op(op, short)? || self.warp_op(op, short)? || self.register_op(op, short)?;
                if !is_known {
                    return unsupported("the op is not simulated");
                }
            }
        }
        Ok(())
    }

    /// Barriers, clusters and fences; false for other ops.
    fn barrier_op(&mut self, op: Op, short: &str) -> Step<bool> {
        match short {
            "barrier0" => self.nv(Nv::Barrier { id: NONE, count: NONE, red: None }),
            "barrier" => {
                let (id, count) = (self.optional(op, 0)?, self.optional(op, 1)?);
                let p = self.optional(op, 2)?;
                let red = match self.attr_as::<nvvm::BarrierReduction>(op, "reductionOp") {
                    None => None,
                    Some(how) => {
                        let how = match how {
                            nvvm::BarrierReduction::Popc => BarrierRed::Popc,
                            nvvm::BarrierReduction::And => BarrierRed::And,
                            nvvm::BarrierReduction::Or => BarrierRed::Or,
                        };
                        Some((how, p, self.result(op)?.0))
                    }
                };
                self.nv(Nv::Barrier { id, count, red });
            }
            "barrier.arrive" => {
                let n = self.body.num_operands(op);
                let id = if n > 1 { self.operand(op, 0)? } else { NONE };
                let count = self.operand(op, n - 1)?;
                self.nv(Nv::BarrierArrive { id, count });
            }
            "bar.warp.sync" => {
                let mask = self.operand(op, 0)?;
                self.nv(Nv::WarpSync { mask });
            }
            "cluster.arrive" => self.nv(Nv::ClusterArrive { relaxed: false }),
            "cluster.arrive.relaxed" => self.nv(Nv::ClusterArrive { relaxed: true }),
            "cluster.wait" => self.nv(Nv::ClusterWait),
            "memory.barrier" => {
                let scope = self.attr_as::<nvvm::MemScope>(op, "scope");
                self.nv(Nv::MemoryFence { device: scope != Some(nvvm::MemScope::Cta) });
            }
            "fence.sc.cluster" | "fence.mbarrier.init" => self.nv(Nv::MemoryFence { device: false }),
            "fence.proxy" => {
                use nvvm::ProxyKind as P;
                match self.attr_as::<P>(op, "kind") {
                    Some(P::Async | P::AsyncShared | P::AsyncGlobal) => self.nv(Nv::ProxyFence),
                    _ => self.nv(Nv::Nop),
                }
            }
            // Tensor maps are read-only, and the fenced effects on registers, caches and other kernels are not simulated.
            "fence.proxy.acquire"
            | "fence.proxy.release"
            | "setmaxregister"
            | "nanosleep"
            | "griddepcontrol"
            | "prefetch"
            | "breakpoint" => self.nv(Nv::Nop),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Exchanges between the lanes of a warp; false for other ops.
    fn warp_op(&mut self, op: Op, short: &str) -> Step<bool> {
        match short {
            "shfl.sync" => {
                let how = match self.attr_as::<nvvm::ShflKind>(op, "kind") {
                    Some(nvvm::ShflKind::Bfly) => Shuffle::Bfly,
                    Some(nvvm::ShflKind::Up) => Shuffle::Up,
                    Some(nvvm::ShflKind::Down) => Shuffle::Down,
                    Some(nvvm::ShflKind::Idx) => Shuffle::Idx,
                    None => return unsupported("the op has no kind"),
                };
                let (mask, v) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (offset, clamp) = (self.operand(op, 2)?, self.operand(op, 3)?);
                let (d, kinds) = self.result(op)?;
                let valid = if kinds.len() > 1 { d + 1 } else { NONE };
                self.nv(Nv::Shuffle { how, d, valid, mask, v, offset, clamp });
            }
            "vote.sync" => {
                let how = match self.attr_as::<nvvm::VoteSyncKind>(op, "kind") {
                    Some(nvvm::VoteSyncKind::Any) => Vote::Any,
                    Some(nvvm::VoteSyncKind::All) => Vote::All,
                    Some(nvvm::VoteSyncKind::Uni) => Vote::Uni,
                    _ => Vote::Ballot,
                };
                let (mask, p) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (d, _) = self.result(op)?;
                self.nv(Nv::Vote { how, d, mask, p });
            }
            "match.sync" => {
                let all = self.attr_as::<nvvm::MatchSyncKind>(op, "kind") == Some(nvvm::MatchSyncKind::All);
                let (mask, v) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (d, kinds) = self.result(op)?;
                let pred = if kinds.len() > 1 { d + 1 } else { NONE };
                self.nv(Nv::Match { all, d, pred, mask, v });
            }
            "redux.sync" => {
                use nvvm::ReduxKind as K;
                let (abs, nan) = (self.flag(op, "abs"), self.flag(op, "nan"));
                let how = match self.attr_as::<K>(op, "kind") {
                    Some(K::Add) => Redux::Int(IntOp::Add),
                    Some(K::And) => Redux::Int(IntOp::And),
                    Some(K::Or) => Redux::Int(IntOp::Or),
                    Some(K::Xor) => Redux::Int(IntOp::Xor),
                    Some(K::Max) => Redux::Int(IntOp::SMax),
                    Some(K::Min) => Redux::Int(IntOp::SMin),
                    Some(K::Umax) => Redux::Int(IntOp::UMax),
                    Some(K::Umin) => Redux::Int(IntOp::UMin),
                    Some(K::Fmax) => Redux::Max(abs, nan),
                    Some(K::Fmin) => Redux::Min(abs, nan),
                    None => return unsupported("the op has no kind"),
                };
                let (v, mask) = (self.operand(op, 0)?, self.operand(op, 1)?);
                let (d, _) = self.result(op)?;
                self.nv(Nv::Redux { how, d, mask, v });
            }
            "elect.sync" => {
                let mask = if self.body.num_operands(op) > 0 { self.operand(op, 0)? } else { NONE };
                let (d, _) = self.result(op)?;
                self.nv(Nv::Elect { d, mask });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Computations on registers; false for other ops.
    fn register_op(&mut self, op: Op, short: &str) -> Step<bool> {
        match short {
            "rcp.approx.ftz.f" => {
                let a = self.operand(op, 0)?;
                let (d, _) = self.result(op)?;
                self.emit(Inst::FloatUn { op: FloatUn::Rcp, ty: Float::F32, d, a });
            }
            "prmt" => {
                use nvvm::PermuteMode as M;
                let mode = match self.attr_as::<M>(op, "mode") {
                    Some(M::F4E) => 1,
                    Some(M::B4E) => 2,
                    Some(M::Rc8) => 3,
                    Some(M::Ecl) => 4,
                    Some(M::Ecr) => 5,
                    Some(M::Rc16) => 6,
                    _ => 0,
                };
                let n = self.body.num_operands(op);
                let lo = self.operand(op, 0)?;
                let hi = if n > 2 { self.operand(op, 1)? } else { self.constant(0) };
                let selector = self.operand(op, n - 1)?;
                let (d, _) = self.result(op)?;
                self.nv(Nv::Prmt { d, lo, hi, selector, mode });
            }
            "convert.float.to.tf32" => {
                use nvvm::FpRoundingMode as R;
                let rnd = match self.attr_as::<R>(op, "rnd") {
                    Some(R::Rna) => Rounding::NearestAway,
                    Some(R::Rz) => Rounding::Zero,
                    _ => Rounding::NearestEven,
                };
                let a = self.operand(op, 0)?;
                let relu = self.flag(op, "relu");
                let (d, _) = self.result(op)?;
                self.nv(Nv::ToTf32 { d, a, rnd, relu });
            }
            "mapa" => {
                let (a, rank) = (self.addr(op, 0)?, self.operand(op, 1)?);
                let (d, kinds) = self.result(op)?;
                let Kind::Ptr(to) = Self::first_kind(&kinds)? else { return unsupported("no pointer") };
                self.nv(Nv::Mapa { d, a, rank, to });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn register(&mut self, op: Op, name: &str) -> Step {
        let axis = |prefix: &str| -> Option<u8> {
            Some(match name.strip_prefix(prefix)? {
                ".x" => 0,
                ".y" => 1,
                ".z" => 2,
                _ => return None,
            })
        };
        let which = if let Some(i) = axis("tid") {
            Sreg::Tid(i)
        } else if let Some(i) = axis("ntid") {
            Sreg::Ntid(i)
        } else if let Some(i) = axis("ctaid") {
            Sreg::Ctaid(i)
        } else if let Some(i) = axis("nctaid") {
            Sreg::Nctaid(i)
        } else if let Some(i) = axis("clusterid") {
            Sreg::ClusterId(i)
        } else if let Some(i) = axis("nclusterid") {
            Sreg::NumClusters(i)
        } else if let Some(i) = axis("cluster.ctaid") {
            Sreg::ClusterCtaid(i)
        } else if let Some(i) = axis("cluster.nctaid") {
            Sreg::ClusterNctaid(i)
        } else {
            match name {
                "laneid" => Sreg::LaneId,
                "warpsize" => {
                    let n = self.constant(32);
                    self.alias(op, n);
                    return Ok(());
                }
                "warpid" => Sreg::WarpId,
                "nwarpid" => Sreg::NumWarps,
                "smid" | "gridid" => {
                    let n = self.constant(0);
                    self.alias(op, n);
                    return Ok(());
                }
                "nsmid" => {
                    let n = self.constant(1);
                    self.alias(op, n);
                    return Ok(());
                }
                "cluster.ctarank" => Sreg::ClusterRank,
                "cluster.nctarank" => Sreg::ClusterSize,
                "lanemask.eq" => Sreg::LaneMask(MaskOf::Eq),
                "lanemask.le" => Sreg::LaneMask(MaskOf::Le),
                "lanemask.lt" => Sreg::LaneMask(MaskOf::Lt),
                "lanemask.ge" => Sreg::LaneMask(MaskOf::Ge),
                "lanemask.gt" => Sreg::LaneMask(MaskOf::Gt),
                "dynamic.smem.size" => Sreg::DynamicShared,
                "clock" | "clock64" | "globaltimer" | "globaltimer.lo" => Sreg::Clock,
                _ => return unsupported("this register is not simulated"),
            }
        };
        let (d, _) = self.result(op)?;
        self.emit(Inst::Sreg { d, which });
        Ok(())
    }

    fn mbarrier_op(&mut self, op: Op, name: &str) -> Step {
        let mbar = self.addr(op, 0)?;
        let n = self.body.num_operands(op);
        let second = if n > 1 { self.operand(op, 1)? } else { NONE };
        let third = if n > 2 { self.operand(op, 2)? } else { NONE };
        let drop = name.starts_with("mbarrier.arrive_drop");
        match name {
            "mbarrier.init" | "mbarrier.init.shared" => {
                self.nv(Nv::MbarInit { mbar, count: second, pred: third })
            }
            "mbarrier.inval" | "mbarrier.inval.shared" => self.nv(Nv::MbarInval { mbar }),
            "mbarrier.expect_tx" => self.nv(Nv::MbarExpect { mbar, tx: second, complete: false }),
            "mbarrier.complete_tx" => self.nv(Nv::MbarExpect { mbar, tx: second, complete: true }),
            "mbarrier.arrive"
            | "mbarrier.arrive_drop"
            | "mbarrier.arrive.nocomplete"
            | "mbarrier.arrive_drop.nocomplete"
            | "mbarrier.arrive.shared"
            | "mbarrier.arrive.nocomplete.shared" => {
                let d = self.result_or_none(op)?;
                self.nv(Nv::MbarArrive { mbar, d, count: second, tx: NONE, drop, pred: NONE });
            }
            "mbarrier.arrive.expect_tx"
            | "mbarrier.arrive_drop.expect_tx"
            | "mbarrier.arrive.expect_tx.shared" => {
                let d = self.result_or_none(op)?;
                self.nv(Nv::MbarArrive { mbar, d, count: NONE, tx: second, drop, pred: third });
            }
            "mbarrier.try_wait.parity" | "mbarrier.try_wait.parity.shared" => {
                self.nv(Nv::MbarWait { mbar, d: NONE, phase: second, parity: true, how: WaitHow::Block });
            }
            "mbarrier.test.wait" | "mbarrier.try_wait" | "mbarrier.test.wait.shared" => {
                // A parity has 32 bits, a state has 64.
                let parity = self.scalar_kind(op, 1)?.bits() == 32;
                let how = if name == "mbarrier.try_wait" { WaitHow::Try } else { WaitHow::Test };
                let (d, _) = self.result(op)?;
                self.nv(Nv::MbarWait { mbar, d, phase: second, parity, how });
            }
            _ => return unsupported("the op is not simulated"),
        }
        Ok(())
    }
}
