//! Dialects by their definitions.

use std::collections::BTreeMap;

use strata_ir::{core::DynamicDialects, prelude::*};

use super::{
    check,
    constraint::Solver,
    tables::{OperationDef, ParamsDef},
};

/// Dialects that are defined in IRDL, for the registry of a context.
#[derive(Default)]
pub struct Definitions {
    /// The names, sorted.
    pub(super) dialects: Vec<String>,
    pub(super) operations: BTreeMap<String, OperationDef>,
    pub(super) types: BTreeMap<String, ParamsDef>,
    pub(super) attributes: BTreeMap<String, ParamsDef>,
}

fn verify_params(cx: &Context, def: Option<&ParamsDef>, what: &str, params: &[Attr]) -> Result<(), String> {
    let Some(def) = def else { return Ok(()) };
    if params.len() != def.params.len() {
        return Err(format!("expected {} {what} arguments, but had {}", def.params.len(), params.len()));
    }
    let mut solver = Solver::new(cx, &def.constraints);
    def.params.iter().zip(params).try_for_each(|(&constraint, &param)| solver.satisfy(constraint, param))
}

impl DynamicDialects for Definitions {
    fn dialects(&self) -> Vec<&str> {
        self.dialects.iter().map(String::as_str).collect()
    }
    fn has_op(&self, name: &str) -> bool {
        self.operations.contains_key(name)
    }
    fn has_type(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }
    fn has_attr(&self, name: &str) -> bool {
        self.attributes.contains_key(name)
    }
    fn verify_op(&self, body: &Body, op: Op) -> Vec<VerifyError> {
        self.operations.get(body.op_name(op)).map(|def| check::operation(body, op, def)).unwrap_or_default()
    }
    fn verify_type(&self, cx: &Context, name: &str, params: &[Attr]) -> Result<(), String> {
        verify_params(cx, self.types.get(name), "type", params)
    }
    fn verify_attr(&self, cx: &Context, name: &str, params: &[Attr]) -> Result<(), String> {
        verify_params(cx, self.attributes.get(name), "attribute", params)
    }
}
