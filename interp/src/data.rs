//! [`Num`], one number, and [`Data`], many of one type: shared vectors of a carrier.

use std::sync::Arc;

use num_complex::Complex;

use crate::{Carrier, Elem, strided::Layout};

/// A complex number of two `f32`.
pub type C32 = Complex<f32>;
/// A complex number of two `f64`.
pub type C64 = Complex<f64>;

/// A number in its carrier type; its [`Elem`] determines the interpretation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Num {
    /// An integer.
    Int(i64),
    /// A float of at most 32 bits.
    F32(f32),
    /// A float of 64 bits.
    F64(f64),
    /// A complex number of two `f32`.
    C32(C32),
    /// A complex number of two `f64`.
    C64(C64),
}

impl Num {
    /// The integer; 0 for a float or complex number.
    pub fn int(self) -> i64 {
        match self {
            Num::Int(v) => v,
            _ => 0,
        }
    }
    /// The real value; the real part of a complex number.
    pub fn real(self) -> f64 {
        match self {
            Num::Int(v) => v as f64,
            Num::F32(v) => v as f64,
            Num::F64(v) => v,
            Num::C32(v) => v.re as f64,
            Num::C64(v) => v.re,
        }
    }
    /// The value as a complex number.
    pub fn complex(self) -> C64 {
        match self {
            Num::C32(v) => C64::new(v.re as f64, v.im as f64),
            Num::C64(v) => v,
            other => C64::new(other.real(), 0.0),
        }
    }
    /// The number of type `elem` nearest to a float; integers saturate.
    pub fn from_f64(elem: Elem, v: f64) -> Num {
        match elem.carrier() {
            Carrier::Int => Num::Int(crate::kernels::float_to_int(v, elem)),
            Carrier::F32 => Num::F32(elem.round(v)),
            Carrier::F64 => Num::F64(v),
            Carrier::C32 => Num::C32(C32::new(v as f32, 0.0)),
            Carrier::C64 => Num::C64(C64::new(v, 0.0)),
        }
    }
    /// The number of type `elem` nearest to a complex number.
    pub fn from_complex(elem: Elem, v: C64) -> Num {
        match elem.carrier() {
            Carrier::C32 => Num::C32(C32::new(v.re as f32, v.im as f32)),
            Carrier::C64 => Num::C64(v),
            _ => Num::from_f64(elem, v.re),
        }
    }
    /// The number of type `elem` that an integer converts to; integers wrap.
    pub fn from_i64(elem: Elem, v: i64) -> Num {
        match elem.carrier() {
            Carrier::Int => Num::Int(elem.wrap(v)),
            Carrier::F32 if elem == Elem::F32 => Num::F32(v as f32),
            _ => Num::from_f64(elem, v as f64),
        }
    }
    /// Zero of a type.
    pub fn zero(elem: Elem) -> Num {
        match elem.carrier() {
            Carrier::Int => Num::Int(0),
            Carrier::F32 => Num::F32(0.0),
            Carrier::F64 => Num::F64(0.0),
            Carrier::C32 => Num::C32(C32::default()),
            Carrier::C64 => Num::C64(C64::default()),
        }
    }
    /// Reads [`Elem::bytes`] little-endian bytes.
    pub fn from_le(elem: Elem, bytes: &[u8]) -> Num {
        let word = |b: &[u8]| b.iter().take(8).enumerate().fold(0u64, |v, (i, &b)| v | (b as u64) << (8 * i));
        match elem.carrier() {
            Carrier::Int => Num::Int(elem.wrap(word(bytes) as i64)),
            // No detour through f64, which would quiet a signalling NaN.
            Carrier::F32 if elem == Elem::F32 => Num::F32(f32::from_bits(word(bytes) as u32)),
            Carrier::F32 => Num::F32(elem.float_from_bits(word(bytes)) as f32),
            Carrier::F64 => Num::F64(f64::from_bits(word(bytes))),
            Carrier::C32 => {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                Num::C32(C32::new(f32::from_bits(word(re) as u32), f32::from_bits(word(im) as u32)))
            }
            Carrier::C64 => {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                Num::C64(C64::new(f64::from_bits(word(re)), f64::from_bits(word(im))))
            }
        }
    }
    /// Appends [`Elem::bytes`] little-endian bytes.
    pub fn to_le(self, elem: Elem, out: &mut Vec<u8>) {
        match self {
            Num::C32(v) => {
                out.extend(v.re.to_le_bytes());
                out.extend(v.im.to_le_bytes());
            }
            Num::C64(v) => {
                out.extend(v.re.to_le_bytes());
                out.extend(v.im.to_le_bytes());
            }
            other => out.extend(&other.bits(elem).to_le_bytes()[..elem.bytes().min(8)]),
        }
    }
    /// The bits of an integer or a float in the format of its type.
    pub fn bits(self, elem: Elem) -> u64 {
        match self {
            Num::Int(v) => elem.zext(v),
            Num::F32(v) if elem == Elem::F32 => v.to_bits() as u64,
            Num::F32(v) => elem.float_bits(v as f64),
            Num::F64(v) => v.to_bits(),
            Num::C32(v) => v.re.to_bits() as u64 | (v.im.to_bits() as u64) << 32,
            Num::C64(v) => v.re.to_bits(),
        }
    }
    /// The integer or float whose bits these are.
    pub fn from_bits(elem: Elem, bits: u64) -> Num {
        Num::from_le(elem, &bits.to_le_bytes()[..elem.bytes().min(8)])
    }
}

