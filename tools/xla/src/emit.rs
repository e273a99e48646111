//! [`Emit`]: one op of the IR, put together, its types inferred, and checked.

use strata_ir::prelude::*;

use crate::{Error, Result, XlaBuilder, XlaOp, op::Tree};

/// A region with the structure of its results.
pub(crate) struct Nested {
    pub region: Region,
    pub tree: Tree,
    pub types: Vec<Type>,
}

/// An op of the IR that is being put together.
pub(crate) struct Emit<'b> {
    b: &'b XlaBuilder,
    at: &'static str,
    name: &'static str,
    operands: Vec<Value>,
    attrs: Vec<(&'static str, Attr)>,
    regions: Vec<Region>,
    types: Option<Vec<Type>>,
    error: Option<Error>,
}

impl<'b> Emit<'b> {
    /// An op of the kind `name`, for the operation with the name `at`.
    pub fn new(b: &'b XlaBuilder, at: &'static str, name: &'static str) -> Self {
        Emit {
            b,
            at,
            name,
            operands: Vec::new(),
            attrs: Vec::new(),
            regions: Vec::new(),
            types: None,
            error: None,
        }
    }
    /// Adds operands.
    pub fn operands(mut self, ops: &[XlaOp]) -> Self {
        for &op in ops {
            match self.b.value(self.at, op) {
                Ok(v) => self.operands.push(v),
                Err(e) => self.error = self.error.or(Some(e)),
            }
        }
        self
    }
    /// Adds operands that are values of the IR.
    pub fn values(mut self, values: &[Value]) -> Self {
        self.operands.extend_from_slice(values);
        self
    }
    /// Sets an attribute.
    pub fn attr(mut self, name: &'static str, attr: Attr) -> Self {
        self.attrs.push((name, attr));
        self
    }
    /// Sets an attribute if there is one.
    pub fn maybe(mut self, name: &'static str, attr: Option<Attr>) -> Self {
        self.attrs.extend(attr.map(|a| (name, a)));
        self
    }
    /// Sets a list of numbers.
    pub fn list(self, name: &'static str, numbers: &[i64]) -> Self {
        let attr = self.b.cx().i64_array(numbers);
        self.attr(name, attr)
    }
    /// Sets a number of 64 bits.
    pub fn number(self, name: &'static str, number: i64) -> Self {
        let attr = self.b.cx().i64_attr(number);
        self.attr(name, attr)
    }
    /// Sets a truth value.
    pub fn flag(self, name: &'static str, value: bool) -> Self {
        let attr = self.b.cx().bool_attr(value);
        self.attr(name, attr)
    }
    /// Adds a region.
    pub fn region(mut self, nested: &Nested) -> Self {
        self.regions.push(nested.region);
        self
    }
    /// Sets the types of the results, which are inferred otherwise.
    pub fn types(mut self, types: &[Type]) -> Self {
        self.types = Some(types.to_vec());
        self
    }
    fn state(&self, info: &'static OpInfo) -> OpState {
        let mut state = OpState::new(info, Location::UNKNOWN);
        state.operands.extend_from_slice(&self.operands);
        for &(name, attr) in &self.attrs {
            state.set_attr(self.b.cx(), name, attr);
        }
        state
    }
    /// Adds the op and returns its results.
    pub fn results(self) -> Result<Vec<Value>> {
        if let Some(e) = self.error {
            return Err(e);
        }
        let Some(info) = self.b.cx().op_info(self.name) else {
            return Err(Error::new(self.at, format!("there is no op '{}'", self.name)));
        };
        self.b.with_body(|body, block| {
            let mut state = self.state(info);
            state.regions.extend_from_slice(&self.regions);
            let op = match &self.types {
                Some(types) => {
                    state.result_types.extend_from_slice(types);
                    body.create(state)
                }
                // Types are inferred from a probe without results; the op created afterwards takes over its regions.
                None => {
                    let probe = body.create(state);
                    let inferred = check_inputs(body, probe).and_then(|()| {
                        let Some(infer) = probe.cast::<dyn InferTypes>(body) else {
                            return Err("the types of the results cannot be inferred".to_owned());
                        };
                        infer.infer_types(body)
                    });
                    let types = match inferred {
                        Ok(types) => types,
                        Err(e) => {
                            body.erase_forced(probe);
                            return Err(Error::new(self.at, e));
                        }
                    };
                    let mut state = self.state(info);
                    state.result_types = types;
                    for _ in 0..self.regions.len() {
                        let region = body.new_region();
                        state.regions.push(region);
                    }
                    let op = body.create(state);
                    for i in 0..self.regions.len() {
                        let (from, to) = (body.regions(probe)[i], body.regions(op)[i]);
                        body.move_blocks(from, to);
                    }
                    body.erase_forced(probe);
                    op
                }
            };
            body.insert(op, InsertPoint::at_end(block));
            if let Err(e) = check_inputs(body, op).and_then(|()| check(body, op)) {
                body.erase_forced(op);
                return Err(Error::new(self.at, e));
            }
            Ok(body.results(op).to_vec())
        })
    }
    /// Adds the op and returns its results as values of the builder.
    pub fn many(self) -> Result<Vec<XlaOp>> {
        let b = self.b;
        Ok(self.results()?.into_iter().map(|v| b.wrap(v)).collect())
    }
    /// Adds the op and returns its only result.
    pub fn one(self) -> Result<XlaOp> {
        let (b, at) = (self.b, self.at);
        match self.results()?[..] {
            [v] => Ok(b.wrap(v)),
            _ => Err(Error::new(at, "the op does not have one result")),
        }
    }
    /// Adds the op and returns its results as a tuple, a single one as it is.
    pub fn packed(self) -> Result<XlaOp> {
        let b = self.b;
        let mut all = self.many()?;
        Ok(if all.len() == 1 { all.remove(0) } else { b.tuple_of(all) })
    }
    /// Adds the op and groups its results into a value of the given nesting.
    pub fn tree(self, tree: &Tree) -> Result<XlaOp> {
        let b = self.b;
        Ok(b.pack(tree, &mut self.results()?.into_iter()))
    }
}

/// Checks the types of operands and the values of attributes against the declaration of the op.
fn check_inputs(body: &Body, op: Op) -> Result<(), String> {
    let (cx, info) = (body.cx(), body.info(op));
    let mut index = 0;
    for spec in info.operands {
        for ty in strata_ir::core::verify::types_of(body, op, info, spec.name) {
            if !(spec.check)(ty, cx) {
                let got = cx.type_to_string(ty);
                return Err(format!("operand #{index} must be {}, but got '{got}'", spec.desc));
            }
            index += 1;
        }
    }
    for (slot, spec) in info.attrs.iter().enumerate() {
        match body.attr_slot(op, slot) {
            Some(attr) if !(spec.check)(attr, cx) => {
                return Err(format!("attribute '{}' failed to satisfy constraint: {}", spec.name, spec.desc));
            }
            None if spec.required => return Err(format!("requires attribute '{}'", spec.name)),
            _ => (),
        }
    }
    Ok(())
}

/// Checks an op by its own rules. Rules that involve the surrounding ops are checked when the computation is built.
fn check(body: &Body, op: Op) -> Result<(), String> {
    if let Some(v) = op.cast::<dyn Verify>(body) {
        v.verify(body).map_err(|e| e.message)?;
    }
    if let Some(v) = op.cast::<dyn VerifyRegions>(body) {
        v.verify_regions(body).map_err(|e| e.message)?;
    }
    Ok(())
}
