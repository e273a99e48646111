//! Portable artifacts: written modules are read back, files of StableHLO's own tools are read, and broken files are errors.

use std::sync::Arc;

use strata_bytecode::{WriteOptions, write_module};
use strata_ir::{
    core::{Body, Context, Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_lowering_vhlo::{
    ExportOptions, deserialize, is_binary, load, read_exported, serialize, write_exported,
};
use strata_vhlo::Version;

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    let dialects = [
        &strata_builtin::DIALECT,
        &strata_func::DIALECT,
        &strata_quant::DIALECT,
        &strata_stablehlo::DIALECT,
        &strata_chlo::DIALECT,
        &strata_sdy::DIALECT,
        &strata_vhlo::DIALECT,
    ];
    dialects.into_iter().for_each(|d| _ = registry.register(d));
    registry.freeze()
}

fn parse(cx: &Arc<Context>, text: &str) -> Box<Body> {
    parse_module(cx, "p.mlir", text, ParseOptions::default())
        .unwrap_or_else(|e| panic!("{}", render_all(cx, &e)))
}
fn generic(body: &Body) -> String {
    print_body(body, &PrintOptions { generic: true, ..PrintOptions::default() })
}

const OLD: &str = r#"
module @m attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%a: tensor<4x4xf32> {jax.arg_info = "a"}, %b: tensor<4x4xf32>) -> (tensor<4xi1> {jax.result_info = ""}) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    %c = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.compare GT, %2, %3, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %5 = call @callee(%4, %c) : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    return %5 : tensor<4xi1>
  }
  func.func private @callee(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
    %0 = stablehlo.and %a, %b : tensor<4xi1>
    return %0 : tensor<4xi1>
  }
}
"#;

#[test]
fn every_version_is_read_back() {
    let cx = context();
    let body = parse(&cx, OLD);
    for minor in 9..=20 {
        let bytes =
            serialize(&body, Version(0, minor, 0)).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let again = deserialize(&cx, "a", &bytes).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        assert_eq!(generic(&again), generic(&body), "0.{minor}.0");
    }
    for minor in 0..=Version::CURRENT.1 {
        let bytes =
            serialize(&body, Version(1, minor, 0)).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let again = deserialize(&cx, "a", &bytes).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        assert_eq!(generic(&again), generic(&body), "1.{minor}.0");
    }
}

/// Tiles of 8 rows and 128 columns, since 1.18.
const TILES: &str = "%0 = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<> : tensor<0xindex>], result_layouts = \
    [dense<[1, 0]> : tensor<2xindex>], result_tilings = [[dense<[8, 128]> : tensor<2xindex>]]} : (tensor<f32>) -> \
    tensor<64x256xf32>";
/// A product of parts of 8 bits, since 1.21.
const PRODUCTS: &str = "%0 = stablehlo.dot_general %a, %a, contracting_dims = [] x [], algorithm = <lhs_precision_type = f8E4M3FN, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, \
    rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<f32>, \
    tensor<f32>) -> tensor<f32>";
/// A root that is a value, since 1.20.
const ROOT: &str = "%r = stablehlo.constant dense<0> : tensor<1xi32> %0 = \"stablehlo.collective_broadcast\"(%a, %r) \
    <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>, tensor<1xi32>) -> tensor<f32>";
/// An op of 1.19.
const COLLECTIVE_REDUCE: &str = "%0 = \"stablehlo.collective_reduce\"(%a) <{replica_groups = dense<[[0, 1]]> : \
    tensor<1x2xi64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %1 = stablehlo.add %x, %y : tensor<f32> \
    stablehlo.return %1 : tensor<f32> }) : (tensor<f32>) -> tensor<f32>";

