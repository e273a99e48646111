//! The ids that [`crate::ModuleBuilder`] hands out, and the description of an operation to build.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The id as an index; ids count up from zero in the order of creation.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A type.
    TypeId;
    /// An attribute.
    AttrId;
    /// A location.
    LocId;
    /// An operation.
    OpId;
    /// A region of an operation.
    RegionId;
    /// A block.
    BlockId;
    /// A block argument or the result of an operation.
    ValueId;
}

/// The description of an operation for [`crate::ModuleBuilder::op`]. Start from [`OpSpec::new`] and override fields.
#[derive(Clone, Copy, Debug)]
pub struct OpSpec<'a> {
    /// The full name, `llvm.fadd`.
    pub name: &'a str,
    /// The operands, without those that go to successors.
    pub operands: &'a [ValueId],
    /// The result types.
    pub results: &'a [TypeId],
    /// Inherent and discardable attributes.
    pub attrs: &'a [(&'a str, AttrId)],
    /// The successor blocks with the values that are passed to their arguments.
    pub successors: &'a [(BlockId, &'a [ValueId])],
    /// The number of its (empty) regions.
    pub regions: usize,
    /// Its location.
    pub loc: LocId,
}

impl<'a> OpSpec<'a> {
    /// An op without operands, results, attributes, successors and regions.
    #[must_use]
    pub fn new(name: &'a str, loc: LocId) -> Self {
        Self { name, operands: &[], results: &[], attrs: &[], successors: &[], regions: 0, loc }
    }
}

/// A created operation, with its results and regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpResult {
    /// The operation.
    pub op: OpId,
    /// Its results.
    pub results: Vec<ValueId>,
    /// Its regions.
    pub regions: Vec<RegionId>,
}
