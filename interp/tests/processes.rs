//! Several processes of one program: groups, transfers, infeeds, and processes that wait forever.

use strata_interp::{Elem, Feed, GridSize, Interpreter, Outcome, Run, Shape, Tensor, Value};
use strata_ir::core::Registry;

fn run(
    text: &str,
    size: (usize, usize),
    infeed: Vec<Feed>,
    from_host: Vec<(i64, Feed)>,
) -> Result<Vec<Outcome>, String> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_stablehlo::DIALECT);
    // `interpreter.run_parallel` is run by its name.
    r.allow_unregistered(true);
    let cx = r.freeze();
    let module = match strata_ir::text::parse_module(&cx, "test.mlir", text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{text}\n{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    };
    let size = GridSize { replicas: size.0, partitions: size.1 };
    let args = vec![Vec::new(); size.processes()];
    let run = Run { size, args, infeed, from_host };
    Interpreter::new(&cx).run_grid(&module, "main", run).map_err(|d| d.message)
}

/// The integers that each process returns.
fn results(text: &str, size: (usize, usize)) -> Result<Vec<Vec<i64>>, String> {
    let all = run(text, size, Vec::new(), Vec::new())?;
    let ints = |o: &Outcome| o.results[0].elements().expect("a tensor").data.ints().to_vec();
    Ok(all.iter().map(ints).collect())
}

/// `10 * replica + partition + 1`, then an op.
fn numbered(op: &str) -> String {
    format!(
        "func.func @main() -> tensor<1xi32> {{
          %p = stablehlo.partition_id : tensor<ui32>
          %q = stablehlo.replica_id : tensor<ui32>
          %ten = stablehlo.constant dense<10> : tensor<ui32>
          %one = stablehlo.constant dense<1> : tensor<ui32>
          %t = stablehlo.multiply %q, %ten : tensor<ui32>
          %s = stablehlo.add %t, %p : tensor<ui32>
          %u = stablehlo.add %s, %one : tensor<ui32>
          %c = stablehlo.convert %u : (tensor<ui32>) -> tensor<i32>
          %x = stablehlo.reshape %c : (tensor<i32>) -> tensor<1xi32>
          {op}
          return %r : tensor<1xi32>
        }}"
    )
}

fn all_reduce(attrs: &str) -> String {
    numbered(&format!(
        "%r = \"stablehlo.all_reduce\"(%x) <{{{attrs}}}> ({{
          ^bb0(%a: tensor<i32>, %b: tensor<i32>):
            %z = stablehlo.add %a, %b : tensor<i32>
            stablehlo.return %z : tensor<i32>
          }}) : (tensor<1xi32>) -> tensor<1xi32>"
    ))
}

const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

#[test]
fn ids_of_groups_mean_replicas_or_processes() {
    // Two replicas of two partitions hold 1, 2 and 11, 12.
    let across_replicas = all_reduce("replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>");
    assert_eq!(results(&across_replicas, (2, 2)).unwrap(), [[12], [14], [12], [14]]);
    let both = all_reduce(&format!("replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, {CHANNEL}"));
    assert_eq!(results(&both, (2, 2)).unwrap(), [[26], [26], [26], [26]]);
    let alone = all_reduce(&format!("replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, {CHANNEL}"));
    assert_eq!(results(&alone, (2, 2)).unwrap(), [[3], [3], [23], [23]]);
    let flat = all_reduce(&format!(
        "replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, {CHANNEL}, use_global_device_ids"
    ));
    assert_eq!(results(&flat, (2, 2)).unwrap(), [[13], [13], [13], [13]]);
    let everybody = all_reduce("replica_groups = dense<> : tensor<0x0xi64>");
    assert_eq!(results(&everybody, (3, 1)).unwrap(), [[33], [33], [33]]);
    let ragged = all_reduce("replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>");
    assert_eq!(results(&ragged, (3, 1)).unwrap(), [[12], [12], [21]]);
}

#[test]
fn wrong_groups_are_errors() {
    let error = |groups: &str| results(&all_reduce(groups), (2, 1)).unwrap_err();
    // Ids that leave gaps or come twice are rejected before the program runs.
    let outside = error("replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>");
    assert!(outside.contains("an id that no process has"), "{outside}");
    let missing = error("replica_groups = dense<[[0]]> : tensor<1x1xi64>");
    assert!(missing.contains("runs in process (1, 0), which is in none of its groups"), "{missing}");
}