#[test]
fn what_is_new_is_read_back_from_the_version_that_has_it() {
    let cx = context();
    for (op, since) in [(TILES, 18), (COLLECTIVE_REDUCE, 19), (ROOT, 20), (PRODUCTS, 21)] {
        let body = parse(&cx, &format!("func.func @f(%a: tensor<f32>) {{\n{op}\nreturn\n}}"));
        for minor in 0..=Version::CURRENT.1 {
            match serialize(&body, Version(1, minor, 0)) {
                Ok(bytes) => {
                    assert!(minor >= since, "1.{minor}.0 has\n{op}");
                    let again = deserialize(&cx, "a", &bytes);
                    let again = again.unwrap_or_else(|e| panic!("1.{minor}.0: {}", render_all(&cx, &e)));
                    assert_eq!(generic(&again), generic(&body), "1.{minor}.0");
                }
                Err(e) => {
                    let message = render_all(&cx, &e);
                    let refused = message.contains(&format!("failed to convert VHLO to v1.{minor}.0"));
                    assert!(minor < since && refused, "{message}");
                }
            }
        }
        // As bytecode of StableHLO, which has no versions.
        let bytes = write_module(&body, &WriteOptions::default())
            .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let again = deserialize(&cx, "a", &bytes).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        assert_eq!(generic(&again), generic(&body));
    }
}

#[test]
fn what_an_older_version_cannot_say_is_an_error() {
    let cx = context();
    let cases = [
        ("%0 = stablehlo.tan %a : tensor<f32>", Version(1, 3, 0), "no version of the op is part of 1.3.0"),
        ("%0 = stablehlo.tan %a : tensor<f32>", Version(1, 3, 7), "error: failed to convert VHLO to v1.3.0"),
        (
            "%0 = stablehlo.tanh %a {result_accuracy = #stablehlo.result_accuracy<mode = \
             #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>",
            Version(1, 9, 0),
            "failed to downgrade: the op has the attribute 'result_accuracy'",
        ),
        (
            "%0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32} : (tensor<f32>) -> tensor<f32>",
            Version(1, 2, 0),
            "the version of the interface API_VERSION_TYPED_FFI needs version 1.3.0",
        ),
        (ROOT, Version(1, 19, 0), "failed to downgrade: the op has the attribute 'has_dynamic_root'"),
        (
            "%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<mode = \
             #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>",
            Version(1, 8, 0),
            "failed to downgrade: the op has the attribute 'result_accuracy'",
        ),
        (
            "%0 = stablehlo.convert %a : (tensor<f32>) -> tensor<f4E2M1FN>\n\
             %1 = stablehlo.convert %0 : (tensor<f4E2M1FN>) -> tensor<f32>",
            Version(1, 7, 0),
            "needs version 1.8.0, the target is 1.7.0",
        ),
        (TILES, Version(1, 17, 0), "failed to downgrade: the op has the attribute 'result_tilings'"),
        (PRODUCTS, Version(1, 20, 0), "an algorithm of several products of f8E4M3FN needs version 1.21.0"),
    ];
    for (op, target, why) in cases {
        let text = format!("func.func @f(%a: tensor<f32>) {{\n{op}\nreturn\n}}");
        let errors = serialize(&parse(&cx, &text), target).err().unwrap_or_default();
        let message = render_all(&cx, &errors);
        assert!(message.starts_with("p.mlir:2:") && message.contains(why), "{message}");
    }
}

