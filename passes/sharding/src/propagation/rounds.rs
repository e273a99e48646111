//! In which order of op kinds shardings spread.

use strata_sdy::attrs::OpShardingRule;

use super::direction::Direction;
use super::program::{Node, Role};

/// A round of propagation: the ops that take part, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// All ops, both ways.
    All,
    /// By kinds: the rounds up to this one of [`BY_KIND`].
    ByKind(usize),
}

/// How an op takes part in a round, for a factor.
type OfKind = fn(&Node, usize) -> Direction;

/// The rounds: ops that pass shardings through, first where no operand has another use; then pass-through factors of all ops, then all
/// factors. What is broadcast gets its sharding from its copies before it gives them one.
pub static BY_KIND: [OfKind; 5] = [
    |node, _| if node.facts.shares_operands { Direction::None } else { passes_through(node) },
    |node, _| passes_through(node),
    |node, factor| match is_pass_through(&node.rule, factor) {
        true => except_broadcasts(node),
        false => Direction::None,
    },
    |node, _| except_broadcasts(node),
    |_, _| Direction::Both,
];

fn passes_through(node: &Node) -> Direction {
    match node.facts.role {
        Role::PassThrough => Direction::Both,
        Role::DynamicSlice => Direction::Forward,
        Role::Broadcast | Role::Other => Direction::None,
    }
}

fn except_broadcasts(node: &Node) -> Direction {
    match node.facts.role {
        Role::Broadcast => Direction::Backward,
        _ => Direction::Both,
    }
}

fn is_pass_through(rule: &OpShardingRule, factor: usize) -> bool {
    let factor = factor as i64;
    let lists = [&rule.reduction_factors, &rule.need_replication_factors, &rule.permutation_factors];
    !lists.iter().any(|list| list.contains(&factor))
}

impl Round {
    /// All rounds, in order.
    pub(super) fn all(by_kind: bool) -> Vec<Self> {
        match by_kind {
            true => (0..BY_KIND.len()).map(Self::ByKind).collect(),
            false => vec![Self::All],
        }
    }
    /// How shardings spread through an op along a factor.
    pub(super) fn direction(self, node: &Node, factor: usize) -> Direction {
        if let Some(allowed) = node.facts.allowed {
            return allowed;
        }
        if node.rule.blocked_propagation_factors.contains(&(factor as i64)) {
            return Direction::None;
        }
        match self {
            Self::All => Direction::Both,
            Self::ByKind(last) => BY_KIND
                .iter()
                .take(last + 1)
                .fold(Direction::None, |direction, of_kind| direction.or(of_kind(node, factor))),
        }
    }
}
