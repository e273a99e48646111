//! The extra cost of weights as constants, compared with weights as arguments: some copies of their bytes.

use std::fmt::Write;

use strata_codegen_llvm::Target;
use strata_driver::{CompileOptions, Executable, program};

/// Elements of the filters, the last dimensions of which are small, as PyTorch has them.
const SHAPE: [usize; 4] = [512, 512, 3, 3];

fn program(weights: Option<&str>) -> String {
    let ty = "tensor<512x512x3x3xf32>";
    let (argument, constant) = match weights {
        None => (format!(", %w: {ty}"), String::new()),
        Some(hex) => (String::new(), format!("%w = stablehlo.constant dense<\"0x{hex}\"> : {ty}")),
    };
    format!(
        "func.func @main(%x: tensor<1x512x4x4xf32>{argument}) -> tensor<1x512x4x4xf32> {{
          {constant}
          %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {{pad = [[1, 1], [1, 1]]}}
            {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : (tensor<1x512x4x4xf32>, {ty}) -> tensor<1x512x4x4xf32>
          return %0 : tensor<1x512x4x4xf32>
        }}"
    )
}

fn compile(text: &str) -> Executable {
    let cx = program::context();
    let mut module = program::parse(&cx, "constants.mlir", text).expect("the program is right");
    let target = Target::host().expect("the host is a target");
    let options = CompileOptions::new(target);
    Executable::compile(&mut module, &options).expect("the program compiles")
}

/// Processor time of this process in seconds, and its peak memory in bytes.
fn spent() -> (f64, f64) {
    let read = |path: &str| std::fs::read_to_string(path).expect("Linux says so");
    let stat = read("/proc/self/stat");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: f64 = fields[11..13].iter().map(|t| t.parse::<f64>().expect("a number")).sum();
    let status = read("/proc/self/status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    (ticks / 100.0, peak.trim().trim_end_matches("kB").trim().parse::<f64>().expect("a number") * 1024.0)
}

/// The only test of its process, so that time and memory are its own.
#[test]
fn constants_cost_some_copies_of_their_bytes() {
    let n: usize = SHAPE.iter().product();
    let weights: Vec<f32> = (0..n).map(|i| ((i * 7919) % 1999) as f32 / 1999.0 - 0.5).collect();
    let bytes: Vec<u8> = weights.iter().flat_map(|w| w.to_le_bytes()).collect();
    let x: Vec<u8> = (0..512 * 16).flat_map(|i| ((i % 17) as f32 / 17.0).to_le_bytes()).collect();
    let hex = bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, b| {
        write!(text, "{b:02X}").expect("strings take text");
        text
    });
    let (as_argument, as_constant) = (program(None), program(Some(&hex)));
    drop(hex);
    // A first compilation, so that one-time initialization is not counted.
    let with_arguments = compile(&as_argument);
    let start = spent();
    drop(compile(&as_argument));
    let middle = spent();
    let with_constants = compile(&as_constant);
    let end = spent();
    let (argument, constant) = (middle.0 - start.0, end.0 - middle.0);
    // An initializer of nested arrays took a second more, and 18 times the bytes.
    assert!(constant < argument + 0.5, "{argument} s with arguments, {constant} s with constants");
    // Six copies from the text to the loaded program, and one each for the transposed and for the packed filters: attributes live as long
    // as their context.
    let copies = (end.1 - middle.1) / bytes.len() as f64;
    assert!(copies < 8.5, "{copies} times the bytes of the constants");
    let expected = with_arguments.run(&[&x, &bytes]).expect("the program runs");
    assert_eq!(with_constants.run(&[&x]).expect("the program runs"), expected);
}
