//! The table of waivers: ops that lack a feature that every op should have, each with a reason.
//!
//! Properties of all ops of a dialect are no rows here but `execution` of the dialect.

use std::{collections::BTreeMap, path::PathBuf};

/// The reason why an op has no evaluation or no random instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It declares a symbol, which the interpreter looks up instead of executing the op.
    Symbol,
    /// It returns an address, and buffers of the interpreter have none.
    Address,
    /// It works on vectors whose length the machine determines.
    ScalableVector,
}

impl Reason {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "symbol" => Self::Symbol,
            "address" => Self::Address,
            "scalable-vector" => Self::ScalableVector,
            _ => return None,
        })
    }
}

/// A file of this crate.
pub fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// The rows of `waivers.tsv` about `what`: op to reason.
pub fn waivers(what: &str) -> BTreeMap<String, Reason> {
    let text = std::fs::read_to_string(path("waivers.tsv")).expect("the table of waivers is there");
    let rows = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let mut found = BTreeMap::new();
    for row in rows {
        let [op, kind, reason] = row[..] else { panic!("a waiver has three columns: {row:?}") };
        assert!(["Generate", "Interpret"].contains(&kind), "{op}: what is waived is Generate or Interpret");
        let reason = Reason::parse(reason).unwrap_or_else(|| panic!("{op}: '{reason}' is no reason"));
        if kind == what {
            let before = found.insert(op.to_owned(), reason);
            assert!(before.is_none(), "{op}: waived twice");
        }
    }
    found
}
