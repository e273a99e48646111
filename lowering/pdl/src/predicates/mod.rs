//! Predicates of a pattern: questions about positions, with the answers of a program that matches.

mod collect;
mod conditions;
mod upward;

pub use collect::constant_type;
use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pdl::RewriteOp;

use crate::{
    position::{Pos, Positions, Predicate},
    predicates::{collect::Collector, upward::climb},
    roots,
};

/// A pattern, and what a match of it asks.
pub struct Pattern<'a> {
    pub body: &'a Body,
    pub rewrite: RewriteOp,
    /// The op at the root position.
    pub root: Value,
    pub predicates: Vec<Predicate>,
    /// The positions of the values of the pattern.
    pub places: FxHashMap<Value, Pos>,
}

/// Reads the body of a `pdl.pattern`.
///
/// # Errors
/// A value that a match cannot find.
pub fn read<'a>(body: &'a Body, positions: &mut Positions) -> Result<Pattern<'a>, Diagnostic> {
    let last = body.entry().and_then(|block| Some((block, body.last_op(block)?)));
    let end = last.and_then(|(block, op)| Some((block, op.as_op::<RewriteOp>(body)?)));
    let Some((block, rewrite)) = end else {
        let message = "'pdl.pattern' op expected body to terminate with `pdl.rewrite`";
        return Err(Diagnostic::error(body.loc(Op::SELF), message));
    };
    let roots = roots::order(body, block, rewrite)?;
    let mut collector = Collector::new(body, positions);
    let root = collector.positions.root();
    collector.value(roots.best, root)?;
    for (i, &(target, source)) in roots.edges.iter().enumerate() {
        // A root that is below another one may have been reached already.
        if let Some(source) = source.filter(|_| !collector.places.contains_key(&target)) {
            climb(&mut collector, &roots, source, target, i)?;
        }
    }
    conditions::collect(&mut collector, block)?;
    let Collector { predicates, places, .. } = collector;
    Ok(Pattern { body, rewrite, root: roots.best, predicates, places })
}
