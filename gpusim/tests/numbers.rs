//! Arithmetic against a reference evaluation of single numbers: integers in 128 bits, floats by their exact formats.

use crate::support;
use strata_gpusim::{Device, Dims};
use strata_ir::num::{ApInt, FloatFormat};
use support::*;

/// Pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let v = self.0;
        (v ^ v >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    /// Bits of a type: often its extreme values.
    fn bits(&mut self, bits: u32) -> u64 {
        let mask = u64::MAX >> (64 - bits);
        let v = self.next();
        let v = match v >> 60 {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => 1 << (bits - 1),
            4 => (1 << (bits - 1)) - 1,
            5 => v & 7,
            _ => v >> 3,
        };
        v & mask
    }
}

/// Operand rows of each launch.
const COUNT: usize = 256;

/// Runs `op` on each of the rows of operands, and returns the results.
fn evaluate(op: &str, types: &[&str], result: &str, rows: &[Vec<u64>]) -> Vec<u64> {
    let mut body = String::from(
        "%tid = nvvm.read.ptx.sreg.tid.x : i32
         %n = llvm.mlir.constant(4 : i32) : i32
         %at = llvm.mul %tid, %n : i32
         %p = llvm.getelementptr %a[%at] : (!llvm.ptr, i32) -> !llvm.ptr, i64
         %q = llvm.getelementptr %b[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i64\n",
    );
    for (i, ty) in types.iter().enumerate() {
        body += &format!(
            "%p{i} = llvm.getelementptr %p[{i}] : (!llvm.ptr) -> !llvm.ptr, i64\n%v{i} = llvm.load %p{i} : !llvm.ptr -> {ty}\n"
        );
    }
    let zero = "%z = llvm.mlir.constant(0 : i64) : i64\nllvm.store %z, %q : i64, !llvm.ptr\n";
    body += &format!("{zero}%r = {op}\nllvm.store %r, %q : {result}, !llvm.ptr");
    let mut d: Device = device(&kernel("", "%a: !llvm.ptr, %b: !llvm.ptr", &body));
    let padded: Vec<u64> = rows.iter().flat_map(|r| (0..4).map(|i| r.get(i).copied().unwrap_or(0))).collect();
    let a = d.alloc_from(&bytes(&padded, u64::to_le_bytes)).unwrap();
    let b = d.alloc(8 * rows.len()).unwrap();
    d.launch("k", Dims::linear(1, rows.len() as u32), &[a, b]).unwrap();
    let mut out = vec![0; 8 * rows.len()];
    d.read(b, &mut out).unwrap();
    out.chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap())).collect()
}

/// Compares an op on integers with a function of the unsigned and the signed operands.
fn check_ints(op: &str, count: usize, divides: bool, f: impl Fn(u32, &[u64], &[i128]) -> u64) {
    let mut numbers = Numbers(op.len() as u64);
    for bits in [8u32, 16, 32, 64] {
        let mask = u64::MAX >> (64 - bits);
        let rows: Vec<Vec<u64>> = (0..COUNT)
            .map(|_| {
                let mut row: Vec<u64> = (0..count).map(|_| numbers.bits(bits)).collect();
                if divides && row[1] == 0 {
                    row[1] = 1;
                }
                row
            })
            .collect();
        let ty = format!("i{bits}");
        let types = vec![ty.as_str(); count];
        let args: Vec<String> = (0..count).map(|i| format!("%v{i}")).collect();
        let text = if op.starts_with("llvm.intr.ct") || op == "llvm.intr.abs" {
            format!(
                "\"{op}\"(%v0) {{{} = false}} : ({ty}) -> {ty}",
                if op.ends_with("abs") { "is_int_min_poison" } else { "is_zero_poison" }
            )
        } else if op.starts_with("llvm.intr.") {
            format!("{op}({}) : ({}) -> {ty}", args.join(", "), types.join(", "))
        } else {
            format!("{op} {} : {ty}", args.join(", "))
        };
        for (row, got) in rows.iter().zip(evaluate(&text, &types, &ty, &rows)) {
            let signed: Vec<i128> =
                row.iter().map(|&v| i128::from((v << (64 - bits)) as i64 >> (64 - bits))).collect();
            assert_eq!(got, f(bits, row, &signed) & mask, "{text} of {row:x?}");
        }
    }
}

