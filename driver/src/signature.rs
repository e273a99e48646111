//! The signature of a program, read before it is lowered.

use strata_ir::{
    core::{attrs::element_bytes, symbols::SymbolTable},
    prelude::*,
};
use strata_runtime_exec::{BufferSizes, DynamicTensor};

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
        }
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
    Ok(Signature { inputs: specs(&inputs, "argument")?, outputs: specs(&results, "result")? })
}

/// A type as that of an argument or a result; `None` if it has no array form.
pub(crate) fn spec(cx: &Context, ty: Type) -> Option<TensorSpec> {
    let t = cx.type_as::<TensorType>(ty)?;
    // Quantized numbers are the integers that store them.
    let elem_bytes = element_bytes(cx, t.elem)
        .or_else(|| strata_interp::Elem::from_type(cx, t.elem).map(|e| e.bytes()))?;
    let known = t.shape.iter().filter(|&&d| d != DYNAMIC);
    known.into_iter().try_fold(elem_bytes, |n, &d| n.checked_mul(usize::try_from(d).ok()?))?;
    Some(TensorSpec { ty, shape: t.shape.to_vec(), elem: cx.type_to_string(t.elem), elem_bytes })
}
