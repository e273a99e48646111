//! Sizes of processor caches: of this machine, as the system describes them, and of other processors by name.

use std::path::Path;

/// One level of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cache {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its associativity: the number of lines in a set.
    pub ways: u64,
}

/// The caches of one core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Caches {
    /// The first-level data cache.
    pub l1: Cache,
    /// The second-level cache.
    pub l2: Cache,
}

const fn caches(l1: (u64, u64), l2: (u64, u64)) -> Caches {
    Caches { l1: Cache { bytes: l1.0 << 10, ways: l1.1 }, l2: Cache { bytes: l2.0 << 10, ways: l2.1 } }
}

/// The caches of an unknown processor: those of common processors.
const USUAL: Caches = caches((32, 8), (512, 8));

/// Caches in KiB and ways, and the names of the processors with these caches.
#[rustfmt::skip]
const KNOWN: &[(Caches, &[&str])] = &[
    (caches((32, 8), (256, 8)), &[
        "nehalem", "corei7", "westmere", "sandybridge", "core-avx-i", "core_2nd_gen_avx", "ivybridge", "core_3rd_gen_avx", "haswell",
        "core-avx2", "core_4th_gen_avx", "core_4th_gen_avx_tsx", "broadwell", "core_5th_gen_avx", "core_5th_gen_avx_tsx", "skylake",
        "cannonlake",
    ]),
    (caches((32, 8), (1024, 16)), &["skylake-avx512", "skylake_avx512", "skx", "cascadelake", "cooperlake", "x86-64-v4"]),
    (caches((48, 12), (512, 8)), &["icelake-client", "icelake_client", "rocketlake"]),
    (caches((48, 12), (1280, 20)), &["icelake-server", "icelake_server", "tigerlake"]),
    (caches((48, 12), (1280, 10)), &["alderlake", "raptorlake", "meteorlake"]),
    (caches((48, 12), (2048, 16)), &[
        "sapphirerapids", "emeraldrapids", "graniterapids", "graniterapids-d", "graniterapids_d", "diamondrapids", "arrowlake",
        "arrowlake-s", "arrowlake_s", "lunarlake",
    ]),
    (caches((32, 8), (512, 8)), &["znver1", "znver2", "znver3"]),
    (caches((32, 8), (1024, 8)), &["znver4"]),
    (caches((48, 12), (1024, 16)), &["znver5"]),
    (caches((64, 4), (1024, 8)), &["neoverse-n1", "neoverse-n2", "neoverse-v1", "neoverse-v2", "grace"]),
];

impl Caches {
    /// The caches of the processor with this LLVM name.
    pub(crate) fn of_cpu(cpu: &str) -> Self {
        KNOWN.iter().find(|(_, names)| names.contains(&cpu)).map_or(USUAL, |(caches, _)| *caches)
    }

    /// The caches of this machine; values that the system does not report are those of the processor with this name.
    pub(crate) fn of_host(cpu: &str) -> Self {
        Self::of_folder(Path::new("/sys/devices/system/cpu/cpu0/cache"), Self::of_cpu(cpu))
    }

    /// The caches in a directory of Linux's description, with `other` for missing values.
    fn of_folder(folder: &Path, other: Self) -> Self {
        let mut found = other;
        for index in 0..8 {
            let of = folder.join(format!("index{index}"));
            let text = |name: &str| std::fs::read_to_string(of.join(name)).unwrap_or_default();
            let (level, kind) = (text("level"), text("type"));
            let Some(cache) = cache(&text("size"), &text("ways_of_associativity")) else { continue };
            match (level.trim(), kind.trim()) {
                ("1", "Data" | "Unified") => found.l1 = cache,
                ("2", "Data" | "Unified") => found.l2 = cache,
                _ => {}
            }
        }
        found
    }
}

/// Parses a cache as written by Linux, `32K` and `8`; `None` if the values are not plausible.
fn cache(size: &str, ways: &str) -> Option<Cache> {
    let size = size.trim();
    let (number, unit) = match (size.strip_suffix('K'), size.strip_suffix('M')) {
        (Some(n), _) => (n, 1 << 10),
        (_, Some(n)) => (n, 1 << 20),
        _ => (size, 1),
    };
    let bytes = number.parse::<u64>().ok()?.checked_mul(unit)?;
    let ways = ways.trim().parse().ok()?;
    let sound = (4 << 10..=64 << 20).contains(&bytes) && (1..=128).contains(&ways);
    sound.then_some(Cache { bytes, ways })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::x86;

    #[test]
    fn names_are_those_of_processors() {
        for (caches, names) in KNOWN {
            assert!(caches.l1.bytes < caches.l2.bytes);
            for name in *names {
                let known = x86::CPUS.iter().any(|cpu| cpu.0 == *name) || crate::aarch64::CPUS.contains(name);
                assert!(known, "{name}");
                assert_eq!(Caches::of_cpu(name), *caches, "{name} is in two rows");
            }
        }
        assert_eq!(Caches::of_cpu("generic"), USUAL);
    }

    #[test]
    fn what_linux_writes() {
        assert_eq!(cache("32K\n", "8\n"), Some(Cache { bytes: 32 << 10, ways: 8 }));
        assert_eq!(cache("2M", "16"), Some(Cache { bytes: 2 << 20, ways: 16 }));
        for (size, ways) in [
            ("", ""),
            ("0K", "8"),
            ("32K", "0"),
            ("99999999999M", "8"),
            ("32K", "many"),
            ("18446744073709551615K", "8"),
        ] {
            assert_eq!(cache(size, ways), None, "{size} {ways}");
        }
        assert_eq!(Caches::of_folder(Path::new("/nowhere"), USUAL), USUAL);
    }
}
