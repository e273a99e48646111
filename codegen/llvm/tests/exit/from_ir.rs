//! From text of `func`, `cf`, `arith`, `math`, `memref` and `vector` to functions that run.

use std::sync::Arc;

use strata_codegen_llvm::{ExitContext, ExitModule, Jit, Target, build_module, compile_jit};
use strata_ir::core::{Body, Context, Registry, diagnostics::render_all};
use strata_ir::text::{ParseOptions, PrintOptions, parse_module, print_body};
use strata_lowering_llvm::{ConvertProgramToLlvm, convert_program_to_llvm, entry::emit_entry};

pub(crate) fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_arith::DIALECT)
        .register(&strata_cf::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_gpu::DIALECT)
        .register(&strata_math::DIALECT)
        .register(&strata_memref::DIALECT)
        .register(&strata_nvgpu::DIALECT)
        .register(&strata_vector::DIALECT)
        .register(&strata_llvm::DIALECT);
    r.freeze()
}

pub(crate) fn lower(text: &str, pass: &ConvertProgramToLlvm) -> Box<Body> {
    let cx = context();
    let fail = |errors: Vec<_>| -> Box<Body> { panic!("{}", render_all(&cx, &errors)) };
    let mut module = parse_module(&cx, "test.mlir", text, ParseOptions::default()).unwrap_or_else(fail);
    if let Err(errors) = convert_program_to_llvm(&mut module, pass) {
        fail(errors);
    }
    let errors = module.verify();
    assert!(
        errors.is_empty(),
        "{}\n{}",
        render_all(&cx, &errors),
        print_body(&module, &PrintOptions::default())
    );
    module
}

fn bare() -> ConvertProgramToLlvm {
    ConvertProgramToLlvm {
        use_bare_ptr_memref_call_conv: true,
        annotate_pointers: true,
        ..Default::default()
    }
}

fn jit(module: &Body) -> Arc<Jit> {
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    compile_jit(module, &target, &[])
        .unwrap_or_else(|e| panic!("{e}\n{}", print_body(module, &PrintOptions::default())))
}

/// Memory with the alignment that the runtime guarantees.
#[repr(C, align(64))]
struct Buffer<T, const N: usize>([T; N]);

const AXPY: &str = r#"
module @m {
  func.func @main(%x: memref<100xf32>, %y: memref<100xf32>, %z: memref<100xf32>)
      attributes {strata.num_inputs = 2 : i64} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c100 = arith.constant 100 : index
    %a = arith.constant dense<2.0> : vector<8xf32>
    %pad = arith.constant 0.0 : f32
    cf.br ^head(%c0 : index)
  ^head(%i: index):
    %more = arith.cmpi slt, %i, %c100 : index
    cf.cond_br %more, ^body, ^exit
  ^body:
    %u = vector.transfer_read %x[%i], %pad : memref<100xf32>, vector<8xf32>
    %v = vector.transfer_read %y[%i], %pad : memref<100xf32>, vector<8xf32>
    %w = vector.fma %a, %u, %v : vector<8xf32>
    vector.transfer_write %w, %z[%i] : vector<8xf32>, memref<100xf32>
    %next = arith.addi %i, %c8 : index
    cf.br ^head(%next : index)
  ^exit:
    return
  }
}
"#;

#[test]
fn vector_loop_with_masked_tail_runs_through_the_c_interface() {
    let mut module = lower(AXPY, &bare());
    emit_entry(&mut module, "main", "").unwrap_or_else(|e| panic!("{}", e.message));
    let jit = jit(&module);
    let symbol = jit.lookup("m_main").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: the type is that of the C interface.
    let main: extern "C" fn(*const *const f32, *const *mut f32, *mut ()) -> i32 =
        unsafe { symbol.function() };
    let x = Buffer::<f32, 100>(std::array::from_fn(|i| i as f32));
    let y = Buffer::<f32, 100>(std::array::from_fn(|i| 0.5 * i as f32));
    // Elements behind the output must not be written.
    let mut z = Buffer::<f32, 112>([-1.0; 112]);
    let inputs = [x.0.as_ptr(), y.0.as_ptr()];
    let outputs = [z.0.as_mut_ptr()];
    assert_eq!(main(inputs.as_ptr(), outputs.as_ptr(), std::ptr::null_mut()), 0);
    for i in 0..100 {
        assert_eq!(z.0[i], 2.5 * i as f32, "element {i}");
    }
    assert_eq!(z.0[100..], [-1.0; 12]);
    let symbol = jit.lookup("m_main_num_inputs").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: as above.
    let count: extern "C" fn() -> i32 = unsafe { symbol.function() };
    assert_eq!(count(), 2);
    let symbol = jit.lookup("m_main_input_spec").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: as above.
    let spec: extern "C" fn(i32) -> *const [i64; 4] = unsafe { symbol.function() };
    // SAFETY: the spec of an input is an array of type, width, rank and sizes; this one has rank one.
    assert_eq!(unsafe { *spec(1) }, [2, 32, 1, 100]);
    assert!(spec(2).is_null() && spec(-1).is_null());
}

