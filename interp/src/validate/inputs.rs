//! Random values for the arguments of functions.

use strata_ir::prelude::{Context, TensorType, Type, VectorType};

use crate::{Elem, MemRef, Num, Tensor, Value, kernels::split_mix, value::static_shape};

/// The argument number `arg` of the call number `call`.
///
/// Every third seed of [`random_value`] mixes in infinities and huge numbers, for which passes that legally reorder sums change results;
/// those seeds are skipped. Integers are small in every second call, so that loops are short and indices in bounds; in the others, half of
/// the elements of arrays are any numbers of their type, so that a wrong sign or width is found. A number alone is small: it may be a bound
/// of a loop.
///
/// It does not depend on the level, so that a memref gets the same numbers as the tensor before bufferization.
pub(super) fn random_argument(cx: &Context, ty: Type, call: u64, arg: usize) -> Option<Value> {
    let is_array = cx.shaped(ty).and_then(|s| s.shape).is_some_and(|shape| !shape.is_empty());
    let integers = if call % 2 == 1 && is_array { Integers::Any } else { Integers::Small };
    value(cx, ty, (call * 1009 + arg as u64) * 3 + 1, integers)
}

/// A value of a type, the same for a tensor, a vector and a memref of one shape: mostly small numbers, with special
/// ones among them for every third seed. `None` for types without a known size.
pub fn random_value(cx: &Context, ty: Type, seed: u64) -> Option<Value> {
    value(cx, ty, seed, Integers::Small)
}

/// The integers of a random value.
#[derive(Clone, Copy, PartialEq)]
enum Integers {
    /// From 0 to 9, but for special ones.
    Small,
    /// Half of them of all numbers of the type, if it is not `index`.
    Any,
}

fn value(cx: &Context, ty: Type, seed: u64, integers: Integers) -> Option<Value> {
    let elem = Elem::from_type(cx, cx.elem_or_self(ty))?;
    let Some(shaped) = cx.shaped(ty) else {
        return Some(Value::Scalar(elem, random_tensor(elem, &[], seed, integers)?.at(0)));
    };
    let t = random_tensor(elem, &static_shape(shaped.shape?)?, seed, integers)?;
    if cx.type_as::<TensorType>(ty).is_some() {
        Some(Value::Tensor(t))
    } else if cx.type_as::<VectorType>(ty).is_some() {
        Some(Value::Vector(t))
    } else {
        Some(Value::MemRef(MemRef::from_tensor(&t)))
    }
}

fn random_tensor(elem: Elem, shape: &[usize], seed: u64, integers: Integers) -> Option<Tensor> {
    let n = crate::tensor::count(shape).filter(|&n| n <= 1 << 24)?;
    let mut state = seed;
    let special = seed.is_multiple_of(3);
    let any = integers == Integers::Any && elem != Elem::Index;
    let float = |r: u64| match r % 64 {
        0 if special => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0][(r >> 8) as usize % 4],
        1 if special => [1e30, -1e30, 1e-30, 65504.0][(r >> 8) as usize % 4],
        _ => (r >> 12) as f64 / (1u64 << 51) as f64 - 1.0,
    };
    let int = |r: u64| match r % 64 {
        0 if special => i64::MIN >> (64 - elem.width().max(1)),
        1 if special => i64::MAX >> (64 - elem.width().max(1)),
        2 if special => 0,
        r64 if any && r64 % 2 == 1 => r.rotate_left(32) as i64,
        _ => (r >> 8) as i64 % 10,
    };
    let data = (0..n).map(|_| {
        let r = split_mix(&mut state);
        match elem {
            Elem::Int { .. } | Elem::Index => Num::Int(elem.wrap(int(r))),
            Elem::Float(_) => Num::from_f64(elem, float(r)),
            Elem::Complex(_) => {
                Num::from_complex(elem, crate::C64::new(float(r), float(split_mix(&mut state))))
            }
        }
    });
    let nums: Vec<Num> = data.collect();
    Some(Tensor::new(elem, shape, crate::Data::collect(elem, nums.into_iter())))
}
