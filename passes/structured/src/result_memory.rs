//! Temporary buffers in the memory of results.
//!
//! # Before
//! ```mlir
//! func.func @main(%x: memref<64xf32>, %out: memref<80xf32>) attributes {strata.num_inputs = 1 : i64} {
//!   %a = memref.alloc() : memref<64xf32>
//!   … %a is written and read …
//!   … %out is written, %a is not used any more …
//! }
//! ```
//! # After
//! ```mlir
//!   %a = memref.reinterpret_cast %out to offset: [0], sizes: [64], strides: [1] : memref<80xf32> to memref<64xf32>
//!   … %a is written and read …
//!   … %out is written, %a is not used any more …
//! ```
//! The memory of a result holds nothing until the first op that uses the result, so that buffers whose lives end before it may have it, one
//! at a time. Each begins where the result begins: with an offset it would have another type. Where a result may be in the memory of a
//! donated argument, the guard that copies the argument is the first op that uses it.
//!
//! Only buffers of the moment that needs the most memory move there, one after the other, the largest first.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_memref::{ReinterpretCastOp, layout::row_major};
use strata_passes_analysis::{buffer_alias, buffer_layout};
use strata_tensor::MixedIndex;

use crate::{arena_offsets, placed_lives::Life};

/// The number of buffers, at most, that move: each is chosen by a look at all.
const MAX_HOSTED: usize = 256;

/// A result in whose memory temporary buffers may be.
pub(crate) struct Host {
    result: Value,
    /// Its memory.
    pub room: Room,
}

/// The memory of a result.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    elem: Type,
    bytes: u64,
    /// The moment of the first op that uses it.
    first: u32,
}

/// A temporary buffer that may move.
pub(crate) struct Guest {
    elem: Type,
    /// Its own size; that of its life is rounded up.
    bytes: u64,
    life: Life,
}

impl Guest {
    /// The buffer of a type, in the time in which it is used. One of unknown size fits nowhere.
    pub fn new(cx: &Context, ty: Type, life: Life) -> Self {
        let bytes = buffer_layout::static_bytes(cx, ty).and_then(|n| u64::try_from(n).ok());
        Self { elem: cx.elem_or_self(ty), bytes: bytes.unwrap_or(u64::MAX), life }
    }
    fn fits(&self, room: &Room, there: &[Life]) -> bool {
        self.elem == room.elem
            && self.bytes <= room.bytes
            && self.life.end < room.first
            && !there.iter().any(|other| other.meets(&self.life))
    }
}

/// The results of a function of the program's interface. `times` has the moments of all ops.
pub(crate) fn hosts(b: &Body, block: Block, times: &FxHashMap<Op, (u32, u32)>) -> Vec<Host> {
    let cx = b.cx();
    let inputs = b.attr(Op::SELF, "strata.num_inputs").and_then(|a| cx.attr_i64(a));
    let Some(inputs) = inputs.and_then(|n| usize::try_from(n).ok()) else { return Vec::new() };
    let results = b.block_args(block).iter().copied().skip(inputs);
    let host = |result: Value| {
        let ty = cx.type_as::<MemRefType>(b.ty(result)).filter(|m| m.memory_space.is_none())?;
        let bytes = u64::try_from(buffer_layout::static_bytes(cx, b.ty(result))?).ok()?;
        let first = first_use(b, result, block, times)?;
        Some(Host { result, room: Room { elem: ty.elem, bytes, first } })
    };
    results.filter_map(host).collect()
}

/// The moment of the first op that uses a buffer or a view of it.
fn first_use(b: &Body, result: Value, block: Block, times: &FxHashMap<Op, (u32, u32)>) -> Option<u32> {
    let (users, others) = buffer_alias::users_in(b, result, block);
    let starts = users.iter().filter_map(|user| times.get(user)).map(|&(start, _)| start);
    starts.min().filter(|_| !others)
}

/// For each buffer the number of the result in whose memory it is, if it is in one.
pub(crate) fn choose(guests: &[Guest], rooms: &[Room]) -> Vec<Option<usize>> {
    let mut chosen: Vec<Option<usize>> = vec![None; guests.len()];
    let mut hosted: Vec<Vec<Life>> = vec![Vec::new(); rooms.len()];
    for _ in 0..MAX_HOSTED {
        let rest: Vec<usize> = (0..guests.len()).filter(|&g| chosen[g].is_none()).collect();
        let Some((_, moment)) = arena_offsets::peak(rest.iter().map(|&g| &guests[g].life)) else { break };
        let mut there: Vec<usize> = rest.into_iter().filter(|&g| guests[g].life.includes(moment)).collect();
        there.sort_by_key(|&g| Reverse(guests[g].bytes));
        // Larger guests may need larger results.
        let smallest = |g: usize| {
            let able = (0..rooms.len()).filter(|&h| guests[g].fits(&rooms[h], &hosted[h]));
            able.min_by_key(|&h| rooms[h].bytes).map(|h| (g, h))
        };
        let Some((guest, room)) = there.into_iter().find_map(smallest) else { break };
        chosen[guest] = Some(room);
        hosted[room].push(guests[guest].life);
    }
    chosen
}

/// A buffer of type `ty` at the begin of the memory of a result.
pub(crate) fn view(at: &mut Builder<'_>, host: &Host, ty: Type) -> Option<Value> {
    let shape = at.cx().type_as::<MemRefType>(ty)?.shape.to_vec();
    let fixed = |list: &[i64]| list.iter().map(|&n| MixedIndex::Static(n)).collect::<Vec<_>>();
    let (sizes, strides) = (fixed(&shape), fixed(&row_major(&shape)));
    Some(ReinterpretCastOp::create(at, host.result, MixedIndex::Static(0), &sizes, &strides, ty))
}

#[cfg(test)]
mod tests {
    use strata_ir::core::Registry;

    use super::*;

    #[test]
    fn buffers_in_a_result_fit_and_have_it_one_at_a_time_before_it_is_written() {
        let cx = Registry::new().freeze();
        let elems = [cx.f32(), cx.i8()];
        let mut state = 3u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let mut moved = 0;
        for _ in 0..200 {
            let mut guest = |_| {
                let (bytes, start) = (1 + next(1000), next(100) as u32);
                let life = Life { start, end: start + next(20) as u32, bytes: bytes.next_multiple_of(64) };
                Guest { elem: elems[next(2) as usize], bytes, life }
            };
            let guests: Vec<Guest> = (0..40).map(&mut guest).collect();
            let room = |_| Room { elem: elems[next(2) as usize], bytes: next(1200), first: next(130) as u32 };
            let rooms: Vec<Room> = (0..3).map(room).collect();
            let chosen = choose(&guests, &rooms);
            for (r, room) in rooms.iter().enumerate() {
                let there: Vec<&Guest> =
                    (0..40).filter(|&g| chosen[g] == Some(r)).map(|g| &guests[g]).collect();
                for (i, guest) in there.iter().enumerate() {
                    assert!(
                        guest.elem == room.elem && guest.bytes <= room.bytes && guest.life.end < room.first
                    );
                    assert!(there[..i].iter().all(|other| !other.life.meets(&guest.life)));
                }
                moved += there.len();
            }
            let lives: Vec<Life> = guests.iter().map(|g| g.life).collect();
            let rest: Vec<Life> = (0..40).filter(|&g| chosen[g].is_none()).map(|g| lives[g]).collect();
            assert!(arena_offsets::bound(&rest) <= arena_offsets::bound(&lives));
        }
        assert!(moved > 300, "{moved}");
    }
}
