//! Target devices of kernels: [`GpuTarget`], one row of a table for each architecture.
//!
//! Passes that divide work read the row and know no architecture by name. A capability that depends on one vendor's instructions
//! is a [`GpuFeature`].

/// The properties of a device of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GpuTarget {
    /// The number of the architecture, as in `sm_90`.
    pub capability: u32,
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
    warps: i64,
    blocks: i64,
    shared: i64,
    features: &'static [GpuFeature],
) -> GpuTarget {
    let newer = capability >= 90;
    // The first architecture keeps nothing of its shared memory for the system.
    let reserved = if capability < 80 { 0 } else { 1 };
    GpuTarget {
        capability,
        lanes: 32,
        threads_of_block: 1024,
        multiprocessors: if newer { 132 } else { 108 },
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

/// From the tables of CUDA's programming guide. Gains and multiprocessors are those of A100 and, from 90 on, of H100.
const TARGETS: [GpuTarget; 13] = [
    row(75, 32, 16, 64, &[]),
    row(80, 64, 32, 164, &[AsynchronousCopies]),
    row(86, 48, 16, 100, &[AsynchronousCopies]),
    row(87, 48, 16, 164, &[AsynchronousCopies]),
    row(88, 48, 16, 164, &[AsynchronousCopies]),
    row(89, 48, 24, 100, &[AsynchronousCopies]),
    row(90, 64, 32, 228, &[AsynchronousCopies, WarpGroups]),
    row(100, 64, 32, 228, &[AsynchronousCopies]),
    row(101, 48, 24, 228, &[AsynchronousCopies]),
    row(103, 64, 32, 228, &[AsynchronousCopies]),
    row(110, 48, 24, 228, &[AsynchronousCopies]),
    row(120, 48, 24, 100, &[AsynchronousCopies]),
    row(121, 48, 24, 100, &[AsynchronousCopies]),
];

impl GpuTarget {
    /// The oldest supported architecture, which is used where none is named.
    pub const DEFAULT: &'static Self = &TARGETS[1];

    /// Every architecture in the table, the oldest one first.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        TARGETS.iter()
    }
    /// The architecture with exactly this number.
    pub fn exactly(capability: u32) -> Option<&'static Self> {
        Self::all().find(|t| t.capability == capability)
    }
    /// The newest architecture whose kernels a device with this number runs; the oldest one for numbers before it.
    pub fn for_capability(capability: u32) -> &'static Self {
        Self::all().filter(|t| t.capability <= capability).last().unwrap_or(&TARGETS[0])
    }
    /// The architecture of a name as assemblers take it, `sm_90a` for example.
    pub fn for_arch(arch: &str) -> Option<&'static Self> {
        Self::exactly(arch.strip_prefix("sm_")?.trim_end_matches(['a', 'f']).parse().ok()?)
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
        assert_eq!(GpuTarget::for_arch("sm_90a"), GpuTarget::exactly(90));
        assert_eq!(GpuTarget::for_arch("sm_100f").map(|t| t.capability), Some(100));
        for unknown in ["sm_12", "sm_", "gfx90a", "sm_90b"] {
            assert_eq!(GpuTarget::for_arch(unknown), None, "{unknown}");
        }
        assert_eq!(GpuTarget::for_capability(92).capability, 90);
        assert_eq!(GpuTarget::for_capability(70).capability, 75);
        assert_eq!(GpuTarget::DEFAULT.capability, 80);
    }

    #[test]
    fn rows_are_in_order_and_their_numbers_fit() {
        let all: Vec<&GpuTarget> = GpuTarget::all().collect();
        assert!(all.windows(2).all(|w| w[0].capability < w[1].capability));
        for t in all {
            assert!(t.lanes.count_ones() == 1 && t.threads_of_block % t.lanes == 0, "{t:?}");
            assert!(t.shared.of_block + t.shared.reserved == t.shared.bytes, "{t:?}");
            assert!(t.shared.declared <= t.shared.of_block, "{t:?}");
            assert!(t.registers.count % (t.registers.unit * t.registers.schedulers) == 0, "{t:?}");
        }
        assert!(GpuTarget::for_capability(90).has(GpuFeature::WarpGroups));
        assert!(!GpuTarget::for_capability(100).has(GpuFeature::WarpGroups));
    }
}