/// A vector of numbers in one carrier, shared by reference.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Integers.
    Int(Arc<Vec<i64>>),
    /// Floats of at most 32 bits.
    F32(Arc<Vec<f32>>),
    /// Floats of 64 bits.
    F64(Arc<Vec<f64>>),
    /// Complex numbers of two `f32`.
    C32(Arc<Vec<C32>>),
    /// Complex numbers of two `f64`.
    C64(Arc<Vec<C64>>),
}

/// A Rust type that carries numbers.
pub trait Carried: Copy + Default + PartialEq + 'static {
    /// The data of a vector.
    fn wrap(v: Vec<Self>) -> Data {
        Self::share(Arc::new(v))
    }
    /// The data of a vector that may be shared.
    fn share(v: Arc<Vec<Self>>) -> Data;
    /// The number.
    fn num(self) -> Num;
    /// The number, if it is in this carrier.
    fn from_num(n: Num) -> Option<Self>;
    /// The vector, if it is in this carrier.
    fn slice(d: &Data) -> Option<&[Self]>;
}
macro_rules! carried {
    ($($ty:ty = $name:ident),*) => {$(
        impl Carried for $ty {
            fn share(v: Arc<Vec<Self>>) -> Data {
                Data::$name(v)
            }
            fn num(self) -> Num {
                Num::$name(self)
            }
            fn from_num(n: Num) -> Option<Self> {
                match n { Num::$name(v) => Some(v), _ => None }
            }
            fn slice(d: &Data) -> Option<&[Self]> {
                match d { Data::$name(v) => Some(v), _ => None }
            }
        }
    )*};
}
carried!(i64 = Int, f32 = F32, f64 = F64, C32 = C32, C64 = C64);

/// Runs an expression with `$v` bound to the vector of whichever carrier.
#[macro_export]
macro_rules! each {
    ($data:expr, $v:ident => $e:expr) => {
        match $data {
            $crate::Data::Int($v) => $e,
            $crate::Data::F32($v) => $e,
            $crate::Data::F64($v) => $e,
            $crate::Data::C32($v) => $e,
            $crate::Data::C64($v) => $e,
        }
    };
}

