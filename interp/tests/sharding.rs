//! Programs on whole tensors with shardings: what the ops of `sdy` give, and manual computations on the devices of a mesh.

use strata_interp::{Elem, GridSize, Interpreter, Run, Shape, Tensor, Value};
use strata_ir::core::Registry;

/// Runs a function `@main` on processes, each with the numbers 0, 1, … as its arguments.
fn run(text: &str, partitions: usize, shapes: &[&[usize]]) -> Result<Vec<Vec<f64>>, String> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_stablehlo::DIALECT)
        .register(&strata_sdy::DIALECT);
    let cx = r.freeze();
    let module = match strata_ir::text::parse_module(&cx, "test.mlir", text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{text}\n{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    };
    let value = |shape: &&[usize]| {
        let numbers: Vec<f64> = (0..shape.iter().product()).map(|i: usize| i as f64).collect();
        Value::Tensor(Tensor::from_floats(Elem::F32, Shape::from_slice(shape), &numbers))
    };
    let args = vec![shapes.iter().map(value).collect(); partitions];
    let size = GridSize { replicas: 1, partitions };
    let run = Run { size, args, infeed: Vec::new(), from_host: Vec::new() };
    let outcomes = Interpreter::new(&cx).run_grid(&module, "main", run).map_err(|d| d.message)?;
    let results: Vec<Vec<Vec<f64>>> = outcomes
        .iter()
        .map(|o| {
            let all = o.results.iter().map(|v| v.elements().expect("a tensor"));
            all.map(|t| (0..t.len()).map(|i| t.at(i).real()).collect()).collect()
        })
        .collect();
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "processes differ: {results:?}");
    Ok(results.into_iter().next().unwrap_or_default())
}

const MESHES: &str = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nsdy.mesh @turned = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 0, 2]>\n";

/// A manual computation on one tensor of four numbers.
fn manual(shardings: &str, local: &str, body: &str) -> String {
    format!(
        "{MESHES}func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{
          %0 = sdy.manual_computation(%a) {shardings} (%p: tensor<{local}xf32>) {{
            {body}
            sdy.return %r : tensor<{local}xf32>
          }} : (tensor<4xf32>) -> tensor<4xf32>
          return %0 : tensor<4xf32>
        }}"
    )
}

/// Adds ten times the number of the device.
fn add_device(local: &str) -> String {
    format!(
        "%id = stablehlo.partition_id : tensor<ui32>
         %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
         %ten = stablehlo.constant dense<10.0> : tensor<f32>
         %t = stablehlo.multiply %f, %ten : tensor<f32>
         %g = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<{local}xf32>
         %r = stablehlo.add %p, %g : tensor<{local}xf32>"
    )
}

const X: &str = "in_shardings=[<@mesh, [{\"x\"}]>] out_shardings=[<@mesh, [{\"x\"}]>] manual_axes={\"x\"}";

