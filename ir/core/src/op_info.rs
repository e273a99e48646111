//! Op descriptors: everything the framework knows about an op kind, as one `static` table per op.

use std::any::{Any, TypeId};

use crate::{Attr, AttrConstraint, Body, Context, Op, Type};

/// The closed set of structural traits. Anything a dialect wants to add is an [`Interface`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Trait {
    /// No memory effects and always speculatable.
    Pure,
    /// No memory effects, but executing it may be undefined.
    NoMemoryEffect,
    /// Reads memory.
    MemRead,
    /// Writes memory.
    MemWrite,
    /// Allocates memory.
    MemAlloc,
    /// Frees memory.
    MemFree,
    /// Effects are those of the ops in its regions.
    RecursiveMemoryEffects,
    /// May be speculated when the ops in its regions may.
    RecursivelySpeculatable,
    /// Operands may be swapped.
    Commutative,
    /// Applying it to its own result changes nothing.
    Idempotent,
    /// Applying it twice gives the input.
    Involution,
    /// Works element by element on vectors and tensors of one shape.
    Elementwise,
    /// A scalar op that extends to vectors and tensors (with `Elementwise`).
    Scalarizable,
    /// Ends a block.
    Terminator,
    /// Like a terminator that returns from the enclosing callable.
    ReturnLike,
    /// Regions cannot use values from outside; the op owns a body.
    IsolatedFromAbove,
    /// Result is the attribute in slot 0.
    ConstantLike,
    /// Every region has at most one block.
    SingleBlock,
    /// Blocks need no terminator.
    NoTerminator,
    /// Regions are graph regions: no order, no dominance.
    GraphRegion,
    /// Regions hold an implicit terminator without operands.
    ImplicitTerminator,
    /// Region arguments must not exist.
    NoRegionArguments,
    /// Operand groups have sizes in the attribute `operandSegmentSizes`.
    AttrSizedOperandSegments,
    /// Result groups have sizes in the attribute `resultSegmentSizes`.
    AttrSizedResultSegments,
    /// All variadic operand groups have one size.
    SameVariadicOperandSize,
    /// All variadic result groups have one size.
    SameVariadicResultSize,
    /// All operands and results have one type.
    SameOperandsAndResultType,
    /// All operands have one type.
    SameTypeOperands,
    /// All operands and results have compatible shapes.
    SameOperandsAndResultShape,
    /// All operands and results have one element type.
    SameOperandsAndResultElementType,
    /// All operands have compatible shapes.
    SameOperandsShape,
    /// All operands have one element type.
    SameOperandsElementType,
    /// As `SameOperandsAndResultType`, with dynamic sizes matching static ones (HLO).
    CompatibleOperandsAndResultType,
    /// Defines a symbol: has `sym_name`.
    Symbol,
    /// Its body holds symbols.
    SymbolTable,
    /// Is a call target: has `function_type`.
    FunctionLike,
    /// Allocas inside of it end with it.
    AutomaticAllocationScope,
    /// Defines an affine scope.
    AffineScope,
    /// Results of an attribute-only op such as a poison constant.
    AlwaysSpeculatable,
}

/// A bit set of [`Trait`]s.
#[derive(Clone, Copy, Default, Debug)]
pub struct TraitSet(u64);
impl TraitSet {
    /// The set of `traits`.
    pub const fn from_traits(traits: &[Trait]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < traits.len() {
            bits |= 1 << traits[i] as u8;
            i += 1;
        }
        Self(bits)
    }
    /// Whether `t` is in the set.
    #[inline]
    pub const fn has(self, t: Trait) -> bool {
        self.0 & (1 << t as u8) != 0
    }
}

/// How many values a group has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// One operand or result group.
pub struct ValueSpec {
    /// Field name.
    pub name: &'static str,
    /// Number of values.
    pub arity: Arity,
    /// The constraint in words.
    pub desc: &'static str,
    /// The constraint.
    pub check: fn(Type, &Context) -> bool,
    /// The only type that satisfies the constraint, if there is one.
    pub buildable: fn(&Context) -> Option<Type>,
}

/// One inherent attribute; its position in [`OpInfo::attrs`] is its slot in the op.
pub struct AttrSpec {
    /// Attribute name.
    pub name: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// The constraint in words.
    pub desc: &'static str,
    /// The constraint.
    pub check: fn(Attr, &Context) -> bool,
    /// Whether an attribute can be a property of this kind.
    pub is_kind: fn(Attr, &Context) -> bool,
    /// Value that an op gets when none is given.
    pub default: Option<fn(&Context) -> Attr>,
    /// How an assembly format shows it.
    pub form: AttrForm,
}

