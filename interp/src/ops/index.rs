//! `index`: as `arith`, on numbers of 64 bits.

use strata_index::IndexCmpPredicate;

use super::{
    arith::{constant, holds_int},
    elementwise::{bin, functions, map_n, map1},
};
use crate::{Elem, Interpreter, Num, Value, kernels::Bin};

functions!(BINARY, register_binary, Bin, "index.", bin, {
    "add" => Add, "sub" => Sub, "mul" => Mul,
    "divs" => DivS, "divu" => DivU, "rems" => RemS, "remu" => RemU,
    "ceildivs" => CeilDivS, "ceildivu" => CeilDivU, "floordivs" => FloorDivS,
    "and" => And, "or" => Or, "xor" => Xor, "shl" => Shl, "shrs" => ShrA, "shru" => ShrL,
    "maxs" => MaxS, "maxu" => MaxU, "mins" => MinS, "minu" => MinU,
});

pub(crate) fn register(i: &mut Interpreter) {
    register_binary(i);
    i.register("index.constant", constant);
    i.register("index.bool.constant", constant);
    i.register("index.sizeof", |s| s.set(0, Value::Scalar(Elem::I64, Num::Int(64))));
    i.register("index.casts", |s| map1(s, |e, to, x| Some(Num::Int(to.wrap(e.signed(x.int()))))));
    i.register("index.castu", |s| map1(s, |e, to, x| Some(Num::Int(to.wrap(e.zext(x.int()) as i64)))));
    i.register("index.cmp", |s| {
        let attr = s.attr("pred").and_then(|a| s.cx().attr_as::<IndexCmpPredicate>(a));
        let pred = *attr.ok_or_else(|| s.fault("has no predicate"))?;
        // The predicates have the numbers of those of `arith.cmpi`.
        map_n(s, 2, |v| Some(Num::Int(holds_int(pred as i64, v[0].0, v[0].1, v[1].1) as i64)))
    });
}
