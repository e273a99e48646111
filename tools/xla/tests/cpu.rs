//! Programs of the builder as native code: with the feature `cpu`.
#![cfg(feature = "cpu")]

use strata_xla::{
    Client, DeviceRun, Literal,
    PrimitiveType::{F32, S32},
    Result, Shape, XlaBuilder, XlaComputation,
};

/// `relu(x * w + b)`, and the sum of each row.
fn layer() -> Result<XlaComputation> {
    let b = XlaBuilder::new("layer");
    let x = b.parameter(0, &Shape::array(F32, &[4, 8]), "x")?;
    let w = b.parameter(1, &Shape::array(F32, &[8, 16]), "w")?;
    let bias = b.parameter(2, &Shape::array(F32, &[16]), "b")?;
    let y = b.add(b.dot(x, w, &[], None)?, bias, &[1])?;
    let zero = b.constant(0.0f32)?;
    let y = b.max(y, zero, &[])?;
    let sums = b.reduce(&[y], &[zero], |b, p| b.add(p[0], p[1], &[]), &[1])?;
    b.build((y, sums))
}

#[test]
fn native_code_agrees_with_the_interpreter() {
    let layer = layer().unwrap();
    // Small integers, so that every sum is exact in any order.
    let numbers = |n: usize, k: usize| (0..n).map(|i| (i * k % 7) as f32 - 3.0).collect::<Vec<_>>();
    let arguments = [
        Literal::from_slice(&numbers(32, 3), &[4, 8]).unwrap(),
        Literal::from_slice(&numbers(128, 5), &[8, 16]).unwrap(),
        Literal::from(numbers(16, 2)),
    ];
    let run = |client: Client| client.compile(&layer).unwrap().execute(&arguments).unwrap();
    let native = run(Client::cpu());
    assert_eq!(native.len(), 2);
    assert_eq!(native, run(Client::interpreter()));
}

#[test]
fn native_code_runs_on_several_devices() {
    let sum = || {
        let b = XlaBuilder::new("sum");
        let x = b.parameter(0, &Shape::array(F32, &[2]), "x")?;
        // All devices, however many there are.
        let all = b.cross_replica_sum(x, &[])?;
        b.build(all)
    };
    let sum = sum().unwrap();
    for client in [Client::interpreter(), Client::cpu()] {
        let run = client.compile(&sum).unwrap();
        for n in [1, 2, 3] {
            let arguments = (0..n).map(|i| vec![Literal::from([i as f32, 1.0])]).collect();
            let results = run.execute_on_devices(&DeviceRun::replicas(arguments)).unwrap().results;
            let total = (0..n).sum::<i32>() as f32;
            assert_eq!(results, vec![vec![Literal::from([total, n as f32])]; n as usize]);
        }
    }
}

#[test]
fn native_code_feeds_the_host() {
    let program = || {
        let b = XlaBuilder::new("feed");
        let x = b.infeed(&Shape::array(F32, &[2]), "")?;
        let y = b.add(x, b.constant(1.0f32)?, &[])?;
        b.outfeed(y, &Shape::array(F32, &[2]), "")?;
        b.build(y)
    };
    let program = program().unwrap();
    let run = |client: Client| {
        let mut run = DeviceRun::replicas(vec![vec![]]);
        run.infeed = vec![Literal::from([1.0f32, 2.0])];
        client.compile(&program).unwrap().execute_on_devices(&run).unwrap()
    };
    let native = run(Client::cpu());
    assert_eq!(native.outfeed.len(), 1);
    assert_eq!(native.outfeed[0].values, [Literal::from([2.0f32, 3.0])]);
    assert_eq!(native, run(Client::interpreter()));
}

#[test]
fn native_code_calls_the_host() {
    let b = XlaBuilder::new("calls");
    let y =
        b.custom_call("twice", &[b.constant([7, 8, 9]).unwrap()], &Shape::array(S32, &[3]), None).unwrap();
    let y = b.add(y, b.constant(1).unwrap(), &[]).unwrap();
    let program = b.build(y).unwrap();
    let twice = |x: &[Literal]| {
        let numbers = x[0].to_vec::<i32>().map_err(|e| e.to_string())?;
        Ok(vec![Literal::from(numbers.into_iter().map(|n| 2 * n).collect::<Vec<i32>>())])
    };
    for client in [Client::interpreter(), Client::cpu()] {
        let run = client.with_custom_call("twice", twice).compile(&program).unwrap();
        assert_eq!(run.execute(&[]).unwrap(), [Literal::from([15, 17, 19])]);
    }
    let fails = |_: &[Literal]| Err("it does not like these numbers".to_owned());
    let run = Client::cpu().with_custom_call("twice", fails).compile(&program).unwrap();
    assert!(run.execute(&[]).unwrap_err().to_string().contains("it does not like these numbers"));
}
