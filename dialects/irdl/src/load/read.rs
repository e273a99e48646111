//! Reading the ops of definitions into tables.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

use crate::{
    AllOfOp, AnyOfOp, AnyOp, AttributeOp, AttributesOp, BaseOp, CPredOp, DialectOp, IsOp, OperandsOp,
    OperationOp, ParametersOp, ParametricOp, RegionOp, RegionsOp, ResultsOp, TypeOp, Variadicity,
    VariadicityArrayAttr, names,
};

use super::{
    base_names,
    constraint::{Constraint, Kind, text},
    definitions::Definitions,
    tables::{OperationDef, ParamsDef, RegionDef},
};

/// The dialects that the ops of a valid module define.
///
/// # Errors
/// A definition is refused that cannot be made at run time: a dialect that the context has already, and conditions in C++.
pub fn definitions(module: &Body) -> Result<Definitions, Diagnostic> {
    let mut known = Names::default();
    for dialect in dialects(module) {
        known.collect(dialect);
    }
    let mut out = Definitions::default();
    for dialect in dialects(module) {
        let name = symbol(dialect, Op::SELF);
        if module.cx().dialect(&name).is_some() {
            let message = format!("'{}' op dialect '{name}' is there already", DialectOp::NAME);
            return Err(Diagnostic::error(dialect.loc(Op::SELF), message));
        }
        for op in definitions_of(dialect) {
            let full = format!("{name}.{}", symbol(dialect, op));
            let mut reader =
                Reader { b: dialect, names: &known, values: FxHashMap::default(), constraints: Vec::new() };
            if op.as_op::<OperationOp>(dialect).is_some() {
                out.operations.insert(full, reader.operation(op)?);
            } else if op.as_op::<TypeOp>(dialect).is_some() {
                out.types.insert(full, reader.params(op)?);
            } else if op.as_op::<AttributeOp>(dialect).is_some() {
                out.attributes.insert(full, reader.params(op)?);
            }
        }
        out.dialects.push(name);
    }
    out.dialects.sort();
    Ok(out)
}

/// The first op that a dialect defines.
pub(super) fn first_operation(dialect: &Body) -> Result<Option<OperationDef>, Diagnostic> {
    let mut names = Names::default();
    names.collect(dialect);
    let Some(op) = definitions_of(dialect).find(|op| op.isa::<OperationOp>(dialect)) else { return Ok(None) };
    let mut reader =
        Reader { b: dialect, names: &names, values: FxHashMap::default(), constraints: Vec::new() };
    reader.operation(op).map(Some)
}

fn dialects(module: &Body) -> impl Iterator<Item = &Body> {
    let ops = module.regions(Op::SELF).iter().flat_map(|&r| module.region_ops(r));
    ops.filter_map(|op| module.child(op)).filter(|child| child.self_as::<DialectOp>().is_some())
}

fn definitions_of(dialect: &Body) -> impl Iterator<Item = Op> + '_ {
    dialect.regions(Op::SELF).iter().flat_map(|&r| dialect.region_ops(r))
}

fn symbol(b: &Body, op: Op) -> String {
    b.attr(op, "sym_name").and_then(|a| b.cx().attr_str(a)).unwrap_or("").to_owned()
}

/// The names that are defined.
#[derive(Default)]
struct Names {
    types: BTreeSet<String>,
    attributes: BTreeSet<String>,
}

impl Names {
    fn collect(&mut self, dialect: &Body) {
        let prefix = symbol(dialect, Op::SELF);
        for op in definitions_of(dialect) {
            let full = format!("{prefix}.{}", symbol(dialect, op));
            if op.as_op::<TypeOp>(dialect).is_some() {
                self.types.insert(full);
            } else if op.as_op::<AttributeOp>(dialect).is_some() {
                self.attributes.insert(full);
            }
        }
    }
}

/// Reads one definition.
struct Reader<'a> {
    b: &'a Body,
    names: &'a Names,
    /// The number of the constraint that a value is.
    values: FxHashMap<Value, usize>,
    constraints: Vec<Constraint>,
}

