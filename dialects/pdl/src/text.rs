//! Parts of text forms that are not declarative.

use strata_ir::prelude::*;

use crate::types::{ValueType, elem_or_self, range};

/// Names and values of `{"name" = %0}`, if that comes next; the names become the attribute `names`. Where the brace begins other attributes of
/// the op, these are read.
///
/// # Errors
/// Where the text is wrong.
pub fn parse_attribute_values<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    names: &str,
) -> PResult<Vec<Unresolved<'s>>> {
    let cx = p.cx();
    let (mut list, mut values) = (Vec::new(), Vec::new());
    if p.eat("{") {
        let named = p.peek("\"");
        p.list_until("}", |p| {
            if named {
                let name = p.string()?;
                p.expect("=")?;
                list.push(cx.attr(StringAttr { value: name, ty: None }));
                values.push(p.operand()?);
            } else {
                let name = p.keyword()?;
                let value = if p.eat("=") { p.attr()? } else { cx.unit() };
                state.set_attr(cx, name, value);
            }
            Ok(())
        })?;
    }
    state.set_attr(cx, names, cx.array_attr(list));
    Ok(values)
}

/// ` {"name" = %0}`.
pub static ATTRIBUTES: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let cx = b.cx();
        let names = b.attr(op, "attributeValueNames").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        let Some(names) = names.filter(|n| !n.0.is_empty()) else { return };
        let Some(operation) = op.as_op::<crate::OperationOp>(b) else { return };
        let values: Vec<Value> = operation.attribute_values(b).collect();
        p.text(" {");
        p.list(names.0.iter().zip(values), |p, (&name, value)| {
            p.attr(name).text(" = ").value(value);
        });
        p.text("}");
    },
    parse: |p, state, f| {
        let values = parse_attribute_values(p, state, "attributeValueNames")?;
        f.operands[1].extend(values);
        Ok(())
    },
    attrs: &["attributeValueNames"],
};

/// `: !pdl.range<type>`, where no arguments tell it.
pub static RANGE_TYPE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        if b.num_operands(op) == 0 {
            p.text(": ").type_of(b.result(op, 0));
        }
    },
    parse: |p, _, f| {
        let first = f.operand_types[0].as_ref().and_then(|types| types.first().copied());
        let ty = match first {
            Some(first) => range(p.cx(), elem_or_self(p.cx(), first)),
            None => p.colon_type()?,
        };
        f.result_types[0] = Some(smallvec![ty]);
        Ok(())
    },
    attrs: &[],
};

/// `-> type`, where an index is given.
pub static RESULTS_TYPE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        if b.attr(op, "index").is_some() {
            p.text(" -> ").type_of(b.result(op, 0));
        }
    },
    parse: |p, state, f| {
        let cx = p.cx();
        let index = state.info.attr_slot("index").and_then(|slot| state.attrs[slot]);
        let ty = match index {
            None => range(cx, cx.ty(ValueType)),
            Some(_) => {
                p.expect("->")?;
                p.ty()?
            }
        };
        f.result_types[0] = Some(smallvec![ty]);
        Ok(())
    },
    attrs: &[],
};