#[test]
fn integers() {
    let top = |bits: u32| (1i128 << (bits - 1)) - 1;
    check_ints("llvm.add", 2, false, |_, u, _| u[0].wrapping_add(u[1]));
    check_ints("llvm.sub", 2, false, |_, u, _| u[0].wrapping_sub(u[1]));
    check_ints("llvm.mul", 2, false, |_, u, _| u[0].wrapping_mul(u[1]));
    check_ints("llvm.udiv", 2, true, |_, u, _| u[0] / u[1]);
    check_ints("llvm.urem", 2, true, |_, u, _| u[0] % u[1]);
    check_ints("llvm.sdiv", 2, true, |_, _, s| (s[0] / s[1]) as u64);
    check_ints("llvm.srem", 2, true, |_, _, s| (s[0] % s[1]) as u64);
    check_ints("llvm.shl", 2, false, |bits, u, _| if u[1] < bits.into() { u[0] << u[1] } else { 0 });
    check_ints("llvm.lshr", 2, false, |bits, u, _| if u[1] < bits.into() { u[0] >> u[1] } else { 0 });
    check_ints("llvm.ashr", 2, false, |_, u, s| (s[0] >> u[1].min(100)) as u64);
    check_ints("llvm.intr.smax", 2, false, |_, _, s| s[0].max(s[1]) as u64);
    check_ints("llvm.intr.smin", 2, false, |_, _, s| s[0].min(s[1]) as u64);
    check_ints("llvm.intr.umax", 2, false, |_, u, _| u[0].max(u[1]));
    check_ints("llvm.intr.umin", 2, false, |_, u, _| u[0].min(u[1]));
    check_ints("llvm.intr.sadd.sat", 2, false, |bits, _, s| {
        (s[0] + s[1]).clamp(-top(bits) - 1, top(bits)) as u64
    });
    check_ints("llvm.intr.ssub.sat", 2, false, |bits, _, s| {
        (s[0] - s[1]).clamp(-top(bits) - 1, top(bits)) as u64
    });
    check_ints("llvm.intr.uadd.sat", 2, false, |bits, u, _| {
        (u128::from(u[0]) + u128::from(u[1])).min((1 << bits) - 1) as u64
    });
    check_ints("llvm.intr.usub.sat", 2, false, |_, u, _| u[0].saturating_sub(u[1]));
    check_ints("llvm.intr.ctpop", 1, false, |_, u, _| u[0].count_ones().into());
    check_ints("llvm.intr.ctlz", 1, false, |bits, u, _| (u[0].leading_zeros() - (64 - bits)).into());
    check_ints("llvm.intr.cttz", 1, false, |bits, u, _| u[0].trailing_zeros().min(bits).into());
    check_ints("llvm.intr.abs", 1, false, |_, _, s| s[0].unsigned_abs() as u64);
    check_ints("llvm.intr.fshl", 3, false, |bits, u, _| {
        let by = (u[2] % u64::from(bits)) as u32;
        ((u128::from(u[0]) << bits | u128::from(u[1])) << by >> bits) as u64
    });
}

const FLOATS: [(&str, FloatFormat); 4] = [
    ("f16", FloatFormat::F16),
    ("bf16", FloatFormat::BF16),
    ("f32", FloatFormat::F32),
    ("f64", FloatFormat::F64),
];

/// Compares an op on floats with one of the exact formats; any NaN equals any other.
fn check_floats(op: &str, count: usize, f: impl Fn(FloatFormat, &[u128]) -> u128) {
    let mut numbers = Numbers(op.len() as u64 + 1);
    for (name, format) in FLOATS {
        let rows: Vec<Vec<u64>> = (0..COUNT)
            .map(|_| {
                let first = numbers.bits(format.width());
                // Numbers of similar magnitude, so that sums are rounded.
                let near = |n: &mut Numbers| {
                    if n.next() % 2 == 0 {
                        n.bits(format.width())
                    } else {
                        first ^ n.next() >> (64 - format.precision())
                    }
                };
                std::iter::once(first).chain((1..count).map(|_| near(&mut numbers))).collect()
            })
            .collect();
        let types = vec![name; count];
        let args: Vec<String> = (0..count).map(|i| format!("%v{i}")).collect();
        let text = if op.starts_with("llvm.intr.") {
            format!("{op}({}) : ({}) -> {name}", args.join(", "), types.join(", "))
        } else {
            format!("{op} {} : {name}", args.join(", "))
        };
        for (row, got) in rows.iter().zip(evaluate(&text, &types, name, &rows)) {
            let wide: Vec<u128> = row.iter().map(|&v| v.into()).collect();
            let want = f(format, &wide);
            let same = u128::from(got) == want || format.is_nan(got.into()) && format.is_nan(want);
            assert!(same, "{text} of {row:x?}: {got:x} instead of {want:x}");
        }
    }
}

