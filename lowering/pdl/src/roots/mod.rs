//! The roots of a pattern: ops whose results no other op of it uses. A matcher starts at one of them, and reaches the others through values
//! that both use.

mod branching;
mod graph;

use strata_ir::prelude::*;
use strata_pdl::RewriteOp;

pub use graph::{Graph, Parents, Step, is_range, result_index};

use graph::{build, detect};

/// The largest number of roots of a pattern: the time to order them grows with its fourth power.
const ROOTS: usize = 256;

/// How the roots of a pattern are reached.
pub struct Roots {
    /// The root that a matcher starts at.
    pub best: Value,
    /// All roots, each after the one that it is reached from.
    pub edges: Vec<(Value, Option<Value>)>,
    /// The values through which a root is reached from another one.
    pub graph: Graph,
    /// For each root, how the values that it is made from are used.
    pub parents: Parents,
}

/// The cheapest way to reach all roots, from the root that the rewrite names or from the best one.
///
/// # Errors
/// A root that shares no value with the others, or more roots than [`ROOTS`].
pub fn order(pattern: &Body, block: Block, rewrite: RewriteOp) -> Result<Roots, Diagnostic> {
    let named = rewrite.root(pattern);
    let candidates = detect(pattern, block, named);
    if candidates.len() > ROOTS {
        let message =
            format!("'pdl.pattern' op has {} roots, and at most {ROOTS} are ordered", candidates.len());
        return Err(Diagnostic::error(pattern.loc(Op::SELF), message));
    }
    let (graph, parents) = build(pattern, &candidates);
    let solve = |root: Value| {
        let (cost, solution) = branching::solve(costs(&graph), root)?;
        let edges = branching::pre_order(&candidates, &solution, root)?;
        Some((cost, root, edges))
    };
    let solved = match named {
        Some(root) => solve(root),
        None => {
            let all: Option<Vec<_>> = candidates.iter().map(|&root| solve(root)).collect();
            all.and_then(|all| all.into_iter().min_by_key(|(cost, ..)| *cost))
        }
    };
    let Some((_, best, edges)) = solved else { return Err(disconnected(pattern, &candidates, &graph)) };
    Ok(Roots { best, edges, graph, parents })
}

fn costs(graph: &Graph) -> branching::Costs {
    let sources = |(&target, sources): (&Value, &graph::Sources)| {
        (target, sources.iter().map(|(&source, edge)| (source, edge.cost)).collect())
    };
    graph.iter().map(sources).collect()
}

/// The error of a pattern whose roots cannot all be reached.
fn disconnected(pattern: &Body, candidates: &[Value], graph: &Graph) -> Diagnostic {
    let alone = candidates.iter().find(|root| !graph.contains_key(*root)).or(candidates.first());
    let op = alone.and_then(|&root| pattern.def_op(root)).unwrap_or(Op::SELF);
    let message = format!(
        "'{}' op is a candidate root of the pattern that is disconnected from the others",
        pattern.op_name(op)
    );
    Diagnostic::error(pattern.loc(op), message)
}
