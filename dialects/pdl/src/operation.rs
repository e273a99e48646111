//! `pdl.operation`.

use strata_ir::{
    core::{Arity, OpInfo, TypeRule},
    prelude::*,
};

use crate::{
    ApplyNativeRewriteOp, OperandOp, OperandsOp, ReplaceOp, TypeOp, TypesOp,
    text::ATTRIBUTES,
    types::{AttributeHandle, OperationHandle, TypeOrRange, ValueOrRange},
    verify::{binding_use, is_in_rewrite},
};

/// An op that is matched, or that a rewrite creates.
#[op(
    name = "pdl.operation",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    asm = "($opName^)? (`(` $operandValues^ `:` type($operandValues) `)`)? custom<ATTRIBUTES>($attributeValues, $attributeValueNames) (`->` `(` $typeValues^ `:` type($typeValues) `)`)? attr-dict",
)]
pub struct OperationOp {
    /// Its name; any, if it is not given.
    #[ir_name = "opName"]
    pub op_name: OptAttr<StringAttr>,
    /// Its operands.
    #[ir_name = "operandValues"]
    pub operand_values: Variadic<ValueOrRange>,
    /// Some of its attributes.
    #[ir_name = "attributeValues"]
    pub attribute_values: Variadic<AttributeHandle>,
    /// The names of these attributes.
    #[ir_name = "attributeValueNames"]
    pub attribute_value_names: Attr<StrArray>,
    /// The types of its results.
    #[ir_name = "typeValues"]
    pub type_values: Variadic<TypeOrRange>,
    /// The op.
    #[ir_name = "op"]
    pub operation: Res<OperationHandle>,
}

impl OperationOp {
    /// The name of the op, if it is given.
    pub fn name(self, b: &Body) -> Option<&str> {
        b.attr(self.op(), "opName").and_then(|a| b.cx().attr_str(a))
    }
    /// The names of its attributes, as many as there are values of them.
    pub fn attribute_names(self, b: &Body) -> Vec<&str> {
        let cx = b.cx();
        let names = b.attr(self.op(), "attributeValueNames").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        names.map(|n| n.0.iter().map(|&a| cx.attr_str(a).unwrap_or("")).collect()).unwrap_or_default()
    }
    /// Whether the types of the results of an op of this name may follow from the rest of it.
    fn might_infer_types(self, b: &Body) -> bool {
        let info = self.name(b).and_then(|name| b.cx().op_info(name));
        info.is_none_or(infers_types)
    }
    /// Whether the types of the results of an op of this name follow from the rest of it.
    pub fn infers_types(self, b: &Body) -> bool {
        self.name(b).and_then(|name| b.cx().op_info(name)).is_some_and(infers_types)
    }
}

impl Verify for OperationOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let in_rewrite = is_in_rewrite(b, self.op());
        ensure!(
            !in_rewrite || self.name(b).is_some(),
            "must have an operation name when nested within a `pdl.rewrite`"
        );
        let (n, m) = (self.attribute_names(b).len(), self.attribute_values(b).len());
        ensure!(
            n == m,
            "expected the same number of attribute values and attribute names, got {n} names and {m} values"
        );
        if in_rewrite && !self.might_infer_types(b) {
            self.verify_types(b)?;
        }
        binding_use(b, self.op())
    }
}

impl OperationOp {
    /// The types of the results of a new op are known: they are given, matched, or those of an op that it replaces.
    fn verify_types(self, b: &Body) -> VerifyResult {
        let (op, block) = (self.op(), b.parent_block(self.op()));
        let replaces = |(user, operand): (Op, usize)| {
            let Some(replace) = user.as_op::<ReplaceOp>(b).filter(|_| operand != 0) else { return false };
            let replaced = b.def_op(replace.op_value(b));
            replaced.is_some_and(|r| b.parent_block(r) != block || b.is_before(r, op))
        };
        if b.uses_of(self.operation(b)).any(replaces) {
            return Ok(());
        }
        for (i, ty) in self.type_values(b).enumerate() {
            let Some(def) = b.def_op(ty) else { continue };
            let constrains = |user: Op| {
                b.parent_block(user) != block
                    && (user.as_op::<OperandOp>(b).is_some()
                        || user.as_op::<OperandsOp>(b).is_some()
                        || user.as_op::<Self>(b).is_some())
            };
            let known = def.as_op::<ApplyNativeRewriteOp>(b).is_some()
                || b.attr(def, "constantType").is_some()
                || b.attr(def, "constantTypes").is_some()
                || (def.as_op::<TypeOp>(b).is_some() || def.as_op::<TypesOp>(b).is_some())
                    && b.users(ty).any(constrains);
            if !known {
                let message =
                    "must have inferable or constrained result types when nested within `pdl.rewrite`";
                return Err(VerifyError::from(message)
                    .note(b.loc(op), format!("result type #{i} was not constrained")));
            }
        }
        Ok(())
    }
}

/// Whether the types of the results of an op of this kind follow from its operands and attributes.
#[must_use]
pub fn infers_types(info: &OpInfo) -> bool {
    let is_result = |name: &str| info.results.iter().any(|result| result.name == name);
    let follows = |name: &str| {
        info.rules.iter().any(|rule| match rule {
            TypeRule::Same(names) => names.contains(&name) && names.iter().any(|other| !is_result(other)),
            TypeRule::Derived { target, .. } => *target == name,
            TypeRule::Holds { .. } => false,
        })
    };
    info.implements::<dyn InferTypes>()
        || info.has(Trait::SameOperandsAndResultType)
        || !info.results.is_empty()
            && info.results.iter().all(|result| result.arity == Arity::One && follows(result.name))
}
