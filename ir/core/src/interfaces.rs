//! The interfaces of ops that the framework itself uses.
//!
//! An interface is an ordinary object-safe trait on the typed handle of an op; list it in `interfaces = [...]` of
//! `#[op]`, or attach it from another crate with [`external_model!`](crate::external_model).

use smallvec::{SmallVec, smallvec};

use crate::{Attr, Block, Body, Op, OpDef, Region, Type, Value, VerifyError, VerifyResult};

/// Checks of an op besides those that its declaration implies.
pub trait Verify {
    /// Checks this op locally. It runs before the ops in its regions are verified.
    fn verify(&self, body: &Body) -> VerifyResult;
    /// Whether the check depends only on the attributes of the op and the types of its operands and results. Of ops of
    /// one kind for which these are equal, only one is checked then.
    fn is_local(&self) -> bool {
        false
    }
}

/// Which types are compatible for an op with [`Trait::CompatibleOperandsAndResultType`](crate::Trait), where the default
/// rule (equal element types and shapes that do not contradict) does not apply.
pub trait CompatibleTypes {
    /// Whether two types are compatible.
    fn compatible(&self, body: &Body, a: Type, b: Type) -> bool;
}

/// Checks of an op that look at its regions; they run after the ops in the regions were verified.
pub trait VerifyRegions {
    /// Checks this op together with its regions.
    fn verify_regions(&self, body: &Body) -> VerifyResult;
}

/// Checks of an op that refers to symbols; they run on the body that holds the symbols, for the op itself.
pub trait VerifySymbolUses {
    /// `path` leads from the symbol table outwards: the body of the op first, its ancestors after it.
    fn verify_symbol_uses(&self, body: &Body, symbols: &crate::symbols::SymbolScope<'_>) -> VerifyResult;
}

/// Result of folding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folded {
    /// Each result is an existing value or a constant.
    Results(SmallVec<[FoldResult; 1]>),
    /// The op was simplified in place.
    InPlace,
}

/// The value or constant that one result folds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldResult {
    /// An existing value.
    Value(Value),
    /// A constant of the type of the result.
    Attr(Attr),
}

impl From<Value> for Folded {
    fn from(v: Value) -> Self {
        Folded::Results(SmallVec::from_buf([FoldResult::Value(v)]))
    }
}
impl From<Attr> for Folded {
    fn from(a: Attr) -> Self {
        Folded::Results(SmallVec::from_buf([FoldResult::Attr(a)]))
    }
}

/// Local simplification that creates no ops.
pub trait Fold {
    /// `consts[i]` is the value of operand `i` when it is a constant. Changing the op itself is allowed when
    /// [`Folded::InPlace`] is returned.
    fn fold(&self, body: &mut Body, consts: &[Option<Attr>]) -> Option<Folded>;
}

/// Result types from operands, attributes and regions.
pub trait InferTypes {
    /// The result types, or why there are none.
    fn infer_types(&self, body: &Body) -> Result<SmallVec<[Type; 2]>, String>;
}

/// One memory effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EffectKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Allocates.
    Alloc,
    /// Frees.
    Free,
}

/// A memory effect, on the memory behind a value or on some memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Effect {
    /// The kind of access.
    pub kind: EffectKind,
    /// The value whose memory is accessed; `None` is any memory.
    pub on: Option<Value>,
}

/// Memory effects that the traits do not express.
pub trait MemoryEffects {
    /// Adds the effects of this op, without those of nested ops.
    fn effects(&self, body: &Body, out: &mut Vec<Effect>);
}

/// Whether executing an op earlier or more often than written is harmless.
pub trait Speculatable {
    /// `true` when the op may be hoisted.
    fn is_speculatable(&self, body: &Body) -> bool;
}

/// A terminator that passes operands to successor blocks.
pub trait BranchOp {
    /// Operand indices forwarded to the arguments of successor `i`, after the `produced` arguments that the op
    /// itself makes.
    fn successor_operands(&self, body: &Body, successor: usize) -> std::ops::Range<usize>;
    /// The successor that is taken when the operands have these constant values.
    fn successor_for(&self, body: &Body, consts: &[Option<Attr>]) -> Option<usize> {
        let _ = (body, consts);
        None
    }
    /// The attribute that counts the operands forwarded to each successor after the first, for an op that has them
    /// all in one operand group.
    fn case_segments(&self) -> Option<&'static str> {
        None
    }
}

