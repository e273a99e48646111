//! Reading the isolated ops of a module, mostly functions, with several threads.
//!
//! The regions of such an op are a section that says how long it is, and use nothing from outside. One thread goes over
//! the ops of the module and only notes where these start; then readers with copies of the tables read them, and their
//! bodies are put into the module in the order of the file. Interning gives the same result whichever thread comes
//! first, so the module equals that of one thread. Errors are not found in order; [`Reader::module`] starts again
//! without threads when there is one.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use strata_core::{Block, Body, InsertPoint, Op, OpState};

use super::{
    cursor::{Cursor, ReadResult},
    deferred::{DeferredOp, DeferredOps},
    ops::Reader,
};
use crate::format::{mask, section};

/// So many bytes of functions are worth a copy of the tables.
const SHARE: usize = 32 << 10;

/// Skips an op that has only attributes and a section of regions; `false` for any other op, at an unspecified position.
fn skip(c: &mut Cursor<'_>) -> ReadResult<bool> {
    c.varint()?;
    let what = c.byte()?;
    if what & mask::REGIONS == 0 || what & !(mask::REGIONS | mask::ATTRS | mask::PROPERTIES) != 0 {
        return Ok(false);
    }
    c.varint()?;
    for part in [mask::ATTRS, mask::PROPERTIES] {
        if what & part != 0 {
            c.varint()?;
        }
    }
    let (_, isolated) = c.varint_flag()?;
    Ok(isolated && c.section()?.0 == section::IR)
}

impl<'f> Reader<'f> {
    /// The ops of a block of the module.
    pub(super) fn ops_deferred(
        &mut self,
        c: &mut Cursor<'f>,
        block: Block,
        n_ops: usize,
        mut later: DeferredOps<'f>,
    ) -> ReadResult<()> {
        let mut placed = 0;
        for _ in 0..n_ops {
            let start = c.clone();
            let name = c.clone().varint()?;
            if later.isolated.get(&name) == Some(&true) && skip(c)? {
                let bytes = c.offset() - start.offset();
                later.parts.push(DeferredOp { at: start, bytes, before: None });
                continue;
            }
            *c = start;
            self.op(c, block)?;
            let op = self.body.last_op(block);
            later.isolated.insert(name, op.is_some_and(|op| self.body.is_shell(op)));
            later.parts[placed..].iter_mut().for_each(|p| p.before = op);
            placed = later.parts.len();
        }
        for (part, state) in later.parts.iter().zip(self.read_parts(&later, c)?) {
            let op = self.body.create(state);
            let at = match part.before {
                Some(next) => InsertPoint::before(&self.body, next),
                None => InsertPoint::at_end(block),
            };
            self.body.insert(op, at);
        }
        Ok(())
    }

    /// All parts, in their order.
    fn read_parts(&mut self, later: &DeferredOps<'f>, c: &Cursor<'f>) -> ReadResult<Vec<OpState>> {
        let n = later.threads.min(later.bytes().div_ceil(SHARE));
        let mut readers: Vec<Reader<'f>> = (0..n).map(|_| self.fork()).collect();
        let next = AtomicUsize::new(0);
        let some = (later.parts.len() / (8 * n.max(1))).max(1);
        let growth = self.e.growth;
        type Read = Vec<(usize, OpState)>;
        let run = |reader: &mut Reader<'f>| -> ReadResult<Read> {
            let mut read = Vec::new();
            let region = reader.body.regions(Op::SELF)[0];
            let block = reader.body.add_block(region, &[]);
            loop {
                let first = next.fetch_add(some, Ordering::Relaxed);
                if first >= later.parts.len() {
                    return Ok(read);
                }
                for (i, part) in later.parts.iter().enumerate().skip(first).take(some) {
                    read.push((i, reader.part(part, block)?));
                }
            }
        };
        let read: Vec<ReadResult<Read>> = readers.par_iter_mut().with_max_len(1).map(run).collect();
        let mut used = 0;
        for reader in &mut readers {
            self.e.places.join(std::mem::take(&mut reader.e.places));
            used += growth - reader.e.growth;
        }
        let Some(left) = growth.checked_sub(used) else {
            return Err(c.error("the readers decoded more than one of them may"));
        };
        self.e.growth = left;
        let mut all: Vec<Option<OpState>> = later.parts.iter().map(|_| None).collect();
        for one in read {
            one?.into_iter().for_each(|(i, state)| all[i] = Some(state));
        }
        let states: Vec<OpState> = all.into_iter().flatten().collect();
        if states.len() == later.parts.len() { Ok(states) } else { Err(c.error("an op was not read")) }
    }

    /// Another reader of the ops of this module.
    fn fork(&mut self) -> Self {
        let mut reader = Self::new(self.e.fork(), self.heads.fork(), 0, self.file);
        *reader.body = Body::new(self.e.cx, self.parent, self.file);
        reader.parent = self.parent;
        reader.depth = self.depth;
        reader
    }
    /// One op with its body. `block` is where its shell is meanwhile.
    fn part(&mut self, part: &DeferredOp<'f>, block: Block) -> ReadResult<OpState> {
        let mut c = part.at.clone();
        // Each value and block takes a byte of it.
        self.budget = part.bytes;
        self.op(&mut c, block)?;
        let shell = self.body.last_op(block);
        let Some((op, child)) = shell.and_then(|op| Some((op, self.body.take_child(op)?))) else {
            return Err(c.error("an op has no body of its own, unlike another of this kind"));
        };
        let mut state = OpState::new(child.info(Op::SELF), self.body.loc(op));
        for (slot, attr) in state.attrs.iter_mut().enumerate() {
            *attr = child.attr_slot(Op::SELF, slot);
        }
        state.child = Some(child);
        Ok(state)
    }
}
