//! Ops that take one of several options.

use strata_ir::prelude::*;

use super::{
    Rows,
    sequences::{region_block, set_all},
};
use crate::{
    failure::Outcome,
    interpreter::{Interpreter, Site},
    state::Mapping,
};

pub const OPS: Rows = &[("transform.tune.knob", knob), ("transform.tune.alternatives", alternatives)];

/// The name of an op, as errors show it.
fn name_of(site: Site<'_>) -> String {
    site.attr("name").map_or(String::new(), |a| site.body.cx().attr_to_string(a))
}

fn knob<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let Some(selected) = site.attr("selected") else {
        let message = format!(
            "non-deterministic choice {} is only resolved through providing a `selected` attr",
            name_of(site)
        );
        return Err(site.definite(message));
    };
    cx.set(site, 0, Mapping::Params(vec![selected]));
    Ok(())
}

/// The number of the region that an attribute or a parameter selects.
fn selected_region<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome<i64> {
    let ctx = site.body.cx();
    if let Some(v) = site.body.operands(site.op).next() {
        let params = cx.params(site, v)?;
        let number = match params[..] {
            [one] => ctx.attr_as::<IntegerAttr>(one).and_then(|_| ctx.attr_i64(one)),
            _ => None,
        };
        return number.ok_or_else(|| {
            let first = params.first().map_or(String::new(), |&a| ctx.attr_to_string(a));
            site.definite(format!("param should hold exactly one integer attribute, got: {first}"))
        });
    }
    site.int("selected_region_attr").ok_or_else(|| {
        site.definite(format!(
            "non-deterministic choice {} is only resolved through providing a `selected_region` attr/param",
            name_of(site)
        ))
    })
}

fn alternatives<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (selected, n) = (selected_region(cx, site)?, site.body.regions(site.op).len());
    let Some(region) = usize::try_from(selected).ok().filter(|&i| i < n) else {
        return Err(site.definite(format!(
            "'selected_region' attribute/param specifies region at index {selected} while op has only {n} regions"
        )));
    };
    let block = region_block(site, region)?;
    let results = cx.run_block(site.body, block, false)?;
    set_all(cx, site, results);
    Ok(())
}
