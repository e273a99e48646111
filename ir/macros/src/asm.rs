//! Assembly formats: from the text of ODS `assemblyFormat` to a table of directives.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, LitStr, Result};

use crate::field::{Field, Kind};

/// Compiles a format to `Directive` expressions.
pub fn compile(lit: &LitStr, fields: &[Field]) -> Result<Vec<TokenStream>> {
    let text = lit.value();
    let mut p = Format { text: &text, at: 0, lit, fields, shown: Shown::default() };
    let out = p.sequence(&[])?;
    p.space();
    if p.at != text.len() {
        return Err(p.bad(format!("unexpected `{}`", &text[p.at..])));
    }
    p.check_complete()?;
    Ok(out.into_iter().map(|d| d.code).collect())
}

/// The fields that a format has printed so far.
#[derive(Default)]
struct Shown {
    /// Fields by name.
    fields: Vec<String>,
    operands: bool,
    regions: bool,
    successors: bool,
}

/// A directive with its anchor, if it can be one.
struct Item {
    code: TokenStream,
    anchor: Option<TokenStream>,
    anchored: bool,
}

struct Format<'a> {
    text: &'a str,
    at: usize,
    lit: &'a LitStr,
    fields: &'a [Field],
    shown: Shown,
}

impl Format<'_> {
    fn bad(&self, message: String) -> Error {
        Error::new(self.lit.span(), format!("assembly format: {message}"))
    }
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }
    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }
    fn eat(&mut self, s: &str) -> bool {
        self.space();
        let yes = self.rest().starts_with(s);
        if yes {
            self.at += s.len();
        }
        yes
    }
    fn expect(&mut self, s: &str) -> Result<()> {
        if self.eat(s) { Ok(()) } else { Err(self.bad(format!("expected `{s}` at `{}`", self.rest()))) }
    }
    fn word(&mut self) -> String {
        self.space();
        let end = self
            .rest()
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(self.rest().len());
        let word = self.rest()[..end].to_owned();
        self.at += end;
        word
    }
    fn field(&mut self) -> Result<&Field> {
        self.expect("$")?;
        let name = self.word();
        let found = self.fields.iter().find(|f| f.ir_name == name || f.name == name);
        found.ok_or_else(|| self.bad(format!("`${name}` is not a field")))
    }
    /// Remembers that `$name`, which was just read, is written by the format.
    fn show(&mut self, field: &str) {
        self.shown.fields.push(field.to_owned());
    }
    /// Rejects a format that omits an operand, region or successor, which would be lost when the op is printed.
    fn check_complete(&self) -> Result<()> {
        for field in self.fields {
            let (what, has_all) = match field.kind {
                Kind::Operand(_) => ("operand", self.shown.operands),
                Kind::Region(_) => ("region", self.shown.regions),
                Kind::Successor { .. } => ("successor", self.shown.successors),
                // Result types are checked elsewhere, and custom directives handle their own attributes.
                Kind::Attr(_) | Kind::Res(_) => continue,
            };
            if !has_all && !self.shown.fields.contains(&field.ir_name) {
                return Err(self.bad(format!("{what} `${}` is not in it", field.ir_name)));
            }
        }
        Ok(())
    }
    /// Items up to one of the closing texts.
    fn sequence(&mut self, ends: &[&str]) -> Result<Vec<Item>> {
        let mut out = vec![];
        loop {
            self.space();
            if self.rest().is_empty() || ends.iter().any(|e| self.rest().starts_with(e)) {
                return Ok(out);
            }
            let mut item = self.item()?;
            item.anchored = self.eat("^");
            out.push(item);
        }
    }
    fn item(&mut self) -> Result<Item> {
        let d = quote!(::strata_ir::core::Directive);
        let plain = |code| Item { code, anchor: None, anchored: false };
        if self.eat("`") {
            let Some(end) = self.rest().find('`') else { return Err(self.bad("unclosed literal".into())) };
            let literal = self.rest()[..end].to_owned();
            self.at += end + 1;
            return Ok(plain(match literal.as_str() {
                "" => quote!(#d::NoSpace),
                " " => quote!(#d::Space),
                "\\n" | "\n" => quote!(#d::Newline),
                l => quote!(#d::Literal(#l)),
            }));
        }
        if self.rest().starts_with('$') {
            let f = self.field()?;
            let (name, item) = (f.ir_name.clone(), field_item(f));
            self.show(&name);
            return item.ok_or_else(|| self.bad("a result cannot stand alone; use `type($result)`".into()));
        }
        if self.eat("(") {
            return self.optional();
        }
        let word = self.word();
        match word.as_str() {
            "operands" => self.shown.operands = true,
            "regions" => self.shown.regions = true,
            "successors" => self.shown.successors = true,
            _ => {}
        }
        match word.as_str() {
            "attr-dict" => Ok(plain(quote!(#d::AttrDict))),
            "attr-dict-with-keyword" => Ok(plain(quote!(#d::AttrDictWithKeyword))),
            "prop-dict" => Ok(plain(quote!(#d::PropDict))),
            "operands" => Ok(plain(quote!(#d::Operands))),
            "regions" => Ok(plain(quote!(#d::Regions))),
            "successors" => Ok(plain(quote!(#d::Successors))),
            "qualified" => {
                self.expect("(")?;
                let inner = self.item()?;
                self.expect(")")?;
                Ok(inner)
            }
            "type" => self.type_of(),
            "functional-type" => {
                self.expect("(")?;
                let (inputs, _) = self.group()?;
                self.expect(",")?;
                let (results, _) = self.group()?;
                self.expect(")")?;
                Ok(plain(quote!(#d::FunctionalType(#inputs, #results))))
            }
            "custom" => self.custom(),
            "oilist" => Ok(plain(self.one_of()?)),
            other => Err(self.bad(format!("unknown directive `{other}` at `{}`", self.rest()))),
        }
    }
    /// After `type`: `(…)`.
    fn type_of(&mut self) -> Result<Item> {
        let d = quote!(::strata_ir::core::Directive);
        self.expect("(")?;
        let qualified = self.eat("qualified(");
        let (group, anchor) = self.group()?;
        if qualified {
            self.expect(")")?;
        }
        self.expect(")")?;
        Ok(Item { code: quote!(#d::Type(#group)), anchor, anchored: false })
    }
    /// After `custom`: `<Name>(…)`.
    fn custom(&mut self) -> Result<Item> {
        let d = quote!(::strata_ir::core::Directive);
        self.expect("<")?;
        let name = format_ident!("{}", self.word());
        self.expect(">")?;
        self.expect("(")?;
        let mut depth = 1;
        let mut anchor = None;
        while depth > 0 {
            self.space();
            if self.rest().is_empty() {
                return Err(self.bad("unclosed `custom<…>(`".into()));
            }
            if self.rest().starts_with('$') {
                // `type($x)` and `ref($x)` refer to an element elsewhere in the format.
                let before = self.text[..self.at].trim_end();
                let is_shown = !["type(", "ref("].iter().any(|word| before.ends_with(word));
                let f = self.field()?;
                let name = f.ir_name.clone();
                if anchor.is_none() {
                    anchor = field_item(f).and_then(|i| i.anchor);
                }
                if is_shown {
                    self.show(&name);
                }
            } else if self.eat("(") {
                depth += 1;
            } else if self.eat(")") {
                depth -= 1;
            } else {
                self.at += self.rest().chars().next().map_or(0, char::len_utf8);
            }
        }
        Ok(Item { code: quote!(#d::Custom(&#name)), anchor, anchored: false })
    }
    /// After `oilist`: `(… | …)`.
    fn one_of(&mut self) -> Result<TokenStream> {
        self.expect("(")?;
        let mut clauses = vec![];
        loop {
            let clause = self.sequence(&["|", ")"])?;
            let code = clause.into_iter().map(|i| i.code);
            clauses.push(quote!(&[#(#code),*]));
            if self.eat(")") {
                break;
            }
            self.expect("|")?;
        }
        Ok(quote!(::strata_ir::core::Directive::OneOf(&[#(#clauses),*])))
    }
    /// After the opening parenthesis: `… )?` or `… ) : ( … )?`.
    fn optional(&mut self) -> Result<Item> {
        let then = self.sequence(&[")"])?;
        self.expect(")")?;
        let mut otherwise = vec![];
        if !self.eat("?") {
            self.expect(":")?;
            self.expect("(")?;
            otherwise = self.sequence(&[")"])?;
            self.expect(")")?;
            self.expect("?")?;
        }
        let anchor = then.iter().find(|i| i.anchored).or_else(|| otherwise.iter().find(|i| i.anchored));
        let Some(anchor) = anchor.and_then(|i| i.anchor.clone()) else {
            return Err(self.bad("an optional group needs an anchor: mark a field with `^`".into()));
        };
        let then = then.into_iter().map(|i| i.code);
        let otherwise = otherwise.into_iter().map(|i| i.code);
        Ok(Item {
            code: quote! {
                ::strata_ir::core::Directive::Optional {
                    anchor: #anchor, then: &[#(#then),*], otherwise: &[#(#otherwise),*],
                }
            },
            anchor: None,
            anchored: false,
        })
    }
    /// `$field`, `operands` or `results`.
    fn group(&mut self) -> Result<(TokenStream, Option<TokenStream>)> {
        let g = quote!(::strata_ir::core::Group);
        self.space();
        if self.rest().starts_with('$') {
            let f = self.field()?;
            let i = f.index as u8;
            let a = quote!(::strata_ir::core::Anchor);
            return match f.kind {
                Kind::Operand(_) => Ok((quote!(#g::Operand(#i)), Some(quote!(#a::Operand(#i))))),
                Kind::Res(_) => Ok((quote!(#g::Result(#i)), Some(quote!(#a::Result(#i))))),
                _ => Err(self.bad("`type` takes an operand or a result".into())),
            };
        }
        match self.word().as_str() {
            "operands" => Ok((quote!(#g::Operands), None)),
            "results" => Ok((quote!(#g::Results), None)),
            other => Err(self.bad(format!("expected `$field`, `operands` or `results`, found `{other}`"))),
        }
    }
}

fn field_item(f: &Field) -> Option<Item> {
    let d = quote!(::strata_ir::core::Directive);
    let a = quote!(::strata_ir::core::Anchor);
    let i = f.index as u8;
    let (code, anchor) = match f.kind {
        Kind::Operand(_) => (quote!(#d::Operand(#i)), quote!(#a::Operand(#i))),
        Kind::Attr(_) => (quote!(#d::Attr(#i)), quote!(#a::Attr(#i))),
        Kind::Region(_) => (quote!(#d::Region(#i)), quote!(#a::Region(#i))),
        Kind::Successor { .. } => (quote!(#d::Successor(#i)), quote!(#a::Successor(#i))),
        Kind::Res(_) => return None,
    };
    Some(Item { code, anchor: Some(anchor), anchored: false })
}
