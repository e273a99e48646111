//! Parts of text forms that are not declarative.

use strata_ir::prelude::*;

use crate::types::{ValueType, elem_or_self, range};

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
        let mut names = Vec::new();
        if p.eat("{") {
            let list = p.list_until("}", |p| {
                let name = p.string()?;
                p.expect("=")?;
                Ok((name, p.operand()?))
            })?;
            for (name, value) in list {
                names.push(p.cx().attr(StringAttr { value: name, ty: None }));
                f.operands[1].push(value);
            }
        }
        let cx = p.cx();
        state.set_attr(cx, "attributeValueNames", cx.array_attr(names));
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
