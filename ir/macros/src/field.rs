//! The fields of an op struct.

use proc_macro2::Ident;
use syn::{Error, Expr, ExprLit, Lit, Meta, Result, Type, spanned::Spanned};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    One,
    Optional,
    Variadic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrKind {
    Required,
    Optional,
    Default,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    Any,
    Single,
    Optional,
    Variadic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Operand(Arity),
    Res(Arity),
    Attr(AttrKind),
    Region(RegionKind),
    Successor { variadic: bool },
}

impl Kind {
    fn class(self) -> usize {
        match self {
            Kind::Operand(_) => 0,
            Kind::Res(_) => 1,
            Kind::Attr(_) => 2,
            Kind::Region(_) => 3,
            Kind::Successor { .. } => 4,
        }
    }
}

pub struct Field {
    pub name: Ident,
    /// Name in the IR.
    pub ir_name: String,
    pub kind: Kind,
    /// The constraint.
    pub arg: Option<Type>,
    pub docs: Vec<syn::Attribute>,
    pub vis: syn::Visibility,
    /// Number among the fields of its class.
    pub index: usize,
}

pub fn parse(f: &syn::Field, counts: &mut [usize; 5]) -> Result<Field> {
    let Type::Path(path) = &f.ty else {
        return Err(Error::new(f.ty.span(), "expected a field kind such as `Operand<T>`"));
    };
    let Some(seg) = path.path.segments.last() else {
        return Err(Error::new(f.ty.span(), "expected a field kind such as `Operand<T>`"));
    };
    let arg = match &seg.arguments {
        syn::PathArguments::AngleBracketed(a) => a.args.iter().find_map(|a| match a {
            syn::GenericArgument::Type(t) => Some(t.clone()),
            _ => None,
        }),
        _ => None,
    };
    let kind = match seg.ident.to_string().as_str() {
        "Operand" => Kind::Operand(Arity::One),
        "OptOperand" => Kind::Operand(Arity::Optional),
        "Variadic" => Kind::Operand(Arity::Variadic),
        "Res" => Kind::Res(Arity::One),
        "OptRes" => Kind::Res(Arity::Optional),
        "VariadicRes" => Kind::Res(Arity::Variadic),
        "Attr" => Kind::Attr(AttrKind::Required),
        "OptAttr" => Kind::Attr(AttrKind::Optional),
        "DefaultAttr" => Kind::Attr(AttrKind::Default),
        "AnyRegion" => Kind::Region(RegionKind::Any),
        "SingleBlockRegion" => Kind::Region(RegionKind::Single),
        "OptRegion" => Kind::Region(RegionKind::Optional),
        "VariadicRegion" => Kind::Region(RegionKind::Variadic),
        "Successor" => Kind::Successor { variadic: false },
        "VariadicSuccessor" => Kind::Successor { variadic: true },
        other => return Err(Error::new(seg.span(), format!("unknown field kind `{other}`"))),
    };
    let needs_arg = matches!(kind, Kind::Operand(_) | Kind::Res(_) | Kind::Attr(_));
    if needs_arg && arg.is_none() {
        return Err(Error::new(seg.span(), format!("`{}` needs a constraint: `{0}<T>`", seg.ident)));
    }
    let Some(name) = f.ident.clone() else { return Err(Error::new(f.span(), "fields must be named")) };
    let index = counts[kind.class()];
    counts[kind.class()] += 1;
    let docs = f.attrs.iter().filter(|a| a.path().is_ident("doc")).cloned().collect();
    let plain = name.to_string();
    let plain = plain.strip_prefix("r#").unwrap_or(&plain).trim_end_matches('_').to_owned();
    let ir_name = ir_name(&f.attrs)?.unwrap_or(plain);
    Ok(Field { name, ir_name, kind, arg, docs, vis: f.vis.clone(), index })
}

/// The value of `#[ir_name = "…"]`.
pub fn ir_name(attrs: &[syn::Attribute]) -> Result<Option<String>> {
    let Some(a) = attrs.iter().find(|a| a.path().is_ident("ir_name")) else { return Ok(None) };
    match &a.meta {
        Meta::NameValue(nv) => match &nv.value {
            Expr::Lit(ExprLit { lit: Lit::Str(s), .. }) => Ok(Some(s.value())),
            other => Err(Error::new(other.span(), "expected a string")),
        },
        other => Err(Error::new(other.span(), "expected `#[ir_name = \"…\"]`")),
    }
}

/// The text of the doc comments.
pub fn doc_text(attrs: &[syn::Attribute]) -> String {
    let lines: Vec<String> = attrs
        .iter()
        .filter(|a| a.path().is_ident("doc"))
        .filter_map(|a| match &a.meta {
            Meta::NameValue(nv) => match &nv.value {
                Expr::Lit(ExprLit { lit: Lit::Str(s), .. }) => Some(s.value()),
                _ => None,
            },
            _ => None,
        })
        .map(|l| l.strip_prefix(' ').map(str::to_owned).unwrap_or(l))
        .collect();
    lines.join("\n")
}
