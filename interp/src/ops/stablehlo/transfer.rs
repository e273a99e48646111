//! Transfers between processes and with the host, and programs that run at the same time.

use std::sync::Arc;

use strata_ir::prelude::{ArrayAttr, DenseElementsAttr, Op, SymbolRefAttr};

use super::collective::{channel, matrix, stopped};
use crate::{
    Args, Eval, Feed, Flow, GridSize, Interpreter, NpyArray, Outfed, Step, Value,
    grid::{Grid, Port, process_name},
    npy::dtype_of,
    run::Task,
};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.send", send);
    i.register("stablehlo.recv", recv);
    i.register("stablehlo.infeed", infeed);
    i.register("stablehlo.outfeed", |s| {
        let values = data_operands(s)?;
        let out = Outfed { process: s.m.process.number, channel: None, values: values.into_vec() };
        s.m.process.grid.outfeed(out);
        s.set(0, Value::Token)
    });
    i.register("interpreter.run_parallel", run_parallel);
}

/// The operands but the token at their end.
fn data_operands(s: &Step<'_, '_>) -> Eval<Args> {
    let mut values = s.operands_from(0)?;
    let token = values.pop();
    s.ensure(matches!(token, Some(Value::Token)), || "needs a token as its last operand".into())?;
    Ok(values)
}

/// The results of an op that gives values and a token.
fn set_received(s: &mut Step<'_, '_>, mut values: Args) -> Eval {
    values.push(Value::Token);
    s.set_all(values)
}

/// The partner of this process by the pairs of the op, in place `to` of each; `None` if the op has no pairs.
fn partner(s: &Step<'_, '_>, own: usize, other: usize) -> Eval<Option<Option<usize>>> {
    let name = "source_target_pairs";
    let Some(d) = s.attr(name).and_then(|a| s.cx().attr_as::<DenseElementsAttr>(a)) else { return Ok(None) };
    let pairs = matrix(s, d, name)?;
    if pairs.is_empty() {
        return Ok(None);
    }
    let mine = pairs.iter().find(|p| p.len() == 2 && p[own] == s.m.process.number);
    Ok(Some(mine.map(|p| p[other])))
}

fn send(s: &mut Step<'_, '_>) -> Eval {
    let values = data_operands(s)?;
    let channel = channel(s);
    let grid = s.m.process.grid.clone();
    if s.flag("is_host_transfer") {
        let out = Outfed { process: s.m.process.number, channel: Some(channel), values: values.into_vec() };
        grid.outfeed(out);
        return s.set(0, Value::Token);
    }
    match partner(s, 0, 1)? {
        None => grid.send(Port::Any(channel), values),
        Some(Some(target)) if target < grid.size.processes() => grid.send(Port::To(channel, target), values),
        Some(Some(target)) => return Err(s.fault(format!("sends to {target}, which is no process"))),
        // A process that is no source sends nothing.
        Some(None) => (),
    }
    s.set(0, Value::Token)
}

fn recv(s: &mut Step<'_, '_>) -> Eval {
    let channel = channel(s);
    let grid = s.m.process.grid.clone();
    let number = s.m.process.number;
    let port = if s.flag("is_host_transfer") {
        if let Some(feed) = grid.from_host(channel) {
            return take_feed(s, feed);
        }
        Port::FromHost(channel)
    } else {
        match partner(s, 1, 0)? {
            None => Port::Any(channel),
            Some(Some(_)) => Port::To(channel, number),
            Some(None) => {
                let name = process_name(grid.size, number);
                return Err(s.fault(format!("receives in process {name}, to which nobody sends")));
            }
        }
    };
    match grid.receive(port) {
        Ok(values) => set_received(s, values),
        Err(stop) => Err(stopped(s, stop, &format!("a value in channel {channel}"))),
    }
}

fn infeed(s: &mut Step<'_, '_>) -> Eval {
    let feed = s.m.process.grid.infeed();
    let feed = feed.ok_or_else(|| s.fault("waits forever for a value: the infeed is empty"))?;
    take_feed(s, feed)
}

