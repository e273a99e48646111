//! Names of architectures, as assemblers and the option `chip` of passes take them: `sm_90a`.

use std::fmt;

/// The name of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chip {
    /// Its number: the compute capability times ten.
    pub capability: u32,
    /// Which instructions it has besides those that all later architectures have.
    pub variant: ChipVariant,
}

/// Instructions that not every later architecture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChipVariant {
    /// None: kernels run on every later architecture.
    Baseline,
    /// Those of its family, which the letter `f` says.
    Family,
    /// Those that only this architecture has, which the letter `a` says.
    Specific,
}

impl Chip {
    /// Reads a name; `None` for what is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix("sm_")?;
        let (digits, variant) = match text.as_bytes().last()? {
            b'a' => (&text[..text.len() - 1], ChipVariant::Specific),
            b'f' => (&text[..text.len() - 1], ChipVariant::Family),
            _ => (text, ChipVariant::Baseline),
        };
        let is_number = (2..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        Some(Self { capability: digits.parse().ok().filter(|_| is_number)?, variant })
    }
    /// The generation, which is the first number of the compute capability.
    #[must_use]
    pub fn generation(self) -> u32 {
        self.capability / 10
    }
}

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.variant {
            ChipVariant::Baseline => "",
            ChipVariant::Family => "f",
            ChipVariant::Specific => "a",
        };
        write!(f, "sm_{}{letter}", self.capability)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_printed() {
        let cases = [
            ("sm_80", 80, ChipVariant::Baseline),
            ("sm_90a", 90, ChipVariant::Specific),
            ("sm_100f", 100, ChipVariant::Family),
        ];
        for (text, capability, variant) in cases {
            let chip = Chip { capability, variant };
            assert_eq!(Chip::parse(text), Some(chip));
            assert_eq!(chip.to_string(), text);
        }
        assert_eq!(Chip::parse("sm_103a").map(Chip::generation), Some(10));
        for wrong in
            ["", "sm_", "sm_a", "sm_9", "sm_1000", "sm_90b", "sm_90aa", "sm_+90", "90a", "gfx90a", "sm_9é"]
        {
            assert_eq!(Chip::parse(wrong), None, "{wrong}");
        }
    }
}
