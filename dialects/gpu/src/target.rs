//! Target devices of kernels: [`GpuTarget`], one row of a table for each architecture.
//!
//! Passes that divide work read the row and know no architecture by name. A capability that depends on one vendor's instructions
//! is a [`GpuFeature`].

use crate::chip::{Chip, ChipVariant};

/// The resources of a device of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuTarget {
    /// The architecture; with a letter where that one has what the one without it has not.
    pub chip: Chip,
    /// Threads that run in step.
    pub lanes: i64,
    /// Threads of the largest block.
    pub threads_of_block: i64,
    /// The number of multiprocessors that is assumed when the device's number is unknown.
    pub multiprocessors: i64,
    /// Warps that a multiprocessor runs at a time.
    pub warps: i64,
    /// Blocks that a multiprocessor runs at a time.
    pub blocks: i64,
    /// Memory that the threads of a block share.
    pub shared: SharedMemory,
    /// Registers.
    pub registers: RegisterFile,
    /// Units that multiply matrices.
    pub matrices: MatrixUnits,
    /// Optional features of the device.
    pub features: &'static [GpuFeature],
}

/// Memory that the threads of a block share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedMemory {
    /// Bytes of a multiprocessor.
    pub bytes: i64,
    /// Bytes that one block may have.
    pub of_block: i64,
    /// Bytes that a kernel has without asking for them at its launch.
    pub declared: i64,
    /// Bytes that the system takes for each block.
    pub reserved: i64,
    /// The allocation granularity in bytes.
    pub unit: i64,
}

/// The registers of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterFile {
    /// Registers of 32 bits.
    pub count: i64,
    /// The allocation granularity of a warp.
    pub unit: i64,
    /// Schedulers, each of which has its part of them.
    pub schedulers: i64,
}

/// The throughput of multiplications of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixUnits {
    /// Multiplications of 16-bit numbers in a clock by the instructions of single warps.
    pub halves: i64,
    /// Multiplications of 32-bit numbers in a clock by threads.
    pub words: i64,
    /// How much faster products of `f32` are by these units than by threads, in tenths: rounded to a shorter format, and as three
    /// products that keep the precision.
    pub gain: [i64; 2],
}

/// A feature that not every device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GpuFeature {
    /// Copies to shared memory that go on while the kernel does.
    AsynchronousCopies,
    /// Several warps that multiply matrices in shared memory together, while boxes of tensors are copied there.
    WarpGroups,
}

use GpuFeature::{AsynchronousCopies, WarpGroups};

const KIB: i64 = 1 << 10;

const REGISTERS: RegisterFile = RegisterFile { count: 64 * KIB, unit: 256, schedulers: 4 };

/// A device that was new with this architecture; `shared` are KiB of a multiprocessor.
const fn row(
    capability: u32,
    variant: ChipVariant,
    warps: i64,
    blocks: i64,
    shared: i64,
    features: &'static [GpuFeature],
) -> GpuTarget {
    let newer = capability >= 90;
    // The first architecture keeps nothing of its shared memory for the system.
    let reserved = if capability < 80 { 0 } else { 1 };
    GpuTarget {
        chip: Chip { capability, variant },
        lanes: 32,
        threads_of_block: 1024,
        multiprocessors: match capability {
            0..90 => 108,
            90..100 => 132,
            _ => 148,
        },
        warps,
        blocks,
        shared: SharedMemory {
            bytes: shared * KIB,
            of_block: (shared - reserved) * KIB,
            declared: 48 * KIB,
            reserved: reserved * KIB,
            unit: 128,
        },
        registers: REGISTERS,
        matrices: MatrixUnits { halves: 1024, words: 64, gain: if newer { [45, 15] } else { [80, 26] } },
        features,
    }
}

use ChipVariant::{Baseline, Specific};

