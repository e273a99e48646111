//! The constants of the format.

/// `ML`, then two bytes that are no text.
pub const MAGIC: [u8; 4] = [0x4d, 0x4c, 0xef, 0x52];
/// The newest version that is read, and the one that is written by default.
pub const CURRENT_VERSION: u64 = 6;

/// From which version on something is there.
pub mod since {
    /// Dialects can carry a version.
    pub const DIALECT_VERSIONS: u64 = 1;
    /// The regions of isolated ops are sections of their own, to be read lazily.
    pub const LAZY_REGIONS: u64 = 2;
    /// The order of use lists.
    pub const USE_LISTS: u64 = 3;
    /// An unknown location of a block argument is left out; the number of op names is stored.
    pub const ELIDED_ARG_LOCATIONS: u64 = 4;
    /// Inherent attributes are properties.
    pub const PROPERTIES: u64 = 5;
    /// Sizes of operand and result groups are sparse arrays.
    pub const SPARSE_SEGMENTS: u64 = 6;
}

/// Identifiers of sections.
pub mod section {
    /// Strings.
    pub const STRING: u8 = 0;
    /// Dialects and op names.
    pub const DIALECT: u8 = 1;
    /// Attributes and types.
    pub const ATTR_TYPE: u8 = 2;
    /// Where each attribute and type starts.
    pub const ATTR_TYPE_OFFSET: u8 = 3;
    /// Ops.
    pub const IR: u8 = 4;
    /// Resources.
    pub const RESOURCE: u8 = 5;
    /// Where each resource starts.
    pub const RESOURCE_OFFSET: u8 = 6;
    /// The version of a dialect; nested in `DIALECT`.
    pub const DIALECT_VERSIONS: u8 = 7;
    /// Properties of ops.
    pub const PROPERTIES: u8 = 8;
    /// Number of sections.
    pub const COUNT: usize = 9;
    /// Flag of an identifier: the data is aligned.
    pub const ALIGNED: u8 = 0x80;
    /// Fills up to the alignment.
    pub const PADDING: u8 = 0xcb;
}

/// The bits of an op's mask, one for each part that the op is stored with.
pub mod mask {
    /// A dictionary of attributes.
    pub const ATTRS: u8 = 1;
    /// Results.
    pub const RESULTS: u8 = 2;
    /// Operands.
    pub const OPERANDS: u8 = 4;
    /// Successors.
    pub const SUCCESSORS: u8 = 8;
    /// Regions.
    pub const REGIONS: u8 = 16;
    /// Orders of use lists.
    pub const USE_LISTS: u8 = 32;
    /// Properties.
    pub const PROPERTIES: u8 = 64;
}

/// Whether these are the first bytes of a bytecode file.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}
