//! The `ml_program` dialect: functions, graphs and globals of machine learning programs.
//!
//! A global is read and written by its name: in functions in the order of the ops, in graphs in the order of tokens.

use strata_ir::{
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

mod function;
mod global;
mod graph;
mod symbol;

pub use function::{FuncOp, OutputOp, ReturnOp, SubgraphOp};
pub use global::{GlobalLoadConstOp, GlobalLoadOp, GlobalOp, GlobalStoreOp};
pub use graph::{GlobalLoadGraphOp, GlobalStoreGraphOp, TokenOp};

/// A value that orders the accesses to globals in a graph.
#[ty(name = "ml_program.token")]
pub struct TokenType;

/// A value that is given when the program is loaded, of this type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExternAttr {
    /// The type.
    pub ty: Type,
}

impl Storage for ExternAttr {
    const NAME: Option<&'static str> = Some("ml_program.extern");
    const ALIAS: bool = true;
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text(" : ").ty(self.ty);
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Type(self.ty));
    }
    fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
        Some(Self { ty: self.ty.map_children(map) })
    }
}

impl AttrSyntax for ExternAttr {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "ml_program.extern",
        doc: "A value that is given when the program is loaded.",
        parse: &((|p| {
            let ty = if p.eat(":") { p.ty()? } else { p.cx().none() };
            Ok(p.cx().attr(ExternAttr { ty }))
        }) as ParseAttr),
    };
}

type_constraint! {
    /// `!ml_program.token`.
    Token = "Token for establishing execution ordering in a graph", |ty, cx| cx.type_as::<TokenType>(ty).is_some(),
        only |cx| cx.ty(TokenType);
}

dialect! {
    /// Functions, graphs and globals of machine learning programs.
    ml_program {
        execution: Annotation,
        ops: [
            FuncOp, GlobalLoadConstOp, GlobalLoadGraphOp, GlobalLoadOp, GlobalOp, GlobalStoreGraphOp, GlobalStoreOp,
            OutputOp, ReturnOp, SubgraphOp, TokenOp,
        ],
        types: [TokenType],
        attrs: [ExternAttr],
    }
}
