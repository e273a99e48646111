//! `linalg`: loops around a payload, for any op that has indexing maps.

use smallvec::SmallVec;
use strata_ir::{affine::AffineMap, prelude::Region};
use strata_linalg::LinalgOp;

use super::func::exit;
use crate::{
    Args, Data, Elem, Eval, Flow, Interpreter, MemRef, Num, Shape, Signed, Step, Tensor, Value,
    ops::stablehlo::Ring,
    program::Program,
    strided::Layout,
    tensor::{advance, linear, strides},
};

/// Ops of the dialect that are no loops around a payload; they are in modules of their own.
const OTHERS: &[&str] = &[
    "linalg.pack",
    "linalg.unpack",
    "linalg.softmax",
    "linalg.winograd_filter_transform",
    "linalg.winograd_input_transform",
    "linalg.winograd_output_transform",
];

pub(crate) fn register(i: &mut Interpreter) {
    for info in strata_linalg::DIALECT.ops {
        let name = info().name;
        if !OTHERS.contains(&name) {
            i.register(name, structured);
        }
    }
    i.register("linalg.yield", exit);
    i.register("linalg.index", |s| {
        let d = s.int_attr("dim")?;
        let at = s.m.loops.last().and_then(|l| l.get(usize::try_from(d).ok()?).copied());
        let at = at.ok_or_else(|| s.fault("is not inside of such a loop"))?;
        s.set(0, Value::index(at as i64))
    });
}

/// An operand with its elements in row-major order.
enum Operand {
    Scalar(Elem, Num),
    Elements(Tensor),
}

fn structured(s: &mut Step<'_, '_>) -> Eval {
    let op = s.op;
    let Some(linalg) = op.cast::<dyn LinalgOp>(s.body()) else {
        return Err(s.fault("is not a structured op here"));
    };
    let maps = linalg.indexing_maps(s.body());
    let region = s.region(0)?;
    let n = s.num_operands();
    s.ensure(maps.len() == n && n > 0, || "has a wrong number of indexing maps".into())?;
    let mut memrefs: Vec<Option<MemRef>> = vec![None; n];
    let mut operands = Vec::with_capacity(n);
    for (k, slot) in memrefs.iter_mut().enumerate() {
        operands.push(match s.operand(k)? {
            &Value::Scalar(e, v) => Operand::Scalar(e, v),
            Value::MemRef(m) => {
                *slot = Some(m.clone());
                Operand::Elements(s.check(m.to_tensor())?)
            }
            v => match v.elements() {
                Some(t) => Operand::Elements(t.clone()),
                None => return Err(s.fault(format!("cannot loop over {}", v.describe()))),
            },
        });
    }
    let results = s.body().results(op).len();
    let outputs = linalg_outputs(s, n)?;
    let loops = ranges(s, &maps, &operands)?;
    let access: Vec<Access> =
        maps.iter().zip(&operands).map(|(m, o)| Access::new(s, m, o, &loops)).collect::<Eval<_>>()?;
    let total = crate::tensor::count(&loops).ok_or_else(|| s.fault("has too many iterations"))?;
    let fast = fast_product(s, region, &maps, &operands, &loops, outputs)?;
    if let Some(t) = fast {
        operands[n - 1] = Operand::Elements(t);
        s.charge(total / 16)?;
    } else {
        run_loops(s, region, &mut operands, &access, &loops, outputs)?;
    }
    for (k, (operand, memref)) in operands.into_iter().zip(memrefs).enumerate().skip(n - outputs) {
        let Operand::Elements(t) = operand else { return Err(s.fault("has a scalar output")) };
        match memref {
            Some(m) => s.check(m.fill_from(&t.data))?,
            None if results == outputs => {
                s.set_elements(k - (n - outputs), t)?;
            }
            None => return Err(s.fault("has an output that is neither a buffer nor a result")),
        }
    }
    Ok(Flow::Next)
}

