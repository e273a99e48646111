//! Which file executes which instruction of `nvvm`.

use super::{Block, Flow, Warp};
use crate::{
    error::{ErrorKind, Exec, fault},
    nv::Nv,
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
            Nv::Barrier { id, count, red, .. } => return self.arrive(w, id, count, red, true),
            Nv::BarrierArrive { id, count } => return self.arrive(w, id, count, None, false),
            Nv::WarpSync { .. }
            | Nv::Shuffle { .. }
            | Nv::Vote { .. }
            | Nv::Match { .. }
            | Nv::Redux { .. }
            | Nv::Elect { .. }
            | Nv::ActiveMask { .. } => self.together(w, nv)?,
            Nv::Prmt { .. } | Nv::ToTf32 { .. } | Nv::PackHalves { .. } => self.alone(w, nv),
            Nv::MemoryFence { device } => self.fenced |= device,
            Nv::ProxyFence => self.clocks[w.number as usize].fence(),
            // A cluster is one block.
            Nv::ClusterArrive => {}
            Nv::ClusterWait => return self.arrive(w, crate::nv::NONE, crate::nv::NONE, None, true),
            _ => return fault(ErrorKind::Unsupported, None, "the op is not simulated yet"),
        }
        Ok(Flow::Next)
    }
}
