//! `builtin.unrealized_conversion_cast`.

use strata_ir::prelude::*;

/// Casts between types while a conversion is incomplete; it has no semantics of its own.
#[op(
    name = "builtin.unrealized_conversion_cast",
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
)]
pub struct UnrealizedConversionCastOp {
    /// The values to cast.
    pub inputs: Variadic<AnyType>,
    /// The same as other types.
    pub outputs: VariadicRes<AnyType>,
}

impl Verify for UnrealizedConversionCastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(!self.outputs(b).is_empty(), "expected at least one result for cast operation");
        Ok(())
    }
}

impl Fold for UnrealizedConversionCastOp {
    /// A cast of casts back to the first types is the first values.
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let inputs: SmallVec<[Value; 4]> = self.inputs(b).collect();
        let same = |values: &[Value]| {
            values.len() == self.outputs(b).len()
                && values.iter().zip(self.outputs(b)).all(|(&v, &o)| b.ty(v) == b.ty(o))
        };
        let results =
            |values: &[Value]| Some(Folded::Results(values.iter().map(|&v| FoldResult::Value(v)).collect()));
        if same(&inputs) {
            return results(&inputs);
        }
        let first = b.def_as::<Self>(*inputs.first()?)?;
        if first.outputs(b) != &inputs[..] {
            return None;
        }
        let origin: SmallVec<[Value; 4]> = first.inputs(b).collect();
        if same(&origin) { results(&origin) } else { None }
    }
}
