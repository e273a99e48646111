//! Ops of rewriters.

use strata_ir::prelude::*;
use strata_pdl::infers_types;
use strata_pdl::text::{RANGE_TYPE, parse_attribute_values};
use strata_pdl::types::{
    AnyHandle, AnyRange, AttributeHandle, OperationHandle, TypeHandle, TypeOrRange, TypeRange, ValueOrRange,
    same_elements,
};

use crate::attrs::TypeArray;

/// A part of a rewrite that a registered function does.
#[op(
    name = "pdl_interp.apply_rewrite",
    asm = "$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"
)]
pub struct ApplyRewriteOp {
    /// The name of the function.
    pub name: Attr<StringAttr>,
    /// Its arguments.
    pub args: Variadic<AnyHandle>,
    /// Its results.
    pub results: VariadicRes<AnyHandle>,
}

/// An attribute that is given.
#[op(name = "pdl_interp.create_attribute", traits = [Pure], asm = "$value attr-dict-with-keyword")]
pub struct CreateAttributeOp {
    /// The attribute.
    pub value: Attr<AnyAttr>,
    /// The same.
    pub attribute: Res<AttributeHandle>,
}

/// A type that is given.
#[op(name = "pdl_interp.create_type", traits = [Pure], asm = "$value attr-dict")]
pub struct CreateTypeOp {
    /// The type.
    pub value: Attr<TypeAttr>,
    /// The same.
    pub result: Res<TypeHandle>,
}

/// Types that are given.
#[op(name = "pdl_interp.create_types", traits = [Pure], asm = "$value attr-dict")]
pub struct CreateTypesOp {
    /// The types.
    pub value: Attr<TypeArray>,
    /// The same.
    pub result: Res<TypeRange>,
}

/// Several types or values in one range.
#[op(
    name = "pdl_interp.create_range",
    traits = [Pure],
    interfaces = [Verify],
    asm = "($arguments^ `:` type($arguments))? custom<RANGE_TYPE>(ref(type($arguments)), type($result)) attr-dict",
)]
pub struct CreateRangeOp {
    /// The types or values, or ranges of them.
    pub arguments: Variadic<AnyHandle>,
    /// All of them.
    pub result: Res<AnyRange>,
}

impl Verify for CreateRangeOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        same_elements(b, self.op(), self.result(b))
    }
}

/// Erases an op.
#[op(name = "pdl_interp.erase", asm = "$inputOp attr-dict")]
pub struct EraseOp {
    /// The op.
    #[ir_name = "inputOp"]
    pub input_op: Operand<OperationHandle>,
}

/// Replaces the results of an op, and erases it.
#[op(
    name = "pdl_interp.replace",
    asm = "$inputOp `with` ` ` `(` ($replValues^ `:` type($replValues))? `)` attr-dict"
)]
pub struct ReplaceOp {
    /// The op.
    #[ir_name = "inputOp"]
    pub input_op: Operand<OperationHandle>,
    /// The values that replace its results.
    #[ir_name = "replValues"]
    pub repl_values: Variadic<ValueOrRange>,
}

/// Creates an op.
#[op(
    name = "pdl_interp.create_operation",
    traits = [AttrSizedOperandSegments],
    interfaces = [Verify],
    asm = "$name (`(` $inputOperands^ `:` type($inputOperands) `)`)? `` custom<ATTRIBUTES>($inputAttributes, $inputAttributeNames) custom<RESULTS>($inputResultTypes, $inferredResultTypes) attr-dict",
)]
pub struct CreateOperationOp {
    /// Its name.
    pub name: Attr<StringAttr>,
    /// Its operands.
    #[ir_name = "inputOperands"]
    pub input_operands: Variadic<ValueOrRange>,
    /// Its attributes.
    #[ir_name = "inputAttributes"]
    pub input_attributes: Variadic<AttributeHandle>,
    /// The names of the attributes.
    #[ir_name = "inputAttributeNames"]
    pub input_attribute_names: Attr<StrArray>,
    /// The types of its results.
    #[ir_name = "inputResultTypes"]
    pub input_result_types: Variadic<TypeOrRange>,
    /// The types follow from the rest of the op.
    #[ir_name = "inferredResultTypes"]
    pub inferred_result_types: OptAttr<UnitAttr>,
    /// The op.
    #[ir_name = "resultOp"]
    pub result_op: Res<OperationHandle>,
}

impl Verify for CreateOperationOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // Upstream does not check this, and prints only as many values as there are names.
        let names = b.attr(self.op(), "inputAttributeNames").and_then(|a| b.cx().attr_as::<ArrayAttr>(a));
        let (n, m) = (names.map_or(0, |names| names.0.len()), self.input_attributes(b).len());
        ensure!(
            n == m,
            "expected the same number of attribute values and attribute names, got {n} names and {m} values"
        );
        if b.attr(self.op(), "inferredResultTypes").is_none() {
            return Ok(());
        }
        ensure!(
            self.input_result_types(b).len() == 0,
            "with inferred results cannot also have explicit result types"
        );
        let name = b.attr(self.op(), "name").and_then(|a| b.cx().attr_str(a)).unwrap_or("");
        let info = b.cx().op_info(name);
        ensure!(
            info.is_some_and(infers_types),
            "has inferred results, but the created operation '{name}' does not support result type inference (or is not registered)"
        );
        Ok(())
    }
}

static ATTRIBUTES: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let cx = b.cx();
        let names = b.attr(op, "inputAttributeNames").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        let Some(names) = names.filter(|n| !n.0.is_empty()) else { return };
        let Some(create) = op.as_op::<CreateOperationOp>(b) else { return };
        let values: Vec<Value> = create.input_attributes(b).collect();
        p.text(" {");
        p.list(names.0.iter().zip(values), |p, (&name, value)| {
            p.attr(name).text(" = ").value(value);
        });
        p.text("}");
    },
    parse: |p, state, f| {
        let values = parse_attribute_values(p, state, "inputAttributeNames")?;
        f.operands[1].extend(values);
        Ok(())
    },
    attrs: &["inputAttributeNames"],
};

/// ` -> (%0 : !pdl.type)`, or ` -> <inferred>`.
static RESULTS: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let Some(create) = op.as_op::<CreateOperationOp>(b) else { return };
        if b.attr(op, "inferredResultTypes").is_some() {
            p.text(" -> <inferred>");
            return;
        }
        let types: Vec<Value> = create.input_result_types(b).collect();
        if !types.is_empty() {
            p.text(" -> (").values(types.iter().copied()).text(" : ");
            p.types(types.iter().map(|&v| b.ty(v))).text(")");
        }
    },
    parse: |p, state, f| {
        f.operand_types[2] = Some(SmallVec::new());
        if !p.eat("->") {
            return Ok(());
        }
        if p.eat("<") {
            p.expect("inferred")?;
            p.expect(">")?;
            let cx = p.cx();
            state.set_attr(cx, "inferredResultTypes", cx.unit());
            return Ok(());
        }
        p.expect("(")?;
        f.operands[2].extend(p.comma_list(Parser::operand)?);
        p.expect(":")?;
        f.operand_types[2] = Some(p.types_comma()?.into());
        p.expect(")")
    },
    attrs: &["inferredResultTypes"],
};
