//! Shadow memory: the last accesses to each byte, for the detection of races.
//!
//! An access is recorded as an [`Epoch`]: the block, the thread, and the logical time of its warp, which advances whenever the warp
//! synchronizes. An earlier access happens before a later one if the later thread's vector clock includes that time ([`Me::knows`]). Cells
//! are as coarse as the accesses allow: a page starts with cells as large as its first access.

/// The number of agents with a time of their own: warps, the asynchronous engine, and the products of each group of four warps.
pub(crate) const AGENTS: usize = 41;
/// The agent of the asynchronous engine.
pub(crate) const ENGINE: usize = 32;
/// The agent of the products of the first group of warps.
pub(crate) const PRODUCTS: usize = 33;

/// The time and the thread of an access; zero for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Epoch(u64);

const TIME_BITS: u32 = 28;
const BLOCK_SHIFT: u32 = 38;
/// This block number stands for several blocks; real ones are smaller.
pub(crate) const MANY_BLOCKS: u32 = (1 << 22) - 1;
const ATOMIC: u64 = 1 << 60;
const ASYNC: u64 = 1 << 61;
/// Set for several lanes of the warp; the time is the latest.
const LANES: u64 = 1 << 62;
/// Set for several warps of the block; the cell says which ones, or has the time of each.
const WARPS: u64 = 1 << 63;

impl Epoch {
    pub fn new(block: u32, thread: u32, time: u32) -> Self {
        Self(u64::from(block) << BLOCK_SHIFT | u64::from(thread) << TIME_BITS | u64::from(time))
    }
    pub fn atomic(self, yes: bool) -> Self {
        if yes { Self(self.0 | ATOMIC) } else { self }
    }
    /// An access by an agent other than a thread.
    pub fn agent(block: u32, agent: usize, time: u32) -> Self {
        Self(Self::new(block, agent as u32, time).0 | ASYNC)
    }
    /// The agent of the access.
    fn whose(self) -> usize {
        let n = self.thread() as usize;
        if self.is_engine() { n } else { n / 32 }
    }
    pub fn is_none(self) -> bool {
        self.0 == 0
    }
    pub fn is_atomic(self) -> bool {
        self.0 & ATOMIC != 0
    }
    pub fn is_engine(self) -> bool {
        self.0 & ASYNC != 0
    }
    pub fn is_single(self) -> bool {
        self.0 & (LANES | WARPS | ASYNC) == 0 && self.block() != MANY_BLOCKS
    }
    pub fn time(self) -> u32 {
        self.0 as u32 & ((1 << TIME_BITS) - 1)
    }
    pub fn thread(self) -> u32 {
        (self.0 >> TIME_BITS) as u32 & 1023
    }
    pub fn block(self) -> u32 {
        (self.0 >> BLOCK_SHIFT) as u32 & MANY_BLOCKS
    }
    fn same_thread(self, other: Self) -> bool {
        const WHO: u64 = !(ATOMIC | (1 << TIME_BITS) - 1);
        self.0 & WHO == other.0 & WHO
    }
}

/// The thread that accesses memory, with its vector clock.
pub(crate) struct Me<'a> {
    pub epoch: Epoch,
    /// The vector clock: a time for each agent of all blocks of the cluster.
    pub known: &'a [u32],
    /// The number of the cluster's first block.
    pub first: u32,
    /// The earlier blocks whose accesses are ordered before.
    pub blocks: Option<&'a [bool]>,
}

impl Me<'_> {
    /// Whether an access happens before the current one.
    #[inline]
    pub fn knows(&self, e: Epoch) -> bool {
        if e.is_none() || e.is_single() && e.same_thread(self.epoch) {
            return true;
        }
        let block = e.block();
        let seen = of_block(self.known, block.wrapping_sub(self.first)).is_some_and(|known| {
            if e.0 & WARPS != 0 {
                known[..ENGINE].iter().all(|&t| t >= e.time())
            } else {
                known[e.whose()] >= e.time()
            }
        });
        let published = || self.blocks.is_some_and(|b| b.get(block as usize).copied().unwrap_or(false));
        seen || block != self.epoch.block() && published()
    }
    /// The index of an access's agent in the vector clock.
    fn place(&self, e: Epoch) -> usize {
        e.block().wrapping_sub(self.first) as usize * AGENTS + e.whose()
    }
}