const VIEWS: &str = r#"
memref.global "private" constant @table : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
func.func @views(%out: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<2x3xf32>
  %tmp = memref.alloc() : memref<4x4xf32>
  %zero = arith.constant 0.0 : f32
  %rows = arith.constant 4 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi ult, %i, %rows : index
  cf.cond_br %more, ^body, ^done
^body:
  %v = vector.broadcast %zero : f32 to vector<4xf32>
  vector.store %v, %tmp[%i, %c0] : memref<4x4xf32>, vector<4xf32>
  %n = arith.addi %i, %c1 : index
  cf.br ^head(%n : index)
^done:
  %sub = memref.subview %tmp[1, 1] [2, 3] [1, 1] : memref<4x4xf32> to memref<2x3xf32, strided<[4, 1], offset: 5>>
  memref.copy %t, %sub : memref<2x3xf32> to memref<2x3xf32, strided<[4, 1], offset: 5>>
  %x = memref.load %sub[%c1, %c1] : memref<2x3xf32, strided<[4, 1], offset: 5>>
  %e = math.erf %x : f32
  %s = math.sqrt %x : f32
  %sum = arith.addf %e, %s : f32
  memref.store %sum, %tmp[%c0, %c0] : memref<4x4xf32>
  memref.copy %tmp, %out : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %tmp : memref<4x4xf32>
  return
}
"#;

#[test]
fn views_copies_and_library_calls_run() {
    let jit = jit(&lower(VIEWS, &bare()));
    let symbol = jit.lookup("views").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: a memref of static shape is passed as its address.
    let views: extern "C" fn(*mut f32) = unsafe { symbol.function() };
    let mut out = Buffer::<f32, 16>([9.0; 16]);
    views(out.0.as_mut_ptr());
    let mut want = [0.0f32; 16];
    for (i, v) in [(5, 1.0), (6, 2.0), (7, 3.0), (9, 4.0), (10, 5.0), (11, 6.0)] {
        want[i] = v;
    }
    // The error function of five is one in single precision.
    want[0] = 1.0 + 5f32.sqrt();
    assert_eq!(out.0, want);
}

