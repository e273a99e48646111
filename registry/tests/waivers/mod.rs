//! The table of waivers.

use std::{collections::BTreeMap, path::PathBuf};

/// A file of this crate.
pub fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// The rows of `waivers.tsv` about `what`: op to reason.
pub fn waivers(what: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path("waivers.tsv")).expect("the table of waivers is there");
    let rows = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let mut found = BTreeMap::new();
    for row in rows {
        let [op, kind, reason] = row[..] else { panic!("a waiver has three columns: {row:?}") };
        assert!(["Generate", "Interpret"].contains(&kind), "{op}: what is waived is Generate or Interpret");
        assert!(!reason.trim().is_empty(), "{op}: a waiver says why");
        if kind == what {
            let before = found.insert(op.to_owned(), reason.to_owned());
            assert!(before.is_none(), "{op}: waived twice");
        }
    }
    found
}