#[test]
fn exchanges_are_between_partitions_with_a_channel() {
    let permute = |attrs: &str| {
        numbered(&format!(
            "%r = \"stablehlo.collective_permute\"(%x) <{{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>{attrs}}}> : (tensor<1xi32>) -> tensor<1xi32>"
        ))
    };
    assert_eq!(results(&permute(""), (2, 2)).unwrap(), [[11], [12], [1], [2]]);
    assert_eq!(results(&permute(&format!(", {CHANNEL}")), (2, 2)).unwrap(), [[2], [1], [12], [11]]);
    let reduce = numbered(
        "%r = \"stablehlo.collective_reduce\"(%x) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
          ^bb0(%a: tensor<i32>, %b: tensor<i32>):
            %z = stablehlo.add %a, %b : tensor<i32>
            stablehlo.return %z : tensor<i32>
          }) : (tensor<1xi32>) -> tensor<1xi32>",
    );
    assert_eq!(results(&reduce, (2, 1)).unwrap(), [[0], [12]]);
}

/// Runs an op in process 0 only.
fn only_in_the_first(op: &str) -> String {
    numbered(&format!(
        "%first = stablehlo.constant dense<0> : tensor<ui32>
         %is = stablehlo.compare EQ, %q, %first : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
         %r = \"stablehlo.if\"(%is) ({{
           {op}
           stablehlo.return %y : tensor<1xi32>
         }}, {{
           stablehlo.return %x : tensor<1xi32>
         }}) : (tensor<i1>) -> tensor<1xi32>"
    ))
}

#[test]
fn waiting_forever_is_an_error() {
    let gather = "%y = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>";
    let error = results(&only_in_the_first(gather), (2, 1)).unwrap_err();
    assert!(error.contains("waits forever for process (1, 0)"), "{error}");
    let receive = "%token = stablehlo.create_token : !stablehlo.token
      %y, %t2 = \"stablehlo.recv\"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>}> : (!stablehlo.token) -> (tensor<1xi32>, !stablehlo.token)";
    let error = results(&only_in_the_first(receive), (2, 1)).unwrap_err();
    assert!(error.contains("waits forever for a value in channel 3"), "{error}");
}

#[test]
fn the_failure_of_one_process_ends_all() {
    let fails = only_in_the_first(
        "%y = \"stablehlo.custom_call\"(%x) <{call_target_name = \"nothing\"}> : (tensor<1xi32>) -> tensor<1xi32>",
    );
    let text = fails.replace(
        "stablehlo.return %x : tensor<1xi32>",
        "%w = \"stablehlo.collective_permute\"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
         stablehlo.return %w : tensor<1xi32>",
    );
    let error = results(&text, (2, 1)).unwrap_err();
    assert!(error.contains("calls 'nothing'"), "{error}");
}

#[test]
fn loops_meet_once_for_each_iteration() {
    let text = numbered(
        "%zero = stablehlo.constant dense<0> : tensor<i32>
         %inc = stablehlo.constant dense<1> : tensor<i32>
         %n = stablehlo.constant dense<50> : tensor<i32>
         %w:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<1xi32>
         cond {
           %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %go : tensor<i1>
         } do {
           %j = stablehlo.add %i, %inc : tensor<i32>
           %moved = \"stablehlo.collective_permute\"(%v) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<1xi32>) -> tensor<1xi32>
           stablehlo.return %j, %moved : tensor<i32>, tensor<1xi32>
         }
         %r = stablehlo.reshape %w#1 : (tensor<1xi32>) -> tensor<1xi32>",
    );
    // 50 steps around a ring of three are two steps.
    assert_eq!(results(&text, (3, 1)).unwrap(), [[11], [21], [1]]);
}

fn number(v: i64) -> Value {
    Value::Tensor(Tensor::from_ints(Elem::I32, Shape::from_slice(&[1]), &[v]))
}

