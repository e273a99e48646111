//! `dialect!`: the static table of a dialect.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Error, Path, Result, Token, braced, bracketed,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use crate::field;

pub struct Input {
    docs: Vec<syn::Attribute>,
    name: String,
    ops: Vec<Path>,
    types: Vec<Path>,
    attrs: Vec<Path>,
    constant: Option<Path>,
    bytecode: Option<Path>,
    verify_attr: Option<Path>,
    execution: Option<syn::Expr>,
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let docs = input.call(syn::Attribute::parse_outer)?;
        let name: Ident = input.parse()?;
        if field::doc_text(&docs).trim().is_empty() {
            return Err(Error::new(name.span(), "every dialect has a doc comment"));
        }
        let mut out = Input {
            docs,
            name: name.to_string().trim_start_matches("r#").to_owned(),
            ops: vec![],
            types: vec![],
            attrs: vec![],
            constant: None,
            bytecode: None,
            verify_attr: None,
            execution: None,
        };
        let body;
        braced!(body in input);
        while !body.is_empty() {
            let key: Ident = body.parse()?;
            body.parse::<Token![:]>()?;
            if key == "constant" {
                out.constant = Some(body.parse()?);
            } else if key == "bytecode" {
                out.bytecode = Some(body.parse()?);
            } else if key == "verify_attr" {
                out.verify_attr = Some(body.parse()?);
            } else if key == "execution" {
                out.execution = Some(body.parse()?);
            } else {
                let inner;
                bracketed!(inner in body);
                let paths = Punctuated::<Path, Token![,]>::parse_terminated(&inner)?.into_iter().collect();
                match key.to_string().as_str() {
                    "ops" => out.ops = paths,
                    "types" => out.types = paths,
                    "attrs" => out.attrs = paths,
                    _ => {
                        return Err(Error::new(
                            key.span(),
                            "expected `ops`, `types`, `attrs`, `constant`, `bytecode`, `verify_attr` or `execution`",
                        ));
                    }
                }
            }
            if !body.is_empty() {
                body.parse::<Token![,]>()?;
            }
        }
        Ok(out)
    }
}

pub fn expand(input: Input) -> TokenStream {
    let Input { docs, name, ops, types, attrs, constant, bytecode, verify_attr, execution } = input;
    let doc = field::doc_text(&docs);
    let constant = match constant {
        Some(path) => quote!(Some(#path)),
        None => quote!(None),
    };
    let bytecode = match bytecode {
        Some(path) => quote!(Some(&#path)),
        None => quote!(None),
    };
    let verify_attr = match verify_attr {
        Some(path) => quote!(Some(#path)),
        None => quote!(None),
    };
    let execution = match execution {
        Some(expr) => quote!(::strata_ir::core::Execution::#expr),
        None => quote!(::strata_ir::core::Execution::Interpreted),
    };
    let prefix = format!("{name}.");
    let checks = ops.iter().map(|op| {
        let message = format!("the name of an op of dialect `{name}` begins with `{prefix}`");
        quote_spanned! { op.span() =>
            const _: () = assert!(
                __begins_with(<#op as ::strata_ir::core::OpDef>::NAME.as_bytes(), #prefix.as_bytes()),
                #message
            );
        }
    });
    quote! {
        // An op with the name of another dialect would be registered and never found.
        const _: () = {
            const fn __begins_with(name: &[u8], prefix: &[u8]) -> bool {
                let mut at = 0;
                while at < prefix.len() {
                    if at >= name.len() || name[at] != prefix[at] {
                        return false;
                    }
                    at += 1;
                }
                true
            }
            #(#checks)*
        };
        #(#docs)*
        pub static DIALECT: ::strata_ir::core::Dialect = ::strata_ir::core::Dialect {
            name: #name,
            doc: #doc,
            ops: &[#(<#ops as ::strata_ir::core::OpDef>::info),*],
            execution: #execution,
            types: &[#(<#types as ::strata_ir::text::TypeSyntax>::DEF),*],
            attrs: &[#(<#attrs as ::strata_ir::text::AttrSyntax>::DEF),*],
            materialize_constant: #constant,
            bytecode: #bytecode,
            verify_attr: #verify_attr,
        };
    }
}