/// Sets the results of an op that takes values from the host.
fn take_feed(s: &mut Step<'_, '_>, feed: Feed) -> Eval {
    match feed {
        Feed::Values(values) => set_received(s, values.into()),
        Feed::Bytes(arrays) => {
            let values = decode(s, arrays)?;
            set_received(s, values)
        }
        Feed::Function(name) => {
            let body = s.check(s.m.function(&name))?;
            let at = s.body().loc(s.op);
            let values = s.m.call(body, Args::new(), at)?;
            set_received(s, values)
        }
    }
}

/// The values of bytes, whose types are those of the results of the op but the token at their end.
fn decode(s: &Step<'_, '_>, arrays: Vec<Vec<u8>>) -> Eval<Args> {
    let expected = s.body().results(s.op).len().saturating_sub(1);
    let given = arrays.len();
    s.ensure(given == expected, || format!("takes {expected} arrays, {given} are given"))?;
    let decode_one = |(i, data): (usize, Vec<u8>)| {
        let (elem, shape) = (s.result_elem(i)?, s.result_shape(i)?);
        let bytes = s.elements(&shape)?.saturating_mul(elem.bytes());
        s.ensure(data.len() == bytes, || format!("takes {bytes} bytes for result #{i}, not {}", data.len()))?;
        let array = NpyArray { dtype: dtype_of(elem), shape: shape.to_vec(), data };
        s.check(array.to_value(s.cx(), s.result_type(i)?))
    };
    arrays.into_iter().enumerate().map(decode_one).collect()
}

/// The names in an array of symbols.
fn symbols(s: &Step<'_, '_>, a: &ArrayAttr) -> Eval<Vec<String>> {
    let names = a.0.iter().map(|&a| {
        let cx = s.cx();
        let symbol = cx.attr_as::<SymbolRefAttr>(a).map(|r| cx.str(r.leaf()).to_owned());
        symbol.or_else(|| cx.attr_str(a).map(str::to_owned))
    });
    names.collect::<Option<_>>().ok_or_else(|| s.fault("needs names of functions"))
}

/// Runs a matrix of functions at the same time; its rows are replicas. The arguments and results of all functions are
/// concatenated.
fn run_parallel(s: &mut Step<'_, '_>) -> Eval {
    let cx = s.cx();
    let mut programs: Vec<Vec<String>> = Vec::new();
    for &row in &s.typed::<ArrayAttr>("programs")?.0 {
        let row = cx.attr_as::<ArrayAttr>(row).ok_or_else(|| s.fault("needs a matrix of programs"))?;
        programs.push(symbols(s, row)?);
    }
    let size = GridSize { replicas: programs.len(), partitions: programs.first().map_or(0, Vec::len) };
    s.ensure(size.processes() > 0 && programs.iter().all(|r| r.len() == size.partitions), || {
        "needs a matrix of programs".into()
    })?;
    let infeed = match s.attr("infeed").and_then(|a| cx.attr_as::<ArrayAttr>(a)) {
        Some(a) => symbols(s, a)?.into_iter().map(Feed::Function).collect(),
        None => Vec::new(),
    };
    let mut inputs = s.operands_from(0)?.into_iter();
    let at = s.body().loc(s.op);
    let mut tasks = Vec::new();
    for name in programs.iter().flatten() {
        let body = s.check(s.m.function(name))?;
        let n = body.regions(Op::SELF).first().and_then(|&r| body.blocks(r).first());
        let n = n.map_or(0, |&block| body.block_args(block).len());
        tasks.push(Task { body, args: inputs.by_ref().take(n).collect(), at });
    }
    s.ensure(inputs.next().is_none(), || "has more inputs than its programs".into())?;
    let grid = Arc::new(Grid::new(size, infeed, Vec::new()));
    let interpreter = s.m.interpreter;
    let outcomes = interpreter.run_tasks(s.m.module, &grid, tasks)?;
    let mut results = Args::new();
    outcomes.iter().for_each(|outcome| results.extend(outcome.results.iter().cloned()));
    s.take_outcomes(outcomes)?;
    s.set_all(results)?;
    Ok(Flow::Next)
}
