//! The order in which the questions of all patterns are asked: those of many patterns first, then those near the root.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::{
    position::{Answer, ConstraintId, Pos, Positions, Question},
    predicates::Pattern,
};

/// A question about a position, of any number of patterns.
pub struct Ordered {
    pub position: Pos,
    pub question: Question,
    /// The answers that patterns need, by the number of the pattern.
    pub answers: FxHashMap<usize, Answer>,
    /// The number of predicates that ask it.
    primary: u64,
    /// For all patterns that ask it, the squares of the primary numbers of what they ask. Questions that are shared together come first.
    secondary: u64,
    /// The number of the question, in the order of the patterns.
    id: usize,
}

/// The questions of all patterns, each once, in the order in which they are asked.
pub fn order(patterns: &[Pattern<'_>], positions: &Positions) -> Vec<Ordered> {
    let mut unique: IndexMap<(Pos, Question), Ordered, FxBuildHasher> = IndexMap::default();
    let mut asked: Vec<FxHashSet<usize>> = Vec::new();
    for (number, pattern) in patterns.iter().enumerate() {
        let mut own = FxHashSet::default();
        for predicate in &pattern.predicates {
            let (position, question) = (predicate.position, predicate.question);
            let entry = unique.entry((position, question));
            let id = entry.index();
            let ordered = entry.or_insert_with(|| Ordered {
                position,
                question,
                answers: FxHashMap::default(),
                primary: 0,
                secondary: 0,
                id,
            });
            ordered.answers.entry(number).or_insert(predicate.answer);
            ordered.primary += 1;
            own.insert(id);
        }
        asked.push(own);
    }
    let mut ordered: Vec<Ordered> = unique.into_values().collect();
    for own in asked {
        let total =
            own.iter().fold(0u64, |sum, &id| sum.saturating_add(ordered[id].primary.saturating_pow(2)));
        for id in own {
            ordered[id].secondary = ordered[id].secondary.saturating_add(total);
        }
    }
    ordered.sort_by_key(|o| {
        let (kind, depth) = (positions.get(o.position).rank(), positions.depth(o.position));
        (std::cmp::Reverse((o.primary, o.secondary)), depth, kind, o.question.rank(), o.id)
    });
    after_their_constraints(ordered, positions)
}

/// Moves questions about the results of conditions behind these, and nothing else.
fn after_their_constraints(mut rest: Vec<Ordered>, positions: &Positions) -> Vec<Ordered> {
    let mut sorted = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let open: FxHashSet<ConstraintId> = rest.iter().filter_map(|o| as_constraint(o.question)).collect();
        let is_ready = |o: &Ordered| !dependences(o, positions).any(|id| open.contains(&id));
        let (ready, waiting): (Vec<Ordered>, Vec<Ordered>) = rest.into_iter().partition(is_ready);
        if ready.is_empty() {
            // The arguments of a condition are defined before it, so this is not reached; the questions are kept all the same.
            sorted.extend(waiting);
            break;
        }
        sorted.extend(ready);
        rest = waiting;
    }
    sorted
}

fn as_constraint(question: Question) -> Option<ConstraintId> {
    match question {
        Question::Constraint(id) => Some(id),
        _ => None,
    }
}

/// The conditions whose results a question is about.
fn dependences<'a>(o: &'a Ordered, positions: &'a Positions) -> impl Iterator<Item = ConstraintId> + 'a {
    let (own, args): (Option<Pos>, &[Pos]) = match &o.question {
        Question::Constraint(id) => (None, &positions.constraint(*id).args),
        Question::EqualTo(other) => (Some(o.position), std::slice::from_ref(other)),
        _ => (Some(o.position), &[]),
    };
    own.into_iter().chain(args.iter().copied()).filter_map(|pos| positions.as_constraint_result(pos))
}
