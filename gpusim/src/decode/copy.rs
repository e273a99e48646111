//! Asynchronous copies.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};
use crate::nv::{Addr, NONE, Nv, Tma};

impl Decoder<'_> {
    /// Translates `nvvm.cp.async.*`.
    pub(super) fn copy_op(&mut self, op: Op, name: &str) -> Step {
        match name {
            "cp.async.shared.global" => {
                let (dst, src) = (self.addr(op, 0)?, self.addr(op, 1)?);
                let bytes = self.attr_i64(op, "size").unwrap_or(0) as u8;
                let read = if self.body.num_operands(op) > 2 { self.operand(op, 2)? } else { NONE };
                self.nv(Nv::CpAsync { dst, src, bytes, read });
            }
            "cp.async.commit.group" => self.nv(Nv::CpAsyncCommit),
            "cp.async.wait.group" => {
                let left = self.attr_i64(op, "n").and_then(|n| u32::try_from(n).ok());
                self.nv(Nv::CpAsyncWait { left: Some(left.unwrap_or(0)) });
            }
            "cp.async.wait.all" => self.nv(Nv::CpAsyncWait { left: None }),
            "cp.async.mbarrier.arrive" | "cp.async.mbarrier.arrive.shared" => {
                let (mbar, noinc) = (self.addr(op, 0)?, self.flag(op, "noinc"));
                self.nv(Nv::CpAsyncArrive { mbar, noinc });
            }
            "cp.async.bulk.commit.group" => self.nv(Nv::BulkCommit),
            "cp.async.bulk.wait_group" => {
                let left = self.attr_i64(op, "group").unwrap_or(0) as u32;
                self.nv(Nv::BulkWait { left, read: self.flag(op, "read") });
            }
            "cp.async.bulk.tensor.shared.cluster.global" => {
                let mode = self.attr_as::<strata_nvvm::TmaLoadMode>(op, "mode");
                if !matches!(mode, None | Some(strata_nvvm::TmaLoadMode::Tile))
                    || !self.group(op, 4)?.is_empty()
                {
                    return unsupported("only tiles of tensors are simulated");
                }
                let (coords, rank) = self.coordinates(op, 2)?;
                let mbar = self.body.operand_group(op, 3).start;
                let tma = Tma {
                    shared: self.addr(op, 0)?,
                    map: self.addr(op, 1)?,
                    coords,
                    rank,
                    mbar: self.addr(op, mbar)?,
                    mask: self.optional(op, 5)?,
                    pred: self.optional(op, 7)?,
                };
                self.nv(Nv::TmaLoad(tma));
            }
            "cp.async.bulk.tensor.global.shared.cta" => {
                let mode = self.attr_as::<strata_nvvm::TmaStoreMode>(op, "mode");
                if !matches!(mode, None | Some(strata_nvvm::TmaStoreMode::Tile)) {
                    return unsupported("only tiles of tensors are simulated");
                }
                let (coords, rank) = self.coordinates(op, 2)?;
                let tma = Tma {
                    map: self.addr(op, 0)?,
                    shared: self.addr(op, 1)?,
                    coords,
                    rank,
                    mbar: Addr { slot: NONE, space: 3 },
                    mask: NONE,
                    pred: self.optional(op, 4)?,
                };
                self.nv(Nv::TmaStore(tma));
            }
            "cp.async.bulk.shared.cluster.global" => {
                let (dst, src, mbar) = (self.addr(op, 0)?, self.addr(op, 1)?, self.addr(op, 2)?);
                let (bytes, mask) = (self.operand(op, 3)?, self.optional(op, 4)?);
                self.nv(Nv::BulkLoad { dst, src, mbar, bytes, mask });
            }
            "cp.async.bulk.global.shared.cta" => {
                if !self.group(op, 4)?.is_empty() {
                    return unsupported("copies with a mask of bytes are not simulated");
                }
                let (dst, src, bytes) = (self.addr(op, 0)?, self.addr(op, 1)?, self.operand(op, 2)?);
                self.nv(Nv::BulkStore { dst, src, bytes });
            }
            _ => return unsupported("the op is not simulated"),
        }
        Ok(())
    }

    fn coordinates(&self, op: Op, group: usize) -> Step<([u32; 5], u8)> {
        let given = self.group(op, group)?;
        if given.is_empty() || given.len() > 5 {
            return unsupported("tensors have one to five dimensions");
        }
        let mut coords = [NONE; 5];
        coords[..given.len()].copy_from_slice(&given);
        Ok((coords, given.len() as u8))
    }
}
