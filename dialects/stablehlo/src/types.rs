//! `!stablehlo.token` and `!stablehlo.future`.

use strata_ir::prelude::*;

/// Orders side effects; has no data.
#[ty(name = "stablehlo.token")]
pub struct TokenType;

/// The values that an asynchronous op will have: `!stablehlo.future<tensor<4xf32>>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FutureType(pub Vec<Type>);

impl Storage for FutureType {
    const NAME: Option<&'static str> = Some("stablehlo.future");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<").types(&self.0).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        self.0.iter().for_each(|&t| visit(TypeOrAttr::Type(t)));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        self.0.iter().map(|&t| map(TypeOrAttr::Type(t)).ty()).collect::<Option<Vec<_>>>().map(Self)
    }
}

impl strata_ir::text::TypeSyntax for FutureType {
    const DEF: strata_ir::core::TypeDef = strata_ir::core::TypeDef {
        name: "stablehlo.future",
        doc: "The values that an asynchronous op will have.",
        parse: &((|p| {
            p.expect("<")?;
            let at = p.location();
            let types = p.list_until(">", Parser::ty)?;
            if let Some(&other) = types.iter().find(|&&t| p.cx().type_as::<TensorType>(t).is_none()) {
                let other = p.cx().type_to_string(other);
                let message = format!("future element type must be a ranked tensor, but got '{other}'");
                return Err(p.error_at(at, message));
            }
            Ok(p.cx().ty(FutureType(types)))
        }) as strata_ir::text::ParseType),
    };
}
