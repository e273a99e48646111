//! How many blocks of a kernel run on a multiprocessor at a time.

use std::fmt;

/// What a multiprocessor of an architecture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiprocessor {
    /// Warps at a time.
    pub warps: u32,
    /// Blocks at a time.
    pub blocks: u32,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Bytes of shared memory that one block may have.
    pub shared_of_block: u32,
    /// Bytes of shared memory that the system takes for each block.
    pub reserved: u32,
}

/// Registers of a multiprocessor.
const REGISTERS: u32 = 64 << 10;
/// Registers are given to warps in this many.
const REGISTER_UNIT: u32 = 256;
/// Schedulers of a multiprocessor, each with its part of the registers.
const SCHEDULERS: u32 = 4;
/// Shared memory is given in this many bytes.
const SHARED_UNIT: u32 = 128;
/// Threads of a warp.
const WARP: u32 = 32;
/// Threads of the largest block.
const THREADS_OF_BLOCK: u32 = 1024;

/// Architecture, warps, blocks, KiB of shared memory, and KiB of it for one block; from the tables of CUDA's programming guide.
const TABLE: &[(&str, u32, u32, u32, u32)] = &[
    ("75", 32, 16, 64, 64),
    ("80", 64, 32, 164, 163),
    ("86", 48, 16, 100, 99),
    ("87", 48, 16, 164, 163),
    ("88", 48, 16, 164, 163),
    ("89", 48, 24, 100, 99),
    ("90", 64, 32, 228, 227),
    ("100", 64, 32, 228, 227),
    ("101", 48, 24, 228, 227),
    ("103", 64, 32, 228, 227),
    ("110", 48, 24, 228, 227),
    ("120", 48, 24, 100, 99),
    ("121", 48, 24, 100, 99),
];

impl Multiprocessor {
    /// The multiprocessor of an architecture, `sm_90a` for example.
    #[must_use]
    pub fn of(arch: &str) -> Option<Self> {
        let number = arch.strip_prefix("sm_")?.trim_end_matches(['a', 'f']);
        let &(_, warps, blocks, shared, of_block) = TABLE.iter().find(|row| row.0 == number)?;
        let reserved = if number == "75" { 0 } else { 1 << 10 };
        Some(Self { warps, blocks, shared: shared << 10, shared_of_block: of_block << 10, reserved })
    }

    /// How many blocks of `threads` threads run at a time, where each thread has `registers` and each block `shared` bytes.
    /// `None` for a block that does not run at all.
    #[must_use]
    pub fn occupancy(&self, threads: u32, registers: u32, shared: u32) -> Option<Occupancy> {
        if threads == 0 || threads > THREADS_OF_BLOCK || shared > self.shared_of_block {
            return None;
        }
        let warps_of_block = threads.div_ceil(WARP);
        let of_warp = (registers.max(1) * WARP).next_multiple_of(REGISTER_UNIT);
        let warps_by_registers = REGISTERS / SCHEDULERS / of_warp * SCHEDULERS;
        let shared = (shared + self.reserved).next_multiple_of(SHARED_UNIT);
        let by_shared = self.shared.checked_div(shared).unwrap_or(u32::MAX);
        let (blocks, limit) = [
            (self.warps / warps_of_block, Limit::Warps),
            (self.blocks, Limit::Blocks),
            (warps_by_registers / warps_of_block, Limit::Registers),
            (by_shared, Limit::Shared),
        ]
        .into_iter()
        .min_by_key(|&(blocks, _)| blocks)?;
        (blocks > 0).then_some(Occupancy {
            blocks,
            warps: blocks * warps_of_block,
            of_warps: self.warps,
            limit,
        })
    }
}

/// What there is too little of for another block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Warps: the multiprocessor is full.
    Warps,
    /// Blocks.
    Blocks,
    /// Registers.
    Registers,
    /// Shared memory.
    Shared,
}

/// How full a multiprocessor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Blocks at a time.
    pub blocks: u32,
    /// Their warps.
    pub warps: u32,
    /// Warps that there may be.
    pub of_warps: u32,
    /// Why there are no more.
    pub limit: Limit,
}

impl fmt::Display for Occupancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100 * self.warps / self.of_warps.max(1);
        let s = if self.blocks == 1 { "" } else { "s" };
        write!(f, "{} block{s} on a multiprocessor, occupancy {percent} % ", self.blocks)?;
        f.write_str(match self.limit {
            Limit::Warps => "(full of warps)",
            Limit::Blocks => "(full of blocks)",
            Limit::Registers => "(limited by registers)",
            Limit::Shared => "(limited by shared memory)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_known_kernels() {
        let cases = [
            // The whole multiprocessor with few registers.
            ("sm_80", 256, 32, 0, 8, 64, Limit::Warps),
            ("sm_80", 64, 32, 0, 32, 64, Limit::Warps),
            ("sm_80", 32, 32, 0, 32, 32, Limit::Blocks),
            // 33 registers are 40 for each thread: 48 warps.
            ("sm_80", 256, 33, 0, 6, 48, Limit::Registers),
            ("sm_90a", 384, 168, 0, 1, 12, Limit::Registers),
            ("sm_90a", 128, 255, 0, 2, 8, Limit::Registers),
            // A block of 64 KiB takes 65 of 164.
            ("sm_80", 128, 32, 64 << 10, 2, 8, Limit::Shared),
            ("sm_90a", 256, 64, 227 << 10, 1, 8, Limit::Shared),
            ("sm_86", 256, 32, 0, 6, 48, Limit::Warps),
            ("sm_75", 1024, 64, 0, 1, 32, Limit::Warps),
        ];
        for (arch, threads, registers, shared, blocks, warps, limit) in cases {
            let sm = Multiprocessor::of(arch).expect("a known architecture");
            let got = sm.occupancy(threads, registers, shared).expect("it runs");
            assert_eq!(
                (got.blocks, got.warps, got.limit),
                (blocks, warps, limit),
                "{arch} {threads} {registers}"
            );
        }
    }

    #[test]
    fn blocks_that_do_not_run() {
        let sm = Multiprocessor::of("sm_80").expect("a known architecture");
        assert_eq!(sm.occupancy(1025, 16, 0), None);
        assert_eq!(sm.occupancy(0, 16, 0), None);
        assert_eq!(sm.occupancy(128, 16, 164 << 10), None);
        assert_eq!(sm.occupancy(1024, 128, 0), None);
        assert_eq!(Multiprocessor::of("sm_12"), None);
        assert_eq!(Multiprocessor::of("gfx90a"), None);
    }

    #[test]
    fn occupancy_is_said_in_words() {
        let sm = Multiprocessor::of("sm_90a").expect("a known architecture");
        let text = sm.occupancy(384, 168, 0).map(|o| o.to_string());
        assert_eq!(
            text.as_deref(),
            Some("1 block on a multiprocessor, occupancy 18 % (limited by registers)")
        );
    }
}