/// The part of a vector clock for one block of a cluster.
fn of_block(known: &[u32], rank: u32) -> Option<&[u32]> {
    let at = rank as usize * AGENTS;
    known.get(at..at + AGENTS)
}

/// The last write, and the reads since then.
#[derive(Clone, Default)]
struct Cell {
    writer: Epoch,
    reader: Epoch,
    /// The agents that all read at the time of `reader`, if there are several; zero if `readers` has their times.
    agents: u64,
    /// The time of each reader, if there are several with different times, or in memory that always records them.
    readers: Option<Box<[u32]>>,
}

/// An earlier access that races with the current one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub other: Epoch,
    /// Whether it was a write.
    pub wrote: bool,
}

impl Cell {
    #[inline]
    fn read(&mut self, me: &Me<'_>, exact: bool) -> Option<Conflict> {
        let w = self.writer;
        if !(w.is_atomic() && me.epoch.is_atomic()) && !me.knows(w) {
            return Some(Conflict { other: w, wrote: true });
        }
        let r = self.reader;
        if self.knows_readers(me) || r.0 & WARPS == 0 && r.same_thread(me.epoch) {
            self.reader = me.epoch;
            return None;
        }
        let same = r.block() == me.epoch.block();
        let several = r.0 & (WARPS | ASYNC) != 0 || r.whose() != me.epoch.whose();
        if exact || same && (self.has_times() || several && r.time() != me.epoch.time()) {
            return self.keep_time(me);
        }
        let time = r.time().max(me.epoch.time());
        let atomic = r.0 & me.epoch.0 & ATOMIC;
        self.reader = if same {
            self.agents = if several { self.agents() | 1 << me.epoch.whose() } else { 0 };
            let wide = if several { WARPS } else { LANES };
            Epoch(Epoch::new(r.block(), r.thread(), time).0 | wide | atomic)
        } else {
            Epoch(Epoch::new(MANY_BLOCKS, 0, time).0 | atomic)
        };
        None
    }
    /// Whether the cell has the time of each reader.
    fn has_times(&self) -> bool {
        self.reader.0 & WARPS != 0 && self.agents == 0
    }
    /// The agents that have read, as a bit mask.
    fn agents(&self) -> u64 {
        if self.reader.0 & WARPS != 0 { self.agents } else { 1 << self.reader.whose() }
    }
    /// Records a read in addition to others, with its time.
    fn keep_time(&mut self, me: &Me<'_>) -> Option<Conflict> {
        let (r, agents, fresh) = (self.reader, self.agents(), !self.has_times());
        let times = self.readers.get_or_insert_with(|| vec![0; me.known.len()].into());
        if fresh {
            times.fill(0);
            let base = me.place(r) - r.whose();
            for agent in (0..AGENTS).filter(|&agent| agents >> agent & 1 != 0 && !r.is_none()) {
                if let Some(time) = times.get_mut(base + agent) {
                    *time = r.time();
                }
            }
        }
        if let Some(mine) = times.get_mut(me.place(me.epoch)) {
            *mine = me.epoch.time().max(*mine);
        }
        self.agents = 0;
        self.reader = Epoch((r.0 | WARPS | LANES) & (me.epoch.0 | !ATOMIC));
        None
    }
    #[inline]
    fn write(&mut self, me: &Me<'_>) -> Option<Conflict> {
        let free = |e: Epoch| e.is_atomic() && me.epoch.is_atomic();
        if !free(self.writer) && !me.knows(self.writer) {
            return Some(Conflict { other: self.writer, wrote: true });
        }
        if !free(self.reader) && !self.knows_readers(me) {
            return Some(Conflict { other: self.reader, wrote: false });
        }
        (self.writer, self.reader) = (me.epoch, Epoch::default());
        None
    }
    /// Whether all reads happen before the current access.
    #[inline]
    fn knows_readers(&self, me: &Me<'_>) -> bool {
        let r = self.reader;
        match &self.readers {
            Some(times) if self.has_times() => times.iter().zip(me.known).all(|(t, known)| t <= known),
            _ if r.0 & WARPS == 0 => me.knows(r),
            _ => {
                let known = of_block(me.known, r.block().wrapping_sub(me.first));
                let all =
                    |known: &[u32]| (0..AGENTS).all(|a| self.agents >> a & 1 == 0 || known[a] >= r.time());
                known.is_some_and(all) || me.knows(r)
            }
        }
    }
}

