//! Chapter 1: from the text of a program to its syntax tree.
//!
//! The grammar is `rill.pest`. Every node that an error may refer to has the offset of its first byte.

use pest::{Parser, iterators::Pair};

mod grammar {
    //! The parser that pest derives.
    #[derive(pest_derive::Parser)]
    #[grammar = "rill.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// A function; the last line of its body is its value.
#[derive(Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Param>,
    /// `let` lines, in order.
    pub bindings: Vec<(Name, Expr)>,
    /// The returned expression.
    pub value: Expr,
}

/// A parameter; without a shape it takes tensors of every shape.
#[derive(Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its sizes, if they are given.
    pub shape: Option<Vec<i64>>,
}

/// A name and its position.
#[derive(Debug, PartialEq)]
pub struct Name {
    /// The offset of its first byte.
    pub at: usize,
    /// The name.
    pub text: String,
}

/// An expression and its position.
#[derive(Debug, PartialEq)]
pub struct Expr {
    /// The offset of its first byte, or of the operator.
    pub at: usize,
    /// Its kind.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Debug, PartialEq)]
pub enum ExprKind {
    /// `0.5`
    Number(f64),
    /// `x`
    Name(String),
    /// `a @ b`; the operator is one of `+-*@`.
    Binary(char, Box<Expr>, Box<Expr>),
    /// `layer(x, w)`
    Call(Name, Vec<Expr>),
}

/// An error message, and the offset of the first byte that it refers to.
#[derive(Debug, PartialEq)]
pub struct SyntaxError {
    /// The offset.
    pub at: usize,
    /// The expected syntax.
    pub message: String,
}

/// The parser and all functions that walk the tree recurse; deeper nesting is rejected first.
const MAX_DEPTH: usize = 100;

/// The functions of a program.
pub fn parse(text: &str) -> Result<Vec<Function>, SyntaxError> {
    check_depth(text)?;
    let mut pairs = Grammar::parse(Rule::program, text).map_err(|error| SyntaxError {
        at: match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        },
        message: error.variant.message().into_owned(),
    })?;
    let program = pairs.next().into_iter().flat_map(Pair::into_inner);
    program.filter(|pair| pair.as_rule() == Rule::function).map(function).collect()
}

/// Parentheses nest, and chains of operators nest to the left: both are counted.
fn check_depth(text: &str) -> Result<(), SyntaxError> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '+' | '-' | '*' | '@' => depth += 1,
            ';' | '}' => depth = 0,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(SyntaxError {
                at,
                message: format!("more than {MAX_DEPTH} operators and parentheses in one expression"),
            });
        }
    }
    Ok(())
}

fn function(pair: Pair<'_, Rule>) -> Result<Function, SyntaxError> {
    let (mut params, mut bindings, mut named, mut value) = (Vec::new(), Vec::new(), None, None);
    let at = pair.as_span().start();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => named = Some(name(&part)),
            Rule::param => params.push(param(part)?),
            Rule::binding => bindings.push(binding(part)?),
            _ => value = Some(expr(part)?),
        }
    }
    match (named, value) {
        (Some(name), Some(value)) => Ok(Function { name, params, bindings, value }),
        _ => Err(SyntaxError { at, message: "expected a name and a value".into() }),
    }
}

fn name(pair: &Pair<'_, Rule>) -> Name {
    Name { at: pair.as_span().start(), text: pair.as_str().to_owned() }
}

fn param(pair: Pair<'_, Rule>) -> Result<Param, SyntaxError> {
    let at = pair.as_span().start();
    let mut parts = pair.into_inner();
    let named = parts.next().map(|part| name(&part));
    let named = named.ok_or_else(|| SyntaxError { at, message: "expected a name".into() })?;
    let sizes = |shape: Pair<'_, Rule>| {
        let size = |size: Pair<'_, Rule>| match size.as_str().parse::<i64>() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(SyntaxError { at: size.as_span().start(), message: "sizes are positive".into() }),
        };
        shape.into_inner().map(size).collect::<Result<Vec<_>, _>>()
    };
    Ok(Param { name: named, shape: parts.next().map(sizes).transpose()? })
}

fn binding(pair: Pair<'_, Rule>) -> Result<(Name, Expr), SyntaxError> {
    let at = pair.as_span().start();
    let mut parts = pair.into_inner();
    match (parts.next(), parts.next()) {
        (Some(left), Some(right)) => Ok((name(&left), expr(right)?)),
        _ => Err(SyntaxError { at, message: "expected a name and a value".into() }),
    }
}

/// `expr` and `term`: operands with operators between them, grouped from the left.
fn expr(pair: Pair<'_, Rule>) -> Result<Expr, SyntaxError> {
    let at = pair.as_span().start();
    if pair.as_rule() == Rule::factor {
        return factor(pair);
    }
    let mut parts = pair.into_inner();
    let first = parts.next().ok_or_else(|| SyntaxError { at, message: "expected an operand".into() })?;
    let mut left = expr(first)?;
    while let (Some(operator), Some(right)) = (parts.next(), parts.next()) {
        let sign = operator.as_str().chars().next().unwrap_or('+');
        let kind = ExprKind::Binary(sign, Box::new(left), Box::new(expr(right)?));
        left = Expr { at: operator.as_span().start(), kind };
    }
    Ok(left)
}

fn factor(pair: Pair<'_, Rule>) -> Result<Expr, SyntaxError> {
    let at = pair.as_span().start();
    let bad = |message: &str| SyntaxError { at, message: message.into() };
    let inner = pair.into_inner().next().ok_or_else(|| bad("expected an operand"))?;
    let kind = match inner.as_rule() {
        Rule::number => ExprKind::Number(inner.as_str().parse().map_err(|_| bad("expected a number"))?),
        Rule::name => ExprKind::Name(inner.as_str().to_owned()),
        Rule::call => {
            let mut parts = inner.into_inner();
            let callee = parts.next().map(|part| name(&part)).ok_or_else(|| bad("expected a name"))?;
            ExprKind::Call(callee, parts.map(expr).collect::<Result<_, _>>()?)
        }
        _ => return expr(inner),
    };
    Ok(Expr { at, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_bind_as_in_mathematics() {
        let program = parse("fn f(x: [2, 3], y) { x - y * 2 @ x }").expect("it is well-formed");
        assert_eq!(program[0].params[0].shape, Some(vec![2, 3]));
        assert_eq!(program[0].params[1].shape, None);
        let ExprKind::Binary('-', left, right) = &program[0].value.kind else { panic!("{program:?}") };
        assert_eq!(left.kind, ExprKind::Name("x".into()));
        assert!(
            matches!(&right.kind, ExprKind::Binary('@', product, _) if matches!(product.kind, ExprKind::Binary('*', ..)))
        );
    }

    #[test]
    fn errors_have_places() {
        assert_eq!(parse("fn f() { 1 + }").expect_err("there is no operand").at, 13);
        assert_eq!(parse("fn f(x: [0]) { x }").expect_err("there is nothing in it").at, 9);
        let deep = format!("fn f(x) {{ {}x{} }}", "(".repeat(5000), ")".repeat(5000));
        assert!(parse(&deep).is_err_and(|error| error.message.starts_with("more than 100")));
    }
}