#[test]
fn transfers() {
    let text = numbered(
        "%token = stablehlo.create_token : !stablehlo.token
         %sent = \"stablehlo.send\"(%x, %token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<1xi32>, !stablehlo.token) -> !stablehlo.token
         %r, %done = \"stablehlo.recv\"(%sent) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<1xi32>, !stablehlo.token)",
    );
    assert_eq!(results(&text, (2, 1)).unwrap(), [[11], [1]]);
    let host = "func.func @main() -> tensor<1xi32> {
      %token = stablehlo.create_token : !stablehlo.token
      %x, %t1 = \"stablehlo.infeed\"(%token) <{infeed_config = \"\"}> : (!stablehlo.token) -> (tensor<1xi32>, !stablehlo.token)
      %y, %t2 = \"stablehlo.infeed\"(%t1) <{infeed_config = \"\"}> : (!stablehlo.token) -> (tensor<1xi32>, !stablehlo.token)
      %z, %t3 = \"stablehlo.recv\"(%t2) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<1xi32>, !stablehlo.token)
      %s = stablehlo.add %x, %y : tensor<1xi32>
      %r = stablehlo.multiply %s, %z : tensor<1xi32>
      %t4 = \"stablehlo.outfeed\"(%x, %y, %t3) <{outfeed_config = \"\"}> : (tensor<1xi32>, tensor<1xi32>, !stablehlo.token) -> !stablehlo.token
      %t5 = \"stablehlo.send\"(%s, %t4) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}> : (tensor<1xi32>, !stablehlo.token) -> !stablehlo.token
      return %r : tensor<1xi32>
    }
    func.func @more() -> tensor<1xi32> {
      %c = stablehlo.constant dense<4> : tensor<1xi32>
      return %c : tensor<1xi32>
    }";
    let infeed = vec![Feed::Values(vec![number(3)]), Feed::Function("more".into())];
    let all = run(host, (1, 1), infeed, vec![(2, Feed::Values(vec![number(10)]))]).unwrap();
    assert_eq!(all[0].results[0].elements().unwrap().data.ints(), [70]);
    let out: Vec<_> = all[0].outfeed.iter().map(|o| (o.channel, o.values.len())).collect();
    assert_eq!(out, [(None, 2), (Some(7), 1)]);
    let error = run(host, (1, 1), vec![Feed::Values(vec![number(3)])], Vec::new()).unwrap_err();
    assert!(error.contains("the infeed is empty"), "{error}");
    let bytes = |n: i32| Feed::Bytes(vec![n.to_le_bytes().to_vec()]);
    let all = run(host, (1, 1), vec![bytes(3), bytes(4)], vec![(2, bytes(10))]).unwrap();
    assert_eq!(all[0].results[0].elements().unwrap().data.ints(), [70]);
    let error = run(host, (1, 1), vec![Feed::Bytes(vec![vec![0; 3]])], Vec::new()).unwrap_err();
    assert!(error.contains("takes 4 bytes for result #0, not 3"), "{error}");
    let error = run(host, (1, 1), vec![Feed::Bytes(Vec::new())], Vec::new()).unwrap_err();
    assert!(error.contains("takes 1 arrays, 0 are given"), "{error}");
    let wrong = vec![Feed::Values(vec![Value::index(3)])];
    let error = run(host, (1, 1), wrong, Vec::new()).unwrap_err();
    assert!(error.contains("gives a index for result #0"), "{error}");
}

#[test]
fn programs_run_at_the_same_time() {
    let text = "func.func @left(%x: tensor<1xi32>) -> tensor<1xi32> {
      %r = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xi32>) -> tensor<2xi32>
      %s = stablehlo.slice %r [1:2] : (tensor<2xi32>) -> tensor<1xi32>
      return %s : tensor<1xi32>
    }
    func.func @right(%x: tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>) {
      %token = stablehlo.create_token : !stablehlo.token
      %y, %t1 = \"stablehlo.infeed\"(%token) <{infeed_config = \"\"}> : (!stablehlo.token) -> (tensor<1xi32>, !stablehlo.token)
      %r = \"stablehlo.all_gather\"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xi32>) -> tensor<2xi32>
      %s = stablehlo.slice %r [0:1] : (tensor<2xi32>) -> tensor<1xi32>
      return %s, %y : tensor<1xi32>, tensor<1xi32>
    }
    func.func @feed() -> tensor<1xi32> {
      %c = stablehlo.constant dense<9> : tensor<1xi32>
      return %c : tensor<1xi32>
    }
    func.func @main() -> tensor<3xi32> {
      %a = stablehlo.constant dense<1> : tensor<1xi32>
      %b = stablehlo.constant dense<2> : tensor<1xi32>
      %r:3 = \"interpreter.run_parallel\"(%a, %b) {infeed = [@feed], programs = [[@left], [@right]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
      %s = stablehlo.concatenate %r#0, %r#1, %r#2, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
      return %s : tensor<3xi32>
    }";
    assert_eq!(results(text, (1, 1)).unwrap(), [[2, 1, 9]]);
    let error = results(&text.replace("[@right]", "[@nobody]"), (1, 1)).unwrap_err();
    assert!(error.contains("'nobody' does not reference a valid function"), "{error}");
}

#[test]
fn sizes_of_grids_are_limited() {
    let text = numbered("%r = stablehlo.add %x, %x : tensor<1xi32>");
    let error = results(&text, (4000, 2)).unwrap_err();
    assert!(error.contains("8000 processes are more than 1024"), "{error}");
    assert_eq!(results(&text, (60, 1)).unwrap().len(), 60);
}
