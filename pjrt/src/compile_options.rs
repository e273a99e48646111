//! `CompileOptionsProto`: how many replicas and partitions, on which devices, and with which options of the compiler.

use std::fmt;

use crate::error::{Error, Result};
use crate::wire::{self, Field};

/// The value of an option that a user gives by `compiler_options`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Override {
    Text(String),
    Bool(bool),
    Int(i64),
    Double(f64),
}

impl fmt::Display for Override {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Bool(b) => b.fmt(f),
            Self::Int(n) => n.fmt(f),
            Self::Double(d) => d.fmt(f),
        }
    }
}

/// The options, as far as they matter here.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompileOptions {
    pub replicas: usize,
    pub partitions: usize,
    /// The device of each process, replica by replica; empty for the first ones.
    pub assignment: Vec<i64>,
    /// `jax_optimization_level`, as XLA's `EffortLevel`.
    pub effort: i64,
    /// Whether the devices are chosen when the program is run.
    pub portable: bool,
    pub overrides: Vec<(String, Override)>,
}

impl CompileOptions {
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self> {
        let mut options = Self { replicas: 1, partitions: 1, ..Self::default() };
        for (number, field) in wire::fields(bytes)? {
            match (number, field) {
                (3, Field::Bytes(build)) => options.parse_build(build)?,
                (4, Field::Varint(portable)) => options.portable = portable != 0,
                (7, Field::Bytes(entry)) => options.overrides.push(parse_override(entry)?),
                _ => {}
            }
        }
        Ok(options)
    }

    fn parse_build(&mut self, bytes: &[u8]) -> Result<()> {
        let count = |field: Field<'_>, what: &str| {
            let n = field.int().and_then(|n| usize::try_from(n).ok()).filter(|n| (1..=1 << 20).contains(n));
            n.ok_or_else(|| Error::invalid(format!("the number of {what} is not positive")))
        };
        for (number, field) in wire::fields(bytes)? {
            match (number, field) {
                (4, n) => self.replicas = count(n, "replicas")?,
                (5, n) => self.partitions = count(n, "partitions")?,
                (9, Field::Bytes(assignment)) => self.assignment = parse_assignment(assignment)?,
                (24, n) => self.effort = n.int().unwrap_or(0),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The devices of `DeviceAssignmentProto`, replica by replica.
fn parse_assignment(bytes: &[u8]) -> Result<Vec<i64>> {
    let fields = wire::fields(bytes)?;
    let columns = fields.iter().filter(|field| field.0 == 3).filter_map(|field| field.1.bytes());
    let columns =
        columns.map(|column| wire::numbers(&wire::fields(column)?, 1)).collect::<Result<Vec<_>>>()?;
    let replicas = columns.first().map_or(0, Vec::len);
    if columns.iter().any(|column| column.len() != replicas) {
        return Err(Error::invalid("the device assignment is not a rectangle"));
    }
    Ok((0..replicas).flat_map(|r| columns.iter().map(move |column| column[r])).collect())
}

/// `DeviceAssignmentProto` of devices, replica by replica.
pub(crate) fn assignment_proto(replicas: usize, partitions: usize, devices: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    wire::push_int(&mut bytes, 1, replicas as i64);
    wire::push_int(&mut bytes, 2, partitions as i64);
    for partition in 0..partitions {
        let column: Vec<i64> = devices.iter().skip(partition).step_by(partitions.max(1)).copied().collect();
        let mut ids = Vec::new();
        wire::push_bytes(&mut ids, 1, &wire::packed(&column));
        wire::push_bytes(&mut bytes, 3, &ids);
    }
    bytes
}

/// An entry of the map of options.
fn parse_override(bytes: &[u8]) -> Result<(String, Override)> {
    let no_text = || Error::invalid("an option of the compiler is not UTF-8 text");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| no_text());
    let (mut name, mut value) = (String::new(), Override::Text(String::new()));
    for (number, field) in wire::fields(bytes)? {
        match (number, field) {
            (1, Field::Bytes(key)) => name = text(key)?,
            (2, Field::Bytes(given)) => {
                for (kind, field) in wire::fields(given)? {
                    value = match (kind, field) {
                        (1, Field::Bytes(s)) => Override::Text(text(s)?),
                        (2, Field::Varint(b)) => Override::Bool(b != 0),
                        (3, Field::Varint(n)) => Override::Int(n as i64),
                        (4, Field::Fixed64(d)) => Override::Double(f64::from_bits(d)),
                        _ => return Err(Error::invalid(format!("the option '{name}' has no value"))),
                    };
                }
            }
            _ => {}
        }
    }
    Ok((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_device() {
        let bytes = assignment_proto(1, 1, &[0]);
        assert_eq!(bytes, [8, 1, 16, 1, 26, 3, 10, 1, 0]);
        assert_eq!(parse_assignment(&bytes).expect("an assignment"), [0]);
        assert_eq!(
            parse_assignment(&assignment_proto(2, 3, &[5, 4, 3, 2, 1, 0])).expect("one"),
            [5, 4, 3, 2, 1, 0]
        );
        let options = CompileOptions::parse(&[0x1a, 4, 0x20, 1, 0x28, 1]).expect("options");
        assert_eq!((options.replicas, options.partitions), (1, 1));
        assert!(CompileOptions::parse(&[0x1a, 2, 0x20, 0]).is_err());
    }

    #[test]
    fn options_of_users() {
        let mut value = Vec::new();
        wire::push_int(&mut value, 3, 2);
        let mut entry = Vec::new();
        wire::push_bytes(&mut entry, 1, b"strata_opt_level");
        wire::push_bytes(&mut entry, 2, &value);
        let mut bytes = Vec::new();
        wire::push_bytes(&mut bytes, 7, &entry);
        let options = CompileOptions::parse(&bytes).expect("options");
        assert_eq!(options.overrides, [("strata_opt_level".to_owned(), Override::Int(2))]);
    }
}
