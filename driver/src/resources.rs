//! Checks of the resources of a program, which come from files: their number of bytes must be that of their types.

use std::collections::HashSet;

use strata_ir::{
    core::{TypeOrAttr, attrs::element_bytes, writer::deep},
    prelude::*,
};

/// Rejects a module with a `dense_resource` that is longer or shorter than its type. A resource without data, which a printer elided, is
/// not checked here.
pub(crate) fn check(module: &Body) -> Result<(), Diagnostic> {
    Checked::default().body(module)
}

#[derive(Default)]
struct Checked(HashSet<TypeOrAttr>);

impl Checked {
    fn body(&mut self, body: &Body) -> Result<(), Diagnostic> {
        for op in body.all_ops() {
            let inherent = (0..body.info(op).attrs.len()).filter_map(|slot| body.attr_slot(op, slot));
            let all: Vec<Attr> = inherent.chain(body.extra_attrs(op).iter().map(|e| e.1)).collect();
            for attr in all {
                if let Some(why) = self.wrong(body.cx(), attr) {
                    return Err(Diagnostic::error(body.loc(op), format!("'{}' op {why}", body.op_name(op))));
                }
            }
        }
        body.children().try_for_each(|(_, child)| deep(|| self.body(child)))
    }

    /// The error of a resource in an attribute, if there is one.
    fn wrong(&mut self, cx: &Context, attr: Attr) -> Option<String> {
        let mut todo = vec![TypeOrAttr::Attr(attr)];
        while let Some(of) = todo.pop() {
            if !self.0.insert(of) {
                continue;
            }
            if let Some(resource) = of.attr().and_then(|a| cx.attr_as::<DenseResourceAttr>(a)) {
                let shaped = cx.shaped(resource.ty)?;
                let elements = usize::try_from(shaped.num_elements()?).ok()?;
                let needed = element_bytes(cx, shaped.elem)?.checked_mul(elements);
                let given = cx.resource(resource.key).map(|bytes| bytes.len());
                if given.is_some() && given != needed {
                    let (key, ty) = (cx.str(resource.key), cx.type_to_string(resource.ty));
                    let needed = needed.map_or("more than any machine has".to_owned(), |n| n.to_string());
                    let given = given.unwrap_or(0);
                    return Some(format!(
                        "has dense_resource<{key}> of {given} bytes, but {ty} needs {needed}"
                    ));
                }
            }
            cx.visit_children(of, &mut |part| todo.push(part));
        }
        None
    }
}