#[test]
fn ops_that_only_change_shardings_give_their_operand() {
    let text = format!(
        "{MESHES}func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
          %0 = sdy.sharding_constraint %a <@mesh, [{{\"x\", ?}}]> : tensor<4xf32>
          sdy.sharding_group %0 group_id=0 : tensor<4xf32>
          %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<4xf32>
          %2 = sdy.reshard %1 <@mesh, [{{\"x\", \"y\"}}]> : tensor<4xf32>
          %3 = sdy.all_gather [{{\"y\"}}] %2 out_sharding=<@mesh, [{{\"x\"}}]> : tensor<4xf32>
          %4 = sdy.all_reduce {{\"y\"}} %3 out_sharding=<@mesh, [{{\"x\"}}]> : tensor<4xf32>
          %5 = sdy.replicated_to_unreduced {{\"y\"}} %4 out_sharding=<@mesh, [{{\"x\"}}], unreduced={{\"y\"}}> : tensor<4xf32>
          %6 = sdy.named_computation<\"f\">(%5) (%p: tensor<4xf32>) {{
            %c = sdy.constant dense<2.0> : tensor<4xf32>
            %m = stablehlo.multiply %p, %c : tensor<4xf32>
            sdy.return %m : tensor<4xf32>
          }} : (tensor<4xf32>) -> tensor<4xf32>
          return %5, %6 : tensor<4xf32>, tensor<4xf32>
        }}"
    );
    assert_eq!(run(&text, 1, &[&[4]]).unwrap(), [[0.0, 1.0, 2.0, 3.0], [0.0, 2.0, 4.0, 6.0]]);
}

#[test]
fn the_body_of_a_computation_runs_on_each_device() {
    // Devices 0 and 1 have the first half, 2 and 3 the second; the first of them gives the result.
    assert_eq!(run(&manual(X, "2", &add_device("2")), 1, &[&[4]]).unwrap(), [[0.0, 1.0, 22.0, 23.0]]);
    let both = "in_shardings=[<@mesh, [{\"y\", \"x\"}]>] out_shardings=[<@mesh, [{\"y\", \"x\"}]>] manual_axes={\"x\", \"y\"}";
    assert_eq!(run(&manual(both, "1", &add_device("1")), 1, &[&[4]]).unwrap(), [[0.0, 21.0, 12.0, 33.0]]);
    let turned = both.replace("@mesh", "@turned").replace("\"y\", \"x\"", "\"x\", \"y\"");
    assert_eq!(run(&manual(&turned, "1", &add_device("1")), 1, &[&[4]]).unwrap(), [[30.0, 11.0, 2.0, 23.0]]);
}

#[test]
fn a_process_that_is_a_device_runs_its_part() {
    let both = X.replace("[{\"x\"}]", "[{\"x\", \"y\"}]").replace("axes={\"x\"", "axes={\"x\", \"y\"");
    assert_eq!(run(&manual(&both, "1", &add_device("1")), 4, &[&[4]]).unwrap(), [[0.0, 11.0, 22.0, 33.0]]);
    let error = run(&manual(X, "2", &add_device("2")), 3, &[&[4]]).unwrap_err();
    assert!(error.contains("is for 4 devices, but runs on 3 partitions"), "{error}");
}

#[test]
fn computations_inside_of_others_meet_along_their_own_axes() {
    let inner = format!(
        "%r = sdy.manual_computation(%p) in_shardings=[<@mesh, [{{\"y\"}}]>] out_shardings=[<@mesh, [{{\"y\"}}]>] manual_axes={{\"y\"}} (%q: tensor<1xf32>) {{
           {}
           sdy.return %r : tensor<1xf32>
         }} : (tensor<2xf32>) -> tensor<2xf32>",
        add_device("1").replace("%p,", "%q,")
    );
    assert_eq!(run(&manual(X, "2", &inner), 1, &[&[4]]).unwrap(), [[0.0, 11.0, 22.0, 33.0]]);
}

#[test]
fn collectives_of_stablehlo_work_between_the_devices() {
    let sum = "%r = \"stablehlo.all_reduce\"(%p) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %z = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %z : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>";
    assert_eq!(run(&manual(X, "2", sum), 1, &[&[4]]).unwrap(), [[2.0, 4.0, 2.0, 4.0]]);
}

#[test]
fn partial_results_are_reduced() {
    let out = |out: &str| {
        format!(
            "in_shardings=[<@mesh, [{{}}], replicated={{\"x\"}}>] out_shardings=[<@mesh, [{{}}], {out}>] manual_axes={{\"x\"}}"
        )
    };
    let sum = manual(&out("unreduced={\"x\"}"), "4", &add_device("4"));
    assert_eq!(run(&sum, 1, &[&[4]]).unwrap(), [[20.0, 22.0, 24.0, 26.0]]);
    let max = manual(&out("unreduced=max{\"x\"}"), "4", &add_device("4"));
    assert_eq!(run(&max, 1, &[&[4]]).unwrap(), [[20.0, 21.0, 22.0, 23.0]]);
    let both = "in_shardings=[<@mesh, [{}], unreduced={\"x\"}>] out_shardings=[<@mesh, [{}], unreduced={\"x\"}>] manual_axes={\"x\"}";
    let twice = manual(both, "4", "%r = stablehlo.add %p, %p : tensor<4xf32>");
    assert_eq!(run(&twice, 1, &[&[4]]).unwrap(), [[0.0, 2.0, 4.0, 6.0]]);
}

#[test]
fn the_failure_of_a_device_is_that_of_the_program() {
    let sum = "%r = \"stablehlo.all_gather\"(%p) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<2xf32>";
    let error = run(&manual(X, "2", sum), 1, &[&[4]]).unwrap_err();
    assert!(error.contains("which is in none of its groups"), "{error}");
    let large = manual(X, "2", &add_device("2")).replace("\"y\"=2]>", "\"y\"=1000000]>");
    let error = run(&large, 1, &[&[4]]).unwrap_err();
    assert!(error.contains("is for more than 1024 devices"), "{error}");
}
