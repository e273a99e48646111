//! Discardable attributes that belong to a dialect, on ops and on the arguments and results of functions.

use crate::{
    ArrayAttr, Attr, Body, DictionaryAttr, Op, Str, Trait, VerifyResult,
    dialect::{AttrPlace, AttrUse},
    symbols::SymbolScope,
};

use super::{Scope, Verifier};

impl Verifier {
    /// Verifies discardable attributes with the hook of the dialect that the prefix of their name belongs to.
    pub(super) fn owned_attrs(&mut self, body: &Body, op: Op, scopes: &[Scope<'_>]) {
        let (inner, own) = body.inner(op);
        let is_function = inner.has_trait(own, Trait::FunctionLike);
        let (Some(nearest), true) = (scopes.last(), is_function || !inner.extra_attrs(own).is_empty()) else {
            return;
        };
        let symbols = nearest.symbols();
        let r = owned_attrs(inner, own, is_function, &symbols);
        self.check(inner, own, r);
    }
}

fn owned_attrs(body: &Body, op: Op, is_function: bool, symbols: &SymbolScope<'_>) -> VerifyResult {
    let cx = body.cx();
    let check = |place: AttrPlace, (name, attr): (Str, Attr)| {
        let name = cx.str(name);
        let dialect = name.split_once('.').and_then(|(prefix, _)| cx.dialect(prefix));
        match dialect.and_then(|d| d.verify_attr) {
            Some(verify) => verify(&AttrUse { body, op, place, name, attr, symbols }),
            None => Ok(()),
        }
    };
    body.extra_attrs(op).iter().try_for_each(|&entry| check(AttrPlace::Op, entry))?;
    if !is_function {
        return Ok(());
    }
    let places: [(&str, fn(usize) -> AttrPlace); 2] =
        [("arg_attrs", AttrPlace::Argument), ("res_attrs", AttrPlace::Result)];
    for (name, place) in places {
        let Some(list) = body.attr(op, name).and_then(|a| cx.attr_as::<ArrayAttr>(a)) else { continue };
        for (i, &dict) in list.0.iter().enumerate() {
            let Some(dict) = cx.attr_as::<DictionaryAttr>(dict) else { continue };
            dict.entries().iter().try_for_each(|&entry| check(place(i), entry))?;
        }
    }
    Ok(())
}
