//! Occupancy: the number of resident blocks of a kernel on a multiprocessor.

use std::fmt;

use strata_gpu::GpuTarget;

/// The occupancy for blocks of `threads` threads, if each thread has `registers` registers and each block `shared` bytes of shared memory.
/// `None` if a block does not fit at all.
#[must_use]
pub fn occupancy(target: &GpuTarget, threads: u32, registers: u32, shared: u32) -> Option<Occupancy> {
    let (threads, registers, shared) = (i64::from(threads), i64::from(registers), i64::from(shared));
    if threads == 0 || threads > target.threads_of_block || shared > target.shared.of_block {
        return None;
    }
    let GpuTarget { registers: file, shared: memory, lanes, .. } = *target;
    let warps_of_block = round_up(threads, lanes) / lanes;
    let of_warp = round_up(registers.max(1) * lanes, file.unit);
    let warps_by_registers = file.count / file.schedulers / of_warp * file.schedulers;
    let shared = round_up(shared + memory.reserved, memory.unit);
    let by_shared = memory.bytes.checked_div(shared).unwrap_or(i64::MAX);
    let (blocks, limit) = [
        (target.warps / warps_of_block, Limit::Warps),
        (target.blocks, Limit::Blocks),
        (warps_by_registers / warps_of_block, Limit::Registers),
        (by_shared, Limit::Shared),
    ]
    .into_iter()
    .min_by_key(|&(blocks, _)| blocks)?;
    (blocks > 0).then_some(Occupancy {
        blocks,
        warps: blocks * warps_of_block,
        of_warps: target.warps,
        limit,
    })
}

/// Rounds up to a multiple of `unit`.
fn round_up(n: i64, unit: i64) -> i64 {
    (n + unit - 1) / unit * unit
}

/// The resource that limits the occupancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Warps: all are in use.
    Warps,
    /// Blocks.
    Blocks,
    /// Registers.
    Registers,
    /// Shared memory.
    Shared,
}

/// The occupancy of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Resident blocks.
    pub blocks: i64,
    /// Resident warps.
    pub warps: i64,
    /// The largest number of resident warps.
    pub of_warps: i64,
    /// The resource that limits it.
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
            let sm = GpuTarget::for_arch(arch).expect("a known architecture");
            let got = occupancy(sm, threads, registers, shared).expect("it runs");
            assert_eq!(
                (got.blocks, got.warps, got.limit),
                (blocks, warps, limit),
                "{arch} {threads} {registers}"
            );
        }
    }

    #[test]
    fn blocks_that_do_not_run() {
        let sm = GpuTarget::for_arch("sm_80").expect("a known architecture");
        assert_eq!(occupancy(sm, 1025, 16, 0), None);
        assert_eq!(occupancy(sm, 0, 16, 0), None);
        assert_eq!(occupancy(sm, 128, 16, 164 << 10), None);
        assert_eq!(occupancy(sm, 1024, 128, 0), None);
    }

    #[test]
    fn occupancy_is_said_in_words() {
        let sm = GpuTarget::for_arch("sm_90a").expect("a known architecture");
        let text = occupancy(sm, 384, 168, 0).map(|o| o.to_string());
        assert_eq!(
            text.as_deref(),
            Some("1 block on a multiprocessor, occupancy 18 % (limited by registers)")
        );
    }
}
