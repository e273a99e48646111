//! Caches with least-recently-used replacement.

/// Bytes of a line.
const LINE: u64 = 64;
/// Bytes of a page.
const PAGE: u64 = 4096;

/// The caches of a processor: bytes and ways of the first and the second level.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// The first level, of data.
    pub l1: (u64, u64),
    /// The second level.
    pub l2: (u64, u64),
    /// The entries of the TLB, in sets of four.
    pub pages: u64,
}

/// The numbers of misses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misses {
    /// Lines loaded from the second level or from memory.
    pub l1: u64,
    /// Lines loaded from memory.
    pub l2: u64,
    /// Address translations.
    pub pages: u64,
}

/// Sets of least-recently-used entries.
#[derive(Clone, Debug)]
struct Sets {
    ways: usize,
    count: u64,
    /// The ways of each set, most recently used first.
    held: Vec<u64>,
}

impl Sets {
    fn new(things: u64, ways: u64) -> Self {
        let count = (things / ways).max(1);
        Self { ways: ways as usize, count, held: vec![u64::MAX; (count * ways) as usize] }
    }
    /// Accesses an entry; returns whether it was present.
    fn use_one(&mut self, thing: u64) -> bool {
        let first = (thing % self.count) as usize * self.ways;
        let set = &mut self.held[first..first + self.ways];
        let found = set.iter().position(|&t| t == thing);
        set[..=found.unwrap_or(self.ways - 1)].rotate_right(1);
        set[0] = thing;
        found.is_some()
    }
}

/// Two levels of caches and a TLB.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    l1: Sets,
    l2: Sets,
    pages: Sets,
    misses: Misses,
}

impl Hierarchy {
    /// Empty caches.
    #[must_use]
    pub fn new(g: Geometry) -> Self {
        Self {
            l1: Sets::new(g.l1.0 / LINE, g.l1.1),
            l2: Sets::new(g.l2.0 / LINE, g.l2.1),
            pages: Sets::new(g.pages, 4),
            misses: Misses::default(),
        }
    }
    /// Accesses `bytes` bytes from an address on.
    pub fn touch(&mut self, address: u64, bytes: u64) {
        for line in address / LINE..=(address + bytes.max(1) - 1) / LINE {
            if !self.pages.use_one(line * LINE / PAGE) {
                self.misses.pages += 1;
            }
            if !self.l1.use_one(line) {
                self.misses.l1 += 1;
                if !self.l2.use_one(line) {
                    self.misses.l2 += 1;
                }
            }
        }
    }
    /// The misses so far.
    #[must_use]
    pub fn misses(&self) -> Misses {
        self.misses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Geometry = Geometry { l1: (4096, 2), l2: (32768, 4), pages: 8 };

    #[test]
    fn what_fits_is_fetched_once() {
        let mut h = Hierarchy::new(SMALL);
        for _ in 0..3 {
            for at in (0..4096).step_by(8) {
                h.touch(at, 8);
            }
        }
        assert_eq!(h.misses(), Misses { l1: 64, l2: 64, pages: 1 });
    }

    #[test]
    fn lines_of_one_set_push_each_other_out() {
        let mut h = Hierarchy::new(SMALL);
        // 32 sets of two lines: three lines at a distance of 2048 bytes.
        for _ in 0..10 {
            for i in 0..3 {
                h.touch(2048 * i, 4);
            }
        }
        assert_eq!(h.misses(), Misses { l1: 30, l2: 3, pages: 2 });
        // Eight bytes across the end of a line are two lines.
        let mut h = Hierarchy::new(SMALL);
        h.touch(60, 8);
        assert_eq!(h.misses().l1, 2);
    }
}
