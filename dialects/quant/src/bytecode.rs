//! The binary forms of the types: parts in the order of upstream's records.

use strata_bytecode::{Codec, EntryReader, EntryWriter, ReadResult};
use strata_ir::{num::FloatFormat, prelude::*};

use crate::types::{
    AnyQuantizedType, CalibratedType, Granularity, Scale, StorageSpec, UniformType, verify_storage,
};

/// See the module documentation.
pub static CODEC: Codec = Codec {
    read_attr: |r| Err(r.error("the dialect 'quant' has no attributes")),
    read_type: read,
    write_attr: |_, _, _| false,
    write_type: write,
    properties: |_| None,
};

/// Codes of the types.
mod code {
    pub const ANY: u64 = 1;
    pub const ANY_EXPRESSED: u64 = 2;
    pub const CALIBRATED: u64 = 3;
    pub const UNIFORM: u64 = 4;
    pub const PER_AXIS: u64 = 5;
    pub const BLOCKS: u64 = 6;
}

/// The flag of integers with a sign.
const SIGNED: u64 = 1;

/// The flags and the width of the integers that are stored; their range comes later.
fn head(r: &mut EntryReader<'_, '_>) -> ReadResult<StorageSpec> {
    let (flags, ty, cx) = (r.varint()?, r.ty()?, r.cx());
    match cx.as_int(ty) {
        Some(int) => Ok(StorageSpec::full(int.width, flags & SIGNED != 0)),
        None => Err(r.error("expected an integer storage type")),
    }
}
fn range(r: &mut EntryReader<'_, '_>, storage: &mut StorageSpec) -> ReadResult<()> {
    (storage.min, storage.max) = (r.svarint()?, r.svarint()?);
    Ok(())
}
fn float_type(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let (ty, cx) = (r.ty()?, r.cx());
    if cx.as_float(ty).is_some() { Ok(ty) } else { Err(r.error("expected a float expressed type")) }
}
fn double(r: &mut EntryReader<'_, '_>) -> ReadResult<u64> {
    Ok(r.float_bits(64)? as u64)
}

fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Type> {
    let kind = r.varint()?;
    match kind {
        code::ANY | code::ANY_EXPRESSED => {
            let mut storage = head(r)?;
            let expressed = if kind == code::ANY { None } else { Some(float_type(r)?) };
            range(r, &mut storage)?;
            verify_storage(storage).map_err(|e| r.error(e))?;
            Ok(r.cx().ty(AnyQuantizedType { storage, expressed }))
        }
        code::CALIBRATED => {
            let ty = CalibratedType { expressed: float_type(r)?, min: double(r)?, max: double(r)? };
            ty.verify().map_err(|e| r.error(e))?;
            Ok(r.cx().ty(ty))
        }
        code::UNIFORM | code::PER_AXIS | code::BLOCKS => {
            let ty = uniform(r, kind)?;
            ty.verify().map_err(|e| r.error(e))?;
            Ok(r.cx().ty(ty))
        }
        _ => Err(r.error(format!("unknown quant type code: {kind}"))),
    }
}

fn uniform(r: &mut EntryReader<'_, '_>, kind: u64) -> ReadResult<UniformType> {
    let (mut storage, expressed) = (head(r)?, float_type(r)?);
    let (granularity, factors, zeros);
    match kind {
        code::UNIFORM => {
            granularity = Granularity::Tensor;
            (factors, zeros) = (vec![double(r)?], vec![r.svarint()?]);
            range(r, &mut storage)?;
        }
        code::PER_AXIS => {
            let axis = r.varint()?;
            granularity = Granularity::Axis(i64::try_from(axis).unwrap_or(-1));
            range(r, &mut storage)?;
            factors = r.list(double)?;
            zeros = r.list(|r| r.svarint())?;
        }
        _ => {
            range(r, &mut storage)?;
            let (axes, blocks) = (r.list(|r| r.svarint())?, r.list(|r| r.svarint())?);
            let (scales, points, cx) = (r.attr()?, r.attr()?, r.cx());
            let dense = |a: Attr| cx.attr_as::<DenseElementsAttr>(a);
            let (Some(scales), Some(points)) = (dense(scales), dense(points)) else {
                return Err(r.error("expected dense elements as scales and zero points"));
            };
            let shape = cx.shaped(scales.ty).and_then(|s| s.shape).map(<[i64]>::to_vec);
            let (Some(shape), Some(format)) = (shape, cx.as_float(cx.elem_or_self(scales.ty))) else {
                return Err(r.error("expected floats as scales"));
            };
            if axes.len() != blocks.len() {
                return Err(r.error("the numbers of dimensions and of block sizes differ"));
            }
            let n = scales.num_elements(cx);
            r.grow(16 * n as u64)?;
            factors = (0..n).map(|i| format.to_f64(scales.bits(cx, i)).to_bits()).collect();
            zeros = points.to_i64s(cx).unwrap_or_default();
            granularity = Granularity::Blocks { sizes: axes.into_iter().zip(blocks).collect(), shape };
        }
    }
    if factors.len() != zeros.len() {
        return Err(r.error("the numbers of scales and of zero points differ"));
    }
    let scales =
        factors.into_iter().zip(zeros).map(|(bits, zero_point)| Scale { bits, zero_point }).collect();
    Ok(UniformType { storage, expressed, granularity, scales })
}

