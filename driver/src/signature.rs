//! The signature of a program, read before it is lowered.

use strata_ir::{
    core::{attrs::element_bytes, symbols::SymbolTable},
    prelude::*,
};
use strata_runtime_exec::{BufferSizes, DynamicTensor};

use crate::names::{Donation, EntryNames};

/// A tensor argument or result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// The type.
    pub ty: Type,
    /// The sizes; [`DYNAMIC`] for those that are known only at the call.
    pub shape: Vec<i64>,
    /// Element type as text.
    pub elem: String,
    /// Bytes of one element.
    pub elem_bytes: usize,
    /// The name, if the program has one for it; several tensors may have the same.
    pub name: Option<String>,
    /// The results that may take the memory of this argument.
    pub donation: Option<Donation>,
}

impl TensorSpec {
    /// Whether a size is known at a call only.
    pub fn is_dynamic(&self) -> bool {
        self.shape.contains(&DYNAMIC)
    }
    /// The same type with the sizes of a call.
    pub fn with_shape(&self, shape: &[i64]) -> Self {
        Self { shape: shape.to_vec(), ..self.clone() }
    }
    /// Number of elements; `None` if a size is not known.
    pub fn len(&self) -> usize {
        self.shape.iter().fold(1, |n: usize, &d| n.saturating_mul(usize::try_from(d).unwrap_or(0)))
    }
    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        self.len().saturating_mul(self.elem_bytes)
    }
    /// The number of this tensor for messages, with its name if it has one: `argument #5 (params['w'])`, where `kind` is `argument`.
    pub fn label(&self, kind: &str, number: usize) -> String {
        match &self.name {
            Some(name) => format!("{kind} #{number} ({name})"),
            None => format!("{kind} #{number}"),
        }
    }
    /// As a tensor type.
    pub fn describe(&self) -> String {
        let size = |&d: &i64| if d == DYNAMIC { "?x".to_owned() } else { format!("{d}x") };
        let dims: String = self.shape.iter().map(size).collect();
        format!("tensor<{dims}{}>", self.elem)
    }
}

/// Arguments and results of a function.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// Arguments.
    pub inputs: Vec<TensorSpec>,
    /// Results.
    pub outputs: Vec<TensorSpec>,
}

impl Signature {
    /// The number of the argument with a name; none if no argument has it.
    ///
    /// # Errors
    /// If several arguments have the name.
    pub fn input_number(&self, name: &str) -> Result<Option<usize>, String> {
        number_of(&self.inputs, name, "arguments")
    }
    /// As [`Self::input_number`], for results.
    ///
    /// # Errors
    /// If several results have the name.
    pub fn output_number(&self, name: &str) -> Result<Option<usize>, String> {
        number_of(&self.outputs, name, "results")
    }
    /// The sizes of the buffers of a call.
    #[must_use]
    pub fn buffer_sizes(&self) -> BufferSizes {
        let bytes = |specs: &[TensorSpec]| specs.iter().map(TensorSpec::bytes).collect();
        let dynamic = |specs: &[TensorSpec]| {
            let one = |(number, spec): (usize, &TensorSpec)| {
                let (rank, elem_bytes) = (spec.shape.len(), spec.elem_bytes);
                spec.is_dynamic().then_some(DynamicTensor { number, rank, elem_bytes })
            };
            specs.iter().enumerate().filter_map(one).collect()
        };
        BufferSizes {
            inputs: bytes(&self.inputs),
            outputs: bytes(&self.outputs),
            dynamic_inputs: dynamic(&self.inputs),
            dynamic_outputs: dynamic(&self.outputs),
            in_place: Vec::new(),
        }
    }
}

fn number_of(specs: &[TensorSpec], name: &str, kind: &str) -> Result<Option<usize>, String> {
    let has_name = |spec: &TensorSpec| spec.name.as_deref() == Some(name);
    let mut numbers = specs.iter().enumerate().filter(|(_, spec)| has_name(spec)).map(|(number, _)| number);
    let first = numbers.next();
    match numbers.next() {
        Some(_) => Err(format!("the name '{name}' is that of several {kind}")),
        None => Ok(first),
    }
}

/// The signature of the function `entry` of a module on tensors.
pub fn signature(module: &Body, entry: &str) -> Result<Signature, Diagnostic> {
    let cx = module.cx();
    let here = module.loc(Op::SELF);
    let Some(op) = SymbolTable::new(module).get(cx.intern(entry)) else {
        return Err(Diagnostic::error(here, format!("the module has no function '@{entry}'")));
    };
    let Some(callable) = op.cast::<dyn CallableOp>(module) else {
        return Err(Diagnostic::error(module.loc(op), format!("'@{entry}' is not a function")));
    };
    let (inputs, results) = callable.signature(module);
    let specs = |types: &[Type], what: &str| -> Result<Vec<TensorSpec>, Diagnostic> {
        types
            .iter()
            .enumerate()
            .map(|(i, &t)| {
                spec(cx, t).ok_or_else(|| {
                    let shown = cx.type_to_string(t);
                    let message = format!(
                        "{what} #{i} of '@{entry}' has type '{shown}'; a tensor of known rank is needed"
                    );
                    Diagnostic::error(module.loc(op), message)
                })
            })
            .collect()
    };
    let mut signature =
        Signature { inputs: specs(&inputs, "argument")?, outputs: specs(&results, "result")? };
    let names = EntryNames::from_module(module, entry);
    for (spec, donation) in signature.inputs.iter_mut().zip(names.donations) {
        spec.donation = donation;
    }
    for (specs, names) in [(&mut signature.inputs, names.inputs), (&mut signature.outputs, names.outputs)] {
        specs.iter_mut().zip(names).for_each(|(spec, name)| spec.name = name);
    }
    Ok(signature)
}

/// A type as that of an argument or a result; `None` if it has no array form.
pub(crate) fn spec(cx: &Context, ty: Type) -> Option<TensorSpec> {
    let t = cx.type_as::<TensorType>(ty)?;
    // Quantized numbers are the integers that store them.
    let elem_bytes = element_bytes(cx, t.elem)
        .or_else(|| strata_interp::Elem::from_type(cx, t.elem).map(|e| e.bytes()))?;
    let known = t.shape.iter().filter(|&&d| d != DYNAMIC);
    known.into_iter().try_fold(elem_bytes, |n, &d| n.checked_mul(usize::try_from(d).ok()?))?;
    let (shape, elem) = (t.shape.to_vec(), cx.type_to_string(t.elem));
    Some(TensorSpec { ty, shape, elem, elem_bytes, name: None, donation: None })
}
