//! Errors that name their operation, computations that are used again, tuples, devices, and limits of arguments.

use strata_xla::{
    ChannelHandle, Client, DeviceRun, Error, Literal,
    PrimitiveType::{F32, Pred, S32},
    Result, Shape, XlaBuilder, XlaComputation, XlaOp, eval,
};

fn sum(b: &XlaBuilder, p: &[XlaOp]) -> Result<XlaOp> {
    b.add(p[0], p[1], &[])
}

/// The error of a program, which must have one.
fn error(f: impl FnOnce(&XlaBuilder) -> Result<XlaOp>) -> String {
    match eval(f) {
        Ok(y) => panic!("no error, but {y}"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn shape_errors_name_the_operation() {
    let zeros = |b: &XlaBuilder, dims: &[i64]| b.constant(Literal::splat(0.0f32, dims)?);
    let cases: Vec<(&str, String)> = vec![
        ("Add: Broadcast dimension 0 mismatch", error(|b| b.add(zeros(b, &[2, 3])?, zeros(b, &[3])?, &[0]))),
        ("Add: Shapes must be equal rank", error(|b| b.add(zeros(b, &[2, 3])?, zeros(b, &[3])?, &[]))),
        (
            "Sub: Broadcast dimension 2 mismatch",
            error(|b| b.sub(zeros(b, &[7, 2, 5])?, zeros(b, &[7, 2, 6])?, &[])),
        ),
        (
            "Mul: Binary op with different element types",
            error(|b| b.mul(b.constant(1)?, b.constant(1.0f32)?, &[])),
        ),
        (
            "Max: Broadcast dimensions order is wrong",
            error(|b| b.max(zeros(b, &[2, 2, 2])?, zeros(b, &[2, 2])?, &[1, 0])),
        ),
        (
            "Min: Broadcast dimension number (3) is out of range",
            error(|b| b.min(zeros(b, &[2, 2])?, zeros(b, &[2])?, &[3])),
        ),
        ("Neg: operand #0 must be", error(|b| b.neg(b.constant(true)?))),
        ("Abs: operand #0 must be", error(|b| b.abs(b.constant(1u8)?))),
        ("Clz: operand #0 must be", error(|b| b.clz(b.constant(1.0f32)?))),
        ("Collapse: ", error(|b| b.collapse(zeros(b, &[2, 2])?, &[1, 0]))),
        ("Collapse: ", error(|b| b.collapse(zeros(b, &[2, 2, 2])?, &[0, 2]))),
        ("Concatenate: ", error(|b| b.concatenate(&[], 0))),
        ("Concatenate: ", error(|b| b.concatenate(&[b.constant(1)?, b.constant(2)?], 0))),
        ("Reshape: ", error(|b| b.reshape(zeros(b, &[2, 3])?, &[5]))),
        ("Slice: ", error(|b| b.slice(zeros(b, &[4])?, &[3], &[2], &[]))),
        ("DynamicSlice: ", error(|b| b.dynamic_slice(zeros(b, &[4])?, &[b.constant(0)?], &[5]))),
        ("Transpose: ", error(|b| b.transpose(zeros(b, &[2, 3])?, &[0, 0]))),
        ("Iota: ", error(|b| b.iota(&Shape::array(F32, &[2]), 1))),
        ("Pad: ", error(|b| b.pad(zeros(b, &[2])?, b.constant(0.0f32)?, &[]))),
        ("ReducePrecision: attribute 'exponent_bits'", error(|b| b.reduce_precision(zeros(b, &[2])?, 0, 3))),
        ("BitcastConvertType: ", error(|b| b.bitcast_convert_type(b.constant([1i8, 2])?, S32))),
        ("Select: ", error(|b| b.select(b.constant(true)?, b.constant(1)?, b.constant([1])?))),
        ("Clamp: ", error(|b| b.clamp(b.constant([0])?, b.constant([1, 2])?, b.constant(3)?))),
        ("Dot: ", error(|b| b.dot(zeros(b, &[2, 3])?, zeros(b, &[2])?, &[], None))),
        ("Reduce: ", error(|b| b.reduce(&[zeros(b, &[2])?], &[b.constant(0.0f32)?], sum, &[1]))),
        ("Sort: ", error(|b| b.sort(&[zeros(b, &[2])?], |b, p| b.lt(p[0], p[1], &[]), 1, false))),
        ("TopK: ", error(|b| b.top_k(zeros(b, &[2])?, 3, true))),
        ("TopK: ", error(|b| b.top_k(zeros(b, &[2])?, 3, false))),
        ("GetTupleElement: ", error(|b| b.get_tuple_element(b.tuple(&[])?, 0))),
        ("GetTupleElement: ", error(|b| b.get_tuple_element(b.constant(1)?, 0))),
        (
            "Conditional: ",
            error(|b| {
                let x = b.constant(1)?;
                b.conditional(b.constant(true)?, x, |_, p| Ok(p[0]), x, |b, _| b.constant(1.0f32))
            }),
        ),
        ("While: ", error(|b| b.while_(|b, _| b.constant(true), |b, _| b.constant(1.0f32), b.constant(0)?))),
        ("AllToAll: ", error(|b| b.all_to_all(zeros(b, &[3])?, 0, 0, 2, &[], None))),
        ("RngUniform: ", error(|b| b.rng_uniform(b.constant(0)?, b.constant(1)?, &Shape::array(F32, &[2])))),
        ("Fft: ", error(|b| b.fft(zeros(b, &[4])?, strata_xla::FftType::Rfft, &[5]))),
        ("Cholesky: ", error(|b| b.cholesky(zeros(b, &[2, 3])?, true))),
        ("Bitcast: ", error(|b| b.bitcast(zeros(b, &[3])?, &Shape::array(S32, &[2])))),
        ("Fusion: ", error(|b| b.fusion(&[], "kNone", |b, _| b.constant(1)))),
    ];
    for (start, message) in cases {
        assert!(message.starts_with(start), "'{message}' does not start with '{start}'");
    }
}

#[test]
fn values_belong_to_their_builder() {
    let (a, b) = (XlaBuilder::new("a"), XlaBuilder::new("b"));
    let x = a.constant(1).unwrap();
    b.constant(2).unwrap();
    assert_eq!(b.neg(x).unwrap_err().to_string(), "Neg: the operand is a value of another builder");
}

#[test]
fn values_of_a_computation_stay_inside() {
    let b = XlaBuilder::new("leak");
    let mut inner = None;
    let x = b.constant([1, 2]).unwrap();
    let zero = b.constant(0).unwrap();
    b.reduce(
        &[x],
        &[zero],
        |b, p| {
            inner = Some(p[0]);
            sum(b, p)
        },
        &[0],
    )
    .unwrap();
    let e = b.build(inner.unwrap()).unwrap_err();
    assert_eq!(e.operation(), "Build");
}

#[test]
fn an_error_inside_a_computation_leaves_the_builder_usable() {
    let y = eval(|b| {
        let (x, zero) = (b.constant([1, 2])?, b.constant(0)?);
        let wrong = b.reduce(&[x], &[zero], |b, p| b.add(p[0], b.constant(1.0f32)?, &[]), &[0]);
        assert!(wrong.unwrap_err().to_string().starts_with("Add: "));
        b.reduce(&[x], &[zero], sum, &[0])
    });
    assert_eq!(y.unwrap(), Literal::from(3));
}

#[test]
fn parameters_come_in_any_order() {
    let b = XlaBuilder::new("order");
    let pair = Shape::tuple([Shape::scalar(S32), Shape::array(F32, &[2])]);
    let y = b.parameter(1, &pair, "y").unwrap();
    let x = b.parameter(0, &Shape::scalar(S32), "x").unwrap();
    let twice = b.parameter(1, &pair, "y").unwrap_err();
    assert_eq!(twice.to_string(), "Parameter: parameter 1 already registered");
    let first = b.get_tuple_element(y, 0).unwrap();
    let difference = b.sub(first, x, &[]).unwrap();
    let c = b.build((difference, y)).unwrap();
    assert_eq!(c.result().to_string(), "(s32[], (s32[], f32[2]))");
    let run = Client::interpreter().compile(&c).unwrap();
    let pair = Literal::Tuple(vec![9.into(), [1.0f32, 2.0].into()]);
    assert_eq!(run.execute(&[2.into(), pair.clone()]).unwrap(), [7.into(), pair]);
    let missing = run.execute(&[2.into()]).unwrap_err();
    assert_eq!(missing.to_string(), "Execute: 2 arguments are needed, got 1");
    let wrong = run.execute(&[2.into(), 3.into()]).unwrap_err();
    assert!(wrong.to_string().starts_with("Execute: argument 1 is s32[], but (s32[], f32[2]) is needed"));
}

#[test]
fn a_gap_between_parameters_is_an_error() {
    let b = XlaBuilder::new("gap");
    let y = b.parameter(1, &Shape::scalar(S32), "y").unwrap();
    assert_eq!(b.build(y).unwrap_err().to_string(), "Build: parameter 0 is missing");
}

#[test]
fn computations_of_other_builders_are_called_and_applied() {
    // Another context: the computation comes over as text.
    let other = XlaBuilder::new("scale");
    let x = other.parameter(0, &Shape::array(F32, &[2]), "x").unwrap();
    let two = other.constant(2.0f32).unwrap();
    let inner = other
        .computation("inner", &[Shape::array(F32, &[2])], |b, p| b.add(p[0], b.constant(1.0f32)?, &[]))
        .unwrap();
    let scaled = other.mul(x, two, &[]).unwrap();
    let root = other.call(&inner, &[scaled]).unwrap();
    let scale = other.build(root).unwrap();
    let y = eval(|b| {
        let x = b.constant([1.0f32, 2.0])?;
        let applied = scale.apply()(b, &[x])?;
        let called = b.call(&scale, &[b.call(&scale, &[x])?])?;
        b.tuple(&[applied, called])
    })
    .unwrap();
    assert_eq!(y.elements(), [Literal::from([3.0f32, 5.0]), Literal::from([7.0f32, 11.0])]);
    let wrong = error(|b| b.call(&scale, &[b.constant(1)?]));
    assert_eq!(wrong, "Call: operand 0 is s32[], but the parameter is f32[2]");
    let few = error(|b| b.call(&scale, &[]));
    assert_eq!(few, "Call: computation takes 1 operands, but got 0");
}

#[test]
fn programs_are_read_back() {
    let b = XlaBuilder::new("round");
    let x = b.parameter(0, &Shape::bounded(F32, &[4], &[true]), "x").unwrap();
    let y = b.add(x, b.constant(1.0f32).unwrap(), &[]).unwrap();
    let c = b.build(y).unwrap();
    let again = XlaComputation::parse(&c.to_text()).unwrap();
    assert_eq!(again.to_text(), c.to_text());
    assert_eq!(again.parameters()[0].to_string(), "f32[<=4]");
    let run = Client::interpreter().compile(&again).unwrap();
    assert_eq!(run.execute(&[[1.0f32, 2.0].into()]).unwrap(), [[2.0f32, 3.0].into()]);
    assert_eq!(run.execute(&[[0.0f32; 5].into()]).unwrap_err().operation(), "Execute");
}

#[test]
fn tuples_are_selected_and_packed() {
    let y = eval(|b| {
        let (x, y) = (
            b.tuple(&[b.constant(1)?, b.constant(2.0f32)?])?,
            b.tuple(&[b.constant(3)?, b.constant(4.0f32)?])?,
        );
        b.select(b.constant(false)?, x, y)
    });
    assert_eq!(y.unwrap(), Literal::Tuple(vec![3.into(), 4.0f32.into()]));
    // A call takes a tuple as one value, which needs the op.
    let b = XlaBuilder::new("packs");
    let pair = b.tuple(&[b.constant(1).unwrap(), b.constant(2.0f32).unwrap()]).unwrap();
    let shape = Shape::tuple([Shape::scalar(S32), Shape::scalar(Pred)]);
    let result = b.custom_call("f", &[pair], &shape, None).unwrap();
    let text = b.build(result).unwrap().to_text();
    assert!(text.contains("stablehlo.tuple"), "{text}");
}

#[test]
fn branches_by_number() {
    for (index, wanted) in [(-1, 30), (0, 10), (1, 20), (2, 30), (3, 30), (99, 30)] {
        let y = eval(|b| {
            let x = b.constant(10)?;
            let times = |n: i32| move |b: &XlaBuilder, p: &[XlaOp]| b.mul(p[0], b.constant(n)?, &[]);
            b.conditional_indexed(b.constant(index)?, &[&times(1), &times(2), &times(3)], &[x, x, x])
        });
        assert_eq!(y.unwrap(), Literal::from(wanted), "{index}");
    }
}

/// Runs a program of one parameter on as many replicas as there are arguments.
fn on_replicas<const N: usize>(
    arguments: [Literal; N],
    f: impl FnOnce(&XlaBuilder, XlaOp) -> Result<XlaOp>,
) -> Result<Vec<Literal>, Error> {
    let b = XlaBuilder::new("replicas");
    let x = b.parameter(0, &arguments[0].shape(), "x")?;
    let y = f(&b, x)?;
    let run = Client::interpreter().compile(&b.build(y)?)?;
    let run =
        run.execute_on_devices(&DeviceRun::replicas(arguments.into_iter().map(|a| vec![a]).collect()))?;
    Ok(run.results.into_iter().flatten().collect())
}

#[test]
fn replicas_work_together() {
    let pair = || [Literal::from([1.0f32, 2.5]), Literal::from([3.0f32, 5.25])];
    let groups = [vec![0, 1]];
    let y = on_replicas(pair(), |b, x| b.all_gather(x, 0, 2, &groups, None, false)).unwrap();
    assert_eq!(y, vec![Literal::from([1.0f32, 2.5, 3.0, 5.25]); 2]);
    let y = on_replicas(pair(), |b, x| b.reduce_scatter(x, sum, 0, 2, &groups, None, false)).unwrap();
    assert_eq!(y, [Literal::from([4.0f32]), Literal::from([7.75f32])]);
    let y = on_replicas(pair(), |b, x| b.collective_permute(x, &[(0, 1)], None, false)).unwrap();
    assert_eq!(y, [Literal::from([0.0f32, 0.0]), Literal::from([1.0f32, 2.5])]);
    let y = on_replicas(pair(), |b, x| b.all_to_all(x, 0, 0, 2, &groups, None)).unwrap();
    assert_eq!(y, [Literal::from([1.0f32, 3.0]), Literal::from([2.5f32, 5.25])]);
    let y = on_replicas(pair(), |b, x| b.all_gather_done(b.all_gather_start(x, 0, 2, &groups, None, false)?));
    assert_eq!(y.unwrap(), vec![Literal::from([1.0f32, 2.5, 3.0, 5.25]); 2]);
    let y = on_replicas(pair(), |b, _| b.replica_id()).unwrap();
    assert_eq!(y, [Literal::from(0u32), Literal::from(1u32)]);
}

#[test]
fn the_host_feeds_and_is_told() {
    let b = XlaBuilder::new("feeds");
    let start = b.after_all(&[]).unwrap();
    let shape = Shape::array(F32, &[2]);
    let fed = b.infeed_with_token(start, &shape, "").unwrap();
    let (x, token) = (b.get_tuple_element(fed, 0).unwrap(), b.get_tuple_element(fed, 1).unwrap());
    let received = b.recv_from_host(token, &shape, ChannelHandle::host_to_device(5)).unwrap();
    let (y, token) = (b.get_tuple_element(received, 0).unwrap(), b.get_tuple_element(received, 1).unwrap());
    let z = b.add(x, y, &[]).unwrap();
    let token = b.outfeed_with_token(z, token, &shape, "").unwrap();
    let end = b.send_to_host(x, token, &shape, ChannelHandle::device_to_host(6)).unwrap();
    let run = Client::interpreter().compile(&b.build(end).unwrap()).unwrap();
    let mut input = DeviceRun::replicas(vec![vec![]]);
    input.infeed = vec![Literal::from([1.0f32, 2.0])];
    input.from_host = vec![(5, Literal::from([10.0f32, 20.0]))];
    let out = run.execute_on_devices(&input).unwrap();
    let told: Vec<_> = out.outfeed.iter().map(|o| (o.channel, o.values.clone())).collect();
    assert_eq!(
        told,
        [(None, vec![Literal::from([11.0f32, 22.0])]), (Some(6), vec![Literal::from([1.0f32, 2.0])])]
    );
}

#[test]
fn the_hidden_generator_moves_on() {
    let b = XlaBuilder::new("state");
    let shape = Shape::array(strata_xla::PrimitiveType::U64, &[2]);
    let first = b.rng_get_and_update_state(&shape, 3).unwrap();
    let second = b.rng_get_and_update_state(&shape, 3).unwrap();
    let run = Client::interpreter().compile(&b.build((first, second)).unwrap()).unwrap();
    assert_eq!(run.execute(&[]).unwrap(), [Literal::from([0u64, 0]), Literal::from([3u64, 0])]);
    assert_eq!(run.execute(&[]).unwrap()[0], Literal::from([6u64, 0]));
}
