//! The caches of a target, as far as blocks of contractions depend on them.

/// Bytes of a cache line.
pub const LINE: i64 = 64;
/// Bytes of a page.
const PAGE: i64 = 4096;

/// One level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    /// Its size.
    pub bytes: i64,
    /// How many lines a set holds.
    pub ways: i64,
}

/// The caches of one core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches {
    /// The first level, of data.
    pub l1: Cache,
    /// The second level, of one core.
    pub l2: Cache,
    /// Pages whose addresses the first translation buffer of data holds.
    pub pages: i64,
}

/// Rows of memory: `count` of `bytes` bytes each, `stride` bytes from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// How many there are.
    pub count: i64,
    /// Bytes of one.
    pub bytes: i64,
    /// Bytes from the beginning of one to that of the next.
    pub stride: i64,
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Rows {
    /// Bytes of all of them.
    pub fn total(self) -> i64 {
        self.count.saturating_mul(self.bytes)
    }

    /// Whether nothing is between them.
    fn dense(self) -> bool {
        self.stride <= self.bytes
    }

    /// Lines of all of them.
    fn lines(self) -> i64 {
        let of_one = if self.dense() { self.bytes / LINE + 1 } else { (self.bytes + LINE - 1) / LINE };
        self.count.saturating_mul(of_one.max(1))
    }

    /// Pages of all of them.
    pub fn pages(self) -> i64 {
        if self.stride < PAGE {
            return (self.count.saturating_mul(self.stride) + PAGE - 1) / PAGE;
        }
        self.count.saturating_mul((self.bytes + PAGE - 1) / PAGE)
    }
}

impl Cache {
    /// How many lines of rows like these the cache holds at a time: rows whose distance is a multiple of a large power of two
    /// begin in few sets.
    pub fn lines_for(self, rows: Rows) -> i64 {
        let span = (self.bytes / self.ways.max(1)).max(LINE);
        let sets = span / LINE;
        if rows.dense() {
            return sets * self.ways;
        }
        let begins = span / gcd(rows.stride.max(1), span).max(LINE);
        let of_one = (rows.bytes + LINE - 1) / LINE;
        begins.saturating_mul(of_one).min(sets) * self.ways
    }

    /// Whether rows stay in half of the cache while other data passes through the other half.
    pub fn keeps(self, rows: Rows) -> bool {
        rows.total() <= self.bytes / 2 && rows.lines() <= self.lines_for(rows) / 2
    }
}

impl Caches {
    /// Whether rows can be read again and again where they are.
    pub fn keep(self, rows: Rows) -> bool {
        self.l2.keeps(rows) && rows.pages() <= self.pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const L2: Cache = Cache { bytes: 1 << 20, ways: 16 };

    #[test]
    fn rows_in_powers_of_two_fall_into_few_sets() {
        // 1024 sets: rows of 4 KiB begin in 16 of them, and a line each has room for 256.
        assert_eq!(L2.lines_for(Rows { count: 512, bytes: 64, stride: 4096 }), 256);
        assert_eq!(L2.lines_for(Rows { count: 512, bytes: 64, stride: 4000 }), 1024 * 16);
        assert_eq!(L2.lines_for(Rows { count: 512, bytes: 1024, stride: 4096 }), 16 * 16 * 16);
        assert!(!L2.keeps(Rows { count: 512, bytes: 64, stride: 4096 }));
        assert!(L2.keeps(Rows { count: 256, bytes: 1024, stride: 1024 }));
        assert!(!L2.keeps(Rows { count: 1024, bytes: 1024, stride: 1024 }));
    }

    #[test]
    fn pages_of_rows() {
        assert_eq!(Rows { count: 256, bytes: 1024, stride: 1024 }.pages(), 64);
        assert_eq!(Rows { count: 256, bytes: 64, stride: 4096 }.pages(), 256);
        assert_eq!(Rows { count: 256, bytes: 8192, stride: 8192 }.pages(), 512);
    }
}
