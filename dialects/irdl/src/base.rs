//! Constraints that refer to definitions of types and attributes.

use strata_ir::{core::symbols::SymbolScope, prelude::*};

use crate::{AttributeHandle, AttributeOp, TypeOp, text::BASE};

/// The definition that a name stands for is one of a type or attribute; names are those around the dialect.
fn verify_reference(b: &Body, name: Attr, symbols: &SymbolScope<'_>) -> VerifyResult {
    let cx = b.cx();
    let shown = cx.attr_to_string(name);
    let Some(around) = symbols.outer() else { return Ok(()) };
    let Some((body, op)) = around.lookup(cx, name) else {
        return Err(format!("symbol '{shown}' not found").into());
    };
    ensure!(
        op.as_op::<TypeOp>(body).is_some() || op.as_op::<AttributeOp>(body).is_some(),
        "symbol '{shown}' does not refer to a type or attribute definition (refers to '{}')",
        body.op_name(op)
    );
    Ok(())
}

/// Types or attributes of one definition.
#[op(
    name = "irdl.base",
    interfaces = [Verify, VerifySymbolUses],
    parents = ["irdl.type", "irdl.attribute", "irdl.operation"],
    asm = "custom<BASE>($base_ref, $base_name) ` ` attr-dict",
)]
pub struct BaseOp {
    /// The definition.
    pub base_ref: OptAttr<SymbolRefAttr>,
    /// Its name, if it is not one in IRDL: `!dialect.type` or `#dialect.attribute`.
    pub base_name: OptAttr<StringAttr>,
    /// The type or attribute that satisfies the constraint.
    pub output: Res<AttributeHandle>,
}

impl Verify for BaseOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (by_ref, by_name) = (b.attr(self.op(), "base_ref"), b.attr(self.op(), "base_name"));
        ensure!(
            by_ref.is_some() != by_name.is_some(),
            "the base type or attribute should be specified by either a name or a reference"
        );
        if let Some(name) = by_name.and_then(|a| b.cx().attr_str(a)) {
            ensure!(
                name.starts_with(['!', '#']),
                "the base type or attribute name should start with '!' or '#'"
            );
        }
        Ok(())
    }
}

impl VerifySymbolUses for BaseOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        b.attr(self.op(), "base_ref").map_or(Ok(()), |name| verify_reference(b, name, symbols))
    }
}

/// Types or attributes of one definition with parameters that satisfy constraints.
#[op(
    name = "irdl.parametric",
    traits = [Pure],
    interfaces = [VerifySymbolUses],
    parents = ["irdl.type", "irdl.attribute", "irdl.operation"],
    asm = "$base_type `<` $args `>` ` ` attr-dict",
)]
pub struct ParametricOp {
    /// The definition.
    pub base_type: Attr<SymbolRefAttr>,
    /// The constraints on the parameters.
    pub args: Variadic<AttributeHandle>,
    /// The type or attribute that satisfies the constraint.
    pub output: Res<AttributeHandle>,
}

impl VerifySymbolUses for ParametricOp {
    fn verify_symbol_uses(&self, b: &Body, symbols: &SymbolScope<'_>) -> VerifyResult {
        b.attr(self.op(), "base_type").map_or(Ok(()), |name| verify_reference(b, name, symbols))
    }
}
