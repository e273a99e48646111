//! The cheapest tree that reaches all roots from one of them, by Edmonds' algorithm: each root takes its cheapest edge, and where these
//! make a cycle, the cycle becomes one root of a smaller problem.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use strata_ir::{core::writer::deep, prelude::*};

/// A distance, and a number that decides between equal ones.
type Cost = (u32, u32);
/// The costs of the edges, by target and source.
pub type Costs = IndexMap<Value, IndexMap<Value, Cost, FxBuildHasher>, FxBuildHasher>;
/// The root from which each root is reached; `None` for the first one.
pub type Tree = FxHashMap<Value, Option<Value>>;

/// The cost of the best tree from `root`, and the tree. `None` if a root is not reached.
pub fn solve(costs: Costs, root: Value) -> Option<(u32, Tree)> {
    let mut tree = Tree::from_iter([(root, None)]);
    let mut total: u32 = 0;
    let targets: Vec<Value> = costs.keys().copied().collect();
    for start in targets {
        // The costs of the edges on the way that starts here.
        let mut chosen: FxHashMap<Value, u32> = FxHashMap::default();
        let mut node = start;
        while !tree.contains_key(&node) {
            let (&source, &cost) = costs.get(&node)?.iter().min_by_key(|(_, cost)| **cost)?;
            tree.insert(node, Some(source));
            chosen.insert(node, cost.0);
            total = total.saturating_add(cost.0);
            node = source;
        }
        if chosen.contains_key(&node) {
            let cycle = cycle(&tree, node)?;
            return deep(|| solve_without_cycle(costs, root, cycle, &chosen));
        }
    }
    Some((total, tree))
}

/// The nodes of the cycle in which `node` is.
fn cycle(tree: &Tree, node: Value) -> Option<Vec<Value>> {
    let mut cycle = vec![node];
    let mut next = (*tree.get(&node)?)?;
    while next != node {
        cycle.push(next);
        next = (*tree.get(&next)?)?;
    }
    Some(cycle)
}

fn solve_without_cycle(
    costs: Costs,
    root: Value,
    mut cycle: Vec<Value>,
    chosen: &FxHashMap<Value, u32>,
) -> Option<(u32, Tree)> {
    let node = cycle[0];
    let contracted = contract(costs, &cycle, chosen);
    let (mut total, mut tree) = solve(contracted.costs, root)?;
    for (target, source) in &mut tree {
        if *source == Some(node) {
            *source = contracted.sources.get(target).copied();
        }
    }
    let parent = (*tree.get(&node)?)?;
    let entry = *contracted.targets.get(&parent)?;
    cycle.push(node);
    for pair in cycle.windows(2) {
        let &[target, source] = pair else { continue };
        total = total.saturating_add(chosen.get(&target).copied().unwrap_or(0));
        tree.insert(target, Some(if target == entry { parent } else { source }));
    }
    Some((total, tree))
}

/// A problem in which a cycle is one root, its first node.
struct Contracted {
    costs: Costs,
    /// For a target, the node of the cycle from which its edge comes.
    sources: FxHashMap<Value, Value>,
    /// For a source, the node of the cycle to which its edge goes.
    targets: FxHashMap<Value, Value>,
}

fn contract(costs: Costs, cycle: &[Value], chosen: &FxHashMap<Value, u32>) -> Contracted {
    let members: FxHashSet<Value> = cycle.iter().copied().collect();
    let (mut sources, mut targets) = (FxHashMap::default(), FxHashMap::default());
    let mut entering: IndexMap<Value, Cost, FxBuildHasher> = IndexMap::default();
    let mut rest = Costs::default();
    for (target, edges) in costs {
        let is_member = members.contains(&target);
        let mut kept: IndexMap<Value, Cost, FxBuildHasher> = IndexMap::default();
        let mut leaving: Option<(Value, Cost)> = None;
        for (source, cost) in edges {
            match (is_member, members.contains(&source)) {
                (true, true) => {}
                (true, false) => {
                    // The edge replaces the one that the target has in the cycle.
                    let cost = (cost.0.saturating_sub(chosen.get(&target).copied().unwrap_or(0)), cost.1);
                    if entering.get(&source).is_none_or(|&old| old > cost) {
                        targets.insert(source, target);
                        entering.insert(source, cost);
                    }
                }
                (false, true) => {
                    if leaving.is_none_or(|(_, old)| old > cost) {
                        leaving = Some((source, cost));
                    }
                }
                (false, false) => {
                    kept.insert(source, cost);
                }
            }
        }
        if let Some((source, cost)) = leaving {
            kept.insert(cycle[0], cost);
            sources.insert(target, source);
        }
        if !is_member {
            rest.insert(target, kept);
        }
    }
    rest.insert(cycle[0], entering);
    Contracted { costs: rest, sources, targets }
}

/// The edges of a tree as pairs of a root and the one before it, by distance from the first one. `None` if a root is not in the tree.
pub fn pre_order(roots: &[Value], tree: &Tree, root: Value) -> Option<Vec<(Value, Option<Value>)>> {
    let mut children: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for &node in roots.iter().filter(|&&node| node != root) {
        children.entry((*tree.get(&node)?)?).or_default().push(node);
    }
    let mut edges = vec![(root, None)];
    let mut done = 0;
    while let Some(&(node, _)) = edges.get(done) {
        edges.extend(children.remove(&node).into_iter().flatten().map(|child| (child, Some(node))));
        done += 1;
    }
    (edges.len() == roots.len()).then_some(edges)
}
