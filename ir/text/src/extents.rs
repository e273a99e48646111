//! Where the parts of a program stand in its text: what editors navigate by. [`crate::parse_module_with_extents`] makes it; other
//! parses do not.
//!
//! Positions are byte offsets into the parsed text. The span of a name leaves out what is around it: the `%`, `^`, `@`, `#` or `!`
//! before it, and quotes. Indices are positions in the lists of one [`Extents`].

mod splice;

use std::ops::Range;

use smallvec::SmallVec;
use strata_core::{Attr, Body, Diagnostic, OpInfo, Str, Type};

/// A part of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// After the last byte.
    pub end: u32,
}

impl Span {
    /// The part from `start` to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }
    /// The part as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
    /// Whether a cursor at `offset` is in the part or at one of its ends.
    pub fn touches(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }
    /// Whether `other` is inside of this part.
    pub fn encloses(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// An op.
#[derive(Clone)]
pub struct OpExtent {
    /// From the first result name, or else the name of the op, to its end. That of an op with an error ends where parsing it did.
    pub span: Span,
    /// The name as it is written, in quotes in generic form; empty if none was read.
    pub name: Span,
    /// Its descriptor, if the name is known.
    pub info: Option<&'static OpInfo>,
    /// The region it is in; `None` at the top level.
    pub region: Option<u32>,
    /// The number of its block; `None` at the top level.
    pub block: Option<u32>,
    /// Whether it was read without an error of its own.
    pub complete: bool,
    /// The types of its operands.
    pub operands: SmallVec<[Type; 2]>,
    /// The types of its results.
    pub results: SmallVec<[Type; 1]>,
    /// Its attributes, inherent ones first.
    pub attrs: Vec<(Str, Attr)>,
}

impl OpExtent {
    /// Whether the op has names for its results.
    pub fn names_results(&self) -> bool {
        self.span.start < self.name.start
    }
}

/// A region in braces.
#[derive(Clone, Debug)]
pub struct RegionExtent {
    /// From the opening to the closing brace.
    pub span: Span,
    /// The op that it is a region of.
    pub op: u32,
    /// The region around that op.
    pub parent: Option<u32>,
    /// Whether names from around it are invisible in it.
    pub isolated: bool,
    /// The dialect that may be left out in names of its ops.
    pub default_dialect: &'static str,
}

/// A block.
#[derive(Clone, Debug)]
pub struct BlockExtent {
    /// The name, if it is written.
    pub name: Option<Span>,
    /// From the name, or else the first op, to the end of the last op.
    pub span: Span,
    /// The region it is in.
    pub region: u32,
}

/// A use of a block as a successor.
#[derive(Clone, Debug)]
pub struct BlockUse {
    /// The name.
    pub name: Span,
    /// The region whose block it is.
    pub region: u32,
}

/// The definition of a value is in an op or in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// An op, from this result on.
    Results {
        /// The op.
        op: u32,
        /// The number of the first result.
        first: u32,
    },
    /// An argument of a block.
    Argument {
        /// The block.
        block: u32,
    },
}

/// The definition of the values of one name.
#[derive(Clone, Debug)]
pub struct ValueExtent {
    /// The name.
    pub name: Span,
    /// Their definition.
    pub origin: ValueOrigin,
    /// The region in which the name is visible; `None` at the top level.
    pub region: Option<u32>,
    /// Their types; empty if the op that defines them has an error.
    pub types: SmallVec<[Type; 1]>,
}

/// A use of a value.
#[derive(Clone, Debug)]
pub struct ValueUse {
    /// The name, without a `#` and number after it.
    pub name: Span,
    /// The number after `#`, which is 0 if none is written.
    pub number: u32,
    /// The definition, if there is one.
    pub value: Option<u32>,
}

/// `@name`, or the string that is the attribute `sym_name`.
#[derive(Clone, Debug)]
pub struct SymbolExtent {
    /// The name.
    pub span: Span,
    /// The name as text.
    pub name: Str,
    /// The op that it is written in, if any.
    pub op: Option<u32>,
    /// Its place in a nested reference: `a` of `@a::@b` has 0, `b` has 1.
    pub depth: u32,
    /// Whether it is the name of its op.
    pub defines: bool,
}

/// The meaning of an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AliasValue {
    /// `#name = attr`.
    Attr(Attr),
    /// `!name = type`.
    Type(Type),
}

