//! The matcher: the tree of decisions as branches.
//!
//! A node reads the values that it needs just before its question. An op that is reached as a user of a value is the element of a loop, in whose
//! region the rest of the path is.

mod access;
mod checks;
mod state;
mod switches;

use strata_ir::{core::writer::deep, prelude::*};
use strata_pdl_interp::{FinalizeOp, RecordMatchOp};

use crate::{
    matcher::state::Matcher,
    position::{Answer, Pos, Positions, Question},
    predicates::Pattern,
    rewriter,
    tree::{Kind, NodeId, Tree},
};

/// The matcher of all patterns as a function `name`, and the rewriters that its matches name.
///
/// # Errors
/// A rewrite that uses what a match does not find.
pub fn generate(
    module: &Body,
    patterns: &[Pattern<'_>],
    positions: &mut Positions,
    tree: &Tree,
    [name, rewriters]: [&str; 2],
) -> Result<(Box<Body>, Vec<Box<Body>>), Diagnostic> {
    let root = positions.root();
    let mut matcher = Matcher::new(module, patterns, positions, name, rewriters);
    let (entry, region, handle) = matcher.entry();
    matcher.bind(root, handle);
    if let Some(first) = tree.root() {
        let first = node(&mut matcher, tree, first, region, None)?;
        matcher.body.inline_block(first, InsertPoint::at_end(entry), &[]);
    }
    Ok((matcher.body, matcher.rewriters))
}

/// Writes a node and what follows it to a block of `region`, which is a new one if none is given. Returns the block.
fn node(
    m: &mut Matcher<'_>,
    tree: &Tree,
    id: NodeId,
    region: Region,
    block: Option<Block>,
) -> Result<Block, Diagnostic> {
    deep(|| {
        let block = block.unwrap_or_else(|| m.body.add_block(region, &[]));
        let scope = m.begin_scope();
        let done = node_in(m, tree, id, region, block);
        m.end_scope(scope);
        done.map(|()| block)
    })
}

fn node_in(
    m: &mut Matcher<'_>,
    tree: &Tree,
    id: NodeId,
    region: Region,
    block: Block,
) -> Result<(), Diagnostic> {
    let data = tree.node(id);
    // This comes first: where a value is reached through a loop over users, all of them are tried before the next node.
    if let Some(failure) = data.failure {
        let failure = node(m, tree, failure, region, None)?;
        m.failures.push(failure);
    }
    let depth = m.failures.len();
    match &data.kind {
        Kind::Exit => {
            let loc = m.loc;
            FinalizeOp::build(&mut Builder::new(&mut m.body, InsertPoint::at_end(block), loc));
        }
        Kind::Success(pattern) => success(m, *pattern, block)?,
        Kind::Switch { position, question, children } => {
            let mut at = block;
            let value = m.value_at(&mut at, *position)?;
            let is_op = m.body.ty(value) == m.handles.operation;
            if is_op && !m.matched.contains(&value) {
                m.matched.push(value);
            }
            let children: Vec<(Answer, NodeId)> = children.iter().map(|(&a, &n)| (a, n)).collect();
            switch(m, tree, *question, &children, at, value)?;
            if is_op {
                m.matched.retain(|&op| op != value);
            }
        }
    }
    // Loops that were entered for the node have failures of their own.
    m.failures.truncate(depth);
    if data.failure.is_some() {
        m.failures.pop();
    }
    Ok(())
}

fn switch(
    m: &mut Matcher<'_>,
    tree: &Tree,
    question: Question,
    children: &[(Answer, NodeId)],
    mut at: Block,
    value: Value,
) -> Result<(), Diagnostic> {
    if let &[(answer, child)] = children {
        let args = arguments(m, &mut at, question)?;
        let region = m.region_of(at);
        let (yes, no) = (m.body.add_block(region, &[]), m.failure()?);
        m.check(question, answer, at, value, &args, [yes, no])?;
        node(m, tree, child, region, Some(yes))?;
        return Ok(());
    }
    if matches!(question, Question::OperandCountAtLeast | Question::ResultCountAtLeast) {
        return at_least(m, tree, question, children, at, value);
    }
    let (region, otherwise) = (m.region_of(at), m.failure()?);
    let mut cases = Vec::new();
    for &(answer, child) in children {
        cases.push((answer, node(m, tree, child, region, None)?));
    }
    m.branch_on(question, &cases, at, value, otherwise)
}

/// The values that a question is about, beside the one at its position.
fn arguments(m: &mut Matcher<'_>, at: &mut Block, question: Question) -> Result<Vec<Value>, Diagnostic> {
    let positions: Vec<Pos> = match question {
        Question::EqualTo(other) => vec![other],
        Question::Constraint(id) => m.positions.constraint(id).args.clone(),
        _ => Vec::new(),
    };
    positions.into_iter().map(|pos| m.value_at(at, pos)).collect()
}

/// Minimal numbers: each is checked where the larger ones, which come before it, do not match.
fn at_least(
    m: &mut Matcher<'_>,
    tree: &Tree,
    question: Question,
    children: &[(Answer, NodeId)],
    at: Block,
    value: Value,
) -> Result<(), Diagnostic> {
    let (region, otherwise) = (m.region_of(at), m.failure()?);
    let mut sorted = children.to_vec();
    sorted.sort_by_key(|&(answer, _)| match answer {
        Answer::Count(n) => std::cmp::Reverse(n),
        _ => std::cmp::Reverse(0),
    });
    m.failures.push(otherwise);
    for (answer, child) in sorted {
        let block = node(m, tree, child, region, None)?;
        let place = m.body.blocks(region).iter().position(|&b| b == block).unwrap_or(0);
        let check = m.body.insert_block(region, place, &[]);
        m.check(question, answer, check, value, &[], [block, otherwise])?;
        m.failures.pop();
        m.failures.push(check);
    }
    if let Some(first) = m.failures.pop() {
        m.body.inline_block(first, InsertPoint::at_end(at), &[]);
    }
    Ok(())
}

/// Records the match of a pattern.
fn success(m: &mut Matcher<'_>, number: usize, mut at: Block) -> Result<(), Diagnostic> {
    let pattern = &m.patterns[number];
    let (rewriter, used) = rewriter::generate(pattern, m.rewriters.len())?;
    let name = rewriter.symbol_name(Op::SELF);
    m.rewriters.push(rewriter);
    let inputs = used.into_iter().map(|pos| m.value_at(&mut at, pos)).collect::<Result<Vec<Value>, _>>()?;
    let (cx, body) = (m.body.cx_arc().clone(), pattern.body);
    let root = cx.intern(m.module_of_rewriters);
    let symbol = cx.attr(SymbolRefAttr { root, nested: name.into_iter().collect() });
    let created = rewriter::created_ops(pattern);
    let created = (!created.is_empty()).then(|| cx.array_attr(created));
    let root = body.def_op(pattern.root).and_then(|op| body.attr(op, "opName"));
    let benefit = body.attr(Op::SELF, "benefit").unwrap_or_else(|| cx.int_attr(0, cx.i16()));
    let (failure, matched) = (m.failure()?, m.matched.clone());
    let mut b = Builder::new(&mut m.body, InsertPoint::at_end(at), body.loc(Op::SELF));
    RecordMatchOp::build(&mut b, &inputs, &matched, symbol, root, created, benefit, failure);
    Ok(())
}
