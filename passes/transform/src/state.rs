//! Handles: what the values of a script stand for.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_transform::types::HandleKind;

use crate::payload::{Payload, PayloadOp, PayloadValue};

/// An op of a handle, with what it takes to find the op that replaces it.
#[derive(Clone, Debug)]
pub struct Tracked {
    at: PayloadOp,
    name: &'static str,
    results: SmallVec<[Value; 1]>,
}

impl Tracked {
    fn new(payload: &Payload<'_>, at: PayloadOp) -> Self {
        let body = payload.body(at.body);
        Self { at, name: body.info(at.op).name, results: body.results(at.op).into() }
    }
    /// The op, or the one of the same name that defines the values by which its results were replaced.
    fn current(&self, payload: &Payload<'_>) -> Option<PayloadOp> {
        if payload.is_live(self.at) {
            return Some(self.at);
        }
        let mut found = None;
        for &value in &self.results {
            let now = payload.current_value(PayloadValue { body: self.at.body, value });
            // A result without uses is not replaced.
            let Some(now) = now else { continue };
            let op = payload.body(now.body).def_op(now.value)?;
            if found.is_some_and(|f| f != op) || payload.body(now.body).info(op).name != self.name {
                return None;
            }
            found = Some(op);
        }
        Some(PayloadOp { op: found?, ..self.at })
    }
}

/// The objects that a value stands for.
#[derive(Clone, Debug)]
pub enum Mapping {
    /// Ops.
    Ops(Vec<Tracked>),
    /// Values.
    Values(Vec<PayloadValue>),
    /// Attributes.
    Params(Vec<Attr>),
}

impl Mapping {
    /// Ops.
    pub fn ops(payload: &Payload<'_>, ops: impl IntoIterator<Item = PayloadOp>) -> Self {
        Self::Ops(ops.into_iter().map(|at| Tracked::new(payload, at)).collect())
    }
    /// Nothing, for a value of this type.
    pub fn empty(cx: &Context, ty: Type) -> Self {
        match HandleKind::from_type(cx, ty) {
            Some(HandleKind::Value) => Self::Values(Vec::new()),
            Some(HandleKind::Param) => Self::Params(Vec::new()),
            _ => Self::Ops(Vec::new()),
        }
    }
    /// The number of objects.
    pub fn len(&self) -> usize {
        match self {
            Self::Ops(list) => list.len(),
            Self::Values(list) => list.len(),
            Self::Params(list) => list.len(),
        }
    }
    /// One of the objects.
    pub fn single(&self, i: usize) -> Self {
        match self {
            Self::Ops(list) => Self::Ops(list.get(i).cloned().into_iter().collect()),
            Self::Values(list) => Self::Values(list.get(i).copied().into_iter().collect()),
            Self::Params(list) => Self::Params(list.get(i).copied().into_iter().collect()),
        }
    }
    /// Adds the objects of another of the same kind.
    pub fn extend(&mut self, other: Self) {
        match (self, other) {
            (Self::Ops(list), Self::Ops(more)) => list.extend(more),
            (Self::Values(list), Self::Values(more)) => list.extend(more),
            (Self::Params(list), Self::Params(more)) => list.extend(more),
            _ => {}
        }
    }
    /// The objects that exist.
    pub fn current(&self, payload: &Payload<'_>) -> Self {
        match self {
            Self::Ops(list) => Self::ops(payload, list.iter().filter_map(|t| t.current(payload))),
            Self::Values(list) => {
                Self::Values(list.iter().filter_map(|&v| payload.current_value(v)).collect())
            }
            Self::Params(list) => Self::Params(list.clone()),
        }
    }
    /// The ops that exist; of values, those that they are in.
    pub fn places(&self, payload: &Payload<'_>) -> Vec<PayloadOp> {
        match self {
            Self::Ops(list) => list.iter().filter_map(|t| t.current(payload)).collect(),
            Self::Values(list) => {
                let current = list.iter().filter_map(|&v| payload.current_value(v));
                current.filter_map(|v| place_of(payload, v)).collect()
            }
            Self::Params(_) => Vec::new(),
        }
    }
}

/// The op that defines a value, or the one around the block whose argument it is.
pub fn place_of(payload: &Payload<'_>, v: PayloadValue) -> Option<PayloadOp> {
    let body = payload.body(v.body);
    let op = match body.def(v.value) {
        Def::Result { op, .. } => op,
        Def::Arg { block, .. } => match body.block_parent_op(block)? {
            Op::SELF => return payload.around(v.body),
            op => op,
        },
        Def::Forward => return None,
    };
    Some(PayloadOp { body: v.body, op })
}

/// Why a handle must not be used any more.
#[derive(Clone, Copy, Debug)]
pub struct Invalidation {
    /// The op that consumed it, or another one.
    pub by: Location,
    /// The number of its operand.
    pub operand: usize,
    /// Where the consumed payload op is.
    pub ancestor: Location,
    /// Where the op of this handle is.
    pub nested: Location,
}

/// The values of one isolated op of the script.
#[derive(Default)]
pub struct Frame {
    handles: FxHashMap<Value, (Mapping, Option<Invalidation>)>,
}

impl Frame {
    /// Sets what a value stands for.
    pub fn set(&mut self, v: Value, mapping: Mapping) {
        self.handles.insert(v, (mapping, None));
    }
    /// The objects that a value stands for.
    pub fn get(&self, v: Value) -> Option<&Mapping> {
        self.handles.get(&v).map(|h| &h.0)
    }
    /// Why a value must not be used.
    pub fn invalidation(&self, v: Value) -> Option<Invalidation> {
        self.handles.get(&v)?.1
    }
    /// Forbids the use of a value.
    pub fn invalidate(&mut self, v: Value, why: Invalidation) {
        if let Some(handle) = self.handles.get_mut(&v) {
            handle.1.get_or_insert(why);
        }
    }
    /// The handles that may be used.
    pub fn valid(&self) -> impl Iterator<Item = (Value, &Mapping)> {
        self.handles.iter().filter(|(_, h)| h.1.is_none()).map(|(&v, h)| (v, &h.0))
    }
}
