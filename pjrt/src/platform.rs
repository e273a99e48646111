//! The platforms, each a kind of machine that programs run on. Each has a name of its own, by which JAX chooses its rules.

use strata_driver::{Device, Target, target::processor};

use std::sync::Arc;

use crate::error::{Error, Result};

/// The name of the platform of processors, by which handlers of users are registered for all platforms.
pub(crate) const PLATFORM: &str = "strata";

/// The machine that programs run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Platform {
    /// The processors of this machine.
    Cpu,
    /// A simulated GPU, which finds races and accesses out of bounds in kernels.
    Simulator,
    /// The first GPU of this machine.
    Cuda,
}

/// All platforms, with the values of the option `target` and their names.
const PLATFORMS: [(Platform, &str, &str); 3] = [
    (Platform::Cpu, "cpu", PLATFORM),
    (Platform::Simulator, "gpusim", "strata_gpusim"),
    (Platform::Cuda, "cuda", "strata_cuda"),
];

impl Platform {
    /// The platform with this value of the option `target`.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let found = PLATFORMS.iter().find(|row| row.1 == text);
        found.map(|row| row.0).ok_or_else(|| {
            let all: Vec<&str> = PLATFORMS.iter().map(|row| row.1).collect();
            Error::invalid(format!("there is no target '{text}'; there are {}", all.join(", ")))
        })
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        PLATFORMS.iter().find(|row| row.0 == self).unwrap_or(&PLATFORMS[0])
    }

    /// The value of the option `target`.
    pub(crate) fn target_name(self) -> &'static str {
        self.row().1
    }

    /// The name, by which JAX chooses its rules.
    pub(crate) fn name(self) -> &'static str {
        self.row().2
    }

    /// The target of the compiler, whose kernels are made for `arch`.
    pub(crate) fn target(self, arch: Option<&str>) -> Result<Target> {
        let host = processor("native", "")?;
        match self {
            Self::Cpu => match arch {
                None => Ok(host.into()),
                Some(arch) => Err(Error::invalid(format!("the target cpu has no architecture '{arch}'"))),
            },
            Self::Simulator => Ok(Target::shared_simulator(host, arch)),
            Self::Cuda => Ok(Target::cuda(host, arch)?),
        }
    }

    /// The kind of its devices, as users see it.
    pub(crate) fn device_kind(self, memory: Option<&Arc<dyn Device>>) -> String {
        memory.map_or_else(|| self.target_name().to_owned(), |device| device.name())
    }
}

/// The version, which serialized forms have.
pub(crate) fn version() -> String {
    format!("Strata {}", env!("CARGO_PKG_VERSION"))
}
