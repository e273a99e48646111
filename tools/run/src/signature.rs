//! What a program takes and gives, read before it is lowered.

use strata_ir::{
    core::{attrs::element_bytes, symbols::SymbolTable},
    prelude::*,
};

/// A tensor argument or result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSpec {
    /// The type.
    pub ty: Type,
    /// Sizes.
    pub shape: Vec<i64>,
    /// Element type as text.
    pub elem: String,
    /// Bytes of one element.
    pub elem_bytes: usize,
}

impl TensorSpec {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().map(|&d| d as usize).product()
    }
    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Number of bytes.
    pub fn bytes(&self) -> usize {
        self.len() * self.elem_bytes
    }
    /// As a tensor type.
    pub fn describe(&self) -> String {
        let dims: String = self.shape.iter().map(|d| format!("{d}x")).collect();
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
                        "{what} #{i} of '@{entry}' has type '{shown}'; a tensor of static shape is needed"
                    );
                    Diagnostic::error(module.loc(op), message)
                })
            })
            .collect()
    };
    Ok(Signature { inputs: specs(&inputs, "argument")?, outputs: specs(&results, "result")? })
}

fn spec(cx: &Context, ty: Type) -> Option<TensorSpec> {
    let t = cx.type_as::<TensorType>(ty)?;
    if t.shape.iter().any(|&d| d < 0) {
        return None;
    }
    let elem_bytes = element_bytes(cx, t.elem)?;
    t.shape.iter().try_fold(elem_bytes, |n, &d| n.checked_mul(d as usize))?;
    Some(TensorSpec { ty, shape: t.shape.to_vec(), elem: cx.type_to_string(t.elem), elem_bytes })
}
