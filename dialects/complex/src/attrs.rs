//! `#complex.number`.

use strata_ir::{
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

/// `#complex.number<:f32 1.0, 2.0>`: a complex number as an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberAttr {
    /// The real part, a float attribute.
    pub re: Attr,
    /// The imaginary part, of the same type.
    pub im: Attr,
    /// The float type of both.
    pub part: Type,
}

impl NumberAttr {
    /// `re + im i`, rounded to the float type `part`.
    pub fn get(cx: &Context, part: Type, re: f64, im: f64) -> Attr {
        cx.attr(Self { re: cx.float_attr(re, part), im: cx.float_attr(im, part), part })
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Attr> {
        p.expect("<")?;
        p.expect(":")?;
        let at = p.location();
        let part = p.ty()?;
        if p.cx().as_float(part).is_none() {
            return Err(p.error_at(at, "element type of the complex attribute must be float like type."));
        }
        let re = p.float_literal()?;
        p.expect(",")?;
        let im = p.float_literal()?;
        p.expect(">")?;
        // The type that follows is redundant and is not compared with that of the parts.
        if p.eat(":") {
            p.ty()?;
        }
        Ok(Self::get(p.cx(), part, re, im))
    }
}

impl Storage for NumberAttr {
    const NAME: Option<&'static str> = Some("complex.number");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<:").ty(self.part).text(" ").attr_without_type(self.re).text(", ").attr_without_type(self.im);
        w.text("> : complex<").ty(self.part).text(">");
    }
    fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
        visit(TypeOrAttr::Attr(self.re));
        visit(TypeOrAttr::Attr(self.im));
        visit(TypeOrAttr::Type(self.part));
    }
}

impl AttrSyntax for NumberAttr {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "complex.number",
        doc: "A complex number as an attribute.",
        parse: &(NumberAttr::parse as ParseAttr),
    };
}
