//! Files, and text that is written as it stands.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::types::EmitCTypeOrLValue;

/// A region that has a block even if it is written `{}`.
pub(crate) static MEMBERS: CustomDirective = CustomDirective {
    print: |op, p| {
        if let Some(&region) = p.body().regions(op).first() {
            p.region(region, RegionStyle { args: false, ..RegionStyle::default() });
        }
    },
    parse: |p, state, _| {
        p.region(state, &[])?;
        if let Some(child) = &mut state.child
            && let Some(&region) = child.regions(Op::SELF).first()
            && child.blocks(region).is_empty()
        {
            child.add_block(region, &[]);
        }
        Ok(())
    },
    attrs: &[],
};

/// A file of C. It is written only if its name is asked for.
#[op(
    name = "emitc.file",
    traits = [IsolatedFromAbove, NoRegionArguments, SymbolTable, NoTerminator, GraphRegion, SingleBlock],
    interfaces = [DefaultDialect],
    asm = "$id attr-dict-with-keyword custom<MEMBERS>($bodyRegion)",
)]
pub struct FileOp {
    /// Its name.
    pub id: Attr<StringAttr>,
    /// Its declarations.
    #[ir_name = "bodyRegion"]
    pub body_region: SingleBlockRegion,
}

impl DefaultDialect for FileOp {
    fn default_dialect(&self) -> &'static str {
        "emitc"
    }
}

/// `#include "file"` or `#include <file>`.
#[op(name = "emitc.include", custom_asm)]
pub struct IncludeOp {
    /// The file.
    pub include: Attr<StringAttr>,
    /// It stands in angle brackets.
    pub is_standard_include: OptAttr<UnitAttr>,
}

impl CustomAsm for IncludeOp {
    fn print(&self, p: &mut Printer<'_>) {
        let b = p.body();
        let include = self.include(b).get(b.cx()).as_str();
        if self.is_standard_include(b).is_some() {
            p.text(" <").quoted(include).text(">");
        } else {
            p.text(" ").quoted(include);
        }
        p.attr_dict(self.op(), &["include", "is_standard_include"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        let standard = p.eat("<");
        let at = p.location();
        let include = String::from_utf8(p.string()?)
            .map_err(|_| p.error_at(at, "custom op 'emitc.include' expected string attribute"))?;
        state.set_attr(cx, "include", cx.string_attr(&include));
        if standard {
            p.expect(">")?;
            state.set_attr(cx, "is_standard_include", cx.unit());
        }
        p.attr_dict(state)
    }
}

/// A line of text, in which `{}` are operands.
#[op(
    name = "emitc.verbatim",
    interfaces = [Verify],
    asm = "$value (`args` $fmtArgs^ `:` type($fmtArgs))? attr-dict",
)]
pub struct VerbatimOp {
    /// The text.
    pub value: Attr<StringAttr>,
    /// The operands.
    #[ir_name = "fmtArgs"]
    pub args: Variadic<EmitCTypeOrLValue>,
}

/// A part of the text of an `emitc.verbatim`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text.
    Text(&'a str),
    /// The next operand.
    Placeholder,
}

impl VerbatimOp {
    /// The parts of the text.
    ///
    /// # Errors
    /// A `{` that begins neither `{}` nor `{{`.
    pub fn pieces(self, b: &Body) -> Result<Vec<Piece<'_>>, &'static str> {
        let mut rest = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_str(a)).unwrap_or("");
        if self.args(b).count() == 0 {
            return Ok(if rest.is_empty() { Vec::new() } else { vec![Piece::Text(rest)] });
        }
        let mut pieces = Vec::new();
        while let Some(at) = rest.find('{') {
            if at > 0 {
                pieces.push(Piece::Text(&rest[..at]));
            }
            let brace = &rest[at..];
            match brace.as_bytes().get(1) {
                None => return Err("expected '}' after unescaped '{' at end of string"),
                Some(b'{') => pieces.push(Piece::Text(&brace[..1])),
                Some(b'}') => pieces.push(Piece::Placeholder),
                Some(_) => return Err("expected '}' after unescaped '{'"),
            }
            rest = &brace[2..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest));
        }
        Ok(pieces)
    }
}

impl Verify for VerbatimOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let placeholders = self.pieces(b)?.iter().filter(|&&p| p == Piece::Placeholder).count();
        ensure!(
            placeholders == self.args(b).count(),
            "requires operands for each placeholder in the format string"
        );
        Ok(())
    }
}
