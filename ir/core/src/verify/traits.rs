//! Checks that structural traits imply.

use smallvec::SmallVec;

use crate::{
    Body, Context, DYNAMIC, Op, OpInfo, TensorType, Trait, Type, UnrankedTensorType, VectorType,
    VerifyResult, ensure, interfaces::CompatibleTypes,
};

pub(super) fn verify(body: &Body, op: Op, info: &OpInfo) -> VerifyResult {
    let cx = body.cx();
    let has = |t| info.has(t);
    let operands = || body.operand_types(op);
    let all = || body.operand_types(op).chain(body.result_types(op));
    let same = |mut it: Box<dyn Iterator<Item = Type> + '_>, eq: &dyn Fn(Type, Type) -> bool| match it.next()
    {
        Some(first) => it.all(|t| eq(first, t)),
        None => true,
    };
    if has(Trait::SameTypeOperands) {
        ensure!(same(Box::new(operands()), &|a, b| a == b), "requires all operands to have the same type");
    }
    if has(Trait::SameOperandsAndResultType) {
        ensure!(same(Box::new(all()), &|a, b| a == b), "requires the same type for all operands and results");
    }
    if has(Trait::CompatibleOperandsAndResultType) {
        let own = op.cast::<dyn CompatibleTypes>(body);
        let eq = |a, b| own.as_ref().map_or_else(|| compatible(body, a, b), |own| own.compatible(body, a, b));
        ensure!(same(Box::new(all()), &eq), "requires compatible types for all operands and results");
    }
    let elem = |a, b| cx.elem_or_self(a) == cx.elem_or_self(b);
    if has(Trait::SameOperandsElementType) {
        ensure!(same(Box::new(operands()), &elem), "requires the same element type for all operands");
    }
    if has(Trait::SameOperandsAndResultElementType) {
        ensure!(same(Box::new(all()), &elem), "requires the same element type for all operands and results");
    }
    if has(Trait::SameOperandsShape) {
        let types: Types = operands().collect();
        ensure!(same_shapes(body, &types), "requires the same shape for all operands");
    }
    if has(Trait::SameOperandsAndResultShape) {
        let types: Types = all().collect();
        ensure!(same_shapes(body, &types), "requires the same shape for all operands and results");
    }
    if has(Trait::Elementwise) && !has(Trait::SameOperandsAndResultType) {
        elementwise(body, op)?;
    }
    if has(Trait::NoRegionArguments) {
        for (i, &r) in body.regions(op).iter().enumerate() {
            if body.blocks(r).first().is_some_and(|&entry| !body.block_args(entry).is_empty()) {
                let number = if body.regions(op).len() == 1 { String::new() } else { format!(" #{i}") };
                return Err(format!("region{number} should have no arguments").into());
            }
        }
    }
    if has(Trait::Symbol) {
        symbol_parent(body, op)?;
        let name = body.attr(op, "sym_name");
        if let Some(name) = name {
            ensure!(
                cx.attr_str(name).is_some(),
                "attribute 'sym_name' failed to satisfy constraint: string attribute"
            );
        }
        let visibility = body.symbol_visibility(op);
        ensure!(
            ["public", "private", "nested"].contains(&visibility),
            "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{visibility}\""
        );
    }
    Ok(())
}

/// The parent of a symbol is a symbol table or an unregistered op. A module without a name is no symbol.
pub(super) fn symbol_parent(body: &Body, op: Op) -> VerifyResult {
    let is_symbol = body.has_trait(op, Trait::Symbol) && body.attr(op, "sym_name").is_some();
    if let Some(parent) = body.parent_op(op).filter(|_| is_symbol) {
        ensure!(
            body.has_trait(parent, Trait::SymbolTable)
                || std::ptr::eq(body.info(parent), &crate::UNREGISTERED),
            "symbol's parent must have the SymbolTable trait"
        );
    }
    Ok(())
}

/// Either all operands and results are scalars, or all results are vectors or tensors of the shape that the
/// non-scalar operands have.
fn elementwise(body: &Body, op: Op) -> VerifyResult {
    let cx = body.cx();
    let shaped = |t: &Type| Container::from_type(cx, *t).is_some();
    let operands: Vec<Type> = body.operand_types(op).filter(shaped).collect();
    let results: Vec<Type> = body.result_types(op).filter(shaped).collect();
    if operands.is_empty() && results.is_empty() {
        return Ok(());
    }
    ensure!(
        operands.is_empty() || !results.is_empty(),
        "if an operand is non-scalar, then there must be at least one non-scalar result"
    );
    ensure!(
        results.is_empty() || !operands.is_empty(),
        "if a result is non-scalar, then at least one operand must be non-scalar"
    );
    ensure!(
        results.len() == body.results(op).len(),
        "if an operand is non-scalar, then all results must be non-scalar"
    );
    let all: Vec<Type> = operands.into_iter().chain(results).collect();
    let alike = |a: Type, b: Type| {
        Container::from_type(cx, a) == Container::from_type(cx, b) && same_shape(body, a, b)
    };
    ensure!(
        // All pairs are compared, since a match is not transitive: an unknown size matches any other.
        all.iter().enumerate().all(|(i, &a)| all[..i].iter().all(|&b| alike(a, b))),
        "all non-scalar operands/results must have the same shape and base type"
    );
    Ok(())
}

/// The kinds of shaped types that elementwise ops accept.
#[derive(PartialEq)]
enum Container {
    Vector,
    Ranked,
    Unranked,
}

impl Container {
    fn from_type(cx: &Context, ty: Type) -> Option<Self> {
        if cx.type_as::<VectorType>(ty).is_some() {
            Some(Self::Vector)
        } else if cx.type_as::<TensorType>(ty).is_some() {
            Some(Self::Ranked)
        } else {
            cx.type_as::<UnrankedTensorType>(ty).map(|_| Self::Unranked)
        }
    }
}

type Types = SmallVec<[Type; 4]>;

/// Whether the shapes of all pairs of types match. Comparing neighbours would not suffice: an unknown size matches
/// any other.
fn same_shapes(body: &Body, types: &[Type]) -> bool {
    let Some((&first, rest)) = types.split_first() else { return true };
    if rest.iter().all(|&t| t == first) {
        return true;
    }
    types.iter().enumerate().all(|(i, &a)| types[i + 1..].iter().all(|&b| same_shape(body, a, b)))
}

/// Whether shapes are equal, where an unknown size matches any. A scalable size does not match a fixed one.
fn same_shape(body: &Body, a: Type, b: Type) -> bool {
    let cx = body.cx();
    if let (Some(a), Some(b)) = (cx.type_as::<VectorType>(a), cx.type_as::<VectorType>(b)) {
        return a.shape == b.shape && a.scalable == b.scalable;
    }
    match (cx.shaped(a), cx.shaped(b)) {
        (None, None) => true,
        (Some(a), Some(b)) => match (a.shape, b.shape) {
            (Some(a), Some(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC)
            }
            _ => true,
        },
        _ => false,
    }
}

/// One element type and matching shapes.
fn compatible(body: &Body, a: Type, b: Type) -> bool {
    a == b || body.cx().elem_or_self(a) == body.cx().elem_or_self(b) && same_shape(body, a, b)
}
