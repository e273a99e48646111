//! Which elementwise ops random programs apply to which elements: what the declarations of the ops let in.

use std::sync::LazyLock;

use strata_ir::{
    core::{Arity, Context, Dialect, InferTypes, OpInfo, Trait},
    text::parse_type,
};
use strata_stablehlo::facts::RealDomain;

use super::{
    check,
    types::{ELEMS, Elem, elem},
};

/// An elementwise op on operands of one type, without attributes.
#[derive(Clone, Copy)]
pub struct Pointwise {
    /// Its declaration.
    pub info: &'static OpInfo,
    /// The elements of its result.
    pub result: Elem,
    operand: Elem,
}

/// The ops of StableHLO and CHLO for each type of elements.
static POINTWISE: LazyLock<Vec<Pointwise>> = LazyLock::new(|| {
    let cx = check::context();
    let types: Vec<_> = ELEMS
        .iter()
        .filter_map(|&e| Some((e, parse_type(&cx, &format!("tensor<{}>", e.name)).ok()?)))
        .collect();
    let lets_in = |check: fn(_, &Context) -> bool, e: Elem| {
        types.iter().find(|(of, _)| *of == e).is_some_and(|&(_, ty)| check(ty, &cx))
    };
    let mut all = Vec::new();
    for info in elementwise() {
        for &operand in ELEMS.iter().filter(|e| !e.is_complex() || !info.implements::<dyn RealDomain>()) {
            if info.operands.iter().all(|o| lets_in(o.check, operand)) {
                // Of the elements that are made from those of the operands, the first that the result may have.
                let results = [operand, operand.part(), elem("i1")];
                let result = results.into_iter().find(|&e| lets_in(info.results[0].check, e));
                all.extend(result.map(|result| Pointwise { info, result, operand }));
            }
        }
    }
    all
});

/// The ops whose result's elements are made one by one from those of their operands, which are all that it depends on.
pub fn elementwise() -> impl Iterator<Item = &'static OpInfo> {
    let single = |arity: &Arity| matches!(arity, Arity::One);
    let all = [&strata_stablehlo::DIALECT, &strata_chlo::DIALECT].map(|d: &Dialect| d.ops.iter());
    all.into_iter().flatten().map(|info| info()).filter(move |info| {
        let same_shape = [Trait::Elementwise, Trait::CompatibleOperandsAndResultType];
        info.has(Trait::Pure)
            && same_shape.into_iter().any(|t| info.has(t))
            && info.implements::<dyn InferTypes>()
            && !info.operands.is_empty()
            && info.operands.iter().chain(info.results).all(|v| single(&v.arity))
            && info.results.len() == 1
            && info.regions.is_empty()
            && !info.attrs.iter().any(|a| a.required)
    })
}

/// The ops of a dialect on so many operands of such elements.
pub fn pointwise(dialect: &str, operands: usize, e: Elem) -> Vec<Pointwise> {
    let fits =
        |p: &&Pointwise| p.operand == e && p.info.operands.len() == operands && p.info.dialect() == dialect;
    POINTWISE.iter().filter(fits).copied().collect()
}