#[test]
fn floats() {
    check_floats("llvm.fadd", 2, |f, v| f.add(v[0], v[1]));
    check_floats("llvm.fsub", 2, |f, v| f.sub(v[0], v[1]));
    check_floats("llvm.fmul", 2, |f, v| f.mul(v[0], v[1]));
    check_floats("llvm.fdiv", 2, |f, v| f.div(v[0], v[1]));
    check_floats("llvm.frem", 2, |f, v| f.rem(v[0], v[1]));
    check_floats("llvm.fneg", 1, |f, v| f.negate(v[0]));
    check_floats("llvm.intr.fabs", 1, |f, v| f.abs(v[0]));
    check_floats("llvm.intr.sqrt", 1, |f, v| f.sqrt(v[0]));
    check_floats("llvm.intr.fma", 3, |f, v| f.fma(v[0], v[1], v[2]));
    check_floats("llvm.intr.maximum", 2, |f, v| f.maximum(v[0], v[1]));
    check_floats("llvm.intr.minimum", 2, |f, v| f.minimum(v[0], v[1]));
    // The sign of a zero result is unspecified for these.
    let zeros = |f: FloatFormat, v: &[u128]| f.is_zero(v[0]) && f.is_zero(v[1]);
    check_floats("llvm.intr.maxnum", 2, |f, v| {
        if zeros(f, v) { f.maximum(v[0], v[1]) } else { f.maxnum(v[0], v[1]) }
    });
    check_floats("llvm.intr.minnum", 2, |f, v| {
        if zeros(f, v) { f.minimum(v[0], v[1]) } else { f.minnum(v[0], v[1]) }
    });
}

#[test]
fn comparisons_of_floats() {
    use std::cmp::Ordering::*;
    let words =
        ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];
    let mut numbers = Numbers(9);
    for (name, format) in FLOATS {
        let rows: Vec<Vec<u64>> =
            (0..COUNT).map(|_| vec![numbers.bits(format.width()), numbers.bits(format.width())]).collect();
        for word in words {
            let text = format!("llvm.fcmp \"{word}\" %v0, %v1 : {name}");
            for (row, got) in rows.iter().zip(evaluate(&text, &[name, name], "i1", &rows)) {
                let order = format.compare(row[0].into(), row[1].into());
                let (ordered, rest) = (word.starts_with('o'), &word[1..]);
                let want = match (word, order) {
                    ("ord", o) => o.is_some(),
                    ("uno", o) => o.is_none(),
                    (_, None) => !ordered,
                    (_, Some(o)) => match rest {
                        "eq" => o == Equal,
                        "gt" => o == Greater,
                        "ge" => o != Less,
                        "lt" => o == Less,
                        "le" => o != Greater,
                        _ => o != Equal,
                    },
                };
                assert_eq!(got & 1 != 0, want, "{word} of {row:x?} in {name}");
            }
        }
    }
}

#[test]
fn conversions() {
    let mut numbers = Numbers(77);
    for (name, format) in FLOATS {
        for bits in [8u32, 16, 32, 64] {
            let ty = format!("i{bits}");
            let rows: Vec<Vec<u64>> = (0..COUNT).map(|_| vec![numbers.bits(bits)]).collect();
            for signed in [true, false] {
                let op = if signed { "sitofp" } else { "uitofp" };
                let text = format!("llvm.{op} %v0 : {ty} to {name}");
                for (row, got) in rows.iter().zip(evaluate(&text, &[&ty], name, &rows)) {
                    let value = ApInt::from_le_bytes(bits, &row[0].to_le_bytes()[..bits as usize / 8]);
                    assert_eq!(u128::from(got), format.from_int(&value, signed), "{text} of {row:x?}");
                }
            }
            let rows: Vec<Vec<u64>> = (0..COUNT).map(|_| vec![numbers.bits(format.width())]).collect();
            for signed in [true, false] {
                let op = if signed { "fptosi" } else { "fptoui" };
                let text = format!("llvm.{op} %v0 : {name} to {ty}");
                for (row, got) in rows.iter().zip(evaluate(&text, &[name], &ty, &rows)) {
                    let want = format.to_int_saturating(row[0].into(), bits, signed);
                    let want = want.as_u64().unwrap_or_else(|| want.as_i64().unwrap() as u64);
                    assert_eq!(got, want & u64::MAX >> (64 - bits), "{text} of {row:x?}");
                }
            }
        }
        for (other, to) in FLOATS {
            if to.width() == format.width() {
                continue;
            }
            let op = if to.width() > format.width() { "fpext" } else { "fptrunc" };
            let text = format!("llvm.{op} %v0 : {name} to {other}");
            let rows: Vec<Vec<u64>> = (0..COUNT).map(|_| vec![numbers.bits(format.width())]).collect();
            for (row, got) in rows.iter().zip(evaluate(&text, &[name], other, &rows)) {
                let want = to.convert_from(format, row[0].into());
                let same = u128::from(got) == want || to.is_nan(got.into()) && to.is_nan(want);
                assert!(same, "{text} of {row:x?}: {got:x} instead of {want:x}");
            }
        }
    }
}