/// A place that control can come from or go to around a [`RegionBranchOp`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RegionPoint {
    /// The op itself: before it when a source, after it when a target.
    Parent,
    /// The entry of the region with this index, or any of its terminators.
    Region(usize),
}

/// The untyped handle behind any typed one, where only an interface of the op is known.
pub trait OpHandle {
    /// The op.
    fn handle(&self) -> Op;
}

impl<O: OpDef> OpHandle for O {
    fn handle(&self) -> Op {
        self.op()
    }
}

/// An op whose regions are executed as part of it.
///
/// The defaults suit most ops: one of the regions runs once, gets no values from the op, and the operands of its
/// terminator are the results.
pub trait RegionBranchOp: OpHandle {
    /// Where control may go from `from`.
    fn successors(&self, body: &Body, from: RegionPoint) -> SmallVec<[RegionPoint; 2]> {
        match from {
            RegionPoint::Parent => (0..body.regions(self.handle()).len()).map(RegionPoint::Region).collect(),
            RegionPoint::Region(_) => smallvec![RegionPoint::Parent],
        }
    }
    /// Where control may go when the op is entered; `consts[i]` is the value of operand `i` if it is constant.
    fn entry_successors(&self, body: &Body, consts: &[Option<Attr>]) -> SmallVec<[RegionPoint; 2]> {
        let _ = consts;
        self.successors(body, RegionPoint::Parent)
    }
    /// The values of the op that become arguments of the target when control enters from the parent.
    fn entry_operands(&self, body: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
        let _ = (body, to);
        SmallVec::new()
    }
    /// The arguments (or results, for the parent) that receive values when control goes to `to`.
    fn successor_inputs(&self, body: &Body, to: RegionPoint) -> SmallVec<[Value; 4]> {
        match to {
            RegionPoint::Parent => body.results(self.handle()).into(),
            RegionPoint::Region(_) => SmallVec::new(),
        }
    }
}

/// The values that pass along an edge of control flow match the arguments or results that receive them.
///
/// `from` and `to` are regions of an op, or the op itself; `source` is the op that passes the values.
///
/// # Errors
/// When there are not as many of them, or their types differ.
pub fn verify_region_edge(
    b: &Body,
    from: RegionPoint,
    source: Op,
    values: impl ExactSizeIterator<Item = Value>,
    to: RegionPoint,
    inputs: &[Value],
) -> VerifyResult {
    let error = |what: String| {
        let to_text = match to {
            RegionPoint::Region(i) => format!("Region #{i}"),
            RegionPoint::Parent => "parent".to_owned(),
        };
        let from_text = match from {
            RegionPoint::Region(_) => format!("Operation {}", b.op_name(source)),
            RegionPoint::Parent => "parent".to_owned(),
        };
        let message = format!("along control flow edge from {from_text} to {to_text}: {what}");
        VerifyError::from(message).note(b.loc(source), "region branch point")
    };
    let (n, m) = (values.len(), inputs.len());
    if n != m {
        return Err(error(format!(
            "region branch point has {n} operands, but region successor needs {m} inputs"
        )));
    }
    for (i, (v, &input)) in values.zip(inputs).enumerate() {
        if b.ty(v) != b.ty(input) {
            let (ty, want) = (b.cx().type_to_string(b.ty(v)), b.cx().type_to_string(b.ty(input)));
            return Err(error(format!(
                "successor operand type #{i} '{ty}' should match successor input type #{i} '{want}'"
            )));
        }
    }
    Ok(())
}

/// The values that the terminator of region `region` passes are the results of the op around it.
///
/// # Errors
/// When there are not as many of them, or their types differ.
pub fn verify_region_results(b: &Body, op: Op, region: usize, terminator: Op) -> VerifyResult {
    let (from, to) = (RegionPoint::Region(region), RegionPoint::Parent);
    verify_region_edge(b, from, terminator, b.operands(terminator), to, b.results(op))
}

/// A terminator inside of a [`RegionBranchOp`] that forwards only some of its operands.
pub trait RegionTerminator {
    /// The operands forwarded to `to`.
    fn forwarded(&self, body: &Body, to: RegionPoint) -> SmallVec<[Value; 4]>;
    /// Where control goes when the operands are these constants, if they decide it.
    fn successors(&self, body: &Body, consts: &[Option<Attr>]) -> Option<SmallVec<[RegionPoint; 2]>> {
        let _ = (body, consts);
        None
    }
}

