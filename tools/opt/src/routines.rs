//! The routines of the CPU runtime for the interpreter, so that validation uses the code that compiled programs call.

use strata_interp::{Data, Elem, NpyArray, Num, RoutineCall, Shape, Tensor, Value};
use strata_ir::num::FloatFormat;
use strata_runtime_cpu::call::{Call, ElementType, Input, Output};

/// Calls a routine of the runtime, on the bytes of tensors.
pub fn call(call: &RoutineCall<'_>) -> Result<Vec<Tensor>, String> {
    // The processes of the runtime are not those of the interpreter.
    if call.processes.processes() > 1 && strata_runtime_cpu::call::is_collective(call.target) {
        return Err(format!("'{}' between processes is not interpreted", call.target));
    }
    let bytes = |t: &Tensor| {
        NpyArray::from_value(&Value::Tensor(t.clone())).map(|a| a.data).ok_or("an argument has no bytes")
    };
    let inputs: Vec<Vec<u8>> = call.inputs.iter().map(bytes).collect::<Result<_, _>>()?;
    let empty = |(elem, shape): &(Elem, Shape)| {
        let zeros =
            Tensor::new(*elem, shape.clone(), Data::splat(Num::from_i64(*elem, 0), shape.iter().product()));
        NpyArray::from_value(&Value::Tensor(zeros)).ok_or("a result has no bytes")
    };
    let mut outputs: Vec<NpyArray> = call.outputs.iter().map(empty).collect::<Result<_, _>>()?;
    let inputs = call.inputs.iter().zip(&inputs);
    let mut native = Call {
        config: call.config,
        inputs: inputs
            .map(|(t, bytes)| Input { element: element_type(t.elem), shape: t.shape.to_vec(), bytes })
            .collect(),
        outputs: outputs
            .iter_mut()
            .zip(call.outputs)
            .map(|(array, (elem, shape))| Output {
                element: element_type(*elem),
                shape: shape.to_vec(),
                bytes: &mut array.data,
            })
            .collect(),
    };
    strata_runtime_cpu::call::run(call.target, &mut native)?;
    let tensor = |(array, (elem, shape)): (&NpyArray, &(Elem, Shape))| {
        let numbers: Option<Vec<Num>> = (0..shape.iter().product()).map(|i| array.get(*elem, i)).collect();
        let numbers = numbers.ok_or("a result has too few bytes")?;
        Ok(Tensor::new(*elem, shape.clone(), Data::collect(*elem, numbers.into_iter())))
    };
    outputs.iter().zip(call.outputs).map(tensor).collect()
}

/// The code of an element type for the runtime.
fn element_type(elem: Elem) -> ElementType {
    let (code, bits) = match elem {
        Elem::Int { width: 1, .. } => (6, 8),
        Elem::Int { width, unsigned } => (i64::from(unsigned), i64::from(width)),
        Elem::Index => (0, 64),
        Elem::Complex(f) => (5, 2 * i64::from(f.width())),
        Elem::Float(FloatFormat::BF16) => (4, 16),
        Elem::Float(f) if f.width() <= 8 => (16, i64::from(f.width())),
        Elem::Float(f) => (2, i64::from(f.width())),
    };
    ElementType { code, bits }
}
