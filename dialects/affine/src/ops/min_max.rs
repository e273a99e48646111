//! `affine.min` and `affine.max`.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};

use super::apply::{parse_applied, print_applied};
use crate::{ranges::in_order, simplify::ValueMap, syntax::map_of};

macro_rules! min_max_op {
    ($(#[$doc:meta])* $name:ident = $op_name:literal, $pick:ident) => {
        $(#[$doc])*
        #[op(
            name = $op_name,
            traits = [Pure],
            interfaces = [Verify, Fold, Canonicalize],
            custom_asm,
        )]
        pub struct $name {
            /// The map.
            pub map: Attr<AffineMapAttr>,
            /// Values of its dimensions, then of its symbols.
            pub operands: Variadic<Index>,
            /// The chosen result.
            pub result: Res<Index>,
        }

        impl $name {
            /// Applies a map and chooses among its results.
            pub fn create(b: &mut Builder<'_>, map: AffineMap, operands: &[Value]) -> Value {
                let (map, index) = (b.cx().affine_map_attr(map), b.cx().index());
                Self::build(b, map, operands, index)
            }
            /// The map with its operands.
            pub fn value_map(self, b: &Body) -> ValueMap {
                ValueMap::new(map_of(b, b.attr_slot(self.op(), 0)), b.operands(self.op()))
            }
        }

        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                verify(&self.value_map(b))
            }
        }

        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                let vm = self.value_map(b);
                if let Some(v) = single_operand(&vm) {
                    return Some(v.into());
                }
                if let Some(values) = vm.fold(b, consts) {
                    return Some(b.cx().index_attr(values.into_iter().$pick()?).into());
                }
                let map = b.cx().affine_map_attr(vm.fold_partly(b, consts)?);
                b.set_attr_slot(self.op(), 0, Some(map));
                Some(Folded::InPlace)
            }
        }

        impl Canonicalize for $name {
            /// Drops duplicate results, merges the results of ops of the same kind, simplifies the map and sorts its
            /// results; a map with a single result becomes an `affine.apply`.
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                let old = self.value_map(rw);
                if old.map.n_inputs() as usize != old.operands.len() {
                    return None;
                }
                let producer = |v: Value| rw.def_as::<Self>(v).map(|op| op.value_map(rw));
                let new = without_duplicates(&old)
                    .or_else(|| merged(&old, &producer))
                    .or_else(|| Some(old.simplified_in_loops(rw)).filter(|new| *new != old))
                    .or_else(|| {
                        let map = in_order(&old.map).filter(|map| *map != old.map)?;
                        Some(ValueMap::new(map, old.operands.iter().copied()))
                    });
                let value = match new {
                    Some(new) => Self::create(rw, new.map, &new.operands),
                    None if old.map.n_results() == 1 => crate::ApplyOp::create(rw, old.map, &old.operands),
                    None => return None,
                };
                rw.replace_op(self.op(), &[value]);
                Some(())
            }
        }

        impl CustomAsm for $name {
            fn print(&self, p: &mut Printer<'_>) {
                print_applied(p, self.op());
            }
            fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
                parse_applied(p, state, None)
            }
        }
    };
}

min_max_op! {
    /// The smallest result of an affine map.
    MinOp = "affine.min", min
}
min_max_op! {
    /// The largest result of an affine map.
    MaxOp = "affine.max", max
}

fn verify(vm: &ValueMap) -> VerifyResult {
    ensure!(
        vm.operands.len() == vm.map.n_inputs() as usize,
        "operand count and affine map dimension and symbol count must match"
    );
    ensure!(vm.map.n_results() != 0, "affine map expect at least one result");
    Ok(())
}

/// The operand that a map with one result gives as it is.
fn single_operand(vm: &ValueMap) -> Option<Value> {
    if vm.map.n_results() != 1 {
        return None;
    }
    let result = vm.map.result(0);
    match (result.as_dim(), result.as_symbol()) {
        (Some(i), _) => vm.dims().get(i as usize).copied(),
        (_, Some(i)) => vm.symbols().get(i as usize).copied(),
        _ => None,
    }
}

/// The map without results that occur twice, if there are any.
fn without_duplicates(vm: &ValueMap) -> Option<ValueMap> {
    let results = vm.map.results();
    let map = vm.map.drop_results(|i| results[..i].contains(&results[i]));
    (map.n_results() != results.len()).then(|| ValueMap::new(map, vm.operands.iter().copied()))
}

/// Replaces results that are values of ops of the same kind, which `producer` finds, by the results of these ops.
fn merged(vm: &ValueMap, producer: &dyn Fn(Value) -> Option<ValueMap>) -> Option<ValueMap> {
    let inner_of = |e: &AffineExpr| {
        let value = match (e.as_dim(), e.as_symbol()) {
            (Some(i), _) => vm.dims().get(i as usize),
            (_, Some(i)) => vm.symbols().get(i as usize),
            _ => None,
        };
        value.and_then(|&v| producer(v)).filter(|inner| inner.map.n_inputs() as usize == inner.operands.len())
    };
    let (mut results, mut inners) = (Vec::new(), Vec::new());
    for e in vm.map.results() {
        match inner_of(e) {
            Some(inner) => inners.push(inner),
            None => results.push(e.clone()),
        }
    }
    if inners.is_empty() {
        return None;
    }
    let (mut dims, mut symbols) = (vm.dims().to_vec(), vm.symbols().to_vec());
    for inner in inners {
        let (by_dims, by_symbols) = (dims.len() as u32, symbols.len() as u32);
        results.extend(
            inner.map.results().iter().map(|e| e.shift_dims(0, by_dims).shift_symbols(0, by_symbols)),
        );
        dims.extend_from_slice(inner.dims());
        symbols.extend_from_slice(inner.symbols());
    }
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
    Some(ValueMap::new(map, dims.into_iter().chain(symbols)))
}
