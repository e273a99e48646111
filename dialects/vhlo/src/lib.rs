//! The `vhlo` dialect: StableHLO with versions, for programs that are stored.
//!
//! Every op, type and attribute has a range of versions. The dialect has no verification rules: a program is verified
//! after its conversion to StableHLO.
//!
//! **Architecture invariant:** tables. A new version of an op is one row in `ops.rs`.

use strata_bytecode::Codec;
use strata_ir::core::Dialect;

mod attr_wrapper;
pub mod attrs;
mod function;
mod mesh;
mod ops;
mod parameters;
mod parse;
mod quant;
pub mod types;
mod version;

pub use attrs::{ApiVersion, VhloAttr};
pub use mesh::SubAxisInfo;
pub use ops::{OpRow, ROWS, base_name, row, row_for};
pub use types::VhloType;
pub use version::Version;

/// The binary forms of the attributes and types.
pub static CODEC: Codec = Codec {
    read_attr: attrs::read,
    read_type: types::read,
    write_attr: attrs::write,
    write_type: types::write,
    properties: |_| None,
};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "vhlo",
    doc: "StableHLO with versions, for programs that are stored.",
    ops: ops::INFOS,
    execution: strata_ir::core::Execution::Converted("stablehlo"),
    types: parse::TYPES,
    attrs: parse::ATTRS,
    materialize_constant: None,
    bytecode: Some(&CODEC),
    verify_attr: None,
};