/// Bytes of a page.
const PAGE: u64 = 256;

#[derive(Clone)]
struct Page {
    /// The launch, or the block, in which the cells were written.
    era: u32,
    /// The size of a cell in bytes, as a power of two.
    grain: u8,
    cells: Vec<Cell>,
}

/// The shadow memory of one buffer.
#[derive(Clone, Default)]
pub(crate) struct Shadow {
    pages: Vec<Option<Box<Page>>>,
    /// Whether the time of each reader is always recorded.
    exact: bool,
}

impl Shadow {
    /// Shadow memory for `bytes` bytes.
    pub fn new(bytes: u64) -> Self {
        Self { pages: vec![None; bytes.div_ceil(PAGE) as usize], exact: false }
    }
    /// Shadow memory that always records the time of each reader, which takes more memory.
    pub fn exact(bytes: u64) -> Self {
        Self { exact: true, ..Self::new(bytes) }
    }
    /// Calls `f` for each cell of a range of bytes.
    #[inline]
    fn cells(
        &mut self,
        era: u32,
        at: u64,
        len: u64,
        mut f: impl FnMut(&mut Cell) -> Option<Conflict>,
    ) -> Option<Conflict> {
        let (mut at, end) = (at, at + len);
        while at < end {
            let here = (end - at).min(PAGE - at % PAGE);
            // The largest cells that begin and end with the range, of at most 16 bytes.
            let fits = (at | here | 16).trailing_zeros() as u8;
            let page = self.pages.get_mut((at / PAGE) as usize)?;
            let page =
                page.get_or_insert_with(|| Box::new(Page { era: !era, grain: fits, cells: Vec::new() }));
            if page.era != era {
                page.era = era;
                page.grain = fits;
                page.cells.clear();
                page.cells.resize(PAGE as usize >> fits, Cell::default());
            } else if fits < page.grain {
                let times = 1 << (page.grain - fits);
                page.cells = page.cells.iter().flat_map(|c| std::iter::repeat_n(c.clone(), times)).collect();
                page.grain = fits;
            }
            let first = (at % PAGE) as usize >> page.grain;
            let n = here as usize >> page.grain;
            for cell in &mut page.cells[first..first + n] {
                if let Some(conflict) = f(cell) {
                    return Some(conflict);
                }
            }
            at += here;
        }
        None
    }
    /// Records a read; returns the access that it races with.
    pub fn read(&mut self, era: u32, at: u64, len: u64, me: &Me<'_>) -> Option<Conflict> {
        let exact = self.exact;
        self.cells(era, at, len, |c| c.read(me, exact))
    }
    /// Records a write; returns the access that it races with.
    pub fn write(&mut self, era: u32, at: u64, len: u64, me: &Me<'_>) -> Option<Conflict> {
        self.cells(era, at, len, |c| c.write(me))
    }
    /// Records a write without a check.
    pub fn set_writer(&mut self, era: u32, at: u64, len: u64, epoch: Epoch) {
        self.cells(era, at, len, |c| {
            (c.writer, c.reader) = (epoch, Epoch::default());
            None
        });
    }
    /// The first writer of a range for which `f` holds.
    pub fn find_writer(&mut self, era: u32, at: u64, len: u64, f: impl Fn(Epoch) -> bool) -> Option<Epoch> {
        let found =
            self.cells(era, at, len, |c| f(c.writer).then_some(Conflict { other: c.writer, wrote: true }));
        found.map(|c| c.other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn me(thread: u32, time: u32, known: &[u32; AGENTS]) -> Me<'_> {
        Me { epoch: Epoch::new(0, thread, time), known, first: 0, blocks: None }
    }

    #[test]
    fn a_write_is_seen_by_those_who_know_of_it() {
        let mut s = Shadow::new(1000);
        let mut known = [0; AGENTS];
        assert!(s.write(1, 8, 4, &me(3, 1, &known)).is_none());
        // The same thread may read; another one of the warp may not before the warp synchronizes.
        assert!(s.read(1, 8, 4, &me(3, 1, &known)).is_none());
        assert!(s.read(1, 8, 4, &me(4, 1, &known)).is_some());
        assert!(s.read(1, 12, 4, &me(4, 1, &known)).is_none());
        known[0] = 1;
        assert!(s.read(1, 8, 4, &me(4, 2, &known)).is_none());
        // Two threads have read since; the vector clock of a third one must include both.
        assert!(s.write(1, 9, 1, &me(70, 2, &known)).is_some());
        known[0] = 2;
        assert!(s.write(1, 9, 1, &me(70, 2, &known)).is_none());
        assert!(s.read(1, 10, 1, &me(4, 1, &known)).is_none());
        // In another era all cells are empty.
        assert!(s.write(2, 0, 256, &me(9, 1, &[0; AGENTS])).is_none());
    }

    #[test]
    fn each_reader_counts_where_they_are_kept() {
        // A warp with a late time and one with an early time read; the vector clock of a writer must include both.
        let mut s = Shadow::exact(64);
        let mut known = [0; AGENTS];
        assert!(s.write(1, 0, 16, &me(0, 1, &known)).is_none());
        known[0] = 1;
        assert!(s.read(1, 0, 16, &me(40, 9, &known)).is_none());
        assert!(s.read(1, 0, 16, &me(70, 2, &known)).is_none());
        assert!(s.read(1, 4, 4, &me(99, 3, &known)).is_none());
        (known[1], known[2]) = (9, 2);
        assert!(s.write(1, 4, 4, &me(0, 2, &known)).is_some());
        assert!(s.write(1, 8, 4, &me(0, 2, &known)).is_none());
        known[3] = 3;
        assert!(s.write(1, 4, 4, &me(0, 2, &known)).is_none());
    }

    #[test]
    fn atomic_accesses_do_not_race_with_each_other() {
        let mut s = Shadow::new(64);
        let known = [0; AGENTS];
        let atomic =
            |t| Me { epoch: Epoch::new(0, t, 1).atomic(true), known: &known, first: 0, blocks: None };
        assert!(s.write(1, 0, 4, &atomic(0)).is_none());
        assert!(s.write(1, 0, 4, &atomic(33)).is_none());
        assert!(s.read(1, 0, 4, &me(40, 1, &known)).is_some());
    }

    #[test]
    fn blocks_are_not_ordered() {
        let mut s = Shadow::new(64);
        let known = [9; AGENTS];
        let of = |block| Me { epoch: Epoch::new(block, 0, 1), known: &known, first: block, blocks: None };
        assert!(s.read(1, 0, 4, &of(0)).is_none());
        assert!(s.read(1, 0, 4, &of(1)).is_none());
        assert!(s.write(1, 0, 4, &of(1)).is_some());
        assert!(s.write(1, 32, 4, &of(0)).is_none());
        let seen = [true, false];
        let knowing = Me { blocks: Some(&seen), ..of(1) };
        assert!(s.read(1, 32, 4, &knowing).is_none());
    }
}
