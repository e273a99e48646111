//! A custom call of a program whose target was registered: the types of its arrays, its attributes, and the state of its handler.

use std::sync::Arc;

use strata_driver::OutputOperandAlias;
use strata_ir::prelude::*;

use super::abi::INSTANTIATE;
use super::api::API;
use super::array_type::ArrayType;
use super::attributes::Attributes;
use super::context::{Context as CallContext, Entered};
use super::frame::{self, Buffers};
use super::registry::Handler;
use super::state::State;
use crate::error::Result;

/// The version of custom calls of the FFI.
const TYPED: i64 = 4;

/// A custom call.
pub(super) struct CallSite {
    pub target: String,
    pub handler: Handler,
    /// The version of the call.
    pub version: i64,
    pub inputs: Vec<ArrayType>,
    pub outputs: Vec<ArrayType>,
    /// Pairs of an argument and the result whose memory it has.
    pub aliases: Vec<(usize, usize)>,
    pub attributes: Attributes,
    /// The configuration of calls that have no attributes.
    pub text: Vec<u8>,
    /// The state that the handler made for this call.
    pub state: Arc<State>,
}

impl CallSite {
    /// Reads a call.
    ///
    /// # Errors
    /// The text of an error about the call.
    pub(super) fn read(b: &Body, op: Op, target: &str, handler: Handler) -> Result<Self, String> {
        let cx = b.cx();
        let dictionary = |name| b.attr(op, name).and_then(|a| cx.attr_as::<DictionaryAttr>(a));
        let moved = dictionary("mhlo.backend_config");
        let version = b.attr(op, "api_version").and_then(|a| cx.attr_i64(a)).unwrap_or(1);
        // JAX writes the dictionary there, and another version, so that older readers take the program.
        let version = if moved.is_some() { TYPED } else { version };
        match handler {
            Handler::Typed(_) if version != TYPED => {
                return Err(format!(
                    "has API version {version}; its handler is one of the FFI, version {TYPED}"
                ));
            }
            Handler::Untyped(_) if !(0..TYPED).contains(&version) => {
                return Err(format!("has API version {version}; its handler is one of versions 1 to 3"));
            }
            _ => {}
        }
        let operands: Vec<Value> = b.operands(op).collect();
        let inputs = types(b, op, &operands, "operand_layouts")?;
        let outputs = types(b, op, b.results(op), "result_layouts")?;
        let aliases = aliases(b, op, &inputs, &outputs)?;
        let entries = moved.or_else(|| dictionary("backend_config"));
        let text = b.attr(op, "backend_config").and_then(|a| cx.attr_as::<StringAttr>(a));
        let text = text.map_or(&[][..], |text| &text.value);
        if version == TYPED && !text.is_empty() {
            return Err("has a text as its configuration; the FFI takes a dictionary".to_owned());
        }
        Ok(Self {
            target: target.to_owned(),
            handler,
            version,
            inputs,
            outputs,
            aliases,
            attributes: Attributes::new(cx, entries.map_or(&[], DictionaryAttr::entries))?,
            text: text.to_vec(),
            state: Arc::default(),
        })
    }

    /// Lets the handler make its state for the call.
    ///
    /// # Errors
    /// That of the handler.
    pub(super) fn instantiate(&self) -> Result<()> {
        let Handler::Typed(bundle) = self.handler else { return Ok(()) };
        let Some(instantiate) = bundle.instantiate else { return Ok(()) };
        let entered = Entered::new(CallContext::new(&self.state))?;
        let mut buffers = Buffers::new(&[], &[]);
        let mut frame =
            buffers.frame((API.address(), INSTANTIATE), self.attributes.root(), entered.address());
        // SAFETY: there are no arguments and results in this stage; attributes and context stay.
        unsafe { frame::invoke(instantiate, &mut frame) }
    }
}

/// The types of arguments or results.
fn types(b: &Body, op: Op, values: &[Value], layouts: &str) -> Result<Vec<ArrayType>, String> {
    let cx = b.cx();
    let layouts = b.attr(op, layouts).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let layout = |i: usize| {
        let list = layouts.and_then(|layouts| cx.attr_as::<DenseElementsAttr>(*layouts.0.get(i)?));
        list.and_then(|list| list.to_i64s(cx))
    };
    let ty = |(i, &value): (usize, &Value)| ArrayType::new(cx, b.ty(value), layout(i).as_deref());
    values.iter().enumerate().map(ty).collect()
}

/// The arguments whose memory is that of results.
fn aliases(
    b: &Body,
    op: Op,
    inputs: &[ArrayType],
    outputs: &[ArrayType],
) -> Result<Vec<(usize, usize)>, String> {
    let cx = b.cx();
    let list = b.attr(op, "output_operand_aliases").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let mut aliases: Vec<(usize, usize)> = Vec::new();
    for alias in list.iter().flat_map(|list| &list.0).filter_map(|&a| cx.attr_as::<OutputOperandAlias>(a)) {
        let place = alias.output_tuple_indices.0.first().copied().unwrap_or(0);
        let pair = usize::try_from(alias.operand_index).ok().zip(usize::try_from(place).ok());
        let types = pair.and_then(|(input, output)| Some((inputs.get(input)?, outputs.get(output)?)));
        let (Some((input, output)), Some((from, to))) = (pair, types) else {
            return Err("has an alias of an operand or result that it does not have".to_owned());
        };
        if from != to || aliases.iter().any(|other| other.0 == input || other.1 == output) {
            return Err(format!("cannot have operand {input} in the memory of result {output}"));
        }
        aliases.push((input, output));
    }
    Ok(aliases)
}