impl Reader<'_> {
    fn error(&self, op: Op, message: String) -> Diagnostic {
        Diagnostic::error(self.b.loc(op), message).showing(self.b, op)
    }
    fn children(&self, op: Op) -> Vec<Op> {
        self.b.regions(op).iter().flat_map(|&r| self.b.region_ops(r)).collect()
    }
    /// The numbers of the constraints that the operands of an op are.
    fn args(&self, op: Op) -> Vec<usize> {
        self.b.operands(op).filter_map(|v| self.values.get(&v).copied()).collect()
    }
    fn params(&mut self, op: Op) -> Result<ParamsDef, Diagnostic> {
        let mut params = Vec::new();
        for child in self.children(op) {
            if child.as_op::<ParametersOp>(self.b).is_some() {
                params = self.args(child);
            } else {
                self.constraint(child)?;
            }
        }
        Ok(ParamsDef { constraints: std::mem::take(&mut self.constraints), params })
    }
    fn operation(&mut self, op: Op) -> Result<OperationDef, Diagnostic> {
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        let (mut attributes, mut regions) = (Vec::new(), Vec::new());
        for child in self.children(op) {
            if child.as_op::<OperandsOp>(self.b).is_some() {
                operands = self.values_of(child);
            } else if child.as_op::<ResultsOp>(self.b).is_some() {
                results = self.values_of(child);
            } else if child.as_op::<AttributesOp>(self.b).is_some() {
                let names = names::list(self.b, child, "attributeValueNames");
                attributes = names.into_iter().zip(self.args(child)).collect();
            } else if child.as_op::<RegionsOp>(self.b).is_some() {
                let defs = self.b.operands(child).filter_map(|v| self.b.def_as::<RegionOp>(v));
                regions = defs.map(|def| self.region(def.op())).collect();
            } else {
                self.constraint(child)?;
            }
        }
        let constraints = std::mem::take(&mut self.constraints);
        Ok(OperationDef { constraints, operands, results, attributes, regions })
    }
    fn values_of(&self, op: Op) -> Vec<(usize, Variadicity)> {
        let kinds =
            self.b.attr(op, "variadicity").and_then(|a| self.b.cx().attr_as::<VariadicityArrayAttr>(a));
        let kind = |i: usize| kinds.and_then(|k| k.0.get(i)).copied().unwrap_or(Variadicity::Single);
        self.args(op).into_iter().enumerate().map(|(i, constraint)| (constraint, kind(i))).collect()
    }
    fn region(&self, op: Op) -> RegionDef {
        let constrained = self.b.attr(op, "constrainedArguments").is_some();
        RegionDef {
            args: constrained.then(|| self.args(op)),
            blocks: self.b.attr(op, "numberOfBlocks").and_then(|n| self.b.cx().attr_i64(n)),
        }
    }
    /// Reads an op that is a constraint; others are left out.
    fn constraint(&mut self, op: Op) -> Result<(), Diagnostic> {
        let (b, cx) = (self.b, self.b.cx());
        let constraint = if op.as_op::<AnyOp>(b).is_some() {
            Constraint::Any
        } else if let Some(is) = op.as_op::<IsOp>(b) {
            Constraint::Is(text(cx, is.expected(b).raw()))
        } else if op.as_op::<AnyOfOp>(b).is_some() {
            Constraint::AnyOf(self.args(op))
        } else if op.as_op::<AllOfOp>(b).is_some() {
            Constraint::AllOf(self.args(op))
        } else if op.as_op::<BaseOp>(b).is_some() {
            let (kind, name) = match b.attr(op, "base_ref") {
                Some(reference) => self.reference(op, reference)?,
                None => self.named(op)?,
            };
            Constraint::Base(kind, name)
        } else if let Some(parametric) = op.as_op::<ParametricOp>(b) {
            let (kind, name) = self.reference(op, parametric.base_type(b).raw())?;
            Constraint::Parametric(kind, name, self.args(op))
        } else if op.as_op::<CPredOp>(b).is_some() {
            let name = CPredOp::NAME;
            return Err(
                self.error(op, format!("'{name}' op is a condition in C++, which cannot be evaluated"))
            );
        } else {
            return Ok(());
        };
        self.values.insert(b.result(op, 0), self.constraints.len());
        self.constraints.push(constraint);
        Ok(())
    }
    /// The definition that `@dialect::@name` refers to.
    fn reference(&self, op: Op, name: Attr) -> Result<(Kind, String), Diagnostic> {
        let cx = self.b.cx();
        let parts = cx.attr_as::<SymbolRefAttr>(name).map(|r| {
            let nested = r.nested.iter().map(|&s| cx.str(s));
            [cx.str(r.root)].into_iter().chain(nested).collect::<Vec<_>>().join(".")
        });
        let full = parts.unwrap_or_default();
        if self.names.types.contains(&full) {
            Ok((Kind::Type, full))
        } else if self.names.attributes.contains(&full) {
            Ok((Kind::Attr, full))
        } else {
            let shown = cx.attr_to_string(name);
            let message = format!("'{}' op symbol '{shown}' not found", self.b.op_name(op));
            Err(self.error(op, message))
        }
    }
    /// The definition that `"!dialect.name"` or `"#dialect.name"` is the name of.
    fn named(&self, op: Op) -> Result<(Kind, String), Diagnostic> {
        let cx = self.b.cx();
        let name = self.b.attr(op, "base_name").and_then(|a| cx.attr_str(a)).unwrap_or("");
        if let Some(ty) = name.strip_prefix('!') {
            if base_names::is_type(cx, ty) || self.names.types.contains(ty) {
                return Ok((Kind::Type, ty.to_owned()));
            }
            return Err(self.error(op, format!("no registered type with name {name}")));
        }
        let attr = name.trim_start_matches('#');
        if base_names::is_attr(cx, attr) || self.names.attributes.contains(attr) {
            return Ok((Kind::Attr, attr.to_owned()));
        }
        Err(self.error(op, format!("no registered attribute with name {name}")))
    }
}
