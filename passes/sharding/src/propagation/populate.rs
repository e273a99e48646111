//! `sdy-populate-op-sharding-rules`: writes the sharding rules of ops, to be read.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.dot %a, %b : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.dot %a, %b {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=2, k=4} reduction={k}>} : …
//! ```
//! Propagation finds the rules by itself.

use strata_ir::{core::writer::deep, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use super::rules::{Found, Mode, Rules, SHARDING_RULE, target};

/// Populates all registered ops with an `OpShardingRuleAttr`.
#[pass(name = "sdy-populate-op-sharding-rules", class = "PopulateOpShardingRulesPass", on = "func.func", produces = [sdy])]
pub struct PopulateOpShardingRules {
    /// whether to disllow rules that can propagate non-divisible sharding axes
    #[option(default = false)]
    pub conservative_propagation: bool,
}

impl BodyPass for PopulateOpShardingRules {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let rules =
            Rules::new(if self.conservative_propagation { Mode::Conservative } else { Mode::Default });
        let mut unknown = Unknown::default();
        populate(body, &rules, &mut unknown);
        unknown.emit(cx);
        Ok(())
    }
}

fn populate(body: &mut Body, rules: &Rules, unknown: &mut Unknown) {
    let name = body.cx().intern(SHARDING_RULE);
    for op in body.all_ops() {
        if let Some(mut child) = body.take_child(op) {
            deep(|| populate(&mut child, rules, unknown));
            body.put_child(op, child);
            continue;
        }
        match rules.find(body, op) {
            Found::Rule(rule) => {
                let rule = body.cx().attr(rule);
                body.set_extra_attr(op, name, Some(rule));
            }
            Found::Nothing => {}
            Found::Unknown => unknown.add(body, op),
        }
    }
}

/// The first op and the first custom call that have no rule because they are not known.
#[derive(Default)]
pub(super) struct Unknown {
    first: [Option<(Location, String)>; 2],
}

impl Unknown {
    pub(super) fn add(&mut self, b: &Body, op: Op) {
        let target = target(b, op);
        let slot = &mut self.first[usize::from(target.is_some())];
        slot.get_or_insert_with(|| {
            let what = match target {
                Some(target) => format!("custom call @{target}"),
                None => format!("op '{}'", b.op_name(op)),
            };
            (b.loc(op), format!("{what} is unknown to SDY sharding rule registry"))
        });
    }
    /// Warns of each.
    pub(super) fn emit(self, cx: &mut PassCx<'_>) {
        self.first.into_iter().flatten().for_each(|(loc, message)| cx.warning(loc, message));
    }
}