/// How many of the operands, from the end, are outputs.
fn linalg_outputs(s: &Step<'_, '_>, n: usize) -> Eval<usize> {
    if s.ints_opt("operandSegmentSizes").is_some() {
        return Ok(s.segment(1)?.len());
    }
    Ok(if s.mnemonic() == "reduce" { n / 2 } else { 1 })
}

/// The sizes of the loops, from the shapes of the operands.
fn ranges(s: &Step<'_, '_>, maps: &[AffineMap], operands: &[Operand]) -> Eval<Shape> {
    let n = maps.first().map_or(0, |m| m.n_dims());
    (0..n)
        .map(|l| {
            let size = maps.iter().zip(operands).find_map(|(m, o)| {
                let Operand::Elements(t) = o else { return None };
                t.shape.get(m.result_position(l)?).copied()
            });
            size.ok_or_else(|| s.fault(format!("has no operand that tells the size of loop {l}")))
        })
        .collect()
}

/// How a position in the loops becomes an index into an operand.
enum Access {
    Scalar,
    /// A stride for each loop.
    Strided(Shape),
    /// Any map.
    General(AffineMap),
}

impl Access {
    fn new(s: &Step<'_, '_>, map: &AffineMap, operand: &Operand, loops: &[usize]) -> Eval<Access> {
        let Operand::Elements(t) = operand else { return Ok(Access::Scalar) };
        s.ensure(map.n_results() == t.rank(), || "has a map of the wrong rank".into())?;
        let own = strides(&t.shape);
        let mut out: Shape = SmallVec::from_elem(0, loops.len());
        for (r, (expr, &size)) in map.results().iter().zip(&t.shape).enumerate() {
            match (expr.as_dim(), expr.as_const()) {
                (Some(d), _) => {
                    s.ensure(loops[d as usize] <= size, || "has loops that leave an operand".into())?;
                    out[d as usize] += own[r];
                }
                (_, Some(0)) if size > 0 => (),
                _ => return Ok(Access::General(map.clone())),
            }
        }
        Ok(Access::Strided(out))
    }
    fn index(&self, pos: &[usize], t: &Tensor) -> Option<usize> {
        match self {
            Access::Scalar => Some(0),
            Access::Strided(st) => Some(pos.iter().zip(st).map(|(p, s)| p * s).sum()),
            Access::General(map) => {
                let dims: Signed = pos.iter().map(|&p| p as i64).collect();
                t.index_of(&map.eval(&dims, &[])?)
            }
        }
    }
}

fn run_loops(
    s: &mut Step<'_, '_>,
    region: Region,
    operands: &mut [Operand],
    access: &[Access],
    loops: &[usize],
    outputs: usize,
) -> Eval<()> {
    if loops.contains(&0) {
        return Ok(());
    }
    if let Some(program) = Program::translate(s.cx(), s.f, region)
        && run_program(s, &program, operands, access, loops, outputs)?
    {
        return Ok(());
    }
    let n = operands.len();
    let params = s.body().blocks(region).first().map_or(0, |&b| s.body().block_args(b).len());
    s.m.loops.push(SmallVec::from_elem(0, loops.len()));
    let mut pos: Shape = SmallVec::from_elem(0, loops.len());
    loop {
        if let Some(at) = s.m.loops.last_mut() {
            at.copy_from_slice(&pos);
        }
        let mut args = Args::new();
        let mut targets: SmallVec<[usize; 2]> = SmallVec::new();
        for (k, (o, a)) in operands.iter().zip(access).enumerate() {
            match o {
                Operand::Scalar(e, v) => args.push(Value::Scalar(*e, *v)),
                Operand::Elements(t) => {
                    let at = a.index(&pos, t).ok_or_else(|| s.fault("leaves the bounds of an operand"))?;
                    args.push(Value::Scalar(t.elem, t.at(at)));
                    if k >= n - outputs {
                        targets.push(at);
                    }
                }
            }
        }
        // A payload may leave out the elements of the outputs.
        args.truncate(params);
        let out = s.run(region, args)?;
        s.ensure(out.len() == outputs && targets.len() == outputs, || {
            "yields a wrong number of values".into()
        })?;
        for ((o, at), v) in operands[n - outputs..].iter_mut().zip(targets).zip(out) {
            if let (Operand::Elements(t), Value::Scalar(_, v)) = (o, v) {
                t.data.set(at, v);
            }
        }
        if !advance(&mut pos, loops) {
            break;
        }
    }
    s.m.loops.pop();
    Ok(())
}