fn write(cx: &Context, ty: Type, w: &mut EntryWriter<'_>) -> bool {
    let head = |w: &mut EntryWriter<'_>, code: u64, s: StorageSpec| {
        w.varint(code);
        w.varint(if s.signed { SIGNED } else { 0 });
        w.ty(s.ty(cx));
    };
    let range = |w: &mut EntryWriter<'_>, s: StorageSpec| {
        w.svarint(s.min);
        w.svarint(s.max);
    };
    let double = |w: &mut EntryWriter<'_>, bits: u64| w.float_bits(u128::from(bits), 64);
    if let Some(t) = cx.type_as::<AnyQuantizedType>(ty) {
        head(w, if t.expressed.is_none() { code::ANY } else { code::ANY_EXPRESSED }, t.storage);
        t.expressed.into_iter().for_each(|e| w.ty(e));
        range(w, t.storage);
    } else if let Some(t) = cx.type_as::<CalibratedType>(ty) {
        w.varint(code::CALIBRATED);
        w.ty(t.expressed);
        double(w, t.min);
        double(w, t.max);
    } else if let Some(t) = cx.type_as::<UniformType>(ty) {
        match &t.granularity {
            Granularity::Tensor => {
                let scale = t.scales.first().copied().unwrap_or(Scale { bits: 0, zero_point: 0 });
                head(w, code::UNIFORM, t.storage);
                w.ty(t.expressed);
                double(w, scale.bits);
                w.svarint(scale.zero_point);
                range(w, t.storage);
            }
            Granularity::Axis(axis) => {
                head(w, code::PER_AXIS, t.storage);
                w.ty(t.expressed);
                w.varint(*axis as u64);
                range(w, t.storage);
                w.list(&t.scales, |w, s| double(w, s.bits));
                w.list(&t.scales, |w, s| w.svarint(s.zero_point));
            }
            Granularity::Blocks { sizes, shape } => {
                let Some((scales, zeros)) = blocks(cx, t, shape) else { return false };
                head(w, code::BLOCKS, t.storage);
                w.ty(t.expressed);
                range(w, t.storage);
                w.list(sizes, |w, s| w.svarint(s.0));
                w.list(sizes, |w, s| w.svarint(s.1));
                w.attr(scales);
                w.attr(zeros);
            }
        }
    } else {
        return false;
    }
    true
}

/// The scales and the zero points of blocks as dense elements.
fn blocks(cx: &Context, t: &UniformType, shape: &[i64]) -> Option<(Attr, Attr)> {
    let format: FloatFormat = cx.as_float(t.expressed)?;
    let bytes = format.width().div_ceil(8) as usize;
    let scale = |s: &Scale| format.from_f64(s.factor()).to_le_bytes().into_iter().take(bytes);
    let data: Vec<u8> = t.scales.iter().flat_map(scale).collect();
    let zeros: Vec<i64> = t.scales.iter().map(|s| s.zero_point).collect();
    let scales = cx.dense_attr(cx.tensor(shape, t.expressed), data)?;
    Some((scales, cx.dense_i64s(cx.tensor(shape, t.storage.ty(cx)), &zeros)?))
}
