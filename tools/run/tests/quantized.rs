//! Programs that compute with quantized numbers inside, compiled and run natively and with simulated kernels, against the
//! interpreter.

use strata_codegen_llvm::Target;
use strata_driver::{Backend, Codegen, CompileOptions, Executable, program, simulator::Simulator};
use strata_interp::{Elem, Interpreter, NpyArray, Tensor, Value};
use strata_ir::prelude::Body;

/// The program for this machine, and with kernels for the simulator.
fn compile(mut parse: impl FnMut() -> Box<Body>) -> [Executable; 2] {
    let simulator = Simulator::new(None);
    [None, Some(&simulator as &dyn Backend)].map(|backend| {
        let target = Target::host().expect("the host is a target");
        let options = CompileOptions::new(target);
        let codegen = Codegen { backend, ..Codegen::default() };
        Executable::generate(&mut parse(), &options, Vec::new(), codegen).unwrap_or_else(|e| panic!("{e}"))
    })
}

const PROGRAM: &str =
    "func.func @main(%x: tensor<6xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %a = stablehlo.uniform_quantize %x : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %b = stablehlo.uniform_quantize %y : (tensor<6xf32>) -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %s = stablehlo.add %a, %b : tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %r = stablehlo.uniform_dequantize %s : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6xf32>
  %q = stablehlo.uniform_dequantize %a : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<6xf32>
  return %r, %q : tensor<6xf32>, tensor<6xf32>
}";

/// At the interface of the program, quantized numbers are the integers that store them.
const BORDER: &str = "func.func @main(%a: tensor<6x!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<6x!quant.uniform<u8:f32, 0.25:128>>)
    -> (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6xf32>, tensor<6x!quant.uniform<u8:f32, 0.25:128>>) {
  %s = stablehlo.add %a, %a : tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %q = stablehlo.uniform_dequantize %b : (tensor<6x!quant.uniform<u8:f32, 0.25:128>>) -> tensor<6xf32>
  return %s, %q, %b : tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6xf32>, tensor<6x!quant.uniform<u8:f32, 0.25:128>>
}";

#[test]
fn quantized_numbers_cross_the_border_as_integers() {
    let cx = program::context();
    let programs = compile(|| program::parse(&cx, "border", BORDER).unwrap_or_else(|e| panic!("{e}")));
    let a: Vec<u8> = [0i8, 3, 4, 127, -128, 60].iter().map(|&x| x as u8).collect();
    let b = [0u8, 128, 129, 255, 1, 127];
    // Twice (x - 3) / 2, rounded and clamped to the range.
    let sums: Vec<u8> = [-3i8, 3, 5, 127, -128, 117].iter().map(|&x| x as u8).collect();
    let floats: Vec<u8> =
        [-32.0f32, 0.0, 0.25, 31.75, -31.75, -0.25].iter().flat_map(|x| x.to_le_bytes()).collect();
    for program in programs {
        let got = program.run(&[&a, &b]).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(got[0], sums);
        assert_eq!(got[1], floats);
        assert_eq!(got[2], b);
    }
}

#[test]
fn quantized_sums_are_those_of_the_interpreter() {
    let cx = program::context();
    let parse = || program::parse(&cx, "quantized", PROGRAM).unwrap_or_else(|e| panic!("{e}"));
    let numbers = |v: &[f64]| Value::Tensor(Tensor::from_floats(Elem::F32, &[6usize][..], v));
    let args =
        vec![numbers(&[0.0, 1.26, -3.9, 1000.0, -1000.0, 0.74]), numbers(&[1.0, -0.3, 2.2, 5.0, -6.0, 60.1])];
    let want = Interpreter::new(&cx)
        .interpret(&parse(), "main", args.clone())
        .unwrap_or_else(|d| panic!("{}", d.render(&cx)));
    let bytes = |v: &Value| NpyArray::from_value(v).expect("a tensor has data").data;
    let inputs: Vec<Vec<u8>> = args.iter().map(bytes).collect();
    let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    for program in compile(parse) {
        let got = program.run(&inputs).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(got, want.iter().map(bytes).collect::<Vec<_>>());
    }
}
