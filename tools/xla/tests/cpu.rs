//! Programs of the builder as native code: with the feature `cpu`.
#![cfg(feature = "cpu")]

use strata_xla::{Client, Literal, PrimitiveType::F32, Result, Shape, XlaBuilder, XlaComputation};

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
fn native_code_runs_on_one_device() {
    let run = Client::cpu().compile(&layer().unwrap()).unwrap();
    let e = run.execute_on_devices(&strata_xla::DeviceRun::replicas(vec![])).unwrap_err();
    assert_eq!(e.to_string(), "Execute: native code runs on one device");
}