/// How an attribute is written where an assembly format says `$attr`.
#[derive(Clone, Copy)]
pub enum AttrForm {
    /// With everything, as in an attribute dictionary.
    Full,
    /// Without its type, which is this one.
    ImpliedType(fn(&Context) -> Type),
    /// A dense array as `[1, 2]`; the element type is this one.
    DenseArray(fn(&Context) -> Type),
    /// A string as `@name`.
    SymbolName,
    /// A string or string-like keyword-or-string.
    Str,
    /// An integer attribute as one of these words.
    Keyword(&'static [(&'static str, i64)], fn(&Context) -> Type),
    /// An attribute of the dialect `dialect.mnemonic`, as its parameters only.
    Params(&'static str),
    /// A type.
    Type,
}

/// One region.
pub struct RegionSpec {
    /// Field name.
    pub name: &'static str,
    /// Whether it must have exactly one block.
    pub single_block: bool,
    /// Whether it may be empty.
    pub may_be_empty: bool,
    /// Whether it stands for any number of regions; only the last one may.
    pub variadic: bool,
}

/// One successor group.
pub struct SuccessorSpec {
    /// Field name.
    pub name: &'static str,
    /// Whether it stands for any number of successors; only the last one may.
    pub variadic: bool,
}

/// A relation between the types of operands, results and typed attributes; used to infer and to verify them.
pub enum TypeRule {
    /// The named values have one type.
    Same(&'static [&'static str]),
    /// The type of `target` is a function of the type of `source`.
    Derived {
        /// The name of the value whose type is computed.
        target: &'static str,
        /// The name of the value from whose type it is computed.
        source: &'static str,
        /// The relation in words, for diagnostics.
        desc: &'static str,
        /// The function; `None` where it does not apply.
        derive: fn(Type, &Context) -> Option<Type>,
    },
    /// A condition on the op.
    Holds {
        /// A description of the condition, for diagnostics.
        desc: &'static str,
        /// Whether it holds; depends only on attributes and on the types of operands and results.
        check: fn(&Body, Op) -> bool,
    },
}

/// Row of an interface table: `TypeId` of `dyn I` and a `fn(&Op) -> &dyn I`.
#[derive(Clone, Copy)]
pub struct Interface {
    /// Identity of the interface.
    pub id: TypeId,
    /// The cast function, type-erased.
    pub cast: &'static (dyn Any + Send + Sync),
}

/// How an op is written.
pub enum Asm {
    /// Only in generic form.
    Generic,
    /// By an assembly format.
    Format(&'static [Directive]),
    /// By hand: a `&'static strata_text::CustomFns`, type-erased because this crate knows no parser.
    Custom(&'static (dyn Any + Send + Sync)),
}

/// Names a group of values in a [`Directive`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Operand group.
    Operand(u8),
    /// Result group.
    Result(u8),
    /// All operands.
    Operands,
    /// All results.
    Results,
}

/// The condition under which an optional group of an assembly format is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// A non-empty operand group.
    Operand(u8),
    /// A non-empty result group.
    Result(u8),
    /// An attribute that is there and differs from its default.
    Attr(u8),
    /// A non-empty region (group).
    Region(u8),
    /// A non-empty successor group.
    Successor(u8),
}

/// One element of an assembly format; interpreted by `strata-text`.
pub enum Directive {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// No space here.
    NoSpace,
    /// A space here.
    Space,
    /// A line break here.
    Newline,
    /// Operands of a group.
    Operand(u8),
    /// All operands.
    Operands,
    /// An attribute.
    Attr(u8),
    /// A region.
    Region(u8),
    /// All regions.
    Regions,
    /// Successors of a group.
    Successor(u8),
    /// All successors.
    Successors,
    /// The attributes that the format does not show elsewhere.
    AttrDict,
    /// The same, after the keyword `attributes`.
    AttrDictWithKeyword,
    /// The properties that the format does not show elsewhere, as `<{…}>`.
    PropDict,
    /// Types of a group.
    Type(Group),
    /// `(inputs) -> results`.
    FunctionalType(Group, Group),
    /// Printed when the anchor is there.
    Optional {
        /// The condition.
        anchor: Anchor,
        /// Printed and parsed when it is there.
        then: &'static [Directive],
        /// Printed and parsed otherwise.
        otherwise: &'static [Directive],
    },
    /// A list of clauses in any order.
    OneOf(&'static [&'static [Directive]]),
    /// Printed and parsed by hand: a `&'static strata_text::CustomDirective`, type-erased.
    Custom(&'static (dyn Any + Send + Sync)),
}

