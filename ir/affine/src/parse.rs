//! The parser of maps, sets and expressions, with the messages of MLIR.
//!
//! Expressions are parsed with an explicit stack: nesting is limited, length is not.

use crate::MAX_RECURSION;
use crate::expr::{AffineExpr, BinaryOp};
use crate::map::AffineMap;
use crate::set::{Constraint, IntegerSet};
use rustc_hash::FxHashMap;
use std::fmt;

/// A message and the byte offset it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The byte offset in the parsed text.
    pub offset: usize,
    /// The message, as MLIR words it.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// Parses `(d0, d1)[s0] -> (…)`; also returns the number of bytes read.
pub fn parse_map(text: &str) -> Result<(AffineMap, usize)> {
    match Parser::new(text).map_or_set()? {
        (Parsed::Map(map), used) => Ok((map, used)),
        (Parsed::Set(_, colon), _) => Err(error(colon, "expected '->'")),
    }
}

/// Parses `(d0, d1)[s0] : (…)`; also returns the number of bytes read.
pub fn parse_set(text: &str) -> Result<(IntegerSet, usize)> {
    match Parser::new(text).map_or_set()? {
        (Parsed::Set(set, _), used) => Ok((set, used)),
        (Parsed::Map(_), _) => Err(error(0, "expected integer set")),
    }
}

/// Parses a map or a set; also returns the number of bytes read.
pub fn parse_map_or_set(text: &str) -> Result<(std::result::Result<AffineMap, IntegerSet>, usize)> {
    Ok(match Parser::new(text).map_or_set()? {
        (Parsed::Map(map), used) => (Ok(map), used),
        (Parsed::Set(set, _), used) => (Err(set), used),
    })
}

/// Parses one expression at the start of `text` over operands that `resolve` knows; also returns the
/// number of bytes read.
///
/// `resolve` gets each identifier as written: a bare one (`d0`), an SSA value (`%i`, `%a#1`) with
/// `false`, or the SSA value in `symbol(%n)` with `true`. `None` reports an undeclared identifier.
pub fn parse_expr(
    text: &str,
    resolve: &mut dyn FnMut(&str, bool) -> Option<AffineExpr>,
) -> Result<(AffineExpr, usize)> {
    let mut parser = Parser::new(text);
    let expr = parser.expr(resolve)?;
    Ok((expr, parser.token_start()))
}

fn error(offset: usize, message: impl Into<String>) -> ParseError {
    ParseError { offset, message: message.into() }
}

enum Parsed {
    Map(AffineMap),
    /// The set and the offset of its colon.
    Set(IntegerSet, usize),
}

/// A cursor on the text; whitespace and comments are skipped before tokens.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// The end of the last token, and so of the text that was read.
    end: usize,
}

