//! `affine.min` and `affine.max`.

use strata_ir::{affine::AffineMap, prelude::*};

use super::apply::{parse_applied, print_applied};
use crate::{simplify::ValueMap, syntax::map_of};

macro_rules! min_max_op {
    ($(#[$doc:meta])* $name:ident = $op_name:literal, $pick:ident, $keep:expr) => {
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
                let value = vm.fold(b, consts)?.into_iter().$pick()?;
                Some(b.cx().index_attr(value).into())
            }
        }

        impl Canonicalize for $name {
            /// Simplifies the map, drops results that occur twice and all constants but the one that counts.
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                let old = self.value_map(rw);
                let mut new = old.simplified(rw);
                new.map = without_duplicates(&new.map, $keep);
                if new == old {
                    return None;
                }
                let value = if new.map.n_results() == 1 {
                    crate::ApplyOp::create(rw, new.map, &new.operands)
                } else {
                    Self::create(rw, new.map, &new.operands)
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
                parse_applied(p, state, "dimension or symbol index mismatch")
            }
        }
    };
}

min_max_op! {
    /// The smallest result of an affine map.
    MinOp = "affine.min", min, |a, b| a <= b
}
min_max_op! {
    /// The largest result of an affine map.
    MaxOp = "affine.max", max, |a, b| a >= b
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

fn without_duplicates(map: &AffineMap, keep: fn(i64, i64) -> bool) -> AffineMap {
    let results = map.results();
    let decides = |c: i64, i: usize| {
        results.iter().enumerate().all(|(j, e)| match e.as_const() {
            Some(o) => j == i || (keep(c, o) && (c != o || i < j)),
            None => true,
        })
    };
    map.drop_results(|i| match results[i].as_const() {
        Some(c) => !decides(c, i),
        None => results[..i].contains(&results[i]),
    })
}
