//! `vector.print`.

use strata_ir::prelude::*;

use crate::PrintPunctuation;

/// Prints a value or a text to the standard output.
#[op(
    name = "vector.print",
    traits = [MemWrite],
    interfaces = [Verify],
    custom_asm,
)]
pub struct PrintOp {
    /// The value.
    pub source: OptOperand<AnyType>,
    /// The text printed after it.
    pub punctuation: DefaultAttr<Punctuation>,
    /// The text.
    #[ir_name = "stringLiteral"]
    pub string_literal: OptAttr<StringAttr>,
}

attr_constraint! {
    /// The text printed after a value; a new line by default.
    Punctuation: PrintPunctuation = "Punctuation for separating vectors or vector elements", |a, cx|
        cx.attr_as::<PrintPunctuation>(a).is_some(), form AttrForm::Params("vector.punctuation"), default |cx| cx.attr(PrintPunctuation::NewLine);
}

impl Verify for PrintOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(
            self.source(b).is_none() || self.string_literal(b).is_none(),
            "expected a value or a string, not both"
        );
        Ok(())
    }
}

impl CustomAsm for PrintOp {
    fn print(&self, p: &mut Printer<'_>) {
        let (b, cx) = (p.body(), p.cx());
        if let Some(v) = self.source(b) {
            p.text(" ").value(v).text(" : ").type_of(v);
        }
        if let Some(s) = b.attr(self.op(), "stringLiteral") {
            p.text(" str ").attr(s);
        }
        if let Some(a) = b.attr(self.op(), "punctuation")
            && cx.attr_as::<PrintPunctuation>(a) != Some(&PrintPunctuation::NewLine)
        {
            p.text(" punctuation ").attr_params(a);
        }
        p.attr_dict(self.op(), &["stringLiteral", "punctuation"]);
    }
    fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
        let cx = p.cx();
        if let Some(o) = p.operand_opt()? {
            let ty = p.colon_type()?;
            let v = p.resolve(o, ty)?;
            state.operands.push(v);
        }
        if p.eat("str") {
            let text = p.attr()?;
            state.set_attr(cx, "stringLiteral", text);
        }
        if p.eat("punctuation") {
            p.expect("<")?;
            let at = p.location();
            let word = p.keyword()?;
            let Some(value) = PrintPunctuation::from_word(word) else {
                return Err(p.error_at(at, "expected ::mlir::vector::PrintPunctuation to be one of: no_punctuation, newline, comma, open, close"));
            };
            p.expect(">")?;
            state.set_attr(cx, "punctuation", cx.attr(value));
        }
        p.attr_dict(state)
    }
}
