//! The NVIDIA architectures of LLVM 22 and the lowest PTX version of each. LLVM aborts the process when the PTX version is too low for
//! the architecture, so the pair is checked here.

use strata_gpu::{Chip, ChipVariant};

/// An architecture number and the lowest PTX version (times ten) that knows it.
const ARCHITECTURES: &[(u32, u32)] = &[
    (50, 40),
    (52, 41),
    (53, 42),
    (60, 50),
    (61, 50),
    (62, 50),
    (70, 60),
    (72, 61),
    (75, 63),
    (80, 70),
    (86, 71),
    (87, 74),
    (88, 90),
    (89, 78),
    (90, 78),
    (100, 86),
    (101, 86),
    (103, 88),
    (110, 90),
    (120, 87),
    (121, 88),
];
/// The PTX versions (times ten) from `+ptx40` on that LLVM 22 knows.
const PTX_VERSIONS: &[u32] = &[
    40, 41, 42, 43, 50, 60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85,
    86, 87, 88, 90,
];

/// Checks `cpu` (`sm_80`, `sm_90a`, …) and returns the lowest PTX version for it.
pub(crate) fn minimum_ptx(cpu: &str) -> Result<u32, String> {
    let unknown = || format!("`{cpu}` is not a known NVIDIA architecture (sm_50 … sm_121)");
    let Chip { capability, variant } = Chip::parse(cpu).ok_or_else(unknown)?;
    let &(_, minimum) = ARCHITECTURES.iter().find(|(number, _)| *number == capability).ok_or_else(unknown)?;
    match variant {
        ChipVariant::Baseline => Ok(minimum),
        ChipVariant::Specific if capability == 90 => Ok(80),
        ChipVariant::Specific if capability >= 100 => Ok(minimum),
        ChipVariant::Family if capability >= 100 => Ok(minimum.max(88)),
        ChipVariant::Specific | ChipVariant::Family => Err(unknown()),
    }
}

/// Checks the feature string (empty or `+ptxNN`) for `cpu`, and returns the one to use.
pub(crate) fn features(cpu: &str, features: &str) -> Result<String, String> {
    let minimum = minimum_ptx(cpu)?;
    if features.is_empty() {
        return Ok(format!("+ptx{minimum}"));
    }
    let version = features.strip_prefix("+ptx").and_then(|v| v.parse::<u32>().ok());
    match version {
        Some(v) if !PTX_VERSIONS.contains(&v) => Err(format!("`{features}` is not a known PTX version")),
        Some(v) if v < minimum => Err(format!("{cpu} needs at least +ptx{minimum}, not {features}")),
        Some(_) => Ok(features.to_owned()),
        None => Err(format!("`{features}` is not a feature of NVPTX; give one `+ptxNN`")),
    }
}