/// A loop of any dialect.
pub trait LoopLike {
    /// The regions that are executed repeatedly.
    fn loop_regions(&self, body: &Body) -> SmallVec<[Region; 1]>;
    /// Induction variables.
    fn induction_vars(&self, body: &Body) -> SmallVec<[Value; 2]>;
    /// Initial values of the carried values.
    fn inits(&self, body: &Body) -> SmallVec<[Value; 4]>;
    /// Block arguments of the carried values.
    fn iter_args(&self, body: &Body) -> SmallVec<[Value; 4]>;
    /// How often the body runs, over all dimensions, where the IR tells.
    fn static_trip_count(&self, body: &Body) -> Option<u64> {
        let _ = body;
        None
    }
}

/// An op that, in the terminator of a parallel loop, writes the part of a destination that one iteration made.
pub trait ParallelCombining {
    /// The values that it writes.
    fn updated_destinations(&self, body: &Body) -> SmallVec<[Value; 1]>;
}

/// An op that calls a symbol.
pub trait CallOp {
    /// The callee as an attribute (`@name`), or `None` for an indirect call.
    fn callee(&self, body: &Body) -> Option<Attr>;
    /// The argument values.
    fn arguments(&self, body: &Body) -> SmallVec<[Value; 4]>;
}

/// An op that can be called.
pub trait CallableOp {
    /// Argument and result types. `body` is any body in which the op is visible.
    fn signature(&self, body: &Body) -> (Vec<Type>, Vec<Type>);
}

/// Suggests names for results and block arguments, as `%c0` for a constant.
pub trait ResultNames {
    /// Calls `name(value, "stem")`.
    fn name_results(&self, body: &Body, name: &mut dyn FnMut(Value, &str));
}

/// Suggests names for the arguments of the blocks of its regions, and `^name` for blocks.
pub trait BlockArgNames {
    /// Calls `name(value, "stem")`.
    fn name_block_args(&self, body: &Body, region: Region, name: &mut dyn FnMut(Value, &str));
}

/// An isolated op whose custom syntax gives the arguments of its entry block the names of its operands.
pub trait ArgsNamedAsOperands {
    /// Whether it does so for this op, seen from the body around it. It cannot if two operands would have one name.
    fn names_args_as_operands(&self, body: &Body) -> bool;
}

/// The dialect whose ops may be written without their prefix inside of the regions of this op.
pub trait DefaultDialect {
    /// Its namespace.
    fn default_dialect(&self) -> &'static str;
}

/// The terminator that custom syntax leaves out, for an op with [`Trait::ImplicitTerminator`](crate::Trait).
pub trait ImplicitTerminatorName {
    /// Its name.
    fn implicit_terminator(&self) -> &'static str;
}

/// The implicit terminator of a kind of op, by its [`ImplicitTerminatorName`].
pub fn implicit_terminator(info: &'static crate::OpInfo) -> Option<&'static str> {
    let want = std::any::TypeId::of::<dyn ImplicitTerminatorName>();
    let row = info.interfaces.iter().find(|r| r.id == want)?;
    let cast = row.cast.downcast_ref::<for<'y> fn(&'y Op) -> &'y (dyn ImplicitTerminatorName + 'static)>()?;
    Some(cast(&Op::SELF).implicit_terminator())
}

/// Where an op with a graph or CFG region starts.
pub fn entry_block(body: &Body, region: Region) -> Option<Block> {
    body.blocks(region).first().copied()
}

/// Makes a local handle type through which a crate gives interfaces to an op of another crate.
///
/// `external_model! { /// doc \n pub struct Model(arith::ConstantOp): dyn Bufferize }` defines `Model` with
/// `op()` and `Model::row()`, to be passed to [`Registry::attach`](crate::Registry::attach).
#[macro_export]
macro_rules! external_model {
    ($(#[$meta:meta])* $vis:vis struct $name:ident: $iface:path) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        $vis struct $name($crate::Op);
        impl $name {
            /// The op.
            $vis fn op(self) -> $crate::Op {
                self.0
            }
            /// The row for `Registry::attach`.
            $vis fn row() -> $crate::Interface {
                fn cast(op: &$crate::Op) -> &(dyn $iface + 'static) {
                    // SAFETY: `$name` is `repr(transparent)` over `Op`.
                    unsafe { &*::std::ptr::from_ref(op).cast::<$name>() }
                }
                $crate::Interface {
                    id: ::std::any::TypeId::of::<dyn $iface>(),
                    cast: &(cast as for<'x> fn(&'x $crate::Op) -> &'x (dyn $iface + 'static)),
                }
            }
        }
    };
}