/// Results from which on it pays to run the payload for all of them at once.
const COLUMN: usize = 16;

/// Runs a payload that only computes with numbers; `false`, and nothing is written, if it has to be run op by op.
fn run_program(
    s: &mut Step<'_, '_>,
    program: &Program,
    operands: &mut [Operand],
    access: &[Access],
    loops: &[usize],
    outputs: usize,
) -> Eval<bool> {
    let elem = |o: &Operand| match o {
        Operand::Scalar(e, _) => *e,
        Operand::Elements(t) => t.elem,
    };
    let params = program.n_params();
    let first_output = operands.len() - outputs;
    if !program.takes(operands.iter().take(params).map(elem))
        || !program.results().eq(operands[first_output..].iter().map(elem))
    {
        return Ok(false);
    }
    let zero: Shape = SmallVec::from_elem(0, loops.len());
    let strides: Option<Vec<&Shape>> = access
        .iter()
        .map(|a| match a {
            Access::Scalar => Some(&zero),
            Access::Strided(st) => Some(st),
            Access::General(_) => None,
        })
        .collect();
    let Some(strides) = strides else { return Ok(false) };
    // A loop that moves all outputs has its own results, one that moves none goes through the operands of one result.
    let moves = |l: usize| strides[first_output..].iter().filter(|st| st[l] != 0).count();
    let (own, folded): (Shape, Shape) =
        (0..loops.len()).filter(|&l| loops[l] != 1).partition(|&l| moves(l) > 0);
    if own.iter().any(|&l| moves(l) != outputs) {
        return Ok(false);
    }
    let sizes = |dims: &[usize]| -> Shape { dims.iter().map(|&l| loops[l]).collect() };
    let (own_sizes, folded_sizes) = (sizes(&own), sizes(&folded));
    let n = crate::tensor::count(&own_sizes).unwrap_or(0);
    let total = crate::tensor::count(loops).unwrap_or(usize::MAX);
    s.charge(total.saturating_mul(program.len()))?;
    if n < COLUMN && !folded.is_empty() {
        return Ok(step_program(program, operands, &strides, loops, params, outputs));
    }
    let layout = |k: usize, at: usize| -> Layout {
        let steps: Shape = own.iter().map(|&l| strides[k][l]).collect();
        Layout::strided(&own_sizes, &steps, at)
    };
    let column = |k: usize, at: usize| match &operands[k] {
        Operand::Scalar(_, v) => Data::splat(*v, n),
        Operand::Elements(t) => t.data.view(&layout(k, at)),
    };
    let mut results: Vec<Data> = (first_output..operands.len()).map(|k| column(k, 0)).collect();
    let mut defined = true;
    crate::tensor::for_each_position(&folded_sizes, |pos| {
        if !defined {
            return;
        }
        let at = |k: usize| pos.iter().zip(&folded).map(|(p, &l)| p * strides[k][l]).sum();
        let inputs = (0..params.min(first_output)).map(|k| column(k, at(k)));
        let args: Vec<Data> = inputs.chain(results.iter().cloned()).take(params).collect();
        match program.columns(&args, n) {
            Some(new) => results = new,
            None => defined = false,
        }
    });
    if !defined {
        return Ok(false);
    }
    for (k, column) in (first_output..).zip(&results) {
        let to = layout(k, 0);
        if let Operand::Elements(t) = &mut operands[k] {
            t.data.write(&to, column);
        }
    }
    Ok(true)
}

