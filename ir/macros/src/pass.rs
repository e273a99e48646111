//! `#[pass]`: the description, the options and the registration of a pass.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Error, Expr, Fields, ItemStruct, LitStr, Path, Result, Token, bracketed,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use crate::field;

const KEYS: &str = "expected `name`, `on`, `class`, `produces`, `requires`, `establishes`, `destroys`, `statistics`, \
                    `each_body`, `idempotent` or `observes`";

/// The op that a pass runs on.
enum Anchor {
    Name(LitStr),
    Op(Path),
}

impl Parse for Anchor {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(LitStr) { input.parse().map(Anchor::Name) } else { input.parse().map(Anchor::Op) }
    }
}

/// The name and the description of a statistic.
struct Statistic(LitStr, LitStr);

impl Parse for Statistic {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Self(name, input.parse()?))
    }
}

#[derive(Default)]
pub struct Args {
    name: Option<LitStr>,
    anchor: Option<Anchor>,
    class: Option<LitStr>,
    produces: Vec<Ident>,
    requires: Vec<LitStr>,
    establishes: Vec<LitStr>,
    destroys: Vec<LitStr>,
    statistics: Vec<Statistic>,
    each_body: bool,
    idempotent: bool,
    observes: bool,
}

fn list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let inner;
    bracketed!(inner in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&inner)?.into_iter().collect())
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut args = Args::default();
        let mut seen = HashSet::new();
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            if !seen.insert(key.to_string()) {
                return Err(Error::new(key.span(), format!("`{key}` is given twice")));
            }
            match key.to_string().as_str() {
                "each_body" => args.each_body = true,
                "idempotent" => args.idempotent = true,
                "observes" => args.observes = true,
                "name" | "on" | "class" | "produces" | "requires" | "establishes" | "destroys"
                | "statistics" => {
                    input.parse::<Token![=]>()?;
                    args.value(&key, input)?;
                }
                _ => return Err(Error::new(key.span(), KEYS)),
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(args)
    }
}

impl Args {
    /// Reads the value after `key =`.
    fn value(&mut self, key: &Ident, input: ParseStream<'_>) -> Result<()> {
        match key.to_string().as_str() {
            "name" => self.name = Some(input.parse()?),
            "on" => self.anchor = Some(input.parse()?),
            "class" => self.class = Some(input.parse()?),
            "produces" => self.produces = list(input)?,
            "requires" => self.requires = list(input)?,
            "establishes" => self.establishes = list(input)?,
            "destroys" => self.destroys = list(input)?,
            _ => self.statistics = list(input)?,
        }
        Ok(())
    }
}

/// A field of the struct.
struct Opt {
    field: Ident,
    ty: syn::Type,
    key: String,
    summary: String,
    default: Option<Expr>,
}

/// Reads an option and takes `#[option(…)]` off its field.
fn option(f: &mut syn::Field) -> Result<Opt> {
    let Some(field) = f.ident.clone() else {
        return Err(Error::new(f.span(), "options are named fields"));
    };
    let (mut key, mut default) = (None, None);
    for attr in f.attrs.iter().filter(|a| a.path().is_ident("option")) {
        attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("name") {
                key = Some(meta.value()?.parse::<LitStr>()?.value());
            } else if meta.path.is_ident("default") {
                default = Some(meta.value()?.parse::<Expr>()?);
            } else {
                return Err(meta.error("expected `name = \"key\"` or `default = value`"));
            }
            Ok(())
        })?;
    }
    let summary = one_line(&field::doc_text(&f.attrs));
    if summary.is_empty() {
        return Err(Error::new(field.span(), "every option has a doc comment"));
    }
    f.attrs.retain(|a| !a.path().is_ident("option"));
    let key = key.unwrap_or_else(|| field.to_string().trim_start_matches("r#").replace('_', "-"));
    Ok(Opt { field, ty: f.ty.clone(), key, summary, default })
}

/// The lines of a text as one without a period, as help texts have it.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