const DESCRIPTORS: &str = r#"
func.func @sum(%m: memref<?x?xf64, strided<[?, ?], offset: ?>>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %m, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %k = memref.dim %m, %c1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  cf.br ^rows(%c0, %zero : index, f64)
^rows(%i: index, %acc: f64):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^columns(%c0, %acc : index, f64), ^end
^columns(%j: index, %part: f64):
  %more2 = arith.cmpi slt, %j, %k : index
  cf.cond_br %more2, ^add, ^next
^add:
  %x = memref.load %m[%i, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %new = arith.addf %part, %x : f64
  %j2 = arith.addi %j, %c1 : index
  cf.br ^columns(%j2, %new : index, f64)
^next:
  %i2 = arith.addi %i, %c1 : index
  cf.br ^rows(%i2, %part : index, f64)
^end:
  return %acc : f64
}
func.func @twice(%m: memref<?x?xf64, strided<[?, ?], offset: ?>>) -> (f64, index) {
  %s = call @sum(%m) : (memref<?x?xf64, strided<[?, ?], offset: ?>>) -> f64
  %t = arith.addf %s, %s : f64
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  return %t, %n : f64, index
}
"#;

#[repr(C)]
struct Pair {
    sum: f64,
    rows: i64,
}
type Twice = extern "C" fn(*const f64, *const f64, i64, i64, i64, i64, i64) -> Pair;

#[test]
fn descriptors_with_dynamic_strides_and_several_results_run() {
    let jit = jit(&lower(DESCRIPTORS, &ConvertProgramToLlvm::default()));
    let symbol = jit.lookup("twice").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: a memref is passed as the members of its descriptor, and two results as a struct.
    let twice: Twice = unsafe { symbol.function() };
    let data: Vec<f64> = (0..12).map(f64::from).collect();
    // The transpose of the last two rows of a 3x4 matrix.
    let got = twice(data.as_ptr(), data.as_ptr(), 4, 4, 2, 1, 4);
    let want: f64 = data[4..].iter().sum();
    assert_eq!((got.sum, got.rows), (2.0 * want, 4));
}

const ARITHMETIC: &str = r#"
func.func @arithmetic(%a: i64, %b: i64, %out: memref<16xi64>) {
  %q = arith.floordivsi %a, %b : i64
  %r = arith.ceildivsi %a, %b : i64
  %lo, %hi = arith.mulsi_extended %a, %b : i64
  %sum, %carry = arith.addui_extended %a, %b : i64, i1
  %c = arith.extui %carry : i1 to i64
  %m = arith.maxsi %a, %b : i64
  %z = math.ctlz %b : i64
  %p = math.ctpop %b : i64
  %big = arith.cmpi sgt, %a, %b : i64
  %s = arith.select %big, %a, %b : i64
  %f = arith.sitofp %a : i64 to f64
  %e = math.absf %f : f64
  %i = arith.fptosi %e : f64 to i64
  %nd = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi64>
  %nd2 = arith.muli %nd, %nd : vector<2x2xi64>
  %row = vector.extract %nd2[1] : vector<2xi64> from vector<2x2xi64>
  %red = vector.reduction <add>, %row : vector<2xi64> into i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  memref.store %q, %out[%c0] : memref<16xi64>
  memref.store %r, %out[%c1] : memref<16xi64>
  memref.store %lo, %out[%c2] : memref<16xi64>
  memref.store %hi, %out[%c3] : memref<16xi64>
  memref.store %c, %out[%c4] : memref<16xi64>
  memref.store %m, %out[%c5] : memref<16xi64>
  memref.store %z, %out[%c6] : memref<16xi64>
  memref.store %p, %out[%c7] : memref<16xi64>
  memref.store %i, %out[%c8] : memref<16xi64>
  memref.store %red, %out[%c9] : memref<16xi64>
  return
}
"#;

#[test]
fn arithmetic_gives_the_right_numbers() {
    let jit = jit(&lower(ARITHMETIC, &bare()));
    let symbol = jit.lookup("arithmetic").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: the type is the compiled function's.
    let arithmetic: extern "C" fn(i64, i64, *mut i64) = unsafe { symbol.function() };
    let mut out = Buffer::<i64, 16>([0; 16]);
    arithmetic(-7, 2, out.0.as_mut_ptr());
    assert_eq!(out.0[..10], [-4, -3, -14, -1, 0, 2, 62, 1, 7, 25]);
}

#[test]
fn module_equals_the_one_that_mlir_parses() {
    for text in [AXPY, VIEWS, DESCRIPTORS, ARITHMETIC] {
        let module = lower(text, &ConvertProgramToLlvm::default());
        let exit = ExitContext::new();
        let built =
            build_module(&exit, &module).and_then(|m| m.translate()).unwrap_or_else(|e| panic!("{e}"));
        let printed = print_body(&module, &PrintOptions::default());
        let parsed =
            ExitModule::parse(&exit, &printed).and_then(|m| m.translate()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(built.to_text(), parsed.to_text());
    }
}

#[test]
fn what_cannot_be_lowered_is_an_error_at_the_op() {
    let cx = context();
    let cases = [
        (
            "func.func @f(%a: f8E4M3FN, %b: f8E4M3FN) -> f8E4M3FN {\n  %c = arith.addf %a, %b : f8E4M3FN\n  return %c : f8E4M3FN\n}",
            "failed to legalize operation 'arith.addf': arithmetic on 'f8E4M3FN' is not supported",
        ),
        (
            "func.func @f(%a: tensor<4xf32>) {\n  return\n}",
            "failed to legalize operation 'func.func': type 'tensor<4xf32>' has no LLVM equivalent",
        ),
        (
            "func.func @f(%m: memref<4x4xf32, affine_map<(i, j) -> (j, i)>>, %i: index) -> f32 {\n  %c = memref.load %m[%i, %i] : memref<4x4xf32, affine_map<(i, j) -> (j, i)>>\n  return %c : f32\n}",
            "has a layout without strides",
        ),
    ];
    for (text, message) in cases {
        let mut module = parse_module(&cx, "test.mlir", text, ParseOptions::default())
            .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let errors =
            convert_program_to_llvm(&mut module, &ConvertProgramToLlvm::default()).err().unwrap_or_default();
        let rendered = render_all(&cx, &errors);
        assert!(rendered.starts_with("test.mlir:") && rendered.contains(message), "{rendered}");
    }
}

const COPIES: &str = r#"
func.func @transposed(%m: memref<3x4x2xf32>, %out: memref<4x3x2xf32>, %all: memref<24xf32>) {
  %t = memref.transpose %m (i, j, k) -> (j, i, k) : memref<3x4x2xf32> to memref<4x3x2xf32, strided<[2, 8, 1]>>
  memref.copy %t, %out : memref<4x3x2xf32, strided<[2, 8, 1]>> to memref<4x3x2xf32>
  %even = memref.subview %all[0] [12] [2] : memref<24xf32> to memref<12xf32, strided<[2]>>
  %odd = memref.subview %all[1] [12] [2] : memref<24xf32> to memref<12xf32, strided<[2], offset: 1>>
  memref.copy %even, %odd : memref<12xf32, strided<[2]>> to memref<12xf32, strided<[2], offset: 1>>
  return
}
func.func @after(%m: memref<8xf32>, %i: i32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<8xf32>
  memref.copy %m, %a : memref<8xf32> to memref<8xf32>
  %x = memref.load %a[%c0] : memref<8xf32>
  cf.switch %i : i32, [
    default: ^end(%x : f32),
    1: ^double(%x : f32),
    7: ^double(%x : f32)
  ]
^double(%v: f32):
  %w = arith.addf %v, %v : f32
  cf.br ^end(%w : f32)
^end(%r: f32):
  %ok = arith.cmpf ord, %r, %r : f32
  cf.assert %ok, "not a number"
  return %r : f32
}
"#;

#[test]
fn strided_copies_and_switches_run() {
    let jit = jit(&lower(COPIES, &bare()));
    let symbol = jit.lookup("transposed").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: memrefs of static shape are passed as addresses.
    let transposed: extern "C" fn(*const f32, *mut f32, *mut f32) = unsafe { symbol.function() };
    let m = Buffer::<f32, 24>(std::array::from_fn(|i| i as f32));
    let (mut out, mut all) =
        (Buffer::<f32, 24>([0.0; 24]), Buffer::<f32, 24>(std::array::from_fn(|i| i as f32)));
    transposed(m.0.as_ptr(), out.0.as_mut_ptr(), all.0.as_mut_ptr());
    for (j, i, k) in (0..4).flat_map(|j| (0..3).flat_map(move |i| (0..2).map(move |k| (j, i, k)))) {
        assert_eq!(out.0[j * 6 + i * 2 + k], m.0[i * 8 + j * 2 + k], "element {j}, {i}, {k}");
    }
    assert_eq!(all.0, std::array::from_fn(|i| (i & !1) as f32));
    let symbol = jit.lookup("after").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: as above.
    let after: extern "C" fn(*const f32, i32) -> f32 = unsafe { symbol.function() };
    let m = Buffer::<f32, 8>([3.0; 8]);
    assert_eq!([0, 1, 7, 8].map(|i| after(m.0.as_ptr(), i)), [3.0, 6.0, 6.0, 3.0]);
}

const VECTORS: &str = r#"
func.func @vectors(%m: memref<12xf32>, %out: memref<24xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %pad = arith.constant 7.0 : f32
  %a = vector.load %m[%c0] : memref<12xf32>, vector<12xf32>
  %grid = vector.shape_cast %a : vector<12xf32> to vector<3x4xf32>
  %row = vector.extract %grid[1] : vector<4xf32> from vector<3x4xf32>
  vector.store %row, %out[%c0] : memref<24xf32>, vector<4xf32>
  %one = vector.extract %grid[2, 3] : f32 from vector<3x4xf32>
  %wide = vector.broadcast %row : vector<4xf32> to vector<3x4xf32>
  %sum = arith.addf %grid, %wide : vector<3x4xf32>
  %new = vector.insert %one, %sum[0, 1] : f32 into vector<3x4xf32>
  %flat = vector.shape_cast %new : vector<3x4xf32> to vector<12xf32>
  %first = vector.extract_strided_slice %flat {offsets = [0], sizes = [4], strides = [1]} : vector<12xf32> to vector<4xf32>
  vector.store %first, %out[%c4] : memref<24xf32>, vector<4xf32>
  %tail = vector.transfer_read %m[%n], %pad : memref<12xf32>, vector<4xf32>
  vector.store %tail, %out[%c8] : memref<24xf32>, vector<4xf32>
  %mask = vector.create_mask %n : vector<4xi1>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  vector.store %zero, %out[%c12] : memref<24xf32>, vector<4xf32>
  vector.maskedstore %out[%c12], %mask, %row : memref<24xf32>, vector<4xi1>, vector<4xf32>
  %sh = vector.shuffle %row, %zero [3, 4, 0, 7] : vector<4xf32>, vector<4xf32>
  vector.store %sh, %out[%c16] : memref<24xf32>, vector<4xf32>
  %e = math.exp %zero : vector<4xf32>
  %t = math.tanh %zero : vector<4xf32>
  %et = arith.addf %e, %t : vector<4xf32>
  %r = vector.reduction <add>, %et, %one : vector<4xf32> into f32
  %b = vector.broadcast %r : f32 to vector<4xf32>
  vector.store %b, %out[%c20] : memref<24xf32>, vector<4xf32>
  return
}
"#;

#[test]
fn vectors_of_all_ranks_give_the_right_numbers() {
    let jit = jit(&lower(VECTORS, &bare()));
    let symbol = jit.lookup("vectors").unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: memrefs of static shape are passed as addresses.
    let vectors: extern "C" fn(*const f32, *mut f32, i64) = unsafe { symbol.function() };
    let m = Buffer::<f32, 12>(std::array::from_fn(|i| i as f32));
    let mut out = Buffer::<f32, 24>([0.0; 24]);
    vectors(m.0.as_ptr(), out.0.as_mut_ptr(), 10);
    let want = [
        [4.0, 5.0, 6.0, 7.0],
        [4.0, 11.0, 8.0, 10.0],
        [10.0, 11.0, 7.0, 7.0],
        [4.0, 5.0, 6.0, 7.0],
        [7.0, 0.0, 4.0, 0.0],
        [15.0; 4],
    ];
    assert_eq!(out.0, want.concat()[..]);
}

#[test]
fn context_functions_call_the_runtime() {
    let mut module = lower("module @m {}", &bare());
    strata_lowering_llvm::entry::emit_context(&mut module, "");
    let symbols: Vec<(String, *const ())> =
        strata_runtime_cpu::symbols().into_iter().map(|(n, a)| (n.to_owned(), a)).collect();
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    let jit = compile_jit(&module, &target, &symbols).unwrap_or_else(|e| panic!("{e}"));
    let lookup = |name: &str| jit.lookup(name).unwrap_or_else(|e| panic!("{e}"));
    let (new, free, error) = (lookup("m_context_new"), lookup("m_context_free"), lookup("m_last_error"));
    // SAFETY: the types are those of the runtime's functions.
    let (new, free, error): (
        extern "C" fn(i32) -> *mut (),
        extern "C" fn(*mut ()),
        extern "C" fn(*mut ()) -> *const u8,
    ) = unsafe { (new.function(), free.function(), error.function()) };
    let context = new(2);
    assert!(!context.is_null() && error(context).is_null());
    free(context);
}