/// From the tables of CUDA's programming guide. Multiprocessors are those of A100, of H100 from 90 on, and of B200 from 100 on; gains
/// those of A100 and, from 90 on, of H100.
const TARGETS: [GpuTarget; 14] = [
    row(75, Baseline, 32, 16, 64, &[]),
    row(80, Baseline, 64, 32, 164, &[AsynchronousCopies]),
    row(86, Baseline, 48, 16, 100, &[AsynchronousCopies]),
    row(87, Baseline, 48, 16, 164, &[AsynchronousCopies]),
    row(88, Baseline, 48, 16, 164, &[AsynchronousCopies]),
    row(89, Baseline, 48, 24, 100, &[AsynchronousCopies]),
    row(90, Baseline, 64, 32, 228, &[AsynchronousCopies]),
    row(90, Specific, 64, 32, 228, &[AsynchronousCopies, WarpGroups]),
    row(100, Baseline, 64, 32, 228, &[AsynchronousCopies]),
    row(101, Baseline, 48, 24, 228, &[AsynchronousCopies]),
    row(103, Baseline, 64, 32, 228, &[AsynchronousCopies]),
    row(110, Baseline, 48, 24, 228, &[AsynchronousCopies]),
    row(120, Baseline, 48, 24, 100, &[AsynchronousCopies]),
    row(121, Baseline, 48, 24, 100, &[AsynchronousCopies]),
];

impl GpuTarget {
    /// The oldest supported architecture, which is used where none is named.
    pub const DEFAULT: &'static Self = &TARGETS[1];

    /// Every architecture in the table, the oldest one first.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        TARGETS.iter()
    }
    /// The architecture of a name; what a letter says besides is nothing where the table has no row of its own for it.
    pub fn for_chip(chip: Chip) -> Option<&'static Self> {
        let row = |wanted: Chip| Self::all().find(|t| t.chip == wanted);
        row(chip).or_else(|| row(Chip { variant: Baseline, ..chip }))
    }
    /// The architecture of a name as assemblers take it, `sm_90a` for example.
    pub fn for_arch(arch: &str) -> Option<&'static Self> {
        Self::for_chip(Chip::parse(arch)?)
    }
    /// The newest architecture whose kernels every device with this number runs; the oldest one for numbers before it.
    pub fn for_capability(capability: u32) -> &'static Self {
        let runs = |t: &&Self| t.chip.variant == Baseline && t.chip.capability <= capability;
        Self::all().filter(runs).last().unwrap_or(&TARGETS[0])
    }
    /// Whether it has a feature.
    pub fn has(&self, feature: GpuFeature) -> bool {
        self.features.contains(&feature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_are_found_by_number_and_by_name() {
        let found = |arch: &str| GpuTarget::for_arch(arch).map(|t| t.chip.to_string());
        for (arch, row) in
            [("sm_80", "sm_80"), ("sm_90", "sm_90"), ("sm_90a", "sm_90a"), ("sm_100f", "sm_100")]
        {
            assert_eq!(found(arch).as_deref(), Some(row));
        }
        for unknown in ["sm_12", "sm_", "gfx90a", "sm_90b"] {
            assert_eq!(found(unknown), None, "{unknown}");
        }
        for (capability, row) in [(70, "sm_75"), (90, "sm_90"), (92, "sm_90"), (200, "sm_121")] {
            assert_eq!(GpuTarget::for_capability(capability).chip.to_string(), row);
        }
        assert_eq!(GpuTarget::DEFAULT.chip.to_string(), "sm_80");
    }

    #[test]
    fn rows_are_in_order_and_their_numbers_fit() {
        let all: Vec<&GpuTarget> = GpuTarget::all().collect();
        let number = |t: &GpuTarget| (t.chip.capability, t.chip.variant != Baseline);
        assert!(all.windows(2).all(|w| number(w[0]) < number(w[1])));
        for t in all {
            assert!(t.lanes.count_ones() == 1 && t.threads_of_block % t.lanes == 0, "{t:?}");
            assert!(t.shared.of_block + t.shared.reserved == t.shared.bytes, "{t:?}");
            assert!(t.shared.declared <= t.shared.of_block, "{t:?}");
            assert!(t.registers.count % (t.registers.unit * t.registers.schedulers) == 0, "{t:?}");
        }
    }

    #[test]
    fn known_devices_have_their_multiprocessors_and_features() {
        let rows =
            [("sm_80", 108, false), ("sm_90", 132, false), ("sm_90a", 132, true), ("sm_100a", 148, false)];
        for (arch, multiprocessors, groups) in rows {
            let row = GpuTarget::for_arch(arch).map(|t| (t.multiprocessors, t.has(GpuFeature::WarpGroups)));
            assert_eq!(row, Some((multiprocessors, groups)), "{arch}");
        }
    }
}