impl Data {
    /// `n` copies of a number.
    pub fn splat(num: Num, n: usize) -> Data {
        match num {
            Num::Int(v) => Carried::wrap(vec![v; n]),
            Num::F32(v) => Carried::wrap(vec![v; n]),
            Num::F64(v) => Carried::wrap(vec![v; n]),
            Num::C32(v) => Carried::wrap(vec![v; n]),
            Num::C64(v) => Carried::wrap(vec![v; n]),
        }
    }
    /// Collects numbers of type `elem`.
    pub fn collect(elem: Elem, nums: impl Iterator<Item = Num>) -> Data {
        fn all<T: Carried>(nums: impl Iterator<Item = Num>) -> Data {
            T::wrap(nums.map(|n| T::from_num(n).unwrap_or_default()).collect())
        }
        match elem.carrier() {
            Carrier::Int => all::<i64>(nums),
            Carrier::F32 => all::<f32>(nums),
            Carrier::F64 => all::<f64>(nums),
            Carrier::C32 => all::<C32>(nums),
            Carrier::C64 => all::<C64>(nums),
        }
    }
    /// Reads little-endian elements.
    pub fn from_le(elem: Elem, bytes: &[u8]) -> Data {
        fn ints<const N: usize>(elem: Elem, bytes: &[u8], read: impl Fn([u8; N]) -> i64) -> Data {
            Carried::wrap(bytes.as_chunks::<N>().0.iter().map(|&b| elem.wrap(read(b))).collect())
        }
        match (elem, elem.bytes()) {
            (Elem::F32, _) => {
                Carried::wrap(bytes.as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect())
            }
            (Elem::F64, _) => {
                Carried::wrap(bytes.as_chunks::<8>().0.iter().map(|&b| f64::from_le_bytes(b)).collect())
            }
            (_, 1) if elem.is_int() => ints(elem, bytes, |b: [u8; 1]| b[0] as i64),
            (_, 2) if elem.is_int() => ints(elem, bytes, |b| u16::from_le_bytes(b) as i64),
            (_, 4) if elem.is_int() => ints(elem, bytes, |b| u32::from_le_bytes(b) as i64),
            (_, 8) if elem.is_int() => ints(elem, bytes, i64::from_le_bytes),
            _ => Data::collect(elem, bytes.chunks_exact(elem.bytes()).map(|b| Num::from_le(elem, b))),
        }
    }
    /// Little-endian elements.
    pub fn to_le(&self, elem: Elem) -> Vec<u8> {
        fn all<T: Copy, const N: usize>(v: &[T], write: impl Fn(T) -> [u8; N]) -> Vec<u8> {
            v.iter().flat_map(|&x| write(x)).collect()
        }
        match (self, elem.bytes()) {
            (Data::F32(v), _) if elem == Elem::F32 => all(v, f32::to_le_bytes),
            (Data::F64(v), _) => all(v, f64::to_le_bytes),
            (Data::Int(v), 8) => all(v, i64::to_le_bytes),
            (Data::Int(v), 4) => all(v, |x| (elem.zext(x) as u32).to_le_bytes()),
            (Data::Int(v), 1) => all(v, |x| [elem.zext(x) as u8]),
            _ => {
                let mut out = Vec::with_capacity(self.len() * elem.bytes());
                each!(self, v => v.iter().for_each(|x| x.num().to_le(elem, &mut out)));
                out
            }
        }
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        each!(self, v => v.len())
    }
    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Element `i`; zero past the end.
    pub fn get(&self, i: usize) -> Num {
        each!(self, v => v.get(i).copied().unwrap_or_default().num())
    }
    /// Replaces element `i`, which must exist and be in the same carrier, else nothing happens.
    pub fn set(&mut self, i: usize, num: Num) {
        fn put<T: Carried>(v: &mut Arc<Vec<T>>, i: usize, num: Num) {
            if let (Some(slot), Some(x)) = (Arc::make_mut(v).get_mut(i), T::from_num(num)) {
                *slot = x;
            }
        }
        each!(self, v => put(v, i, num))
    }
    /// `n` elements, the `i`-th of which is element `from(i)`.
    pub fn pick(&self, n: usize, mut from: impl FnMut(usize) -> usize) -> Data {
        each!(self, v => Carried::wrap((0..n).map(|i| v.get(from(i)).copied().unwrap_or_default()).collect()))
    }
    /// As [`Data::pick`], with `pad` where there is no source.
    pub fn pick_or(&self, n: usize, pad: Num, mut from: impl FnMut(usize) -> Option<usize>) -> Data {
        fn go<T: Carried>(v: &[T], n: usize, pad: Num, from: &mut dyn FnMut(usize) -> Option<usize>) -> Data {
            let pad = T::from_num(pad).unwrap_or_default();
            T::wrap((0..n).map(|i| from(i).and_then(|k| v.get(k).copied()).unwrap_or(pad)).collect())
        }
        each!(self, v => go(v, n, pad, &mut from))
    }
    /// Element `i` becomes element `from(i)` of `other` where there is one.
    pub fn overwrite(&mut self, other: &Data, mut from: impl FnMut(usize) -> Option<usize>) {
        fn go<T: Carried>(to: &mut Arc<Vec<T>>, other: &Data, from: &mut dyn FnMut(usize) -> Option<usize>) {
            let Some(other) = T::slice(other) else { return };
            for (i, slot) in Arc::make_mut(to).iter_mut().enumerate() {
                if let Some(&x) = from(i).and_then(|k| other.get(k)) {
                    *slot = x;
                }
            }
        }
        each!(self, v => go(v, other, &mut from))
    }
    /// The elements of `other`, written at places `to(k)`.
    pub fn scatter(&mut self, other: &Data, mut to: impl FnMut(usize) -> Option<usize>) {
        fn go<T: Carried>(v: &mut Arc<Vec<T>>, other: &Data, to: &mut dyn FnMut(usize) -> Option<usize>) {
            let Some(other) = T::slice(other) else { return };
            let v = Arc::make_mut(v);
            for (k, &x) in other.iter().enumerate() {
                if let Some(slot) = to(k).and_then(|i| v.get_mut(i)) {
                    *slot = x;
                }
            }
        }
        each!(self, v => go(v, other, &mut to))
    }
    /// The elements of a layout in row-major order; zeros if it does not lie inside.
    pub fn view(&self, layout: &Layout) -> Data {
        if layout.is_whole(self.len()) {
            return self.clone();
        }
        each!(self, v => Carried::wrap(
            layout.read(v).unwrap_or_else(|| vec![Default::default(); layout.n_elements()])
        ))
    }
    /// Writes the elements of `other`, in row-major order, to the places of a layout; nothing happens unless they fit.
    pub fn write(&mut self, layout: &Layout, other: &Data) {
        fn go<T: Carried>(v: &mut Arc<Vec<T>>, layout: &Layout, other: &Data) {
            if let Some(other) = T::slice(other) {
                // A write of all elements does not need the old contents.
                if layout.is_whole(v.len()) && other.len() == v.len() && Arc::get_mut(v).is_none() {
                    *v = Arc::new(other.to_vec());
                } else {
                    layout.write(Arc::make_mut(v).as_mut_slice(), other);
                }
            }
        }
        each!(self, v => go(v, layout, other))
    }
    /// The elements `start..start + n`, as far as there are any.
    pub fn part(&self, start: usize, n: usize) -> Data {
        each!(self, v => {
            let from = start.min(v.len());
            Carried::wrap(v[from..from.saturating_add(n).min(v.len())].to_vec())
        })
    }
    /// For each start, in order, the elements that lie at these distances from it; `is_row` if they are those that follow.
    pub fn rows(&self, starts: &[usize], within: &[usize], is_row: bool) -> Data {
        fn go<T: Carried>(v: &[T], starts: &[usize], within: &[usize], is_row: bool) -> Data {
            let mut out = Vec::with_capacity(starts.len() * within.len());
            for &start in starts {
                match v.get(start..start.saturating_add(within.len())) {
                    Some(row) if is_row => out.extend_from_slice(row),
                    _ => out.extend(within.iter().map(|&k| v.get(start + k).copied().unwrap_or_default())),
                }
            }
            T::wrap(out)
        }
        each!(self, v => go(v, starts, within, is_row))
    }
    /// One vector after the other; `None` if they are of different carriers, or none.
    pub fn join(parts: &[Data]) -> Option<Data> {
        fn go<T: Carried>(parts: &[Data]) -> Option<Data> {
            let all: Vec<&[T]> = parts.iter().map(T::slice).collect::<Option<_>>()?;
            Some(T::wrap(all.concat()))
        }
        match parts.first()? {
            Data::Int(_) => go::<i64>(parts),
            Data::F32(_) => go::<f32>(parts),
            Data::F64(_) => go::<f64>(parts),
            Data::C32(_) => go::<C32>(parts),
            Data::C64(_) => go::<C64>(parts),
        }
    }
    /// A function of every number, as numbers of type `to`.
    pub fn map(&self, to: Elem, mut f: impl FnMut(Num) -> Num) -> Data {
        each!(self, v => Data::collect(to, v.iter().map(|x| f(x.num()))))
    }
    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = Num> + '_ {
        (0..self.len()).map(|i| self.get(i))
    }
    /// The integers; empty for other carriers.
    pub fn ints(&self) -> &[i64] {
        i64::slice(self).unwrap_or(&[])
    }
}
