//! The passes, each of which adds an order to the one before: basic, aggressive, by kinds of ops, by priorities of users.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, option_enum, pass};

use super::build::program;
use super::engine::Pass;
use super::factors::Strategy;
use super::groups::{Conflicts, synchronize};
use super::populate::Unknown;
use super::priorities::Priorities;
use super::program::Program;
use super::rounds::Round;
use super::rules::{Mode, Rules};
use super::write::write;

option_enum! {
    /// Which strategies run, in order.
    pub enum PropagationStrategy {
        /// Only the one that leaves conflicts alone.
        Basic = "basic",
        /// Only the one that resolves conflicts.
        Aggressive = "aggressive",
        /// Both.
        BasicThenAggressive = "basic-then-aggressive",
    }
}

impl PropagationStrategy {
    fn all(self) -> &'static [Strategy] {
        match self {
            Self::Basic => &[Strategy::Basic],
            Self::Aggressive => &[Strategy::Aggressive],
            Self::BasicThenAggressive => &[Strategy::Basic, Strategy::Aggressive],
        }
    }
}

/// The options of all passes.
struct Options {
    keep_sharding_rules: bool,
    conservative_propagation: bool,
    strategies: &'static [Strategy],
    by_kind: bool,
    by_priority: bool,
}

impl Options {
    fn run(&self, module: &mut Body, pass: &mut PassCx<'_>) -> PassResult {
        let rules =
            Rules::new(if self.conservative_propagation { Mode::Conservative } else { Mode::Default });
        let mut unknown = Unknown::default();
        let read = program(module, &rules, &mut unknown);
        unknown.emit(pass);
        let mut read = read?;
        let mut conflicts = Conflicts::from_program(&read);
        if !conflicts.is_empty() {
            let warnings = std::mem::take(&mut conflicts.warnings);
            warnings.into_iter().for_each(|(loc, message)| pass.warning(loc, message));
            conflicts.resolve(module);
            read = program(module, &rules, &mut Unknown::default())?;
        }
        let mut program = read;
        let cx = module.cx_arc().clone();
        if self.by_priority {
            let mut priorities = Priorities::take(&mut program, &cx);
            self.propagate(&mut program, &cx);
            while priorities.give_next(&mut program) {
                self.propagate(&mut program, &cx);
            }
        } else {
            self.propagate(&mut program, &cx);
        }
        write(module, program, self.keep_sharding_rules);
        Ok(())
    }
    fn propagate(&self, program: &mut Program, cx: &Context) {
        synchronize(program);
        for round in Round::all(self.by_kind) {
            for &strategy in self.strategies {
                program
                    .propagate(cx, Pass { round, strategy, is_conservative: self.conservative_propagation });
            }
        }
    }
}

/// Runs the basic sharding propagation algorithm.
#[pass(name = "sdy-basic-propagate", class = "BasicPropagationPass", on = "builtin.module", produces = [sdy])]
pub struct BasicPropagate {
    /// whether to keep existing and created op sharding rules
    #[option(default = false)]
    pub keep_sharding_rules: bool,
    /// whether to disallow split axes and non-divisible sharding axes during propagation
    #[option(default = false)]
    pub conservative_propagation: bool,
}

impl BodyPass for BasicPropagate {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        Options {
            keep_sharding_rules: self.keep_sharding_rules,
            conservative_propagation: self.conservative_propagation,
            strategies: PropagationStrategy::Basic.all(),
            by_kind: false,
            by_priority: false,
        }
        .run(module, cx)
    }
}

/// Runs the aggressive sharding propagation algorithm.
#[pass(name = "sdy-aggressive-propagate", class = "AggressivePropagationPass", on = "builtin.module", produces = [sdy])]
pub struct AggressivePropagate {
    /// whether to keep existing and created op sharding rules
    #[option(default = false)]
    pub keep_sharding_rules: bool,
    /// whether to disallow split axes and non-divisible sharding axes during propagation
    #[option(default = false)]
    pub conservative_propagation: bool,
    /// which factor propagation strategy to use
    #[option(default = PropagationStrategy::Aggressive)]
    pub propagation_strategy: PropagationStrategy,
}

impl BodyPass for AggressivePropagate {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        Options {
            keep_sharding_rules: self.keep_sharding_rules,
            conservative_propagation: self.conservative_propagation,
            strategies: self.propagation_strategy.all(),
            by_kind: false,
            by_priority: false,
        }
        .run(module, cx)
    }
}

/// Runs the op-priority propagation algorithm.
#[pass(name = "sdy-op-priority-propagate", class = "OpPriorityPropagationPass", on = "builtin.module", produces = [sdy])]
pub struct OpPriorityPropagate {
    /// whether to keep existing and created op sharding rules
    #[option(default = false)]
    pub keep_sharding_rules: bool,
    /// whether to disallow split axes and non-divisible sharding axes during propagation
    #[option(default = false)]
    pub conservative_propagation: bool,
    /// which factor propagation strategy to use
    #[option(default = PropagationStrategy::Aggressive)]
    pub propagation_strategy: PropagationStrategy,
    /// whether to run (or skip) op-priority propagation
    #[option(default = true)]
    pub run_op_priority_propagation: bool,
}

impl BodyPass for OpPriorityPropagate {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        Options {
            keep_sharding_rules: self.keep_sharding_rules,
            conservative_propagation: self.conservative_propagation,
            strategies: self.propagation_strategy.all(),
            by_kind: self.run_op_priority_propagation,
            by_priority: false,
        }
        .run(module, cx)
    }
}

/// Runs the user-priority propagation algorithm.
#[pass(name = "sdy-user-priority-propagate", class = "UserPriorityPropagationPass", on = "builtin.module", produces = [sdy])]
pub struct UserPriorityPropagate {
    /// whether to keep existing and created op sharding rules
    #[option(default = false)]
    pub keep_sharding_rules: bool,
    /// whether to disallow split axes and non-divisible sharding axes during propagation
    #[option(default = false)]
    pub conservative_propagation: bool,
    /// which factor propagation strategy to use
    #[option(default = PropagationStrategy::Aggressive)]
    pub propagation_strategy: PropagationStrategy,
    /// whether to run (or skip) op-priority propagation
    #[option(default = true)]
    pub run_op_priority_propagation: bool,
}

impl BodyPass for UserPriorityPropagate {
    fn run(&self, module: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        Options {
            keep_sharding_rules: self.keep_sharding_rules,
            conservative_propagation: self.conservative_propagation,
            strategies: self.propagation_strategy.all(),
            by_kind: self.run_op_priority_propagation,
            by_priority: true,
        }
        .run(module, cx)
    }
}