/// An expression being parsed inside parentheses: operators that wait for their right operand.
#[derive(Default)]
struct Frame {
    /// The subtraction flag and the left operand of a sum.
    low: Option<(bool, AffineExpr)>,
    /// The operation, its offset and its left operand.
    high: Option<(BinaryOp, usize, AffineExpr)>,
    /// The number of minus signs before the operand.
    negations: u32,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        Parser { text, at: 0, end: 0 }
    }

    /// The rest of the text from the next token on.
    fn rest(&mut self) -> &'a str {
        loop {
            let rest = self.text[self.at..].trim_start_matches([' ', '\t', '\n', '\r']);
            self.at = self.text.len() - rest.len();
            if !rest.starts_with("//") {
                return rest;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// The end of the text that was read.
    fn token_start(&self) -> usize {
        self.end
    }

    fn error_here<T>(&mut self, message: impl Into<String>) -> Result<T> {
        self.rest();
        Err(error(self.at, message))
    }

    /// An error about the next token, reported where the last one ends, as MLIR does it when a token is missing.
    fn error_before<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(error(self.end, message))
    }

    fn advance(&mut self, n: usize) {
        self.at += n;
        self.end = self.at;
    }

    /// Consumes punctuation. `-` does not match the start of an arrow.
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest();
        let found = rest.starts_with(token) && !(token == "-" && rest.starts_with("->"));
        if found {
            self.advance(token.len());
        }
        found
    }

    /// The bare identifier at the cursor, not consumed.
    fn peek_word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let first = rest.bytes().next()?;
        if !first.is_ascii_alphabetic() && first != b'_' {
            return None;
        }
        let more = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.');
        let length = rest.as_bytes().iter().take_while(|b| more(b)).count();
        Some(&rest[..length])
    }

    fn word(&mut self) -> Option<&'a str> {
        let word = self.peek_word()?;
        self.advance(word.len());
        Some(word)
    }

    /// Consumes an SSA value such as `%i`, `%0` or `%a#1`.
    fn ssa_id(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let name = rest.strip_prefix('%')?;
        let more = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-');
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let length = if digits > 0 { digits } else { name.as_bytes().iter().take_while(|b| more(b)).count() };
        if length == 0 {
            return None;
        }
        let tail = &name.as_bytes()[length..];
        let number = match tail {
            [b'#', rest @ ..] => rest.iter().take_while(|b| b.is_ascii_digit()).count(),
            _ => 0,
        };
        let total = 1 + length + if number > 0 { 1 + number } else { 0 };
        self.advance(total);
        Some(&rest[..total])
    }

    /// Parses `[…]` or `(…)` with commas; `context` ends the messages.
    fn list(
        &mut self,
        (open, close): (&str, &str),
        context: &str,
        mut item: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if !self.eat(open) {
            return self.error_before(format!("expected '{open}'{context}"));
        }
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(",") {
                continue;
            }
            if self.eat(close) {
                return Ok(());
            }
            return self.error_before(format!("expected '{close}'{context}"));
        }
    }

    fn map_or_set(mut self) -> Result<(Parsed, usize)> {
        let mut names: FxHashMap<&'a str, AffineExpr> = FxHashMap::default();
        let mut counts = [0u32, 0];
        let define = |parser: &mut Self,
                      names: &mut FxHashMap<&'a str, AffineExpr>,
                      make: fn(u32) -> AffineExpr,
                      count: &mut u32| {
            let Some(name) = parser.word() else { return parser.error_here("expected bare identifier") };
            if names.insert(name, make(*count)).is_some() {
                let offset = parser.at - name.len();
                return Err(error(offset, format!("redefinition of identifier '{name}'")));
            }
            *count += 1;
            Ok(())
        };
        let [n_dims, n_symbols] = &mut counts;
        self.list(("(", ")"), " in dimensional identifier list", |parser| {
            define(parser, &mut names, AffineExpr::dim, n_dims)
        })?;
        if self.rest().starts_with('[') {
            self.list(("[", "]"), " in symbol list", |parser| {
                define(parser, &mut names, AffineExpr::symbol, n_symbols)
            })?;
        }
        let [n_dims, n_symbols] = counts;
        let mut resolve = |name: &str, _: bool| names.get(name).cloned();
        if self.eat("->") {
            let mut results = Vec::new();
            self.list(("(", ")"), " in affine map range", |parser| {
                results.push(parser.expr(&mut resolve)?);
                Ok(())
            })?;
            return Ok((Parsed::Map(AffineMap::new(n_dims, n_symbols, results)), self.end));
        }
        if !self.eat(":") {
            return self.error_here("expected '->' or ':'");
        }
        let colon = self.end - 1;
        let mut constraints = Vec::new();
        self.list(("(", ")"), " in integer set constraint list", |parser| {
            constraints.push(parser.constraint(&mut resolve)?);
            Ok(())
        })?;
        let set = if constraints.is_empty() {
            // MLIR reads an empty list as the set of all points, `0 == 0`.
            let always = Constraint { expr: AffineExpr::constant(0), is_eq: true };
            IntegerSet::new(n_dims, n_symbols, vec![always])
        } else {
            IntegerSet::new(n_dims, n_symbols, constraints)
        };
        Ok((Parsed::Set(set, colon), self.end))
    }

    fn constraint(
        &mut self,
        resolve: &mut dyn FnMut(&str, bool) -> Option<AffineExpr>,
    ) -> Result<Constraint> {
        let lhs = self.expr(resolve)?;
        if self.eat(">=") {
            return Ok(Constraint { expr: lhs - self.expr(resolve)?, is_eq: false });
        }
        if self.eat("<=") {
            return Ok(Constraint { expr: self.expr(resolve)? - lhs, is_eq: false });
        }
        if self.eat("==") {
            return Ok(Constraint { expr: lhs - self.expr(resolve)?, is_eq: true });
        }
        self.error_here("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
    }

    /// Parses one expression.
    fn expr(&mut self, resolve: &mut dyn FnMut(&str, bool) -> Option<AffineExpr>) -> Result<AffineExpr> {
        let mut outer: Vec<Frame> = Vec::new();
        let mut frame = Frame::default();
        loop {
            let mut operand = match self.operand_start(&mut frame, outer.len() as u32)? {
                Start::Open => {
                    outer.push(std::mem::take(&mut frame));
                    continue;
                }
                Start::Atom => self.atom(&mut frame, resolve)?,
            };
            // Reduce the pending operators of the frame, and close parentheses as long as they end.
            loop {
                for _ in 0..std::mem::take(&mut frame.negations) {
                    operand = -operand;
                }
                self.rest();
                let next_offset = self.at;
                let next = self.high_op();
                if let Some((op, offset, lhs)) = frame.high.take() {
                    // MLIR reports an operation at the operator after it, when there is one.
                    let offset = if next.is_some() { next_offset } else { offset };
                    operand = high(op, lhs, operand, offset)?;
                }
                if let Some(op) = next {
                    frame.high = Some((op, next_offset, operand));
                    break;
                }
                if let Some((subtract, lhs)) = frame.low.take() {
                    operand = if subtract { lhs - operand } else { lhs + operand };
                }
                if self.eat("+") {
                    frame.low = Some((false, operand));
                    break;
                }
                if self.eat("-") {
                    frame.low = Some((true, operand));
                    break;
                }
                let Some(enclosing) = outer.pop() else { return Ok(operand) };
                if !self.eat(")") {
                    return self.error_before("expected ')'");
                }
                frame = enclosing;
            }
        }
    }

    /// Consumes minus signs and an opening parenthesis before an operand.
    fn operand_start(&mut self, frame: &mut Frame, depth: u32) -> Result<Start> {
        while self.eat("-") {
            frame.negations += 1;
            if frame.negations > MAX_RECURSION {
                return self.error_here(format!("affine expression nested deeper than {MAX_RECURSION}"));
            }
        }
        if !self.eat("(") {
            return Ok(Start::Atom);
        }
        if depth >= MAX_RECURSION {
            return self.error_here(format!("affine expression nested deeper than {MAX_RECURSION}"));
        }
        if self.rest().starts_with(')') {
            return self.error_here("no expression inside parentheses");
        }
        Ok(Start::Open)
    }

    /// Consumes `*`, `floordiv`, `ceildiv` or `mod`.
    fn high_op(&mut self) -> Option<BinaryOp> {
        if self.eat("*") {
            return Some(BinaryOp::Mul);
        }
        let word = self.peek_word()?;
        let op = match word {
            "floordiv" => BinaryOp::FloorDiv,
            "ceildiv" => BinaryOp::CeilDiv,
            "mod" => BinaryOp::Mod,
            _ => return None,
        };
        self.advance(word.len());
        Some(op)
    }

    /// Parses an identifier or an integer.
    fn atom(
        &mut self,
        frame: &mut Frame,
        resolve: &mut dyn FnMut(&str, bool) -> Option<AffineExpr>,
    ) -> Result<AffineExpr> {
        let rest = self.rest();
        let before = self.end;
        let undeclared = || error(before, "use of undeclared identifier");
        match rest.bytes().next() {
            Some(b'0'..=b'9') => return self.integer(rest, frame),
            Some(b'+' | b'*') => {
                let side = if frame.low.is_some() || frame.high.is_some() { "right" } else { "left" };
                return self.error_here(format!("missing {side} operand of binary operator"));
            }
            Some(b'%') => {
                let Some(id) = self.ssa_id() else { return self.error_here("invalid SSA name") };
                return resolve(id, false).ok_or_else(undeclared);
            }
            _ => {}
        }
        let Some(word) = self.word() else {
            let is_right = frame.low.is_some() || frame.high.is_some();
            let message = match is_right {
                true => "missing right operand of binary operator",
                false => "expected affine expression",
            };
            return self.error_here(message);
        };
        if word == "symbol" && self.rest().starts_with('(') {
            self.eat("(");
            self.rest();
            let start = self.at;
            let Some(id) = self.ssa_id() else { return self.error_here("expected SSA operand") };
            if !self.eat(")") {
                return self.error_here("expected ')'");
            }
            return resolve(id, true).ok_or_else(|| error(start, "use of undeclared identifier"));
        }
        resolve(word, false).ok_or_else(undeclared)
    }

    /// Parses a decimal or hexadecimal literal.
    fn integer(&mut self, rest: &str, frame: &mut Frame) -> Result<AffineExpr> {
        let hex = rest.strip_prefix("0x").filter(|h| h.starts_with(|c: char| c.is_ascii_hexdigit()));
        let (digits, radix, skip) = match hex {
            Some(digits) => (digits, 16, 2),
            None => (rest, 10, 0),
        };
        let length = digits.bytes().take_while(|b| (*b as char).is_digit(radix)).count();
        let Ok(value) = u64::from_str_radix(&digits[..length], radix) else {
            return self.error_here("constant too large for index");
        };
        let Ok(value) = i64::try_from(value) else {
            // `-9223372036854775808` is how the smallest integer is printed.
            if value == 1 << 63 && frame.negations == 1 {
                frame.negations = 0;
                self.advance(skip + length);
                return Ok(AffineExpr::constant(i64::MIN));
            }
            return self.error_here("constant too large for index");
        };
        self.advance(skip + length);
        Ok(AffineExpr::constant(value))
    }
}

/// How an operand starts.
enum Start {
    /// With a parenthesis, which was consumed.
    Open,
    /// With an identifier or an integer.
    Atom,
}

/// Builds an operation of high precedence, checking that it is affine.
fn high(op: BinaryOp, lhs: AffineExpr, rhs: AffineExpr, offset: usize) -> Result<AffineExpr> {
    let name = match op {
        BinaryOp::Mul => {
            if !lhs.is_symbolic_or_constant() && !rhs.is_symbolic_or_constant() {
                let message = "non-affine expression: at least one of the multiply operands has to be \
                               either a constant or symbolic";
                return Err(error(offset, message));
            }
            return Ok(lhs * rhs);
        }
        BinaryOp::FloorDiv => "floordiv",
        BinaryOp::CeilDiv => "ceildiv",
        BinaryOp::Add | BinaryOp::Mod => "mod",
    };
    if !rhs.is_symbolic_or_constant() {
        let message =
            format!("non-affine expression: right operand of {name} has to be either a constant or symbolic");
        return Err(error(offset, message));
    }
    Ok(AffineExpr::binary(op, lhs, rhs))
}
