//! Matchers: ops that fail, which can be silenced, if the payload is not as they say.

use strata_ir::prelude::*;

use crate::{
    attrs::{CmpIPredicate, SymbolRefArray},
    directives::MATCHERS_AND_ACTIONS,
    effects::{HandleEffects, PayloadAccess, handle_effects, memory_effects},
    types::{AnyHandleOrParam, OpHandle, ParamHandle},
};

/// The results of a matcher for every op that it accepts.
#[op(
    name = "transform.collect_matching",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$matcher `in` $root attr-dict `:` functional-type($root, $results)",
)]
pub struct CollectMatchingOp {
    /// The payload op under which it searches.
    pub root: Operand<OpHandle>,
    /// The named sequence that decides.
    pub matcher: Attr<SymbolRefAttr>,
    /// The results.
    pub results: VariadicRes<AnyHandleOrParam>,
}

/// Runs for every op the action of the first matcher that accepts it.
#[op(
    name = "transform.foreach_match",
    interfaces = [HandleEffects, MemoryEffects, ResultNames, Verify],
    asm = "oilist( `restrict_root` $restrict_root | `flatten_results` $flatten_results ) `in` $root (`,` $forwarded_inputs^)? custom<MATCHERS_AND_ACTIONS>($matchers, $actions) attr-dict `:` functional-type(operands, results)",
)]
pub struct ForeachMatchOp {
    /// The payload op under which it searches.
    pub root: Operand<OpHandle>,
    /// Handles and parameters that every matcher gets after the op.
    pub forwarded_inputs: Variadic<AnyHandleOrParam>,
    /// The root itself is not matched.
    pub restrict_root: OptAttr<UnitAttr>,
    /// A result may stand for several objects of each match.
    pub flatten_results: OptAttr<UnitAttr>,
    /// Named sequences that decide.
    pub matchers: Attr<SymbolRefArray>,
    /// A named sequence for each matcher, which is run where that one matches.
    pub actions: Attr<SymbolRefArray>,
    /// The root.
    pub updated: Res<OpHandle>,
    /// The values that the actions yield.
    pub forwarded_outputs: VariadicRes<AnyHandleOrParam>,
}

/// Matches a handle to nothing.
#[op(
    name = "transform.match.operation_empty",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$operand_handle attr-dict `:` type($operand_handle)",
)]
pub struct MatchOperationEmptyOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
}

/// Matches an op by its name.
#[op(
    name = "transform.match.operation_name",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$operand_handle $op_names attr-dict `:` type($operand_handle)",
)]
pub struct MatchOperationNameOp {
    /// The payload op.
    pub operand_handle: Operand<OpHandle>,
    /// Names of which the op must have one.
    pub op_names: Attr<StrArray>,
}

/// Matches parameters by a comparison.
#[op(
    name = "transform.match.param.cmpi",
    traits = [SameTypeOperands],
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$predicate $param `,` $reference attr-dict `:` type($param)",
)]
pub struct MatchParamCmpIOp {
    /// The parameter.
    pub param: Operand<ParamHandle>,
    /// The parameter that it is compared with.
    pub reference: Operand<ParamHandle>,
    /// The comparison.
    pub predicate: Attr<CmpIPredicate>,
}

handle_effects! {
    none, Reads: CollectMatchingOp, MatchOperationEmptyOp, MatchOperationNameOp, MatchParamCmpIOp;
}

impl HandleEffects for ForeachMatchOp {
    /// The root, as an action may change anything in it.
    fn consumed(&self, _: &Body) -> SmallVec<[usize; 2]> {
        smallvec![0]
    }
    fn payload(&self, _: &Body) -> PayloadAccess {
        PayloadAccess::Modifies
    }
}
memory_effects!(ForeachMatchOp);

impl Verify for ForeachMatchOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let count = |name| {
            b.attr(self.op(), name).and_then(|a| b.cx().attr_as::<ArrayAttr>(a)).map_or(0, |a| a.0.len())
        };
        let (matchers, actions) = (count("matchers"), count("actions"));
        ensure!(matchers == actions, "expected the same number of matchers and actions");
        ensure!(matchers != 0, "expected at least one match/action pair");
        Ok(())
    }
}

impl ResultNames for ForeachMatchOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.updated(b), "updated_root");
        if let Some(v) = self.forwarded_outputs(b).first().copied() {
            name(v, "yielded");
        }
    }
}
