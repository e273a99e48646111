//! Portable artifacts: bytecode of VHLO, written by one version and read by another.

use std::sync::Arc;

use strata_bytecode::{
    ReadOptions, WriteOptions, is_bytecode, read_converted, read_header, read_module, write_module,
};
use strata_ir::{
    core::{FileLineColLoc, Location},
    prelude::*,
};
use strata_vhlo::Version;

use crate::{from_vhlo, jax_export::read_exported, to_version::to_version, to_vhlo};

/// The prefix of an artifact's producer string, which the version follows.
const PRODUCER: &str = "StableHLO_v";

/// Writes a module of StableHLO as an artifact of version `target`.
pub fn serialize(body: &Body, target: Version) -> Result<Vec<u8>, Vec<Diagnostic>> {
    serialize_with(body, target, OtherDialects::Refused)
}

/// The treatment of ops of dialects other than StableHLO and `func`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherDialects {
    /// They are errors.
    #[default]
    Refused,
    /// They are part of the artifact, without a guarantee of their meaning when it is read.
    Allowed,
}

/// The same as [`serialize`], with a choice for ops of other dialects.
pub fn serialize_with(
    body: &Body,
    target: Version,
    others: OtherDialects,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let vhlo = to_vhlo::legalize(body, others == OtherDialects::Allowed)?;
    let vhlo = if target == Version::CURRENT { vhlo } else { to_version(&vhlo, target)? };
    let producer = format!("{PRODUCER}{target}");
    write_module(&vhlo, &WriteOptions { version: target.bytecode(), producer, ..WriteOptions::default() })
}

/// Reads bytecode: VHLO is converted to StableHLO, other dialects are unchanged. The module is verified.
pub fn deserialize(cx: &Arc<Context>, name: &str, bytes: &[u8]) -> Result<Box<Body>, Vec<Diagnostic>> {
    deserialize_with(cx, name, bytes, ReadOptions::default())
}

/// The same as [`deserialize`], with options.
pub fn deserialize_with(
    cx: &Arc<Context>,
    name: &str,
    bytes: &[u8],
    options: ReadOptions,
) -> Result<Box<Body>, Vec<Diagnostic>> {
    let header = read_header(cx, name, bytes)?;
    // Other producers write the same format; then the ops determine the dialect.
    let version = header.producer.strip_prefix(PRODUCER).and_then(Version::parse);
    if let Some(v) = version.filter(|v| *v > Version::CURRENT) {
        let loc = FileLineColLoc { file: cx.intern(name), start: (0, 0), end: (0, 0) };
        let message = format!(
            "the artifact has version {v}, which is newer than the current version {}",
            Version::CURRENT
        );
        return Err(vec![Diagnostic::error(Location::from_attr(cx.attr(loc)), message)]);
    }
    if let Some(body) = read_converted(cx, name, bytes, &from_vhlo::WhileReading, options)? {
        return Ok(body);
    }
    let mut body = read_module(cx, name, bytes, ReadOptions { skip_verify: true })?;
    if has_vhlo(&body) {
        body = from_vhlo::legalize(&*to_version(&body, Version::CURRENT)?)?;
    }
    let errors = if options.skip_verify { Vec::new() } else { body.verify() };
    if errors.is_empty() { Ok(body) } else { Err(errors) }
}

/// The version of an artifact; `None` if the bytes are not one.
pub fn artifact_version(cx: &Arc<Context>, bytes: &[u8]) -> Option<Version> {
    let bytes = if is_bytecode(bytes) { bytes } else { read_exported(bytes)?.module };
    Version::parse(read_header(cx, "", bytes).ok()?.producer.strip_prefix(PRODUCER)?)
}

/// Whether these bytes are a program in a binary form that [`load`] reads.
pub fn is_binary(bytes: &[u8]) -> bool {
    is_bytecode(bytes) || read_exported(bytes).is_some()
}

/// Reads a program in a binary form: bytecode, a portable artifact, or a file of `jax.export`.
pub fn load(cx: &Arc<Context>, name: &str, bytes: &[u8]) -> Result<Box<Body>, Vec<Diagnostic>> {
    match read_exported(bytes) {
        Some(exported) if !is_bytecode(bytes) => deserialize(cx, name, exported.module),
        _ => deserialize(cx, name, bytes),
    }
}

/// Whether the module or one of its functions has ops of VHLO.
fn has_vhlo(body: &Body) -> bool {
    body.regions(Op::SELF).iter().any(|&r| body.region_ops(r).any(|op| body.op_name(op).starts_with("vhlo.")))
}
