//! Counters of a launch: [`Counters`].

use std::{
    fmt,
    ops::{AddAssign, Sub},
};

/// The work of a kernel, and the efficiency of its memory accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Executed blocks.
    pub blocks: u64,
    /// Executed warp instructions.
    pub instructions: u64,
    /// Executed lane instructions: warp instructions times their active lanes.
    pub lane_instructions: u64,
    /// Warp accesses to global memory.
    pub global_requests: u64,
    /// Sectors of 32 bytes that they accessed.
    pub global_sectors: u64,
    /// The least number of sectors that could hold their bytes.
    pub global_ideal: u64,
    /// Warp accesses to shared memory; each row of matrices counts as one.
    pub shared_requests: u64,
    /// Bank cycles that they took.
    pub shared_turns: u64,
    /// The least number of bank cycles that they could take.
    pub shared_ideal: u64,
    /// Phases of `ldmatrix` and `stmatrix`: matrices of eight rows.
    pub matrix_phases: u64,
    /// Phases with bank conflicts.
    pub matrix_conflicts: u64,
    /// Matrix products of single warps.
    pub mma: u64,
    /// Matrix products of groups of four warps, counted once per warp.
    pub wgmma: u64,
    /// Bytes copied by `cp.async`.
    pub async_bytes: u64,
    /// Bytes copied in bulk: boxes of tensors and blocks of bytes.
    pub bulk_bytes: u64,
    /// Barriers that warps passed, counted per warp.
    pub barriers: u64,
    /// Atomic operations, counted per lane.
    pub atomics: u64,
    /// Bytes of shared memory per block.
    pub shared_bytes: u64,
}

impl Counters {
    /// Bank cycles beyond the ideal: zero if no two lanes accessed different words of one bank.
    pub fn bank_conflicts(&self) -> u64 {
        self.shared_turns - self.shared_ideal
    }
    /// Needed sectors divided by accessed ones; one for perfectly coalesced accesses.
    pub fn coalescing(&self) -> f64 {
        if self.global_sectors == 0 { 1.0 } else { self.global_ideal as f64 / self.global_sectors as f64 }
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, o: Self) {
        self.blocks += o.blocks;
        self.instructions += o.instructions;
        self.lane_instructions += o.lane_instructions;
        self.global_requests += o.global_requests;
        self.global_sectors += o.global_sectors;
        self.global_ideal += o.global_ideal;
        self.shared_requests += o.shared_requests;
        self.shared_turns += o.shared_turns;
        self.shared_ideal += o.shared_ideal;
        self.matrix_phases += o.matrix_phases;
        self.matrix_conflicts += o.matrix_conflicts;
        self.mma += o.mma;
        self.wgmma += o.wgmma;
        self.async_bytes += o.async_bytes;
        self.bulk_bytes += o.bulk_bytes;
        self.barriers += o.barriers;
        self.atomics += o.atomics;
        self.shared_bytes = self.shared_bytes.max(o.shared_bytes);
    }
}

/// The counts since an earlier state.
impl Sub for Counters {
    type Output = Self;
    fn sub(mut self, o: Self) -> Self {
        self.blocks -= o.blocks;
        self.instructions -= o.instructions;
        self.lane_instructions -= o.lane_instructions;
        self.global_requests -= o.global_requests;
        self.global_sectors -= o.global_sectors;
        self.global_ideal -= o.global_ideal;
        self.shared_requests -= o.shared_requests;
        self.shared_turns -= o.shared_turns;
        self.shared_ideal -= o.shared_ideal;
        self.matrix_phases -= o.matrix_phases;
        self.matrix_conflicts -= o.matrix_conflicts;
        self.mma -= o.mma;
        self.wgmma -= o.wgmma;
        self.async_bytes -= o.async_bytes;
        self.bulk_bytes -= o.bulk_bytes;
        self.barriers -= o.barriers;
        self.atomics -= o.atomics;
        self
    }
}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = self.lane_instructions as f64 / (32 * self.instructions).max(1) as f64;
        writeln!(
            f,
            "blocks {}, instructions {} ({:.0}% of the lanes), barriers {}, atomics {}",
            self.blocks,
            self.instructions,
            100.0 * lanes,
            self.barriers,
            self.atomics
        )?;
        writeln!(
            f,
            "global: {} requests, {} sectors, {} ideal ({:.0}%)",
            self.global_requests,
            self.global_sectors,
            self.global_ideal,
            100.0 * self.coalescing()
        )?;
        writeln!(
            f,
            "shared: {} bytes, {} requests, {} turns, {} ideal, {} bank conflicts",
            self.shared_bytes,
            self.shared_requests,
            self.shared_turns,
            self.shared_ideal,
            self.bank_conflicts()
        )?;
        write!(
            f,
            "matrices: {} mma, {} wgmma, {} phases, {} with conflicts; copies: {} bytes async, {} bytes bulk",
            self.mma,
            self.wgmma,
            self.matrix_phases,
            self.matrix_conflicts,
            self.async_bytes,
            self.bulk_bytes
        )
    }
}