/// Groups along axes of a mesh given by name, of an inline mesh, and of one with device ids.
const MESHES: &str = r#"
func.func private @devices() attributes {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
func.func @main(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @devices, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  %1 = "stablehlo.all_to_all"(%0) <{concat_dimension = 0 : i64, split_count = 2 : i64, split_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (2)2>]>}> : (tensor<8xf32>) -> tensor<8xf32>
  %2 = "stablehlo.collective_broadcast"(%1) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
"#;

#[test]
fn meshes_are_read_back() {
    let cx = context();
    let body = parse(&cx, MESHES);
    for minor in 16..=Version::CURRENT.1 {
        let bytes =
            serialize(&body, Version(1, minor, 0)).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let again = deserialize(&cx, "a", &bytes).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        assert_eq!(generic(&again), generic(&body), "1.{minor}.0");
    }
    let errors = serialize(&body, Version(1, 15, 0)).err().unwrap_or_default();
    let message = render_all(&cx, &errors);
    let want = "failed to legalize operation 'vhlo.all_gather_v2' that was explicitly marked illegal: the attribute \
        #vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.string_v1<\"devices\">, axes = \
        #vhlo.array_v1<[#vhlo.axis_ref_v1<name = #vhlo.string_v1<\"x\">>]>> needs version 1.16.0, the target is 1.15.0";
    assert!(message.contains(want), "{message}");
}

#[test]
fn files_of_other_writers_load() {
    let files: [(&str, &[u8], &[&str]); 9] = [
        // Bytecode of jaxlib without versions.
        (
            "stablehlo",
            include_bytes!("data/stablehlo_plain.mlirbc"),
            &["stablehlo.dot_general", "stablehlo.convolution", "#stablehlo.gather<", "!stablehlo.token"],
        ),
        ("chlo", include_bytes!("data/chlo_plain.mlirbc"), &["chlo.broadcast_compare", "chlo.top_k"]),
        (
            "sdy",
            include_bytes!("data/sdy_plain.mlirbc"),
            &[
                "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>",
                "manual_axes={\"x\", \"y\"} (%arg2: tensor<4x8xf32>, %arg3: tensor<8x2xf32>) {",
                "#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>",
            ],
        ),
        ("axes", include_bytes!("data/mesh_plain.mlirbc"), &["#stablehlo.replica_group_mesh_axes<"]),
        (
            "mixed",
            include_bytes!("data/sdy_1_17_0.mlirbc"),
            &[
                "sdy.manual_computation(%2) in_shardings=[<@mesh, [{\"x\"}]>]",
                "stablehlo.abs %arg1 : tensor<2xf32>",
            ],
        ),
        ("mlp", include_bytes!("data/mlp_0_9_0.mlirbc"), &["stablehlo.dot_general", "stablehlo.tanh"]),
        ("conv", include_bytes!("data/conv_1_0_0.mlirbc"), &["stablehlo.convolution"]),
        ("while", include_bytes!("data/while_1_17_0.mlirbc"), &["stablehlo.while"]),
        (
            "mesh",
            include_bytes!("data/mesh_1_17_0.mlirbc"),
            &[
                "mesh = #stablehlo.mesh<axes=[<name = \"x\", size = 2>, <name = \"y\", size = 2>], device_ids=dense<[3, 2, 1, 0]> : tensor<4xi64>>",
                "axes = [#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)2>]",
            ],
        ),
    ];
    for (name, bytes, ops) in files {
        let cx = context();
        let body = load(&cx, name, bytes).unwrap_or_else(|e| panic!("{name}: {}", render_all(&cx, &e)));
        let text = print_body(&body, &PrintOptions::default());
        assert!(ops.iter().all(|op| text.contains(op)) && !text.contains("vhlo"), "{text}");
    }
}

const EXPORTED: &[u8] = include_bytes!("data/exported.bin");

#[test]
fn a_file_of_jax_export_loads() {
    let exported = read_exported(EXPORTED).expect("it is one");
    assert_eq!((exported.function_name, exported.calling_convention), ("<lambda>", 10));
    assert!(is_binary(EXPORTED) && !is_binary(b"module {}"));
    let cx = context();
    let body = load(&cx, "e", EXPORTED).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    let text = print_body(&body, &PrintOptions::default());
    assert!(text.contains("stablehlo.sine") && text.contains("stablehlo.dot_general"), "{text}");
}

#[test]
fn what_is_exported_is_read_back() {
    let cx = context();
    let body = parse(&cx, OLD);
    let options = ExportOptions { target: Version(1, 0, 0), ..ExportOptions::default() };
    let bytes = write_exported(&body, &options).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    let exported = read_exported(&bytes).expect("it is one");
    assert_eq!((exported.function_name, exported.calling_convention), ("main", 10));
    let again = load(&cx, "e", &bytes).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    assert_eq!(generic(&again), generic(&body));
    let unknown = ExportOptions { entry: "other".into(), ..ExportOptions::default() };
    let errors = write_exported(&body, &unknown).err().unwrap_or_default();
    assert_eq!(errors[0].message, "there is no function 'other' to export");
    let dynamic = parse(&cx, "func.func @main(%a: tensor<?xf32>) {\n return\n}");
    let errors = write_exported(&dynamic, &ExportOptions::default()).err().unwrap_or_default();
    assert_eq!(errors[0].message, "the type tensor<?xf32> cannot be exported");
}

#[test]
fn the_order_of_uses_is_kept() {
    let cx = context();
    let text = "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n\
        %0 = stablehlo.add %a, %a : tensor<f32>\n\
        %1 = stablehlo.multiply %0, %a : tensor<f32>\n\
        return %1 : tensor<f32>\n}";
    let uses = |body: &Body| {
        let (_, function) = body.children().next().expect("there is a function");
        let arg = function.block_args(function.entry().expect("it has a block"))[0];
        function.uses_of(arg).map(|(op, i)| (function.op_name(op).to_owned(), i)).collect::<Vec<_>>()
    };
    for places in [[0, 1, 2], [2, 0, 1], [1, 0, 2]] {
        let mut body = parse(&cx, text);
        let function = body.children_mut().next().expect("there is a function").1;
        let arg = function.block_args(function.entry().expect("it has a block"))[0];
        assert!(function.set_use_order(arg, &places));
        assert!(!function.set_use_order(arg, &[0, 1]) && !function.set_use_order(arg, &[0, 1, 1]));
        let want = uses(&body);
        let bytes = serialize(&body, Version(1, 0, 0)).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let again = deserialize(&cx, "a", &bytes).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        assert_eq!(uses(&again), want);
    }
}

#[test]
fn a_newer_artifact_is_refused() {
    let cx = context();
    let mut bytes = serialize(&parse(&cx, OLD), Version::CURRENT).unwrap_or_default();
    // `StableHLO_v1.21.0` becomes `StableHLO_v9.21.0`.
    bytes[16] = b'9';
    let errors = deserialize(&cx, "a", &bytes).err().unwrap_or_default();
    assert_eq!(
        errors[0].message,
        "the artifact has version 9.21.0, which is newer than the current version 1.21.0"
    );
}

#[test]
fn broken_files_are_diagnostics() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let seeds: [&[u8]; 8] = [
        EXPORTED,
        include_bytes!("data/mlp_0_9_0.mlirbc"),
        include_bytes!("data/while_1_17_0.mlirbc"),
        include_bytes!("data/stablehlo_plain.mlirbc"),
        include_bytes!("data/chlo_plain.mlirbc"),
        include_bytes!("data/sdy_plain.mlirbc"),
        include_bytes!("data/mesh_plain.mlirbc"),
        include_bytes!("data/sdy_1_17_0.mlirbc"),
    ];
    // `STRATA_MUTATIONS` asks for another number of mutations.
    let mutations = std::env::var("STRATA_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(500);
    let mut refused = 0;
    for seed in seeds {
        let cx = context();
        let mut check = |bytes: &[u8]| match load(&cx, "m", bytes) {
            Ok(body) => {
                let written = write_module(&body, &WriteOptions::default()).unwrap_or_default();
                let again = deserialize(&cx, "w", &written);
                assert!(again.is_ok(), "what was written is refused: {}", generic(&body));
            }
            Err(errors) => {
                refused += 1;
                assert!(!render_all(&cx, &errors).is_empty());
            }
        };
        (0..seed.len()).step_by(1 + seed.len() / 1000).for_each(|n| check(&seed[..n]));
        for _ in 0..mutations {
            let mut mutant = seed.to_vec();
            for _ in 0..1 + below(3) {
                let at = below(mutant.len());
                mutant[at] = if below(2) == 0 { mutant[at] ^ 1 << below(8) } else { below(256) as u8 };
            }
            check(&mutant);
        }
    }
    assert!(refused > 4000, "{refused} refused");
}
