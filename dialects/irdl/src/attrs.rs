//! How many values a definition of operands or results stands for.

use strata_ir::{
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

/// How many values a definition stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variadicity {
    /// Exactly one.
    Single,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
}

impl Variadicity {
    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Variadicity::Single => "single",
            Variadicity::Optional => "optional",
            Variadicity::Variadic => "variadic",
        }
    }
    /// The kind that a word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Variadicity::Single, Variadicity::Optional, Variadicity::Variadic]
            .into_iter()
            .find(|v| v.word() == word)
    }
}

impl Storage for Variadicity {
    const NAME: Option<&'static str> = Some("irdl.variadicity");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text(" ").text(self.word());
    }
}

impl Param for Variadicity {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text(self.word());
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let at = p.location();
        let word = p.keyword()?;
        Self::from_word(word).ok_or_else(|| {
            let message = format!(
                "expected ::mlir::irdl::Variadicity to be one of: single, optional, variadic, but got: {word}"
            );
            p.error_at(at, message)
        })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
}

impl AttrSyntax for Variadicity {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "irdl.variadicity",
        doc: "How many values a definition stands for.",
        parse: &((|p| {
            let angles = p.eat("<");
            let value = <Variadicity as Param>::parse(p)?;
            if angles {
                p.expect(">")?;
            }
            Ok(p.cx().attr(value))
        }) as ParseAttr),
    };
}

/// `#irdl<variadicity_array[ single, optional]>`: one for each definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VariadicityArrayAttr(pub Vec<Variadicity>);

impl Storage for VariadicityArrayAttr {
    const NAME: Option<&'static str> = Some("irdl.variadicity_array");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("[");
        for (i, v) in self.0.iter().enumerate() {
            w.text(if i == 0 { " " } else { ",  " }).text(v.word());
        }
        w.text("]");
    }
}

impl AttrSyntax for VariadicityArrayAttr {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "irdl.variadicity_array",
        doc: "How many values each of several definitions stands for.",
        parse: &((|p| {
            p.expect("[")?;
            let all = p.list_until("]", <Variadicity as Param>::parse)?;
            Ok(p.cx().attr(VariadicityArrayAttr(all)))
        }) as ParseAttr),
    };
}

attr_constraint! {
    /// A list of variadicities.
    VariadicityArray: VariadicityArrayAttr = "", |a, cx| cx.attr_as::<VariadicityArrayAttr>(a).is_some();
}
