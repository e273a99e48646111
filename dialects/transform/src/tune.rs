//! Ops of schedules that leave a choice open until something selects one of its options.

use strata_ir::prelude::*;

use crate::{
    directives::SELECTED_REGION,
    effects::{HandleEffects, PayloadAccess, handle_effects, memory_effects},
    sequences::{YieldOp, yields_results},
    types::{AnyHandleOrParam, ParamHandle},
};

/// A parameter that is one of several options.
#[op(
    name = "transform.tune.knob",
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "`<` $name `>` (`=` $selected^ `from`)? `options` `=` $options attr-dict `->` type($result)",
)]
pub struct KnobOp {
    /// Its name.
    pub name: Attr<StringAttr>,
    /// The options, usually as an array.
    pub options: Attr<AnyAttr>,
    /// The option that is taken.
    pub selected: OptAttr<AnyAttr>,
    /// The parameter.
    pub result: Res<ParamHandle>,
}

/// Runs the selected one of its regions.
#[op(
    name = "transform.tune.alternatives",
    traits = [SingleBlock, ImplicitTerminator],
    interfaces = [HandleEffects, MemoryEffects, Verify, VerifyRegions, ImplicitTerminatorName],
    asm = "`<` $name `>` custom<SELECTED_REGION>($selected_region_attr, $selected_region_param) attr-dict-with-keyword (`:` type($selected_region_param)^)? (`->` type($results)^)? regions",
)]
pub struct TuneAlternativesOp {
    /// Its name.
    pub name: Attr<StringAttr>,
    /// The number of the region that is taken.
    pub selected_region_attr: OptAttr<IntegerAttr>,
    /// The same as a parameter.
    pub selected_region_param: OptOperand<ParamHandle>,
    /// The regions.
    pub alternatives: VariadicRegion,
    /// The results of the region that is taken.
    pub results: VariadicRes<AnyHandleOrParam>,
}

impl Verify for KnobOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let options = b.attr(self.op(), "options").and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
        if let (Some(selected), Some(options)) = (b.attr(self.op(), "selected"), options) {
            ensure!(
                options.0.contains(&selected),
                "provided `selected` attribute is not an element of `options` array of attributes"
            );
        }
        Ok(())
    }
}

impl TuneAlternativesOp {
    /// The number of the region that an attribute selects.
    fn selected(self, b: &Body) -> Option<i64> {
        b.cx().attr_i64(b.attr(self.op(), "selected_region_attr")?)
    }
}

impl Verify for TuneAlternativesOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let n = b.regions(self.op()).len();
        let selected = self.selected(b);
        ensure!(
            selected.is_none_or(|i| usize::try_from(i).is_ok_and(|i| i < n)),
            "'selected_region' attribute specifies region at index {} while op has only {n} regions",
            selected.unwrap_or_default()
        );
        Ok(())
    }
}

impl ImplicitTerminatorName for TuneAlternativesOp {
    fn implicit_terminator(&self) -> &'static str {
        YieldOp::NAME
    }
}

impl VerifyRegions for TuneAlternativesOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        yields_results(b, self.op())
    }
}

impl HandleEffects for TuneAlternativesOp {
    fn consumed(&self, _: &Body) -> SmallVec<[usize; 2]> {
        SmallVec::new()
    }
    fn payload(&self, _: &Body) -> PayloadAccess {
        PayloadAccess::Modifies
    }
}

memory_effects!(TuneAlternativesOp);

handle_effects! {
    none, Reads: KnobOp;
}