/// Runs a payload for one position after the other.
fn step_program(
    program: &Program,
    operands: &mut [Operand],
    strides: &[&Shape],
    loops: &[usize],
    params: usize,
    outputs: usize,
) -> bool {
    let first_output = operands.len() - outputs;
    let mut places = program.places();
    let mut made: Vec<Data> = Vec::new();
    for o in &operands[first_output..] {
        match o {
            Operand::Elements(t) => made.push(t.data.clone()),
            Operand::Scalar(..) => return false,
        }
    }
    let mut defined = true;
    crate::tensor::for_each_position(loops, |pos| {
        let at = |k: usize| linear(pos, strides[k]);
        for (k, place) in places.iter_mut().enumerate().take(params) {
            *place = match &operands[k] {
                Operand::Scalar(_, v) => *v,
                Operand::Elements(_) if k >= first_output => made[k - first_output].get(at(k)),
                Operand::Elements(t) => t.at(at(k)),
            };
        }
        defined &= program.run(&mut places).is_some();
        for (k, data) in made.iter_mut().enumerate() {
            if let Some((_, v)) = program.result(&places, k).filter(|_| defined) {
                data.set(at(first_output + k), v);
            }
        }
    });
    if defined {
        for (o, data) in operands[first_output..].iter_mut().zip(made) {
            if let Operand::Elements(t) = o {
                t.data = data;
            }
        }
    }
    defined
}

/// A contraction of floats whose payload is `out + a * b`, without running the payload for each element.
fn fast_product(
    s: &Step<'_, '_>,
    region: Region,
    maps: &[AffineMap],
    operands: &[Operand],
    loops: &[usize],
    outputs: usize,
) -> Eval<Option<Tensor>> {
    let [Operand::Elements(x), Operand::Elements(y), Operand::Elements(acc)] = operands else {
        return Ok(None);
    };
    let same = outputs == 1 && x.elem == Elem::F32 && y.elem == Elem::F32 && acc.elem == Elem::F32;
    if !same || !maps.iter().all(|m| m.is_projected_permutation(false)) || !is_multiply_add(s, region) {
        return Ok(None);
    }
    let stride = |k: usize, t: &Tensor| match Access::new(s, &maps[k], &operands[k], loops) {
        Ok(Access::Strided(st)) if !t.is_empty() => Some(st),
        _ => None,
    };
    let (Some(xs), Some(ys), Some(zs)) = (stride(0, x), stride(1, y), stride(2, acc)) else {
        return Ok(None);
    };
    let (xv, yv, mut zv) = (f64::all(&x.data), f64::all(&y.data), f64::all(&acc.data));
    let Some((&last, outer)) = loops.split_last() else { return Ok(None) };
    let inner = |st: &Shape| st[outer.len()];
    let (dx, dy, dz) = (inner(&xs), inner(&ys), inner(&zs));
    crate::tensor::for_each_position(outer, |pos| {
        let at = |st: &Shape| pos.iter().zip(st).map(|(p, s)| p * s).sum::<usize>();
        let (bx, by, bz) = (at(&xs), at(&ys), at(&zs));
        for k in 0..last {
            zv[bz + k * dz] += xv[bx + k * dx] * yv[by + k * dy];
        }
    });
    let data = Data::collect(Elem::F32, zv.into_iter().map(|v| Num::F32(v as f32)));
    Ok(Some(Tensor::new(Elem::F32, acc.shape.clone(), data)))
}

/// Whether a payload of two inputs and an output is `output + a * b`.
fn is_multiply_add(s: &Step<'_, '_>, region: Region) -> bool {
    let b = s.body();
    let check = || {
        let &[block] = b.blocks(region) else { return None };
        let &[x, y, z] = b.block_args(block) else { return None };
        let mul = b.first_op(block)?;
        let add = b.next_op(mul)?;
        let last = b.next_op(add)?;
        let names =
            (b.op_name(mul), b.op_name(add), b.op_name(last)) == ("arith.mulf", "arith.addf", "linalg.yield");
        if !names {
            return None;
        }
        let pair = |op, p, q| {
            let o = (b.operand(op, 0), b.operand(op, 1));
            o == (p, q) || o == (q, p)
        };
        let ok = pair(mul, x, y) && pair(add, z, b.result(mul, 0)) && b.operand(last, 0) == b.result(add, 0);
        ok.then_some(())
    };
    check().is_some()
}
