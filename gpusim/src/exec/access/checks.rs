//! The checks of accesses: address space, bounds, alignment, initialization, and races.

use super::Does;
use crate::{
    address::{self, Place},
    error::{ErrorKind, Exec, fault},
    exec::{Block, Warp},
    shadow::{Conflict, Epoch, Me},
};

impl Block<'_, '_> {
    /// The target of an address.
    #[inline]
    pub fn resolve(&self, lane: usize, space: u8, addr: u64) -> Exec<Place> {
        match address::place(space.into(), addr) {
            Some(Place::Peer(rank, at)) if rank as usize == self.rank => Ok(Place::Shared(at)),
            Some(Place::Peer(rank, _)) if rank as usize >= self.peers.len() => {
                let what = format!("{addr:#x} is in block {rank} of a cluster of {}", self.peers.len());
                fault(ErrorKind::OutOfBounds, lane as u32, what)
            }
            Some(place) => Ok(place),
            None if addr == 0 => fault(ErrorKind::OutOfBounds, lane as u32, "the address is null"),
            None => fault(
                ErrorKind::WrongSpace,
                lane as u32,
                format!("{addr:#x} is no address of address space {space}"),
            ),
        }
    }

    /// Checks the bounds and the alignment of an access.
    #[inline]
    pub fn in_bounds(
        &self,
        lane: usize,
        place: Place,
        addr: u64,
        bytes: u64,
        align: u64,
        does: Does,
    ) -> Exec<()> {
        let refuse =
            |kind, what: String| fault(kind, lane as u32, format!("{} of {bytes} bytes {what}", does.word()));
        match place {
            Place::Buffer(n, at) => {
                let Some(buffer) = self.l.memory.get(n) else {
                    return refuse(
                        ErrorKind::OutOfBounds,
                        format!("at {addr:#x} in no buffer, or one that was freed"),
                    );
                };
                let size = buffer.data.len() as u64;
                if at > size || bytes > size - at {
                    let of = &buffer.name;
                    return refuse(
                        ErrorKind::OutOfBounds,
                        format!("at byte {} of {of}, which has {size} bytes (address {addr:#x})", at as i64),
                    );
                }
                if !does.only_reads() && buffer.constant {
                    return refuse(ErrorKind::WrongSpace, format!("of constant memory, {}", buffer.name));
                }
            }
            Place::Shared(at) | Place::Peer(_, at) => {
                if !self.shared_has(at, bytes) {
                    let size = self.shared_end() - address::SHARED_START;
                    let vars = &self.l.code.shared;
                    let after = vars.iter().rev().find(|v| v.start <= at && at < self.l.code.dynamic_start);
                    let near = after.map_or(String::new(), |v| {
                        format!(
                            " ({} bytes after the start of '{}', which has {})",
                            at - v.start,
                            v.name,
                            v.size
                        )
                    });
                    return refuse(
                        ErrorKind::OutOfBounds,
                        format!(
                            "at shared address {at:#x} is outside of the variables in {size} bytes of shared memory{near}"
                        ),
                    );
                }
            }
            Place::Local(at) => {
                let size = u64::from(self.l.code.frame);
                if at > size || bytes > size - at {
                    return refuse(
                        ErrorKind::OutOfBounds,
                        format!("at byte {at} of {size} bytes of local memory"),
                    );
                }
            }
        }
        if align > 1 && !addr.is_multiple_of(align) {
            return refuse(ErrorKind::Misaligned, format!("at {addr:#x}, which is no multiple of {align}"));
        }
        Ok(())
    }

    /// Records an access of a thread, and detects races and reads of uninitialized memory.
    #[inline]
    pub fn note(
        &mut self,
        w: &Warp,
        lane: usize,
        place: Place,
        bytes: u64,
        does: Does,
        atomic: bool,
    ) -> Exec<()> {
        let epoch = self.epoch(w, lane).atomic(atomic);
        self.note_as(w, lane, place, bytes, does, epoch)
    }

