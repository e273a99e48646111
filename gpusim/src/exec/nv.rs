//! Dispatches instructions of `nvvm` to the files that execute them.

use super::{Block, Flow, Warp};
use crate::{
    address::{self, Place, space},
    error::{ErrorKind, Exec, fault},
    nv::{Addr, Nv},
};

impl Block<'_, '_> {
    /// Executes an instruction of `nvvm`.
    pub fn nv(&mut self, w: &mut Warp, nv: &Nv) -> Exec<Flow> {
        match *nv {
            Nv::Nop => {}
            Nv::Exit => {
                self.retire(w);
                return Ok(Flow::Jumped);
            }
            Nv::Barrier { id, count, red } => return self.arrive(w, id, count, red, true),
            Nv::BarrierArrive { id, count } => return self.arrive(w, id, count, None, false),
            Nv::WarpSync { .. }
            | Nv::Shuffle { .. }
            | Nv::Vote { .. }
            | Nv::Match { .. }
            | Nv::Redux { .. }
            | Nv::Elect { .. }
            | Nv::ActiveMask { .. } => self.together(w, nv)?,
            Nv::Prmt { .. } | Nv::ToTf32 { .. } | Nv::PackHalves { .. } => self.alone(w, nv),
            Nv::MemoryFence { device } => {
                self.own.fenced |= device;
                w.fenced = true;
            }
            Nv::ProxyFence => self.own.clocks[w.number as usize].fence(),
            Nv::ClusterArrive { relaxed } => self.meet(w, relaxed)?,
            Nv::ClusterWait => return self.met(w),
            Nv::CpAsync { dst, src, bytes, read } => self.copy_async(w, dst, src, bytes, read)?,
            Nv::CpAsyncCommit => self.copy_commit(w),
            Nv::CpAsyncWait { left } => self.copy_wait(w, left)?,
            Nv::CpAsyncArrive { mbar, noinc } => self.copy_arrive(w, mbar, noinc)?,
            Nv::MbarInit { mbar, count, pred } => self.mbar_init(w, mbar, count, pred)?,
            Nv::MbarInval { mbar } => self.mbar_inval(w, mbar)?,
            Nv::MbarArrive { mbar, d, count, tx, drop, pred } => {
                self.mbar_arrive(w, mbar, [d, count, tx, pred], drop)?;
            }
            Nv::MbarExpect { mbar, tx, complete } => self.mbar_expect(w, mbar, tx, complete)?,
            Nv::MbarWait { mbar, d, phase, parity, how } => {
                return self.mbar_wait(w, mbar, [d, phase], parity, how);
            }
            Nv::TmaLoad(ref t) => self.tma_load(w, t)?,
            Nv::TmaStore(ref t) => self.tma_store(w, t)?,
            Nv::BulkLoad { dst, src, mbar, bytes, mask } => {
                self.bulk_load(w, dst, src, mbar, [bytes, mask])?
            }
            Nv::BulkStore { dst, src, bytes } => self.bulk_store(w, dst, src, bytes)?,
            Nv::BulkCommit => self.bulk_commit(w),
            Nv::BulkWait { left, read } => self.bulk_wait(w, left, read)?,
            Nv::Mapa { d, a, rank, to } => self.mapa(w, d, a, rank, to)?,
            Nv::LdMatrix { d, n, trans, addr } => self.ldmatrix(w, d, n, trans, addr)?,
            Nv::StMatrix { v, n, trans, addr } => self.stmatrix(w, v, n, trans, addr)?,
            Nv::Mma(ref m) => self.mma(w, m)?,
            Nv::WmmaLoad(ref t) => self.wmma_load(w, t)?,
            Nv::WmmaStore(ref t) => self.wmma_store(w, t)?,
            Nv::Wmma(ref m) => self.wmma(w, m)?,
            Nv::WgmmaFence => self.wgmma_fence(w)?,
            Nv::Wgmma(ref p) => return self.wgmma(w, p),
            Nv::WgmmaCommit => self.wgmma_commit(w)?,
            Nv::WgmmaWait { left } => self.wgmma_wait(w, left)?,
        }
        Ok(Flow::Next)
    }

    /// `mapa`: the address of a place in the shared memory of another block of the cluster.
    fn mapa(&mut self, w: &mut Warp, d: u32, a: Addr, rank: u32, to: u8) -> Exec<()> {
        let size: u32 = self.l.cluster.iter().product();
        for lane in w.active() {
            let (address, rank) = (w.get(a.slot)[lane], w.get(rank)[lane] as u32);
            if rank >= size {
                let what = format!("block {rank} of a cluster of {size}");
                return fault(ErrorKind::Undefined, lane as u32, what);
            }
            let Place::Shared(at) = self.resolve(lane, a.space, address)? else {
                let what = format!("{address:#x} is not in the block's shared memory");
                return fault(ErrorKind::WrongSpace, lane as u32, what);
            };
            let there = address::of_peer(rank, at);
            w.regs[d as usize][lane] = address::cast(space::CLUSTER, to.into(), there).unwrap_or(there);
        }
        Ok(())
    }
}
