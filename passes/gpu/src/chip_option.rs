//! The option `chip` of passes: the name of the architecture that kernels are made for, as `sm_90a`.

use strata_gpu::{Chip, GpuTarget};
use strata_pass::OptionValue;

/// An architecture that is in the table of [`GpuTarget`]s.
#[derive(Clone, Copy, Debug)]
pub struct ChipOption {
    chip: Chip,
    target: &'static GpuTarget,
}

impl ChipOption {
    /// The resources of its devices.
    #[must_use]
    pub fn target(self) -> &'static GpuTarget {
        self.target
    }
}

impl Default for ChipOption {
    fn default() -> Self {
        Self { chip: GpuTarget::DEFAULT.chip, target: GpuTarget::DEFAULT }
    }
}

impl OptionValue for ChipOption {
    const KIND: &'static str = "<string>";
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let found =
            Chip::parse(text).and_then(|chip| Some(Self { chip, target: GpuTarget::for_chip(chip)? }));
        found.ok_or_else(|| format!("{name} must be the name of an architecture, as sm_90a, got {text}"))
    }
    fn print(&self) -> String {
        self.chip.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_architectures_are_read() {
        for text in ["sm_80", "sm_90", "sm_90a", "sm_100f"] {
            assert_eq!(ChipOption::parse("chip", text).map(|c| c.print()).as_deref(), Ok(text));
        }
        let wrong = ChipOption::parse("chip", "sm_35").map(|c| c.print());
        assert_eq!(wrong, Err("chip must be the name of an architecture, as sm_90a, got sm_35".to_owned()));
        assert_eq!(ChipOption::default().print(), "sm_80");
    }
}
