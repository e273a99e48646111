//! Portable artifacts: bytecode of VHLO, written by one version and read by another.

use std::sync::Arc;

use strata_bytecode::{ReadOptions, WriteOptions, is_bytecode, read_header, read_module, write_module};
use strata_ir::{
    core::{FileLineColLoc, Location},
    prelude::*,
};
use strata_vhlo::Version;

use crate::{from_vhlo, to_version::to_version, to_vhlo};

/// What the producer of an artifact is called, before its version.
const PRODUCER: &str = "StableHLO_v";

/// Whether these are the bytes of a portable artifact.
pub fn is_artifact(bytes: &[u8]) -> bool {
    is_bytecode(bytes) && bytes.get(5..).is_some_and(|b| b.starts_with(PRODUCER.as_bytes()))
}

/// Writes a module of StableHLO as an artifact of version `target`.
pub fn serialize(body: &Body, target: Version) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let vhlo = to_vhlo::legalize(body, true)?;
    let vhlo = if target == Version::CURRENT { vhlo } else { to_version(&vhlo, target)? };
    let producer = format!("{PRODUCER}{target}");
    write_module(&vhlo, &WriteOptions { version: target.bytecode(), producer, ..WriteOptions::default() })
}

/// Reads an artifact as a module of StableHLO, and verifies it.
pub fn deserialize(cx: &Arc<Context>, name: &str, bytes: &[u8]) -> Result<Box<Body>, Vec<Diagnostic>> {
    let header = read_header(cx, name, bytes)?;
    let version = header.producer.strip_prefix(PRODUCER).and_then(Version::parse);
    let fail = |message: String| {
        let loc = FileLineColLoc { file: cx.intern(name), start: (0, 0), end: (0, 0) };
        Err(vec![Diagnostic::error(Location::from_attr(cx.attr(loc)), message)])
    };
    match version {
        None => {
            let producer = header.producer;
            return fail(format!("not a portable artifact: the producer is '{producer}', not '{PRODUCER}X.Y.Z'"));
        }
        Some(v) if v > Version::CURRENT => {
            let most = Version::CURRENT;
            return fail(format!("the artifact has version {v}, which is newer than {most}"));
        }
        Some(_) => {}
    }
    let vhlo = read_module(cx, name, bytes, ReadOptions { skip_verify: true })?;
    let vhlo = to_version(&vhlo, Version::CURRENT)?;
    let body = from_vhlo::legalize(&vhlo)?;
    let errors = body.verify();
    if errors.is_empty() { Ok(body) } else { Err(errors) }
}
