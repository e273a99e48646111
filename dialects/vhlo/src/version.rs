//! [`Version`]: a version of StableHLO.

use std::fmt;

/// `major.minor.patch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u16, pub u16, pub u16);

impl Version {
    /// The oldest version that artifacts can have.
    pub const MINIMUM: Version = Version(0, 9, 0);
    /// The newest version that is understood.
    pub const CURRENT: Version = Version(1, 21, 0);

    /// The version in `1.2.3`, or the newest for `current`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "current" {
            return Some(Self::CURRENT);
        }
        let mut parts = text.split('.').map(|p| p.parse::<u16>().ok());
        let version = Self(parts.next()??, parts.next()??, parts.next()??);
        parts.next().is_none().then_some(version)
    }
    /// The version of the bytecode format that artifacts of this version have.
    pub fn bytecode(self) -> u64 {
        match self {
            v if v < Version(0, 10, 0) => 0,
            v if v < Version(0, 12, 0) => 1,
            v if v < Version(0, 14, 0) => 3,
            v if v < Version(0, 15, 0) => 4,
            _ => 6,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}
