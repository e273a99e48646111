//! `#stablehlo.bounds<3, ?>`: upper bounds of dynamic sizes, the encoding of a tensor type.

use strata_ir::prelude::*;

/// Bounds, one for each dimension; [`DYNAMIC`] where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeExtensions {
    /// The bounds.
    pub bounds: Dims,
}

impl Storage for TypeExtensions {
    const NAME: Option<&'static str> = Some("stablehlo.bounds");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        for (i, &b) in self.bounds.iter().enumerate() {
            if i != 0 {
                w.text(", ");
            }
            if b == DYNAMIC {
                w.text("?");
            } else {
                w.int(b);
            }
        }
        w.text(">");
    }
    fn verify_encoding(&self, cx: &Context, shape: &[i64], elem: Type) -> Result<(), String> {
        let shown = || cx.type_to_string(cx.tensor(shape, elem));
        if self.bounds.len() != shape.len() {
            let (n, rank) = (self.bounds.len(), shape.len());
            return Err(format!(
                "Bounds length is {n}, expected to be equal to rank({rank}) of the tensor '{}'",
                shown()
            ));
        }
        let wrong = (0..shape.len()).find(|&i| shape[i] != DYNAMIC && self.bounds[i] != DYNAMIC);
        wrong.map_or(Ok(()), |i| {
            Err(format!(
                "Static dimension {i} cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor '{}'",
                shown()
            ))
        })
    }
}

impl strata_ir::text::AttrSyntax for TypeExtensions {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.bounds",
        doc: "Upper bounds of dynamic sizes.",
        parse: &((|p| {
            p.expect("<")?;
            let bounds = p.list_until(">", Parser::int_or_dynamic)?;
            Ok(p.cx().attr(TypeExtensions { bounds: bounds.into() }))
        }) as strata_ir::text::ParseAttr),
    };
}

/// The long form `#stablehlo.type_extensions<bounds = [3, ?]>`, which reads as the short one.
pub struct LongForm;

impl strata_ir::text::AttrSyntax for LongForm {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.type_extensions",
        doc: "The long form of `stablehlo.bounds`.",
        parse: &((|p| {
            p.expect("<")?;
            p.expect("bounds")?;
            p.expect("=")?;
            p.expect("[")?;
            let bounds = p.list_until("]", Parser::int_or_dynamic)?;
            p.expect(">")?;
            Ok(p.cx().attr(TypeExtensions { bounds: bounds.into() }))
        }) as strata_ir::text::ParseAttr),
    };
}