pub fn expand(args: Args, mut item: ItemStruct) -> Result<TokenStream> {
    let ty = item.ident.clone();
    let Some(name) = &args.name else {
        return Err(Error::new(ty.span(), "`name = \"name-of-the-pass\"` is required"));
    };
    check_name(name, "pass")?;
    let doc = field::doc_text(&item.attrs);
    let (summary, description) = doc.split_once("\n\n").unwrap_or((&doc, ""));
    let (summary, description) = (one_line(summary), description.trim());
    if summary.is_empty() {
        return Err(Error::new(ty.span(), "every pass has a doc comment: it is its help text"));
    }
    let option_impls = option_impls(&mut item)?;
    let class = args.class.as_ref().map_or_else(|| ty.to_string(), LitStr::value);
    let anchor = match &args.anchor {
        None => quote!(None),
        Some(Anchor::Name(name)) => quote!(Some(#name)),
        Some(Anchor::Op(path)) => quote!(Some(<#path as ::strata_pass::core::OpDef>::NAME)),
    };
    let produces = args.produces.iter().map(Ident::to_string);
    let Args { requires, establishes, destroys, each_body, idempotent, observes, .. } = &args;
    let statistics = args.statistics.iter().map(|Statistic(name, summary)| quote!((#name, #summary)));
    let run = if *each_body {
        quote!(cx.on_each_body(self, body, &mut |body, cx| ::strata_pass::BodyPass::run(self, body, cx)))
    } else {
        quote!(::strata_pass::BodyPass::run(self, body, cx))
    };
    Ok(quote! {
        #[derive(Clone, Debug)]
        #item

        #option_impls

        impl ::strata_pass::PassDef for #ty {
            const INFO: &'static ::strata_pass::PassInfo = &::strata_pass::PassInfo {
                name: #name,
                summary: #summary,
                description: #description,
                class: #class,
                anchor: #anchor,
                requires: &[#(#requires),*],
                establishes: &[#(#establishes),*],
                destroys: &[#(#destroys),*],
                dialects: &[#(#produces),*],
                statistics: &[#(#statistics),*],
                idempotent: #idempotent,
                observes: #observes,
            };
        }

        impl ::strata_pass::Pass for #ty {
            fn info(&self) -> &'static ::strata_pass::PassInfo {
                <Self as ::strata_pass::PassDef>::INFO
            }
            fn run(
                &self,
                body: &mut ::strata_pass::core::Body,
                cx: &mut ::strata_pass::PassCx<'_>,
            ) -> ::strata_pass::PassResult {
                #run
            }
            fn options(&self) -> ::std::vec::Vec<(&'static str, ::std::string::String)> {
                ::strata_pass::PassOptions::print(self)
            }
        }
    })
}

/// Refuses a name that cannot be written in a pipeline.
pub(crate) fn check_name(name: &LitStr, what: &str) -> Result<()> {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.value().is_empty() || !name.value().chars().all(good) {
        let message = format!("the name of a {what} is lower-case words with `-` between them");
        return Err(Error::new(name.span(), message));
    }
    Ok(())
}

/// `Default` and `PassOptions` of the struct, whose fields lose their `#[option(…)]`.
pub(crate) fn option_impls(item: &mut ItemStruct) -> Result<TokenStream> {
    let options: Vec<Opt> = match &mut item.fields {
        Fields::Named(fields) => fields.named.iter_mut().map(option).collect::<Result<_>>()?,
        Fields::Unit => Vec::new(),
        Fields::Unnamed(f) => return Err(Error::new(f.span(), "options are named fields")),
    };
    let mut keys = HashSet::new();
    if let Some(twice) = options.iter().find(|o| !keys.insert(o.key.as_str())) {
        return Err(Error::new(twice.field.span(), format!("option `{}` is defined twice", twice.key)));
    }
    let ty = &item.ident;
    let fields: Vec<&Ident> = options.iter().map(|o| &o.field).collect();
    let keys: Vec<&str> = options.iter().map(|o| o.key.as_str()).collect();
    let summaries = options.iter().map(|o| o.summary.as_str());
    // With the place of the type, so that a type that is no option is reported there.
    let kinds = options.iter().map(|o| {
        let ty = &o.ty;
        quote_spanned!(ty.span()=> <#ty as ::strata_pass::OptionValue>::KIND)
    });
    let defaults = options.iter().map(|o| match &o.default {
        Some(value) => quote!(#value),
        None => quote!(::std::default::Default::default()),
    });
    let default = match item.fields {
        Fields::Unit => quote!(Self),
        _ => quote!(Self { #(#fields: #defaults),* }),
    };
    // A pass without options is common; nothing in it is unused or needlessly mutable.
    let (specs, parse) = if options.is_empty() {
        let parse = quote! {
            match options.first() {
                Some((name, _)) => Err(::strata_pass::options::unknown_option(name, &[])),
                None => Ok(Self::default()),
            }
        };
        (quote!(::std::vec::Vec::new()), parse)
    } else {
        let specs = quote! {
            let defaults = Self::default();
            ::std::vec![#(::strata_pass::OptionSpec {
                name: #keys,
                summary: #summaries,
                kind: #kinds,
                default: ::strata_pass::OptionValue::print(&defaults.#fields),
            }),*]
        };
        let parse = quote! {
            let mut out = Self::default();
            for (name, text) in options {
                match name.as_str() {
                    #(#keys => out.#fields = ::strata_pass::OptionValue::parse(name, text)?,)*
                    _ => return Err(::strata_pass::options::unknown_option(
                        name,
                        &<Self as ::strata_pass::PassOptions>::specs(),
                    )),
                }
            }
            Ok(out)
        };
        (specs, parse)
    };
    Ok(quote! {
        impl ::std::default::Default for #ty {
            fn default() -> Self {
                #default
            }
        }
        impl ::strata_pass::PassOptions for #ty {
            fn specs() -> ::std::vec::Vec<::strata_pass::OptionSpec> {
                #specs
            }
            fn parse(
                options: &[(::std::string::String, ::std::string::String)],
            ) -> ::std::result::Result<Self, ::std::string::String> {
                #parse
            }
            fn print(&self) -> ::std::vec::Vec<(&'static str, ::std::string::String)> {
                ::std::vec![#((#keys, ::strata_pass::OptionValue::print(&self.#fields))),*]
            }
        }
    })
}
