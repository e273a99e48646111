//! `#[op]`: handle, accessors, builder and descriptor.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Error, Fields, ItemStruct, LitStr, Path, Result, Token, bracketed, parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use crate::{
    asm,
    field::{self, Arity, AttrKind, Field, Kind, RegionKind},
};

pub struct Infer {
    pub target: Ident,
    pub source: Ident,
    pub function: Path,
    pub desc: LitStr,
}

#[derive(Default)]
pub struct Args {
    name: Option<LitStr>,
    traits: Vec<Ident>,
    interfaces: Vec<Path>,
    facts: Vec<Path>,
    asm: Option<LitStr>,
    custom_asm: bool,
    same: Vec<Vec<Ident>>,
    infer: Vec<Infer>,
    holds: Vec<(Path, LitStr)>,
    parents: Vec<LitStr>,
}

fn list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    input.parse::<Token![=]>()?;
    let inner;
    bracketed!(inner in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&inner)?.into_iter().collect())
}

impl Parse for Args {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut args = Args::default();
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            match key.to_string().as_str() {
                "custom_asm" => args.custom_asm = true,
                "name" => {
                    input.parse::<Token![=]>()?;
                    args.name = Some(input.parse()?);
                }
                "asm" => {
                    input.parse::<Token![=]>()?;
                    args.asm = Some(input.parse()?);
                }
                "traits" => args.traits = list(input)?,
                "interfaces" => args.interfaces = list(input)?,
                "facts" => args.facts = list(input)?,
                "same" => args.same.push(list(input)?),
                "parents" => args.parents = list(input)?,
                "infer" => {
                    let inner;
                    parenthesized!(inner in input);
                    let target = inner.parse()?;
                    inner.parse::<Token![=]>()?;
                    let function = inner.parse()?;
                    let source;
                    parenthesized!(source in inner);
                    let source = source.parse()?;
                    inner.parse::<Token![,]>()?;
                    args.infer.push(Infer { target, source, function, desc: inner.parse()? });
                }
                "holds" => {
                    let inner;
                    parenthesized!(inner in input);
                    let function = inner.parse()?;
                    inner.parse::<Token![,]>()?;
                    args.holds.push((function, inner.parse()?));
                }
                _ => {
                    return Err(Error::new(
                        key.span(),
                        "expected `name`, `traits`, `interfaces`, `facts`, `asm`, `custom_asm`, `same`, `infer`, `holds` or \
                         `parents`",
                    ));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(args)
    }
}

pub fn expand(args: Args, item: ItemStruct) -> Result<TokenStream> {
    let (ty, vis) = (&item.ident, &item.vis);
    let Some(name) = &args.name else {
        return Err(Error::new(ty.span(), "`name = \"dialect.op\"` is required"));
    };
    if !name.value().contains('.') {
        return Err(Error::new(name.span(), "the name of an op is `dialect.mnemonic`"));
    }
    let mut counts = [0; 5];
    let fields: Vec<Field> = match &item.fields {
        Fields::Named(n) => n.named.iter().map(|f| field::parse(f, &mut counts)).collect::<Result<_>>()?,
        Fields::Unit => vec![],
        Fields::Unnamed(u) => return Err(Error::new(u.span(), "fields must be named")),
    };
    check_variadics(ty, &args, &fields)?;
    let docs: Vec<_> = item.attrs.iter().filter(|a| a.path().is_ident("doc")).collect();
    let doc_text = field::doc_text(&item.attrs);
    if doc_text.trim().is_empty() {
        return Err(Error::new(ty.span(), "every op has a doc comment"));
    }
    let has = |t: &str| args.traits.iter().any(|p| p == t);
    let accessors = fields.iter().map(|f| accessor(f, &counts));
    let builder = builder(&args, &fields, &counts);
    let specs = specs(&fields, &args);
    let [operands, results, attrs, regions, successors] = &specs;
    let traits = &args.traits;
    let facts = &args.facts;
    let rows = args.interfaces.iter().chain(facts).map(|i| {
        quote! {
            ::strata_ir::core::Interface {
                id: ::std::any::TypeId::of::<dyn #i>(),
                cast: &((|__op| #ty::from_ref(__op) as &dyn #i)
                    as for<'x> fn(&'x ::strata_ir::core::Op) -> &'x (dyn #i + 'static)),
            }
        }
    });
    let asm = match (&args.asm, args.custom_asm) {
        (Some(a), false) => {
            let directives = asm::compile(a, &fields)?;
            quote!(::strata_ir::core::Asm::Format(&[#(#directives),*]))
        }
        (None, true) => quote! {
            ::strata_ir::core::Asm::Custom(&::strata_ir::text::CustomFns {
                print: |__op, __p| <#ty as ::strata_ir::text::CustomAsm>::print(
                    &<#ty as ::strata_ir::core::OpDef>::from_op_unchecked(__op), __p),
                parse: <#ty as ::strata_ir::text::CustomAsm>::parse,
            })
        },
        (None, false) => quote!(::strata_ir::core::Asm::Generic),
        (Some(a), true) => return Err(Error::new(a.span(), "`asm` and `custom_asm` exclude each other")),
    };
    let rules = rules(&args, &fields)?;
    let parents = &args.parents;
    let _ = has;
    Ok(quote! {
        #(#docs)*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(transparent)]
        #vis struct #ty(::strata_ir::core::Op);

        impl #ty {
            #(#accessors)*
            #builder
            fn from_ref(op: &::strata_ir::core::Op) -> &Self {
                // SAFETY: `Self` is `repr(transparent)` over `Op`.
                unsafe { &*::std::ptr::from_ref(op).cast::<Self>() }
            }
        }

        #(impl #facts for #ty {})*

        impl ::strata_ir::core::OpDef for #ty {
            const NAME: &'static str = #name;
            fn info() -> &'static ::strata_ir::core::OpInfo {
                static INFO: ::strata_ir::core::OpInfo = ::strata_ir::core::OpInfo {
                    name: #name,
                    doc: #doc_text,
                    traits: ::strata_ir::core::TraitSet::from_traits(&[#(::strata_ir::core::Trait::#traits),*]),
                    operands: &[#(#operands),*],
                    results: &[#(#results),*],
                    attrs: &[#(#attrs),*],
                    regions: &[#(#regions),*],
                    successors: &[#(#successors),*],
                    rules: &[#(#rules),*],
                    parents: &[#(#parents),*],
                    interfaces: &[#(#rows),*],
                    asm: #asm,
                };
                &INFO
            }
            fn from_op_unchecked(op: ::strata_ir::core::Op) -> Self { Self(op) }
            fn op(self) -> ::strata_ir::core::Op { self.0 }
        }

        impl ::std::convert::From<#ty> for ::strata_ir::core::Op {
            fn from(op: #ty) -> Self { op.0 }
        }
    })
}

/// The rule of ODS, as a compile error: two variadic groups need a way to tell them apart.
fn check_variadics(ty: &Ident, args: &Args, fields: &[Field]) -> Result<()> {
    let has = |t: &str| args.traits.iter().any(|p| p == t);
    let n = |f: fn(&Kind) -> bool| fields.iter().filter(|x| f(&x.kind)).count();
    let operands = n(|k| matches!(k, Kind::Operand(a) if *a != Arity::One));
    if operands > 1 && !has("SameVariadicOperandSize") && !has("AttrSizedOperandSegments") {
        return Err(Error::new(
            ty.span(),
            "more than one variadic operand group: add `SameVariadicOperandSize` or `AttrSizedOperandSegments`",
        ));
    }
    let results = n(|k| matches!(k, Kind::Res(a) if *a != Arity::One));
    if results > 1 && !has("SameVariadicResultSize") && !has("AttrSizedResultSegments") {
        return Err(Error::new(
            ty.span(),
            "more than one variadic result group: add `SameVariadicResultSize` or `AttrSizedResultSegments`",
        ));
    }
    Ok(())
}

fn accessor(f: &Field, counts: &[usize; 5]) -> TokenStream {
    let Field { name, docs, vis, index, .. } = f;
    let (set, set_doc) = setter(name);
    let body = quote!(::strata_ir::core::Body);
    let value = quote!(::strata_ir::core::Value);
    let code = match f.kind {
        Kind::Operand(Arity::One) => quote! {
            #vis fn #name(self, __b: &#body) -> #value {
                __b.operand(self.0, __b.operand_group(self.0, #index).start)
            }
            #[doc = #set_doc]
            #vis fn #set(self, __b: &mut #body, __v: #value) {
                let __i = __b.operand_group(self.0, #index).start;
                __b.set_operand(self.0, __i, __v)
            }
        },
        Kind::Operand(Arity::Optional) => quote! {
            #vis fn #name(self, __b: &#body) -> Option<#value> {
                __b.operand_group(self.0, #index).next().map(|__i| __b.operand(self.0, __i))
            }
        },
        Kind::Operand(Arity::Variadic) => quote! {
            #vis fn #name(self, __b: &#body) -> impl ExactSizeIterator<Item = #value> + Clone + '_ {
                let __r = __b.operand_group(self.0, #index);
                __r.map(move |__i| __b.operand(self.0, __i))
            }
        },
        Kind::Res(Arity::One) if counts[1] == 1 => quote! {
            #vis fn #name(self, __b: &#body) -> #value { __b.result(self.0, 0) }
        },
        Kind::Res(Arity::One) => quote! {
            #vis fn #name(self, __b: &#body) -> #value {
                __b.result(self.0, __b.result_group(self.0, #index).start)
            }
        },
        Kind::Res(Arity::Optional) => quote! {
            #vis fn #name(self, __b: &#body) -> Option<#value> {
                __b.results(self.0)[__b.result_group(self.0, #index)].first().copied()
            }
        },
        Kind::Res(Arity::Variadic) => quote! {
            #vis fn #name(self, __b: &#body) -> &[#value] { &__b.results(self.0)[__b.result_group(self.0, #index)] }
        },
        Kind::Attr(kind) => attr_accessor(f, kind),
        Kind::Region(RegionKind::Variadic) => quote! {
            #vis fn #name(self, __b: &#body) -> &[::strata_ir::core::Region] { &__b.regions(self.0)[#index..] }
        },
        Kind::Region(kind) => region_accessor(f, kind),
        Kind::Successor { variadic: false } => quote! {
            #vis fn #name(self, __b: &#body) -> ::strata_ir::core::Block { __b.successors(self.0)[#index] }
        },
        Kind::Successor { variadic: true } => quote! {
            #vis fn #name(self, __b: &#body) -> &[::strata_ir::core::Block] { &__b.successors(self.0)[#index..] }
        },
    };
    let fallback = format!("`{}`.", f.ir_name);
    let docs = if docs.is_empty() { quote!(#[doc = #fallback]) } else { quote!(#(#docs)*) };
    quote! { #docs #code }
}

/// The name of the method that changes a field, and its documentation.
fn setter(name: &Ident) -> (Ident, String) {
    let set = format_ident!("set_{}", name.to_string().trim_start_matches("r#"));
    (set, format!("Changes `{name}`."))
}

/// The methods that read and change an attribute.
fn attr_accessor(f: &Field, kind: AttrKind) -> TokenStream {
    let Field { name, arg, vis, index, .. } = f;
    let (set, set_doc) = setter(name);
    let body = quote!(::strata_ir::core::Body);
    let get = if kind == AttrKind::Optional {
        quote! {
            #vis fn #name(self, __b: &#body) -> Option<::strata_ir::core::AttrOf<#arg>> {
                __b.attr_slot(self.0, #index).map(::strata_ir::core::AttrOf::new)
            }
        }
    } else {
        quote! {
            #vis fn #name(self, __b: &#body) -> ::strata_ir::core::AttrOf<#arg> { __b.attr_of(self.0, #index) }
        }
    };
    quote! {
        #get
        #[doc = #set_doc]
        #vis fn #set(self, __b: &mut #body, __a: impl Into<::strata_ir::core::Attr>) {
            __b.set_attr_slot(self.0, #index, Some(__a.into()))
        }
    }
}

/// The methods that read a region and its first block.
fn region_accessor(f: &Field, kind: RegionKind) -> TokenStream {
    let Field { name, vis, index, .. } = f;
    let body = quote!(::strata_ir::core::Body);
    let block = format_ident!("{}_block", name.to_string().trim_start_matches("r#"));
    let block_doc = format!("The first block of `{name}`.");
    let block = if kind == RegionKind::Single {
        quote! {
            #[doc = #block_doc]
            #vis fn #block(self, __b: &#body) -> ::strata_ir::core::Block {
                __b.blocks(__b.regions(self.0)[#index])[0]
            }
        }
    } else {
        quote! {
            #[doc = #block_doc]
            #vis fn #block(self, __b: &#body) -> Option<::strata_ir::core::Block> {
                __b.blocks(__b.regions(self.0)[#index]).first().copied()
            }
        }
    };
    quote! {
        #vis fn #name(self, __b: &#body) -> ::strata_ir::core::Region { __b.regions(self.0)[#index] }
        #block
    }
}

/// How the type of a single result follows from a single operand.
fn result_type(f: &Field, args: &Args, fields: &[Field]) -> Option<TokenStream> {
    let single = |n: &Ident| fields.iter().any(|f| f.name == *n && f.kind == Kind::Operand(Arity::One));
    let first = fields.iter().find(|f| f.kind == Kind::Operand(Arity::One)).map(|f| &f.name);
    if args.traits.iter().any(|t| t == "SameOperandsAndResultType")
        && let Some(n) = first
    {
        return Some(quote!(__b.ty(#n)));
    }
    for group in args.same.iter().filter(|g| g.contains(&f.name)) {
        if let Some(n) = group.iter().find(|n| single(n)) {
            return Some(quote!(__b.ty(#n)));
        }
    }
    let i = args.infer.iter().find(|i| i.target == f.name && single(&i.source))?;
    let (function, source) = (&i.function, &i.source);
    Some(quote! {{
        let __t = __b.ty(#source);
        #function(__t, __b.cx()).unwrap_or(__t)
    }})
}

/// The parameters and statements of a `build` function.
#[derive(Default)]
struct BuildFn {
    params: Vec<TokenStream>,
    result_params: Vec<TokenStream>,
    code: Vec<TokenStream>,
    /// The number of operands in each group.
    sizes: Vec<TokenStream>,
    /// The number of results in each group.
    result_sizes: Vec<TokenStream>,
}

impl BuildFn {
    /// Adds a field of the op.
    fn add(&mut self, f: &Field, args: &Args, fields: &[Field]) {
        let (n, index) = (&f.name, f.index);
        let value = quote!(::strata_ir::core::Value);
        match f.kind {
            Kind::Operand(Arity::One) => {
                self.params.push(quote!(#n: #value));
                self.code.push(quote!(__s.operands.push(#n);));
                self.sizes.push(quote!(1));
            }
            Kind::Operand(Arity::Optional) => {
                self.params.push(quote!(#n: Option<#value>));
                self.code.push(quote!(__s.operands.extend(#n);));
                self.sizes.push(quote!(#n.is_some() as i32));
            }
            Kind::Operand(Arity::Variadic) => {
                self.params.push(quote!(#n: &[#value]));
                self.code.push(quote!(__s.operands.extend_from_slice(#n);));
                self.sizes.push(quote!(#n.len() as i32));
            }
            Kind::Attr(AttrKind::Required) => {
                self.params.push(quote!(#n: impl Into<::strata_ir::core::Attr>));
                self.code.push(quote!(__s.attrs[#index] = Some(#n.into());));
            }
            Kind::Attr(_) => {
                self.params.push(quote!(#n: Option<::strata_ir::core::Attr>));
                self.code.push(quote!(__s.attrs[#index] = #n;));
            }
            Kind::Res(Arity::One) => {
                match result_type(f, args, fields) {
                    Some(t) => self.code.push(quote!(let __t = #t; __s.result_types.push(__t);)),
                    None => {
                        let p = format_ident!("{n}_type");
                        self.result_params.push(quote!(#p: ::strata_ir::core::Type));
                        self.code.push(quote!(__s.result_types.push(#p);));
                    }
                }
                self.result_sizes.push(quote!(1));
            }
            Kind::Res(_) => {
                let p = format_ident!("{n}_types");
                self.result_params.push(quote!(#p: &[::strata_ir::core::Type]));
                self.code.push(quote!(__s.result_types.extend_from_slice(#p);));
                self.result_sizes.push(quote!(#p.len() as i32));
            }
            Kind::Region(RegionKind::Variadic) => {
                let p = format_ident!("num_{n}");
                self.params.push(quote!(#p: usize));
                self.code.push(
                    quote!(for _ in 0..#p { let __r = __b.body().new_region(); __s.regions.push(__r); }),
                );
            }
            Kind::Region(_) if fields.iter().any(|f| f.kind == Kind::Region(RegionKind::Variadic)) => {
                self.code.push(quote!({
                    let __r = __b.body().new_region();
                    __s.regions.push(__r);
                }));
            }
            Kind::Region(_) => (),
            Kind::Successor { variadic: false } => {
                self.params.push(quote!(#n: ::strata_ir::core::Block));
                self.code.push(quote!(__s.successors.push(#n);));
            }
            Kind::Successor { variadic: true } => {
                self.params.push(quote!(#n: &[::strata_ir::core::Block]));
                self.code.push(quote!(__s.successors.extend_from_slice(#n);));
            }
        }
    }
}

fn builder(args: &Args, fields: &[Field], counts: &[usize; 5]) -> TokenStream {
    let mut build = BuildFn::default();
    for f in fields {
        build.add(f, args, fields);
    }
    let BuildFn { params, result_params, code, sizes, result_sizes } = build;
    let has = |t: &str| args.traits.iter().any(|p| p == t);
    let mut segments = vec![];
    let mut slot = counts[2];
    if has("AttrSizedOperandSegments") {
        segments.push(quote!(__s.attrs[#slot] = Some(__b.cx().i32_array(&[#(#sizes),*]));));
        slot += 1;
    }
    if has("AttrSizedResultSegments") {
        segments.push(quote!(__s.attrs[#slot] = Some(__b.cx().i32_array(&[#(#result_sizes),*]));));
    }
    let single = counts[1] == 1 && counts[3] == 0 && fields.iter().any(|f| f.kind == Kind::Res(Arity::One));
    let (ret, out) = if single {
        (quote!(::strata_ir::core::Value), quote!(__b.result(__op, 0)))
    } else {
        (quote!(Self), quote!(Self(__op)))
    };
    quote! {
        /// Creates the op at the insertion point of the builder.
        #[expect(clippy::allow_attributes, reason = "which of these fire depends on the op")]
        #[allow(unused_mut, clippy::too_many_arguments, reason = "one parameter per field")]
        pub fn build(__b: &mut ::strata_ir::core::Builder<'_>, #(#params,)* #(#result_params,)*) -> #ret {
            let mut __s = ::strata_ir::core::builder::OpState::new(
                <Self as ::strata_ir::core::OpDef>::info(), __b.cur_loc());
            #(#code)*
            #(#segments)*
            let __op = __b.build(__s);
            #out
        }
    }
}

fn specs(fields: &[Field], args: &Args) -> [Vec<TokenStream>; 5] {
    let mut out: [Vec<TokenStream>; 5] = Default::default();
    for f in fields {
        let (n, arg) = (&f.ir_name, &f.arg);
        match f.kind {
            Kind::Operand(a) | Kind::Res(a) => {
                let arity = format_ident!("{a:?}");
                out[matches!(f.kind, Kind::Res(_)) as usize].push(quote! {
                    ::strata_ir::core::ValueSpec {
                        name: #n,
                        arity: ::strata_ir::core::Arity::#arity,
                        desc: <#arg as ::strata_ir::core::constraints::TypeConstraint>::DESC,
                        check: <#arg as ::strata_ir::core::constraints::TypeConstraint>::check,
                        buildable: <#arg as ::strata_ir::core::constraints::TypeConstraint>::buildable,
                    }
                });
            }
            Kind::Attr(kind) => {
                let required = kind == AttrKind::Required;
                let default = if kind == AttrKind::Default {
                    quote!(Some(<#arg as ::strata_ir::core::constraints::AttrConstraint>::default))
                } else {
                    quote!(None)
                };
                out[2].push(quote! {
                    ::strata_ir::core::AttrSpec {
                        name: #n,
                        required: #required,
                        desc: <#arg as ::strata_ir::core::constraints::AttrConstraint>::DESC,
                        check: <#arg as ::strata_ir::core::constraints::AttrConstraint>::check,
                        is_kind: <#arg as ::strata_ir::core::constraints::AttrConstraint>::is_kind,
                        default: #default,
                        form: <#arg as ::strata_ir::core::constraints::AttrConstraint>::FORM,
                    }
                });
            }
            Kind::Region(kind) => {
                let single = matches!(kind, RegionKind::Single | RegionKind::Optional);
                let empty = kind != RegionKind::Single;
                let variadic = kind == RegionKind::Variadic;
                out[3].push(quote! {
                    ::strata_ir::core::RegionSpec {
                        name: #n, single_block: #single, may_be_empty: #empty, variadic: #variadic,
                    }
                });
            }
            Kind::Successor { variadic } => {
                out[4].push(quote!(::strata_ir::core::SuccessorSpec { name: #n, variadic: #variadic }));
            }
        }
    }
    for (t, n) in [
        ("AttrSizedOperandSegments", "operandSegmentSizes"),
        ("AttrSizedResultSegments", "resultSegmentSizes"),
    ] {
        if args.traits.iter().any(|p| p == t) {
            out[2].push(quote! {
                ::strata_ir::core::AttrSpec {
                    name: #n,
                    required: true,
                    desc: <::strata_ir::core::constraints::I32Array as
                        ::strata_ir::core::constraints::AttrConstraint>::DESC,
                    check: <::strata_ir::core::constraints::I32Array as
                        ::strata_ir::core::constraints::AttrConstraint>::check,
                    is_kind: <::strata_ir::core::constraints::I32Array as
                        ::strata_ir::core::constraints::AttrConstraint>::is_kind,
                    default: None,
                    form: ::strata_ir::core::AttrForm::Full,
                }
            });
        }
    }
    out
}

fn rules(args: &Args, fields: &[Field]) -> Result<Vec<TokenStream>> {
    let find = |n: &Ident| {
        let field = fields.iter().find(|f| f.name == *n);
        field.map(|f| f.ir_name.clone()).ok_or_else(|| Error::new(n.span(), format!("`{n}` is not a field")))
    };
    let mut out = vec![];
    for group in &args.same {
        let names = group.iter().map(find).collect::<Result<Vec<_>>>()?;
        out.push(quote!(::strata_ir::core::TypeRule::Same(&[#(#names),*])));
    }
    for i in &args.infer {
        let (target, source) = (find(&i.target)?, find(&i.source)?);
        let (desc, function) = (&i.desc, &i.function);
        out.push(quote! {
            ::strata_ir::core::TypeRule::Derived { target: #target, source: #source, desc: #desc, derive: #function }
        });
    }
    for (check, desc) in &args.holds {
        out.push(quote!(::strata_ir::core::TypeRule::Holds { desc: #desc, check: #check }));
    }
    Ok(out)
}