/// The definition of an alias.
#[derive(Debug)]
pub struct AliasExtent {
    /// The name.
    pub name: Span,
    /// The definition, from its `#` or `!`.
    pub span: Span,
    /// The type or attribute that it stands for.
    pub value: AliasValue,
}

/// The parts of a text.
#[derive(Default)]
pub struct Extents {
    /// Ops in the order of their first byte, so that an op comes before those in its regions.
    pub ops: Vec<OpExtent>,
    /// Regions in order.
    pub regions: Vec<RegionExtent>,
    /// Blocks in order.
    pub blocks: Vec<BlockExtent>,
    /// Uses of blocks in order.
    pub block_uses: Vec<BlockUse>,
    /// Definitions of values; results come after what is in the regions of their op.
    pub values: Vec<ValueExtent>,
    /// Uses of values in order.
    pub value_uses: Vec<ValueUse>,
    /// Names of symbols in order.
    pub symbols: Vec<SymbolExtent>,
    /// Definitions of aliases in order.
    pub aliases: Vec<AliasExtent>,
    /// Uses of aliases of attributes and types in order.
    pub alias_uses: Vec<Span>,
    /// Parts of the text that were skipped after an error.
    pub skipped: Vec<Span>,
}

impl Extents {
    /// The innermost region around an offset.
    pub fn region_at(&self, offset: usize) -> Option<u32> {
        // Those that start before the offset: the last one of them, or one around it.
        let before = self.regions.partition_point(|r| (r.span.start as usize) < offset);
        let mut at = before.checked_sub(1).map(|i| i as u32);
        while let Some(index) = at {
            let region = self.regions.get(index as usize)?;
            if offset < region.span.end as usize {
                return Some(index);
            }
            at = region.parent;
        }
        None
    }
    /// The innermost op whose text an offset is in, or at the end of.
    pub fn op_at(&self, offset: usize) -> Option<u32> {
        let before = self.ops.partition_point(|op| op.span.start as usize <= offset);
        let mut at = before.checked_sub(1).map(|i| i as u32);
        while let Some(index) = at {
            let op = self.ops.get(index as usize)?;
            if op.span.touches(offset) {
                return Some(index);
            }
            at = op.region.and_then(|r| self.regions.get(r as usize)).map(|r| r.op);
        }
        None
    }
    /// The op around an op.
    pub fn parent_op(&self, op: u32) -> Option<u32> {
        let region = self.ops.get(op as usize)?.region?;
        self.regions.get(region as usize).map(|r| r.op)
    }
    /// Whether `outer` is `inner` or a region around it.
    pub fn is_around(&self, outer: Option<u32>, inner: Option<u32>) -> bool {
        let mut at = inner;
        loop {
            if at == outer {
                return true;
            }
            let Some(index) = at else { return false };
            at = self.regions.get(index as usize).and_then(|r| r.parent);
        }
    }
    /// The isolated region that a region is in, or is; `None` if only the top level is around it.
    pub fn isolated(&self, region: Option<u32>) -> Option<u32> {
        let mut at = region;
        while let Some(index) = at {
            let region = self.regions.get(index as usize)?;
            if region.isolated {
                return Some(index);
            }
            at = region.parent;
        }
        None
    }
}

/// The result of parsing with extents.
pub struct Parsed {
    /// The ops that were read: the whole module if there was no error of syntax; `None` if there were too many errors.
    pub body: Option<Box<Body>>,
    /// All errors. Those of the verifier that follow from errors of syntax are not among them.
    pub diagnostics: Vec<Diagnostic>,
    /// The parts of the text, as far as it was read.
    pub extents: Extents,
    /// How many bytes of the text were not parsed, since their ops are those of the former version.
    pub kept: usize,
}

/// A version of a text that was parsed before, in the same context.
#[derive(Clone, Copy)]
pub struct Former<'a> {
    /// The text.
    pub text: &'a str,
    /// [`Parsed::body`].
    pub body: &'a Body,
    /// [`Parsed::extents`].
    pub extents: &'a Extents,
}
