//! Lists of operands, results, attributes and parameters, with a constraint for each.

use strata_ir::prelude::*;

use crate::{
    AttributeHandle, VariadicityArrayAttr,
    attrs::VariadicityArray,
    names,
    text::{ATTRIBUTES, NAMED_VALUES, VARIADIC_VALUES},
};

/// The names of a list: as many as there are values, none of them twice, each an identifier.
pub(crate) fn verify_names(b: &Body, op: Op, attr: &str, what: &str) -> VerifyResult {
    let names = names::list(b, op, attr);
    let n = b.num_operands(op);
    ensure!(
        names.len() == n,
        "the number of {what}s and their names must be the same, but got {n} and {} respectively",
        names.len()
    );
    let mut seen: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for (i, name) in names.iter().enumerate() {
        names::verify(&format!("{what} #{i}"), name)?;
        if let Some(first) = seen.insert(name, i) {
            return Err(format!("name of {what} #{i} is a duplicate of the name of {what} #{first}").into());
        }
    }
    Ok(())
}

fn verify_variadicity(b: &Body, op: Op) -> VerifyResult {
    let kinds = b.attr(op, "variadicity").and_then(|a| b.cx().attr_as::<VariadicityArrayAttr>(a));
    let (n, m) = (b.num_operands(op), kinds.map_or(0, |k| k.0.len()));
    let what = if b.op_name(op) == "irdl.operands" { "operands" } else { "results" };
    ensure!(
        n == m,
        "the number of {what} and their variadicities must be the same, but got {n} and {m} respectively"
    );
    Ok(())
}

/// The operands of an op.
#[op(
    name = "irdl.operands",
    interfaces = [Verify],
    parents = ["irdl.operation"],
    asm = "`` custom<VARIADIC_VALUES>($args, $names, $variadicity) attr-dict",
)]
pub struct OperandsOp {
    /// Their constraints.
    pub args: Variadic<AttributeHandle>,
    /// Their names.
    pub names: Attr<StrArray>,
    /// The number of values of each.
    pub variadicity: Attr<VariadicityArray>,
}

impl Verify for OperandsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_variadicity(b, self.op())?;
        verify_names(b, self.op(), "names", "operand")
    }
}

/// The results of an op.
#[op(
    name = "irdl.results",
    interfaces = [Verify],
    parents = ["irdl.operation"],
    asm = "`` custom<VARIADIC_VALUES>($args, $names, $variadicity) attr-dict",
)]
pub struct ResultsOp {
    /// Their constraints.
    pub args: Variadic<AttributeHandle>,
    /// Their names.
    pub names: Attr<StrArray>,
    /// The number of values of each.
    pub variadicity: Attr<VariadicityArray>,
}

impl Verify for ResultsOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_variadicity(b, self.op())?;
        verify_names(b, self.op(), "names", "result")
    }
}

/// The attributes of an op.
#[op(
    name = "irdl.attributes",
    interfaces = [Verify],
    parents = ["irdl.operation"],
    asm = "custom<ATTRIBUTES>($attributeValues, $attributeValueNames) attr-dict",
)]
pub struct AttributesOp {
    /// Their constraints.
    #[ir_name = "attributeValues"]
    pub attribute_values: Variadic<AttributeHandle>,
    /// Their names.
    #[ir_name = "attributeValueNames"]
    pub attribute_value_names: Attr<StrArray>,
}

impl Verify for AttributesOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let (n, m) = (b.num_operands(self.op()), names::list(b, self.op(), "attributeValueNames").len());
        ensure!(
            n == m,
            "the number of attribute names and their constraints must be the same but got {m} and {n} respectively"
        );
        Ok(())
    }
}

/// The parameters of a type or attribute.
#[op(
    name = "irdl.parameters",
    interfaces = [Verify],
    parents = ["irdl.attribute", "irdl.type"],
    asm = "`` custom<NAMED_VALUES>($args, $names) attr-dict",
)]
pub struct ParametersOp {
    /// Their constraints.
    pub args: Variadic<AttributeHandle>,
    /// Their names.
    pub names: Attr<StrArray>,
}

impl Verify for ParametersOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        verify_names(b, self.op(), "names", "parameter")
    }
}
