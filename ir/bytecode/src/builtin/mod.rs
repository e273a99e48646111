//! The binary forms of the builtin attributes and types.
//!
//! The codes are those of LLVM 22; those of LLVM 23 can be read, too. Kinds without a code, such as affine maps and the small float types,
//! are text.

mod read_attr;
mod read_type;
mod write_attr;
mod write_type;

pub use read_attr::dense as read_dense;
pub use write_attr::dense_raw;

use crate::Codec;

/// See the module documentation.
pub static CODEC: Codec = Codec {
    read_attr: read_attr::read,
    read_type: read_type::read,
    write_attr: write_attr::write,
    write_type: write_type::write,
    properties: |_| None,
};

/// Codes of attributes.
pub(crate) mod attr {
    pub const ARRAY: u64 = 0;
    pub const DICTIONARY: u64 = 1;
    pub const STRING: u64 = 2;
    pub const STRING_WITH_TYPE: u64 = 3;
    pub const FLAT_SYMBOL_REF: u64 = 4;
    pub const SYMBOL_REF: u64 = 5;
    pub const TYPE: u64 = 6;
    pub const UNIT: u64 = 7;
    pub const INTEGER: u64 = 8;
    pub const FLOAT: u64 = 9;
    pub const CALL_SITE_LOC: u64 = 10;
    pub const FILE_LINE_COL_LOC: u64 = 11;
    pub const FUSED_LOC: u64 = 12;
    pub const FUSED_LOC_WITH_METADATA: u64 = 13;
    pub const NAME_LOC: u64 = 14;
    pub const UNKNOWN_LOC: u64 = 15;
    pub const DENSE_RESOURCE: u64 = 16;
    pub const DENSE_ARRAY: u64 = 17;
    pub const DENSE_INT_OR_FP: u64 = 18;
    pub const DENSE_STRING: u64 = 19;
    pub const SPARSE: u64 = 20;
    pub const DISTINCT: u64 = 21;
    pub const FILE_LINE_COL_RANGE: u64 = 22;
}

/// Codes of types.
pub(crate) mod ty {
    pub const INTEGER: u64 = 0;
    pub const INDEX: u64 = 1;
    pub const FUNCTION: u64 = 2;
    pub const BF16: u64 = 3;
    pub const F16: u64 = 4;
    pub const F32: u64 = 5;
    pub const F64: u64 = 6;
    pub const F80: u64 = 7;
    pub const F128: u64 = 8;
    pub const COMPLEX: u64 = 9;
    pub const MEMREF: u64 = 10;
    pub const MEMREF_WITH_SPACE: u64 = 11;
    pub const NONE: u64 = 12;
    pub const TENSOR: u64 = 13;
    pub const TENSOR_WITH_ENCODING: u64 = 14;
    pub const TUPLE: u64 = 15;
    pub const UNRANKED_MEMREF: u64 = 16;
    pub const UNRANKED_MEMREF_WITH_SPACE: u64 = 17;
    pub const UNRANKED_TENSOR: u64 = 18;
    pub const VECTOR: u64 = 19;
    pub const SCALABLE_VECTOR: u64 = 20;
}
