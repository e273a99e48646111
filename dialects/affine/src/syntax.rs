//! Text shared by the ops: operand lists of maps, and maps written as expressions over SSA values.

use rustc_hash::FxHashMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
    text::PResult,
};

/// `(%dims)[%symbols]`, and how many of the operands are dimensions.
pub(crate) fn parse_operands(p: &mut Parser<'_>, state: &mut OpState) -> PResult<(usize, usize)> {
    let index = p.cx().index();
    p.expect("(")?;
    let dims = p.list_until(")", Parser::operand)?;
    let symbols = if p.eat("[") { p.list_until("]", Parser::operand)? } else { Vec::new() };
    for &operand in dims.iter().chain(&symbols) {
        let v = p.resolve(operand, index)?;
        state.operands.push(v);
    }
    Ok((dims.len(), symbols.len()))
}

/// `(%dims)[%symbols]`; the brackets only when there are symbols.
pub(crate) fn print_operands(p: &mut Printer<'_>, operands: &[Value], n_dims: usize) {
    let (dims, symbols) = operands.split_at(n_dims.min(operands.len()));
    p.text("(").values(dims.iter().copied()).text(")");
    if !symbols.is_empty() {
        p.text("[").values(symbols.iter().copied()).text("]");
    }
}

/// SSA values as the dimensions and symbols of expressions that are being parsed; a value that occurs again is the
/// same identifier.
#[derive(Default)]
pub(crate) struct SsaOperands<'s> {
    known: FxHashMap<(&'s str, u32), AffineExpr>,
    dims: Vec<Unresolved<'s>>,
    symbols: Vec<Unresolved<'s>>,
}

impl<'s> SsaOperands<'s> {
    /// Parses one expression.
    pub(crate) fn expr(&mut self, p: &mut Parser<'s>) -> PResult<AffineExpr> {
        p.affine_expr_of_operands(&mut |operand, symbol| {
            let key = (operand.name, operand.index);
            if let Some(e) = self.known.get(&key) {
                return e.clone();
            }
            let (list, make): (_, fn(u32) -> AffineExpr) = if symbol {
                (&mut self.symbols, AffineExpr::symbol)
            } else {
                (&mut self.dims, AffineExpr::dim)
            };
            list.push(operand);
            let e = make(list.len() as u32 - 1);
            self.known.insert(key, e.clone());
            e
        })
    }
    /// The map with these results.
    pub(crate) fn map(&self, results: Vec<AffineExpr>) -> AffineMap {
        AffineMap::new(self.dims.len() as u32, self.symbols.len() as u32, results)
    }
    /// The values, dimensions first.
    pub(crate) fn resolve(&self, p: &mut Parser<'s>) -> PResult<Vec<Value>> {
        let index = p.cx().index();
        self.dims.iter().chain(&self.symbols).map(|&o| p.resolve(o, index)).collect()
    }
}

/// `[%i + 3, symbol(%n)]`: the map and its operands.
pub(crate) fn parse_subscripts(p: &mut Parser<'_>) -> PResult<(AffineMap, Vec<Value>)> {
    p.expect("[")?;
    let mut operands = SsaOperands::default();
    let results = p.list_until("]", |p| operands.expr(p))?;
    let values = operands.resolve(p)?;
    Ok((operands.map(results), values))
}

/// Prints an expression with SSA values for its identifiers.
pub(crate) fn print_expr(p: &mut Printer<'_>, expr: &AffineExpr, dims: &[Value], symbols: &[Value]) {
    struct Marked<'e>(&'e AffineExpr);
    impl std::fmt::Display for Marked<'_> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            // Identifiers become `|dN|` and `|sN|`; a bar occurs nowhere else.
            self.0.fmt_with(f, &mut |f, leaf| match (leaf.as_dim(), leaf.as_symbol()) {
                (Some(i), _) => write!(f, "|d{i}|"),
                (_, Some(i)) => write!(f, "|s{i}|"),
                _ => Ok(()),
            })
        }
    }
    let text = Marked(expr).to_string();
    for (i, part) in text.split('|').enumerate() {
        if i % 2 == 0 {
            p.text(part);
            continue;
        }
        let number = part.get(1..).and_then(|n| n.parse::<usize>().ok()).unwrap_or(usize::MAX);
        match (part.starts_with('d'), dims.get(number), symbols.get(number)) {
            (true, Some(&v), _) => p.value(v),
            (false, _, Some(&v)) => p.text("symbol(").value(v).text(")"),
            _ => p.text("<<INVALID AFFINE OPERAND>>"),
        };
    }
}

/// `[%i + 3, symbol(%n)]`.
pub(crate) fn print_subscripts(p: &mut Printer<'_>, map: &AffineMap, operands: &[Value]) {
    let (dims, symbols) = operands.split_at((map.n_dims() as usize).min(operands.len()));
    p.text("[");
    p.list(map.results(), |p, e| print_expr(p, e, dims, symbols));
    p.text("]");
}

/// An error about a whole op, as MLIR words it.
pub(crate) fn op_error(p: &Parser<'_>, state: &OpState, message: &str) -> strata_ir::text::ParseError {
    p.error_at(state.loc, format!("custom op '{}' {message}", state.info.name))
}

/// The map in an attribute; the empty map when it is not one, which the verifier reports.
pub(crate) fn map_of(b: &Body, attr: Option<Attr>) -> AffineMap {
    attr.and_then(|a| b.cx().attr_as::<AffineMapAttr>(a)).map_or_else(AffineMap::empty, |m| m.0.clone())
}
