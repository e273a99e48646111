//! Definitions of dialects, ops, types and attributes.

use std::collections::BTreeSet;

use strata_ir::prelude::*;

use crate::{OperandsOp, RegionsOp, ResultsOp, names, text::SINGLE_BLOCK};

fn name(b: &Body, op: Op) -> &str {
    b.attr(op, "sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("")
}

/// A definition has at most one op of each kind of `kinds`.
fn at_most_one(b: &Body, op: Op, kinds: &[&str]) -> VerifyResult {
    let mut seen = BTreeSet::new();
    for child in b.regions(op).iter().flat_map(|&r| b.region_ops(r)) {
        let name = b.op_name(child);
        if kinds.contains(&name) && !seen.insert(name) {
            return Err(VerifyError::bare(format!(
                "failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type {name}"
            )));
        }
    }
    Ok(())
}

/// A dialect.
#[op(
    name = "irdl.dialect",
    traits = [IsolatedFromAbove, NoTerminator, Symbol, SymbolTable],
    interfaces = [Verify],
    asm = "$sym_name attr-dict-with-keyword custom<SINGLE_BLOCK>($body)",
)]
pub struct DialectOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The definitions.
    pub body: SingleBlockRegion,
}

impl Verify for DialectOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(names::is_namespace(name(b, self.op())), "invalid dialect name");
        names::verify("dialect", name(b, self.op()))
    }
}

/// A type.
#[op(
    name = "irdl.type",
    traits = [NoTerminator, NoRegionArguments, Symbol],
    interfaces = [Verify],
    parents = ["irdl.dialect"],
    asm = "$sym_name attr-dict-with-keyword custom<SINGLE_BLOCK>($body)",
)]
pub struct TypeOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The constraints and the parameters.
    pub body: SingleBlockRegion,
}

impl Verify for TypeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        at_most_one(b, self.op(), &["irdl.parameters"])?;
        names::verify("type", name(b, self.op()))
    }
}

/// An attribute.
#[op(
    name = "irdl.attribute",
    traits = [NoTerminator, NoRegionArguments, Symbol],
    interfaces = [Verify],
    parents = ["irdl.dialect"],
    asm = "$sym_name attr-dict-with-keyword custom<SINGLE_BLOCK>($body)",
)]
pub struct AttributeOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The constraints and the parameters.
    pub body: SingleBlockRegion,
}

impl Verify for AttributeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        at_most_one(b, self.op(), &["irdl.parameters"])?;
        names::verify("attribute", name(b, self.op()))
    }
}

/// An op.
#[op(
    name = "irdl.operation",
    traits = [NoTerminator, NoRegionArguments, Symbol],
    interfaces = [Verify, VerifyRegions],
    parents = ["irdl.dialect"],
    asm = "$sym_name attr-dict-with-keyword custom<SINGLE_BLOCK>($body)",
)]
pub struct OperationOp {
    /// Its name.
    pub sym_name: Attr<SymbolName>,
    /// The constraints and what they are for.
    pub body: SingleBlockRegion,
}

impl Verify for OperationOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        at_most_one(b, self.op(), &["irdl.operands", "irdl.results", "irdl.attributes", "irdl.regions"])?;
        names::verify("operation", name(b, self.op()))
    }
}

/// The kinds of lists whose names are apart from each other.
const LISTS: [(&str, &str); 3] =
    [(OperandsOp::NAME, "operands"), (ResultsOp::NAME, "results"), (RegionsOp::NAME, "regions")];

impl VerifyRegions for OperationOp {
    /// Operands, results and regions have different names.
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let mut seen: Vec<(String, &str)> = Vec::new();
        for child in b.regions(self.op()).iter().flat_map(|&r| b.region_ops(r)) {
            let Some((_, what)) = LISTS.iter().find(|list| list.0 == b.op_name(child)) else { continue };
            let own = names::list(b, child, "names");
            for name in &own {
                if let Some((_, other)) = seen.iter().find(|s| s.0 == *name) {
                    return Err(
                        format!("contains a value named '{name}' for both its {other} and {what}").into()
                    );
                }
            }
            seen.extend(own.into_iter().map(|name| (name, *what)));
        }
        Ok(())
    }
}
