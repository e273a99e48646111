//! Control flow, calls, tuples and collectives.

use super::{
    step,
    types::{Kind, Ty, elem},
    writer::{Level, Val, Writer},
};

/// A few steps of any kind.
fn steps(w: &mut Writer) {
    for _ in 0..w.number(1, 4) {
        step(w);
    }
}

/// The types of some available values.
fn types(w: &mut Writer, least: i64) -> Vec<Ty> {
    (0..w.number(least, 3)).filter_map(|_| w.any(|_| true)).map(|v| v.ty).collect()
}

/// A block that computes values of the given types from available ones.
fn branch(w: &mut Writer, types: &[Ty]) -> String {
    let body = |w: &mut Writer, _: &[Val]| {
        steps(w);
        types.iter().map(|ty| w.need(ty)).collect()
    };
    w.region(false, &[], body).0
}

/// One of two blocks.
pub fn if_(w: &mut Writer) -> Option<()> {
    let types = types(w, 0);
    let p = w.need(&Ty::scalar(elem("i1")));
    let regions = [branch(w, &types), branch(w, &types)];
    w.op("if", &[&p], "", &regions, &types);
    Some(())
}

/// One of several blocks.
pub fn case(w: &mut Writer) -> Option<()> {
    let types = types(w, 1);
    let at = w.need(&Ty::scalar(elem("i32")));
    let regions: Vec<String> = (0..w.number(1, 3)).map(|_| branch(w, &types)).collect();
    w.op("case", &[&at], "", &regions, &types);
    Some(())
}

/// A loop of at most three iterations.
pub fn while_(w: &mut Writer) -> Option<()> {
    let mut types = types(w, 0);
    types.insert(0, Ty::scalar(elem("i32")));
    let rounds = w.number(0, 3);
    let counter = w.scalar("0", elem("i32"));
    let mut inits = vec![counter];
    inits.extend(types[1..].iter().map(|ty| w.need(ty)).collect::<Vec<_>>());
    let (cond, _) = w.region(false, &types, |w, args| {
        let n = w.scalar(&rounds.to_string(), elem("i32"));
        let attrs = "comparison_direction = #stablehlo<comparison_direction LT>";
        let boolean = Ty::scalar(elem("i1"));
        let more = w.op1("compare", &[&args[0], &n], attrs, boolean.clone());
        if !w.chance(1, 4) {
            return vec![more];
        }
        steps(w);
        let other = w.need(&boolean);
        vec![w.op1("and", &[&more, &other], "", boolean)]
    });
    let (body, _) = w.region(false, &types, |w, args| {
        let one = w.scalar("1", elem("i32"));
        let next = w.op1("add", &[&args[0], &one], "", args[0].ty.clone());
        steps(w);
        std::iter::once(next).chain(types[1..].iter().map(|ty| w.need(ty)).collect::<Vec<_>>()).collect()
    });
    let operands: Vec<&Val> = inits.iter().collect();
    w.op("while", &operands, "", &[cond, body], &types);
    Some(())
}

/// A function, called directly or as the decomposition of a composite.
pub fn call(w: &mut Writer) -> Option<()> {
    let args: Vec<Val> = types(w, 1).iter().map(|ty| w.need(ty)).collect();
    let types: Vec<Ty> = args.iter().map(|v| v.ty.clone()).collect();
    let (name, results) = w.function(&types, |w, _| {
        steps(w);
        (0..w.number(1, 3)).filter_map(|_| w.known(|_| true)).collect()
    });
    let operands: Vec<&Val> = args.iter().collect();
    if w.chance(2, 3) {
        w.op("func.call", &operands, &format!("callee = @{name}"), &[], &results);
    } else {
        let attrs = format!(
            "composite_attributes = {{n = 1 : i64}}, decomposition = @{name}, name = \"test.{name}\", version = 1 : i32"
        );
        w.op("composite", &operands, &attrs, &[], &results);
    }
    Some(())
}

/// A tuple and its elements.
pub fn tuple(w: &mut Writer) -> Option<()> {
    let items: Vec<Val> = (0..w.number(1, 3)).filter_map(|_| w.any(|_| true)).collect();
    let operands: Vec<&Val> = items.iter().collect();
    let types: Vec<String> = items.iter().map(|v| v.ty.to_string()).collect();
    let tuple = w.opaque();
    let ty = format!("tuple<{}>", types.join(", "));
    w.raw("tuple", &operands, "", &[], std::slice::from_ref(&tuple), &ty);
    let at = w.rng.below(items.len());
    let out = w.need_name(&items.get(at)?.ty);
    let signature = format!("({ty}) -> {}", out.ty);
    w.line(
        "get_tuple_element",
        &[&tuple],
        &format!("index = {at} : i32"),
        &[],
        std::slice::from_ref(&out),
        &signature,
    );
    w.publish(out);
    Some(())
}

/// A barrier for the motion of values.
pub fn barrier(w: &mut Writer) -> Option<()> {
    let items: Vec<Val> = (0..w.number(1, 3)).filter_map(|_| w.any(|_| true)).collect();
    let operands: Vec<&Val> = items.iter().collect();
    let types: Vec<Ty> = items.iter().map(|v| v.ty.clone()).collect();
    w.op("optimization_barrier", &operands, "", &[], &types);
    Some(())
}

/// Communication of a process with itself.
pub fn collective(w: &mut Writer) -> Option<()> {
    const GROUPS: &str = "replica_groups = dense<0> : tensor<1x1xi64>";
    if w.level == Level::Reference {
        // It runs them for several processes only.
        return None;
    }
    let x = w.any(|t| t.rank() > 0 && t.elem.is_plain() && t.count() > 0)?;
    let d = w.rng.below(x.ty.rank());
    let ty = x.ty.clone();
    let kind = w.rng.below(6);
    // XLA for the CPU broadcasts nothing, and has no maximum of complex numbers.
    if w.level == Level::Compiler && (kind == 3 || kind > 3 && x.ty.elem.is_complex()) {
        return None;
    }
    match kind {
        0 => {
            w.op1("all_gather", &[&x], &format!("all_gather_dim = {d} : i64, {GROUPS}"), ty);
        }
        1 => {
            let attrs = format!(
                "concat_dimension = {d} : i64, {GROUPS}, split_count = 1 : i64, split_dimension = {d} : i64"
            );
            w.op1("all_to_all", &[&x], &attrs, ty);
        }
        2 => {
            let pairs =
                if w.chance(1, 2) { "dense<0> : tensor<1x2xi64>" } else { "dense<> : tensor<0x2xi64>" };
            w.op1("collective_permute", &[&x], &format!("source_target_pairs = {pairs}"), ty);
        }
        3 => {
            w.op1("collective_broadcast", &[&x], GROUPS, ty);
        }
        _ => {
            let name = if x.ty.elem.kind == Kind::Bool { "or" } else { "maximum" };
            let scalar = Ty::scalar(x.ty.elem);
            let (body, _) = w.region(true, &[scalar.clone(), scalar], |w, args| {
                vec![w.op1(name, &[&args[0], &args[1]], "", args[0].ty.clone())]
            });
            if w.chance(1, 2) {
                w.op("all_reduce", &[&x], GROUPS, &[body], &[ty]);
            } else {
                w.op(
                    "reduce_scatter",
                    &[&x],
                    &format!("{GROUPS}, scatter_dimension = {d} : i64"),
                    &[body],
                    &[ty],
                );
            }
        }
    }
    Some(())
}
