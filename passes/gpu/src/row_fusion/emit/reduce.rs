//! Reductions of a row: within a thread, across the lanes of a warp, and across the warps of a block.

use strata_arith::{ExtUIOp, SelectOp, TruncIOp, constant_index};
use strata_gpu::BarrierOp;
use strata_ir::prelude::*;
use strata_memref::{LoadOp, StoreOp};
use strata_passes_analysis::index_arith::{is_zero, mask, shift};
use strata_scf::{ForOp, IfOp};

use super::{Emitted, Kernel};
use crate::{
    launch::WARP,
    row_fusion::{
        Combiner,
        combiner::{across, tree},
    },
};

impl Kernel<'_> {
    /// The contribution of all columns to a reduction, in all threads of the row.
    pub(super) fn reduce(
        &mut self,
        b: &mut Builder<'_>,
        m: usize,
        combiner: &Combiner,
    ) -> Emitted<Vec<Value>> {
        let mut total = if self.shape.loops {
            self.reduce_in_loop(b, m, combiner)?
        } else {
            self.reduce_chunks(b, m, combiner, None)?
        };
        let within = self.shape.threads.min(WARP);
        let lane = self.lane;
        // Lanes behind the end of a short row have no contribution.
        let limit = (self.shape.chunks < within).then_some(self.shape.chunks);
        total = across(b, combiner, total, lane, within, limit);
        let warps = self.shape.warps();
        if warps == 1 {
            return Ok(total);
        }
        let count = total.len().min(self.shared.len());
        let buffers: Vec<Value> = self.shared.drain(..count).collect();
        let (warp, lane) = (shift(b, self.lane, WARP), mask(b, self.lane, WARP - 1));
        let first = is_zero(b, lane);
        IfOp::create_then(b, first, &[], |b| {
            for (&buffer, &v) in buffers.iter().zip(&total) {
                let i8 = b.cx().i8();
                let v = if b.ty(v) == b.cx().i1() { ExtUIOp::build(b, v, i8) } else { v };
                StoreOp::create(b, v, buffer, &[warp]);
            }
            Vec::new()
        });
        BarrierOp::build(b);
        let other = mask(b, lane, warps - 1);
        for (&buffer, v) in buffers.iter().zip(&mut total) {
            let ty = b.ty(*v);
            let loaded = LoadOp::create(b, buffer, &[other]);
            *v = if ty == b.cx().i1() { TruncIOp::build(b, loaded, None, ty) } else { loaded };
        }
        Ok(across(b, combiner, total, lane, warps, None))
    }

    /// Accumulates the contributions of the current columns, starting from `acc`.
    fn reduce_chunks(
        &mut self,
        b: &mut Builder<'_>,
        m: usize,
        combiner: &Combiner,
        mut acc: Option<Vec<Value>>,
    ) -> Emitted<Vec<Value>> {
        let width = self.shape.width as usize;
        for c in 0..self.chunks.len() {
            let mut parts = Vec::new();
            for slot in c * width..(c + 1) * width {
                let map = self.run(b, m, &combiner.before, Some(slot))?;
                parts.push(combiner.parts.iter().map(|&v| map.get(v)).collect::<Vec<Value>>());
            }
            let part = tree(b, combiner, parts);
            acc = Some(match acc {
                None => part,
                Some(acc) => {
                    let both = combiner.apply(b, &acc, &part);
                    match self.chunks[c].valid {
                        None => both,
                        Some(valid) => {
                            both.into_iter().zip(acc).map(|(x, y)| SelectOp::build(b, valid, x, y)).collect()
                        }
                    }
                }
            });
        }
        acc.ok_or_else(|| "a row has no columns".to_owned())
    }

    fn reduce_in_loop(&mut self, b: &mut Builder<'_>, m: usize, combiner: &Combiner) -> Emitted<Vec<Value>> {
        let mut acc = None;
        self.in_rounds(b, &mut acc, &mut |this, b, acc| this.reduce_chunks(b, m, combiner, acc).map(Some))?;
        acc.ok_or_else(|| "a row has no columns".to_owned())
    }

    /// Emits loops over all columns, some at a time, with loop-carried values.
    pub(super) fn in_rounds(
        &mut self,
        b: &mut Builder<'_>,
        carried: &mut Option<Vec<Value>>,
        round: &mut Round<'_, Self>,
    ) -> Emitted<()> {
        let (before, at_once) = self.shape.rounds_of_loop();
        let rounds = self.shape.whole_rounds();
        let chunks = (0..before).map(|k| self.chunk(b, None, k)).collect();
        self.set_chunks(chunks);
        *carried = round(self, b, carried.take())?;
        if before < rounds {
            let [from, to, step] = [before, rounds, at_once].map(|n| constant_index(b, n));
            let inits = carried.clone().unwrap_or_default();
            let mut error = None;
            let op = ForOp::create(b, [from, to, step], &inits, |b, iv, values| {
                let chunks = (0..at_once).map(|k| self.chunk(b, Some(iv), k)).collect();
                self.set_chunks(chunks);
                let values = (!values.is_empty()).then(|| values.to_vec());
                match round(self, b, values) {
                    Ok(values) => values.unwrap_or_default(),
                    Err(why) => {
                        error = Some(why);
                        inits.clone()
                    }
                }
            });
            if let Some(why) = error {
                return Err(why);
            }
            if carried.is_some() {
                *carried = Some(b.results(op.op()).to_vec());
            }
        }
        if self.shape.has_rest() {
            let rest = self.chunk(b, None, rounds);
            self.set_chunks(vec![rest]);
            *carried = round(self, b, carried.take())?;
        }
        self.set_chunks(Vec::new());
        Ok(())
    }
}

/// The code for some columns: maps the carried values to the next ones.
type Round<'a, K> =
    dyn FnMut(&mut K, &mut Builder<'_>, Option<Vec<Value>>) -> Emitted<Option<Vec<Value>>> + 'a;
