//! `#[pipeline]`: the description and the options of a named pipeline.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Error, Ident, ItemStruct, LitStr, Result, Token,
    parse::{Parse, ParseStream},
};

use crate::{
    field,
    pass::{check_name, one_line, option_impls},
};

/// The arguments in the parentheses of `#[pipeline(…)]`.
pub struct Args {
    name: LitStr,
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key: Ident = input.parse()?;
        if key != "name" {
            return Err(Error::new(key.span(), "expected `name = \"name-of-the-pipeline\"`"));
        }
        input.parse::<Token![=]>()?;
        Ok(Self { name: input.parse()? })
    }
}

pub fn expand(args: &Args, mut item: ItemStruct) -> Result<TokenStream> {
    check_name(&args.name, "pipeline")?;
    let (ty, name) = (item.ident.clone(), &args.name);
    let doc = field::doc_text(&item.attrs);
    let summary = one_line(doc.split_once("\n\n").map_or(doc.as_str(), |(summary, _)| summary));
    if summary.is_empty() {
        return Err(Error::new(ty.span(), "every pipeline has a doc comment: it is its help text"));
    }
    let option_impls = option_impls(&mut item)?;
    Ok(quote! {
        #[derive(Clone, Debug)]
        #item

        #option_impls

        impl ::strata_pass::PipelineDef for #ty {
            const NAME: &'static str = #name;
            const SUMMARY: &'static str = #summary;
        }
    })
}