/// The descriptor of an op kind.
pub struct OpInfo {
    /// `dialect.mnemonic`.
    pub name: &'static str,
    /// The doc comment of its definition.
    pub doc: &'static str,
    /// Structural traits.
    pub traits: TraitSet,
    /// Operand groups.
    pub operands: &'static [ValueSpec],
    /// Result groups.
    pub results: &'static [ValueSpec],
    /// Inherent attributes.
    pub attrs: &'static [AttrSpec],
    /// Regions.
    pub regions: &'static [RegionSpec],
    /// Successors.
    pub successors: &'static [SuccessorSpec],
    /// Relations between types.
    pub rules: &'static [TypeRule],
    /// Names of the ops that may be its parent; empty for any.
    pub parents: &'static [&'static str],
    /// Interfaces that the defining crate implements.
    pub interfaces: &'static [Interface],
    /// Text form.
    pub asm: Asm,
}

impl OpInfo {
    /// Whether the op has the trait.
    #[inline]
    pub fn has(&self, t: Trait) -> bool {
        self.traits.has(t)
    }
    /// Whether the defining crate implements interface `I` (a `dyn Trait`) for ops of this kind.
    pub fn implements<I: ?Sized + 'static>(&self) -> bool {
        let want = TypeId::of::<I>();
        self.interfaces.iter().any(|row| row.id == want)
    }
    /// Slot of an inherent attribute.
    pub fn attr_slot(&self, name: &str) -> Option<usize> {
        self.attrs.iter().position(|a| a.name == name)
    }
    /// Slot of the group sizes of operands.
    pub fn operand_segments(&self) -> Option<usize> {
        if self.has(Trait::AttrSizedOperandSegments) { self.attr_slot("operandSegmentSizes") } else { None }
    }
    /// Slot of the group sizes of results.
    pub fn result_segments(&self) -> Option<usize> {
        if self.has(Trait::AttrSizedResultSegments) { self.attr_slot("resultSegmentSizes") } else { None }
    }
    /// The part of the name before the dot.
    pub fn dialect(&self) -> &'static str {
        self.name.split('.').next().unwrap_or(self.name)
    }
    /// The part of the name after the first dot.
    pub fn mnemonic(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, m)| m)
    }
}

/// The descriptor of every op whose kind is not registered; its name is the string attribute in slot 0.
pub static UNREGISTERED: OpInfo = OpInfo {
    name: "<unregistered>",
    doc: "An op of an unknown kind.",
    traits: TraitSet::from_traits(&[]),
    operands: &[],
    results: &[],
    attrs: &[AttrSpec {
        name: "<name>",
        required: true,
        desc: "name of the op",
        check: |a, cx| cx.attr_str(a).is_some(),
        is_kind: |_, _| true,
        default: None,
        form: AttrForm::Full,
    }],
    regions: &[],
    successors: &[],
    rules: &[],
    parents: &[],
    interfaces: &[],
    asm: Asm::Generic,
};

/// Implemented by `#[op]` for the typed handle of an op.
pub trait OpDef: Copy + Into<Op> + 'static {
    /// `dialect.mnemonic`.
    const NAME: &'static str;
    /// The descriptor.
    fn info() -> &'static OpInfo;
    /// The handle for an op that is known to be of this kind.
    fn from_op_unchecked(op: Op) -> Self;
    /// The untyped handle.
    fn op(self) -> Op;
}

impl Op {
    /// Whether the op is an `O`.
    #[inline]
    pub fn isa<O: OpDef>(self, body: &Body) -> bool {
        std::ptr::eq(body.info(self), O::info())
    }
    /// The typed handle, if the op is an `O`.
    #[inline]
    pub fn as_op<O: OpDef>(self, body: &Body) -> Option<O> {
        self.isa::<O>(body).then(|| O::from_op_unchecked(self))
    }
    /// Views this op through interface `I` (a `dyn Trait`), if its kind implements it or a model was attached.
    #[inline]
    pub fn cast<'x, I: ?Sized + 'static>(&'x self, body: &Body) -> Option<&'x I> {
        let want = TypeId::of::<I>();
        let info = body.info(*self);
        let cast = match info.interfaces.iter().find(|row| row.id == want) {
            Some(row) => row.cast,
            None => body.cx().external_interface(info.name, want)?,
        };
        let cast = cast.downcast_ref::<for<'y> fn(&'y Op) -> &'y I>()?;
        Some(cast(self))
    }
    /// Whether the op implements interface `I`.
    pub fn implements<I: ?Sized + 'static>(self, body: &Body) -> bool {
        self.cast::<I>(body).is_some()
    }
}

/// Builds the table row that `#[op]` and `external_model!` make; `cast` must be a `fn(&Op) -> &I`.
pub fn attr_check<C: AttrConstraint>(attr: Attr, cx: &Context) -> bool {
    C::check(attr, cx)
}