/// The bank cycles of lanes that access 4-byte words in 32 banks, and the ideal number: lanes are grouped into phases by access size.
pub(crate) fn bank_turns(addresses: &[(u32, u64)], bytes: u64) -> (u64, u64) {
    let group = match bytes {
        0..=4 => 32,
        5..=8 => 16,
        _ => 8,
    };
    let (mut turns, mut ideal) = (0, 0);
    let mut rest = addresses;
    while let Some(&(lane, _)) = rest.first() {
        let n = rest.iter().take_while(|a| a.0 / group == lane / group).count();
        let (phase, after) = rest.split_at(n);
        rest = after;
        let (most, words) =
            one_turn(phase, bytes).map_or_else(|| several_turns(phase, bytes), |words| (1, words));
        turns += most;
        ideal += words.div_ceil(32).max(1);
    }
    (turns, ideal)
}

/// The number of words, if no two of them are in one bank.
fn one_turn(phase: &[(u32, u64)], bytes: u64) -> Option<u64> {
    let mut in_bank = [u64::MAX; 32];
    let mut words = 0;
    for &(_, at) in phase {
        for word in at / 4..=(at + bytes.max(1) - 1) / 4 {
            let bank = &mut in_bank[(word % 32) as usize];
            if *bank == u64::MAX {
                *bank = word;
                words += 1;
            } else if *bank != word {
                return None;
            }
        }
    }
    Some(words)
}

/// The cycles of the most used bank, and the number of words.
fn several_turns(phase: &[(u32, u64)], bytes: u64) -> (u64, u64) {
    let mut words = [0u64; 128];
    let mut n = 0;
    for &(_, at) in phase {
        for word in at / 4..=(at + bytes.max(1) - 1) / 4 {
            if n < words.len() && !words[..n].contains(&word) {
                words[n] = word;
                n += 1;
            }
        }
    }
    let mut banks = [0u64; 32];
    for &word in &words[..n] {
        banks[(word % 32) as usize] += 1;
    }
    (banks.into_iter().max().unwrap_or(1), n as u64)
}

/// The sectors of 32 bytes that lanes access, and the least number that could hold their bytes.
pub(crate) fn sectors(addresses: &[(u32, u64)], bytes: u64) -> (u64, u64) {
    let mut all = [0u64; 128];
    let mut n = 0;
    let mut touched = 0;
    let mut last = u64::MAX;
    let mut sorted = true;
    for &(_, at) in addresses {
        let (first, end) = (at / 32, (at + bytes.max(1) - 1) / 32);
        for sector in first..=end {
            if sector != last {
                sorted &= last == u64::MAX || sector > last;
                last = sector;
                if n < all.len() {
                    all[n] = sector;
                    n += 1;
                }
                touched += 1;
            }
        }
    }
    if !sorted {
        all[..n].sort_unstable();
        touched = 0;
        let mut last = u64::MAX;
        for &s in &all[..n] {
            touched += u64::from(s != last);
            last = s;
        }
    }
    // Bytes that several lanes read count once.
    let mut distinct = 0u64;
    let mut last = u64::MAX;
    for &(_, at) in addresses {
        distinct += u64::from(at != last);
        last = at;
    }
    (touched, (distinct * bytes).div_ceil(32).max(1).min(touched))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(f: impl Fn(u64) -> u64) -> Vec<(u32, u64)> {
        (0..32).map(|l| (l, f(l.into()))).collect()
    }

    #[test]
    fn turns_of_banks() {
        assert_eq!(bank_turns(&lanes(|l| 4 * l), 4), (1, 1));
        assert_eq!(bank_turns(&lanes(|l| 8 * l), 4), (2, 1));
        assert_eq!(bank_turns(&lanes(|l| 128 * l), 4), (32, 1));
        assert_eq!(bank_turns(&lanes(|_| 64), 4), (1, 1));
        assert_eq!(bank_turns(&lanes(|l| 16 * l), 16), (4, 4));
        assert_eq!(bank_turns(&lanes(|l| 8 * l), 8), (2, 2));
        assert_eq!(bank_turns(&lanes(|l| 132 * l), 4), (1, 1));
    }

    #[test]
    fn sectors_of_requests() {
        assert_eq!(sectors(&lanes(|l| 4 * l), 4), (4, 4));
        assert_eq!(sectors(&lanes(|l| 4 * (31 - l)), 4), (4, 4));
        assert_eq!(sectors(&lanes(|l| 64 * l), 4), (32, 4));
        assert_eq!(sectors(&lanes(|_| 4), 4), (1, 1));
        assert_eq!(sectors(&lanes(|l| 16 * l + 16), 16), (17, 16));
    }
}
