//! Parts of the text form that several ops share.

use strata_ir::{prelude::*, text::RegionStyle};

use crate::{Variadicity, VariadicityArrayAttr};

/// The region of a definition, which is not written when it is empty.
pub static SINGLE_BLOCK: CustomDirective = CustomDirective {
    print: |op, p| {
        let (inner, at) = p.body().inner(op);
        let region = inner.regions(at).first().copied();
        let filled = region.is_some_and(|r| inner.region_ops(r).next().is_some());
        if let Some(&region) = p.body().regions(op).first().filter(|_| filled) {
            p.region(region, RegionStyle::default());
        }
    },
    parse: |p, state, _| {
        if !p.peek("{") {
            empty_region(p, state);
            return Ok(());
        }
        p.region(state, &[])?;
        let inner = match &mut state.child {
            Some(child) => child.regions(Op::SELF).first().copied().map(|region| (&mut **child, region)),
            None => state.regions.first().copied().map(|region| (p.body(), region)),
        };
        if let Some((body, region)) = inner.filter(|(body, region)| body.blocks(*region).is_empty()) {
            body.add_block(region, &[]);
        }
        Ok(())
    },
    attrs: &[],
};

/// Adds a region of one block without ops, as `{}` is.
fn empty_region(p: &mut Parser<'_>, state: &mut OpState) {
    if !state.info.has(Trait::IsolatedFromAbove) {
        let body = p.body();
        let region = body.new_region();
        body.add_block(region, &[]);
        state.regions.push(region);
        return;
    }
    let mut child = Box::new(Body::new(p.cx(), state.info, state.loc));
    let region = match child.regions(Op::SELF).first() {
        Some(&region) => region,
        None => {
            let region = child.new_region();
            child.push_region(Op::SELF, region);
            region
        }
    };
    child.add_block(region, &[]);
    state.regions.push(region);
    state.child = Some(child);
}

fn name_at(names: Option<&ArrayAttr>, cx: &Context, i: usize) -> String {
    names.and_then(|n| cx.attr_str(*n.0.get(i)?)).unwrap_or("").to_owned()
}

/// `(name: %0, other: variadic %1)`; `variadicity` is the attribute of the kinds, if the op has one.
fn print_list(p: &mut Printer<'_>, op: Op, variadicity: Option<&str>) {
    let b = p.body();
    let cx = b.cx();
    let names = b.attr(op, "names").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let kinds = variadicity.and_then(|v| cx.attr_as::<VariadicityArrayAttr>(b.attr(op, v)?));
    p.text("(");
    p.list(b.operands(op).enumerate(), |p, (i, value)| {
        p.keyword_or_string(&name_at(names, cx, i)).text(": ");
        let kind = kinds.and_then(|k| k.0.get(i)).copied().unwrap_or(Variadicity::Single);
        if kind != Variadicity::Single {
            p.text(kind.word()).text(" ");
        }
        p.value(value);
    });
    p.text(")");
}

type Named<'s> = (String, Variadicity, Unresolved<'s>);

fn parse_list<'s>(p: &mut Parser<'s>, variadicity: bool) -> PResult<Vec<Named<'s>>> {
    if !p.eat("(") {
        return Ok(Vec::new());
    }
    p.list_until(")", |p| {
        let name = p.keyword()?.to_owned();
        p.expect(":")?;
        let words = ["single", "optional", "variadic"];
        let word = if variadicity { p.keyword_of(&words) } else { None };
        let kind = word.and_then(Variadicity::from_word).unwrap_or(Variadicity::Single);
        Ok((name, kind, p.operand()?))
    })
}

fn set_list<'s>(
    p: &Parser<'s>,
    state: &mut OpState,
    f: &mut FormatState<'s>,
    list: Vec<Named<'s>>,
    kinds: bool,
) {
    let cx = p.cx();
    let names = list.iter().map(|item| cx.string_attr(&item.0)).collect();
    state.set_attr(cx, "names", cx.array_attr(names));
    if kinds {
        let kinds = list.iter().map(|item| item.1).collect();
        state.set_attr(cx, "variadicity", cx.attr(VariadicityArrayAttr(kinds)));
    }
    f.operands[0].extend(list.into_iter().map(|item| item.2));
}

/// `(name: %0, other: %1)`.
pub static NAMED_VALUES: CustomDirective = CustomDirective {
    print: |op, p| print_list(p, op, None),
    parse: |p, state, f| {
        let list = parse_list(p, false)?;
        set_list(p, state, f, list, false);
        Ok(())
    },
    attrs: &["names"],
};

/// `(name: %0, other: variadic %1)`.
pub static VARIADIC_VALUES: CustomDirective = CustomDirective {
    print: |op, p| print_list(p, op, Some("variadicity")),
    parse: |p, state, f| {
        let list = parse_list(p, true)?;
        set_list(p, state, f, list, true);
        Ok(())
    },
    attrs: &["names", "variadicity"],
};

/// `{"name" = %0}`.
pub static ATTRIBUTES: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let cx = b.cx();
        let names = b.attr(op, "attributeValueNames").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        if names.is_none_or(|n| n.0.is_empty()) {
            return;
        }
        p.text("{");
        p.list(b.operands(op).enumerate(), |p, (i, value)| {
            p.quoted(&name_at(names, cx, i)).text(" = ").value(value);
        });
        p.text("}");
    },
    parse: |p, state, f| {
        let mut names = Vec::new();
        if p.eat("{") {
            // Without names, the brace begins other attributes of the op.
            let named = p.peek("\"");
            p.list_until("}", |p| {
                let cx = p.cx();
                if named {
                    let name = p.string()?;
                    p.expect("=")?;
                    names.push(cx.attr(StringAttr { value: name, ty: None }));
                    f.operands[0].push(p.operand()?);
                } else {
                    let name = p.keyword()?;
                    let value = if p.eat("=") { p.attr()? } else { cx.unit() };
                    state.set_attr(cx, name, value);
                }
                Ok(())
            })?;
        }
        let cx = p.cx();
        state.set_attr(cx, "attributeValueNames", cx.array_attr(names));
        Ok(())
    },
    attrs: &["attributeValueNames"],
};

/// The definition that a base is, by a symbol or by a name.
pub static BASE: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        for (i, base) in [b.attr(op, "base_ref"), b.attr(op, "base_name")].into_iter().flatten().enumerate() {
            p.text(if i == 0 { "" } else { " " }).attr_without_type(base);
        }
    },
    parse: |p, state, _| {
        let cx = p.cx();
        if p.peek("@") {
            let base = p.symbol_ref()?;
            state.set_attr(cx, "base_ref", base);
        }
        if p.peek("\"") {
            let name = p.string()?;
            state.set_attr(cx, "base_name", cx.attr(StringAttr { value: name, ty: None }));
        }
        Ok(())
    },
    attrs: &["base_ref", "base_name"],
};
