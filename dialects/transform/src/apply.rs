//! Ops that run passes, patterns and conversions on payload ops.

use strata_ir::prelude::*;

use crate::{
    attrs::{Options, Unlimited},
    directives::PASS_OPTIONS,
    effects::{HandleEffects, PayloadAccess, handle_effects, memory_effects},
    types::{OpHandle, ParamHandle},
};

/// Eliminates common subexpressions.
#[op(
    name = "transform.apply_cse",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "`to` $target attr-dict `:` type($target)",
)]
pub struct ApplyCommonSubexpressionEliminationOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Erases dead ops.
#[op(
    name = "transform.apply_dce",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "`to` $target attr-dict `:` type($target)",
)]
pub struct ApplyDeadCodeEliminationOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Moves ops out of loops in which they do not change.
#[op(
    name = "transform.apply_licm",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "`to` $target attr-dict `:` type($target)",
)]
pub struct ApplyLoopInvariantCodeMotionOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
}

/// Applies patterns until nothing changes.
#[op(
    name = "transform.apply_patterns",
    traits = [NoTerminator, GraphRegion, SingleBlock],
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "`to` $target $patterns attr-dict `:` type($target)",
)]
pub struct ApplyPatternsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Common subexpressions are eliminated after patterns.
    pub apply_cse: OptAttr<UnitAttr>,
    /// The largest number of iterations; -1 for no limit.
    pub max_iterations: DefaultAttr<Unlimited>,
    /// The largest number of rewrites; -1 for no limit.
    pub max_num_rewrites: DefaultAttr<Unlimited>,
    /// Ops that name patterns.
    pub patterns: OptRegion,
}

/// Runs a pass.
#[op(
    name = "transform.apply_registered_pass",
    interfaces = [HandleEffects, MemoryEffects],
    asm = "$pass_name (`with` `options` `=` custom<PASS_OPTIONS>($options, $dynamic_options)^)? `to` $target attr-dict `:` functional-type(operands, results)",
)]
pub struct ApplyRegisteredPassOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// The pass.
    pub pass_name: Attr<StringAttr>,
    /// Its options.
    pub options: DefaultAttr<Options>,
    /// Parameters that options name.
    pub dynamic_options: Variadic<ParamHandle>,
    /// The result.
    pub result: Res<OpHandle>,
}

/// Converts ops to other dialects.
#[op(
    name = "transform.apply_conversion_patterns",
    traits = [NoTerminator, GraphRegion, SingleBlock],
    interfaces = [HandleEffects, MemoryEffects, Verify],
    asm = "`to` $target $patterns (`with` `type_converter` $default_type_converter_region^)? attr-dict `:` type($target)",
)]
pub struct ApplyConversionPatternsOp {
    /// The payload ops.
    pub target: Operand<OpHandle>,
    /// Ops that may remain.
    pub legal_ops: OptAttr<StrArray>,
    /// Ops that may not remain.
    pub illegal_ops: OptAttr<StrArray>,
    /// Dialects whose ops may remain.
    pub legal_dialects: OptAttr<StrArray>,
    /// Dialects whose ops may not remain.
    pub illegal_dialects: OptAttr<StrArray>,
    /// Ops of which nothing is known may remain.
    pub partial_conversion: OptAttr<UnitAttr>,
    /// Handles follow the conversion.
    pub preserve_handles: OptAttr<UnitAttr>,
    /// Ops that name patterns.
    pub patterns: OptRegion,
    /// An op that makes the converter of types.
    pub default_type_converter_region: VariadicRegion,
}

handle_effects! {
    none, Modifies: ApplyCommonSubexpressionEliminationOp, ApplyDeadCodeEliminationOp, ApplyLoopInvariantCodeMotionOp, ApplyPatternsOp;
    target, Modifies: ApplyRegisteredPassOp;
}

impl HandleEffects for ApplyConversionPatternsOp {
    fn consumed(&self, b: &Body) -> SmallVec<[usize; 2]> {
        if self.preserve_handles(b).is_some() { SmallVec::new() } else { smallvec![0] }
    }
    fn payload(&self, _: &Body) -> PayloadAccess {
        PayloadAccess::Modifies
    }
}
memory_effects!(ApplyConversionPatternsOp);

/// Every op of a region has a name that begins so.
fn verify_children(b: &Body, region: Region, prefix: &str, message: &str) -> VerifyResult {
    match b.region_ops(region).find(|&op| !b.op_name(op).starts_with(prefix)) {
        Some(op) => Err(VerifyError::from(message.to_owned()).note(b.loc(op), "op without interface")),
        None => Ok(()),
    }
}

impl Verify for ApplyPatternsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let message = "expected children ops to implement PatternDescriptorOpInterface";
        verify_children(b, self.patterns(b), "transform.apply_patterns.", message)
    }
}

impl Verify for ApplyConversionPatternsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let message = "expected pattern children ops to implement ConversionPatternDescriptorOpInterface";
        let Some((&patterns, converters)) = b.regions(self.op()).split_first() else { return Ok(()) };
        ensure!(converters.len() <= 1, "expected at most one default type converter region");
        verify_children(b, patterns, "transform.apply_conversion_patterns.", message)?;
        if let Some(&converter) = converters.first() {
            ensure!(
                b.region_ops(converter).count() == 1,
                "expected exactly one op in default type converter region"
            );
        }
        Ok(())
    }
}
