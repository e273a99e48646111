//! Whether another process of this machine is alive, by what the system says of it.

use std::hash::{DefaultHasher, Hash, Hasher};

/// A process of the operating system, as others on its machine recognize it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Life {
    /// The machine, in the form of a hash of its start and of its numbers of processes; 0 if it does not tell.
    machine: u64,
    number: u64,
    /// When the process started, since numbers are used again.
    start: u64,
}

impl Life {
    /// The bytes of one.
    pub(crate) const BYTES: usize = 24;

    /// This process.
    pub(crate) fn own() -> Self {
        let number = u64::from(std::process::id());
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
        let space = std::fs::read_link("/proc/self/ns/pid");
        let machine = match (boot, space) {
            (Ok(boot), Ok(space)) => {
                let mut hasher = DefaultHasher::new();
                (boot, space).hash(&mut hasher);
                hasher.finish()
            }
            _ => 0,
        };
        let start = state(number).map_or(0, |(_, start)| start);
        Self { machine: if start == 0 { 0 } else { machine }, number, start }
    }
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        [self.machine, self.number, self.start].iter().flat_map(|number| number.to_le_bytes()).collect()
    }
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut numbers = bytes.chunks_exact(8).map(|part| part.try_into().map(u64::from_le_bytes));
        let mut next = || numbers.next()?.ok();
        Some(Self { machine: next()?, number: next()?, start: next()? })
    }
    /// Whether the process is known to have ended, as seen by another one; false for those of other machines.
    pub(crate) fn has_ended(self, seen_by: Self) -> bool {
        let is_visible = self.machine != 0 && self.machine == seen_by.machine;
        is_visible
            && match state(self.number) {
                Some((state, start)) => matches!(state, 'Z' | 'X') || start != self.start,
                None => true,
            }
    }
}

/// The state of a process and its start.
fn state(number: u64) -> Option<(char, u64)> {
    let text = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    // The name of the program may have any characters; it is in parentheses.
    let (_, rest) = text.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let state = fields.next()?.chars().next()?;
    Some((state, fields.nth(18)?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_process_that_ends_is_noticed() {
        let own = Life::own();
        assert_eq!(Life::from_bytes(&own.to_bytes()), Some(own));
        assert_eq!(own.to_bytes().len(), Life::BYTES);
        assert!(!own.has_ended(own));
        let mut child =
            Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("a process");
        let number = u64::from(child.id());
        let start = state(number).expect("it runs").1;
        let life = Life { number, start, ..own };
        assert!(!life.has_ended(own));
        // Another process with its number.
        assert!(Life { start: start + 1, ..life }.has_ended(own));
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
        assert!(life.has_ended(own));
        // Nothing is known of other machines.
        assert!(!Life { machine: own.machine ^ 1, ..life }.has_ended(own));
        assert!(!Life { machine: 0, ..life }.has_ended(Life { machine: 0, ..own }));
    }
}
