//! `#[attr]` and `#[ty]`: storage, printer and parser of parameters.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Data, DeriveInput, Error, Fields, LitStr, Result, Token,
    parse::{Parse, ParseStream},
};

use crate::field;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Attr,
    Type,
}

#[derive(Default)]
pub struct Args {
    name: Option<LitStr>,
    format: Option<LitStr>,
    alias: bool,
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut args = Args::default();
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            if key == "alias" {
                args.alias = true;
            } else {
                input.parse::<Token![=]>()?;
                match key.to_string().as_str() {
                    "name" => args.name = Some(input.parse()?),
                    "format" => args.format = Some(input.parse()?),
                    _ => return Err(Error::new(key.span(), "expected `name`, `format` or `alias`")),
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(args)
    }
}

pub fn expand(args: Args, mut item: DeriveInput, kind: Kind) -> Result<TokenStream> {
    let ty = item.ident.clone();
    let Some(name) = &args.name else {
        return Err(Error::new(ty.span(), "`name = \"dialect.mnemonic\"` is required"));
    };
    let doc = field::doc_text(&item.attrs);
    if doc.trim().is_empty() {
        return Err(Error::new(ty.span(), "every type and attribute has a doc comment"));
    }
    let (print, parse) = match &mut item.data {
        Data::Struct(s) => {
            let Fields::Named(fields) = &mut s.fields else {
                if matches!(s.fields, Fields::Unit) {
                    return Ok(finish(
                        &item,
                        kind,
                        name,
                        &doc,
                        quote!(let _ = w;),
                        quote! { let _ = p; Ok(#ty) },
                        args.alias,
                    ));
                }
                return Err(Error::new(ty.span(), "fields must be named"));
            };
            let (mut names, mut keys): (Vec<Ident>, Vec<String>) = (vec![], vec![]);
            for f in &mut fields.named {
                let Some(ident) = f.ident.clone() else { continue };
                let key = field::ir_name(&f.attrs)?;
                f.attrs.retain(|a| !a.path().is_ident("ir_name"));
                keys.push(key.unwrap_or_else(|| ident.to_string().trim_start_matches("r#").to_owned()));
                names.push(ident);
            }
            match args.format.as_ref().map(LitStr::value).as_deref() {
                None | Some("struct") => (print_struct(&names, &keys), parse_struct(&names, &keys)),
                Some("params") => (print_params(&names), parse_params(&names)),
                Some(other) => {
                    return Err(Error::new(
                        ty.span(),
                        format!("unknown format `{other}`: `struct` or `params`"),
                    ));
                }
            }
        }
        Data::Enum(e) => {
            let mut words = vec![];
            let mut idents = vec![];
            for v in &mut e.variants {
                let word = field::ir_name(&v.attrs)?.unwrap_or_else(|| snake(&v.ident.to_string()));
                v.attrs.retain(|a| !a.path().is_ident("ir_name"));
                words.push(word);
                idents.push(v.ident.clone());
            }
            let list = words.join(", ");
            let print = quote! { w.text("<").text(self.word()).text(">"); };
            let parse = quote! {
                p.expect("<")?;
                let at = p.location();
                let word = p.keyword()?;
                let Some(value) = Self::from_word(word) else {
                    return Err(p.error_at(at, format!("expected one of [{}] for {}, got: {word}", #list, #name)));
                };
                p.expect(">")?;
                Ok(value)
            };
            let out = finish(&item, kind, name, &doc, print, parse, args.alias);
            return Ok(quote! {
                #out
                impl #ty {
                    /// The keyword of the value.
                    pub fn word(self) -> &'static str {
                        match self { #(#ty::#idents => #words),* }
                    }
                    /// The value with a keyword.
                    pub fn from_word(word: &str) -> Option<Self> {
                        match word { #(#words => Some(#ty::#idents),)* _ => None }
                    }
                }
            });
        }
        Data::Union(_) => return Err(Error::new(ty.span(), "a union cannot be interned")),
    };
    Ok(finish(&item, kind, name, &doc, print, parse, args.alias))
}

fn finish(
    item: &DeriveInput,
    kind: Kind,
    name: &LitStr,
    doc: &str,
    print: TokenStream,
    parse: TokenStream,
    alias: bool,
) -> TokenStream {
    let ty = &item.ident;
    let copy = match &item.data {
        Data::Enum(_) => quote!(Copy,),
        _ => quote!(),
    };
    let children = match &item.data {
        Data::Struct(syn::DataStruct { fields: Fields::Named(f), .. }) => {
            let names: Vec<_> = f.named.iter().filter_map(|f| f.ident.clone()).collect();
            quote! {
                fn children(&self, visit: &mut dyn FnMut(::strata_ir::core::interner::TypeOrAttr)) {
                    #(::strata_ir::text::Param::children(&self.#names, visit);)*
                }
                fn map_children(
                    &self,
                    map: &mut dyn FnMut(::strata_ir::core::interner::TypeOrAttr) -> ::strata_ir::core::interner::TypeOrAttr,
                ) -> Option<Self> {
                    Some(Self { #(#names: ::strata_ir::text::Param::map_children(&self.#names, map)),* })
                }
            }
        }
        _ => quote!(),
    };
    let (syntax, def, wrap, out) = match kind {
        Kind::Attr => (quote!(AttrSyntax), quote!(AttrDef), quote!(attr), quote!(Attr)),
        Kind::Type => (quote!(TypeSyntax), quote!(TypeDef), quote!(ty), quote!(Type)),
    };
    let parse_fn = format_ident!("Parse{}", if kind == Kind::Attr { "Attr" } else { "Type" });
    let constraint = (kind == Kind::Attr).then(|| {
        let desc = doc.lines().next().unwrap_or_default().trim_end_matches('.');
        quote! {
            impl ::strata_ir::core::constraints::AttrConstraint for #ty {
                type Storage = #ty;
                const DESC: &'static str = #desc;
                const FORM: ::strata_ir::core::AttrForm = ::strata_ir::core::AttrForm::Params(#name);
            }
        }
    });
    quote! {
        #[derive(Debug, Clone, #copy PartialEq, Eq, Hash)]
        #item

        impl ::strata_ir::core::Storage for #ty {
            const NAME: Option<&'static str> = Some(#name);
            const ALIAS: bool = #alias;
            fn print(&self, w: &mut ::strata_ir::core::AsmWriter<'_>) { #print }
            #children
        }

        impl ::strata_ir::text::#syntax for #ty {
            const DEF: ::strata_ir::core::#def = ::strata_ir::core::#def {
                name: #name,
                doc: #doc,
                parse: &((|p| {
                    let value = <#ty as ::strata_ir::text::ParseParams>::parse_params(p)?;
                    Ok(p.cx().#wrap(value))
                }) as ::strata_ir::text::#parse_fn),
            };
        }

        impl ::strata_ir::text::ParseParams for #ty {
            fn parse_params(p: &mut ::strata_ir::text::Parser<'_>) -> ::strata_ir::text::PResult<Self> { #parse }
        }

        #constraint
        const _: fn(&::strata_ir::core::Context, #ty) -> ::strata_ir::core::#out = |cx, v| cx.#wrap(v);
    }
}

fn snake(ident: &str) -> String {
    let mut out = String::new();
    for (i, c) in ident.chars().enumerate() {
        if c.is_ascii_uppercase() && i != 0 {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn print_struct(names: &[Ident], keys: &[String]) -> TokenStream {
    quote! {
        w.text("<");
        let mut first = true;
        #(
            if !::strata_ir::text::Param::is_default(&self.#names) {
                if !first { w.text(", "); }
                first = false;
                w.text(#keys).text(" = ");
                ::strata_ir::text::Param::print(&self.#names, w);
            }
        )*
        let _ = first;
        w.text(">");
    }
}

fn parse_struct(names: &[Ident], keys: &[String]) -> TokenStream {
    quote! {
        #(let mut #names = None;)*
        p.expect("<")?;
        let mut end = p.location();
        while !p.eat(">") {
            let at = p.location();
            let key = p.keyword()?;
            p.expect("=")?;
            match key {
                #(#keys => {
                    if #names.is_some() {
                        return Err(p.error_at(at, format!("duplicate parameter '{key}'")));
                    }
                    #names = Some(::strata_ir::text::Param::parse(p)?);
                })*
                _ => return Err(p.error_at(at, format!("unknown parameter '{key}'"))),
            }
            end = p.location();
            if !p.eat(",") {
                p.expect(">")?;
                break;
            }
        }
        Ok(Self {
            #(#names: match #names {
                Some(v) => v,
                None => ::strata_ir::text::Param::default_value()
                    .ok_or_else(|| p.error_at(end, format!("struct is missing required parameter: {}", #keys)))?,
            }),*
        })
    }
}

fn print_params(names: &[Ident]) -> TokenStream {
    let seps = (0..names.len()).map(|i| if i == 0 { "" } else { ", " });
    quote! {
        w.text("<");
        #(w.text(#seps); ::strata_ir::text::Param::print(&self.#names, w);)*
        w.text(">");
    }
}

fn parse_params(names: &[Ident]) -> TokenStream {
    let commas = (0..names.len()).map(|i| if i == 0 { quote!() } else { quote!(p.expect(",")?;) });
    quote! {
        p.expect("<")?;
        #(#commas let #names = ::strata_ir::text::Param::parse(p)?;)*
        p.expect(">")?;
        Ok(Self { #(#names),* })
    }
}
