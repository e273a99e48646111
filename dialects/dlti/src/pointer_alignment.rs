//! The alignment of pointers to functions.

use strata_ir::prelude::*;

/// `#dlti.function_pointer_alignment<64, function_dependent = true>`: the alignment of pointers to functions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FunctionPointerAlignmentAttr {
    /// The alignment in bits.
    pub alignment: u64,
    /// Whether it is a multiple of that of the function.
    pub function_dependent: bool,
}

impl Storage for FunctionPointerAlignmentAttr {
    const NAME: Option<&'static str> = Some("dlti.function_pointer_alignment");
    fn print(&self, w: &mut AsmWriter<'_>) {
        let Self { alignment, function_dependent } = self;
        w.fmt(format_args!("<{alignment}, function_dependent = {function_dependent}>"));
    }
}

impl strata_ir::text::AttrSyntax for FunctionPointerAlignmentAttr {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "dlti.function_pointer_alignment",
        doc: "The alignment of pointers to functions.",
        parse: &((|p| {
            p.expect("<")?;
            let alignment = u64::parse(p)?;
            p.expect(",")?;
            p.expect("function_dependent")?;
            p.expect("=")?;
            let function_dependent = bool::parse(p)?;
            p.expect(">")?;
            Ok(p.cx().attr(FunctionPointerAlignmentAttr { alignment, function_dependent }))
        }) as strata_ir::text::ParseAttr),
    };
}