    /// Records an access by an asynchronous operation that a thread started.
    #[inline]
    pub fn note_as(
        &mut self,
        w: &Warp,
        lane: usize,
        place: Place,
        bytes: u64,
        does: Does,
        epoch: Epoch,
    ) -> Exec<()> {
        if let Place::Local(at) = place {
            let at = self.local_index(w, lane, at) as u64;
            if does == Does::Write {
                self.own.local_written.set(at, bytes);
            } else if does != Does::Copy
                && !self.own.local_written.has(at, bytes)
                && self.l.config.uninitialised
            {
                return fault(
                    ErrorKind::Uninitialised,
                    lane as u32,
                    format!("read of {bytes} bytes of local memory that the thread has not written"),
                );
            }
            return Ok(());
        }
        match place {
            Place::Shared(at) => self.own.shared.flight.allows(lane, at, bytes, !does.only_reads())?,
            Place::Peer(rank, at) => {
                self.visit(w, lane, rank as usize)?;
                let shared = &self.peers[rank as usize].shared;
                shared.flight.allows(lane, at, bytes, !does.only_reads())?;
            }
            _ => {}
        }
        let copy = does == Does::Copy && self.may_copy(place, bytes);
        let clock = &self.own.clocks[w.number as usize];
        let first = self.own.number - self.rank as u32;
        let me = Me { epoch, known: &clock.known.seen, first, blocks: self.own.acquired.as_deref() };
        let (shadow, written, at, era, constant) = match place {
            Place::Buffer(n, at) => {
                let Some(b) = self.l.memory.get_mut(n) else { return Ok(()) };
                (&mut b.shadow, &mut b.written, at, self.l.era, b.constant)
            }
            Place::Shared(at) => {
                (&mut self.own.shared.shadow, &mut self.own.shared.written, at, self.own.number + 1, false)
            }
            Place::Peer(rank, at) => {
                let peer = &mut self.peers[rank as usize];
                (&mut peer.shared.shadow, &mut peer.shared.written, at, peer.number + 1, false)
            }
            Place::Local(_) => return Ok(()),
        };
        if does == Does::Write {
            written.set(at, bytes);
        } else if !copy && !written.has(at, bytes) && self.l.config.uninitialised {
            let what = match place {
                Place::Buffer(n, at) => {
                    let name = self.l.memory.get(n).map_or("", |b| &b.name);
                    format!("{name}, byte {at},")
                }
                other => self.shown(other),
            };
            return fault(
                ErrorKind::Uninitialised,
                lane as u32,
                format!("read of {bytes} bytes of {what} that nobody has written"),
            );
        }
        if constant || !self.l.config.races {
            return Ok(());
        }
        let conflict = match does {
            Does::Read | Does::Copy => shadow.read(era, at, bytes, &me),
            Does::Write | Does::Update => shadow.write(era, at, bytes, &me),
        };
        match conflict {
            None => Ok(()),
            Some(conflict) => self.race(lane, place, bytes, does, conflict),
        }
    }

    fn race(&self, lane: usize, place: Place, bytes: u64, does: Does, c: Conflict) -> Exec<()> {
        let what = match place {
            Place::Buffer(n, at) => {
                format!("{}, byte {at}", self.l.memory.get(n).map_or("a buffer", |b| &b.name))
            }
            other => self.shown(other),
        };
        let who = self.who(c.other);
        let other = if c.wrote { "write" } else { "read" };
        fault(
            ErrorKind::Race,
            lane as u32,
            format!(
                "{} of {bytes} bytes of {what} and an earlier {other} by {who} are not ordered",
                does.word()
            ),
        )
    }

    /// A place outside of buffers, for messages.
    fn shown(&self, place: Place) -> String {
        match place {
            Place::Buffer(..) => "a buffer".into(),
            Place::Shared(at) => format!("shared memory at {at:#x}"),
            Place::Peer(rank, at) => format!("shared memory of block {rank} of the cluster at {at:#x}"),
            Place::Local(at) => format!("local memory at {at:#x}"),
        }
    }

    /// The thread of an access, for messages.
    pub fn who(&self, e: Epoch) -> String {
        if e.is_engine() {
            return "an asynchronous copy".into();
        }
        if e.block() == crate::shadow::MANY_BLOCKS {
            return "several blocks".into();
        }
        let [x, y, z] = self.thread_id(e.thread());
        let some = if e.is_single() { "" } else { " and others" };
        if e.block() == self.own.number {
            return format!("thread [{x}, {y}, {z}]{some}");
        }
        let [x, y, z] = self.l.block_id(e.block());
        format!("block [{x}, {y}, {z}]")
    }
}
